/**
 * Patches: pieces of bodies and what they are divided into, as convex sets. What covers compare. The whole piece is patch 0; a mesh
 * divides along its tree, every slot of which has the convex hull of its triangles, down to single
 * triangles. A primitive is its own and only patch. Hulls are made when first asked for, and kept.
 *
 * A patch is a number: the slot of the tree, or slotCount + k for the k-th triangle in tree order.
 */
import type { Tree } from '../bvh/index.ts';
import {
  buildSupportTable,
  convexHull,
  enclosingSphereInto,
  type HullShape,
  type Shape,
} from '../geometry/index.ts';
import type { Piece } from './body.ts';

export interface Patch {
  readonly shape: Shape;
  /** Centre and radius of a ball around it, in the piece's frame. */
  readonly ball: Float64Array;
  /** Triangles in tree order: [from, to). A primitive has none. */
  readonly from: number;
  readonly to: number;
  /** Patches that it consists of; empty if it cannot be divided. */
  readonly children: Int32Array;
  /** Unit normal of the plane that its triangles lie in or near; 0 if they do not. */
  readonly normal: Float64Array;
}

/** From so many triangles on, vertices that they share are told apart first. */
const MANY = 32;

const NONE = new Int32Array(0);
const NO_NORMAL = new Float64Array(3);

/** Stands where no patch has been chosen yet: a point. */
export const NO_PATCH: Patch = {
  shape: { kind: 'sphere', radius: 0 },
  ball: new Float64Array(4),
  from: 0,
  to: 0,
  children: NONE,
  normal: NO_NORMAL,
};

/** Pieces that are alike have their patches in common, whoever asks: cells with one robot share its meshes. */
const known = new WeakMap<object, Patches>();

/** The patches of a piece. */
export function patchesOf(piece: Piece): Patches {
  const key = piece.kind === 'mesh' ? piece.tree : piece;
  let patches = known.get(key);
  if (!patches) {
    patches = new Patches(piece);
    known.set(key, patches);
  }
  return patches;
}

export class Patches {
  private readonly piece: Piece;
  private readonly tree: Tree | null;
  private readonly made: (Patch | undefined)[] = [];
  /** Per vertex of a mesh the last run of triangles that it was met in. */
  private readonly stamps: Uint32Array;
  private stamp = 0;
  /** Patch 0. */
  readonly whole: Patch;

  constructor(piece: Piece) {
    this.piece = piece;
    this.tree = piece.kind === 'mesh' ? piece.tree : null;
    this.stamps = new Uint32Array(piece.kind === 'mesh' ? piece.mesh.positions.length / 3 : 0);
    this.whole = this.make(0);
  }

  get(index: number): Patch {
    return this.made[index] ?? this.make(index);
  }

  private make(index: number): Patch {
    const patch = this.tree === null ? this.primitive() : this.ofTree(this.tree, index);
    this.made[index] = patch;
    return patch;
  }

  private primitive(): Patch {
    const { piece } = this;
    const ball = new Float64Array(4);
    if (piece.convex.kind === 'hull') enclosingSphereInto(piece.convex.hull.positions, ball);
    else ball[3] = piece.ball[3];
    const normal = NO_NORMAL;
    return { shape: piece.convex, ball, from: 0, to: 0, children: NONE, normal };
  }

  /** The vertices of a run of triangles; of many triangles each vertex once, which are six times fewer. */
  private corners(tree: Tree, from: number, to: number): Float64Array {
    const { piece, stamps } = this;
    if (piece.kind !== 'mesh' || to - from < MANY) return tree.vertices.subarray(9 * from, 9 * to);
    const { indices } = piece.mesh;
    const stamp = ++this.stamp;
    const points = new Float64Array(9 * (to - from));
    let count = 0;
    for (let t = from; t < to; t++) {
      for (let k = 0; k < 3; k++) {
        const v = indices[3 * tree.ids[t] + k];
        if (stamps[v] === stamp) continue;
        stamps[v] = stamp;
        points.set(tree.vertices.subarray(9 * t + 3 * k, 9 * t + 3 * k + 3), count);
        count += 3;
      }
    }
    return points.subarray(0, count);
  }

  private ofTree(tree: Tree, index: number): Patch {
    const { slotCount } = tree;
    const triangle = index - slotCount;
    const [from, to] = triangle >= 0 ? [triangle, triangle + 1] : rangeOf(tree, index);
    const points = tree.vertices.subarray(9 * from, 9 * to);
    const whole = from === 0 && to === tree.triangleCount && this.piece.kind === 'mesh';
    const shape = whole ? this.piece.convex : smallHull(this.corners(tree, from, to));
    const ball = new Float64Array(4);
    enclosingSphereInto((shape as HullShape).hull.positions, ball);
    let children = NONE;
    if (triangle < 0) {
      const count = tree.counts[index];
      const first = tree.links[index];
      if (count < 0) children = Int32Array.from({ length: -count }, (_, k) => first + k);
      else if (to - from > 1) {
        children = Int32Array.from({ length: to - from }, (_, k) => slotCount + from + k);
      }
    }
    return { shape, ball, from, to, children, normal: normalOf(points) };
  }
}

/** Which of two patches to divide: the larger, if it can be; whether that is the first. */
export function dividesFirst(patchA: Patch, patchB: Patch): boolean {
  if (patchB.children.length === 0) return true;
  return patchA.children.length > 0 && patchA.ball[3] >= patchB.ball[3];
}

/** Tables of such patches are coarse and made in haste: they are many, and seldom asked. */
function smallHull(points: Float64Array): HullShape {
  const hull = convexHull(points);
  const count = hull.positions.length / 3;
  const table = buildSupportTable(hull, count <= 4 ? 2 : count <= 12 ? 4 : count <= 32 ? 8 : 16, 0);
  return { kind: 'hull', hull, table };
}

function rangeOf(tree: Tree, slot: number): [number, number] {
  let first = slot;
  while (tree.counts[first] < 0) first = tree.links[first];
  let last = slot;
  while (tree.counts[last] < 0) last = tree.links[last] - tree.counts[last] - 1;
  return [tree.links[first], tree.links[last] + tree.counts[last]];
}

/** The mean normal, weighted by area, if the triangles mostly agree on it. */
function normalOf(points: Float64Array): Float64Array {
  let [x, y, z, area] = [0, 0, 0, 0];
  for (let i = 0; i < points.length; i += 9) {
    const [a, b, c] = [points[i], points[i + 1], points[i + 2]];
    const [ux, uy, uz] = [points[i + 3] - a, points[i + 4] - b, points[i + 5] - c];
    const [vx, vy, vz] = [points[i + 6] - a, points[i + 7] - b, points[i + 8] - c];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    x += nx;
    y += ny;
    z += nz;
    area += Math.sqrt(nx * nx + ny * ny + nz * nz);
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.7 * area) || !(length > 0)) return NO_NORMAL;
  return new Float64Array([x / length, y / length, z / length]);
}
