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
  /** The verifier's box of a member. */
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

const NOBODY = new Int32Array(0);

/** From lo to hi, looked at from the middle. */
function during(lo: number, hi: number): SweepTime {
  return { t: 0.5 * (lo + hi), lo, hi };
}

export class SweepMaker {
  private readonly settings: SweepSettings;
  private readonly sweeper: Sweeper;
  private readonly slack: number;
  /** Members that the tree does not know: without end, or moved. */
  private readonly listed: readonly number[];
  private readonly times = new Float64Array(2);
  private readonly box = new Float64Array(BOX_SIZE);
  private readonly found: MemberList = { count: 0, ids: new Int32Array(0) };

  constructor(settings: SweepSettings) {
    this.settings = settings;
    this.sweeper = new Sweeper(settings.prover);
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
    for (const body of crowd.movers) {
      if (!this.isAsked(body)) continue;
      const given = givenOf?.(body) ?? null;
      if (given && this.look(body, given, open)) {
        lists.push({ body, sweeps: given });
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
    return { lists, open };
  }

  /**
   * What sweeps that are given leave open of a body; false if they are no sweeps, or leave a time out for everybody, so that
   * others are needed.
   */
  private look(body: number, given: Float64Array, open: Map<Pair, number[]>): boolean {
    const sweeps: Sweep[] = [];
    const times: number[] = [];
    for (let o = 0; o < given.length; o += SWEEP_SIZE) {
      const t = given[o + SWEEP_T];
      // As the verifier has them.
      const lo = Math.max(0, t - given[o + SWEEP_BEFORE]);
      const hi = Math.min(1, t + given[o + SWEEP_AFTER]);
      if (!(t >= 0 && t <= 1 && lo <= t && t <= hi)) return false;
      sweeps.push({ t, lo, hi, near: NOBODY });
      times.push(lo, hi);
    }
    if (leftOpen(times).length > 0) return false;
    const found = sweeps.map((sweep) => {
      const near = this.nearOf(body, sweep);
      return new Set(this.openPairs(body, { ...sweep, near }));
    });
    for (const pair of new Set(found.flatMap((pairs) => [...pairs]))) {
      const clearing = sweeps.filter((_, i) => !found[i].has(pair));
      open.set(pair, leftOpen(clearing.flatMap(({ lo, hi }) => [lo, hi])));
    }
    return true;
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
    const tested = [...near].filter((member) => this.isTested(body, member));
    const pairs = tested.map((member) => crowd.pair(body, member));
    return pairs.filter(({ b, clearance }) => !areApart(boxOf(b), 0, this.box, 0, clearance));
  }

  /** box = where the verifier sees a body from lo to hi. */
  private sweep(body: number, { t, lo, hi }: SweepTime): void {
    const { prover } = this.settings;
    // As the verifier has them.
    this.times[0] = (t - lo) * (1 + 4 * U);
    this.times[1] = (hi - t) * (1 + 4 * U);
    if (prover.t !== t) prover.place(t);
    this.sweeper.boxInto(body, this.times, this.box, 0);
  }
}
