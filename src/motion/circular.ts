/**
 * Circular segments: degrees of freedom that run along an arc, c0 + u (cos x - 1) + v sin x with an angle x that runs evenly,
 * beside others that are polynomials or stand still. circle.ts makes them of three configurations; where several robots move
 * at once each has its own angle (tracks.ts).
 *
 * Both ends are what is given, to the bit; what the arc itself lacks there counts as an error.
 */
import { MOST_VALUE } from '../kinematics/magnitude.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import { COEFFICIENTS } from './curve.ts';
import { CurvedSegment, type OtherCurve } from './curved.ts';
import { SweptAngle, Swing } from './swing.ts';

/** Numbers of an arc: its degree of freedom, u, v, the angle at the beginning, and by how much it grows. */
export const ARC_NUMBERS = 5;

/** A whole turn, and what rounding may add to the sum of two parts of it. */
const MOST_ANGLE = 2 * Math.PI * (1 + 4 * U);

/** What a given end may be off by, of the size of the arc's numbers. Those of circle.ts and tracks.ts are off by less than 32 U. */
const MOST_OFF = 512 * U;

/** What a circular segment is made of. */
export interface CircularNumbers {
  /** As of a polynomial segment; of degrees of freedom on arcs the first one alone counts, the others are 0. */
  readonly coefficients: Float64Array;
  /** ARC_NUMBERS for each degree of freedom on an arc, in order. */
  readonly arcs: Float64Array;
  /** Where degrees of freedom on arcs begin and end. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** A segment on which degrees of freedom run along arcs, beside others that are polynomials or stand still. */
export class CircularSegment extends CurvedSegment {
  readonly kind = 'circular';
  /** ARC_NUMBERS for each degree of freedom on an arc, in order. */
  readonly arcs: Float64Array;
  private readonly moved: readonly number[];

  /** Throws an InputError for numbers that are no arcs, or do not lead from one end to the other. */
  constructor(tree: KinematicTree, numbers: CircularNumbers) {
    const swings = swingsOf(tree, numbers);
    super(tree, numbers.coefficients, swings);
    this.arcs = numbers.arcs.slice();
    this.moved = [...swings.keys()];
  }

  override configurationInto(t: number, out: Float64Array, o: number): void {
    super.configurationInto(t, out, o);
    if (t !== 0 && t !== 1) return;
    const end = t === 0 ? this.from : this.to;
    for (const d of this.moved) out[o + d] = end[d];
  }
}

function swingsOf(
  tree: KinematicTree,
  { coefficients, arcs, from, to }: CircularNumbers,
): Map<number, OtherCurve> {
  if (arcs.length === 0 || arcs.length % ARC_NUMBERS !== 0) {
    throw fault(`a circular segment has ${arcs.length} numbers of arcs`);
  }
  const swings = new Map<number, OtherCurve>();
  const angles: SweptAngle[] = [];
  let last = -1;
  for (let o = 0; o < arcs.length; o += ARC_NUMBERS) {
    const [d, u, v, begin, sweep] = arcs.subarray(o, o + ARC_NUMBERS);
    if (!(Number.isInteger(d) && d > last && d < tree.dofs.length)) {
      throw fault(`${d} is no degree of freedom that comes next in a list of arcs`);
    }
    last = d;
    const { name, unit } = tree.dofs[d];
    const rest = coefficients.subarray(COEFFICIENTS * d + 1, COEFFICIENTS * (d + 1));
    if (unit === 'quaternion' || rest.some((c) => c !== 0)) {
      throw fault(`"${name}" cannot run along an arc: it is a rotation, or a polynomial`);
    }
    const size = Math.max(Math.abs(u), Math.abs(v));
    if (!(size > 0 && size <= MOST_VALUE))
      throw fault(`the arc of "${name}" has the radius ${size}`);
    if (!(begin >= 0 && sweep > 0 && begin + sweep <= MOST_ANGLE)) {
      throw fault(`the arc of "${name}" runs from ${begin} rad by ${sweep} rad`);
    }
    // One angle for all that share it: its sine is computed once.
    let angle = angles.find((each) => each.begin === begin && each.sweep === sweep);
    if (!angle) {
      angle = new SweptAngle(begin, sweep);
      angles.push(angle);
    }
    const p = coefficients[COEFFICIENTS * d];
    const curve = new Swing(angle, p, [u, v], [from[d], to[d]]);
    if (!(curve.off <= MOST_OFF * (Math.abs(p) + Math.abs(u) + Math.abs(v)))) {
      throw fault(`the arc of "${name}" does not lead from ${from[d]} to ${to[d]}`);
    }
    swings.set(d, { curve, from: from[d], to: to[d] });
  }
  return swings;
}

function fault(message: string): InputError {
  return new InputError({ code: 'path/arc', message });
}
