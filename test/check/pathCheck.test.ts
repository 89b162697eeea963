/** Paths and collections of segments: the queue of segments and its limits. */
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import {
  type Checker,
  type CheckRequest,
  checkEdges,
  checkPath,
  createChecker,
  type PathProgress,
} from '../../src/check/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { CELLS, segmentsOf, sliderCell } from '../helpers/check/adaptiveCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const OBSTACLES = `obstacles:
  - {name: wall, shape: {box: [0.1, 2, 1]}, pose: {xyz: [1.3, 0, 0]}}
  - {name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0.2, 0.7, 0]}}`;

const build = (rest = '') =>
  cellFrom(
    `surepath: 1\nrobots: [{urdf: arm.urdf}]\n${OBSTACLES}\n${rest}\nallow: [[link0, link1], [link1, link2]]`,
    { 'arm.urdf': armUrdf('arm', [0.5, 0.5, 0.4]) },
  );

const through = (cell: Cell, ...points: number[][]) =>
  buildPath(
    cell.tree,
    points.map((q) => Float64Array.from(q)),
  );

/** Counts what it is asked. */
function counting(checker: Checker): Checker & { calls: CheckRequest[] } {
  const calls: CheckRequest[] = [];
  return {
    method: checker.method,
    calls,
    check(request) {
      calls.push(request);
      return checker.check(request);
    },
  };
}

for (const method of ['adaptive', 'fixed'] as const) {
  describe(`paths, ${method}`, () => {
    const cell = build();
    const proven = method === 'adaptive' ? 'free' : 'no collision found';

    it('are what their segments are', () => {
      const checker = createChecker(cell, { method });
      const free = checkPath(checker, through(cell, [-2, 0], [-1, 0.5], [-0.8, 1], [-2, 1.5]));
      expect(free.verdict).toBe(proven);
      expect(free.witness).toBeNull();
      expect(free.open).toEqual([]);
      const hit = checkPath(checker, through(cell, [-2, 0], [-1, 0], [1, 0], [2.5, 0]));
      expect(hit.verdict).toBe('colliding');
      expect(hit.witness!.segment).toBeGreaterThanOrEqual(1);
      expect(hit.witnesses).toEqual([hit.witness]);
    });

    it('list every pair on every segment if asked to', () => {
      const checker = createChecker(cell, { method });
      const path = through(cell, [-2, 0], [-1, 0], [1, 0], [2.5, 0]);
      const { witnesses, verdict } = checkPath(checker, path, { all: true });
      expect(verdict).toBe('colliding');
      const found = witnesses.map((w) => `${w.segment} ${cell.bodies[w.pair.b].name}`);
      expect(new Set(found)).toEqual(new Set(['1 wall', '2 post']));
      const order = witnesses.map((w) => w.segment + w.t / 2);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      const static_ = new StaticChecker(cell);
      for (const w of witnesses) expect(static_.check(w.configuration).colliding).toBe(true);
    });

    it('of one waypoint are a check of that configuration', () => {
      const checker = createChecker(cell, { method });
      expect(checkPath(checker, through(cell, [-2, 0])).verdict).toBe(proven);
      expect(checkPath(checker, through(cell, [0, 0])).verdict).toBe('colliding');
    });

    it('stop at a limit, undecided, with what is open on every segment', () => {
      const path = through(cell, [-2, 0], [-1, 0.5], [-0.8, 1], [-2, 1.5]);
      for (const limit of [{ budget: 0 }, { signal: { aborted: true } }, { timeLimit_ms: 0 }]) {
        const { verdict, open, stats } = checkPath(createChecker(cell, { method }), path, limit);
        expect(verdict).toBe('undecided');
        expect(stats.tests).toBe(0);
        for (let s = 0; s < 3; s++) {
          const pairs = open.filter((o) => o.segment === s).map((o) => o.pair);
          expect(new Set(pairs)).toEqual(new Set(cell.tested));
        }
      }
      const little = checkPath(createChecker(cell, { method }), path, { budget: 12 });
      expect(little.verdict).toBe('undecided');
      expect(little.open.length).toBeGreaterThan(0);
      expect(little.stats.tests).toBeLessThan(12 + 2 * cell.tested.length);
    });
  });
}

describe('the queue of segments', () => {
  const cell = build();

  // A box that slides beside a wall at 0.2 mm takes thousands of tests.
  const beside = sliderCell(
    '<box size="0.2 0.2 0.2"/>',
    'obstacles: [{name: wall, shape: {box: [4, 0.2, 1]}, pose: {xyz: [0, 0.4, 0]}}]',
  );
  const slow = through(beside, [-1, 0.1998, 0], [1, 0.1998, 0.5]);

  it('finds a late collision before early segments are proven', () => {
    const checker = createChecker(beside, { method: 'adaptive' });
    const alone = checkPath(checker, slow);
    expect(alone.verdict).toBe('free');
    expect(alone.stats.tests).toBeGreaterThan(1000);
    const late = through(beside, ...slow.waypoints.map((q) => [...q]), [0, 0.1, 0], [0.5, 0.4, 0]);
    const all = checkPath(checker, late);
    expect(all.verdict).toBe('colliding');
    expect(all.witness!.segment).toBe(2);
    expect(all.stats.tests).toBeLessThan(1000);
  });

  it('gives kept work back, with growing budgets', () => {
    const checker = counting(createChecker(beside, { method: 'adaptive' }));
    const [segment] = slow.segments;
    const fresh = checker.check({ segment });
    const [result] = checkEdges(checker, [segment], { turns: 'budgets' });
    const [, first, second] = checker.calls;
    expect(first.kept).toBeNull();
    expect(second.kept).not.toBeNull();
    expect(second.budget).toBeGreaterThan(first.budget!);
    expect(result.verdict).toBe(fresh.verdict);
    expect(result.stats.tests).toBe(fresh.stats.tests);
  });

  it('answers for every edge as if it were asked alone, seed 8', () => {
    for (const make of [CELLS.gantry, CELLS['two arms']]) {
      const cells = make();
      const segments = segmentsOf(new StaticChecker(cells), 8, 15);
      const checker = createChecker(cells, { method: 'adaptive' });
      const together = checkEdges(checker, segments);
      segments.forEach((segment, i) => {
        const alone = checker.check({ segment });
        expect(together[i].verdict, `edge ${i}`).toBe(alone.verdict);
        expect(together[i].witness?.t, `edge ${i}`).toBe(alone.witness?.t);
      });
    }
  });

  it('reports progress', () => {
    const seen: PathProgress[] = [];
    const path = through(cell, [-2, 0], [-1, 0.5], [-0.8, 1], [-2, 1.5]);
    const checker = createChecker(cell, { method: 'adaptive' });
    const { stats } = checkPath(checker, path, { onProgress: (progress) => seen.push(progress) });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen.at(-1)).toEqual({ settled: 3, segments: 3, tests: stats.tests });
  });

  it('prefers contact to a violated clearance on the same segment, and stops there', () => {
    const near = build('clearance: {default: 0.05}');
    const checker = createChecker(near, { method: 'adaptive' });
    const path = through(near, [-2, 0], [0, 0], [-2, 0], [0.1, 0]);
    // Two segments collide: the first is asked first, and the longer one has more uncovered.
    for (const [turns, segment] of [
      ['budgets', 0],
      ['uncovered', 2],
    ] as const) {
      const { verdict, witness } = checkPath(checker, path, { turns });
      expect(verdict, turns).toBe('colliding');
      expect(witness!.segment, turns).toBe(segment);
    }
  });

  it('never waits for a checker that is stuck', () => {
    const segment = segmentsOf(new StaticChecker(cell), 9, 1)[0];
    const stuck: Checker = {
      method: 'adaptive',
      check: ({ segment: s }) => ({
        verdict: 'undecided',
        witness: null,
        witnesses: [],
        open: [{ pair: cell.tested[0], from: 0, to: 1 }],
        kept: { segment: s, method: 'adaptive', size: 0 },
        stats: {
          ...{ configurations: 0, tests: 0, gjkCalls: 0 },
          nodePairs: 0,
          trianglePairs: 0,
          sweeps: 0,
        },
      }),
    };
    const [result] = checkEdges(stuck, [segment]);
    expect(result.verdict).toBe('undecided');
  });
});
