/** What is asked about the configurations of a robot, by whom, and what became of it. */
import type { KnownScene } from '../../lab/robots.ts';
import { type Contender, leastSample } from '../../lab/rounds.ts';
import { leastBy } from '../../lab/statistics.ts';

export const SETS = ['free', 'colliding', 'all'] as const;
export type ConfigurationSet = (typeof SETS)[number];
export const QUERIES = ['collide', 'distance'] as const;
export type RobotQuery = (typeof QUERIES)[number];
/** Our name among the engines. */
export const OURS = 'surepath';

/** One engine's way to answer one query on one set. */
export interface Task extends Contender {
  readonly engine: string;
  readonly query: RobotQuery;
  readonly set: ConfigurationSet;
  readonly variant: string;
  /** Of the last run. */
  readonly answers: readonly number[];
}

interface Judgement {
  /** Verdicts unlike those that are known. */
  readonly wrong: number;
  /** The largest error of a distance where both say free. */
  readonly maxError?: number;
}

export interface RobotRow extends Judgement {
  readonly query: RobotQuery;
  readonly set: ConfigurationSet;
  readonly engine: string;
  readonly variant: string;
  readonly microseconds: number;
  readonly variants: readonly (Judgement & {
    readonly variant: string;
    readonly samples: readonly number[];
  })[];
}

/** Known distances, 0 where they collide. */
export function truthOf(scenes: readonly KnownScene[], set: ConfigurationSet): number[] {
  return scenes
    .flatMap(({ distances }) => distances)
    .filter((distance) => set === 'all' || (distance === 0) === (set === 'colliding'));
}

/** One row per query, set and engine: the fastest of the variants with the fewest wrong verdicts. */
export function summarize(tasks: readonly Task[], scenes: readonly KnownScene[]): RobotRow[] {
  const rows: RobotRow[] = [];
  for (const query of QUERIES) {
    for (const set of SETS) {
      const truth = truthOf(scenes, set);
      const own = tasks.filter((task) => task.query === query && task.set === set);
      for (const engine of new Set(own.map((task) => task.engine))) {
        const all = own
          .filter((task) => task.engine === engine)
          .map((task) => ({ task, judged: judge(task, truth) }));
        const fewest = Math.min(...all.map(({ judged }) => judged.wrong));
        const sound = all.filter(({ judged }) => judged.wrong === fewest);
        const best = leastBy(sound, ({ task }) => leastSample(task));
        rows.push({
          query,
          set,
          engine,
          variant: best.task.variant,
          microseconds: leastSample(best.task),
          ...best.judged,
          variants: all.map(({ task: { variant, samples }, judged }) => ({
            variant,
            samples,
            ...judged,
          })),
        });
      }
    }
  }
  return rows;
}

function judge({ query, answers }: Task, truth: readonly number[]): Judgement {
  const collides = (answer: number) => (query === 'collide' ? answer === 1 : answer <= 0);
  const wrong = truth.filter((distance, i) => collides(answers[i]) !== (distance === 0)).length;
  if (query === 'collide') return { wrong };
  const errors = truth.map((d, i) => (d > 0 && answers[i] > 0 ? Math.abs(answers[i] - d) : 0));
  return { wrong, maxError: Math.max(...errors) };
}
