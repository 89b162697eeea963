/** Which things hang together: sets that are joined and never parted (Tarjan 1975, path halving, by size). */
export class UnionFind {
  /** How many things there are, and how many sets. */
  count = 0;
  sets = 0;
  private parents: Int32Array = new Int32Array(64);
  private sizes: Int32Array = new Int32Array(64);

  /** Adds a thing, in a set of its own; returns its number. */
  add(): number {
    if (this.count === this.parents.length) {
      this.parents = widened(this.parents);
      this.sizes = widened(this.sizes);
    }
    this.parents[this.count] = this.count;
    this.sizes[this.count] = 1;
    this.sets++;
    return this.count++;
  }

  /** The thing that stands for the set of i. */
  find(i: number): number {
    const { parents } = this;
    let at = i;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  join(i: number, j: number): void {
    let [a, b] = [this.find(i), this.find(j)];
    if (a === b) return;
    if (this.sizes[a] < this.sizes[b]) [a, b] = [b, a];
    this.parents[b] = a;
    this.sizes[a] += this.sizes[b];
    this.sets--;
  }

  /** Parts all. */
  reset(): void {
    for (let i = 0; i < this.count; i++) this.parents[i] = i;
    this.sizes.fill(1, 0, this.count);
    this.sets = this.count;
  }
}

function widened(array: Int32Array): Int32Array {
  const wide = new Int32Array(2 * array.length);
  wide.set(array);
  return wide;
}
