/**
 * Chooses the glances of a certificate, by the verifier's own: equal intervals of a segment, cut in halves where that
 * spares slabs. What a glance does not clear needs slabs for that time.
 */
import type { Segment } from '../motion/index.ts';
import {
  GLANCE_AFTER,
  GLANCE_BEFORE,
  GLANCE_SIZE,
  GLANCE_T,
  type Glances,
  type SlabProver,
} from '../verifier/inside.ts';
import { leftOpen } from './times.ts';

/** First intervals move the joints by at most this much in sum: measured to be fastest to verify. */
const FIRST_MOTION = 3;
/** A segment is cut into 2 ** MOST_LEVELS parts at the most, and no part into more than 2 ** MORE_LEVELS. */
const MOST_LEVELS = 10;
const MORE_LEVELS = 3;
/** Fewer pairs than these are not worth a cut; what a glance costs to verify, in slabs. */
const WORTH = 5;
const COST = 3.5;

/** No times. */
const NEVER: number[] = [];

/** What is chosen for a segment. */
export interface GlancePlan {
  /** GLANCE_SIZE numbers for each. */
  readonly glances: Float64Array;
  /** Per tested pair: the times at which no glance clears it: begin, end, begin, end, ... */
  readonly open: readonly (readonly number[])[];
}

/** An interval, and the pairs that a glance at it leaves open. */
interface Part {
  readonly lo: number;
  readonly hi: number;
  readonly open: readonly number[];
}

export class GlanceMaker {
  private readonly prover: SlabProver;
  private readonly glances: Glances;
  private readonly pairs: number;
  private readonly rates: Float64Array;

  /** `glances` are of so many pairs. */
  constructor(prover: SlabProver, glances: Glances, pairs: number) {
    this.prover = prover;
    this.glances = glances;
    this.pairs = pairs;
    this.rates = new Float64Array(prover.motion.tree.dofs.length);
  }

  /** Glances for a segment, which the prover has taken up; or none. */
  plan(segment: Segment, wanted: boolean): GlancePlan {
    if (!wanted) return { glances: new Float64Array(0), open: Array(this.pairs).fill([0, 1]) };
    segment.rateUpperInto(0, 1, this.rates, 0);
    let motion = 0;
    for (let d = 0; d < this.rates.length; d++) motion += this.rates[d];
    let levels = 0;
    while (levels < MOST_LEVELS && motion > FIRST_MOTION * 2 ** levels) levels++;
    const parts: Part[] = [];
    const step = 2 ** -levels;
    for (let lo = 0; lo < 1; lo += step) this.cut(this.lookAt(lo, lo + step), MORE_LEVELS, parts);
    const open: number[][] = Array(this.pairs).fill(NEVER);
    const glances: number[] = [];
    for (const { lo, hi, open: left } of parts) {
      for (const k of left) {
        const times = open[k];
        if (times === NEVER) open[k] = [lo, hi];
        else if (times[times.length - 1] === lo) times[times.length - 1] = hi;
        else times.push(lo, hi);
      }
      // Ends are multiples of a power of two: all of this is exact, and glances touch.
      const half = 0.5 * (hi - lo);
      if (left.length < this.pairs) glances.push(lo + half, half, half);
    }
    return { glances: new Float64Array(glances), open };
  }

  /** What glances that are given leave open on a segment, which the prover has taken up; those that clear nothing are left out. */
  look(given: Float64Array): GlancePlan {
    const { prover, glances } = this;
    const cleared: number[][] = Array.from({ length: this.pairs }, () => []);
    const useful: number[] = [];
    for (let o = 0; o < given.length; o += GLANCE_SIZE) {
      const t = given[o + GLANCE_T];
      if (!(t >= 0 && t <= 1 && given[o + GLANCE_BEFORE] >= 0 && given[o + GLANCE_AFTER] >= 0))
        continue;
      if (prover.t !== t) prover.goTo(t);
      // As the verifier has them.
      const low = Math.max(0, t - given[o + GLANCE_BEFORE]);
      const high = Math.min(1, t + given[o + GLANCE_AFTER]);
      glances.begin(1);
      glances.look(0, low, high);
      let isUseful = false;
      for (let k = 0; k < this.pairs; k++) {
        if (!glances.clears(k, 0)) continue;
        isUseful = true;
        cleared[k].push(low, high);
      }
      if (isUseful) for (let i = 0; i < GLANCE_SIZE; i++) useful.push(given[o + i]);
    }
    return { glances: Float64Array.from(useful), open: cleared.map(leftOpen) };
  }

  /** A part as it is, or its halves if they leave fewer pairs open, by more than what a glance costs. */
  private cut(whole: Part, levels: number, parts: Part[]): void {
    if (levels > 0 && whole.open.length >= WORTH) {
      const middle = 0.5 * (whole.lo + whole.hi);
      const first = this.lookAt(whole.lo, middle);
      // The second half can only add to what the first leaves open.
      const second = first.open.length + COST < whole.open.length && this.lookAt(middle, whole.hi);
      if (second && inEither(first.open, second.open) + COST < whole.open.length) {
        this.cut(first, levels - 1, parts);
        this.cut(second, levels - 1, parts);
        return;
      }
    }
    parts.push(whole);
  }

  private lookAt(lo: number, hi: number): Part {
    const { prover, glances } = this;
    const t = 0.5 * (lo + hi);
    if (prover.t !== t) prover.goTo(t);
    glances.begin(1);
    glances.look(0, lo, hi);
    const open: number[] = [];
    for (let k = 0; k < this.pairs; k++) if (!glances.clears(k, 0)) open.push(k);
    return { lo, hi, open };
  }
}

/** How many numbers are in one or both of two rising lists. */
function inEither(p: readonly number[], q: readonly number[]): number {
  let count = 0;
  for (let i = 0, j = 0; i < p.length || j < q.length; count++) {
    const x = i < p.length ? p[i] : Infinity;
    const y = j < q.length ? q[j] : Infinity;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return count;
}
