/**
 * Distances of members as approaches ask for them: what an approach does about a single pair of members (keeping
 * bounds, approximating, beginning where the last computation ended) is a leaf, what it does about all pairs of two
 * classes is a search. Leaves are put into each other, the exact distance inmost.
 */
import type { MemberDistance, SearchCounts } from '../search.ts';
import type { World } from '../world.ts';

/**
 * The distance of two members of a class pair. Beyond the cutoff of `measure` the upper bound is infinite, and the lower one
 * at least the cutoff, up to rounding.
 */
export interface Leaf {
  lower: number;
  upper: number;
  readonly points: Float64Array;
  /** Members of this pair of classes are asked about from here on. */
  begin(pair: number): void;
  measure(i: number, k: number, cutoff: number): void;
  /** Forgets what it kept of earlier steps. */
  forget(): void;
}

/** [D 2] The distance itself, counted. `warm`: initialization; `full`: never cut off. */
export class ExactLeaf implements Leaf {
  lower = 0.5;
  upper = Number.POSITIVE_INFINITY;
  readonly points: Float64Array;
  private readonly distance: MemberDistance;
  private readonly counts: SearchCounts;
  private readonly warm: boolean;
  private readonly full: boolean;

  constructor(
    distance: MemberDistance,
    counts: SearchCounts,
    { warm, full }: { warm: boolean; full: boolean },
  ) {
    this.distance = distance;
    this.counts = counts;
    this.points = distance.points;
    this.warm = warm;
    this.full = full;
  }

  begin(): void {}

  measure(i: number, k: number, cutoff: number): void {
    const { distance } = this;
    this.counts.distances++;
    distance.measure(i, k, this.full ? Number.POSITIVE_INFINITY : cutoff, this.warm);
    this.lower = distance.lower;
    const { upper } = distance;
    this.upper = upper < cutoff || upper === 0 ? upper : Number.POSITIVE_INFINITY;
  }

  forget(): void {}
}

/** Tested pairs of members of a pair of classes, two numbers each: i of class a, k of class b. */
export function testedMembers(world: World, pair: number): Int32Array {
  const { a, b } = world.pairs[pair];
  const list: number[] = [];
  const [first, second] = [world.membersOf[a], world.membersOf[b]];
  for (const [at, i] of first.entries()) {
    // Members of one class are met once.
    for (const k of a === b ? second.subarray(at + 1) : second) {
      if (world.isTested(i, k)) list.push(i, k);
    }
  }
  return Int32Array.from(list);
}
