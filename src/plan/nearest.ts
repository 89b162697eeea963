/**
 * Nearest neighbours among configurations that are added one by one.
 *
 * A forest of k-d trees whose sizes double (Bentley 1975; Bentley and Saxe 1980): what is added waits in a
 * list; a full list becomes a tree, two trees of one size become the next. A node is a range of
 * configurations with the box around them, halved where it is widest. Joints without limits go round: a box
 * is then an arc, and its distance the short way. Answers are those of looking at all of them, to the bit;
 * of equal distances the one that was added first comes first.
 */
import { grown } from '../arrays/index.ts';
import type { PlanningSpace } from './space.ts';

/** Configurations that wait in the list. */
const LIST = 32;
/** Configurations that are looked through one by one in a tree: of 8, 12 and 24 mostly the fastest. */
const LEAF = 24;
/** More than the rounding of distances, per unit of what they are computed from. */
const ROUNDING = 1e-12;
const TURN = 2 * Math.PI;

interface Tree {
  /** Numbers of configurations, by node. */
  readonly order: Int32Array;
  /** Per node the lower and the upper ends of its box. Node 1 is the root, 2 k and 2 k + 1 are k's halves. */
  readonly boxes: Float64Array;
}

export class Nearest {
  /** How many there are. */
  count = 0;
  private readonly space: PlanningSpace;
  private numbers: Float64Array<ArrayBuffer>;
  /** The same times their weights, joints without limits within one turn: where boxes lie. */
  private places: Float64Array<ArrayBuffer>;
  /** Per joint: its turn, weighted; 0 if it has limits. */
  private readonly turns: Float64Array;
  private readonly trees: Tree[] = [];
  /** From here on configurations are in no tree yet. */
  private listed = 0;
  /** Largest sum of the values of a configuration, weighted: what distances are rounded by. */
  private scale = 0;

  // The search at hand: how many are wanted, how far they may be, what was found, nearest first if counted.
  private query: Float64Array = new Float64Array(0);
  private readonly at: Float64Array;
  private slack = 0;
  private most = 0;
  private reach = 0;
  private found = 0;
  private ids = new Int32Array(8);
  private distances = new Float64Array(8);
  // Nodes that wait: number, range, and how far their boxes are.
  private readonly nodes = new Int32Array(3 * 64);
  private readonly bounds = new Float64Array(64);

  constructor(space: PlanningSpace) {
    const { size, weights } = space;
    this.space = space;
    this.numbers = new Float64Array(16 * size);
    this.places = new Float64Array(16 * size);
    this.at = new Float64Array(size);
    this.turns = Float64Array.from(weights, (weight, d) =>
      space.wraps[d] === 1 ? TURN * weight : 0,
    );
  }

  /** Adds a configuration; returns its number. */
  add(q: Float64Array): number {
    const { size } = this.space;
    const o = this.count * size;
    if (o + size > this.numbers.length) {
      this.numbers = grown(this.numbers);
      this.places = grown(this.places);
    }
    for (let d = 0; d < size; d++) this.numbers[o + d] = q[d];
    this.scale = Math.max(this.scale, this.placeInto(q, this.places, o));
    this.count++;
    if (this.count - this.listed >= LIST) this.plant();
    return this.count - 1;
  }

  /** Takes one out: it is found no more. The others keep their numbers. */
  remove(i: number): void {
    const { size } = this.space;
    // Boxes stay as they are, which is larger than they need be. No distance to it is a number: none is near enough.
    this.numbers.fill(Number.NaN, i * size, (i + 1) * size);
  }

  /** The configuration of a number, to out. */
  configurationInto(i: number, out: Float64Array): void {
    const { size } = this.space;
    for (let d = 0; d < size; d++) out[d] = this.numbers[i * size + d];
  }

  /** The number of the nearest one; -1 if there is none. */
  nearest(q: Float64Array): number {
    this.collect(q, 1, Number.POSITIVE_INFINITY);
    return this.found > 0 ? this.ids[0] : -1;
  }

  /** The numbers of the k nearest ones, nearest first, to out; returns how many: fewer if there are not k. */
  nearestInto(q: Float64Array, k: number, out: Int32Array): number {
    if (!(k >= 1)) return 0;
    this.collect(q, Math.floor(k), Number.POSITIVE_INFINITY);
    for (let i = 0; i < this.found; i++) out[i] = this.ids[i];
    return this.found;
  }

  /** The numbers of all within a distance (that far included), nearest first, in place of what out held. */
  withinInto(q: Float64Array, radius: number, out: number[]): number {
    this.collect(q, Number.POSITIVE_INFINITY, radius);
    const { ids, distances } = this;
    const order = Array.from({ length: this.found }, (_, i) => i);
    order.sort((i, j) => distances[i] - distances[j] || ids[i] - ids[j]);
    out.length = 0;
    for (const i of order) out.push(ids[i]);
    return out.length;
  }

  /** Where a configuration lies for boxes; returns the sum of its values, weighted. */
  private placeInto(q: Float64Array, out: Float64Array, o: number): number {
    const { turns } = this;
    const { weights } = this.space;
    let sum = 0;
    for (let d = 0; d < weights.length; d++) {
      const x = q[d];
      sum += Math.abs(x) * weights[d];
      out[o + d] = (turns[d] > 0 ? x - TURN * Math.round(x / TURN) : x) * weights[d];
    }
    return sum;
  }

  /** Makes a tree of what is listed, and one of trees of equal size. */
  private plant(): void {
    let from = this.listed;
    const { trees } = this;
    while (trees.length > 0 && trees[trees.length - 1].order.length <= this.count - from) {
      from -= trees.pop()!.order.length;
    }
    const order = new Int32Array(this.count - from);
    for (let i = 0; i < order.length; i++) order[i] = from + i;
    let nodes = 2;
    for (let width = order.length; width > LEAF; width = (width + 1) >> 1) nodes *= 2;
    const tree = { order, boxes: new Float64Array(2 * nodes * this.space.size) };
    this.build(tree, 1, 0, order.length);
    trees.push(tree);
    this.listed = this.count;
  }

  /** Puts a box around a range, halves it where it is widest, and so on. */
  private build(tree: Tree, node: number, from: number, to: number): void {
    const { order, boxes } = tree;
    const { places } = this;
    const { size } = this.space;
    const o = 2 * node * size;
    let widest = 0;
    let width = -1;
    for (let d = 0; d < size; d++) {
      let low = places[order[from] * size + d];
      let high = low;
      for (let i = from + 1; i < to; i++) {
        const x = places[order[i] * size + d];
        if (x < low) low = x;
        else if (x > high) high = x;
      }
      boxes[o + d] = low;
      boxes[o + size + d] = high;
      if (high - low > width) {
        width = high - low;
        widest = d;
      }
    }
    if (to - from <= LEAF) return;
    const middle = (from + to) >> 1;
    this.halve(order, widest, from, to - 1, middle);
    this.build(tree, 2 * node, from, middle);
    this.build(tree, 2 * node + 1, middle, to);
  }

  /** Orders a range so that what lies before `middle` is not greater than what comes from there on. */
  private halve(order: Int32Array, d: number, first: number, last: number, middle: number): void {
    const { places } = this;
    const { size } = this.space;
    let [from, to] = [first, last];
    while (from < to) {
      const pivot = places[order[(from + to) >> 1] * size + d];
      let [i, j] = [from, to];
      while (i <= j) {
        while (places[order[i] * size + d] < pivot) i++;
        while (places[order[j] * size + d] > pivot) j--;
        if (i > j) break;
        const other = order[i];
        order[i++] = order[j];
        order[j--] = other;
      }
      if (middle <= j) to = j;
      else if (middle >= i) from = i;
      else return;
    }
  }

  private collect(q: Float64Array, most: number, radius: number): void {
    this.query = q;
    this.slack = ROUNDING * (this.scale + this.placeInto(q, this.at, 0));
    this.most = most;
    this.reach = radius;
    this.found = 0;
    for (let i = this.listed; i < this.count; i++) this.take(i);
    for (const tree of this.trees) this.gather(tree);
  }

  private gather({ order, boxes }: Tree): void {
    const { nodes, bounds } = this;
    let waiting = 1;
    nodes[0] = 1;
    nodes[1] = 0;
    nodes[2] = order.length;
    bounds[0] = this.bound(boxes, 1);
    while (waiting > 0) {
      waiting--;
      // Distances are rounded: a little more is looked at than would be needed.
      if (bounds[waiting] > this.reach + this.slack) continue;
      const node = nodes[3 * waiting];
      const from = nodes[3 * waiting + 1];
      const to = nodes[3 * waiting + 2];
      if (to - from <= LEAF) {
        for (let i = from; i < to; i++) this.take(order[i]);
        continue;
      }
      const middle = (from + to) >> 1;
      const low = this.bound(boxes, 2 * node);
      const high = this.bound(boxes, 2 * node + 1);
      // The nearer half is looked at first.
      const late = low > high ? 0 : 1;
      for (let k = 0; k < 2; k++) {
        const half = k === 0 ? late : 1 - late;
        nodes[3 * waiting] = 2 * node + half;
        nodes[3 * waiting + 1] = half === 0 ? from : middle;
        nodes[3 * waiting + 2] = half === 0 ? middle : to;
        bounds[waiting] = half === 0 ? low : high;
        waiting++;
      }
    }
  }

  /** How far the query is from a node's box. */
  private bound(boxes: Float64Array, node: number): number {
    const { at, turns } = this;
    const size = at.length;
    const o = 2 * node * size;
    let sum = 0;
    for (let d = 0; d < size; d++) {
      const below = boxes[o + d] - at[d];
      const above = at[d] - boxes[o + size + d];
      let gap = Math.max(below, above);
      if (!(gap > 0)) continue;
      if (turns[d] > 0) {
        const round = turns[d] + Math.min(below, above);
        if (round < gap) gap = round;
      }
      sum += gap * gap;
    }
    return Math.sqrt(sum);
  }

  /** Whether one is farther than what is wanted, by what can be said without rounding to turns. */
  private isFar(i: number): boolean {
    const { at, turns, places } = this;
    const size = at.length;
    const o = i * size;
    const reach = this.reach + this.slack;
    const enough = reach * reach;
    let sum = 0;
    for (let d = 0; d < size; d++) {
      let gap = Math.abs(places[o + d] - at[d]);
      if (2 * gap > turns[d] && turns[d] > 0) gap = turns[d] - gap;
      sum += gap * gap;
      if (sum > enough) return true;
    }
    return false;
  }

  /** Looks at one. */
  private take(i: number): void {
    if (this.isFar(i)) return;
    const d = this.space.distance(this.query, this.numbers, 0, i * this.space.size);
    if (!(d <= this.reach)) return;
    let { found } = this;
    if (found < this.most) {
      if (found === this.ids.length) this.more();
      this.found++;
    } else {
      found--;
      if (d === this.distances[found] && i > this.ids[found]) return;
    }
    const { ids, distances } = this;
    // What may be any number is sorted at the end.
    if (this.most < Number.POSITIVE_INFINITY) {
      while (found > 0) {
        const before = distances[found - 1];
        if (before < d || (before === d && ids[found - 1] < i)) break;
        ids[found] = ids[found - 1];
        distances[found] = before;
        found--;
      }
    }
    ids[found] = i;
    distances[found] = d;
    if (this.found === this.most) this.reach = distances[this.most - 1];
  }

  private more(): void {
    this.ids = grown(this.ids);
    this.distances = grown(this.distances);
  }
}
