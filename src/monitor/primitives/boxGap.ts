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

export class BoxGap {
  /** What was found. */
  best = 0;
  /** Of all lengths that occur: the way between the centres and the extents of both. */
  size = 0;
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
    this.size = box[HALF] + box[HALF + 1] + box[HALF + 2];
  }

  /** A box along the axes: centre, half extents. */
  takeAxisBox(from: Float64Array, o: number): void {
    const { box } = this;
    for (let k = 0; k < 3; k++) {
      box[k] = from[o + k];
      box[HALF + k] = from[o + 3 + k];
    }
    for (let k = 0; k < 9; k++) box[AXES + k] = k % 4 === 0 ? 1 : 0;
    this.size = box[HALF] + box[HALF + 1] + box[HALF + 2];
  }

  /** The centre of the other one. */
  offsetTo(from: Float64Array, o: number): void {
    const { way } = this;
    const { box } = this;
    this.intoFrame(from[o] - box[0], from[o + 1] - box[1], from[o + 2] - box[2], way, 0);
    this.size += Math.abs(way[0]) + Math.abs(way[1]) + Math.abs(way[2]);
  }

  addPoint(): void {
    this.count = 0;
  }

  /** By half the segment. */
  addSegment(from: Float64Array, o: number): void {
    const { turn, halves, inverse } = this;
    const x = from[o];
    const y = from[o + 1];
    const z = from[o + 2];
    const squared = x * x + y * y + z * z;
    if (!(squared > 1e-280)) {
      this.count = 0;
      this.size += Math.abs(x) + Math.abs(y) + Math.abs(z);
      return;
    }
    this.count = 1;
    this.intoFrame(x, y, z, turn, 0);
    halves[0] = 1;
    inverse[0] = 1 / squared;
    this.size += Math.sqrt(squared);
  }

  /** By its axes and half extents. */
  addBox(from: Float64Array, axes: number, half: number): void {
    const { turn, halves, inverse } = this;
    this.count = 3;
    for (let j = 0; j < 3; j++) {
      const a = axes + 3 * j;
      this.intoFrame(from[a], from[a + 1], from[a + 2], turn, 3 * j);
      halves[j] = from[half + j];
      inverse[j] = 1;
      this.size += halves[j];
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
      this.size += halves[j];
    }
  }

  private intoFrame(x: number, y: number, z: number, out: Float64Array, o: number): void {
    const { box } = this;
    out[o] = box[AXES] * x + box[AXES + 1] * y + box[AXES + 2] * z;
    out[o + 1] = box[AXES + 3] * x + box[AXES + 4] * y + box[AXES + 5] * z;
    out[o + 2] = box[AXES + 6] * x + box[AXES + 7] * y + box[AXES + 8] * z;
  }

  /** best = a gap; the largest that is found, or one above `needed`. */
  find(needed: number): void {
    const { box, way, turn, halves, count } = this;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      let gap = Math.abs(way[k]) - box[HALF + k];
      for (let j = 0; j < count; j++) gap -= Math.abs(turn[3 * j + k]) * halves[j];
      if (gap > 0) squared += gap * gap;
    }
    this.best = Math.sqrt(squared);
    if (count === 0 || this.best > needed) return;
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
      if (other > this.best) this.best = other;
      if (this.best > needed) return;
    }
    this.alternate(needed);
  }

  private alternate(needed: number): void {
    const { box, way, turn, halves, count, point } = this;
    const dx = way[0];
    const dy = way[1];
    const dz = way[2];
    const hx = box[HALF];
    const hy = box[HALF + 1];
    const hz = box[HALF + 2];
    // From the centre of the other one.
    let x = within(dx, hx);
    let y = within(dy, hy);
    let z = within(dz, hz);
    for (let round = 0; round < ROUNDS; round++) {
      this.nearestOfOther(x, y, z);
      x = within(point[0], hx);
      y = within(point[1], hy);
      z = within(point[2], hz);
      const vx = point[0] - x;
      const vy = point[1] - y;
      const vz = point[2] - z;
      const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
      if (!(length > 1e-140)) return; // they share a point, or nearly
      let gap =
        vx * dx + vy * dy + vz * dz - Math.abs(vx) * hx - Math.abs(vy) * hy - Math.abs(vz) * hz;
      for (let j = 0; j < count; j++) {
        const t = 3 * j;
        gap -= Math.abs(vx * turn[t] + vy * turn[t + 1] + vz * turn[t + 2]) * halves[j];
      }
      gap /= length;
      if (gap > this.best) this.best = gap;
      if (this.best > needed || this.best > ENOUGH * length) return;
    }
  }

  /** point = the nearest point of the other one to (x, y, z). */
  private nearestOfOther(x: number, y: number, z: number): void {
    const { way, turn, halves, inverse, count, point } = this;
    const ox = x - way[0];
    const oy = y - way[1];
    const oz = z - way[2];
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
