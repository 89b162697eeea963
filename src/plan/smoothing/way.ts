/**
 * A path that is being smoothed: waypoints, how far along each is, and which segments are yet to be proven by themselves.
 * It changes only by what is proven free and not longer, so that it can be taken at any time.
 *
 * To find a place takes a binary search, to change the path one addition for each segment behind.
 */
import type { Checker, LadderRequest } from '../../check/index.ts';
import { pointInto, StraightSegment } from '../../motion/index.ts';
import { Looks } from '../looks.ts';
import type { PlanningSpace } from '../space.ts';

/** A shortcut that saves less than this part of the path is not worth a proof. */
export const WORTH = 1e-4;
const EDGE_BUDGET = 100_000;
/** Values of joints up to which parts are proven with segments: joint maps have room for the rounding of so much. */
const MOST_VALUE = 100;

/** A place on a path: on segment i, at t. */
export interface Place {
  readonly i: number;
  readonly t: number;
}

export interface WayOptions {
  /** Default: the ladder. */
  readonly checker?: Checker | undefined;
  /** Parts of the segments that the path has at first are proven with them. Default false. */
  readonly withParts?: boolean;
  /** Parts of proven segments are proven before they are taken, and not in the end. */
  readonly strict: boolean;
}

/** A segment as a part of a motion that is proven: from `start` to `end` of it. */
interface Part {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly start: number;
  readonly end: number;
  /** Whether its parts are proven with that motion (docs/proofs/motion.md, "Parts"), or owed. */
  readonly withParts: boolean;
}

export class Way {
  readonly points: Float64Array[];
  /** Per segment: its length, and what it is a part of. */
  readonly lengths: number[];
  private readonly parts: Part[];
  /** The way from the beginning to each waypoint. */
  private readonly way: number[] = [0];
  /** Changes that were tried, and that were taken. */
  tried = 0;
  taken = 0;
  private readonly space: PlanningSpace;
  private readonly checker: Checker;
  /** Whether what is proven here holds for parts as well: the ladder's proofs do. */
  private readonly provesParts: boolean;
  private readonly strict: boolean;
  /** By waypoint: those that the straight way to is not free. */
  private readonly refused = new Map<Float64Array, Set<Float64Array>>();
  /** Null if somebody else checks: what is free is for them to say. */
  private readonly looks: Looks | null;

  constructor(
    space: PlanningSpace,
    waypoints: readonly Float64Array[],
    { checker, withParts = false, strict }: WayOptions,
  ) {
    this.space = space;
    this.strict = strict;
    this.checker = checker ?? space.prover;
    this.provesParts = this.checker === space.prover;
    this.looks = checker ? null : new Looks(space);
    this.points = waypoints.map((q) => q.slice());
    // Values run on without jumps: lengths are those of the numbers.
    this.lengths = this.points.slice(1).map((q, i) => this.direct(this.points[i], q));
    const room = withParts && this.provesParts;
    this.parts = this.lengths.map((_, i) => wholeOf(this.points[i], this.points[i + 1], room));
    this.measure(0);
  }

  /** Of all of it, weighted. */
  get length(): number {
    return this.way[this.way.length - 1];
  }

  /** The length of a straight segment. */
  direct(a: Float64Array, b: Float64Array): number {
    const { weights } = this.space;
    let sum = 0;
    for (let d = 0; d < weights.length; d++) sum += ((b[d] - a[d]) * weights[d]) ** 2;
    return Math.sqrt(sum);
  }

  /** The place so far along the path. */
  placeAt(s: number): Place {
    const { way } = this;
    // The first segment that ends there or behind.
    let i = 0;
    let last = way.length - 2;
    while (i < last) {
      const middle = (i + last) >> 1;
      if (way[middle + 1] < s) i = middle + 1;
      else last = middle;
    }
    const width = way[i + 1] - way[i];
    return { i, t: width > 0 ? Math.min(1, Math.max(0, (s - way[i]) / width)) : 0 };
  }

  /**
   * Replaces the path between two places by a straight segment, if that is proven free and shorter. Before the proof it
   * is looked at a few times, where that is asked for.
   */
  shortcut(p: Place, q: Place, looks = 0): boolean {
    if (p.i === q.i) return false;
    const { points } = this;
    const [a, b] = [this.at(p), this.at(q)];
    const across = this.direct(a, b);
    const around = this.wayTo(q) - this.wayTo(p);
    if (!(around - across > WORTH * this.length)) return false;
    this.tried++;
    const whole = p.t === 0 && q.t === 1;
    if (whole && this.refused.get(points[p.i])?.has(points[q.i + 1])) return false;
    if (!this.isFree(a, b, looks)) {
      if (whole) this.refuse(points[p.i], points[q.i + 1]);
      return false;
    }
    const added = [points[p.i]];
    const parts: Part[] = [];
    // A rounded point does not lie on its segment to the bit: its parts are proven with it if that has room, or in the end.
    if (p.t > 0) {
      added.push(a);
      parts.push({ ...this.parts[p.i], end: this.timeOf(p) });
    }
    parts.push(wholeOf(a, b, this.provesParts));
    if (q.t < 1) {
      added.push(b);
      parts.push({ ...this.parts[q.i], start: this.timeOf(q) });
    }
    added.push(points[q.i + 1]);
    if (!this.strict) return this.replace(p.i, q.i, added, parts);
    const settled = parts.map((part, i) =>
      isOwed(part) ? wholeOf(added[i], added[i + 1], this.provesParts) : part,
    );
    const paid = parts.every((part, i) => !isOwed(part) || this.isFree(added[i], added[i + 1]));
    return paid && this.replace(p.i, q.i, added, settled);
  }

  private refuse(from: Float64Array, to: Float64Array): void {
    const known = this.refused.get(from);
    if (known) known.add(to);
    else this.refused.set(from, new Set([to]));
  }

  /** Moves a waypoint, if both of its segments are proven free there and the path gets shorter. */
  move(i: number, q: Float64Array, looks = 0): boolean {
    const { points } = this;
    const ends = [points[i - 1], points[i + 1]];
    this.tried++;
    if (looks > 0 && this.looks && !this.space.isFree(q)) return false;
    if (this.looks && !ends.every((end) => this.looks!.pass(end, q, looks))) return false;
    if (!this.isFree(ends[0], q) || !this.isFree(q, ends[1])) return false;
    const parts = [wholeOf(ends[0], q, this.provesParts), wholeOf(q, ends[1], this.provesParts)];
    return this.replace(i - 1, i, [ends[0], q, ends[1]], parts);
  }

  /** Puts other waypoints in place of those of some segments, unless that is longer as it is measured, rounding included. */
  private replace(
    first: number,
    last: number,
    added: readonly Float64Array[],
    parts: readonly Part[],
  ): boolean {
    const { points, lengths, way } = this;
    const long = added.slice(1).map((to, i) => this.direct(added[i], to));
    if (!(way[first] + long.reduce((x, y) => x + y, 0) <= way[last + 1])) return false;
    points.splice(first + 1, last - first, ...added.slice(1, -1));
    lengths.splice(first, last + 1 - first, ...long);
    this.parts.splice(first, last + 1 - first, ...parts);
    this.measure(first);
    this.taken++;
    return true;
  }

  /** Proves what so far is only known as a part of something proven without room for it, in its own rounded numbers. */
  payDebts(): boolean {
    const { points, parts } = this;
    return parts.every((part, i) => !isOwed(part) || this.isFree(points[i], points[i + 1]));
  }

  /** Adds up the way from a waypoint on. */
  private measure(from: number): void {
    const { way, lengths } = this;
    way.length = lengths.length + 1;
    for (let i = from; i < lengths.length; i++) way[i + 1] = way[i] + lengths[i];
  }

  /** The configuration at a place: a point of the motion that its segment is a part of, rounded once. */
  private at(place: Place): Float64Array {
    const { i, t } = place;
    if (t === 0) return this.points[i].slice();
    if (t === 1) return this.points[i + 1].slice();
    const { from, to } = this.parts[i];
    const q = new Float64Array(from.length);
    pointInto(from, to, this.timeOf(place), q);
    return q;
  }

  /** When a place comes on the motion that its segment is a part of. */
  private timeOf({ i, t }: Place): number {
    const { start, end } = this.parts[i];
    return start + t * (end - start);
  }

  private wayTo({ i, t }: Place): number {
    return t === 1 ? this.way[i + 1] : this.way[i] + t * this.lengths[i];
  }

  private isFree(from: Float64Array, to: Float64Array, looks = 0): boolean {
    if (looks > 0 && this.looks && !this.looks.pass(from, to, looks)) return false;
    const segment = new StraightSegment(this.space.cell.tree, from, to, this.provesParts);
    const request: LadderRequest = { segment, budget: EDGE_BUDGET, hasty: true };
    const { verdict } = this.checker.check(request);
    return verdict === 'free' || verdict === 'no collision found';
  }
}

/** A motion that is proven, as the whole of itself. */
function wholeOf(from: Float64Array, to: Float64Array, withParts: boolean): Part {
  const room = withParts && from.every(hasRoom) && to.every(hasRoom);
  return { from, to, start: 0, end: 1, withParts: room };
}

function hasRoom(x: number): boolean {
  return Math.abs(x) <= MOST_VALUE;
}

/** Whether a part is yet to be proven. */
function isOwed({ start, end, withParts }: Part): boolean {
  return !withParts && (start > 0 || end < 1);
}
