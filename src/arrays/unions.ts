/**
 * Which things hang together: sets of numbers from 0 on that are joined and never parted one by one. The smallest
 * number of a set stands for it. Path halving (Tarjan and van Leeuwen 1984).
 */
import { grown } from './grown.ts';

export class Unions {
  /** How many things there are, and how many sets. */
  count: number;
  sets: number;
  private parents: Int32Array<ArrayBuffer>;

  /** So many things, each in a set of its own. */
  constructor(count = 0) {
    this.count = count;
    this.sets = count;
    this.parents = new Int32Array(Math.max(64, count));
    this.reset();
  }

  /** Adds a thing, in a set of its own; returns its number. */
  add(): number {
    if (this.count === this.parents.length) this.parents = grown(this.parents);
    this.parents[this.count] = this.count;
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
    const a = this.find(i);
    const b = this.find(j);
    if (a === b) return;
    if (a < b) this.parents[b] = a;
    else this.parents[a] = b;
    this.sets--;
  }

  /** Parts all. */
  reset(): void {
    for (let i = 0; i < this.count; i++) this.parents[i] = i;
    this.sets = this.count;
  }
}
