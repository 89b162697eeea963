/**
 * [D 3.1] Primitives before members: pair after pair, as the strategy has them, until one is farther apart than the cutoff;
 * the members themselves if none is.
 */
import type { PrimitiveLadder } from '../primitives/index.ts';
import type { Leaf } from './leaf.ts';

export class PrimitiveLeaf implements Leaf {
  lower = 0.5;
  upper = Number.POSITIVE_INFINITY;
  readonly points: Float64Array;
  private readonly ladder: PrimitiveLadder;
  private readonly inner: Leaf;

  constructor(ladder: PrimitiveLadder, inner: Leaf) {
    this.ladder = ladder;
    this.inner = inner;
    this.points = inner.points;
  }

  begin(pair: number): void {
    this.ladder.begin();
    this.inner.begin(pair);
  }

  measure(i: number, k: number, cutoff: number): void {
    const { ladder, inner } = this;
    // Nothing is farther apart than infinity.
    if (cutoff < Number.POSITIVE_INFINITY && ladder.isBeyond(i, k, cutoff)) {
      this.lower = ladder.lower[0];
      this.upper = Number.POSITIVE_INFINITY;
      return;
    }
    inner.measure(i, k, cutoff);
    this.lower = inner.lower;
    this.upper = inner.upper;
  }

  forget(): void {
    this.ladder.forget();
    this.inner.forget();
  }
}
