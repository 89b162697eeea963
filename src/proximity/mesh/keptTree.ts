/**
 * What is kept of a search between two meshes, or a mesh and a shape: the tree of pairs that it has opened, from the
 * roots down to pairs of triangles. Each pair has a proven lower bound of its distance together with what B's part of it
 * had travelled when that held, so that one comparison says whether it, and all below it, may be nearer than something.
 */
import { grown } from '../../arrays/index.ts';
import { U } from '../../math/index.ts';

/** A tree of more pairs than this is made anew. */
const MOST = 1 << 14;

export class KeptTree {
  count = 0;
  /** Slots of the trees, or triangles t in tree order as ~t. */
  slotsA = new Int32Array(64);
  slotsB = new Int32Array(64);
  /** Lower bounds of distances, and what the slot or triangle of B had travelled: shift + turn * reach. */
  bounds = new Float64Array(64);
  /** How far the slot or triangle of B reaches from the point `from`. */
  reaches = new Float64Array(64);
  /** The first of the pairs that a pair was opened into, which stand one behind the other; 0 if it was not. And how many. */
  parts = new Int32Array(64);
  sizes = new Int32Array(64);
  /** Of two triangles: a direction along which they were apart, in A's frame, of any length. */
  directions = new Float64Array(3 * 64);
  /**
   * Asked: how far the point `from` of B has gone, and by how much B has turned, seen from A; sums over all looks. What
   * placing bodies may round.
   */
  shift = 0.5;
  turn = 0.5;
  error = 0.5;
  readonly from = new Float64Array(3);
  /** Of the search at hand: the distance from which on pairs are of no interest, and how many were looked at. */
  best = 0.5;
  looks = 0;
  /** Scratch: a bound; the direction of the nearest points, in the frames of A and B; runs of triangles. */
  gap = 0.5;
  readonly toward = new Float64Array(6);
  readonly run = new Int32Array(4);

  /** Makes ready for a search; whether the tree begins at the roots, of which nothing is known. */
  begin(): boolean {
    this.looks = 0;
    if (this.count > MOST) this.count = 0;
    if (this.count > 0) return false;
    this.add(1);
    this.slotsA[0] = 0;
    this.slotsB[0] = 0;
    return true;
  }

  /** The next search begins anew. */
  clear(): void {
    this.count = 0;
  }

  /** Adds pairs of which nothing is known; the number of the first. */
  add(n: number): number {
    const first = this.count;
    this.count += n;
    if (this.count > this.slotsA.length) this.grow();
    for (let e = first; e < this.count; e++) {
      this.bounds[e] = Number.NEGATIVE_INFINITY;
      this.parts[e] = 0;
      this.sizes[e] = 0;
    }
    return first;
  }

  /** Keeps `gap` as the bound of a pair; what was travelled is added, what placing rounds is taken off. */
  keep(e: number): void {
    const travelled = this.shift + this.turn * this.reaches[e];
    const sum = this.gap - this.error + travelled;
    this.bounds[e] = sum - 8 * U * (Math.abs(sum) + travelled);
  }

  private grow(): void {
    this.slotsA = grown(this.slotsA, this.count);
    this.slotsB = grown(this.slotsB, this.count);
    this.bounds = grown(this.bounds, this.count);
    this.reaches = grown(this.reaches, this.count);
    this.parts = grown(this.parts, this.count);
    this.sizes = grown(this.sizes, this.count);
    this.directions = grown(this.directions, 3 * this.count);
  }
}
