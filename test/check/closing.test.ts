/** How long room lasts between two patches that close in: never too long, and longer by each order of the bound. */
import { describe, expect, it } from 'vitest';
import { lasting } from '../../src/check/cover/closing.ts';
import { Random } from '../../src/math/index.ts';

describe('room lasts', () => {
  it('no motion within the bounds uses it up sooner, also one that turns back later, seed 1', () => {
    const random = new Random(1);
    let peaks = 0;
    for (let round = 0; round < 2000; round++) {
      const v = random.between(-1, 1);
      const w = random.between(-2, 2);
      const third = random.between(-3, 3);
      const limit = random.between(0.1, 2);
      const acceleration = Math.abs(w) + Math.abs(third) * limit;
      const bounds = {
        speed: Math.abs(v) + acceleration * limit,
        acceleration,
        jerk: Math.abs(third),
      };
      const room = random.between(0, 0.4);
      const lasts = lasting(room, v, w, bounds, limit);
      const at = (t: number) => t * (v + t * (0.5 * w + (t / 6) * third));
      let most = 0;
      for (let k = 0; k <= 50; k++) most = Math.max(most, at((lasts * k) / 50));
      if (!(most <= room + 1e-12)) expect(most, `round ${round}`).toBeLessThanOrEqual(room);
      // Over the room in between, and within it again at the end.
      if (!(v > 0 && w < 0 && at(limit) < room)) continue;
      for (let k = 0; k <= 50; k++) {
        if (at((limit * k) / 50) <= room) continue;
        peaks++;
        break;
      }
    }
    expect(peaks).toBeGreaterThan(50);
  });

  it('what is about to turn away lasts by the third order, what stands still by the second', () => {
    const room = 0.01;
    // At the outermost point of a circle: second order alone would take it for coming nearer.
    const turning = lasting(room, 0, -1, { speed: 10, acceleration: 1, jerk: 1 }, 10);
    expect(turning).toBeGreaterThan(2.5);
    expect(Math.sqrt(2 * room)).toBeLessThan(0.15);
    // Without a speed now, by what it may gain; by the largest speed alone it would be a hundredth of that.
    const still = lasting(room, 0, 1, { speed: 10, acceleration: 1, jerk: 100 }, 0.2);
    expect(still).toBeGreaterThan(0.1);
    // By the largest speed where nothing else is known.
    const fast = lasting(room, 10, 1000, { speed: 10, acceleration: 1000, jerk: 1e6 }, 0.002);
    expect(fast).toBeGreaterThan(0.0005);
  });
});
