/**
 * Half-spaces that turn against the other body: no direction between the two lasts for any time, so that
 * the ladder has no cover for them. Distances do change by no more than the other body is carried, seen
 * from the half-space (kinematics/planeReach.ts): bisection decides such pairs, by Lemma 1.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { AdaptiveChecker } from '../bisection/adaptive.ts';
import type { FinisherOf } from '../bisection/bisectingChecker.ts';
import type { MotionBounds } from '../cover/motionBounds.ts';
import type { Units } from '../cover/units.ts';
import { addStats, type CheckRequest, type CheckResult, type KeptWork } from '../request.ts';
import { listedTested } from '../sweep/listedPairs.ts';
import { isOver, type LadderCheck, remember } from './ladderCheck.ts';

export class TurningPlanes {
  /** Per unit: whether it is of a pair that bisection is asked about. */
  readonly handed: Uint8Array;
  /** The pairs, for the segment at hand. */
  readonly pairs: Pair[] = [];
  private readonly cell: Cell;
  private readonly finisherOf: FinisherOf;
  private readonly pairOf: readonly Pair[];
  /** Units of which a piece is a half-space. */
  private readonly endless: readonly number[];
  private checker: { readonly pairs: readonly Pair[]; readonly of: AdaptiveChecker } | null = null;

  /** `finisherOf`: what bisection asks where it does not get on. */
  constructor(cell: Cell, units: Units, finisherOf: FinisherOf) {
    this.cell = cell;
    this.finisherOf = finisherOf;
    const { count, pieces, pieceA, pieceB, pairOf } = units;
    this.pairOf = pairOf;
    this.handed = new Uint8Array(count);
    const endless = (i: number) => !Number.isFinite(pieces[i].piece.ball[3]);
    this.endless = Array.from({ length: count }, (_, u) => u).filter(
      (u) => endless(pieceA[u]) || endless(pieceB[u]),
    );
  }

  /** Whether bisection was never asked. */
  get isAsNew(): boolean {
    return this.checker === null;
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

  /** All of them stay open. */
  leaveOpen({ planes, timeline }: LadderCheck): void {
    const { from, to } = timeline;
    planes.open = this.pairs.map((pair) => ({ pair, from, to }));
  }

  /** Asks bisection about them, or goes on with what it kept; whether the budget was not enough. */
  decide(check: LadderCheck, kept: KeptWork | null): boolean {
    const { planes, limits, stats, timeline } = check;
    this.leaveOpen(check);
    planes.late = isOver(check);
    if (planes.late) return true;
    const time = limits.remaining_ms();
    const { range: _, ...asked } = check.request;
    const result = this.check({
      ...asked,
      kept,
      budget: limits.left - stats.tests,
      ...(time === undefined ? {} : { timeLimit_ms: time }),
    });
    addStats(stats, { ...result.stats, gjkCalls: 0 });
    if (result.verdict === 'free') {
      planes.open = [];
      return false;
    }
    // About a part of the segment nothing but `free` tells anything.
    if (!(timeline.from === 0 && timeline.to === 1)) return false;
    for (const witness of result.witnesses) remember(check, witness);
    if (result.verdict === 'undecided') planes.open = result.open;
    planes.kept = result.kept;
    return result.verdict === 'undecided' && result.kept !== null;
  }

  /** Asks about the pairs of the segment, as a whole. */
  private check(request: CheckRequest): CheckResult {
    const pairs = [...this.pairs];
    const known = this.checker?.pairs;
    if (known?.length !== pairs.length || pairs.some((pair, i) => pair !== known[i])) {
      const isOne = ({ a, b }: Pair) => pairs.some((pair) => pair.a === a && pair.b === b);
      const own = { pairs: listedTested(this.cell).filter(isOne) };
      const of = new AdaptiveChecker(this.cell, this.finisherOf, own);
      this.checker = { pairs, of };
    }
    return this.checker!.of.check(request);
  }
}
