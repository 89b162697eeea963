/** The verifier's bounds for motions whose rates change: each holds, and is attained where all lines up. */
import { describe, expect, it } from 'vitest';
import {
  buildKinematics,
  type JointKind,
  type RobotDescription,
} from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { COEFFICIENTS, PolynomialSegment } from '../../src/motion/index.ts';
import { BACKWARD, BEND, E, FORWARD, TOP } from '../../src/verifier/side.ts';
import { randomCoefficients } from '../helpers/certificate/curves.ts';
import { applied, posesAt, seenFrom } from '../helpers/certificate/plain.ts';
import {
  bendAt,
  boundsAround,
  KINDS,
  look,
  riding,
  type Setting,
  settingOf,
  stretched,
  Z,
} from '../helpers/certificate/settings.ts';
import {
  placed,
  randomConfiguration,
  randomDirection,
  randomRobot,
} from '../helpers/oracles/robots.ts';

/** A chain of all kinds of joints, joints that follow others too, in a random polynomial motion. */
function randomSetting(random: Random, round: number, kinds: readonly JointKind[] = KINDS) {
  const robot = randomRobot(random, { links: 2 + random.below(5), kinds, chain: true });
  const base = { baseJoint: (['fixed', 'planar', 'floating'] as const)[round % 3] };
  const tree = buildKinematics([placed(robot, base)]);
  const from = randomConfiguration(tree, random);
  const goal = randomConfiguration(tree, random);
  const to = from.map((x, d) => x + 0.4 * (goal[d] - x));
  const bend = [0.02, 0.5, 3][random.below(3)];
  const segment = new PolynomialSegment(tree, randomCoefficients(tree, from, to, bend, random));
  const frame = tree.frameCount - 1;
  const ancestor = random.below(tree.frameCount);
  return { tree, segment, frame, ancestor };
}

describe('how a patch moves on a polynomial segment', () => {
  it('is what differences say, for all kinds of joints and any ancestor (seed 1)', () => {
    const random = new Random(1);
    let moving = 0;
    for (let round = 0; round < 150; round++) {
      const { tree, segment, frame, ancestor } = randomSetting(random, round);
      const points = [0, 1, 2].map(() => [0, 1, 2].map(() => random.between(-0.5, 0.5)));
      const setting = settingOf(tree, riding(frame, points), segment, ancestor);
      const t = random.between(0.1, 0.9);
      const e = randomDirection(random);
      // e.p of every point, seen from the ancestor.
      const along = (s: number) => {
        const poses = posesAt(tree, segment, s);
        const pose = seenFrom(poses[ancestor], poses[frame]);
        return points.map((p) => applied(pose, p).reduce((sum, x, k) => sum + x * e[k], 0));
      };
      const h = 0.003;
      const [m2, m1, at, p1, p2] = [-2 * h, -h, 0, h, 2 * h].map((d) => along(t + d));
      const first = at.map((_, i) => (8 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / (12 * h));
      const second = at.map(
        (x, i) => (16 * (p1[i] + m1[i]) - (p2[i] + m2[i]) - 30 * x) / (12 * h * h),
      );
      // What differences of the fifth order may be off by grows with the rates.
      const { sums } = setting.mover;
      const [speed, bend] = [sums[0], sums[1]];
      const scale = 1 + speed + bend;
      look(setting, t, e);
      const { side } = setting;
      side.findTop(false);
      side.findSpeed();
      side.exactSpeed(true, true);
      side.findBend();
      const [x, y, z] = setting.motion.poses.subarray(12 * ancestor + 9, 12 * ancestor + 12);
      const [a, b, c] = side.numbers.subarray(E, E + 3);
      expect(side.numbers[TOP] - (a * x + b * y + c * z)).toBeCloseTo(Math.max(...at), 9);
      const backward = first.map((v) => -v);
      expect(side.numbers[FORWARD] / scale).toBeCloseTo(Math.max(...first) / scale, 5);
      expect(side.numbers[BACKWARD] / scale).toBeCloseTo(Math.max(...backward) / scale, 5);
      expect(side.numbers[BEND] / scale).toBeCloseTo(Math.max(...second) / scale, 4);
      if (bend > 0.1) moving++;
    }
    expect(moving).toBeGreaterThan(80);
  });
});

/** Largest bound of each order by what is really there, where anything is. */
function compare(setting: Setting, t: number, h: number, e: readonly number[], samples: number) {
  const [speed, bend, twist] = boundsAround(setting, t, h, e);
  const d = 1e-4;
  const most = [0, 0, 0];
  const { side } = setting;
  for (let i = 0; i <= samples; i++) {
    const s = t + h * ((2 * i) / samples - 1);
    const third = (bendAt(setting, s + d, e) - bendAt(setting, s - d, e)) / (2 * d);
    most[2] = Math.max(most[2], Math.abs(third));
    most[1] = Math.max(most[1], Math.abs(bendAt(setting, s, e)));
    side.findSpeed();
    side.exactSpeed(true, true);
    most[0] = Math.max(most[0], side.numbers[FORWARD], side.numbers[BACKWARD]);
  }
  return { bounds: [speed, bend, twist], most };
}

describe('bounds of derivatives around a moment of a polynomial segment', () => {
  it('hold for random chains, also of what lies on an axis or is seen along one (seed 2)', () => {
    const random = new Random(2);
    let sharp = 0;
    for (let round = 0; round < 300; round++) {
      const kinds = round % 2 === 0 ? (['revolute', 'continuous'] as JointKind[]) : KINDS;
      const { tree, segment, frame, ancestor } = randomSetting(random, round, kinds);
      const far = [0, 1, 2].map(() => random.between(-1, 1));
      const point = round % 3 === 0 ? [0, 0, 0] : far;
      const setting = settingOf(tree, riding(frame, [point]), segment, ancestor);
      const h = random.unit() < 0.5 ? random.between(0.01, 0.2) : random.between(0.001, 0.02);
      const t = random.between(h + 0.01, 1 - h - 0.01);
      let e: number[] = randomDirection(random);
      if (round % 4 === 0) {
        // Along the axis of a joint, seen from the ancestor.
        const poses = posesAt(tree, segment, t);
        const f = 1 + random.below(tree.frameCount - 1);
        const pose = seenFrom(poses[ancestor], { r: poses[f].r, t: [0, 0, 0] });
        e = applied({ r: pose.r, t: [0, 0, 0] }, tree.axis.subarray(3 * f, 3 * f + 3));
        if (Math.hypot(...e) < 0.9) continue;
      }
      const { bounds, most } = compare(setting, t, h, e, 12);
      const sums = setting.mover.sums.subarray(3 * setting.side.from);
      for (let k = 0; k < 3; k++) {
        const room = k === 2 ? 1e-3 * (1 + bounds[2]) : 1e-9 * (1 + bounds[k]);
        expect(most[k]).toBeLessThanOrEqual(bounds[k] + room);
        // Sums over the box and the segment are bounds as well.
        expect(most[k]).toBeLessThanOrEqual(sums[k] + room);
        expect(bounds[k]).toBeLessThanOrEqual(sums[k] * (1 + 1e-9) + 1e-9);
        if (most[k] > 0.3 * bounds[k] && most[k] > 0.01) sharp++;
      }
    }
    expect(sharp).toBeGreaterThan(100);
  });

  /** Values 0 at t = 1/2, with these derivatives there: rate, acceleration, jerk of each joint. */
  function passing(robot: RobotDescription, derivatives: readonly (readonly number[])[]) {
    const tree = buildKinematics([placed(robot)]);
    const c = new Float64Array(COEFFICIENTS * tree.dofs.length);
    derivatives.forEach(([r, a, j], d) => {
      const own = [a / 8 - r / 2 - j / 48, r - a / 2 + j / 8, a / 2 - j / 4, j / 6];
      c.set(own, COEFFICIENTS * d);
    });
    const segment = new PolynomialSegment(tree, c);
    return settingOf(tree, riding(tree.frameCount - 1, [[1, 0, 0]]), segment);
  }

  const three = stretched(['continuous', Z], ['continuous', Z], ['continuous', Z]);
  const sliding = stretched(['continuous', Z], ['prismatic', [0, 1, 0]]);
  const mixed = stretched(['continuous', Z], ['prismatic', [0, 1, 0]], ['continuous', Z]);
  const [X, Y] = [
    [1, 0, 0],
    [0, 1, 0],
  ];
  // Accelerations and jerks point along y, pairs along x, triples of rates back along y.
  it.each<[string, RobotDescription, number[][], number[], number]>([
    [
      'accelerations of turns',
      three,
      [
        [0, 2, 0],
        [0, 1, 0],
        [0, 3, 0],
      ],
      Y,
      1,
    ],
    [
      'accelerations of a turn and a slide',
      sliding,
      [
        [0, 2, 0],
        [0, 1, 0],
      ],
      Y,
      1,
    ],
    [
      'jerks of turns',
      three,
      [
        [0, 0, 2],
        [0, 0, 1],
        [0, 0, 3],
      ],
      Y,
      2,
    ],
    [
      'jerks of a turn and a slide',
      sliding,
      [
        [0, 0, 2],
        [0, 0, 1],
      ],
      Y,
      2,
    ],
    [
      'jerks that help rates',
      three,
      [
        [1, 0, -2],
        [2, 0, -1],
        [1, 0, -3],
      ],
      Y,
      2,
    ],
    [
      'pairs of rate and acceleration',
      three,
      [
        [1e-4, 1, 0],
        [1e-4, 2, 0],
        [2e-4, 1, 0],
      ],
      X,
      2,
    ],
    [
      'the same with a slide',
      sliding,
      [
        [1e-4, 1, 0],
        [2e-4, 2, 0],
      ],
      X,
      2,
    ],
    [
      'a slide between turns',
      mixed,
      [
        [1e-4, 1, 0],
        [2e-4, 2, 0],
        [1e-4, 3, 0],
      ],
      X,
      2,
    ],
    [
      'one joint that speeds up',
      three,
      [
        [0, 0, 0],
        [1e-4, 1, 0],
        [0, 0, 0],
      ],
      X,
      2,
    ],
  ])('are attained by %s', (_, robot, derivatives, e, order) => {
    const setting = passing(robot, derivatives);
    const bound = boundsAround(setting, 0.5, 1e-10, e)[order];
    const d = 1e-4;
    const actual =
      order === 1
        ? bendAt(setting, 0.5, e)
        : (bendAt(setting, 0.5 + d, e) - bendAt(setting, 0.5 - d, e)) / (2 * d);
    expect(bound / Math.abs(actual)).toBeGreaterThan(1 - 1e-5);
    expect(bound / Math.abs(actual)).toBeLessThan(1 + 1e-4);
  });

  it('over the box are the sums over all ordered pairs and triples of joints (seed 3)', () => {
    const random = new Random(3);
    let several = 0;
    for (let round = 0; round < 100; round++) {
      const { tree, segment, frame } = randomSetting(random, round);
      const { motion, mover } = settingOf(tree, riding(frame, [[0.3, 0.2, 0.1]]), segment);
      const { chain, sums } = mover;
      const reach = mover.reach[mover.reach.length - 1];
      const of = (list: Float64Array) => Array.from(chain, (k) => list[k]);
      const [rate, more, jerk] = [motion.rate, motion.acceleration, motion.jerk].map(of);
      const turns = Array.from(chain, (k) => motion.turns[k] === 1);
      const all = Array.from(chain, (_, i) => i);
      let [first, second, third] = [0, 0, 0];
      for (const i of all) {
        first += rate[i] * reach[i];
        second += more[i] * reach[i];
        third += jerk[i] * reach[i];
        for (const j of all) {
          const arm = turns[Math.min(i, j)] ? reach[Math.max(i, j)] : 0;
          second += rate[i] * rate[j] * arm;
          third += 3 * more[i] * rate[j] * arm;
          for (const k of all) {
            const [a, b, c] = [i, j, k].sort((x, y) => x - y);
            if (turns[a] && turns[b]) third += rate[i] * rate[j] * rate[k] * reach[c];
          }
        }
      }
      expect(sums[0] / (first || 1)).toBeCloseTo(first ? 1 : 0, 9);
      expect(sums[1] / (second || 1)).toBeCloseTo(second ? 1 : 0, 9);
      expect(sums[2] / (third || 1)).toBeCloseTo(third ? 1 : 0, 9);
      if (more.filter((x) => x > 0.1).length > 1) several++;
    }
    expect(several).toBeGreaterThan(30);
  });

  it.each<[string, JointKind]>([
    ['a turn', 'continuous'],
    ['a slide', 'prismatic'],
  ])('leave room for what computed rates and accelerations of %s are off by', (_, kind) => {
    const tree = buildKinematics([placed(stretched([kind, Z]))]);
    // It moves by little, far from 0: errors are those of large numbers.
    const segment = new PolynomialSegment(tree, Float64Array.of(1e6, 1e-9, 1e-9, 0, 0, 0));
    const { motion, mover } = settingOf(tree, riding(tree.frameCount - 1, [[1, 0, 0]]), segment);
    const error = new Float64Array(1);
    segment.errorUpperInto(error, 0);
    expect(error[0]).toBeGreaterThan(1e-9);
    expect(motion.doubt[0]).toBe(error[0]);
    const arm = kind === 'continuous' ? mover.size : 1;
    expect(mover.first).toBeGreaterThanOrEqual(2 * error[0] * arm);
    expect(mover.second).toBeGreaterThanOrEqual(2 * error[0] * arm);
    // The same motion near 0, but much faster: errors in proportion to what moves.
    const fast = new PolynomialSegment(tree, Float64Array.of(0, 1e3, 1e6, 0, 0, 0));
    const quick = settingOf(tree, riding(tree.frameCount - 1, [[1, 0, 0]]), fast).mover;
    expect(quick.first).toBeGreaterThan(8 * quick.turn * 2e6 * arm);
    expect(quick.second).toBeGreaterThan(8 * quick.turn * 2e6 * arm);
  });

  it('are those of the time asked about, not of the whole segment', () => {
    // Fast at its beginning, and ever slower.
    const tree = buildKinematics([placed(stretched(['continuous', Z]))]);
    const c = Float64Array.of(0, 5, -10, 10, -5, 1);
    const segment = new PolynomialSegment(tree, c);
    const setting = settingOf(tree, riding(tree.frameCount - 1, [[1, 0, 0]]), segment);
    const early = boundsAround(setting, 0.1, 0.1, Y);
    const late = boundsAround(setting, 0.9, 0.1, Y);
    expect(early[0]).toBeGreaterThan(4.99);
    expect(late[0]).toBeLessThan(5 * 0.2 ** 4 + 1e-9);
    expect(late[1]).toBeLessThan(0.01 * early[1]);
    // And those of the segment come back with the next one.
    setting.motion.begin(segment);
    expect(setting.motion.rate[0]).toBeGreaterThanOrEqual(5);
  });

  it('know that axes tilt and arms reach out as rates grow', () => {
    // The first joint, at rest at t, tilts the second one's axis.
    const robot = stretched(['continuous', Y], ['continuous', Z]);
    const setting = passing(robot, [
      [0, 6, 0],
      [3, 20, 10],
    ]);
    for (const e of [X, Y, Z, [0.6, 0, 0.8]]) {
      const { bounds, most } = compare(setting, 0.5, 0.4, e, 200);
      for (let k = 0; k < 3; k++) expect(most[k]).toBeLessThanOrEqual(bounds[k] * (1 + 1e-3));
    }
    // Tilted, the second joint bends the way along z as well.
    const { most } = compare(setting, 0.5, 0.4, Z, 200);
    expect(Math.abs(bendAt(setting, 0.5, Z))).toBeLessThan(13);
    expect(most[1]).toBeGreaterThan(20);
  });

  it('are small for what speeds up in a circle over a floor', () => {
    const setting = passing(stretched(['continuous', Z]), [[6, 10, 20]]);
    const [speed, bend, twist] = boundsAround(setting, 0.5, 0.4, Z);
    expect(bend).toBeLessThan(1e-9);
    expect(twist).toBeLessThan(1e-9);
    expect(speed).toBeGreaterThan(1);
  });
});
