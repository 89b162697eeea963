/**
 * The lower storey of a class's hierarchy: its members, divided into places, and over the members of each place a
 * binary tree, its twig, made by the nearest neighbour algorithm. A member that comes is put into a twig, one that goes is taken
 * out; nothing else changes. A place without members has the empty node for a twig.
 */
import { grown } from '../../arrays/index.ts';
import type { World } from '../world.ts';
import { copyBox, sizeTogether } from './boxes.ts';
import { NearestNeighbours } from './nearestNeighbours.ts';
import { EMPTY, NONE, Nodes } from './nodes.ts';

/** Members above which they are halved before neighbours are looked for. */
const MANY = 1024;

export class Twigs {
  readonly nodes = new Nodes();
  /** By place: the root of its twig. */
  readonly roots: Int32Array;
  /** How many members there are. */
  count = 0;
  private readonly world: World;
  private readonly criterion: number;
  private leaves = new Int32Array(16);
  /** By leaf. */
  private placeOf = new Int32Array(16);
  /** By member: its leaf, or EMPTY. */
  private leafOf = new Int32Array(16);
  /** Compositions, parts before what they are part of. */
  private order = new Int32Array(16);
  private composed = 0;

  /** Members of each place. The world must be placed: twigs are made of how its members stand. */
  constructor(world: World, places: readonly (readonly number[])[], criterion: number) {
    this.world = world;
    this.criterion = criterion;
    this.roots = new Int32Array(Math.max(1, places.length)).fill(EMPTY);
    places.forEach((members, place) => {
      if (members.length > 0) this.roots[place] = this.build(members, place);
    });
    this.putInOrder();
  }

  has(member: number): boolean {
    return member < this.leafOf.length && this.leafOf[member] !== EMPTY;
  }

  /** The member of a leaf, by its place in the list. */
  memberAt(at: number): number {
    return this.nodes.member[this.leaves[at]];
  }

  /** Takes over the boxes of members; whether any has changed. */
  takeBoxes(): boolean {
    const { leaves, count, nodes } = this;
    const { boxes: own, member } = nodes;
    const { boxes } = this.world;
    let changed = false;
    for (let at = 0; at < count; at++) {
      const leaf = leaves[at];
      const o = 6 * leaf;
      const p = 6 * member[leaf];
      if (
        own[o] === boxes[p] &&
        own[o + 1] === boxes[p + 1] &&
        own[o + 2] === boxes[p + 2] &&
        own[o + 3] === boxes[p + 3] &&
        own[o + 4] === boxes[p + 4] &&
        own[o + 5] === boxes[p + 5]
      ) {
        continue;
      }
      changed = true;
      copyBox(boxes, member[leaf], own, leaf);
    }
    return changed;
  }

  /** Makes the boxes of all compositions anew, from below. */
  refit(): void {
    const { nodes, order, composed } = this;
    for (let at = 0; at < composed; at++) nodes.refit(order[at]);
  }

  /** Makes of numbers by leaf numbers by composition: the bits of both parts. */
  unite(bits: Int32Array): void {
    const { nodes, order, composed } = this;
    const { first, second } = nodes;
    for (let at = 0; at < composed; at++) {
      bits[order[at]] = bits[first[order[at]]] | bits[second[order[at]]];
    }
  }

  /** Approximation errors of leaves and compositions. */
  fitErrors(): void {
    const { nodes, leaves, count, order, composed } = this;
    for (let at = 0; at < count; at++) nodes.fitError(leaves[at]);
    for (let at = 0; at < composed; at++) nodes.fitError(order[at]);
  }

  /** Puts a member that has come where it fits best. */
  insert(member: number): void {
    const { nodes, roots } = this;
    const leaf = this.addLeaf(member);
    const place = this.placeFor(leaf);
    this.placeOf[leaf] = place;
    const root = roots[place];
    if (root === EMPTY) {
      roots[place] = leaf;
      return;
    }
    const neighbour = nodes.neighbourFor(leaf, root, this.criterion);
    const above = this.above(neighbour, place);
    this.replace(neighbour, nodes.compose(neighbour, leaf), above, place);
    for (let up = above; up !== NONE; up = this.above(up, place)) nodes.refit(up);
    this.putInOrder();
  }

  /** Takes a member out. */
  remove(member: number): void {
    const { nodes, roots, leaves } = this;
    const leaf = this.leafOf[member];
    const place = this.placeOf[leaf];
    if (roots[place] === leaf) {
      roots[place] = EMPTY;
    } else {
      const gone = nodes.parent[leaf];
      const other = nodes.first[gone] === leaf ? nodes.second[gone] : nodes.first[gone];
      const above = this.above(gone, place);
      this.replace(gone, other, above, place);
      for (let up = above; up !== NONE; up = this.above(up, place)) nodes.refit(up);
      nodes.release(gone);
    }
    const at = leaves.indexOf(leaf);
    const last = --this.count;
    leaves[at] = leaves[last];
    this.leafOf[member] = EMPTY;
    nodes.release(leaf);
    this.putInOrder();
  }

  /** The composition above a node within its twig. Above the root may be a structure, which is not meant. */
  private above(node: number, place: number): number {
    return node === this.roots[place] ? NONE : this.nodes.parent[node];
  }

  /** `now` stands where `before` stood, as a part of `above` or as the root. */
  private replace(before: number, now: number, above: number, place: number): void {
    const { nodes, roots } = this;
    nodes.parent[now] = above;
    if (above === NONE) roots[place] = now;
    else if (nodes.first[above] === before) nodes.first[above] = now;
    else nodes.second[above] = now;
  }

  private addLeaf(member: number): number {
    const { nodes, world } = this;
    const leaf = nodes.take(member);
    const at = this.count++;
    this.leaves = grown(this.leaves, at + 1);
    this.placeOf = grown(this.placeOf, leaf + 1);
    this.leafOf = grown(this.leafOf, member + 1);
    this.leaves[at] = leaf;
    this.leafOf[member] = leaf;
    copyBox(world.boxes, member, nodes.boxes, leaf);
    return leaf;
  }

  /** The place of what the new leaf is rigidly connected to, else of what it is smallest together with. */
  private placeFor(leaf: number): number {
    const { nodes, world, leaves, placeOf, roots } = this;
    if (roots.length === 1) return 0;
    const { rigidRoot } = world.cell.tree;
    const link = rigidRoot[world.frameOf[nodes.member[leaf]]];
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    let isRigid = false;
    for (let at = 0; at < this.count; at++) {
      const other = leaves[at];
      const own = rigidRoot[world.frameOf[nodes.member[other]]] === link;
      if (other === leaf || (isRigid && !own)) continue;
      const size = sizeTogether(nodes.boxes, leaf, other, this.criterion);
      if (own === isRigid && !(size < least)) continue;
      isRigid = own;
      least = size;
      best = placeOf[other];
    }
    return best;
  }

  /**
   * [D 3.2] The nearest neighbour tree of some members; returns its root. Of many, for which it would take the square of
   * their number, halves are built apart: those on either side of the middle, along the axis that they are spread along most.
   */
  private build(members: readonly number[], place: number): number {
    const { nodes, world } = this;
    const n = members.length;
    if (n > MANY) {
      const halves = halved(members, world.boxes).map((half) => this.build(half, place));
      return nodes.compose(halves[0], halves[1]);
    }
    const neighbours = new NearestNeighbours(n, this.criterion);
    const made: number[] = [];
    members.forEach((member, i) => {
      copyBox(world.boxes, member, neighbours.boxes, i);
      const leaf = this.addLeaf(member);
      this.placeOf[leaf] = place;
      made.push(leaf);
    });
    neighbours.build(n);
    for (let m = 0; m < n - 1; m++) {
      const { merges } = neighbours;
      made.push(nodes.compose(made[merges[2 * m]], made[merges[2 * m + 1]]));
    }
    return made[2 * n - 2];
  }

  /** Lists the compositions of all twigs: each before its parts, then the other way round. */
  private putInOrder(): void {
    const { nodes, roots } = this;
    this.order = grown(this.order, nodes.used);
    const { order } = this;
    const { first, second } = nodes;
    let end = 0;
    for (let p = 0; p < roots.length; p++) if (first[roots[p]] !== NONE) order[end++] = roots[p];
    for (let at = 0; at < end; at++) {
      const a = first[order[at]];
      const b = second[order[at]];
      if (first[a] !== NONE) order[end++] = a;
      if (first[b] !== NONE) order[end++] = b;
    }
    this.composed = end;
    order.subarray(0, end).reverse();
  }
}

/** Members in two halves, by the middles of their boxes along the axis of their greatest spread. */
function halved(members: readonly number[], boxes: Float64Array): [number[], number[]] {
  // Of a half-space, which has no middle, any will do.
  const middle = (i: number, k: number) => {
    const found = 0.5 * boxes[6 * i + k] + 0.5 * boxes[6 * i + 3 + k];
    return Number.isFinite(found) ? found : 0;
  };
  let axis = 0;
  let most = -1;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const i of members) {
      low = Math.min(low, middle(i, k));
      high = Math.max(high, middle(i, k));
    }
    if (high - low > most) {
      most = high - low;
      axis = k;
    }
  }
  const sorted = [...members].sort((i, j) => middle(i, axis) - middle(j, axis) || i - j);
  const half = sorted.length >> 1;
  return [sorted.slice(0, half), sorted.slice(half)];
}
