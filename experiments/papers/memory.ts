/**
 * [A VII] "The new checker leads PRM planners to consume more memory. Unlike a fixed-resolution checker, it requires
 * maintaining a priority queue of pairs of objects. The refined checker requires even more memory as it also stores trees of
 * BV pairs." How large queues and trees become in a check, and what all kept queues of a planner hold together.
 */
import type { Cell } from 'surepath/cell';
import { type Checker, type CheckerOptions, createChecker, type KeptWork } from 'surepath/check';
import type { Segment } from 'surepath/motion';
import { countedRange } from '../lab/numbers.ts';
import type { Table, Value } from '../lab/table.ts';
import { aSbl, checkerFor } from './aSbl.ts';
import { AsPrinted } from './asPrinted.ts';
import { COUNTS } from './counts.ts';
import { AS_IN_PAPER } from './methods.ts';
import { hasSixArms, type Problem, problemOf, run, SIX_ARMS, sbl } from './problems.ts';
import type { Experiment, Sampler } from './sampler.ts';
import { withRss } from './trees.ts';

const FIGURES = ['11a', '11b', '12a', '12b', '12c', '12d'];
const DELTA = 0.001;
/** How far apart SBL samples, in radians. */
const RESOLUTION = 0.01;
/** Tests after which a queue is looked at. */
const STEP = 16;
/** Two slots and a bound: what a node of a tree of volume pairs takes at least. */
const TREE_NODE_BYTES = 16;

export const memoryExperiment: Experiment = {
  ids: ['memory'],
  title: 'how much queues, trees of volume pairs and kept work hold',
  run: (sampler) => [checksTable(sampler), plannersTable(sampler)],
};

/** Over segments: the mean of the most that was held at a time, and the largest. */
interface Held {
  readonly mean: number;
  readonly largest: number;
}

function heldOf(values: readonly number[]): Held {
  const sum = values.reduce((a, b) => a + b, 0);
  return { mean: sum / Math.max(1, values.length), largest: Math.max(0, ...values) };
}

/** Bytes of all arrays of numbers in what a checker keeps, but for what it shares with others. */
function bytesOf(kept: KeptWork): number {
  const { queue, intervals } = kept as { queue?: object; intervals?: readonly number[] };
  return intervals ? 8 * intervals.length : bytesBelow(queue);
}

function bytesBelow(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum, inner) => sum + bytesBelow(inner), 0);
}

/** The most that a check of each segment holds, looked at after every few tests. */
function watch(cell: Cell, options: CheckerOptions, segments: readonly Segment[]) {
  const checker = createChecker(withRss(cell), { ...AS_IN_PAPER, ...options });
  const most = segments.map((segment) => {
    let [items, bytes] = [0, 0];
    let kept: KeptWork | null = null;
    do {
      kept = checker.check({ segment, delta: DELTA, budget: STEP, kept }).kept;
      items = Math.max(items, kept?.size ?? 0);
      bytes = Math.max(bytes, kept ? bytesOf(kept) : 0);
    } while (kept !== null);
    return { items, bytes };
  });
  return {
    items: heldOf(most.map(({ items }) => items)),
    bytes: heldOf(most.map(({ bytes }) => bytes)),
  };
}

/** Trees of volume pairs, were they kept at both ends of every interval in the queue. */
function watchTrees(cell: Cell, segments: readonly Segment[]) {
  const checker = new AsPrinted(cell);
  const most = segments.map((segment) => {
    checker.isFree(segment, DELTA);
    return { open: checker.mostOpen, nodes: checker.mostTreeNodes };
  });
  return {
    open: heldOf(most.map(({ open }) => open)),
    nodes: heldOf(most.map(({ nodes }) => nodes)),
    largestTree: checker.largestTree,
  };
}

function checksTable(sampler: Sampler): Table {
  const wanted = sampler.take(COUNTS.memory);
  const rows: Record<string, Value>[] = [];
  const taken: number[] = [];
  sampler.each(FIGURES, 'memory', (environment, cell) => {
    const { figure, title } = environment;
    const { count, adaptive, refined, trees } = sampler.part(
      `memory ${figure}, ${wanted} segments`,
      () => {
        const { free } = sampler.segments(environment, 0, wanted);
        return {
          count: free.length,
          adaptive: watch(cell, { method: 'adaptive' }, free),
          refined: watch(cell, { method: 'refined' }, free),
          trees: watchTrees(cell, free),
        };
      },
    );
    taken.push(count);
    if (count === 0) return;
    rows.push({
      figure,
      environment: title,
      'ours.pairs': cell.tested.length,
      'ours.adaptive.mean': adaptive.items.mean,
      'ours.adaptive.largest': adaptive.items.largest,
      'ours.adaptive.kilobytes': adaptive.bytes.largest / 1000,
      'ours.refined.mean': refined.items.mean,
      'ours.refined.largest': refined.items.largest,
      'ours.refined.kilobytes': refined.bytes.largest / 1000,
      'ours.trees.nodes': trees.nodes.mean,
      'ours.trees.largest': trees.nodes.largest,
      'ours.trees.kilobytes': (trees.nodes.largest * TREE_NODE_BYTES) / 1000,
      'ours.trees.one': trees.largestTree,
    });
  });
  return {
    id: 'memory',
    title: 'A section VII: what checkers hold at most during a check',
    samples: `${countedRange(taken, 'free segment')} in each environment, delta ${DELTA}`,
    notes: [
      `adaptive: intervals in the queue. refined: pairs of volumes in the queue; our refined checker keeps no trees. Both as in the paper, on trees of RSS, looked at after every ${STEP} tests; kB are the arrays that hold them, with room to grow.`,
      `trees: what a refined checker would hold that keeps, as the paper says, the trees of volume pairs of GREEDY-DIST for both ends of every interval in the queue of adaptive bisection as printed: nodes, at ${TREE_NODE_BYTES} bytes each, and the largest single tree. Ends that two intervals share are counted for both.`,
      'mean: over segments, of the most at a time; most: of the segment that holds the most. A check by sampling holds next to nothing. The paper gives no numbers.',
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'ours.pairs', title: 'pairs', source: 'ours', format: 'plain' },
      { key: 'ours.adaptive.mean', title: 'adaptive mean', source: 'ours', format: 'count' },
      { key: 'ours.adaptive.largest', title: 'most', source: 'ours', format: 'count' },
      { key: 'ours.adaptive.kilobytes', title: 'kB', source: 'ours', format: 'count' },
      { key: 'ours.refined.mean', title: 'refined mean', source: 'ours', format: 'count' },
      { key: 'ours.refined.largest', title: 'most', source: 'ours', format: 'count' },
      { key: 'ours.refined.kilobytes', title: 'kB', source: 'ours', format: 'count' },
      { key: 'ours.trees.nodes', title: 'trees mean', source: 'ours', format: 'count' },
      { key: 'ours.trees.largest', title: 'most', source: 'ours', format: 'count' },
      { key: 'ours.trees.kilobytes', title: 'kB', source: 'ours', format: 'count' },
      { key: 'ours.trees.one', title: 'one tree', source: 'ours', format: 'count' },
    ],
    rows,
    plots: [],
  };
}

/** A checker that knows what all work holds that is kept of its checks. */
class Watched implements Checker {
  readonly method: Checker['method'];
  items = 0;
  bytes = 0;
  mostItems = 0;
  mostBytes = 0;
  private readonly checker: Checker;
  private readonly held = new Map<Segment, { items: number; bytes: number }>();

  constructor(checker: Checker) {
    this.checker = checker;
    this.method = checker.method;
  }

  check(request: Parameters<Checker['check']>[0]) {
    const result = this.checker.check(request);
    const { segment } = request;
    const before = this.held.get(segment) ?? { items: 0, bytes: 0 };
    const kept = result.kept;
    const now = kept ? { items: kept.size, bytes: bytesOf(kept) } : { items: 0, bytes: 0 };
    if (kept) this.held.set(segment, now);
    else this.held.delete(segment);
    this.items += now.items - before.items;
    this.bytes += now.bytes - before.bytes;
    this.mostItems = Math.max(this.mostItems, this.items);
    this.mostBytes = Math.max(this.mostBytes, this.bytes);
    return result;
  }
}

/** Means over runs. */
function runWatched(problem: Problem, runs: number, variant: 'SBL' | 'adaptive' | 'ladder') {
  const sum = { items: 0, bytes: 0, milestones: 0, edges: 0, seconds: 0, found: 0 };
  const { space } = problem;
  const checker =
    variant === 'SBL'
      ? createChecker(space.cell, { method: 'fixed', resolution: RESOLUTION })
      : checkerFor(problem, variant);
  for (let i = 0; i < runs; i++) {
    const watched = new Watched(checker);
    const planner =
      variant === 'SBL' ? sbl(problem, RESOLUTION, watched) : aSbl(problem, watched, DELTA);
    const { result, seconds } = run(problem, planner, i);
    sum.items += watched.mostItems / runs;
    sum.bytes += watched.mostBytes / runs;
    sum.milestones += result.stats.milestones / runs;
    sum.edges += result.stats.edges / runs;
    sum.seconds += seconds / runs;
    sum.found += (result.waypoints ? 1 : 0) / runs;
  }
  return sum;
}

function plannersTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const counts: string[] = [];
  sampler.each(FIGURES, 'memory of planners', (environment, cell) => {
    const { figure, title } = environment;
    const runs = sampler.takeRuns(hasSixArms(figure) ? COUNTS.memoryRunsSix : COUNTS.memoryRuns);
    if (runs === 0) return;
    counts.push(`${figure}: ${runs}`);
    for (const variant of ['SBL', 'adaptive', 'ladder'] as const) {
      const mean = sampler.part(`memory ${figure}, ${runs} runs, ${variant}`, () =>
        runWatched(problemOf(environment, cell), runs, variant),
      );
      rows.push({
        figure,
        environment: title,
        planner: variant === 'SBL' ? `SBL, ${RESOLUTION} rad` : `A-SBL, ${variant}`,
        'ours.found': mean.found,
        'ours.milestones': mean.milestones,
        'ours.edges': mean.edges,
        'ours.items': mean.items,
        'ours.kilobytes': variant === 'ladder' ? null : mean.bytes / 1000,
        'ours.seconds': mean.seconds,
      });
    }
  });
  return {
    id: 'memory-planners',
    title: 'A section VII: what the kept work of all edges holds at most, in SBL and A-SBL',
    samples: `runs by figure: ${counts.join(', ') || 'none'}`,
    notes: [
      `Means over runs, of the most at a time. kept: for SBL the numbers of its row of intervals, those that are done with among them, for A-SBL with the paper's checker intervals in the queues of undecided edges, with the ladder its items, whose bytes are not counted. Delta ${DELTA}. kB are arrays with room to grow: a queue has room for 64 from the start.`,
      SIX_ARMS,
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'planner', title: 'planner', format: 'text' },
      { key: 'ours.found', title: 'found', source: 'ours', format: 'percent' },
      { key: 'ours.milestones', title: 'milestones', source: 'ours', format: 'count' },
      { key: 'ours.edges', title: 'edges asked', source: 'ours', format: 'count' },
      { key: 'ours.items', title: 'kept', source: 'ours', format: 'count' },
      { key: 'ours.kilobytes', title: 'kB', source: 'ours', format: 'count' },
      { key: 'ours.seconds', title: 's', source: 'ours', format: 'seconds' },
    ],
    rows,
    plots: [],
  };
}
