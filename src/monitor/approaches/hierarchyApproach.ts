/**
 * [D 3.2] Hierarchies as an approach: their descent asks leaves in place of distances, so that members are approximated,
 * begun where they were left, or known from earlier steps there as well.
 */
import type { HierarchySearch } from '../hierarchy/index.ts';
import type { MemberDistance, Nearest, SearchCounts, VectorSearch } from '../search.ts';
import type { Leaf } from './leaf.ts';

/** A leaf where a distance is asked for; whether it is warm is the leaf's own business. */
export class LeafDistance implements MemberDistance {
  lower = 0;
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
  readonly counts: SearchCounts;
  private readonly search: HierarchySearch;
  private readonly leaf: Leaf;

  /** `counts`: of the leaf. The search asks `leaf`, as a distance. */
  constructor(search: HierarchySearch, leaf: Leaf, counts: SearchCounts) {
    this.search = search;
    this.leaf = leaf;
    this.counts = new BothCounts(search.counts, counts);
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    this.leaf.begin(pair);
    this.search.find(pair, threshold, nearest);
  }

  forget(member?: number): void {
    this.search.forget(member);
    this.leaf.forget();
  }
}

/** Compositions of the search and distances of the leaf: not all that the search asks for is computed. */
class BothCounts implements SearchCounts {
  private readonly search: SearchCounts;
  private readonly leaf: SearchCounts;
  updates = 0;

  constructor(search: SearchCounts, leaf: SearchCounts) {
    this.search = search;
    this.leaf = leaf;
  }

  get distances(): number {
    return this.leaf.distances;
  }

  get boxes(): number {
    return this.search.boxes + this.leaf.boxes;
  }

  get primitives(): number {
    return this.search.primitives + this.leaf.primitives;
  }
}
