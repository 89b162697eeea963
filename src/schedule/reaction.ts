/** What a response asks for becomes a motion. */
import { InputError, POSE_SIZE } from '../math/index.ts';
import type { RigidBody } from './body.ts';
import { Flight } from './flight.ts';
import type { History } from './history.ts';
import type { Motion } from './motion.ts';
import { named, type Prepared, requireFits } from './prepare.ts';
import type { Change } from './settings.ts';

/** The motion that a body has from a time on. Velocities let it fly from where it is. */
export function changedMotion(
  given: Prepared,
  history: History,
  number: number,
  time: number,
  change: Change,
): Motion {
  const body = given.bodies[number];
  const { gravity, tolerance } = given;
  if (!('kind' in change)) {
    const { pose } = history.stateAt(number, time);
    const state = { ...change, pose };
    return named(body.name, () => new Flight({ state, time, gravity, inertia: body.inertia }));
  }
  requireFits(body, change);
  const jump = jumpOf(body, history.current(number), change, time);
  if (jump <= tolerance) return change;
  throw new InputError({
    code: 'schedule/jump',
    message: `a response moves body "${body.name}" by ${jump} m at ${time} s; a new motion begins where the body is`,
    hint: 'return velocities, or a motion from the pose that the response was given',
  });
}

/** How far points of the body are from where they were, at most. */
function jumpOf(body: RigidBody, before: Motion, after: Motion, time: number): number {
  const a = new Float64Array(POSE_SIZE);
  const b = new Float64Array(POSE_SIZE);
  before.poseInto(time, a, 0);
  after.poseInto(time, b, 0);
  let shift = 0;
  let turn = 0;
  for (let k = 0; k < 9; k++) turn += (a[k] - b[k]) ** 2;
  for (let k = 9; k < POSE_SIZE; k++) shift += (a[k] - b[k]) ** 2;
  const radius = Number.isFinite(body.radius) ? body.radius : 0;
  return Math.sqrt(shift) + radius * Math.sqrt(turn);
}

/** Throws unless a motion is defined from one time to another. */
export function requireLasting(body: RigidBody, motion: Motion, from: number, until: number): void {
  if (!(until >= from && until < Number.POSITIVE_INFINITY)) {
    throw new InputError({
      code: 'schedule/times',
      message: `a schedule at ${from} s cannot run until ${until} s`,
    });
  }
  if (motion.begin <= from && motion.end >= until) return;
  throw new InputError({
    code: 'schedule/times',
    message: `the motion of body "${body.name}" is defined from ${motion.begin} s to ${motion.end} s, not from ${from} s to ${until} s`,
  });
}
