/** What was found about pairs of members when they were last looked at, to begin with next time. Flat, a place per pair. */
import { grown, PairMap } from '../arrays/index.ts';

/** A feature or triangle that is not known. */
export const NONE = -1;

export class PairMemory {
  /** Two each: closest features of the hulls; nearest triangles, in the order of their trees. */
  features = new Int32Array(64).fill(NONE);
  triangles = new Int32Array(64).fill(NONE);
  /** Three each: a direction from the first to the second, in the frame of the first; 0, 0, 0 if none is known. */
  directions = new Float64Array(96);
  /**
   * Where neither was inside of the other: the distance of their surfaces, and what both had travelled by then. As long
   * as they have travelled less than this it is still so.
   */
  outside = new Float64Array(32).fill(Number.NEGATIVE_INFINITY);
  /** 1 where the pair was within the cutoff: its distance is then likely to be wanted again. */
  near = new Uint8Array(32);
  private readonly places = new PairMap();

  /** The place of what is not to be remembered is number 0. */
  constructor() {
    this.places.set(-1, -1, 0);
  }

  /** The place of a pair, made if need be. Allocates only where there is no room left. */
  placeOf(i: number, k: number): number {
    const known = this.places.get(i, k);
    if (known >= 0) return known;
    const place = this.places.count;
    this.places.set(i, k, place);
    if (place >= this.near.length) this.grow(place + 1);
    this.forget(place);
    return place;
  }

  forget(place: number): void {
    this.features.fill(NONE, 2 * place, 2 * place + 2);
    this.triangles.fill(NONE, 2 * place, 2 * place + 2);
    this.directions.fill(0, 3 * place, 3 * place + 3);
    this.outside[place] = Number.NEGATIVE_INFINITY;
    this.near[place] = 0;
  }

  /** The same for a pair, in whatever order it was asked about. */
  forgetPair(i: number, k: number): void {
    for (const place of [this.places.get(i, k), this.places.get(k, i)]) {
      if (place >= 0) this.forget(place);
    }
  }

  private grow(count: number): void {
    this.features = grown(this.features, 2 * count);
    this.triangles = grown(this.triangles, 2 * count);
    this.directions = grown(this.directions, 3 * count);
    this.outside = grown(this.outside, count);
    this.near = grown(this.near, count);
  }
}
