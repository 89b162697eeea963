/**
 * The state of a check by bisection: what is still open, what was found, and what a pair must be apart.
 * It outlives an undecided call and is gone on with in the next [A II-D].
 *
 * A pair that is found within delta, or on an interval too short to be divided, is set aside until
 * everything else is proven; then another method has a look at it (finish.ts) [A II-F].
 */
import type { Segment } from '../../motion/index.ts';
import { isWorse } from '../judge.ts';
import { MOST_LISTED } from '../limits.ts';
import type {
  CheckResult,
  CheckStats,
  KeptWork,
  Method,
  OpenInterval,
  Witness,
} from '../request.ts';
import type { Plan } from './adaptivePlan.ts';

/**
 * What a search is still after. A pair that is not free need not be proven; it may yet be shown
 * to violate its clearance, or to collide.
 */
export const PROOF = 0;
export const VIOLATION = 1;
export const CONTACT = 2;
export const NOTHING = 3;
const AIMS = 4;

/** What is open, in the order that a checker likes. */
export interface WorkQueue {
  readonly count: number;
  /** Items that it holds: memory. */
  readonly size: number;
  /** Calls back for every interval, in no particular order. */
  forEach(visit: (pair: number, from: number, to: number) => void): void;
}

/** A pair on an interval of t. */
export interface Stretch {
  readonly p: number;
  readonly from: number;
  readonly to: number;
}

export class BisectionWork<Q extends WorkQueue> implements KeptWork {
  readonly method: Method;
  readonly segment: Segment;
  readonly plan: Plan;
  readonly delta: number;
  readonly all: boolean;
  readonly queue: Q;
  /** Pairs from this one on have not been looked at. */
  nextPair = 0;
  /** Per pair: what rounding of q(t) can do to its distance. */
  readonly errors: Float64Array;
  /** Per pair: whether containment has been looked for where the surfaces are apart. */
  readonly looked: Uint8Array;
  /** Per pair: tests made after it was known not to be free. */
  readonly extra: Int32Array;
  /** Pairs of which it is still to be seen whether one body lies inside the other. */
  readonly looks: number[] = [];
  /** Intervals that no method gets on with. */
  readonly stuck: Stretch[] = [];
  /** Intervals of pairs that are set aside. */
  private left: Stretch[] = [];
  /** Pairs that are set aside, with the witness that they are too close, if that is why. */
  private readonly aside = new Map<number, Witness | null>();
  /** Per pair: whether it was set aside before; nobody is asked twice. */
  private readonly tried: Uint8Array;
  private readonly aims: Uint8Array;
  /** By pair and aim. */
  private readonly needs: Float64Array;
  private readonly blurs: Float64Array;
  private readonly witnesses = new Map<number, Witness>();
  /** Pairs that are too close, and have not been followed to where they are closest. */
  private readonly tooClose = new Set<number>();
  private worst: Witness | null = null;

  constructor(
    method: Method,
    queue: Q,
    segment: Segment,
    plan: Plan,
    delta: number,
    all: boolean,
    errors: Float64Array,
  ) {
    this.method = method;
    this.queue = queue;
    this.segment = segment;
    this.plan = plan;
    this.delta = delta;
    this.all = all;
    this.errors = errors;
    this.looked = new Uint8Array(plan.pairs.length);
    this.extra = new Int32Array(plan.pairs.length);
    this.tried = new Uint8Array(plan.pairs.length);
    this.aims = new Uint8Array(plan.pairs.length);
    this.needs = new Float64Array(AIMS * plan.pairs.length);
    this.blurs = new Float64Array(AIMS * plan.pairs.length);
    plan.pairs.forEach(({ pair, contact, rounding }, p) => {
      const least = contact + errors[p];
      const violated = least + pair.clearance;
      this.needs.set([violated + pair.tracking, violated, least, least], AIMS * p);
      const blur = rounding + pair.poseError + errors[p];
      this.blurs.set([Math.max(delta, blur), blur, blur, blur], AIMS * p);
    });
  }

  get size(): number {
    return this.queue.size + this.left.length + this.stuck.length + this.plan.pairs.length;
  }

  /** What is wanted of a pair: without `all`, anything worse than what any pair has shown. */
  aim(p: number): number {
    return this.aims[this.all ? p : 0];
  }

  /** Distance, as computed, that the pair must have for what is wanted to be excluded. */
  need(p: number): number {
    return this.needs[AIMS * p + this.aim(p)];
  }

  /** Distances that are nearer than this to what a pair needs are not told apart. */
  blur(p: number): number {
    return this.blurs[AIMS * p + this.aim(p)];
  }

  /** What a pair must be apart for `free`. */
  proofNeed(p: number): number {
    return this.needs[AIMS * p + PROOF];
  }

  hasAside(): boolean {
    return this.aside.size > 0;
  }

  isAside(p: number): boolean {
    return this.aside.has(p);
  }

  /** Sets a pair aside that is too short to divide; false if that was done before. */
  setAside(p: number, witness: Witness | null): boolean {
    if (this.tried[p] !== 0) return false;
    if (!this.aside.get(p)) this.aside.set(p, witness);
    return true;
  }

  /** Leaves an interval of a pair that is set aside to the other method. */
  leave(p: number, from: number, to: number): void {
    this.left.push({ p, from, to });
  }

  /** Takes a pair that is set aside, with its intervals in order of t; null if there is none. */
  nextAside(): { p: number; witness: Witness | null; stretches: Stretch[] } | null {
    for (const [p, witness] of this.aside) {
      return { p, witness, stretches: joined(this.left.filter((one) => one.p === p)) };
    }
    return null;
  }

  /** A pair need not stay aside: the other method has had its look. */
  takeBack(p: number): void {
    this.aside.delete(p);
    this.tried[p] = 1;
    this.left = this.left.filter((one) => one.p !== p);
  }

  /** A pair was found close, or worse. Where it may yet be free it is set aside. */
  find(p: number, witness: Witness): void {
    if (witness.violated || !this.setAside(p, witness)) this.record(p, witness);
  }

  record(p: number, witness: Witness): void {
    const before = this.witnesses.get(p) ?? null;
    const nearer = before !== null && witness.finding.distance < before.finding.distance;
    const equal = before !== null && !isWorse(before, witness) && !isWorse(witness, before);
    if (isWorse(witness, before) || (equal && nearer)) this.witnesses.set(p, witness);
    if (before === null) this.tooClose.add(p);
    if (isWorse(witness, this.worst)) this.worst = witness;
    const aim = witness.verdict === 'colliding' ? NOTHING : witness.violated ? CONTACT : VIOLATION;
    const slot = this.all ? p : 0;
    this.aims[slot] = Math.max(this.aims[slot], aim);
  }

  /** Whether more work could change the answer. */
  isOpen(): boolean {
    if (!this.all && this.aims[0] === NOTHING) return false;
    if (this.nextPair < this.plan.pairs.length || this.queue.count > 0) return true;
    return this.looks.length > 0 || this.aside.size > 0 || this.tooClose.size > 0;
  }

  /** Takes a pair that is too close, with its witness; null if there is none left. */
  takeTooClose(): { p: number; witness: Witness } | null {
    for (const p of this.tooClose) {
      this.tooClose.delete(p);
      const witness = this.witnesses.get(p)!;
      if (witness.verdict !== 'colliding') return { p, witness };
    }
    return null;
  }

  result(stats: CheckStats): CheckResult {
    const isOpen = this.isOpen();
    const found = [...this.witnesses].sort((a, b) => a[1].t - b[1].t || a[0] - b[0]);
    let witness: Witness | null = null;
    for (const [, w] of found) if (isWorse(w, witness)) witness = w;
    const witnesses = this.all ? found.map(([, w]) => w) : witness ? [witness] : [];
    const kept = isOpen ? this : null;
    if (witness) return { verdict: witness.verdict, witness, witnesses, open: [], kept, stats };
    // Every pair that is covered has had a configuration where it was looked at.
    const open = this.openIntervals();
    const free = !isOpen && open.length === 0;
    return { verdict: free ? 'free' : 'undecided', witness, witnesses, open, kept, stats };
  }

  /** What is not proven, by pair and in order of t; intervals that touch are joined. */
  private openIntervals(): OpenInterval[] {
    const { pairs } = this.plan;
    const found = [...this.stuck, ...this.left];
    this.queue.forEach((p, from, to) => {
      found.push({ p, from, to });
    });
    for (let p = 0; p < pairs.length; p++) {
      if (p >= this.nextPair || this.looked[p] === 0) found.push({ p, from: 0, to: 1 });
    }
    let list = joined(found);
    if (list.length > MOST_LISTED) list = joined(list, true);
    return list.map(({ p, from, to }) => ({ pair: pairs[p].pair, from, to }));
  }
}

/** By pair and in order of t; intervals that touch become one, or all of a pair. */
function joined(stretches: readonly Stretch[], all = false): Stretch[] {
  const out: { p: number; from: number; to: number }[] = [];
  for (const { p, from, to } of [...stretches].sort((x, y) => x.p - y.p || x.from - y.from)) {
    const last = out.at(-1);
    if (last && last.p === p && (all || last.to >= from)) last.to = Math.max(last.to, to);
    else out.push({ p, from, to });
  }
  return out;
}
