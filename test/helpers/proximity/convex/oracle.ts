/**
 * The distance of two convex hulls by brute force: whether they overlap by separating axes, how
 * far they are apart by all pairs of triangles. Shares nothing with the code under test.
 */
import type { Hull } from '../../../../src/geometry/hull.ts';
import { poseFromQuaternion, type Random } from '../../../../src/math/index.ts';

export type V = [number, number, number];
export const sub = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: V, b: V): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V, b: V): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const along = (a: V, d: V, t: number): V => [a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]];
const clamp = (t: number) => Math.min(Math.max(t, 0), 1);

export function place(pose: Float64Array, p: V): V {
  return [0, 3, 6].map(
    (r, k) => pose[r] * p[0] + pose[r + 1] * p[1] + pose[r + 2] * p[2] + pose[9 + k],
  ) as V;
}

export function pointSegment(p: V, a: V, b: V): number {
  const e = sub(b, a);
  const ee = dot(e, e);
  const t = ee > 0 ? clamp(dot(sub(p, a), e) / ee) : 0;
  return Math.hypot(...sub(p, along(a, e, t)));
}

export function pointTriangle(p: V, a: V, b: V, c: V): number {
  const n = cross(sub(b, a), sub(c, a));
  const nn = dot(n, n);
  const inside =
    nn > 0 &&
    dot(cross(n, sub(b, a)), sub(p, a)) >= 0 &&
    dot(cross(n, sub(c, b)), sub(p, b)) >= 0 &&
    dot(cross(n, sub(a, c)), sub(p, c)) >= 0;
  if (inside) return Math.abs(dot(n, sub(p, a))) / Math.sqrt(nn);
  return Math.min(pointSegment(p, a, b), pointSegment(p, b, c), pointSegment(p, c, a));
}

export function segmentSegment(a: V, b: V, c: V, d: V): number {
  const e = sub(b, a);
  const f = sub(d, c);
  const n = cross(e, f);
  const nn = dot(n, n);
  let best = Math.min(
    pointSegment(a, c, d),
    pointSegment(b, c, d),
    pointSegment(c, a, b),
    pointSegment(d, a, b),
  );
  if (nn > 0) {
    const w = sub(c, a);
    const s = dot(cross(w, f), n) / nn;
    const t = dot(cross(w, e), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
      best = Math.min(best, Math.abs(dot(w, n)) / Math.sqrt(nn));
  }
  return best;
}

interface Features {
  points: V[];
  triangles: number[][];
  edges: number[][];
}

export function features(hull: Hull, pose?: Float64Array): Features {
  const points: V[] = [];
  for (let i = 0; i < hull.positions.length; i += 3) {
    const p: V = [hull.positions[i], hull.positions[i + 1], hull.positions[i + 2]];
    points.push(pose ? place(pose, p) : p);
  }
  const triangles: number[][] = [];
  const edges: number[][] = [];
  for (let i = 0; i < hull.indices.length; i += 3) {
    const t = [...hull.indices.subarray(i, i + 3)];
    triangles.push(t);
    for (let k = 0; k < 3; k++) if (t[k] < t[(k + 1) % 3]) edges.push([t[k], t[(k + 1) % 3]]);
  }
  if (hull.dimension === 1) edges.push([0, 1]);
  return { points, triangles, edges };
}

/** Distance of the surfaces, or of all that there is of flat hulls. */
export function featureDistance(a: Features, b: Features): number {
  let best = Number.POSITIVE_INFINITY;
  for (const [x, y] of [
    [a, b],
    [b, a],
  ]) {
    for (const p of x.points) {
      for (const q of y.points) best = Math.min(best, Math.hypot(...sub(p, q)));
      for (const [i, j] of y.edges)
        best = Math.min(best, pointSegment(p, y.points[i], y.points[j]));
      for (const [i, j, k] of y.triangles) {
        best = Math.min(best, pointTriangle(p, y.points[i], y.points[j], y.points[k]));
      }
    }
  }
  for (const [i, j] of a.edges) {
    for (const [k, l] of b.edges) {
      best = Math.min(best, segmentSegment(a.points[i], a.points[j], b.points[k], b.points[l]));
    }
  }
  return best;
}

/** Largest gap over all separating axes of two solids: negative is a penetration depth. */
export function axisGap(a: Features, b: Features): number {
  const axes: V[] = [];
  for (const x of [a, b]) {
    for (const [i, j, k] of x.triangles) {
      axes.push(cross(sub(x.points[j], x.points[i]), sub(x.points[k], x.points[i])));
    }
  }
  for (const [i, j] of a.edges) {
    for (const [k, l] of b.edges)
      axes.push(cross(sub(a.points[j], a.points[i]), sub(b.points[l], b.points[k])));
  }
  let best = Number.NEGATIVE_INFINITY;
  const longest = Math.max(...axes.map((n) => Math.hypot(...n)));
  for (const n of axes) {
    const length = Math.hypot(...n);
    if (!(length > 1e-7 * longest)) continue;
    let [lowA, highA, lowB, highB] = [1 / 0, -1 / 0, 1 / 0, -1 / 0];
    for (const p of a.points) {
      lowA = Math.min(lowA, dot(n, p));
      highA = Math.max(highA, dot(n, p));
    }
    for (const p of b.points) {
      lowB = Math.min(lowB, dot(n, p));
      highB = Math.max(highB, dot(n, p));
    }
    best = Math.max(best, (lowB - highA) / length, (lowA - highB) / length);
  }
  return best;
}

/** A random rotation with a translation of the given length in a random direction. */
export function randomPose(random: Random, distance: number): Float64Array {
  const q = [0, 0, 0, 0].map(() => random.between(-1, 1) + random.between(-1, 1));
  const s = Math.hypot(...q);
  const [w, x, y, z] = q.map((c) => c / s);
  const d: V = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
  const l = distance / Math.hypot(...d);
  return poseFromQuaternion(x, y, z, w, d[0] * l, d[1] * l, d[2] * l);
}

export function randomPoints(random: Random, count: number, scale = 1): Float64Array {
  const p = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const v: V = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const s = scale / Math.hypot(...v);
    for (let k = 0; k < 3; k++) p[3 * i + k] = v[k] * s * [1, 0.7, 0.5][k];
  }
  return p;
}
