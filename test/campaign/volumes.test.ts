/**
 * Convex pieces contain what they stand for, exactly: hulls of bodies and of the parts of their trees, for every rule of
 * splitting, of every robot of the data and every cell of ours, and of meshes that nobody should make. Compiled meshes
 * that were kept and spoilt. Fixed seeds; about a minute.
 */
import { describe, expect, it } from 'vitest';
import {
  buildTree,
  SPLIT_NAMES,
  type SplitName,
  type Tree,
  validateTree,
} from '../../src/bvh/index.ts';
import { ContentHash } from '../../src/cell/contentHash.ts';
import { type MeshPiece, Patches } from '../../src/cell/index.ts';
import { readKeptMesh, writeKeptMesh } from '../../src/cell/keptMesh.ts';
import {
  buildMesh,
  bumpyBall,
  compiledShape,
  convexHull,
  type HullShape,
  holdersOf,
  hullFromHolders,
  knot,
  type Mesh,
  type Triangles,
  torus,
} from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { partOf } from '../helpers/campaign/size.ts';
import { allBodies } from '../helpers/oracles/allBodies.ts';
import { countOutside } from '../helpers/oracles/exactHulls.ts';
import { cube, join, moved, randomSoup, sampleMeshes } from '../helpers/oracles/meshes.ts';

/** Patches of a cut. */
const BUDGETS = [24];
/** Nine times as many signs are found in seconds. */
const MOST_SIGNS = 1e8;
/** Of smaller meshes every slot is looked at, down to single triangles. */
const SMALL = 300;

function pieceOf(mesh: Mesh, tree: Tree): MeshPiece {
  const convex = compiledShape({ kind: 'hull', hull: { positions: mesh.positions } }) as HullShape;
  return { kind: 'mesh', name: '', mesh, tree, convex, ball: new Float64Array(4) };
}

/** How many vertices of a patch's triangles its hull misses. */
function missed(patches: Patches, { positions, indices }: Mesh, tree: Tree, index: number): number {
  const { shape, from, to } = patches.get(index);
  const corners = new Set<number>();
  for (let t = from; t < to; t++) {
    for (let k = 0; k < 3; k++) corners.add(indices[3 * tree.ids[t] + k]);
  }
  const points = new Float64Array(3 * corners.size);
  [...corners].forEach((v, i) => {
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * v + k];
  });
  return countOutside((shape as HullShape).hull, points);
}

/** A cut through the tree: the patch with the most triangles is divided, again and again. */
function cutOf(patches: Patches, budget: number): number[] {
  const cut = [0];
  for (;;) {
    let largest = -1;
    cut.forEach((index, i) => {
      const { children, from, to } = patches.get(index);
      if (children.length === 0) return;
      const best = largest < 0 ? null : patches.get(cut[largest]);
      if (best === null || to - from > best.to - best.from) largest = i;
    });
    if (largest < 0 || cut.length + 3 > budget) return cut;
    cut.splice(largest, 1, ...patches.get(cut[largest]).children);
  }
}

function expectContained(mesh: Mesh, split: SplitName, name: string): void {
  const tree = buildTree(mesh, { split });
  const patches = new Patches(pieceOf(mesh, tree));
  for (const budget of BUDGETS) {
    const cut = cutOf(patches, budget);
    const count = new Uint8Array(tree.triangleCount);
    let outside = 0;
    for (const index of cut) {
      const { from, to } = patches.get(index);
      for (let t = from; t < to; t++) count[tree.ids[t]]++;
      // The whole is looked at by itself: it is the same for all rules.
      if (index !== 0) outside += missed(patches, mesh, tree, index);
    }
    expect([outside, count.every((n) => n === 1)], `${name}, ${split}, ${budget}`).toEqual([
      0,
      true,
    ]);
  }
  if (tree.triangleCount > SMALL) return;
  let outside = 0;
  for (let i = 0; i < tree.slotCount + tree.triangleCount; i++)
    outside += missed(patches, mesh, tree, i);
  expect(outside, `${name}, ${split}`).toBe(0);
}

/** The same triangles with some of them repeated, some turned round, some without area, in another order. */
function mangled({ positions, indices }: Triangles, random: Random): Triangles {
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) => [
    ...indices.slice(3 * t, 3 * t + 3),
  ]);
  const out: number[][] = [];
  for (const triangle of triangles) {
    const [a, b, c] = triangle;
    const kind = Math.floor(random.between(0, 12));
    if (kind === 0) continue;
    out.push(kind === 1 ? [a, c, b] : triangle);
    if (kind === 2) out.push([a, c, b], [b, c, a]);
    if (kind === 3) out.push([a, a, b], [c, c, c]);
    // A fin: three triangles at an edge.
    if (kind === 4) out.push([a, b, triangles[Math.floor(random.between(0, triangles.length))][2]]);
  }
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random.between(0, i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return { positions, indices: Uint32Array.from(out.flat()) };
}

/** Solids and shells, random ones: round, with arms, several that touch or cross, with rooms inside, open. */
function randomThings(random: Random): Record<string, Triangles> {
  const size = () => random.between(0.2, 1);
  const ball = bumpyBall(size(), 0.4, 8, random);
  const inner = bumpyBall(0.1, 0.2, 5, random);
  const turned = { ...inner, indices: inner.indices.slice().reverse() };
  const ring = torus(size(), 0.1, 14, 6);
  const few = Math.floor(random.between(20, 60));
  return {
    ball,
    crossing: join(ball, moved(ball, 0.3, 0.1, 0, 1), cube(0.3)),
    hollow: join(moved(ball, 0, 0, 0, 2), turned),
    ring,
    cord: knot(size(), 0.05, 40, 4),
    open: { ...ring, indices: ring.indices.slice(0, 3 * few) },
    soup: randomSoup(random, few),
    far: moved(ball, 1e6, -1e6, 1e6),
    tiny: moved(ring, 0, 0, 0, 1e-7),
  };
}

describe('pieces contain the surface', () => {
  const bodies = allBodies();

  it('hulls of all bodies have all vertices', () => {
    expect(bodies.length).toBeGreaterThan(process.env.SUREPATH_DATA ? 100 : 20);
    for (const { name, mesh } of bodies) {
      const { positions } = mesh;
      const hull = convexHull(positions);
      // All vertices against all facets; of the largest, each against the tetrahedron that has it. Both are exact.
      if (positions.length * hull.indices.length < MOST_SIGNS) {
        expect(countOutside(hull, positions), name).toBe(0);
      } else
        expect(hullFromHolders(positions, hull, holdersOf(positions, hull)!), name).toEqual(hull);
    }
  });

  // The other plain rules are tried on samples.
  for (const split of partOf(['shells', 'notch', 'sah'] as const)) {
    it(`every body, split by ${split}`, () => {
      for (const { name, mesh } of bodies) expectContained(mesh, split, name);
    });
  }

  it('samples, whole and mangled, seeds 1 and 2', () => {
    for (let seed = 1; seed <= 2; seed++) {
      const random = new Random(seed);
      for (const [name, triangles] of Object.entries(sampleMeshes())) {
        for (const each of [triangles, mangled(triangles, random)]) {
          if (each.indices.length === 0) continue;
          for (const split of SPLIT_NAMES)
            expectContained(buildMesh(each), split, `${name} ${seed}`);
        }
      }
    }
  });

  it('random solids and shells, whole and mangled, seeds 1 to 4', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const random = new Random(seed);
      for (const [name, triangles] of Object.entries(randomThings(random))) {
        for (const each of [triangles, mangled(triangles, random)]) {
          for (const split of SPLIT_NAMES)
            expectContained(buildMesh(each), split, `${name} ${seed}`);
        }
      }
    }
  });
});

describe('compiled meshes that were kept', () => {
  const keyOf = ({ positions, indices }: Mesh) =>
    new ContentHash().add(positions).add(indices).words();
  const kept = (mesh: Mesh, split: SplitName = 'sah') => {
    const made = { tree: buildTree(mesh, { split }), hull: convexHull(mesh.positions) };
    return { made, entry: writeKeptMesh(mesh, keyOf(mesh), made) };
  };
  const sameBits = (a: Tree, b: Tree) =>
    Buffer.compare(Buffer.from(a.buffer), Buffer.from(b.buffer)) === 0;
  /** With the words that tell all others put right. */
  const sealed = (words: Uint32Array) => {
    words.set(new ContentHash().add(words.subarray(0, -4)).words(), words.length - 4);
    return new Uint8Array(words.buffer);
  };

  it('are what was kept, of every body', () => {
    for (const { name, mesh } of allBodies()) {
      for (const split of ['sah', SPLIT_NAMES[SPLIT_NAMES.length - 1]] as const) {
        const { made, entry } = kept(mesh, split);
        const read = readKeptMesh(entry, mesh, keyOf(mesh));
        expect(read && sameBits(read.tree, made.tree), name).toBe(true);
        if (made.hull.dimension === 3) expect(read!.hull, name).toEqual(made.hull);
      }
    }
  });

  it('are refused or the same: bits, lengths, versions; and proven where nothing tells, seed 9', () => {
    const random = new Random(9);
    const meshes = allBodies()
      .map(({ mesh }) => mesh)
      .filter(({ indices }) => indices.length > 300 && indices.length < 3000)
      .slice(0, 12);
    expect(meshes.length).toBe(12);
    const entries = meshes.map((mesh) => kept(mesh).entry);
    let taken = 0;
    meshes.forEach((mesh, m) => {
      const key = keyOf(mesh);
      for (let round = 0; round < 300; round++) {
        const bytes = entries[m].slice();
        for (let flips = 0; flips <= round % 3; flips++) {
          bytes[Math.floor(random.between(0, bytes.length))] ^=
            1 << Math.floor(random.between(0, 8));
        }
        const cut = bytes.subarray(0, Math.floor(random.between(0, bytes.length)));
        const mixed = new Uint8Array([
          ...entries[(m + 1) % 12].subarray(0, cut.length),
          ...bytes.subarray(cut.length),
        ]);
        for (const each of [bytes, cut, mixed]) {
          const read = readKeptMesh(each, mesh, key);
          if (read) expect(sameBits(read.tree, kept(mesh).made.tree)).toBe(true);
        }
        // Somebody who seals what he forged: what is taken is right all the same.
        const words = new Uint32Array(bytes.slice().buffer);
        words.set(key, 2);
        const read = readKeptMesh(sealed(words), mesh, key);
        if (!read) continue;
        taken++;
        expect(validateTree(read.tree)).toEqual([]);
        if (read.hull) expect(countOutside(read.hull, mesh.positions)).toBe(0);
      }
      // Another mesh's entry under this one's name.
      const foreign = new Uint32Array(entries[(m + 1) % 12].slice().buffer);
      foreign.set(key, 2);
      expect(readKeptMesh(sealed(foreign), mesh, key)).toBeNull();
    });
    expect(taken).toBeGreaterThan(0);
  });

  it('do not stand for a mesh that reaches farther by the least amount, seed 10', () => {
    const random = new Random(10);
    for (const { name, mesh } of allBodies().filter(({ mesh }) => mesh.indices.length < 3000)) {
      const { made, entry } = kept(mesh);
      if (made.hull.dimension < 3) continue;
      const key = keyOf(mesh);
      for (let round = 0; round < 5; round++) {
        const positions = mesh.positions.slice();
        const v = 3 * Math.floor(random.between(0, positions.length / 3));
        for (let k = 0; k < 3; k++)
          positions[v + k] *= 1 + random.between(-1, 1) * 10 ** -(round + 1);
        const other = { ...mesh, positions };
        const read = readKeptMesh(entry, other, key);
        if (!read) continue;
        expect(validateTree(read.tree), name).toEqual([]);
        expect(read.hull === null ? 0 : countOutside(read.hull, positions), name).toBe(0);
      }
    }
  });
});
