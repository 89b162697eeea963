/**
 * The second half of the hundred thousand ballistic pairs of ballistic.test.ts: by estimates, and by windows of a
 * thirtieth of a second.
 */
import { describe, expect, it } from 'vitest';
import { ballisticCampaign } from '../helpers/oracles/ballisticCampaign.ts';

describe.each([
  [74, { window: 2, keys: 'estimates' }],
  [75, {}],
] as const)('25,000 pairs, seed %d', (seed, settings) => {
  it('are as dense sampling has them', () => {
    const counts = ballisticCampaign(25_000, seed, settings);
    expect(counts.faults.slice(0, 10)).toEqual([]);
    expect(counts.pairs).toBe(25_000);
    expect(counts.impacts).toBeGreaterThan(14_000);
    expect(counts.pairs - counts.impacts).toBeGreaterThan(5_000);
  });
});
