/**
 * The refined checker on 5,000 random motions of its own, straight ones and polynomials, among thin
 * things and beside plates where motions bend: every verdict compared with the independent check. To
 * reproduce a failure:
 *
 *   node scripts/campaign.mjs --cells thin|curved --method refined [--motions polynomial] --only seed:number
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createChecker } from '../../src/check/index.ts';
import { curvedCell } from '../helpers/oracles/curvedCells.ts';
import { Campaign, type MotionKind } from '../helpers/oracles/pathCampaign.ts';
import { type ThinCell, thinCell } from '../helpers/oracles/thinCells.ts';

/** A group takes seconds; on a busy machine much longer. */
const TIMEOUT_MS = 300_000;
/** Samples of a motion. */
const STEPS = 120;

interface Group {
  readonly motions: MotionKind;
  readonly name: string;
  readonly cellOf: (seed: number) => ThinCell;
  readonly cells: number;
  readonly each: number;
}

const GROUPS: readonly Group[] = [
  { motions: 'straight', name: 'thin', cellOf: thinCell, cells: 60, each: 50 },
  { motions: 'polynomial', name: 'thin', cellOf: thinCell, cells: 24, each: 45 },
  { motions: 'polynomial', name: 'curved', cellOf: curvedCell, cells: 28, each: 35 },
];

describe('the refined checker and the independent check', () => {
  const options = { steps: STEPS, checker: refined };
  function refined(cell: ThinCell['cell']) {
    return createChecker(cell, { method: 'refined' });
  }
  const campaigns = GROUPS.map(({ motions }) => new Campaign({ ...options, motions }));

  it.each(GROUPS.map((group, g) => ({ ...group, g })))(
    'agree on $cells x $each $motions motions of $name cells from seed 5000',
    ({ g, cellOf, cells, each }) => {
      const campaign = campaigns[g];
      for (let seed = 5000; seed < 5000 + cells; seed++) campaign.run(cellOf(seed), 0, each);
      const failures = campaign.contradictions.map(
        ({ seed, index, kind, what }) => `${seed}:${index} (${kind}) ${what}`,
      );
      expect(failures).toEqual([]);
      expect(campaign.segments).toBe(cells * each);
      expect(campaign.share('free')).toBeGreaterThan(0.3);
      expect(campaign.share('colliding')).toBeGreaterThan(0.15);
      expect(campaign.share('undecided')).toBeLessThan(0.002);
    },
    TIMEOUT_MS,
  );

  it('are compared on 5,000 motions, many of them hardly free', () => {
    const sum = (of: (campaign: Campaign) => number) =>
      campaigns.reduce((total, campaign) => total + of(campaign), 0);
    expect(sum(({ segments }) => segments)).toBeGreaterThan(5000);
    expect(sum(({ nearlyFree }) => nearlyFree)).toBeGreaterThan(250);
  });

  afterAll(() => {
    for (const campaign of campaigns) console.log(campaign.summary());
  });
});
