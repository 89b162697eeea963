/**
 * Where a set of triangles is cut at its notch: the candidates of planes.ts, and what they cost. Three ways to choose take the
 * first candidate of a kind that divides at all:
 *
 *   bisector   the plane that divides the angle at the notch [E 3.1]
 *   face       the plane of the face that looks the way out
 *   across     the plane along the way out and across the longest direction
 *
 * Two compare all candidates, and the caller's own way to divide:
 *
 *   box        surface-area heuristic: triangles times area of the box along the axes, both sides together
 *   hull       volume of the convex hulls of both sides
 *
 * Costs are measured on some of the triangles, the largest and as many others evenly: the set comes with the largest first.
 */
import { convexHull, type Hull } from '../hull.ts';
import { type CutName, cutNormals, type NotchedSet } from './planes.ts';
import type { VertexSets } from './vertexSets.ts';

/** A way to divide triangles in two; null if it does not. */
export type Cut = (triangles: Uint32Array) => readonly [Uint32Array, Uint32Array] | null;

/** Of so many triangles at the most costs are measured. */
const SAMPLE = 128;

/** The two sides of the best cut; null if nothing divides the set. */
export function chooseCut(
  set: NotchedSet,
  sets: VertexSets,
  name: CutName,
  other: Cut,
): readonly [Uint32Array, Uint32Array] | null {
  const candidates = cutNormals(set, sets, name).map((normal): Cut => {
    return (triangles) => sidesOf(set, normal, triangles);
  });
  if (name !== 'box' && name !== 'hull') return firstOf(candidates, set.triangles);
  candidates.push(other);
  const sample = sampleOf(set.triangles);
  const cost = name === 'hull' ? hullVolume : boxCost;
  const ranked = candidates
    .map((cut) => {
      const sides = cut(sample);
      let sum = 0;
      for (const side of sides ?? []) sum += cost(sets.pointsOf(side), side.length);
      return { cut, cost: sides ? sum : Number.POSITIVE_INFINITY };
    })
    .sort((a, b) => a.cost - b.cost);
  return firstOf(
    ranked.map(({ cut }) => cut),
    set.triangles,
  );
}

function firstOf(
  cuts: readonly Cut[],
  triangles: Uint32Array,
): readonly [Uint32Array, Uint32Array] | null {
  for (const cut of cuts) {
    const sides = cut(triangles);
    if (sides) return sides;
  }
  return null;
}

/** The largest, and as many of the others evenly. */
function sampleOf(triangles: Uint32Array): Uint32Array {
  if (triangles.length <= SAMPLE) return triangles;
  const half = SAMPLE / 2;
  const step = (triangles.length - half) / half;
  return Uint32Array.from({ length: SAMPLE }, (_, i) => {
    return triangles[i < half ? i : Math.floor(half + (i - half) * step)];
  });
}

/** Triangles on either side of the plane through the notch, by their centroids; null if all are on one. */
function sidesOf(
  { mesh, notch }: NotchedSet,
  normal: Float64Array,
  triangles: Uint32Array,
): [Uint32Array, Uint32Array] | null {
  const { positions: p, indices } = mesh;
  const v = 3 * notch.point;
  const [x, y, z] = normal;
  const first = new Uint32Array(triangles.length);
  const second = new Uint32Array(triangles.length);
  let [below, above] = [0, 0];
  for (let i = 0; i < triangles.length; i++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const q = 3 * indices[3 * triangles[i] + k];
      sum += x * (p[q] - p[v]) + y * (p[q + 1] - p[v + 1]) + z * (p[q + 2] - p[v + 2]);
    }
    if (sum < 0) first[below++] = triangles[i];
    else second[above++] = triangles[i];
  }
  if (below === 0 || above === 0) return null;
  return [first.slice(0, below), second.slice(0, above)];
}

/** Triangles times half the area of their box. */
function boxCost(points: Float64Array, count: number): number {
  const size = [0, 1, 2].map((k) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    return high - low;
  });
  return count * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
}

function hullVolume(points: Float64Array): number {
  return volumeOf(convexHull(points));
}

/** Volume of a hull, approximate. */
function volumeOf({ positions: p, indices, dimension }: Hull): number {
  if (dimension < 3) return 0;
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const [ax, ay, az] = [p[a] - p[0], p[a + 1] - p[1], p[a + 2] - p[2]];
    const [bx, by, bz] = [p[b] - p[0], p[b + 1] - p[1], p[b + 2] - p[2]];
    const [cx, cy, cz] = [p[c] - p[0], p[c + 1] - p[1], p[c + 2] - p[2]];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
