/** Random ballistic pairs against dense sampling; test/campaign/ballistic.test.ts has a hundred thousand of them. */
import { expect, it } from 'vitest';
import { ballisticCampaign } from '../helpers/oracles/ballisticCampaign.ts';

it('no impact is missed and each bracket is right: 1,000 pairs, seed 71', () => {
  const counts = ballisticCampaign(1000, 71);
  expect(counts.faults.slice(0, 10)).toEqual([]);
  // It is about something: pairs that meet, and pairs that do not.
  expect(counts.impacts).toBeGreaterThan(500);
  expect(counts.pairs - counts.impacts).toBeGreaterThan(200);
  // A handful of looks decides where hundreds of samples would be needed.
  expect(counts.looks).toBeLessThan(12 * counts.pairs);
});

it('the same with estimates, seed 71', () => {
  const counts = ballisticCampaign(300, 71, { keys: 'estimates' });
  expect(counts.faults.slice(0, 10)).toEqual([]);
  expect(counts.impacts).toBeGreaterThan(150);
});

it('the same by speeds alone, which takes more looks, seed 71', () => {
  const all = ballisticCampaign(300, 71);
  const speeds = ballisticCampaign(300, 71, { bounds: 'speed' });
  expect(speeds.faults.slice(0, 10)).toEqual([]);
  expect(speeds.looks).toBeGreaterThan(1.15 * all.looks);
});
