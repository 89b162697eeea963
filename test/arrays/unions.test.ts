/** Sets that are joined. */
import { describe, expect, it } from 'vitest';
import { Unions } from '../../src/arrays/index.ts';
import { Random } from '../../src/math/index.ts';

describe('Unions', () => {
  it('are right against labels, and the smallest stands for all, seed 5', () => {
    const random = new Random(5);
    const sets = new Unions();
    const labels: number[] = [];
    for (let k = 0; k < 600; k++) {
      if (k % 3 === 0) labels.push(sets.add());
      const [i, j] = [random.below(labels.length), random.below(labels.length)];
      if (random.below(3) === 0) {
        sets.join(i, j);
        const [from, to] = [labels[i], labels[j]];
        labels.forEach((label, m) => {
          if (label === from) labels[m] = to;
        });
      }
      expect(sets.find(i) === sets.find(j)).toBe(labels[i] === labels[j]);
      expect(sets.sets).toBe(new Set(labels).size);
      expect(sets.find(i)).toBe(labels.indexOf(labels[i]));
    }
    sets.reset();
    expect(sets.sets).toBe(labels.length);
    expect(sets.find(3)).toBe(3);
  });

  it('begins with as many things as asked for', () => {
    const sets = new Unions(3);
    expect([sets.count, sets.sets]).toEqual([3, 3]);
    sets.join(2, 0);
    expect([0, 1, 2].map((i) => sets.find(i))).toEqual([0, 1, 0]);
    expect(sets.add()).toBe(3);
    expect(sets.sets).toBe(3);
  });
});
