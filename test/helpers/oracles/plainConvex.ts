/**
 * Distances of convex shapes by their support functions: Gilbert, Johnson and Keerthi's walk with the
 * nearest point of a simplex found by looking at all of its faces. What it answers does not rest on the
 * walk: `upper` is the distance of two points of the shapes, `lower` is a gap between two planes that
 * keep them apart, and `depth` is how far the origin lies within a tetrahedron of differences.
 */

import type { Vec } from './plainCell.ts';
import type { Frame } from './plainKinematics.ts';

export type Core =
  | { readonly kind: 'point' }
  /** From -half to half along z. */
  | { readonly kind: 'segment'; readonly half: number }
  | { readonly kind: 'box'; readonly half: Vec }
  | { readonly kind: 'corners'; readonly corners: Float64Array }
  | { readonly kind: 'cylinder' | 'cone'; readonly radius: number; readonly half: number }
  | { readonly kind: 'ellipsoid'; readonly radii: Vec };

/** The point of a placed core that is farthest along (dx, dy, dz). */
export function supportInto(
  core: Core,
  m: Frame,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  const x = m[0] * dx + m[3] * dy + m[6] * dz;
  const y = m[1] * dx + m[4] * dy + m[7] * dz;
  const z = m[2] * dx + m[5] * dy + m[8] * dz;
  let px = 0;
  let py = 0;
  let pz = 0;
  switch (core.kind) {
    case 'point':
      break;
    case 'segment':
      pz = z < 0 ? -core.half : core.half;
      break;
    case 'box':
      px = x < 0 ? -core.half[0] : core.half[0];
      py = y < 0 ? -core.half[1] : core.half[1];
      pz = z < 0 ? -core.half[2] : core.half[2];
      break;
    case 'corners': {
      const c = core.corners;
      let most = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < c.length; i += 3) {
        const along = c[i] * x + c[i + 1] * y + c[i + 2] * z;
        if (along <= most) continue;
        most = along;
        px = c[i];
        py = c[i + 1];
        pz = c[i + 2];
      }
      break;
    }
    case 'cylinder':
    case 'cone': {
      const across = Math.sqrt(x * x + y * y);
      const { radius, half } = core;
      const tip = core.kind === 'cone';
      // The tip or a point of the rim.
      pz = tip ? (2 * half * z > radius * across ? half : -half) : z < 0 ? -half : half;
      if (across > 0 && !(tip && pz > 0)) {
        px = (radius * x) / across;
        py = (radius * y) / across;
      }
      break;
    }
    case 'ellipsoid': {
      const [a, b, c] = core.radii;
      const length = Math.sqrt(a * a * x * x + b * b * y * y + c * c * z * z);
      if (length > 0) {
        px = (a * a * x) / length;
        py = (b * b * y) / length;
        pz = (c * c * z) / length;
      }
    }
  }
  out[0] = m[0] * px + m[1] * py + m[2] * pz + m[9];
  out[1] = m[3] * px + m[4] * py + m[5] * pz + m[10];
  out[2] = m[6] * px + m[7] * py + m[8] * pz + m[11];
}

/** What the last call of convexDistance found. */
export const bracket = { upper: 0, lower: 0, depth: 0 };

/** Directions to begin with, one after the other where shapes overlap and the tetrahedron is too flat. */
const STARTS: readonly Vec[] = [
  [0, 0, 0],
  [0.53, -0.71, 0.46],
  [-0.29, 0.37, 0.88],
];
const STEPS = 80;

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
const triangle = { kind: 'corners' as const, corners: new Float64Array(9) };

/** The distance of a triangle in the world, nine numbers from t[i] on, and a placed core. */
export function triangleCoreDistance(
  t: Float64Array,
  i: number,
  core: Core,
  m: Frame,
  cutoff: number,
): void {
  for (let k = 0; k < 9; k++) triangle.corners[k] = t[i + k];
  convexDistance(triangle, IDENTITY, core, m, cutoff);
}

/** The distance of two placed cores, into `bracket`; once it is above the cutoff, only that. */
export function convexDistance(a: Core, p: Frame, b: Core, q: Frame, cutoff: number): void {
  bracket.depth = 0;
  for (const start of STARTS) {
    walk(a, p, b, q, cutoff, start);
    // Overlapping, but by how much is not shown: another tetrahedron may show more.
    if (bracket.upper > 0 || bracket.depth > 1e-8) return;
  }
}

/** Differences of points, at most four. */
const s = new Float64Array(12);
let count = 0;
const v = new Float64Array(3);
const w = new Float64Array(3);
const onA = new Float64Array(3);
const onB = new Float64Array(3);

function walk(a: Core, p: Frame, b: Core, q: Frame, cutoff: number, start: Vec): void {
  let [x, y, z] = start;
  if (x === 0) {
    x = p[9] - q[9];
    y = p[10] - q[10];
    z = p[11] - q[11];
    if (x * x + y * y + z * z < 1e-24) x = 1;
  }
  difference(a, p, b, q, x, y, z);
  v.set(w);
  s.set(w);
  count = 1;
  bracket.lower = 0;
  let length = norm(v);
  for (let step = 0; step < STEPS; step++) {
    bracket.upper = length;
    if (length < 1e-14) {
      bracket.upper = bracket.lower = 0;
      return;
    }
    difference(a, p, b, q, v[0], v[1], v[2]);
    const lower = (v[0] * w[0] + v[1] * w[1] + v[2] * w[2]) / length;
    if (lower > bracket.lower) bracket.lower = lower;
    if (bracket.lower > cutoff) return;
    if (length - bracket.lower <= 1e-12 + 1e-11 * length || isKnown()) return;
    s.set(w, 3 * count++);
    const depth = nearest();
    if (depth >= 0) {
      bracket.upper = bracket.lower = 0;
      bracket.depth = Math.max(bracket.depth, depth);
      return;
    }
    const shorter = norm(v);
    if (!(shorter < length)) return;
    length = shorter;
  }
}

/** The point of A - B that is farthest against (x, y, z). */
function difference(a: Core, p: Frame, b: Core, q: Frame, x: number, y: number, z: number): void {
  supportInto(a, p, -x, -y, -z, onA);
  supportInto(b, q, x, y, z, onB);
  for (let k = 0; k < 3; k++) w[k] = onA[k] - onB[k];
}

function norm(u: Float64Array): number {
  return Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
}

function isKnown(): boolean {
  for (let i = 0; i < 3 * count; i += 3) {
    if (s[i] === w[0] && s[i + 1] === w[1] && s[i + 2] === w[2]) return true;
  }
  return false;
}

/** The best candidate so far: squared length, point, and which points of the simplex it rests on. */
const best = { length2: 0, x: 0, y: 0, z: 0, i: 0, j: 0, k: 0 };

function offer(x: number, y: number, z: number, i: number, j: number, k: number): void {
  const length2 = x * x + y * y + z * z;
  if (!(length2 < best.length2)) return;
  best.length2 = length2;
  best.x = x;
  best.y = y;
  best.z = z;
  best.i = i;
  best.j = j;
  best.k = k;
}

/**
 * Puts the point of the simplex that is nearest to the origin into v and drops what it does not rest on.
 * Of all faces only those with the newest corner can be nearest. Returns how far the origin lies within
 * the tetrahedron, or -1 if it does not.
 */
function nearest(): number {
  const last = count - 1;
  if (count === 4) {
    const depth = depthWithin();
    if (depth >= 0) return depth;
  }
  best.length2 = Number.POSITIVE_INFINITY;
  offer(s[3 * last], s[3 * last + 1], s[3 * last + 2], last, -1, -1);
  for (let i = 0; i < last; i++) edge(i, last);
  for (let i = 0; i < last; i++) for (let j = i + 1; j < last; j++) face(i, j, last);
  const { i, j, k } = best;
  const order = [i, j, k].filter((n) => n >= 0).sort((m, n) => m - n);
  order.forEach((n, at) => {
    if (n !== at) for (let c = 0; c < 3; c++) s[3 * at + c] = s[3 * n + c];
  });
  count = order.length;
  v[0] = best.x;
  v[1] = best.y;
  v[2] = best.z;
  return -1;
}

function edge(i: number, j: number): void {
  const [ax, ay, az] = [s[3 * i], s[3 * i + 1], s[3 * i + 2]];
  const [ux, uy, uz] = [s[3 * j] - ax, s[3 * j + 1] - ay, s[3 * j + 2] - az];
  const uu = ux * ux + uy * uy + uz * uz;
  const t = -(ax * ux + ay * uy + az * uz) / uu;
  if (t > 0 && t < 1) offer(ax + t * ux, ay + t * uy, az + t * uz, i, j, -1);
}

/** Normal of a face, not of unit length. */
const n = new Float64Array(3);

function normal(i: number, j: number, k: number): number {
  const [ax, ay, az] = [s[3 * i], s[3 * i + 1], s[3 * i + 2]];
  const [ux, uy, uz] = [s[3 * j] - ax, s[3 * j + 1] - ay, s[3 * j + 2] - az];
  const [vx, vy, vz] = [s[3 * k] - ax, s[3 * k + 1] - ay, s[3 * k + 2] - az];
  n[0] = uy * vz - uz * vy;
  n[1] = uz * vx - ux * vz;
  n[2] = ux * vy - uy * vx;
  return n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
}

function face(i: number, j: number, k: number): void {
  const nn = normal(i, j, k);
  if (!(nn > 0)) return;
  if (side(i, j) < 0 || side(j, k) < 0 || side(k, i) < 0) return;
  const h = (s[3 * i] * n[0] + s[3 * i + 1] * n[1] + s[3 * i + 2] * n[2]) / nn;
  offer(h * n[0], h * n[1], h * n[2], i, j, k);
}

/** On which side of an edge of the face, whose normal was taken last, the origin lies. */
function side(i: number, j: number): number {
  const [ax, ay, az] = [s[3 * i], s[3 * i + 1], s[3 * i + 2]];
  const [bx, by, bz] = [s[3 * j], s[3 * j + 1], s[3 * j + 2]];
  return n[0] * (ay * bz - az * by) + n[1] * (az * bx - ax * bz) + n[2] * (ax * by - ay * bx);
}

function depthWithin(): number {
  let depth = Number.POSITIVE_INFINITY;
  for (let o = 0; o < 4; o++) {
    const [i, j, k] = [(o + 1) % 4, (o + 2) % 4, (o + 3) % 4];
    const length = Math.sqrt(normal(i, j, k));
    if (!(length > 0)) return -1;
    const origin = -(s[3 * i] * n[0] + s[3 * i + 1] * n[1] + s[3 * i + 2] * n[2]);
    const other = origin + s[3 * o] * n[0] + s[3 * o + 1] * n[1] + s[3 * o + 2] * n[2];
    if (!(origin * other > 0)) return -1;
    depth = Math.min(depth, Math.abs(origin) / length);
  }
  return depth;
}
