/** Bounds of arcs against arithmetic with 256 bits: never exceeded, and no larger than they must be. */
import { describe, expect, it, test } from 'vitest';
import { Random, U } from '../../src/math/index.ts';
import { SweptAngle, Swing } from '../../src/motion/index.ts';
import { type ArcNumbers, arcAt, bendBetween, momentsOf } from '../helpers/motion/exactArc.ts';
import { fixedOf, numberOf } from '../helpers/oracles/fixedPoint.ts';

const TURN = 2 * Math.PI;

function around(random: Random, size: number): Pick<ArcNumbers, 'u' | 'v'> {
  const phase = random.between(0, TURN);
  return { u: size * Math.cos(phase), v: size * Math.sin(phase) };
}

const KINDS: Record<string, (random: Random) => ArcNumbers> = {
  'of any size': (random) => ({
    p: random.between(-3, 3),
    ...around(random, 10 ** random.between(-4, 3)),
    begin: 0,
    sweep: random.between(0.01, TURN),
  }),
  'of a tiny radius': (random) => ({
    p: random.between(-1, 1) * 1e-20,
    ...around(random, 10 ** random.between(-30, -20)),
    begin: 0,
    sweep: random.between(0.1, TURN),
  }),
  'of a huge radius': (random) => {
    const radius = 10 ** random.between(4, 9);
    return { p: random.between(-1, 1), ...around(random, radius), begin: 0, sweep: 1 / radius };
  },
  'far from zero': (random) => ({
    p: random.below(2) ? 1e6 : -1e6,
    ...around(random, 1),
    begin: 0,
    sweep: random.between(0.1, TURN),
  }),
  'of a whole turn': (random) => ({ p: 1, ...around(random, 2), begin: 0, sweep: TURN }),
  'along an axis': (random) => {
    const size = random.below(2) ? 2 : -2;
    const flat = random.below(2) === 0;
    const sweep = [Math.PI / 2, Math.PI, 1.5 * Math.PI, TURN][random.below(4)];
    return { p: 0, u: flat ? size : 0, v: flat ? 0 : size, begin: 0, sweep };
  },
  'that turn back near an end': (random) => {
    const near = 10 ** random.between(-17, -3) * (random.below(2) ? 1 : -1);
    const sweep = random.between(0.5, 6);
    const phase = random.below(2) ? near : sweep + near;
    const shift = random.below(2) ? 0 : Math.PI / 2;
    const at = phase + shift;
    return { p: 0.5, u: Math.cos(at), v: Math.sin(at), begin: 0, sweep };
  },
  'that are parts of others': (random) => {
    const begin = random.between(0, 5);
    const sweep = Math.min(TURN - begin, 10 ** random.between(-6, 0.5));
    return { p: random.between(-1, 1), ...around(random, 1), begin, sweep };
  },
};

function made(arc: ArcNumbers): Swing {
  const angle = new SweptAngle(arc.begin, arc.sweep);
  const ends = [0, 1].map((t) => numberOf(arcAt(arc, 0, t))) as [number, number];
  return new Swing(angle, arc.p, [arc.u, arc.v], ends);
}

/** What bounds the derivative of order k, as swing.ts has it. */
function sizeOf({ u, v, begin, sweep }: ArcNumbers, k: number): number {
  const a = begin + sweep;
  const [x, y, g] = [Math.abs(u), Math.abs(v), Math.min(1, a)];
  if (k === 0) return y * g + x * Math.min(2, (a * a) / 2);
  return sweep ** k * (k % 2 === 1 ? y + x * g : x + y * g);
}

function interval(random: Random): [number, number] {
  const kind = random.below(4);
  if (kind === 0) return [0, 1];
  const a = random.unit();
  if (kind === 1) return [a, Math.min(1, a + 10 ** random.between(-12, -1))];
  const b = random.unit();
  return a < b ? [a, b] : [b, a];
}

describe.each(Object.entries(KINDS))('arcs %s (seed 521)', (_, draw) => {
  const random = new Random(521);
  const cases = Array.from({ length: 6 }, () => {
    const arc = draw(random);
    const [a, b] = interval(random);
    return { arc, a, b, swing: made(arc) };
  });

  it('are evaluated within 32 u of the sizes of their terms', () => {
    for (const { arc, swing, a, b } of cases) {
      for (let k = 0; k <= 3; k++) {
        for (const t of [0, a, 0.5 * (a + b), b, 1]) {
          const off = Math.abs(numberOf(arcAt(arc, k, t) - fixedOf(swing.at(k, t))));
          const own = k === 0 ? 2 * U * Math.abs(arc.p) : 0;
          expect(off).toBeLessThanOrEqual(32 * U * sizeOf(arc, k) + own);
        }
      }
      const all = sizeOf(arc, 0) + sizeOf(arc, 1) + sizeOf(arc, 2);
      expect(swing.error).toBeGreaterThanOrEqual(64 * U * all * (1 - 1e-12));
      expect(swing.error).toBeLessThanOrEqual(
        (128 * U * all + 8 * U * Math.abs(arc.p)) * 1.01 + 1e-299,
      );
    }
  });

  it('never exceed their bounds, and come near them', () => {
    for (const { arc, swing, a, b } of cases) {
      for (let k = 0; k <= 3; k++) {
        const values = momentsOf(arc, k, a, b).map((t) => arcAt(arc, k, t));
        const most = swing.mostUpper(k, a, b);
        const bound = fixedOf(most);
        for (const value of values) expect((value < 0n ? -value : value) <= bound).toBe(true);
        const seen = Math.max(...values.map((v) => Math.abs(numberOf(v))));
        const room = 2 * swing.slack[k] + bendBetween(arc, k, (b - a) / 24);
        expect(most).toBeLessThanOrEqual((seen + room) * (1 + 1e-12));
      }
    }
  });

  it('stay in their range, and vary by no more than is said', () => {
    for (const { arc, swing, a, b } of cases) {
      const values = momentsOf(arc, 0, a, b).map((t) => arcAt(arc, 0, t));
      const [low, high] = [fixedOf(swing.lower(a, b)), fixedOf(swing.upper(a, b))];
      let varied = 0n;
      values.forEach((value, i) => {
        expect(value >= low && value <= high).toBe(true);
        const step = i > 0 ? value - values[i - 1] : 0n;
        varied += step < 0n ? -step : step;
      });
      const numbers = values.map(numberOf);
      const bend = bendBetween(arc, 0, (b - a) / 24);
      const room = (2 * swing.slack[0] + bend) * (1 + 1e-9);
      expect(swing.lower(a, b)).toBeGreaterThanOrEqual(Math.min(...numbers) - room);
      expect(swing.upper(a, b)).toBeLessThanOrEqual(Math.max(...numbers) + room);
      const upper = swing.variationUpper(a, b);
      expect(varied <= fixedOf(upper)).toBe(true);
      // It turns back three times at the most.
      const most = numberOf(varied) + 6 * bend + 12 * swing.slack[0];
      expect(upper).toBeLessThanOrEqual(most * (1 + 1e-9) + 1e-299);
    }
  });
});

test('a whole turn attains its radius, and varies by four of it', () => {
  const swing = made({ p: 3, u: 0, v: 2, begin: 0, sweep: TURN });
  expect(swing.upper(0, 1)).toBeGreaterThanOrEqual(5);
  expect(swing.upper(0, 1)).toBeLessThan(5 + 1e-10);
  expect(swing.lower(0, 1)).toBeLessThanOrEqual(1);
  expect(swing.lower(0, 1)).toBeGreaterThan(1 - 1e-10);
  expect(swing.variationUpper(0, 1)).toBeGreaterThanOrEqual(8);
  expect(swing.variationUpper(0, 1)).toBeLessThan(8 + 1e-9);
  expect(swing.mostUpper(1, 0, 1)).toBeLessThan(2 * TURN + 1e-9);
  // A joint that hardly moves near where it turns back is known to do so.
  expect(swing.mostUpper(1, 0.24, 0.26)).toBeLessThan(0.07 * 2 * TURN);
  expect(swing.extremeAt(0, true)).toBeCloseTo(0.25, 12);
  expect(swing.extremeAt(0, false)).toBeCloseTo(0.75, 12);
});

test('an arc of a huge radius is known as well as the straight line beside it', () => {
  const radius = 1e6;
  const swing = made({ p: 1, u: radius, v: 0, begin: 0, sweep: 1 / radius });
  expect(swing.error).toBeLessThan(1e-14);
  const along = made({ p: 1, u: 0, v: radius, begin: 0, sweep: 1 / radius });
  expect(along.error).toBeLessThan(1e-13);
});
