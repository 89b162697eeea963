/**
 * [D 2, Distance Update; globally] Only the shortest vector is kept. What any member of either class has moved since it
 * was computed is subtracted from its length; while the rest is above the threshold nothing is computed, and which way
 * the vector points is lost. Without a threshold it is computed anew when nothing is left: "without negative distances".
 *
 * While nothing is computed the answer has proven bounds of the distance on both sides, the two members that
 * were nearest, and no points (NaN).
 */
import { U } from '../../math/index.ts';
import { beginNearest, type Nearest, type SearchCounts, type VectorSearch } from '../search.ts';
import type { World } from '../world.ts';

const SLACK = 16 * U;

interface Kept {
  known: boolean;
  i: number;
  k: number;
  lower: number;
  upper: number;
  /** What was asked: members beyond it are not known. */
  threshold: number;
  /** By member: what was travelled when it was computed. */
  travelled: Float64Array;
}

export class GlobalUpdate implements VectorSearch {
  readonly counts: SearchCounts;
  private readonly world: World;
  private readonly inner: VectorSearch;
  private readonly kept: Kept[];

  constructor(world: World, inner: VectorSearch) {
    this.world = world;
    this.inner = inner;
    this.counts = inner.counts;
    this.kept = world.pairs.map(() => ({
      known: false,
      i: -1,
      k: -1,
      lower: 0,
      upper: 0,
      threshold: 0,
      travelled: new Float64Array(world.count),
    }));
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    const kept = this.kept[pair];
    if (kept.known && this.update(pair, threshold, nearest)) {
      this.counts.updates++;
      return;
    }
    this.inner.find(pair, threshold, nearest);
    kept.known = true;
    kept.i = nearest.i;
    kept.k = nearest.k;
    kept.lower = nearest.lower;
    kept.upper = nearest.upper;
    kept.threshold = threshold;
    const { travelled, count } = this.world;
    if (kept.travelled.length < count) kept.travelled = new Float64Array(count);
    for (let m = 0; m < count; m++) kept.travelled[m] = travelled[m];
  }

  forget(): void {
    for (const kept of this.kept) kept.known = false;
    this.inner.forget();
  }

  /** Answers from what is kept; false if it must be computed. */
  private update(pair: number, threshold: number, nearest: Nearest): boolean {
    const kept = this.kept[pair];
    const { a, b } = this.world.pairs[pair];
    const moved = this.furthest(a, kept) + this.furthest(b, kept);
    const bound = kept.lower - moved - SLACK * (Math.abs(kept.lower) + moved);
    const wanted = threshold < Number.POSITIVE_INFINITY ? threshold : 0;
    if (!(bound > 0) || bound < wanted) return false;
    // Nobody was found within less than is asked for now.
    if (kept.i < 0 && threshold > kept.threshold) return false;
    beginNearest(nearest);
    nearest.lower = bound;
    // Beyond the threshold there is nothing to tell.
    if (threshold < Number.POSITIVE_INFINITY) return true;
    nearest.i = kept.i;
    nearest.k = kept.k;
    nearest.upper = (kept.upper + moved) * (1 + SLACK);
    return true;
  }

  /** How far the one of a class has moved that moved furthest. */
  private furthest(number: number, kept: Kept): number {
    const { travelled, membersOf } = this.world;
    const members = membersOf[number];
    let most = 0;
    let size = 0;
    for (let n = 0; n < members.length; n++) {
      const now = travelled[members[n]];
      const moved = now - kept.travelled[members[n]];
      if (moved > most) most = moved;
      if (now > size) size = now;
    }
    // The difference of two sums.
    return most + SLACK * size;
  }
}
