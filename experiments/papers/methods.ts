/** The checkers that are compared, and their mean cost over segments. */
import type { Cell } from 'surepath/cell';
import { addStats, type CheckerOptions, createChecker, type Verdict } from 'surepath/check';
import type { Segment } from 'surepath/motion';
import { cpuMilliseconds } from '../lab/clock.ts';
import type { Column, Source, Value } from '../lab/table.ts';
import { AsPrinted } from './asPrinted.ts';
import { FixedResolution } from './fixedResolution.ts';
import type { Cost } from './published.ts';
import { withRss } from './trees.ts';

/** [A] ADAPTIVE-BISECTION: greedy distances on trees alone, reach over all joint values. */
export const AS_IN_PAPER = { distance: 'greedy', bounds: 1, hulls: false } as const;

/** The checkers that bars are drawn for, in their order. */
export const COMPARED = [
  { name: 'paper A: adaptive', source: 'A' },
  { name: 'ours: adaptive', source: 'ours' },
  { name: 'ours: refined', source: 'ours' },
  { name: 'ours: ladder', source: 'ours' },
] as const;

/** More than any of the experiments needs. */
const BUDGET = 100_000_000;

/** Milliseconds of checks before those that are measured, so that the engine compiles. */
const WARM_UP_MS = 50;
const WARM_UP_ROUNDS = 4;

export interface MeasuredCost extends Cost {
  /** Comparisons of convex hulls, which the papers do not have. */
  readonly hulls: number;
  readonly configurations: number;
  /** Questions about a pair of bodies at a configuration; 0 of the fixed checker, which does not count them. */
  readonly tests: number;
  /** How many checks ended with each verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

/** A checker, prepared for a cell. */
export type Measured = (segments: readonly Segment[]) => MeasuredCost;

/** FIXED-RES-BISECTION on trees of OBB. */
export function fixed(cell: Cell, epsilon: number): Measured {
  const checker = new FixedResolution(cell);
  return measured(checker, (segment) =>
    checker.check(segment, epsilon) ? 'colliding' : 'no collision found',
  );
}

/**
 * ADAPTIVE-BISECTION on trees of RSS, coming within delta taken for a collision. Where bounds at the ends
 * are `given`, they are computed before and not counted, as the fixed checker is given that the ends are
 * free.
 */
export function asPrinted(cell: Cell, delta: number, given: boolean): Measured {
  const checker = new AsPrinted(cell);
  const ends = new WeakMap<Segment, Float64Array>();
  const prepare = (segment: Segment) => {
    if (given) ends.set(segment, checker.ends(segment, delta));
  };
  const check = (segment: Segment): Verdict => {
    if (checker.isFree(segment, delta, ends.get(segment))) return 'free';
    return delta > 0 ? 'too-close' : 'colliding';
  };
  return measured(checker, check, prepare);
}

/** The product's adaptive or refined bisection as in paper A, on trees of RSS. */
export function asInPaper(cell: Cell, method: 'adaptive' | 'refined', delta: number): Measured {
  return product(withRss(cell), { method, ...AS_IN_PAPER }, delta);
}

/** A method of ours, as it is by default. */
export function ourMethod(
  cell: Cell,
  method: 'adaptive' | 'refined' | 'ladder',
  delta: number,
): Measured {
  return product(cell, { method }, delta);
}

function product(cell: Cell, options: CheckerOptions, delta: number): Measured {
  const checker = createChecker(cell, options);
  const sums = {
    nodePairs: 0,
    trianglePairs: 0,
    configurations: 0,
    gjkCalls: 0,
    tests: 0,
    sweeps: 0,
  };
  return measured(sums, (segment) => {
    const { verdict, stats } = checker.check({ segment, delta, budget: BUDGET });
    addStats(sums, stats);
    return verdict;
  });
}

interface Sums {
  nodePairs: number;
  trianglePairs: number;
  configurations: number;
  gjkCalls?: number;
  tests?: number;
}

/** Means of what a check adds to the sums, and of its time. */
function measured(
  sums: Sums,
  check: (segment: Segment) => Verdict,
  prepare: (segment: Segment) => void = () => undefined,
): Measured {
  return (segments) => {
    for (const segment of segments) prepare(segment);
    // One motion alone is measured as it comes.
    if (segments.length > 1) warmUp(segments, check);
    const before = { gjkCalls: 0, tests: 0, ...sums };
    const verdicts: Partial<Record<Verdict, number>> = {};
    const start = cpuMilliseconds();
    for (const segment of segments) {
      const verdict = check(segment);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
    const n = segments.length;
    return {
      ms: (cpuMilliseconds() - start) / n,
      bv: (sums.nodePairs - before.nodePairs) / n,
      tri: (sums.trianglePairs - before.trianglePairs) / n,
      hulls: ((sums.gjkCalls ?? 0) - before.gjkCalls) / n,
      configurations: (sums.configurations - before.configurations) / n,
      tests: ((sums.tests ?? 0) - before.tests) / n,
      verdicts,
    };
  };
}

function warmUp(segments: readonly Segment[], check: (segment: Segment) => unknown): void {
  const end = cpuMilliseconds() + WARM_UP_MS;
  for (let i = 0; i < WARM_UP_ROUNDS * segments.length && cpuMilliseconds() < end; i++) {
    check(segments[i % segments.length]);
  }
  // Checkers remember configurations of the segment before: it must not be the one that is measured first,
  // however far time allowed to go.
  check(segments[segments.length - 1]);
}

/** Columns of a cost, its time as a part of a baseline's. */
export function costColumns(source: Source): Column[] {
  const common: Column[] = [
    { key: `${source}.bv`, title: 'BV', source, format: 'count' },
    { key: `${source}.tri`, title: 'tri', source, format: 'count' },
    { key: `${source}.time`, title: 'time', source, format: 'ratio' },
  ];
  if (source !== 'ours') return common;
  return [
    ...common,
    { key: 'ours.ms', title: 'ms', source, format: 'milliseconds' },
    { key: 'ours.hulls', title: 'hulls', source, format: 'count' },
  ];
}

export function costValues(
  source: Source,
  cost: Cost | undefined,
  baseline: Cost | undefined,
): Record<string, Value> {
  if (!cost || !baseline) return {};
  const values = {
    [`${source}.bv`]: cost.bv,
    [`${source}.tri`]: cost.tri,
    [`${source}.time`]: baseline.ms > 0 ? cost.ms / baseline.ms : null,
    [`${source}.ms`]: cost.ms,
  };
  if (!('hulls' in cost)) return values;
  const { hulls, configurations } = cost as MeasuredCost;
  return { ...values, [`${source}.hulls`]: hulls, [`${source}.configurations`]: configurations };
}
