/** The look at hand: a pair of bodies at one time of an interval, and what has become of it so far. */
import { SUMS } from '../lemma/lemma1.ts';

export class Look {
  p = 0;
  t = 0;
  /** What the pair must be apart, and what is too near to tell. */
  need = 0;
  near = 0;
  /** New groups for what is not covered before and after; -1 at an end of the interval. */
  left = -1;
  right = -1;
  /** Of the entry at hand: proven distances at the ends of the interval. */
  etaFrom = 0;
  etaTo = 0;
  /** Smallest distance met, and whether hulls alone showed all of it. */
  lowest = 0;
  hullsApart = true;
  /** The judge has seen this pair here, and what it said holds for all of it. */
  judged = false;
  floor = 0;
  /** The pair has come too close, and this is not the place to go on with it. */
  stopped = false;
  /** Something is left that does not move at all. */
  short = false;

  begin(p: number, t: number, left: number, right: number): void {
    this.p = p;
    this.t = t;
    this.left = left;
    this.right = right;
    this.lowest = Number.POSITIVE_INFINITY;
    this.hullsApart = true;
    this.judged = false;
    this.floor = 0;
    this.stopped = false;
    this.short = false;
  }

  /** A distance that covers both halves, where the ends are apart by `etaFrom` and `etaTo`. */
  enough(left: number, right: number): number {
    const { etaFrom, etaTo, need } = this;
    const first = left + need - Math.max(0, etaFrom - need);
    const second = right + need - Math.max(0, etaTo - need);
    const sums = 4 * SUMS * (left + right + etaFrom + etaTo + 4 * need);
    return Math.max(first, second, need) + sums + Number.MIN_VALUE;
  }
}
