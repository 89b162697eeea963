/** Bounds of kinematics in cases in which they are attained, or nearly: robots of one or two joints. */
import { describe, expect, it } from 'vitest';
import { jointFactorUpper } from '../../src/kinematics/box.ts';
import {
  type BodyExtent,
  buildChain,
  type JointBox,
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
import { planarLoop } from '../../src/kinematics/loops/planar.ts';
import { deviationUpper, type Ends, pieceBetween } from '../../src/kinematics/loops/prove.ts';
import { lawThrough } from '../../src/kinematics/pointLaw.ts';
import { placementDefectUpper } from '../../src/kinematics/poseError.ts';
import { lawShareUpper } from '../../src/kinematics/reach.ts';
import { axisReachUpper, ballGapLower } from '../../src/kinematics/sweep.ts';
import { Random } from '../../src/math/index.ts';
import { expectLower, expectUpper } from '../helpers/bounds/nearly.ts';
import { chainOf } from '../helpers/bounds/robots.ts';
import {
  couplerAt,
  type FourBar,
  fourBarBars,
  fourBarLoop,
  linkage,
  rockerAt,
} from '../helpers/kinematics/linkages.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

const LIMITS = { lower: -1, upper: 1 };
/** A point of a body, seen from its frame: 0.6 m and 0.8 m from the axes. */
const POINT = [0.6, 0.8, 0.3] as const;
const TINY = 1e-3;

const turning = () => chainOf({ kind: 'revolute', limits: LIMITS });
const lastFrame = (tree: KinematicTree) => tree.frameCount - 1;

function body(tree: KinematicTree, points?: readonly number[]): BodyExtent {
  const ball = [...POINT, TINY];
  return { frame: lastFrame(tree), ball, points: points && Float64Array.from(points) };
}

describe('reach of one turning joint', () => {
  it('axisReachUpper: a small ball', () => {
    const tree = turning();
    expectUpper(1, axisReachUpper(tree, lastFrame(tree), [...POINT, TINY]), '', 0.99);
  });

  it('ownReachUpper: the vertices, in a ball that is far larger', () => {
    const tree = turning();
    const ball = [0, 0, 0, 10];
    const extent = { frame: lastFrame(tree), ball, points: Float64Array.from(POINT) };
    expectUpper(1, buildChain(tree, extent, 0, limitsBox(tree)).reach[0], '', 0.999);
  });

  it('motionUpper: a vertex on its circle', () => {
    const tree = turning();
    const still = { frame: 0, ball: [9, 9, 9, TINY] };
    const pair = pairMotion(tree, body(tree, POINT), still, limitsBox(tree));
    expectUpper(1.7, motionUpper(pair, Float64Array.of(1.7), 0), '', 0.999);
  });

  it('localReachInto and localMotionUpper: a point that slides outward, then turns', () => {
    const tree = chainOf(
      { kind: 'revolute', limits: LIMITS },
      { kind: 'prismatic', axis: [1, 0, 0], limits: { lower: 0, upper: 9 } },
    );
    const point = { frame: lastFrame(tree), ball: [0, 0, 0, 0] };
    const chain = buildChain(tree, point, 0, limitsBox(tree));
    const kin = new Kinematics(tree);
    kin.setConfiguration(Float64Array.of(0.3, 1));
    const reach = new Float64Array(2);
    const away = Float64Array.of(0.7, 0.5);
    localReachInto(kin, chain, away, 0, reach, 0);
    const [turn, slide] = [1 - chain.turns.indexOf(0), chain.turns.indexOf(0)];
    expectUpper(1.5, reach[turn], 'turns', 0.999);
    expectUpper(1, reach[slide], 'slides', 0.999);
    // First outward by 0.5 m, then around: both ways in full.
    expectUpper(0.5 + 1.5 * 0.7, localMotionUpper(chain, reach, 0, away, 0), '', 0.999);
  });
});

describe('swept balls', () => {
  const sliding = () =>
    chainOf({ kind: 'prismatic', axis: [1, 0, 0], limits: { lower: -0.5, upper: 0.5 } });

  it('ballGapLower: two balls', () => {
    expectLower(1.5, ballGapLower([0, 0, 0, 0.3], [0, 2, 0, 0.2]), '', 0.999);
  });

  it('sweptGapLower: a ball that slides toward another one', () => {
    const tree = sliding();
    const gap = sweptGapLower(
      tree,
      lastFrame(tree),
      [0, 0, 0, 0.1],
      0,
      [2, 0, 0, 0.2],
      limitsBox(tree),
    );
    expectLower(2 - 0.5 - 0.3, gap, '', 0.999);
  });

  it('sweptBallInto: both ends of a slide', () => {
    const tree = sliding();
    const ball = new Float64Array(4);
    sweptBallInto(tree, lastFrame(tree), [0, 0, 0, 0.1], 0, limitsBox(tree), ball);
    for (const end of [-0.6, 0.6]) {
      expectUpper(Math.hypot(end - ball[0], ball[1], ball[2]), ball[3], '', 0.999);
    }
  });

  it('sweptBallInto: both ends of an arc', () => {
    const tree = turning();
    const ball = new Float64Array(4);
    sweptBallInto(tree, lastFrame(tree), [1, 0, 0, 0.1], 0, limitsBox(tree), ball);
    for (const end of [-1, 1]) {
      const far = Math.hypot(Math.cos(end) - ball[0], Math.sin(end) - ball[1], ball[2]) + 0.1;
      expectUpper(far, ball[3], '', 0.999);
    }
  });
});

it('planeReach awayUpper: a half-space that turns, and a small ball far from the axis', () => {
  const tree = turning();
  const normals = [Float64Array.of(0, 1, 0)];
  const halfSpace: BodyExtent = {
    frame: lastFrame(tree),
    ball: [0, 0, 0, Number.POSITIVE_INFINITY],
    planes: { normals, tilt: 0, rest: null },
  };
  const still = { frame: 0, ball: [3, 0, 0, TINY] };
  const pair = pairMotion(tree, halfSpace, still, limitsBox(tree));
  // The plane through the axis turns by a little about it: the ball's height changes by 3 m times that.
  const angle = 1e-3;
  expectUpper(3 * Math.sin(angle), motionUpper(pair, Float64Array.of(angle), 0), '', 0.99);
});

describe('followers', () => {
  const leader = { kind: 'revolute', limits: LIMITS, name: 'leader' } as const;

  it('jointFactorUpper: one that follows in proportion', () => {
    const mimic = { joint: 'leader', multiplier: -0.7, offset: 0.1 };
    const tree = chainOf(leader, { kind: 'revolute', limits: LIMITS, mimic });
    expectUpper(0.7, jointFactorUpper(tree, lastFrame(tree), limitsBox(tree)), '', 0.999);
  });

  /** Follows as the sine does, whose rate is largest at 0. */
  const law = lawThrough({
    points: Array.from({ length: 41 }, (_, i) => [(i - 20) / 10, Math.sin((i - 20) / 10)] as const),
  });
  const following = () =>
    chainOf(leader, {
      kind: 'revolute',
      limits: LIMITS,
      mimic: { joint: 'leader', multiplier: 1, offset: 0, law },
    } as never);

  it.each([
    [-0.5, 0.5, 1],
    [0.8, 1, Math.cos(0.8)],
  ])('jointFactorUpper: one that follows by a law, from %f to %f', (lower, upper, rate) => {
    const tree = following();
    const box: JointBox = { lower: Float64Array.of(lower), upper: Float64Array.of(upper) };
    expectUpper(rate * (1 - 1e-3), jointFactorUpper(tree, lastFrame(tree), box), '');
  });

  it('lawShareUpper: around a configuration where the law is not steep', () => {
    const tree = following();
    const chain = buildChain(tree, body(tree), 0, limitsBox(tree));
    const kin = new Kinematics(tree);
    kin.setConfiguration(Float64Array.of(0.9));
    const t = chain.joint.indexOf(lastFrame(tree));
    expectUpper(
      (Math.cos(0.8) / chain.factor[t]) * (1 - 1e-3),
      lawShareUpper(kin, chain, t, 0.1),
      '',
      0.9,
    );
  });
});

describe('points that a follower of bounded rate passes through', () => {
  it('tentUpper: midway between two points of one value it may be half the distance times the rate', () => {
    const points = [
      [0, 0],
      [1, 0],
    ] as const;
    expectUpper(0.5 * 2, lawThrough({ points, rate: 2 }).deviation, '', 0.999);
  });

  it('awayUpper: from a spline that curves, as dense sampling says', () => {
    const points = [
      [0, 0],
      [1, 0.4],
      [2, 0],
    ] as const;
    const rate = 0.6;
    // The natural place to be far from the spline: the lower tent of the first piece.
    const spline = parabola;
    let most = 0;
    for (let i = 0; i <= 2000; i++) {
      const x = i / 1000;
      const [from, to] = x <= 1 ? [points[0], points[1]] : [points[1], points[2]];
      const high = Math.min(from[1] + rate * (x - from[0]), to[1] + rate * (to[0] - x));
      const low = Math.max(from[1] - rate * (x - from[0]), to[1] - rate * (to[0] - x));
      most = Math.max(most, high - spline(x), spline(x) - low);
    }
    expectUpper(most, lawThrough({ points, rate }).deviation, '', 0.99);
  });
});

/** Through three points the spline with end slopes of their parabola is that parabola. */
function parabola(x: number): number {
  return 0.4 * (1 - (x - 1) ** 2);
}

it('deviationUpper: from a piece that is off by a tenth of a millimetre a metre', () => {
  const bar: FourBar = { ground: 1, crank: 0.4, coupler: 0.9, rocker: 0.8, up: 1 };
  const [x, h, off] = [0.7, 0.01, 1e-4];
  const followers = [(t: number) => couplerAt(bar, t), (t: number) => -rockerAt(bar, t)];
  const rate = (k: number, t: number) => (followers[k](t + 1e-5) - followers[k](t - 1e-5)) / 2e-5;
  const { planar } = planarLoop(linkage(fourBarBars(bar)), fourBarLoop(bar, x + h / 2), new Map());
  for (const wrong of [0, 1]) {
    const ends = [0, 1].map((k) => ({
      values: [x, x + h].map((t) => followers[k](t) + (k === wrong ? off : 0)),
      slopes: [x, x + h].map((t) => rate(k, t)),
    })) as unknown as [Ends, Ends];
    const proven = deviationUpper(planar, pieceBetween(x, x + h, ends), [0.002, 0.002])!;
    expectUpper(off * (1 - 1e-3), proven[wrong], `follower ${wrong}`);
  }
});

it('placementDefectUpper: matrices that are a little longer along one direction, seed 1', () => {
  const random = new Random(1);
  let best = 0;
  for (let round = 0; round < 300; round++) {
    // The identity and d n n': its nearest rotation is the identity, d away.
    const d = 1e-7;
    const n = randomDirection(random);
    const placement = Float64Array.from({ length: 12 }, (_, k) =>
      k < 9 ? d * n[Math.floor(k / 3)] * n[k % 3] + (k % 4 === 0 ? 1 : 0) : 0,
    );
    const bound = placementDefectUpper({ placement } as unknown as KinematicTree, 0);
    expectUpper(d * (1 - 1e-6), bound, `round ${round}`, 0.2);
    best = Math.max(best, d / bound);
  }
  expect(best).toBeGreaterThan(0.7);
});
