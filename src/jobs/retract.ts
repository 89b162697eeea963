/** Linkages from where they stand to below a height, by random walks; what they did is smoothed if that is asked for. */
import { type Fault, InputError, Random } from '../math/index.ts';
import {
  BelowHeight,
  lookAtEnds,
  type NearEnd,
  nearNotes,
  type RetractOrder,
  type RetractSteps,
  retract as retractIn,
  smoothPath,
  usualHeight,
} from '../plan/index.ts';
import { type JobContext, Stopwatch, signalWith, tellNotes } from './context.ts';
import { configurationOf, spaceFor, withoutRepeats } from './held.ts';
import type { Motion } from './motion.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';
import { DEFAULT_SEED, type ShortcutSettings, shortcutOptions } from './planning.ts';

/** Milliseconds of a walk, if nothing else limits it. */
export const DEFAULT_RETRACT_MS = 60_000;

export interface RetractJobRequest extends CellAdjustments {
  readonly from: ArrayLike<number>;
  /** Metres above the world's origin. Default: below all obstacles. */
  readonly height?: number | undefined;
  /** As in the papers, or drawn by an energy. Default `drawn`. */
  readonly steps?: RetractSteps | undefined;
  /** Default: plain steps together, drawn ones in turn. */
  readonly order?: RetractOrder | undefined;
  /** Same seed, same path. Default 1. */
  readonly seed?: number | undefined;
  /** Segments to test at most. */
  readonly segments?: number | undefined;
  /** Segments after which a walk begins anew. Default: 5,000 for drawn steps; plain ones go on. */
  readonly patience?: number | undefined;
  /** Milliseconds of the walk. Default a minute, or no limit if segments are limited. */
  readonly timeLimit_ms?: number | undefined;
  /** Shortcuts, each proven. Default: none. */
  readonly smooth?: ShortcutSettings | undefined;
  /** How much a joint's way counts, by name. Default 1 for a radian, 2 for a metre. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}

export interface RetractAnswer {
  readonly verdict: 'free' | 'no path found';
  /** Null if not all robots got below. */
  readonly motion: Motion | null;
  readonly height: number;
  readonly steps: RetractSteps;
  readonly seed: number;
  /** Robots in the cell, and how many of them are below the height where the walk ended. */
  readonly robots: number;
  readonly below: number;
  /** Segments tested, all of them; those of the path; and how often a walk began anew. */
  readonly tested: number;
  readonly taken: number;
  readonly restarts: number;
  /** Questions about a pair of bodies at a configuration. */
  readonly pairTests: number;
  /** Weighted length in joint space: as walked, and in the end. */
  readonly walked: number;
  readonly length: number;
  readonly smoothed: { readonly tried: number; readonly taken: number } | null;
  readonly near: readonly NearEnd[];
  readonly notes: readonly Fault[];
  /** Milliseconds. */
  readonly phases: { readonly walking: number; readonly smoothing: number };
}

/** Takes all robots of a cell below a height. Throws an InputError for a start that is not free. */
export function retract(
  open: OpenCell,
  request: RetractJobRequest,
  context: JobContext = {},
): RetractAnswer {
  const asked = open.with(request);
  const { cell } = asked;
  const { steps = 'drawn', order, seed = DEFAULT_SEED, segments, patience } = request;
  const from = configurationOf(cell, request.from, 'the start');
  const all = [...cell.tree.dofs.keys()];
  if (all.length === 0) throw fault('no joint of the cell can move');
  const height = request.height ?? usualHeight(cell);
  if (height === null) {
    const hint = '--below Z says below which height they shall be';
    throw fault(
      'there are no obstacles above all robots: nothing says how low they shall be',
      hint,
    );
  }
  const space = spaceFor(asked.held(from, all), request.weights);
  const below = new BelowHeight(cell, height);
  const near = lookAtEnds(space, from, [from]).slice(0, 1);
  const notes = nearNotes(cell, near);
  tellNotes(context, 'walking', notes);
  const watch = new Stopwatch();
  const { onProgress, deadline = Number.POSITIVE_INFINITY } = context;
  const limit = request.timeLimit_ms ?? (segments === undefined ? DEFAULT_RETRACT_MS : Infinity);
  const walk = retractIn(space, below, {
    ...{ from, steps, random: new Random(seed) },
    ...(order === undefined ? {} : { order }),
    ...(patience === undefined ? {} : { patience }),
    ...(segments === undefined ? {} : { maxSegments: segments }),
    timeLimit_ms: Math.min(limit, deadline - performance.now()),
    ...signalWith(context, undefined),
    onProgress: ({ tested, taken }) => onProgress?.({ phase: 'walking', done: taken, of: tested }),
  });
  const walking = watch.lap();
  const { tested, taken, restarts, pairTests, length: walked, waypoints } = walk;
  const common = {
    ...{ height, steps, seed, robots: below.robotCount, tested, taken, restarts, pairTests },
    ...{ below: below.count(waypoints[waypoints.length - 1]), walked, near, notes },
  };
  if (!walk.reached) {
    const nothing = { motion: null, length: 0, smoothed: null };
    return { verdict: 'no path found', ...nothing, ...common, phases: { walking, smoothing: 0 } };
  }
  if (request.smooth) onProgress?.({ phase: 'smoothing', done: 0, of: 0 });
  const shorter =
    request.smooth &&
    smoothPath(space, waypoints, {
      random: new Random(seed),
      ...shortcutOptions(request.smooth),
      ...signalWith(context, undefined),
    });
  return {
    verdict: 'free',
    motion: { name: 'retracted', waypoints: twoEnds(shorter?.waypoints ?? waypoints) },
    length: shorter?.length ?? walked,
    smoothed: shorter ? { tried: shorter.tried, taken: shorter.taken } : null,
    ...common,
    phases: { walking, smoothing: shorter ? watch.lap() : 0 },
  };
}

/** A path has two ends, also of robots that were below to begin with. */
function twoEnds(waypoints: readonly Float64Array[]): Float64Array[] {
  const list = withoutRepeats(waypoints);
  return list.length > 1 ? list : [list[0], list[0].slice()];
}

function fault(message: string, hint?: string): InputError {
  return new InputError({ code: 'retract/height', message, ...(hint ? { hint } : {}) });
}
