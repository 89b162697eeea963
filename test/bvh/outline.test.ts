/** Trees from their outlines: the same to the bit, or none; and none is wrong, whatever an outline says. */
import { describe, expect, it } from 'vitest';
import {
  buildTree,
  SPLIT_NAMES,
  type TreeOutline,
  treeFromOutline,
  VOLUME_KINDS,
  validateTree,
} from '../../src/bvh/index.ts';
import { knot, torus } from '../../src/geometry/index.ts';
import { Random, U } from '../../src/math/index.ts';
import { sampleMeshes } from '../helpers/oracles/meshes.ts';

const SEED = 11;

function outlineOf({ links, counts, ids }: TreeOutline): TreeOutline {
  return { links: links.slice(), counts: counts.slice(), ids: ids.slice() };
}

describe('treeFromOutline', () => {
  it('gives back every tree to the bit, volumes included', () => {
    for (const mesh of Object.values(sampleMeshes())) {
      for (const volume of VOLUME_KINDS) {
        for (const split of SPLIT_NAMES) {
          const tree = buildTree(mesh, { volume, split });
          const again = treeFromOutline(mesh, outlineOf(tree), volume);
          expect(Buffer.compare(Buffer.from(again!.buffer), Buffer.from(tree.buffer))).toBe(0);
        }
      }
    }
  });

  it('gives a valid tree or none for every number that is wrong', () => {
    const mesh = torus(1, 0.3, 8, 5);
    const tree = buildTree(mesh, { leafSize: 2 });
    let refused = 0;
    let taken = 0;
    for (const name of ['links', 'counts', 'ids'] as const) {
      for (let i = 0; i < tree[name].length; i++) {
        for (const wrong of [-1, 0, 1, 2, -2, -3, -4, -5, 9, 1e9, tree[name][i] + 1]) {
          const outline = outlineOf(tree);
          outline[name][i] = wrong;
          if (outline[name][i] === tree[name][i]) continue;
          const made = treeFromOutline(mesh, outline);
          if (made) taken += validateTree(made).length === 0 ? 1 : 1e9;
          else refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(1000);
    // No single number can be another one: triangles would be missing or there twice.
    expect(taken).toBe(0);
  });

  it(`gives a valid tree for any order of the triangles, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const mesh = torus(1, 0.3, 8, 5);
    const tree = buildTree(mesh);
    for (let round = 0; round < 5; round++) {
      const outline = outlineOf(tree);
      for (let i = 0; i < outline.ids.length; i++) {
        const j = Math.floor(random.between(0, outline.ids.length));
        [outline.ids[i], outline.ids[j]] = [outline.ids[j], outline.ids[i]];
      }
      const made = treeFromOutline(mesh, outline);
      expect(validateTree(made!)).toEqual([]);
      const corners = [...made!.ids].flatMap((t) => [...mesh.indices.slice(3 * t, 3 * t + 3)]);
      const vertices = corners.flatMap((v) => [...mesh.positions.slice(3 * v, 3 * v + 3)]);
      expect([...made!.vertices]).toEqual(vertices);
    }
  });

  it('refuses the outline of another mesh, a chain that is too deep, and nothing at all', () => {
    const mesh = torus(1, 0.3, 8, 5);
    expect(treeFromOutline(torus(1, 0.3, 8, 6), outlineOf(buildTree(mesh)))).toBeNull();
    const none = { links: new Int32Array(0), counts: new Int32Array(0), ids: new Uint32Array(0) };
    expect(treeFromOutline(mesh, none)).toBeNull();
    const n = 200;
    const many = torus(1, 0.3, 20, 5);
    expect(many.indices.length / 3).toBe(n);
    // Slot 2 k has a leaf of one triangle and the rest below it.
    const links = Int32Array.from({ length: 2 * n - 1 }, (_, slot) =>
      slot === 2 * n - 2 ? n - 1 : slot % 2 === 0 ? slot + 1 : (slot - 1) / 2,
    );
    const counts = Int32Array.from({ length: 2 * n - 1 }, (_, slot) =>
      slot % 2 === 0 && slot < 2 * n - 2 ? -2 : 1,
    );
    const ids = Uint32Array.from({ length: n }, (_, t) => t);
    expect(treeFromOutline(many, { links, counts, ids })).toBeNull();
  });

  it('fits boxes from the leaves up as around all that is below', () => {
    const { links, counts, vertices, volumes, slotCount } = buildTree(knot(1, 0.1, 60, 6));
    for (let slot = 0; slot < slotCount; slot++) {
      let [first, last] = [slot, slot];
      while (counts[first] < 0) first = links[first];
      while (counts[last] < 0) last = links[last] - counts[last] - 1;
      const box = new Float64Array(6);
      for (let k = 0; k < 3; k++) {
        let [low, high] = [Infinity, -Infinity];
        for (let i = 9 * links[first] + k; i < 9 * (links[last] + counts[last]); i += 3) {
          low = Math.min(low, vertices[i]);
          high = Math.max(high, vertices[i]);
        }
        box[k] = low + (high - low) / 2;
        box[3 + k] = Math.max(high - box[k], box[k] - low) * (1 + 4 * U);
      }
      expect(volumes.slice(6 * slot, 6 * slot + 6)).toEqual(box);
    }
  });
});
