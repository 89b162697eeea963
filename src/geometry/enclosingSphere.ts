/**
 * A small sphere around points. The centre is found as the smallest enclosing sphere's (in the
 * manner of Welzl 1991, as an active set: a sphere through at most four points, and the farthest
 * point outside it joins them until none is left). The radius is then measured anew from all
 * points and rounded up: whatever the centre, the sphere contains them.
 */
import { U } from '../math/rounding.ts';

/** Sizes up to which a point counts as inside while the centre is sought. */
const TOLERANCE = 1 + 1e-12;

/**
 * out[o .. o + 3] = centre and radius of a sphere that contains all points (x, y, z each). Without
 * points: centre and radius 0.
 */
export function enclosingSphereInto(points: ArrayLike<number>, out: Float64Array, o = 0): void {
  out.fill(0, o, o + 4);
  const count = Math.floor(points.length / 3);
  if (count === 0) return;
  let support = [0];
  let sphere = { x: points[0], y: points[1], z: points[2], squared: 0 };
  // Every round makes the sphere larger. A few dozen suffice; the limit is for rounding's sake.
  for (let round = 0; round < 200; round++) {
    const far = farthest(points, count, sphere);
    if (support.includes(far) || squaredFrom(points, far, sphere) <= sphere.squared * TOLERANCE) {
      break;
    }
    const next = smallestThrough(points, support, far);
    if (!next || !(next.sphere.squared > sphere.squared)) break;
    ({ support, sphere } = next);
  }
  out[o] = sphere.x;
  out[o + 1] = sphere.y;
  out[o + 2] = sphere.z;
  const measured = squaredFrom(points, farthest(points, count, sphere), sphere);
  // Three differences, squares, two sums, a root: 4 u. The last term outweighs underflow.
  out[o + 3] = Math.sqrt(measured) * (1 + 8 * U) + 1e-150;
}

interface Sphere {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly squared: number;
}

function squaredFrom(points: ArrayLike<number>, i: number, s: Sphere): number {
  const x = points[3 * i] - s.x;
  const y = points[3 * i + 1] - s.y;
  const z = points[3 * i + 2] - s.z;
  return x * x + y * y + z * z;
}

function farthest(points: ArrayLike<number>, count: number, s: Sphere): number {
  let best = 0;
  let most = -1;
  for (let i = 0; i < count; i++) {
    const d = squaredFrom(points, i, s);
    if (d > most) {
      most = d;
      best = i;
    }
  }
  return best;
}

/** The smallest sphere through `far` and up to three of the others that contains all of them. */
function smallestThrough(
  points: ArrayLike<number>,
  others: readonly number[],
  far: number,
): { support: number[]; sphere: Sphere } | null {
  let best: { support: number[]; sphere: Sphere } | null = null;
  for (let mask = 1; mask < 1 << others.length; mask++) {
    const chosen = others.filter((_, k) => mask & (1 << k));
    if (chosen.length > 3) continue;
    const sphere = circumsphere(points, far, chosen);
    if (!sphere || (best && sphere.squared >= best.sphere.squared)) continue;
    if (others.every((p) => squaredFrom(points, p, sphere) <= sphere.squared * TOLERANCE)) {
      best = { support: [far, ...chosen], sphere };
    }
  }
  return best;
}

/** Centre p + sum l_k d_k with 2 d_j . sum l_k d_k = |d_j|^2, d_k the differences to p. */
function circumsphere(
  points: ArrayLike<number>,
  p: number,
  others: readonly number[],
): Sphere | null {
  const n = others.length;
  const d = others.map((i) => [0, 1, 2].map((k) => points[3 * i + k] - points[3 * p + k]));
  const dot = (a: readonly number[], b: readonly number[]) =>
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const rows = d.map((a) => [...d.map((b) => 2 * dot(a, b)), dot(a, a)]);
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[pivot][c])) pivot = r;
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    // Points on a line, or in a plane, or equal: no sphere, or a huge one that nobody wants.
    if (!(Math.abs(rows[c][c]) > 1e-13 * rows[c][n])) return null;
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const f = rows[r][c] / rows[c][c];
      for (let k = c; k <= n; k++) rows[r][k] -= f * rows[c][k];
    }
  }
  const centre = [points[3 * p], points[3 * p + 1], points[3 * p + 2]];
  for (let c = 0; c < n; c++) {
    const l = rows[c][n] / rows[c][c];
    for (let k = 0; k < 3; k++) centre[k] += l * d[c][k];
  }
  const sphere = { x: centre[0], y: centre[1], z: centre[2], squared: 0 };
  return { ...sphere, squared: squaredFrom(points, p, sphere) };
}
