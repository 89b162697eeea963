/**
 * The examples, by name: a bullet and a thin wall, and the four of the paper's table 1 (coins, a bowling alley, a
 * rattleback, a part feeder). Each makes settings anew, so that a schedule can be run as often as one likes; whoever
 * runs it may add a broad phase, a window or a tolerance of their own.
 */
import type { Triple } from '../../geometry/index.ts';
import { poseFromRpy, Random } from '../../math/index.ts';
import { Flight } from '../flight.ts';
import { KnownMotion } from '../known.ts';
import { principalBody } from '../massProperties.ts';
import { Rest } from '../motion.ts';
import type { ScheduledBody, ScheduleSettings } from '../settings.ts';
import { IMMOVABLE, impulseResponse } from './impulse.ts';
import { anywhere, placeAt, rings } from './shapes.ts';

/** An example: settings of a schedule, and how long it is worth watching. */
export interface ExampleScene {
  readonly name: string;
  /** For people. */
  readonly about: string;
  readonly settings: ScheduleSettings;
  /** Seconds. */
  readonly until: number;
}

const GRAVITY: Triple = [0, 0, -9.81];

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
    const angle = (2 * Math.PI * i) / count;
    const turn = anywhere(random, Math.PI);
    const [vx, vy] = anywhere(random, 0.3);
    bodies.push({
      name: `coin ${i + 1}`,
      ...coin,
      start: {
        pose: poseFromRpy(
          ...turn,
          0.09 * Math.cos(angle),
          0.09 * Math.sin(angle),
          random.between(0.1, 0.25),
        ),
        velocity: [vx - 0.4 * Math.cos(angle), vy - 0.4 * Math.sin(angle), random.between(0, 1)],
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

/** A rattleback: a boat whose mass lies askew, spun on a table; it rocks, and turns the other way. */
export function rattlebackScene(turning = -6): ExampleScene {
  const points: number[] = [];
  for (let i = 0; i <= 6; i++) {
    const down = (Math.PI / 2) * (i / 6);
    for (let k = 0; k < (i === 6 ? 1 : 20); k++) {
      const round = (2 * Math.PI * k) / 20;
      points.push(
        0.1 * Math.cos(down) * Math.cos(round),
        0.02 * Math.cos(down) * Math.sin(round),
        -0.018 * Math.sin(down),
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

/** All examples: by name, made when they are asked for. */
export const EXAMPLE_SCENES: ReadonlyMap<string, () => ExampleScene> = new Map([
  ['bullet', () => bulletScene()],
  ['coins', () => coinsScene()],
  ['bowling', () => bowlingScene()],
  ['rattleback', () => rattlebackScene()],
  ['feeder', () => feederScene()],
]);

function fixed(name: string, half: Triple, [x, y, z]: Triple): ScheduledBody {
  const start = new Rest(placeAt(x, y, z));
  return { name, pieces: [{ shape: { kind: 'box', half } }], mass: IMMOVABLE, start };
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
      const way = of.amplitude * Math.sin(rate * time);
      out[9] = way;
      out[11] = way;
    },
    velocityInto(time, out) {
      out.fill(0);
      out[0] = of.amplitude * rate * Math.cos(rate * time);
      out[2] = out[0];
    },
    boundsBetween: () => ({ speed, turning: 0, acceleration, turningAcceleration: 0 }),
    error: { shift: 1e-12, turn: 0 },
  });
}
