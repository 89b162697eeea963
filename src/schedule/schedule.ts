/**
 * The schedule [C 4]: pairs of bodies in a heap, by a time before which they surely do not meet. Advance to the
 * earliest, look at that pair alone; it collides, or it gets a later time. Nothing that collides is missed, impacts come
 * in order, and what moves slowly or is far away is looked at seldom (docs/proofs/schedule.md).
 *
 *   const schedule = createSchedule({ bodies, gravity: [0, 0, -9.81], response })
 *   const { verdict, impacts } = schedule.run(2)
 *   schedule.stateAt(body, 0.7), schedule.watchedAt(0.7)
 *
 * Pairs come and go through the broad phase, whose boxes are made for a window of time: two bodies whose boxes do not
 * overlap are apart in all of it and not watched. With estimates in place of bounds the heap is ahead of what is
 * proven: a pair's proof follows when its turn comes, and what it shows to have been too early is undone.
 */
import { scheduleSentence } from '../words/index.ts';
import type { RigidBody } from './body.ts';
import type { State } from './flight.ts';
import { History, type WatchedPair } from './history.ts';
import { bodyAt, impactOf } from './impact.ts';
import { Look, type Mover } from './look.ts';
import type { Motion } from './motion.ts';
import { type Prepared, prepare } from './prepare.ts';
import { changedMotion, requireLasting } from './reaction.ts';
import type {
  Change,
  Impact,
  ScheduleResult,
  ScheduleSettings,
  ScheduleStats,
  ScheduleVerdict,
} from './settings.ts';
import { type KnownPair, WatchedPairs } from './watched.ts';
import { Windows } from './windows.ts';

/** Makes a schedule. Throws an InputError for what is wrong with it, and names the body. */
export function createSchedule(settings: ScheduleSettings): Schedule {
  return new Schedule(prepare(settings));
}

/**
 * Bodies that met collide again when they have parted and come back, or come nearer still: nearer than NEARER times
 * as far as they were seen apart since. Until then they are proven farther apart than TOUCHING times that.
 */
const NEARER = 0.9;
const TOUCHING = 0.8;

/** Why a run ends, and the slot of the pair that ends it. */
interface Ended {
  readonly verdict: ScheduleVerdict;
  readonly slot: number;
}

/** An impact that was dealt with, and how to undo it. */
interface Done {
  readonly time: number;
  readonly changed: readonly number[];
  /** A pair that is ignored since then. */
  readonly ignored: KnownPair | null;
  /** The pairs of the bodies that changed, as they were. */
  readonly pairs: readonly KnownPair[];
}

export class Schedule {
  readonly bodies: readonly RigidBody[];
  readonly stats: ScheduleStats;
  readonly impacts: Impact[] = [];
  /** Seconds until which everything is known. */
  time: number;
  private readonly given: Prepared;
  private readonly history: History;
  private readonly pairs: WatchedPairs;
  private readonly windows: Windows;
  private readonly look = new Look();
  private readonly done: Done[] = [];
  private readonly twists = new Float64Array(12);
  /** Two bodies that cannot be told apart, or whom a response stopped. */
  private ended: Ended | null = null;
  /** Impacts that were dealt with and times that were gone back to: afterwards slots may have other owners. */
  private events = 0;

  constructor(given: Prepared) {
    this.given = given;
    this.bodies = given.bodies;
    this.time = given.start;
    this.history = new History(given.motions, given.start);
    this.pairs = new WatchedPairs(given.bodies.length);
    this.windows = new Windows(given, this.history, this.pairs);
    this.stats = this.windows.stats;
  }

  /** The state of a body, by its number, at a time that is past. */
  stateAt(body: number, time: number): State {
    return this.history.stateAt(body, time);
  }

  /** The motion that a body has at a time. */
  motionAt(body: number, time: number): Motion {
    return this.history.motionAt(body, time);
  }

  /** The pairs that are watched at a time that is past. */
  watchedAt(time: number): WatchedPair[] {
    return this.history.watchedAt(time);
  }

  /** Advances to a time. Can be called again, with a later one. */
  run(until: number): ScheduleResult {
    this.bodies.forEach((body, i) => {
      requireLasting(body, this.history.current(i), this.time, until);
    });
    this.ended = null as Ended | null;
    const { heap } = this.pairs;
    for (;;) {
      const { ended } = this;
      if (ended) return this.result(ended.verdict, ended.slot);
      if (this.impacts.length >= this.given.mostImpacts) return this.result('impact-limit', -1);
      if (this.stats.looks >= this.given.mostLooks) return this.result('look-limit', -1);
      const next = heap.least;
      const end = Math.min(this.windows.end, until);
      if (next < end) {
        const slot = heap.at(0);
        if (this.lookAt(slot, until)) this.meet(slot, until);
        else this.prove(slot, next, until);
        continue;
      }
      if (this.proveAll(end, until)) {
        this.time = end;
        this.done.length = 0;
        if (end >= until) return this.result('done', -1);
        this.windows.next(until);
      }
    }
  }

  /** Proves a pair apart until a time, or finds it to meet before. */
  private prove(slot: number, time: number, until: number): void {
    while (this.pairs.proven[slot] < time && this.ended === null) {
      if (this.lookAt(slot, until)) {
        this.meet(slot, until);
        return;
      }
    }
  }

  /** Proves all pairs apart until a time; false if one of them met. With bounds all of them are. */
  private proveAll(time: number, until: number): boolean {
    if (this.given.keys === 'bounds') return true;
    const { pairs } = this;
    const before = this.events;
    const slots: number[] = [];
    pairs.forEach((slot) => {
      if (pairs.proven[slot] < time) slots.push(slot);
    });
    for (const slot of slots) {
      this.prove(slot, time, until);
      // Slots change their owners when somebody meets.
      if (this.ended !== null || this.events !== before) return false;
    }
    return true;
  }

  /** Looks at a pair where its proof ends: whether it met. If not, it is proven for longer. */
  private lookAt(slot: number, until: number): boolean {
    const { pairs, look, given } = this;
    const time = pairs.proven[slot];
    const a = this.mover(pairs.a[slot]);
    const b = this.mover(pairs.b[slot]);
    const before = look.queries;
    look.at(time, a, b);
    this.stats.looks++;
    this.stats.queries += look.queries - before;
    if (!(pairs.within[slot] > 0)) {
      // They were told to have met, and that they are not in each other could not be shown: nothing has changed.
      this.ended = { verdict: 'stuck', slot };
      return false;
    }
    if (look.upper <= pairs.within[slot]) return true;
    const apart = Math.min(given.tolerance, NEARER * look.lower);
    const within = Math.max(
      pairs.within[slot],
      look.lower > given.tolerance ? given.tolerance : apart,
    );
    const touching = within < given.tolerance;
    const target = (touching ? TOUCHING : 0.5) * within;
    let next = look.apartUntil(time, a, b, { target, until, bounds: given.bounds });
    // Whether they part after an impact shows halfway, not where they may be back.
    if (touching && Number.isNaN(pairs.seen[slot])) next = time + 0.5 * (next - time);
    if (!(next > time)) {
      this.ended = { verdict: 'stuck', slot };
      return false;
    }
    pairs.within[slot] = within;
    if (look.lower > within) pairs.seen[slot] = time;
    pairs.proven[slot] = next;
    const key = given.keys === 'bounds' ? next : Math.max(next, this.estimate(time, a, b, target));
    pairs.heap.change(slot, key);
    return false;
  }

  /** When two bodies might meet, from their velocities along the normal of the last look: a guess. */
  private estimate(time: number, a: Mover, b: Mover, target: number): number {
    const { look, twists } = this;
    const n = look.normal;
    a.motion.velocityInto(time, twists, 0);
    b.motion.velocityInto(time, twists, 6);
    let closing = 0;
    for (let k = 0; k < 3; k++) closing += n[k] * (twists[k] - twists[6 + k]);
    if (!(closing > 0)) return this.windows.end;
    return Math.min(this.windows.end, time + (look.lower - target) / closing);
  }

  /** Two bodies met at the end of their pair's proof. */
  private meet(slot: number, until: number): void {
    const { pairs, history, given, look } = this;
    const guessed = given.keys === 'estimates';
    const time = pairs.proven[slot];
    const a = pairs.a[slot];
    const b = pairs.b[slot];
    if (guessed && !this.isNext(slot, time, until)) return;
    const movers = [this.mover(a), this.mover(b)] as const;
    if (guessed) look.at(time, ...movers);
    const found = { a, b, time, within: pairs.within[slot], seen: pairs.seen[slot] };
    const impact = impactOf(found, movers, look, given.bounds);
    const reaction = given.response(
      impact,
      bodyAt(history, movers[0], a, time),
      bodyAt(history, movers[1], b, time),
    );
    this.impacts.push(impact);
    this.events++;
    this.time = time;
    const changes = typeof reaction === 'string' ? {} : reaction;
    const changed: number[] = [];
    if (changes.a) changed.push(a);
    if (changes.b) changed.push(b);
    if (guessed) {
      const known = new Set([slot, ...changed.flatMap((body) => [...pairs.ofBody(body)])]);
      const ignored = reaction === 'ignore' ? pairs.known(slot) : null;
      this.done.push({
        time,
        changed,
        ignored,
        pairs: [...known].map((each) => pairs.known(each)),
      });
    }
    // As long as they have not parted, another impact is one that is nearer still.
    pairs.within[slot] = NEARER * impact.lower;
    pairs.seen[slot] = Number.NaN;
    if (reaction === 'stop') {
      if (!guessed || this.proveAll(time, until)) this.ended = { verdict: 'stopped', slot };
      return;
    }
    if (reaction === 'ignore') {
      this.windows.ignore(slot, time);
      return;
    }
    if (changes.a) this.change(a, time, changes.a, until);
    if (changes.b) this.change(b, time, changes.b, until);
    this.windows.renew(changed, time);
  }

  private change(body: number, time: number, change: Change, until: number): void {
    const motion = changedMotion(this.given, this.history, body, time, change);
    requireLasting(this.bodies[body], motion, time, until);
    this.history.change(body, time, motion);
  }

  /**
   * With estimates: whether an impact is the next one as far as its bodies' own pairs go. What was done later than it
   * is undone; pairs of its two bodies are proven until then first.
   */
  private isNext(slot: number, time: number, until: number): boolean {
    const { pairs, done } = this;
    // Whatever happens before, the pair is looked at again then.
    pairs.heap.change(slot, time);
    if (done.length > 0 && done[done.length - 1].time > time) {
      this.goBack(time);
      return false;
    }
    const before = this.events;
    for (const body of [pairs.a[slot], pairs.b[slot]]) {
      for (const each of [...pairs.ofBody(body)]) {
        if (each !== slot) this.prove(each, time, until);
        if (this.ended !== null || this.events !== before) return false;
      }
    }
    return true;
  }

  /** Undoes the impacts after a time. */
  private goBack(time: number): void {
    const { done, pairs, stats } = this;
    const changed = new Set<number>();
    stats.rollbacks++;
    this.events++;
    while (done.length > 0 && done[done.length - 1].time > time) {
      const last = done.pop()!;
      stats.undone++;
      this.impacts.pop();
      if (last.ignored) this.windows.heed(last.ignored);
      for (const body of last.changed) {
        this.history.undo(body);
        changed.add(body);
      }
      this.windows.bringBack(last.pairs, last.time);
    }
    this.windows.renew([...changed], time);
    const now: WatchedPair[] = [];
    pairs.forEach((slot) => {
      now.push({ a: pairs.a[slot], b: pairs.b[slot] });
    });
    this.history.goBack(time, now);
  }

  private mover(body: number): Mover {
    return { body: this.bodies[body], motion: this.history.current(body) };
  }

  private result(verdict: ScheduleVerdict, slot: number): ScheduleResult {
    const { pairs, stats } = this;
    let time = this.time;
    // With estimates some pairs may not have been proven as far as others.
    if (verdict !== 'done' && this.given.keys === 'estimates') {
      pairs.forEach((each) => {
        time = Math.min(time, pairs.proven[each]);
      });
    }
    const impacts = this.impacts.filter(({ hit }) => hit <= time);
    const pair = slot < 0 ? null : ([pairs.a[slot], pairs.b[slot]] as const);
    const names = pair && ([this.bodies[pair[0]].name, this.bodies[pair[1]].name] as const);
    const sentence = scheduleSentence({ verdict, time, impacts: impacts.length, pair: names });
    return { verdict, time, pair, impacts, stats: { ...stats }, sentence };
  }
}
