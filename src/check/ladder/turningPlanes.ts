/**
 * Half-spaces that turn against the other body: no direction between the two lasts for any time, so that
 * the ladder has no cover for them. Distances do change by no more than the other body is carried, seen
 * from the half-space (kinematics/planeReach.ts): bisection decides such pairs, by Lemma 1.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { AdaptiveChecker } from '../bisection/adaptive.ts';
import type { MotionBounds } from '../cover/motionBounds.ts';
import type { Units } from '../cover/units.ts';
import type { CheckRequest, CheckResult } from '../request.ts';

export class TurningPlanes {
  /** Per unit: whether it is of a pair that bisection is asked about. */
  readonly handed: Uint8Array;
  /** The pairs, for the segment at hand. */
  readonly pairs: Pair[] = [];
  private readonly cell: Cell;
  private readonly pairOf: readonly Pair[];
  /** Units of which a piece is a half-space. */
  private readonly endless: readonly number[];
  private checker: { readonly pairs: readonly Pair[]; readonly of: AdaptiveChecker } | null = null;

  constructor(cell: Cell, units: Units) {
    this.cell = cell;
    const { count, pieces, pieceA, pieceB, pairOf } = units;
    this.pairOf = pairOf;
    this.handed = new Uint8Array(count);
    const endless = (i: number) => !Number.isFinite(pieces[i].piece.ball[3]);
    this.endless = Array.from({ length: count }, (_, u) => u).filter(
      (u) => endless(pieceA[u]) || endless(pieceB[u]),
    );
  }

  /** Reads from the bounds which of them turn on the segment; other pieces of their bodies go along. */
  begin(bounds: MotionBounds): void {
    const { pairOf } = this;
    this.pairs.length = 0;
    for (const u of this.endless) {
      this.handed[u] = Number.isFinite(bounds.speedOverBox(u)) ? 0 : 1;
      if (this.handed[u] === 1 && !this.pairs.includes(pairOf[u])) this.pairs.push(pairOf[u]);
    }
  }

  /** Asks about the pairs of the segment, as a whole. */
  check(request: CheckRequest): CheckResult {
    const pairs = [...this.pairs];
    const known = this.checker?.pairs;
    if (known?.length !== pairs.length || pairs.some((pair, i) => pair !== known[i])) {
      const isOne = ({ a, b }: Pair) => pairs.some((pair) => pair.a === a && pair.b === b);
      const of = new AdaptiveChecker(this.cell, { pairs: this.cell.tested.filter(isOne) });
      this.checker = { pairs, of };
    }
    return this.checker!.of.check(request);
  }
}
