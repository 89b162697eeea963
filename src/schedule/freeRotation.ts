/** Which of the rotations without torque a body has: by its moments of inertia (rotation.ts). */
import type { Triple } from '../geometry/index.ts';
import { lengthOf } from './motion.ts';
import { EvenRotation, type Rotation, TopRotation } from './rotation.ts';
import { SteppedRotation } from './steppedRotation.ts';

/** Moments that differ by less than this, relatively, are taken as equal: the definition above says what then moves. */
const EQUAL = 1e-12;

/**
 * The torque-free rotation of a body that has the orientation of `pose` and an angular velocity, both in the world.
 * `inertia`: the principal moments, along the axes of the body's frame.
 */
export function freeRotation(
  pose: Float64Array,
  angularVelocity: Triple,
  inertia: Triple,
): Rotation {
  const most = Math.max(...inertia);
  const alike = (i: number, j: number) => Math.abs(inertia[i] - inertia[j]) <= EQUAL * most;
  if (lengthOf(angularVelocity) === 0 || (alike(0, 1) && alike(1, 2))) {
    return new EvenRotation(pose, angularVelocity);
  }
  for (let axis = 0; axis < 3; axis++) {
    if (alike((axis + 1) % 3, (axis + 2) % 3)) {
      return new TopRotation(pose, angularVelocity, inertia, axis);
    }
  }
  return new SteppedRotation(pose, angularVelocity, inertia);
}
