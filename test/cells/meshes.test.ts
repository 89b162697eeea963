/**
 * Meshes that stand for those of paper E's section 4: how many triangles, connected parts and open shells they have, counted
 * here from vertices that are equal, and nothing in them that is degenerate or twice there.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readMesh } from '../../src/formats/index.ts';
import { buildMesh, type Triangles } from '../../src/geometry/index.ts';

const FOLDER = fileURLToPath(new URL('../../cells', import.meta.url));

interface Expected {
  readonly triangles: number;
  /** Triangles that hang together by vertices. */
  readonly parts: number;
  /** Of these, closed solids. */
  readonly solids: number;
  /** Triangles that hang together by edges that exactly two share. */
  readonly shells: number;
  /** Edges of one triangle, and of three. */
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
  const { triangles } = readMesh(readFileSync(`${FOLDER}/${file}`), { file });
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

it('the coarse robot has 989 triangles with its tool', () => {
  const links = ['base_link', 1, 2, 3, 4, 5, 6, 'gun'].map((name) => {
    const file = `robots/meshes/irb2400_coarse/${typeof name === 'number' ? 'link_' : ''}${name}.ply`;
    return readMesh(readFileSync(`${FOLDER}/${file}`), { file }).triangles.indices.length / 3;
  });
  expect(links.reduce((a, b) => a + b)).toBe(989);
});

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
