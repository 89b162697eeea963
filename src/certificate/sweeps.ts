/**
 * Chooses the sweeps of a certificate past a crowd, by the verifier's own swept boxes: a sweep over all of a segment,
 * cut in halves where that spares slabs. What is near a body during a sweep, and so needs slabs for that time, is found
 * through the crowd's tree; nothing is made for anybody else.
 */
import type { Crowd, MemberList, Pair } from '../cell/index.ts';
import { U } from '../math/index.ts';
import type { SweepList } from '../verifier/index.ts';
import {
  areApart,
  BOX_SIZE,
  type SlabProver,
  SWEEP_AFTER,
  SWEEP_BEFORE,
  SWEEP_SIZE,
  SWEEP_T,
  Sweeper,
} from '../verifier/inside.ts';
import { farthestEnd, QuickSweeper } from './quickSweep.ts';
import { leftOpen } from './times.ts';

/** A segment is cut into so many parts at most. */
const SHORTEST = 1 / 64;
/** What takes longer is cut whatever the halves say. */
const LONG = 1 / 8;
/** Steps of a proof that a pair which is open all along a segment takes, about; a sweep costs about one. */
const STEPS = 4;
/**
 * By how much boxes of the verifier may differ from those of the crowd, in metres and per metre of distance from the
 * origin: far more than either counts for rounding.
 */
const DIFFERENT = 1e-9;
const FAR_DIFFERENT = 1e-12;

/** What is chosen for a segment. */
export interface SegmentPlan {
  readonly lists: readonly SweepList[];
  /** Pairs that need slabs, each with the times at which no sweep clears it: begin, end, begin, end, ... */
  readonly open: ReadonlyMap<Pair, readonly number[]>;
}

export interface SweepSettings {
  readonly crowd: Crowd;
  readonly prover: SlabProver;
  /** The verifier's box of a body in its own frame, which is the world's for a member. */
  readonly boxOf: (member: number) => Float64Array;
  /** Which pairs to show apart; none that somebody declared harmless is asked about. */
  readonly concerns: (pair: Pick<Pair, 'a' | 'b'>) => boolean;
}

/** Sweeps of one body over a part of a segment, in order, with the members that may be near during each. */
interface Part {
  /** What it costs, in steps of a proof, but for the number of pairs that need any. */
  readonly cost: number;
  readonly near: ReadonlySet<number>;
  readonly sweeps: readonly Sweep[];
}

/** The time of a sweep: where it is looked from, when it begins and ends. */
interface SweepTime {
  readonly t: number;
  readonly lo: number;
  readonly hi: number;
}

interface Sweep extends SweepTime {
  readonly near: Int32Array;
}

const NOBODY: readonly Pair[] = [];

/** Sweeps of a body that are there already, and the pairs that each leaves open. */
interface Given {
  readonly body: number;
  readonly sweeps: readonly { readonly time: SweepTime; open: readonly Pair[] }[];
}

/** The times of sweeps; null if they are no sweeps, or leave a time out for everybody, so that others are needed. */
function timesOf(given: Float64Array): SweepTime[] | null {
  const times: SweepTime[] = [];
  for (let o = 0; o < given.length; o += SWEEP_SIZE) {
    const t = given[o + SWEEP_T];
    // As the verifier has them.
    const lo = Math.max(0, t - given[o + SWEEP_BEFORE]);
    const hi = Math.min(1, t + given[o + SWEEP_AFTER]);
    if (!(t >= 0 && t <= 1 && lo <= t && t <= hi)) return null;
    times.push({ t, lo, hi });
  }
  return leftOpen(times.flatMap(({ lo, hi }) => [lo, hi])).length > 0 ? null : times;
}

/** From lo to hi, looked at from the middle. */
function during(lo: number, hi: number): SweepTime {
  return { t: 0.5 * (lo + hi), lo, hi };
}

export class SweepMaker {
  private readonly settings: SweepSettings;
  private readonly sweeper: Sweeper;
  private readonly quick: QuickSweeper;
  private readonly slack: number;
  /** Members that the tree does not know: without end, or moved. */
  private readonly listed: readonly number[];
  private readonly times = new Float64Array(2);
  private readonly box = new Float64Array(BOX_SIZE);
  private readonly found: MemberList = { count: 0, ids: new Int32Array(0) };

  constructor(settings: SweepSettings) {
    this.settings = settings;
    this.sweeper = new Sweeper(settings.prover);
    this.quick = new QuickSweeper(settings.prover, settings.boxOf);
    let far = 0;
    for (const x of settings.crowd.boxes)
      if (Math.abs(x) > far && Number.isFinite(x)) far = Math.abs(x);
    this.slack = DIFFERENT + FAR_DIFFERENT * far;
    const { crowd } = settings;
    const members = Array.from({ length: crowd.end - crowd.first }, (_, i) => crowd.first + i);
    this.listed = members.filter((member) => crowd.isListed(member));
  }

  /**
   * Sweeps for a segment, which the prover has taken up. `givenOf`: those that a body has already, if they are of some
   * use; they are taken as they are, if they leave no time out.
   */
  plan(givenOf?: (body: number) => Float64Array | null): SegmentPlan {
    const { crowd } = this.settings;
    const lists: SweepList[] = [];
    const open = new Map<Pair, number[]>();
    const kept: Given[] = [];
    for (const body of crowd.movers) {
      if (!this.isAsked(body)) continue;
      const given = givenOf?.(body) ?? null;
      const times = given && timesOf(given);
      if (given && times) {
        lists.push({ body, sweeps: given });
        kept.push({ body, sweeps: times.map((time) => ({ time, open: NOBODY })) });
        continue;
      }
      const { sweeps } = this.cut(body, 0, 1, this.nearOf(body, during(0, 1)));
      const numbers = sweeps.flatMap(({ lo, hi }) => [
        0.5 * (lo + hi),
        0.5 * (hi - lo),
        0.5 * (hi - lo),
      ]);
      lists.push({ body, sweeps: Float64Array.from(numbers) });
      for (const sweep of sweeps) {
        for (const pair of this.openPairs(body, sweep)) {
          const times = open.get(pair) ?? [];
          if (times.at(-1) === sweep.lo) times[times.length - 1] = sweep.hi;
          else times.push(sweep.lo, sweep.hi);
          open.set(pair, times);
        }
      }
    }
    if (kept.length > 0) this.look(kept, open);
    return { lists, open };
  }

  /** What sweeps that are given leave open. Those of one moment together, so that the robots are placed once for all. */
  private look(given: readonly Given[], open: Map<Pair, number[]>): void {
    const all = given.flatMap(({ body, sweeps }) => sweeps.map((sweep) => ({ body, sweep })));
    all.sort((p, q) => p.sweep.time.t - q.sweep.time.t);
    for (const { body, sweep } of all) sweep.open = this.openDuring(body, sweep.time);
    for (const { sweeps } of given) {
      for (const pair of new Set(sweeps.flatMap((sweep) => sweep.open))) {
        const clearing = sweeps.filter((sweep) => !sweep.open.includes(pair));
        open.set(pair, leftOpen(clearing.flatMap(({ time }) => [time.lo, time.hi])));
      }
    }
  }

  /** Pairs that a sweep does not clear: quickly where it clears everybody. */
  private openDuring(body: number, time: SweepTime): readonly Pair[] {
    const { crowd, prover, boxOf } = this.settings;
    const { quick, box } = this;
    this.setTimes(time);
    if (prover.t !== time.t) prover.goTo(time.t);
    quick.begin(body, this.times);
    quick.aroundInto(box);
    const room = crowd.roomUpper(body) + this.slack;
    crowd.nearBoxInto(box, 0, 1.75 * room, this.found);
    const { count, ids } = this.found;
    if (count + this.listed.length === 0) return NOBODY;
    const near = [...this.listed];
    // One end is enough, and the one that is farthest off by now the most likely to be.
    const around = box.slice();
    let known = 0;
    for (let i = 0; i < count; i++) {
      const member = boxOf(ids[i]);
      const { end, gap } = farthestEnd(member, around);
      if (gap > room) continue;
      if ((known & (1 << end)) === 0) quick.endInto(end, box);
      known |= 1 << end;
      if (!areApart(member, 0, box, 0, room)) near.push(ids[i]);
    }
    if (near.length === 0) return NOBODY;
    return this.openPairs(body, { ...time, near: Int32Array.from(near) });
  }

  /** Whether anything is to be shown about a body and members. */
  private isAsked(body: number): boolean {
    const { crowd } = this.settings;
    for (let member = crowd.first; member < crowd.end; member++) {
      if (this.isTested(body, member)) return true;
    }
    return false;
  }

  private isTested(body: number, member: number): boolean {
    const { crowd, concerns } = this.settings;
    if (!concerns({ a: body, b: member })) return false;
    const { reason } = crowd.pair(body, member);
    return reason === null || reason === 'swept';
  }

  /** Sweeps of a body from lo to hi: one, or those of both halves if they spare slabs. */
  private cut(body: number, lo: number, hi: number, near: Int32Array): Part {
    const time = hi - lo;
    const whole = {
      cost: 1 + STEPS * near.length * time,
      get near() {
        return new Set(near);
      },
      sweeps: [{ ...during(lo, hi), near }],
    };
    if (near.length === 0 || time <= SHORTEST) return whole;
    const middle = lo + 0.5 * time;
    const early = this.nearOf(body, during(lo, middle));
    const late = this.nearOf(body, during(middle, hi));
    // Halves of a long motion may both be near everything, and halves of these not.
    if (time <= LONG && early.length + late.length >= 2 * near.length) return whole;
    const left = this.cut(body, lo, middle, early);
    const right = this.cut(body, middle, hi, late);
    const cost = left.cost + right.cost;
    if (cost >= whole.cost + near.length) return whole;
    const both = new Set([...left.near, ...right.near]);
    if (cost + both.size >= whole.cost + near.length) return whole;
    return { cost, near: both, sweeps: [...left.sweeps, ...right.sweeps] };
  }

  /** Members that may be near a body meanwhile: all that the verifier does not see cleared, and few others. */
  private nearOf(body: number, time: SweepTime): Int32Array {
    const { crowd } = this.settings;
    this.sweep(body, time);
    // Boxes that are farther apart are so along one axis by more than what is asked for: that over the root of three.
    const reach = 1.75 * crowd.roomUpper(body) + this.slack;
    crowd.nearBoxInto(this.box, 0, reach, this.found);
    const { count, ids } = this.found;
    const near = new Int32Array(this.listed.length + count);
    near.set(this.listed);
    near.set(ids.subarray(0, count), this.listed.length);
    return near;
  }

  /** Pairs that a sweep does not clear. */
  private openPairs(body: number, { near, ...time }: Sweep): Pair[] {
    const { crowd, boxOf } = this.settings;
    if (near.length === 0) return [];
    this.sweep(body, time);
    // Nothing is made for members that are farther away than anybody is asked to be.
    const room = crowd.roomUpper(body);
    const close = [...near].filter((member) => !areApart(boxOf(member), 0, this.box, 0, room));
    const tested = close.filter((member) => this.isTested(body, member));
    const pairs = tested.map((member) => crowd.pair(body, member));
    return pairs.filter(({ b, clearance }) => !areApart(boxOf(b), 0, this.box, 0, clearance));
  }

  /** box = where the verifier sees a body from lo to hi. */
  private sweep(body: number, time: SweepTime): void {
    const { prover } = this.settings;
    this.setTimes(time);
    if (prover.t !== time.t) prover.goTo(time.t);
    this.sweeper.boxInto(body, this.times, this.box, 0);
  }

  /** As the verifier has them. */
  private setTimes({ t, lo, hi }: SweepTime): void {
    this.times[0] = (t - lo) * (1 + 4 * U);
    this.times[1] = (hi - t) * (1 + 4 * U);
  }
}
