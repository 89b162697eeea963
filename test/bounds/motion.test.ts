/** Bounds of segments and of their joints' curves against dense sampling of curves that attain them. */
import { describe, expect, it } from 'vitest';
import { buildKinematics, compileLaw, lawThrough } from '../../src/kinematics/index.ts';
import { FollowerCurve } from '../../src/motion/followerCurve.ts';
import {
  COEFFICIENTS,
  type CurvedSegment,
  circularSegment,
  PolynomialSegment,
  type Segment,
  StraightSegment,
} from '../../src/motion/index.ts';
import { Turn } from '../../src/motion/turn.ts';
import { expectUpper, opened } from '../helpers/bounds/nearly.ts';
import { chainOf } from '../helpers/bounds/robots.ts';
import { placed } from '../helpers/oracles/robots.ts';

const STEPS = 20_000;
const PARTS = [
  [0, 1],
  [0.1, 0.55],
  [0.5, 0.9],
] as const;

const slide = () => chainOf({ kind: 'prismatic', limits: { lower: -9, upper: 9 } });
const floating = () =>
  buildKinematics([
    placed(
      { name: 'flyer', links: [{ name: 'body', collisions: [], visuals: [] }], joints: [] },
      { baseJoint: 'floating' },
    ),
  ]);

/** The largest |f| on [a, b], and the integral of |f|. */
function sampled(f: (t: number) => number, a: number, b: number): { most: number; sum: number } {
  let [most, sum] = [0, 0];
  for (let k = 0; k < STEPS; k++) {
    const t = a + ((b - a) * (k + 0.5)) / STEPS;
    most = Math.max(most, Math.abs(f(t)));
    sum += (Math.abs(f(t)) * (b - a)) / STEPS;
  }
  return { most, sum };
}

/** A polynomial 0.3 - t + 4 t^2 - 7 t^3 + 5 t^4 - t^5, and its derivatives, by Horner's rule. */
const NUMBERS = [0.3, -1, 4, -7, 5, -1];
function polynomial(order: number): (t: number) => number {
  let c = NUMBERS;
  for (let k = 0; k < order; k++) c = c.slice(1).map((x, i) => x * (i + 1));
  return (t) => c.reduceRight((sum, x) => sum * t + x, 0);
}

/** An arc of 0.5 m: its only joint is at 0.5 sin(3 t - 1), and so are its derivatives. */
function arc(order: number): (t: number) => number {
  return (t) => 0.5 * 3 ** order * Math.sin(3 * t - 1 + (order * Math.PI) / 2);
}

function arcSegment(): Segment {
  const tree = chainOf(
    { kind: 'prismatic', limits: { lower: -9, upper: 9 } },
    { kind: 'prismatic', limits: { lower: -9, upper: 9 } },
  );
  const at = (t: number) => Float64Array.of(0.5 * Math.sin(3 * t - 1), 0.5 * Math.cos(3 * t - 1));
  return circularSegment(tree, at(0), [at(0.5)], at(1));
}

describe.each<[string, () => Segment, (order: number) => (t: number) => number]>([
  ['polynomial', () => new PolynomialSegment(slide(), Float64Array.from(NUMBERS)), polynomial],
  ['circular', arcSegment, arc],
])('a %s segment', (_, make, derivative) => {
  const segment = make() as CurvedSegment;
  const out = new Float64Array(2);

  it.each(PARTS)('from %f to %f: variation, rate, acceleration and jerk', (a, b) => {
    segment.variationUpperInto(a, b, out, 0);
    expectUpper(sampled(derivative(1), a, b).sum, out[0], 'variation', 0.999);
    segment.rateUpperInto(a, b, out, 0);
    expectUpper(sampled(derivative(1), a, b).most, out[0], 'rate', 0.999);
    segment.accelerationUpperInto(a, b, out, 0);
    expectUpper(sampled(derivative(2), a, b).most, out[0], 'acceleration', 0.999);
    segment.jerkUpperInto(a, b, out, 0);
    expectUpper(sampled(derivative(3), a, b).most, out[0], 'jerk', 0.999);
  });

  it.each(PARTS)('from %f to %f: its curve, lower and upper values too', (a, b) => {
    const curve = segment.curveOf(0);
    for (const order of [0, 1, 2, 3]) {
      const { most } = sampled(derivative(order), a, b);
      expectUpper(most, curve.mostUpper(order, a, b), `order ${order}`, 0.999);
    }
    expectUpper(sampled(derivative(1), a, b).sum, curve.variationUpper(a, b), 'variation', 0.999);
    const values = Array.from({ length: STEPS }, (_, k) =>
      derivative(0)(a + ((b - a) * (k + 0.5)) / STEPS),
    );
    // Seen from below and above both, so that a factor shows whatever the signs are.
    const least = Math.min(...values);
    const most = Math.max(...values);
    expectUpper(most + 5, curve.upper(a, b) + 5, 'upper', 0.9999);
    expectUpper(5 - least, 5 - curve.lower(a, b), 'lower', 0.9999);
  });
});

describe('a floating joint that slides along x', () => {
  const tree = floating();
  const coefficients = new Float64Array(7 * COEFFICIENTS);
  coefficients.set(NUMBERS);
  // From no turn to one by 0.8 about z.
  coefficients.set([0, Math.sin(0.4)], 5 * COEFFICIENTS);
  coefficients.set([1, Math.cos(0.4)], 6 * COEFFICIENTS);
  const curved = new PolynomialSegment(tree, coefficients);
  const out = new Float64Array(7);

  it('the lengths of its derivatives, and its turn', () => {
    for (const [order, into] of [
      [1, curved.rateUpperInto],
      [2, curved.accelerationUpperInto],
      [3, curved.jerkUpperInto],
    ] as const) {
      into.call(curved, 0.2, 0.7, out, 0);
      expectUpper(sampled(polynomial(order), 0.2, 0.7).most, out[0], `order ${order}`, 0.999);
    }
    curved.rateUpperInto(0, 1, out, 0);
    expectUpper(0.8, out[3], 'turn', 0.999);
    curved.variationUpperInto(0.2, 0.7, out, 0);
    expectUpper(sampled(polynomial(1), 0.2, 0.7).sum, out[0], 'variation', 0.999);
    expectUpper(0.4, out[3], 'turn', 0.999);
  });

  it('angleUpper: a turn by 0.8', () => {
    expectUpper(0.8, new Turn(tree, 0, curved.from, curved.to).angleUpper, '', 0.999);
  });

  it('on a straight segment', () => {
    const to = Float64Array.of(1, 2, 2, 0, 0, Math.sin(0.4), Math.cos(0.4));
    const straight = new StraightSegment(tree, Float64Array.of(0, 0, 0, 0, 0, 0, 1), to);
    straight.rateUpperInto(0, 1, out, 0);
    expectUpper(3, out[0], 'rate', 0.999);
    expectUpper(0.8, out[3], 'turn', 0.999);
    straight.variationUpperInto(0.25, 0.75, out, 0);
    expectUpper(1.5, out[0], 'variation', 0.999);
    expectUpper(0.4, out[3], 'turn', 0.999);
  });
});

it('a straight segment of a sliding joint: variation and rate, and nothing beyond', () => {
  const straight = new StraightSegment(slide(), Float64Array.of(-1), Float64Array.of(2));
  const out = new Float64Array(1);
  straight.rateUpperInto(0, 1, out, 0);
  expectUpper(3, out[0], 'rate', 0.999);
  straight.variationUpperInto(0.25, 0.75, out, 0);
  expectUpper(1.5, out[0], 'variation', 0.999);
  straight.accelerationUpperInto(0, 1, out, 0);
  expect(out[0]).toBe(0);
  straight.jerkUpperInto(0, 1, out, 0);
  expect(out[0]).toBe(0);
});

describe('FollowerCurve mostUpper: a law on a straight segment, and a line on a curve', () => {
  const line = (slope: number) =>
    lawThrough({ points: [-9, -3, 0, 3, 9].map((x) => [x, slope * x] as const) });

  it('of a line: the derivatives are those of its leader', () => {
    const segment = new PolynomialSegment(slide(), Float64Array.from(NUMBERS));
    const curve = opened(new FollowerCurve(segment, 0, compileLaw(line(-0.7), 'follower')));
    curve.take(0.1, 0.9);
    for (const order of [1, 2, 3]) {
      const { most } = sampled((t) => 0.7 * polynomial(order)(t), 0.1, 0.9);
      expectUpper(most, curve.mostUpper(order), `order ${order}`);
    }
  });

  it('of a parabola: its bend counts with the square of the rate', () => {
    const law = lawThrough({ points: [-2, -1, 0, 1, 2].map((x) => [x, x * x] as const) });
    const segment = new StraightSegment(slide(), Float64Array.of(-0.5), Float64Array.of(0.5));
    const curve = opened(new FollowerCurve(segment, 0, compileLaw(law, 'follower')));
    curve.take(0, 1);
    expectUpper(2, curve.mostUpper(2), '', 0.99);
  });
});
