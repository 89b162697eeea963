/**
 * Half-spaces that turn against the other body: no direction between the two lasts for any time, so that
 * the ladder has no cover for them. Distances do change by no more than the other body is carried, seen
 * from the half-space (kinematics/planeReach.ts): bisection decides such pairs, by Lemma 1.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { AdaptiveChecker } from '../bisection/adaptive.ts';
import type { FinisherOf } from '../bisection/bisectingChecker.ts';
import type { LadderScene } from '../cover/scene.ts';
import type { CheckRequest, CheckResult } from '../request.ts';

export class TurningPlanes {
  /** Per unit of the scene: whether it is of a pair that bisection is asked about. */
  readonly handed: Uint8Array;
  /** The pairs, for the segment at hand. */
  readonly pairs: Pair[] = [];
  private readonly cell: Cell;
  private readonly finisherOf: FinisherOf;
  /** Units of which a part is a half-space. */
  private readonly units: readonly number[];
  private checker: { readonly pairs: readonly Pair[]; readonly of: AdaptiveChecker } | null = null;

  /** `finisherOf`: what bisection asks where it does not get on. */
  constructor(cell: Cell, { unitCount, parts, partA, partB }: LadderScene, finisherOf: FinisherOf) {
    this.cell = cell;
    this.finisherOf = finisherOf;
    this.handed = new Uint8Array(unitCount);
    const endless = (part: number) => !Number.isFinite(parts[part].piece.ball[3]);
    this.units = Array.from({ length: unitCount }, (_, u) => u).filter(
      (u) => endless(partA[u]) || endless(partB[u]),
    );
  }

  /** Reads from the scene which of them turn on its segment; other pieces of their bodies go along. */
  begin({ boxSpeed, pairOf }: LadderScene): void {
    this.pairs.length = 0;
    for (const u of this.units) {
      this.handed[u] = Number.isFinite(boxSpeed[u]) ? 0 : 1;
      if (this.handed[u] === 1 && !this.pairs.includes(pairOf[u])) this.pairs.push(pairOf[u]);
    }
  }

  /** Asks about the pairs of the segment, as a whole. */
  check(request: CheckRequest): CheckResult {
    const pairs = [...this.pairs];
    const known = this.checker?.pairs;
    if (known?.length !== pairs.length || pairs.some((pair, i) => pair !== known[i])) {
      const isOne = ({ a, b }: Pair) => pairs.some((pair) => pair.a === a && pair.b === b);
      const own = { pairs: this.cell.tested.filter(isOne) };
      const of = new AdaptiveChecker(this.cell, this.finisherOf, own);
      this.checker = { pairs, of };
    }
    return this.checker!.of.check(request);
  }
}
