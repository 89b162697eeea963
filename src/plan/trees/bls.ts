/**
 * BLS: bidirectional local search [E5; Umetani, Kurakake, Suzuki, Higashi 2005]. Two searches, from the
 * start and from the goal, each attack the other's most promising node. A search looks at a configuration,
 * takes the distances there as room for steps (room.ts), and goes on with the step that ends nearest to its
 * target: toward it, or up or down one joint by a step of an adaptive grid, as large as the room allows.
 * One look is both the choice of a step size and its proof [E 2.2]. Where there is no room, the smallest step
 * is taken unproven; such steps are only proven once a whole candidate path leads from start to goal, and
 * one that is not free is cut: what hung on it moves to the other side.
 *
 * Paper E says no more than that. Ours are:
 * - a place is visited if a node of the same side lies within half a step of it;
 * - a search is given up after some looks that bring it no nearer. When neither side comes nearer to the
 *   other, one escapes toward a random configuration, by turns, and is attacked where it ends;
 * - before a search, and whenever it is half as far away, the straight way to the target is tried as a whole;
 * - when several candidate paths had to be cut, unproven steps are proven as they are taken;
 * - a candidate path is proven in pieces that are as long as possible. That leaves out most of its nodes.
 *
 * All that is returned is proven by the checker, also what room has proven before.
 */
import type { Checker } from '../../check/index.ts';
import { InputError } from '../../math/index.ts';
import { type CheckerChoice, EdgeChecker } from '../edgeChecker.ts';
import {
  type PausingPlanner,
  type PlanningRequest,
  type PlanResult,
  type PlanSearch,
  runSearch,
} from '../request.ts';
import type { PlanningSpace } from '../space.ts';
import { PlanWork } from '../work.ts';
import { type LocalNode, LocalTree, OPEN, SETTLED, StepQueue, WITHIN_ROOM } from './blsTree.ts';
import { Room } from './room.ts';

export interface BlsSettings {
  /** Largest step, weighted. Default: 0.1 of the space's diagonal. */
  readonly step?: number;
  /** Smallest step, weighted; taken unproven where there is no room for it. Default: 1/8 of the largest. */
  readonly smallest?: number;
  /** Looks of an attack that bring it no nearer, after which it is given up. Default: 2 per joint. */
  readonly patience?: number;
  /** Distances are asked for only as far as steps need them [E1]. Default true. */
  readonly bounded?: boolean;
  /** Candidate paths are proven in pieces as long as possible, not step by step. Default true. */
  readonly merged?: boolean;
  /** Steps for which there is no room are proven on candidate paths, and not when they are taken. Default true. */
  readonly lazy?: boolean;
  /** How steps are proven. Default: the ladder. */
  readonly checker?: CheckerChoice;
  /** Candidate paths are sampled this densely in place of a proof: the path is then not proven. */
  readonly resolution?: number;
}

/** Looks of an escape that bring it no nearer to where it wants. */
const ESCAPE_PATIENCE = 4;
/** Looks of one search, however well it goes. */
const MOST_LOOKS = 512;
/** A place within this part of a step is visited. */
const VISITED = 0.5;
/** An attack must come nearer by this part of the way to count. */
const NEARER = 0.02;
/** After so many cuts, unproven steps are proven when they are taken. */
const CUTS = 4;

interface Rules {
  readonly step: number;
  readonly smallest: number;
  readonly patience: number;
  readonly merged: boolean;
  /** Cuts after which unproven steps are proven when they are taken. */
  readonly mostCuts: number;
}

export class Bls implements PausingPlanner {
  readonly name = 'bls';
  private readonly space: PlanningSpace;
  private readonly rules: Rules;
  private readonly makeRoom: (ends: readonly Float64Array[]) => Room;
  private room: Room;
  private readonly checker: Checker;

  constructor(space: PlanningSpace, settings: BlsSettings = {}) {
    const { resolution, step = 0.1 * space.diagonal } = settings;
    this.space = space;
    this.rules = {
      step,
      smallest: settings.smallest ?? step / 8,
      patience: settings.patience ?? 2 * space.size,
      // Samples of one long piece are not those of its parts.
      merged: (settings.merged ?? true) && resolution === undefined,
      mostCuts: (settings.lazy ?? true) ? CUTS : 0,
    };
    if (!(this.rules.smallest > 0 && this.rules.smallest <= step && step < Infinity)) {
      throw new InputError({
        code: 'plan/setting',
        message: `steps must be positive, the smallest not above the largest; found ${this.rules.smallest} and ${step}`,
      });
    }
    const least = space.weights.map((w) => this.rules.smallest / w);
    this.makeRoom = (ends) => new Room(space, least, settings.bounded ?? true, ends);
    this.room = this.makeRoom([]);
    this.checker = new EdgeChecker(
      space.cell,
      resolution === undefined ? settings.checker : { method: 'fixed', resolution },
    );
  }

  plan(request: PlanningRequest): PlanResult {
    return runSearch(this.search(request));
  }

  search(request: PlanningRequest): PlanSearch {
    const work = new PlanWork(this.space, request, { checker: this.checker });
    const ends = [request.from, ...request.goals];
    if (ends.some((q) => !this.room.covers(q))) this.room = this.makeRoom(ends);
    this.room.reset();
    return new Search(this.space, work, this.room, this.rules).run();
  }
}

class Search {
  private readonly space: PlanningSpace;
  private readonly work: PlanWork;
  private readonly room: Room;
  private readonly rules: Rules;
  private readonly trees: readonly [LocalTree, LocalTree];
  private readonly queue = new StepQueue();
  /** Per joint: the largest step, and the smallest. */
  private readonly largest: Float64Array;
  private readonly least: Float64Array;
  private readonly continuous: Uint8Array;
  private readonly end: Float64Array;
  private readonly next: Float64Array;
  private cuts = 0;
  private answer: PlanResult | null = null;

  constructor(space: PlanningSpace, work: PlanWork, room: Room, rules: Rules) {
    this.space = space;
    this.work = work;
    this.room = room;
    this.rules = rules;
    this.trees = [new LocalTree(space), new LocalTree(space)];
    this.largest = space.weights.map((w) => rules.step / w);
    this.least = space.weights.map((w) => rules.smallest / w);
    this.continuous = Uint8Array.from(space.cell.tree.dofs, (dof) => (dof.continuous ? 1 : 0));
    this.end = new Float64Array(space.size);
    this.next = new Float64Array(space.size);
  }

  *run(): PlanSearch {
    const { work, trees, space } = this;
    const { from, goals, random } = work.request;
    const direct = work.direct();
    if (direct) return direct;
    this.plant(trees[0], from);
    for (const goal of goals) this.plant(trees[1], goal);
    const front = [trees[0].nodes[0], trees[1].nearest(from)];
    const wish = new Float64Array(space.size);
    let side = 0;
    /** Attacks in a row that came no nearer. */
    let failed = 0;
    while (work.next()) {
      yield work.stats;
      const tree = trees[side];
      if (failed < 2) {
        const target = front[1 - side];
        const begin = tree.nearest(target.q);
        const best = this.pursue(begin, target.q, target, this.rules.patience);
        this.countNodes();
        if (this.answer) return this.answer;
        const [before, after] = [begin, best].map(({ q }) => space.distance(q, target.q));
        if (best.tree === tree && after < (1 - NEARER) * before) {
          front[side] = best;
          failed = 0;
        } else failed++;
        // What was cut is with the other side now.
        for (const s of [0, 1]) {
          if (front[s].tree !== trees[s]) front[s] = trees[s].nearest(front[1 - s].q);
        }
        side = 1 - side;
      } else {
        space.sampleInto(random, wish);
        const begin = tree.nearest(wish);
        const best = this.pursue(begin, wish, null, ESCAPE_PATIENCE);
        if (best !== begin) {
          front[side] = best;
          failed = 0;
        }
        side = 1 - side;
      }
    }
    this.countNodes();
    return work.none();
  }

  private countNodes(): void {
    const [a, b] = this.trees;
    this.work.stats.milestones = a.nodes.length + b.nodes.length;
  }

  /** A root. Start and goals are free; room may yet fail to show it by a hair, and is then none. */
  private plant(tree: LocalTree, q: Float64Array): void {
    const room = new Float64Array(this.space.size);
    if (!this.look(q, room)) room.fill(0);
    tree.add(q.slice(), room, null, SETTLED);
  }

  private look(q: Float64Array, room: Float64Array): boolean {
    const begin = performance.now();
    this.work.stats.samples++;
    this.work.stats.configurations++;
    const free = this.room.lookInto(q, this.largest, room);
    this.work.stats.samplingMilliseconds += performance.now() - begin;
    return free;
  }

  /**
   * A local search from a node toward a configuration, that of `partner` in an attack. Returns the node
   * that came nearest. Ends at once where a path is found, or cut.
   */
  private pursue(
    begin: LocalNode,
    target: Float64Array,
    partner: LocalNode | null,
    patience: number,
  ): LocalNode {
    const { space, queue, work } = this;
    const { tree } = begin;
    let best = begin;
    let least = space.distance(begin.q, target);
    let tried = Number.POSITIVE_INFINITY;
    let idle = 0;
    queue.clear();
    for (let node = begin, looks = 0; ; ) {
      if (partner && least < 0.5 * tried) {
        tried = least;
        if (this.bridge(best, partner)) return best;
      }
      this.offer(node, target);
      let made: LocalNode | null = null;
      while (!made) {
        const slot = queue.pop();
        if (slot < 0 || idle > patience || looks > MOST_LOOKS || work.isOver()) return best;
        const place = this.place(slot, target);
        if (place < 0) continue;
        looks++;
        idle++;
        made = this.take(tree, slot);
      }
      node = made;
      const distance = space.distance(node.q, target);
      if (distance < least) {
        if (distance < (1 - NEARER) * least) idle = 0;
        least = distance;
        best = node;
      }
    }
  }

  /** Puts all steps from a node into the queue. */
  private offer(node: LocalNode, target: Float64Array): void {
    const { space, end, largest, least, queue, rules } = this;
    const { q, room } = node;
    space.alongInto(q, target, end);
    const far = space.distance(q, end);
    if (!(far > 0)) return;
    // Toward the target, as far as there is room.
    let taken = 0;
    for (let d = 0; d < q.length; d++) {
      const x = Math.abs(end[d] - q[d]);
      if (x > 0) taken += x / room[d];
    }
    const part = Math.min(1, rules.step / far, 0.999 / taken);
    const small = Math.min(1, rules.smallest / far);
    if (part >= small) queue.push((1 - part) * far, node, -1, part, WITHIN_ROOM);
    else queue.push((1 - small) * far, node, -1, small, OPEN);
    // Up and down each joint.
    for (let d = 0; d < q.length; d++) {
      let size = largest[d];
      while (size > room[d] && size > least[d]) size *= 0.5;
      for (let up = 0; up < 2; up++) {
        let step = size;
        if (this.continuous[d] === 0) {
          step = Math.min(step, up === 0 ? space.upper[d] - q[d] : q[d] - space.lower[d]);
          if (!(step > 0.01 * least[d])) continue;
        }
        const signed = up === 0 ? step : -step;
        const w = space.weights[d];
        const [now, then] = [w * (end[d] - q[d]), w * (end[d] - q[d] - signed)];
        const key = Math.sqrt(Math.max(0, far * far - now * now + then * then));
        queue.push(key, node, 2 * d + up, signed, step < room[d] ? WITHIN_ROOM : OPEN);
      }
    }
  }

  /** this.next = where a step ends; its length, or -1 if somebody has been there. */
  private place(slot: number, target: Float64Array): number {
    const { space, queue, next } = this;
    const node = queue.from[slot];
    const way = queue.way[slot];
    const size = queue.size[slot];
    if (way < 0) {
      if (size < 1) space.betweenInto(node.q, target, size, next);
      else space.alongInto(node.q, target, next);
      if (!space.isInside(next)) return -1;
    } else {
      next.set(node.q);
      const d = way >> 1;
      next[d] += size;
      if (this.continuous[d] === 0) {
        next[d] = Math.min(space.upper[d], Math.max(space.lower[d], next[d]));
      }
    }
    const length = space.distance(node.q, next);
    const near = node.tree.nearest(next);
    return near !== node && space.distance(near.q, next) < VISITED * length ? -1 : length;
  }

  /** Takes the step to this.next if that is free; its node, or null. */
  private take(tree: LocalTree, slot: number): LocalNode | null {
    const { queue, next, work } = this;
    const from = queue.from[slot];
    let proof = queue.proof[slot];
    const room = new Float64Array(next.length);
    if (!this.look(next, room)) return null;
    const q = next.slice();
    if (proof === OPEN && this.cuts >= this.rules.mostCuts) {
      if (!work.settle(work.edge(from.q, q))) return null;
      proof = SETTLED;
    } else work.candidate(from.q, q, true);
    return tree.add(q, room, from, proof);
  }

  /** Tries the straight way between nodes of both trees; true if that led to a path, or to a cut. */
  private bridge(node: LocalNode, partner: LocalNode): boolean {
    const { space, work, end, trees } = this;
    const [a, b] = node.tree === trees[0] ? [node, partner] : [partner, node];
    space.alongInto(a.q, b.q, end);
    if (space.distance(a.q, end) > 0 && !work.settle(work.edge(a.q, end))) return false;
    const nodes: LocalNode[] = [];
    for (let n: LocalNode | null = a; n; n = n.parent) nodes.push(n);
    const last = nodes.length - 1;
    nodes.reverse();
    for (let n: LocalNode | null = b; n; n = n.parent) nodes.push(n);
    const way = this.prove(nodes, last);
    if (way === null) return true;
    this.answer = work.found(way);
    return this.answer !== null;
  }

  /**
   * Proves a candidate path that goes from one tree to the other after nodes[last]: unproven steps first,
   * then all of it in pieces as long as possible. Cuts what is not free and returns null.
   */
  private prove(nodes: readonly LocalNode[], last: number): Float64Array[] | null {
    const upperOf = (i: number) => (i === last ? null : i < last ? nodes[i + 1] : nodes[i]);
    for (let i = 0; i + 1 < nodes.length; i++) {
      const child = upperOf(i);
      if (child?.proof === OPEN && !this.settleStep(child, nodes, last)) return null;
    }
    const way = [nodes[0].q];
    let stride = this.rules.merged ? nodes.length - 1 : 1;
    for (let i = 0; i + 1 < nodes.length; ) {
      stride = Math.min(stride, nodes.length - 1 - i);
      if (stride === 1) {
        const child = upperOf(i);
        if (child && !this.settleStep(child, nodes, last)) return null;
      } else if (!this.isStraight(nodes[i].q, nodes[i + stride].q)) {
        stride >>= 1;
        continue;
      }
      i += stride;
      way.push(nodes[i].q);
      if (this.rules.merged) stride *= 2;
    }
    return way;
  }

  private isStraight(from: Float64Array, to: Float64Array): boolean {
    const end = new Float64Array(from.length);
    this.space.alongInto(from, to, end);
    return this.work.settle(this.work.edge(from, end));
  }

  private settleStep(child: LocalNode, nodes: readonly LocalNode[], last: number): boolean {
    if (child.proof === SETTLED) return true;
    if (this.work.settle(this.work.edge(child.parent!.q, child.q))) {
      child.proof = SETTLED;
      return true;
    }
    this.cut(child, nodes[last], nodes[last + 1]);
    return false;
  }

  /**
   * The step to `child` is not free. What lies between it and the bridge from a to b moves to the other
   * tree, where it hangs on the bridge.
   */
  private cut(child: LocalNode, a: LocalNode, b: LocalNode): void {
    this.cuts++;
    const [own, other] = [child.tree, child.tree === this.trees[0] ? this.trees[1] : this.trees[0]];
    const [end, partner] = child.tree === a.tree ? [a, b] : [b, a];
    detach(child);
    this.work.candidate(child.parent!.q, child.q, false);
    // Turn the way from the bridge's end to the child around.
    let below: LocalNode = partner;
    let proof = SETTLED;
    for (let at: LocalNode | null = end; at; ) {
      const next: LocalNode | null = at === child ? null : at.parent;
      const was = at.proof;
      if (next) detach(at);
      at.parent = below;
      at.proof = proof;
      below.children.push(at);
      below = at;
      proof = was;
      at = next;
    }
    const open = [end];
    for (let node = open.pop(); node; node = open.pop()) {
      node.tree = other;
      open.push(...node.children);
    }
    const all = [...other.nodes, ...own.nodes];
    own.refresh(all);
    other.refresh(all);
  }
}

function detach(node: LocalNode): void {
  const { children } = node.parent!;
  children.splice(children.indexOf(node), 1);
}
