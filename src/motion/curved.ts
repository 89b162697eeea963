/**
 * Segments on which every degree of freedom has a curve of its own, a polynomial or an arc: what polynomial.ts and
 * circular.ts have in common. Rotations of floating joints turn evenly, as on straight segments.
 */
import { MOST_VALUE } from '../kinematics/magnitude.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import { COEFFICIENTS, Curve } from './curve.ts';
import type { JointCurve } from './jointCurve.ts';
import type { Segment } from './segment.ts';
import { floatingDofs, TURN_ERROR, Turn } from './turn.ts';

/** In place of polynomials: by degree of freedom a curve, with what it begins and ends at. */
export type OtherCurves = ReadonlyMap<number, OtherCurve>;

/** A curve of one degree of freedom that is no polynomial, with what it begins and ends at. */
export interface OtherCurve {
  readonly curve: JointCurve;
  readonly from: number;
  readonly to: number;
}

const NONE: OtherCurves = new Map();

/** Segments on which every degree of freedom has a curve of its own. */
export abstract class CurvedSegment implements Segment {
  abstract readonly kind: 'polynomial' | 'circular';
  readonly uniform = false;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Per degree of freedom c0 ... c5; of quaternions c0 at the beginning and c1 at the end. */
  readonly coefficients: Float64Array;
  private readonly curves: readonly JointCurve[];
  private readonly turns: readonly Turn[];

  /** `coefficients`: COEFFICIENTS per degree of freedom; see PolynomialSegment. */
  constructor(tree: KinematicTree, coefficients: Float64Array, others = NONE) {
    const count = tree.dofs.length;
    requireCoefficients(tree, coefficients);
    this.coefficients = coefficients.slice();
    const own = coefficients.slice();
    this.from = new Float64Array(count);
    this.to = new Float64Array(count);
    const quaternions = floatingDofs(tree).flatMap((d) => [d + 3, d + 4, d + 5, d + 6]);
    const ends = quaternions.map((d) => own[COEFFICIENTS * d + 1]);
    // What is not a polynomial stands still as one; `turns` has the rest.
    for (const d of quaternions) own.fill(0, COEFFICIENTS * d + 1, COEFFICIENTS * (d + 1));
    this.curves = Array.from(
      { length: count },
      (_, d) => others.get(d)?.curve ?? new Curve(own, COEFFICIENTS * d),
    );
    for (let d = 0; d < count; d++) {
      this.from[d] = others.get(d)?.from ?? own[COEFFICIENTS * d];
      this.to[d] = others.get(d)?.to ?? this.curves[d].at(0, 1);
    }
    quaternions.forEach((d, i) => {
      this.to[d] = ends[i];
    });
    this.turns = floatingDofs(tree).map((d) => new Turn(tree, d, this.from, this.to));
  }

  /** The curve of a degree of freedom; of quaternions it says nothing. */
  curveOf(d: number): JointCurve {
    return this.curves[d];
  }

  configurationInto(t: number, out: Float64Array, o: number): void {
    const { curves, turns } = this;
    for (let d = 0; d < curves.length; d++) out[o + d] = curves[d].at(0, t);
    for (let k = 0; k < turns.length; k++) turns[k].into(t, out, o);
  }

  rateInto(t: number, out: Float64Array, o: number): void {
    const { curves } = this;
    for (let d = 0; d < curves.length; d++) out[o + d] = curves[d].at(1, t);
    for (const { d, vector } of this.turns) out.set(vector, o + d + 3);
  }

  accelerationInto(t: number, out: Float64Array, o: number): void {
    const { curves } = this;
    for (let d = 0; d < curves.length; d++) out[o + d] = curves[d].at(2, t);
  }

  variationUpperInto(ta: number, tb: number, out: Float64Array, o: number): void {
    const { curves } = this;
    for (let d = 0; d < curves.length; d++) out[o + d] = curves[d].variationUpper(ta, tb);
    const span = (tb - ta) * (1 + 4 * U);
    for (const { d, angleUpper } of this.turns) {
      // A curve is not longer than its three projections together.
      const sum = out[o + d] + out[o + d + 1] + out[o + d + 2];
      out[o + d] = Math.min(sum * (1 + 4 * U), span * this.lengthUpper(1, d, ta, tb));
      this.finish(out, o + d, span * angleUpper);
    }
  }

  rateUpperInto(ta: number, tb: number, out: Float64Array, o: number): void {
    this.mostInto(1, ta, tb, out, o);
    for (const { d, angleUpper } of this.turns) out[o + d + 3] = angleUpper;
  }

  accelerationUpperInto(ta: number, tb: number, out: Float64Array, o: number): void {
    this.mostInto(2, ta, tb, out, o);
  }

  jerkUpperInto(ta: number, tb: number, out: Float64Array, o: number): void {
    this.mostInto(3, ta, tb, out, o);
  }

  private mostInto(k: number, ta: number, tb: number, out: Float64Array, o: number): void {
    const { curves } = this;
    for (let d = 0; d < curves.length; d++) out[o + d] = curves[d].mostUpper(k, ta, tb);
    for (const { d } of this.turns) {
      out[o + d] = this.lengthUpper(k, d, ta, tb);
      this.finish(out, o + d, 0);
    }
  }

  /** Upper bound of the length of a derivative of a floating joint's origin. */
  private lengthUpper(k: number, d: number, ta: number, tb: number): number {
    const { curves } = this;
    const x = curves[d].mostUpper(k, ta, tb);
    const y = curves[d + 1].mostUpper(k, ta, tb);
    const z = curves[d + 2].mostUpper(k, ta, tb);
    return Math.sqrt(x * x + y * y + z * z) * (1 + 8 * U);
  }

  /** What follows the length in the upper bounds of a floating joint: zeros, and the angle. */
  private finish(out: Float64Array, at: number, angle: number): void {
    out.fill(0, at + 1, at + 7);
    out[at + 3] = angle;
  }

  rangeInto(lower: Float64Array, upper: Float64Array): void {
    this.curves.forEach((curve, d) => {
      lower[d] = curve.lower(0, 1);
      upper[d] = curve.upper(0, 1);
    });
    for (const { d } of this.turns) {
      lower.fill(-Infinity, d + 3, d + 7);
      upper.fill(Infinity, d + 3, d + 7);
    }
  }

  errorUpperInto(out: Float64Array, o: number): void {
    const { curves } = this;
    for (let d = 0; d < curves.length; d++) out[o + d] = curves[d].error;
    for (const { d } of this.turns) {
      // As a length: no longer than its three projections together.
      const slide = out[o + d] + out[o + d + 1] + out[o + d + 2];
      out.fill(0, o + d, o + d + 7);
      out[o + d] = slide;
      out[o + d + 3] = TURN_ERROR;
    }
  }
}

function requireCoefficients(tree: KinematicTree, coefficients: Float64Array): void {
  const count = tree.dofs.length;
  if (coefficients.length !== COEFFICIENTS * count) {
    throw new InputError({
      code: 'path/length',
      message: `a polynomial segment has ${coefficients.length} coefficients; expected ${COEFFICIENTS} for each of ${count} degrees of freedom`,
    });
  }
  coefficients.forEach((c, i) => {
    if (Math.abs(c) <= MOST_VALUE) return;
    const { name } = tree.dofs[Math.floor(i / COEFFICIENTS)];
    throw new InputError({
      code: 'path/non-finite',
      message: `coefficient ${i % COEFFICIENTS} of "${name}" is ${c}`,
      hint: `positions, velocities and accelerations must be finite and within ${MOST_VALUE} in the time of a segment, and times must differ`,
    });
  });
}
