/**
 * The second half of the hundred thousand ballistic pairs of ballistic.test.ts: by estimates, and by windows of a
 * thirtieth of a second.
 */
import { describe, expect, it } from 'vitest';
import { PART } from '../helpers/campaign/size.ts';
import { ballisticCampaign } from '../helpers/oracles/ballisticCampaign.ts';

const PAIRS = 25_000 * PART;

describe.each([
  [74, { window: 2, keys: 'estimates' }],
  [75, {}],
] as const)(`${PAIRS} pairs, seed %d`, (seed, settings) => {
  it('are as dense sampling has them', () => {
    const counts = ballisticCampaign(PAIRS, seed, settings);
    expect(counts.faults.slice(0, 10)).toEqual([]);
    expect(counts.pairs).toBe(PAIRS);
    expect(counts.impacts).toBeGreaterThan(0.56 * PAIRS);
    expect(counts.pairs - counts.impacts).toBeGreaterThan(0.2 * PAIRS);
  });
});
