/** Proven shortcuts of a path of straight segments. */
import type { Verdict } from '../check/index.ts';
import { type Fault, Random } from '../math/index.ts';
import { lookAtPath, type NearEnd, nearNotes, smoothPath } from '../plan/index.ts';
import { type CheckAnswer, check } from './check.ts';
import { type JobContext, Stopwatch, signalWith, tellNotes } from './context.ts';
import {
  configurationOf,
  type Moving,
  movingDofs,
  requireSimple,
  spaceFor,
  withoutRepeats,
} from './held.ts';
import type { Motion } from './motion.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';
import { DEFAULT_SEED, type ShortcutSettings, shortcutOptions } from './plan.ts';

export interface SmoothRequest extends CellAdjustments, ShortcutSettings {
  /** Only its waypoints count, with straight segments between them; arcs are refused. */
  readonly motion: Motion;
  /** Check it first, and refuse what is not free; with as much time again. Default false. */
  readonly checked?: boolean | undefined;
  /** Default `robots`. */
  readonly moving?: Moving | undefined;
  /** Same seed, same path. Default 1. */
  readonly seed?: number | undefined;
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Leave waypoints that come twice in a row. Default false. */
  readonly keepRepeats?: boolean | undefined;
}

export interface SmoothAnswer {
  /** Null if the path was checked and is not free. */
  readonly motion: Motion | null;
  /** Of the path as given, if that was asked for. */
  readonly check: CheckAnswer | null;
  readonly before: number;
  readonly length: number;
  /** Shortcuts that were tried, and that were taken. */
  readonly tried: number;
  readonly taken: number;
  readonly moving: readonly number[];
  /** Waypoints at which pairs are free and yet nearly in contact; and that in words. */
  readonly near: readonly NearEnd[];
  readonly notes: readonly Fault[];
  /** Milliseconds. */
  readonly phases: { readonly checking: number; readonly smoothing: number };
}

/** Makes a path shorter, by proven shortcuts. It begins and ends where it did, and is never longer. */
export function smooth(
  open: OpenCell,
  request: SmoothRequest,
  context: JobContext = {},
): SmoothAnswer {
  const { motion: given, checked = false, seed = DEFAULT_SEED } = request;
  requireSimple(given, 'smoothed');
  const asked = open.with(request);
  const way = given.waypoints.map((q) => configurationOf(asked.cell, q, 'a waypoint'));
  const near = lookAtPath(checked ? asked.question({ motion: given }).cell : asked.cell, way);
  const notes = nearNotes(asked.cell, near);
  tellNotes(context, 'smoothing', notes);
  const watch = new Stopwatch();
  const { timeLimit_ms } = request;
  const first = checked ? check(asked, { motion: given, timeLimit_ms }, context) : null;
  const checking = watch.lap();
  const moving = movingDofs(asked.cell, way, request.moving);
  const common = { check: first, moving, near, notes };
  if (refused(first?.verdict)) {
    const nothing = { motion: null, before: 0, length: 0, tried: 0, taken: 0 };
    return { ...nothing, ...common, phases: { checking, smoothing: 0 } };
  }
  const held = asked.held(way[0], moving);
  const space = spaceFor(held, request.weights);
  context.onProgress?.({ phase: 'smoothing', done: 0, of: 0 });
  const result = smoothPath(
    space,
    way.map((q) => held.reduced(q)),
    {
      random: new Random(seed),
      ...shortcutOptions(request),
      ...signalWith(context, undefined),
    },
  );
  const { before, length, tried, taken } = result;
  const kept = request.keepRepeats ? result.waypoints : withoutRepeats(result.waypoints);
  const waypoints = kept.map((q) => held.completed(q));
  const motion = { name: `${given.name}, smoothed`, waypoints };
  const phases = { checking, smoothing: watch.lap() };
  return { motion, before, length, tried, taken, ...common, phases };
}

function refused(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && verdict !== 'free';
}
