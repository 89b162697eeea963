/**
 * A path that is being smoothed: waypoints, how far along each is, and which segments are yet to be proven by themselves.
 * It changes only by what is proven free and not longer, so that it can be taken at any time.
 *
 * To find a place takes a binary search, to change the path one addition for each segment behind.
 */
import type { Checker, LadderRequest } from '../../check/index.ts';
import { StraightSegment } from '../../motion/index.ts';
import { Looks } from '../looks.ts';
import type { PlanningSpace } from '../space.ts';

/** A shortcut that saves less than this part of the path is not worth a proof. */
export const WORTH = 1e-4;
const EDGE_BUDGET = 100_000;

/** A place on a path: on segment i, at t. */
export interface Place {
  readonly i: number;
  readonly t: number;
}

export interface WayOptions {
  /** Default: the ladder. */
  readonly checker?: Checker | undefined;
  /** Parts of proven segments are proven before they are taken, and not in the end. */
  readonly strict: boolean;
}

export class Way {
  readonly points: Float64Array[];
  /** Per segment: its length, and whether it is known to be free only as a part of another. */
  readonly lengths: number[];
  private readonly owed: boolean[];
  /** The way from the beginning to each waypoint. */
  private readonly way: number[] = [0];
  /** Changes that were tried, and that were taken. */
  tried = 0;
  taken = 0;
  private readonly space: PlanningSpace;
  private readonly checker: Checker;
  private readonly strict: boolean;
  /** Null if somebody else checks: what is free is for them to say. */
  private readonly looks: Looks | null;

  constructor(
    space: PlanningSpace,
    waypoints: readonly Float64Array[],
    { checker, strict }: WayOptions,
  ) {
    this.space = space;
    this.strict = strict;
    this.checker = checker ?? space.prover;
    this.looks = checker ? null : new Looks(space);
    this.points = waypoints.map((q) => q.slice());
    // Values run on without jumps: lengths are those of the numbers.
    this.lengths = this.points.slice(1).map((q, i) => this.direct(this.points[i], q));
    this.owed = this.lengths.map(() => false);
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
    if (!this.isFree(a, b, looks)) return false;
    const added = [points[p.i]];
    const owes: boolean[] = [];
    // A rounded point does not lie on its segment to the bit: the parts are to be proven, in the end.
    if (p.t > 0) {
      added.push(a);
      owes.push(true);
    }
    owes.push(false);
    if (q.t < 1) {
      added.push(b);
      owes.push(true);
    }
    added.push(points[q.i + 1]);
    if (this.strict && !owes.every((owe, i) => !owe || this.isFree(added[i], added[i + 1]))) {
      return false;
    }
    return this.replace(p.i, q.i, added, owes);
  }

  /** Moves a waypoint, if both of its segments are proven free there and the path gets shorter. */
  move(i: number, q: Float64Array, looks = 0): boolean {
    const { points } = this;
    const ends = [points[i - 1], points[i + 1]];
    this.tried++;
    if (looks > 0 && this.looks && !this.space.isFree(q)) return false;
    if (this.looks && !ends.every((end) => this.looks!.pass(end, q, looks))) return false;
    if (!this.isFree(ends[0], q) || !this.isFree(q, ends[1])) return false;
    return this.replace(i - 1, i, [ends[0], q, ends[1]], [false, false]);
  }

  /** Puts other waypoints in place of those of some segments, unless that is longer as it is measured, rounding included. */
  private replace(
    first: number,
    last: number,
    added: readonly Float64Array[],
    owes: readonly boolean[],
  ): boolean {
    const { points, lengths, way, owed } = this;
    const parts = added.slice(1).map((to, i) => this.direct(added[i], to));
    if (!(way[first] + parts.reduce((x, y) => x + y, 0) <= way[last + 1])) return false;
    points.splice(first + 1, last - first, ...added.slice(1, -1));
    lengths.splice(first, last + 1 - first, ...parts);
    owed.splice(first, last + 1 - first, ...(this.strict ? owes.map(() => false) : owes));
    this.measure(first);
    this.taken++;
    return true;
  }

  /** Proves what so far is only known as a part of something proven, in its own rounded numbers. */
  payDebts(): boolean {
    const { points, owed } = this;
    return owed.every((owes, i) => !owes || this.isFree(points[i], points[i + 1]));
  }

  /** Adds up the way from a waypoint on. */
  private measure(from: number): void {
    const { way, lengths } = this;
    way.length = lengths.length + 1;
    for (let i = from; i < lengths.length; i++) way[i + 1] = way[i] + lengths[i];
  }

  private at({ i, t }: Place): Float64Array {
    const [a, b] = [this.points[i], this.points[i + 1]];
    if (t === 0) return a.slice();
    if (t === 1) return b.slice();
    return a.map((x, d) => x + t * (b[d] - x));
  }

  private wayTo({ i, t }: Place): number {
    return t === 1 ? this.way[i + 1] : this.way[i] + t * this.lengths[i];
  }

  private isFree(from: Float64Array, to: Float64Array, looks = 0): boolean {
    if (looks > 0 && this.looks && !this.looks.pass(from, to, looks)) return false;
    const segment = new StraightSegment(this.space.cell.tree, from, to);
    const request: LadderRequest = { segment, budget: EDGE_BUDGET, hasty: true };
    const { verdict } = this.checker.check(request);
    return verdict === 'free' || verdict === 'no collision found';
  }
}
