/**
 * Windows of time: the boxes that bodies stay in over one are told to the broad phase, and the pairs that it reports
 * are watched. A pair whose boxes do not overlap is farther apart than the tolerance until the window ends.
 */
import { type BroadPhase, PairChanges } from '../broadphase/index.ts';
import type { History } from './history.ts';
import type { Prepared } from './prepare.ts';
import type { ScheduleStats } from './settings.ts';
import { sweptBodyBoxInto } from './sweep.ts';
import { type KnownPair, WatchedPairs } from './watched.ts';

export class Windows {
  readonly stats: ScheduleStats = {
    looks: 0,
    queries: 0,
    windows: 0,
    mostWatched: 0,
    watched: 0,
    rollbacks: 0,
    undone: 0,
  };
  /** Seconds: what was told to the broad phase holds until then. */
  end: number;
  private readonly given: Prepared;
  private readonly history: History;
  private readonly pairs: WatchedPairs;
  private readonly broadPhase: BroadPhase;
  private readonly changes = new PairChanges();
  private readonly box = new Float64Array(6);
  /** By body: whether its box was told and stays as it is. */
  private readonly told: Uint8Array;

  constructor(given: Prepared, history: History, pairs: WatchedPairs) {
    this.given = given;
    this.history = history;
    this.pairs = pairs;
    this.broadPhase = given.broadPhase;
    this.end = given.start;
    this.told = new Uint8Array(given.bodies.length);
  }

  /** Begins the next window, which ends at `until` at the latest. */
  next(until: number): void {
    const from = this.end;
    const { window } = this.given;
    // A window that is nearly the rest is all of it.
    const end = from + window;
    this.end = end + 0.01 * window >= until ? until : end;
    this.stats.windows++;
    for (let body = 0; body < this.told.length; body++) this.tell(body, from);
    this.update(from);
  }

  /** Bodies have other motions from a time on. All their pairs are looked at then. */
  renew(bodies: readonly number[], time: number): void {
    const { pairs } = this;
    for (const body of bodies) {
      this.told[body] = 0;
      this.tell(body, time);
      for (const slot of pairs.ofBody(body)) {
        pairs.proven[slot] = time;
        pairs.heap.change(slot, time);
      }
    }
    this.update(time);
  }

  /** A pair is not looked at any more. */
  ignore(slot: number, time: number): void {
    const { pairs } = this;
    this.given.ignored.add(WatchedPairs.key(pairs.a[slot], pairs.b[slot]));
    this.history.note(time, pairs.a[slot], pairs.b[slot], false);
    pairs.drop(slot);
  }

  /** A pair that was ignored may be watched again. */
  heed({ a, b }: KnownPair): void {
    this.given.ignored.delete(WatchedPairs.key(a, b));
  }

  /** Pairs are what they were; nothing after a time is known of them. */
  bringBack(known: readonly KnownPair[], time: number): void {
    const { pairs } = this;
    for (const { a, b, proven, within, seen } of known) {
      let slot = pairs.slotOf(a, b);
      if (slot < 0) slot = pairs.add(a, b, time, within);
      pairs.proven[slot] = Math.min(proven, time);
      pairs.within[slot] = within;
      pairs.seen[slot] = seen;
      pairs.heap.change(slot, pairs.proven[slot]);
    }
  }

  private tell(body: number, from: number): void {
    const { given, history, box, broadPhase } = this;
    const motion = history.current(body);
    const rests = motion.kind === 'rest';
    if (this.told[body] === 1 && rests) return;
    const mover = { body: given.bodies[body], motion };
    if (given.culls) {
      sweptBodyBoxInto(mover, [from, this.end], 0.5 * given.tolerance, box, 0);
    } else if (this.told[body] === 1) return;
    broadPhase.set(body, box, 0, rests);
    this.told[body] = 1;
  }

  private update(time: number): void {
    const { pairs, changes, given, history, stats } = this;
    this.broadPhase.update(changes);
    const { began, ended } = changes;
    for (let i = 0; i < ended.count; i++) {
      const slot = pairs.slotOf(ended.a(i), ended.b(i));
      if (slot < 0) continue;
      pairs.drop(slot);
      history.note(time, ended.a(i), ended.b(i), false);
    }
    for (let i = 0; i < began.count; i++) {
      const a = began.a(i);
      const b = began.b(i);
      if (given.ignored.has(WatchedPairs.key(a, b)) || pairs.slotOf(a, b) >= 0) continue;
      pairs.add(a, b, time, given.tolerance);
      history.note(time, a, b, true);
      stats.watched++;
    }
    stats.mostWatched = Math.max(stats.mostWatched, pairs.count);
  }
}
