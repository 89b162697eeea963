/**
 * A hundred thousand random ballistic pairs against dense sampling, together with ballisticMore.test.ts: no impact is
 * missed, each bracket is right [C 4].
 */
import { describe, expect, it } from 'vitest';
import { ballisticCampaign } from '../helpers/oracles/ballisticCampaign.ts';

describe.each([72, 73])('25,000 pairs, seed %d', (seed) => {
  it('are as dense sampling has them', () => {
    // One window: what is tried here are the bounds of a pair.
    const counts = ballisticCampaign(25_000, seed, { window: 2 });
    expect(counts.faults.slice(0, 10)).toEqual([]);
    expect(counts.pairs).toBe(25_000);
    expect(counts.impacts).toBeGreaterThan(14_000);
    expect(counts.pairs - counts.impacts).toBeGreaterThan(5_000);
  });
});
