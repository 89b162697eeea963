/**
 * Boxes that contain a moving body over an interval of time [C 2]: the centre of mass goes where the flight says, all
 * points of the body are within `radius` of it, however it turns. Of a ballistic body the box is exact: around both ends
 * of the piece of parabola, and around its apex along an axis if that is in between; without acceleration these are the
 * two ends. Of a motion that only bounds are known of, it is what all such motions reach.
 *
 * The boxes contain the motion in real numbers of the doubles that are given: docs/proofs/broadphase.md counts the
 * roundings. Metres and seconds; constant time, nothing is allocated.
 */
import { layout } from '../arrays/index.ts';
import { InputError, U } from '../math/index.ts';

/** A centre of mass on a parabola, position + velocity t + acceleration t^2 / 2 from `time` on, and before it. */
export const FLIGHT = layout(
  'time',
  ['position', 3],
  ['velocity', 3],
  ['acceleration', 3],
  'radius',
);
/**
 * A centre of mass that is at `position` with `velocity` at `time`, never faster than `speed` and never accelerated by
 * more than `acceleration`, both lengths of vectors, either of which may be infinite. If the velocity is not known,
 * acceleration is infinite, and velocity is not looked at.
 */
export const BOUNDED = layout(
  'time',
  ['position', 3],
  ['velocity', 3],
  'speed',
  'acceleration',
  'radius',
);

const { time: TIME, position: POSITION, velocity: VELOCITY } = FLIGHT;
const { acceleration: ACCELERATION, radius: RADIUS, size: FLIGHT_SIZE } = FLIGHT;
const { speed: SPEED, acceleration: MOST, radius: BOUNDED_RADIUS, size: BOUNDED_SIZE } = BOUNDED;

/** Numbers of a flight are at most this large: nothing that is computed from them overflows. */
const LARGEST = 1e100;
/** More than the roundings, per unit of all lengths that occur. */
const SLACK = 16 * U;
/** More than what underflow can take away. */
const TINY = 1e-200;

/** The box at out[p] of the flight at flight[o] from time `from` to time `to`. */
export function ballisticBoxInto(
  flight: Float64Array,
  o: number,
  from: number,
  to: number,
  out: Float64Array,
  p: number,
): void {
  assertFlight(flight, o, FLIGHT_SIZE, from, to);
  const begin = from - flight[o + TIME];
  const end = to - flight[o + TIME];
  const longest = Math.max(Math.abs(begin), Math.abs(end));
  const radius = flight[o + RADIUS];
  for (let k = 0; k < 3; k++) {
    const x = flight[o + POSITION + k];
    const v = flight[o + VELOCITY + k];
    const a = flight[o + ACCELERATION + k];
    const first = x + begin * (v + 0.5 * a * begin);
    const last = x + end * (v + 0.5 * a * end);
    let low = Math.min(first, last);
    let high = Math.max(first, last);
    if (mayTurn(v, a, begin, end)) {
      const apex = x - 0.5 * v * (v / a);
      low = Math.min(low, apex);
      high = Math.max(high, apex);
    }
    const size = Math.abs(x) + longest * (Math.abs(v) + 0.5 * Math.abs(a) * longest) + radius;
    const grow = radius + SLACK * size + TINY;
    out[p + k] = low - grow;
    out[p + 3 + k] = high + grow;
  }
}

/**
 * Whether the velocity along an axis may come to zero between two times: unless it has the same sign at both, beyond
 * doubt. In doubt the apex is added: a box with one more point is a larger box.
 */
function mayTurn(v: number, a: number, begin: number, end: number): boolean {
  const most = Math.abs(a) * Math.max(Math.abs(begin), Math.abs(end));
  if (!(Math.abs(v) <= 2 * most) || a === 0) return false;
  const doubt = SLACK * (Math.abs(v) + most) + TINY;
  const first = v + a * begin;
  const last = v + a * end;
  return !((first > doubt && last > doubt) || (first < -doubt && last < -doubt));
}

/** The box at out[p] of all motions with the bounds at bounded[o] from time `from` to time `to`; it may be infinite. */
export function boundedBoxInto(
  bounded: Float64Array,
  o: number,
  from: number,
  to: number,
  out: Float64Array,
  p: number,
): void {
  assertFlight(bounded, o, BOUNDED_SIZE, from, to);
  if (bounded[o + MOST] < Infinity) assertSpeed(bounded, o);
  const begin = from - bounded[o + TIME];
  const end = to - bounded[o + TIME];
  const longest = Math.max(Math.abs(begin), Math.abs(end));
  const radius = bounded[o + BOUNDED_RADIUS];
  // At no time at all nothing moves, however fast it may be.
  const far = longest === 0 ? 0 : bounded[o + SPEED] * longest;
  const most = longest === 0 ? 0 : 0.5 * bounded[o + MOST];
  for (let k = 0; k < 3; k++) {
    const x = bounded[o + POSITION + k];
    const v = most < Infinity ? bounded[o + VELOCITY + k] : 0;
    const reach = far + radius + SLACK * (Math.abs(x) + far + radius) + TINY;
    // x + v t + most t^2 is convex and x + v t - most t^2 concave: both are outermost at an end.
    const size = Math.abs(x) + longest * (Math.abs(v) + most * longest) + radius;
    const grow = radius + SLACK * size + TINY;
    const first = begin === 0 ? 0 : most * (begin * begin);
    const last = end === 0 ? 0 : most * (end * end);
    const high = Math.max(x + begin * v + first, x + end * v + last);
    const low = Math.min(x + begin * v - first, x + end * v - last);
    out[p + k] = Math.max(x - reach, low - grow);
    out[p + 3 + k] = Math.min(x + reach, high + grow);
  }
}

/** A speed that is the length of the velocity as somebody computed it is accepted; the slack has room for that. */
function assertSpeed(bounded: Float64Array, o: number): void {
  const [x, y, z] = bounded.subarray(o + VELOCITY, o + VELOCITY + 3);
  if (Math.sqrt(x * x + y * y + z * z) <= bounded[o + SPEED] * (1 + 8 * U) + TINY) return;
  throw new InputError({
    code: 'broadphase/motion',
    message: `no motion has these bounds: its velocity is [${x}, ${y}, ${z}], its speed at most ${bounded[o + SPEED]}`,
  });
}

function assertFlight(
  flight: Float64Array,
  o: number,
  size: number,
  from: number,
  to: number,
): void {
  let fine = from <= to && Math.abs(from) <= LARGEST && Math.abs(to) <= LARGEST;
  for (let i = o; i < o + size; i++) {
    const bound = size === BOUNDED_SIZE && (i === o + SPEED || i === o + MOST);
    const number = flight[i];
    // Bounds may be infinite, and are not negative.
    fine &&= bound
      ? number >= 0 && (number <= LARGEST || number === Infinity)
      : Math.abs(number) <= LARGEST;
  }
  if (fine && flight[o + size - 1] >= 0) return;
  throw new InputError({
    code: 'broadphase/motion',
    message: `a flight is [${flight.subarray(o, o + size).join(', ')}], from ${from} to ${to} s: expected finite numbers up to ${LARGEST}, radius and bounds from 0 on, and times in order`,
  });
}
