/** Faults of the bridge: a state is called valid in a scene that is not there any more. */
import type { Mutant } from './mutant.ts';

const FILE = 'bridge/sceneFollower.ts';
const TEST = 'bridge/sceneAge';

export const BRIDGE_MUTANTS: readonly Mutant[] = [
  {
    row: 'bridge',
    fault: 'a scene is never too old',
    file: FILE,
    text: 'if (!this.mirror.isKnown || age <= most) return;',
    becomes: 'if (!this.mirror.isKnown || age <= Infinity) return;',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'the scene is as old as its answer',
    file: FILE,
    text: 'this.askedAt = askedAt;',
    becomes: 'this.askedAt = clocks.map((clock) => clock());',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'the clock on which less time has passed counts',
    file: FILE,
    text: 'return Math.max(...this.options.clocks',
    becomes: 'return Math.min(...this.options.clocks',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'the scene is not asked for again',
    file: FILE,
    text: 'if (!this.isAsking) this.timer =',
    becomes: 'if (!this.isAsking && !this.mirror.isKnown) this.timer =',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'a move_group that does not answer keeps its scene',
    file: FILE,
    text: '      this.lose((error as Error).message);',
    becomes: '      this.options.onLost((error as Error).message);',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'differences wait for the whole scene',
    file: FILE,
    text: 'if (!this.mirror.isKnown) return;',
    becomes: 'return;',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'differences that came meanwhile are not taken again',
    file: FILE,
    text: 'is_diff: false }, ...waiting])',
    becomes: 'is_diff: false }])',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'differences that cannot be kept are forgotten',
    file: FILE,
    text: 'else this.areTooMany = true;',
    becomes: 'else this.areTooMany = false;',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'the scene of another robot is followed',
    file: FILE,
    text: "const isOther = this.robot !== '' &&",
    becomes: 'const isOther = false &&',
    test: TEST,
  },
  {
    row: 'bridge',
    fault: 'the age is looked at before the answer is computed only',
    file: 'bridge/bridge.ts',
    text: '      follower?.requireYoung();\n      response',
    becomes: '      response',
    test: TEST,
  },
];
