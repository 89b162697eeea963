/** Laws that followers move by: the spline against one computed otherwise, bounds against dense sampling. */
import { describe, expect, it } from 'vitest';
import {
  type CompiledLaw,
  compileLaw,
  LAW_BOUNDS,
  type Law,
  lawBoundsInto,
  lawInto,
  lawRangeInto,
} from '../../src/kinematics/index.ts';
import { lawCovers, lawErrorUpper } from '../../src/kinematics/law.ts';
import { foldedLaw } from '../../src/kinematics/lawFit.ts';
import { Random } from '../../src/math/index.ts';
import { exactLaw } from '../helpers/oracles/exactKinematics.ts';
import { numberOf } from '../helpers/oracles/fixedPoint.ts';
import { linearLaw, plainLaw, randomLaw, sampledLaw } from '../helpers/oracles/laws.ts';

function at(law: CompiledLaw, x: number): Float64Array {
  const out = new Float64Array(3);
  lawInto(law, Float64Array.of(x), 0, out, 0);
  return out;
}

function bounds(law: CompiledLaw, a: number, b: number): Float64Array {
  const out = new Float64Array(LAW_BOUNDS);
  lawBoundsInto(law, a, b, out, 0);
  return out;
}

function range(law: CompiledLaw, a: number, b: number): Float64Array {
  const out = new Float64Array(2);
  lawRangeInto(law, a, b, out);
  return out;
}

function someLeader(law: Law, random: Random): number {
  const [first, last] = [law.at[0], law.at[law.at.length - 1]];
  const knot = law.at[random.below(law.at.length)];
  const x = [knot, first, last, random.between(first, last)][random.below(4)];
  return law.periodic ? x + random.below(7) * (last - first) - 3 * (last - first) : x;
}

describe('a law', () => {
  it('is the spline of its points and slopes, seed 1', () => {
    const random = new Random(1);
    for (let round = 0; round < 60; round++) {
      const law = randomLaw(random);
      const plain = plainLaw(law);
      const compiled = compileLaw(law, 'joint');
      for (let k = 0; k < 40; k++) {
        const x = someLeader(law, random) + (law.periodic ? random.between(0, 1) : 0);
        const [value, rate, bend] = plain(x);
        const own = at(compiled, x);
        expect(Math.abs(own[0] - value)).toBeLessThan(1e-10);
        expect(Math.abs(own[1] - rate)).toBeLessThan(1e-9);
        // On the other side of a seam the bend may be another one.
        if (!law.periodic) expect(Math.abs(own[2] - 2 * bend)).toBeLessThan(1e-8);
      }
    }
  });

  it('has no jumps but of the bend at the seam, seed 2', () => {
    const random = new Random(2);
    for (let round = 0; round < 40; round++) {
      const compiled = compileLaw(randomLaw(random), 'joint');
      compiled.jumps.forEach((jump, i) => {
        if (i > 0 && i < compiled.jumps.length - 1) expect(jump).toBeLessThan(1e-10);
      });
      const seam = Math.abs(
        at(compiled, compiled.knots[0] + 1e-12)[2] - at(compiled, compiled.knots[0] - 1e-12)[2],
      );
      if (compiled.periodic) expect(compiled.jumps[0]).toBeGreaterThanOrEqual(seam - 1e-8);
    }
  });

  it('stays within ranges and bounds of every interval, seed 3', () => {
    const random = new Random(3);
    const loose = { range: 0, rate: 0, rounds: 0 };
    for (let round = 0; round < 250; round++) {
      const law = randomLaw(random);
      const compiled = compileLaw(law, 'joint');
      const plain = plainLaw(law);
      const a = someLeader(law, random);
      const most = law.periodic ? [0, 0.1, 1, 9][random.below(4)] : 120 * random.unit() ** 4;
      const b = law.periodic ? a + most * random.unit() : Math.min(a + most, 60);
      const [low, high] = range(compiled, a, b);
      const [g1, g2, g3, , jumps] = bounds(compiled, a, b);
      let [least, top, fastest] = [Infinity, -Infinity, 0];
      // What is beyond each of the five by more than the oracle's rounding.
      const beyond = [0, 0, 0, 0, 0];
      for (let k = 0; k <= 200; k++) {
        const x = a + (k / 200) * (b - a);
        const [value, rate, bend, third] = plain(x);
        const off = 1e-11 * (1 + Math.abs(value));
        if (value < low - off) beyond[0]++;
        if (value > high + off) beyond[1]++;
        if (Math.abs(rate) > g1 + 1e-10) beyond[2]++;
        if (Math.abs(2 * bend) > g2 + jumps + 1e-8) beyond[3]++;
        if (Math.abs(6 * third) > g3 + 1e-6) beyond[4]++;
        [least, top] = [Math.min(least, value), Math.max(top, value)];
        fastest = Math.max(fastest, Math.abs(rate));
      }
      expect(beyond, `round ${round}`).toEqual([0, 0, 0, 0, 0]);
      // What bends more than its third derivative says has jumped.
      const [, , from] = plain(a + 1e-9 * (b - a));
      const [, , to] = plain(b);
      expect(Math.abs(2 * to - 2 * from)).toBeLessThanOrEqual(g3 * (b - a) + jumps + 1e-7);
      if (b - a < 0.5 || round % 4) continue;
      loose.rounds++;
      loose.range += (high - low) / Math.max(top - least, 0.01);
      loose.rate += g1 / Math.max(fastest, 0.01);
    }
    expect(loose.range / loose.rounds).toBeLessThan(1.25);
    expect(loose.rate / loose.rounds).toBeLessThan(1.5);
  });

  it('is computed within its errors, by exact arithmetic, near knots and after turns, seed 6', () => {
    const random = new Random(6);
    const ratios = [0, 0, 0];
    for (let round = 0; round < 60; round++) {
      const law = randomLaw(random);
      const compiled = compileLaw(
        round % 3 ? law : { ...law, at: law.at.map((x) => x * 1e-3), values: law.values },
        'joint',
      );
      const { knots, period } = compiled;
      for (let k = 0; k < 8; k++) {
        const i = random.below(knots.length);
        const near =
          knots[i] + [0, 1e-16, -1e-16, 1e-3][k % 4] * (knots[knots.length - 1] - knots[0]);
        let x = law.periodic ? near + period * Math.round(random.between(-1e4, 1e4)) : near;
        if (!law.periodic) x = Math.min(Math.max(x, knots[0]), knots[knots.length - 1]);
        const exact = exactLaw(compiled, x).map(numberOf);
        const own = at(compiled, x);
        const [, , , rate, bend] = bounds(compiled, x, x);
        [lawErrorUpper(compiled, x, x), rate, bend].forEach((error, order) => {
          const off = Math.abs(own[order] - exact[order]);
          expect(off, `round ${round}, order ${order}`).toBeLessThanOrEqual(error);
          ratios[order] = Math.max(ratios[order], off / error);
        });
      }
    }
    for (const ratio of ratios) expect(ratio).toBeGreaterThan(1e-4);
  });

  it('says how far computed numbers are off, also after many turns, seed 4', () => {
    const random = new Random(4);
    for (let round = 0; round < 100; round++) {
      const law = randomLaw(random);
      if (!law.periodic) continue;
      // A period and a rise that turns multiply without rounding.
      const period = 2 ** -3 * (8 + random.below(60));
      const at0 = Math.round(law.at[0] * 64) / 64;
      const count = law.at.length - 1;
      const own: Law = {
        ...law,
        at: law.at.map((_, i) => at0 + (period * i) / count),
        values: law.values.map((y, i) => (i === count ? law.values[0] + 0.25 : y)),
      };
      const compiled = compileLaw(own, 'joint');
      const turns = 2 ** (10 + random.below(20));
      const x = own.at[0] + period * random.unit();
      const far = Math.fround(x) + turns * period;
      const near = far - turns * period;
      const error = lawErrorUpper(compiled, far, far);
      const difference = at(compiled, far)[0] - turns * compiled.rise - at(compiled, near)[0];
      expect(Math.abs(difference)).toBeLessThanOrEqual(error);
      expect(error).toBeLessThan(1e-13 * (turns + 10) * period);
    }
  });

  it('folds what is linear around it, also turned around, seed 5', () => {
    const random = new Random(5);
    for (let round = 0; round < 60; round++) {
      const law = randomLaw(random);
      const inner = {
        multiplier: random.between(0.5, 2) * (round % 2 ? 1 : -1),
        offset: random.unit(),
      };
      const outer = { multiplier: random.between(-2, 2), offset: random.unit() };
      const folded = compileLaw(foldedLaw(law, inner, outer), 'joint');
      const plain = plainLaw(law);
      for (let k = 0; k < 20; k++) {
        const x = someLeader(law, random);
        const q = (x - inner.offset) / inner.multiplier;
        const value = outer.multiplier * plain(x)[0] + outer.offset;
        expect(Math.abs(at(folded, q)[0] - value)).toBeLessThan(1e-9);
      }
    }
  });

  it('says nothing outside of itself, unless it repeats', () => {
    const law = compileLaw(linearLaw(2, 1), 'joint');
    expect(at(law, 61)[0]).toBeNaN();
    expect(at(law, 60 * (1 + 1e-15))[0]).toBeCloseTo(121, 9);
    expect(lawCovers(law, -60, 60.1)).toBe(false);
    expect([...range(law, -60, 60.1)]).toEqual([-Infinity, Infinity]);
    expect(bounds(law, -61, 0)[0]).toBe(Infinity);
    const wave = compileLaw(
      sampledLaw(Math.sin, Math.cos, [0, 2 * Math.PI], 33, { periodic: true }),
      'joint',
    );
    expect(at(wave, 1e4)[0]).toBeCloseTo(Math.sin(1e4), 4);
    expect(range(wave, -1e4, 1e4)[1]).toBeLessThan(1.001);
    expect(bounds(wave, 0, 0.1)[0]).toBeLessThan(1.01);
    expect(bounds(wave, 1.5, 1.6)[0]).toBeLessThan(0.25);
  });

  it('is a line where its points are on one', () => {
    for (const points of [2, 3, 50]) {
      const law = compileLaw(linearLaw(-1.75, 0.5, points), 'joint');
      const [g1, g2, g3] = bounds(law, -3, 4);
      expect(g1).toBeCloseTo(1.75, 10);
      expect(g2).toBeLessThan(1e-10);
      expect(g3).toBeLessThan(1e-9);
      const [low, high] = range(law, -3, 4);
      expect(low).toBeCloseTo(-6.5, 10);
      expect(high).toBeCloseTo(5.75, 10);
    }
  });

  it('is refused where it is none', () => {
    const law = linearLaw(1, 0, 3);
    const refused = (changes: Partial<Law>) => () => compileLaw({ ...law, ...changes }, 'elbow');
    expect(refused({ at: [0, 1] })).toThrow('"elbow" follows has 2 values of the leader and 3');
    expect(refused({ at: [0], values: [0] })).toThrow('has 1 points');
    expect(refused({ at: [0, 2, 2] })).toThrow('at 2 and then at 2');
    expect(refused({ at: [0, 2, 1] })).toThrow('at 2 and then at 1');
    expect(refused({ values: [0, Number.NaN, 0] })).toThrow('not finite');
    expect(refused({ slopes: [1, Infinity] })).toThrow('not finite');
    expect(refused({ slopes: [1, 2], periodic: true })).toThrow('begins anew with the slope 1');
    expect(refused({ deviation: -1 })).toThrow('may be off by -1');
    expect(refused({ at: [0, 1e-300, 2e-300], values: [0, 1e90, 0] })).toThrow('beyond range');
  });
});
