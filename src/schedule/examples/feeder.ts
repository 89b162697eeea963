/** A part feeder [C table 1]: what shakes is a known motion. */
import { poseFromRpy, Random } from '../../math/index.ts';
import { KnownMotion } from '../known.ts';
import { principalBody } from '../massProperties.ts';
import type { ScheduledBody } from '../settings.ts';
import { IMMOVABLE, impulseResponse } from './impulse.ts';
import { type ExampleScene, fixed, GRAVITY } from './scene.ts';
import { anywhere, placeAt, rings, sincos } from './shapes.ts';

/** A part feeder: small parts on a tray that shakes to and fro and slopes a little. */
export function feederScene(seed = 1, count = 12): ExampleScene {
  const random = new Random(seed);
  const kinds = [
    principalBody([
      {
        shape: rings(
          [
            [-0.004, 0.008],
            [0.004, 0.008],
          ],
          6,
        ),
        density: 7800,
      },
    ]),
    // An angle: not convex.
    principalBody([
      { shape: { kind: 'box', half: [0.012, 0.005, 0.002] }, density: 2700 },
      {
        shape: { kind: 'box', half: [0.002, 0.005, 0.006] },
        pose: placeAt(-0.01, 0, 0.008),
        density: 2700,
      },
    ]),
  ];
  const bodies: ScheduledBody[] = [
    {
      name: 'tray',
      pieces: [
        { shape: { kind: 'box', half: [0.25, 0.08, 0.004] } },
        { shape: { kind: 'box', half: [0.25, 0.003, 0.02] }, pose: placeAt(0, 0.083, 0.016) },
        { shape: { kind: 'box', half: [0.25, 0.003, 0.02] }, pose: placeAt(0, -0.083, 0.016) },
        { shape: { kind: 'box', half: [0.003, 0.086, 0.02] }, pose: placeAt(-0.253, 0, 0.016) },
      ],
      mass: IMMOVABLE,
      start: shaking({ amplitude: 0.0008, frequency: 30, slope: 0.06 }),
    },
    fixed('floor', [0.6, 0.4, 0.02], [0, 0, -0.2]),
  ];
  for (let i = 0; i < count; i++) {
    bodies.push({
      name: `part ${i + 1}`,
      ...kinds[i % 2],
      start: {
        pose: poseFromRpy(
          ...anywhere(random, Math.PI),
          -0.2 + 0.06 * (i % 6),
          0.07 * (Math.floor(i / 6) % 2) - 0.035,
          0.05 + 0.03 * Math.floor(i / 12) + random.between(0, 0.02),
        ),
        velocity: [0, 0, 0],
        angularVelocity: anywhere(random, 5),
      },
    });
  }
  return {
    name: 'feeder',
    about: `a part feeder: ${count} parts on a tray that shakes`,
    until: 1,
    settings: {
      gravity: GRAVITY,
      tolerance: 5e-5,
      response: impulseResponse({ restitution: 0.3, friction: 0.4, rebound: 0.03, sleep: 0 }),
      bodies,
    },
  };
}

/** To and fro along x and up, at 45 degrees, sine-like; the tray slopes down along x. */
function shaking(of: {
  readonly amplitude: number;
  readonly frequency: number;
  readonly slope: number;
}): KnownMotion {
  const rate = 2 * Math.PI * of.frequency;
  const tray = poseFromRpy(0, of.slope, 0, 0, 0, 0);
  const speed = of.amplitude * rate * Math.SQRT2 * (1 + 1e-12);
  const acceleration = speed * rate * (1 + 1e-12);
  return new KnownMotion({
    poseInto(time, out) {
      out.set(tray);
      const way = of.amplitude * sincos(rate * time).sine;
      out[9] = way;
      out[11] = way;
    },
    velocityInto(time, out) {
      out.fill(0);
      out[0] = of.amplitude * rate * sincos(rate * time).cosine;
      out[2] = out[0];
    },
    boundsBetween: () => ({ speed, turning: 0, acceleration, turningAcceleration: 0 }),
    error: { shift: 1e-12, turn: 0 },
  });
}
