/** Circular segments through three configurations: both ends to the bit, the middle one on the way, all on one circle. */
import { describe, expect, it, test } from 'vitest';
import { InputError, Random, U } from '../../src/math/index.ts';
import {
  ARC_NUMBERS,
  CircularSegment,
  circularSegment,
  floatingDofs,
} from '../../src/motion/index.ts';
import { randomPoint, testTree } from '../helpers/motion/trees.ts';

const tree = testTree('fixed');
const count = tree.dofs.length;
const point = (...values: number[]) =>
  Float64Array.from({ length: count }, (_, d) => values[d] ?? 0);
const at = (segment: CircularSegment, t: number) => {
  const q = new Float64Array(count);
  segment.configurationInto(t, q, 0);
  return q;
};
const distance = (p: Float64Array, q: Float64Array) => Math.hypot(...p.map((x, d) => x - q[d]));

/** Centre, radius and sweep, from the numbers. */
function circleOf(segment: CircularSegment) {
  const [u, v, centre] = [point(), point(), segment.from.slice()];
  let sweep = 0;
  for (let o = 0; o < segment.arcs.length; o += ARC_NUMBERS) {
    const [d, x, y, , angle] = segment.arcs.subarray(o, o + ARC_NUMBERS);
    [u[d], v[d], sweep] = [x, y, angle];
    centre[d] -= x;
  }
  return { u, v, centre, radius: Math.hypot(...u), sweep };
}

/** Distance of a point from the segment, by halving around the nearest of many. */
function distanceFrom(segment: CircularSegment, q: Float64Array): number {
  const steps = 128;
  let best = 0;
  for (let i = 0; i <= steps; i++) {
    if (distance(at(segment, i / steps), q) < distance(at(segment, best / steps), q)) best = i;
  }
  let [low, high] = [Math.max(0, (best - 1) / steps), Math.min(1, (best + 1) / steps)];
  for (let n = 0; n < 90; n++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distance(at(segment, a), q) < distance(at(segment, b), q)) high = b;
    else low = a;
  }
  return distance(at(segment, 0.5 * (low + high)), q);
}

/** Three points on a circle of this radius in a random plane, at these angles. */
function onCircle(random: Random, radius: number, angles: readonly number[], offset = 0) {
  const a = randomPoint(tree, random);
  const b = randomPoint(tree, random);
  const e = a.map((x) => x / Math.hypot(...a));
  const along = e.reduce((sum, x, d) => sum + x * b[d], 0);
  const f = b.map((x, d) => x - along * e[d]);
  const length = Math.hypot(...f);
  const centre = randomPoint(tree, random).map((x) => x + offset);
  return angles.map((x) =>
    centre.map((c, d) => c + radius * (Math.cos(x) * e[d] + (Math.sin(x) * f[d]) / length)),
  );
}

describe('arcs through three configurations (seed 531)', () => {
  const random = new Random(531);
  const cases = Array.from({ length: 60 }, (_, i) => {
    const radius = 10 ** random.between(-6, 4);
    const start = random.between(0, 6);
    const sweep = i % 5 === 0 ? Math.PI : i % 7 === 0 ? 6.2 : random.between(0.05, 6.2);
    const offset = i % 4 === 0 ? 1e6 : 0;
    const part = random.between(0.2, 0.8);
    const [from, via, to] = onCircle(
      random,
      radius,
      [start, start + part * sweep, start + sweep],
      offset,
    );
    // What rounding the three points may do to the circle: worse where they are close together.
    const size = Math.max(...from.map(Math.abs), radius);
    const spread = Math.min(
      1,
      sweep / 2,
      2 * Math.sin(Math.min(sweep, 2 * Math.PI - sweep) / 2 + 0.01),
    );
    const room = (1e-12 * size) / (part * (1 - part) * spread ** 2);
    return { from, via, to, radius, sweep, room, segment: circularSegment(tree, from, [via], to) };
  });

  it('begin and end to the bit, and pass the one between', () => {
    for (const { segment, from, via, to, room } of cases) {
      expect(segment.kind).toBe('circular');
      expect([segment.from, segment.to]).toEqual([from, to]);
      expect([at(segment, 0), at(segment, 1)]).toEqual([from, to]);
      expect(distanceFrom(segment, via)).toBeLessThan(room);
    }
  });

  it('have the radius and the angle of the circle, and stay on it', () => {
    for (const { segment, radius, sweep, room } of cases) {
      const circle = circleOf(segment);
      expect(Math.abs(circle.radius - radius)).toBeLessThan(room);
      expect(Math.abs(circle.sweep - sweep) * radius).toBeLessThan(room);
      const cross = circle.u.reduce((sum, x, d) => sum + x * circle.v[d], 0);
      expect(Math.abs(cross)).toBeLessThan(1e-9 * circle.radius ** 2);
      for (const t of [0.1, 0.5, 0.9]) {
        expect(Math.abs(distance(at(segment, t), circle.centre) - radius)).toBeLessThan(room);
      }
      // Evenly: as far from the first to the second half as from there on.
      const [a, b, c] = [0.2, 0.5, 0.8].map((t) => at(segment, t));
      expect(Math.abs(distance(a, b) - distance(b, c))).toBeLessThan(room);
    }
  });

  it('end as near to what is given as rounding lets them, wherever they are', () => {
    const error = new Float64Array(count);
    for (const { segment, radius, room } of cases) {
      segment.errorUpperInto(error, 0);
      const size = Math.max(...segment.from.map(Math.abs), ...segment.to.map(Math.abs));
      expect(Math.max(...error)).toBeLessThan(1e-12 * (size + radius) + room);
      expect(Math.max(...error)).toBeGreaterThan(0);
    }
  });

  it('bound all that they do between, joint by joint', () => {
    const [lower, upper, most] = [point(), point(), point()];
    const rate = point();
    for (const { segment } of cases.slice(0, 20)) {
      segment.rangeInto(lower, upper);
      segment.rateUpperInto(0, 1, most, 0);
      for (let i = 0; i <= 50; i++) {
        const q = at(segment, i / 50);
        segment.rateInto(i / 50, rate, 0);
        expect(q.every((x, d) => x >= lower[d] && x <= upper[d])).toBe(true);
        expect(rate.every((x, d) => Math.abs(x) <= most[d])).toBe(true);
      }
    }
  });
});

describe('a whole circle', () => {
  const [from, p, q] = [point(1, 0), point(0, 1), point(-1, 0)];
  const segment = circularSegment(tree, from, [p, q], from);

  it('goes round once, in the order of the two on its way, and ends where it begins', () => {
    expect(circleOf(segment).sweep).toBe(2 * Math.PI);
    expect(at(segment, 0)).toEqual(from);
    expect(at(segment, 1)).toEqual(from);
    expect(distance(at(segment, 0.25), p)).toBeLessThan(1e-15);
    expect(distance(at(segment, 0.5), q)).toBeLessThan(1e-15);
    expect(distance(at(segment, 0.75), point(0, -1))).toBeLessThan(1e-15);
    const back = circularSegment(tree, from, [point(0, -1), q], from);
    expect(distance(at(back, 0.25), point(0, -1))).toBeLessThan(1e-15);
  });

  it('moves joints that it is given for, and no others', () => {
    const variation = point();
    segment.variationUpperInto(0, 1, variation, 0);
    expect(variation[0]).toBeCloseTo(4, 9);
    expect(variation[1]).toBeCloseTo(4, 9);
    expect([...variation.subarray(2)]).toEqual(new Array(count - 2).fill(0));
    const error = point();
    segment.errorUpperInto(error, 0);
    expect([...error.subarray(2)]).toEqual(new Array(count - 2).fill(0));
  });
});

test('an arc goes by way of the one between: the long way round if that is there', () => {
  const [from, to] = [point(1, 0), point(0, 1)];
  const short = circularSegment(tree, from, [point(Math.SQRT1_2, Math.SQRT1_2)], to);
  expect(circleOf(short).sweep).toBeCloseTo(Math.PI / 2, 14);
  const long = circularSegment(tree, from, [point(-1, 0)], to);
  expect(circleOf(long).sweep).toBeCloseTo(1.5 * Math.PI, 14);
  expect(distance(at(long, 1 / 3), point(0, -1))).toBeLessThan(1e-15);
});

test('three that are nearly on a line are an arc as long as the radius can be told', () => {
  for (const bulge of [1e-2, 1e-4, 1e-6]) {
    const segment = circularSegment(tree, point(0, 0), [point(0.5, bulge)], point(1, 0));
    expect(Math.abs(at(segment, 0.5)[1] - bulge)).toBeLessThan(1e-15);
    expect(Math.abs(at(segment, 0.5)[0] - 0.5)).toBeLessThan(1e-15);
    const error = point();
    segment.errorUpperInto(error, 0);
    expect(Math.max(...error)).toBeLessThan(1e-13);
  }
});

test('an arc that is all but a whole circle passes what is on its way as nearly as any other', () => {
  for (const gap of [1e-3, 1e-6]) {
    const [from, to] = [point(1, 0), point(Math.cos(gap), -Math.sin(gap))];
    const segment = circularSegment(tree, from, [point(0, 1)], to);
    expect(Math.abs(circleOf(segment).sweep - (2 * Math.PI - gap))).toBeLessThan(1e-9);
    expect(distanceFrom(segment, point(0, 1))).toBeLessThan(1e-14);
  }
});

test('what a given end is off by is part of the error, and of the range', () => {
  const { coefficients, arcs, from, to } = circularSegment(
    tree,
    point(0, 0),
    [point(0.5, 0.5)],
    point(1, 0),
  );
  const off = 200 * U;
  const moved = new CircularSegment(tree, { coefficients, arcs, from, to: point(1 + off, 0) });
  const [error, before] = [point(), point()];
  moved.errorUpperInto(error, 0);
  new CircularSegment(tree, { coefficients, arcs, from, to }).errorUpperInto(before, 0);
  expect(error[0] - before[0]).toBeGreaterThan(1.5 * off);
  expect(at(moved, 1)[0]).toBe(1 + off);
  const [lower, upper] = [point(), point()];
  moved.rangeInto(lower, upper);
  expect(upper[0]).toBeGreaterThan(1 + off);
});

describe('what is no arc is refused', () => {
  const refused = (...given: readonly Float64Array[]) => {
    try {
      circularSegment(tree, given[0], given.slice(1, -1), given[given.length - 1]);
    } catch (error) {
      if (error instanceof InputError) return error.fault;
      throw error;
    }
    return null;
  };
  const [a, b, c] = [point(0, 0), point(0.5, 1), point(1, 0)];

  it.each<[string, readonly Float64Array[], string]>([
    ['on a line', [a, point(0.1, 0.2), point(0.3, 0.6)], 'path/arc-line'],
    ['on a line, beyond the end', [a, point(3, 6), point(1, 2)], 'path/arc-line'],
    ['nearly on a line', [a, point(0.5, 1e-8), c], 'path/arc-line'],
    ['back where it began', [a, b, a], 'path/arc-closed'],
    ['the middle at the beginning', [a, a, c], 'path/arc-same'],
    ['the middle at the end', [a, c, c], 'path/arc-same'],
    ['two between that are one', [a, b, b, a], 'path/arc-same'],
    ['two between and another end', [a, b, c, point(2, 0)], 'path/arc-open'],
    ['nothing between', [a, c], 'path/arc-count'],
    ['three between', [a, b, c, point(2, 2), a], 'path/arc-count'],
    ['not a number', [a, point(Number.NaN, 1), c], 'configuration/non-finite'],
    ['another length', [a, new Float64Array(2), c], 'path/length'],
  ])('%s', (_, given, code) => {
    const fault = refused(...given);
    expect(fault?.code).toBe(code);
    if (code.startsWith('path/arc')) expect(fault?.hint).toBeTruthy();
  });

  it('rotations of floating joints, but not their origins', () => {
    const free = testTree('floating');
    const [d] = floatingDofs(free);
    const place = (x: number, y: number, w = 1) => {
      const q = new Float64Array(free.dofs.length);
      q[d] = x;
      q[d + 1] = y;
      q[d + 3] = Math.sqrt(1 - w * w);
      q[d + 6] = w;
      return q;
    };
    const segment = circularSegment(free, place(1, 0), [place(0, 1)], place(-1, 0));
    const upper = new Float64Array(free.dofs.length);
    segment.variationUpperInto(0, 1, upper, 0);
    expect(upper[d]).toBeGreaterThanOrEqual(Math.PI);
    expect(upper[d + 3]).toBe(0);
    expect(() => circularSegment(free, place(1, 0), [place(0, 1)], place(-1, 0, 0.9))).toThrow(
      /rotations do not run along circles/,
    );
  });

  it('numbers that are none, or lead elsewhere', () => {
    const good = circularSegment(tree, a, [b], c);
    const { coefficients, arcs, from, to } = good;
    const made = (change: Partial<Record<'coefficients' | 'arcs' | 'from' | 'to', Float64Array>>) =>
      new CircularSegment(tree, { coefficients, arcs, from, to, ...change });
    expect(made({}).arcs).toEqual(arcs);
    const changed = (list: Float64Array, i: number, x: number) => list.with(i, x);
    for (const [i, x] of [
      [0, 1],
      [0, -1],
      [0, 0.5],
      [0, count],
      [1, Number.NaN],
      [1, 1e13],
      [3, -0.1],
      [4, 0],
      [4, 7],
      [5, 0],
    ] as const) {
      expect(() => made({ arcs: changed(arcs, i, x) }), `${i}: ${x}`).toThrow(InputError);
    }
    expect(() => made({ arcs: arcs.slice(1) })).toThrow(InputError);
    expect(() => made({ arcs: new Float64Array(0) })).toThrow(InputError);
    expect(() => made({ coefficients: changed(coefficients, 1, 1e-3) })).toThrow(/polynomial/);
    expect(() => made({ to: point(1, 1e-6) })).toThrow(/does not lead/);
    expect(() => made({ from: point(1e-6, 0) })).toThrow(/does not lead/);
  });
});
