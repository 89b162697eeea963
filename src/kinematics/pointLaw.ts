/**
 * Laws through points of a file: a cam, a measured table. The spline through the points is the nominal motion. Where
 * only a bounded rate is known between them, the follower may do anything that passes through the points and changes
 * by at most so much per unit of the leader: on a piece it stays between two tents, and the deviation is the most that
 * a tent is away from the spline (docs/proofs/loops.md). From + - * / alone, the same on every machine.
 */
import { InputError, U } from '../math/index.ts';
import type { Law } from './description.ts';
import { compileLaw } from './lawFit.ts';

/** Points that a follower passes through, and what is known between them. */
export interface PointLaw {
  /** Values of leader and follower; leaders increase. */
  readonly points: readonly (readonly [number, number])[];
  /** The most that the follower changes per unit of the leader; without it the spline is the motion. */
  readonly rate?: number;
  /**
   * The leader turns on and on: a whole turn after the first point the law begins anew, when the follower has turned
   * so many turns.
   */
  readonly turns?: number;
}

const TURN = 2 * Math.PI;
const PARTS = 16;

function refuse(code: string, message: string, hint?: string): never {
  throw new InputError({ code: `law/${code}`, message, hint });
}

/** The law through the points. Throws an InputError for points that are none, or a rate that is too small for them. */
export function lawThrough(given: PointLaw): Law {
  const periodic = given.turns !== undefined;
  const points = [...given.points];
  if (points.length < 2) refuse('points', `${points.length} points; a law has two at least`);
  const i = points.findIndex(([x], k) => k > 0 && !(x > points[k - 1][0]));
  if (i > 0) {
    const message = `point ${i + 1} has the leader at ${points[i][0]}, after ${points[i - 1][0]}`;
    refuse('points', message, 'points must increase');
  }
  if (periodic) {
    const [[x, y], [last]] = [points[0], points[points.length - 1]];
    if (!(last < x + TURN)) {
      refuse('turn', `the points go over ${last - x} rad: a whole turn, or more`, CLOSED);
    }
    points.push([x + TURN, y + given.turns! * TURN]);
  }
  const law: Law = {
    at: points.map(([x]) => x),
    values: points.map(([, y]) => y),
    slopes: endSlopes(points),
    periodic,
    deviation: 0,
  };
  const smooth = periodic ? withoutSeam(law) : law;
  if (given.rate === undefined) return smooth;
  return { ...smooth, deviation: tentUpper(smooth, given.rate) };
}

const CLOSED = 'leave out the last one: it is the first, a turn later';

/** Slopes at the ends: those of parabolas through three points, of the line through two. */
function endSlopes(points: readonly (readonly [number, number])[]): [number, number] {
  const slope = ([a, b, c]: readonly (readonly [number, number])[]) => {
    const first = (b[1] - a[1]) / (b[0] - a[0]);
    if (!c) return first;
    const second = (c[1] - b[1]) / (c[0] - b[0]);
    return first + ((first - second) * (b[0] - a[0])) / (c[0] - a[0]);
  };
  return [slope(points), slope([...points].reverse())];
}

/** The same slope at both ends, such that the second derivative is the same there too: it is linear in the slope. */
function withoutSeam(law: Law): Law {
  const jump = (slope: number) => {
    const { knots, cubics } = compileLaw({ ...law, slopes: [slope, slope] }, 'follower');
    const last = knots.length - 2;
    const [c2, c3] = [cubics[4 * last + 2], cubics[4 * last + 3]];
    return 2 * cubics[2] - (2 * c2 + 6 * (knots[last + 1] - knots[last]) * c3);
  };
  const [at0, at1] = [jump(0), jump(1)];
  const slope = at0 / (at0 - at1);
  return { ...law, slopes: [slope, slope] };
}

/** The most that a follower of bounded rate may be away from the spline. */
function tentUpper(law: Law, rate: number): number {
  const { at, values } = law;
  if (!(rate >= 0)) refuse('rate', `the rate is ${rate}, expected 0 or more`);
  const { cubics } = compileLaw(law, 'follower');
  let most = 0;
  for (let i = 0; i + 1 < at.length; i++) {
    const h = at[i + 1] - at[i];
    const rise = values[i + 1] - values[i];
    if (Math.abs(rise) > rate * h * (1 + 8 * U)) {
      const least = Math.abs(rise) / h;
      refuse(
        'rate',
        `from the leader at ${at[i]} to ${at[i + 1]} the follower changes by ${least} per unit; the rate is ${rate}`,
        `give a rate of ${least} or more`,
      );
    }
    const next = i + 2 < at.length ? cubics[4 * i + 5] : law.slopes[1];
    const piece = { h, rise, slopes: [cubics[4 * i + 1], next] } as const;
    for (const side of [1, -1] as const) {
      // The tent's top, or any other place: each line bounds the follower everywhere.
      const top = rate > 0 ? Math.min(h, Math.max(0, (h + (side * rise) / rate) / 2)) : 0;
      const up = side * rate;
      most = Math.max(most, awayUpper(piece, [0, up], [0, top], side));
      most = Math.max(most, awayUpper(piece, [rise + up * h, -up], [top, h], side));
    }
  }
  // Values are taken from those of the piece's first point: each difference is rounded.
  const largest = values.reduce((size, y) => Math.max(size, Math.abs(y)), 0);
  return most * (1 + 64 * U) + 16 * U * largest;
}

/** A cubic from 0 to `rise` over h, with slopes at both ends. */
interface CubicPiece {
  readonly h: number;
  readonly rise: number;
  readonly slopes: readonly [number, number];
}

/**
 * Upper bound of side * (line - cubic) between two places, as the largest coefficient of Bernstein's form on each of a
 * few parts. The line is line[0] + line[1] t.
 */
function awayUpper(
  { h, rise, slopes: [m0, m1] }: CubicPiece,
  line: readonly [number, number],
  [from, to]: readonly [number, number],
  side: 1 | -1,
): number {
  const secant = rise / h;
  const c2 = (3 * secant - 2 * m0 - m1) / h;
  const c3 = (m0 + m1 - 2 * secant) / h / h;
  const value = (t: number) => side * (line[0] + line[1] * t - t * (m0 + t * (c2 + t * c3)));
  const slope = (t: number) => side * (line[1] - (m0 + t * (2 * c2 + 3 * t * c3)));
  const width = (to - from) / PARTS;
  let most = -Infinity;
  for (let k = 0; k < PARTS; k++) {
    const [a, b] = [from + k * width, k === PARTS - 1 ? to : from + (k + 1) * width];
    const third = (b - a) / 3;
    const [left, right] = [value(a), value(b)];
    most = Math.max(most, left, left + third * slope(a), right - third * slope(b), right);
  }
  // Each of the sums has fewer than 32 roundings of terms of these sizes.
  const slopes = Math.abs(m0) + Math.abs(m1) + Math.abs(secant) + Math.abs(line[1]);
  return most + 64 * U * (Math.abs(line[0]) + 8 * h * slopes);
}
