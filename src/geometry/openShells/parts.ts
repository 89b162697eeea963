/**
 * Parts of shells while they are divided: connected faces, and what to divide each of them at. First at the concave vertex that is
 * farthest from its bridge; where none is far enough, at the widest hole.
 */
import { principalAxesInto } from '../../math/index.ts';
import { type Surface, traceBoundaries, vertexOf, widest } from './boundaries.ts';
import { findConcaveParts, type Rim } from './bridges.ts';
import { before } from './faces.ts';

/** Faces that are cut along edges: what was across becomes nothing. */
export interface Cuttable extends Surface {
  /** Per face the part that it is in. */
  readonly partOf: Int32Array;
}

/** Where to divide a part. */
export interface Spot {
  /** How far a concave vertex is from its bridge, or how wide a hole is across its principal direction. */
  readonly depth: number;
  /** All boundaries of the part, as sides by the ends at which they are entered; which of them it is about. */
  readonly boundaries: readonly Uint32Array[];
  readonly boundary: number;
  readonly rim: Rim;
  /** Per chain the places in that boundary from which it may begin, the best first. */
  readonly places: readonly Uint32Array[];
  /** The places of vertices at which no chain ends: of a concave part and its bridge's ends, or all of a hole. */
  readonly closed: Uint32Array;
}

/** What counts as a spot. */
export interface SpotOptions {
  /** It must be deeper than this. */
  readonly least: number;
  /** Ends of sides from which it was tried in vain, and complements of the first ends of holes. */
  readonly tried: ReadonlySet<number>;
  /**
   * Per vertex how much deeper it must be. A line that was cut along edges is as crooked as they are long, so that its own vertices would
   * ask for ever more cuts.
   */
  readonly crooked: Float64Array;
}

/** Where to divide some faces, if anywhere. */
export function findSpot(
  positions: Float64Array,
  surface: Surface,
  faces: Uint32Array,
  { least, tried, crooked }: SpotOptions,
): Spot | null {
  const boundaries = traceBoundaries(surface, faces);
  if (boundaries.length === 0) return null;
  const lines = boundaries.map((ends) => ends.map((end) => vertexOf(surface.corners, end)));
  const outer = widest(positions, lines);
  const rim = rimOf(positions, surface, boundaries[outer]);
  const n = rim.vertices.length;
  let deepest = least;
  let spot: Spot | null = null;
  for (const { from, to, concave, distances } of findConcaveParts(positions, rim)) {
    for (let i = 0; i < concave.length; i++) {
      const entered = boundaries[outer][concave[i]];
      if (!(distances[i] > deepest) || tried.has(entered)) continue;
      if (!(distances[i] > least + crooked[rim.vertices[concave[i]]])) continue;
      deepest = distances[i];
      const closed = Uint32Array.from(
        { length: ((to - from + n - 1) % n) + 2 },
        (_, k) => (from + k) % n,
      );
      const places = [concave.slice(i, i + 1)];
      spot = { depth: deepest, boundaries, boundary: outer, rim, places, closed };
    }
  }
  if (spot) return spot;
  for (let i = 0; i < boundaries.length; i++) {
    if (i === outer || tried.has(~boundaries[i][0])) continue;
    const { keys, width } = alongPrincipal(positions, lines[i]);
    if (!(width > deepest)) continue;
    deepest = width;
    const all = Uint32Array.from(keys.keys());
    const order = all.toSorted((a, b) => keys[a] - keys[b] || a - b);
    spot = {
      depth: width,
      boundaries,
      boundary: i,
      rim: rimOf(positions, surface, boundaries[i]),
      places: [order, order.toReversed()],
      closed: all,
    };
  }
  return spot;
}

/** A boundary with normals of the faces beside it: at each vertex of the sides before and after. */
export function rimOf(positions: Float64Array, { corners }: Surface, ends: Uint32Array): Rim {
  const p = positions;
  const n = ends.length;
  const normals = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const a = 3 * vertexOf(corners, ends[i]);
    const b = 3 * vertexOf(corners, ends[i] ^ 1);
    const c = 3 * corners[before(ends[i] >> 1)];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    for (const o of [3 * i, 3 * ((i + 1) % n)]) {
      normals[o] += x / length;
      normals[o + 1] += y / length;
      normals[o + 2] += z / length;
    }
  }
  return { vertices: ends.map((end) => vertexOf(corners, end)), normals };
}

/** How far along its principal direction each vertex of a boundary is, and how wide the boundary is across it. */
export function alongPrincipal(
  p: Float64Array,
  vertices: Uint32Array,
): { keys: Float64Array; width: number } {
  const n = vertices.length;
  const mean = [0, 1, 2].map((k) => {
    const first = p[3 * vertices[0] + k];
    return first + vertices.reduce((sum, v) => sum + (p[3 * v + k] - first), 0) / n;
  });
  const m = new Float64Array(6);
  for (const v of vertices) {
    const [x, y, z] = mean.map((c, k) => p[3 * v + k] - c);
    m[0] += x * x;
    m[1] += x * y;
    m[2] += x * z;
    m[3] += y * y;
    m[4] += y * z;
    m[5] += z * z;
  }
  const axes = new Float64Array(9);
  principalAxesInto(m, axes);
  const along = (row: number) =>
    Float64Array.from(vertices, (v) =>
      mean.reduce((sum, c, k) => sum + axes[3 * row + k] * (p[3 * v + k] - c), 0),
    );
  const second = along(1);
  let [low, high] = [0, 0];
  for (const key of second) {
    low = Math.min(low, key);
    high = Math.max(high, key);
  }
  return { keys: along(0), width: high - low };
}
