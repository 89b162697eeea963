/**
 * One suite for all motions: whatever is sampled advances by no more than the bounds say, stays in the box, turns by no
 * more than the angle; and the bounds are not idle.
 */
import { describe, expect, it } from 'vitest';
import { buildKinematics, limitsBox } from '../../src/kinematics/index.ts';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import { buildPath, timedPath } from '../../src/motion/index.ts';
import {
  ADVANCE_SIZE,
  Flight,
  jointsOnPath,
  jointsWithin,
  KnownMotion,
  LinkMotion,
  type Motion,
  Rest,
} from '../../src/schedule/index.ts';
import {
  placed,
  randomConfiguration,
  randomDirection,
  randomRobot,
} from '../helpers/oracles/robots.ts';

const RADIUS = 0.4;
/** Seconds that all of them are asked about. */
const LONG = 2;

function flight(random: Random, inertia: readonly [number, number, number], far = 0): Motion {
  const pose = poseFromRpy(random.between(-3, 3), random.between(-1.5, 1.5), 1, far, -far, 0.5);
  return new Flight({
    state: {
      pose,
      velocity: [random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)],
      angularVelocity: [random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)],
    },
    time: 0,
    gravity: [0, 1, -9.81],
    inertia,
  });
}

/** Swings about an axis that is not its own, as a known motion. */
function swinging(random: Random, accelerations: boolean): Motion {
  const rate = random.between(1, 8);
  const most = random.between(0.1, 1.5);
  return new KnownMotion({
    poseInto(time, out) {
      const angle = most * Math.sin(rate * time);
      out.set(poseFromRpy(0, 0, angle, 2 * Math.cos(angle), 2 * Math.sin(angle), 0));
    },
    velocityInto(time, out) {
      const angle = most * Math.sin(rate * time);
      const turning = most * rate * Math.cos(rate * time);
      out.set([-2 * Math.sin(angle) * turning, 2 * Math.cos(angle) * turning, 0, 0, 0, turning]);
    },
    boundsBetween: () => {
      const turning = most * rate;
      const turningAcceleration = most * rate * rate;
      const acceleration = 2 * (turningAcceleration + turning * turning);
      const known = accelerations ? { acceleration, turningAcceleration } : {};
      return { speed: 2 * turning * (1 + 1e-12), turning, ...known };
    },
    error: { shift: 1e-14, turn: 1e-14 },
  });
}

function link(random: Random, how: 'straight' | 'trajectory' | 'limits'): Motion {
  const kinds = ['revolute', 'continuous', 'prismatic'] as const;
  const tree = buildKinematics([placed(randomRobot(random, { links: 6, chain: true, kinds }))]);
  const box = limitsBox(tree);
  const frame = tree.frameCount - 1;
  const points = [0, 1, 2, 3].map(() => randomConfiguration(tree, random));
  const times = [0, 0.4, 1.1, LONG];
  const path =
    how === 'trajectory'
      ? timedPath(tree, { times, waypoints: points, velocities: points.map((q) => q.map(() => 0)) })
      : buildPath(tree, points, { times });
  const along = jointsOnPath(path);
  const count = tree.dofs.length;
  const rate = new Float64Array(count);
  along.rateUpperInto(0, LONG, rate);
  const joints =
    how === 'limits'
      ? jointsWithin({
          configurationInto: (time, out) => along.configurationInto(time, out),
          rate,
          acceleration: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
          error: new Float64Array(count).fill(1e-12),
        })
      : along;
  return new LinkMotion({ tree, frame, radius: RADIUS, box, joints });
}

const MAKERS: readonly (readonly [string, (random: Random) => Motion, number])[] = [
  ['rest', () => new Rest(poseFromRpy(1, 2, 3, 4, 5, 6)), 1],
  ['flight, all moments equal', (random) => flight(random, [1, 1, 1]), 0.5],
  ['flight, two equal', (random) => flight(random, [1, 1, 1.7]), 0.5],
  ['flight, three different', (random) => flight(random, [1, 1.4, 1.9]), 0.5],
  ['flight at 1e6 m', (random) => flight(random, [1, 1.4, 1.9], 1e6), 0.5],
  ['known, by speeds', (random) => swinging(random, false), 0.2],
  ['known, by accelerations', (random) => swinging(random, true), 0.2],
  ['link on straight segments', (random) => link(random, 'straight'), 0.02],
  ['link on a trajectory', (random) => link(random, 'trajectory'), 0.02],
  ['link within limits', (random) => link(random, 'limits'), 0.02],
];

describe.each(MAKERS)('%s', (_, make, used) => {
  it('advances no more than the bounds say, and a good part of it, seed 21', () => {
    const random = new Random(21);
    const out = new Float64Array(2 * ADVANCE_SIZE);
    const pose = new Float64Array(12);
    const place = (motion: Motion, time: number, p: readonly number[]) => {
      motion.poseInto(time, pose, 0);
      return [0, 1, 2].map(
        (i) => pose[3 * i] * p[0] + pose[3 * i + 1] * p[1] + pose[3 * i + 2] * p[2] + pose[9 + i],
      );
    };
    let most = 0;
    let over = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < 40; i++) {
      const motion = make(random);
      const time = random.between(0, 0.8 * LONG);
      const span = random.between(0, LONG - time) * 10 ** random.between(-2, 0);
      const n = randomDirection(random);
      const direction = Float64Array.from(n);
      for (const radius of [0, RADIUS]) {
        motion.advanceUpperInto({ time, span, radius, direction, sign: 1, points: null }, out);
        const p = randomDirection(random).map((x) => x * radius);
        const begin = place(motion, time, p);
        for (let k = 1; k <= 30; k++) {
          const s = (span * k) / 30;
          const there = place(motion, time + s, p);
          const advance = n.reduce((sum, x, j) => sum + x * (there[j] - begin[j]), 0);
          const size = 1e-15 * (1 + Math.max(...there.map(Math.abs)));
          for (const o of [0, ADVANCE_SIZE]) {
            const bound = out[o] + out[o + 1] * s + out[o + 2] * s * s;
            over = Math.max(over, advance - bound - size);
            if (bound > 1e-6) most = Math.max(most, advance / bound);
          }
        }
      }
    }
    expect(over).toBeLessThanOrEqual(0);
    expect(motionless(make) ? 1 : most).toBeGreaterThanOrEqual(used);
  });

  it('stays in its box and turns no more than the angle says, seed 22', () => {
    const random = new Random(22);
    const box = new Float64Array(6);
    const a = new Float64Array(12);
    const b = new Float64Array(12);
    const error = new Float64Array(2);
    let outside = Number.NEGATIVE_INFINITY;
    let over = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < 40; i++) {
      const motion = make(random);
      const from = random.between(0, 0.8 * LONG);
      const to = from + random.between(0, LONG - from);
      motion.originBoxInto(from, to, box, 0);
      motion.poseInto(from, a, 0);
      for (let k = 0; k <= 60; k++) {
        const time = from + ((to - from) * k) / 60;
        motion.poseInto(time, b, 0);
        motion.errorInto(time, error, 0);
        for (let j = 0; j < 3; j++) {
          outside = Math.max(outside, box[j] - b[9 + j] - error[0]);
          outside = Math.max(outside, b[9 + j] - box[3 + j] - error[0]);
        }
        let trace = 0;
        for (let j = 0; j < 9; j++) trace += a[j] * b[j];
        const angle = Math.acos(Math.max(-1, Math.min(1, (trace - 1) / 2)));
        over = Math.max(over, angle - motion.turnUpper(from, time));
      }
    }
    expect(outside).toBeLessThanOrEqual(0);
    // The angle from a trace is known to 1e-8 only.
    expect(over).toBeLessThanOrEqual(1e-7);
  });
});

function motionless(make: (random: Random) => Motion): boolean {
  return make(new Random(1)).kind === 'rest';
}

it('a flight along an axis has a box that ends at the apex', () => {
  const pose = poseFromRpy(0, 0, 0, 0, 0, 0);
  const state = { pose, velocity: [1, 0, 10], angularVelocity: [0, 0, 0] } as const;
  const motion = new Flight({ state, time: 0, gravity: [0, 0, -10] });
  const box = new Float64Array(6);
  motion.originBoxInto(0, 2, box, 0);
  [0, 0, 0, 2, 0, 5].forEach((x, k) => {
    expect(box[k]).toBeCloseTo(x, 12);
  });
  motion.originBoxInto(0, 0.5, box, 0);
  expect(box[5]).toBeCloseTo(3.75, 12);
});
