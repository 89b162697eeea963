/** Laws through points: against splines solved otherwise, and against the worst that a bounded rate allows. */
import { describe, expect, it } from 'vitest';
import { compileLaw, lawInto, lawThrough } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';

function sampler(law: Parameters<typeof compileLaw>[0]) {
  const compiled = compileLaw(law, 'follower');
  const out = new Float64Array(3);
  return (x: number) => {
    lawInto(compiled, Float64Array.of(x), 0, out, 0);
    return [...out];
  };
}

/** Points with random steps. */
function randomPoints(random: Random, count: number): [number, number][] {
  let [x, y] = [random.between(-2, 2), random.between(-1, 1)];
  return Array.from({ length: count }, () => {
    x += random.between(0.05, 0.8);
    y += random.between(-0.5, 0.5);
    return [x, y] as [number, number];
  });
}

describe('laws through points', () => {
  it('pass through them, and parabolas stay parabolas', () => {
    const points = [-1, -0.4, 0.1, 1.2].map((x) => [x, 0.3 * x * x - x + 2] as const);
    const law = lawThrough({ points });
    expect([law.periodic, law.deviation]).toEqual([false, 0]);
    const at = sampler(law);
    for (const x of [-1, -0.7, 0, 0.5, 1.2]) expect(at(x)[0]).toBeCloseTo(0.3 * x * x - x + 2, 12);
  });

  it('of a turn begin anew without a seam: value, rate and bend', () => {
    const points = [0.3, 1, 2.2, 3.9, 5.5].map((x) => [x, Math.sin(x)] as const);
    for (const turns of [0, 1, -2]) {
      const at = sampler(lawThrough({ points, turns }));
      const seam = 0.3 + 2 * Math.PI;
      const [before, after] = [at(seam - 1e-9), at(seam + 1e-9)];
      for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 6);
      expect(at(1 + 2 * Math.PI)[0]).toBeCloseTo(Math.sin(1) + turns * 2 * Math.PI, 12);
    }
  });

  it('deviate by no less and little more than any motion of that rate can, seed 3', () => {
    const random = new Random(3);
    for (let round = 0; round < 40; round++) {
      const points = randomPoints(random, 2 + random.below(5));
      let least = 0;
      for (let i = 1; i < points.length; i++) {
        const [dx, dy] = [points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]];
        least = Math.max(least, Math.abs(dy / dx));
      }
      const rate = least * (round % 4 === 0 ? 1.0000001 : 1 + 2 * random.between(0, 1));
      const law = lawThrough({ points, rate });
      const at = sampler(law);
      let most = 0;
      for (let i = 1; i < points.length; i++) {
        const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
        for (let k = 0; k <= 400; k++) {
          const x = x0 + ((x1 - x0) * k) / 400;
          // The steepest that go through both points: up and then down, or down and then up.
          const high = Math.min(y0 + rate * (x - x0), y1 + rate * (x1 - x));
          const low = Math.max(y0 - rate * (x - x0), y1 - rate * (x1 - x));
          const [y] = at(x);
          most = Math.max(most, high - y, y - low);
        }
      }
      expect(law.deviation).toBeGreaterThanOrEqual(most);
      expect(law.deviation).toBeLessThan(1.02 * most + 1e-12);
    }
  });

  it('deviate inside of a piece too, where the rate leaves one line only', () => {
    const points = [
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 1],
    ] as const;
    const law = lawThrough({ points, rate: 1 });
    const at = sampler(law);
    let most = 0;
    for (let i = 0; i <= 3000; i++) {
      const x = i / 1000;
      const line = x < 1 ? x : x < 2 ? 2 - x : x - 2;
      most = Math.max(most, Math.abs(at(x)[0] - line));
    }
    expect(law.deviation).toBeGreaterThanOrEqual(most);
    expect(law.deviation).toBeLessThan(1.02 * most);
  });

  it('refuse a rate that is too small, points that do not increase, more than a turn', () => {
    const points = [
      [0, 0],
      [1, 2],
    ] as const;
    expect(() => lawThrough({ points, rate: 1.9 })).toThrowError(/changes by 2 per unit/);
    expect(lawThrough({ points, rate: 2 }).deviation).toBeLessThan(1e-12);
    expect(() => lawThrough({ points: [points[1], points[0]] })).toThrowError(/increase/);
    expect(() => lawThrough({ points: [points[0]] })).toThrowError(/two at least/);
    expect(() => lawThrough({ points: [points[0], [7, 0]], turns: 0 })).toThrowError(/whole turn/);
  });
});
