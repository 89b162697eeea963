/**
 * The deepest notch by faces whose outside is known, as those of solids. Distance to the hull in any direction (deepest.ts)
 * says nothing of a plate that is cut out like a C or an L: all its corners are on the hull, on the plate's two sides, those of
 * the notch too. So a face is measured by the facets that look the way it looks, more or less: the plate's sides look across the
 * walls of the notch and do not count for these. A face on the hull has depth 0 by its own facet; a wall of a notch is as deep as
 * its corners are below the facets it looks at.
 *
 * The facet that is nearest to one face is mostly nearest to its neighbours too, so that is tried first, and a corner that is not
 * deeper than the deepest notch so far by one facet is not compared with others.
 */
import type { Hull } from '../hull.ts';
import type { Triangles } from '../triangles.ts';
import type { Notch } from './deepest.ts';
import { middleInto, PLANE_SIZE, planesOf } from './hullPlanes.ts';

/** Facets whose normals have less than this in common with a face's do not look its way. */
export const FACING = 0.02;

/** Some triangles of a mesh. */
export interface FacedTriangles {
  readonly mesh: Triangles;
  readonly triangles: Uint32Array;
  /** Outward unit normal of each triangle of the mesh, zero where it is not known: those are passed over. */
  readonly normals: Float64Array;
}

/**
 * The deepest corner of the faces below the facets of their hull that look the same way; null if none is deeper than `least`.
 * `point` is a vertex of the mesh, `out` the normal of the face.
 */
export function deepestFacing(faces: FacedTriangles, hull: Hull, least = 0): Notch | null {
  if (hull.dimension < 3) return null;
  const { triangles, normals } = faces;
  const { positions: p, indices } = faces.mesh;
  const origin = new Float64Array(3);
  middleInto(hull, origin);
  const { planes } = planesOf(hull, origin);
  const count = planes.length / PLANE_SIZE;
  let deepest = least;
  let point = -1;
  let face = -1;
  /** Facets that were nearest, the last one first. */
  const lately = new Int32Array(8).fill(-1);
  for (let i = 0; i < triangles.length; i++) {
    const t = 3 * triangles[i];
    const [nx, ny, nz] = [normals[t], normals[t + 1], normals[t + 2]];
    if (nx === 0 && ny === 0 && nz === 0) continue;
    for (let corner = 0; corner < 3; corner++) {
      const v = indices[t + corner];
      const x = p[3 * v] - origin[0];
      const y = p[3 * v + 1] - origin[1];
      const z = p[3 * v + 2] - origin[2];
      let depth = Number.POSITIVE_INFINITY;
      let nearest = -1;
      for (let k = -lately.length; k < count && depth > deepest; k++) {
        const f = k < 0 ? lately[k + lately.length] : k;
        if (f < 0) continue;
        const o = PLANE_SIZE * f;
        const gap = planes[o + 3] - (planes[o] * x + planes[o + 1] * y + planes[o + 2] * z);
        if (gap >= depth) continue;
        if (planes[o] * nx + planes[o + 1] * ny + planes[o + 2] * nz < FACING) continue;
        depth = gap;
        nearest = f;
      }
      if (nearest >= 0 && nearest !== lately[0]) remember(lately, nearest);
      if (nearest < 0 || !(depth > deepest)) continue;
      deepest = depth;
      point = v;
      face = t;
    }
  }
  if (face < 0) return null;
  return { point, depth: deepest, out: normals.slice(face, face + 3) };
}

/** Puts a facet in front, and lets the last one go or closes its old place. */
function remember(lately: Int32Array, facet: number): void {
  let at = lately.indexOf(facet);
  if (at < 0) at = lately.length - 1;
  lately.copyWithin(1, 0, at);
  lately[0] = facet;
}
