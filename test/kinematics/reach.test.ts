/** Reach and motion bounds against dense sampling: never exceeded, and how near they come. */
import { describe, expect, it } from 'vitest';
import { enclosingSphereInto } from '../../src/geometry/index.ts';
import {
  type BodyExtent,
  buildChain,
  buildKinematics,
  emptyBox,
  FIXED,
  FLOATING,
  growBox,
  type JointBox,
  type JointKind,
  Kinematics,
  type KinematicTree,
  limitsBox,
  localMotionUpper,
  localReachInto,
  motionUpper,
  pairMotion,
  sweptBallInto,
  sweptGapLower,
} from '../../src/kinematics/index.ts';
import { Random, transformPointInto } from '../../src/math/index.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import {
  placed,
  randomConfiguration,
  randomRobot,
  sevenJointArm,
} from '../helpers/oracles/robots.ts';

const ALL: JointKind[] = [
  'revolute',
  'revolute',
  'continuous',
  'prismatic',
  'fixed',
  'planar',
  'floating',
];
/** Rounding of the sampling itself. */
const ROUNDING = 1e-12;

function randomBody(frame: number, random: Random): BodyExtent {
  const points = Float64Array.from({ length: 30 }, () => random.between(-0.2, 0.2));
  for (let i = 0; i < 30; i += 3) points[i] += 0.3;
  const ball = new Float64Array(4);
  enclosingSphereInto(points, ball);
  return { frame, ball, points };
}

/** A configuration between the bounds of the box. */
function inBox(tree: KinematicTree, box: JointBox, random: Random): Float64Array {
  const q = randomConfiguration(tree, random);
  for (let d = 0; d < q.length; d++) {
    const [low, high] = [box.lower[d], box.upper[d]];
    if (high - low < Infinity) q[d] = low + (high - low) * [0, 1, random.unit()][random.below(3)];
  }
  return q;
}

function boxFor(tree: KinematicTree, random: Random): JointBox {
  const box = limitsBox(tree);
  for (let k = 0; k < 4; k++) growBox(box, randomConfiguration(tree, random));
  return box;
}

const pose = new Float64Array(12);

/** Largest distance of the body's points from the axis of frame f, which must be above it. */
function distanceFromAxis(kin: Kinematics, body: BodyExtent, f: number): number {
  kin.relativePoseInto(f, body.frame, pose, 0);
  const n = kin.tree.axis.subarray(3 * f, 3 * f + 3);
  const at = new Float64Array(3);
  let most = 0;
  for (let i = 0; i < body.points!.length; i += 3) {
    transformPointInto(pose, 0, body.points as Float64Array, i, at, 0);
    const along = kin.tree.kind[f] === FLOATING ? 0 : at[0] * n[0] + at[1] * n[1] + at[2] * n[2];
    most = Math.max(most, Math.hypot(...at.map((x, k) => x - along * n[k])));
  }
  return most;
}

/** Straight from a to b: how much each degree of freedom varies. */
function variationOf(tree: KinematicTree, a: Float64Array, b: Float64Array): Float64Array {
  const variation = a.map((x, d) => Math.abs(b[d] - x));
  for (let f = 1; f < tree.frameCount; f++) {
    if (tree.kind[f] !== FLOATING) continue;
    const d = tree.dof[f];
    const [p, q] = [a.subarray(d + 3, d + 7), b.subarray(d + 3, d + 7)];
    const dot = p.reduce((sum, x, k) => sum + x * q[k], 0);
    variation.set([Math.hypot(variation[d], variation[d + 1], variation[d + 2]), 0, 0], d);
    const cosine = dot / Math.hypot(...p) / Math.hypot(...q);
    variation.set([2 * Math.acos(Math.max(-1, Math.min(1, cosine))) + 1e-7, 0, 0, 0], d + 3);
  }
  return variation;
}

function straight(a: Float64Array, b: Float64Array, t: number): Float64Array {
  return a.map((x, d) => x + t * (b[d] - x));
}

/** Length of the longest curve of a point of one body in the frame of the other, sampled. */
function sampledLength(
  kin: Kinematics,
  i: number,
  body: BodyExtent,
  a: Float64Array,
  b: Float64Array,
): number {
  const count = body.points!.length / 3;
  const last = new Float64Array(3 * count);
  const at = new Float64Array(3);
  const length = new Float64Array(count);
  for (let step = 0; step <= 64; step++) {
    kin.setConfiguration(straight(a, b, step / 64));
    kin.relativePoseInto(i, body.frame, pose, 0);
    for (let k = 0; k < count; k++) {
      transformPointInto(pose, 0, body.points as Float64Array, 3 * k, at, 0);
      if (step > 0) length[k] += Math.hypot(...at.map((x, c) => x - last[3 * k + c]));
      last.set(at, 3 * k);
    }
  }
  return Math.max(...length);
}

function randomTree(random: Random, round: number): KinematicTree {
  const robot = randomRobot(random, { links: 8, kinds: ALL, chain: round % 2 === 0 });
  const baseJoint = (['fixed', 'planar', 'floating'] as const)[round % 3];
  return buildKinematics([placed(robot, { base: randomPose(random, 1), baseJoint })]);
}

describe('over the whole box', () => {
  it('reach and swept spheres contain every sample, seed 1', () => {
    const random = new Random(1);
    let sum = 0;
    let count = 0;
    for (let round = 0; round < 60; round++) {
      const tree = randomTree(random, round);
      const box = boxFor(tree, random);
      const kin = new Kinematics(tree);
      const body = randomBody(tree.frameCount - 1, random);
      const chain = buildChain(tree, body, 0, box);
      const seen = new Float64Array(chain.joint.length);
      const swept: Float64Array[] = [];
      for (let f = body.frame; f >= 0; f = tree.parent[f]) {
        swept[f] = new Float64Array(4);
        sweptBallInto(tree, body.frame, body.ball, f, box, swept[f]);
      }
      for (let k = 0; k < 120; k++) {
        kin.setConfiguration(inBox(tree, box, random));
        chain.joint.forEach((f, t) => {
          if (chain.turns[t]) seen[t] = Math.max(seen[t], distanceFromAxis(kin, body, f));
        });
        for (let f = body.frame; f >= 0; f = tree.parent[f]) {
          kin.relativePoseInto(f, body.frame, pose, 0);
          const at = new Float64Array(3);
          transformPointInto(pose, 0, body.points as Float64Array, 0, at, 0);
          const [x, y, z, r] = swept[f];
          expect(Math.hypot(at[0] - x, at[1] - y, at[2] - z)).toBeLessThanOrEqual(r + ROUNDING);
        }
      }
      chain.joint.forEach((_, t) => {
        if (!chain.turns[t]) return;
        expect(seen[t]).toBeLessThanOrEqual(chain.reach[t] + ROUNDING);
        sum += seen[t] / chain.reach[t];
        count++;
      });
    }
    console.log(`reach: sampled / bound ${(sum / count).toFixed(3)} in the mean of ${count}`);
  });

  it('uses a limited range: the tight sphere is the smaller one', () => {
    const tree = buildKinematics([placed(sevenJointArm())]);
    const [all, some] = [limitsBox(tree), emptyBox(tree)];
    const q = new Float64Array(7);
    growBox(some, q);
    growBox(some, q.fill(0.5));
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    sweptBallInto(tree, 8, [0.1, 0, 0, 0.1], 0, all, a);
    sweptBallInto(tree, 8, [0.1, 0, 0, 0.1], 0, some, b);
    expect(b[3]).toBeLessThan(0.7 * a[3]);
  });

  it('own reach is exact from vertices', () => {
    const random = new Random(2);
    const tree = buildKinematics([placed(sevenJointArm())]);
    const kin = new Kinematics(tree);
    kin.setConfiguration(new Float64Array(7));
    const body = randomBody(8, random);
    const chain = buildChain(tree, body, 0, limitsBox(tree));
    expect(chain.reach[0]).toBeCloseTo(distanceFromAxis(kin, body, 8), 12);
    const { frame, ball } = body;
    const withBall = buildChain(tree, { frame, ball }, 0, limitsBox(tree));
    expect(withBall.reach[0]).toBeGreaterThan(chain.reach[0]);
  });

  it('bodies with disjoint swept spheres stay that far apart, seed 3', () => {
    const random = new Random(3);
    let apart = 0;
    for (let round = 0; round < 200; round++) {
      const tree = buildKinematics([placed(randomRobot(random, { links: 6 }))]);
      const box = limitsBox(tree);
      for (let d = 0; d < box.lower.length; d++) {
        const m = random.between(-0.5, 0.5);
        box.lower[d] = m;
        box.upper[d] = m + random.between(0, 0.3);
      }
      const kin = new Kinematics(tree);
      const [a, b] = [randomBody(6, random), randomBody(1 + random.below(5), random)];
      const gap = sweptGapLower(tree, a.frame, a.ball, b.frame, b.ball, box);
      if (gap === 0) continue;
      apart++;
      for (let k = 0; k < 30; k++) {
        kin.setConfiguration(inBox(tree, box, random));
        kin.relativePoseInto(b.frame, a.frame, pose, 0);
        const at = new Float64Array(3);
        transformPointInto(pose, 0, a.points as Float64Array, 3 * random.below(10), at, 0);
        const p = 3 * random.below(10);
        const [x, y, z] = (b.points as Float64Array).subarray(p, p + 3);
        expect(Math.hypot(at[0] - x, at[1] - y, at[2] - z)).toBeGreaterThanOrEqual(gap - ROUNDING);
      }
    }
    expect(apart).toBeGreaterThan(10);
  });
});

describe('along motions', () => {
  it('no point moves farther than Lemma 2 allows, seed 4', () => {
    const random = new Random(4);
    let sum = 0;
    const rounds = 120;
    for (let round = 0; round < rounds; round++) {
      const tree = randomTree(random, round);
      const box = boxFor(tree, random);
      const kin = new Kinematics(tree);
      const i = random.below(tree.frameCount);
      const bodyI = randomBody(i, random);
      const bodyJ = randomBody(tree.frameCount - 1, random);
      const pair = pairMotion(tree, bodyI, bodyJ, box);
      const [a, b] = [inBox(tree, box, random), inBox(tree, box, random)];
      const bound = motionUpper(pair, variationOf(tree, a, b), 0);
      // In the frame of the ancestor, either body alone; the sum of both is what is bounded.
      const top = pair.ancestor;
      const one = sampledLength(kin, top, bodyI, a, b);
      const two = sampledLength(kin, top, bodyJ, a, b);
      expect(one + two).toBeLessThanOrEqual(bound + ROUNDING);
      sum += bound === 0 ? 1 : (one + two) / bound;
    }
    console.log(`Lemma 2: sampled / bound ${(sum / rounds).toFixed(3)} in the mean`);
  });

  it('local reach holds around a configuration and is tighter, seed 5', () => {
    const random = new Random(5);
    let sum = 0;
    let count = 0;
    let before = 0;
    for (let round = 0; round < 120; round++) {
      const tree = randomTree(random, round);
      const kin = new Kinematics(tree);
      const sampler = new Kinematics(tree);
      const box = boxFor(tree, random);
      const middle = inBox(tree, box, random);
      const spread = random.between(0, 0.5);
      const ends: Float64Array[] = [];
      for (let k = 0; k < 40; k++) {
        const end = middle.map((x) => x + random.between(-spread, spread));
        growBox(box, end);
        ends.push(end);
      }
      const away = new Float64Array(middle.length);
      for (const end of ends) {
        variationOf(tree, middle, end).forEach((v, d) => {
          away[d] = Math.max(away[d], v);
        });
      }
      const body = randomBody(tree.frameCount - 1, random);
      const chain = buildChain(tree, body, 0, box);
      const local = new Float64Array(chain.joint.length + 1);
      kin.setConfiguration(middle);
      localReachInto(kin, chain, away, 0, local, 1);
      const seen = new Float64Array(chain.joint.length);
      for (const end of ends) {
        sampler.setConfiguration(end);
        chain.joint.forEach((f, t) => {
          expect(local[1 + t]).toBeLessThanOrEqual(chain.reach[t]);
          if (!chain.turns[t]) return;
          seen[t] = Math.max(seen[t], distanceFromAxis(sampler, body, f));
          expect(seen[t]).toBeLessThanOrEqual(local[1 + t] + ROUNDING);
        });
        const variation = variationOf(tree, middle, end);
        const bound = localMotionUpper(chain, local, 1, variation, 0);
        if (random.unit() < 0.05) {
          expect(sampledLength(sampler, 0, body, middle, end)).toBeLessThanOrEqual(
            bound + ROUNDING,
          );
        }
      }
      seen.forEach((s, t) => {
        if (!chain.turns[t]) return;
        sum += s / local[1 + t];
        before += s / chain.reach[t];
        count++;
      });
    }
    const [mean, constant] = [sum / count, before / count];
    console.log(`local reach: sampled / bound ${mean.toFixed(3)}, constant ${constant.toFixed(3)}`);
    expect(mean).toBeGreaterThan(constant);
  });

  it('an unbounded box bounds nothing, but what stands still', () => {
    const random = new Random(7);
    const made = randomRobot(random, { links: 4, kinds: ['revolute'], chain: true, mimics: false });
    const [a, b, c] = made.joints;
    const mimic = { joint: a.name, multiplier: 0.5, offset: 0 };
    const joints = [
      { ...a, kind: 'continuous' as const },
      b,
      { ...c, kind: 'prismatic' as const, mimic },
    ];
    const tree = buildKinematics([placed({ ...made, joints })]);
    const box = limitsBox(tree);
    box.lower[0] = -Infinity;
    box.upper[0] = Infinity;
    const pair = pairMotion(tree, randomBody(4, random), randomBody(0, random), box);
    expect(motionUpper(pair, new Float64Array([0, 0]), 0)).toBe(0);
    expect(motionUpper(pair, new Float64Array([0.1, 0]), 0)).toBe(Infinity);
    expect(motionUpper(pair, new Float64Array([Number.NaN, 0]), 0)).toBeNaN();
    expect(sweptGapLower(tree, 4, [0, 0, 0, 0.1], 0, [9, 9, 9, 1], box)).toBe(0);
  });

  it('a body that does not move has no terms', () => {
    const random = new Random(6);
    const tree = buildKinematics([placed(randomRobot(random, { kinds: ['fixed'] }))]);
    expect(tree.kind.every((kind) => kind === FIXED)).toBe(true);
    const body = randomBody(5, random);
    const pair = pairMotion(tree, body, randomBody(0, random), limitsBox(tree));
    expect(motionUpper(pair, new Float64Array(0), 0)).toBe(0);
  });
});
