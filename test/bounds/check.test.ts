/** Bounds of checkers, and of the prover of certificates, in cells of one joint. */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type Cell } from '../../src/cell/index.ts';
import { CertificateBuilder } from '../../src/certificate/builder.ts';
import { QuickSweeper } from '../../src/certificate/quickSweep.ts';
import { trialBodies } from '../../src/certificate/trial.ts';
import { FactorSearch } from '../../src/check/braking/factorSearch.ts';
import { PathRates } from '../../src/check/braking/pathRates.ts';
import { Stops } from '../../src/check/braking/stops.ts';
import { lasting } from '../../src/check/cover/closing.ts';
import { MovingCell } from '../../src/check/cover/movingCell.ts';
import { emptyStats } from '../../src/check/index.ts';
import { jointMotionUpper } from '../../src/check/jointMotion.ts';
import { BodyDistance } from '../../src/check/lemma/bodyDistance.ts';
import { CurveLengths } from '../../src/check/lemma/curveLengths.ts';
import { isCovered, leastBetween } from '../../src/check/lemma/lemma1.ts';
import { MovingPairs } from '../../src/check/lemma/movingPairs.ts';
import { poseFromRpy } from '../../src/math/index.ts';
import { buildPath, type Path, StraightSegment } from '../../src/motion/index.ts';
import { pathOf, SlabProver, Sweeper } from '../../src/verifier/inside.ts';
import { cubicUpper } from '../../src/verifier/slab.ts';
import { carousel, carried } from '../helpers/bounds/carried.ts';
import { expectLower, expectUpper, opened } from '../helpers/bounds/nearly.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';

/** The farthest point of the ball from the axis. */
const FAR = 2.001;

function segmentOf(cell: Cell, from: number, to: number): StraightSegment {
  return new StraightSegment(cell.tree, Float64Array.of(from), Float64Array.of(to));
}

describe.each(['revolute', 'prismatic'] as const)('a %s joint at 1 per unit of time', (kind) => {
  const cell = carried(kind);
  const segment = segmentOf(cell, -0.5, 0.5);
  const { cell: asked } = askAbout(cell, [segment]);
  const turns = kind === 'revolute';

  it('wholeUpperInto: the way on all of the segment', () => {
    const lengths = new CurveLengths(asked, 1);
    lengths.begin(segment);
    const out = new Float64Array(1);
    lengths.wholeUpperInto(MovingPairs.of(asked, asked.tested).pairs, out);
    expectUpper(turns ? FAR : 1, out[0], '', 0.999);
  });

  it('bounds of derivatives, over the box and around a moment', () => {
    const moving = new MovingCell(asked, asked.tested);
    moving.begin(segment);
    moving.enter(0.5, 0.1);
    const { bounds, units } = moving;
    expectUpper(turns ? FAR : 1, bounds.speedOverBox(0), 'speed', 0.999);
    const i = units.pieces.findIndex(({ still }) => !still);
    bounds.boundAround(i);
    const { entry, chain } = units.pieces[i];
    const end = entry + chain.joint.length;
    const { speed, acceleration, jerkAlong } = bounds.around;
    expectUpper(turns ? FAR : 1, speed[end], 'speed around', 0.999);
    const along = new Float64Array(2);
    bounds.addAlong(i, end, Float64Array.of(1, 0, 0), along);
    if (turns) {
      expectUpper(FAR, bounds.accelerationOverBox(0), 'acceleration', 0.999);
      expectUpper(FAR, bounds.jerkOverBox(0), 'jerk', 0.999);
      expectUpper(FAR, acceleration[end], 'acceleration around', 0.999);
      expectUpper(FAR, jerkAlong[end], 'jerk around', 0.999);
      expectUpper(FAR, along[0], 'acceleration along', 0.999);
      expectUpper(FAR, along[1], 'jerk along', 0.999);
    } else {
      expect([bounds.accelerationOverBox(0), bounds.jerkOverBox(0)]).toEqual([0, 0]);
      expect([acceleration[end], jerkAlong[end], ...along]).toEqual([0, 0, 0, 0]);
    }
  });

  it.each(['kernel', 'TypeScript'])('what sweeps hold of all points, by %s', (how) => {
    const crowd = buildCell(cell.description, { crowdFrom: 0 });
    const { cell: asked } = askAbout(crowd, [segment]);
    const moving = new MovingCell(asked, [], { near: { crowd: asked.crowd! } });
    moving.begin(segment);
    const half = 0.01;
    moving.enter(0.5, half);
    moving.sweep();
    if (how === 'TypeScript') {
      const { centres, swept } = opened(moving).moving;
      centres.placeAll();
      swept.bound();
    }
    const sweeps = moving.sweeps!;
    const box = new Float64Array(6);
    sweeps.boxInto(0, 0, box, 0);
    const way = turns ? 2 * Math.sin(half) : half;
    expectUpper(way + 0.001, box[4], 'box', 0.98);
    expectUpper(way + 0.001, sweeps.radius(0, 0), 'ball', 0.98);
  });

  it('a joint that strays, and the ends of what a body sweeps', () => {
    const cell = carried(kind, '', ', tracking: {j: 0.01}');
    const path: Path = buildPath(cell.tree, [Float64Array.of(-0.5), Float64Array.of(0.5)]);
    const { cell: asked } = askAbout(cell, path);
    const bodies = trialBodies(asked.bodies);
    const builder = new CertificateBuilder(cell.description, asked, path, {
      program: '',
      method: '',
    });
    const { errors } = pathOf(builder.pathRecord(), asked, path);
    const { tree, box, tolerances } = asked;
    const prover = new SlabProver({ tree, bodies: bodies.models, box, errors, tolerances });
    const ball = asked.bodies.findIndex(({ name }) => name.endsWith('ball'));
    expectUpper(turns ? 0.01 * FAR : 0.01, prover.strayUpper(ball), 'stray', 0.999);

    prover.begin(path.segments[0]);
    prover.place(0.5);
    const { reach, sums } = prover.mover(ball);
    expectUpper(turns ? FAR : 1, reach[0][0], 'reach', 0.999);
    for (const order of [0, 1, 2]) {
      if (turns) expectUpper(FAR, sums[order], `derivative ${order + 1}`, 0.999);
      else expect(sums[order]).toBeCloseTo(order === 0 ? 1 : 0, 9);
    }
    const quick = new QuickSweeper(prover, (body) => bodies.boxOf(body));
    const h = 0.01;
    const times = Float64Array.of(h, h);
    const swept = new Float64Array(6);
    new Sweeper(prover).boxInto(ball, times, swept, 0);
    const strayed = turns ? 2 * Math.sin(h + 0.01) : h + 0.01;
    expectUpper(strayed + 0.001, swept[4], 'swept', 0.98);
    quick.begin(ball, times);
    expectUpper(turns ? FAR * h : h, opened(quick).wayUpper(), 'way', 0.98);
    const out = new Float64Array(6);
    quick.endInto(4, out);
    expectUpper(turns ? 2 * Math.sin(h) : h, opened(quick).movedUpper(1), 'moved', 0.98);
  });
});

it('upperInto of PathRates: on a piece, and within some seconds of it', () => {
  const { tree } = sliderCell('<sphere radius="0.1"/>', '');
  const path = buildPath(
    tree,
    [0, 1, 3].map((x) => Float64Array.of(x, 0, 0)),
    { times: [0, 0.5, 1] },
  );
  const rates = new PathRates(tree, path, undefined);
  const out = new Float64Array(3);
  rates.upperInto(0, 0, 0.5, 0, out);
  expectUpper(2, out[0], 'on the piece', 0.999);
  rates.upperInto(0, 0, 0.5, 0.2, out);
  expectUpper(2, out[0], 'still before the end', 0.999);
  rates.upperInto(0, 0, 0.5, 0.3, out);
  expectUpper(4, out[0], 'beyond the end', 0.999);
});

/** From where a segment begins to the end of the rail: room for a slide that goes on. */
const segmentBeyond = ({ tree }: Cell, { from }: StraightSegment) =>
  new StraightSegment(tree, from, Float64Array.of(10, 3));

describe('braking', () => {
  const stops = new Stops(Float64Array.of(5, 4), 0.1);
  const rates = Float64Array.of(20, 0.4);
  const stray = (factor: number) => factor * 0.4 * 0.1 + (factor * 0.4) ** 2 / (2 * 4);

  it('strays: what the reaction takes, and the way to a stand', () => {
    expectUpper(stray(2), stops.strays(rates, 2)[1], '', 0.999);
  });

  it('measureReach: a ball that slides outward while it turns, and goes on while it brakes', () => {
    const { cell, segment } = carousel();
    const { cell: asked } = askAbout(cell, [segmentBeyond(cell, segment)]);
    const path = buildPath(asked.tree, [segment.from, segment.to]);
    const found = { pairs: [], far: [], others: Number.POSITIVE_INFINITY };
    const search = opened(
      new FactorSearch(asked, path, {
        found,
        rates: new PathRates(asked.tree, path, rates),
        stops,
        limits: { interrupted: () => false },
      } as never),
    );
    const [pair] = MovingPairs.of(asked, asked.tested).pairs;
    search.rate.set(rates);
    for (const factor of [0.5, 1, 2]) {
      // Its first half goes from 0.8 m to 1 m.
      search.measureReach(pair.motion, 0, 0, 0.5, factor);
      const { chainI, chainJ } = pair.motion;
      const chain = chainI.joint.length > 0 ? chainI : chainJ;
      expectUpper(1.001 + stray(factor), search.reach[chain.turns.indexOf(1)], '', 0.999);
    }
  });

  it('factorFor: as much as the room is for', () => {
    const { cell, segment } = carousel();
    const path = buildPath(cell.tree, [segment.from, segment.to]);
    const found = { pairs: [], far: [], others: Number.POSITIVE_INFINITY };
    const search = opened(new FactorSearch(cell, path, { found, stops } as never));
    search.rate.set(rates);
    // The slide alone: a way of 0.2 m.
    const factor = search.factorFor(0.2, (add: (d: number, weight: number) => void) => add(1, 1));
    expectLower(0.2, stray(factor), '', 0.999);
  });
});

describe('Lemma 1: what is between two ends', () => {
  // It falls by 0.75 and rises by as much: the curve between is 1.5 long.
  it('leastBetween: a distance that falls and rises again', () => {
    expectLower(0.25, leastBetween(1, 1, 1.5), 'both ends', 0.999);
    expectLower(0.4, leastBetween(1, 0.4, 0.6), 'one end', 0.999);
  });

  it('isCovered: just as far as the least is', () => {
    expect(isCovered(1, 1, 1.5, 0.2499)).toBe(true);
    expect(isCovered(1, 1, 1.5, 0.2501)).toBe(false);
    expect(isCovered(1, 0.1, 0.6, 0.3999)).toBe(true);
    expect(isCovered(1, 0.1, 0.6, 0.4001)).toBe(false);
  });
});

it('jointMotionUpper: turns, and slides by what they are worth', () => {
  const scratch = new Float64Array(1);
  for (const [kind, unit] of [
    ['revolute', 1],
    ['prismatic', 0.3],
  ] as const) {
    const cell = carried(kind);
    const motion = jointMotionUpper(cell.tree, segmentOf(cell, -0.5, 0.5), 0.25, 1, scratch);
    expectUpper(0.75 / unit, motion, kind, 0.999);
  }
});

describe('closingUpper: how long room lasts', () => {
  const bounds = { speed: 1e3, acceleration: 1e3, jerk: 0 };
  it.each([
    ['first order', 0.5, 0, { speed: 2, acceleration: 1e6, jerk: 1e9 }, 0.1],
    ['second order', 0, 2, { ...bounds, acceleration: 2, jerk: 1e6 }, Math.sqrt(0.2)],
    ['third order', 0, 0, { ...bounds, jerk: 6 }, 0.2 ** (1 / 3)],
    // Turns back before the room is used up.
    ['a peak', 1, -2.7, { ...bounds, jerk: 0 }, 1],
  ])('%s', (_, v, w, of, seconds) => {
    const room = 0.2;
    // Limits in a ladder: whether all of one lasts is what is asked, without the steps between.
    let longest = 0;
    for (let limit = 0.001; limit < 1; limit *= 1.01) {
      if (lasting(room, v, w, of, limit) >= limit) longest = limit;
    }
    expectLower(seconds, longest, '', 0.98);
  });
});

it('hullLower: two balls, and two boxes by their hulls', () => {
  const { bodies } = sliderCell(
    '<sphere radius="0.1"/>',
    `obstacles:
  - {name: ball, shape: {sphere: {radius: 0.2}}}
  - {name: first, shape: {box: [1, 1, 1]}}
  - {name: second, shape: {box: [1, 1, 1]}}
`,
  );
  const piece = (name: string) => bodies.find((body) => body.name === name)!.pieces[0];
  const distance = new BodyDistance('exact', 0, emptyStats());
  const gap = (a: string, b: string, x: number) =>
    distance.hullLower(piece(a), piece(b), poseFromRpy(0, 0, 0, x, 0, 0), 9);
  expectLower(0.6, gap('ball', 'ball', 1), 'balls', 0.99);
  expectLower(0.5, gap('first', 'second', 1.5), 'boxes', 0.99);
});

it.each([
  [0.5, 1, 2, 3],
  [0.5, 1, -6, 0],
  [0.5, 1, -6, 5],
  [0.5, -0.1, 2, 3],
])('cubicUpper: the largest value for h, v, w, m = %f, %f, %f, %f', (h, v, w, m) => {
  let most = 0;
  for (let t = 0; t <= h; t += 1e-5) most = Math.max(most, t * (v + t * (0.5 * w + (t / 6) * m)));
  expectUpper(most, cubicUpper(h, v, w, m), '', 0.999);
});
