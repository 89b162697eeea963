/**
 * Pairs that bisection sets aside until everything else is proven: those found within delta, and those with an interval
 * too short to be divided [A II-F]. Another method has a look at them then (finish.ts), once.
 */
import type { Witness } from '../request.ts';

/** A pair on an interval of t. */
export interface Stretch {
  readonly p: number;
  readonly from: number;
  readonly to: number;
}

export class PairsAside {
  /** Their intervals that are open. */
  private left: Stretch[] = [];
  /** The pairs, with the witness that they are too close, if that is why. */
  private readonly pairs = new Map<number, Witness | null>();
  /** Per pair: whether it was set aside before; nobody is asked twice. */
  private readonly tried: Uint8Array;

  constructor(pairCount: number) {
    this.tried = new Uint8Array(pairCount);
  }

  get count(): number {
    return this.pairs.size;
  }

  get intervals(): readonly Stretch[] {
    return this.left;
  }

  has(p: number): boolean {
    return this.pairs.has(p);
  }

  /** Sets a pair aside; false if that was done before. */
  add(p: number, witness: Witness | null): boolean {
    if (this.tried[p] !== 0) return false;
    if (!this.pairs.get(p)) this.pairs.set(p, witness);
    return true;
  }

  /** Leaves an interval of a pair that is set aside to the other method. */
  leave(p: number, from: number, to: number): void {
    this.left.push({ p, from, to });
  }

  /** The pair whose open intervals begin first, with these in order of t; null if there is none. */
  next(): { p: number; witness: Witness | null; stretches: Stretch[] } | null {
    let first: { p: number; witness: Witness | null; stretches: Stretch[] } | null = null;
    for (const [p, witness] of this.pairs) {
      const stretches = joined(this.left.filter((one) => one.p === p));
      if (first === null || beginOf(stretches) < beginOf(first.stretches)) {
        first = { p, witness, stretches };
      }
    }
    return first;
  }

  /** A pair need not stay aside: the other method has had its look. */
  takeBack(p: number): void {
    this.pairs.delete(p);
    this.tried[p] = 1;
    this.left = this.left.filter((one) => one.p !== p);
  }
}

/** Without intervals all of the motion may be in question. */
function beginOf(stretches: readonly Stretch[]): number {
  return stretches.length > 0 ? stretches[0].from : 0;
}

/** By pair and in order of t; intervals that touch become one, or all of a pair. */
export function joined(stretches: readonly Stretch[], all = false): Stretch[] {
  const out: { p: number; from: number; to: number }[] = [];
  for (const { p, from, to } of [...stretches].sort((x, y) => x.p - y.p || x.from - y.from)) {
    const last = out.at(-1);
    if (last && last.p === p && (all || last.to >= from)) last.to = Math.max(last.to, to);
    else out.push({ p, from, to });
  }
  return out;
}
