/**
 * What searches along paths are for, in tests: clearances [A15] are known as well as was asked and no better, contacts [A17]
 * are closed in on from what is proven, depths [A16] are computed as far as they are needed. Answers are in clearance,
 * firstContact and penetration.test.ts.
 */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import {
  type CheckStats,
  certifiedClearance,
  checkPenetration,
  firstContact,
} from '../../src/check/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';
import { BALL, BOX, TABLE } from '../helpers/check/ladderLines.ts';

const path = (cell: Cell, ...waypoints: number[][]) =>
  buildPath(
    cell.tree,
    waypoints.map((q) => Float64Array.from(q)),
  );

/** Counts are the same in every run; with a twentieth to spare, for changes that mean nothing. */
function atMost(found: CheckStats, expected: Partial<CheckStats>): void {
  for (const [name, most] of Object.entries(expected)) {
    expect(found[name as keyof CheckStats], name).toBeLessThanOrEqual(1.05 * most);
  }
}

describe('clearance', () => {
  const cell = sliderCell(
    BALL,
    `obstacles:
  - {name: near, shape: {box: [0.2, 0.2, 0.2]}, pose: {xyz: [0, 0.25, 0]}}
  - {name: far, shape: {box: [0.2, 0.2, 0.2]}, pose: {xyz: [0.5, 0.7, 0]}}`,
  );
  const along = path(cell, [-1, 0, 0], [-0.5, 0.02, 0], [0, 0, 0], [0.5, -0.02, 0], [1, 0, 0]);
  const ask = (accuracy_m: number, horizon_m: number) =>
    certifiedClearance(cell, along, { accuracy_m, horizon_m });

  it('what is asked for less exactly, or matters only when near, takes less', () => {
    const fine = ask(1e-3, 0.1);
    const coarse = ask(0.02, 0.1);
    const all = ask(1e-3, 1);
    // A clearance for each pair, not that of the nearest for all.
    expect(fine.pairs[0].lower).toBeGreaterThan(0.044);
    expect(fine.pairs[0].lower).toBeLessThan(0.05);
    expect(fine.pairs[1].lower).toBeGreaterThan(0.09);
    expect(coarse.stats.tests).toBeLessThan(0.8 * fine.stats.tests);
    expect(fine.stats.tests).toBeLessThan(0.8 * all.stats.tests);
    atMost(fine.stats, { configurations: 75, tests: 77, gjkCalls: 69 });
    atMost(coarse.stats, { tests: 23 });
  });
});

describe('first contact', () => {
  const cell = sliderCell(
    BALL,
    `obstacles:
  - {name: first, shape: {mesh: small.stl}, pose: {xyz: [0.5, 0, 0]}}
  - {name: second, shape: {box: [0.1, 1, 1]}, pose: {xyz: [1.2, 0, 0]}}`,
  );

  it('goes on from what is proven, and to where a contact was seen', () => {
    const found = firstContact(cell, path(cell, [-1.5, 0.05, 0], [1.9, 0, 0]));
    expect(found.safe.length).toBe(3);
    atMost(found.stats, { configurations: 156, tests: 320 });
  });
});

describe('penetration', () => {
  const cell = sliderCell(BOX, TABLE);
  // The box is 3 mm deep where it is lowest.
  const along = path(cell, [-0.5, 0, 0.4], [-0.1, 0, 0.2], [0, 0, 0.097], [0.5, 0, 0.3]);

  it('depths are computed as far as they are needed, ends of segments once', () => {
    const within = checkPenetration(cell, along, { depth: 0.004 });
    const loose = checkPenetration(cell, along, { depth: 0.05 });
    const deeper = checkPenetration(cell, along, { depth: 0.002 });
    expect([within.verdict, loose.verdict, deeper.verdict]).toEqual(['within', 'within', 'deeper']);
    expect(loose.stats.tests).toBeLessThan(0.8 * within.stats.tests);
    // What is too deep is looked for first.
    expect(5 * deeper.stats.tests).toBeLessThan(within.stats.tests);
    atMost(within.stats, { configurations: 29, tests: 27, nodePairs: 6 });
    atMost(deeper.stats, { tests: 3 });
  });

  it('what is proven has padding in it', () => {
    const padded = sliderCell(BOX, TABLE, ', padding: {l3: 0.003}');
    const { pairs, verdict } = checkPenetration(padded, along, { depth: 0.01 });
    expect(verdict).toBe('within');
    expect(pairs[0].upper).toBeGreaterThanOrEqual(0.006);
    expect(pairs[0].upper).toBeLessThan(0.007);
  });

  it('what exceeds the bound most is looked at first', () => {
    // One millimetre in the table all the way, which is allowed; three in a block on it.
    const block = '{name: block, shape: {box: [0.05, 0.4, 0.2]}, pose: {xyz: [0.31, 0, -0.098]}}';
    const cells = [TABLE, TABLE.replace(']}}]', `]}}, ${block}]`)].map((rest) =>
      sliderCell(BOX, rest),
    );
    const [free, hit] = cells.map((own) =>
      checkPenetration(own, path(own, [-0.9, 0, 0.099], [0.9, 0.02, 0.099]), { depth: 0.002 }),
    );
    expect([free.verdict, hit.verdict]).toEqual(['within', 'deeper']);
    expect(5 * hit.stats.tests).toBeLessThan(free.stats.tests);
  });

  it('meshes are searched as far as the proof needs', () => {
    const own = sliderCell(BALL, 'obstacles: [{name: big, shape: {mesh: cube.stl}}]');
    const { verdict, stats } = checkPenetration(
      own,
      path(own, [-0.9, 0, 1.3], [0, 0, 1.097], [0.9, 0, 1.2]),
      { depth: 0.01 },
    );
    expect(verdict).toBe('within');
    atMost(stats, { tests: 84, nodePairs: 2359 });
  });
});
