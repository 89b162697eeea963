/** Where a mesh is looked at from: oblique to its principal directions, from above and in front, without perspective. */
import type { Triangles } from '../../geometry/index.ts';
import { principalAxesInto } from '../../math/index.ts';

/** Three unit vectors at right angles; `toward` points to whoever looks. */
export interface View {
  readonly right: readonly number[];
  readonly up: readonly number[];
  readonly toward: readonly number[];
}

/** Which way things are turned to be looked at, where their own directions leave it open: x along, z up. */
const PREFERRED = [0.5, -0.62, 0.6];
/** Along the principal directions, the longest first: of what is flat, and of what is not. */
const OF_FLAT = [0.12, 0.42, 0.9];
const OF_BULKY = [0.42, 0.66, 0.6];

/** The view of these triangles; all of them if none are named. */
export function viewOf(mesh: Triangles, triangles?: Uint32Array): View {
  const spread = spreadOf(mesh, triangles);
  const axes = new Float64Array(9);
  principalAxesInto(spread, axes);
  const width = [0, 1, 2].map((k) => widthAlong(spread, axes, k));
  const bulk = width[1] > 0 ? Math.min(1, (1.6 * width[2]) / width[1]) : 0;
  const toward = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const sign = axes.subarray(3 * k, 3 * k + 3).reduce((s, x, i) => s + x * PREFERRED[i], 0);
    const share = OF_FLAT[k] + bulk * (OF_BULKY[k] - OF_FLAT[k]);
    for (let i = 0; i < 3; i++) toward[i] += Math.sign(sign || 1) * share * axes[3 * k + i];
  }
  return viewFrom(toward);
}

/** The view from a direction: z is up, or y for whoever looks straight down. */
export function viewFrom(direction: readonly number[]): View {
  const toward = unit(direction);
  const helper = Math.abs(toward[2]) < 0.98 ? [0, 0, 1] : [0, 1, 0];
  const right = unit(cross(helper, toward));
  return { right, up: cross(toward, right), toward };
}

/** Second moments of the triangles about their middle, weighed by area: xx, xy, xz, yy, yz, zz. */
function spreadOf({ positions, indices }: Triangles, triangles?: Uint32Array): Float64Array {
  const count = triangles?.length ?? indices.length / 3;
  const sums = new Float64Array(10);
  // About a vertex, so that far from the origin nothing is lost.
  const first = count > 0 ? 3 * indices[3 * (triangles?.[0] ?? 0)] : 0;
  const p = new Float64Array(9);
  for (let n = 0; n < count; n++) {
    const t = triangles ? triangles[n] : n;
    for (let c = 0; c < 9; c++) {
      p[c] =
        positions[3 * indices[3 * t + Math.trunc(c / 3)] + (c % 3)] - positions[first + (c % 3)];
    }
    const area = areaOf(p);
    const x = (p[0] + p[3] + p[6]) / 3;
    const y = (p[1] + p[4] + p[7]) / 3;
    const z = (p[2] + p[5] + p[8]) / 3;
    sums[0] += area;
    sums[1] += area * x;
    sums[2] += area * y;
    sums[3] += area * z;
    for (let c = 0; c < 9; c += 3) {
      const weight = area / 3;
      sums[4] += weight * p[c] * p[c];
      sums[5] += weight * p[c] * p[c + 1];
      sums[6] += weight * p[c] * p[c + 2];
      sums[7] += weight * p[c + 1] * p[c + 1];
      sums[8] += weight * p[c + 1] * p[c + 2];
      sums[9] += weight * p[c + 2] * p[c + 2];
    }
  }
  const area = sums[0] > 0 ? sums[0] : 1;
  const [mx, my, mz] = [sums[1] / area, sums[2] / area, sums[3] / area];
  const pairs = [mx * mx, mx * my, mx * mz, my * my, my * mz, mz * mz];
  return Float64Array.from(pairs, (square, k) => sums[4 + k] / area - square);
}

/** Twice the area of a triangle of 9 numbers is the length of this cross product. */
export function areaOf(p: ArrayLike<number>): number {
  const u = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const v = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  return Math.hypot(...cross(u, v)) / 2;
}

function widthAlong(m: Float64Array, axes: Float64Array, k: number): number {
  const [x, y, z] = axes.subarray(3 * k, 3 * k + 3);
  const square =
    x * (m[0] * x + 2 * (m[1] * y + m[2] * z)) + y * (m[3] * y + 2 * m[4] * z) + m[5] * z * z;
  return Math.sqrt(Math.max(0, square));
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(...v);
  return length > 0 ? v.map((x) => x / length) : [0, 0, 1];
}
