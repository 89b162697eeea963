/** Many random robots whose followers and held joints stray: test/helpers/oracles/looseCampaign.ts. */
import { describe, expect, it } from 'vitest';
import { PART } from '../helpers/campaign/size.ts';
import { looseCampaign } from '../helpers/oracles/looseCampaign.ts';

const FIRST = 10_000;
const COUNT = 1000 * PART;

it(`loose joints, ${COUNT} robots from seed ${FIRST}`, () => {
  const sums = looseCampaign(FIRST, COUNT);
  console.log(`loose joints from ${FIRST}: ${JSON.stringify(sums)}`);
  expect(sums.verified).toBeGreaterThan(0.4 * COUNT);
  expect(sums.wrong).toBeGreaterThan(0.04 * COUNT);
}, 600_000);

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
