/**
 * The chain of resolutions of a hierarchical spatial hash [C 2.1]: sides rho_1 > rho_2 > ... of the cubes that space is
 * tiled with, so that for every box X there is a k with
 *
 *     alpha <= sz(X) / rho_k <= beta,        0 < alpha < 1 <= beta,                                             (2)
 *
 * where sz is the longest side. The smallest such k is the level of the box, counted from 0 here: its cells are the
 * largest that (2) allows. What the two numbers do: a box meets at most (beta + 1)^3 cells of its level, fewer of
 * coarser ones [Theorem 1], so beta is best at 1, the least; boxes farther apart than sqrt(3) / alpha times the larger
 * size share no cell that counts [Theorem 3], so a larger alpha tells more apart; and beta / alpha is the range of sizes
 * that one resolution serves, so a larger alpha needs more resolutions [Lemma 1], whose cells cost each time. The
 * default is 0.25 and 1: docs/proofs/broadphase.md has what was measured.
 *
 * A chain for given sizes is the shortest there is; later sizes that it does not serve add resolutions to it, from a
 * fixed series, so that sizes that change forever add no more of them than Lemma 1 has.
 */
import { grown } from '../arrays/index.ts';
import { InputError, U } from '../math/index.ts';

export interface HashSettings {
  /** How small a box may be, as a part of the side of its cells. Default: 0.25. */
  readonly alpha?: number;
  /** How large a box may be, in sides of its cells. Default: 1. */
  readonly beta?: number;
  /**
   * Where borders of cells are: so far below the origin, in sides. Default: 0.382. With 0, as in the paper, there is a
   * border at the origin, and whatever trembles on a table at height 0 enters and leaves cells all the time.
   */
  readonly shift?: number;
  /** Sides of cells to begin with, in metres. Default: chosen when the first bodies are there. */
  readonly resolutions?: ArrayLike<number>;
}

const LEAST = 1e-12;
/** A box is taken for at least this large, in metres: below that, no cells are made. */
export const LEAST_SIZE = LEAST;
/** And for at least this part of its largest coordinate: numbers of cells stay exact in doubles. */
const LEAST_PART = 2 ** -40;
/** Quotients of a size that are computed, and compared with it, are within this. */
const ABOVE = 1 + 8 * U;
const BELOW = 1 - 8 * U;
/** Limits of what is accepted: at most 729 cells a box and level, and no chain of a link for each size. */
const MAX_BETA = 8;
const LEAST_ALPHA = 2 ** -10;
const LEAST_RATIO = 1.05;

/** out[i] = the size of the box at boxes[o], by which its resolution is chosen: its longest side, if that is not nothing. */
export function sizeInto(boxes: Float64Array, o: number, out: Float64Array, i: number): void {
  let size = LEAST;
  let far = 0;
  for (let k = o; k < o + 3; k++) {
    const low = boxes[k];
    const high = boxes[k + 3];
    if (high - low > size) size = high - low;
    if (high > far) far = high;
    if (-low > far) far = -low;
  }
  out[i] = Math.max(size, LEAST_PART * far);
}

/**
 * The fewest resolutions that serve these sizes, the largest first. From the smallest size up: a resolution that is as
 * large as (2) allows for the smallest size that is not yet served serves the most of those above it, as in the proof
 * of Lemma 1, but for sizes that nobody has.
 */
export function chooseResolutions(
  sizes: ArrayLike<number>,
  { alpha = 0.25, beta = 1 }: HashSettings = {},
): Float64Array {
  assertSettings(alpha, beta);
  const sorted = Float64Array.from(sizes, (size) => Math.max(size, LEAST)).sort();
  if (!sorted.every((size) => size < Infinity)) throw wrong('sizes', 'finite numbers');
  const chain: number[] = [];
  let served = 0;
  for (const size of sorted) {
    if (size <= served) continue;
    chain.push(size / alpha);
    served = beta * (size / alpha) * ABOVE;
  }
  return Float64Array.from(chain.reverse());
}

/**
 * Resolutions for bodies whose velocities are not known ahead, so that nobody can say how long their swept boxes are
 * [C 2.2]: by the diameters of the balls around their centres of mass.
 */
export function resolutionsFromRadii(
  radii: ArrayLike<number>,
  settings: HashSettings = {},
): Float64Array {
  return chooseResolutions(
    Float64Array.from(radii, (radius) => 2 * radius),
    settings,
  );
}

export class Resolutions {
  readonly alpha: number;
  readonly beta: number;
  readonly shift: number;
  /** How many there are. */
  count = 0;
  /** Sides of cells, the largest first, and one over them. */
  sides = new Float64Array(8);
  inverses = new Float64Array(8);
  /** The smallest and the largest size of boxes that (2) allows. */
  private least = new Float64Array(8);
  private most = new Float64Array(8);

  constructor({ alpha = 0.25, beta = 1, shift = 0.382, resolutions = [] }: HashSettings = {}) {
    assertSettings(alpha, beta);
    this.alpha = alpha;
    this.beta = beta;
    if (!(shift >= 0 && shift < 1)) throw wrong('shift', '0 to less than 1');
    this.shift = shift;
    for (let i = 0; i < resolutions.length; i++) {
      const side = resolutions[i];
      if (!(side >= LEAST && side < Infinity)) throw wrong('resolutions', 'positive numbers');
      this.insert(side);
    }
  }

  /** The level of boxes of the size at sizes[i]: the coarsest that (2) allows; -1 if there is none. */
  levelOf(sizes: Float64Array, i: number): number {
    const size = sizes[i];
    for (let k = 0; k < this.count; k++) {
      if (size >= this.least[k]) return size <= this.most[k] ? k : -1;
    }
    return -1;
  }

  /** Whether `levelOf` would say so. */
  isLevel(level: number, sizes: Float64Array, i: number): boolean {
    const { least, most } = this;
    const size = sizes[i];
    return size >= least[level] && size <= most[level] && (level === 0 || size < least[level - 1]);
  }

  /** Adds what is missing for these sizes, the first `count` of them; whether anything was. */
  serve(sizes: Float64Array, count: number): boolean {
    const before = this.count;
    if (before === 0 && count > 0) {
      for (const side of chooseResolutions(sizes.subarray(0, count), this)) this.insert(side);
    }
    for (let i = 0; i < count; i++) {
      if (this.levelOf(sizes, i) < 0) this.insert(this.fromSeries(sizes[i]));
    }
    return this.count > before;
  }

  /** The smallest of the series (beta / alpha)^m that is at least size / beta, as far as roundings let it serve. */
  private fromSeries(size: number): number {
    const ratio = this.beta / this.alpha;
    const m = Math.ceil(Math.log(size / this.beta) / Math.log(ratio));
    return Math.min(Math.max(ratio ** m, size / this.beta), size / this.alpha);
  }

  private insert(side: number): void {
    if (this.count === this.sides.length) {
      this.sides = grown(this.sides);
      this.inverses = grown(this.inverses);
      this.least = grown(this.least);
      this.most = grown(this.most);
    }
    let k = this.count;
    while (k > 0 && this.sides[k - 1] < side) k--;
    if (k > 0 && this.sides[k - 1] === side) return;
    this.sides.copyWithin(k + 1, k, this.count++);
    this.sides[k] = side;
    for (let i = 0; i < this.count; i++) {
      this.inverses[i] = 1 / this.sides[i];
      this.least[i] = this.alpha * this.sides[i] * BELOW;
      this.most[i] = this.beta * this.sides[i] * ABOVE;
    }
  }
}

function assertSettings(alpha: number, beta: number): void {
  if (!(alpha >= LEAST_ALPHA && alpha < 1)) throw wrong('alpha', `${LEAST_ALPHA} to less than 1`);
  if (!(beta >= 1 && beta <= MAX_BETA)) throw wrong('beta', `1 to ${MAX_BETA}`);
  if (!(beta / alpha >= LEAST_RATIO)) throw wrong('beta / alpha', `at least ${LEAST_RATIO}`);
}

function wrong(name: string, expected: string): InputError {
  return new InputError({
    code: 'broadphase/settings',
    message: `${name} of a spatial hash: expected ${expected}`,
  });
}
