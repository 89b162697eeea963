/**
 * A run of the schedule as knots and watched pairs, from which the page shows it at any time (protocol/flying.ts). The looks that
 * are taken for the picture are taken with a look of their own: those of the schedule are not changed by them.
 */
import { identityPose } from '../../src/math/index.ts';
import { Look, type Motion, type Mover, type Schedule } from '../../src/schedule/index.ts';
import type { FlightKnots, FlightWatch } from './protocol.ts';

const POSE = 12;
/** Radians that a body turns by from knot to knot, about; and seconds between knots of what does not fly. */
const TURN = 0.35;
const CARRIED = 1 / 120;
/** Instants, and pairs in all of them together, that are looked at for the picture. */
const INSTANTS = { least: 40, most: 360, pairs: 60_000 };

/** From when to when a run is shown. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

interface Phase {
  readonly from: number;
  readonly to: number;
  readonly motion: Motion;
}

/** The motions that a body has, one after the other. It changes only where it meets another. */
function phasesOf(schedule: Schedule, body: number, { begin, end }: Span): Phase[] {
  const hits = schedule.impacts
    .filter(({ a, b, hit }) => (a === body || b === body) && hit > begin && hit < end)
    .map(({ hit }) => hit);
  const phases: Phase[] = [];
  let from = begin;
  let motion = schedule.motionAt(body, begin);
  for (const hit of hits) {
    const next = schedule.motionAt(body, hit);
    if (next === motion) continue;
    phases.push({ from, to: hit, motion });
    [from, motion] = [hit, next];
  }
  phases.push({ from, to: end, motion });
  return phases;
}

/** Where a body is, as knots. */
export function knotsOf(schedule: Schedule, body: number, span: Span): FlightKnots {
  const times: number[] = [];
  const poses: number[] = [];
  const velocities: number[] = [];
  const pose = new Float64Array(POSE);
  const twist = new Float64Array(6);
  const add = (motion: Motion, time: number): void => {
    motion.poseInto(time, pose, 0);
    motion.velocityInto(time, twist, 0);
    times.push(time);
    poses.push(...pose);
    velocities.push(twist[0], twist[1], twist[2]);
  };
  for (const { from, to, motion } of phasesOf(schedule, body, span)) {
    for (let time = from; time < to; ) {
      add(motion, time);
      time += motion.kind === 'rest' ? to - from : stepOf(motion, twist);
    }
    add(motion, to);
  }
  return {
    times: Float64Array.from(times),
    poses: Float64Array.from(poses),
    velocities: Float64Array.from(velocities),
  };
}

/** Seconds to the next knot. Parabolas need none; turning does. */
function stepOf({ kind }: Motion, twist: Float64Array): number {
  const rate = Math.hypot(twist[3], twist[4], twist[5]);
  return Math.min(TURN / rate, kind === 'flight' ? Number.POSITIVE_INFINITY : CARRIED);
}

/** The times at which pairs are looked at: evenly, and at impacts; fewer where many pairs are watched. */
function instantsOf({ impacts, stats }: Schedule, { begin, end }: Span): number[] {
  const affordable = Math.floor(INSTANTS.pairs / Math.max(1, stats.mostWatched));
  const count = Math.max(INSTANTS.least, Math.min(INSTANTS.most, affordable));
  const times = Array.from({ length: count }, (_, i) => begin + ((end - begin) * i) / count);
  const hits = impacts.map(({ hit }) => hit).filter((hit) => hit >= begin && hit <= end);
  return [...new Set([...times, ...hits.slice(0, count)])].sort((x, y) => x - y);
}

/** Which pairs are watched, where they are nearest, and for how long they surely stay apart. */
export function watchOf(schedule: Schedule, span: Span, tolerance: number): FlightWatch {
  const times = instantsOf(schedule, span);
  const starts = [0];
  const pairs: number[] = [];
  const points: number[] = [];
  const apartFor: number[] = [];
  const look = new Look();
  const options = { target: 0.5 * tolerance, until: span.end, bounds: 'all' } as const;
  const mover = (body: number, time: number): Mover => ({
    body: schedule.bodies[body],
    motion: schedule.motionAt(body, time),
  });
  for (const time of times) {
    for (const { a, b } of schedule.watchedAt(time)) {
      const [first, second] = [mover(a, time), mover(b, time)];
      look.at(time, first, second);
      pairs.push(a, b);
      points.push(...localPoint(first, time, look, 0), ...localPoint(second, time, look, 3));
      apartFor.push(look.apartUntil(time, first, second, options) - time);
    }
    starts.push(pairs.length / 2);
  }
  return {
    times: Float64Array.from(times),
    starts: Uint32Array.from(starts),
    pairs: Uint16Array.from(pairs),
    points: Float32Array.from(points),
    apartFor: Float64Array.from(apartFor),
  };
}

const pose = identityPose();

/** One of the points of a look in its body's frame; the body's centre where only balls were compared. */
function localPoint(
  { motion }: Mover,
  time: number,
  { points, upper }: Look,
  o: number,
): [number, number, number] {
  if (!Number.isFinite(upper)) return [0, 0, 0];
  motion.poseInto(time, pose, 0);
  const [x, y, z] = [0, 1, 2].map((k) => points[o + k] - pose[9 + k]);
  const along = (column: number) => pose[column] * x + pose[3 + column] * y + pose[6 + column] * z;
  return [along(0), along(1), along(2)];
}
