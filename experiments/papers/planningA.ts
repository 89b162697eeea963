/**
 * [A tables IV and V] SBL with the resolution that it takes for its paths to be free, and A-SBL, whose
 * paths are free anyway, with smaller and smaller delta.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from 'surepath/cell';
import { type Checker, checkPath, createChecker } from 'surepath/check';
import { readPath } from 'surepath/formats';
import { Random } from 'surepath/math';
import { buildPath } from 'surepath/motion';
import { type PlanningRequest, PlanningSpace, type PlanResult, Sbl } from 'surepath/plan';
import { cpuMilliseconds } from '../lab/clock.ts';
import { CELLS } from '../lab/places.ts';
import type { BarPlot, Table, Value } from '../lab/table.ts';
import type { Environment } from './environments.ts';
import { AS_IN_PAPER } from './methods.ts';
import { DELTAS, TABLE_IV, TABLE_V } from './publishedPlanningA.ts';
import type { Experiment, Sampler } from './sampler.ts';
import { withRss } from './trees.ts';

const SEED = 20050302;
/** A run ends at the latest after this, of one arm and of six; in milliseconds. */
const PATIENCE_MS = 60_000;
const PATIENCE_SIX_MS = 10_000;
/** The resolution to begin with, in radians, and by what it is cut after a path that collides. */
const FIRST_RESOLUTION = 2;
const CUT = 1.2;
/** Cuts after which to give up: samples are then some micrometres apart. */
const MOST_CUTS = 60;

/** Largest distance between neighbours, as a part of the space's diagonal. */
const REACH: Readonly<Record<string, number>> = { '12c': 0.05, '12d': 0.05 };
const FIGURES = ['11a', '11b', '12a', '12b', '12c', '12d'];

const PROBLEMS =
  "The paper's query configurations are not known. Ours are the ends of each cell's paths/colliding.json: both are free, the straight way between them is not.";

const SIX_ARMS =
  'Figures 12c and 12d have six arms (36 joints): few runs for time, of 10 s at most, and none with --quick; how long one takes varies a lot, so these lines say little. Neighbours there are at most 0.05 of the diagonal of joint space apart, and 0.15 elsewhere, which is our default: with that, two runs of each found nothing in 30 s.';

interface Problem {
  readonly space: PlanningSpace;
  readonly request: Pick<PlanningRequest, 'from' | 'goals' | 'timeLimit_ms'>;
  readonly reach: number;
}

export const reliableExperiment: Experiment = {
  ids: ['IV'],
  title: 'SBL: how fine it must sample for its paths to be free',
  run: (sampler) => [reliableTable(sampler)],
};

export const thresholdExperiment: Experiment = {
  ids: ['V'],
  title: 'A-SBL, whose paths are proven, with smaller and smaller delta',
  run: (sampler) => [thresholdTable(sampler)],
};

function problemOf({ folder, figure }: Environment, cell: Cell): Problem {
  const file = join(CELLS, folder, 'paths/colliding.json');
  const { waypoints } = readPath(readFileSync(file), { file });
  const ends = [waypoints[0], waypoints[waypoints.length - 1]];
  const [from, to] = ends.map((row) => Float64Array.from(row));
  const space = new PlanningSpace(cell);
  const reach = (REACH[figure] ?? 0.15) * space.diagonal;
  const timeLimit_ms = figure in REACH ? PATIENCE_SIX_MS : PATIENCE_MS;
  return { space, request: { from, goals: [to], timeLimit_ms }, reach };
}

/** Six arms take longer: so many runs for one of a single arm. */
function runsFor(
  figure: string,
  sampler: Sampler,
  one: [number, number],
  six: [number, number],
): number {
  return figure in REACH ? sampler.count(...six) : sampler.count(...one);
}

/** CPU seconds of a run. */
function timed(plan: () => PlanResult): { seconds: number; result: PlanResult } {
  const begin = cpuMilliseconds();
  const result = plan();
  return { seconds: (cpuMilliseconds() - begin) / 1000, result };
}

interface Survivor {
  readonly resolution: number;
  readonly seconds: number;
}

/**
 * Series of runs, the resolution cut after each path that collides, until one has `many` in a row that do
 * not; and the first that had `few`.
 */
function survivors({ space, request, reach }: Problem, few: number, many: number) {
  const judge = createChecker(space.cell);
  let first: Survivor | null = null;
  let runs = 0;
  let series = 0;
  let missed = 0;
  for (let resolution = FIRST_RESOLUTION; series <= MOST_CUTS; resolution /= CUT) {
    series++;
    const planner = new Sbl(space, { resolution, reach });
    // The engine compiles first.
    if (series === 1) planner.plan({ ...request, random: new Random(SEED - 1) });
    let sum = 0;
    let survived = 0;
    while (survived < many) {
      // Every run has its own seed.
      const random = new Random(SEED + runs++);
      const { seconds, result } = timed(() => planner.plan({ ...request, random }));
      // A run that finds nothing says nothing about resolution: it is not counted.
      if (!result.waypoints) {
        missed++;
        if (missed > many) return { few: first, many: null, series, runs, missed };
        continue;
      }
      sum += seconds;
      const path = buildPath(space.cell.tree, result.waypoints);
      if (checkPath(judge, path).verdict !== 'free') break;
      survived++;
      if (survived === few) first ??= { resolution, seconds: sum / few };
    }
    if (survived < many) continue;
    return { few: first, many: { resolution, seconds: sum / many }, series, runs, missed };
  }
  return { few: first, many: null, series, runs, missed };
}

function reliableTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const groups: { name: string; values: (number | null)[] }[] = [];
  sampler.each(FIGURES, 'table IV', (environment, cell) => {
    const { figure, title } = environment;
    const many = runsFor(figure, sampler, [100, 10], [2, 0]);
    const few = Math.ceil(many / 2);
    if (many === 0) return;
    const found = survivors(problemOf(environment, cell), few, many);
    const published = TABLE_IV[figure];
    rows.push({
      figure,
      environment: title,
      'A.resolution50': published.resolution50,
      'A.seconds50': published.seconds50,
      'A.resolution100': published.resolution100,
      'A.seconds100': published.seconds100,
      'ours.few': few,
      'ours.resolutionFew': rounded(found.few?.resolution),
      'ours.secondsFew': found.few?.seconds ?? null,
      'ours.many': many,
      'ours.resolutionMany': rounded(found.many?.resolution),
      'ours.secondsMany': found.many?.seconds ?? null,
      'ours.series': found.series,
      'ours.runs': found.runs,
      'ours.missed': found.missed,
    });
    groups.push({
      name: figure,
      values: [
        published.resolution100 / published.resolution50,
        found.few && found.many ? found.many.resolution / found.few.resolution : null,
      ],
    });
  });
  return {
    id: 'IV',
    title: 'A table IV: SBL, the first resolution that survives K runs in a row',
    samples: 'runs until K in a row have no path that collides: see the columns "K"',
    notes: [
      'The resolution is cut by 1.2 after each path that the certified checker does not find free. Its value with which many runs in a row went well proves nothing about the next one: compare table V.',
      "Ours are radians: the largest step, as a length in joint space, beginning at 2. The paper's begin at a value that it does not state, in units that it does not state. The paper has K = 50 and 100. CPU seconds are means of a run, in the series that survived.",
      PROBLEMS,
      SIX_ARMS,
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'A.resolution50', title: 'K = 50', source: 'A', format: 'plain' },
      { key: 'A.seconds50', title: 's', source: 'A', format: 'seconds' },
      { key: 'A.resolution100', title: 'K = 100', source: 'A', format: 'plain' },
      { key: 'A.seconds100', title: 's', source: 'A', format: 'seconds' },
      { key: 'ours.few', title: 'K', source: 'ours', format: 'plain' },
      { key: 'ours.resolutionFew', title: 'rad', source: 'ours', format: 'plain' },
      { key: 'ours.secondsFew', title: 's', source: 'ours', format: 'seconds' },
      { key: 'ours.many', title: 'K', source: 'ours', format: 'plain' },
      { key: 'ours.resolutionMany', title: 'rad', source: 'ours', format: 'plain' },
      { key: 'ours.secondsMany', title: 's', source: 'ours', format: 'seconds' },
      { key: 'ours.series', title: 'series', source: 'ours', format: 'count' },
      { key: 'ours.runs', title: 'runs', source: 'ours', format: 'count' },
      { key: 'ours.missed', title: 'no path', source: 'ours', format: 'count' },
    ],
    rows,
    plots: [
      besidePaper('ours', {
        title: 'What twice as many runs do to the resolution',
        caption: 'The resolution that survives twice as many runs, as a part of the other.',
        axis: 'part',
        log: false,
        groups,
      }),
    ],
  };
}

/** Bars of the paper and of ours. */
function besidePaper(ours: string, plot: Omit<BarPlot, 'kind' | 'series'>): BarPlot {
  const series = [
    { name: 'paper A', source: 'A' },
    { name: ours, source: 'ours' },
  ] as const;
  return { kind: 'bars', series, ...plot };
}

/** Three digits. */
function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toPrecision(3));
}

/** Everything nearer than delta need not be told apart. */
function withDelta(checker: Checker, delta: number): Checker {
  return {
    method: checker.method,
    check: (request) => checker.check({ ...request, delta }),
  };
}

/** Mean CPU seconds of A-SBL, and the part of the runs that found a path. */
function meanOf({ space, request, reach }: Problem, checker: Checker, runs: number) {
  const planner = new Sbl(space, { checker, reach });
  let sum = 0;
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const random = new Random(SEED + run);
    const { seconds, result } = timed(() => planner.plan({ ...request, random }));
    sum += seconds;
    if (result.verdict === 'free') found++;
  }
  return { seconds: sum / runs, found: found / runs };
}

function thresholdTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const groups: { name: string; values: (number | null)[] }[] = [];
  const counts: string[] = [];
  sampler.each(FIGURES, 'table V', (environment, cell) => {
    const { figure, title } = environment;
    const runs = runsFor(figure, sampler, [10, 1], [1, 0]);
    if (runs === 0) return;
    counts.push(`${figure}: ${runs}`);
    const problem = problemOf(environment, cell);
    const adaptive = createChecker(withRss(cell), { method: 'adaptive', ...AS_IN_PAPER });
    const ladder = createChecker(cell);
    // The engine compiles first.
    for (const checker of [adaptive, ladder]) meanOf(problem, checker, figure in REACH ? 1 : 3);
    const times: number[] = [];
    DELTAS.forEach((delta, i) => {
      sampler.say(`table V: figure ${figure}, ${title}, delta ${delta}`);
      const paper = meanOf(problem, withDelta(adaptive, delta), runs);
      const ours = meanOf(problem, withDelta(ladder, delta), runs);
      times.push(paper.seconds);
      rows.push({
        figure,
        environment: title,
        delta: String(delta),
        'A.seconds': TABLE_V[figure][i],
        'A.time': TABLE_V[figure][i] / TABLE_V[figure][0],
        'ours.seconds': paper.seconds,
        'ours.time': paper.seconds / times[0],
        'ours.found': paper.found,
        'ours.ladder': ours.seconds,
        'ours.ladderFound': ours.found,
      });
    });
    const last = DELTAS.length - 1;
    groups.push({
      name: figure,
      values: [TABLE_V[figure][last] / TABLE_V[figure][0], times[last] / times[0]],
    });
  });
  return {
    id: 'V',
    title: 'A table V: A-SBL, mean CPU seconds of a run for smaller and smaller delta',
    samples: `runs for each delta, by figure: ${counts.join(', ') || 'none'} (paper: 100)`,
    notes: [
      "time is relative to delta 0.01 in the same source. Adaptive is the paper's checker (greedy distances on trees of RSS, reach over all joint values); the ladder is our default. Seeds are the same in each row.",
      'found: runs that ended with a path; every one of them is proven free. Our adaptive checker goes on where bodies come within delta, and looks for a contact or a proof with limited effort: a large delta does not make it stop at once as in the paper.',
      PROBLEMS,
      SIX_ARMS,
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'delta', title: 'delta', format: 'text' },
      { key: 'A.seconds', title: 's', source: 'A', format: 'seconds' },
      { key: 'A.time', title: 'time', source: 'A', format: 'ratio' },
      { key: 'ours.seconds', title: 'adaptive s', source: 'ours', format: 'seconds' },
      { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
      { key: 'ours.found', title: 'found', source: 'ours', format: 'percent' },
      { key: 'ours.ladder', title: 'ladder s', source: 'ours', format: 'seconds' },
      { key: 'ours.ladderFound', title: 'found', source: 'ours', format: 'percent' },
    ],
    rows,
    plots: [
      besidePaper('ours, adaptive', {
        title: 'What delta = 0 costs: time as a multiple of that for 0.01',
        caption: 'Mean CPU time of A-SBL.',
        axis: 'times',
        log: true,
        groups,
      }),
    ],
  };
}
