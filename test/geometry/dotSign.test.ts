/** Signs of dot products against whole numbers of any length. */
import { expect, it } from 'vitest';
import { dotSign } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';

/** Doubles times 2^120 are whole if they are multiples of 2^-120. */
const whole = (x: number) => BigInt(x * 2 ** 120);

it('is exact, also where products cancel (seed 1)', () => {
  const random = new Random(1);
  let zeros = 0;
  for (let i = 0; i < 20_000; i++) {
    // Of at most 53 bits, the last of them 2^-60.
    const draw = () => Math.round(random.between(-1, 1) * 2 ** 53) * 2 ** -60;
    const a = [0, 1, 2, 3].map(draw);
    const [x, y, z, w] = a;
    const b = [[y, -x, w, -z], [-y, x, -w, z], a.map(draw)][random.below(3)];
    const nudge = random.below(3) - 1;
    b[random.below(4)] += nudge * 2 ** -60;
    const exact = a.reduce((sum, c, k) => sum + whole(c) * whole(b[k]), 0n);
    const sign = exact > 0n ? 1 : exact < 0n ? -1 : 0;
    if (sign === 0) zeros++;
    expect(dotSign(a, 0, b, 0)).toBe(sign);
  }
  expect(zeros).toBeGreaterThan(1000);
});
