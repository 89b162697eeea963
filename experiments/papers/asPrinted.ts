/**
 * [A II] ADAPTIVE-BISECTION as printed: a pair that comes within delta ends the check as if it collided.
 * The product's checker (check/bisection/adaptive.ts) looks on, because `colliding` needs a contact and `free`
 * may yet be proven; where the paper's tables depend on stopping, this is what they are compared with.
 * Rounding is not accounted for: nothing but tables rests on it.
 */
import { Heap } from 'surepath/arrays';
import type { Cell } from 'surepath/cell';
import { Kinematics, motionUpper, type PairMotion, pairMotion } from 'surepath/kinematics';
import type { Segment } from 'surepath/motion';
import { greedyDistance, ProximityWorkspace } from 'surepath/proximity';
import { type TreePair, treePairs } from './trees.ts';

/** Intervals are not divided below this part of the segment: delta = 0 would go on for ever. */
const NARROWEST = 2 ** -30;

/** Configurations whose poses are kept; more are computed anew. */
const KEPT = 4096;

/** [A II-C] Which interval comes next: that with the most of its curve uncovered, or the longest. */
export type QueueOrder = 'uncovered' | 'length';

interface PairOfBodies {
  readonly frameA: number;
  readonly frameB: number;
  readonly trees: readonly TreePair[];
  readonly motion: PairMotion;
}

interface Open {
  readonly pair: PairOfBodies;
  readonly from: number;
  readonly to: number;
  readonly etaFrom: Eta;
  readonly etaTo: Eta;
}

/** A bound at a configuration, and how many pairs of volumes GREEDY-DIST compared for it: the size of its tree [A VI]. */
interface Eta {
  readonly lower: number;
  readonly compared: number;
}

/** Bounds that nobody had to compare anything for. */
const given = (lower: number): Eta => ({ lower, compared: 0 });

export class AsPrinted {
  /** Sums over all checks. */
  nodePairs = 0;
  trianglePairs = 0;
  configurations = 0;
  /** Questions about a pair at a configuration. */
  tests = 0;
  /** The largest tree of volume pairs of one question. */
  largestTree = 0;
  /** Of the last check, the most at one time: intervals in the queue, and nodes in the trees of both their ends. */
  mostOpen = 0;
  mostTreeNodes = 0;
  private treeNodes = 0;
  private readonly pairs: PairOfBodies[];
  private readonly cell: Cell;
  private readonly cache = new Map<number, Kinematics>();
  private readonly spare: Kinematics[] = [];
  private readonly workspace = new ProximityWorkspace();
  private readonly pose = new Float64Array(12);
  private readonly variation: Float64Array;
  private readonly q: Float64Array;
  /** Numbers of intervals, in the order asked for; of equals the one that came first. */
  private readonly waiting = new Heap('first');
  private readonly order: QueueOrder;
  private open: Open[] = [];

  constructor(cell: Cell, order: QueueOrder = 'uncovered') {
    this.cell = cell;
    this.order = order;
    this.variation = new Float64Array(cell.tree.dofs.length);
    this.q = new Float64Array(cell.tree.dofs.length);
    this.pairs = cell.tested.map(({ a: i, b: j }) => {
      const [a, b] = [cell.bodies[i], cell.bodies[j]];
      return {
        frameA: a.frame,
        frameB: b.frame,
        trees: treePairs(a, b, 'rss'),
        motion: pairMotion(cell.tree, a, b, cell.box),
      };
    });
  }

  /**
   * The bounds at both ends, two for each pair. A planner knows them from when it made the ends; so they
   * can be had before, like the free ends that the fixed checker starts from.
   */
  ends(segment: Segment, delta: number): Float64Array {
    return Float64Array.from(this.endEtas(segment, delta), ({ lower }) => lower);
  }

  private endEtas(segment: Segment, delta: number): Eta[] {
    this.forget();
    return this.pairs.flatMap((pair) => [0, 1].map((t) => this.eta(pair, segment, t, delta)));
  }

  /** Whether no pair collides, or comes within delta at a configuration that is looked at. */
  isFree(segment: Segment, delta: number, ends?: Float64Array): boolean {
    const etas = ends ? Array.from(ends, given) : this.endEtas(segment, delta);
    this.forget();
    this.open = [];
    this.waiting.clear();
    this.mostOpen = this.mostTreeNodes = this.treeNodes = 0;
    if (etas.some(({ lower }) => lower === 0)) return false;
    this.pairs.forEach((pair, p) => {
      this.insert(pair, segment, 0, 1, etas[2 * p], etas[2 * p + 1]);
    });
    while (this.waiting.count > 0) {
      const { pair, from, to, etaFrom, etaTo } = this.open[this.waiting.pop()];
      this.treeNodes -= etaFrom.compared + etaTo.compared;
      if (to - from < NARROWEST) return false;
      const middle = from + (to - from) / 2;
      const eta = this.eta(pair, segment, middle, delta);
      if (eta.lower === 0) return false;
      this.insert(pair, segment, from, middle, etaFrom, eta);
      this.insert(pair, segment, middle, to, eta, etaTo);
    }
    return true;
  }

  /** GREEDY-DIST: 0 at delta or less. */
  private eta(pair: PairOfBodies, segment: Segment, t: number, delta: number): Eta {
    const { pose, workspace } = this;
    this.at(segment, t).relativePoseInto(pair.frameA, pair.frameB, pose, 0);
    this.tests++;
    let compared = 0;
    let lowest = Number.POSITIVE_INFINITY;
    for (const { a, b } of pair.trees) {
      const { lower, nodePairs, trianglePairs } = greedyDistance(a, b, pose, delta, workspace);
      this.nodePairs += nodePairs;
      this.trianglePairs += trianglePairs;
      compared += nodePairs;
      lowest = Math.min(lowest, lower);
    }
    this.largestTree = Math.max(this.largestTree, compared);
    return { lower: lowest, compared };
  }

  private at(segment: Segment, t: number): Kinematics {
    let kinematics = this.cache.get(t);
    if (kinematics) return kinematics;
    if (this.cache.size >= KEPT) this.forget();
    kinematics = this.spare.pop() ?? new Kinematics(this.cell.tree);
    segment.configurationInto(t, this.q, 0);
    kinematics.setConfiguration(this.q);
    this.configurations++;
    this.cache.set(t, kinematics);
    return kinematics;
  }

  private forget(): void {
    this.spare.push(...this.cache.values());
    this.cache.clear();
  }

  private insert(
    pair: PairOfBodies,
    segment: Segment,
    from: number,
    to: number,
    etaFrom: Eta,
    etaTo: Eta,
  ): void {
    segment.variationUpperInto(from, to, this.variation, 0);
    const uncovered = motionUpper(pair.motion, this.variation, 0) - etaFrom.lower - etaTo.lower;
    if (uncovered < 0) return;
    this.waiting.push(this.order === 'uncovered' ? -uncovered : from - to, this.open.length);
    this.open.push({ pair, from, to, etaFrom, etaTo });
    this.treeNodes += etaFrom.compared + etaTo.compared;
    this.mostOpen = Math.max(this.mostOpen, this.waiting.count);
    this.mostTreeNodes = Math.max(this.mostTreeNodes, this.treeNodes);
  }
}
