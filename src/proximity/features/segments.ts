/**
 * The closest points of two segments (Ericson 2005, section 5.1.9), in the numbers of a workspace; also of
 * points.
 */

import { EDGE } from './polyhedron.ts';
import { type FeatureWorkspace, SLOTS } from './tracked.ts';

const { FIRST, SECOND, WHERE, SQUARED, TAIL, HEAD } = SLOTS;

/** Segments whose directions differ by less than this, in radians, are parallel. */
const PARALLEL = 1e-12;

/**
 * Of the segments FIRST and SECOND, two ends each: where their closest points are, to WHERE and WHERE + 1. Where
 * parallel segments face each other, in the middle of that. The squared distance goes to SQUARED.
 */
export function segmentsInto(w: Float64Array): void {
  const dx = w[FIRST + 3] - w[FIRST];
  const dy = w[FIRST + 4] - w[FIRST + 1];
  const dz = w[FIRST + 5] - w[FIRST + 2];
  const ex = w[SECOND + 3] - w[SECOND];
  const ey = w[SECOND + 4] - w[SECOND + 1];
  const ez = w[SECOND + 5] - w[SECOND + 2];
  const rx = w[FIRST] - w[SECOND];
  const ry = w[FIRST + 1] - w[SECOND + 1];
  const rz = w[FIRST + 2] - w[SECOND + 2];
  const a = dx * dx + dy * dy + dz * dz;
  const e = ex * ex + ey * ey + ez * ez;
  const b = dx * ex + dy * ey + dz * ez;
  const c = dx * rx + dy * ry + dz * rz;
  const f = ex * rx + ey * ry + ez * rz;
  let s = 0;
  let t = 0;
  if (a > 0 && e > 0) {
    const nx = dy * ez - dz * ey;
    const ny = dz * ex - dx * ez;
    const nz = dx * ey - dy * ex;
    const sine = nx * nx + ny * ny + nz * nz;
    if (sine > PARALLEL * PARALLEL * a * e) {
      // (e x r) . n, from the cross product: it stays accurate where the segments are nearly parallel.
      const mx = ey * rz - ez * ry;
      const my = ez * rx - ex * rz;
      const mz = ex * ry - ey * rx;
      s = clamped((mx * nx + my * ny + mz * nz) / sine);
    } else {
      // The ends of the second on the first, in units of it.
      const from = clamped(Math.min(-c, b - c) / a);
      const to = clamped(Math.max(-c, b - c) / a);
      s = 0.5 * (from + to);
    }
  }
  if (e > 0) t = clamped((b * s + f) / e);
  if (a > 0) s = clamped((b * t - c) / a);
  if (e > 0) t = clamped((b * s + f) / e);
  w[WHERE] = s;
  w[WHERE + 1] = t;
  const x = rx + s * dx - t * ex;
  const y = ry + s * dy - t * ey;
  const z = rz + s * dz - t * ez;
  w[SQUARED] = x * x + y * y + z * z;
}

function clamped(t: number): number {
  return Math.min(Math.max(t, 0), 1);
}

/** The edge of side r's face f that is nearest to the segment from TAIL to HEAD, in frame r, as a feature. */
export function nearestRingEdge(ws: FeatureWorkspace, r: number, f: number): number {
  const w = ws.numbers;
  const p = ws.body(r);
  let least = Number.POSITIVE_INFINITY;
  let found = 0;
  for (let k = 0; k < 3; k++) {
    w[FIRST + k] = w[TAIL + k];
    w[FIRST + 3 + k] = w[HEAD + k];
  }
  for (let i = p.ringStarts[f]; i < p.ringStarts[f + 1]; i++) {
    const e = p.ringEdges[i] >> 1;
    const tail = 3 * p.ends[2 * e];
    const head = 3 * p.ends[2 * e + 1];
    for (let k = 0; k < 3; k++) {
      w[SECOND + k] = p.positions[tail + k];
      w[SECOND + 3 + k] = p.positions[head + k];
    }
    segmentsInto(w);
    if (w[SQUARED] < least) {
      least = w[SQUARED];
      found = 4 * e + EDGE;
    }
  }
  return found;
}
