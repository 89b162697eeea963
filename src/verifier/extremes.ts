/**
 * Which of many points is farthest along a direction, where that is asked again and again. Directions pass through a cube, whose
 * faces are divided into squares; only few points can be the farthest along those through one square, and these are listed
 * when first asked for.
 *
 * A point is not listed if one other is farther along the directions to all four corners of the square, by more than MARGIN
 * of the points' size: directions through the square are sums of these four, none of them taken away, so that along them it
 * is farther, too, and is computed to be. So what is found is the same as among all points, to the bit.
 */
import { grown } from '../arrays/grown.ts';
import { BOX, boxInto, farthestAlong, GROUP, leftOver, type Points } from './points.ts';

/** Squares along an edge of the cube; of all of its faces. */
const GRID = 8;
const HALF = GRID / 2;
const SQUARES = 6 * GRID * GRID;
/** Longer lists, as of a flat side with many points, are not kept: there all points are searched, most of them at once. */
const LONGEST = 64;
/** So often all points are searched before lists are worth their making. */
const PATIENCE = 16;
/**
 * Of the largest coordinate, for directions whose largest component is 1. Such a direction may lie outside of its square by
 * 2^-52, and a projection is rounded by 9 u of that coordinate: 2^-47 in all would do.
 */
const MARGIN = 2 ** -40;
/** Added to it, and the shortest direction that lists serve: products that decide do not underflow. */
const LEAST = 1e-150;
const SHORTEST = 1e-100;

const corners = new Float64Array(12);
const middle = new Float64Array(3);
/** How far along the corners each of five points is, four numbers for each, less than by what others must stay behind. */
const reached = new Float64Array(20);

export class Extremes {
  private readonly points: Points;
  private readonly from: number;
  private readonly to: number;
  private asked = 0;
  /** Whether they are so few that they are searched as fast. */
  private readonly few: boolean;
  /** Per square: where its list begins and ends in `listed`; 0 before it is asked for, -1 if it is not kept. Empty before there are lists. */
  private ends = new Int32Array(0);
  private listed = new Float64Array(0);
  private count = 0;
  private margin = 0;

  /** Of the points at[from] ... at[to - 1]. */
  constructor(points: Points, from: number, to: number) {
    this.points = points;
    this.from = from;
    this.to = to;
    this.few = to - from <= 3 * GROUP;
  }

  /** The largest d.p over these points. */
  along(x: number, y: number, z: number): number {
    const a = Math.abs(x);
    const b = Math.abs(y);
    const c = Math.abs(z);
    if (this.few || !(Math.max(a, b, c) >= SHORTEST)) return this.search(x, y, z);
    if (this.asked < PATIENCE) {
      this.asked++;
      if (this.asked === PATIENCE) this.ends = new Int32Array(2 * SQUARES);
      return this.search(x, y, z);
    }
    let face = 0;
    let u = 0;
    let v = 0;
    if (a >= b && a >= c) {
      face = x < 0 ? 1 : 0;
      u = y / a;
      v = z / a;
    } else if (b >= c) {
      face = y < 0 ? 3 : 2;
      u = z / b;
      v = x / b;
    } else {
      face = z < 0 ? 5 : 4;
      u = x / c;
      v = y / c;
    }
    const i = Math.min(GRID - 1, Math.floor((u + 1) * HALF));
    const j = Math.min(GRID - 1, Math.floor((v + 1) * HALF));
    const o = 2 * ((face * GRID + i) * GRID + j);
    const { ends } = this;
    if (ends[o + 1] === 0) this.list(face, i, j);
    const { listed } = this;
    const end = ends[o + 1];
    if (end < 0) return this.search(x, y, z);
    let most = -Infinity;
    for (let p = ends[o]; p < end; p += 3) {
      const along = x * listed[p] + y * listed[p + 1] + z * listed[p + 2];
      if (along > most) most = along;
    }
    return most;
  }

  private search(x: number, y: number, z: number): number {
    return farthestAlong(this.points, this.from, this.to, x, y, z);
  }

  /** Lists what can be farthest along directions through a square. */
  private list(face: number, i: number, j: number): void {
    const { points, from, to, ends } = this;
    if (this.margin === 0) this.margin = MARGIN * largest(points.at, from, to) + LEAST;
    placeCorners(face, i, j);
    // Those that are farthest along the corners and the middle leave most others behind.
    for (let q = 0; q < 5; q++) {
      const [d, o] = q < 4 ? [corners, 3 * q] : [middle, 0];
      this.search(d[o], d[o + 1], d[o + 2]);
      const v = points.last[0];
      for (let k = 0; k < 4; k++) reached[4 * q + k] = alongCorner(k, points.at, v) - this.margin;
    }
    const found = leftOver(points, from, to, LONGEST, isBehind);
    const o = 2 * ((face * GRID + i) * GRID + j);
    if (found.length > LONGEST) {
      ends[o + 1] = -1;
      return;
    }
    this.listed = grown(this.listed, this.count + 3 * found.length);
    ends[o] = this.count;
    for (const v of found) {
      for (let k = 0; k < 3; k++) this.listed[this.count++] = points.at[v + k];
    }
    ends[o + 1] = this.count;
  }
}

/** Directions to the corners of a square and to its middle. */
function placeCorners(face: number, i: number, j: number): void {
  const axis = face >> 1;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  for (let k = 0; k < 4; k++) {
    corners[3 * k + axis] = face & 1 ? -1 : 1;
    corners[3 * k + u] = (i + (k & 1)) / HALF - 1;
    corners[3 * k + v] = (j + (k >> 1)) / HALF - 1;
  }
  for (let c = 0; c < 3; c++) {
    middle[c] = 0.25 * (corners[c] + corners[3 + c] + corners[6 + c] + corners[9 + c]);
  }
}

/** How far a point is along the direction to corner k. */
function alongCorner(k: number, at: Float64Array, v: number): number {
  return corners[3 * k] * at[v] + corners[3 * k + 1] * at[v + 1] + corners[3 * k + 2] * at[v + 2];
}

/** Whether all of a box is behind one of the five points along all four corners. */
function isBehind(boxes: Float64Array, o: number): boolean {
  for (let q = 0; q < 20; q += 4) {
    let k = 0;
    while (k < 4 && farthestCorner(k, boxes, o) < reached[q + k]) k++;
    if (k === 4) return true;
  }
  return false;
}

function farthestCorner(k: number, boxes: Float64Array, o: number): number {
  const x = corners[3 * k];
  const y = corners[3 * k + 1];
  const z = corners[3 * k + 2];
  return (
    x * boxes[o + (x < 0 ? 0 : 3)] + y * boxes[o + (y < 0 ? 1 : 4)] + z * boxes[o + (z < 0 ? 2 : 5)]
  );
}

const around = new Float64Array(BOX);

/** The largest coordinate of points. */
function largest(at: Float64Array, from: number, to: number): number {
  boxInto(at, from, to, around, 0);
  let most = 0;
  for (let k = 0; k < BOX; k++) most = Math.max(most, Math.abs(around[k]));
  return most;
}
