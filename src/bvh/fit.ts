/**
 * Fitting oriented volumes to a run of triangles (boxes along the axes: refit.ts). Every volume contains its
 * triangles in exact arithmetic: what rounding could take away is added to the extents
 * (docs/proofs/rounding.md, "Volumes contain"). `o` is the offset of the volume in `out`; each function returns how large
 * the volume is, the number that decides which of two volumes is opened first.
 */
import { principalAxesInto, U } from '../math/index.ts';
import { ORIENTED } from './tree.ts';

const { axes: AXES, extents: EXTENTS } = ORIENTED;

/** Fits one volume to triangles first .. first + count - 1 of `vertices` (nine numbers each). */
export type FitVolume = (
  vertices: Float64Array,
  first: number,
  count: number,
  out: Float64Array,
  o: number,
) => number;

/** Oriented box along the principal axes of the surface (Gottschalk, Lin, Manocha 1996). */
export const fitObb: FitVolume = (vertices, first, count, out, o) => {
  const { axes, low, high } = principalExtents(vertices, first, count);
  writeFrame(out, o, axes, low, high);
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (high[k] - low[k]) / 2;
  // Rows that are orthonormal only to within 8 u, and the rounding of the projections.
  const slack = 64 * U * (sum + magnitude(out, o));
  for (let k = 0; k < 3; k++) out[o + EXTENTS + k] = (high[k] - low[k]) / 2 + slack;
  return sum;
};

/**
 * [A III-B] Rectangle swept sphere. The rectangle lies in the plane of the two larger principal
 * directions, half way through the body; the radius is half the thickness. Then each side of the
 * rectangle is moved inward as far as the spheres on it still cover every vertex, and outward
 * again along the diagonal where a corner does not.
 */
export const fitRss: FitVolume = (vertices, first, count, out, o) => {
  const { axes, low, high } = principalExtents(vertices, first, count);
  writeFrame(out, o, axes, low, high);
  const radius = (high[2] - low[2]) / 2;
  const n = 3 * count;
  const local = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) projectInto(vertices, 9 * first + 3 * i, out, o, local, 3 * i);

  let x0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3 * n; i += 3) {
    const cap = Math.sqrt(Math.max(0, radius * radius - local[i + 2] * local[i + 2]));
    x0 = Math.min(x0, local[i] + cap);
    x1 = Math.max(x1, local[i] - cap);
    y0 = Math.min(y0, local[i + 1] + cap);
    y1 = Math.max(y1, local[i + 1] - cap);
  }
  if (x0 > x1) x0 = x1 = (x0 + x1) / 2;
  if (y0 > y1) y0 = y1 = (y0 + y1) / 2;
  for (let i = 0; i < 3 * n; i += 3) {
    const dx = local[i] > x1 ? local[i] - x1 : local[i] < x0 ? x0 - local[i] : 0;
    const dy = local[i + 1] > y1 ? local[i + 1] - y1 : local[i + 1] < y0 ? y0 - local[i + 1] : 0;
    if (dx === 0 || dy === 0) continue;
    const cap2 = Math.max(0, radius * radius - local[i + 2] * local[i + 2]);
    if (dx * dx + dy * dy <= cap2) continue;
    // Move the corner by t in both directions: (dx - t)^2 + (dy - t)^2 = cap^2.
    const root = Math.sqrt(Math.max(0, 2 * cap2 - (dx - dy) * (dx - dy)));
    const t = (dx + dy - root) / 2;
    if (local[i] > x1) x1 += t;
    else x0 -= t;
    if (local[i + 1] > y1) y1 += t;
    else y0 -= t;
  }

  const cx = (x0 + x1) / 2;
  const cy = (y0 + y1) / 2;
  for (let k = 0; k < 3; k++) out[o + k] += cx * axes[k] + cy * axes[3 + k];
  const hx = (x1 - x0) / 2;
  const hy = (y1 - y0) / 2;
  out[o + EXTENTS] = hx;
  out[o + EXTENTS + 1] = hy;
  // The radius is what the rectangle as stored really needs, whatever led to it.
  let needed2 = 0;
  for (let i = 0; i < n; i++) {
    projectInto(vertices, 9 * first + 3 * i, out, o, local, 0);
    const dx = Math.max(0, Math.abs(local[0]) - hx);
    const dy = Math.max(0, Math.abs(local[1]) - hy);
    needed2 = Math.max(needed2, dx * dx + dy * dy + local[2] * local[2]);
  }
  const needed = Math.sqrt(needed2);
  out[o + EXTENTS + 2] = needed + 64 * U * (needed + hx + hy + magnitude(out, o));
  return hx + hy + needed;
};

function magnitude(out: Float64Array, o: number): number {
  return Math.abs(out[o]) + Math.abs(out[o + 1]) + Math.abs(out[o + 2]);
}

/** Coordinates of a point in the frame of the volume at out[o]. */
function projectInto(
  p: Float64Array,
  i: number,
  volume: Float64Array,
  o: number,
  out: Float64Array,
  j: number,
): void {
  const x = p[i] - volume[o];
  const y = p[i + 1] - volume[o + 1];
  const z = p[i + 2] - volume[o + 2];
  for (let k = 0; k < 3; k++) {
    const a = o + AXES + 3 * k;
    out[j + k] = volume[a] * x + volume[a + 1] * y + volume[a + 2] * z;
  }
}

/** Centre of the extents, then the axes. */
function writeFrame(
  out: Float64Array,
  o: number,
  axes: Float64Array,
  low: Float64Array,
  high: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = 0;
    for (let a = 0; a < 3; a++) out[o + k] += axes[3 * a + k] * ((low[a] + high[a]) / 2);
  }
  out.set(axes, o + AXES);
}

/** Principal axes of the surface, weighted by area, and the extents of the vertices along them. */
function principalExtents(
  vertices: Float64Array,
  first: number,
  count: number,
): { axes: Float64Array; low: Float64Array; high: Float64Array } {
  const axes = new Float64Array(9);
  principalAxesInto(covariance(vertices, first, count), axes);
  const low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(3).fill(Number.NEGATIVE_INFINITY);
  for (let i = 9 * first; i < 9 * (first + count); i += 3) {
    for (let k = 0; k < 3; k++) {
      const x =
        axes[3 * k] * vertices[i] +
        axes[3 * k + 1] * vertices[i + 1] +
        axes[3 * k + 2] * vertices[i + 2];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  // By extent, largest first: the third axis carries the thickness of an RSS.
  const order = [0, 1, 2].sort((i, j) => high[j] - low[j] - (high[i] - low[i]));
  const sorted = new Float64Array(9);
  const l = new Float64Array(3);
  const h = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    sorted.set(axes.subarray(3 * order[k], 3 * order[k] + 3), 3 * k);
    l[k] = low[order[k]];
    h[k] = high[order[k]];
  }
  return { axes: sorted, low: l, high: h };
}

/** Second moments of the surface about its mean; of the vertices where there is no area. */
function covariance(vertices: Float64Array, first: number, count: number): Float64Array {
  const ox = vertices[9 * first];
  const oy = vertices[9 * first + 1];
  const oz = vertices[9 * first + 2];
  const p = new Float64Array(9);
  const mean = new Float64Array(3);
  const m = new Float64Array(6);
  const plainMean = new Float64Array(3);
  const plain = new Float64Array(6);
  let total = 0;
  for (let t = first; t < first + count; t++) {
    for (let k = 0; k < 9; k += 3) {
      p[k] = vertices[9 * t + k] - ox;
      p[k + 1] = vertices[9 * t + k + 1] - oy;
      p[k + 2] = vertices[9 * t + k + 2] - oz;
      addSquare(plain, p[k], p[k + 1], p[k + 2], 1);
      for (let i = 0; i < 3; i++) plainMean[i] += p[k + i];
    }
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    const area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    total += area;
    const cx = (p[0] + p[3] + p[6]) / 3;
    const cy = (p[1] + p[4] + p[7]) / 3;
    const cz = (p[2] + p[5] + p[8]) / 3;
    mean[0] += area * cx;
    mean[1] += area * cy;
    mean[2] += area * cz;
    addSquare(m, cx, cy, cz, (9 * area) / 12);
    for (let k = 0; k < 9; k += 3) addSquare(m, p[k], p[k + 1], p[k + 2], area / 12);
  }
  if (!(total > 0)) return centred(plain, plainMean, 3 * count);
  return centred(m, mean, total);
}

function addSquare(m: Float64Array, x: number, y: number, z: number, w: number): void {
  m[0] += w * x * x;
  m[1] += w * x * y;
  m[2] += w * x * z;
  m[3] += w * y * y;
  m[4] += w * y * z;
  m[5] += w * z * z;
}

function centred(m: Float64Array, sum: Float64Array, weight: number): Float64Array {
  addSquare(m, sum[0], sum[1], sum[2], -1 / weight);
  return m;
}
