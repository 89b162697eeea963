/**
 * The segments of a candidate path, tested in turn, the one most likely to collide first [A II-D; Sanchez, Latombe
 * 2001]. Each is gone on with only until another is more likely to; what is known is kept on the segment, for this path
 * and for all others that lead over it.
 *
 * Most likely is
 *   uncovered  the segment of which most is not covered: of an adaptive checker the uncovered length of the first entry of
 *              its queue, of a fixed one the length of its longest part between samples. A checker that has no such
 *              measure gives budgets that grow: the length, halved with each
 *   length     the longest one. It is settled before the next is asked
 */
import type { PlanEdge, PlanWork } from '../work.ts';

export type SegmentOrder = 'uncovered' | 'length';

/** Tests of a segment, when it is first asked and by how much that grows, where nothing is known of what is uncovered. */
const FIRST_BUDGET = 64;
const GROWTH = 4;

/** Tests edges until all are free; or returns the first that is not, or that no effort has settled. */
export function firstBlocked(
  work: PlanWork,
  edges: readonly PlanEdge[],
  order: SegmentOrder,
): PlanEdge | null {
  let open = edges.filter(({ free }) => free !== true);
  while (open.length > 0) {
    let first = open[0];
    let next = Number.NEGATIVE_INFINITY;
    for (let i = 1; i < open.length; i++) {
      const [key, most] = [keyOf(open[i], order), keyOf(first, order)];
      if (key > most) first = open[i];
      next = Math.max(next, Math.min(key, most));
    }
    const free = goOn(work, first, order, next);
    if (free === false) return first;
    if (free === true) open = open.filter((edge) => edge !== first);
  }
  return null;
}

/** How likely a segment is to collide, more or less. */
function keyOf({ length, kept, level }: PlanEdge, order: SegmentOrder): number {
  if (order === 'length') return length;
  // All are begun before one is gone on with.
  if (level === 0) return Number.POSITIVE_INFINITY;
  return kept?.uncovered ?? length * 2 ** -level;
}

/** Goes on with a segment while no other is more likely to collide. */
function goOn(work: PlanWork, edge: PlanEdge, order: SegmentOrder, next: number): boolean | null {
  if (order === 'length') return work.settle(edge);
  const measured = edge.kept?.uncovered !== undefined;
  const left = work.edgeBudget - edge.tests;
  const budget = measured ? left : Math.min(left, FIRST_BUDGET * GROWTH ** edge.level);
  const free = work.ask(edge, budget, next);
  return work.isGivenUp(edge) ? false : free;
}
