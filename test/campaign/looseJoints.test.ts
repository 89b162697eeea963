/** Many random robots whose followers and held joints stray: test/helpers/oracles/looseCampaign.ts. */
import { describe, expect, it } from 'vitest';
import { partOf } from '../helpers/campaign/size.ts';
import { looseCampaign } from '../helpers/oracles/looseCampaign.ts';

it.each(partOf([10000, 40000]))(
  'loose joints, 500 robots from seed %i',
  (first) => {
    const sums = looseCampaign(first, 500);
    console.log(`loose joints from ${first}: ${JSON.stringify(sums)}`);
    expect(sums.verified).toBeGreaterThan(200);
    expect(sums.wrong).toBeGreaterThan(20);
  },
  600_000,
);

describe('random robots', () => {
  it('are never free where they may stray into something, seeds 1 to 80', () => {
    const sums = looseCampaign(1, 80);
    console.log(`loose joints: ${JSON.stringify(sums)}`);
    expect(sums.loose).toBeGreaterThan(40);
    expect(sums.free).toBeGreaterThan(30);
    expect(sums.verified).toBeGreaterThan(30);
    expect(sums.wrong).toBeGreaterThan(3);
  });
});
