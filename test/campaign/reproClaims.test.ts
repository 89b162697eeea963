/**
 * `npm run repro -- checking --only order,memory,hierarchy`: the papers' claims as experiments, with few samples. Their
 * effects are asserted, as far as they showed with any samples; times are looked at nowhere.
 */
import { describe, expect, it } from 'vitest';
import { AsPrinted } from '../../experiments/papers/asPrinted.ts';
import { CHECKING } from '../../experiments/papers/checking.ts';
import { asOneBody, partByPart } from '../../experiments/papers/divided.ts';
import { ENVIRONMENTS, Environments } from '../../experiments/papers/environments.ts';
import { Sampler } from '../../experiments/papers/sampler.ts';
import { surfaceOf } from '../../src/cell/index.ts';
import { createChecker } from '../../src/check/index.ts';

const SMALL = ENVIRONMENTS.filter(({ figure }) => ['11a', '11b', '11c'].includes(figure));
const environments = new Environments(SMALL);

function tablesOf(id: string, count: number) {
  const experiment = CHECKING.find(({ ids }) => ids.includes(id))!;
  return experiment.run(new Sampler({ count: () => count, environments }));
}

const [cage] = environments.of(['11a']);

describe('the order of the queue', () => {
  it('finds contacts with fewer tests and volumes by uncovered length', () => {
    const [table] = tablesOf('order', 12);
    expect(table.rows.length).toBe(6);
    for (const row of table.rows) {
      expect(row['ours.tests']).toBeGreaterThan(1.2);
      expect(row['ours.bv']).toBeGreaterThan(1.2);
      expect(row['ours.sooner']).toBeGreaterThan(row['ours.later'] as number);
    }
  });

  it('makes no difference for what is free', () => {
    const cell = environments.cell(cage);
    const { free } = new Sampler({ count: () => 0, environments }).segments(cage, 0, 6);
    const [uncovered, length] = (['uncovered', 'length'] as const).map(
      (order) => new AsPrinted(cell, order),
    );
    for (const segment of free) {
      expect([uncovered, length].map((checker) => checker.isFree(segment, 0))).toEqual([
        true,
        true,
      ]);
    }
    expect([length.tests, length.nodePairs]).toEqual([uncovered.tests, uncovered.nodePairs]);
  });
});

describe('what is held', () => {
  it('is more in the queue of volume pairs than in that of bodies, and most in trees', () => {
    const [checks, planners] = tablesOf('memory', 3);
    expect(checks.rows.map((row) => row.figure)).toEqual(['11a', '11b']);
    for (const row of checks.rows) {
      const [adaptive, refined, trees] = ['adaptive', 'refined', 'trees'].map((key) =>
        Number(row[`ours.${key}.largest`]),
      );
      expect(adaptive).toBeGreaterThan(20);
      expect(refined).toBeGreaterThan(adaptive);
      expect(trees).toBeGreaterThan(refined);
      // An interval is eight numbers, and a place in a heap.
      expect(1000 * Number(row['ours.adaptive.kilobytes'])).toBeGreaterThan(64 * adaptive);
      expect(row['ours.adaptive.mean']).toBeLessThanOrEqual(adaptive);
    }
    expect(planners.rows.map((row) => row.planner).slice(0, 3)).toEqual([
      'SBL, 0.01 rad',
      'A-SBL, adaptive',
      'A-SBL, ladder',
    ]);
    for (const row of planners.rows) {
      expect(row['ours.found']).toBe(1);
      expect(row['ours.items']).toBeGreaterThan(0);
    }
  });
});

describe('a cage as one body, and bar by bar', () => {
  it('is the same cage', () => {
    const description = environments.description(cage);
    const [one, bars] = [asOneBody(description), partByPart(description)];
    const obstacles = (cell: typeof one) => cell.bodies.filter(({ kind }) => kind === 'obstacle');
    expect(obstacles(one).length).toBe(1);
    expect(obstacles(bars).length).toBe(36);
    const triangles = (cell: typeof one) =>
      obstacles(cell).flatMap(({ pieces }) =>
        pieces.map((piece) => surfaceOf(piece)!.mesh.indices.length / 3),
      );
    expect(triangles(one)).toEqual([432]);
    expect(new Set(triangles(bars))).toEqual(new Set([12]));
    const { free, colliding } = new Sampler({ count: () => 0, environments }).segments(cage, 6, 6);
    for (const cell of [one, bars]) {
      const checker = createChecker(cell);
      for (const segment of free) expect(checker.check({ segment }).verdict).toBe('free');
      for (const segment of colliding) expect(checker.check({ segment }).verdict).toBe('colliding');
    }
  });

  it('takes fewer tests as one', () => {
    const [table] = tablesOf('hierarchy', 4);
    expect(table.rows.length).toBe(18);
    for (const row of table.rows) expect(row['ours.decided']).toBe(1);
    const of = (figure: string, segments: string, hierarchies: string) =>
      table.rows.find(
        (row) =>
          row.figure === figure && row.segments === segments && row.hierarchies === hierarchies,
      )!;
    for (const figure of ['11a', '11b', '11c']) {
      const [bars, one] = ['one for each bar', 'one for all'].map((hierarchies) =>
        Number(of(figure, 'colliding', hierarchies)['ours.tests']),
      );
      expect(one).toBeLessThan(bars / 2);
    }
    expect(of('11a', 'free', 'one for each bar')['ours.bodies']).toBe(36);
    expect(of('11c', 'free', 'one for each bar')['ours.bodies']).toBe(32);
  });
});
