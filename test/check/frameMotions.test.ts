/** Velocities and accelerations of bodies against Taylor series and against central differences. */
import { describe, expect, it } from 'vitest';
import { FRAME_MOTION, FrameMotions } from '../../src/check/cover/frameMotions.ts';
import {
  buildKinematics,
  type JointKind,
  Kinematics,
  type KinematicTree,
} from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  chainJet,
  constantJet,
  inward,
  type Jet,
  pointDerivative,
  product,
} from '../helpers/check/jets.ts';
import { type AnyMotion, MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import { placed, randomRobot } from '../helpers/oracles/robots.ts';

const { v: V, w: W, a: A, s: S } = FRAME_MOTION;

const KINDS: JointKind[] = [
  'revolute',
  'revolute',
  'continuous',
  'prismatic',
  'fixed',
  'planar',
  'floating',
];

function randomTree(random: Random, round: number): KinematicTree {
  const robot = randomRobot(random, { links: 9, kinds: KINDS, chain: round % 2 === 0 });
  const baseJoint = (['fixed', 'planar', 'floating'] as const)[round % 3];
  return buildKinematics([placed(robot, { base: randomPose(random, 1), baseJoint })]);
}

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const plus = (...all: (readonly number[])[]) =>
  [0, 1, 2].map((k) => all.reduce((s, v) => s + v[k], 0));
const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((x, k) => x - b[k]));

/** Velocity and acceleration of a point at x, as the twelve numbers say. */
function motionOf(numbers: Float64Array, o: number, x: readonly number[]) {
  const at = (k: number) => [...numbers.subarray(o + k, o + k + 3)];
  const w = at(W);
  return {
    velocity: plus(at(V), cross(w, x)),
    acceleration: plus(at(A), cross(at(S), x), cross(w, cross(w, x))),
  };
}

/** Begins at t of a segment. */
function begin(kin: Kinematics, motions: FrameMotions, segment: AnyMotion, t: number): void {
  const q = new Float64Array(segment.from.length);
  const rates = new Float64Array(q.length);
  const changes = new Float64Array(q.length);
  segment.configurationInto(t, q, 0);
  segment.rateInto(t, rates, 0);
  segment.accelerationInto(t, changes, 0);
  kin.setConfiguration(q);
  motions.begin(rates, segment.uniform ? null : changes);
}

function expectMotion(
  motions: FrameMotions,
  entry: number,
  jet: Jet,
  x: number[],
  label: string,
): number {
  const { velocity, acceleration } = motionOf(motions.numbers, motions.at(entry), x);
  const [v, a] = [1, 2].map((k) => inward(jet, pointDerivative(jet, x, k)));
  const scale = 1 + Math.hypot(...v) + Math.hypot(...a);
  const off = Math.max(distance(velocity, v), distance(acceleration, a)) / scale;
  expect(off, label).toBeLessThan(1e-12);
  return off;
}

describe.each(MOTION_KINDS)('the oracle itself, %s segments', (kind) => {
  it('has the poses that the kinematics compute, and their derivatives, seed 1', () => {
    const random = new Random(1);
    for (let round = 0; round < 30; round++) {
      const tree = randomTree(random, round);
      const segment = randomMotion(tree, random, kind);
      const kin = new Kinematics(tree);
      const q = new Float64Array(segment.from.length);
      const x = [0.3, -0.2, 0.5];
      const at = (frame: number, t: number) => {
        segment.configurationInto(t, q, 0);
        kin.setConfiguration(q);
        const p = kin.poses.subarray(kin.poseOf(frame));
        return [0, 1, 2].map(
          (i) => p[3 * i] * x[0] + p[3 * i + 1] * x[1] + p[3 * i + 2] * x[2] + p[9 + i],
        );
      };
      const t = random.between(0.1, 0.9);
      const h = 2 ** -11;
      for (let frame = 1; frame < tree.frameCount; frame++) {
        const jet = chainJet(tree, frame, 0, segment, t);
        const [p, v, a, j] = [0, 1, 2, 3].map((k) => pointDerivative(jet, x, k));
        const scale = 1 + Math.hypot(...j) + Math.hypot(...v) ** 5;
        expect(distance(at(frame, t), p) / scale).toBeLessThan(1e-13);
        // Five-point differences of order h^4.
        const [m2, m1, c, p1, p2] = [-2, -1, 0, 1, 2].map((k) => at(frame, t + k * h));
        const first = c.map((_, i) => (m2[i] - 8 * m1[i] + 8 * p1[i] - p2[i]) / (12 * h));
        const second = c.map(
          (_, i) => (-m2[i] + 16 * m1[i] - 30 * c[i] + 16 * p1[i] - p2[i]) / (12 * h * h),
        );
        expect(distance(first, v) / scale).toBeLessThan(1e-7);
        expect(distance(second, a) / scale).toBeLessThan(1e-6);
      }
    }
  });
});

describe.each(MOTION_KINDS)('motions, %s segments', (kind) => {
  it('of every frame relative to every ancestor, seed 2', () => {
    const random = new Random(2);
    let worst = 0;
    let count = 0;
    for (let round = 0; round < 60; round++) {
      const tree = randomTree(random, round);
      const kin = new Kinematics(tree);
      const motions = new FrameMotions(kin);
      const segment = randomMotion(tree, random, kind);
      for (const t of [0, random.unit(), 1]) {
        begin(kin, motions, segment, t);
        for (let frame = 1; frame < tree.frameCount; frame++) {
          for (let ancestor = tree.parent[frame]; ; ancestor = tree.parent[ancestor]) {
            const jet = chainJet(tree, frame, ancestor, segment, t);
            const entry = motions.ofFrame(frame, ancestor);
            const x = [0, 1, 2].map(() => random.between(-1, 1));
            // A new entry clears what was computed: say again where we are.
            begin(kin, motions, segment, t);
            worst = Math.max(worst, expectMotion(motions, entry, jet, x, `${round} ${frame}`));
            count++;
            if (ancestor === 0) break;
          }
        }
      }
    }
    console.log(
      `frame motions: ${count} compared, largest relative difference ${worst.toExponential(1)}`,
    );
  });

  it('of pieces with a place of their own, seed 3', () => {
    const random = new Random(3);
    for (let round = 0; round < 30; round++) {
      const tree = randomTree(random, round);
      const kin = new Kinematics(tree);
      const motions = new FrameMotions(kin);
      const segment = randomMotion(tree, random, kind);
      const frame = tree.frameCount - 1;
      const places = [randomPose(random, 1), randomPose(random, 1)];
      const above: number[] = [];
      for (let f = tree.parent[frame]; f >= 0; f = tree.parent[f]) above.push(f);
      const entries = above.map((ancestor) =>
        places.map((place, k) => motions.ofPiece(frame, ancestor, place, `piece${k}`)),
      );
      for (const t of [0.25, 0.8]) {
        begin(kin, motions, segment, t);
        above.forEach((ancestor, i) => {
          places.forEach((place, k) => {
            const body = chainJet(tree, frame, ancestor, segment, t);
            const x = [0, 1, 2].map(() => random.between(-1, 1));
            expectMotion(motions, entries[i][k], product(body, constantJet(place)), x, `${round}`);
          });
        });
      }
    }
  });

  it('entries are found again, and what is its own ancestor does not move', () => {
    const tree = randomTree(new Random(4), 1);
    const motions = new FrameMotions(new Kinematics(tree));
    const frame = tree.frameCount - 1;
    const entry = motions.ofFrame(frame, 0);
    expect(motions.ofFrame(frame, 0)).toBe(entry);
    expect(motions.ofFrame(frame, frame)).toBe(-1);
    const place = randomPose(new Random(5), 1);
    expect(motions.ofPiece(frame, frame, place, 'a')).toBe(-1);
    const piece = motions.ofPiece(frame, 0, place, 'a');
    expect(motions.ofPiece(frame, 0, place, 'a')).toBe(piece);
    expect(motions.ofPiece(frame, 0, place, 'b')).not.toBe(piece);
  });

  it('are computed anew for another configuration or other rates', () => {
    const random = new Random(6);
    const tree = randomTree(random, 0);
    const kin = new Kinematics(tree);
    const motions = new FrameMotions(kin);
    const entry = motions.ofFrame(tree.frameCount - 1, 0);
    const segments = [randomMotion(tree, random, kind), randomMotion(tree, random, kind)];
    for (const t of [0.1, 0.9]) {
      for (const segment of segments) {
        begin(kin, motions, segment, t);
        const jet = chainJet(tree, tree.frameCount - 1, 0, segment, t);
        expectMotion(motions, entry, jet, [0.1, 0.2, 0.3], `${t}`);
      }
    }
  });
});
