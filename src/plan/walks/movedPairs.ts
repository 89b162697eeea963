/**
 * A checker for walks: of segments on which one joint moves, and that begin where all pairs are known to be free.
 * Pairs that the joint does not move against each other are as they were, to the bit, and need no proof.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import {
  type Checker,
  type CheckRequest,
  type CheckResult,
  Ladder,
  type LadderRequest,
} from '../../check/index.ts';
import { commonAncestor, FLOATING, PLANAR } from '../../kinematics/index.ts';
import { EdgeChecker } from '../edgeChecker.ts';

/** Degrees of freedom that share a checker: preparing one for each would take longer than it saves. */
const SHARED = 5;

/** Numbers of a configuration that joints of a kind have; others have one. */
const DOFS: Readonly<Record<number, number>> = { [PLANAR]: 3, [FLOATING]: 7 };

/** Which pairs a step looks at: those that its joint moves against each other, or all. */
export type WalkPairs = 'moved' | 'all';

export class MovedPairs implements Checker {
  readonly method = 'ladder';
  /** Questions about a pair at a configuration, so far. */
  tests = 0;
  private readonly cell: Cell;
  private readonly pairs: WalkPairs;
  /** By degrees of freedom, a few in a row together; made when first needed. */
  private readonly ladders: (EdgeChecker | undefined)[] = [];

  /** `all` is for comparisons: the same answers, for more work. */
  constructor(cell: Cell, pairs: WalkPairs = 'moved') {
    this.cell = cell;
    this.pairs = pairs;
  }

  check(request: CheckRequest): CheckResult {
    const { from, to } = request.segment;
    const d = from.findIndex((x, i) => x !== to[i]);
    for (let i = d + 1; i < from.length; i++) {
      if (from[i] !== to[i]) throw new Error('more than one joint moves');
    }
    const k = this.pairs === 'all' ? 0 : Math.floor(Math.max(d, 0) / SHARED);
    this.ladders[k] ??= new EdgeChecker(this.cell, (cell) => {
      if (this.pairs === 'all') return new Ladder(cell);
      return new Ladder(cell, undefined, { concerns: movedBy(cell, k * SHARED, SHARED) });
    });
    // Where no proof can be found, how near need not be known.
    const hasty: LadderRequest = { ...request, hasty: true };
    const result = this.ladders[k].check(hasty);
    this.tests += result.stats.tests;
    return result;
  }
}

/** Whether some of the degrees of freedom `d` and the next, `count` of them, move two bodies against each other. */
function movedBy({ tree, bodies }: Cell, d: number, count: number): (pair: Pair) => boolean {
  const moves = (frame: number) => {
    const first = tree.dof[frame];
    return first >= 0 && first < d + count && first + (DOFS[tree.kind[frame]] ?? 1) > d;
  };
  return ({ a, b }) => {
    const [i, j] = [bodies[a].frame, bodies[b].frame];
    const top = commonAncestor(tree, i, j);
    for (let f = i; f !== top; f = tree.parent[f]) if (moves(f)) return true;
    for (let f = j; f !== top; f = tree.parent[f]) if (moves(f)) return true;
    return false;
  };
}
