/**
 * A joint map: for which values of one or two joints two pieces are apart. The joints' ranges are cut into small squares
 * (stretches, for one joint), and what is proven is proven for plots of 8 x 8, 4 x 4, 2 x 2 of them or one. Nothing is
 * proven in advance: a plot is asked about when one of its squares is first met. What becomes of a square does not
 * depend on what was met before, so that answers do not depend on it either.
 */
import type { PieceMotion } from './pieceMotion.ts';
import { PlotProof } from './plotProof.ts';

/** Side of a square: radians and metres. */
const ANGLE_SIDE = 1 / 16;
const LENGTH_SIDE = 0.02;
/** Squares along a side of the largest plot. */
const LARGEST = 8;
/** More squares than this make no map. */
const MOST_SQUARES = 2 ** 18;
/** Values of joints that are beyond this make no map: places would be rounded too much. */
const MOST_VALUE = 1e3;
/** A plot is proven for so much more on each side, in radians or metres: for the rounding of its place. */
const BEYOND = 1e-11;
/** Values of joints are looked up with so much on each side: for their own rounding. */
const AROUND = 1e-12;

// State of a square: the level of the largest plot around it that was not asked about, 0 to LEVELS, or what is known.
const LEVELS = 3;
const PROVEN = 64;
const FAILED = 65;

export class JointMap {
  /** How many plots were asked about, and how many of them are proven. */
  tried = 0;
  proven = 0;
  private readonly proof: PlotProof;
  /** One or two joints. */
  private readonly joints: number;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private readonly side: Float64Array;
  /** Squares along each joint. */
  private readonly counts: Int32Array;
  private readonly states: Uint8Array;
  /** Per plot of the largest size: squares of it that are proven. */
  private readonly provenIn: Uint8Array;
  private readonly centre = new Float64Array(2);
  private readonly half = new Float64Array(2);

  /** Null where the joints' ranges are too long, or empty. */
  static of(motion: PieceMotion): JointMap | null {
    const { lower, upper, dofs } = motion;
    let squares = 1;
    for (let k = 0; k < dofs.length; k++) {
      if (!(upper[k] > lower[k])) return null;
      if (!(Math.abs(lower[k]) < MOST_VALUE && Math.abs(upper[k]) < MOST_VALUE)) return null;
      squares *= (upper[k] - lower[k]) / sideOf(motion, k) + LARGEST;
    }
    return squares <= MOST_SQUARES ? new JointMap(motion) : null;
  }

  private constructor(motion: PieceMotion) {
    const { lower, upper, dofs } = motion;
    this.proof = new PlotProof(motion);
    this.joints = dofs.length;
    this.lower = lower;
    this.upper = upper;
    this.side = Float64Array.from(dofs, (_, k) => sideOf(motion, k));
    this.counts = Int32Array.from(dofs, (_, k) => {
      const plots = (upper[k] - lower[k]) / (LARGEST * this.side[k]);
      return LARGEST * Math.max(1, Math.ceil(plots));
    });
    this.states = new Uint8Array(this.counts.reduce((product, count) => product * count, 1));
    this.provenIn = new Uint8Array(this.counts.reduce((all, count) => (all * count) / LARGEST, 1));
  }

  /** Pairs of patches that were asked about until now. */
  get asked(): number {
    return this.proof.asked;
  }

  /** How many squares long a way by (x, y) is; y is not looked at where there is one joint. */
  squaresAcross(x: number, y: number): number {
    const along = Math.abs(x) / this.side[0];
    return this.joints === 1 ? along : Math.max(along, Math.abs(y) / this.side[1]);
  }

  /** Whether the pieces are shown to be apart wherever the joints are between x0 and x1 and between y0 and y1. */
  covers(x0: number, y0: number, x1: number, y1: number): boolean {
    const i0 = this.squareOf(0, Math.min(x0, x1) - AROUND);
    const i1 = this.squareOf(0, Math.max(x0, x1) + AROUND);
    if (i0 < 0 || i1 < 0) return false;
    let j0 = 0;
    let j1 = 0;
    if (this.joints > 1) {
      j0 = this.squareOf(1, Math.min(y0, y1) - AROUND);
      j1 = this.squareOf(1, Math.max(y0, y1) + AROUND);
      if (j0 < 0 || j1 < 0) return false;
    }
    const { states, counts } = this;
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const state = states[j * counts[0] + i];
        if (state === PROVEN) continue;
        if (state === FAILED || !this.settle(i, j)) return false;
      }
    }
    return true;
  }

  /**
   * Whether that is known already, of all plots of the largest size that it takes: a quick look, which asks about none.
   * Where it says so, `covers` does of every part.
   */
  isKnown(x0: number, y0: number, x1: number, y1: number): boolean {
    const i0 = this.squareOf(0, Math.min(x0, x1) - AROUND) >> LEVELS;
    const i1 = this.squareOf(0, Math.max(x0, x1) + AROUND) >> LEVELS;
    if (i0 < 0 || i1 < 0) return false;
    const { provenIn, counts } = this;
    if (this.joints === 1) {
      for (let i = i0; i <= i1; i++) if (provenIn[i] < LARGEST) return false;
      return true;
    }
    const j0 = this.squareOf(1, Math.min(y0, y1) - AROUND) >> LEVELS;
    const j1 = this.squareOf(1, Math.max(y0, y1) + AROUND) >> LEVELS;
    if (j0 < 0 || j1 < 0) return false;
    const across = counts[0] >> LEVELS;
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        if (provenIn[j * across + i] < LARGEST * LARGEST) return false;
      }
    }
    return true;
  }

  /** The square that a value of a joint is in; -1 if it is in none. */
  private squareOf(k: number, value: number): number {
    // A little outside of the range is what rounding does.
    const from = value - this.lower[k];
    if (!(from > -4 * AROUND && value < this.upper[k] + 4 * AROUND)) return -1;
    return Math.min(Math.max(0, Math.floor(from / this.side[k])), this.counts[k] - 1);
  }

  /** Asks about plots around a square, the largest first, until it is known; whether it is proven. */
  private settle(i: number, j: number): boolean {
    const { centre, half, side, lower, upper, states, counts } = this;
    for (let level = states[j * counts[0] + i]; level <= LEVELS; level++) {
      const size = LARGEST >> level;
      for (let k = 0; k < this.joints; k++) {
        const first = (k === 0 ? i : j) & ~(size - 1);
        // The last plot ends with the range.
        const from = lower[k] + first * side[k];
        const to = Math.min(from + size * side[k], upper[k]);
        half[k] = 0.5 * (to - from) + BEYOND;
        centre[k] = from + 0.5 * (to - from);
      }
      this.tried++;
      if (this.proof.isApart(centre, half)) {
        this.proven++;
        this.fill(i, j, size, PROVEN);
        return true;
      }
      this.fill(i, j, size, level < LEVELS ? level + 1 : FAILED);
    }
    return false;
  }

  /** Sets the state of all squares of the plot of a size that a square is in. */
  private fill(i: number, j: number, size: number, state: number): void {
    const [across] = this.counts;
    const first = i & ~(size - 1);
    const row = this.joints === 1 ? 0 : j & ~(size - 1);
    const rows = this.joints === 1 ? 1 : size;
    for (let r = row; r < row + rows; r++) {
      this.states.fill(state, r * across + first, r * across + first + size);
    }
    // A plot is proven once, and nothing in it was before.
    const plot = (row >> LEVELS) * (across >> LEVELS) + (first >> LEVELS);
    if (state === PROVEN) this.provenIn[plot] += rows * size;
  }
}

function sideOf({ tree, dofs }: PieceMotion, k: number): number {
  return tree.dofs[dofs[k]].unit === 'length' ? LENGTH_SIDE : ANGLE_SIDE;
}
