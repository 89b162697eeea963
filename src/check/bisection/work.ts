/**
 * The state of a check by bisection: what is still open, what was found, and what a pair must be apart.
 * It outlives an undecided call and is gone on with in the next [A II-D].
 */

import { Heap } from '../../arrays/index.ts';
import type { Segment } from '../../motion/index.ts';
import { isWorse, LEAST_DELTA } from '../judge.ts';
import type { MovingPairs } from '../lemma/movingPairs.ts';
import { MOST_LISTED } from '../limits.ts';
import type {
  CheckResult,
  CheckStats,
  KeptWork,
  Method,
  OpenInterval,
  Witness,
} from '../request.ts';
import { joined, PairsAside, type Stretch } from './aside.ts';

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
  forEach(visit: (interval: { pair: number; from: number; to: number }) => void): void;
}

export interface WorkSettings<Q extends WorkQueue> {
  readonly method: Method;
  readonly segment: Segment;
  /** Whose work it is: nobody else goes on with it. */
  readonly owner: object;
  readonly moving: MovingPairs;
  readonly delta: number;
  readonly all: boolean;
  readonly queue: Q;
  /** Per pair: what rounding of q(t) can do to its distance. */
  readonly errors: Float64Array;
  /** Per pair: an upper bound of the curves that it traces on all of the segment. */
  readonly motions: Float64Array;
}

export class BisectionWork<Q extends WorkQueue> implements KeptWork {
  readonly method: Method;
  readonly segment: Segment;
  readonly owner: object;
  readonly moving: MovingPairs;
  readonly delta: number;
  readonly all: boolean;
  readonly queue: Q;
  readonly errors: Float64Array;
  readonly aside: PairsAside;
  /**
   * Pairs that have not been looked at, by decreasing bounds of what may be uncovered of them: all that they may move, as
   * long as no distance is known.
   */
  private readonly unseen = new Heap('smaller');
  /** Of what comes next, when the last check ended. */
  uncovered = Number.POSITIVE_INFINITY;
  /** Per pair: whether containment has been looked for where the surfaces are apart. */
  readonly looked: Uint8Array;
  /** Per pair: tests made after it was known not to be free. */
  readonly extra: Int32Array;
  /** Pairs of which it is still to be seen whether one body lies inside the other. */
  readonly looks: number[] = [];
  /** Intervals that no method gets on with. */
  readonly stuck: Stretch[] = [];
  private readonly aims: Uint8Array;
  /** By pair and aim. */
  private readonly needs: Float64Array;
  private readonly blurs: Float64Array;
  private readonly witnesses = new Map<number, Witness>();
  /** Pairs that are too close, and have not been followed to where they are closest. */
  private readonly tooClose = new Set<number>();
  private worst: Witness | null = null;

  constructor(settings: WorkSettings<Q>) {
    const { method, segment, owner, moving, delta, all, queue, errors, motions } = settings;
    const { pairs } = moving;
    this.method = method;
    this.segment = segment;
    this.owner = owner;
    this.moving = moving;
    this.delta = delta;
    this.all = all;
    this.queue = queue;
    this.errors = errors;
    this.aside = new PairsAside(pairs.length);
    this.looked = new Uint8Array(pairs.length);
    this.extra = new Int32Array(pairs.length);
    this.aims = new Uint8Array(pairs.length);
    this.needs = new Float64Array(AIMS * pairs.length);
    this.blurs = new Float64Array(AIMS * pairs.length);
    const { needs, blurs, unseen } = this;
    for (let p = 0; p < pairs.length; p++) {
      const { pair, contact, rounding } = pairs[p];
      const least = contact + errors[p];
      const violated = least + pair.clearance;
      needs[AIMS * p + PROOF] = violated + pair.tracking;
      needs[AIMS * p + VIOLATION] = violated;
      needs[AIMS * p + CONTACT] = needs[AIMS * p + NOTHING] = least;
      const blur = rounding + pair.poseError + errors[p];
      blurs.fill(blur, AIMS * p, AIMS * (p + 1));
      blurs[AIMS * p + PROOF] = Math.max(delta, blur);
      const most = motions[p] + 2 * needs[AIMS * p + PROOF];
      unseen.push(Number.isNaN(most) ? Number.NEGATIVE_INFINITY : -most, p);
    }
  }

  get size(): number {
    const { queue, aside, stuck, moving } = this;
    return queue.size + aside.intervals.length + stuck.length + moving.pairs.length;
  }

  /** Pairs that have not been looked at. */
  get unseenCount(): number {
    return this.unseen.count;
  }

  /** Of these, the most that may be uncovered of any; negative if there are none. */
  get mostUnseen(): number {
    return -this.unseen.least;
  }

  /** Takes the pair of which most may be uncovered; there must be one. */
  takeUnseen(): number {
    return this.unseen.pop();
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

  /** How near to what it asks for a pair is too close: as near as rounding can tell, and no farther than delta. */
  within(p: number): number {
    return Math.min(this.blur(p), Math.max(this.delta, LEAST_DELTA));
  }

  /** What a pair must be apart for `free`. */
  proofNeed(p: number): number {
    return this.needs[AIMS * p + PROOF];
  }

  /** A pair was found close, or worse. Where it may yet be free it is set aside. */
  find(p: number, witness: Witness): void {
    if (witness.violated || !this.aside.add(p, witness)) this.record(p, witness);
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
    if (this.unseen.count > 0 || this.queue.count > 0) return true;
    return this.looks.length > 0 || this.aside.count > 0 || this.tooClose.size > 0;
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

  /** The answer so far; if `brief`, what is open is not listed as long as the work goes on. */
  result(stats: CheckStats, brief = false): CheckResult {
    const isOpen = this.isOpen();
    if (brief && isOpen && this.witnesses.size === 0) {
      return { verdict: 'undecided', witness: null, witnesses: [], open: [], kept: this, stats };
    }
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
    const { pairs } = this.moving;
    const found = [...this.stuck, ...this.aside.intervals];
    this.queue.forEach(({ pair, from, to }) => {
      found.push({ p: pair, from, to });
    });
    for (let i = 0; i < this.unseen.count; i++)
      found.push({ p: this.unseen.at(i), from: 0, to: 1 });
    // Whoever was not looked at is listed once; what touches is joined.
    for (let p = 0; p < pairs.length; p++) {
      if (this.looked[p] === 0) found.push({ p, from: 0, to: 1 });
    }
    let list = joined(found);
    if (list.length > MOST_LISTED) list = joined(list, true);
    return list.map(({ p, from, to }) => ({ pair: pairs[p].pair, from, to }));
  }
}
