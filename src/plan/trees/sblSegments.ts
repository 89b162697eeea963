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
import { Heap } from '../../arrays/index.ts';
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
  // The most likely first: keys are turned around.
  const waiting = new Heap('first');
  edges.forEach((edge, i) => {
    if (edge.free !== true) waiting.push(-keyOf(edge, order), i);
  });
  while (waiting.count > 0) {
    const i = waiting.pop();
    const free = goOn(work, edges[i], order, -waiting.least);
    if (free === false) return edges[i];
    if (free === null) waiting.push(-keyOf(edges[i], order), i);
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
