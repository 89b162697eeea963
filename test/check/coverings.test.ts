/**
 * Coverings of one interval [A II-E, figure 3] on a quantity of one number, known everywhere: which places are looked
 * at, and what is put back. And Lemma 1, to the last digit.
 */
import { describe, expect, it } from 'vitest';
import { BothCircles } from '../../src/check/bisection/bothCircles.ts';
import { Division, type LemmaUse } from '../../src/check/lemma/division.ts';
import { Interval } from '../../src/check/lemma/interval.ts';
import { isCovered, leastBetween } from '../../src/check/lemma/lemma1.ts';
import { LargestFirst } from '../../src/check/lemma/openIntervals.ts';

/** A distance along 0 to 1 that changes by no more than `lambda` in all. */
function along(distance: (t: number) => number, lambda: number) {
  const looked: number[] = [];
  const put: [number, number][] = [];
  const queue = new LargestFirst();
  const use: LemmaUse = {
    isOpen: ({ etaFrom, etaTo, lambda: length }) => !isCovered(etaFrom, etaTo, length, 0),
    put(interval) {
      put.push([interval.from, interval.to]);
      queue.push(interval.lambda - interval.etaFrom - interval.etaTo, interval);
    },
    placeIn: ({ from, to }) => 0.5 * (from + to),
    measure: ({ from, to }, at) =>
      ({ lambdaLeft: lambda * (at - from), lambdaRight: lambda * (to - at) }) as never,
    lookInto(_interval, at, _left, _right, out) {
      looked.push(at);
      out.eta = distance(at);
    },
  };
  const whole = new Interval();
  whole.to = 1;
  whole.lambda = lambda;
  whole.etaFrom = distance(0);
  whole.etaTo = distance(1);
  return { use, division: new Division(use), whole, looked, put, queue };
}

describe('figure 3c: two configurations, one entry', () => {
  it('looks where the covers of both ends end, and puts back what remains between their covers', () => {
    const { use, division, whole, looked, put } = along(() => 1, 10);
    new BothCircles(use, division).divide(whole, 0);
    expect(looked).toHaveLength(2);
    expect(looked[0]).toBeCloseTo(0.1, 6);
    expect(looked[1]).toBeCloseTo(0.9, 6);
    expect(put).toEqual([looked]);
  });

  it('puts nothing back where both circles close the gap, and looks once where one of them does', () => {
    const both = along((t) => (t === 0 || t === 1 ? 1 : 2.01), 6);
    new BothCircles(both.use, both.division).divide(both.whole, 0);
    expect(both.looked).toHaveLength(2);
    expect(both.put).toEqual([]);
    const one = along((t) => (t === 0 || t === 1 ? 1 : 9), 6);
    new BothCircles(one.use, one.division).divide(one.whole, 0);
    expect(one.looked).toHaveLength(1);
    expect(one.put).toEqual([]);
  });

  it('never puts back more than one entry, and covers all with them', () => {
    const { use, division, whole, looked, put, queue } = along((t) => 0.3 + 0.2 * t, 20);
    const circles = new BothCircles(use, division);
    division.insert(whole);
    let steps = 0;
    for (; queue.count > 0 && steps < 1000; steps++) {
      const before = put.length;
      queue.takeInto(whole);
      circles.divide(whole, 0);
      expect(put.length - before).toBeLessThanOrEqual(1);
      expect(queue.count).toBeLessThanOrEqual(1);
    }
    expect(steps).toBeLessThan(100);
    const places = [0, ...looked, 1].sort((a, b) => a - b);
    for (let i = 1; i < places.length; i++) {
      const gap = 20 * (places[i] - places[i - 1]);
      expect(gap).toBeLessThan(0.6 + 0.2 * (places[i - 1] + places[i]));
    }
  });

  it('half of the cover is wasted: more tests than midpoints, as the paper says', () => {
    const both = along(() => 0.33, 20);
    const circles = new BothCircles(both.use, both.division);
    both.division.insert(both.whole);
    while (both.queue.count > 0) {
      both.queue.takeInto(both.whole);
      circles.divide(both.whole, 0);
    }
    const middles = along(() => 0.33, 20);
    middles.division.insert(middles.whole);
    while (middles.queue.count > 0) middles.division.divide(middles.queue);
    expect(1.5 * middles.looked.length).toBeLessThan(both.looked.length);
    expect(both.put.length).toBeLessThan(middles.put.length);
  });

  it('bisects where nothing is covered from the first end, and goes on where nothing is from the last', () => {
    const none = along((t) => (t === 0 ? 0 : 1), 10);
    new BothCircles(none.use, none.division).divide(none.whole, 0);
    expect(none.looked).toEqual([0.5]);
    const last = along((t) => (t === 1 ? 0 : 1), 10);
    new BothCircles(last.use, last.division).divide(last.whole, 0);
    expect(last.looked).toHaveLength(1);
    expect(last.put).toEqual([[last.looked[0], 1]]);
  });
});

describe('A2: covered entries', () => {
  it('are never inserted', () => {
    const { division, whole, put, looked, queue } = along((t) => (t <= 0.5 ? 3 : 0.5), 6);
    division.insert(whole);
    expect(put).toEqual([[0, 1]]);
    division.divide(queue);
    // Curves of 3 on each half: the first is covered by 3 and 3, the second by 3 and 0.5.
    expect(looked).toEqual([0.5]);
    expect(put).toEqual([[0, 1]]);
    const open = along((t) => (t < 0.4 ? 3 : 0.5), 6);
    open.division.insert(open.whole);
    open.division.divide(open.queue);
    expect(open.put.slice(1)).toEqual([[0.5, 1]]);
    open.division.insert(Object.assign(new Interval(), { to: 1, lambda: 1, etaFrom: 1, etaTo: 1 }));
    expect(open.put).toHaveLength(2);
  });

  it('wait by what is uncovered: the largest first, of equals the first', () => {
    const queue = new LargestFirst();
    const out = new Interval();
    [1, 3, 2, 3, 0.5].forEach((key, pair) => {
      queue.push(key, Object.assign(new Interval(), { pair }));
    });
    const order: number[] = [];
    while (queue.count > 0) {
      const key = queue.firstKey;
      queue.takeInto(out);
      order.push(out.pair, key);
    }
    expect(order).toEqual([1, 3, 3, 3, 2, 2, 0, 1, 4, 0.5]);
  });
});

describe('Lemma 1', () => {
  it('covers by both ends together, or by one, and by nothing less', () => {
    expect(isCovered(1, 1, 1.999, 0)).toBe(true);
    expect(isCovered(1, 1, 2, 0)).toBe(false);
    expect(isCovered(1, 1, 2 - 1e-15, 0)).toBe(false);
    expect(isCovered(1, 1, 2.001, 0)).toBe(false);
    expect(isCovered(3, -5, 2.999, 0)).toBe(true);
    expect(isCovered(3, -5, 3, 0)).toBe(false);
    // What a pair needs is needed at both ends.
    expect(isCovered(1, 1, 1.5, 0.2)).toBe(true);
    expect(isCovered(1, 1, 1.7, 0.2)).toBe(false);
    expect(isCovered(3, 0, 2.7, 0.2)).toBe(true);
    expect(isCovered(3, 0, 2.9, 0.2)).toBe(false);
  });

  it('says how near they come in between', () => {
    expect(leastBetween(1, 1, 1)).toBe(0.5);
    expect(leastBetween(3, 0, 1)).toBe(2);
    expect(leastBetween(0, 3, 1)).toBe(2);
  });
});
