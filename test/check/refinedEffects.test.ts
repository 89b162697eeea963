/**
 * What the refined checker is for [A VI]: pairs of volumes are looked at once per configuration, what is far apart is done
 * with early, and parts move less than bodies. Answers are in refined.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import {
  addStats,
  type CheckerOptions,
  type CheckStats,
  createChecker,
  emptyStats,
} from '../../src/check/index.ts';
import { CELLS, segmentsOf, sliderCell } from '../helpers/check/adaptiveCells.ts';
import { line } from '../helpers/check/ladderLines.ts';

const cell = CELLS.gantry();
const segments = segmentsOf(new StaticChecker(cell), 11, 16, [1, 3]);

/** Of segments that are free, and of the others. */
function count(options: CheckerOptions): { readonly free: CheckStats; readonly hit: CheckStats } {
  const checker = createChecker(cell, options);
  const free = emptyStats();
  const hit = emptyStats();
  for (const segment of segments) {
    const { verdict, stats } = checker.check({ segment });
    addStats(verdict === 'free' ? free : hit, stats);
  }
  return { free, hit };
}

/** Counts are the same in every run; with a twentieth to spare, for changes that mean nothing. */
function atMost(found: CheckStats, expected: Partial<CheckStats>): void {
  for (const [name, most] of Object.entries(expected)) {
    expect(found[name as keyof CheckStats], name).toBeLessThanOrEqual(1.05 * most);
  }
}

describe('REFINED-ADAPTIVE-BISECTION, a gantry, seed 11', () => {
  const paper = count({ method: 'adaptive', distance: 'greedy', bounds: 1, hulls: false });
  const adaptive = count({ method: 'adaptive' });
  const plain = count({ method: 'refined', bounds: 1, hulls: false });
  const trees = count({ method: 'refined', hulls: false });
  const refined = count({ method: 'refined' });

  it("takes a tenth of the pairs of volumes of the paper's adaptive checker, and few more looks", () => {
    expect(10 * trees.free.nodePairs).toBeLessThan(paper.free.nodePairs);
    expect(trees.free.configurations).toBeLessThan(paper.free.configurations);
    atMost(trees.free, { configurations: 647, tests: 1245, nodePairs: 2453, trianglePairs: 228 });
  });

  it('lengths of parts are shorter than those of bodies, and hulls come before trees', () => {
    expect(trees.free.nodePairs).toBeLessThan(0.95 * plain.free.nodePairs);
    expect(2 * refined.free.nodePairs).toBeLessThan(trees.free.nodePairs);
    atMost(refined.free, { configurations: 429, tests: 832, nodePairs: 969 });
  });

  it('what collides is found as soon as by bodies', () => {
    expect(refined.hit.tests).toBeLessThanOrEqual(1.05 * adaptive.hit.tests);
    atMost(refined.hit, { tests: 477, nodePairs: 627 });
  });
});

describe('the largest uncovered length first', () => {
  const TABLE = '{name: table, shape: {mesh: cube.stl}, pose: {xyz: [0, 0, -1]}}';
  const POST = '{name: post, shape: {mesh: small.stl}, pose: {xyz: [0.01, 0, 0.25]}}';
  const slide = (obstacles: string[]) => {
    const own = sliderCell('<mesh filename="small.stl"/>', `obstacles: [${obstacles.join(', ')}]`);
    // A millimetre above the table all the way.
    const segment = line(own, [-0.8, 0, 0.101], [0.79, 0.02, 0.101]);
    return createChecker(own, { method: 'refined' }).check({ segment });
  };

  it('a deep contact is found before a long way just above a table is proven', () => {
    const free = slide([TABLE]);
    const hit = slide([TABLE, POST]);
    expect(free.verdict).toBe('free');
    expect(hit.verdict).toBe('colliding');
    expect(5 * hit.stats.tests).toBeLessThan(free.stats.tests);
  });
});
