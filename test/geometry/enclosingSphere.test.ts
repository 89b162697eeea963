import { describe, expect, it } from 'vitest';
import { enclosingSphereInto } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { compare, integersOf, rationalOf } from '../helpers/oracles/rational.ts';

/** Whether every point is inside, in integers. */
function contains(points: ArrayLike<number>, sphere: Float64Array): boolean {
  for (let i = 0; i + 2 < points.length; i += 3) {
    const { values, exp } = integersOf([
      ...sphere.subarray(0, 3),
      ...[0, 1, 2].map((k) => points[i + k]),
    ]);
    let squared = 0n;
    for (let k = 0; k < 3; k++) squared += (values[k] - values[3 + k]) ** 2n;
    const r = rationalOf(sphere[3]);
    const distance = { num: squared, den: 1n, exp: 2 * exp };
    if (compare(distance, { num: r.num ** 2n, den: 1n, exp: 2 * r.exp }) > 0) return false;
  }
  return true;
}

describe('a small sphere around points', () => {
  const sphere = new Float64Array(4);

  it('is the smallest one where it is known', () => {
    const cube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2]);
    enclosingSphereInto(cube, sphere);
    expect(sphere[3]).toBeCloseTo(Math.sqrt(3) / 2, 14);
    enclosingSphereInto([0, 0, 0, 2, 0, 0, 1, 0.5, 0], sphere);
    expect(Array.from(sphere)).toEqual([1, 0, 0, expect.closeTo(1, 14)]);
    enclosingSphereInto([3, 4, 5], sphere, 0);
    expect(Array.from(sphere)).toEqual([3, 4, 5, expect.closeTo(0, 100)]);
    enclosingSphereInto([], sphere);
    expect(Array.from(sphere)).toEqual([0, 0, 0, 0]);
  });

  it('contains its points exactly and is near the best, also degenerate ones, seed 1', () => {
    const random = new Random(1);
    for (let round = 0; round < 200; round++) {
      const count = 1 + random.below(60);
      const flat = round % 4;
      const points = new Float64Array(3 * count);
      for (let i = 0; i < count; i++) {
        const shared = random.between(-1, 1);
        for (let k = 0; k < 3; k++) {
          points[3 * i + k] = k < flat ? random.between(-1, 1) : 0.1 * shared + 7 * k;
        }
        if (round % 5 === 0 && i > 0) points.copyWithin(3 * i, 0, 3);
      }
      enclosingSphereInto(points, sphere);
      expect(contains(points, sphere)).toBe(true);
      // Any sphere needs half the largest distance of two points; Jung: never above sqrt(3/8) of it.
      let widest = 0;
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < i; j++) {
          const d = [0, 1, 2].map((k) => points[3 * i + k] - points[3 * j + k]);
          widest = Math.max(widest, Math.hypot(...d));
        }
      }
      expect(sphere[3]).toBeLessThanOrEqual(Math.sqrt(3 / 8) * widest * (1 + 1e-9) + 1e-12);
    }
  });
});
