/** What is kept between questions, on long random sequences: every answer is the one that is made anew. */
import { expect, it } from 'vitest';
import { type DeskName, runSeed, STEPS } from '../helpers/kept/campaign.ts';
import { Tally } from '../helpers/kept/tally.ts';

it('x', async () => {
  const tally = new Tally();
  for (const name of Object.keys(STEPS) as DeskName[]) {
    const t0 = performance.now();
    const n0 = tally.total;
    const d0 = tally.differences.length;
    for (let seed = 0; seed < 12; seed++) {
      try { await runSeed(seed, tally, [name]); } catch (e) { console.log(name, seed, e); break; }
    }
    console.log(name, tally.total - n0, performance.now() - t0, tally.differences.slice(d0, d0 + 2));
  }
  console.log(tally.answers, tally.threw);
});
