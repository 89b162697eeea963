/**
 * The queue of segments [A II-D]: which segment is gone on with, and what is kept. Counts are compared with those of
 * growing budgets, of segments one after the other, and of asking again without what was kept.
 */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import {
  addStats,
  type Checker,
  type CheckerOptions,
  type CheckResult,
  checkEdges,
  checkPath,
  createChecker,
  emptyStats,
} from '../../src/check/index.ts';
import { InputError } from '../../src/math/index.ts';
import { buildPath, type Path } from '../../src/motion/index.ts';
import { rowCell } from '../helpers/check/rowOfBalls.ts';

/** Back and forth past the row; and short steps along it, then a long one through the small ball. */
function pathsOf({ tree }: Cell): { free: Path; late: Path } {
  const through = (points: number[][]) =>
    buildPath(
      tree,
      points.map((q) => Float64Array.from(q)),
    );
  const long = Array.from({ length: 13 }, (_, i) => [i % 2 === 0 ? -1.5 : 1.5, 0.02 * i - 0.45, 0]);
  const short = Array.from({ length: 13 }, (_, i) => [0.2 * i - 1.5, -0.15, 0]);
  return { free: through(long), late: through([...short, [0.9, 0.02, 0], [-1.5, 0.02, 0]]) };
}

const cell = rowCell({ contact: 0.31 });
const { free, late } = pathsOf(cell);
const make = (options: CheckerOptions = {}) =>
  createChecker(cell, { method: 'adaptive', ...options });

/** Counts how often the segment at hand changes, and what is asked. */
function watched(checker: Checker) {
  const seen = { asks: 0, turns: 0, tests: 0 };
  let last: unknown = null;
  const watching: Checker = {
    method: checker.method,
    check(request) {
      seen.asks++;
      if (request.segment !== last) seen.turns++;
      last = request.segment;
      const result = checker.check(request);
      seen.tests += result.stats.tests;
      return result;
    },
  };
  return { watching, seen };
}

describe('by uncovered length', () => {
  it.each(['adaptive', 'refined'] as const)(
    '%s finds a late contact in a quarter of the tests of growing budgets',
    (method) => {
      const budgets = checkPath(make({ method }), late, { turns: 'budgets' });
      const uncovered = checkPath(make({ method }), late, { turns: 'uncovered' });
      expect(budgets.verdict).toBe('colliding');
      expect(uncovered.verdict).toBe('colliding');
      expect(uncovered.witness!.segment).toBe(13);
      expect(4 * uncovered.stats.tests).toBeLessThan(budgets.stats.tests);
    },
  );

  it.each(['adaptive', 'refined', 'fixed'] as const)(
    '%s: a proof takes the same tests in any order, and hardly more configurations',
    (method) => {
      const budgets = checkPath(make({ method }), free, { turns: 'budgets' });
      const uncovered = checkPath(make({ method }), free, { turns: 'uncovered' });
      expect(uncovered.verdict).toBe(budgets.verdict);
      expect(uncovered.stats.tests).toBe(budgets.stats.tests);
      expect(uncovered.stats.configurations).toBeLessThan(1.05 * budgets.stats.configurations);
    },
  );

  it('goes from segment to segment, entry by entry', () => {
    const { watching, seen } = watched(make());
    checkPath(watching, free, { turns: 'uncovered' });
    const one = watched(make());
    checkPath(one.watching, free, { turns: 'budgets' });
    expect(seen.tests).toBe(one.seen.tests);
    expect(seen.turns).toBeGreaterThan(5 * one.seen.turns);
  });

  it('always goes on with a segment that has most uncovered', () => {
    for (const all of [false, true]) {
      const checker = make();
      const known = new Map<unknown, number>(late.segments.map((each) => [each, Infinity]));
      const spying: Checker = {
        method: 'adaptive',
        check(request) {
          expect(known.get(request.segment)).toBe(Math.max(...known.values()));
          const result = checker.check(request);
          if (result.kept) known.set(request.segment, result.kept.uncovered!);
          else known.delete(request.segment);
          return result;
        },
      };
      expect(checkPath(spying, late, { turns: 'uncovered', all }).verdict).toBe('colliding');
      expect(known.size).toBeLessThan(late.segments.length);
    }
  });

  it('sampling goes on with the longest interval', () => {
    const [a, b] = (['uncovered', 'budgets'] as const).map((turns) =>
      checkPath(make({ method: 'fixed', resolution: 0.01 }), late, { turns }),
    );
    expect(a.verdict).toBe('colliding');
    expect(b.verdict).toBe('colliding');
    expect(2 * a.stats.tests).toBeLessThan(b.stats.tests);
  });

  it('is refused where there is no queue of entries, and so is a word that nobody knows', () => {
    const ladder = createChecker(cell);
    expect(() => checkPath(ladder, free, { turns: 'uncovered' })).toThrow(InputError);
    expect(checkPath(ladder, free).verdict).toBe('free');
    expect(() => checkPath(make(), free, { turns: 'sideways' as 'budgets' })).toThrow(InputError);
  });
});

describe('kept work', () => {
  it('is not done twice within a question: as many tests as each segment takes alone', () => {
    const alone = emptyStats();
    for (const segment of free.segments) addStats(alone, make().check({ segment }).stats);
    for (const turns of ['uncovered', 'budgets'] as const) {
      expect(checkPath(make(), free, { turns }).stats.tests, turns).toBe(alone.tests);
    }
  });

  it('of a path that collides is gone on with when its other segments are asked again', () => {
    const checker = make();
    const hit = checkPath(checker, { ...late, segments: [...free.segments, ...late.segments] });
    expect(hit.verdict).toBe('colliding');
    const kept = hit.kept.slice(0, free.segments.length);
    expect(kept.every((work) => work !== null)).toBe(true);
    const tests = (results: readonly CheckResult[]) =>
      results.reduce((sum, { stats }) => sum + stats.tests, 0);
    const again = checkEdges(checker, free.segments, { kept });
    for (const { verdict } of again) expect(verdict).toBe('free');
    const anew = checkEdges(make(), free.segments);
    expect(2 * tests(again)).toBeLessThan(tests(anew));
  });

  it('of edges that ran out of budget is gone on with', () => {
    const checker = make();
    const segments = free.segments;
    const first = checkEdges(checker, segments, { budget: 200 });
    expect(first.some(({ verdict }) => verdict === 'undecided')).toBe(true);
    const done = first.reduce((sum, { stats }) => sum + stats.tests, 0);
    const open = first.map((result, i) => ({ result, i })).filter(({ result }) => result.kept);
    const rest = checkEdges(
      checker,
      open.map(({ i }) => segments[i]),
      { kept: open.map(({ result }) => result.kept) },
    );
    const more = rest.reduce((sum, { stats }) => sum + stats.tests, 0);
    for (const { verdict } of rest) expect(verdict).toBe('free');
    expect(done + more).toBe(checkPath(make(), free).stats.tests);
  });
});
