/**
 * A binary tree of shells by the position of their boundaries [E 3.2]. A shell is where the middle of the box around its boundaries
 * is; a closed one where the middle of its own box is. Shells are sorted along each axis by where they are, and parted
 * between the two neighbours where the boxes of both sides, each times its triangles, have the least surface; so what is beside each other
 * stays together and the tree's volumes stay small. Many shells, and what would make a deep tree, are halved along the axis
 * on which they are spread most.
 */
import type { Division } from '../division.ts';
import type { Triangles } from '../triangles.ts';
import type { ShellModel } from './extract.ts';

/** More shells are halved. */
const MANY = 64;

interface Places {
  /** Three coordinates per shell. */
  readonly centres: Float64Array;
  /** Per shell lowest x, y, z, highest x, y, z of all its triangles. */
  readonly boxes: Float64Array;
  /** Triangles per shell. */
  readonly sizes: Uint32Array;
}

/** Puts the divisions of shells together to one. */
export function orderShells(
  mesh: Triangles,
  { shells }: ShellModel,
  divisions: readonly Division[],
): Division {
  const places = placesOf(mesh, shells);
  const deepest = 2 * Math.ceil(Math.log2(shells.length + 1)) + 2;
  const join = (some: Uint32Array, level: number): Division => {
    if (some.length === 1) return divisions[some[0]];
    const [first, second] = halves(some, places, level < deepest);
    return [join(first, level + 1), join(second, level + 1), diagonalOf(some, places)];
  };
  return join(
    Uint32Array.from(shells, (_, i) => i),
    0,
  );
}

function placesOf({ positions, indices }: Triangles, shells: ShellModel['shells']): Places {
  const centres = new Float64Array(3 * shells.length);
  const boxes = new Float64Array(6 * shells.length);
  const edge = new Float64Array(6);
  shells.forEach(({ triangles, boundaries }, i) => {
    const box = boxes.subarray(6 * i, 6 * i + 6);
    clear(box);
    for (const t of triangles) {
      for (let k = 0; k < 3; k++) add(box, positions, 3 * indices[3 * t + k]);
    }
    clear(edge);
    for (const { vertices } of boundaries) for (const v of vertices) add(edge, positions, 3 * v);
    const at = boundaries.length > 0 ? edge : box;
    for (let k = 0; k < 3; k++) centres[3 * i + k] = at[k] / 2 + at[3 + k] / 2;
  });
  return { centres, boxes, sizes: Uint32Array.from(shells, ({ triangles }) => triangles.length) };
}

function halves(some: Uint32Array, places: Places, choose: boolean): [Uint32Array, Uint32Array] {
  if (!choose || some.length > MANY) {
    const order = sorted(some, places, widestAxis(some, places));
    const middle = some.length >>> 1;
    return [order.slice(0, middle), order.slice(middle)];
  }
  let least = Number.POSITIVE_INFINITY;
  let best: [Uint32Array, Uint32Array] = [some.slice(0, 1), some.slice(1)];
  const costs = new Float64Array(some.length);
  const box = new Float64Array(6);
  for (let axis = 0; axis < 3; axis++) {
    const order = sorted(some, places, axis);
    const sweep = (i: number) => {
      addBox(box, places.boxes, 6 * order[i]);
      return halfArea(box);
    };
    clear(box);
    for (let i = 0, n = 0; i + 1 < order.length; i++) {
      n += places.sizes[order[i]];
      costs[i] = n * sweep(i);
    }
    clear(box);
    for (let i = order.length - 1, n = 0; i > 0; i--) {
      n += places.sizes[order[i]];
      const cost = costs[i - 1] + n * sweep(i);
      if (!(cost < least)) continue;
      least = cost;
      best = [order.slice(0, i), order.slice(i)];
    }
  }
  return best;
}

/** By where they are along an axis; of equal ones the first first. */
function sorted(some: Uint32Array, { centres }: Places, axis: number): Uint32Array {
  return some.toSorted((i, j) => centres[3 * i + axis] - centres[3 * j + axis] || i - j);
}

function widestAxis(some: Uint32Array, { centres }: Places): number {
  const box = new Float64Array(6);
  clear(box);
  for (const i of some) add(box, centres, 3 * i);
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

function diagonalOf(some: Uint32Array, { boxes }: Places): number {
  const box = new Float64Array(6);
  clear(box);
  for (const i of some) addBox(box, boxes, 6 * i);
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

function addBox(box: Float64Array, boxes: Float64Array, o: number): void {
  add(box, boxes, o);
  add(box, boxes, o + 3);
}

function halfArea(box: Float64Array): number {
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  return x * y + y * z + z * x;
}
