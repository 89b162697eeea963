/** Maps from two numbers to one, against a Map of strings. */
import { describe, expect, it } from 'vitest';
import { PairMap } from '../../src/arrays/index.ts';
import { Random } from '../../src/math/index.ts';

describe('pair map', () => {
  it('holds what a map of strings holds, through growth, seed 1', () => {
    const random = new Random(1);
    const map = new PairMap();
    const plain = new Map<string, number>();
    expect(map.get(0, 0)).toBe(-1);
    for (let k = 0; k < 20_000; k++) {
      const [a, b] = [random.below(40), random.below(3000)];
      if (random.unit() < 0.5) {
        map.set(a, b, k);
        plain.set(`${a} ${b}`, k);
      }
      expect(map.get(a, b)).toBe(plain.get(`${a} ${b}`) ?? -1);
    }
    expect(map.count).toBe(plain.size);
    for (const [key, value] of plain) {
      const [a, b] = key.split(' ').map(Number);
      expect(map.get(a, b)).toBe(value);
    }
  });

  it('holds numbers at the ends of what 32 bits have', () => {
    const map = new PairMap();
    const most = 2 ** 31 - 1;
    const keys = [0, 1, most, most - 1, 2 ** 30, 65_536];
    keys.forEach((a, i) => {
      keys.forEach((b, j) => {
        map.set(a, b, 10 * i + j);
      });
    });
    keys.forEach((a, i) => {
      keys.forEach((b, j) => {
        expect(map.get(a, b)).toBe(10 * i + j);
      });
    });
    map.set(most, 0, 7);
    expect([map.get(most, 0), map.count]).toEqual([7, keys.length ** 2]);
  });
});
