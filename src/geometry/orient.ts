/**
 * Orientation of points, as an exact sign: -1, 0 or 1. A floating-point evaluation with a proven
 * error bound decides almost always (about 40 ns); the rest is decided by expansions (exact.ts).
 * docs/proofs/triangles.md derives the bound.
 *
 * Points are three consecutive doubles at an offset. Exact when every coordinate is zero or
 * between 1e-90 and 1e90 in magnitude: then every product of three coordinates is a multiple of
 * 2^-1074 and none overflows.
 */
import { layout } from '../arrays/layout.ts';
import { U } from '../math/rounding.ts';
import { addInto, minorInto, scaleInto, sumTail } from './exact.ts';

/**
 * The computed determinant carries at most 8 roundings in every term, and so does the computed
 * sum of the terms' magnitudes; 10 u times the latter covers both.
 */
export const ORIENT_ERROR = 10 * U;

/**
 * The first-order correction of correctedSign carries 8 roundings in terms of 3 u each; second
 * order adds 3 u^2, the final sum as much again.
 */
const LACK_ERROR = 40 * U * U;

/**
 * Scratch, used only within one call: the inputs, six minors of 4 components, one sum of three minors,
 * four such sums times a coordinate, two partial sums, and the total.
 */
const {
  MINORS,
  SUMS,
  SCALED,
  HALVES,
  TOTAL,
  size: SCRATCH,
} = layout(
  ['inputs', 12],
  ['MINORS', 6 * 4],
  ['SUMS', 12],
  ['SCALED', 4 * 24],
  ['HALVES', 2 * 48],
  ['TOTAL', 192],
);
const x = new Float64Array(SCRATCH);
/** What the nine rounded differences lack. */
const tails = new Float64Array(9);

/**
 * The sign of det[p - s, q - s, r - s] for the points p[a..], q[b..], r[c..], s[d..]: 1 when s
 * sees p, q, r turn counter-clockwise from the side that (p - s) x (q - s) points to, 0 when
 * the four are coplanar.
 * No record: hulls took 7 % longer with one.
 */
export function orient3d(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  r: Float64Array,
  c: number,
  s: Float64Array,
  d: number,
): number {
  const sx = s[d];
  const sy = s[d + 1];
  const sz = s[d + 2];
  const ax = p[a] - sx;
  const ay = p[a + 1] - sy;
  const az = p[a + 2] - sz;
  const bx = q[b] - sx;
  const by = q[b + 1] - sy;
  const bz = q[b + 2] - sz;
  const cx = r[c] - sx;
  const cy = r[c + 1] - sy;
  const cz = r[c + 2] - sz;
  const aybz = ay * bz;
  const azby = az * by;
  const azbx = az * bx;
  const axbz = ax * bz;
  const axby = ax * by;
  const aybx = ay * bx;
  const det = (aybz - azby) * cx + (azbx - axbz) * cy + (axby - aybx) * cz;
  const size =
    (Math.abs(aybz) + Math.abs(azby)) * Math.abs(cx) +
    (Math.abs(azbx) + Math.abs(axbz)) * Math.abs(cy) +
    (Math.abs(axby) + Math.abs(aybx)) * Math.abs(cz);
  const error = ORIENT_ERROR * size;
  if (det > error) return 1;
  if (det < -error) return -1;
  if (size === 0) return 0; // every term has an exactly zero factor
  return orient3dExact(p, a, q, b, r, c, s, d);
}

function orient3dExact(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  r: Float64Array,
  c: number,
  s: Float64Array,
  d: number,
): number {
  if (samePoint(p, a, q, b) || samePoint(q, b, r, c) || samePoint(p, a, r, c)) return 0;
  let exact = true;
  for (let k = 0; k < 3; k++) {
    const o = -s[d + k];
    x[k] = p[a + k] + o;
    x[3 + k] = q[b + k] + o;
    x[6 + k] = r[c + k] + o;
    tails[k] = sumTail(p[a + k], o, x[k]);
    tails[3 + k] = sumTail(q[b + k], o, x[3 + k]);
    tails[6 + k] = sumTail(r[c + k], o, x[6 + k]);
    exact = exact && tails[k] === 0 && tails[3 + k] === 0 && tails[6 + k] === 0;
  }
  const n = determinantInto();
  if (exact) return signOf(TOTAL, n);
  const sign = correctedSign(n);
  if (sign !== 0) return sign;
  for (let k = 0; k < 3; k++) {
    x[k] = p[a + k];
    x[3 + k] = q[b + k];
    x[6 + k] = r[c + k];
    x[9 + k] = s[d + k];
  }
  return homogeneousSign();
}

function samePoint(p: Float64Array, a: number, q: Float64Array, b: number): boolean {
  return p[a] === q[b] && p[a + 1] === q[b + 1] && p[a + 2] === q[b + 2];
}

function signOf(o: number, n: number): number {
  if (n === 0) return 0;
  return x[o + n - 1] > 0 ? 1 : -1;
}

/** x[TOTAL..] = the determinant of the rows x[0..2], x[3..5], x[6..8]; returns its length. */
function determinantInto(): number {
  const nx = scaleInto(x, MINORS, minorInto(x, 1, 2, 4, 5, MINORS), 6, SCALED);
  const ny = scaleInto(x, MINORS, minorInto(x, 2, 0, 5, 3, MINORS), 7, SCALED + 8);
  const nz = scaleInto(x, MINORS, minorInto(x, 0, 1, 3, 4, MINORS), 8, SCALED + 16);
  const n = addInto(x, SCALED, nx, SCALED + 8, ny, 1, HALVES);
  return addInto(x, HALVES, n, SCALED + 16, nz, 1, TOTAL);
}

/**
 * Differences that do not fit doubles: the determinant of the rounded differences, known exactly
 * (n components at TOTAL), plus the first-order effect of what they lack. Its sign, or 0 if
 * that is within the error.
 */
function correctedSign(n: number): number {
  let heads = 0;
  for (let k = TOTAL; k < TOTAL + n; k++) heads += x[k];
  let lack = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = k === 0 ? 2 : k - 1;
    const aibj = x[i] * x[3 + j];
    const ajbi = x[j] * x[3 + i];
    lack +=
      tails[k] * (x[3 + i] * x[6 + j] - x[3 + j] * x[6 + i]) +
      tails[3 + k] * (x[6 + i] * x[j] - x[6 + j] * x[i]) +
      tails[6 + k] * (aibj - ajbi);
    size += (Math.abs(aibj) + Math.abs(ajbi)) * Math.abs(x[6 + k]);
  }
  const det = heads + lack;
  const error = LACK_ERROR * size + 8 * U * Math.abs(heads);
  return det > error ? 1 : det < -error ? -1 : 0;
}

/**
 * The sign without differences, for the rest: the 4 x 4 determinant of the rows
 * (point, 1), expanded by the column of z: z_a [bcd] - z_b [acd] + z_c [abd] - z_d [abc], where
 * [abc] = |ab| + |bc| + |ca| and |ab| = x_a y_b - y_a x_b.
 */
function homogeneousSign(): number {
  const ab = minorInto(x, 0, 1, 3, 4, MINORS);
  const bc = minorInto(x, 3, 4, 6, 7, MINORS + 4);
  const cd = minorInto(x, 6, 7, 9, 10, MINORS + 8);
  const da = minorInto(x, 9, 10, 0, 1, MINORS + 12);
  const ac = minorInto(x, 0, 1, 6, 7, MINORS + 16);
  const bd = minorInto(x, 3, 4, 9, 10, MINORS + 20);
  let n = addInto(x, MINORS + 4, bc, MINORS + 8, cd, 1, TOTAL);
  n = addInto(x, TOTAL, n, MINORS + 20, bd, -1, SUMS); // [bcd]
  const za = scaleInto(x, SUMS, n, 2, SCALED);
  n = addInto(x, MINORS + 8, cd, MINORS + 12, da, 1, TOTAL);
  n = addInto(x, TOTAL, n, MINORS + 16, ac, 1, SUMS); // [acd]
  const zb = scaleInto(x, SUMS, n, 5, SCALED + 24);
  n = addInto(x, MINORS, ab, MINORS + 12, da, 1, TOTAL);
  n = addInto(x, TOTAL, n, MINORS + 20, bd, 1, SUMS); // [abd]
  const zc = scaleInto(x, SUMS, n, 8, SCALED + 48);
  n = addInto(x, MINORS, ab, MINORS + 4, bc, 1, TOTAL);
  n = addInto(x, TOTAL, n, MINORS + 16, ac, -1, SUMS); // [abc]
  const zd = scaleInto(x, SUMS, n, 11, SCALED + 72);
  const first = addInto(x, SCALED, za, SCALED + 24, zb, -1, HALVES);
  const second = addInto(x, SCALED + 48, zc, SCALED + 72, zd, -1, HALVES + 48);
  return signOf(TOTAL, addInto(x, HALVES, first, HALVES + 48, second, 1, TOTAL));
}

/**
 * The sign of det[p - r, q - r] after dropping the coordinate `axis` (0, 1 or 2): 1 when p, q, r
 * turn counter-clockwise in the plane of the next two coordinates, in cyclic order.
 */
export function orient2d(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  r: Float64Array,
  c: number,
  axis: number,
): number {
  const i = axis === 2 ? 0 : axis + 1;
  const j = axis === 0 ? 2 : axis === 1 ? 0 : 1;
  const left = (p[a + i] - r[c + i]) * (q[b + j] - r[c + j]);
  const right = (p[a + j] - r[c + j]) * (q[b + i] - r[c + i]);
  const det = left - right;
  const size = Math.abs(left) + Math.abs(right);
  const error = ORIENT_ERROR * size;
  if (det > error) return 1;
  if (det < -error) return -1;
  if (size === 0) return 0;
  // [pqr] = |pq| + |qr| + |rp|, exactly.
  x[0] = p[a + i];
  x[1] = p[a + j];
  x[2] = q[b + i];
  x[3] = q[b + j];
  x[4] = r[c + i];
  x[5] = r[c + j];
  const pq = minorInto(x, 0, 1, 2, 3, MINORS);
  const qr = minorInto(x, 2, 3, 4, 5, MINORS + 4);
  const rp = minorInto(x, 4, 5, 0, 1, MINORS + 8);
  const n = addInto(x, MINORS, pq, MINORS + 4, qr, 1, SUMS);
  return signOf(TOTAL, addInto(x, SUMS, n, MINORS + 8, rp, 1, TOTAL));
}
