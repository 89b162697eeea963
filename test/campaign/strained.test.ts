/**
 * What `check` calls free is certified, and what is certified is verified, also where rounding is large:
 * far from the origin, after many turns, at half a turn. STRAINED_COUNT asks for more of each.
 */
import { expect, it } from 'vitest';
import { PART } from '../helpers/campaign/size.ts';
import { certifyStrained, type Strain } from '../helpers/certificate/farCells.ts';

const COUNT = Number(process.env.STRAINED_COUNT ?? 600 * PART);

it.each<[Strain, number]>([
  ['far', 100_000],
  ['turns', 200_000],
  ['half a turn', 300_000],
])(
  '%s (from seed %i)',
  (strain, first) => {
    let free = 0;
    const refused: string[] = [];
    const rejected: string[] = [];
    for (let seed = first; seed < first + COUNT; seed++) {
      const outcome = certifyStrained(strain, seed);
      if (outcome.free) free++;
      if (outcome.refused) refused.push(outcome.refused);
      if (outcome.rejected) rejected.push(outcome.rejected);
    }
    const counts = `${free} of ${COUNT} free, ${refused.length} refused, ${rejected.length} rejected`;
    console.log(
      [`${strain}: ${counts}`, ...rejected.slice(0, 9), ...refused.slice(0, 9)].join('\n'),
    );
    expect(rejected.length).toBe(0);
    expect(free).toBeGreaterThan(COUNT / 3);
    // Some have no room, or need more tests than they were given.
    expect(refused.length).toBeLessThan(free / 10);
  },
  3_600_000,
);
