/**
 * The covering strategy of figure 3c [A II-E]: an interval that is not covered is looked at in the two configurations at
 * which the covers of its ends end, and what remains between their covers is the one entry that may take its place. What
 * lies outside of the two was covered before.
 *
 * Where a cover of an end reaches no farther than numbers can tell, there is no such configuration, and the interval is
 * bisected. Any place is right, as for every strategy (docs/proofs/free.md): parts are inserted unless they are covered.
 */
import type { Division, LemmaUse } from '../lemma/division.ts';
import { Interval } from '../lemma/interval.ts';
import { MIN_WIDTH } from '../lemma/lemma1.ts';

/** A little less than what a cover reaches, so that it surely does cover. */
const SURELY = 1 - 1e-9;
/** Bounds about another place may be larger in proportion: then the place is moved toward its end, so often. */
const TRIES = 4;

export class BothCircles {
  private readonly use: LemmaUse;
  private readonly division: Division;
  private readonly rest = new Interval();

  constructor(use: LemmaUse, division: Division) {
    this.use = use;
    this.division = division;
  }

  /** Divides an interval that was taken from the queue and is open; a pair needs to be apart by `need`. */
  divide(whole: Interval, need: number): void {
    const { division, rest } = this;
    const first = this.placeAfter(whole, need);
    if (Number.isNaN(first)) {
      division.insertHalves(whole, whole.from + 0.5 * (whole.to - whole.from));
      return;
    }
    division.split(whole, first);
    division.insert(division.first);
    rest.copy(division.second);
    if (!this.use.isOpen(rest, true)) return;
    const second = this.placeBefore(rest, need);
    // Nothing is covered from the other end: what remains is the entry.
    if (Number.isNaN(second)) this.use.put(rest);
    else division.insertHalves(rest, second);
  }

  /** Where the cover of the first end ends; NaN if it does not reach into the interval. */
  private placeAfter(whole: Interval, need: number): number {
    const { from, to, etaFrom, lambda } = whole;
    const covers = etaFrom - need;
    let part = (covers / lambda) * SURELY;
    for (let k = 0; k < TRIES; k++) {
      if (!(part * (to - from) > MIN_WIDTH && part < 1)) return Number.NaN;
      const { lambdaLeft } = this.use.measure(whole, from + part * (to - from));
      if (lambdaLeft < covers) break;
      part *= (covers / lambdaLeft) * SURELY;
    }
    return from + part * (to - from);
  }

  /** Where the cover of the last end begins; NaN if it does not reach into the interval. */
  private placeBefore(whole: Interval, need: number): number {
    const { from, to, etaTo, lambda } = whole;
    const covers = etaTo - need;
    let part = (covers / lambda) * SURELY;
    for (let k = 0; k < TRIES; k++) {
      if (!(part * (to - from) > MIN_WIDTH && part < 1)) return Number.NaN;
      const { lambdaRight } = this.use.measure(whole, to - part * (to - from));
      if (lambdaRight < covers) break;
      part *= (covers / lambdaRight) * SURELY;
    }
    return to - part * (to - from);
  }
}
