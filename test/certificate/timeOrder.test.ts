/** The order in which slabs and glances are looked at: that of a stable sort, whatever comes. */
import { expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { TimeOrder } from '../../src/verifier/timeOrder.ts';

it('is that of a stable sort, also of fewer times than before (seed 3)', () => {
  const random = new Random(3);
  const inOrder = new TimeOrder();
  for (let round = 0; round < 200; round++) {
    const count = random.below(round % 10 === 0 ? 500 : 40);
    // Few different ones, so that many are equal; some of them in order already.
    const times = Float64Array.from({ length: count + 5 }, () => random.below(16) / 16);
    if (round % 3 === 0) times.subarray(0, count >> 1).sort();
    if (round % 7 === 0) times.sort();
    inOrder.sort(times, count);
    const expected = Array.from({ length: count }, (_, i) => i);
    expected.sort((i, j) => times[i] - times[j] || i - j);
    expect(Array.from(inOrder.order.subarray(0, count))).toEqual(expected);
  }
});
