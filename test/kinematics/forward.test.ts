import { describe, expect, it } from 'vitest';
import {
  buildKinematics,
  emptyBox,
  growBox,
  type JointKind,
  Kinematics,
  type KinematicTree,
  poseErrorUpper,
  relativeErrorUpper,
} from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  type ExactPose,
  exactForward,
  exactInverse,
  exactLength,
  exactPoint,
  exactProduct,
} from '../helpers/oracles/exactKinematics.ts';
import { fixedOf, numberOf } from '../helpers/oracles/fixedPoint.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import {
  placed,
  randomConfiguration,
  randomDirection,
  randomRobot,
} from '../helpers/oracles/robots.ts';

const ALL: JointKind[] = ['revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'];

/** Distance between where a pose of doubles puts a point and where the exact one does. */
function errorAt(pose: Float64Array, o: number, exact: ExactPose, point: number[]): number {
  const p = point.map(fixedOf);
  const mine = exactPoint(Array.from(pose.subarray(o, o + 12), fixedOf), p);
  return numberOf(exactLength(exactPoint(exact, p).map((x, k) => x - mine[k])));
}

function boxOf(tree: KinematicTree, q: Float64Array) {
  const box = emptyBox(tree);
  growBox(box, q);
  return box;
}

describe('forward kinematics against 256-bit arithmetic', () => {
  it('stays within the proven error, random trees of all joints, seed 1', () => {
    const random = new Random(1);
    let most = 0;
    let largest = 0;
    for (let round = 0; round < 60; round++) {
      const base = randomPose(random, round % 3 === 0 ? 1000 : 1);
      const baseJoint = (['fixed', 'planar', 'floating'] as const)[round % 3];
      const robot = randomRobot(random, { links: 9, kinds: ALL, chain: round % 2 === 0 });
      const tree = buildKinematics([placed(robot, { name: 'a', base, baseJoint })]);
      const kin = new Kinematics(tree);
      const q = randomConfiguration(tree, random);
      kin.setConfiguration(q);
      const exact = exactForward(tree, q);
      const out = new Float64Array(12);
      for (let f = 1; f < tree.frameCount; f++) {
        const r = random.between(0, 2);
        const point = randomDirection(random).map((x) => r * x);
        const { shift, turn } = poseErrorUpper(tree, f, boxOf(tree, q));
        const error = errorAt(kin.poses, kin.poseOf(f), exact[f], point);
        const bound = shift + turn * Math.hypot(...point);
        expect(error).toBeLessThanOrEqual(bound);
        // Turns above carry the origin, however far it is.
        expect(errorAt(kin.poses, kin.poseOf(f), exact[f], [0, 0, 0])).toBeLessThanOrEqual(shift);
        expect(bound).toBeLessThan(1e-11 * (1 + 0.1 * Math.hypot(base[9], base[10], base[11])));
        most = Math.max(most, error / bound);
        largest = Math.max(largest, bound);

        const g = random.below(tree.frameCount);
        kin.relativePoseInto(f, g, out, 0);
        const between = exactProduct(exactInverse(exact[f]), exact[g]);
        const relative = relativeErrorUpper(tree, f, g, boxOf(tree, q));
        const allowed = relative.shift + relative.turn * Math.hypot(...point);
        expect(errorAt(out, 0, between, point)).toBeLessThanOrEqual(allowed);
      }
    }
    console.log(`largest error ${most.toFixed(4)} of its bound; largest bound ${largest}`);
  });

  it('does not see the base among links of one robot', () => {
    const random = new Random(2);
    const robot = randomRobot(random, { links: 6, kinds: ['revolute'], chain: true });
    const far = randomPose(random, 1e6);
    const near = buildKinematics([placed(robot)]);
    const away = buildKinematics([placed(robot, { base: far })]);
    const q = randomConfiguration(near, random);
    const [a, b] = [new Kinematics(near), new Kinematics(away)];
    a.setConfiguration(q);
    b.setConfiguration(q);
    const [x, y] = [new Float64Array(12), new Float64Array(12)];
    a.relativePoseInto(2, 6, x, 0);
    b.relativePoseInto(2, 6, y, 0);
    expect(y).toEqual(x);
    expect(relativeErrorUpper(away, 2, 6, boxOf(away, q))).toEqual(
      relativeErrorUpper(near, 2, 6, boxOf(near, q)),
    );
  });
});

describe('rotations that are not quite orthogonal', () => {
  it('are made so, and cost little, seed 5', () => {
    const random = new Random(5);
    const made = randomRobot(random, { links: 8, chain: true });
    const joints = made.joints.map((joint) => ({
      ...joint,
      origin: joint.origin.map((x, k) => (k < 9 ? x + random.between(-1e-7, 1e-7) : x)),
    }));
    const tree = buildKinematics([placed({ ...made, joints })]);
    const q = randomConfiguration(tree, random);
    const kin = new Kinematics(tree);
    kin.setConfiguration(q);
    const { shift, turn } = poseErrorUpper(tree, 8, boxOf(tree, q));
    expect(shift + turn).toBeLessThan(1e-12);
    const error = errorAt(kin.poses, kin.poseOf(8), exactForward(tree, q)[8], [1, 0, 0]);
    expect(error).toBeLessThanOrEqual(shift + turn);
    // The robot is still the one that was meant.
    const clean = new Kinematics(buildKinematics([placed(made)]));
    clean.setConfiguration(q);
    const o = clean.poseOf(8);
    for (let k = 0; k < 12; k++) expect(kin.poses[o + k]).toBeCloseTo(clean.poses[o + k], 5);
  });
});

describe('the workspace', () => {
  it('computes only the chain that is asked for', () => {
    const random = new Random(3);
    const robot = randomRobot(random, { links: 20 });
    const tree = buildKinematics([placed(robot)]);
    const kin = new Kinematics(tree);
    kin.setConfiguration(randomConfiguration(tree, random));
    for (const frame of [20, 7]) {
      const before = Array.from({ length: tree.frameCount }, (_, f) => kin.isComputed(f));
      kin.poseOf(frame);
      const chain = new Set<number>();
      for (let f = frame; f >= 0; f = tree.parent[f]) chain.add(f);
      for (let f = 0; f < tree.frameCount; f++) {
        expect(kin.isComputed(f)).toBe(before[f] || chain.has(f));
      }
    }
    kin.setConfiguration(randomConfiguration(tree, random));
    expect(kin.isComputed(20)).toBe(false);
  });

  it('gives the same bits in any order and for any history', () => {
    const random = new Random(4);
    const tree = buildKinematics([placed(randomRobot(random, { links: 12 }))]);
    const q = randomConfiguration(tree, random);
    const once = new Kinematics(tree);
    once.setConfiguration(q);
    for (let f = 0; f < tree.frameCount; f++) once.poseOf(f);
    const again = new Kinematics(tree);
    for (let k = 0; k < 5; k++) {
      again.setConfiguration(randomConfiguration(tree, random));
      again.poseOf(random.below(tree.frameCount));
    }
    again.setConfiguration(q);
    for (let f = tree.frameCount - 1; f >= 0; f--) again.poseOf(f);
    expect(again.poses).toEqual(once.poses);
  });
});
