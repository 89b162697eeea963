/**
 * The gap between a box and a point, a segment or another box, in the frame of the first box's axes: a lower bound of
 * their distance. First along the axes of either box, three gaps at right angles that add up as squares; then, from the
 * line of centres on, along the line between points of the two, each the nearest to the other in turn, which converges to the
 * nearest points (von Neumann's alternating projections). The way along the axes is exact for a point. Rounding is taken off
 * by who asks.
 */
import { ORIENTED_BOX } from './kinds.ts';

const { axes: AXES, half: HALF } = ORIENTED_BOX;

/** Most turns of the alternation, and how near the gap must come to the distance of the two points to be enough. */
const ROUNDS = 10;
const ENOUGH = 0.999;

/** The numbers of a gap: what was found; all lengths that occur, the way between the centres and the extents of both. */
export const BEST = 0;
export const SIZE = 1;
/** Request: a gap above this is enough. */
export const NEEDED = 2;

export class BoxGap {
  /** Numbers that are handed over, in an array: between functions they would be boxed. */
  readonly numbers = new Float64Array(3);
  /** Of the first box: centre, axes, half extents. */
  private readonly box = new Float64Array(ORIENTED_BOX.size);
  /** From its centre to that of the other, along its axes. */
  private readonly way = new Float64Array(3);
  /**
   * The other one is the sum of directions, each times a number of at most its half in magnitude, along the axes of the first
   * box; so many there are. The third: one over the direction's squared length.
   */
  private count = 0;
  private readonly turn = new Float64Array(9);
  private readonly halves = new Float64Array(3);
  private readonly inverse = new Float64Array(3);
  private readonly point = new Float64Array(3);

  takeBox(from: Float64Array, o: number): void {
    const { box } = this;
    for (let k = 0; k < 15; k++) box[k] = from[o + k];
    this.numbers[SIZE] = box[HALF] + box[HALF + 1] + box[HALF + 2];
  }

  /** A box along the axes: centre, half extents. */
  takeAxisBox(from: Float64Array, o: number): void {
    const { box } = this;
    for (let k = 0; k < 3; k++) {
      box[k] = from[o + k];
      box[HALF + k] = from[o + 3 + k];
    }
    for (let k = 0; k < 9; k++) box[AXES + k] = k % 4 === 0 ? 1 : 0;
    this.numbers[SIZE] = box[HALF] + box[HALF + 1] + box[HALF + 2];
  }

  /** The centre of the other one. */
  offsetTo(from: Float64Array, o: number): void {
    const { box, way } = this;
    const x = from[o] - box[0];
    const y = from[o + 1] - box[1];
    const z = from[o + 2] - box[2];
    way[0] = box[AXES] * x + box[AXES + 1] * y + box[AXES + 2] * z;
    way[1] = box[AXES + 3] * x + box[AXES + 4] * y + box[AXES + 5] * z;
    way[2] = box[AXES + 6] * x + box[AXES + 7] * y + box[AXES + 8] * z;
    this.numbers[SIZE] += Math.abs(way[0]) + Math.abs(way[1]) + Math.abs(way[2]);
  }

  addPoint(): void {
    this.count = 0;
  }

  /** By half the segment. */
  addSegment(from: Float64Array, o: number): void {
    const { halves, inverse } = this;
    const x = from[o];
    const y = from[o + 1];
    const z = from[o + 2];
    const squared = x * x + y * y + z * z;
    if (!(squared > 1e-280)) {
      this.count = 0;
      this.numbers[SIZE] += Math.abs(x) + Math.abs(y) + Math.abs(z);
      return;
    }
    this.count = 1;
    this.turnInto(from, o, 0);
    halves[0] = 1;
    inverse[0] = 1 / squared;
    this.numbers[SIZE] += Math.sqrt(squared);
  }

  /** By its axes and half extents. */
  addBox(from: Float64Array, axes: number, half: number): void {
    const { halves, inverse } = this;
    this.count = 3;
    for (let j = 0; j < 3; j++) {
      this.turnInto(from, axes + 3 * j, 3 * j);
      halves[j] = from[half + j];
      inverse[j] = 1;
      this.numbers[SIZE] += halves[j];
    }
  }

  /** One along the axes, by its half extents. */
  addAxisBox(from: Float64Array, half: number): void {
    const { box, turn, halves, inverse } = this;
    this.count = 3;
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) turn[3 * j + k] = box[AXES + 3 * k + j];
      halves[j] = from[half + j];
      inverse[j] = 1;
      this.numbers[SIZE] += halves[j];
    }
  }

  /** turn[j ...] = the direction at from[o ...], along the axes of the first box. */
  private turnInto(from: Float64Array, o: number, j: number): void {
    const { box, turn } = this;
    const x = from[o];
    const y = from[o + 1];
    const z = from[o + 2];
    turn[j] = box[AXES] * x + box[AXES + 1] * y + box[AXES + 2] * z;
    turn[j + 1] = box[AXES + 3] * x + box[AXES + 4] * y + box[AXES + 5] * z;
    turn[j + 2] = box[AXES + 6] * x + box[AXES + 7] * y + box[AXES + 8] * z;
  }

  /** BEST = a gap; the largest that is found, or one above what is needed. */
  find(): void {
    const { box, way, turn, halves, count, numbers } = this;
    const needed = numbers[NEEDED];
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      let gap = Math.abs(way[k]) - box[HALF + k];
      for (let j = 0; j < count; j++) gap -= Math.abs(turn[3 * j + k]) * halves[j];
      if (gap > 0) squared += gap * gap;
    }
    numbers[BEST] = Math.sqrt(squared);
    if (count === 0 || numbers[BEST] > needed) return;
    if (count === 3) {
      squared = 0;
      for (let j = 0; j < 9; j += 3) {
        const along = way[0] * turn[j] + way[1] * turn[j + 1] + way[2] * turn[j + 2];
        const own =
          Math.abs(turn[j]) * box[HALF] +
          Math.abs(turn[j + 1]) * box[HALF + 1] +
          Math.abs(turn[j + 2]) * box[HALF + 2];
        const gap = Math.abs(along) - own - halves[j / 3];
        if (gap > 0) squared += gap * gap;
      }
      const other = Math.sqrt(squared);
      if (other > numbers[BEST]) numbers[BEST] = other;
      if (numbers[BEST] > needed) return;
    }
    this.alternate();
  }

  private alternate(): void {
    const { box, way, turn, halves, count, point, numbers } = this;
    const needed = numbers[NEEDED];
    let best = numbers[BEST];
    const dx = way[0];
    const dy = way[1];
    const dz = way[2];
    const hx = box[HALF];
    const hy = box[HALF + 1];
    const hz = box[HALF + 2];
    // From the centre of the other one.
    point[0] = within(dx, hx);
    point[1] = within(dy, hy);
    point[2] = within(dz, hz);
    for (let round = 0; round < ROUNDS; round++) {
      this.nearestOfOther();
      const x = within(point[0], hx);
      const y = within(point[1], hy);
      const z = within(point[2], hz);
      const vx = point[0] - x;
      const vy = point[1] - y;
      const vz = point[2] - z;
      const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
      if (!(length > 1e-140)) break; // they share a point, or nearly
      let gap =
        vx * dx + vy * dy + vz * dz - Math.abs(vx) * hx - Math.abs(vy) * hy - Math.abs(vz) * hz;
      for (let j = 0; j < count; j++) {
        const t = 3 * j;
        gap -= Math.abs(vx * turn[t] + vy * turn[t + 1] + vz * turn[t + 2]) * halves[j];
      }
      gap /= length;
      if (gap > best) best = gap;
      if (best > needed || best > ENOUGH * length) break;
      point[0] = x;
      point[1] = y;
      point[2] = z;
    }
    numbers[BEST] = best;
  }

  /** point = the nearest point of the other one to it. */
  private nearestOfOther(): void {
    const { way, turn, halves, inverse, count, point } = this;
    const ox = point[0] - way[0];
    const oy = point[1] - way[1];
    const oz = point[2] - way[2];
    let px = way[0];
    let py = way[1];
    let pz = way[2];
    for (let j = 0; j < count; j++) {
      const t = 3 * j;
      const along = (ox * turn[t] + oy * turn[t + 1] + oz * turn[t + 2]) * inverse[j];
      const by = within(along, halves[j]);
      px += by * turn[t];
      py += by * turn[t + 1];
      pz += by * turn[t + 2];
    }
    point[0] = px;
    point[1] = py;
    point[2] = pz;
  }
}

function within(x: number, half: number): number {
  return Math.min(Math.max(x, -half), half);
}
