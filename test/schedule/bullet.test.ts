/** A bullet and a thin wall at 1,000 m/s: the schedule finds the impact, fixed intervals fly through [C 4]. */
import { expect, it } from 'vitest';
import { identityPose } from '../../src/math/index.ts';
import { createSchedule, Rest } from '../../src/schedule/index.ts';

function at(x: number, y: number, z: number): Float64Array {
  const pose = identityPose();
  pose.set([x, y, z], 9);
  return pose;
}

it('stops at the wall', () => {
  const schedule = createSchedule({
    bodies: [
      {
        name: 'bullet',
        pieces: [{ shape: { kind: 'sphere', radius: 0.004 } }],
        start: { pose: at(-10, 0, 1), velocity: [1000, 0, 0], angularVelocity: [0, 0, 0] },
      },
      {
        name: 'wall',
        pieces: [{ shape: { kind: 'box', half: [0.0005, 1, 1] } }],
        start: new Rest(at(5, 0, 1)),
      },
    ],
    gravity: [0, 0, -9.81],
  });
  const result = schedule.run(1);
  console.log(result);
  expect(result.verdict).toBe('stopped');
});
