/** [A V-D, B 4.2] Planning problems in the papers' environments, and planners that run on them again and again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from 'surepath/cell';
import { type Checker, checkPath, createChecker } from 'surepath/check';
import { readPath } from 'surepath/formats';
import { Random } from 'surepath/math';
import { buildPath } from 'surepath/motion';
import { type Planner, PlanningSpace, type PlanResult, Sbl } from 'surepath/plan';
import { cpuMilliseconds } from '../lab/clock.ts';
import { CELLS } from '../lab/places.ts';
import type { BarPlot } from '../lab/table.ts';
import type { Count } from './counts.ts';
import type { Environment } from './environments.ts';
import type { Sampler } from './sampler.ts';

const SEED = 20050302;
/** CPU seconds after which a run ends at the latest, of one arm and of six. */
const PATIENCE_S = 60;
const PATIENCE_SIX_S = 20;
/** CPU seconds after which no more runs are begun of one planner in one setting. */
const ENOUGH_S = 600;
/** The resolution to begin with, in radians, and by what it is cut after a path that collides. */
const FIRST_RESOLUTION = 2;
const CUT = 1.2;
/** Cuts after which to give up: samples are then some micrometres apart. */
const MOST_CUTS = 60;
/** Runs before those that count, so that the engine compiles. */
const WARM_UPS = 3;

/** How far neighbours of six arms are apart at most, as a part of the space's diagonal. */
const REACH_SIX = 0.15;

export const PROBLEMS =
  "The paper's query configurations are not known. Ours are the ends of each cell's paths/colliding.json: both are free, the straight way between them is not.";

export const SIX_ARMS =
  'Figures 12c and 12d have six arms (36 joints): fewer runs for time, of 20 s of CPU at most (60 s with one arm), and none with --quick. Neighbours are as far apart as by default, 0.15 of the widest range of a joint, but those of six arms 0.15 of the diagonal of joint space: with a sixth of that, three runs each found nothing in 6 s.';

export interface Problem {
  readonly space: PlanningSpace;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** How far neighbours are apart at most, where it is not the planner's default. */
  readonly settings: { readonly reach?: number };
  readonly patience_s: number;
}

export function hasSixArms(figure: string): boolean {
  return figure === '12c' || figure === '12d';
}

export function problemOf({ folder, figure }: Environment, cell: Cell): Problem {
  const file = join(CELLS, folder, 'paths/colliding.json');
  const { waypoints } = readPath(readFileSync(file), { file });
  const ends = [waypoints[0], waypoints[waypoints.length - 1]];
  const [from, to] = ends.map((row) => Float64Array.from(row));
  const space = new PlanningSpace(cell);
  const six = hasSixArms(figure);
  const settings = six ? { reach: REACH_SIX * space.diagonal } : {};
  return { space, from, to, settings, patience_s: six ? PATIENCE_SIX_S : PATIENCE_S };
}

/** Six arms take longer, and have a number of runs of their own. */
export function runsFor(
  figure: string,
  sampler: Sampler,
  { one, six }: { one: Count; six: Count },
): number {
  return sampler.takeRuns(hasSixArms(figure) ? six : one);
}

export interface Run {
  readonly seconds: number;
  readonly result: PlanResult;
}

/** One run with a seed of its own. Patience is CPU time: what else the machine does ends no run. */
export function run(problem: Problem, planner: Planner, seed: number): Run {
  const { from, to, patience_s } = problem;
  const begin = cpuMilliseconds();
  const seconds = () => (cpuMilliseconds() - begin) / 1000;
  const signal = {
    get aborted() {
      return seconds() > patience_s;
    },
  };
  const random = new Random(SEED + seed);
  const result = planner.plan({ from, goals: [to], random, signal, timeLimit_ms: 1e9 });
  return { seconds: seconds(), result };
}

/** Means over runs with the same seeds for everybody. */
export interface Mean {
  /** Fewer than asked for where that would take too long. */
  readonly runs: number;
  /** CPU. */
  readonly seconds: number;
  /** The part of the runs that found a path. */
  readonly found: number;
  readonly milestones: number;
  /** Edges that were checked. */
  readonly edges: number;
  /** Configurations that were looked at, on edges too. */
  readonly configurations: number;
}

export function meanOf(problem: Problem, planner: Planner, runs: number): Mean {
  const done: Run[] = [];
  for (let spent = 0; done.length < runs && spent < ENOUGH_S; spent += done.at(-1)!.seconds) {
    done.push(run(problem, planner, done.length));
  }
  const mean = (of: (run: Run) => number) =>
    done.reduce((sum, one) => sum + of(one), 0) / done.length;
  return {
    runs: done.length,
    seconds: mean(({ seconds }) => seconds),
    found: mean(({ result }) => (result.waypoints ? 1 : 0)),
    milestones: mean(({ result }) => result.stats.milestones),
    edges: mean(({ result }) => result.stats.edges),
    configurations: mean(({ result }) => result.stats.configurations),
  };
}

/** The engine compiles first. */
export function warmUp(problem: Problem, planner: Planner, runs: number): void {
  const most = problem.patience_s === PATIENCE_SIX_S ? 1 : WARM_UPS;
  for (let i = 1; i <= Math.min(runs, most); i++) run(problem, planner, -i);
}

/** Tests that SBL may spend on a segment: the paper knows no limit, and fine samples of six arms take more than our default. */
const SBL_BUDGET = 1e8;

/** SBL that samples so far apart, in radians; another checker may do that for it. */
export function sbl({ space, settings }: Problem, resolution: number, checker?: Checker): Planner {
  const sampling = checker === undefined ? { resolution } : { checker };
  return new Sbl(space, { ...sampling, edgeBudget: SBL_BUDGET, ...settings });
}

export interface Survivor {
  readonly resolution: number;
  readonly seconds: number;
}

export interface Survivors {
  readonly few: Survivor | null;
  readonly many: Survivor | null;
  readonly series: number;
  readonly runs: number;
  readonly missed: number;
}

/**
 * [A V-D] Series of runs of SBL, the resolution cut after each path that collides, until one has `many` in a row that do
 * not; and the first that had `few`.
 */
export function survivors(problem: Problem, few: number, many: number): Survivors {
  const { space } = problem;
  const judge = createChecker(space.cell);
  let first: Survivor | null = null;
  let runs = 0;
  let series = 0;
  let missed = 0;
  for (let resolution = FIRST_RESOLUTION; series <= MOST_CUTS; resolution /= CUT) {
    series++;
    const planner = sbl(problem, resolution);
    if (series === 1) warmUp(problem, planner, 1);
    let sum = 0;
    let survived = 0;
    while (survived < many) {
      // Every run has its own seed.
      const { seconds, result } = run(problem, planner, runs++);
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

/** Bars of a paper and of ours. */
export function besidePaper(
  paper: 'A' | 'B',
  ours: string,
  plot: Omit<BarPlot, 'kind' | 'series'>,
): BarPlot {
  const series = [
    { name: `paper ${paper}`, source: paper },
    { name: ours, source: 'ours' },
  ] as const;
  return { kind: 'bars', series, ...plot };
}

/** Three digits. */
export function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toPrecision(3));
}
