/**
 * The three-dimensional core of the convex hull: quickhull (Barber, Dobkin, Huhdanpaa, ACM
 * TOMS 1996) with every decision taken by the exact sign of a determinant. Which outside
 * point is added next is a rounded guess, because any order gives the hull. Costs
 * O(n log n) for points in ordinary position.
 *
 * Only facets that a new point sees strictly are replaced. A horizon edge borders a facet
 * that the point sees strictly, so the point is never collinear with the edge and no facet
 * degenerates, however many points are coplanar. docs/proofs/convex.md has the argument that
 * no input point is lost.
 */
import { orient3d } from './orient.ts';

/** Side of the plane of the facet (a, b, c) on which d lies: 1 outside, 0 on it, -1 inside. */
function side(p: Float64Array, a: number, b: number, c: number, d: number): number {
  return -orient3d(p, 3 * a, p, 3 * b, p, 3 * c, p, 3 * d);
}

/**
 * Facets of the hull as vertex numbers, three per facet, counter-clockwise from outside.
 * `start` holds four points that are exactly not coplanar.
 */
export function quickhull(p: Float64Array, start: readonly number[]): Uint32Array {
  const count = p.length / 3;
  // At most 2n - 4 facets live, and while a point is added at most n new ones beside them.
  const capacity = 3 * count + 8;
  /** Vertices of a facet; edge k runs from corner k to corner k + 1. */
  const corner = new Int32Array(3 * capacity);
  /** The facet across edge k. */
  const across = new Int32Array(3 * capacity);
  const alive = new Uint8Array(capacity);
  /** +s: seen by the point of step s; -s: tested in step s and not seen. */
  const seen = new Int32Array(capacity);
  /** Outside points of a facet as a linked list, the farthest (roughly) first. */
  const head = new Int32Array(capacity).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const farthest = new Float64Array(capacity);
  const normal = new Float64Array(3 * capacity);
  const unused: number[] = [];
  const pending: number[] = [];
  const facetFrom = new Int32Array(count);
  let used = 0;

  function addFacet(a: number, b: number, c: number): number {
    const f = unused.pop() ?? used++;
    corner[3 * f] = a;
    corner[3 * f + 1] = b;
    corner[3 * f + 2] = c;
    alive[f] = 1;
    seen[f] = 0;
    head[f] = -1;
    const ux = p[3 * b] - p[3 * a];
    const uy = p[3 * b + 1] - p[3 * a + 1];
    const uz = p[3 * b + 2] - p[3 * a + 2];
    const vx = p[3 * c] - p[3 * a];
    const vy = p[3 * c + 1] - p[3 * a + 1];
    const vz = p[3 * c + 2] - p[3 * a + 2];
    normal[3 * f] = uy * vz - uz * vy;
    normal[3 * f + 1] = uz * vx - ux * vz;
    normal[3 * f + 2] = ux * vy - uy * vx;
    return f;
  }

  function sees(q: number, f: number): boolean {
    return side(p, corner[3 * f], corner[3 * f + 1], corner[3 * f + 2], q) > 0;
  }

  /** Hands q to the first of the facets that sees it from inside; a point none sees is done. */
  function assign(q: number, facets: readonly number[]): void {
    for (let i = 0; i < facets.length; i++) {
      const f = facets[i];
      if (!sees(q, f)) continue;
      const a = 3 * corner[3 * f];
      const height =
        normal[3 * f] * (p[3 * q] - p[a]) +
        normal[3 * f + 1] * (p[3 * q + 1] - p[a + 1]) +
        normal[3 * f + 2] * (p[3 * q + 2] - p[a + 2]);
      if (head[f] < 0 || height > farthest[f]) {
        if (head[f] < 0) pending.push(f);
        farthest[f] = height;
        next[q] = head[f];
        head[f] = q;
      } else {
        next[q] = next[head[f]];
        next[head[f]] = q;
      }
      return;
    }
  }

  const [a, b, c, d] = start;
  const inward = side(p, a, b, c, d) < 0;
  const [s, t] = inward ? [b, c] : [c, b];
  let facets = [addFacet(a, s, t), addFacet(a, t, d), addFacet(t, s, d), addFacet(s, a, d)];
  across.set([3, 2, 1, 0, 2, 3, 0, 3, 1, 0, 1, 2]);
  for (let q = 0; q < count; q++) {
    if (q !== a && q !== b && q !== c && q !== d) assign(q, facets);
  }

  const visible: number[] = [];
  for (let step = 1; ; step++) {
    let first = pending.pop();
    while (first !== undefined && (!alive[first] || head[first] < 0)) first = pending.pop();
    if (first === undefined) break;
    const apex = head[first];
    head[first] = next[apex];

    visible.length = 0;
    visible.push(first);
    seen[first] = step;
    facets = [];
    for (let i = 0; i < visible.length; i++) {
      const f = visible[i];
      for (let k = 0; k < 3; k++) {
        const g = across[3 * f + k];
        if (seen[g] !== step && seen[g] !== -step) {
          seen[g] = sees(apex, g) ? step : -step;
          if (seen[g] === step) visible.push(g);
        }
        if (seen[g] === step) continue;
        const from = corner[3 * f + k];
        const to = corner[3 * f + ((k + 1) % 3)];
        const h = addFacet(from, to, apex);
        across[3 * h] = g;
        const edge = corner[3 * g] === to ? 0 : corner[3 * g + 1] === to ? 1 : 2;
        across[3 * g + edge] = h;
        facetFrom[from] = h;
        facets.push(h);
      }
    }
    for (let i = 0; i < facets.length; i++) {
      const after = facetFrom[corner[3 * facets[i] + 1]];
      across[3 * facets[i] + 1] = after;
      across[3 * after + 2] = facets[i];
    }
    for (let i = 0; i < visible.length; i++) {
      const f = visible[i];
      alive[f] = 0;
      unused.push(f);
      for (let q = head[f]; q >= 0; ) {
        const rest = next[q];
        assign(q, facets);
        q = rest;
      }
      head[f] = -1;
    }
  }

  const indices: number[] = [];
  for (let f = 0; f < used; f++) {
    if (alive[f]) indices.push(corner[3 * f], corner[3 * f + 1], corner[3 * f + 2]);
  }
  return Uint32Array.from(indices);
}
