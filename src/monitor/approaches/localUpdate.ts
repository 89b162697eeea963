/**
 * [D 2, Distance Update; locally] For every pair of members the distance that was computed last, less what the two have
 * moved since, is a lower bound of what it is now. While that is beyond the cutoff nothing is computed; the vector is
 * not lost, since a pair that may be the nearest is below every cutoff. One number for every pair of members.
 */
import { U } from '../../math/index.ts';
import type { World } from '../world.ts';
import type { Leaf } from './leaf.ts';

/** Two sums when it is kept, two differences when it is asked; doubled. */
const SLACK = 8 * U;

export class LocalUpdate implements Leaf {
  lower = 0.5;
  upper = Number.POSITIVE_INFINITY;
  readonly points: Float64Array;
  private readonly world: World;
  private readonly inner: Leaf;
  /** By pair of classes, and in it by the members' places in their classes: the bound and both sums of what was travelled. */
  private kept: (Float64Array | null)[];
  private places = new Int32Array(0);
  private table: Float64Array = new Float64Array(0);
  private width = 0;
  private isOne = false;

  constructor(world: World, inner: Leaf) {
    this.world = world;
    this.inner = inner;
    this.points = inner.points;
    this.kept = world.pairs.map(() => null);
  }

  begin(pair: number): void {
    this.inner.begin(pair);
    const { a, b } = this.world.pairs[pair];
    const { membersOf } = this.world;
    this.kept[pair] ??= this.makeTable(membersOf[a].length * membersOf[b].length);
    this.table = this.kept[pair];
    this.width = membersOf[b].length;
    this.isOne = a === b;
  }

  measure(i: number, k: number, cutoff: number): void {
    const { travelled } = this.world;
    const p = this.places[i];
    const r = this.places[k];
    // Members of one class have one entry, in whatever order they are asked about.
    const at = this.isOne && p > r ? r * this.width + p : p * this.width + r;
    const sum = this.table[at];
    const x = travelled[i];
    const y = travelled[k];
    // Nothing is kept of those that were never measured: minus infinity.
    const bound = sum - x - y - SLACK * (Math.abs(sum) + x + y);
    if (bound >= cutoff) {
      this.lower = bound;
      this.upper = Number.POSITIVE_INFINITY;
      return;
    }
    const { inner } = this;
    inner.measure(i, k, cutoff);
    this.lower = inner.lower;
    this.upper = inner.upper;
    this.table[at] = inner.lower + x + y;
  }

  forget(): void {
    this.kept.fill(null);
    this.inner.forget();
  }

  private makeTable(size: number): Float64Array {
    const { world } = this;
    this.places = new Int32Array(world.count);
    for (const members of world.membersOf) {
      for (let p = 0; p < members.length; p++) this.places[members[p]] = p;
    }
    return new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  }
}
