/**
 * Proves an overlap that no single tetrahedron proves, as when bodies lie symmetrically and the
 * origin falls on a face of every simplex. The hull of some points of B - A is grown facet by
 * facet, as in EPA (van den Bergen 2001), until the origin sees every facet from inside by more
 * than the points' rounding, or a facet cannot be pushed out any more. Rare, so it may
 * allocate.
 */
import { type Convex, convexHull, supportInto } from '../../geometry/index.ts';

const MAX_ROUNDS = 40;

/**
 * Points nearer to each other than this part of their distance from the origin count once: together
 * they would only make facets without area, which show nothing.
 */
const SAME = 1e-6;

/**
 * True if A and B surely share a point; false if that is not shown. `slack` is how far a
 * computed point of B - A may lie from a true one. If every facet of a closed surface has a
 * positive volume with the origin, the surface encloses it; moving the corners by slack changes
 * a volume by at most 3 slack L^2 to first order, L being its longest corner, and its
 * rounding stays below slack L^2: a margin of 16 slack L^2 covers both.
 */
export function surelyOverlap(
  a: Convex,
  b: Convex,
  pose: Float64Array,
  o: number,
  slack: number,
): boolean {
  const points: number[] = [];
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      for (let z = -1; z <= 1; z++) {
        if (x !== 0 || y !== 0 || z !== 0) addExtreme(points, a, b, pose, o, [x, y, z]);
      }
    }
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const hull = convexHull(Float64Array.from(points));
    if (hull.dimension < 3) return false;
    const p = hull.positions;
    let inside = true;
    let leastDepth = Number.POSITIVE_INFINITY;
    let normal = [0, 0, 0];
    for (let i = 0; i < hull.indices.length; i += 3) {
      const u = 3 * hull.indices[i];
      const v = 3 * hull.indices[i + 1];
      const t = 3 * hull.indices[i + 2];
      const e = [p[v] - p[u], p[v + 1] - p[u + 1], p[v + 2] - p[u + 2]];
      const f = [p[t] - p[u], p[t + 1] - p[u + 1], p[t + 2] - p[u + 2]];
      const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      const volume = n[0] * p[u] + n[1] * p[u + 1] + n[2] * p[u + 2];
      const longest = Math.max(squaredLength(p, u), squaredLength(p, v), squaredLength(p, t));
      if (volume > 16 * slack * longest) continue;
      inside = false;
      const length = Math.hypot(n[0], n[1], n[2]);
      if (volume / length < leastDepth) {
        leastDepth = volume / length;
        normal = n.map((x) => x / length);
      }
    }
    if (inside) return true;
    let reached = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < p.length; i += 3) reached = Math.max(reached, along(normal, p, i));
    if (!addExtreme(points, a, b, pose, o, normal)) return false;
    if (!(along(normal, points, points.length - 3) > reached + slack)) return false;
  }
  return false;
}

function squaredLength(p: Float64Array, i: number): number {
  return p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2];
}

function along(d: readonly number[], p: ArrayLike<number>, i: number): number {
  return d[0] * p[i] + d[1] * p[i + 1] + d[2] * p[i + 2];
}

/** Appends the point of B - A that is extreme along d, unless it is there; whether it was new. */
function addExtreme(
  points: number[],
  a: Convex,
  b: Convex,
  pose: Float64Array,
  o: number,
  d: readonly number[],
): boolean {
  const w = new Float64Array(12);
  for (let k = 0; k < 3; k++) {
    w[k] = -d[k];
    w[3 + k] = pose[o + k] * d[0] + pose[o + 3 + k] * d[1] + pose[o + 6 + k] * d[2];
  }
  supportInto(a, w, 0, w, 6);
  supportInto(b, w, 3, w, 9);
  const x = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    const r = o + 3 * k;
    const q = pose[r] * w[9] + pose[r + 1] * w[10] + pose[r + 2] * w[11] + pose[o + 9 + k];
    // Below 1e-90 the exact hull does not go; the slack is far larger.
    x[k] = Math.abs(q - w[6 + k]) < 1e-80 ? 0 : q - w[6 + k];
  }
  const near = SAME * SAME * squaredLength(x, 0);
  for (let i = 0; i < points.length; i += 3) {
    const [u, v, t] = [points[i] - x[0], points[i + 1] - x[1], points[i + 2] - x[2]];
    if (u * u + v * v + t * t <= near) return false;
  }
  points.push(...x);
  return true;
}
