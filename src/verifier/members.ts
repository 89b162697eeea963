/**
 * The members of a crowd: bodies that stand still in the world, each in a box that is found here, from the points and
 * shapes of the model. docs/certificate.md, "What no slab speaks of". Costs one look at every point, once.
 */

import type { Mesh } from '../geometry/mesh.ts';
import { U } from '../math/rounding.ts';
import { type BodyModel, type ShapeModel, visitPieces } from '../model/bodies.ts';
import { shapeExtent } from './bodies.ts';
import { supportOf } from './supports.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;
/** More than all that underflow takes away. */
const TINY = 1e-150;

/** A box is six numbers: its lower corner, then its upper one. */
export const BOX_SIZE = 6;

/** Boxes of the bodies from number `first` on. */
export class Members {
  readonly first: number;
  readonly end: number;
  /** Per member: its box in the world, with its padding and twice what its computed points may be off by. */
  readonly boxes: Float64Array;

  constructor(bodies: readonly BodyModel[], first: number) {
    this.first = first;
    this.end = bodies.length;
    this.boxes = new Float64Array(BOX_SIZE * Math.max(0, this.end - first));
    for (let i = first; i < this.end; i++)
      memberBoxInto(bodies[i], this.boxes, BOX_SIZE * (i - first));
  }

  /** Whether a member is farther than `clearance` from the box at box[o]. */
  isBeyond(member: number, box: Float64Array, o: number, clearance: number): boolean {
    return areApart(this.boxes, BOX_SIZE * (member - this.first), box, o, clearance);
  }
}

/** Whether the boxes at p[i] and q[j] are farther apart than `clearance`, along one of the axes. */
export function areApart(
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  clearance: number,
): boolean {
  // A difference is off by a part of itself: UP.
  const apart = Math.max(0, clearance) * UP;
  for (let k = 0; k < 3; k++) {
    if (p[i + k] - q[j + 3 + k] > apart || q[j + k] - p[i + 3 + k] > apart) return true;
  }
  return false;
}

/** out[o ...] = a box around a body that stands still; without end if it has none. */
export function memberBoxInto(body: BodyModel, out: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = Infinity;
    out[o + 3 + k] = -Infinity;
  }
  // What points may be off by, twice: as in a slab. docs/certificate-motion.md, "What computed numbers may be off by".
  let off = 0;
  visitPieces(body, {
    mesh: (mesh) => {
      off = Math.max(off, growByMesh(mesh, out, o));
    },
    shape: (shape, pose) => {
      off = Math.max(off, growByShape({ shape, pose }, out, o));
    },
  });
  const more = (body.padding + 2 * off) * UP;
  for (let k = 0; k < 3; k++) {
    out[o + k] -= more;
    out[o + 3 + k] += more;
  }
}

/** Grows the box at out[o] by a mesh; by how much the ends of that may be off. */
function growByMesh({ positions }: Mesh, out: Float64Array, o: number): number {
  let most = 0;
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    const x = positions[i];
    if (x < out[o + k]) out[o + k] = x;
    if (x > out[o + 3 + k]) out[o + 3 + k] = x;
    if (Math.abs(x) > most) most = Math.abs(x);
  }
  return TINY + 256 * U * most;
}

type Placed = Pick<ShapeModel, 'shape' | 'pose'>;

/** The same by a shape. */
function growByShape(piece: Placed, out: Float64Array, o: number): number {
  const { pose } = piece;
  const { size, slack } = shapeExtent(piece);
  for (let k = 0; k < 3; k++) {
    const at = pose[9 + k];
    const low = at - extentAlong(piece, k, -1);
    const high = at + extentAlong(piece, k, 1);
    // What is no number stays.
    out[o + k] = Math.min(out[o + k], low);
    out[o + 3 + k] = Math.max(out[o + 3 + k], high);
  }
  return TINY + slack + 128 * U * size;
}

/** How far a shape reaches from its origin along an axis of the world, or against it. */
function extentAlong({ pose, shape }: Placed, k: number, sign: 1 | -1): number {
  const [x, y, z] = [sign * pose[3 * k], sign * pose[3 * k + 1], sign * pose[3 * k + 2]];
  if (shape.kind !== 'hull')
    return shape.kind === 'half-space' ? Infinity : supportOf(shape, x, y, z);
  const { positions: p } = shape.hull;
  let most = -Infinity;
  for (let i = 0; i < p.length; i += 3) {
    most = Math.max(most, x * p[i] + y * p[i + 1] + z * p[i + 2]);
  }
  return most;
}
