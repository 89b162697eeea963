/**
 * The refined checker on random motions among thin things: compared with the independent check, and its
 * verdicts with those of the adaptive checker and the ladder.
 */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import { type CheckerOptions, createChecker } from '../../src/check/index.ts';
import { Campaign, type MotionKind } from '../oracles/pathCampaign.ts';
import { thinCell } from '../oracles/thinCells.ts';

const TIMEOUT_MS = 300_000;
const GROUP = 40;
const SEGMENTS = 6;
const groups = Array.from({ length: 5 }, (_, g) => 3000 + g * GROUP);

const refined = (options: CheckerOptions) => (cell: Cell) =>
  createChecker(cell, { ...options, method: 'refined' });

const OTHERS = [
  (cell: Cell) => createChecker(cell),
  (cell: Cell) => createChecker(cell, { method: 'adaptive' }),
  refined({ hulls: false, bounds: 1 }),
];

function compare(first: number, cells: number, segments: number, motions: MotionKind): Campaign {
  const campaign = new Campaign({ checker: refined({}), others: OTHERS, motions });
  for (let seed = first; seed < first + cells; seed++) campaign.run(thinCell(seed), 0, segments);
  const failures = campaign.contradictions.map(
    ({ seed, index, kind, what }) => `${seed}:${index} (${kind}) ${what}`,
  );
  expect(failures).toEqual([]);
  expect(campaign.segments).toBe(cells * segments);
  // Nearer than delta one may prove, or show, what another calls too close; never more than that.
  const both = [...campaign.differ.keys()];
  expect(both.filter((verdicts) => !verdicts.includes('too-close'))).toEqual([]);
  const differ = [...campaign.differ.values()].reduce((sum, n) => sum + n, 0);
  expect(differ).toBeLessThan(0.1 * OTHERS.length * campaign.segments);
  return campaign;
}

describe('the refined checker, the others and the independent check', () => {
  it.each(groups)(
    `do not contradict on ${GROUP} cells from seed %i`,
    (first) => {
      const campaign = compare(first, GROUP, SEGMENTS, 'straight');
      console.log(campaign.summary());
      expect(campaign.share('free')).toBeGreaterThan(0.3);
      expect(campaign.share('colliding')).toBeGreaterThan(0.1);
      expect(campaign.share('undecided')).toBeLessThan(0.01);
    },
    TIMEOUT_MS,
  );

  it(
    'do not contradict on polynomial motions of 20 cells from seed 4000',
    () => {
      const campaign = compare(4000, 20, SEGMENTS, 'polynomial');
      console.log(campaign.summary());
      expect(campaign.share('free')).toBeGreaterThan(0.1);
      expect(campaign.share('colliding')).toBeGreaterThan(0.1);
    },
    TIMEOUT_MS,
  );
});
