/** What `surepath check` can tell a method: how distances, motions and orders are chosen. For comparison, mostly. */
import { COVERINGS, DISTANCES, type Method, ORDERS, TURNS } from '../../check/index.ts';
import {
  METHODS_OF,
  type MethodSettings,
  type MethodWord,
  misplacedWord,
} from '../../jobs/index.ts';
import { numberIn, oneOf, usageFault } from '../command.ts';

/** For parseArgs. */
export const METHOD_OPTIONS = {
  covering: { type: 'string' },
  distance: { type: 'string' },
  'relative-error': { type: 'string' },
  bound: { type: 'string' },
  order: { type: 'string' },
  turns: { type: 'string' },
  'no-hulls': { type: 'boolean' },
} as const;

export interface MethodArguments {
  readonly covering?: string | undefined;
  readonly distance?: string | undefined;
  readonly 'relative-error'?: string | undefined;
  readonly bound?: string | undefined;
  readonly order?: string | undefined;
  readonly turns?: string | undefined;
  readonly 'no-hulls'?: boolean | undefined;
}

export const METHOD_HELP = `  --covering WORD       for adaptive: look in the middle of what is not covered as a whole (midpoint, the
                        default) or in parts: where the covers of both ends end (both-circles), of one
                        end (circles), in the middle of what is open (middle)
  --distance WORD       for adaptive: no more than it takes (threshold, the default), greedy, relative, exact
  --relative-error X    for --distance relative: at least 0 and below 1 (default 0.5)
  --bound N             for adaptive and refined: motion bounded for all joint values (1) or for those of
                        the interval (2, the default)
  --order WORD          for adaptive: what is least covered first (uncovered, the default) or the longest
                        interval (length)
  --turns WORD          whose turn it is of several segments: the least covered (uncovered, the default; not
                        for the ladder) or all with growing budgets (budgets, the ladder's)
  --no-hulls            for adaptive and refined: trees of volumes at once, as in the papers
`;

/** As they are called on the command line. */
const OPTION: Record<MethodWord, string> = {
  resolution: '--resolution',
  distance: '--distance',
  relativeError: '--relative-error',
  bounds: '--bound',
  covering: '--covering',
  order: '--order',
  hulls: '--no-hulls',
};

/** Reads them; complains about those that the method cannot be told. */
export function methodWordsFrom(args: MethodArguments, method: Method): MethodSettings {
  const word = <T extends string>(
    option: 'covering' | 'distance' | 'order' | 'turns',
    known: readonly T[],
  ) => {
    const text = args[option];
    return text === undefined ? undefined : oneOf('check', option, text, known);
  };
  const error = args['relative-error'];
  const bound =
    args.bound === undefined ? undefined : oneOf('check', 'bound', args.bound, ['1', '2']);
  const settings: MethodSettings = {
    covering: word('covering', COVERINGS),
    distance: word('distance', DISTANCES),
    relativeError:
      error === undefined ? undefined : numberIn('check', 'relative-error', error, 0, 1),
    bounds: bound === undefined ? undefined : bound === '1' ? 1 : 2,
    order: word('order', ORDERS),
    turns: word('turns', TURNS),
    hulls: args['no-hulls'] ? false : undefined,
  };
  const misplaced = misplacedWord({ ...settings, method });
  if (misplaced) {
    const methods = METHODS_OF[misplaced].join(' or ');
    throw usageFault('check', `${OPTION[misplaced]} is for --method ${methods}, not for ${method}`);
  }
  if (error !== undefined && settings.distance !== 'relative') {
    throw usageFault('check', '--relative-error is for --distance relative');
  }
  if (settings.relativeError === 1) {
    throw usageFault(
      'check',
      '--relative-error must be below 1: nothing would be known of a distance',
    );
  }
  if (settings.turns === 'uncovered' && method === 'ladder') {
    throw usageFault(
      'check',
      '--turns uncovered is not for the ladder, which has no queue of entries',
    );
  }
  return settings;
}
