/** Proven shortcuts of a path of straight segments. */
import type { Verdict } from '../check/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import {
  bestAttempt,
  lookAtPath,
  type NearEnd,
  nearNotes,
  type SmoothAttempt,
  smoothAttempt,
} from '../plan/index.ts';
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
import { type CellAdjustments, type OpenCell, stopped } from './openCell.ts';
import { DEFAULT_SEED, type ShortcutSettings, shortcutOptions } from './planning.ts';

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
  /** Attempts that are made; the shortest path counts (plan/attempts.ts). Default 1. */
  readonly attempts?: number | undefined;
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
  /** The number of the attempt that it came from, from 0. */
  readonly attempt: number;
  readonly moving: readonly number[];
  /** Waypoints at which pairs are free and yet nearly in contact; and that in words. */
  readonly near: readonly NearEnd[];
  readonly notes: readonly Fault[];
  /** Milliseconds. */
  readonly phases: { readonly checking: number; readonly smoothing: number };
}

/** More would hardly find anything new. */
const MOST_ATTEMPTS = 1024;

/** Some attempts at smoothing, for one thread: plain data. */
export interface SmoothPart {
  readonly request: SmoothRequest;
  /** Numbers of attempts. */
  readonly attempts: readonly number[];
  /** Milliseconds that are left. */
  readonly timeLimit_ms?: number | undefined;
}

/** Smoothing that has begun: the path was checked, if that was asked for. */
export interface OpenSmoothing {
  /** Numbers of the attempts to be made; none for a path that is refused. */
  readonly attempts: readonly number[];
  /** Milliseconds that are left; Infinity without a limit. */
  timeLeft(): number;
  /** The answer, from the attempts that were made. */
  answer(attempts: readonly SmoothAttempt[]): SmoothAnswer;
}

/** Makes a path shorter, by proven shortcuts. It begins and ends where it did, and is never longer. */
export function smooth(
  open: OpenCell,
  request: SmoothRequest,
  context: JobContext = {},
): SmoothAnswer {
  const begun = beginSmoothing(open, request, context);
  const { attempts } = begun;
  const part = { request, attempts, timeLimit_ms: begun.timeLeft() };
  return begun.answer(attempts.length > 0 ? [smoothPart(open, part, context)] : []);
}

/** Makes some attempts one after the other; the best of them. The first is made even if there is no time left. */
export function smoothPart(
  open: OpenCell,
  { request, attempts, timeLimit_ms = Infinity }: SmoothPart,
  context: JobContext = {},
): SmoothAttempt {
  const { way, moving, asked } = wayOf(open, request);
  const held = asked.held(way[0], moving);
  const space = spaceFor(held, request.weights);
  const reduced = way.map((q) => held.reduced(q));
  const { seed = DEFAULT_SEED } = request;
  const { signal } = signalWith(context, undefined);
  const end = performance.now() + timeLimit_ms;
  const made: SmoothAttempt[] = [];
  for (const number of attempts) {
    const left = end - performance.now();
    if (made.length > 0 && (left <= 0 || signal?.aborted)) break;
    const limits = {
      ...(end === Infinity ? {} : { timeLimit_ms: left }),
      ...(signal && { signal }),
    };
    const options = { seed, ...shortcutOptions(request), ...limits };
    made.push(smoothAttempt(space, reduced, number, options));
    context.onProgress?.({ phase: 'smoothing', done: made.length, of: attempts.length });
  }
  return bestAttempt(made)!;
}

function wayOf(open: OpenCell, request: SmoothRequest) {
  const asked = open.with(request);
  const way = request.motion.waypoints.map((q) => configurationOf(asked.cell, q, 'a waypoint'));
  return { asked, way, moving: movingDofs(asked.cell, way, request.moving) };
}

/** Looks at a path, and checks it if that is asked for. */
export function beginSmoothing(
  open: OpenCell,
  request: SmoothRequest,
  context: JobContext = {},
): OpenSmoothing {
  const { motion: given, checked = false, attempts = 1 } = request;
  requireSimple(given, 'smoothed');
  if (!(Number.isInteger(attempts) && attempts >= 1 && attempts <= MOST_ATTEMPTS)) {
    throw new InputError({
      code: 'plan/attempts',
      message: `attempts are a whole number from 1 to ${MOST_ATTEMPTS}; found ${attempts}`,
    });
  }
  const { asked, way, moving } = wayOf(open, request);
  const near = lookAtPath(checked ? asked.question({ motion: given }).cell : asked.cell, way);
  const notes = nearNotes(asked.cell, near);
  tellNotes(context, 'smoothing', notes);
  const watch = new Stopwatch();
  const { timeLimit_ms } = request;
  const first = checked ? check(asked, { motion: given, timeLimit_ms }, context) : null;
  const checking = watch.lap();
  const common = { check: first, moving, near, notes };
  if (refused(first?.verdict)) {
    const nothing = { motion: null, before: 0, length: 0, tried: 0, taken: 0 };
    const answer = { ...nothing, ...common, attempt: 0, phases: { checking, smoothing: 0 } };
    return { attempts: [], timeLeft: () => 0, answer: () => answer };
  }
  const held = asked.held(way[0], moving);
  context.onProgress?.({ phase: 'smoothing', done: 0, of: 0 });
  const end = performance.now() + (timeLimit_ms ?? Infinity);
  return {
    attempts: Array.from({ length: attempts }, (_, number) => number),
    timeLeft: () => end - performance.now(),
    answer: (made) => {
      const best = bestAttempt(made);
      if (!best) throw stopped();
      const { before, length, tried, taken } = best.result;
      const kept = request.keepRepeats
        ? best.result.waypoints
        : withoutRepeats(best.result.waypoints);
      const waypoints = kept.map((q) => held.completed(q));
      const motion = { name: `${given.name}, smoothed`, waypoints };
      const phases = { checking, smoothing: watch.lap() };
      return { motion, before, length, tried, taken, ...common, attempt: best.number, phases };
    },
  };
}

function refused(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && verdict !== 'free';
}
