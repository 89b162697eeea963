/**
 * [C 4] The schedule, step by step: pairs of members in a heap for each pair of classes, by the time before which they surely
 * are not nearer than a reference distance. A step takes out those whose time has come, looks at them, and puts them back with a
 * later time. As long as the nearest is nearer than the reference distance, nobody else needs to be looked at; when it
 * is not, or is much nearer, there is another reference distance, and all times anew.
 *
 * A pair that was proven l apart at time t is at least l - v (s - t) apart at time s, v the most that the two come nearer in a
 * second (promise.ts). docs/proofs/monitor-changes.md, "Velocities".
 */
import { grown, Heap } from '../arrays/index.ts';
import { U } from '../math/index.ts';
import type { CellWorld } from './cellWorld.ts';
import type { ExactDistance } from './memberDistance.ts';
import { gapInto } from './memberGap.ts';
import { type Promised, spanLower } from './promise.ts';
import { beginNearest, type Nearest, newCounts, takeNearer, type VectorSearch } from './search.ts';

/** The reference distance is so much more than the nearest, in parts and metres; and kept while it is not this much too large. */
const MORE = 1.25;
const MORE_M = 0.005;
const TOO_LARGE = 2;
/** Balls and boxes are enough for who is not due again for so many seconds. */
const ENOUGH_S = 0.02;

/** The pairs of two classes. */
interface Waiting {
  readonly heap: Heap;
  reference: number;
  /** The pair that was nearest; -1 if none was within the threshold. */
  last: number;
}

/** The pairs of a world, by when they are to be looked at: what a timed monitor searches by. */
export class PairSchedule implements VectorSearch {
  readonly counts = newCounts();
  private readonly world: CellWorld;
  private readonly distance: ExactDistance;
  private readonly promised: Promised;
  private readonly waiting: Waiting[];
  /** By number of a pair: its members, class pair, speed, what was proven and when by the clock. */
  private i = new Int32Array(64);
  private k = new Int32Array(64);
  private of = new Int32Array(64);
  private speeds = new Float64Array(64);
  private lower = new Float64Array(64);
  private seen = new Float64Array(64);
  private count = 0;
  private readonly spare: number[] = [];
  /** Pairs whose time has come. */
  private due = new Int32Array(64);
  /** Of the last step. */
  private time = 0;
  /**
   * What pairs wait for: the seconds that what moved needed at least for its way. It goes no faster than time, but for
   * rounding, and slower where motions are slower than they may be. What is said of speeds holds by this clock, to the
   * last bit.
   */
  private clock = 0;
  /** The configuration of the last step, and what members had travelled by then. */
  private readonly before: Float64Array;
  private travelled = new Float64Array(64);
  /** Members that were moved since then, as slowly as promised or not. */
  private moved = new Int32Array(64);
  private movedCount = 0;
  private isBegun = false;
  private readonly gap = new Float64Array(1);

  constructor(world: CellWorld, distance: ExactDistance, promised: Promised) {
    this.world = world;
    this.distance = distance;
    this.promised = promised;
    this.before = new Float64Array(world.cell.tree.dofs.length);
    this.travelled = grown(this.travelled, world.count);
    this.travelled.set(world.travelled.subarray(0, world.count));
    this.waiting = world.pairs.map(() => ({
      heap: new Heap('any', { places: true }),
      reference: MORE_M,
      last: -1,
    }));
    world.pairs.forEach(({ a, b }, p) => {
      for (const i of world.membersOf[a]) {
        for (const k of world.membersOf[b]) if (a !== b || i < k) this.take(p, i, k);
      }
    });
  }

  /** The world stands at q, at a time that is not before the last one. Whether the promise was kept since then. */
  begin(time: number, q: Float64Array): boolean {
    const { world, promised, moved } = this;
    const isFirst = !this.isBegun;
    const seconds = isFirst ? 0 : time - this.time;
    if (isFirst) {
      this.travelled.set(world.travelled.subarray(0, world.count));
      this.before.set(q.subarray(0, this.before.length));
    }
    promised.measure(this.before, q);
    let { needed } = promised;
    for (let n = 0; n < this.movedCount; n++) {
      const i = moved[n];
      const way = world.travelled[i] - this.travelled[i];
      needed = Math.max(needed, promised.secondsForWay(world.bodyOf[i], way));
      this.travelled[i] = world.travelled[i];
    }
    this.movedCount = 0;
    const isKept = isFirst || promised.isKept(needed, seconds);
    if (isKept) this.clock = (this.clock + needed) * (1 + 4 * U);
    else this.forget();
    this.isBegun = true;
    this.time = time;
    this.before.set(q.subarray(0, this.before.length));
    return isKept;
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    const waiting = this.waiting[pair];
    const { heap } = waiting;
    const looked = this.counts.boxes;
    beginNearest(nearest);
    nearest.lower = Number.POSITIVE_INFINITY;
    const { last } = waiting;
    waiting.last = -1;
    if (last >= 0) {
      heap.remove(last);
      this.look(last, waiting, threshold, nearest);
      this.putBack(last, waiting);
    }
    const goal = Math.min(nearest.upper, threshold);
    if (goal > 0) {
      if (goal > waiting.reference || waiting.reference > TOO_LARGE * (goal + MORE_M)) {
        this.refer(waiting, goal);
      }
      let count = 0;
      while (heap.count > 0 && heap.least <= this.clock) {
        const e = heap.pop();
        if (count === this.due.length) this.due = grown(this.due);
        this.due[count++] = e;
      }
      for (let n = 0; n < count; n++) {
        const e = this.due[n];
        if (e !== last && nearest.upper > 0 && !this.isFar(e, threshold, nearest)) {
          this.look(e, waiting, threshold, nearest);
        }
        this.putBack(e, waiting);
      }
      // All others are farther apart than the reference distance.
      if (heap.count > count && waiting.reference < nearest.lower)
        nearest.lower = waiting.reference;
    }
    if (nearest.upper === 0) nearest.lower = 0;
    if (this.counts.boxes === looked) this.counts.updates++;
  }

  /** About one member: it may have other pairs from now on. About all: everything is looked at in the next step. */
  forget(member?: number): void {
    const { world } = this;
    if (member === undefined) {
      for (let e = 0; e < this.count; e++) this.unknow(e);
      return;
    }
    for (let e = 0; e < this.count; e++) {
      if (this.of[e] < 0 || (this.i[e] !== member && this.k[e] !== member)) continue;
      const waiting = this.waiting[this.of[e]];
      waiting.heap.remove(e);
      if (waiting.last === e) waiting.last = -1;
      this.of[e] = -1;
      this.spare.push(e);
    }
    this.travelled = grown(this.travelled, member + 1);
    this.travelled[member] = world.travelled[member];
    const c = world.classOf[member];
    world.pairs.forEach(({ a, b }, p) => {
      if (c === a) {
        for (const k of world.membersOf[b]) {
          if (k !== member) this.take(p, member, k);
        }
      } else if (c === b) for (const i of world.membersOf[a]) this.take(p, i, member);
    });
  }

  /** A member was moved: the next step sees whether as slowly as promised; where nothing was, its pairs are looked at. */
  move(member: number): void {
    const { world } = this;
    const body = world.bodyOf[member];
    // What a link carries has travelled with it, too: who is to tell.
    if (!this.promised.isSpeedKnown(body) || world.bodyFrames[body] !== 0) {
      this.forget(member);
      return;
    }
    this.moved = grown(this.moved, this.movedCount + 1);
    this.moved[this.movedCount++] = member;
  }

  /** A pair of members, if it is tested, of which nothing is known. */
  private take(p: number, i: number, k: number): void {
    const { world } = this;
    if (!world.isTested(i, k)) return;
    const e = this.spare.pop() ?? this.count++;
    this.i = grown(this.i, e + 1);
    this.k = grown(this.k, e + 1);
    this.of = grown(this.of, e + 1);
    this.speeds = grown(this.speeds, e + 1);
    this.lower = grown(this.lower, e + 1);
    this.seen = grown(this.seen, e + 1);
    this.i[e] = i;
    this.k[e] = k;
    this.of[e] = p;
    this.speeds[e] = this.promised.closingUpper(world.bodyOf[i], world.bodyOf[k]);
    this.lower[e] = 0;
    this.seen[e] = Number.NEGATIVE_INFINITY;
    this.waiting[p].heap.push(Number.NEGATIVE_INFINITY, e);
  }

  private unknow(e: number): void {
    if (this.of[e] < 0) return;
    this.lower[e] = 0;
    this.waiting[this.of[e]].heap.change(e, Number.NEGATIVE_INFINITY);
  }

  /** Whether a pair whose time has come is still farther away than the nearest, which may be nearer than the reference. */
  private isFar(e: number, threshold: number, nearest: Nearest): boolean {
    const lower = this.lower[e];
    const way = this.speeds[e] * (this.clock - this.seen[e]);
    const bound = lower - way - 8 * U * (lower + way);
    if (!(bound >= Math.min(threshold, nearest.upper))) return false;
    if (bound < nearest.lower) nearest.lower = bound;
    return true;
  }

  /** Looks at a pair now: by balls and boxes, then itself, if it may matter. */
  private look(e: number, waiting: Waiting, threshold: number, nearest: Nearest): void {
    const { world, distance, counts } = this;
    const i = this.i[e];
    const k = this.k[e];
    world.bring(i);
    world.bring(k);
    this.seen[e] = this.clock;
    counts.boxes++;
    const near = Math.min(threshold, nearest.upper);
    const { reference } = waiting;
    const enough = reference < Number.POSITIVE_INFINITY ? Math.max(reference, near) : near;
    const speed = this.speeds[e];
    const ahead = speed < Number.POSITIVE_INFINITY ? enough + ENOUGH_S * speed : enough;
    gapInto(world, i, k, this.gap);
    if (this.gap[0] >= ahead) {
      this.lower[e] = this.gap[0];
      if (this.gap[0] < nearest.lower) nearest.lower = this.gap[0];
      return;
    }
    counts.distances++;
    distance.measure(i, k, Math.max(ahead, MORE * enough), true);
    this.lower[e] = distance.lower;
    if (!(distance.upper < Math.min(threshold, nearest.upper))) {
      if (distance.lower < nearest.lower) nearest.lower = distance.lower;
      return;
    }
    waiting.last = e;
    takeNearer(nearest, distance, i, k);
  }

  /** A pair waits again. */
  private putBack(e: number, { heap, reference }: Waiting): void {
    heap.push(this.dueTime(e, reference), e);
  }

  /** When a pair may have come as near as this; rounded down. */
  private dueTime(e: number, reference: number): number {
    const span = spanLower(this.lower[e], reference, this.speeds[e]);
    const at = this.seen[e] + span;
    return at < Number.POSITIVE_INFINITY ? at - 4 * U * (Math.abs(this.seen[e]) + span) : at;
  }

  /** Another reference distance, and the times that follow from it. */
  private refer(waiting: Waiting, goal: number): void {
    const { heap } = waiting;
    waiting.reference = MORE * goal + MORE_M;
    for (let e = 0; e < this.count; e++) {
      if (this.of[e] >= 0 && this.waiting[this.of[e]] === waiting && heap.has(e)) {
        heap.change(e, this.dueTime(e, waiting.reference));
      }
    }
  }
}
