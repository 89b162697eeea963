/**
 * Containment: two bodies whose surfaces do not touch can still overlap, when a component of one
 * lies inside a solid component of the other. One vertex per component decides, because the
 * component is connected and does not cross the surface. Exact for the vertex as it is after
 * rounding to doubles in the other frame; call it only where the surfaces are proven apart.
 */
import { type Mesh, pointInSolid } from '../../geometry/index.ts';
import { invertPoseInto, transformPointInto } from '../../math/index.ts';

/** `b` if a component of B lies inside a solid of A, `a` for the converse, else null. */
export function findContained(a: Mesh, b: Mesh, bInA: Float64Array, offset = 0): 'a' | 'b' | null {
  if (anyInside(b, a, bInA, offset)) return 'b';
  const aInB = new Float64Array(12);
  invertPoseInto(bInA, offset, aInB, 0);
  return anyInside(a, b, aInB, 0) ? 'a' : null;
}

/** Whether a component of `inner`, placed in the frame of `outer`, lies inside one of its solids. */
function anyInside(inner: Mesh, outer: Mesh, pose: Float64Array, offset: number): boolean {
  const point = new Float64Array(3);
  for (const component of inner.components) {
    const vertex = 3 * inner.indices[3 * component.triangles[0]];
    transformPointInto(pose, offset, inner.positions, vertex, point, 0);
    for (const solid of outer.components) {
      if (!solid.solid || !inBounds(point, solid.bounds)) continue;
      if (pointInSolid(outer, solid, point, 0) !== 'outside') return true;
    }
  }
  return false;
}

function inBounds(p: Float64Array, bounds: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (p[k] < bounds[k] || p[k] > bounds[3 + k]) return false;
  return true;
}
