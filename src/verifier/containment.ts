/**
 * Containment: surfaces that stay apart can still be one inside the other, all along the path. So it is
 * enough to look at its beginning: no component of one body may lie inside a solid component of the
 * other there. One point of each decides, because it is connected and does not cross the surface.
 *
 * Slabs prove the surfaces apart by more than the error of computed positions; so a point is on the
 * side on which it is computed to be. A primitive is part of the slabs as the solid that it is; nothing
 * that slabs separate from it can be inside.
 */
import { pointInSolid } from '../geometry/pointInSolid.ts';
import { invertPoseInto, transformPointInto } from '../math/pose.ts';
import type { MeshModel } from '../model/bodies.ts';
import type { ProofBody, ProofPiece } from './bodies.ts';

/** Whether a part of one body lies inside a solid of the other. Poses place both in the world. */
export function oneContainsOther(
  a: ProofBody,
  b: ProofBody,
  poses: Float64Array,
  o: number,
  p: number,
): boolean {
  return liesInside(a, b, poses, o, p) || liesInside(b, a, poses, p, o);
}

function liesInside(
  inner: ProofBody,
  outer: ProofBody,
  poses: Float64Array,
  o: number,
  p: number,
): boolean {
  const worldInOuter = new Float64Array(12);
  invertPoseInto(poses, p, worldInOuter, 0);
  const point = new Float64Array(3);
  for (const { piece } of outer.pieces) {
    if (piece.kind !== 'mesh') continue;
    for (const each of inner.pieces) {
      for (const [array, at] of pointsOf(each)) {
        transformPointInto(poses, o, array, at, point, 0);
        transformPointInto(worldInOuter, 0, point, 0, point, 0);
        if (isInside(piece, point)) return true;
      }
    }
  }
  return false;
}

/** One point of every connected part of a piece, in the body's frame. */
function* pointsOf({ piece, shape, points, pose }: ProofPiece): Generator<[Float64Array, number]> {
  if (piece.kind === 'mesh') {
    const { positions, indices, components } = piece.mesh;
    for (const { triangles } of components) yield [positions, 3 * indices[3 * triangles[0]]];
  } else if (shape.kind !== 'half-space' && pose !== null) {
    // A corner, or the middle. Nothing contains a half-space.
    const own = shape.kind === 'vertices' ? points.at.subarray(0, 3) : new Float64Array(3);
    const at = new Float64Array(3);
    transformPointInto(pose, 0, own, 0, at, 0);
    yield [at, 0];
  }
}

function isInside({ mesh }: MeshModel, point: Float64Array): boolean {
  return mesh.components.some((component) => {
    if (!component.solid) return false;
    const { bounds } = component;
    for (let k = 0; k < 3; k++) {
      if (point[k] < bounds[k] || point[k] > bounds[3 + k]) return false;
    }
    return pointInSolid(mesh, component, point, 0) !== 'outside';
  });
}
