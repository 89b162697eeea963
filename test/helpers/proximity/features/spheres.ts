/** Spheres of any fineness, and the pose of a body that turns. */
import { composePoses, poseFromRpy } from '../../../../src/math/index.ts';
import { type Polyhedron, polyhedronOf } from '../../../../src/proximity/features/polyhedron.ts';

/**
 * An octahedron whose faces are cut into four so many times, its corners put on the unit sphere: 8 x 4^times
 * faces.
 */
export function spherePoints(times: number): Float64Array {
  const n = 2 ** times;
  const points: number[] = [];
  for (let i = -n; i <= n; i++) {
    for (let j = -n + Math.abs(i); j <= n - Math.abs(i); j++) {
      const k = n - Math.abs(i) - Math.abs(j);
      for (const z of k === 0 ? [0] : [k, -k]) {
        const length = Math.hypot(i, j, z);
        points.push(i / length, j / length, z / length);
      }
    }
  }
  return Float64Array.from(points);
}

export function sphere(times: number): Polyhedron {
  return polyhedronOf(spherePoints(times));
}

/** A body at (0, 0, height), turned about y by an angle, from an orientation that is nothing special. */
export function turned(angle: number, height: number): Float64Array {
  const pose = composePoses(poseFromRpy(0, angle, 0, 0, 0, 0), poseFromRpy(0.3, 0.5, 0.2, 0, 0, 0));
  pose.set([0, 0, height], 9);
  return pose;
}
