/**
 * What adaptive bisection is for [A II]: how much less it does than plainer ways that answer the same. Every count is
 * compared with that of a degraded variant: another value of an option, or the same work done apart.
 */
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { AdaptiveChecker } from '../../src/check/bisection/adaptive.ts';
import {
  addStats,
  type CheckerOptions,
  type CheckStats,
  type Covering,
  createChecker,
  emptyStats,
  type Verdict,
} from '../../src/check/index.ts';
import { ladderFinisher } from '../../src/check/ladder/ladder.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { CELLS, segmentsOf, sliderCell } from '../helpers/check/adaptiveCells.ts';
import { rowCell } from '../helpers/check/rowOfBalls.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const between = (cell: Cell, from: number[], to: number[]) =>
  new StraightSegment(cell.tree, Float64Array.from(from), Float64Array.from(to));

/** Sums over segments that all have this verdict. */
function cost(
  cell: Cell,
  options: CheckerOptions,
  segments: readonly StraightSegment[],
  verdict: Verdict,
): CheckStats {
  const checker = createChecker(cell, { method: 'adaptive', ...options });
  const sum = emptyStats();
  for (const segment of segments) {
    const result = checker.check({ segment });
    expect(result.verdict).toBe(verdict);
    addStats(sum, result.stats);
  }
  return sum;
}

const row = rowCell();
const FREE = [0.15, 0, -0.15].map((y) => between(row, [-1.5, y - 0.02, 0], [1.5, y, 0]));
/** Cells with a contact, each with the motion that finds it. */
const HITS = [0.9, 0.55, -0.7, 0.13, -1.1, 0.31].map((contact) => {
  const cell = rowCell({ contact });
  return { cell, segment: between(cell, [-1.5, 0, 0], [1.5, 0, 0]) };
});

interface Sorted {
  readonly cell: Cell;
  readonly free: readonly StraightSegment[];
  readonly colliding: readonly StraightSegment[];
}
const sorted = new Map<string, Sorted>();

/** Random segments of a small cell, seed 11, by what they are. */
function segmentsIn(name: string): Sorted {
  const known = sorted.get(name);
  if (known) return known;
  const cell = CELLS[name]();
  const checker = createChecker(cell, { method: 'adaptive' });
  const verdicts = segmentsOf(new StaticChecker(cell), 11, 30, [0.5, 3]).map((segment) => ({
    segment: segment as StraightSegment,
    verdict: checker.check({ segment }).verdict,
  }));
  const of = (verdict: Verdict) =>
    verdicts.filter((each) => each.verdict === verdict).map(({ segment }) => segment);
  const made = { cell, free: of('free'), colliding: of('colliding') };
  sorted.set(name, made);
  return made;
}

describe('A1: each pair is divided on its own', () => {
  it.each(['planar base', 'two arms'])(
    'half of the tests of all pairs at all configurations: %s',
    (name) => {
      const { cell, free } = segmentsIn(name);
      const { tests, configurations } = cost(cell, {}, free, 'free');
      expect(tests).toBeLessThan((configurations * cell.tested.length) / 2);
    },
  );
});

describe('A2: what is least covered first', () => {
  it('finds contacts in three quarters of the tests that the longest first takes', () => {
    let uncovered = 0;
    let length = 0;
    for (const { cell, segment } of HITS) {
      uncovered += cost(cell, { order: 'uncovered' }, [segment], 'colliding').tests;
      length += cost(cell, { order: 'length' }, [segment], 'colliding').tests;
    }
    expect(uncovered).toBeLessThan(0.75 * length);
  });

  it.each(['planar base', 'floating base', 'two arms'])(
    'finds contacts sooner in %s too',
    (name) => {
      const { cell, colliding, free } = segmentsIn(name);
      const [a, b] = (['uncovered', 'length'] as const).map(
        (order) => cost(cell, { order }, colliding, 'colliding').tests,
      );
      expect(a).toBeLessThan(b);
      // For a proof everything is looked at, in any order.
      const proofs = (['uncovered', 'length'] as const).map(
        (order) => cost(cell, { order }, free, 'free').tests,
      );
      expect(proofs[0]).toBe(proofs[1]);
    },
  );

  it('asks for no distance of pairs that cannot come first', () => {
    // The tip of an arm meets one of a few posts; many others stand near its base, where links move little.
    const post = (name: string, angle: number, radius: number, z: number) => {
      const [x, y] = [0.4 + radius * Math.cos(angle), radius * Math.sin(angle)];
      return `{name: ${name}, shape: {sphere: {radius: 0.05}}, pose: {xyz: [${x}, ${y}, ${z}]}}`;
    };
    const posts = [
      ...Array.from({ length: 4 }, (_, i) => post(`far${i}`, 0.45 + 0.3 * i, 1, i === 3 ? 0 : 0.3)),
      ...Array.from({ length: 40 }, (_, i) => post(`near${i}`, 0.08 * i, 0.04, 0.12)),
    ];
    const cell = cellFrom(
      `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [${posts.join(', ')}]\nallow: [["link*", "link*"], [link2, "near*"], [link3, "near*"]]`,
      { 'arm.urdf': armUrdf('arm', [0.4, 0.05, 0.6, 0.6]) },
    );
    const segment = between(cell, [-0.2, 0, 0], [2.9, 0, 0]);
    const lazy = cost(cell, {}, [segment], 'colliding').tests;
    const eager = cost(cell, { order: 'length' }, [segment], 'colliding').tests;
    expect(2 * lazy).toBeLessThan(eager);
  });
});

describe('A4: coverings', () => {
  const by = (covering: Covering) => cost(row, { covering, bounds: 1 }, FREE, 'free');

  it('midpoints are shared by all pairs: a third of the configurations of the others', () => {
    const { configurations } = by('midpoint');
    for (const other of ['both-circles', 'circles', 'middle'] as const) {
      expect(3 * configurations).toBeLessThan(by(other).configurations);
    }
  });

  it('circles find the first of several bodies in the way', () => {
    const pins = [0.9, 0.3, -0.3, -0.9].map(
      (x) => `{name: pin${x}, shape: {sphere: {radius: 0.05}}, pose: {xyz: [${x}, 0, 0]}}`,
    );
    const cell = sliderCell('<sphere radius="0.05"/>', `obstacles: [${pins.join(', ')}]`);
    const checker = createChecker(cell, { method: 'adaptive', covering: 'circles' });
    const { verdict, witness } = checker.check({
      segment: between(cell, [-1.5, 0, 0], [1.5, 0, 0]),
    });
    expect(verdict).toBe('colliding');
    expect(witness!.configuration[0]).toBeLessThan(-0.8);
    expect(witness!.configuration[0]).toBeGreaterThan(-1);
  });

  it('circles go along the motion: no pair stays behind', () => {
    const checker = createChecker(row, { method: 'adaptive', covering: 'circles', bounds: 1 });
    const [, segment] = FREE;
    const { stats } = checker.check({ segment });
    let before = 0;
    for (const part of [0.85, 0.92, 0.98]) {
      const { open } = checker.check({ segment, budget: Math.round(part * stats.tests) });
      const begin = Math.min(...open.map(({ from }) => from));
      expect(begin).toBeGreaterThan(before);
      before = begin;
    }
  });

  it('the middle of what is open takes slightly fewer tests', () => {
    const ratio = by('middle').tests / by('midpoint').tests;
    expect(ratio).toBeLessThan(1);
    expect(ratio).toBeGreaterThan(0.7);
  });
});

describe('A5: delta', () => {
  const cell = sliderCell(
    '<box size="0.2 0.2 0.2"/>',
    'obstacles: [{name: wall, shape: {box: [4, 0.2, 1]}, pose: {xyz: [0, 0.4, 0]}}]',
  );
  const graze = between(cell, [-1, 0.19995, 0], [1, 0.19995, 0.5]);

  it('bounds the work where bodies graze each other: a hundredth of the tests', () => {
    const checker = createChecker(cell, { method: 'adaptive' });
    const few = checker.check({ segment: graze, delta: 1e-4 });
    const many = checker.check({ segment: graze, delta: 0, budget: 2000 });
    expect(few.verdict).toBe('free');
    expect(many.verdict).toBe('undecided');
    expect(100 * few.stats.tests).toBeLessThan(2000);
  });

  it('A20: what is set aside is settled by the other method, and is free', () => {
    const checker = createChecker(cell, { method: 'adaptive' });
    const close = between(cell, [-1, 0.199999, 0], [1, 0.199999, 0.5]);
    const { verdict, stats } = checker.check({ segment: close });
    expect(verdict).toBe('free');
    expect(stats.tests).toBeLessThan(1000);
  });
});

describe('A9: forward kinematics', () => {
  it('of one configuration serves all pairs: a fifth of what pairs need apart', () => {
    const together = cost(row, {}, FREE, 'free');
    const apart = emptyStats();
    for (const pair of row.tested) {
      const checker = new AdaptiveChecker(row, ladderFinisher, { pairs: [pair] });
      for (const segment of FREE) addStats(apart, checker.check({ segment }).stats);
    }
    expect(together.tests).toBe(apart.tests);
    expect(5 * together.configurations).toBeLessThan(apart.configurations);
  });
});

describe('A7, A18: bounds of motion', () => {
  it('A18: reach around a configuration takes fewer tests than reach over all joint values', () => {
    const { cell, free } = segmentsIn('two arms');
    const [all, local] = ([1, 2] as const).map((bounds) => cost(cell, { bounds }, free, 'free'));
    expect(local.tests).toBeLessThan(0.97 * all.tests);
  });

  it('A7: links of one arm move against each other by the joints between them alone', () => {
    const cell = cellFrom(
      'surepath: 1\nrobots: [{urdf: arm.urdf}]\nallow: [[link0, "*"], [link1, link2], [link2, link3], [link3, link4]]',
      { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4, 0.4, 0.4]) },
    );
    // The first joint turns half around; nothing moves against anything else of the arm.
    const size = cell.tree.dofs.length;
    const from = Array.from({ length: size }, (_, d) => (d === 0 ? -1.5 : 0.3));
    const to = from.map((x, d) => (d === 0 ? 1.5 : x));
    const { tests } = cost(cell, {}, [between(cell, from, to)], 'free');
    expect(cell.tested.length).toBeGreaterThan(1);
    expect(tests).toBe(cell.tested.length);
  });
});

describe('A22, E1: distances inside the checker', () => {
  const { cell, free } = segmentsIn('floating base');
  const by = (options: CheckerOptions) =>
    cost(cell, { hulls: false, ...options }, free.slice(0, 9), 'free');

  it('exact distances cost most volumes, then relative ones, then greedy ones per test', () => {
    const exact = by({ distance: 'exact' });
    const tight = by({ distance: 'relative', relativeError: 0.05 });
    const loose = by({ distance: 'relative', relativeError: 0.5 });
    const greedy = by({ distance: 'greedy' });
    const threshold = by({ distance: 'threshold' });
    const each = ({ nodePairs, tests }: CheckStats) => nodePairs / tests;
    expect(each(tight)).toBeLessThan(each(exact));
    expect(each(loose)).toBeLessThan(0.8 * each(tight));
    expect(each(greedy)).toBeLessThan(0.2 * each(exact));
    expect(greedy.tests).toBeGreaterThan(exact.tests);
    // Enough and no more: cheaper in all than what it would take to know distances.
    expect(threshold.nodePairs).toBeLessThan(0.5 * exact.nodePairs);
    expect(threshold.tests).toBeLessThan(0.5 * greedy.tests);
  });

  it('hulls come before trees: a tenth of the volumes', () => {
    const withHulls = by({ hulls: true });
    const without = by({ hulls: false });
    expect(10 * withHulls.nodePairs).toBeLessThan(without.nodePairs);
  });
});
