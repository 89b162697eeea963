/** A rattleback top [C table 1]. */
import { principalBody } from '../massProperties.ts';
import { impulseResponse } from './impulse.ts';
import { type ExampleScene, fixed, GRAVITY } from './scene.ts';
import { placeAt, sincos } from './shapes.ts';

/** A rattleback: a boat whose mass lies askew, spun on a table; it rocks, and turns the other way. */
export function rattlebackScene(turning = -6): ExampleScene {
  const points: number[] = [];
  for (let i = 0; i <= 6; i++) {
    const down = sincos((Math.PI / 2) * (i / 6));
    for (let k = 0; k < (i === 6 ? 1 : 20); k++) {
      const round = sincos((2 * Math.PI * k) / 20);
      points.push(
        0.1 * down.cosine * round.cosine,
        0.02 * down.cosine * round.sine,
        -0.018 * down.sine,
      );
    }
  }
  const weight = { kind: 'box', half: [0.012, 0.004, 0.004] } as const;
  const boat = principalBody([
    { shape: { kind: 'hull', hull: { positions: Float64Array.from(points) } }, density: 600 },
    { shape: weight, pose: placeAt(0.07, 0.012, 0.004), density: 8000 },
    { shape: weight, pose: placeAt(-0.07, -0.012, 0.004), density: 8000 },
  ]);
  const pose = boat.frame.slice();
  pose[11] += 0.0182;
  const start = { pose, velocity: [0, 0, 0], angularVelocity: [0.3, 0, turning] } as const;
  return {
    name: 'rattleback',
    about: 'a rattleback top, spun on a table',
    until: 2,
    settings: {
      gravity: GRAVITY,
      tolerance: 5e-5,
      response: impulseResponse({ restitution: 0.1, friction: 0.7, rebound: 0.012, sleep: 0 }),
      bodies: [
        fixed('table', [0.3, 0.3, 0.02], [0, 0, -0.02]),
        { name: 'rattleback', ...boat, start },
      ],
    },
  };
}
