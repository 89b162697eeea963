/**
 * A binary tree of shells by the position of their boundaries [E 3.2]. A shell is where the middle of the box around its boundaries
 * is; a closed one where the middle of its own box is. Shells are sorted along each axis by where they are, and parted
 * between the two neighbours where the boxes of both sides, each times its triangles, have the least surface: what is
 * beside each other stays together, and the volumes of a tree stay small. Many shells are put into bins along the axes instead of sorted;
 * what would make a deep tree is halved along the axis on which the shells are spread most.
 *
 * A shell that is divided and large against what it is among, as a car's side around its doors, would make every volume
 * above it as large: it is taken as its two halves instead, and these as theirs, each with the shells beside it.
 */
import { type Division, divisionSets, isUndivided, undivided } from '../division.ts';
import type { Triangles } from '../triangles.ts';
import type { ShellModel } from './extract.ts';

/** More shells are put into bins. */
const MANY = 24;
const BINS = 24;

/** A mesh of more shells is a soup: which triangle is beside which is for a split rule to say. */
const SOUP = 10_000;

/** A shell whose diagonal is larger than this part of that of all in a set is taken apart. */
const LARGE = 0.5;

/** A shell or a part of one, and where it is. */
interface Item {
  readonly division: Division;
  readonly centre: Float64Array;
  /** Lowest x, y, z, highest x, y, z of its triangles. */
  readonly box: Float64Array;
  readonly triangles: number;
}

/** Puts the divisions of shells together to one; a soup of very many is not divided. */
export function orderShells(
  mesh: Triangles,
  { shells }: ShellModel,
  divisions: readonly Division[],
): Division {
  if (shells.length > SOUP) return undivided(mesh.indices.length / 3);
  const items = shells.map(({ boundaries }, i) => {
    const item = itemOf(mesh, divisions[i]);
    if (boundaries.length === 0) return item;
    const edge = emptyBox();
    for (const { vertices } of boundaries)
      for (const v of vertices) add(edge, mesh.positions, 3 * v);
    return { ...item, centre: middle(edge) };
  });
  const deepest = 2 * Math.ceil(Math.log2(items.length + 1)) + 2;
  const join = (some: readonly Item[], level: number): Division => {
    if (some.length === 1) return some[0].division;
    const around = boxAround(some);
    const [first, second] = halves(opened(mesh, some, around), level < deepest);
    return [join(first, level + 1), join(second, level + 1), diagonalOf(around)];
  };
  return join(items, 0);
}

function itemOf({ positions, indices }: Triangles, division: Division): Item {
  const box = emptyBox();
  let triangles = 0;
  for (const set of divisionSets(division)) {
    triangles += set.length;
    for (const t of set) {
      for (let k = 0; k < 3; k++) add(box, positions, 3 * indices[3 * t + k]);
    }
  }
  return { division, centre: middle(box), box, triangles };
}

/** The same with the large ones taken apart. */
function opened(mesh: Triangles, some: readonly Item[], around: Float64Array): readonly Item[] {
  const large = LARGE * diagonalOf(around);
  const found: Item[] = [];
  const open = some.toReversed();
  for (let item = open.pop(); item; item = open.pop()) {
    const { division } = item;
    if (isUndivided(division) || !(diagonalOf(item.box) > large)) found.push(item);
    else open.push(itemOf(mesh, division[1]), itemOf(mesh, division[0]));
  }
  return found;
}

function halves(some: readonly Item[], choose: boolean): [Item[], Item[]] {
  const found = !choose ? null : some.length > MANY ? byBins(some) : bySorting(some);
  if (found) return found;
  const order = sorted(some, widestAxis(some));
  const at = some.length >>> 1;
  return [order.slice(0, at), order.slice(at)];
}

/** Between any two of them, along any axis. */
function bySorting(some: readonly Item[]): [Item[], Item[]] | null {
  let least = Number.POSITIVE_INFINITY;
  let best: [Item[], Item[]] | null = null;
  for (let axis = 0; axis < 3; axis++) {
    const order = sorted(some, axis);
    const { cost, at } = cheapest(
      order.map(({ box }) => box),
      order.map(({ triangles }) => triangles),
    );
    if (!(cost < least)) continue;
    least = cost;
    best = [order.slice(0, at), order.slice(at)];
  }
  return best;
}

/** Between any two bins. */
function byBins(some: readonly Item[]): [Item[], Item[]] | null {
  let least = Number.POSITIVE_INFINITY;
  let first: ((item: Item) => boolean) | null = null;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const { centre } of some) {
      low = Math.min(low, centre[axis]);
      high = Math.max(high, centre[axis]);
    }
    const scale = BINS / (high - low);
    if (!(scale < 1e300)) continue;
    const binOf = ({ centre }: Item) =>
      Math.min(BINS - 1, Math.floor((centre[axis] - low) * scale));
    const boxes = Array.from({ length: BINS }, emptyBox);
    const counts = new Array<number>(BINS).fill(0);
    for (const item of some) {
      const bin = binOf(item);
      addBox(boxes[bin], item.box);
      counts[bin] += item.triangles;
    }
    const { cost, at } = cheapest(boxes, counts);
    if (!(cost < least)) continue;
    least = cost;
    first = (item) => binOf(item) < at;
  }
  const side = first;
  return side && [some.filter(side), some.filter((item) => !side(item))];
}

/** Where a row of boxes is parted at the least cost; neither side is without triangles. */
function cheapest(
  boxes: readonly Float64Array[],
  triangles: readonly number[],
): { cost: number; at: number } {
  const costs = new Float64Array(boxes.length);
  const run = emptyBox();
  for (let i = 0, n = 0; i + 1 < boxes.length; i++) {
    n += triangles[i];
    addBox(run, boxes[i]);
    costs[i] = n > 0 ? n * halfArea(run) : Number.POSITIVE_INFINITY;
  }
  clear(run);
  let cost = Number.POSITIVE_INFINITY;
  let at = 0;
  for (let i = boxes.length - 1, n = 0; i > 0; i--) {
    n += triangles[i];
    if (n === 0) continue;
    addBox(run, boxes[i]);
    const both = costs[i - 1] + n * halfArea(run);
    if (!(both < cost)) continue;
    cost = both;
    at = i;
  }
  return { cost, at };
}

/** By where they are along an axis; of equal ones in the order they have. */
function sorted(some: readonly Item[], axis: number): Item[] {
  return some.toSorted((a, b) => a.centre[axis] - b.centre[axis]);
}

function widestAxis(some: readonly Item[]): number {
  const box = emptyBox();
  for (const { centre } of some) add(box, centre, 0);
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

function boxAround(some: readonly Item[]): Float64Array {
  const box = emptyBox();
  for (const item of some) addBox(box, item.box);
  return box;
}

function emptyBox(): Float64Array {
  const box = new Float64Array(6);
  clear(box);
  return box;
}

function middle(box: Float64Array): Float64Array {
  return Float64Array.from([0, 1, 2], (k) => box[k] / 2 + box[3 + k] / 2);
}

function diagonalOf(box: Float64Array): number {
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  return Math.sqrt(x * x + y * y + z * z);
}

function clear(box: Float64Array): void {
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3, 6);
}

function add(box: Float64Array, p: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    if (p[o + k] < box[k]) box[k] = p[o + k];
    if (p[o + k] > box[3 + k]) box[3 + k] = p[o + k];
  }
}

function addBox(box: Float64Array, other: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    if (other[k] < box[k]) box[k] = other[k];
    if (other[3 + k] > box[3 + k]) box[3 + k] = other[3 + k];
  }
}

function halfArea(box: Float64Array): number {
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  return x * y + y * z + z * x;
}
