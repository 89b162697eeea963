/**
 * Support tables as the kernels read them: a few numbers, an index of squares, and blocks of four vertices with their
 * coordinates side by side. Most lists are one block, so that nothing depends on their lengths. Squares next to each other often
 * have the same list, and then share its blocks.
 *
 * In a block the first, third, second and fourth vertex of four stand in this order, x x x x y y y y z z z z: two lanes then have
 * the first two and the last two of the list, and ties fall to the first as everywhere. Lists that are shorter are filled up
 * with their first vertex, which changes no answer.
 */
import { layout } from '../../arrays/index.ts';
import { SHRINK, type SupportTable } from '../../geometry/index.ts';
import type { Kernel, KernelMemory } from '../../kernel/index.ts';

/** The doubles of a lodged table; its index follows. */
export const {
  SCALE,
  HALF,
  SIDE,
  RADIUS,
  CENTRE,
  CORE,
  BLOCKS,
  size: INDEX,
} = layout(
  /** Half the side times SHRINK, half the side, the side: squares along one side of a half. */
  'SCALE',
  'HALF',
  'SIDE',
  'RADIUS',
  ['CENTRE', 3],
  ['CORE', 3],
  /** An integer: where the blocks begin. */
  ['BLOCKS', 2],
);

/** Bytes of a block, and of its row of one coordinate. */
export const BLOCK = 96;
export const ROW = 32;

/** An entry of the index: the number of the first block, and in so many bits how many follow it. */
export const MORE_BITS = 12;
const MOST_MORE = 2 ** MORE_BITS - 1;
const MOST_BLOCKS = 2 ** (32 - MORE_BITS);

/** Where the vertices of four stand in a block. */
const ORDER = [0, 2, 1, 3];

/** Bytes of the kernels' memory beyond which no more tables are put there: a world may have a hundred thousand. */
const ENOUGH = 2 ** 30;

/** The address of a table in the kernels' memory, where it is put the first time; 0 if it has none there. */
export function tableAddress(table: SupportTable, kernel: Kernel): number {
  const { lodging } = table;
  if (lodging === undefined) return 0;
  if (lodging.address < 0) lodging.address = lodge(table, kernel.memory);
  return lodging.address;
}

function lodge(table: SupportTable, memory: KernelMemory): number {
  const { index, blocks } = listBlocks(table);
  if (blocks > MOST_BLOCKS || memory.bytes.length > ENOUGH) return 0;
  const begin = Math.ceil((8 * INDEX + 4 * index.length) / ROW) * ROW;
  const length = begin + BLOCK * blocks;
  const address = memory.take(length);
  if (address === 0) return 0;
  memory.lend(table, address, length);
  const { numbers, integers } = memory;
  const at = address / 8;
  numbers[at + SCALE] = 0.5 * table.resolution * SHRINK;
  numbers[at + HALF] = 0.5 * table.resolution;
  numbers[at + SIDE] = table.resolution;
  numbers[at + RADIUS] = table.radius;
  numbers.set(table.centre, at + CENTRE);
  numbers.set(table.core, at + CORE);
  integers[2 * (at + BLOCKS)] = address + begin;
  new Uint32Array(numbers.buffer, address + 8 * INDEX, index.length).set(index);
  for (let square = 0; square < index.length; square++) {
    writeBlocks(
      table,
      square,
      numbers,
      (address + begin + BLOCK * (index[square] >>> MORE_BITS)) / 8,
    );
  }
  return address;
}

/** Which blocks the squares have, and how many there are: a square with the list of one before it has that one's. */
function listBlocks({ starts, candidates, resolution }: SupportTable) {
  const index = new Uint32Array(starts.length - 1);
  const isSame = (i: number, j: number) => {
    const length = starts[i + 1] - starts[i];
    if (j < 0 || starts[j + 1] - starts[j] !== length) return false;
    for (let k = 0; k < Math.max(1, length); k++) {
      if (candidates[starts[i] + k] !== candidates[starts[j] + k]) return false;
    }
    return true;
  };
  let blocks = 0;
  for (let square = 0; square < index.length; square++) {
    const known = [square - 1, square - resolution].find((before) => isSame(square, before));
    if (known !== undefined) {
      index[square] = index[known];
      continue;
    }
    const count = Math.max(1, Math.ceil((starts[square + 1] - starts[square]) / 4));
    if (count - 1 > MOST_MORE) return { index, blocks: Number.POSITIVE_INFINITY };
    index[square] = blocks * 2 ** MORE_BITS + count - 1;
    blocks += count;
  }
  return { index, blocks };
}

/** Writes the vertices of a square's list to the blocks at `to`. */
function writeBlocks(table: SupportTable, square: number, out: Float64Array, to: number): void {
  const { starts, candidates, positions } = table;
  const begin = starts[square];
  // Nobody looks into a square without a list, but it has a block.
  const end = Math.max(begin + 1, starts[square + 1]);
  for (let k = 0; k < 4 * Math.ceil((end - begin) / 4); k++) {
    const from = candidates[begin + k < end ? begin + k : begin] ?? 0;
    const at = to + (BLOCK / 8) * Math.floor(k / 4) + ORDER[k % 4];
    for (let axis = 0; axis < 3; axis++) out[at + (ROW / 8) * axis] = positions[from + axis];
  }
}
