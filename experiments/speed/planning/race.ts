/**
 * All engines on one problem with one seed, in turn; the fastest attempt of each counts. A turn begins with a run-up, which
 * does not count: the problem before this one, with another seed. While others have their turn caches forget, and a plan of a
 * millisecond would be spent on remembering; a program that plans again and again has its code and its robot at hand. The
 * scene that is measured is not among what the run-up brings back.
 */
import { pathLength } from '../../lab/configurations.ts';
import { leastBy } from '../../lab/statistics.ts';
import { CERTIFIED } from './engines.ts';
import type { Attempt, Outcome, PlanEngine } from './results.ts';

/** CPU milliseconds after which a plan is not repeated. */
const SLOW = 2000;
/** Seeds of run-ups are others than those that count. */
const RUN_UP = 2000;
/** CPU milliseconds up to which there is a run-up: longer plans do not notice. */
const SHORT = 20;
/** CPU milliseconds for which a planner of ours is warmed up, on every family. */
const WARM_UP = 2000;

/** With other seeds than those that count. */
export async function warmUp(engines: readonly PlanEngine[], problems: number): Promise<void> {
  for (const engine of engines) {
    let spent = 0;
    for (let i = 0; i < 10 * problems && spent < WARM_UP; i++) {
      spent += (await engine.plan(i % problems, 1000 + i, i === 0 ? 0 : CERTIFIED)).cpu;
      if (!engine.own) break;
    }
  }
}

export interface Raced {
  readonly outcome: Outcome;
  readonly waypoints: Attempt['waypoints'];
}

/** A problem by its number, of so many. */
export interface RacedProblem {
  readonly problem: number;
  readonly problems: number;
  readonly seed: number;
  readonly rounds: number;
}

export async function race(
  engines: readonly PlanEngine[],
  { problem, problems, seed, rounds }: RacedProblem,
): Promise<Raced[]> {
  const entries = engines.map((engine) => ({ engine, attempts: [] as Attempt[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { engine, attempts } of entries) {
      const first = attempts[0];
      if (first && (!first.solved || first.cpu > SLOW)) continue;
      if (problems > 1 && !(first && first.cpu > SHORT)) {
        await engine.plan((problem + problems - 1) % problems, RUN_UP + seed, CERTIFIED);
      }
      attempts.push(await engine.plan(problem, seed, round));
    }
  }
  return entries.map(({ engine, attempts }) => ({
    outcome: { engine: engine.name, problem, seed, ...outcomeOf(attempts) },
    waypoints: attempts[0].waypoints,
  }));
}

function outcomeOf(attempts: readonly Attempt[]): Omit<Outcome, 'engine' | 'problem' | 'seed'> {
  const best = leastBy(attempts, ({ cpu }) => cpu);
  const { proven, refused, waypoints, bytes, verified, work, cpu: first } = attempts[0];
  const certificates = attempts.flatMap(({ certificate }) => certificate ?? []);
  const length = pathLength(waypoints ?? []);
  return {
    solved: best.solved,
    proven,
    ...(refused !== undefined && { refused }),
    cpu: best.cpu,
    first,
    planning: best.planning,
    ...(certificates.length > 0 && { certificate: Math.min(...certificates) }),
    ...(bytes !== undefined && { bytes }),
    ...(verified !== undefined && { verified }),
    ...(work !== undefined && { work }),
    length,
    waypoints: waypoints?.length ?? 0,
    varied: attempts.some((attempt) => pathLength(attempt.waypoints ?? []) !== length),
    judged: 'not judged',
  };
}
