/**
 * The proof of one piece against loops closed by bisection: pieces as long as they get before nothing can be told, where
 * the Jacobian changes much from one end to the other. What is proven holds, and comes from the gap of the whole piece.
 */
import { describe, expect, it } from 'vitest';
import { planarLoop } from '../../../src/kinematics/loops/planar.ts';
import { deviationUpper, type Ends, pieceBetween } from '../../../src/kinematics/loops/prove.ts';
import { Random } from '../../../src/math/index.ts';
import {
  couplerAt,
  type FourBar,
  fourBarBars,
  fourBarLoop,
  linkage,
  rockerAt,
} from '../../helpers/kinematics/linkages.ts';

/** A cubic by its values and slopes at both ends, at a part s of the way. */
function hermite({ values: [a, b], slopes: [m, n] }: Ends, h: number, s: number): number {
  const r = 1 - s;
  return a * r * r * (1 + 2 * s) + b * s * s * (3 - 2 * s) + h * (m * s * r * r - n * s * s * r);
}

describe('the deviation over a piece', () => {
  it('is proven for long pieces, and tight for short ones, seed 11', () => {
    const random = new Random(11);
    let [long, tight, near] = [0, 0, 0];
    for (let n = 0; n < 400; n++) {
      const side = () => random.between(0.3, 1.2);
      const bar: FourBar = {
        ...{ ground: side(), crank: side(), coupler: side(), rocker: side() },
        up: random.below(2) === 0 ? 1 : -1,
      };
      const x = random.between(-3, 3);
      const h = [0.02, 0.06, 0.1, 0.2][n % 4] * random.between(0.5, 1);
      const followers = [(t: number) => couplerAt(bar, t), (t: number) => -rockerAt(bar, t)];
      // Angles as they go on from that in the middle.
      const at = (k: number, t: number) => {
        const middle = followers[k](x + h / 2);
        const off = followers[k](t) - middle;
        return middle + off - 2 * Math.PI * Math.round(off / (2 * Math.PI));
      };
      const rate = (k: number, t: number) => (at(k, t + 1e-5) - at(k, t - 1e-5)) / 2e-5;
      const ends = [0, 1].map(
        (k): Ends => ({
          values: [at(k, x), at(k, x + h)],
          slopes: [rate(k, x), rate(k, x + h)],
        }),
      ) as [Ends, Ends];
      if (!ends.every(({ values, slopes }) => [...values, ...slopes].every(Number.isFinite))) {
        continue;
      }
      const start = x + h / 2;
      const { planar } = planarLoop(linkage(fourBarBars(bar)), fourBarLoop(bar, start), new Map());
      const proven = deviationUpper(planar, pieceBetween(x, x + h, ends), [0.005, 0.005]);
      if (!proven) continue;
      let most = [0, 0];
      for (let i = 0; i <= 60; i++) {
        most = most.map((far, k) =>
          Math.max(far, Math.abs(hermite(ends[k], h, i / 60) - at(k, x + (h * i) / 60))),
        );
      }
      for (const k of [0, 1]) expect(proven[k], `${n}`).toBeGreaterThanOrEqual(most[k]);
      // Off by a wave that is 0 in the middle and at both ends.
      const wavy = ends.map(({ values, slopes: [m0, m1] }): Ends => {
        return { values, slopes: [m0 + 0.01, m1 + 0.01] };
      }) as [Ends, Ends];
      const waves = deviationUpper(planar, pieceBetween(x, x + h, wavy), [0.005, 0.005]);
      // s (1 - s) (1 - 2 s) is at most 0.0962.
      for (const wave of waves ?? []) expect(wave).toBeGreaterThan(0.01 * h * 0.096 - most[0]);
      // Where the other way to close it is near, there is not one loop alone.
      const other = { ...bar, up: -bar.up as 1 | -1 };
      const [y, z] = [couplerAt(other, start), -rockerAt(other, start)].map((angle, k) => {
        const off = angle - at(k, start);
        return Math.abs(off - 2 * Math.PI * Math.round(off / (2 * Math.PI)));
      });
      if (Math.max(y, z) < 0.9) {
        const wide = [1.1 * y, 1.1 * z] as const;
        expect(deviationUpper(planar, pieceBetween(x, x + h, ends), wide)).toBeNull();
        near++;
      }
      if (h > 0.06) long++;
      if (h < 0.02 && most[0] > 1e-13 && proven[0] < 7 * most[0]) tight++;
    }
    expect(near).toBeGreaterThan(3);
    expect(long).toBeGreaterThan(10);
    expect(tight).toBeGreaterThan(20);
  });
});
