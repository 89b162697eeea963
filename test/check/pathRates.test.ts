/** How fast joints move on a piece of a path, and within some seconds of it: never less than dense sampling sees. */
import { describe, expect, it } from 'vitest';
import { PathRates } from '../../src/check/braking/pathRates.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, type Path, timedPath } from '../../src/motion/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';

const { tree } = sliderCell('<sphere radius="0.1"/>', '');
const COUNT = 3;

/** The most at instants between two times. */
function sampled({ segments, times = [] }: Path, begin: number, end: number): Float64Array {
  const most = new Float64Array(COUNT);
  const rate = new Float64Array(COUNT);
  for (let n = 0; n <= 400; n++) {
    const time = begin + ((end - begin) * n) / 400;
    segments.forEach((segment, s) => {
      const duration = times[s + 1] - times[s];
      if (!(duration > 0) || time < times[s] || time > times[s + 1]) return;
      segment.rateInto((time - times[s]) / duration, rate, 0);
      for (let d = 0; d < COUNT; d++) most[d] = Math.max(most[d], Math.abs(rate[d]) / duration);
    });
  }
  return most;
}

describe('with times', () => {
  it('that two different waypoints share there are no rates', () => {
    const waypoints = [0, 1, 2].map((x) => Float64Array.of(x, 0, 0));
    const path = buildPath(tree, waypoints, { times: [0, 1, 1] });
    expect(() => new PathRates(tree, path, undefined)).toThrow(/waypoints 1 and 2 differ/);
  });

  it('as dense sampling sees it, ahead over as many segments as it takes, seed 1', () => {
    const random = new Random(1);
    const out = new Float64Array(COUNT);
    let [sum, count] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const any = (size: number) =>
        Float64Array.from({ length: COUNT }, () => random.between(-size, size));
      const waypoints = Array.from({ length: 5 }, () => any(1));
      // One of them is stood at: a segment without time.
      waypoints[3] = waypoints[2].slice();
      const t = () => random.between(0.05, 1);
      const times = [0, t()];
      times.push(times[1] + t());
      times.push(times[2], times[2] + t());
      const straight = round % 3 === 0;
      const path = straight
        ? buildPath(tree, waypoints, { times })
        : timedPath(tree, { waypoints, times, velocities: waypoints.map(() => any(2)) });
      const rates = new PathRates(tree, path, undefined);
      for (let n = 0; n < 10; n++) {
        const s = [0, 1, 3][random.below(3)];
        const [a, b] = [random.unit(), random.unit()].sort((x, y) => x - y);
        const after = random.below(3) === 0 ? 0 : random.between(0, 1.5);
        rates.upperInto(s, a, b, after, out);
        const at = (t: number) => times[s] + t * (times[s + 1] - times[s]);
        const seen = sampled(path, at(a), Math.min(at(b) + after, times[4]));
        for (let d = 0; d < COUNT; d++) {
          expect(out[d]).toBeGreaterThanOrEqual(seen[d]);
          expect(out[d]).toBeLessThanOrEqual(rates.most[d] * (1 + 1e-12));
          if (seen[d] > 0.1) {
            sum += out[d] / seen[d];
            count++;
          }
        }
      }
    }
    expect(sum / count).toBeLessThan(1.1);
  });

  it('looks no farther than asked', () => {
    const q = (x: number) => Float64Array.of(x, 0, 0);
    const path = buildPath(tree, [q(0), q(0.1), q(1.1)], { times: [0, 1, 1.1] });
    const rates = new PathRates(tree, path, undefined);
    const out = new Float64Array(COUNT);
    const ahead = (after: number) => {
      rates.upperInto(0, 0, 0.5, after, out);
      return out[0];
    };
    expect(ahead(0)).toBeCloseTo(0.1, 9);
    expect(ahead(0.49)).toBeCloseTo(0.1, 9);
    expect(ahead(0.51)).toBeCloseTo(10, 9);
    expect(rates.most[0]).toBeCloseTo(10, 9);
  });
});

describe('without times', () => {
  it('in proportion on a segment; after any time as fast as anywhere', () => {
    const path = buildPath(tree, [
      Float64Array.of(0, 0, 0),
      Float64Array.of(1, 0.5, 0),
      Float64Array.of(1, 0.5, 1),
    ]);
    const rates = new PathRates(tree, path, Float64Array.of(1, 0.2, 3));
    const out = new Float64Array(COUNT);
    rates.upperInto(0, 0, 1, 0, out);
    expect([...out].map((x) => Number(x.toFixed(6)))).toEqual([0.4, 0.2, 0]);
    rates.upperInto(0, 0, 1, 0.1, out);
    expect([...out].map((x) => Number(x.toFixed(6)))).toEqual([0.4, 0.2, 3]);
  });
});
