/**
 * [D 3.1] Which pairs of primitives are looked at for two members, and in which order. A pair is a number:
 * SIMPLE_KINDS times the kind of the first member's primitive, and the kind of the second's. Behind the last pair come the members
 * themselves, beginning with their polytopes.
 */
import type { PrimitiveStrategy } from '../approach.ts';
import { AXIS_BOX_KIND, BOX_KIND, CAPSULE_KIND, SIMPLE_KINDS, SPHERE_KIND } from './kinds.ts';
import type { MemberPrimitives } from './memberPrimitives.ts';

/** Number of a pair of primitives. */
export const pairNumber = (first: number, second: number) => SIMPLE_KINDS * first + second;

/**
 * What a bound between two kinds costs, in nanoseconds as measured when nothing suffices early; only their order counts. Rows and
 * columns: sphere, box along the axes, capsule, box.
 */
const COSTS: readonly (readonly number[])[] = [
  [20, 58, 29, 67],
  [58, 25, 62, 143],
  [29, 62, 30, 75],
  [67, 143, 75, 150],
];

/** From few parameters to many; after the sphere, which turns with its member, the box that is fitted anew. */
const FIXED_ORDER = [SPHERE_KIND, AXIS_BOX_KIND, CAPSULE_KIND, BOX_KIND];

/** All pairs, with what they cost, and by how much their volumes exceed the members'. */
function allPairs(
  first: MemberPrimitives,
  second: MemberPrimitives,
): { pair: number; cost: number; error: number }[] {
  const pairs: { pair: number; cost: number; error: number }[] = [];
  for (let p = 0; p < SIMPLE_KINDS; p++) {
    for (let q = 0; q < SIMPLE_KINDS; q++) {
      const error = excess(first, p) + excess(second, q);
      pairs.push({ pair: pairNumber(p, q), cost: COSTS[p][q], error });
    }
  }
  return pairs;
}

/** By how much the volume of a primitive exceeds the member's. */
function excess({ measures }: MemberPrimitives, kind: number): number {
  return Math.max(0, measures[kind].volume - measures[SIMPLE_KINDS].volume);
}

/** The pairs of a strategy that are the same for all members; null if they depend on them. */
export function fixedSequence(strategy: PrimitiveStrategy): readonly number[] | null {
  if (strategy === 'boxes-only') return [pairNumber(AXIS_BOX_KIND, AXIS_BOX_KIND)];
  return strategy === 'fixed-order' ? FIXED_ORDER.map((kind) => pairNumber(kind, kind)) : null;
}

/**
 * The pairs by a strategy. By cost, and by error, those that cost no less and fit no better than another are left out: from the
 * cheapest on each is tighter than those before, and from the tightest on each is cheaper.
 */
export function sequenceOf(
  strategy: PrimitiveStrategy,
  first: MemberPrimitives,
  second: MemberPrimitives,
): readonly number[] {
  const fixed = fixedSequence(strategy);
  if (fixed !== null) return fixed;
  const rising: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  const byCost = allPairs(first, second).sort((a, b) => a.cost - b.cost || a.error - b.error);
  for (const { pair, error } of byCost) {
    if (!(error < least)) continue;
    least = error;
    rising.push(pair);
  }
  return strategy === 'complexity' ? rising : rising.reverse();
}
