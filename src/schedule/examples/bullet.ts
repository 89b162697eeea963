/** The paper's bullet and thin wall [C 4]. */
import { poseFromRpy } from '../../math/index.ts';
import { impulseResponse } from './impulse.ts';
import { type ExampleScene, fixed, GRAVITY } from './scene.ts';

/** A bullet of 8 mm at 1,000 m/s and a wall of 1 mm: it cannot fly through. */
export function bulletScene(speed = 1000): ExampleScene {
  return {
    name: 'bullet',
    about: 'a bullet and a wall of 1 mm, at 1,000 m/s',
    until: 0.05,
    settings: {
      gravity: GRAVITY,
      response: impulseResponse({ restitution: 0.3 }),
      bodies: [
        {
          name: 'bullet',
          pieces: [{ shape: { kind: 'capsule', radius: 0.004, length: 0.012 } }],
          mass: 0.008,
          inertia: [2e-7, 2e-7, 6e-8],
          start: {
            pose: poseFromRpy(0, Math.PI / 2, 0, -5, 0, 1),
            velocity: [speed, 0, 0],
            angularVelocity: [0, 0, 0],
          },
        },
        fixed('wall', [0.0005, 1, 1], [5, 0, 1]),
        fixed('floor', [8, 2, 0.05], [0, 0, -0.05]),
      ],
    },
  };
}
