/**
 * [A II-C] "On average, this heuristic ordering leads to finding a collision faster than sorting by decreasing lengths of
 * segments": adaptive bisection with both orders of its queue, on random colliding segments.
 */
import type { Cell } from 'surepath/cell';
import { createChecker } from 'surepath/check';
import type { Segment } from 'surepath/motion';
import { cpuMilliseconds } from '../lab/clock.ts';
import { countedRange } from '../lab/numbers.ts';
import type { BarPlot, Table, Value } from '../lab/table.ts';
import { AsPrinted, type QueueOrder } from './asPrinted.ts';
import { COUNTS } from './counts.ts';
import { AS_IN_PAPER } from './methods.ts';
import type { Experiment, Sampler } from './sampler.ts';
import { withRss } from './trees.ts';

const FIGURES = ['11a', '11b', '11c', '12a', '12b', '12c', '12d'];
const ORDERS = ['uncovered', 'length'] as const;

export const orderExperiment: Experiment = {
  ids: ['order'],
  title: 'the queue by uncovered length against that by length',
  run: (sampler) => [orderTable(sampler)],
};

/** What it took until the contact was found. */
interface Effort {
  readonly tests: number;
  readonly bv: number;
}

/** Until the contact; null if there is none found. */
type Find = (segment: Segment) => Effort | null;

/** The bounds at the ends are had before: no order changes what they cost. */
function asPrinted(cell: Cell, order: QueueOrder): Find {
  const checker = new AsPrinted(cell, order);
  return (segment) => {
    const ends = checker.ends(segment, 0);
    const { tests, nodePairs } = checker;
    if (checker.isFree(segment, 0, ends)) return null;
    return { tests: checker.tests - tests, bv: checker.nodePairs - nodePairs };
  };
}

function product(cell: Cell, order: QueueOrder): Find {
  const checker = createChecker(withRss(cell), { method: 'adaptive', ...AS_IN_PAPER, order });
  return (segment) => {
    const { verdict, stats } = checker.check({ segment, delta: 0 });
    return verdict === 'colliding' ? { tests: stats.tests, bv: stats.nodePairs } : null;
  };
}

const CHECKERS = [
  { name: 'as printed, ends given', make: asPrinted },
  { name: 'product', make: product },
] as const;

/** Means by order, and of how many segments one order took fewer tests than the other. */
interface Compared {
  readonly tests: readonly number[];
  readonly bv: readonly number[];
  readonly ms: readonly number[];
  readonly segments: number;
  readonly sooner: number;
  readonly later: number;
}

function compare(
  cell: Cell,
  segments: readonly Segment[],
  make: (cell: Cell, order: QueueOrder) => Find,
): Compared {
  const ms: number[] = [];
  const efforts = ORDERS.map((order) => {
    const find = make(cell, order);
    // The engine compiles first.
    for (const segment of segments.slice(0, 20)) find(segment);
    const begin = cpuMilliseconds();
    const found = segments.map(find);
    ms.push((cpuMilliseconds() - begin) / segments.length);
    return found;
  });
  const both = segments.flatMap((_, i) => {
    const [uncovered, length] = [efforts[0][i], efforts[1][i]];
    return uncovered && length ? [{ uncovered, length }] : [];
  });
  const share = (holds: (difference: number) => boolean) =>
    both.filter(({ uncovered, length }) => holds(length.tests - uncovered.tests)).length /
    Math.max(1, both.length);
  const means = (key: keyof Effort) =>
    ORDERS.map(
      (order) => both.reduce((sum, e) => sum + e[order][key], 0) / Math.max(1, both.length),
    );
  return {
    tests: means('tests'),
    bv: means('bv'),
    ms,
    segments: both.length,
    sooner: share((difference) => difference > 0),
    later: share((difference) => difference < 0),
  };
}

function orderTable(sampler: Sampler): Table {
  const wanted = sampler.take(COUNTS.order);
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  const taken: number[] = [];
  sampler.each(FIGURES, 'order of the queue', (environment, cell) => {
    const { figure, title } = environment;
    const found = CHECKERS.map(({ name, make }) =>
      sampler.part(`order ${figure}, ${wanted} segments, ${name}`, () =>
        compare(cell, sampler.segments(environment, wanted, 0).colliding, make),
      ),
    );
    taken.push(...found.map(({ segments }) => segments));
    found.forEach(({ tests, bv, ms, sooner, later }, i) => {
      rows.push({
        figure,
        environment: title,
        checker: CHECKERS[i].name,
        'ours.uncovered.tests': tests[0],
        'ours.length.tests': tests[1],
        'ours.tests': ratio(tests),
        'ours.uncovered.bv': bv[0],
        'ours.length.bv': bv[1],
        'ours.bv': ratio(bv),
        'ours.time': ratio(ms),
        'ours.sooner': sooner,
        'ours.later': later,
      });
    });
    groups.push({ name: figure, values: found.map(({ tests }) => ratio(tests)) });
  });
  return {
    id: 'order',
    title: 'A section II-C: the queue by uncovered length against that by length of segments',
    samples: `${countedRange(taken, 'colliding segment')} with free ends in each environment`,
    notes: [
      'Means until a contact is found, delta 0. The ratios are those of the order by length over those of the order by uncovered length: above 1, the paper is right. The paper says "on average" and gives no numbers. sooner, later: parts of the segments that take fewer, or more, tests with the order by uncovered length.',
      '"as printed" stops at the first contact, and is given the bounds at the ends, which cost the same in any order. "product" begins from nothing: two tests for each pair come before there is an order.',
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'checker', title: 'checker', format: 'text' },
      { key: 'ours.uncovered.tests', title: 'tests', source: 'ours', format: 'count' },
      { key: 'ours.length.tests', title: 'by length', source: 'ours', format: 'count' },
      { key: 'ours.tests', title: 'ratio', source: 'ours', format: 'ratio' },
      { key: 'ours.uncovered.bv', title: 'BV', source: 'ours', format: 'count' },
      { key: 'ours.length.bv', title: 'by length', source: 'ours', format: 'count' },
      { key: 'ours.bv', title: 'ratio', source: 'ours', format: 'ratio' },
      { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
      { key: 'ours.sooner', title: 'sooner', source: 'ours', format: 'percent' },
      { key: 'ours.later', title: 'later', source: 'ours', format: 'percent' },
    ],
    rows,
    plots: [
      {
        kind: 'bars',
        title: 'How many times more tests the order by length takes',
        caption:
          'Until a contact is found. Above 1, the order by uncovered length is the better one.',
        axis: 'by length / by uncovered length',
        log: false,
        series: CHECKERS.map(({ name }) => ({ name, source: 'ours' as const })),
        groups,
      },
    ],
  };
}

function ratio([uncovered, length]: readonly number[]): number | null {
  return uncovered > 0 ? length / uncovered : null;
}
