/** [E 2.2] What a pair of volumes and a pair of triangles cost: Cbv and Cp that fit best how long groups of questions take. */
import { leastInTurns } from '../../lab/rounds.ts';
import type { Answerer, Cost } from './questions.ts';

/** Milliseconds for one pair. */
export interface UnitCosts {
  readonly bv: number;
  readonly tri: number;
}

/** Groups with few triangles for their volumes up to groups with many. */
const GROUPS = 8;

/** Costs by what the questions take; each group's time is the least of some rounds. */
export function unitCosts(answerer: Answerer, asked: readonly number[], rounds: number): UnitCosts {
  const share = asked.map((k) => {
    const counts = [0, 0];
    answerer.count(k, counts);
    return { k, triangles: counts[1] / Math.max(1, counts[0]) };
  });
  share.sort((x, y) => x.triangles - y.triangles || x.k - y.k);
  const size = Math.ceil(share.length / GROUPS);
  const groups = Array.from({ length: GROUPS }, (_, g) =>
    share.slice(g * size, (g + 1) * size).map(({ k }) => k),
  ).filter((group) => group.length > 0);
  return fitted(groups.map((group) => leastCosts([answerer], group, rounds)[0]));
}

/** The costs, none below 0, for which the squares of relative errors have the least sum. */
export function fitted(costs: readonly Cost[]): UnitCosts {
  let [bb, bt, tt, b, t] = [0, 0, 0, 0, 0];
  for (const { bv, tri, ms } of costs) {
    if (!(ms > 0)) continue;
    const [x, y] = [bv / ms, tri / ms];
    bb += x * x;
    bt += x * y;
    tt += y * y;
    b += x;
    t += y;
  }
  const determinant = bb * tt - bt * bt;
  const both =
    determinant > 1e-12 * bb * tt
      ? { bv: (b * tt - t * bt) / determinant, tri: (t * bb - b * bt) / determinant }
      : { bv: 0, tri: -1 };
  if (both.bv >= 0 && both.tri >= 0) return both;
  if (both.tri < 0) return { bv: bb > 0 ? b / bb : 0, tri: 0 };
  return { bv: 0, tri: tt > 0 ? t / tt : 0 };
}

/** What each takes for these questions, the least of rounds in which they take turns, after one that does not count. */
export function leastCosts(
  answerers: readonly Answerer[],
  asked: readonly number[],
  rounds: number,
): Cost[] {
  const costs = answerers.map((one) => one.cost(asked));
  const least = leastInTurns(
    rounds,
    answerers.map((one) => () => one.cost(asked).ms),
  );
  return costs.map((cost, i) => ({ ...cost, ms: least[i] }));
}
