/**
 * Nearest neighbours among configurations that are added one by one.
 *
 * A forest of vantage-point trees whose sizes double (Bentley and Saxe 1980; Yianilos 1993): what is
 * added waits in a list; a full list becomes a tree, two trees of one size become the next. Any metric
 * will do that keeps the triangle inequality, also one that goes round. Answers are exact; of equal
 * distances the one that was added first wins.
 */
import type { PlanningSpace } from './space.ts';

/** Configurations that are looked through one by one. */
const LEAF = 32;
/** More than the rounding of distances, per unit. */
const ROUNDING = 1e-12;

interface Tree {
  /** Numbers of configurations; the vantage point of a range is its first entry. */
  readonly order: Int32Array;
  /** Per entry: the radius within which the first half of the rest of its range lies. */
  readonly radii: Float64Array;
}

export class Nearest {
  /** How many there are. */
  count = 0;
  private readonly space: PlanningSpace;
  private numbers: Float64Array;
  private readonly trees: Tree[] = [];
  /** From here on configurations are in no tree yet. */
  private listed = 0;

  // The search at hand.
  private query: Float64Array = new Float64Array(0);
  private best = -1;
  private bestDistance = 0;

  constructor(space: PlanningSpace) {
    this.space = space;
    this.numbers = new Float64Array(64 * space.size);
  }

  /** Adds a configuration; returns its number. */
  add(q: Float64Array): number {
    const { size } = this.space;
    if ((this.count + 1) * size > this.numbers.length) {
      const more = new Float64Array(2 * this.numbers.length);
      more.set(this.numbers);
      this.numbers = more;
    }
    for (let d = 0; d < size; d++) this.numbers[this.count * size + d] = q[d];
    this.count++;
    if (this.count - this.listed >= LEAF) this.plant();
    return this.count - 1;
  }

  /** The configuration of a number, to out. */
  configurationInto(i: number, out: Float64Array): void {
    const { size } = this.space;
    for (let d = 0; d < size; d++) out[d] = this.numbers[i * size + d];
  }

  /** The number of the nearest one; -1 if there is none. */
  nearest(q: Float64Array): number {
    this.query = q;
    this.best = -1;
    this.bestDistance = Number.POSITIVE_INFINITY;
    for (let i = this.listed; i < this.count; i++) this.consider(i);
    for (const tree of this.trees) this.search(tree, 0, tree.order.length);
    return this.best;
  }

  /** Makes a tree of what is listed, and one of trees of equal size. */
  private plant(): void {
    let from = this.listed;
    const { trees } = this;
    while (trees.length > 0 && trees[trees.length - 1].order.length <= this.count - from) {
      from -= trees.pop()!.order.length;
    }
    const order = Int32Array.from({ length: this.count - from }, (_, i) => from + i);
    const tree = { order, radii: new Float64Array(order.length) };
    this.build(tree, 0, order.length, new Float64Array(this.count));
    trees.push(tree);
    this.listed = this.count;
  }

  /** Sorts a range by distance from its first entry, and its halves likewise; `far` is scratch. */
  private build({ order, radii }: Tree, from: number, to: number, far: Float64Array): void {
    if (to - from <= LEAF) return;
    for (let i = from + 1; i < to; i++) far[order[i]] = this.between(order[from], order[i]);
    order.subarray(from + 1, to).sort((i, j) => far[i] - far[j] || i - j);
    const middle = (from + 1 + to) >> 1;
    radii[from] = far[order[middle - 1]];
    this.build({ order, radii }, from + 1, middle, far);
    this.build({ order, radii }, middle, to, far);
  }

  private between(i: number, j: number): number {
    const { size } = this.space;
    return this.space.distance(this.numbers, this.numbers, i * size, j * size);
  }

  private consider(i: number): number {
    const d = this.space.distance(this.query, this.numbers, 0, i * this.space.size);
    if (d < this.bestDistance || (d === this.bestDistance && i < this.best)) {
      this.best = i;
      this.bestDistance = d;
    }
    return d;
  }

  private search(tree: Tree, from: number, to: number): void {
    const { order, radii } = tree;
    if (to - from <= LEAF) {
      for (let i = from; i < to; i++) this.consider(order[i]);
      return;
    }
    const d = this.consider(order[from]);
    const middle = (from + 1 + to) >> 1;
    // The first half is within the radius of the vantage point, the second is not nearer.
    const inside = d < radii[from];
    const gap = Math.abs(d - radii[from]);
    if (inside) this.search(tree, from + 1, middle);
    else this.search(tree, middle, to);
    // Distances are rounded: a little more is looked at than would be needed.
    if (gap > this.bestDistance + ROUNDING * (d + radii[from])) return;
    if (inside) this.search(tree, middle, to);
    else this.search(tree, from + 1, middle);
  }
}
