/** The beginning of the campaign of test/campaign/keptState.test.ts: what is kept gives the answers that are made anew. */
import { expect, it } from 'vitest';
import { type DeskName, runSeed } from '../helpers/kept/campaign.ts';
import { Tally } from '../helpers/kept/tally.ts';

it.each<[DeskName, number, number]>([
  ['openCells', 6, 300],
  ['verifiers', 8, 60],
  ['monitors', 3, 50],
  ['jointMaps', 5, 1500],
  ['meshes', 6, 90],
  ['studio', 1, 80],
])('%s (seeds 1 to %i)', async (name, seeds, least) => {
  const tally = new Tally();
  // Every fourth seed asks the studio.
  for (let n = 1; n <= seeds; n++) await runSeed(name === 'studio' ? 4 * n : n, tally, [name]);
  expect(tally.differences).toEqual([]);
  expect(tally.total).toBeGreaterThan(least);
});
