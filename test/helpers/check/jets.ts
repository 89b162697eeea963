/**
 * Motions as Taylor series, by plain means: the pose of every frame along a segment with its first
 * three derivatives by time, from the definition of the joints, exactly differentiated. Shares
 * nothing with the code under test but the compiled numbers of the robot.
 */
import {
  FIXED,
  FLOATING,
  type KinematicTree,
  PLANAR,
  SLIDE,
} from '../../../src/kinematics/index.ts';
import { planeAxes } from '../../../src/kinematics/joint.ts';
import { compiledSeries } from '../oracles/laws.ts';

/**
 * A pose, row by row and then the translation, with four coefficients for each number: those of 1, s,
 * s^2, s^3 around the time at hand.
 */
export type Jet = Float64Array;

export function product(a: Jet, b: Jet): Jet {
  const out = new Float64Array(48);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 4; j++) {
      const to = j === 3 ? 36 + 4 * i : 12 * i + 4 * j;
      if (j === 3) for (let k = 0; k < 4; k++) out[to + k] = a[to + k];
      for (let m = 0; m < 3; m++) {
        const u = 12 * i + 4 * m;
        const v = j === 3 ? 36 + 4 * m : 12 * m + 4 * j;
        for (let k = 0; k < 4; k++) {
          for (let l = 0; l <= k; l++) out[to + k] += a[u + l] * b[v + k - l];
        }
      }
    }
  }
  return out;
}

export function constantJet(pose: ArrayLike<number>): Jet {
  const out = new Float64Array(48);
  for (let i = 0; i < 12; i++) out[4 * i] = pose[i];
  return out;
}

const IDENTITY = constantJet([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);

/** Coefficients of 1, s, s^2, s^3 of a number. */
type Series = readonly number[];

function times(a: Series, b: Series): number[] {
  return [0, 1, 2, 3].map((k) => {
    let sum = 0;
    for (let l = 0; l <= k; l++) sum += a[l] * b[k - l];
    return sum;
  });
}

/** A turn about the unit vector n by an angle. */
function turn(n: ArrayLike<number>, angle: Series): Jet {
  const [s, c] = [Math.sin(angle[0]), Math.cos(angle[0])];
  const d = [0, ...angle.slice(1)];
  const square = times(d, d);
  const cube = times(square, d);
  const series = (f: number, g: number) =>
    d.map((x, k) => (k === 0 ? f : 0) + g * x - (f / 2) * square[k] - (g / 6) * cube[k]);
  const sine = series(s, c);
  const cosine = series(c, -s);
  const skew = [0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0];
  const out = new Float64Array(48);
  for (let i = 0; i < 9; i++) {
    const nn = n[Math.floor(i / 3)] * n[i % 3];
    const one = i % 4 === 0 ? 1 : 0;
    out[4 * i] = nn;
    for (let k = 0; k < 4; k++) out[4 * i + k] += (one - nn) * cosine[k] + skew[i] * sine[k];
  }
  return out;
}

function slide(at: readonly Series[]): Jet {
  const out = IDENTITY.slice();
  for (let k = 0; k < 3; k++) out.set(at[k], 36 + 4 * k);
  return out;
}

/** The turn between two quaternions the short way, as an axis and an angle. */
export function plainTurn(a: ArrayLike<number>, b: ArrayLike<number>) {
  const length = (q: ArrayLike<number>) => Math.hypot(q[0], q[1], q[2], q[3]);
  const [la, lb] = [length(a), length(b)];
  const [ax, ay, az, aw] = [0, 1, 2, 3].map((k) => a[k] / la);
  const [bx, by, bz, bw] = [0, 1, 2, 3].map((k) => b[k] / lb);
  let w = aw * bw + ax * bx + ay * by + az * bz;
  let v = [
    aw * bx - bw * ax - (ay * bz - az * by),
    aw * by - bw * ay - (az * bx - ax * bz),
    aw * bz - bw * az - (ax * by - ay * bx),
  ];
  if (w < 0) {
    w = -w;
    v = v.map((x) => -x);
  }
  const s = Math.hypot(...v);
  return { axis: s > 0 ? v.map((x) => x / s) : [1, 0, 0], angle: 2 * Math.atan2(s, w) };
}

function quaternionMatrix(q: ArrayLike<number>): number[] {
  const n = Math.hypot(q[0], q[1], q[2], q[3]);
  const [x, y, z, w] = [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ].flat();
}

/** A straight segment, or a polynomial one with six coefficients per degree of freedom. */
export interface PlainMotion {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly coefficients?: Float64Array;
}

/** The Taylor series of a degree of freedom around t. */
function seriesOf({ from, to, coefficients: c }: PlainMotion, d: number, t: number): Series {
  if (!c) return [from[d] + t * (to[d] - from[d]), to[d] - from[d], 0, 0];
  const binomial = (n: number, k: number): number =>
    k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;
  return [0, 1, 2, 3].map((k) => {
    let sum = 0;
    for (let j = k; j < 6; j++) sum += binomial(j, k) * c[6 * d + j] * t ** (j - k);
    return sum;
  });
}

/** A frame in its parent's frame at t of a segment. */
export function localJet(tree: KinematicTree, f: number, motion: PlainMotion, t: number): Jet {
  const placement = constantJet(tree.placement.subarray(12 * f, 12 * f + 12));
  const kind = tree.kind[f];
  if (kind === FIXED) return placement;
  const d = tree.dof[f];
  const value = (k: number) => seriesOf(motion, k, t);
  if (kind === FLOATING) {
    const { from, to } = motion;
    const { axis, angle } = plainTurn(from.subarray(d + 3), to.subarray(d + 3));
    const start = constantJet([...quaternionMatrix(from.subarray(d + 3)), 0, 0, 0]);
    const turned = product(start, turn(axis, [t * angle, angle, 0, 0]));
    return product(placement, product(slide([d, d + 1, d + 2].map(value)), turned));
  }
  const n = tree.axis.subarray(3 * f, 3 * f + 3);
  const [m, b] = [tree.multiplier[f], tree.offset[f]];
  const law = tree.laws?.[f] ?? null;
  const scaled = (k: number): Series => {
    const q = value(k);
    if (!law) return q.map((x, i) => m * x + (i === 0 ? b : 0));
    // The law's own series at q, with q's put into it.
    const g = compiledSeries(law, q[0]);
    const one = [0, ...q.slice(1)];
    const two = times(one, one);
    const three = times(two, one);
    return [0, 1, 2, 3].map(
      (i) => (i === 0 ? g[0] : 0) + g[1] * one[i] + g[2] * two[i] + g[3] * three[i],
    );
  };
  if (kind === SLIDE) {
    const own = scaled(d);
    return product(placement, slide([0, 1, 2].map((k) => own.map((x) => x * n[k]))));
  }
  if (kind === PLANAR) {
    const e = planeAxes(n);
    const [x, y] = [value(d), value(d + 1)];
    const moved = slide([0, 1, 2].map((k) => x.map((_, i) => x[i] * e[k] + y[i] * e[3 + k])));
    return product(placement, product(moved, turn(n, scaled(d + 2))));
  }
  return product(placement, turn(n, scaled(d)));
}

/** A frame in an ancestor's frame. */
export function chainJet(
  tree: KinematicTree,
  frame: number,
  ancestor: number,
  motion: PlainMotion,
  t: number,
): Jet {
  let jet = IDENTITY;
  for (let f = frame; f !== ancestor; f = tree.parent[f]) {
    jet = product(localJet(tree, f, motion, t), jet);
  }
  return jet;
}

/** Derivative k of a point that rests in the moving frame, in the other frame. */
export function pointDerivative(jet: Jet, p: ArrayLike<number>, k: number): number[] {
  const factor = [1, 1, 2, 6][k];
  return [0, 1, 2].map((i) => {
    const r = 12 * i + k;
    return factor * (jet[r] * p[0] + jet[r + 4] * p[1] + jet[r + 8] * p[2] + jet[36 + 4 * i + k]);
  });
}

/** A vector of the jet's outer frame in its inner axes. */
export function inward(jet: Jet, v: ArrayLike<number>): number[] {
  return [0, 4, 8].map((i) => jet[i] * v[0] + jet[12 + i] * v[1] + jet[24 + i] * v[2]);
}

/** A vector of the jet's inner frame in its outer axes. */
export function outward(jet: Jet, v: ArrayLike<number>): number[] {
  return [0, 12, 24].map((i) => jet[i] * v[0] + jet[i + 4] * v[1] + jet[i + 8] * v[2]);
}

/** Where the inner frame's origin is in the outer frame. */
export function originOf(jet: Jet): number[] {
  return [jet[36], jet[40], jet[44]];
}
