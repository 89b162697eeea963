/**
 * A hundred thousand random ballistic pairs against dense sampling, together with ballisticMore.test.ts: no impact is
 * missed, each bracket is right [C 4].
 */
import { describe, expect, it } from 'vitest';
import { PART } from '../helpers/campaign/size.ts';
import { ballisticCampaign } from '../helpers/oracles/ballisticCampaign.ts';

const PAIRS = 25_000 * PART;

describe.each([72, 73])(`${PAIRS} pairs, seed %d`, (seed) => {
  it('are as dense sampling has them', () => {
    // One window: what is tried here are the bounds of a pair.
    const counts = ballisticCampaign(PAIRS, seed, { window: 2 });
    expect(counts.faults.slice(0, 10)).toEqual([]);
    expect(counts.pairs).toBe(PAIRS);
    expect(counts.impacts).toBeGreaterThan(0.56 * PAIRS);
    expect(counts.pairs - counts.impacts).toBeGreaterThan(0.2 * PAIRS);
  });
});
