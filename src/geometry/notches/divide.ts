/**
 * [E 3.1] Approximate convex decomposition: a mesh is divided at the deepest notch under the convex hull of its points, by a
 * plane through it, and each part again, until no notch is deeper than a tolerance or there are as many sets as wanted. The
 * deepest of all parts is divided first, so a small budget goes where it matters. Triangles are not cut: each goes to the
 * side of the plane where its centroid is. The sets are nearly convex pieces of the surface, as good as a budget allows.
 *
 * Costs a hull and a search of notches per part, about half a microsecond per vertex and level, and the choice of the plane.
 */
import { Heap } from '../../arrays/index.ts';
import { InputError } from '../../math/index.ts';
import { type Division, undivided } from '../division.ts';
import { convexHull } from '../hull.ts';
import type { Triangles } from '../triangles.ts';
import { type Cut, chooseCut } from './cut.ts';
import { deepestNotch, type Notch } from './deepest.ts';
import { deepestFacing } from './facing.ts';
import { outwardNormals } from './outward.ts';
import type { CutName } from './planes.ts';
import { VertexSets } from './vertexSets.ts';

/** How a mesh is divided at its notches. */
export interface NotchOptions {
  /** Notches that are not deeper than this part of the mesh's size (the diagonal of its box) stay. Default 0.01. */
  readonly tolerance?: number;
  /** And those that are not deeper than this, in metres. Default 0. */
  readonly depth?: number;
  /** At most so many sets. Default 32. */
  readonly most?: number;
  /** Which plane through a notch divides. Default `hull`. */
  readonly cut?: CutName;
  /**
   * How deep a notch is: `facing` measures by the facets that a face looks at, where its outside is known (facing.ts),
   * `nearest` always by the nearest facet, as the paper does. Default `facing`.
   */
  readonly measure?: 'facing' | 'nearest';
  /** Another way to divide some triangles in two, which is taken where it costs less. Only for the cuts that compare costs. */
  readonly other?: Cut;
}

/** A set that may be divided yet. */
interface Part {
  readonly triangles: Uint32Array;
  readonly notch: Notch | null;
  children: readonly [Part, Part] | null;
}

/** Divides a mesh at its notches. */
export function divideNotches(mesh: Triangles, options: NotchOptions = {}): Division {
  return notchDivider(mesh, options)(undivided(mesh.indices.length / 3));
}

/** Divides sets of triangles of a mesh, each at its own notches. */
export function notchDivider(
  mesh: Triangles,
  options: NotchOptions = {},
): (triangles: Uint32Array) => Division {
  const { tolerance = 0.01, depth = 0, most = 32, cut = 'hull', measure = 'facing' } = options;
  const { other = () => null } = options;
  for (const [name, value] of Object.entries({ tolerance, depth, most })) {
    if (value >= 0) continue;
    const message = `${name} must not be negative; it is ${value}`;
    throw new InputError({ code: 'notch/options', message });
  }
  const sets = new VertexSets(mesh);
  const normals =
    measure === 'facing' ? outwardNormals(mesh) : new Float64Array(mesh.indices.length);
  const least = Math.max(depth, tolerance * diagonal(mesh));

  /** By the facets that faces look at where their outside is known, by all facets where it is not. */
  const notchOf = (triangles: Uint32Array): Notch | null => {
    const hull = convexHull(sets.pointsOf(triangles));
    const notch = deepestFacing({ mesh, triangles, normals }, hull, least);
    const open = triangles.filter(
      (t) => normals[3 * t] === 0 && normals[3 * t + 1] === 0 && normals[3 * t + 2] === 0,
    );
    if (open.length === 0) return notch;
    const vertices = sets.verticesOf(open);
    const found = deepestNotch(sets.positionsOf(vertices), hull, notch?.depth ?? least);
    return found ? { ...found, point: vertices[found.point] } : notch;
  };
  const partOf = (triangles: Uint32Array): Part => {
    return { triangles, notch: notchOf(triangles), children: null };
  };

  return (triangles) => {
    const parts = [partOf(sets.largestFirst(triangles))];
    // Those that have a notch, the deepest first.
    const open = new Heap('smaller');
    if (parts[0].notch) open.push(-parts[0].notch.depth, 0);
    for (let count = 1; count < most && open.count > 0; ) {
      const part = parts[open.pop()];
      const set = { mesh, triangles: part.triangles, notch: part.notch! };
      const sides = chooseCut(set, sets, cut, other);
      if (!sides) continue;
      part.children = [partOf(sides[0]), partOf(sides[1])];
      for (const child of part.children) {
        if (child.notch) open.push(-child.notch.depth, parts.length);
        parts.push(child);
      }
      count++;
    }
    return asDivision(parts);
  };
}

function depthOf({ notch }: Part): number {
  return notch ? notch.depth : 0;
}

function asDivision(parts: readonly Part[]): Division {
  const divisions = new Map<Part, Division>();
  // Children come after their parents.
  for (let i = parts.length - 1; i >= 0; i--) {
    const { children, triangles } = parts[i];
    const division: Division = children
      ? [divisions.get(children[0])!, divisions.get(children[1])!, depthOf(parts[i])]
      : triangles;
    divisions.set(parts[i], division);
  }
  return divisions.get(parts[0])!;
}

function diagonal({ positions, indices }: Triangles): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((x) => -x);
  for (let i = 0; i < indices.length; i++) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * indices[i] + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
