/**
 * A closed component of a mesh, with its cavities, as a solid. Inside is where one of its shells winds
 * around a point, which is decided exactly; f is at most the distance to any triangle of these, so a
 * bound on a box needs only one: distances to a triangle are convex, and largest at a corner of the box.
 */
import { BOX, buildTree, insertChild, MAX_WIDTH, type Tree } from '../../bvh/index.ts';
import {
  type Component,
  convexHull,
  encloses,
  type Mesh,
  ON,
  rayCrossing,
  type Shell,
  type Triangles,
  triangleDistanceLowerInto,
} from '../../geometry/index.ts';
import { U } from '../../math/index.ts';
import { meetsTree } from './boxMesh.ts';
import { nearest, pointTriangle2 } from './pointTriangle.ts';
import {
  AXES,
  type BoxMemory,
  CENTRE,
  GROWTH,
  HALF,
  MIDDLE,
  SLACK,
  type Solid,
  UPPER,
} from './solid.ts';

const { half: BOX_HALF, size: STRIDE } = BOX;

export class MeshSolid implements Solid {
  readonly bounded = true;
  readonly radius: number;
  readonly corners: Float64Array;
  private readonly mesh: Triangles;
  private readonly tree: Tree;
  private readonly slots: Int32Array;
  private readonly bounds: Float64Array;
  /** Scratch: bounds of the children of a slot, and their order. */
  private readonly children = new Float64Array(MAX_WIDTH);
  private readonly order = new Int32Array(MAX_WIDTH);
  private readonly shells: readonly Shell[];
  /** Per triangle, its shell and what crossing it counts: 1, or -1 if it is turned. */
  private readonly shellOf: Uint32Array;
  private readonly sign: Int8Array;
  /** Scratch: crossings of each shell; the point as a triangle; its distance. */
  private readonly crossings: Int32Array;
  private readonly point = new Float64Array(9);
  private readonly answer = new Float64Array(1);

  /** For a component that is a solid; `mesh` is the one it belongs to. */
  constructor({ positions, indices }: Triangles, { shells }: Component) {
    const count = shells.reduce((n, { triangles }) => n + triangles.length, 0);
    const own = new Uint32Array(3 * count);
    this.shells = shells;
    this.shellOf = new Uint32Array(count);
    this.sign = new Int8Array(count);
    this.crossings = new Int32Array(shells.length);
    let next = 0;
    shells.forEach(({ triangles, turned }, s) => {
      triangles.forEach((t, i) => {
        this.shellOf[next] = s;
        this.sign[next] = turned?.[i] === 1 ? -1 : 1;
        for (let k = 0; k < 3; k++) own[3 * next + k] = indices[3 * t + k];
        next++;
      });
    });
    this.mesh = { positions, indices: own };
    this.tree = buildTree(this.mesh);
    this.radius = this.tree.radiusUpper;
    const used = [...new Set(own)];
    const points = new Float64Array(3 * used.length);
    used.forEach((v, i) => {
      for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * v + k];
    });
    this.corners = convexHull(points).positions;
    const open = 3 * this.tree.depth + 2 * MAX_WIDTH;
    this.slots = new Int32Array(open);
    this.bounds = new Float64Array(open);
  }

  extentInto(n: Float64Array, o: number, out: Float64Array, j: number): void {
    const { corners } = this;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < corners.length; i += 3) {
      const x = n[o] * corners[i] + n[o + 1] * corners[i + 1] + n[o + 2] * corners[i + 2];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    out[j] = low;
    out[j + 1] = high;
  }

  boundInto(w: Float64Array, memory: BoxMemory): void {
    if (!memory.inside && !meetsTree(this.tree, w, this.slots)) {
      // One side of the surface, all of it.
      if (!this.contains(w, CENTRE)) {
        w[UPPER] = Number.NEGATIVE_INFINITY;
        return;
      }
      memory.inside = true;
    }
    const squared = this.search(w, memory);
    w[MIDDLE] = Math.sqrt(squared);
    if (!memory.inside && !this.contains(w, CENTRE)) w[MIDDLE] = -w[MIDDLE];
    this.farthestCorner(w, 9 * memory.hint);
  }

  /** UPPER and GROWTH: the corner of the box that is farthest from a triangle. */
  private farthestCorner(w: Float64Array, triangle: number): void {
    const { vertices } = this.tree;
    let most = -1;
    for (let corner = 0; corner < 8; corner++) {
      const a = corner & 1 ? w[HALF] : -w[HALF];
      const b = corner & 2 ? w[HALF + 1] : -w[HALF + 1];
      const c = corner & 4 ? w[HALF + 2] : -w[HALF + 2];
      const x = w[CENTRE] + a * w[AXES] + b * w[AXES + 3] + c * w[AXES + 6];
      const y = w[CENTRE + 1] + a * w[AXES + 1] + b * w[AXES + 4] + c * w[AXES + 7];
      const z = w[CENTRE + 2] + a * w[AXES + 2] + b * w[AXES + 5] + c * w[AXES + 8];
      const squared = pointTriangle2(x, y, z, vertices, triangle);
      if (!(squared > most)) continue;
      most = squared;
      w[GROWTH] = x - nearest[0];
      w[GROWTH + 1] = y - nearest[1];
      w[GROWTH + 2] = z - nearest[2];
    }
    const length = Math.sqrt(most);
    w[UPPER] = length + w[SLACK];
    if (length > 0) for (let k = 0; k < 3; k++) w[GROWTH + k] /= length;
  }

  /** The squared distance of the centre from the nearest triangle, whose number goes to the memory. */
  private search(w: Float64Array, memory: BoxMemory): number {
    const { tree, slots, bounds, order, children } = this;
    const { volumes, counts, links, vertices } = tree;
    const x = w[CENTRE];
    const y = w[CENTRE + 1];
    const z = w[CENTRE + 2];
    let best = Number.POSITIVE_INFINITY;
    if (memory.hint >= 0) best = pointTriangle2(x, y, z, vertices, 9 * memory.hint);
    slots[0] = 0;
    bounds[0] = 0;
    let open = 1;
    while (open > 0) {
      open--;
      if (bounds[open] >= best) continue;
      const slot = slots[open];
      const first = links[slot];
      if (counts[slot] > 0) {
        for (let t = first; t < first + counts[slot]; t++) {
          const squared = pointTriangle2(x, y, z, vertices, 9 * t);
          if (squared >= best) continue;
          best = squared;
          memory.hint = t;
        }
        continue;
      }
      let kept = 0;
      for (let i = 0; i < -counts[slot]; i++) {
        children[i] = pointBox2(x, y, z, volumes, STRIDE * (first + i));
        if (children[i] < best) kept = insertChild(order, kept, children, i);
      }
      for (let k = 0; k < kept; k++) {
        slots[open] = first + order[k];
        bounds[open++] = children[order[k]];
      }
    }
    return best;
  }

  /** Whether p is inside or on the surface: exact, by the triangles that a ray along x may meet. */
  private contains(p: Float64Array, o: number): boolean {
    const { tree, slots, crossings, mesh } = this;
    const { volumes, counts, links, ids } = tree;
    const x = p[o];
    const y = p[o + 1];
    const z = p[o + 2];
    crossings.fill(0);
    slots[0] = 0;
    let open = 1;
    while (open > 0) {
      const slot = slots[--open];
      const i = STRIDE * slot;
      const h = i + BOX_HALF;
      // Boxes contain their triangles; the sums here lose two roundings of what they add.
      const room = 4 * U * (Math.abs(x) + Math.abs(y) + Math.abs(z) + this.radius);
      if (Math.abs(y - volumes[i + 1]) > volumes[h + 1] + room) continue;
      if (Math.abs(z - volumes[i + 2]) > volumes[h + 2] + room) continue;
      if (x - volumes[i] > volumes[h] + room) continue;
      const first = links[slot];
      if (counts[slot] > 0) {
        for (let t = first; t < first + counts[slot]; t++) {
          const crossed = rayCrossing(mesh, ids[t], p, o);
          if (crossed === ON) return true;
          crossings[this.shellOf[ids[t]]] += this.sign[ids[t]] * crossed;
        }
      } else {
        for (let child = first; child < first - counts[slot]; child++) slots[open++] = child;
      }
    }
    for (let s = 0; s < crossings.length; s++) {
      if (encloses(this.shells[s], crossings[s])) return true;
    }
    return false;
  }

  lowerAt(p: Float64Array, i: number): number {
    if (!this.contains(p, i)) return Number.NEGATIVE_INFINITY;
    const { tree, slots, bounds, point, answer } = this;
    const { volumes, counts, links, vertices } = tree;
    for (let k = 0; k < 9; k++) point[k] = p[i + (k % 3)];
    let best = Number.POSITIVE_INFINITY;
    slots[0] = 0;
    bounds[0] = 0;
    let open = 1;
    while (open > 0) {
      open--;
      if (bounds[open] >= best * best) continue;
      const slot = slots[open];
      const first = links[slot];
      if (counts[slot] > 0) {
        for (let t = first; t < first + counts[slot]; t++) {
          triangleDistanceLowerInto(point, 0, vertices, 9 * t, answer, 0);
          if (answer[0] < best) best = answer[0];
        }
        continue;
      }
      for (let child = first; child < first - counts[slot]; child++) {
        const bound = pointBox2(point[0], point[1], point[2], volumes, STRIDE * child);
        if (bound >= best * best) continue;
        slots[open] = child;
        bounds[open++] = bound;
      }
    }
    // For boxes that were left aside: eight roundings of coordinates.
    const size = Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]) + this.radius;
    return Math.max(0, best - 16 * U * size);
  }
}

/** Squared distance of a point from a box of a tree. */
function pointBox2(x: number, y: number, z: number, v: Float64Array, i: number): number {
  const h = i + BOX_HALF;
  const dx = Math.max(0, Math.abs(x - v[i]) - v[h]);
  const dy = Math.max(0, Math.abs(y - v[i + 1]) - v[h + 1]);
  const dz = Math.max(0, Math.abs(z - v[i + 2]) - v[h + 2]);
  return dx * dx + dy * dy + dz * dz;
}

const known = new WeakMap<Component, MeshSolid>();

/** The solids of a mesh, or null if there is more to it: a surface, or flaps of a solid. */
export function meshSolids(mesh: Mesh): MeshSolid[] | null {
  const { components } = mesh;
  if (components.some((c) => (!c.solid && c.cavityOf === null) || c.flaps > 0)) return null;
  return components.flatMap((component) => {
    if (!component.solid) return [];
    const solid = known.get(component) ?? new MeshSolid(mesh, component);
    known.set(component, solid);
    return solid;
  });
}
