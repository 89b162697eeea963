/** What the trials of the static suite come to, and that as text. */
import { textTable } from '../../lab/columns.ts';
import { short } from '../../lab/numbers.ts';
import { leastSample } from '../../lab/rounds.ts';
import { leastBy } from '../../lab/statistics.ts';
import { QUERIES, type Query } from './engine.ts';
import { type Judgement, judge } from './judge.ts';
import type { KnownPair } from './pairs.ts';
import type { Trial } from './trial.ts';

export interface PairResults {
  readonly pair: string;
  readonly meshes: readonly string[];
  readonly placements: number;
  readonly touching: number;
  readonly truthFrom: string;
  readonly rows: readonly QueryRow[];
}

export interface QueryRow {
  readonly query: Query;
  readonly engine: string;
  readonly variant: string;
  readonly supported: boolean;
  readonly microseconds: number | undefined;
  readonly toFcl: number | undefined;
  readonly toFclNative: number | undefined;
  readonly agreement: Judgement;
  readonly placementsAsked: number;
  readonly rounds: number;
  readonly variants: readonly { readonly variant: string; readonly samples: readonly number[] }[];
}

export const BASELINES = ['FCL', 'FCL native'];
/** A ratio is taken to the baseline's time for this query. */
export const COMPARED_WITH: Readonly<Record<Query, Query>> = {
  collide: 'collide',
  distance: 'distance',
  distanceOnly: 'distance',
  approximate: 'distance',
  greedy: 'collide',
  tolerance: 'collide',
};

/** One row per query and engine: the fastest variant, compared with the baselines. */
export function summarize(trials: readonly Trial[], data: KnownPair): QueryRow[] {
  const engines = new Set(trials.map(({ engine }) => engine));
  return QUERIES.flatMap((query) =>
    [...engines].flatMap((engine) => {
      const own = trials.filter((t) => t.engine === engine && t.query === query);
      return own.length > 0 ? [rowOf(own, trials, data)] : [];
    }),
  );
}

/** Of the trials of one engine for one query. */
function rowOf(own: readonly Trial[], all: readonly Trial[], data: KnownPair): QueryRow {
  const finest = Math.min(...own.map(({ stride }) => stride));
  const judged = own
    .filter(({ stride }) => stride === finest)
    .map((trial) => ({ trial, verdict: judge(trial, data) }));
  const sound = judged.filter(({ verdict }) => verdict.sound);
  const { trial: best, verdict } = leastBy(sound.length ? sound : judged, ({ trial }) =>
    leastSample(trial),
  );
  const [toFcl, toFclNative] = BASELINES.map((name) => {
    const base = all.filter(
      (t) =>
        t.engine.name === name && t.query === COMPARED_WITH[best.query] && t.stride === best.stride,
    );
    if (base.length === 0 || !verdict.sound) return undefined;
    return leastSample(best) / leastSample(leastBy(base, leastSample));
  });
  return {
    query: best.query,
    engine: best.engine.name,
    variant: best.variant,
    supported: verdict.sound,
    microseconds: verdict.sound ? leastSample(best) : undefined,
    toFcl,
    toFclNative,
    agreement: verdict,
    placementsAsked: best.answers.length,
    rounds: best.samples.length,
    variants: judged.map(({ trial: { variant, samples } }) => ({ variant, samples })),
  };
}

/** The results as text. */
export function format(results: readonly PairResults[]): string {
  return results
    .map(({ meshes, placements, touching, truthFrom, rows }) => {
      const lines = rows.map((row) => [
        row.query,
        row.engine,
        row.variant,
        row.supported ? short(row.microseconds) : 'not supported',
        short(row.toFcl),
        short(row.toFclNative),
        row.engine === truthFrom ? `(taken as truth) ${row.agreement.text}` : row.agreement.text,
        row.placementsAsked < placements ? `${row.placementsAsked} placements` : '',
      ]);
      const head = ['query', 'engine', 'variant', 'us/query', '/FCL', '/native', 'agreement', ''];
      return [
        `${meshes.join(' and ')} triangles, ${placements} placements, ${touching} touching; ` +
          `truth from ${truthFrom}`,
        '',
        textTable(head, lines, [3, 4, 5]),
        '',
        'us/query: CPU microseconds, minimum over rounds, fastest variant. /FCL: over the time of',
        'the packaged FCL, /native: of FCL compiled for this processor; greedy and tolerance over',
        'its collide, distanceOnly and approximate over its distance, on the same placements.',
      ].join('\n');
    })
    .join('\n\n');
}
