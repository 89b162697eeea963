/**
 * Which members of a crowd come near on a segment: swept balls (cover/crowdSweeps.ts) over parts of it, the parts halved
 * as long as that takes members out. What is not listed is proven farther apart than was asked, for all of the time.
 */
import { PairMap } from '../../arrays/index.ts';
import type { Cell, MemberList, Pair } from '../../cell/index.ts';
import { U } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';
import { MovingCell } from '../cover/movingCell.ts';

export interface NearQuestion {
  /** Metres beyond what a pair asks for: clearance, and what straying joints take. Default 0. */
  readonly beyond?: number;
  /** The parts of the segment that are asked about. Default: all of it. */
  readonly stretches?: readonly (readonly [from: number, to: number])[];
  /** Pairs as well that balls swept over the box exclude. Default false. */
  readonly swept?: boolean;
  /** Of the pairs these alone. Default: all. */
  readonly concerns?: ((pair: Pair) => boolean) | undefined;
}

/** Parts of a segment that are swept at most in one round. */
const MOST_PARTS = 128;
/** Another round is worth it while it leaves no more than this part of what was near. */
const WORTHWHILE = 15 / 16;
/** Rounds with fewer parts are never the last for that: their balls may be as large as the cell. */
const LEAST_PARTS = 8;

/** A stretch of time that is swept, and whether something was near. */
interface Part {
  readonly from: number;
  readonly to: number;
  near: boolean;
}

export class NearPairs {
  /** Movers and members that were near each other at the last question, whatever is asked of them. */
  met = 0;
  private readonly cell: Cell;
  private readonly moving: MovingCell | null;
  private readonly members: MemberList = { count: 0, ids: new Int32Array(64) };

  constructor(cell: Cell) {
    this.cell = cell;
    const { crowd } = cell;
    this.moving = crowd && new MovingCell(cell, [], { near: { crowd } });
  }

  /** How often the crowd was asked until now. */
  get asked(): number {
    return this.moving?.asked ?? 0;
  }

  /** The pairs of movers and members that may come within what they ask for, and `beyond` metres more. */
  on(segment: Segment, question: NearQuestion = {}): Pair[] {
    const { moving } = this;
    const { crowd } = this.cell;
    const { beyond = 0, stretches = [[0, 1]], swept = false, concerns } = question;
    this.met = 0;
    if (moving === null || crowd === null || stretches.length === 0) return [];
    moving.begin(segment);
    let parts = stretches.map(([from, to]): Part => ({ from, to, near: true }));
    let found = this.sweep(parts, beyond);
    while (found.length > 0) {
      const smaller = parts.filter(({ near }) => near).flatMap(halves);
      if (smaller.length > Math.max(MOST_PARTS, 2 * stretches.length)) break;
      const fewer = this.sweep(smaller, beyond);
      const isWorthwhile = fewer.length <= WORTHWHILE * found.length;
      parts = smaller;
      // Both are proven; the later one is a part of the first, but for rounding.
      if (fewer.length <= found.length) found = fewer;
      if (!isWorthwhile && smaller.length >= LEAST_PARTS) break;
    }
    this.met = found.length;
    const pairs = found.map(([mover, member]) => crowd.pair(mover, member));
    return pairs.filter((pair) => {
      const asked = pair.reason === null || (swept && pair.reason === 'swept');
      return asked && (concerns?.(pair) ?? true);
    });
  }

  /** Movers and members that are near each other on some of the parts, which are marked. */
  private sweep(parts: readonly Part[], beyond: number): [mover: number, member: number][] {
    const { members } = this;
    const moving = this.moving!;
    const known = new PairMap();
    const found: [number, number][] = [];
    for (const part of parts) {
      const { from, to } = part;
      // As Timeline.halfOf: no time of the part is farther from its middle.
      moving.enter(0.5 * (from + to), 0.5 * (to - from) * (1 + 4 * U) + 4 * U);
      moving.sweep();
      const sweeps = moving.sweeps!;
      part.near = false;
      for (let i = 0; i < sweeps.count; i++) {
        sweeps.nearInto(i, beyond, members);
        if (members.count > 0) part.near = true;
        for (let m = 0; m < members.count; m++) {
          const [mover, member] = [sweeps.bodies[i], members.ids[m]];
          if (known.get(mover, member) >= 0) continue;
          known.set(mover, member, 0);
          found.push([mover, member]);
        }
      }
    }
    return found.sort(([a, b], [c, d]) => a - c || b - d);
  }
}

function halves({ from, to }: Part): Part[] {
  const middle = 0.5 * (from + to);
  return [
    { from, to: middle, near: true },
    { from: middle, to, near: true },
  ];
}
