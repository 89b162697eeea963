/** Every broad phase reports what brute force reports, update by update. */
import { describe, expect, it } from 'vitest';
import {
  type BroadPhase,
  BruteForce,
  MAX_BODIES,
  PairChanges,
  type PairList,
} from '../../src/broadphase/index.ts';
import { InputError } from '../../src/math/index.ts';
import { METHODS } from '../helpers/broadphase/methods.ts';
import {
  anyWorld,
  type Bodies,
  borderWorld,
  flyingWorld,
  type Step,
  setCube,
} from '../helpers/broadphase/worlds.ts';

const pairsOf = (list: PairList) =>
  Array.from({ length: list.count }, (_, i) => list.a(i) * MAX_BODIES + list.b(i));

const closeOf = (method: BroadPhase) => {
  const found: number[] = [];
  method.forEachClose((a, b) => found.push(a * MAX_BODIES + b));
  return found.sort((a, b) => a - b);
};

/** Runs a world on a method and on brute force; returns how many changes there were. */
function compare(make: () => BroadPhase, step: Step, turns: number): number {
  const method = make();
  const oracle = new BruteForce();
  const both: Bodies = {
    set: (...args) => {
      method.set(...args);
      oracle.set(...args);
    },
    remove: (id) => {
      method.remove(id);
      oracle.remove(id);
    },
  };
  const [own, all] = [new PairChanges(), new PairChanges()];
  const sum = new Set<number>();
  let changes = 0;
  for (let turn = 0; turn < turns; turn++) {
    step(both, turn);
    method.update(own);
    oracle.update(all);
    const [began, ended] = [pairsOf(own.began), pairsOf(own.ended)];
    // Said in full only where it is not so: thousands of steps pass here.
    if (`${began} ${ended}` !== `${pairsOf(all.began)} ${pairsOf(all.ended)}`) {
      expect(began, `began at ${turn}`).toEqual(pairsOf(all.began));
      expect(ended, `ended at ${turn}`).toEqual(pairsOf(all.ended));
    }
    const unknown = ended.filter((pair) => !sum.delete(pair));
    for (const pair of began) sum.add(pair);
    if (unknown.length > 0) expect(unknown, `ended, but did not begin, at ${turn}`).toEqual([]);
    if (method.closeCount !== oracle.closeCount || sum.size !== oracle.closeCount) {
      expect([method.closeCount, sum.size], `at ${turn}`).toEqual([oracle.closeCount, sum.size]);
      expect(sum.size, `at ${turn}`).toBe(oracle.closeCount);
    }
    changes += own.began.count + own.ended.count;
    if (turn % 10 > 0) continue;
    expect(closeOf(method)).toEqual(closeOf(oracle));
    for (let i = 0; i < 20; i++) {
      const [a, b] = [(7 * i + turn) % 31, (3 * i) % 29];
      expect(method.isClose(a, b)).toBe(oracle.isClose(a, b));
    }
  }
  return changes;
}

/** The code of the fault that is thrown. */
function faultOf(act: () => void): string | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.fault.code;
    throw error;
  }
  return undefined;
}

describe.each(Object.entries(METHODS))('%s', (_, make) => {
  for (const seed of [1, 2, 3]) {
    it(`agrees on bodies that come, go, move, jump, grow and are fixed, over six orders (seed ${seed})`, () => {
      expect(compare(make, anyWorld(seed, 60), 150)).toBeGreaterThan(1000);
    });
  }

  it('agrees a thousand kilometres from the origin, on either side (seeds 4, 5)', () => {
    expect(compare(make, anyWorld(4, 60, 1e6), 60)).toBeGreaterThan(500);
    expect(compare(make, anyWorld(5, 60, -1e6), 60)).toBeGreaterThan(500);
  });

  it('agrees on cubes whose borders are those of cells, which touch or do not (seeds 6, 7, 8)', () => {
    expect(compare(make, borderWorld(6, 60, 1), 60)).toBeGreaterThan(500);
    expect(compare(make, borderWorld(7, 60, 0.1), 60)).toBeGreaterThan(500);
    expect(compare(make, borderWorld(8, 60, 2 ** -10, 1e6), 60)).toBeGreaterThan(500);
  });

  it('agrees over two thousand steps of coherent motion (seed 9)', () => {
    expect(compare(make, flyingWorld(9, 40, 0.02, 2), 2000)).toBeGreaterThan(1000);
  });

  it('agrees when all bodies jump at once (seed 10)', () => {
    const jump: Step = (bodies, turn) => flyingWorld(10 + turn, 80, 0, 2)(bodies, turn);
    expect(compare(make, jump, 30)).toBeGreaterThan(1000);
  });

  it('agrees when a body shrinks and grows by 0.1 % a step over twelve orders, among others', () => {
    const others = flyingWorld(11, 20, 0.001, 1);
    const step: Step = (bodies, turn) => {
      others(bodies, turn);
      setCube(bodies, 30, [0, 0, 0], 10 ** (-6 * Math.cos(turn / 200)));
    };
    expect(compare(make, step, 1500)).toBeGreaterThan(20);
  });

  it('agrees on points, on equal boxes, and on a box as large as a planet beside millimetres', () => {
    const step: Step = (bodies, turn) => {
      for (let id = 0; id < 40; id++) setCube(bodies, id, [id % 5, turn, 0], id < 20 ? 0 : 0.001);
      if (turn % 4 === 1) setCube(bodies, 50, [0, 0, 5e8], 1e9);
      if (turn % 4 === 3) bodies.remove(50);
      setCube(bodies, 51, [0, 0, 0], 1e300);
    };
    expect(compare(make, step, 12)).toBeGreaterThan(300);
  });

  it('reports nothing twice: what is set as it was has not changed, nor what was removed and is back', () => {
    const method = make();
    const changes = new PairChanges();
    for (const id of [0, 1]) setCube(method, id, [0, 0, 0], 1);
    method.update(changes);
    expect(pairsOf(changes.began)).toEqual([1]);
    for (let i = 0; i < 3; i++) {
      setCube(method, 0, [0, 0, 0], 1);
      method.remove(1);
      setCube(method, 1, [0.1, 0, 0], 2);
      expect(method.isClose(0, 1)).toBe(true);
      method.update(changes);
      expect(changes.began.count + changes.ended.count).toBe(0);
    }
    method.remove(0);
    setCube(method, 0, [0.1, 0, 0], 2);
    method.remove(0);
    expect(method.closeCount).toBe(1);
    method.update(changes);
    expect(pairsOf(changes.ended)).toEqual([1]);
    expect(method.isClose(1, 1)).toBe(false);
  });

  it('refuses boxes that are none and numbers that are none, and stays as it was', () => {
    const method = make();
    const changes = new PairChanges();
    const box = (...numbers: number[]) => Float64Array.from(numbers);
    for (const id of [0, 1]) setCube(method, id, [0, 0, 0], 1);
    method.update(changes);
    for (const bad of [
      box(Number.NaN, 0, 0, 1, 1, 1),
      box(0, 0, 0, 1, 1, Number.NaN),
      box(0, 0, 0, 1, Infinity, 1),
      box(-Infinity, 0, 0, 1, 1, 1),
      box(0, 0, 0, 1, 1, 1e301),
      box(0, 1, 0, 1, 0.5, 1),
      box(0, 0, 0),
    ]) {
      expect(faultOf(() => method.set(0, bad))).toBe('broadphase/box');
      expect(faultOf(() => method.set(2, bad))).toBe('broadphase/box');
    }
    for (const id of [-1, 0.5, Number.NaN, MAX_BODIES, Infinity]) {
      expect(faultOf(() => method.set(id, new Float64Array(6)))).toBe('broadphase/number');
    }
    for (const id of [2, 99, -1])
      expect(faultOf(() => method.remove(id))).toBe('broadphase/unknown');
    method.update(changes);
    expect(changes.began.count + changes.ended.count).toBe(0);
    expect(method.isClose(0, 1)).toBe(true);
  });
});
