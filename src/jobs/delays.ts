/** Robots with their own timing, free for every start of each within its delay. */
import type { Cell } from '../cell/index.ts';
import { checkDelays as checkStarts, DEFAULT_DELTA, type DelayResult } from '../check/index.ts';
import { InputError } from '../math/index.ts';
import type { Track } from '../motion/index.ts';
import { factsOf, type MotionFacts, type SearchSettings } from './check.ts';
import { type JobContext, JobLimits, Stopwatch, telling } from './context.ts';
import { type Motion, trackOf } from './motion.ts';
import type { MotionSettings, OpenCell } from './openCell.ts';

export interface DelaysRequest extends SearchSettings {
  /** Seconds, per track: how late it may start. */
  readonly delays: readonly number[];
}

export interface DelaysAnswer extends DelayResult, MotionFacts {
  /** What the tracks are called, in their order. */
  readonly names: readonly string[];
  readonly milliseconds: number;
}

/** Checks tracks for all starts within their delays. */
export function checkDelays(
  open: OpenCell,
  request: DelaysRequest,
  context: JobContext = {},
): DelaysAnswer {
  const { delta = DEFAULT_DELTA, delays } = request;
  const limits = new JobLimits(request, context);
  const { tracks, names, standing } = delayedTracks(open, request);
  const question = open.question(request);
  const watch = new Stopwatch();
  const result = checkStarts(question.cell, tracks, {
    ...{ delays, standing, delta },
    ...limits.now(),
    ...telling(context, 'delays'),
  });
  const milliseconds = watch.total();
  // A delay shifts a robot's motion as a whole: its limits are those of the tracks as they are.
  return { ...result, names, milliseconds, ...factsOf(question, delta) };
}

/** Tracks as a check, a certificate or a verification of delays is about them. */
export interface DelayedTracks {
  /** With their own offsets in their times. */
  readonly tracks: readonly Track[];
  readonly names: readonly string[];
  readonly standing: Float64Array;
}

/** Throws an InputError for a motion with one timing for all. */
export function delayedTracks(open: OpenCell, settings: MotionSettings): DelayedTracks {
  const { motion, wrap = 'literal' } = settings;
  const { cell, path } = open.question(settings);
  if (!motion.tracks) {
    throw new InputError({
      code: 'path/no-tracks',
      message: 'delays are for robots with their own timing; this motion has one timing for all',
    });
  }
  const names = trackNames(cell, motion);
  const tracks = motion.tracks.map((each, k) => {
    const track = trackOf(cell.tree, each, wrap);
    const times = track.path.times?.map((t) => t + each.offset);
    return { ...track, name: names[k], path: { ...track.path, ...(times ? { times } : {}) } };
  });
  return { tracks, names, standing: path.waypoints[0] };
}

/** A track is called by the robot that it moves, if it is the only one that does. */
export function trackNames({ tree }: Pick<Cell, 'tree'>, { tracks = [] }: Motion): string[] {
  const robots = tracks.map(({ dofs }) => {
    const own = new Set(dofs.map((d) => tree.dofs[d].joint.split('/').slice(0, -1).join('/')));
    return own.size === 1 ? [...own][0] : '';
  });
  return robots.map((robot, k) => {
    const only = robot !== '' && robots.filter((other) => other === robot).length === 1;
    return only ? robot : (tracks[k].name ?? `track ${k}`);
  });
}
