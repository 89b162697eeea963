/** A pair of bodies on an interval of time, with what Lemma 1 knows about it; and a store of such records. */
import { grown, layout, Slots } from '../../arrays/index.ts';

export class Interval {
  /** Numbers of the segment and of the pair. */
  segment = 0;
  pair = 0;
  /** Where on the segment, from 0 to 1. */
  from = 0;
  to = 0;
  /** Proven lower bounds of the quantity at the ends. */
  etaFrom = 0;
  etaTo = 0;
  /** What was seen there, from above: infinite where nobody measured. */
  seenFrom = Number.POSITIVE_INFINITY;
  seenTo = Number.POSITIVE_INFINITY;
  /** Upper bound of the lengths of the curves traced between the ends. */
  lambda = 0;

  /** Takes everything over from another. */
  copy(other: Interval): void {
    this.become(other, other.from, other.to, other.lambda);
    this.etaFrom = other.etaFrom;
    this.etaTo = other.etaTo;
    this.seenFrom = other.seenFrom;
    this.seenTo = other.seenTo;
  }

  /** This interval is the part of `whole` from `from` to `to`; what is known about it is up to the caller. */
  become(whole: Interval, from: number, to: number, lambda: number): void {
    this.segment = whole.segment;
    this.pair = whole.pair;
    this.from = from;
    this.to = to;
    this.lambda = lambda;
  }
}

const FIELDS = layout('from', 'to', 'etaFrom', 'etaTo', 'seenFrom', 'seenTo', 'lambda');
const { from: FROM, to: TO, etaFrom: ETA_FROM, etaTo: ETA_TO } = FIELDS;
const { seenFrom: SEEN_FROM, seenTo: SEEN_TO, lambda: LAMBDA, size: SIZE } = FIELDS;

/** Intervals in flat arrays, by the slots that they were given; what is taken out makes room for others. */
export class IntervalStore {
  private readonly slots = new Slots();
  private segments = new Int32Array(64);
  private pairs = new Int32Array(64);
  private numbers = new Float64Array(SIZE * 64);

  /** Copies an interval; its slot. */
  add(interval: Interval): number {
    const slot = this.slots.take();
    if (slot === this.pairs.length) {
      this.segments = grown(this.segments);
      this.pairs = grown(this.pairs);
      this.numbers = grown(this.numbers);
    }
    const { numbers } = this;
    const o = SIZE * slot;
    this.segments[slot] = interval.segment;
    this.pairs[slot] = interval.pair;
    numbers[o + FROM] = interval.from;
    numbers[o + TO] = interval.to;
    numbers[o + ETA_FROM] = interval.etaFrom;
    numbers[o + ETA_TO] = interval.etaTo;
    numbers[o + SEEN_FROM] = interval.seenFrom;
    numbers[o + SEEN_TO] = interval.seenTo;
    numbers[o + LAMBDA] = interval.lambda;
    return slot;
  }

  readInto(slot: number, out: Interval): void {
    const { numbers } = this;
    const o = SIZE * slot;
    out.segment = this.segments[slot];
    out.pair = this.pairs[slot];
    out.from = numbers[o + FROM];
    out.to = numbers[o + TO];
    out.etaFrom = numbers[o + ETA_FROM];
    out.etaTo = numbers[o + ETA_TO];
    out.seenFrom = numbers[o + SEEN_FROM];
    out.seenTo = numbers[o + SEEN_TO];
    out.lambda = numbers[o + LAMBDA];
  }

  /** The same, and the slot is free. */
  takeInto(slot: number, out: Interval): void {
    this.readInto(slot, out);
    this.slots.release(slot);
  }

  /** Negative if one lies before the other on the path, 0 if they begin together. */
  compare(slot: number, other: number): number {
    const { segments, numbers } = this;
    return (
      segments[slot] - segments[other] || numbers[SIZE * slot + FROM] - numbers[SIZE * other + FROM]
    );
  }
}
