/**
 * Points whose hull, grown by a distance, contains something, and what becomes of them when they are placed or swept by
 * a joint: what virtual manipulators are made of. All of it is off-line, and outward: docs/proofs/monitor.md,
 * "Swept volumes".
 *
 * A turn is free: all the way round, whatever its limits are. What is swept is a solid of revolution about the axis;
 * its profile (along the axis, distance from it) is enclosed by seven half-planes, and each circle of the profile's
 * corners by a polygon around it. So a joint makes 48 points of however many.
 */
import { orthogonalityDefect, transformPointInto, U } from '../../../math/index.ts';

/** The hull of `points`, grown by `grow` metres. */
export interface PointSet {
  readonly points: Float64Array;
  readonly grow: number;
}

/** More than all roundings of placing or turning a point, per unit of its size and that of what places it. */
const PLACING = 128 * U;
/** Directions of half-planes around a profile, every 30 degrees from straight down to straight up: sine and cosine. */
const HALF_ROOT_3 = 0.8660254037844386;
const SINES = [-1, -HALF_ROOT_3, -0.5, 0, 0.5, HALF_ROOT_3, 1];
const COSINES = [0, 0.5, HALF_ROOT_3, 1, HALF_ROOT_3, 0.5, 0];
/** Corners of the octagon around a circle of radius 1, which are 1 / cos(22.5 degrees) from its middle. */
const OUT = 1.082392200292394;
const SLANT = OUT * Math.SQRT1_2;
const OCTAGON = [
  OUT,
  0,
  SLANT,
  SLANT,
  0,
  OUT,
  -SLANT,
  SLANT,
  -OUT,
  0,
  -SLANT,
  -SLANT,
  0,
  -OUT,
  SLANT,
  -SLANT,
];

/** The largest length among the points. */
export function reachOf({ points, grow }: PointSet): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    most = Math.max(most, Math.sqrt(points[i] ** 2 + points[i + 1] ** 2 + points[i + 2] ** 2));
  }
  return most * (1 + 4 * U) + grow;
}

/** What contains all of them. */
export function joined(sets: readonly PointSet[]): PointSet {
  const size = sets.reduce((sum, { points }) => sum + points.length, 0);
  const points = new Float64Array(size);
  let at = 0;
  for (const set of sets) {
    points.set(set.points, at);
    at += set.points.length;
  }
  return { points, grow: Math.max(0, ...sets.map(({ grow }) => grow)) };
}

/** Placed by the pose at pose[o], whose rotation stands for the nearest true one. */
export function placed(set: PointSet, pose: Float64Array, o: number): PointSet {
  const points = new Float64Array(set.points.length);
  for (let i = 0; i < points.length; i += 3) {
    transformPointInto(pose, o, set.points, i, points, i);
  }
  const away = Math.abs(pose[o + 9]) + Math.abs(pose[o + 10]) + Math.abs(pose[o + 11]);
  const tilt = 1.6 * (orthogonalityDefect(pose, o) + 8 * U);
  return { points, grow: set.grow + (tilt + PLACING) * (reachOf(set) + away) };
}

/** Moved along an axis of length 1 by everything from `low` to `high`. */
export function slid(set: PointSet, axis: ArrayLike<number>, low: number, high: number): PointSet {
  const { points } = set;
  const swept = new Float64Array(2 * points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      swept[2 * i + k] = points[i + k] + low * axis[k];
      swept[2 * i + 3 + k] = points[i + k] + high * axis[k];
    }
  }
  const far = Math.max(Math.abs(low), Math.abs(high));
  return { points: swept, grow: set.grow + PLACING * (reachOf(set) + far) };
}

/** Turned about an axis of length 1 through the origin, by all angles. */
export function turned(set: PointSet, axis: ArrayLike<number>): PointSet {
  const [x, y, z] = [axis[0], axis[1], axis[2]];
  const { points } = set;
  // How far the profile (along the axis, away from it) reaches in each direction.
  const supports = SINES.map(() => Number.NEGATIVE_INFINITY);
  for (let i = 0; i < points.length; i += 3) {
    const [a, b, c] = [points[i], points[i + 1], points[i + 2]];
    const along = a * x + b * y + c * z;
    const [u, v, w] = [b * z - c * y, c * x - a * z, a * y - b * x];
    const away = Math.sqrt(u * u + v * v + w * w);
    for (let d = 0; d < supports.length; d++) {
      supports[d] = Math.max(supports[d], along * SINES[d] + away * COSINES[d]);
    }
  }
  const [first, second] = acrossOf(x, y, z);
  const swept: number[] = [];
  for (let d = 0; d + 1 < supports.length; d++) {
    const [along, away] = cornerOf(supports, d);
    const radius = Math.max(0, away);
    for (let n = 0; n < OCTAGON.length; n += 2) {
      const [p, q] = [radius * OCTAGON[n], radius * OCTAGON[n + 1]];
      swept.push(along * x + p * first[0] + q * second[0]);
      swept.push(along * y + p * first[1] + q * second[1]);
      swept.push(along * z + p * first[2] + q * second[2]);
    }
  }
  // A corner of two lines 30 degrees apart is off by at most eight times what they are.
  return { points: Float64Array.from(swept), grow: set.grow + 8 * PLACING * reachOf(set) };
}

/** Where the lines number d and d + 1 around a profile meet: along the axis, and away from it. */
function cornerOf(supports: readonly number[], d: number): [number, number] {
  const [own, next] = [supports[d], supports[d + 1]];
  // Divided by the sine of 30 degrees.
  return [
    2 * (next * COSINES[d] - own * COSINES[d + 1]),
    2 * (own * SINES[d + 1] - next * SINES[d]),
  ];
}

/** Two directions that are perpendicular to one and to each other, all of length 1. */
function acrossOf(x: number, y: number, z: number): [number[], number[]] {
  const [a, b, c] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const other = a <= b && a <= c ? [1, 0, 0] : b <= c ? [0, 1, 0] : [0, 0, 1];
  const first = unit(cross([x, y, z], other));
  return [first, unit(cross([x, y, z], first))];
}

function cross([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function unit(v: readonly number[]): number[] {
  const length = Math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2);
  return v.map((x) => x / length);
}
