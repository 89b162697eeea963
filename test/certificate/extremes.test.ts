/** Lists of the points that can be farthest: what they say is what all points say, to the bit, and they are short. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { Extremes } from '../../src/verifier/extremes.ts';
import { groupPoints, neighbouring, type Points } from '../../src/verifier/points.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

/** As many questions as it takes before lists are made. */
function warmed(points: Points, from = 0, to = points.at.length): Extremes {
  const extremes = new Extremes(points, from, to);
  for (let i = 0; i < 100; i++) extremes.along(1, 0, 0);
  return extremes;
}

/** The largest d.p, the plain way. */
function plain(at: Float64Array, from: number, to: number, [x, y, z]: readonly number[]): number {
  let most = -Infinity;
  for (let v = from; v < to; v += 3) {
    most = Math.max(most, x * at[v] + y * at[v + 1] + z * at[v + 2]);
  }
  return most;
}

/** Directions of all kinds: any, along axes, through borders and corners of squares, next to these, short and long. */
function directions(random: Random, count: number): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const d = [...randomDirection(random)];
    if (i % 3 === 1) for (let k = 0; k < 3; k++) d[k] = Math.round(4 * d[k]) / 4;
    if (i % 7 === 1) d[random.below(3)] += random.between(-1, 1) * 2 ** -53;
    const scale = i % 5 === 0 ? 10 ** random.between(-12, 12) : 1;
    return d.map((c) => c * scale);
  });
}

const CLOUDS: Record<string, (random: Random) => number[]> = {
  'in a box': (random) => [0, 1, 2].map(() => random.between(-1, 1)),
  'on a sphere': (random) => [...randomDirection(random)],
  'on a grid': (random) => [0, 1, 2].map(() => random.below(4) - 1.5),
  'far from the origin': (random) => [1000, 10, -2000].map((c) => c + random.between(-1, 1)),
  'on a line': (random) => {
    const t = random.between(-1, 1);
    return [t, 2 * t, -t];
  },
};

describe('points that can be farthest', () => {
  for (const [name, draw] of Object.entries(CLOUDS)) {
    it(`${name}: are those of all points, and of a range of them (seed 21)`, () => {
      const random = new Random(21);
      for (let round = 0; round < 6; round++) {
        const count = [1, 13, 40, 150, 600, 2000][round];
        const own = Float64Array.from(Array.from({ length: count }, () => draw(random)).flat());
        const at = neighbouring(own);
        const points = groupPoints(at);
        const from = 3 * random.below(count);
        const ranges = [
          [0, at.length],
          [from, from + 3 * (1 + random.below(count - from / 3))],
        ];
        for (const [begin, end] of ranges) {
          const extremes = warmed(points, begin, end);
          for (const d of directions(random, 400)) {
            expect(extremes.along(d[0], d[1], d[2])).toBe(plain(at, begin, end, d));
          }
        }
      }
    });
  }

  it('are told apart where they differ by a rounding (seed 22)', () => {
    const random = new Random(22);
    const sphere = Array.from({ length: 300 }, () => [...randomDirection(random)]);
    // Of three that are next to each other any may be farthest, by the last bits of its coordinates.
    const near = sphere.flatMap((p) =>
      [0, 1, 2].map(() => p.map((c) => c * (1 + random.below(9) * 2 ** -50))),
    );
    const at = neighbouring(Float64Array.from(near.flat()));
    const extremes = warmed(groupPoints(at));
    for (const d of directions(random, 4000)) {
      expect(extremes.along(d[0], d[1], d[2])).toBe(plain(at, 0, at.length, d));
    }
  });

  it('are searched for along what is no direction, hardly one, or without points', () => {
    const random = new Random(23);
    const at = neighbouring(Float64Array.from({ length: 900 }, () => random.between(-1, 1)));
    const extremes = warmed(groupPoints(at));
    expect(extremes.along(0, 0, 0)).toBe(0);
    const short = [1e-310, -3e-310, 2e-310];
    expect(extremes.along(short[0], short[1], short[2])).toBe(plain(at, 0, at.length, short));
    expect(new Extremes(groupPoints(new Float64Array(0)), 0, 0).along(1, 0, 0)).toBe(-Infinity);
  });

  it('are found without a search once they are listed, but for those of large flat sides (seed 24)', () => {
    const random = new Random(24);
    const sphere = Array.from({ length: 3000 }, () => [...randomDirection(random)]);
    const round = groupPoints(neighbouring(Float64Array.from(sphere.flat())));
    const all = directions(random, 300);
    const listed = warmed(round);
    for (const d of all) listed.along(d[0], d[1], d[2]);
    // A search leaves its mark.
    round.last[0] = -1;
    for (const d of all) listed.along(d[0], d[1], d[2]);
    expect(round.last[0]).toBe(-1);

    const side = Array.from({ length: 2500 }, (_, i) => [i % 50, Math.floor(i / 50), 0]);
    const flat = groupPoints(neighbouring(Float64Array.from(side.flat())));
    const extremes = warmed(flat);
    for (let i = 0; i < 2; i++) {
      flat.last[0] = -1;
      expect(extremes.along(0.01, -0.01, 1)).toBe(0.01 * 49);
      expect(flat.last[0]).toBeGreaterThanOrEqual(0);
    }
  });
});
