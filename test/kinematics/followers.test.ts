/** Joints that follow by laws: poses against exact arithmetic, reach and lengths of curves against dense sampling. */
import { describe, expect, it } from 'vitest';
import {
  buildChain,
  buildKinematics,
  type Coupling,
  type JointBox,
  Kinematics,
  type KinematicTree,
  type Law,
  localMotionUpper,
  localReachInto,
  motionUpper,
  pairMotion,
  poseErrorUpper,
  strayingOf,
  sweptBallInto,
} from '../../src/kinematics/index.ts';
import { Random, transformPointInto } from '../../src/math/index.ts';
import { FLAT_THEN_STEEP, twoArms } from '../helpers/check/followerCells.ts';
import { exactForward, exactLength, exactPoint } from '../helpers/oracles/exactKinematics.ts';
import { fixedOf, numberOf } from '../helpers/oracles/fixedPoint.ts';
import { byLaw, lawCouplings, linearLaw, randomLaw, sampledLaw } from '../helpers/oracles/laws.ts';
import { placed, randomConfiguration, randomRobot } from '../helpers/oracles/robots.ts';

const KINDS = ['revolute', 'continuous', 'prismatic'] as const;

function randomTree(random: Random, links = 6): KinematicTree {
  const robot = randomRobot(random, { links, kinds: KINDS, chain: true, mimics: false });
  return buildKinematics([placed(robot, { couplings: lawCouplings(robot, random) })]);
}

function boxOf(...all: readonly Float64Array[]): JointBox {
  return {
    lower: all[0].map((_, d) => Math.min(...all.map((q) => q[d]))),
    upper: all[0].map((_, d) => Math.max(...all.map((q) => q[d]))),
  };
}

function arms(coupling: Coupling, kind: 'continuous' | 'prismatic' = 'continuous') {
  return buildKinematics([placed(twoArms(kind), { couplings: new Map([['joint2', coupling]]) })]);
}

/** How far a point of a frame, as computed, is from where it is. */
function errorAt(kin: Kinematics, f: number, exact: readonly bigint[], p: number[]): number {
  const out = new Float64Array(3);
  transformPointInto(kin.poses, kin.poseOf(f), Float64Array.from(p), 0, out, 0);
  const true_ = exactPoint(exact, p.map(fixedOf));
  return numberOf(exactLength(true_.map((x, k) => x - fixedOf(out[k]))));
}

describe('poses of followers', () => {
  it('are computed within their errors, at 1e6 and after many turns too, seed 1', () => {
    const random = new Random(1);
    for (let round = 0; round < 30; round++) {
      let tree = randomTree(random);
      if (round % 3 === 0) {
        // Steep, far away, or a leader that has turned a thousand times.
        const law = [
          sampledLaw(
            (x) => 40 * x * x,
            (x) => 80 * x,
            [-60, 60],
            200,
          ),
          { ...linearLaw(1, 0, 9), at: linearLaw(1, 0, 9).at.map((x) => x + 1e6) },
          sampledLaw(Math.sin, Math.cos, [0, 2 * Math.PI], 60, { periodic: true }),
        ][(round / 3) % 3];
        tree = arms(byLaw('joint1', law), round % 2 ? 'prismatic' : 'continuous');
      }
      const kin = new Kinematics(tree);
      const q = randomConfiguration(tree, random);
      if (round % 9 === 3) q[0] = 1e6 + random.between(-50, 50);
      if (round % 9 === 6) q[0] += 1000 * Math.PI;
      kin.setConfiguration(q);
      const exact = exactForward(tree, q);
      const f = tree.frameCount - 1;
      const { shift, turn } = poseErrorUpper(tree, f, boxOf(q));
      const p = [0.5, -0.3, 0.2];
      expect(errorAt(kin, f, exact[f], p), `round ${round}`).toBeLessThanOrEqual(
        shift + turn * Math.hypot(...p),
      );
    }
  });

  it('are those of a joint in proportion, where the law is a line', () => {
    const linear = arms({ joint: 'joint1', multiplier: -1.5, offset: 0.25 });
    const lawful = arms(byLaw('joint1', linearLaw(-1.5, 0.25, 4)));
    const [a, b] = [new Kinematics(linear), new Kinematics(lawful)];
    for (const x of [-7, 0, 0.3, 59]) {
      a.setConfiguration(Float64Array.of(x));
      b.setConfiguration(Float64Array.of(x));
      const [o, f] = [a.poseOf(3), b.poseOf(3)];
      for (let k = 0; k < 12; k++) expect(b.poses[f + k]).toBeCloseTo(a.poses[o + k], 11);
    }
  });

  it('fold chains of couplings into one law, and refuse two laws behind each other', () => {
    const robot = randomRobot(new Random(3), { links: 5, kinds: ['continuous'], mimics: false });
    const law = sampledLaw(Math.sin, Math.cos, [0, 2 * Math.PI], 80, { periodic: true });
    const couplings = new Map<string, Coupling>([
      ['joint2', { joint: 'joint1', multiplier: -2, offset: 0.5 }],
      ['joint3', byLaw('joint2', law)],
      ['joint4', { joint: 'joint3', multiplier: 3, offset: -1 }],
    ]);
    const tree = buildKinematics([placed(robot, { couplings })]);
    expect(tree.dofs.length).toBe(1);
    const free = new Kinematics(buildKinematics([placed(robot)]));
    const kin = new Kinematics(tree);
    for (const x of [-5, 0.1, 2.2]) {
      const value = Math.sin(-2 * x + 0.5);
      kin.setConfiguration(Float64Array.of(x));
      free.setConfiguration(Float64Array.of(x, -2 * x + 0.5, value, 3 * value - 1));
      const [o, p] = [kin.poseOf(5), free.poseOf(5)];
      for (let k = 0; k < 12; k++) expect(kin.poses[o + k]).toBeCloseTo(free.poses[p + k], 5);
    }
    couplings.set('joint4', byLaw('joint3', law));
    expect(() => buildKinematics([placed(robot, { couplings })])).toThrow(
      '"joint4" follows by two laws, one behind the other',
    );
  });
});

/** The longest way of a point of a frame on a straight way of the degrees of freedom, in steps. */
function sampledLength(
  kin: Kinematics,
  f: number,
  p: Float64Array,
  a: Float64Array,
  b: Float64Array,
) {
  const [at, last] = [new Float64Array(3), new Float64Array(3)];
  let length = 0;
  for (let k = 0; k <= 200; k++) {
    kin.setConfiguration(a.map((x, d) => x + (k / 200) * (b[d] - x)));
    transformPointInto(kin.poses, kin.poseOf(f), p, 0, at, 0);
    if (k > 0) length += Math.hypot(at[0] - last[0], at[1] - last[1], at[2] - last[2]);
    last.set(at);
  }
  return length;
}

describe('reach of what followers carry', () => {
  it('bounds lengths of curves and where things are, over the box and locally, seed 2', () => {
    const random = new Random(2);
    let tight = 0;
    for (let round = 0; round < 60; round++) {
      const tree = round % 4 ? randomTree(random) : arms(byLaw('joint1', randomLaw(random)));
      const f = tree.frameCount - 1;
      const p = Float64Array.from([0, 1, 2], () => random.between(-0.3, 0.3));
      const body = { frame: f, ball: [...p, 0] };
      const a = randomConfiguration(tree, random);
      const b = a.map((x, d) => {
        const { lower, upper } = tree.dofs[d];
        return Math.min(Math.max(x + random.between(-1, 1) * [2, 0.1][round % 2], lower), upper);
      });
      const box = boxOf(a, b);
      const kin = new Kinematics(tree);
      const variation = a.map((x, d) => Math.abs(b[d] - x));
      const length = sampledLength(kin, f, p, a, b);
      const still = { frame: 0, ball: [0, 0, 0, 0] };
      const upper = motionUpper(pairMotion(tree, body, still, box), variation, 0);
      expect(length, `round ${round}`).toBeLessThanOrEqual(upper * (1 + 1e-9) + 1e-12);
      const chain = buildChain(tree, body, 0, box);
      const reach = new Float64Array(chain.joint.length);
      kin.setConfiguration(a);
      localReachInto(kin, chain, variation, 0, reach, 0);
      const local = localMotionUpper(chain, reach, 0, variation, 0);
      expect(length, `round ${round}`).toBeLessThanOrEqual(local * (1 + 1e-9) + 1e-12);
      expect(local).toBeLessThanOrEqual(upper * (1 + 1e-9));
      if (length > 0.5 * local && length > 0.01) tight++;
      const ball = new Float64Array(4);
      sweptBallInto(tree, f, body.ball, 0, box, ball);
      const at = new Float64Array(3);
      for (let k = 0; k <= 40; k++) {
        kin.setConfiguration(a.map((x, d) => x + random.unit() * (b[d] - x)));
        transformPointInto(kin.poses, kin.poseOf(f), p, 0, at, 0);
        const away = Math.hypot(at[0] - ball[0], at[1] - ball[1], at[2] - ball[2]);
        expect(away).toBeLessThanOrEqual(ball[3] + 1e-9);
      }
    }
    expect(tight).toBeGreaterThan(10);
  });

  it('is that of a law around the configuration, not of where it is steep', () => {
    const tree = arms(byLaw('joint1', FLAT_THEN_STEEP), 'prismatic');
    const body = { frame: 3, ball: [0, 0, 0, 0.1] };
    const chain = buildChain(tree, body, 0, {
      lower: Float64Array.of(-4),
      upper: Float64Array.of(4),
    });
    const kin = new Kinematics(tree);
    const [away, reach] = [Float64Array.of(0.1), new Float64Array(chain.joint.length)];
    const lengthAt = (x: number) => {
      kin.setConfiguration(Float64Array.of(x));
      localReachInto(kin, chain, away, 0, reach, 0);
      return localMotionUpper(chain, reach, 0, away, 0);
    };
    // The first arm turns by 0.1 and carries what is 0.6 m away; where the law is steep the second slides 0.8 m as well.
    expect(lengthAt(0)).toBeLessThan(0.2);
    expect(lengthAt(3.8)).toBeGreaterThan(0.8);
  });

  it('has room for leaders and followers that stray, and for laws that are off, seed 3', () => {
    const random = new Random(3);
    for (let round = 0; round < 20; round++) {
      const law: Law = { ...randomLaw(random), deviation: 0.02 };
      const couplings = new Map([['joint2', byLaw('joint1', law)]]);
      const tracking = new Map([
        ['joint1', 0.05],
        ['joint2', 0.01],
      ]);
      const tree = buildKinematics([placed(twoArms(), { couplings, tracking })]);
      const at = random.between(-8, 8);
      const box = { lower: Float64Array.of(at - 0.05), upper: Float64Array.of(at + 0.05) };
      const straying = strayingOf(tree, box, Float64Array.of(0.05));
      const d = straying.tree.dofOf.get('joint2')!;
      const value = new Kinematics(tree);
      const angleAt = (x: number) => {
        value.setConfiguration(Float64Array.of(x));
        const o = value.localOf(3);
        return Math.atan2(value.locals[o + 3], value.locals[o]);
      };
      for (let k = 0; k <= 20; k++) {
        const moved = angleAt(at + (k / 20 - 0.5) * 0.1) - angleAt(at);
        const turn = moved - 2 * Math.PI * Math.round(moved / (2 * Math.PI));
        expect(Math.abs(turn) + 0.03).toBeLessThanOrEqual(straying.tolerances[d] + 1e-9);
      }
      const width = straying.box.upper[d] - straying.box.lower[d];
      expect(width).toBeGreaterThanOrEqual(0.06);
      expect(straying.tolerances[d]).toBeLessThan(0.03 + 0.05 * 5);
    }
  });
});
