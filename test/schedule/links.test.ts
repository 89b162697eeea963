/**
 * Links of robots among bodies that fly: an arm on a trajectory, and one of which only limits are known, against dense
 * sampling; what bounds of accelerations save.
 */
import { describe, expect, it } from 'vitest';
import { buildKinematics, limitsBox } from '../../src/kinematics/index.ts';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import { timedPath } from '../../src/motion/index.ts';
import {
  createSchedule,
  type JointMotion,
  jointsOnPath,
  jointsWithin,
  LinkMotion,
  Rest,
  type Schedule,
  type ScheduledBody,
} from '../../src/schedule/index.ts';
import { bracket, convexDistance } from '../helpers/oracles/plainConvex.ts';
import { placed, randomConfiguration, sevenJointArm } from '../helpers/oracles/robots.ts';

const tree = buildKinematics([placed(sevenJointArm())]);
const box = limitsBox(tree);
const COUNT = tree.dofs.length;
const UNTIL = 1.5;
const HALF = [0.03, 0.03, 0.12] as const;
const RADIUS = 0.15;
const frame = tree.frameCount - 1;

function trajectory(random: Random): JointMotion {
  const waypoints = [0, 1, 2, 3].map(() => randomConfiguration(tree, random));
  const velocities = waypoints.map((_, i) =>
    Float64Array.from({ length: COUNT }, () => (i === 0 || i === 3 ? 0 : random.between(-1, 1))),
  );
  return jointsOnPath(timedPath(tree, { waypoints, velocities, times: [0, 0.5, 0.9, UNTIL] }));
}

/** The largest rates and accelerations of a trajectory, as somebody might know them of a robot. */
function limitsOf(joints: JointMotion, accelerations: boolean): JointMotion {
  const rate = new Float64Array(COUNT);
  const acceleration = new Float64Array(COUNT);
  const some = new Float64Array(COUNT);
  joints.rateUpperInto(0, UNTIL, rate);
  for (const [from, to] of [
    [0, 0.4999],
    [0.5, 0.8999],
    [0.9, UNTIL - 1e-4],
  ]) {
    joints.accelerationUpperInto(from, to, some);
    for (let d = 0; d < COUNT; d++) acceleration[d] = Math.max(acceleration[d], some[d]);
  }
  return jointsWithin({
    configurationInto: (time, out) => joints.configurationInto(time, out),
    rateInto: (time, out) => joints.rateInto(time, out),
    rate,
    acceleration: accelerations ? acceleration : acceleration.fill(Number.POSITIVE_INFINITY),
    error: new Float64Array(COUNT).fill(1e-12),
  });
}

function armAmongBalls(joints: JointMotion, random: Random): Schedule {
  const bodies: ScheduledBody[] = [
    {
      name: 'tool',
      pieces: [{ shape: { kind: 'box', half: HALF } }],
      start: new LinkMotion({ tree, frame, radius: RADIUS, box, joints }),
    },
  ];
  for (let i = 0; i < 12; i++) {
    bodies.push({
      name: `ball ${i}`,
      pieces: [{ shape: { kind: 'sphere', radius: random.between(0.05, 0.15) } }],
      start: {
        pose: poseFromRpy(
          0,
          0,
          0,
          random.between(-0.8, 0.8),
          random.between(-0.8, 0.8),
          random.between(-0.2, 1),
        ),
        velocity: [random.between(-1, 1), random.between(-1, 1), random.between(1, 6)],
        angularVelocity: [0, 0, 0],
      },
    });
  }
  return createSchedule({
    bodies,
    gravity: [0, 0, -9.81],
    tolerance: 1e-4,
    response: () => 'ignore',
  });
}

/** The gap between the tool and a ball. */
function gapAt(schedule: Schedule, ball: number, time: number): number {
  const shape = schedule.bodies[ball].pieces[0].shape;
  const round = shape.kind === 'sphere' ? shape.radius : 0;
  const [p, q] = [schedule.stateAt(0, time).pose, schedule.stateAt(ball, time).pose];
  convexDistance({ kind: 'box', half: HALF }, p, { kind: 'point' }, q, Number.POSITIVE_INFINITY);
  return Math.max(0, bracket.upper - round);
}

describe.each([
  ['on a trajectory', (joints: JointMotion) => joints],
  ['within limits', (joints: JointMotion) => limitsOf(joints, true)],
])('an arm %s', (_, of) => {
  it('meets the balls that dense sampling meets, seed 31', () => {
    const random = new Random(31);
    let met = 0;
    for (let i = 0; i < 5; i++) {
      const schedule = armAmongBalls(of(trajectory(random)), random);
      const { impacts, verdict } = schedule.run(UNTIL);
      expect(verdict).toBe('done');
      for (let ball = 1; ball <= 12; ball++) {
        const impact = impacts.find(({ a, b }) => a === 0 && b === ball);
        const end = impact?.hit ?? UNTIL;
        let least = Number.POSITIVE_INFINITY;
        for (let time = 0; time < end && impact?.free !== 0; time += 0.004) {
          least = Math.min(least, gapAt(schedule, ball, time));
        }
        expect(least).toBeGreaterThan(0.5e-4 - 1e-9);
        if (!impact) continue;
        met++;
        expect(gapAt(schedule, ball, impact.hit)).toBeLessThan(1e-4 + 1e-9);
        if (impact.free < impact.hit) {
          expect(gapAt(schedule, ball, impact.free)).toBeGreaterThan(1e-4 - 1e-9);
        }
      }
    }
    expect(met).toBeGreaterThan(4);
  });
});

it('limits of accelerations save looks that limits of rates alone need', () => {
  const looks = (accelerations: boolean) => {
    const random = new Random(32);
    let sum = 0;
    for (let i = 0; i < 4; i++) {
      const joints = limitsOf(trajectory(random), accelerations);
      sum += armAmongBalls(joints, random).run(UNTIL).stats.looks;
    }
    return sum;
  };
  expect(looks(true)).toBeLessThan(0.9 * looks(false));
});

it('two links of one robot are never taken for a body that is larger than its bounds', () => {
  const random = new Random(33);
  const start = new LinkMotion({ tree, frame, radius: 0.01, box, joints: trajectory(random) });
  const bodies = [
    { name: 'tool', pieces: [{ shape: { kind: 'box', half: HALF } as const }], start },
  ];
  expect(() => createSchedule({ bodies })).toThrow('its motion has bounds for 0.01 m');
});

it('a half-space and many balls: the default broad phase takes what has no end', () => {
  const random = new Random(34);
  const bodies: ScheduledBody[] = Array.from({ length: 40 }, (_, i) => ({
    name: `ball ${i}`,
    pieces: [{ shape: { kind: 'sphere', radius: 0.05 } }],
    start: {
      pose: poseFromRpy(0, 0, 0, 0.2 * (i % 8), 0.2 * Math.floor(i / 8), random.between(0.2, 2)),
      velocity: [0, 0, 0],
      angularVelocity: [0, 0, 0],
    },
  }));
  bodies.push({
    name: 'floor',
    pieces: [{ shape: { kind: 'half-space', normal: [0, 0, 1], offset: 0 } }],
    start: new Rest(poseFromRpy(0, 0, 0, 0, 0, 0)),
  });
  const response = () => 'ignore' as const;
  const { impacts } = createSchedule({ bodies, gravity: [0, 0, -9.81], response }).run(1);
  expect(impacts.map(({ b }) => b)).toEqual(Array(40).fill(40));
  const heights = impacts.map(({ a }) => (bodies[a].start as { pose: Float64Array }).pose[11]);
  expect(heights).toEqual([...heights].sort((x, y) => x - y));
});
