/** The heap against a sorted list, with its three ways to order equal keys; slots of records. */
import { describe, expect, it } from 'vitest';
import { Heap, Slots, type Ties } from '../../src/arrays/index.ts';
import { Random } from '../../src/math/index.ts';

interface Waiting {
  readonly key: number;
  readonly value: number;
  readonly arrival: number;
}

describe('Heap', () => {
  it.each<[Ties, (a: Waiting, b: Waiting) => number]>([
    ['any', (a, b) => a.key - b.key],
    ['first', (a, b) => a.key - b.key || a.arrival - b.arrival],
    ['smaller', (a, b) => a.key - b.key || a.value - b.value],
  ])('with ties %s gives back what a sorted list has first, seed 5', (ties, order) => {
    const random = new Random(5);
    const heap = new Heap(ties);
    let waiting: Waiting[] = [];
    let arrival = 0;
    for (let step = 0; step < 4000; step++) {
      if (waiting.length === 0 || random.between(0, 1) < 0.55) {
        // Few different keys, so that many are equal.
        const key = Math.floor(random.between(-8, 8));
        const value = Math.floor(random.between(0, 1e6));
        heap.push(key, value);
        waiting.push({ key, value, arrival: arrival++ });
      } else {
        const first = waiting.reduce((a, b) => (order(b, a) < 0 ? b : a));
        expect(heap.least).toBe(first.key);
        expect(heap.keyAt(0)).toBe(first.key);
        const value = heap.pop();
        const alike = waiting.filter((other) => order(other, first) === 0);
        expect(alike.map((other) => other.value)).toContain(value);
        const taken = alike.find((other) => other.value === value);
        waiting = waiting.filter((other) => other !== taken);
      }
      expect(heap.count).toBe(waiting.length);
    }
    const left = Array.from({ length: heap.count }, (_, i) => heap.at(i));
    expect(left.sort((a, b) => a - b)).toEqual(
      waiting.map(({ value }) => value).sort((a, b) => a - b),
    );
  });

  it('is empty again when cleared', () => {
    const heap = new Heap('first');
    heap.push(1, 7);
    heap.push(1, 3);
    heap.clear();
    expect(heap.count).toBe(0);
    expect(heap.least).toBe(Number.POSITIVE_INFINITY);
    heap.push(2, 5);
    expect(heap.pop()).toBe(5);
  });

  it.each<Ties>(['any', 'first', 'smaller'])(
    'with places and ties %s, keys can be changed and numbers taken out, as of a sorted list, seed 6',
    (ties) => {
      const random = new Random(6);
      const heap = new Heap(ties, { places: true });
      const waiting = new Map<number, { key: number; arrival: number }>();
      let arrival = 0;
      for (let step = 0; step < 8000; step++) {
        const value = random.below(200);
        const key = Math.floor(random.between(-9, 9));
        const known = waiting.get(value);
        expect(heap.has(value)).toBe(known !== undefined);
        const choice = random.unit();
        if (!known) {
          heap.push(key, value);
          waiting.set(value, { key, arrival: arrival++ });
        } else if (choice < 0.6) {
          expect(heap.keyOf(value)).toBe(known.key);
          heap.change(value, key);
          known.key = key;
        } else if (choice < 0.8) {
          heap.remove(value);
          waiting.delete(value);
        } else {
          const rank = (v: number) =>
            ties === 'first' ? waiting.get(v)!.arrival : ties === 'smaller' ? v : 0;
          const first = [...waiting.keys()].reduce((a, b) => {
            const by = waiting.get(b)!.key - waiting.get(a)!.key || rank(b) - rank(a);
            return by < 0 ? b : a;
          });
          expect(heap.least).toBe(waiting.get(first)!.key);
          const popped = heap.pop();
          if (ties !== 'any') expect(popped).toBe(first);
          expect(waiting.get(popped)!.key).toBe(waiting.get(first)!.key);
          waiting.delete(popped);
        }
        expect(heap.count).toBe(waiting.size);
      }
      heap.clear();
      for (const value of waiting.keys()) expect(heap.has(value)).toBe(false);
    },
  );

  it('compares infinite keys and both zeros', () => {
    const heap = new Heap('first');
    const keys = [Number.POSITIVE_INFINITY, 0, -0, Number.NEGATIVE_INFINITY, 1];
    keys.forEach((key, i) => {
      heap.push(key, i);
    });
    expect(keys.map(() => heap.pop())).toEqual([3, 1, 2, 4, 0]);
  });
});

describe('Slots', () => {
  it('uses again what was released, the last first', () => {
    const slots = new Slots();
    expect([slots.take(), slots.take(), slots.take()]).toEqual([0, 1, 2]);
    slots.release(0);
    slots.release(2);
    expect([slots.take(), slots.take(), slots.take()]).toEqual([2, 0, 3]);
    expect(slots.used).toBe(4);
    slots.clear();
    expect(slots.take()).toBe(0);
  });

  it('keeps as many as come back', () => {
    const slots = new Slots();
    for (let i = 0; i < 1000; i++) slots.take();
    for (let i = 0; i < 1000; i++) slots.release(i);
    for (let i = 999; i >= 0; i--) expect(slots.take()).toBe(i);
    expect(slots.used).toBe(1000);
  });
});
