/**
 * Which members of a crowd come near on a segment: sweeps (cover/crowdSweeps.ts) over stretches of it, which are halved
 * as long as that takes members out. What is not listed is proven farther apart than was asked, for all of the time.
 */
import { PairMap } from '../../arrays/index.ts';
import type { Cell, MemberList, Pair } from '../../cell/index.ts';
import { U } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';
import { MovingCell } from '../cover/movingCell.ts';
import { jointMotionUpper } from '../jointMotion.ts';

export interface NearQuestion {
  /** Metres beyond what a pair asks for: clearance, and what straying joints take. Default 0. */
  readonly beyond?: number;
  /** The stretches of the segment that are asked about. Default: all of it. */
  readonly stretches?: readonly (readonly [from: number, to: number])[];
  /** Pairs as well that balls swept over the box exclude. Default false. */
  readonly swept?: boolean;
  /** Of the pairs these alone. Default: all. */
  readonly concerns?: ((pair: Pair) => boolean) | undefined;
}

/** Joints move by so much in sum on the first stretches: on longer ones most of a cell may be near. */
const FIRST_MOTION = 0.5;
/** Stretches that are swept at most in one round. */
const MOST_STRETCHES = 256;
/** Another round is worth it while it leaves no more than this share of what was near. */
const WORTHWHILE = 7 / 8;

/** A stretch of time that is swept, and whether something was near. */
interface SweptStretch {
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
  private readonly scratch: Float64Array;

  constructor(cell: Cell) {
    this.cell = cell;
    this.scratch = new Float64Array(cell.tree.dofs.length);
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
    let spans = stretches.flatMap(([from, to]) => this.cut(segment, from, to));
    let found = this.sweep(spans, beyond);
    while (found.length > 0) {
      const smaller = spans.filter(({ near }) => near).flatMap((one) => cutInto(one, 2));
      if (smaller.length > MOST_STRETCHES) break;
      const fewer = this.sweep(smaller, beyond);
      const isWorthwhile = fewer.length <= WORTHWHILE * found.length;
      spans = smaller;
      // Both are proven; the later one is contained in the first, but for rounding.
      if (fewer.length <= found.length) found = fewer;
      if (!isWorthwhile) break;
    }
    this.met = found.length;
    const pairs = found.map(([mover, member]) => crowd.pair(mover, member));
    return pairs.filter((pair) => {
      const asked = pair.reason === null || (swept && pair.reason === 'swept');
      return asked && (concerns?.(pair) ?? true);
    });
  }

  /** Cuts a stretch of time into short ones. */
  private cut(segment: Segment, from: number, to: number): SweptStretch[] {
    const motion = jointMotionUpper(this.cell.tree, segment, from, to, this.scratch);
    const count = Math.ceil(motion / FIRST_MOTION);
    return cutInto({ from, to, near: true }, Math.min(Math.max(count, 1), MOST_STRETCHES));
  }

  /** Movers and members that are near each other on some of the stretches, which are marked. */
  private sweep(spans: readonly SweptStretch[], beyond: number): [mover: number, member: number][] {
    const { members } = this;
    const moving = this.moving!;
    const known = new PairMap();
    const found: [number, number][] = [];
    for (const span of spans) {
      const { from, to } = span;
      // As Timeline.halfOf: no time of it is farther from its middle.
      moving.enter(0.5 * (from + to), 0.5 * (to - from) * (1 + 4 * U) + 4 * U);
      moving.sweep();
      const sweeps = moving.sweeps!;
      span.near = false;
      for (let i = 0; i < sweeps.count; i++) {
        sweeps.nearInto(i, beyond, members);
        if (members.count > 0) span.near = true;
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

/** Equal ones that have their ends in common. */
function cutInto({ from, to }: SweptStretch, count: number): SweptStretch[] {
  const at = (k: number) => (k === count ? to : from + (k / count) * (to - from));
  return Array.from({ length: count }, (_, k) => ({ from: at(k), to: at(k + 1), near: true }));
}
