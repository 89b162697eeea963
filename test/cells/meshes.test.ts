/**
 * Meshes that stand for those of paper E's section 4: how many triangles, connected parts and open shells they have, counted
 * here from vertices that are equal, and nothing in them that is degenerate or twice there.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildTree, ORIENTED, type Tree } from '../../src/bvh/index.ts';
import { readMesh } from '../../src/formats/index.ts';
import { buildMesh, divideNotches, type Triangles } from '../../src/geometry/index.ts';

const FOLDER = fileURLToPath(new URL('../../cells', import.meta.url));

interface Expected {
  readonly triangles: number;
  /** Triangles that hang together by vertices. */
  readonly parts: number;
  /** Of these, closed solids. */
  readonly solids: number;
  /** Triangles that hang together by edges that exactly two share. */
  readonly shells: number;
  /** Edges of one triangle, and of more than two. */
  readonly boundary: number;
  readonly branch: number;
}

const expected: Record<string, Expected> = {
  'car-entry/meshes/car.ply': {
    triangles: 2069,
    parts: 9,
    solids: 0,
    shells: 34,
    boundary: 604,
    branch: 125,
  },
  'maze/meshes/maze.ply': {
    // Walls that meet at a corner share an edge there.
    triangles: 300,
    parts: 9,
    solids: 9,
    shells: 25,
    boundary: 0,
    branch: 17,
  },
  'bird-cage/meshes/cage.ply': {
    triangles: 960,
    parts: 16,
    solids: 16,
    shells: 16,
    boundary: 0,
    branch: 0,
  },
  'robots/meshes/boards/body.ply': {
    triangles: 20,
    parts: 1,
    solids: 1,
    shells: 1,
    boundary: 0,
    branch: 0,
  },
  'c-shape/meshes/c.ply': {
    triangles: 152,
    parts: 1,
    solids: 1,
    shells: 1,
    boundary: 0,
    branch: 0,
  },
  's-shape/meshes/s.ply': {
    triangles: 656,
    parts: 1,
    solids: 1,
    shells: 1,
    boundary: 0,
    branch: 0,
  },
  'door-panel/meshes/panel.ply': {
    triangles: 436,
    parts: 1,
    solids: 0,
    shells: 1,
    boundary: 124,
    branch: 0,
  },
  'robots/meshes/irb2400_coarse/gun.ply': {
    triangles: 189,
    parts: 6,
    solids: 5,
    shells: 6,
    boundary: 9,
    branch: 0,
  },
};

describe.each(Object.entries(expected))('%s', (file, { parts, solids, ...counts }) => {
  const triangles = read(file);
  const mesh = buildMesh(triangles);

  it('has the parts and solids that are stated', () => {
    expect(mesh.components).toHaveLength(parts);
    const closed = mesh.components.filter(({ solid }) => solid);
    expect(closed).toHaveLength(solids);
    expect(closed.filter((c) => c.flippedEdges > 0 || c.approxVolume <= 0)).toEqual([]);
  });

  it('has the triangles, shells, boundary and branch edges that are stated', () => {
    expect(count(triangles)).toEqual(counts);
  });

  it('has no triangle without area or twice, and no edge shorter than a millimetre', () => {
    expect(mesh.degenerateTriangles).toBe(0);
    const faces = new Set<string>();
    let shortest = Infinity;
    for (let t = 0; t < mesh.indices.length; t += 3) {
      const corners = [...mesh.indices.subarray(t, t + 3)];
      faces.add([...corners].sort().join());
      const [a, b, c] = corners.map((v) => mesh.positions.subarray(3 * v, 3 * v + 3));
      for (const [p, q] of [[a, b] as const, [b, c] as const, [c, a] as const]) {
        shortest = Math.min(shortest, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      }
    }
    expect(faces.size).toBe(counts.triangles);
    expect(shortest).toBeGreaterThan(0.001);
  });
});

describe('the solids in the shape of letters', () => {
  // Sums over the boxes of a level, by principal directions and at notches. Paper E's table 1 has 35.9, 47.5, 37.8 and
  // 35.9, 47.0, 32.7 for the C, 40.0, 35.2, 32.2 and 40.0, 35.0, 28.3 for the S.
  it.each([
    ['c', [35.9, 47.3, 37.8], [35.9, 45.8, 32.9]],
    ['s', [40.0, 35.5, 32.0], [40.0, 34.9, 28.5]],
  ])('%s: trees have nearly the volumes of the paper', (letter, principal, notched) => {
    const mesh = read(`${letter}-shape/meshes/${letter}.ply`);
    const division = divideNotches(mesh, { cut: 'bisector', tolerance: 0.02 });
    expectVolumes(buildTree(mesh, { volume: 'obb', split: 'mean' }), principal);
    expectVolumes(buildTree(mesh, { volume: 'obb', split: 'mean', division }), notched);
  });

  it('the one that moves is the one that stands', () => {
    for (const letter of ['c', 's']) {
      const [moving, standing] = [
        `robots/meshes/${letter}_body/body.ply`,
        `${letter}-shape/meshes/${letter}.ply`,
      ].map((file) => readFileSync(`${FOLDER}/${file}`));
      expect(Buffer.compare(moving, standing)).toBe(0);
    }
  });

  it('have vertices along their notches between front and back', () => {
    for (const letter of ['c', 's']) {
      const { positions } = read(`${letter}-shape/meshes/${letter}.ply`);
      const [width, height] = [0, 1].map((k) =>
        Math.max(...positions.filter((_, i) => i % 3 === k)),
      );
      const inner: number[] = [];
      for (let i = 0; i < positions.length; i += 3) {
        const [x, y, z] = positions.subarray(i, i + 3);
        if (Math.abs(x) < width && Math.abs(y) < height && z === 0) inner.push(i);
      }
      expect(inner.length, letter).toBeGreaterThanOrEqual(letter === 'c' ? 2 : 4);
    }
  });
});

it('the coarse robot has 989 triangles with its tool', () => {
  const links = ['base_link', 1, 2, 3, 4, 5, 6, 'gun'].map((name) => {
    const file = `robots/meshes/irb2400_coarse/${typeof name === 'number' ? 'link_' : ''}${name}.ply`;
    return read(file).indices.length / 3;
  });
  expect(links.reduce((a, b) => a + b)).toBe(989);
});

/** The volumes of the levels, from the root on. */
function expectVolumes(tree: Tree, volumes: readonly number[]): void {
  let level = [0];
  for (const volume of volumes) {
    let sum = 0;
    for (const slot of level) {
      const at = slot * ORIENTED.size + ORIENTED.extents;
      const [a, b, c] = tree.volumes.subarray(at, at + 3);
      sum += 8 * a * b * c;
    }
    expect(Math.abs(sum - volume)).toBeLessThan(0.06);
    level = level.flatMap((slot) => [tree.links[slot], tree.links[slot] + 1]);
  }
}

function read(file: string): Triangles {
  return readMesh(readFileSync(`${FOLDER}/${file}`), { file }).triangles;
}

/** Counts by names of points and edges: slow and plain. */
function count({ positions, indices }: Triangles) {
  const triangles = indices.length / 3;
  const edges = new Map<string, number[]>();
  for (let t = 0; t < triangles; t++) {
    const names = [0, 1, 2].map((k) =>
      positions.subarray(3 * indices[3 * t + k], 3 * indices[3 * t + k] + 3).join(),
    );
    names.forEach((a, k) => {
      const key = [a, names[(k + 1) % 3]].sort().join(' to ');
      edges.set(key, [...(edges.get(key) ?? []), t]);
    });
  }
  const numbers = Array.from({ length: triangles }, (_, t) => t);
  const around = [...edges.values()];
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, b, ...more] of around) {
      if (b === undefined || more.length > 0 || numbers[a] === numbers[b]) continue;
      numbers[a] = numbers[b] = Math.min(numbers[a], numbers[b]);
      changed = true;
    }
  }
  return {
    triangles,
    shells: new Set(numbers).size,
    boundary: around.filter((list) => list.length === 1).length,
    branch: around.filter((list) => list.length > 2).length,
  };
}
