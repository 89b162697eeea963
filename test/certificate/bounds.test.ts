/** The verifier's bounds one by one: each holds, and is attained where everything lines up. */
import { describe, expect, it } from 'vitest';
import { buildBody } from '../../src/cell/index.ts';
import { type Shape, triangulate } from '../../src/geometry/index.ts';
import { buildKinematics, type JointKind, type KinematicTree } from '../../src/kinematics/index.ts';
import { Random, U } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { type ProofBody, proofBody } from '../../src/verifier/bodies.ts';
import { Motion } from '../../src/verifier/motion.ts';
import { Mover } from '../../src/verifier/mover.ts';
import {
  acrossSquared,
  farthestAcross,
  farthestAlong,
  groupPoints,
  neighbouring,
} from '../../src/verifier/points.ts';
import { BACKWARD, BEND, E, FORWARD, TOP } from '../../src/verifier/side.ts';
import { cubicUpper } from '../../src/verifier/slab.ts';
import { supportInto } from '../../src/verifier/supports.ts';
import { randomShape } from '../helpers/certificate/cells.ts';
import { applied, plainPoses, seenFrom } from '../helpers/certificate/plain.ts';
import {
  bendAt,
  boundsAround,
  KINDS,
  look,
  riding,
  settingOf,
  stretched,
  through,
  Z,
} from '../helpers/certificate/settings.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import {
  placed,
  randomConfiguration,
  randomDirection,
  randomRobot,
} from '../helpers/oracles/robots.ts';

describe('where a patch ends and how it moves', () => {
  it('is what differences say, for all kinds of joints and any ancestor (seed 1)', () => {
    const random = new Random(1);
    let compared = 0;
    let nearer = 0;
    for (let round = 0; round < 150; round++) {
      const robot = randomRobot(random, { links: 2 + random.below(5), kinds: KINDS, chain: true });
      const base = { baseJoint: (['fixed', 'planar', 'floating'] as const)[round % 3] };
      const tree = buildKinematics([placed(robot, base)]);
      const points = [0, 1, 2].map(() => [0, 1, 2].map(() => random.between(-0.5, 0.5)));
      const frame = tree.frameCount - 1;
      const ancestor = random.below(tree.frameCount);
      const scale = random.between(0.1, 0.5);
      const from = randomConfiguration(tree, random);
      const goal = randomConfiguration(tree, random);
      const to = from.map((x, d) => x + scale * (goal[d] - x));
      const setting = settingOf(
        tree,
        riding(frame, points),
        new StraightSegment(tree, from, to),
        ancestor,
      );
      const t = random.between(0.1, 0.9);
      const e = randomDirection(random);
      // e.p of every point, seen from the ancestor.
      const along = (s: number) => {
        const poses = plainPoses(tree, from, to, s);
        const pose = seenFrom(poses[ancestor], poses[frame]);
        return points.map((p) => applied(pose, p).reduce((sum, x, k) => sum + x * e[k], 0));
      };
      const h = 0.004;
      const [m2, m1, at, p1, p2] = [-2 * h, -h, 0, h, 2 * h].map((d) => along(t + d));
      const first = at.map((_, i) => (8 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / (12 * h));
      const second = at.map(
        (x, i) => (16 * (p1[i] + m1[i]) - (p2[i] + m2[i]) - 30 * x) / (12 * h * h),
      );
      const speed = Math.max(...first.map(Math.abs));
      look(setting, t, e);
      const { side } = setting;
      side.findTop(false);
      side.findSpeed();
      const rough = Array.from(side.numbers.subarray(FORWARD, BACKWARD + 1));
      side.exactSpeed(true, true);
      side.findBend();
      const [x, y, z] = setting.motion.poses.subarray(12 * ancestor + 9, 12 * ancestor + 12);
      const [a, b, c] = side.numbers.subarray(E, E + 3);
      expect(side.numbers[TOP] - (a * x + b * y + c * z)).toBeCloseTo(Math.max(...at), 9);
      const backward = first.map((v) => -v);
      expect(side.numbers[FORWARD]).toBeCloseTo(Math.max(...first), 5);
      expect(side.numbers[BACKWARD]).toBeCloseTo(Math.max(...backward), 5);
      expect(side.numbers[BEND] / (1 + speed ** 2)).toBeCloseTo(
        Math.max(...second) / (1 + speed ** 2),
        4,
      );
      compared++;
      // Balls and boxes only overestimate.
      expect(rough[0]).toBeGreaterThanOrEqual(side.numbers[FORWARD] - 1e-12);
      expect(rough[1]).toBeGreaterThanOrEqual(side.numbers[BACKWARD] - 1e-12);
      const [top, bend] = [side.numbers[TOP], side.numbers[BEND]];
      side.findTop(true);
      expect(side.numbers[TOP]).toBeGreaterThanOrEqual(top - 1e-12);
      side.roughBend();
      expect(side.numbers[BEND]).toBeGreaterThanOrEqual(bend - 1e-12 * (1 + speed ** 2));
      // And boxes less than balls, of which one is by far too large now.
      const { section } = side;
      const ball = section.ball.map((x, k) => (k === 3 ? 10 * x : x));
      side.section = { ...section, ball };
      side.findTop(true);
      const byBox = side.numbers[TOP];
      expect(byBox).toBeGreaterThanOrEqual(top - 1e-12);
      side.section = { ...section, ball, box: null };
      side.findTop(true);
      if (byBox < side.numbers[TOP]) nearer++;
    }
    expect(compared).toBe(150);
    expect(nearer).toBe(150);
  });
});

describe('frames that are brought to a moment one by one', () => {
  it('are where they are when all are placed, and move like that (seed 11)', () => {
    const random = new Random(11);
    for (let round = 0; round < 40; round++) {
      const robot = randomRobot(random, { links: 2 + random.below(6), kinds: KINDS });
      const tree = buildKinematics([placed(robot)]);
      const from = randomConfiguration(tree, random);
      const segment = new StraightSegment(tree, from, randomConfiguration(tree, random));
      const [all, some] = [new Motion(tree), new Motion(tree)];
      all.begin(segment);
      some.begin(segment);
      for (let turn = 0; turn < 4; turn++) {
        const t = random.between(0, 1);
        all.place(t);
        some.goTo(t);
        for (let looks = 0; looks < 2; looks++) {
          const frame = random.below(tree.frameCount);
          some.bring(frame);
          for (let f = frame; f !== 0; f = tree.parent[f]) {
            const of = (m: Motion) => [
              ...m.poses.subarray(12 * f, 12 * f + 12),
              ...m.twist.subarray(6 * f, 6 * f + 6),
              ...m.bending.subarray(6 * f, 6 * f + 6),
            ];
            expect(of(some)).toEqual(of(all));
          }
        }
      }
    }
  });
});

describe('bounds of derivatives around a moment', () => {
  it('hold for random chains, also of what lies on an axis or is seen along one (seed 2)', () => {
    const random = new Random(2);
    for (let round = 0; round < 250; round++) {
      const kinds = round % 2 === 0 ? (['revolute', 'continuous'] as JointKind[]) : KINDS;
      const robot = randomRobot(random, { links: 2 + random.below(4), kinds, chain: true });
      const tree = buildKinematics([placed(robot)]);
      const frame = tree.frameCount - 1;
      const from = randomConfiguration(tree, random);
      const to = randomConfiguration(tree, random);
      const far = [0, 1, 2].map(() => random.between(-1, 1));
      const point = round % 3 === 0 ? [0, 0, 0] : far;
      const ancestor = random.below(2);
      const setting = settingOf(
        tree,
        riding(frame, [point]),
        new StraightSegment(tree, from, to),
        ancestor,
      );
      const h = random.between(0.01, 0.2);
      const t = random.between(h + 0.01, 1 - h - 0.01);
      let e: number[] = randomDirection(random);
      if (round % 4 === 0) {
        // Along the axis of a joint, seen from the ancestor.
        const poses = plainPoses(tree, from, to, t);
        const f = 1 + random.below(tree.frameCount - 1);
        const pose = seenFrom(poses[ancestor], { r: poses[f].r, t: [0, 0, 0] });
        e = applied({ r: pose.r, t: [0, 0, 0] }, tree.axis.subarray(3 * f, 3 * f + 3));
        if (Math.hypot(...e) < 0.9) continue;
      }
      const [speed, bend, twist] = boundsAround(setting, t, h, e);
      const d = 1e-4;
      for (let i = 0; i <= 8; i++) {
        const s = t + h * (i / 4 - 1);
        const third = (bendAt(setting, s + d, e) - bendAt(setting, s - d, e)) / (2 * d);
        expect(Math.abs(third)).toBeLessThanOrEqual(twist * (1 + 1e-3) + 1e-5);
        expect(Math.abs(bendAt(setting, s, e))).toBeLessThanOrEqual(bend * (1 + 1e-9) + 1e-9);
        setting.side.findSpeed();
        setting.side.exactSpeed(true, true);
        const fast = Math.max(...setting.side.numbers.subarray(FORWARD, BACKWARD + 1));
        expect(fast).toBeLessThanOrEqual(speed * (1 + 1e-9) + 1e-9);
      }
      // Sums over the box are bounds everywhere.
      const { sums } = setting.mover;
      const entry = 3 * setting.side.from;
      expect(sums[entry]).toBeGreaterThanOrEqual(speed * (1 - 1e-9) - 1e-9);
      expect(Math.abs(bendAt(setting, t, e))).toBeLessThanOrEqual(sums[entry + 1] * (1 + 1e-9));
    }
  });

  it.each([
    ['turns', stretched(['continuous', Z], ['continuous', Z], ['continuous', Z]), [2, 1, 3], 0],
    ['turns and a slide', stretched(['continuous', Z], ['prismatic', [0, 1, 0]]), [2, 3], 0],
    [
      'turns, a slide, a turn',
      stretched(['continuous', Z], ['prismatic', [0, 1, 0]], ['continuous', Z]),
      [2, 1, 1.5],
      0,
    ],
    ['turns, backward', stretched(['continuous', Z], ['continuous', Z]), [-2, -1], 0],
  ])('are attained by %s that line up', (_, robot, rates) => {
    const tree = buildKinematics([placed(robot)]);
    const [from, to] = through(new Array(tree.dofs.length).fill(0), rates);
    const setting = settingOf(
      tree,
      riding(tree.frameCount - 1, [[1, 0, 0]]),
      new StraightSegment(tree, from, to),
    );
    const h = 1e-7;
    // Velocity and third derivative point along y, acceleration along x.
    for (const [e, order] of [
      [[0, 1, 0], 0],
      [[1, 0, 0], 1],
      [[0, 1, 0], 2],
    ] as const) {
      const bound = boundsAround(setting, 0.5, h, e)[order];
      look(setting, 0.5, e);
      setting.side.findSpeed();
      setting.side.exactSpeed(true, true);
      const d = 1e-4;
      const actual = [
        () => setting.side.numbers[FORWARD],
        () => bendAt(setting, 0.5, e),
        () => (bendAt(setting, 0.5 + d, e) - bendAt(setting, 0.5 - d, e)) / (2 * d),
      ][order]();
      expect(bound / Math.abs(actual)).toBeGreaterThan(1 - 1e-6);
      expect(bound / Math.abs(actual)).toBeLessThan(1 + 1e-5);
      // Over the box the reach is that of the stretched arm, and little more.
      expect(setting.mover.sums[order] / Math.abs(actual)).toBeGreaterThan(1 - 1e-6);
      expect(setting.mover.sums[order] / Math.abs(actual)).toBeLessThan(1.5);
    }
  });

  it('know that joints below move a body away from an axis', () => {
    // Folded: the point lies on the first axis, and leaves it while the second joint unfolds.
    const tree = buildKinematics([placed(stretched(['continuous', Z], ['continuous', Z]))]);
    const [from, to] = through([0, Math.PI], [20, 1]);
    const setting = settingOf(
      tree,
      riding(tree.frameCount - 1, [[1, 0, 0]]),
      new StraightSegment(tree, from, to),
    );
    for (const angle of [0, 0.5, 1, 1.5, 2, 2.5, 3]) {
      const e = [Math.cos(angle), Math.sin(angle), 0];
      const [speed, bend] = boundsAround(setting, 0.5, 0.4, e);
      for (let i = 0; i <= 40; i++) {
        const s = 0.1 + 0.02 * i;
        expect(Math.abs(bendAt(setting, s, e))).toBeLessThanOrEqual(bend);
        setting.side.findSpeed();
        setting.side.exactSpeed(true, true);
        expect(setting.side.numbers[FORWARD]).toBeLessThanOrEqual(speed);
      }
    }
  });

  it('know that joints above tilt an axis', () => {
    // n is along the second axis at t; the first joint turns it away.
    const robot = stretched(['continuous', [0, 1, 0]], ['continuous', Z]);
    const tree = buildKinematics([placed(robot)]);
    const [from, to] = through([0, 0], [1, 20]);
    const setting = settingOf(
      tree,
      riding(tree.frameCount - 1, [[1, 0, 0]]),
      new StraightSegment(tree, from, to),
    );
    const [, bend] = boundsAround(setting, 0.5, 0.4, Z);
    let most = 0;
    for (let i = 0; i <= 400; i++) {
      most = Math.max(most, Math.abs(bendAt(setting, 0.1 + 0.002 * i, Z)));
    }
    expect(most).toBeLessThanOrEqual(bend);
    // Without the tilt the bound would be 40 and something.
    expect(most).toBeGreaterThan(100);
  });

  it('are small for what circles over a floor about a vertical axis', () => {
    const tree = buildKinematics([placed(stretched(['continuous', Z]))]);
    const [from, to] = through([0], [6]);
    const setting = settingOf(
      tree,
      riding(tree.frameCount - 1, [[1, 0, 0.1]]),
      new StraightSegment(tree, from, to),
    );
    const [speed, bend, twist] = boundsAround(setting, 0.5, 0.5, Z);
    expect(bend).toBeLessThan(1e-9);
    expect(twist).toBeLessThan(1e-9);
    expect(speed).toBeGreaterThan(1);
  });
});

describe('reach over a box', () => {
  const reachOf = (tree: KinematicTree, body: ProofBody, lower: number[], upper: number[]) => {
    const motion = new Motion(tree);
    const box = { lower: Float64Array.from(lower), upper: Float64Array.from(upper) };
    const mover = new Mover(motion, body, box, new Float64Array(lower.length));
    return { motion, mover, reach: mover.reach[0] };
  };

  it('is attained by an arm that may be stretched', () => {
    const robot = stretched(['continuous', Z], ['continuous', Z], ['continuous', Z]);
    const tree = buildKinematics([placed(robot)]);
    const lower = [-Infinity, -Infinity, -Infinity];
    const upper = lower.map((x) => -x);
    const { reach } = reachOf(tree, riding(4, [[0.5, 0, 0]]), lower, upper);
    [2.5, 1.5, 0.5].forEach((true_, i) => {
      expect(reach[i]).toBeGreaterThanOrEqual(true_);
      expect(reach[i]).toBeLessThan(true_ + 1e-9);
    });
  });

  it('holds for random boxes of all kinds of joints (seed 3)', () => {
    const random = new Random(3);
    for (let round = 0; round < 120; round++) {
      const robot = randomRobot(random, { links: 2 + random.below(4), kinds: KINDS, chain: true });
      const tree = buildKinematics([placed(robot)]);
      const frame = tree.frameCount - 1;
      const points = [0, 1, 2, 3].map(() => [0, 1, 2].map(() => random.between(-0.3, 0.3)));
      const centre = randomConfiguration(tree, random);
      const width = random.unit() < 0.5 ? 0.3 : 3;
      const lower = Array.from(centre, (x) => x - random.between(0, width));
      const upper = Array.from(centre, (x) => x + random.between(0, width));
      const { motion, mover, reach } = reachOf(tree, riding(frame, points), lower, upper);
      for (let k = 0; k < 12; k++) {
        const q = Float64Array.from(lower, (low, d) =>
          k < 4 ? (random.below(2) ? low : upper[d]) : random.between(low, upper[d]),
        );
        const poses = plainPoses(tree, q, q, 0);
        mover.chain.forEach((term, i) => {
          if (motion.turns[term] === 0) {
            expect(reach[i]).toBe(1);
            return;
          }
          const f = motion.frame[term];
          const pose = seenFrom(poses[f], poses[frame]);
          const floats = tree.kind[f] === 4;
          for (const p of points) {
            const [x, y, z] = applied(pose, p);
            const [a, b, c] = tree.axis.subarray(3 * f, 3 * f + 3);
            const distance = floats
              ? Math.hypot(x, y, z)
              : Math.hypot(y * c - z * b, z * a - x * c, x * b - y * a);
            expect(distance).toBeLessThanOrEqual(reach[i] * (1 + 1e-12) + 1e-12);
          }
        });
      }
    }
  });

  it('is smaller where joints turn by little', () => {
    const robot = stretched(['continuous', Z], ['continuous', Z]);
    const tree = buildKinematics([placed(robot)]);
    const { reach } = reachOf(tree, riding(3, [[1, 0, 0]]), [-3, 2.8], [3, 3.4]);
    // Folded back to the first axis: off it by at most the chord of 0.3417 radians.
    const chord = 2 * Math.sin(0.5 * Math.max(Math.PI - 2.8, 3.4 - Math.PI));
    expect(reach[0]).toBeGreaterThanOrEqual(chord);
    expect(reach[0]).toBeLessThan(1.2 * chord);
  });
});

describe('projections', () => {
  it('of primitives end where their surfaces do (seed 4)', () => {
    const random = new Random(4);
    const d = new Float64Array(3);
    const out = new Float64Array(1);
    const kinds = new Set<string>();
    for (let round = 0; round < 140; round++) {
      const shape = randomShape(random, 0.5);
      kinds.add(shape.kind);
      const pose = randomPose(random, 1);
      const parts = [{ pose, geometry: shape as Shape }];
      const body = proofBody(buildBody({ name: 'b', kind: 'obstacle', frame: 0, parts }));
      d.set(randomDirection(random));
      supportInto(body.whole, d, 0, out, 0);
      const { positions } = triangulate(shape, 40);
      let most = -Infinity;
      for (let i = 0; i < positions.length; i += 3) {
        const [x, y, z] = positions.subarray(i, i + 3);
        const at = [0, 3, 6].map(
          (r, k) => pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[9 + k],
        );
        most = Math.max(most, at[0] * d[0] + at[1] * d[1] + at[2] * d[2]);
      }
      expect(out[0]).toBeGreaterThan(most - 1e-12);
      expect(out[0]).toBeLessThan(most + 1e-3);
      // The ball contains it.
      const [cx, cy, cz, r] = body.whole.ball;
      expect(cx * d[0] + cy * d[1] + cz * d[2] + r).toBeGreaterThan(out[0] - 1e-12);
    }
    expect(kinds.size).toBe(7);
  });

  it('of grouped points are those of all points (seed 5)', () => {
    const random = new Random(5);
    for (let round = 0; round < 60; round++) {
      const count = 1 + random.below(200);
      const at = Float64Array.from({ length: 3 * count }, () => random.between(-1, 1));
      const sorted = neighbouring(at);
      expect([...sorted].sort()).toEqual([...at].sort());
      for (const list of [at, sorted]) {
        const points = groupPoints(list);
        const from = 3 * random.below(count);
        const to = from + 3 * (1 + random.below(count - from / 3));
        const [x, y, z] = randomDirection(random);
        let most = -Infinity;
        for (let i = from; i < to; i += 3) {
          most = Math.max(most, x * list[i] + y * list[i + 1] + z * list[i + 2]);
        }
        expect(farthestAlong(points, from, to, x, y, z)).toBe(most);
      }
    }
  });
});

describe('many points in boxes of boxes', () => {
  /** Points on a flat face, which tie along its normal; in a ball; all the same. */
  const SHAPES: Record<string, (random: Random) => number[]> = {
    flat: (random) => [random.between(-1, 1), random.between(-1, 1), 0.123],
    round: (random) => Array.from(randomDirection(random), (x) => 3 * x),
    equal: () => [0.1, 0.2, 0.3],
  };

  it.each(Object.keys(SHAPES))('are found as without boxes, to the bit: %s (seed 9)', (shape) => {
    const random = new Random(9);
    for (const count of [1, 12, 13, 48, 49, 700, 9000]) {
      const at = Float64Array.from(
        Array.from({ length: count }, () => SHAPES[shape](random)).flat(),
      );
      for (const list of [at, neighbouring(at)]) {
        const points = groupPoints(list);
        for (let round = 0; round < 12; round++) {
          const from = round < 4 ? 0 : 3 * random.below(count);
          const to = round < 4 ? at.length : from + 3 * (1 + random.below(count - from / 3));
          const [x, y, z] = round % 3 === 0 ? [0, 0, 1 - (round % 2) * 2] : randomDirection(random);
          const s = Float64Array.from({ length: 6 }, () => random.between(-1, 1));
          let along = -Infinity;
          let across = 0;
          for (let v = from; v < to; v += 3) {
            along = Math.max(along, x * list[v] + y * list[v + 1] + z * list[v + 2]);
            across = Math.max(across, acrossSquared(list, v, s, 0));
          }
          expect(farthestAlong(points, from, to, x, y, z)).toBe(along);
          const found = farthestAcross(points, from, to, s, 0);
          expect(found).toBeLessThanOrEqual(across);
          expect(found).toBeGreaterThanOrEqual(across * (1 - 16 * U));
        }
      }
    }
  });
});

describe('a cubic', () => {
  it('is never above its bound, which is sharp (seed 6)', () => {
    const random = new Random(6);
    let peaks = 0;
    for (let round = 0; round < 3000; round++) {
      const h = random.unit();
      const v = random.between(-1, 1);
      const w = random.between(-6, 3);
      const m = random.unit() < 0.2 ? 0 : random.between(0, 12);
      const bound = cubicUpper(h, v, w, m);
      let most = 0;
      for (let i = 0; i <= 200; i++) {
        const x = (h * i) / 200;
        most = Math.max(most, x * v + (x * x * w) / 2 + (x ** 3 * m) / 6);
      }
      expect(bound).toBeGreaterThanOrEqual(most - 1e-15);
      expect(bound).toBeLessThan(most + 1e-4);
      if (bound > 0 && bound > h * (v + h * (w / 2 + (h * m) / 6)) + 1e-9) peaks++;
    }
    expect(peaks).toBeGreaterThan(100);
  });
});
