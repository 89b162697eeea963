/**
 * A few looks at a straight motion: is it free at some configurations of it? What collides mostly does so at one of the
 * first few, and a look costs a small part of a proof; what passes is likely to be free, and no more than that.
 *
 * Where they are was chosen by counting: motions that planners ask about, on every other problem of the benchmark's families,
 * and each time the place at which most of those collide that no look has shown to yet.
 */
import type { PlanningSpace } from './space.ts';

/** A motion away from where a tree is: what collides soon does so early, the more so where it leaves a tight place. */
export const AWAY: readonly number[] = [16, 6, 34, 50, 2, 12, 24, 58].map((k) => k / 64);
/** A motion between two places of which nothing is known but that they are free: both ends alike. */
export const ACROSS: readonly number[] = [44, 20, 57, 7, 51, 13, 62, 2, 32].map((k) => k / 64);

export class Looks {
  /** How many were taken in all. */
  taken = 0;
  /** Where the last one was. */
  readonly at: Float64Array;
  private readonly space: PlanningSpace;

  constructor(space: PlanningSpace) {
    this.space = space;
    this.at = new Float64Array(space.size);
  }

  /** Whether a motion is free wherever it is looked at: at the first `most` of some places. */
  pass(from: Float64Array, to: Float64Array, most: number, places = ACROSS): boolean {
    const { space, at: q } = this;
    for (let k = 0; k < most && k < places.length; k++) {
      const t = places[k];
      for (let d = 0; d < q.length; d++) q[d] = from[d] + t * (to[d] - from[d]);
      this.taken++;
      if (!space.isFree(q)) return false;
    }
    return true;
  }
}
