/**
 * Faults of bounds and of what is kept, after which something that collides may be called free. That each bound of src is
 * noticed when it is halved or doubled is for `node scripts/bounds.mjs --plant` to show (test/helpers/bounds).
 */
import type { Mutant } from './mutant.ts';

export const BOUNDS_MUTANTS: readonly Mutant[] = [
  {
    row: 'C7',
    fault: 'the acceleration of links is divided by four',
    file: 'schedule/link.ts',
    text: 'out[ADVANCE_SIZE + SQUARE] = 0.5 * reached(chain, values);',
    becomes: 'out[ADVANCE_SIZE + SQUARE] = 0.125 * reached(chain, values);',
    test: 'schedule/linkBounds',
  },
  {
    row: 'C7',
    fault: 'going back leaves a pair ignored',
    file: 'schedule/schedule.ts',
    text: 'if (last.ignored) this.windows.heed(last.ignored);',
    becomes: '',
    test: 'schedule/rollbacks',
  },
  {
    row: 'C7',
    fault: 'going back brings no pair back',
    file: 'schedule/schedule.ts',
    text: 'this.windows.bringBack(last.pairs, last.time);',
    becomes: '',
    test: 'schedule/rollbacks',
  },
  {
    row: 'C7',
    fault: 'going back does not tell the broad phase',
    file: 'schedule/schedule.ts',
    text: 'this.windows.renew([...changed], time);',
    becomes: '',
    test: 'schedule/rollbacks',
  },
  {
    row: 'C7',
    fault: 'an estimated impact is taken before its bodies are proven apart from all others',
    file: 'schedule/schedule.ts',
    text: 'if (each !== slot) this.prove(each, time, until);',
    becomes: '',
    test: 'schedule/rollbacks',
  },
  {
    row: 'D7',
    fault: 'the global update forgets what the second class moved',
    file: 'monitor/approaches/globalUpdate.ts',
    text: 'const moved = this.furthest(a, kept) + this.furthest(b, kept);',
    becomes: 'const moved = this.furthest(a, kept);',
    test: 'monitor/movedClasses',
  },
  {
    row: 'D7',
    fault: 'the global update forgets what the first class moved',
    file: 'monitor/approaches/globalUpdate.ts',
    text: 'const moved = this.furthest(a, kept) + this.furthest(b, kept);',
    becomes: 'const moved = this.furthest(b, kept);',
    test: 'monitor/movedClasses',
  },
  {
    row: 'D7',
    fault: 'the local update forgets what the second member moved',
    file: 'monitor/approaches/localUpdate.ts',
    text: 'const bound = sum - x - y - SLACK',
    becomes: 'const bound = sum - x - SLACK',
    test: 'monitor/movedClasses',
  },
  {
    row: 'D1',
    fault: 'blocks of kept bounds forget what the others moved',
    file: 'monitor/kept.ts',
    text: 'const whole = own + world.classTravelled[kept.others];',
    becomes: 'const whole = own;',
    test: 'monitor/movedClasses',
  },
  {
    row: 'A18',
    fault: 'reach of the right part is that of the left where the parts are uneven',
    file: 'check/lemma/curveLengths.ts',
    text: 'if (!even) {',
    becomes: 'if (!even && to < from) {',
    test: 'check/curveLengths',
  },
];
