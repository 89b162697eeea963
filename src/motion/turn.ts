/**
 * The rotation of a floating joint on a segment: an even turn about one axis, from one quaternion to
 * the other, the short way.
 *
 * The true rotation at t is that of a, then a turn by t times the exact turn from a to b; the turn is
 * computed within 100 u of it (16 roundings of four products relative to the quaternions' lengths, 32 u
 * of the angle), its sine and cosine within 4 u, the product within 16 u.
 */
import { FLOATING } from '../kinematics/joint.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import { sincosInto } from '../math/sincos.ts';
import { turnBetweenInto } from './angle.ts';

/** Error of the computed rotation, in radians. */
export const TURN_ERROR = 256 * U;

export class Turn {
  /** First number of the floating joint; its quaternion begins three numbers on. */
  readonly d: number;
  /** Axis times angle, in the moving frame's coordinates. */
  readonly vector = new Float64Array(3);
  readonly angleUpper: number;
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private readonly trig = new Float64Array(2);

  /** Reads its quaternions from two configurations, which it keeps. */
  constructor(tree: KinematicTree, d: number, from: Float64Array, to: Float64Array) {
    this.d = d;
    this.from = from;
    this.to = to;
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
    const { vector } = this;
    turnBetweenInto(from, d + 3, to, d + 3, vector, 0);
    const [x, y, z] = vector;
    const angle = Math.sqrt(x * x + y * y + z * z) * (1 + 8 * U);
    // A rotation stands still only if the quaternions are equal; a turn may be too small to compute.
    const still = [3, 4, 5, 6].every((k) => from[d + k] === to[d + k]);
    this.angleUpper = still ? 0 : angle + TURN_ERROR;
  }

  /** The quaternion at t, to its place in a configuration at out[o ...]. */
  into(t: number, out: Float64Array, o: number): void {
    const { from, to, vector, trig, d } = this;
    const x = vector[0];
    const y = vector[1];
    const z = vector[2];
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
