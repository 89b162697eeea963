/** Many random robots whose followers and held joints stray: test/helpers/oracles/looseCampaign.ts. */
import { expect, it } from 'vitest';
import { looseCampaign } from '../helpers/oracles/looseCampaign.ts';

it.each([10000, 40000])(
  'loose joints, 500 robots from seed %i',
  (first) => {
    const sums = looseCampaign(first, 500);
    console.log(`loose joints from ${first}: ${JSON.stringify(sums)}`);
    expect(sums.verified).toBeGreaterThan(200);
    expect(sums.wrong).toBeGreaterThan(20);
  },
  600_000,
);
