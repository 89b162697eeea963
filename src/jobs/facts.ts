/** What is the same for every answer about a cell, found once: what it assumes, how much it tests, limits of joints. */
import {
  assumptionsOf,
  type Cell,
  countPairs,
  hasStrays,
  type JointBound,
  jointBounds,
  keptClearance,
  testedCount,
} from '../cell/index.ts';
import { type PairTally, tallyOf } from '../words/index.ts';

export interface CellFacts {
  readonly assumptions: readonly string[];
  /** How many pairs of bodies are tested. */
  readonly testedPairs: number;
  /** How many pairs there are, and what is done about them. */
  readonly tally: PairTally;
  /** Metres that bodies must keep apart, and whether some pairs have a smaller distance of their own. */
  readonly kept: ReturnType<typeof keptClearance>;
  /** Whether joints may stray. */
  readonly strays: boolean;
  readonly bounds: readonly JointBound[];
}

/** A cell never changes; one with other facts is another cell. */
const KNOWN = new WeakMap<Cell, CellFacts>();

/** The facts of a cell. Counting pairs takes a while where there are many: that is done once. */
export function cellFacts(cell: Cell): CellFacts {
  const known = KNOWN.get(cell);
  if (known) return known;
  const made: CellFacts = {
    assumptions: assumptionsOf(cell),
    testedPairs: testedCount(cell),
    tally: tallyOf(countPairs(cell.pairs)),
    kept: keptClearance(cell.description),
    strays: hasStrays(cell),
    bounds: jointBounds(cell),
  };
  KNOWN.set(cell, made);
  return made;
}
