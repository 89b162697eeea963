/**
 * [D 3.1] Distances of members by way of their primitives: pair after pair, as a strategy orders them, until one is farther
 * apart than a threshold; if none is, the members themselves must be asked. Whatever comes out is proven: primitives
 * contain their members, so they are never farther apart.
 *
 * After the world was placed, `begin`; then `isBeyond` for any two members. Nothing is allocated once two members have met.
 */
import { PairMap } from '../../arrays/index.ts';
import type { PrimitiveStrategy } from '../approach.ts';
import type { SearchCounts } from '../search.ts';
import { PrimitiveBounds } from './bounds.ts';
import { AXIS_BOX_KIND, SIMPLE_KINDS } from './kinds.ts';
import { PlacedPrimitives, type PrimitiveWorld } from './placed.ts';
import { fixedSequence, pairNumber, sequenceOf } from './sequence.ts';

const BOXES = pairNumber(AXIS_BOX_KIND, AXIS_BOX_KIND);

/** Asks primitives of two members, as a strategy orders them, before anybody asks the members. */
export class PrimitiveLadder {
  /** What was shown of the two members asked about last: they are at least so far apart. */
  readonly lower = new Float64Array(1);
  readonly placed: PlacedPrimitives;
  private readonly strategy: PrimitiveStrategy;
  private readonly counts: SearchCounts;
  private readonly bounds: PrimitiveBounds;
  /** Sequences that differ, and by members which is theirs. */
  private readonly sequences: Uint8Array[] = [];
  private readonly numbers = new Map<string, number>();
  private known = new PairMap();

  /** Fits the primitives that it needs. Counts what it computes in `counts`: boxes along the axes, and other primitives. */
  constructor(world: PrimitiveWorld, strategy: PrimitiveStrategy, counts: SearchCounts) {
    this.strategy = strategy;
    this.counts = counts;
    this.placed = new PlacedPrimitives(world);
    this.bounds = new PrimitiveBounds(this.placed);
    if (strategy !== 'boxes-only') for (let i = 0; i < world.count; i++) this.placed.of(i);
  }

  /** The world was placed anew. */
  begin(): void {
    this.placed.begin();
  }

  /** A member became another; without a number, all did. */
  forget(member?: number): void {
    this.known = new PairMap();
    if (member !== undefined) this.placed.forget(member);
    else for (let i = 0; i < this.placed.world.count; i++) this.placed.forget(i);
  }

  /**
   * Whether primitives of members i and k are proven farther apart than the threshold, so that the members are. If not, ask the
   * members: `lower` is the best that was shown.
   */
  isBeyond(i: number, k: number, threshold: number): boolean {
    const { lower, bounds, counts } = this;
    const sequence = this.sequenceFor(i, k);
    lower[0] = 0;
    bounds.needed[0] = threshold;
    for (let s = 0; s < sequence.length; s++) {
      const pair = sequence[s];
      if (pair === BOXES) counts.boxes++;
      else counts.primitives++;
      bounds.ask((pair / SIMPLE_KINDS) | 0, i, pair % SIMPLE_KINDS, k);
      const found = bounds.lower[0];
      if (found > lower[0]) lower[0] = found;
      if (found > threshold) return true;
    }
    return false;
  }

  private sequenceFor(i: number, k: number): Uint8Array {
    const known = this.known.get(i, k);
    if (known >= 0) return this.sequences[known];
    const pairs = this.pairsFor(i, k);
    const name = pairs.join();
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.sequences.length;
      this.sequences.push(Uint8Array.from(pairs));
      this.numbers.set(name, number);
    }
    this.known.set(i, k, number);
    return this.sequences[number];
  }

  /** None for a half-space: the members have a closed form. */
  private pairsFor(i: number, k: number): readonly number[] {
    const { placed, strategy } = this;
    const { pieces } = placed.world;
    if (pieces[i].ball[3] === Infinity || pieces[k].ball[3] === Infinity) return [];
    return fixedSequence(strategy) ?? sequenceOf(strategy, placed.of(i)!, placed.of(k)!);
  }
}
