/**
 * What the parts of the motion bounds are for [A IV]: how much smaller they are than without, and what is computed only
 * once. That no point moves farther is in reach.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { CurveLengths } from '../../src/check/lemma/curveLengths.ts';
import { MovingPairs } from '../../src/check/lemma/movingPairs.ts';
import { enclosingSphereInto } from '../../src/geometry/index.ts';
import {
  type BodyExtent,
  buildChain,
  buildKinematics,
  Kinematics,
  limitsBox,
  localReachInto,
  motionUpper,
  pairMotion,
} from '../../src/kinematics/index.ts';
import { axisReachUpper, sweepUp } from '../../src/kinematics/sweep.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import {
  placed,
  randomConfiguration,
  randomRobot,
  sevenJointArm,
} from '../helpers/oracles/robots.ts';

function randomBody(frame: number, random: Random): BodyExtent {
  const points = Float64Array.from({ length: 30 }, () => random.between(-0.2, 0.2));
  const ball = new Float64Array(4);
  enclosingSphereInto(points, ball);
  return { frame, ball, points };
}

const sum = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((x, y) => x + y, 0);

describe('relative frames', () => {
  it('joints that carry both bodies do not count: less than half of what the world sees, seed 1', () => {
    const random = new Random(1);
    const tree = buildKinematics([placed(sevenJointArm())]);
    const box = limitsBox(tree);
    const upper = tree.frameCount - 1;
    const lower = upper - 3;
    const [one, other] = [randomBody(upper, random), randomBody(lower, random)];
    const pair = pairMotion(tree, one, other, box);
    expect(pair.ancestor).toBe(lower);
    expect(pair.chainJ.joint.length).toBe(0);
    // The joints above the lower body, and no others.
    expect([...pair.dofs]).toEqual([...pair.chainI.dof].sort());
    const variation = new Float64Array(7).fill(0.2);
    const world = [one, other].map((body) => {
      const { reach, factor } = buildChain(tree, body, 0, box);
      return sum(reach.map((rho, t) => rho * factor[t] * 0.2));
    });
    expect(2 * motionUpper(pair, variation, 0)).toBeLessThan(sum(world));
    for (const d of pair.dofs) variation[d] = 0;
    expect(motionUpper(pair, variation, 0)).toBe(0);
  });
});

describe('COMPUTE-SPHERE', () => {
  it('takes the smaller of the plain and the tight sphere, each of which is it sometimes, seed 2', () => {
    const random = new Random(2);
    const better = { plain: 0, tight: 0 };
    for (let round = 0; round < 40; round++) {
      const robot = randomRobot(random, { links: 6, kinds: ['revolute'], chain: true });
      const tree = buildKinematics([placed(robot)]);
      const box = limitsBox(tree);
      for (let d = 0; d < box.lower.length; d++) {
        const middle = random.between(-1, 1);
        const half = random.between(0.1, 1.4);
        box.lower[d] = middle - half;
        box.upper[d] = middle + half;
      }
      const { frame, ball } = randomBody(tree.frameCount - 1, random);
      const chain = buildChain(tree, { frame, ball }, 0, box);
      const balls = { plain: Float64Array.from(ball), tight: Float64Array.from(ball) };
      chain.joint.forEach((f, t) => {
        const plain = axisReachUpper(tree, f, balls.plain);
        const tight = axisReachUpper(tree, f, balls.tight);
        expect(chain.reach[t]).toBe(Math.min(plain, tight));
        if (plain < tight) better.plain++;
        if (tight < plain) better.tight++;
        sweepUp(tree, f, box, balls.plain, false);
        sweepUp(tree, f, box, balls.tight, true);
      });
    }
    expect(better.tight).toBeGreaterThan(50);
    expect(better.plain).toBeGreaterThan(0);
  });

  it('reach about the own axis is that of the vertices, less than that of the ball, seed 3', () => {
    const random = new Random(3);
    const tree = buildKinematics([placed(sevenJointArm())]);
    const body = randomBody(tree.frameCount - 1, random);
    const { frame, ball } = body;
    const [own] = buildChain(tree, body, 0, limitsBox(tree)).reach;
    const [round] = buildChain(tree, { frame, ball }, 0, limitsBox(tree)).reach;
    expect(own).toBeLessThan(0.99 * round);
  });
});

describe('local reach [A VII]', () => {
  it('of an arm that is folded is a fraction of what it can be, seed 4', () => {
    const random = new Random(4);
    const tree = buildKinematics([placed(sevenJointArm())]);
    const body = randomBody(tree.frameCount - 1, random);
    const chain = buildChain(tree, body, 0, limitsBox(tree));
    const kin = new Kinematics(tree);
    const away = new Float64Array(7).fill(0.02);
    const local = new Float64Array(chain.joint.length);
    const shares: number[] = [];
    for (let k = 0; k < 20; k++) {
      kin.setConfiguration(randomConfiguration(tree, random));
      localReachInto(kin, chain, away, 0, local, 0);
      shares.push(sum(local) / sum(chain.reach));
    }
    expect(sum(shares) / 20).toBeLessThan(0.75);
    expect(Math.min(...shares)).toBeLessThan(0.65);
  });

  it('halves lengths of curves on short intervals', () => {
    const cell = cellFrom(
      'surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [{name: post, shape: {sphere: {radius: 0.1}}, pose: {xyz: [0, 1, 0]}}]',
      { 'arm.urdf': armUrdf('arm', [0.3, 0.3, 0.3, 0.3, 0.3]) },
    );
    const pairs = MovingPairs.of(cell, cell.tested).pairs.filter(({ b }) => b.name === 'post');
    const folded = Float64Array.of(0.1, 2.8, -2.8, 2.8);
    const segment = new StraightSegment(
      cell.tree,
      folded,
      folded.map((x) => x + 0.05),
    );
    const kin = new Kinematics(cell.tree);
    const q = new Float64Array(4);
    segment.configurationInto(0.5, q, 0);
    kin.setConfiguration(q);
    const lambdas = ([1, 2] as const).map((grade) => {
      const lengths = new CurveLengths(cell, grade);
      lengths.begin(segment);
      return sum(
        pairs.map((pair) => {
          lengths.measure(pair, kin, 0, 0.5, 1);
          return lengths.lambdaLeft + lengths.lambdaRight;
        }),
      );
    });
    expect(lambdas[1]).toBeLessThan(0.5 * lambdas[0]);
  });
});

describe('poses are computed once', () => {
  const random = new Random(5);
  const tree = buildKinematics([placed(sevenJointArm())]);

  it('what was computed is not computed again: numbers changed behind its back stay', () => {
    const kin = new Kinematics(tree);
    kin.setConfiguration(randomConfiguration(tree, random));
    const last = tree.frameCount - 1;
    const o = kin.poseOf(last);
    kin.poses[o + 9] = 42;
    kin.locals[o] = 43;
    kin.poseOf(last);
    kin.localOf(last);
    expect([kin.poses[o + 9], kin.locals[o]]).toEqual([42, 43]);
  });

  it('a frame is computed from its parent, not from the root', () => {
    const kin = new Kinematics(tree);
    kin.setConfiguration(randomConfiguration(tree, random));
    const last = tree.frameCount - 1;
    const o = kin.poseOf(last - 1);
    kin.poses[o + 9] += 100;
    expect(Math.abs(kin.poses[kin.poseOf(last) + 9])).toBeGreaterThan(90);
  });

  it('two links of a chain need the joints between them alone', () => {
    const kin = new Kinematics(tree);
    kin.setConfiguration(randomConfiguration(tree, random));
    const last = tree.frameCount - 1;
    kin.relativePoseInto(last - 2, last, new Float64Array(12), 0);
    expect(kin.isComputed(last)).toBe(false);
  });
});
