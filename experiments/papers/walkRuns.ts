/** Walks of linkages out of rings and a lattice, as tables VII of paper A and 5 of paper B have them: which, and how they are run. */
import type { Cell } from 'surepath/cell';
import { Random } from 'surepath/math';
import {
  BelowHeight,
  PlanningSpace,
  type RetractOrder,
  type RetractResult,
  type RetractSteps,
  retract,
  type SmoothVariant,
  smoothPath,
  usualHeight,
} from 'surepath/plan';
import { cpuMilliseconds } from '../lab/clock.ts';
import { count } from './counts.ts';
import type { Sampler } from './sampler.ts';

/** Lines of both tables. */
export interface WalkLine {
  readonly figure: string;
  readonly name: string;
  readonly steps: RetractSteps;
  readonly order: RetractOrder;
  /** Walks, with seeds from 1 on. */
  readonly walks: ReturnType<typeof count>;
  /** Segments to test at most. */
  readonly segments: number;
}

const RINGS = { figure: '1a', name: 'two linkages, rings', segments: 400_000 };
const LATTICE = { figure: '11c', name: 'one linkage, lattice', segments: 60_000 };
const NINE = { figure: '11c x 9', name: 'nine linkages, lattice', segments: 400_000 };
const PLAIN = { steps: 'plain', order: 'together' } as const;
const DRAWN = { steps: 'drawn', order: 'in-turn' } as const;

export const WALK_LINES: readonly WalkLine[] = [
  { ...RINGS, ...PLAIN, walks: count(1, 5, 0) },
  { ...RINGS, ...DRAWN, walks: count(null, 5, 0) },
  { ...LATTICE, ...PLAIN, walks: count(1, 11, 3) },
  { ...LATTICE, ...DRAWN, walks: count(null, 11, 3) },
  { ...NINE, ...PLAIN, walks: count(1, 3, 0) },
  { ...NINE, ...PLAIN, order: 'in-turn', walks: count(null, 3, 0) },
  { ...NINE, ...DRAWN, walks: count(null, 3, 0) },
];

/** What a walk was. */
export interface WalkRun {
  readonly seed: number;
  readonly reached: boolean;
  readonly segments: number;
  readonly taken: number;
  readonly restarts: number;
  readonly out: number;
  readonly seconds: number;
}

/** What became of its path. */
export interface SmoothRun {
  readonly iterations: number;
  readonly seconds: number;
  readonly ratio: number;
  readonly waypoints: number;
}

/** A walk from where all joints are at zero to below all obstacles. */
export function walkOnce(
  cell: Cell,
  line: WalkLine,
  seed: number,
): WalkRun & { path: RetractResult } {
  const space = new PlanningSpace(cell);
  const below = new BelowHeight(cell, usualHeight(cell)!);
  const begin = cpuMilliseconds();
  const path = retract(space, below, {
    from: new Float64Array(space.size),
    ...{ random: new Random(seed), steps: line.steps, order: line.order },
    maxSegments: line.segments,
    timeLimit_ms: Number.POSITIVE_INFINITY,
  });
  const seconds = (cpuMilliseconds() - begin) / 1000;
  const { reached, tested: segments, taken, restarts } = path;
  const out = below.count(path.waypoints[path.waypoints.length - 1]);
  return { seed, reached, segments, taken, restarts, out, seconds, path };
}

/** All walks of a line; those that were done before are taken from there. */
export function walksOf(sampler: Sampler, line: WalkLine, cell: Cell): WalkRun[] {
  const { figure, steps, order, segments } = line;
  return Array.from({ length: sampler.takeRuns(line.walks) }, (_, i) => {
    const name = `walk ${figure}, ${steps}, ${order}, at most ${segments}, seed ${i + 1}`;
    return sampler.part(name, () => {
      const { path: _path, ...run } = walkOnce(cell, line, i + 1);
      return run;
    });
  });
}

/** The walk with the median number of segments, "a typical run"; one that got out, if any did. */
export function typical(runs: readonly WalkRun[]): WalkRun {
  const sorted = runs.toSorted((a, b) => a.segments - b.segments);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** The papers' ways: A's and B's. */
export type PaperVariant = Exclude<SmoothVariant, 'corners' | 'uniform'>;

/** How often the path of a walk is smoothed, each time from the beginning. */
export type Iterations = Readonly<Record<PaperVariant, number>>;

/** The path of a walk, smoothed in both ways. The walk is walked once more: paths are too long to be kept. */
export function smoothed(
  sampler: Sampler,
  line: WalkLine,
  cell: Cell,
  { seed, iterations }: { readonly seed: number; readonly iterations: Iterations },
): Record<PaperVariant, SmoothRun> {
  const { figure, steps, order, segments } = line;
  const { midpoints, window } = iterations;
  const name = `smoothing ${figure}, ${steps}, ${order}, at most ${segments}, seed ${seed}, midpoints ${midpoints}, window ${window}`;
  return sampler.part(name, () => {
    const { path } = walkOnce(cell, line, seed);
    const by = (variant: PaperVariant) => {
      const begin = cpuMilliseconds();
      const result = smoothPath(new PlanningSpace(cell), path.waypoints, {
        ...{ random: new Random(seed), variant, iterations: iterations[variant] },
        patience: Number.POSITIVE_INFINITY,
      });
      const seconds = (cpuMilliseconds() - begin) / 1000;
      const ratio = result.before > 0 ? result.length / result.before : 1;
      const waypoints = result.waypoints.length;
      return { iterations: iterations[variant], seconds, ratio, waypoints };
    };
    return { midpoints: by('midpoints'), window: by('window') };
  });
}
