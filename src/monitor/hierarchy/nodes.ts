/**
 * Nodes of a class's hierarchy in flat arrays: leaves, which are members, and compositions of two parts. Every node has a
 * box. Nodes are taken and released; their numbers stay as they are when the arrays grow, but the arrays do not: whoever
 * holds one asks for it again after a node was taken.
 *
 * Node 0 is the empty one: a leaf without a member and with an empty box. It stands where a place has no members, and
 * nothing is ever near it.
 */
import { grown, Slots } from '../../arrays/index.ts';
import { emptyBoxInto, joinBoxes, sizeInto, sizeOfBox, sizeTogether, VOLUME } from './boxes.ts';

export const EMPTY = 0;
/** No node: above a root, below a leaf. */
export const NONE = -1;

const ROOM = 6;

export class Nodes {
  boxes = new Float64Array(ROOM * 16);
  /** The two parts of a composition; NONE for a leaf. */
  first = new Int32Array(16);
  second = new Int32Array(16);
  parent = new Int32Array(16);
  /** The member of a leaf; NONE for compositions. */
  member = new Int32Array(16);
  /** Volumes of a node's members together, and by how much its box is larger than that; their boxes may overlap. */
  contents = new Float64Array(16);
  errors = new Float64Array(16);
  /** A bit for each member below; members share bits where they are more than 32. */
  bits = new Int32Array(16);
  private readonly slots = new Slots();

  constructor() {
    this.take(NONE);
    emptyBoxInto(this.boxes, EMPTY);
  }

  /** Numbers of nodes are below this. */
  get used(): number {
    return this.slots.used;
  }

  /** A node without parts. */
  take(member: number): number {
    const node = this.slots.take();
    if (node >= this.first.length) this.grow(node + 1);
    this.first[node] = NONE;
    this.second[node] = NONE;
    this.parent[node] = NONE;
    this.member[node] = member;
    this.contents[node] = 0;
    this.errors[node] = 0;
    this.bits[node] = member === NONE ? 0 : 1 << (node & 31);
    return node;
  }

  /** A composition of two nodes, with its box. */
  compose(a: number, b: number): number {
    const node = this.take(NONE);
    this.link(node, a, b);
    this.refit(node);
    return node;
  }

  /** Makes a composition that of two other nodes; its box is left to `refit`. */
  link(node: number, a: number, b: number): void {
    this.first[node] = a;
    this.second[node] = b;
    // The empty node stands in many places, and is below none.
    if (a !== EMPTY) this.parent[a] = node;
    if (b !== EMPTY) this.parent[b] = node;
  }

  release(node: number): void {
    this.member[node] = NONE;
    this.slots.release(node);
  }

  /** Makes the box of a composition anew from those of its parts, and its bits. */
  refit(node: number): void {
    const { first, second, bits } = this;
    joinBoxes(this.boxes, first[node], second[node], node);
    bits[node] = bits[first[node]] | bits[second[node]];
  }

  /** [D 3.2] The approximation error of a node; of a composition after those of its parts. */
  fitError(node: number): void {
    const { boxes, errors, contents, first, second } = this;
    sizeInto(boxes, node, node, VOLUME, errors, node);
    const a = first[node];
    contents[node] = a === NONE ? errors[node] : contents[a] + contents[second[node]];
    errors[node] -= contents[node];
  }

  /**
   * Where a box is best put into the tree below a node: the node that it becomes the neighbour of. Downward, as long as that makes
   * boxes grow less, by the criterion, than a new composition here.
   */
  neighbourFor(leaf: number, below: number, criterion: number): number {
    const { boxes, first, second, member } = this;
    let at = below;
    while (member[at] === NONE && first[at] !== NONE) {
      const here = sizeTogether(boxes, at, leaf, criterion);
      const grows = here - sizeOfBox(boxes, at, criterion);
      const a = first[at];
      const b = second[at];
      const toA = this.costBelow(leaf, a, criterion) + grows;
      const toB = this.costBelow(leaf, b, criterion) + grows;
      if (here < toA && here < toB) break;
      at = toA <= toB ? a : b;
    }
    return at;
  }

  private costBelow(leaf: number, node: number, criterion: number): number {
    const together = sizeTogether(this.boxes, node, leaf, criterion);
    if (this.first[node] === NONE) return together;
    return together - sizeOfBox(this.boxes, node, criterion);
  }

  private grow(least: number): void {
    this.first = grown(this.first, least);
    const room = this.first.length;
    this.second = grown(this.second, room);
    this.parent = grown(this.parent, room);
    this.member = grown(this.member, room);
    this.contents = grown(this.contents, room);
    this.errors = grown(this.errors, room);
    this.bits = grown(this.bits, room);
    this.boxes = grown(this.boxes, ROOM * room);
  }
}
