/** How much room the volumes of a tree take, level by level. */
import { BOX, ORIENTED, type Tree, VOLUME_SIZE } from 'surepath/bvh';

/**
 * The sum of the volumes at each level from the root on, `levels` of them. A leaf counts at all levels below it: every sum is
 * of volumes that hold the whole mesh between them.
 */
export function volumesByLevel(tree: Tree, levels: number): number[] {
  const sums: number[] = [];
  let slots = [0];
  for (let level = 0; level < levels; level++) {
    sums.push(slots.reduce((sum, slot) => sum + volumeOf(tree, slot), 0));
    slots = slots.flatMap((slot) => childrenOf(tree, slot));
  }
  return sums;
}

/** Those of a leaf: itself. */
function childrenOf({ counts, links }: Tree, slot: number): number[] {
  if (counts[slot] >= 0) return [slot];
  return Array.from({ length: -counts[slot] }, (_, k) => links[slot] + k);
}

/** Cubic metres of one slot's volume. */
export function volumeOf({ kind, volumes }: Tree, slot: number): number {
  const o = VOLUME_SIZE[kind] * slot + (kind === 'box' ? BOX.half : ORIENTED.extents);
  const [x, y, z] = volumes.subarray(o, o + 3);
  if (kind !== 'rss') return 8 * x * y * z;
  // A plate with half a cylinder at each of its sides and a ball in its corners.
  return 8 * x * y * z + 2 * Math.PI * z * z * (x + y) + (4 / 3) * Math.PI * z ** 3;
}
