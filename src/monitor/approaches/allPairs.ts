/**
 * [D 2] The straightforward search: the distance of every pair of members, one after the other; the shortest is the
 * vector between the classes. With other leaves than the exact distance it is all approaches that spare single
 * computations: initialization, primitives, the local update. Ends where members meet: nothing is nearer.
 */
import {
  beginNearest,
  type Nearest,
  type SearchCounts,
  takeNearer,
  type VectorSearch,
} from '../search.ts';
import type { World } from '../world.ts';
import { type Leaf, testedMembers } from './leaf.ts';

export class AllPairs implements VectorSearch {
  readonly counts: SearchCounts;
  private readonly world: World;
  private readonly leaf: Leaf;
  /** By pair of classes; null until it is asked about. */
  private readonly lists: (Int32Array | null)[];
  /** By pair of classes: where the nearest was, the first to be looked at. */
  private readonly last: Int32Array;

  /** Whether it begins with what was nearest in the last step: what is found early spares the others. */
  private readonly coherent: boolean;

  constructor(world: World, leaf: Leaf, counts: SearchCounts, coherent: boolean) {
    this.coherent = coherent;
    this.world = world;
    this.leaf = leaf;
    this.counts = counts;
    this.lists = world.pairs.map(() => null);
    this.last = new Int32Array(world.pairs.length);
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    this.lists[pair] ??= testedMembers(this.world, pair);
    const list = this.lists[pair];
    const { leaf, last, counts } = this;
    const before = counts.distances + counts.boxes + counts.primitives;
    leaf.begin(pair);
    beginNearest(nearest);
    const first = this.coherent ? last[pair] : -2;
    for (let n = first < 0 ? 0 : -2; n < list.length && !(nearest.upper <= 0); n += 2) {
      if (n === first) continue;
      const at = n < 0 ? first : n;
      if (at >= list.length) continue;
      const cutoff = Math.min(nearest.upper, threshold);
      leaf.measure(list[at], list[at + 1], cutoff);
      if (leaf.upper < nearest.upper) last[pair] = at;
      takeNearer(nearest, leaf, list[at], list[at + 1]);
    }
    if (counts.distances + counts.boxes + counts.primitives === before) counts.updates++;
  }

  forget(): void {
    this.lists.fill(null);
    this.last.fill(0);
    this.leaf.forget();
  }
}
