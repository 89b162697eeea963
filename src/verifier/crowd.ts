/**
 * What the sweeps of a certificate show of a crowd on one segment: during a sweep every member that is farther from the
 * swept box than the pair asks for is apart from the body. docs/certificate.md, "What no slab speaks of".
 *
 * A plain scan: every member against a box around all swept boxes of a body, and those that are near it against one
 * swept box after the other, until time is filled.
 */
import { U } from '../math/rounding.ts';
import {
  type PairEntry,
  SWEEP_AFTER,
  SWEEP_BEFORE,
  SWEEP_SIZE,
  SWEEP_T,
  type SweepList,
} from './format.ts';
import { BOX_SIZE, type Members } from './members.ts';
import type { SlabProver } from './slab.ts';
import { Sweeper } from './sweep.ts';

/** A sweep that was looked at: the box, then the times at which it begins and ends. */
const FROM = BOX_SIZE;
const TO = BOX_SIZE + 1;
const SWEPT_SIZE = BOX_SIZE + 2;

/** Says what is wrong with a sweep, and does not return. */
export type RejectSweep = (body: number, sweep: number, message: string) => never;

/** The sweeps of one segment after the other. */
export class SegmentSweeps {
  /** Sweeps of the segment. */
  total = 0;
  private readonly members: Members;
  private readonly prover: SlabProver;
  private readonly sweeper: Sweeper;
  /** Per body that has sweeps: what they were found to be, by the times at which they begin; a box around all of them. */
  private readonly swept = new Map<number, Float64Array>();
  private readonly around = new Map<number, Float64Array>();
  private readonly times = new Float64Array(2);

  constructor(members: Members, prover: SlabProver) {
    this.members = members;
    this.prover = prover;
    this.sweeper = new Sweeper(prover);
  }

  /** Finds where the bodies of a segment's lists are. The prover has taken up the segment. */
  take(lists: readonly SweepList[], reject: RejectSweep): void {
    this.swept.clear();
    this.around.clear();
    this.total = 0;
    let last = -1;
    for (const { body, sweeps } of lists) {
      if (!(Number.isInteger(body) && body > last && body < this.members.first)) {
        reject(body, 0, 'sweeps are of bodies before the crowd, by rising numbers, each once');
      }
      last = body;
      const count = sweeps.length / SWEEP_SIZE;
      const found: Float64Array[] = [];
      for (let i = 0; i < count; i++) {
        found.push(this.look(body, sweeps, i, reject));
      }
      found.sort((p, q) => p[FROM] - q[FROM]);
      const all = new Float64Array(SWEPT_SIZE * count);
      for (let i = 0; i < count; i++) all.set(found[i], SWEPT_SIZE * i);
      this.swept.set(body, all);
      this.around.set(body, boxAround(all));
      this.total += count;
    }
  }

  /** Sweep number i of a body. */
  private look(body: number, sweeps: Float64Array, i: number, reject: RejectSweep): Float64Array {
    const { prover, times } = this;
    const t = sweeps[SWEEP_SIZE * i + SWEEP_T];
    const before = sweeps[SWEEP_SIZE * i + SWEEP_BEFORE];
    const after = sweeps[SWEEP_SIZE * i + SWEEP_AFTER];
    if (!(t >= 0 && t <= 1)) reject(body, i, `a sweep is at t = ${t}, outside of the segment`);
    if (!(before >= 0 && after >= 0)) {
      reject(body, i, 'a sweep has to reach from before its t to after it');
    }
    // What it covers is these two doubles, and what lies between them; as for slabs.
    const swept = new Float64Array(SWEPT_SIZE);
    const from = Math.max(0, t - before);
    const to = Math.min(1, t + after);
    swept[FROM] = from;
    swept[TO] = to;
    times[0] = (t - from) * (1 + 4 * U);
    times[1] = (to - t) * (1 + 4 * U);
    if (prover.t !== t) prover.goTo(t);
    this.sweeper.boxInto(body, times, swept, 0);
    return swept;
  }

  /** The next member, from number `from` on, that the body's sweeps do not clear at all times; the end if there is none. */
  nextOpen(body: number, from: number, clearance: number): number {
    const { members } = this;
    const swept = this.swept.get(body);
    const around = this.around.get(body);
    if (!swept || !around) return from;
    let member = from;
    // Beyond all swept boxes along one axis: beyond each of them.
    while (
      member < members.end &&
      (members.isBeyond(member, around, 0, clearance) || this.filled(swept, member, clearance))
    ) {
      member++;
    }
    return member;
  }

  /** Whether sweeps clear a member at all times. */
  clears(body: number, member: number, clearance: number): boolean {
    const swept = this.swept.get(body);
    return swept !== undefined && this.filled(swept, member, clearance);
  }

  private filled(swept: Float64Array, member: number, clearance: number): boolean {
    let until = 0;
    for (let o = 0; o < swept.length; o += SWEPT_SIZE) {
      if (swept[o + FROM] > until) return false;
      if (swept[o + TO] <= until) continue;
      if (this.members.isBeyond(member, swept, o, clearance)) until = swept[o + TO];
    }
    return until >= 1;
  }

  /**
   * Boxes of coverage (coverage.ts) of a body and a member, behind those that are given: all elements of both, for as
   * long as each sweep that clears the member lasts.
   */
  addTo(
    boxes: number[],
    { a, b, clearance }: Pick<PairEntry, 'a' | 'b' | 'clearance'>,
    elementsA: number,
    elementsB: number,
  ): void {
    const swept = this.swept.get(a) ?? new Float64Array(0);
    for (let o = 0; o < swept.length; o += SWEPT_SIZE) {
      if (!this.members.isBeyond(b, swept, o, clearance)) continue;
      boxes.push(0, elementsA, 0, elementsB, swept[o + FROM], swept[o + TO]);
    }
  }
}

/** A box around swept boxes that fill all times; if they do not, one of no numbers, which nothing is beyond. */
function boxAround(swept: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  let until = 0;
  for (let o = 0; o < swept.length; o += SWEPT_SIZE) {
    if (swept[o + FROM] <= until) until = Math.max(until, swept[o + TO]);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], swept[o + k]);
      box[3 + k] = Math.max(box[3 + k], swept[o + 3 + k]);
    }
  }
  return until >= 1 ? box : box.fill(Number.NaN);
}
