/** Compiled meshes that are kept: the same as made anew, whatever became of the entries. */
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../src/bvh/index.ts';
import { type CompiledStore, compileMesh, type TreeMaker } from '../../src/cell/compiledMesh.ts';
import { ContentHash } from '../../src/cell/contentHash.ts';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import { readKeptMesh, writeKeptMesh } from '../../src/cell/keptMesh.ts';
import { RememberedMeshes } from '../../src/cell/remembered.ts';
import { buildMesh, convexHull, torus } from '../../src/geometry/index.ts';
import { identityPose, Random } from '../../src/math/index.ts';

const SEED = 3;

/** A store that counts, and may spoil what it keeps. */
class Kept implements CompiledStore {
  readonly entries = new Map<string, Uint8Array>();
  found = 0;
  puts = 0;
  spoil: (entry: Uint8Array) => Uint8Array | null = (entry) => entry;

  get(key: string): Uint8Array | null {
    const entry = this.entries.get(key);
    if (!entry) return null;
    this.found++;
    return this.spoil(entry);
  }

  put(key: string, entry: Uint8Array): void {
    this.puts++;
    this.entries.set(key, entry);
  }
}

/** Counts the trees that are made. Every one has a rule of its own, so that the process remembers nothing. */
function maker(rule: string): TreeMaker & { made: number } {
  const trees = {
    rule,
    made: 0,
    make(mesh: Parameters<TreeMaker['make']>[0]) {
      trees.made++;
      return buildTree(mesh);
    },
  };
  return trees;
}

/** The words of a mesh's key. */
function keyOf(mesh: ReturnType<typeof buildMesh>, rule = ''): Uint32Array {
  return new ContentHash().addText(rule).add(mesh.positions).add(mesh.indices).words();
}

const given = torus(1, 0.3, 20, 10);
const kept = () => {
  const mesh = buildMesh(given);
  const tree = buildTree(mesh);
  const hull = convexHull(mesh.positions);
  return { mesh, tree, hull, key: keyOf(mesh) };
};

describe('entries', () => {
  it('are read as they were written', () => {
    const { mesh, tree, hull, key } = kept();
    const entry = writeKeptMesh(mesh, key, { tree, hull });
    const read = readKeptMesh(entry, mesh, key)!;
    expect(Buffer.compare(Buffer.from(read.tree.buffer), Buffer.from(tree.buffer))).toBe(0);
    expect(read.hull).toEqual(hull);
    // Wherever in memory it begins.
    const shifted = new Uint8Array(entry.length + 1);
    shifted.set(entry, 1);
    expect(readKeptMesh(shifted.subarray(1), mesh, key)).toEqual(read);
    // As Node reads files: part of a larger piece of memory.
    const asRead = Buffer.concat([Buffer.alloc(8), entry]).subarray(8);
    expect(readKeptMesh(asRead, mesh, key)).toEqual(read);
    // Decisions, not numbers: an entry is a small part of what it stands for.
    expect(entry.length).toBeLessThan(0.2 * tree.buffer.byteLength);
  });

  it('have no hull where it is flat', () => {
    const mesh = buildMesh({ ...given, positions: given.positions.map((x, i) => (i % 3 ? x : 0)) });
    const [tree, hull, key] = [buildTree(mesh), convexHull(mesh.positions), keyOf(mesh)];
    expect(readKeptMesh(writeKeptMesh(mesh, key, { tree, hull }), mesh, key)!.hull).toBeNull();
  });

  it('are refused when a bit is another one, wherever; and cut short anywhere', () => {
    const { mesh, tree, hull, key } = kept();
    const entry = writeKeptMesh(mesh, key, { tree, hull });
    let refused = 0;
    for (let i = 0; i < entry.length; i++) {
      const other = entry.slice();
      other[i] ^= 1 << (i % 8);
      if (readKeptMesh(other, mesh, key) === null) refused++;
    }
    expect(refused).toBe(entry.length);
    for (let n = 0; n < entry.length; n += 61) {
      expect(readKeptMesh(entry.slice(0, n), mesh, key)).toBeNull();
    }
    expect(readKeptMesh(new Uint8Array([...entry, 0, 0, 0, 0]), mesh, key)).toBeNull();
    expect(readKeptMesh(new Uint8Array(1000), mesh, key)).toBeNull();
  });

  it('are refused for another mesh, also one that differs in a bit; and of another version', () => {
    const { mesh, tree, hull, key } = kept();
    const entry = writeKeptMesh(mesh, key, { tree, hull });
    const other = buildMesh({
      ...given,
      positions: given.positions.map((x) => x * (1 + 2 ** -52)),
    });
    expect(keyOf(other)).not.toEqual(key);
    expect(readKeptMesh(entry, other, keyOf(other))).toBeNull();
    const words = new Uint32Array(entry.slice().buffer);
    words[1]++;
    words.set(new ContentHash().add(words.subarray(0, -4)).words(), words.length - 4);
    expect(readKeptMesh(new Uint8Array(words.buffer), mesh, key)).toBeNull();
  });

  it(`are proven anew even where everything that tells them apart agrees, seed ${SEED}`, () => {
    // Somebody who can make two contents look alike: the words of the key and of the check are right.
    const random = new Random(SEED);
    const { mesh, tree, hull, key } = kept();
    const entry = new Uint32Array(writeKeptMesh(mesh, key, { tree, hull }).buffer);
    const asEntry = new Uint8Array(entry.buffer);
    // Twice as large it has the same tree and the same hull: taken, with the numbers of the mesh it is taken for.
    const larger = buildMesh({ ...given, positions: given.positions.map((x) => 2 * x) });
    const grown = readKeptMesh(asEntry, larger, key)!;
    expect(grown.hull).toEqual(convexHull(larger.positions));
    expect(grown.tree).toEqual(buildTree(larger));
    // With a vertex outside of the hull it has another one.
    const bulged = mesh.positions.slice();
    const hidden = bulged.findIndex((_, v) => !hull.sources.includes(v));
    for (let k = 0; k < 3; k++) bulged[3 * hidden + k] *= 9;
    expect(readKeptMesh(asEntry, buildMesh({ ...mesh, positions: bulged }), key)).toBeNull();
    let taken = 0;
    for (let round = 0; round < 500; round++) {
      const words = entry.slice();
      const at = 11 + Math.floor(random.between(0, words.length - 15));
      words[at] = Math.floor(random.between(0, round % 2 ? 2 ** 32 : tree.slotCount));
      words.set(new ContentHash().add(words.subarray(0, -4)).words(), words.length - 4);
      const read = readKeptMesh(new Uint8Array(words.buffer), mesh, key);
      if (!read) continue;
      taken++;
      // Only where a point has several holders, or needs none.
      expect(Buffer.compare(Buffer.from(read.tree.buffer), Buffer.from(tree.buffer))).toBe(0);
      expect(read.hull).toEqual(hull);
    }
    expect(taken).toBeLessThan(100);
  });
});

describe('compileMesh', () => {
  it('makes nothing twice in a process: the same triangles from elsewhere share everything', () => {
    const trees = maker('twice');
    const first = compileMesh(buildMesh(given), trees);
    const copy = { positions: given.positions.slice(), indices: given.indices.slice() };
    expect(compileMesh(buildMesh(copy), trees)).toBe(first);
    expect(trees.made).toBe(1);
    copy.positions[7] += 1e-15;
    expect(compileMesh(buildMesh(copy), trees)).not.toBe(first);
    expect(trees.made).toBe(2);
  });

  it('takes nothing that another rule made of the same mesh', () => {
    const mesh = buildMesh(given);
    const [one, other] = [maker('one rule'), maker('other rule')];
    const first = compileMesh(mesh, one);
    expect(compileMesh(mesh, other)).not.toBe(first);
    expect(compileMesh(mesh, other).tree).not.toBe(first.tree);
    expect(compileMesh(mesh, one)).toBe(first);
    expect([one.made, other.made]).toEqual([1, 1]);
  });

  it('takes from the store what another process put there, and nothing of another rule', () => {
    const store = new Kept();
    const rule = 'a rule';
    const first = compileMesh(buildMesh(given), maker(rule), store);
    expect(store.puts).toBe(1);
    // The rule is in the key: what reads the entry as the next process would has the same one.
    const mesh = buildMesh(given);
    const read = readKeptMesh([...store.entries.values()][0], mesh, keyOf(mesh, rule))!;
    expect(read.hull).toEqual(first.convex.hull);
    compileMesh(buildMesh(given), maker('another rule'), store);
    expect([store.found, store.puts]).toEqual([0, 2]);
    compileMesh(buildMesh(torus(1, 0.3, 6, 6)), maker('small'), store);
    expect(store.puts).toBe(2);
  });

  it('compiles anew where an entry is spoilt, and puts it right', () => {
    const store = new Kept();
    const trees = maker('spoilt');
    const mesh = buildMesh(given);
    const made = compileMesh(mesh, trees, store);
    const [[key, entry]] = store.entries;
    // As if the process were another one: the name of a mesh that was never compiled here.
    for (const spoil of [
      () => null,
      (bytes: Uint8Array) => bytes.slice(0, 100),
      (bytes: Uint8Array) => bytes.fill(7, 300, 301),
      () => new Uint8Array(0),
    ]) {
      const other = buildMesh({ ...given, positions: given.positions.map((x) => x + trees.made) });
      const ours = new Kept();
      const name = new ContentHash()
        .addText('spoilt')
        .add(other.positions)
        .add(other.indices)
        .hex();
      ours.entries.set(name, entry.slice());
      ours.spoil = spoil;
      const before = trees.made;
      compileMesh(other, trees, ours);
      expect([ours.found, ours.puts, trees.made - before]).toEqual([1, 1, 1]);
      expect(readKeptMesh(ours.entries.get(name)!, other, keyOf(other, 'spoilt'))).not.toBeNull();
    }
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(made.tree.triangleCount).toBe(given.indices.length / 3);
  });
});

describe('RememberedMeshes', () => {
  it('is bounded, and forgets what was asked for longest ago', () => {
    const meshes = new RememberedMeshes<string>(3 * (given.indices.length / 3));
    const copies = 'abcde'.split('').map((name, i) => ({
      name,
      triangles: { ...given, positions: given.positions.map((x) => x + i) },
    }));
    const [a, b, c, d] = copies;
    for (const { name, triangles } of [a, b, c]) meshes.add(name, triangles, name);
    expect(meshes.find('a', a.triangles)).toBe('a');
    meshes.add('d', d.triangles, 'd');
    expect(copies.map(({ name, triangles }) => meshes.find(name, triangles))).toEqual([
      ...['a', undefined, 'c', 'd', undefined],
    ]);
    // The name alone is not believed.
    expect(meshes.find('a', d.triangles)).toBeUndefined();
    const most = new RememberedMeshes<string>(10);
    most.add('a', a.triangles, 'a');
    expect(most.find('a', a.triangles)).toBeUndefined();
  });
});

describe('buildCell', () => {
  it('looks into the store that it is given', () => {
    const store = new Kept();
    const triangles = { ...given, positions: given.positions.map((x) => 0.77 * x) };
    const obstacle = (name: string, x: number) => ({
      name,
      pose: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, 0),
      parts: [
        { pose: identityPose(), geometry: { kind: 'mesh' as const, triangles, reference: '' } },
      ],
      solid: true,
    });
    const description: CellDescription = {
      ...{ robots: [], clearance: { default: 0, pairs: [] }, allow: [], notes: [] },
      ...{ state: new Map(), files: new Map() },
      obstacles: [obstacle('here', 0), obstacle('there', 9)],
      allowNothing: true,
    };
    buildCell(description, { store });
    // Meshes are placed: the two differ.
    expect(store.puts).toBe(2);
  });
});
