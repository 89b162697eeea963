/** A bowling alley [C table 1]. */
import { Flight } from '../flight.ts';
import { principalBody } from '../massProperties.ts';
import { Rest } from '../motion.ts';
import type { ScheduledBody } from '../settings.ts';
import { impulseResponse } from './impulse.ts';
import { type ExampleScene, fixed, GRAVITY } from './scene.ts';
import { placeAt, rings } from './shapes.ts';

/** A bowling alley: a ball and ten pins of three convex pieces each. */
export function bowlingScene(speed = 8): ExampleScene {
  const pin = principalBody([
    {
      shape: rings(
        [
          [0, 0.026],
          [0.057, 0.045],
          [0.115, 0.06],
          [0.18, 0.045],
        ],
        16,
      ),
      density: 650,
    },
    {
      shape: rings(
        [
          [0.18, 0.045],
          [0.255, 0.023],
          [0.29, 0.024],
        ],
        16,
      ),
      density: 650,
    },
    { shape: { kind: 'sphere', radius: 0.032 }, pose: placeAt(0, 0, 0.34), density: 650 },
  ]);
  const bodies: ScheduledBody[] = [
    fixed('lane', [3, 0.55, 0.05], [0, 0, -0.05]),
    fixed('back', [0.02, 0.6, 0.5], [3.1, 0, 0.4]),
    fixed('left', [3, 0.02, 0.3], [0, 0.6, 0.2]),
    fixed('right', [3, 0.02, 0.3], [0, -0.6, 0.2]),
    {
      name: 'ball',
      pieces: [{ shape: { kind: 'sphere', radius: 0.108 } }],
      mass: 6,
      inertia: [0.028, 0.028, 0.028],
      // It rolls: what carries it is as good as no gravity.
      start: new Flight({
        state: {
          pose: placeAt(-2.5, 0.03, 0.1085),
          velocity: [speed, -0.05, 0],
          angularVelocity: [0, speed / 0.108, 0],
        },
        time: 0,
      }),
    },
  ];
  let number = 1;
  for (let row = 0; row < 4; row++) {
    for (let k = 0; k <= row; k++) {
      const pose = pin.frame.slice();
      pose[9] += 1.2 + 0.264 * row;
      pose[10] += 0.305 * (k - row / 2);
      pose[11] += 5e-4;
      bodies.push({ name: `pin ${number++}`, ...pin, start: new Rest(pose) });
    }
  }
  return {
    name: 'bowling',
    about: 'a bowling alley: a ball and ten pins',
    until: 2,
    settings: {
      gravity: GRAVITY,
      tolerance: 2e-4,
      response: impulseResponse({ restitution: 0.5, friction: 0.25, rebound: 0.03, sleep: 0.06 }),
      bodies,
    },
  };
}
