/**
 * A small capsule around a member. For a line through it, the radius trades against the length: a wider capsule
 * needs less of the line, so that the best radius is sought for every line, and the line is moved and turned while the volume
 * falls. The smallest sphere is among those looked at. Whatever segment comes out, the radius is measured from it to all points
 * and rounded up: the capsule contains them (docs/proofs/monitor-primitives.md).
 */
import { enclosingSphereInto } from '../../geometry/index.ts';
import { Random, U } from '../../math/index.ts';
import { axesAlong, extremePoints, turnAbout } from './axes.ts';
import { CAPSULE, ORIENTED_BOX } from './kinds.ts';
import { capsuleVolume } from './measures.ts';
import type { MemberPoints } from './memberPoints.ts';

const { half: HALF, radius: RADIUS, size: SIZE } = CAPSULE;
const { axes: BOX_AXES } = ORIENTED_BOX;

/** How many points and lines are looked at. */
const POINTS = 128;
const BEGINNINGS = 3;
/** Of the first step, in radians and in radii of the sphere; and of the last. */
const FIRST_STEP = 0.25;
const LAST_STEP = 1e-3;
/** Tried at every size of step: eight alone, the others at random. */
const MOVES = 20;
/** Steps of a golden section: each leaves 0.62 of what there was. */
const SECTIONS = 10;
const GOLDEN = 0.5 * (Math.sqrt(5) - 1);

/** A capsule as CAPSULE has it, in the frame of the points; `box`: an oriented box around them. */
export function fitCapsule({ points, grow }: MemberPoints, box: Float64Array): Float64Array {
  const few = extremePoints(points, POINTS);
  const ball = new Float64Array(4);
  enclosingSphereInto(points, ball);
  const search = new CapsuleSearch(few, grow, ball);
  const begun = directions(points, box)
    .map((direction) => search.begin(direction))
    .sort((a, b) => a.volume - b.volume)
    .slice(0, BEGINNINGS)
    .map((line) => search.improved(line));
  // The sphere is a capsule without length.
  let best = measuredCapsule(points, grow, ball.subarray(0, 3), [0, 0, 0]);
  for (const line of begun) {
    const { centre, half } = search.segmentOf(line);
    const found = measuredCapsule(points, grow, centre, half);
    if (volumeOf(found) < volumeOf(best)) best = found;
  }
  return best;
}

const volumeOf = (capsule: Float64Array) =>
  capsuleVolume(capsule[RADIUS], 2 * Math.hypot(...capsule.subarray(HALF, HALF + 3)));

/** The capsule about a given segment, of all points. */
export function measuredCapsule(
  points: Float64Array,
  grow: number,
  centre: ArrayLike<number>,
  half: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(SIZE);
  for (let k = 0; k < 3; k++) {
    out[k] = centre[k];
    out[HALF + k] = half[k];
  }
  const [gx, gy, gz] = [half[0], half[1], half[2]];
  const gg = gx * gx + gy * gy + gz * gz;
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - centre[0];
    const y = points[i + 1] - centre[1];
    const z = points[i + 2] - centre[2];
    const along = gg > 0 ? (x * gx + y * gy + z * gz) / gg : 0;
    const t = Math.min(Math.max(along, -1), 1);
    const [u, v, w] = [x - t * gx, y - t * gy, z - t * gz];
    most = Math.max(most, u * u + v * v + w * w);
  }
  // From each point to some point of the segment: what is rounded is below 8 u of the two lengths.
  const radius = Math.sqrt(most);
  out[RADIUS] = (radius + grow) * (1 + 32 * U) + 32 * U * Math.sqrt(gg) + 1e-150;
  return out;
}

/** Directions of lines to begin from: of the box, and between points that are far apart. */
function directions(points: Float64Array, box: Float64Array): Float64Array[] {
  const found = [0, 3, 6].map((k) => box.slice(BOX_AXES + k, BOX_AXES + k + 3));
  const farthest = (from: number) => {
    let best = from;
    let most = 0;
    for (let i = 0; i < points.length; i += 3) {
      const d = [0, 1, 2].map((k) => points[i + k] - points[from + k]);
      const squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      if (squared > most) [best, most] = [i, squared];
    }
    return best;
  };
  const a = farthest(0);
  const b = farthest(a);
  if (a !== b) found.push(Float64Array.from([0, 1, 2], (k) => points[b + k] - points[a + k]));
  return found;
}

/** A line through `at` along the first of the axes, and the volume of the best capsule about a part of it. */
interface Line {
  readonly axes: Float64Array;
  readonly at: Float64Array;
  readonly volume: number;
}

class CapsuleSearch {
  private readonly points: Float64Array;
  private readonly grow: number;
  private readonly ball: Float64Array;
  /** By point: its place along the line at hand, and its squared distance from it. */
  private readonly along: Float64Array;
  private readonly across: Float64Array;
  private low = 0;
  private high = 0;

  constructor(points: Float64Array, grow: number, ball: Float64Array) {
    this.points = points;
    this.grow = grow;
    this.ball = ball;
    this.along = new Float64Array(points.length / 3);
    this.across = new Float64Array(points.length / 3);
  }

  /** The line along a direction through the middle of the smallest circle around the points, seen along it. */
  begin(direction: Float64Array): Line {
    const { points } = this;
    const axes = new Float64Array(9);
    axesAlong(direction, [0, 0, 0], axes);
    const flat = Float64Array.from(points);
    for (let i = 0; i < flat.length; i += 3) {
      const along = flat[i] * axes[0] + flat[i + 1] * axes[1] + flat[i + 2] * axes[2];
      for (let k = 0; k < 3; k++) flat[i + k] -= along * axes[k];
    }
    const circle = new Float64Array(4);
    enclosingSphereInto(flat, circle);
    const at = circle.slice(0, 3);
    return { axes, at, volume: this.volumeAbout(axes, at) };
  }

  /** Where small turns and moves lead to, one at a time and in company: a line at a ridge must do several at once. */
  improved(from: Line): Line {
    const random = new Random(2);
    const size = this.ball[3];
    const steps = new Float64Array(4);
    let line = from;
    for (let step = FIRST_STEP; step > LAST_STEP; step *= 0.5) {
      for (let move = 0; move < MOVES; move++) {
        for (let k = 0; k < 4; k++) {
          if (move < 8) steps[k] = k === move >> 1 ? (move % 2 === 0 ? step : -step) : 0;
          else steps[k] = random.between(-step, step);
        }
        const next = this.moved(line, steps, size);
        if (next.volume < line.volume) line = next;
      }
    }
    return line;
  }

  /** A line turned about two axes, about the middle of the points, and moved along them. */
  private moved({ axes, at }: Line, steps: Float64Array, size: number): Line {
    const half = new Float64Array(9);
    const turned = new Float64Array(9);
    turnAbout(axes, 1, steps[0], half);
    turnAbout(half, 2, steps[1], turned);
    const place = new Float64Array(3);
    this.turnPlace(axes, at, turned, place);
    for (let m = 0; m < 3; m++) {
      place[m] += size * (steps[2] * turned[3 + m] + steps[3] * turned[6 + m]);
    }
    return { axes: turned, at: place, volume: this.volumeAbout(turned, place) };
  }

  private turnPlace(
    axes: Float64Array,
    at: Float64Array,
    turned: Float64Array,
    out: Float64Array,
  ): void {
    const { ball } = this;
    const d = [at[0] - ball[0], at[1] - ball[1], at[2] - ball[2]];
    for (let m = 0; m < 3; m++) out[m] = ball[m];
    for (let a = 0; a < 3; a++) {
      const part = axes[3 * a] * d[0] + axes[3 * a + 1] * d[1] + axes[3 * a + 2] * d[2];
      for (let m = 0; m < 3; m++) out[m] += part * turned[3 * a + m];
    }
  }

  /** The volume of the best capsule about a part of a line; its ends stay in `low` and `high`. */
  private volumeAbout(axes: Float64Array, at: Float64Array): number {
    const { points, along, across } = this;
    const [ux, uy, uz] = [axes[0], axes[1], axes[2]];
    let widest = 0;
    for (let i = 0, j = 0; i < points.length; i += 3, j++) {
      const x = points[i] - at[0];
      const y = points[i + 1] - at[1];
      const z = points[i + 2] - at[2];
      const t = x * ux + y * uy + z * uz;
      along[j] = t;
      across[j] = Math.max(0, x * x + y * y + z * z - t * t);
      if (across[j] > widest) widest = across[j];
    }
    let a = Math.sqrt(widest);
    let b = Math.max(1.5 * a, this.ball[3]);
    let x = b - GOLDEN * (b - a);
    let y = a + GOLDEN * (b - a);
    let atX = this.volumeFor(x);
    let atY = this.volumeFor(y);
    for (let round = 0; round < SECTIONS; round++) {
      if (atX < atY) {
        b = y;
        [y, atY] = [x, atX];
        x = b - GOLDEN * (b - a);
        atX = this.volumeFor(x);
      } else {
        a = x;
        [x, atX] = [y, atY];
        y = a + GOLDEN * (b - a);
        atY = this.volumeFor(y);
      }
    }
    return this.volumeFor(atX < atY ? x : y);
  }

  /** With a given radius, which is at least that of the points about the line. */
  private volumeFor(radius: number): number {
    const { along, across } = this;
    const squared = radius * radius;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < along.length; j++) {
      const cap = Math.sqrt(Math.max(0, squared - across[j]));
      low = Math.min(low, along[j] + cap);
      high = Math.max(high, along[j] - cap);
    }
    this.low = low;
    this.high = high;
    return capsuleVolume(radius + this.grow, Math.max(0, high - low));
  }

  /** The part of a line that its best capsule is about. */
  segmentOf({ axes, at }: Line): { centre: number[]; half: number[] } {
    this.volumeAbout(axes, at);
    const middle = 0.5 * (this.low + this.high);
    const half = Math.max(0, 0.5 * (this.high - this.low));
    return {
      centre: [0, 1, 2].map((k) => at[k] + middle * axes[k]),
      half: [0, 1, 2].map((k) => half * axes[k]),
    };
  }
}
