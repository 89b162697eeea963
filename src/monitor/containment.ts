/**
 * Whether a component of one piece lies inside a solid of the other, their surfaces being apart, and a point that both
 * have then. Costs what the pieces have of components. Whoever asks step by step need not ask again
 * while the surfaces stay apart (docs/proofs/monitor.md).
 */
import { type ConvexPiece, type Piece, surfaceOf } from '../cell/index.ts';
import { convexCentreInto, type Mesh, pointInSolid } from '../geometry/index.ts';
import { invertPoseInto, transformPointInto } from '../math/index.ts';
import { containedPointInto } from '../proximity/index.ts';

const inverse = new Float64Array(12);
const point = new Float64Array(3);

/**
 * Which of the two is inside, or null; the point is in A's frame, at out[0 ... 2]. `bInA` places the body of the second
 * piece in that of the first.
 */
export function whoIsInside(
  a: Piece,
  b: Piece,
  bInA: Float64Array,
  out: Float64Array,
): 'a' | 'b' | null {
  if (a.kind === 'convex' && b.kind === 'convex') return null;
  const p = surfaceOf(a);
  const q = surfaceOf(b);
  if (p !== null && q !== null) return containedPointInto(p.mesh, q.mesh, bInA, 0, out);
  if (p !== null) {
    if (!centreInside(p.mesh, b as ConvexPiece, bInA)) return null;
    for (let k = 0; k < 3; k++) out[k] = point[k];
    return 'b';
  }
  if (q === null) return null;
  invertPoseInto(bInA, 0, inverse, 0);
  if (!centreInside(q.mesh, a as ConvexPiece, inverse)) return null;
  transformPointInto(bInA, 0, point, 0, out, 0);
  return 'a';
}

/** Whether a point of the primitive, whose body the pose places in the mesh's frame, is in a solid: left in `point`. */
function centreInside(mesh: Mesh, inner: ConvexPiece, pose: Float64Array): boolean {
  if (inner.convex.kind === 'half-space') return false;
  convexCentreInto(inner.convex, point, 0);
  transformPointInto(inner.pose, 0, point, 0, point, 0);
  transformPointInto(pose, 0, point, 0, point, 0);
  const { components } = mesh;
  for (let c = 0; c < components.length; c++) {
    if (components[c].solid && pointInSolid(mesh, components[c], point, 0) !== 'outside')
      return true;
  }
  return false;
}
