/**
 * [D 3.2] Hierarchies as an approach: their descent asks leaves in place of distances, so that members are approximated,
 * begun where they were left, or known from earlier steps there as well.
 */
import type { HierarchySearch } from '../hierarchy/index.ts';
import {
  type MemberDistance,
  type Nearest,
  newCounts,
  type SearchCounts,
  type VectorSearch,
} from '../search.ts';
import type { Leaf } from './leaf.ts';

/** A leaf where a distance is asked for; whether it is warm is the leaf's own business. */
export class LeafDistance implements MemberDistance {
  lower = 0.5;
  upper = Number.POSITIVE_INFINITY;
  readonly points: Float64Array;
  private readonly leaf: Leaf;

  constructor(leaf: Leaf) {
    this.leaf = leaf;
    this.points = leaf.points;
  }

  measure(i: number, k: number, cutoff: number): void {
    this.leaf.measure(i, k, cutoff);
    this.lower = this.leaf.lower;
    this.upper = this.leaf.upper;
  }
}

export class HierarchyApproach implements VectorSearch {
  readonly counts = newCounts();
  private readonly search: HierarchySearch;
  private readonly leaf: Leaf;
  private readonly leafCounts: SearchCounts;

  /** The search asks `leaf`, as a distance; `leafCounts` are what that counts. */
  constructor(search: HierarchySearch, leaf: Leaf, leafCounts: SearchCounts) {
    this.search = search;
    this.leaf = leaf;
    this.leafCounts = leafCounts;
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    const { counts, search, leafCounts } = this;
    this.leaf.begin(pair);
    search.find(pair, threshold, nearest);
    // Compositions of the search, distances of the leaf: not all that is asked for is computed.
    counts.distances = leafCounts.distances;
    counts.boxes = search.counts.boxes + leafCounts.boxes;
    counts.primitives = search.counts.primitives + leafCounts.primitives;
  }

  forget(member?: number): void {
    this.search.forget(member);
    this.leaf.forget();
  }
}
