/**
 * The pairs of a cell along a path: the listed ones on all segments, and those of members of a crowd on the segments
 * on which they may come near. All others are proven to be farther apart than `reach` all along.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import type { Segment } from '../../motion/index.ts';
import { MemberPairs } from '../lemma/memberPairs.ts';
import { type MovingPair, MovingPairs } from '../lemma/movingPairs.ts';
import type { CheckStats } from '../request.ts';
import { listedOrSwept, listedTested } from './listedPairs.ts';
import { NearPairs } from './nearPairs.ts';

export interface PathPairsRequest {
  /** Metres: members that stay farther away than this need not be listed. */
  readonly reach: number;
  /** If none comes within the reach it is made larger, until one does. */
  readonly widens?: boolean;
  /** Pairs as well that balls swept over the box exclude. Default false. */
  readonly swept?: boolean;
}

/** The reach is widened to this at most, in metres. */
const WIDEST = 1e4;

export class PathPairs {
  readonly moving: MovingPairs;
  /** Metres that pairs of members that are not among them stay apart, all along; infinite if there are none. */
  readonly reach: number;
  private readonly listedCount: number;
  /** Per segment: numbers of the members' pairs that may come near on it. */
  private readonly near: readonly ReadonlySet<number>[];

  /** Refuses segments that leave the cell's box. What is asked of a crowd is added to `stats`. */
  constructor(
    cell: Cell,
    segments: readonly Segment[],
    { reach, widens = false, swept = false }: PathPairsRequest,
    stats: CheckStats,
  ) {
    const listed = MovingPairs.of(cell, swept ? listedOrSwept(cell) : listedTested(cell));
    for (const segment of segments) listed.requireInside(segment);
    this.listedCount = listed.pairs.length;
    if (cell.crowd === null) {
      this.moving = listed;
      this.near = [];
      this.reach = Number.POSITIVE_INFINITY;
      return;
    }
    const sweeps = new NearPairs(cell);
    let beyond = reach;
    let met = 0;
    const find = () =>
      segments.map((segment) => {
        const pairs = sweeps.on(segment, { beyond, swept });
        met += sweeps.met;
        return pairs;
      });
    let found = find();
    while (widens && beyond < WIDEST && met === 0) {
      beyond *= 2;
      found = find();
    }
    stats.sweeps += sweeps.asked;
    const members = new MemberPairs(cell);
    const numbers = new Map<Pair, number>();
    const pairs: MovingPair[] = [...listed.pairs];
    const numberOf = (pair: Pair) => {
      const known = numbers.get(pair);
      if (known !== undefined) return known;
      numbers.set(pair, pairs.length);
      return pairs.push(members.of(pair)) - 1;
    };
    this.near = found.map((list) => new Set(list.map(numberOf)));
    this.moving = new MovingPairs(cell, pairs);
    this.reach = beyond;
  }

  /** Whether a pair may come near on a segment; if not it stays farther apart than `reach`. */
  isNear(segment: number, p: number): boolean {
    return p < this.listedCount || this.near[segment].has(p);
  }
}
