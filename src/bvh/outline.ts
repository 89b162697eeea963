/**
 * The outline of a tree: which triangles are below which slot, and nothing else. With the mesh everything follows from it,
 * to the bit: vertices in tree order, the bound of their distance, a volume around what is below each slot. So a tree can be
 * kept in little room, and one that comes from elsewhere needs no trust: either the outline is that of a tree over this
 * mesh, which is seen in linear time, or there is no tree.
 */
import type { Triangles } from '../geometry/index.ts';
import { fitVolumes, radiusUpper } from './refit.ts';
import {
  allocateTree,
  MAX_DEPTH,
  MAX_LEAF,
  MAX_WIDTH,
  type Tree,
  type VolumeKind,
} from './tree.ts';

/** As in Tree. */
export type TreeOutline = Pick<Tree, 'links' | 'counts' | 'ids'>;

/** The tree over a mesh that has this outline; null if none has, as something is wrong with one of them. */
export function treeFromOutline(
  mesh: Triangles,
  outline: TreeOutline,
  kind: VolumeKind = 'box',
): Tree | null {
  const triangleCount = mesh.indices.length / 3;
  if (!isPermutation(outline.ids, triangleCount)) return null;
  const depth = depthOf(outline, kind === 'box' ? MAX_WIDTH : 2);
  return depth < 0 ? null : treeOver(mesh, outline, depth, kind);
}

/** The tree over a mesh of an outline that is one, `depth` levels deep. */
export function treeOver(
  { positions, indices }: Triangles,
  { links, counts, ids }: TreeOutline,
  depth: number,
  kind: VolumeKind,
): Tree {
  const triangleCount = ids.length;
  const shape = { kind, slotCount: links.length, triangleCount };
  const tree = allocateTree(shape, depth, radiusUpper(positions, indices));
  const { vertices } = tree;
  for (let i = 0; i < triangleCount; i++) {
    for (let k = 0; k < 3; k++) {
      const from = 3 * indices[3 * ids[i] + k];
      const to = 9 * i + 3 * k;
      vertices[to] = positions[from];
      vertices[to + 1] = positions[from + 1];
      vertices[to + 2] = positions[from + 2];
    }
  }
  tree.links.set(links);
  tree.counts.set(counts);
  tree.ids.set(ids);
  fitVolumes(tree);
  return tree;
}

/** Every triangle of the mesh, once. */
function isPermutation(ids: Uint32Array, count: number): boolean {
  if (ids.length !== count || count === 0) return false;
  const seen = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (!(ids[i] < count) || seen[ids[i]] === 1) return false;
    seen[ids[i]] = 1;
  }
  return true;
}

/**
 * Levels below the root; -1 if this is no tree. Every slot but the first has one parent, which stands before it; the leaves
 * below a slot are one run of triangles, child after child, and those below the root are all: each triangle is in one leaf.
 */
function depthOf({ links, counts, ids }: TreeOutline, width: number): number {
  const slotCount = links.length;
  if (slotCount === 0 || counts.length !== slotCount) return -1;
  const levels = new Uint8Array(slotCount);
  let deepest = 0;
  let reached = 1;
  for (let slot = 0; slot < slotCount; slot++) {
    // The first has level 0, and nobody leads to it; who has none yet is not reached.
    if (slot > 0 && levels[slot] === 0) return -1;
    const count = counts[slot];
    const first = links[slot];
    if (count > 0) {
      if (count > MAX_LEAF || !(first >= 0 && first + count <= ids.length)) return -1;
      continue;
    }
    if (count > -2 || count < -width || !(first > slot && first - count <= slotCount)) return -1;
    if (levels[slot] === MAX_DEPTH) return -1;
    deepest = Math.max(deepest, levels[slot] + 1);
    for (let child = first; child < first - count; child++) {
      if (levels[child] !== 0) return -1;
      levels[child] = levels[slot] + 1;
      reached++;
    }
  }
  return reached === slotCount && isOneRun({ links, counts, ids }) ? deepest : -1;
}

function isOneRun({ links, counts, ids }: TreeOutline): boolean {
  const starts = new Int32Array(links.length);
  const ends = new Int32Array(links.length);
  for (let slot = links.length - 1; slot >= 0; slot--) {
    const first = links[slot];
    if (counts[slot] > 0) {
      starts[slot] = first;
      ends[slot] = first + counts[slot];
      continue;
    }
    const last = first - counts[slot] - 1;
    for (let child = first; child < last; child++) {
      if (ends[child] !== starts[child + 1]) return false;
    }
    starts[slot] = starts[first];
    ends[slot] = ends[last];
  }
  return starts[0] === 0 && ends[0] === ids.length;
}
