/** The memory for requests: what has room, what is refused, and that all of it comes back. */
import { describe, expect, it } from 'vitest';
import { BodyBudget, type Share } from '../../src/serve/budget.ts';

const KB = 1 << 10;
const SMALL = 64 * KB;
/** A sixteenth, for small requests, is one of these. */
const TOTAL = 16 * SMALL;

const refusal = (act: () => void): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { data: { code: string } }).data.code;
  }
};

describe('the budget', () => {
  it('keeps its last sixteenth for small requests, and never holds more than all of it', () => {
    const budget = new BodyBudget(TOTAL, false);
    const large = budget.open('a');
    large.growTo(TOTAL - SMALL);
    expect(refusal(() => budget.open('b').growTo(SMALL + 1))).toBe('gate/body-total');
    const small = budget.open('b');
    small.growTo(SMALL);
    expect(refusal(() => budget.open('c').growTo(1))).toBe('gate/body-total');
    expect(budget.facts).toEqual({ bodyBytes: TOTAL, mostBodyBytes: TOTAL, refusedBodies: 2 });
    large.end();
    small.end();
    expect(budget.facts).toMatchObject({ bodyBytes: 0, mostBodyBytes: TOTAL });
  });

  it('gives one peer half of it, and what it keeps for small requests', () => {
    const budget = new BodyBudget(TOTAL, true);
    budget.open('a').growTo(TOTAL / 2);
    expect(refusal(() => budget.open('a').growTo(SMALL + 1))).toBe('gate/body-peer');
    budget.open('a').growTo(SMALL);
    expect(refusal(() => budget.open('a').growTo(1))).toBe('gate/body-peer');
    budget.open('b').growTo(TOTAL / 4);
    const all = new BodyBudget(TOTAL, false);
    all.open('a').growTo(TOTAL / 2);
    all.open('a').growTo(TOTAL / 4);
  });

  it('holds what a share has after a refusal, until that ends; an end is made once', () => {
    const budget = new BodyBudget(TOTAL, true);
    const share = budget.open('a');
    share.growTo(TOTAL / 4);
    expect(refusal(() => share.add(TOTAL / 2))).toBe('gate/body-peer');
    expect(budget.facts.bodyBytes).toBe(TOTAL / 4);
    share.growTo(1);
    expect(budget.facts.bodyBytes).toBe(TOTAL / 4);
    share.end();
    share.end();
    share.growTo(TOTAL);
    expect(budget.facts.bodyBytes).toBe(0);
  });

  it('counts like a list of all that is held, whatever comes and goes', () => {
    const budget = new BodyBudget(TOTAL, true);
    const held = new Map<Share, { peer: string; bytes: number }>();
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % n;
    };
    let refused = 0;
    for (let i = 0; i < 5000; i++) {
      const shares = [...held.keys()];
      if (shares.length > 0 && random(3) === 0) {
        const share = shares[random(shares.length)];
        share.end();
        held.delete(share);
      } else {
        const peer = 'abc'[random(3)];
        const bytes = random(2) === 0 ? random(SMALL) : random(TOTAL / 2);
        const share = budget.open(peer);
        if (refusal(() => share.growTo(bytes)) === null) held.set(share, { peer, bytes });
        else refused++;
      }
      const all = [...held.values()];
      const sum = (list: typeof all) => list.reduce((total, { bytes }) => total + bytes, 0);
      expect(budget.facts.bodyBytes).toBe(sum(all));
      expect(sum(all)).toBeLessThanOrEqual(TOTAL);
      for (const each of 'abc') {
        const own = sum(all.filter(({ peer }) => peer === each));
        expect(own).toBeLessThanOrEqual(TOTAL / 2 + SMALL);
      }
    }
    expect(budget.facts.refusedBodies).toBe(refused);
    expect(refused).toBeGreaterThan(500);
  });
});
