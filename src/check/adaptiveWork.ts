/**
 * The state of an adaptive check: what is still open, what was found, and what a pair must be apart.
 * It outlives an undecided call and is gone on with in the next [A II-D].
 */
import type { Segment } from '../motion/index.ts';
import type { PairPlan, Plan } from './adaptivePlan.ts';
import { OpenQueue } from './adaptiveQueue.ts';
import { isWorse } from './judge.ts';
import type { CheckResult, CheckStats, KeptWork, OpenInterval, Witness } from './request.ts';

/**
 * What a search is still after. A pair that is not free need not be proven; it may yet be shown
 * to violate its clearance, or to collide.
 */
export const PROOF = 0;
export const VIOLATION = 1;
export const CONTACT = 2;
export const NOTHING = 3;

export class AdaptiveWork implements KeptWork {
  readonly method = 'adaptive';
  readonly segment: Segment;
  readonly plan: Plan;
  readonly delta: number;
  readonly all: boolean;
  readonly queue = new OpenQueue();
  /** Pairs from this one on have not been looked at. */
  nextPair = 0;
  /** Per pair: what rounding of q(t) can do to its distance. */
  readonly errors: Float64Array;
  /** Per pair: whether containment has been looked for where the surfaces are apart. */
  readonly looked: Uint8Array;
  /** Per pair: tests made after it was known not to be free. */
  readonly extra: Int32Array;
  /** Intervals that cannot be divided any further. */
  readonly stuck: OpenInterval[] = [];
  private readonly aims: Uint8Array;
  private readonly witnesses = new Map<number, Witness>();
  private worst: Witness | null = null;

  constructor(segment: Segment, plan: Plan, delta: number, all: boolean, errors: Float64Array) {
    this.segment = segment;
    this.plan = plan;
    this.delta = delta;
    this.all = all;
    this.errors = errors;
    this.looked = new Uint8Array(plan.pairs.length);
    this.extra = new Int32Array(plan.pairs.length);
    this.aims = new Uint8Array(plan.pairs.length);
  }

  /** What is wanted of a pair: without `all`, anything worse than what any pair has shown. */
  aim(p: number): number {
    return this.aims[this.all ? p : 0];
  }

  /** Distance, as computed, that the pair must have for what is wanted to be excluded. */
  need(p: number): number {
    const { pair, contact }: PairPlan = this.plan.pairs[p];
    const least = contact + this.errors[p];
    const aim = this.aim(p);
    if (aim === PROOF) return least + pair.clearance + pair.tracking;
    return aim === VIOLATION ? least + pair.clearance : least;
  }

  /** Distances that are nearer than this to what a pair needs are not told apart. */
  blur(p: number): number {
    const { pair, rounding } = this.plan.pairs[p];
    const least = rounding + pair.poseError + this.errors[p];
    return this.aim(p) === PROOF ? Math.max(this.delta, least) : least;
  }

  record(p: number, witness: Witness): void {
    const before = this.witnesses.get(p) ?? null;
    const nearer = before !== null && witness.finding.distance < before.finding.distance;
    const equal = before !== null && !isWorse(before, witness) && !isWorse(witness, before);
    if (isWorse(witness, before) || (equal && nearer)) this.witnesses.set(p, witness);
    if (isWorse(witness, this.worst)) this.worst = witness;
    const aim = witness.verdict === 'colliding' ? NOTHING : witness.violated ? CONTACT : VIOLATION;
    const slot = this.all ? p : 0;
    this.aims[slot] = Math.max(this.aims[slot], aim);
  }

  /** Whether more work could change the answer. */
  isOpen(): boolean {
    if (!this.all && this.aims[0] === NOTHING) return false;
    return this.nextPair < this.plan.pairs.length || this.queue.count > 0;
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
    const found: { p: number; from: number; to: number }[] = [];
    this.queue.forEach((p, from, to) => {
      found.push({ p, from, to });
    });
    for (let p = 0; p < pairs.length; p++) {
      if (p >= this.nextPair || this.looked[p] === 0) found.push({ p, from: 0, to: 1 });
    }
    found.sort((x, y) => x.p - y.p || x.from - y.from);
    const open: { pair: OpenInterval['pair']; from: number; to: number }[] = [];
    for (const { p, from, to } of found) {
      const { pair } = pairs[p];
      const last = open.at(-1);
      if (last && last.pair === pair && last.to >= from) last.to = Math.max(last.to, to);
      else open.push({ pair, from, to });
    }
    return [...open, ...this.stuck];
  }
}
