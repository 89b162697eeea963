import { describe, expect, it } from 'vitest';
import {
  buildTree,
  SPLIT_NAMES,
  type Tree,
  VOLUME_KINDS,
  validateTree,
  viewTree,
} from '../../src/bvh/index.ts';
import { type Division, torus, undivided } from '../../src/geometry/index.ts';
import { InputError } from '../../src/math/index.ts';
import { sampleMeshes } from '../helpers/oracles/meshes.ts';

const splits = SPLIT_NAMES;

describe('buildTree', () => {
  for (const volume of VOLUME_KINDS) {
    for (const split of splits) {
      it(`${volume} with ${split}: every invariant holds on every sample mesh`, () => {
        for (const [name, mesh] of Object.entries(sampleMeshes())) {
          for (const leafSize of split === 'notch' ? [volume === 'box' ? 4 : 1] : [1, 3, 4, 8]) {
            const tree = buildTree(mesh, { volume, split, leafSize });
            expect(validateTree(tree), `${name}, leaves of ${leafSize}`).toEqual([]);
            expect(tree.triangleCount).toBe(mesh.indices.length / 3);
          }
        }
      });
    }
  }

  it('contains every vertex exactly: volumes hold without the slack of the validator', () => {
    for (const mesh of Object.values(sampleMeshes())) {
      const tree = buildTree(mesh);
      const { volumes, vertices } = tree;
      for (let i = 0; i < vertices.length; i++) {
        expect(Math.abs(vertices[i] - volumes[i % 3])).toBeLessThanOrEqual(volumes[3 + (i % 3)]);
      }
    }
  });

  it('merges binary nodes into nodes of up to four for boxes and keeps two for OBB and RSS', () => {
    const mesh = torus(1, 0.3, 24, 10);
    const widths = (tree: Tree) => new Set([...tree.counts].filter((c) => c < 0).map((c) => -c));
    expect(widths(buildTree(mesh))).toContain(4);
    expect(widths(buildTree(mesh, { volume: 'obb' }))).toEqual(new Set([2]));
    expect(widths(buildTree(mesh, { volume: 'rss' }))).toEqual(new Set([2]));
  });

  it('takes a rule of its own and survives one that never splits', () => {
    const mesh = torus(1, 0.3, 24, 10);
    const byHalf = buildTree(mesh, { split: (_, start, end) => (start + end) >> 1 });
    expect(validateTree(byHalf)).toEqual([]);
    expect(validateTree(buildTree(mesh, { split: (_, start) => start }))).toEqual([]);
    const lopsided = buildTree(mesh, { split: (_, start) => start + 1, leafSize: 1 });
    expect(validateTree(lopsided)).toEqual([]);
    expect(lopsided.depth).toBeLessThan(64);
  });

  it('takes a division as its upper levels, however deep it is', () => {
    const mesh = torus(1, 0.3, 24, 10);
    const n = mesh.indices.length / 3;
    const sets = Array.from({ length: 4 }, (_, k) => undivided(n).filter((t) => t % 4 === k));
    const division: Division = [[sets[2], [sets[0], sets[3], 1]], sets[1]];
    for (const volume of VOLUME_KINDS) {
      for (const split of splits) {
        const tree = buildTree(mesh, { volume, split, division });
        expect(validateTree(tree)).toEqual([]);
        let from = 0;
        for (const set of [sets[2], sets[0], sets[3], sets[1]]) {
          expect([...tree.ids.slice(from, from + set.length)].sort((a, b) => a - b)).toEqual([
            ...set,
          ]);
          from += set.length;
        }
      }
      let chain: Division = Uint32Array.of(0);
      for (let t = 1; t < n; t++)
        chain = t % 2 ? [chain, Uint32Array.of(t)] : [Uint32Array.of(t), chain];
      const deep = buildTree(mesh, { volume, division: chain });
      expect(validateTree(deep)).toEqual([]);
      expect(deep.depth).toBeLessThan(64);
    }
  });

  it('opens the deepest notches first where nodes are wide', () => {
    const mesh = torus(1, 0.3, 24, 10);
    const all = undivided(mesh.indices.length / 3);
    const part = (from: number, to: number) => all.slice(from, to);
    // The larger half is divided as well, but not as deep.
    const small: Division = [[part(0, 20), part(20, 40), 2], part(40, 60), 3];
    const large: Division = [part(60, 200), part(200, all.length), 1];
    const tree = buildTree(mesh, { division: [small, large, 4] });
    const sizes = Array.from({ length: 4 }, (_, i) => trianglesBelow(tree, tree.links[0] + i));
    expect(sizes).toEqual([20, 20, 20, all.length - 60]);
  });

  it('refuses a division that is not one of the mesh', () => {
    const mesh = torus(1, 0.3, 8, 4);
    const all = undivided(mesh.indices.length / 3);
    const bad: [Division, string][] = [
      [all.slice(1), 'triangle 0 is in no set'],
      [[all, Uint32Array.of(5)], 'triangle 5 is in it twice'],
      [[all, new Uint32Array(0)], 'a set of it is empty'],
      [[all.slice(1), Uint32Array.of(64)], 'names triangle 64'],
    ];
    for (const [division, message] of bad) {
      expect(() => buildTree(mesh, { division })).toThrow(message);
      expect(() => buildTree(mesh, { division })).toThrow(InputError);
    }
  });

  it('refuses leaves that the queries have no room for', () => {
    for (const leafSize of [0, 9, 2.5, Number.NaN]) {
      expect(() => buildTree(torus(1, 0.3, 8, 4), { leafSize })).toThrow(InputError);
    }
  });
});

describe('the buffer of a tree', () => {
  const tree = buildTree(torus(1, 0.3, 12, 6));

  it('is the whole tree: moved to another owner it answers the same', () => {
    const copy = viewTree(structuredClone(tree.buffer));
    expect(copy.volumes).toEqual(tree.volumes);
    expect(copy.ids).toEqual(tree.ids);
    expect(copy.radiusUpper).toBe(tree.radiusUpper);
    const source = structuredClone(tree.buffer);
    const sent = structuredClone(source, { transfer: [source] });
    expect(source.byteLength).toBe(0);
    expect(validateTree(viewTree(sent))).toEqual([]);
  });

  it.each([
    ['truncated', (b: ArrayBuffer) => b.slice(0, 40), 'tree/truncated'],
    ['cut short', (b: ArrayBuffer) => b.slice(0, b.byteLength - 4), 'tree/length'],
    ['not a tree', (b: ArrayBuffer) => poke(b, 0, 1), 'tree/not-a-tree'],
    ['of another version', (b: ArrayBuffer) => poke(b, 1, 99), 'tree/version'],
    ['of an unknown volume', (b: ArrayBuffer) => poke(b, 2, 7), 'tree/volume'],
    ['lying about its size', (b: ArrayBuffer) => poke(b, 3, 0xffffffff), 'tree/length'],
    ['lying about its depth', (b: ArrayBuffer) => poke(b, 5, 5000), 'tree/depth'],
  ])('is refused when %s', (_, damage, code) => {
    expect(() => viewTree(damage(tree.buffer.slice(0)))).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code }) }),
    );
  });
});

describe('validateTree', () => {
  const fresh = (volume: 'box' | 'obb' | 'rss' = 'box') =>
    buildTree(torus(1, 0.3, 12, 6), { volume });
  const codes = (tree: Tree) => validateTree(tree).map((f) => f.code);

  it.each(VOLUME_KINDS)('finds a %s that does not contain a triangle', (volume) => {
    const tree = fresh(volume);
    const size = tree.volumes.length / tree.slotCount;
    tree.volumes[size * 3 + size - 1] *= 0.9;
    expect(codes(tree)).toContain('tree/not-contained');
  });

  it('finds lost and doubled triangles, cycles and bad links', () => {
    const leafOf = (tree: Tree) => tree.counts.findIndex((c) => c > 1);
    const inner = (tree: Tree) => tree.counts.findIndex((c, i) => c < 0 && i > 0);
    let tree = fresh();
    tree.counts[leafOf(tree)]--;
    expect(codes(tree)).toContain('tree/triangle-lost');
    tree = fresh();
    tree.links[leafOf(tree)] += 1;
    expect(codes(tree).length).toBeGreaterThan(0);
    tree = fresh();
    tree.links[inner(tree)] = 0;
    expect(codes(tree)).toContain('tree/slot-shared');
    tree = fresh();
    tree.links[inner(tree)] = 1e6;
    expect(codes(tree)).toContain('tree/slot-range');
    tree = fresh();
    tree.counts[inner(tree)] = -1;
    expect(codes(tree)).toContain('tree/width');
    tree = fresh();
    tree.ids[0] = tree.ids[1];
    expect(codes(tree)).toContain('tree/ids');
    tree = fresh();
    tree.vertices[0] = 50;
    expect(codes(tree)).toContain('tree/not-contained');
  });
});

function trianglesBelow(tree: Tree, slot: number): number {
  if (tree.counts[slot] > 0) return tree.counts[slot];
  let sum = 0;
  for (let i = 0; i < -tree.counts[slot]; i++) sum += trianglesBelow(tree, tree.links[slot] + i);
  return sum;
}

function poke(buffer: ArrayBuffer, word: number, value: number): ArrayBuffer {
  new Uint32Array(buffer, 0, 8)[word] = value;
  return buffer;
}
