/**
 * Copies of box trees in the kernels' memory, in the layout that assembly/meshLayout.ts describes: nodes of up to four
 * children side by side, and the triangles of a leaf in blocks of two. A copy is made when a tree is first asked
 * about, and takes about 125 bytes for a triangle.
 */
import type { Tree } from '../../bvh/index.ts';
import { type KernelMemory, Lodgings } from '../../kernel/index.ts';

const NODE_BYTES = 256;
/** Doubles from one field of a slot to the next, and of a node. */
const FIELD = 4;
const SIZE_FIELD = 6 * FIELD;
const LINK_FIELD = 7 * FIELD;
const NODE = NODE_BYTES / 8;
const WIDTH = 4;
/** Doubles of a block of two triangles. */
const BLOCK = 18;

/** Address of a tree's root slot in the kernels' memory. */
export const lodgedTrees = new Lodgings<Tree>({
  length: (tree) => NODE_BYTES * nodesOf(tree) + 8 * BLOCK * blocksOf(tree),
  write: writeTree,
});

/** One for the root alone, and one for the children of each slot that has any. */
function nodesOf({ counts }: Tree): number {
  let nodes = 1;
  for (const count of counts) if (count < 0) nodes++;
  return nodes;
}

function blocksOf({ counts }: Tree): number {
  let blocks = 0;
  for (const count of counts) if (count > 0) blocks += (count + 1) >> 1;
  return blocks;
}

/**
 * Nodes stand in the order of the slots that have children, which is behind their parents; then come the leaves. Long
 * loops over all of a kind, which the engine compiles while they run: a copy is often the first.
 */
function writeTree(tree: Tree, address: number, memory: KernelMemory): void {
  const { slotCount, counts, links } = tree;
  // Where the children of a slot, or its triangles, are: in doubles.
  const places = new Int32Array(slotCount);
  let node = address / 8 + NODE;
  let block = address / 8 + NODE * nodesOf(tree);
  for (let slot = 0; slot < slotCount; slot++) {
    if (counts[slot] < 0) {
      places[slot] = node;
      node += NODE;
    } else {
      places[slot] = block;
      block += BLOCK * ((counts[slot] + 1) >> 1);
    }
  }
  writeSlot(tree, 0, address / 8, places, memory);
  for (let slot = 0; slot < slotCount; slot++) {
    const count = -counts[slot];
    for (let i = 0; i < count; i++) {
      writeSlot(tree, links[slot] + i, places[slot] + i, places, memory);
    }
    // Children that are not there repeat the first.
    for (let i = count; count > 0 && i < WIDTH; i++) {
      writeSlot(tree, links[slot], places[slot] + i, places, memory);
    }
  }
  writeLeaves(tree, places, memory);
}

function writeSlot(
  { volumes, sizes, counts, links }: Tree,
  slot: number,
  at: number,
  places: Int32Array,
  { numbers, integers }: KernelMemory,
): void {
  const v = 6 * slot;
  numbers[at] = volumes[v];
  numbers[at + FIELD] = volumes[v + 1];
  numbers[at + 2 * FIELD] = volumes[v + 2];
  numbers[at + 3 * FIELD] = volumes[v + 3];
  numbers[at + 4 * FIELD] = volumes[v + 4];
  numbers[at + 5 * FIELD] = volumes[v + 5];
  if (counts[slot] < 0) numbers[at + SIZE_FIELD] = sizes[slot];
  else integers[2 * (at + SIZE_FIELD)] = links[slot];
  integers[2 * (at + LINK_FIELD)] = 8 * places[slot];
  integers[2 * (at + LINK_FIELD) + 1] = counts[slot];
}

/** The last triangle of an odd number of them stands twice. */
function writeLeaves(
  { slotCount, counts, links, vertices }: Tree,
  places: Int32Array,
  { numbers }: KernelMemory,
): void {
  for (let slot = 0; slot < slotCount; slot++) {
    const count = counts[slot];
    let to = places[slot];
    for (let i = 0; i < count; i += 2) {
      let v = 9 * (links[slot] + i);
      let w = i + 1 < count ? v + 9 : v;
      for (const end = to + BLOCK; to < end; to += 2) {
        numbers[to] = vertices[v++];
        numbers[to + 1] = vertices[w++];
      }
    }
  }
}
