/** Coins that are tossed on a table [C table 1]. */
import { poseFromRpy, Random } from '../../math/index.ts';
import { principalBody } from '../massProperties.ts';
import type { ScheduledBody } from '../settings.ts';
import { impulseResponse } from './impulse.ts';
import { type ExampleScene, fixed, GRAVITY } from './scene.ts';
import { anywhere, rings, sincos } from './shapes.ts';

/** Eight coins tossed on a table. */
export function coinsScene(seed = 1, count = 8): ExampleScene {
  const random = new Random(seed);
  const coin = principalBody([
    {
      shape: rings(
        [
          [-0.001, 0.012],
          [0.001, 0.012],
        ],
        24,
      ),
      density: 8000,
    },
  ]);
  const bodies: ScheduledBody[] = [fixed('table', [0.4, 0.4, 0.02], [0, 0, -0.02])];
  for (let i = 0; i < count; i++) {
    const { sine, cosine } = sincos((2 * Math.PI * i) / count);
    const turn = anywhere(random, Math.PI);
    const [vx, vy] = anywhere(random, 0.3);
    bodies.push({
      name: `coin ${i + 1}`,
      ...coin,
      start: {
        pose: poseFromRpy(...turn, 0.09 * cosine, 0.09 * sine, random.between(0.1, 0.25)),
        velocity: [vx - 0.4 * cosine, vy - 0.4 * sine, random.between(0, 1)],
        angularVelocity: anywhere(random, 25),
      },
    });
  }
  return {
    name: 'coins',
    about: `${count} coins tossed on a table`,
    until: 1.5,
    settings: {
      gravity: GRAVITY,
      tolerance: 5e-5,
      response: impulseResponse({ restitution: 0.45, friction: 0.2 }),
      bodies,
    },
  };
}
