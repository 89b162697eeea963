/**
 * Velocity profiles: how fast a path of straight segments can be run through within the limits of all
 * joints. Joints share the path parameter: the slowest along a segment decides.
 *
 * From rest to rest along one segment: even acceleration, even speed, even deceleration (a trapezoid, or
 * a triangle). Past waypoints that are blended: on its way from one segment to the next the motion
 * changes its velocity evenly (a parabola), from part `before` ahead of the waypoint to part `after`
 * behind it. What is needed to do so within the limits bounds the speeds there; the segments' limits of
 * acceleration, forward and then backward, lower them (as in Kunz and Stilman 2011, with speeds that
 * change along segments).
 *
 * Rounding to nanoseconds and doubles changes a motion a little. So it is measured as it will be
 * executed, and slowed down until it keeps the limits.
 */
import type { KinematicTree } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import type { JointLimits } from './jointLimits.ts';
import { type Knots, nanosecondsOf, SHORTEST, secondsOf } from './knots.ts';

/** A blend: which parts of the segments before and after a waypoint it takes. */
export interface Corner {
  readonly before: number;
  readonly after: number;
}

/** Left to rounding at first. */
const MARGIN = 1 - 1e-7;
/** Rounds of slowing down. */
const ROUNDS = 40;
/** Seconds that a segment and a blend take at least where blends are. */
const LEAST_S = 1e-4;

/** What a motion that took too much is slowed down by, beyond that: more from round to round. */
function more(round: number): number {
  return 1 + 1e-7 * 2 ** round;
}

function refuse(): never {
  throw new InputError({
    code: 'plan/timing',
    message: 'the limits of velocity and acceleration cannot be kept in double precision',
    hint: 'are joint values and limits in radians, metres and seconds?',
  });
}

/** Largest speed or acceleration of the path parameter along a way. */
function along(way: Float64Array, limits: Float64Array): number {
  let most = 0;
  for (let d = 0; d < way.length; d++) most = Math.max(most, Math.abs(way[d]) / limits[d]);
  return 1 / most;
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return b.map((x, d) => x - a[d]);
}

function on(q: Float64Array, way: Float64Array, s: number): Float64Array {
  return q.map((x, d) => x + s * way[d]);
}

function times(way: Float64Array, factor: number): Float64Array {
  return way.map((x) => x * factor);
}

/** Adds the motion from the last knot, at rest, straight to `to`, at rest again. */
export function addStraight(
  tree: KinematicTree,
  knots: Knots,
  to: Float64Array,
  limits: JointLimits,
  place: number,
): void {
  const first = knots.nanoseconds.length - 1;
  const from = knots.waypoints[first];
  const way = difference(from, to);
  const speed = along(way, limits.velocity);
  const rise = along(way, limits.acceleration);
  const whole = speed * speed < rise;
  const ramp = whole ? speed / rise : Math.sqrt(1 / rise);
  const cruise = whole ? 1 / speed - ramp : 0;
  let slower = 1 / MARGIN;
  for (let round = 0; round < ROUNDS; round++) {
    // Longer times than needed lower speeds and accelerations.
    const a = Math.max(SHORTEST, nanosecondsOf(slower * ramp));
    const c = cruise > 0 ? Math.max(SHORTEST, nanosecondsOf(slower * cruise)) : 0;
    const begin = knots.nanoseconds[first];
    const at = [begin, begin + a, begin + a + c, begin + 2 * a + c].map(secondsOf);
    const [up, even, down] = [at[1] - at[0], at[2] - at[1], at[3] - at[2]];
    const v = 1 / (0.5 * up + even + 0.5 * down);
    knots.places[first] = place;
    knots.add(begin + a, on(from, way, 0.5 * v * up), times(way, v), place);
    if (c > 0) knots.add(begin + a + c, on(from, way, 1 - 0.5 * v * down), times(way, v), place);
    knots.add(begin + 2 * a + c, to, new Float64Array(to.length), place);
    const used = knots.usedFrom(tree, first, limits);
    const excess = Math.max(used.velocity, Math.sqrt(used.acceleration));
    if (excess <= 1) return;
    knots.cut(first + 1);
    slower *= excess * more(round);
  }
  refuse();
}

/** The largest blend at a waypoint that is of use: more room than full speed needs would be wasted. */
export function widestCorner(
  points: readonly Float64Array[],
  i: number,
  limits: JointLimits,
  share: number,
): Corner {
  const [a, b] = [difference(points[i - 1], points[i]), difference(points[i], points[i + 1])];
  const [u, v] = [along(a, limits.velocity), along(b, limits.velocity)];
  const change = a.map((x, d) => v * b[d] - u * x);
  const duration = Math.max(LEAST_S, 1 / along(change, limits.acceleration));
  const [before, after] = [0.5 * u * duration, 0.5 * v * duration];
  const scale = Math.min(1, share / before, share / after);
  return { before: scale * before, after: scale * after };
}

/** Even acceleration for some time. */
interface Phase {
  readonly begin: number;
  readonly from: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly place: number;
}

/**
 * Adds the motion from the last knot, at points[0] and at rest, to the last of the points, at rest,
 * with a blend at each waypoint in between: corners[i] at points[i].
 */
export function addBlended(
  tree: KinematicTree,
  knots: Knots,
  points: readonly Float64Array[],
  corners: readonly Corner[],
  limits: JointLimits,
  place: number,
): void {
  const first = knots.nanoseconds.length - 1;
  let [slowV, slowA] = [1 / MARGIN, 1 / MARGIN];
  for (let round = 0; round < ROUNDS; round++) {
    const lower = {
      velocity: times(limits.velocity, 1 / slowV),
      acceleration: times(limits.acceleration, 1 / slowA),
    };
    const { phases, duration } = phasesOf(points, corners, lower);
    const begin = knots.nanoseconds[first];
    knots.places[first] = place + 0.5;
    const end = begin + nanosecondsOf(duration);
    for (const phase of phases) {
      const local = nanosecondsOf(phase.begin);
      if (begin + local - knots.last < SHORTEST || end - begin - local < SHORTEST) continue;
      // A little into the phase: its beginning is no whole nanosecond.
      const t = secondsOf(local) - phase.begin;
      const { from, velocity: v, acceleration: a } = phase;
      const q = from.map((x, d) => x + t * (v[d] + 0.5 * t * a[d]));
      const rate = v.map((x, d) => x + t * a[d]);
      knots.add(begin + local, q, rate, place + phase.place);
    }
    const goal = points[points.length - 1];
    knots.add(end, goal, new Float64Array(goal.length), place + points.length - 1);
    const used = knots.usedFrom(tree, first, limits);
    if (used.velocity <= 1 && used.acceleration <= 1) return;
    knots.cut(first + 1);
    slowV *= Math.max(1, used.velocity) * more(round);
    slowA *= Math.max(1, used.acceleration) * more(round);
  }
  refuse();
}

function phasesOf(
  points: readonly Float64Array[],
  corners: readonly Corner[],
  limits: JointLimits,
): { phases: Phase[]; duration: number } {
  const last = points.length - 1;
  const ways = points.slice(1).map((q, i) => difference(points[i], q));
  const speeds = ways.map((way) => Math.min(1 / LEAST_S, along(way, limits.velocity)));
  const rises = ways.map((way) => along(way, limits.acceleration));
  const before = (i: number) => (i === last ? 0 : corners[i].before);
  const after = (i: number) => (i === 0 ? 0 : corners[i].after);
  const lengths = ways.map((_, i) => 1 - after(i) - before(i + 1));

  /** One over the seconds that a blend takes; speeds beside it are twice its parts times that. */
  const hurry = points.map((_, i) => {
    if (i === 0 || i === last) return 0;
    const change = ways[i].map((x, d) => 2 * (after(i) * x - before(i) * ways[i - 1][d]));
    return Math.min(
      1 / LEAST_S,
      speeds[i - 1] / (2 * before(i)),
      speeds[i] / (2 * after(i)),
      Math.sqrt(along(change, limits.acceleration)),
    );
  });
  const enter = (i: number) => 2 * after(i) * hurry[i];
  const leave = (i: number) => 2 * before(i + 1) * hurry[i + 1];
  for (let i = 0; i + 1 < last; i++) {
    const most = Math.sqrt(enter(i) ** 2 + 2 * rises[i] * lengths[i]);
    hurry[i + 1] = Math.min(hurry[i + 1], most / (2 * before(i + 1)));
  }
  for (let i = last - 1; i > 0; i--) {
    const most = Math.sqrt(leave(i) ** 2 + 2 * rises[i] * lengths[i]);
    hurry[i] = Math.min(hurry[i], most / (2 * after(i)));
  }

  const phases: Phase[] = [];
  let begin = 0;
  ways.forEach((way, i) => {
    const add = (s: number, v: number, a: number) => {
      const from = on(points[i], way, s);
      phases.push({
        ...{ begin, from, place: i + 0.5 },
        velocity: times(way, v),
        acceleration: times(way, a),
      });
    };
    const [u, v, length, rise] = [enter(i), leave(i), lengths[i], rises[i]];
    const peak = Math.max(
      u,
      v,
      Math.min(speeds[i], Math.sqrt(0.5 * (u * u + v * v) + rise * length)),
    );
    const [up, down] = [(peak - u) / rise, (peak - v) / rise];
    const [upWay, downWay] = [0.5 * (peak + u) * up, 0.5 * (peak + v) * down];
    const even = Math.max(0, length - upWay - downWay) / peak;
    const s = after(i);
    if (up > 0) add(s, u, rise);
    begin += up;
    if (even > 0) add(s + upWay, peak, 0);
    begin += even;
    if (down > 0) add(s + length - downWay, peak, -rise);
    begin += down;
    if (i + 1 === last) return;
    // The blend that follows.
    const [a, b, h] = [before(i + 1), after(i + 1), hurry[i + 1]];
    const next = ways[i + 1];
    phases.push({
      ...{ begin, from: on(points[i + 1], way, -a), place: i + 1 },
      velocity: times(way, 2 * a * h),
      acceleration: way.map((x, d) => 2 * h * h * (b * next[d] - a * x)),
    });
    begin += 1 / h;
  });
  return { phases, duration: begin };
}
