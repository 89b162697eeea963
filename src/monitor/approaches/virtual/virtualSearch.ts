/**
 * [D 2, Virtual Manipulator] The search with virtual manipulators, coarse to fine: the volume of all links against the other
 * class, and only where that is too near the links with fewer of them swept. Pairs of nodes wait on a stack; a pair
 * that is farther apart than the nearest so far is done with. Begins with the two that were nearest in the last step.
 */
import { grown } from '../../../arrays/index.ts';
import { relativePosesInto, U } from '../../../math/index.ts';
import {
  APART,
  type ConvexWorkspace,
  convexWorkspace,
  GAP_LOWER,
  gjkInto,
  NEEDED,
  PROVE,
  WITNESS,
} from '../../../proximity/index.ts';
import type { Substitution } from '../../approach.ts';
import {
  beginNearest,
  type Nearest,
  type SearchCounts,
  takeNearer,
  type VectorSearch,
} from '../../search.ts';
import { POSE_ROOM, type World } from '../../world.ts';
import type { Leaf } from '../leaf.ts';
import {
  type VirtualManipulator,
  type VirtualNode,
  virtualManipulator,
} from './virtualManipulator.ts';

/** Roundings of a relative pose and of what it places, per unit of all lengths. */
const PLACING = 128 * U;

export class VirtualSearch implements VectorSearch {
  readonly counts: SearchCounts;
  private readonly world: World;
  private readonly leaf: Leaf;
  private readonly substitution: Substitution;
  private readonly mounted: Mounted[];
  private readonly convex: ConvexWorkspace = convexWorkspace();
  private readonly pose = new Float64Array(POSE_ROOM);
  private readonly gap = new Float64Array(1);
  /** Two numbers for each pair that waits. */
  private stack = new Int32Array(256);
  private top = 0;
  /** By pair of classes: the members that were nearest, or -1. */
  private readonly last: Int32Array;

  constructor(world: World, leaf: Leaf, counts: SearchCounts, substitution: Substitution) {
    this.world = world;
    this.leaf = leaf;
    this.counts = counts;
    this.substitution = substitution;
    this.mounted = world.classes.map((_, c) => new Mounted(world, c));
    this.last = new Int32Array(2 * world.pairs.length).fill(-1);
    this.convex.integers[WITNESS] = 0;
    this.convex.integers[PROVE] = 0;
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    const { a, b } = this.world.pairs[pair];
    const own = this.mounted[a].now();
    const other = this.mounted[b].now();
    this.leaf.begin(pair);
    beginNearest(nearest);
    this.measureLast(pair, threshold, nearest);
    this.pushPairs(own.roots, other.roots, a === b);
    while (this.top > 0) {
      const y = this.stack[--this.top];
      const x = this.stack[--this.top];
      if (nearest.upper <= 0) continue;
      const cutoff = Math.min(threshold, nearest.upper);
      if (a === b && x === y) this.pushPairs(own.nodes[x].parts, own.nodes[x].parts, true);
      else this.look(own.nodes[x], other.nodes[y], cutoff, nearest);
    }
    this.last[2 * pair] = nearest.i;
    this.last[2 * pair + 1] = nearest.k;
  }

  forget(): void {
    for (const each of this.mounted) each.forget();
    this.last.fill(-1);
    this.leaf.forget();
  }

  private measureLast(pair: number, threshold: number, nearest: Nearest): void {
    const i = this.last[2 * pair];
    const k = this.last[2 * pair + 1];
    if (i < 0 || !this.world.isTested(i, k)) return;
    this.leaf.measure(i, k, threshold);
    takeNearer(nearest, this.leaf, i, k);
  }

  private look(x: VirtualNode, y: VirtualNode, cutoff: number, nearest: Nearest): void {
    if (x.member >= 0 && y.member >= 0) {
      if (!this.world.isTested(x.member, y.member)) return;
      if (x.member === nearest.i && y.member === nearest.k) return;
      this.leaf.measure(x.member, y.member, cutoff);
      takeNearer(nearest, this.leaf, x.member, y.member);
      return;
    }
    this.measureGap(x, y, cutoff);
    if (this.gap[0] >= cutoff) {
      if (this.gap[0] < nearest.lower) nearest.lower = this.gap[0];
      return;
    }
    this.substitute(x, y);
  }

  /** gap = a lower bound of the distance of two nodes, no better than needed; minus infinity where there is none. */
  private measureGap(x: VirtualNode, y: VirtualNode, needed: number): void {
    const { gap, convex, pose } = this;
    gap[0] = Number.NEGATIVE_INFINITY;
    if (x.hull === null || y.hull === null) return;
    const { kinematics } = this.world;
    const o = kinematics.poseOf(x.frame);
    const p = kinematics.poseOf(y.frame);
    relativePosesInto(kinematics.poses, o, kinematics.poses, p, pose, 0);
    const far = x.length + y.length + x.reach + y.reach;
    const error = x.grow + y.grow + x.shift + y.shift + (x.turn + y.turn + PLACING) * far;
    this.counts.primitives++;
    convex.numbers[NEEDED] = (needed + error) * (1 + 4 * U);
    const status = gjkInto(x.hull.table, y.hull.table, pose, 0, convex);
    if (status === APART) gap[0] = (convex.numbers[GAP_LOWER] - error) * (1 - 4 * U);
  }

  /** [D 3.2] Both are replaced by their parts, or the one that reaches farther; members have no parts. */
  private substitute(x: VirtualNode, y: VirtualNode): void {
    const isOne = this.substitution === 'one';
    const keepsX = x.member >= 0 || (isOne && y.member < 0 && x.reach < y.reach);
    const keepsY = y.member >= 0 || (isOne && x.member < 0 && !keepsX);
    if (keepsX) for (let n = 0; n < y.parts.length; n++) this.push(x.number, y.parts[n]);
    else if (keepsY) for (let n = 0; n < x.parts.length; n++) this.push(x.parts[n], y.number);
    else this.pushPairs(x.parts, y.parts, false);
  }

  /** All pairs of two lists; of a list with itself each once. */
  private pushPairs(xs: readonly number[], ys: readonly number[], isSame: boolean): void {
    for (let n = 0; n < xs.length; n++) {
      for (let m = isSame ? n : 0; m < ys.length; m++) this.push(xs[n], ys[m]);
    }
  }

  private push(x: number, y: number): void {
    this.stack = grown(this.stack, this.top + 2);
    this.stack[this.top++] = x;
    this.stack[this.top++] = y;
  }
}

/** The volumes of a class, made anew when its members are others, or mounted otherwise, than when they were made. */
class Mounted {
  private readonly world: World;
  private readonly c: number;
  private made: VirtualManipulator | null = null;
  private members: Int32Array | null = null;
  private frames: number[] = [];
  private locals: (Float64Array | undefined)[] = [];

  constructor(world: World, c: number) {
    this.world = world;
    this.c = c;
  }

  now(): VirtualManipulator {
    if (this.made !== null && this.holds()) return this.made;
    const { world, c } = this;
    const members = world.membersOf[c];
    this.members = members;
    this.frames = Array.from(members, (m) => world.frameOf[m]);
    this.locals = Array.from(members, (m) => world.localOf(world.bodyOf[m]));
    this.made = virtualManipulator(world, c);
    return this.made;
  }

  forget(): void {
    this.made = null;
  }

  private holds(): boolean {
    const { world, members, frames, locals } = this;
    if (members === null || members !== world.membersOf[this.c]) return false;
    for (let n = 0; n < members.length; n++) {
      const m = members[n];
      if (world.frameOf[m] !== frames[n] || world.localOf(world.bodyOf[m]) !== locals[n])
        return false;
    }
    return true;
  }
}
