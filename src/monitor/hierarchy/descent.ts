/**
 * [D 3.2] What all descents in two hierarchies share: pairs of nodes that are too near are replaced by pairs of
 * their parts, pairs of members are measured, and what is far enough is left aside with the bound that proves it. In which
 * order pairs are taken is the business of others (orders.ts).
 *
 * Between a class and itself pairs of nodes of one hierarchy are looked at: two different ones never have a member in
 * common, and a node with itself stands for all pairs within it.
 *
 * Numbers that change are kept in arrays: passed from function to function V8 would box them. Nothing is allocated.
 */
import {
  beginNearest,
  type MemberDistance,
  type Nearest,
  type SearchCounts,
  takeNearer,
} from '../search.ts';
import type { World } from '../world.ts';
import { boxGap2Into, toDistanceLower } from './boxes.ts';
import type { ClassHierarchy } from './classHierarchy.ts';
import { NONE } from './nodes.ts';
import { TestedNodes } from './testedNodes.ts';

/** How near two nodes can be at least; boxes have their own code here. */
export interface NodeBounds {
  /** Takes over where the members of two hierarchies stand. */
  update(x: ClassHierarchy, y: ClassHierarchy): void;
  /** out[at] = the square of a lower bound of the distance of a node of x and a node of y. */
  gap2Into(u: number, v: number, out: Float64Array, at: number): void;
}

export interface DescentSettings {
  /** Whether both nodes of a pair are replaced by their parts, or the one with the greater approximation error. */
  readonly both: boolean;
  /** Whether distances of members begin from what was kept about them. */
  readonly warm: boolean;
  /** In place of boxes. */
  readonly bounds: NodeBounds | null;
}

/** What is farther than `LIMIT` is of no interest, and its square; the square of the least that was left aside. */
export const LIMIT = 0;
export const LIMIT2 = 1;
const ASIDE2 = 2;

export class Descent {
  readonly counts: SearchCounts;
  /** Pairs of nodes that are to be looked at: so many, with the squares of their distances. */
  count = 0;
  readonly u = new Int32Array(4);
  readonly v = new Int32Array(4);
  readonly gaps2 = new Float64Array(4);
  readonly state = new Float64Array(3);
  /** Whether the first two members within the threshold are enough. */
  isFirstEnough = false;
  /** Whether what was found is the limit from then on; else the threshold stays it. */
  isNarrowing = true;
  private readonly world: World;
  private readonly distance: MemberDistance;
  private readonly settings: DescentSettings;
  private x!: ClassHierarchy;
  private y!: ClassHierarchy;
  private tested!: TestedNodes;
  /** By pair of classes. */
  private readonly known: TestedNodes[] = [];
  private nearest!: Nearest;
  /** Members that were measured beforehand. */
  private knownI = NONE;
  private knownK = NONE;

  constructor(
    world: World,
    distance: MemberDistance,
    counts: SearchCounts,
    settings: DescentSettings,
  ) {
    this.world = world;
    this.distance = distance;
    this.counts = counts;
    this.settings = settings;
  }

  /** Between the hierarchies of a pair of classes, which may be the same. */
  begin(pair: number, x: ClassHierarchy, y: ClassHierarchy): void {
    this.x = x;
    this.y = y;
    this.known[pair] ??= new TestedNodes(this.world, x, y);
    this.tested = this.known[pair];
    this.tested.update();
    this.settings.bounds?.update(x, y);
  }

  /** Nothing was found yet; what is farther than the threshold is of no interest. */
  ask(threshold: number, nearest: Nearest): void {
    const { state } = this;
    this.nearest = nearest;
    this.knownI = NONE;
    this.knownK = NONE;
    beginNearest(nearest);
    state[LIMIT] = threshold;
    // What is as far as the threshold is not beyond it, however its square was rounded.
    state[LIMIT2] = threshold * threshold * (1 + 1e-15) + Number.MIN_VALUE;
    state[ASIDE2] = Number.POSITIVE_INFINITY;
  }

  /** Measures two members before all others; whether nothing more is to be looked at. */
  measureFirst(i: number, k: number): boolean {
    const found = this.measure(i, k);
    this.knownI = i;
    this.knownK = k;
    return found;
  }

  /** How many pairs of roots there are. */
  get starts(): number {
    return this.x.rootCount * this.y.rootCount;
  }

  /** The pair of roots number n: becomes what is to be looked at, or nothing does. */
  start(n: number): void {
    const { x, y } = this;
    this.count = 0;
    const first = Math.floor(n / y.rootCount);
    const second = n % y.rootCount;
    if (x === y && second < first) return;
    if (x === y && second === first) this.offerWithin(x.roots[first]);
    else this.offer(x.roots[first], y.roots[second]);
    this.leaveAside();
  }

  /** Whether both are members. */
  isLowest(u: number, v: number): boolean {
    return this.x.nodes.first[u] === NONE && this.y.nodes.first[v] === NONE;
  }

  /** Measures the members that two leaves are; whether nothing more is to be looked at. */
  measureLeaves(u: number, v: number): boolean {
    const i = this.x.nodes.member[u];
    const k = this.y.nodes.member[v];
    if (i === this.knownI && k === this.knownK) return false;
    return this.measure(i, k);
  }

  /** Replaces a pair of nodes by pairs of their parts: those that are near enough are to be looked at. */
  substitute(u: number, v: number): void {
    const { x, y } = this;
    const { first, second } = x.nodes;
    const { first: firstV, second: secondV } = y.nodes;
    this.count = 0;
    if (x === y && u === v) {
      this.offerWithin(first[u]);
      this.offerWithin(second[u]);
      this.offer(first[u], second[u]);
    } else if (this.settings.both && first[u] !== NONE && firstV[v] !== NONE) {
      this.offer(first[u], firstV[v]);
      this.offer(first[u], secondV[v]);
      this.offer(second[u], firstV[v]);
      this.offer(second[u], secondV[v]);
    } else if (this.opensFirst(u, v)) {
      this.offer(first[u], v);
      this.offer(second[u], v);
    } else {
      this.offer(u, firstV[v]);
      this.offer(u, secondV[v]);
    }
    this.leaveAside();
  }

  /** A pair that is not looked at because it is far enough: at gaps2[at], and all others are farther. */
  leave(at: Float64Array, o: number): void {
    const { state } = this;
    if (at[o] < state[ASIDE2]) state[ASIDE2] = at[o];
  }

  /** What is proven in the end: of what was measured, and of what was not. */
  finish(): void {
    const { nearest, state } = this;
    toDistanceLower(state, ASIDE2);
    if (state[ASIDE2] < nearest.lower) nearest.lower = state[ASIDE2];
  }

  private measure(i: number, k: number): boolean {
    const { distance, nearest, state } = this;
    this.counts.distances++;
    const cutoff = Math.min(nearest.upper, state[LIMIT]);
    distance.measure(i, k, cutoff, this.settings.warm);
    takeNearer(nearest, distance, i, k);
    if (this.isNarrowing && nearest.upper < state[LIMIT]) {
      state[LIMIT] = nearest.upper;
      state[LIMIT2] = nearest.upper * nearest.upper;
    }
    return nearest.upper === 0 || (this.isFirstEnough && nearest.i >= 0);
  }

  /** [D 3.2] Of two nodes that one is replaced whose box is the worse approximation of its members. */
  private opensFirst(u: number, v: number): boolean {
    const { nodes } = this.x;
    const { nodes: others } = this.y;
    if (others.first[v] === NONE) return true;
    if (nodes.first[u] === NONE) return false;
    return nodes.errors[u] >= others.errors[v];
  }

  /** All pairs within a node, which has none if it is a leaf. They may meet. */
  private offerWithin(u: number): void {
    if (this.x.nodes.first[u] === NONE || !this.tested.isAny(u, u)) return;
    this.u[this.count] = u;
    this.v[this.count] = u;
    this.gaps2[this.count++] = 0;
  }

  private offer(u: number, v: number): void {
    const { count, settings } = this;
    if (!this.tested.isAny(u, v)) return;
    const { nodes } = this.x;
    const { nodes: others } = this.y;
    const isLowest = nodes.first[u] === NONE && others.first[v] === NONE;
    if (isLowest) {
      const i = nodes.member[u];
      const k = others.member[v];
      if (i === NONE || k === NONE || !this.world.isTested(i, k)) return;
    }
    this.u[count] = u;
    this.v[count] = v;
    this.count++;
    if (settings.bounds !== null && !isLowest) {
      this.counts.primitives++;
      settings.bounds.gap2Into(u, v, this.gaps2, count);
      return;
    }
    this.counts.boxes++;
    boxGap2Into(nodes.boxes, u, others.boxes, v, this.gaps2, count);
  }

  /** Keeps those that are near enough. */
  private leaveAside(): void {
    const { u, v, gaps2, state, count } = this;
    let kept = 0;
    for (let n = 0; n < count; n++) {
      if (gaps2[n] >= state[LIMIT2]) {
        if (gaps2[n] < state[ASIDE2]) state[ASIDE2] = gaps2[n];
        continue;
      }
      u[kept] = u[n];
      v[kept] = v[n];
      gaps2[kept++] = gaps2[n];
    }
    this.count = kept;
  }
}
