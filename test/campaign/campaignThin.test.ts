/**
 * 20,000 random motions among thin things, each verdict of the default method compared with the
 * independent check: what it finds colliding must not be free, what is called colliding must
 * touch. A failure names the cell's seed and the segment's number; either reproduces it:
 *
 *   node scripts/campaign.mjs --cells thin --only seed:number
 */
import { afterAll, describe, expect, it } from 'vitest';
import { type CheckerOptions, createChecker } from '../../src/check/index.ts';
import { PART, partOf } from '../helpers/campaign/size.ts';
import { Campaign } from '../helpers/oracles/pathCampaign.ts';
import { thinCell } from '../helpers/oracles/thinCells.ts';

const SEGMENTS = 80;
const GROUP = 25;
const GROUPS = partOf(Array.from({ length: 10 }, (_, g) => g * GROUP));
/** A group takes ten seconds; on a busy machine much longer. */
const TIMEOUT_MS = 300_000;

const OTHERS: readonly CheckerOptions[] = [
  { distance: 'greedy', bounds: 1 },
  { distance: 'greedy', bounds: 2 },
  { distance: 'threshold', bounds: 1 },
  { distance: 'threshold', bounds: 2 },
  { distance: 'relative', relativeError: 0.5 },
  { distance: 'relative', relativeError: 0 },
  { distance: 'exact', bounds: 1 },
  { distance: 'exact', bounds: 2 },
  { covering: 'circles' },
  { covering: 'middle' },
  { covering: 'circles', distance: 'greedy', bounds: 1 },
  { covering: 'middle', distance: 'exact', bounds: 1 },
  { method: 'refined' },
  { method: 'refined', hulls: false },
];

const failures = ({ contradictions }: Campaign) =>
  contradictions.map(({ seed, index, kind, what }) => `${seed}:${index} (${kind}) ${what}`);

describe('the default method and the independent check', () => {
  const campaign = new Campaign();

  it.each(GROUPS)(
    `agree on ${GROUP * SEGMENTS} segments of the cells from seed %i`,
    (first) => {
      const before = campaign.segments;
      for (let seed = first; seed < first + GROUP; seed++)
        campaign.run(thinCell(seed), 0, SEGMENTS);
      expect(failures(campaign)).toEqual([]);
      expect(campaign.segments - before).toBe(GROUP * SEGMENTS);
    },
    TIMEOUT_MS,
  );

  it('come to each verdict often enough to mean something', () => {
    expect(campaign.segments).toBe(GROUPS.length * GROUP * SEGMENTS);
    expect(campaign.share('free')).toBeGreaterThan(0.4);
    expect(campaign.share('colliding')).toBeGreaterThan(0.15);
    expect(campaign.share('too-close')).toBeLessThan(0.06);
    expect(campaign.share('undecided')).toBeLessThan(0.002);
    expect(campaign.contained).toBeGreaterThan(50 * PART);
    expect(campaign.nearlyFree).toBeGreaterThan(0.05 * campaign.segments);
  });

  afterAll(() => console.log(campaign.summary()));
});

describe('all methods', () => {
  const cells = 10;
  const segments = 24;
  const groups = partOf(Array.from({ length: 5 }, (_, g) => 1000 + g * cells));

  it.each(groups)(
    `do not contradict on ${cells * segments} segments, cells from seed %i`,
    (first) => {
      const others = OTHERS.map(
        (options) => (cell: Parameters<typeof createChecker>[0]) =>
          createChecker(cell, { method: 'adaptive', ...options }),
      );
      const campaign = new Campaign({ others });
      for (let seed = first; seed < first + cells; seed++)
        campaign.run(thinCell(seed), 0, segments);
      console.log(campaign.summary());
      expect(failures(campaign)).toEqual([]);
      expect(campaign.segments).toBe(cells * segments);
      // Nearer than delta one may prove, or show, what another calls too close; never more than that.
      const both = [...campaign.differ.keys()];
      expect(both.filter((verdicts) => !verdicts.includes('too-close'))).toEqual([]);
      const differ = [...campaign.differ.values()].reduce((sum, n) => sum + n, 0);
      expect(differ).toBeLessThan(0.1 * OTHERS.length * campaign.segments);
    },
    TIMEOUT_MS,
  );
});
