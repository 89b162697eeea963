/** What was found about pairs of members when they were last looked at, to begin with next time. Flat, a place per pair. */
import { grown, PairMap } from '../arrays/index.ts';
import { U } from '../math/index.ts';
import { KeptTree } from '../proximity/index.ts';

/** |R' - R| of two rotations is their Frobenius distance over the root of 2, rounded up. */
const TURN = Math.SQRT1_2 * (1 + 16 * U);
/** What rotations that are none, and the rounding of differences, add per unit of size. */
const DEFECT = 256 * U;

/** A feature or triangle that is not known. */
export const NONE = -1;

export class PairMemory {
  /** Two each: closest features of the hulls; nearest triangles, in the order of their trees. */
  features = new Int32Array(64).fill(NONE);
  triangles = new Int32Array(64).fill(NONE);
  /** Three each: a direction from the first to the second, in the frame of the first; 0, 0, 0 if none is known. */
  directions = new Float64Array(96);
  /**
   * Twelve each: the relative pose of the last look. One each: how far a point of the second has gone, seen from the
   * first, and by how much it has turned: sums over all looks.
   */
  poses = new Float64Array(12 * 32).fill(Number.NaN);
  shifts = new Float64Array(32);
  turns = new Float64Array(32);
  /**
   * Where neither was inside of the other: the distance of their surfaces, and what was travelled by then. As long as
   * that is less than this it is still so.
   */
  outside = new Float64Array(32).fill(Number.NEGATIVE_INFINITY);
  /** The same where one was inside of the other; whether it is the second, and a point of it in its body's frame. */
  inside = new Float64Array(32).fill(Number.NEGATIVE_INFINITY);
  isSecond = new Uint8Array(32);
  insidePoints = new Float64Array(96);
  /** Where hulls met while the pieces did not: how many looks are left that need not ask the hulls. */
  meeting = new Uint8Array(32);
  /** 1 where the pair was within the cutoff: its distance is then likely to be wanted again. */
  near = new Uint8Array(32);
  /** Where triangles were looked at: the pairs that were opened then. */
  readonly trees: (KeptTree | undefined)[] = [];
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
    this.poses.fill(Number.NaN, 12 * place, 12 * place + 12);
    this.shifts[place] = 0;
    this.turns[place] = 0;
    this.outside[place] = Number.NEGATIVE_INFINITY;
    this.inside[place] = Number.NEGATIVE_INFINITY;
    this.trees[place]?.clear();
    this.meeting[place] = 0;
    this.near[place] = 0;
  }

  /**
   * Adds how far the point `from` of the second has gone since the last look, and by how much it has turned, the pose
   * being bInA now. Where it is the first look nothing is known that could have changed.
   */
  travel(place: number, bInA: Float64Array, from: Float64Array): void {
    const { poses, shifts, turns } = this;
    const o = 12 * place;
    if (Number.isNaN(poses[o])) {
      for (let k = 0; k < 12; k++) poses[o + k] = bInA[k];
      return;
    }
    let turned = 0;
    let shifted = 0;
    let size = 0;
    for (let row = 0; row < 3; row++) {
      const m = 3 * row;
      const x = bInA[m] - poses[o + m];
      const y = bInA[m + 1] - poses[o + m + 1];
      const z = bInA[m + 2] - poses[o + m + 2];
      turned += x * x + y * y + z * z;
      const t = bInA[9 + row] - poses[o + 9 + row];
      const s = x * from[0] + y * from[1] + z * from[2] + t;
      shifted += s * s;
      size += Math.abs(bInA[9 + row]) + Math.abs(from[row]);
      poses[o + m] = bInA[m];
      poses[o + m + 1] = bInA[m + 1];
      poses[o + m + 2] = bInA[m + 2];
      poses[o + 9 + row] = bInA[9 + row];
    }
    if (turned === 0 && shifted === 0) return;
    const shift = Math.sqrt(shifted) + DEFECT * size;
    shifts[place] += shift * (1 + 8 * U) + 4 * U * shifts[place];
    turns[place] += (TURN * Math.sqrt(turned) + DEFECT) * (1 + 8 * U) + 4 * U * turns[place];
  }

  treeOf(place: number): KeptTree {
    let tree = this.trees[place];
    if (tree === undefined) {
      tree = new KeptTree();
      this.trees[place] = tree;
    }
    return tree;
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
    this.poses = grown(this.poses, 12 * count);
    this.shifts = grown(this.shifts, count);
    this.turns = grown(this.turns, count);
    this.outside = grown(this.outside, count);
    this.inside = grown(this.inside, count);
    this.isSecond = grown(this.isSecond, count);
    this.insidePoints = grown(this.insidePoints, 3 * count);
    this.meeting = grown(this.meeting, count);
    this.near = grown(this.near, count);
  }
}
