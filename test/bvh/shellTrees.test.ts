/** What dividing by shells is for: on sheet metal, fewer and smaller volumes than principal directions give. */
import { describe, expect, it } from 'vitest';
import { DIVISIONS } from '../../src/bvh/divisions.ts';
import {
  buildTree,
  ORIENTED,
  type SplitName,
  type Tree,
  validateTree,
} from '../../src/bvh/index.ts';
import { buildMesh, convexHull, divisionSets, type Triangles } from '../../src/geometry/index.ts';

import { join, moved } from '../helpers/oracles/meshes.ts';
import { blocks } from '../helpers/oracles/notched.ts';
import { curled, PLATES, plate } from '../helpers/oracles/sheets.ts';

const door = plate(PLATES.door, curled(3));
/** Doors and frames beside and behind each other, as sheets of a car. */
const body = join(
  door,
  moved(plate(PLATES.window, curled(2)), 2.6, 0.3, 0.1),
  moved(plate(PLATES.U, curled(1)), -1.4, 0.2, 0.2),
  moved(plate(PLATES.door, curled(-3)), 0, 0, 1.5),
);

/** The first triangle of a slot and the one after its last. */
function runOf(tree: Tree, slot: number): [number, number] {
  let [first, last] = [slot, slot];
  while (tree.counts[first] < 0) first = tree.links[first];
  while (tree.counts[last] < 0) last = tree.links[last] - tree.counts[last] - 1;
  return [tree.links[first], tree.links[last] + tree.counts[last]];
}

/** The volumes of so many slots: the largest is opened, again and again. */
function opened(tree: Tree, slots: number, volume: (tree: Tree, slot: number) => number): number {
  const open = [{ slot: 0, size: volume(tree, 0) }];
  while (open.length < slots) {
    const inner = open.filter(({ slot }) => tree.counts[slot] < 0);
    const largest = inner.reduce((a, b) => (b.size > a.size ? b : a));
    open.splice(open.indexOf(largest), 1);
    for (let k = 0; k < -tree.counts[largest.slot]; k++) {
      const slot = tree.links[largest.slot] + k;
      open.push({ slot, size: volume(tree, slot) });
    }
  }
  return open.reduce((sum, { size }) => sum + size, 0);
}

function obbVolume({ volumes }: Tree, slot: number): number {
  const at = ORIENTED.size * slot + ORIENTED.extents;
  return 8 * volumes[at] * volumes[at + 1] * volumes[at + 2];
}

function hullVolume(tree: Tree, slot: number): number {
  const [from, to] = runOf(tree, slot);
  const { positions: p, indices, dimension } = convexHull(tree.vertices.slice(9 * from, 9 * to));
  let sum = 0;
  for (let i = 0; dimension === 3 && i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => p.subarray(3 * indices[i + k], 3 * indices[i + k] + 3));
    const [u, v, w] = [a, b, c].map((q) => [0, 1, 2].map((k) => q[k] - p[k]));
    sum +=
      u[0] * (v[1] * w[2] - v[2] * w[1]) +
      u[1] * (v[2] * w[0] - v[0] * w[2]) +
      u[2] * (v[0] * w[1] - v[1] * w[0]);
  }
  return sum / 6;
}

describe('trees split by shells', () => {
  const built = (mesh: Triangles, split: SplitName) => buildTree(mesh, { volume: 'obb', split });

  it('have smaller OBBs and hulls than principal directions give, on a door panel', () => {
    const [shells, mean] = (['shells', 'mean'] as const).map((split) => built(door, split));
    // 0.020 against 0.151 cubic metres, and 0.011 against 0.046.
    expect(opened(shells, 16, obbVolume)).toBeLessThan(0.25 * opened(mean, 16, obbVolume));
    expect(opened(shells, 16, hullVolume)).toBeLessThan(0.4 * opened(mean, 16, hullVolume));
    expect(validateTree(shells)).toEqual([]);
  });

  it('and on several sheets', () => {
    const [shells, mean] = (['shells', 'mean'] as const).map((split) => built(body, split));
    expect(opened(shells, 32, obbVolume)).toBeLessThan(0.2 * opened(mean, 32, obbVolume));
    expect(opened(shells, 32, hullVolume)).toBeLessThan(0.3 * opened(mean, 32, hullVolume));
  });

  it('divide a closed shell beside a sheet at its notches', () => {
    // The C lies beside the sheet: the shells are told apart first, then the C is.
    const mesh = buildMesh(join(door, moved(blocks(['###', '#..', '###']), 5, 0, 0)));
    const below = () => null;
    const sets = [...divisionSets(DIVISIONS.shells(mesh, { volume: 'obb', below }))];
    const own = sets.filter((set) => set[0] >= door.indices.length / 3);
    expect(own.length).toBeGreaterThan(2);
  });
});
