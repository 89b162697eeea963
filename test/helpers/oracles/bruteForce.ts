/**
 * All pairs of triangles, no tree: what the queries between meshes are compared with. Uses the
 * triangle routines, which are tested against rational arithmetic on their own.
 */
import {
  type Triangles,
  triangleDistanceInto,
  trianglesIntersect,
} from '../../../src/geometry/index.ts';
import { transformPointInto } from '../../../src/math/index.ts';

export interface BruteForce {
  colliding: boolean;
  contacts: number;
  distance: number;
}

export function soup({ positions, indices }: Triangles, pose?: Float64Array): Float64Array {
  const out = new Float64Array(3 * indices.length);
  indices.forEach((v, i) => {
    if (pose) transformPointInto(pose, 0, positions, 3 * v, out, 3 * i);
    else out.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  return out;
}

export function bruteForce(a: Triangles, b: Triangles, bInA: Float64Array): BruteForce {
  const p = soup(a);
  const q = soup(b, bInA);
  const out = new Float64Array(7);
  let best = Number.POSITIVE_INFINITY;
  let contacts = 0;
  for (let i = 0; i < p.length; i += 9) {
    for (let j = 0; j < q.length; j += 9) {
      triangleDistanceInto(p, i, q, j, out, 0);
      best = Math.min(best, out[0]);
      if (trianglesIntersect(p, i, q, j)) contacts++;
    }
  }
  return { colliding: contacts > 0, contacts, distance: Math.sqrt(best) };
}
