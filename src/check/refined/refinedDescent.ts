/**
 * The descent into two trees of volumes, as far as GREEDY-DIST [A III-B] would go: what covers both halves of the
 * interval, or is apart, is not opened. What it ends at without being covered is listed, with distances and lengths.
 */
import { grown } from '../../arrays/index.ts';
import { isLeaf, type Unit, type UnitBounds } from './refinedBounds.ts';
import type { HalfLengths } from './refinedLengths.ts';
import type { Look } from './refinedLook.ts';

export class Descent {
  /** Parts that the last descent has left open. */
  count = 0;
  /** Two slots each. */
  slots = new Int32Array(2 * 256);
  /** Distance, and lengths in both halves, each. */
  numbers = new Float64Array(3 * 256);
  private readonly bounds: UnitBounds;
  private readonly lengths: HalfLengths;
  // Volumes to be opened, with their lengths.
  private stackSlots = new Int32Array(2 * 256);
  private stackLengths = new Float64Array(2 * 256);
  private depth = 0;
  /** Of a volume's children: those to be opened, in order, and their lengths. */
  private readonly order = new Int32Array(8);
  private readonly childLengths = new Float64Array(16);

  constructor(bounds: UnitBounds, lengths: HalfLengths) {
    this.bounds = bounds;
    this.lengths = lengths;
  }

  /** Begins with two volumes that have these lengths in both halves. */
  begin(slotA: number, slotB: number, left: number, right: number): void {
    this.count = 0;
    this.depth = 0;
    this.push(slotA, slotB, left, right);
  }

  /**
   * Opens what was begun with. Returns a lower bound of the distance of what is below; slots that it does not cover
   * are listed. `suspect` is asked where triangles are too near, and says what holds for all of the pair.
   */
  run(unit: Unit, look: Look, suspect: () => number): number {
    const { bounds } = this;
    const { treeA, treeB } = unit;
    let lowest = Number.POSITIVE_INFINITY;
    while (this.depth > 0) {
      const top = --this.depth;
      const a = this.stackSlots[2 * top];
      const b = this.stackSlots[2 * top + 1];
      const left = this.stackLengths[2 * top];
      const right = this.stackLengths[2 * top + 1];
      if (!(isLeaf(treeA, a) && isLeaf(treeB, b))) {
        lowest = Math.min(lowest, this.openChildren(unit, look, top));
        continue;
      }
      const enough = look.enough(left, right);
      let eta = bounds.triangles(unit, a, b, look.near, enough);
      if (eta < 0) {
        eta = suspect();
        if (look.stopped) return 0;
        eta = Math.max(eta, bounds.triangles(unit, a, b, 0, enough), 0);
      }
      if (eta < lowest) lowest = eta;
      if (eta < enough) this.list(a, b, eta, left, right);
    }
    return lowest;
  }

  /** The children of the volumes that were taken from `top`; a lower bound of those that are done with. */
  private openChildren(unit: Unit, look: Look, top: number): number {
    const { bounds, lengths, order, childLengths } = this;
    const a = this.stackSlots[2 * top];
    const b = this.stackSlots[2 * top + 1];
    const left = this.stackLengths[2 * top];
    const right = this.stackLengths[2 * top + 1];
    const enough = look.enough(left, right);
    const children = bounds.bounds;
    const count = bounds.children(unit, a, b, enough);
    const openA = bounds.openedA;
    const first = bounds.firstChild;
    let lowest = Number.POSITIVE_INFINITY;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const bound = children[i];
      if (bound >= enough) {
        if (bound < lowest) lowest = bound;
        continue;
      }
      const i1 = openA ? first + i : a;
      const i2 = openA ? b : first + i;
      lengths.measure(unit, i1, i2, left, right);
      const own = look.enough(lengths.left, lengths.right);
      if (bound >= own || bound > look.near) {
        if (bound < lowest) lowest = bound;
        if (bound < own) this.list(i1, i2, bound, lengths.left, lengths.right);
        continue;
      }
      // Kept by descending bound: the nearest ends on top of the stack.
      let j = kept++;
      while (j > 0 && children[order[j - 1]] < bound) {
        order[j] = order[j - 1];
        j--;
      }
      order[j] = i;
      childLengths[2 * i] = lengths.left;
      childLengths[2 * i + 1] = lengths.right;
    }
    for (let k = 0; k < kept; k++) {
      const i = order[k];
      const child = first + i;
      this.push(openA ? child : a, openA ? b : child, childLengths[2 * i], childLengths[2 * i + 1]);
    }
    return lowest;
  }

  private push(a: number, b: number, left: number, right: number): void {
    const at = 2 * this.depth++;
    if (at === this.stackSlots.length) {
      this.stackSlots = grown(this.stackSlots);
      this.stackLengths = grown(this.stackLengths);
    }
    this.stackSlots[at] = a;
    this.stackSlots[at + 1] = b;
    this.stackLengths[at] = left;
    this.stackLengths[at + 1] = right;
  }

  /** Notes a slot that is not covered. */
  private list(a: number, b: number, eta: number, left: number, right: number): void {
    const k = this.count++;
    if (2 * k === this.slots.length) {
      this.slots = grown(this.slots);
      this.numbers = grown(this.numbers);
    }
    this.slots[2 * k] = a;
    this.slots[2 * k + 1] = b;
    this.numbers[3 * k] = eta;
    this.numbers[3 * k + 1] = left;
    this.numbers[3 * k + 2] = right;
  }
}
