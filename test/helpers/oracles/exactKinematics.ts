/**
 * Forward kinematics with 256 bits after the point: the compiled robot in real numbers, each
 * placement's rotation replaced by the nearest orthogonal one, axes and quaternions normalised.
 */

import {
  type CompiledLaw,
  FIXED,
  FLOATING,
  type KinematicTree,
  PLANAR,
  SLIDE,
} from '../../../src/kinematics/index.ts';
import { planeAxes } from '../../../src/kinematics/joint.ts';
import { fixedOf, ONE, over, root, sincos, times } from './fixedPoint.ts';

/** Rotation row by row, then translation. */
export type ExactPose = readonly bigint[];

const IDENTITY: ExactPose = [ONE, 0n, 0n, 0n, ONE, 0n, 0n, 0n, ONE, 0n, 0n, 0n];

export function exactProduct(a: ExactPose, b: ExactPose): ExactPose {
  const out: bigint[] = new Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 4; j++) {
      let sum = j === 3 ? a[9 + i] : 0n;
      for (let k = 0; k < 3; k++) sum += times(a[3 * i + k], j === 3 ? b[9 + k] : b[3 * k + j]);
      out[j === 3 ? 9 + i : 3 * i + j] = sum;
    }
  }
  return out;
}

export function exactInverse(a: ExactPose): ExactPose {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8, x, y, z] = a;
  const back = (u: bigint, v: bigint, w: bigint) => -(times(u, x) + times(v, y) + times(w, z));
  return [r0, r3, r6, r1, r4, r7, r2, r5, r8, back(r0, r3, r6), back(r1, r4, r7), back(r2, r5, r8)];
}

export function exactPoint(a: ExactPose, p: readonly bigint[]): bigint[] {
  return [0, 1, 2].map(
    (i) => times(a[3 * i], p[0]) + times(a[3 * i + 1], p[1]) + times(a[3 * i + 2], p[2]) + a[9 + i],
  );
}

export function exactLength(v: readonly bigint[]): bigint {
  return root(v.reduce((sum, x) => sum + times(x, x), 0n));
}

function normalised(v: readonly bigint[]): bigint[] {
  const length = exactLength(v);
  return v.map((x) => over(x, length));
}

/** The nearest rotation: X <- (3 X - X X'X) / 2, until nothing changes. */
function nearestRotation(r: readonly bigint[]): bigint[] {
  let x = [...r];
  for (let step = 0; step < 8; step++) {
    const pose = [...x, 0n, 0n, 0n];
    const cubed = exactProduct(exactProduct(pose, exactInverse(pose)), pose);
    x = x.map((v, k) => (3n * v - cubed[k]) >> 1n);
  }
  return x;
}

function turn(n: readonly bigint[], angle: bigint): ExactPose {
  const { sin, cos } = sincos(angle);
  const [x, y, z] = n;
  const skew = [0n, -z, y, z, 0n, -x, -y, x, 0n];
  const out: bigint[] = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const same = i === j ? cos : 0n;
      out.push(same + times(ONE - cos, times(n[i], n[j])) + times(sin, skew[3 * i + j]));
    }
  }
  return [...out, 0n, 0n, 0n];
}

function slide(v: readonly bigint[]): ExactPose {
  return [...IDENTITY.slice(0, 9), ...v];
}

/** Value, rate and bend of a law in real numbers: the cubic with given values and slopes at both ends of a piece. */
export function exactLaw(law: CompiledLaw, x: number): [bigint, bigint, bigint] {
  const knots = Array.from(law.knots, fixedOf);
  const [y, m] = [0, 1].map((o) => knots.map((_, i) => fixedOf(law.points[2 * i + o])));
  const last = knots.length - 1;
  let at = fixedOf(x);
  let more = 0n;
  if (law.periodic) {
    const period = knots[last] - knots[0];
    let turns = (at - knots[0]) / period;
    if (at - knots[0] < turns * period) turns -= 1n;
    at -= turns * period;
    more = turns * (y[last] - y[0]);
  }
  let i = 0;
  while (i < last - 1 && knots[i + 1] <= at) i++;
  const h = knots[i + 1] - knots[i];
  const s = at - knots[i];
  const secant = over(y[i + 1] - y[i], h);
  const c = over(3n * secant - 2n * m[i] - m[i + 1], h);
  const d = over(over(m[i] + m[i + 1] - 2n * secant, h), h);
  return [
    y[i] + times(s, m[i] + times(s, c + times(s, d))) + more,
    m[i] + times(s, 2n * c + 3n * times(s, d)),
    2n * c + 6n * times(s, d),
  ];
}

function motionOf(tree: KinematicTree, f: number, q: ArrayLike<number>): ExactPose {
  const kind = tree.kind[f];
  if (kind === FIXED) return IDENTITY;
  const d = tree.dof[f];
  if (kind === FLOATING) {
    const [x, y, z, w] = normalised([3, 4, 5, 6].map((k) => fixedOf(q[d + k])));
    const two = (a: bigint) => 2n * a;
    const at = [0, 1, 2].map((k) => fixedOf(q[d + k]));
    return [
      ONE - two(times(y, y) + times(z, z)),
      two(times(x, y) - times(w, z)),
      two(times(x, z) + times(w, y)),
      two(times(x, y) + times(w, z)),
      ONE - two(times(x, x) + times(z, z)),
      two(times(y, z) - times(w, x)),
      two(times(x, z) - times(w, y)),
      two(times(y, z) + times(w, x)),
      ONE - two(times(x, x) + times(y, y)),
      ...at,
    ];
  }
  const n = normalised([0, 1, 2].map((k) => fixedOf(tree.axis[3 * f + k])));
  const own = kind === PLANAR ? d + 2 : d;
  const law = tree.laws?.[f];
  const v = law
    ? exactLaw(law, q[own])[0]
    : times(fixedOf(tree.multiplier[f]), fixedOf(q[own])) + fixedOf(tree.offset[f]);
  if (kind === SLIDE) return slide(n.map((x) => times(x, v)));
  if (kind !== PLANAR) return turn(n, v);
  const e = Array.from(planeAxes(tree.axis.subarray(3 * f, 3 * f + 3)), fixedOf);
  const [x, y] = [fixedOf(q[d]), fixedOf(q[d + 1])];
  const moved = slide([0, 1, 2].map((k) => times(x, e[k]) + times(y, e[3 + k])));
  return exactProduct(moved, turn(n, v));
}

/** Poses of all frames in the world. */
export function exactForward(tree: KinematicTree, q: ArrayLike<number>): ExactPose[] {
  const poses: ExactPose[] = [IDENTITY];
  for (let f = 1; f < tree.frameCount; f++) {
    const p = Array.from(tree.placement.subarray(12 * f, 12 * f + 12), fixedOf);
    const placement = [...nearestRotation(p.slice(0, 9)), ...p.slice(9)];
    const local = exactProduct(placement, motionOf(tree, f, q));
    poses.push(exactProduct(poses[tree.parent[f]], local));
  }
  return poses;
}
