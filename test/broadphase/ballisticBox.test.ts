/** Swept boxes against the motion in exact arithmetic, and against the smallest box there is. */
import { describe, expect, it } from 'vitest';
import {
  BOUNDED,
  BruteForce,
  ballisticBoxInto,
  boundedBoxInto,
  FLIGHT,
} from '../../src/broadphase/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { decompose } from '../helpers/oracles/rational.ts';

/** A double is mantissa times 2^exp, and so are sums and products of doubles. */
interface Dyadic {
  readonly num: bigint;
  readonly exp: number;
}

const exact = (x: number): Dyadic => {
  const { mantissa, exp } = decompose(x);
  return { num: mantissa, exp };
};
const times = (a: Dyadic, b: Dyadic): Dyadic => ({ num: a.num * b.num, exp: a.exp + b.exp });
const plus = (a: Dyadic, b: Dyadic): Dyadic => {
  const exp = Math.min(a.exp, b.exp);
  return { num: (a.num << BigInt(a.exp - exp)) + (b.num << BigInt(b.exp - exp)), exp };
};
const minus = (a: Dyadic, b: Dyadic): Dyadic => plus(a, { num: -b.num, exp: b.exp });
const sign = (a: Dyadic) => (a.num > 0n ? 1 : a.num < 0n ? -1 : 0);

interface Axis {
  readonly x: number;
  readonly v: number;
  readonly a: number;
}

/** Where an axis of a flight is at a time, exactly. */
function placeAt({ x, v, a }: Axis, start: number, time: number): Dyadic {
  const t = minus(exact(time), exact(start));
  const bend = times(exact(0.5), times(exact(a), times(t, t)));
  return plus(exact(x), plus(times(exact(v), t), bend));
}

/** Whether the apex is between two times, exactly. */
function turns({ v, a }: Axis, start: number, from: number, to: number): boolean {
  const speed = (time: number) =>
    sign(plus(exact(v), times(exact(a), minus(exact(time), exact(start)))));
  return speed(from) * speed(to) < 0;
}

/** The signs of low - (apex - r) and apex + r - high; times 2 a they are dyadic: apex = x - v^2 / 2 a. */
function apexOutside({ x, v, a }: Axis, low: number, high: number, r: number): boolean {
  const double = times(exact(2), exact(a));
  const apex = minus(times(exact(x), double), times(exact(v), exact(v)));
  const below = minus(plus(times(exact(low), double), times(exact(r), double)), apex);
  const above = minus(plus(apex, times(exact(r), double)), times(exact(high), double));
  const turned = Math.sign(a);
  return sign(below) * turned > 0 || sign(above) * turned > 0;
}

const box = new Float64Array(6);

/** A number of any size, now and then a simple one. */
function anyNumber(random: Random, orders = 6): number {
  const kind = random.below(6);
  if (kind === 0) return 0;
  if (kind === 1) return random.below(9) - 4;
  return (random.below(2) === 0 ? -1 : 1) * 10 ** random.between(-orders, orders);
}

describe('the box of a ballistic body', () => {
  it('contains the flight at both ends, at its apex and between, in exact arithmetic (seed 1)', () => {
    const random = new Random(1);
    let apexes = 0;
    for (let round = 0; round < 1500; round++) {
      const start = anyNumber(random);
      const axes = [0, 1, 2].map((): Axis => {
        const [v, a] = [anyNumber(random), anyNumber(random)];
        return { x: anyNumber(random), v, a };
      });
      const radius = random.below(3) === 0 ? 0 : 10 ** random.between(-6, 3);
      // Times around the apex of an axis as often as anywhere.
      const { v, a } = axes[round % 3];
      const middle = round % 2 === 0 && a !== 0 ? start - v / a : start + anyNumber(random);
      const length = Math.abs(anyNumber(random));
      const from = middle - length * random.below(3) * 0.5;
      const to = Math.max(from, from + length);
      const flight = Float64Array.of(
        start,
        ...axes.map(({ x }) => x),
        ...axes.map((axis) => axis.v),
        ...axes.map((axis) => axis.a),
        radius,
      );
      ballisticBoxInto(flight, 0, from, to, box, 0);
      const instants = [from, to, middle, from + random.unit() * (to - from)].filter(
        (t) => t >= from && t <= to,
      );
      axes.forEach((axis, k) => {
        for (const t of instants) {
          const place = placeAt(axis, start, t);
          expect(sign(minus(minus(place, exact(radius)), exact(box[k])))).toBeGreaterThanOrEqual(0);
          expect(sign(minus(exact(box[3 + k]), plus(place, exact(radius))))).toBeGreaterThanOrEqual(
            0,
          );
        }
        if (!turns(axis, start, from, to)) return;
        apexes++;
        expect(apexOutside(axis, box[k], box[3 + k], radius)).toBe(false);
      });
    }
    expect(apexes).toBeGreaterThan(500);
  });

  it('is no larger than that: roundings apart, the ends and the apex alone (seed 2)', () => {
    const random = new Random(2);
    for (let round = 0; round < 4000; round++) {
      const numbers = Array.from({ length: 10 }, () => random.between(-5, 5));
      const [from, to] = [random.between(-3, 3), random.between(-3, 3)].sort((s, t) => s - t);
      const flight = Float64Array.of(...numbers, random.unit());
      ballisticBoxInto(flight, 0, from, to, box, 0);
      for (let k = 0; k < 3; k++) {
        const [x, v, a] = [numbers[1 + k], numbers[4 + k], numbers[7 + k]];
        const at = (t: number) => x + v * t + 0.5 * a * t * t;
        const [s, e] = [from - numbers[0], to - numbers[0]];
        const values = [at(s), at(e)];
        if (-v / a > s && -v / a < e) values.push(at(-v / a));
        const slack = 1e-13 * (Math.abs(x) + 64 * (Math.abs(v) + Math.abs(a)));
        expect(Math.abs(box[k] - (Math.min(...values) - flight[10]))).toBeLessThan(slack);
        expect(Math.abs(box[3 + k] - (Math.max(...values) + flight[10]))).toBeLessThan(slack);
      }
    }
  });

  it('has the apex of a throw, and only while it is in the interval', () => {
    const flight = new Float64Array(FLIGHT.size);
    flight.set([1, 0, 10], FLIGHT.velocity);
    flight[FLIGHT.acceleration + 2] = -10;
    flight[FLIGHT.radius] = 0.5;
    ballisticBoxInto(flight, 0, 0, 2, box, 0);
    expect(box[5]).toBeCloseTo(5.5, 12);
    expect(box[2]).toBeCloseTo(-0.5, 12);
    ballisticBoxInto(flight, 0, 0, 0.5, box, 0);
    expect(box[5]).toBeCloseTo(5 - 1.25 + 0.5, 12);
    ballisticBoxInto(flight, 0, 1.5, 2, box, 0);
    expect(box[5]).toBeCloseTo(3.75 + 0.5, 12);
    expect(box[0]).toBeCloseTo(1, 12);
    expect(box[3]).toBeCloseTo(2.5, 12);
  });
});

describe('the box of a motion with bounds', () => {
  const bounded = new Float64Array(BOUNDED.size);

  it('contains motions that do their worst, and is what they reach (seed 3)', () => {
    const random = new Random(3);
    for (let round = 0; round < 3000; round++) {
      const v = random.between(-2, 2);
      const speed = round % 3 === 0 ? Infinity : Math.abs(v) + 2 * random.unit();
      const most = round % 3 === 1 ? Infinity : 3 * random.unit();
      const [start, x] = [random.between(-9, 9), random.between(-9, 9)];
      const from = start + (round % 5 === 0 ? -random.unit() : random.unit());
      const to = from + 2 * random.unit();
      bounded.set([start, x, 0, 0, v, 0, 0, speed, most, 0.25]);
      boundedBoxInto(bounded, 0, from, to, box, 0);
      // Full acceleration until full speed, either way, seen from the start on or back.
      const at = (t: number, way: number) => {
        const turn = Math.sign(t) || 1;
        const gain = speed - turn * way * v;
        const ramp = most === Infinity ? 0 : Math.min(Math.abs(t), gain / most);
        const bend = most === Infinity ? 0 : 0.5 * most * ramp * ramp;
        const rest = Math.abs(t) - ramp;
        const cruise = rest > 0 ? speed * rest : 0;
        return x + v * turn * ramp + way * (bend + cruise);
      };
      const places = [0, 0.3, 0.6, 1].flatMap((s) => {
        const t = from + s * (to - from) - start;
        return [at(t, 1), at(t, -1)];
      });
      const [low, high] = [Math.min(...places), Math.max(...places)];
      expect(box[0]).toBeLessThanOrEqual(low - 0.25 + 1e-12);
      expect(box[3]).toBeGreaterThanOrEqual(high + 0.25 - 1e-12);
      if (round % 3 === 2) continue;
      // With one bound alone it is just that.
      const t = Math.max(Math.abs(from - start), Math.abs(to - start));
      const reach =
        round % 3 === 1
          ? x + speed * t
          : Math.max(...[from, to].map((s) => x + v * (s - start) + 0.5 * most * (s - start) ** 2));
      expect(box[3]).toBeCloseTo(reach + 0.25, 10);
    }
  });

  it('is the body itself at no time at all, and without an end if nothing is known', () => {
    bounded.set([3, 1, 2, 3, 9, 9, 9, Infinity, Infinity, 0.5]);
    boundedBoxInto(bounded, 0, 3, 3, box, 0);
    [0.5, 1.5, 2.5, 1.5, 2.5, 3.5].forEach((x, k) => {
      expect(box[k]).toBeCloseTo(x, 12);
    });
    boundedBoxInto(bounded, 0, 3, 4, box, 0);
    expect([...box]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
    expect(() => new BruteForce().set(0, box)).toThrow(InputError);
  });
});

it('flights that are none are refused', () => {
  const good = Float64Array.of(0, 0, 0, 0, 1, 1, 1, 0, 0, -9.8, 1);
  const refuse = (act: () => void) => expect(act).toThrow(/a flight is/);
  for (let i = 0; i < FLIGHT.size; i++) {
    for (const bad of [Number.NaN, Infinity, -Infinity, 1e101]) {
      refuse(() => ballisticBoxInto(good.with(i, bad), 0, 0, 1, box, 0));
    }
  }
  refuse(() => ballisticBoxInto(good.with(FLIGHT.radius, -1), 0, 0, 1, box, 0));
  refuse(() => ballisticBoxInto(good, 0, 1, 0, box, 0));
  refuse(() => ballisticBoxInto(good, 0, Number.NaN, 1, box, 0));
  refuse(() => ballisticBoxInto(good, 0, 0, Infinity, box, 0));
  refuse(() => ballisticBoxInto(good, 1, 0, 1, box, 0));
  const bounds = Float64Array.of(0, 0, 0, 0, 1, 0, 0, 2, 3, 1);
  for (let i = 0; i < BOUNDED.size; i++) {
    refuse(() => boundedBoxInto(bounds.with(i, Number.NaN), 0, 0, 1, box, 0));
  }
  refuse(() => boundedBoxInto(bounds.with(BOUNDED.speed, -1), 0, 0, 1, box, 0));
  expect(() => boundedBoxInto(bounds.with(BOUNDED.speed, 0.99), 0, 0, 9, box, 0)).toThrow(
    /no motion has these bounds/,
  );
});
