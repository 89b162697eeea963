/**
 * A few looks at a straight motion: is it free at some configurations of it? What collides mostly does so at one of the
 * first few, and a look costs a small part of a proof; what passes is likely to be free, and no more than that.
 * The middle comes first, then the middles of what is left and right of it, and so on.
 */
import type { PlanningSpace } from './space.ts';

/** Where looks are taken, in this order. */
const PLACES = [4, 2, 6, 1, 3, 5, 7].map((eighth) => eighth / 8);

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

  /** Whether a motion is free wherever it is looked at: `most` times, and at most 7. */
  pass(from: Float64Array, to: Float64Array, most: number): boolean {
    const { space, at: q } = this;
    for (let k = 0; k < most && k < PLACES.length; k++) {
      for (let d = 0; d < q.length; d++) q[d] = from[d] + PLACES[k] * (to[d] - from[d]);
      this.taken++;
      if (!space.isFree(q)) return false;
    }
    return true;
  }
}
