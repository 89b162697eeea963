/** The interface of the broad phases on the smallest worlds, by the oracle of all of them. */
import { describe, expect, it } from 'vitest';
import { BruteForce, PairChanges, type PairList } from '../../src/broadphase/index.ts';

const box = (...numbers: number[]) => Float64Array.from(numbers);
const pairsOf = (list: PairList) =>
  Array.from({ length: list.count }, (_, i) => [list.a(i), list.b(i)]);

describe('brute force', () => {
  it('reports what became close and what no longer is, in order, and touching counts', () => {
    const all = new BruteForce();
    const changes = new PairChanges();
    all.set(5, box(0, 0, 0, 1, 1, 1));
    all.set(2, box(1, 1, 1, 2, 2, 2));
    all.set(0, box(0.5, 0.5, 0.5, 0.5, 0.5, 0.5));
    expect(all.isClose(5, 2)).toBe(false);
    all.update(changes);
    expect(pairsOf(changes.began)).toEqual([
      [0, 5],
      [2, 5],
    ]);
    expect(changes.ended.count).toBe(0);
    expect(all.isClose(5, 2) && all.isClose(2, 5)).toBe(true);
    all.update(changes);
    expect(changes.began.count + changes.ended.count).toBe(0);
    all.set(2, box(1 + 2 ** -52, 1, 1, 2, 2, 2));
    all.remove(0);
    all.update(changes);
    expect(pairsOf(changes.ended)).toEqual([
      [0, 5],
      [2, 5],
    ]);
    expect(all.closeCount).toBe(0);
  });

  it('has no pairs of two fixed bodies', () => {
    const all = new BruteForce();
    const changes = new PairChanges();
    for (let id = 0; id < 3; id++) all.set(id, box(0, 0, 0, 1, 1, 1), 0, id < 2);
    all.update(changes);
    expect(pairsOf(changes.began)).toEqual([
      [0, 2],
      [1, 2],
    ]);
    all.set(1, box(0, 0, 0, 1, 1, 1));
    all.update(changes);
    expect(pairsOf(changes.began)).toEqual([[0, 1]]);
  });
});
