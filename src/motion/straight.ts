/**
 * Straight segments: every joint runs evenly from one value to the other, exactly as the numbers
 * say (path.ts decides how continuous joints wrap, before). The rotation of a floating joint turns
 * evenly about one axis, the short way (slerp), while its origin runs along a straight line.
 *
 * The true motion of a number is a + t (b - a) in real numbers. Computed: three roundings, of at most
 * |b - a|, |b - a| and the result, so less than 4 u (|a| + |b|). The true rotation at t is that of
 * a, then a turn by t times the exact turn from a to b; the turn is computed within 100 u of it (16
 * roundings of four products relative to the quaternions' lengths, 32 u of the angle), its sine and
 * cosine within 4 u, the product within 16 u.
 */
import { FLOATING, type KinematicTree } from '../kinematics/index.ts';
import { InputError, sincosInto, U } from '../math/index.ts';
import { turnBetweenInto } from './angle.ts';
import type { Segment } from './segment.ts';

/** Error of the rotation of a floating joint, in radians. */
const TURN_ERROR = 256 * U;

export class StraightSegment implements Segment {
  readonly kind = 'straight';
  readonly uniform = true;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Signed rates, and upper bounds of their lengths. */
  private readonly rate: Float64Array;
  private readonly rateUpper: Float64Array;
  /** First number of each floating joint. */
  private readonly floating: readonly number[];
  private readonly trig = new Float64Array(2);

  constructor(tree: KinematicTree, from: Float64Array, to: Float64Array) {
    const count = tree.dofs.length;
    if (from.length !== count || to.length !== count) {
      throw new InputError({
        code: 'path/length',
        message: `a configuration has ${from.length === count ? to.length : from.length} values, the cell ${count} degrees of freedom`,
      });
    }
    // Copies: a caller may reuse its arrays, the motion stays what it was.
    this.from = from.slice();
    this.to = to.slice();
    this.rate = new Float64Array(count);
    this.rateUpper = new Float64Array(count);
    for (let d = 0; d < count; d++) {
      const r = to[d] - from[d];
      if (!Number.isFinite(r)) refuse(tree, from, to, d);
      this.rate[d] = r;
      this.rateUpper[d] = Math.abs(r) * (1 + 2 * U);
    }
    this.floating = floatingDofs(tree);
    for (const d of this.floating) this.prepareFloating(tree, d);
  }

  private prepareFloating(tree: KinematicTree, d: number): void {
    const { from, to, rate, rateUpper } = this;
    for (const q of [from, to]) {
      const [x, y, z, w] = q.subarray(d + 3, d + 7);
      const squared = x * x + y * y + z * z + w * w;
      if (squared > 1e-12 && squared < 1e12) continue;
      throw new InputError({
        code: 'configuration/quaternion',
        message: `the quaternion of "${tree.dofs[d].joint}" has the length ${Math.sqrt(squared)}`,
        hint: 'a rotation is a quaternion of length 1',
      });
    }
    turnBetweenInto(from, d + 3, to, d + 3, rate, d + 3);
    rate[d + 6] = 0;
    const length = (k: number) => {
      const [x, y, z] = rate.subarray(k, k + 3);
      return Math.sqrt(x * x + y * y + z * z);
    };
    const slide = length(d) * (1 + 8 * U);
    const turn = length(d + 3) * (1 + 8 * U);
    rateUpper.fill(0, d, d + 7);
    rateUpper[d] = slide;
    // A rotation stands still only if the quaternions are equal; a turn may be too small to compute.
    const still = [3, 4, 5, 6].every((k) => from[d + k] === to[d + k]);
    rateUpper[d + 3] = still ? 0 : turn + TURN_ERROR;
  }

  configurationInto(t: number, out: Float64Array, o: number): void {
    const { from, to, rate } = this;
    // Both ends exactly as given.
    const end = t === 1;
    for (let d = 0; d < from.length; d++) out[o + d] = end ? to[d] : from[d] + t * rate[d];
    for (let k = 0; k < this.floating.length; k++) this.turnInto(t, this.floating[k], out, o);
  }

  private turnInto(t: number, d: number, out: Float64Array, o: number): void {
    const { from, to, rate, trig } = this;
    const x = rate[d + 3];
    const y = rate[d + 4];
    const z = rate[d + 5];
    const angle = Math.sqrt(x * x + y * y + z * z);
    if (t === 0 || t === 1 || angle === 0) {
      for (let k = 3; k < 7; k++) out[o + d + k] = (t === 1 ? to : from)[d + k];
      return;
    }
    sincosInto(0.5 * t * angle, trig, 0);
    const s = trig[0] / angle;
    const c = trig[1];
    const [ax, ay, az, aw] = [from[d + 3], from[d + 4], from[d + 5], from[d + 6]];
    out[o + d + 3] = aw * s * x + ax * c + ay * s * z - az * s * y;
    out[o + d + 4] = aw * s * y - ax * s * z + ay * c + az * s * x;
    out[o + d + 5] = aw * s * z + ax * s * y - ay * s * x + az * c;
    out[o + d + 6] = aw * c - s * (ax * x + ay * y + az * z);
  }

  rateInto(_t: number, out: Float64Array, o: number): void {
    for (let d = 0; d < this.rate.length; d++) out[o + d] = this.rate[d];
  }

  variationUpperInto(ta: number, tb: number, out: Float64Array, o: number): void {
    const span = (tb - ta) * (1 + 4 * U);
    for (let d = 0; d < this.rate.length; d++) out[o + d] = span * this.rateUpper[d];
  }

  rateUpperInto(_ta: number, _tb: number, out: Float64Array, o: number): void {
    for (let d = 0; d < this.rate.length; d++) out[o + d] = this.rateUpper[d];
  }

  accelerationUpperInto(_ta: number, _tb: number, out: Float64Array, o: number): void {
    for (let d = 0; d < this.rate.length; d++) out[o + d] = 0;
  }

  rangeInto(lower: Float64Array, upper: Float64Array): void {
    const { from, to } = this;
    for (let d = 0; d < from.length; d++) {
      lower[d] = Math.min(from[d], to[d]);
      upper[d] = Math.max(from[d], to[d]);
    }
    for (const d of this.floating) {
      lower.fill(-Infinity, d + 3, d + 7);
      upper.fill(Infinity, d + 3, d + 7);
    }
  }

  errorUpperInto(out: Float64Array, o: number): void {
    const { from, to } = this;
    for (let d = 0; d < from.length; d++) {
      out[o + d] = from[d] === to[d] ? 0 : 4 * U * (Math.abs(from[d]) + Math.abs(to[d]));
    }
    for (const d of this.floating) {
      out[o + d + 3] = TURN_ERROR;
      for (let k = 4; k < 7; k++) out[o + d + k] = 0;
    }
  }
}

const floatingOf = new WeakMap<KinematicTree, number[]>();

/** First number of each floating joint that is a degree of freedom. */
export function floatingDofs(tree: KinematicTree): readonly number[] {
  const known = floatingOf.get(tree);
  if (known) return known;
  const found: number[] = [];
  for (let f = 0; f < tree.frameCount; f++) {
    if (tree.kind[f] === FLOATING && tree.dof[f] >= 0) found.push(tree.dof[f]);
  }
  floatingOf.set(tree, found);
  return found;
}

function refuse(tree: KinematicTree, from: Float64Array, to: Float64Array, d: number): never {
  const bad = Number.isFinite(from[d]) ? to[d] : from[d];
  throw new InputError({
    code: 'configuration/non-finite',
    message: `the value of "${tree.dofs[d].name}" is ${bad}`,
    hint: 'a configuration has one finite number per degree of freedom',
  });
}
