/** Surveys of shells and convex pieces, against plain oracles: every triangle once, no piece more concave than allowed. */
import { describe, expect, it } from 'vitest';
import { buildMesh, convexHull, type Triangles } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { convexPieces, pieceBorders, surveyShells } from '../../src/report/index.ts';
import { cube, degenerateSoup, join, mesh, moved, randomSoup } from '../helpers/oracles/meshes.ts';
import { book, moebius, PLATES, plate, shuffled, tube } from '../helpers/oracles/sheets.ts';

/** Rows of text as a solid of cubes, one high: its surface, welded. */
function blocks(rows: readonly string[], side = 0.1): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  const isFull = (x: number, y: number, z: number) => z === 0 && rows[y]?.[x] === '#';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!isFull(x, y, 0)) continue;
      for (let axis = 0; axis < 3; axis++) {
        for (const sign of [-1, 1]) {
          const beside = [x, y, 0].map((c, k) => c + (k === axis ? sign : 0));
          if (isFull(beside[0], beside[1], beside[2])) continue;
          const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
          const first = positions.length / 3;
          for (const [i, j] of [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ]) {
            const corner = [x, y, 0];
            corner[axis] += sign > 0 ? 1 : 0;
            corner[u] += sign > 0 ? i : j;
            corner[v] += sign > 0 ? j : i;
            positions.push(...corner.map((c) => side * c));
          }
          indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
        }
      }
    }
  });
  return buildMesh(mesh(positions, indices));
}

/** How far a point lies under the facets of the hull of some triangles; negative outside. */
function depthUnder({ positions, indices }: Triangles, triangles: Uint32Array) {
  const corners = Array.from(triangles).flatMap((t) => [0, 1, 2].map((k) => indices[3 * t + k]));
  const points = corners.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  const hull = convexHull(Float64Array.from(points));
  return (x: number, y: number, z: number): number => {
    if (hull.dimension < 3) return Number.NEGATIVE_INFINITY;
    let depth = Number.POSITIVE_INFINITY;
    for (let f = 0; f < hull.indices.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        hull.positions.subarray(3 * hull.indices[f + k], 3 * hull.indices[f + k] + 3),
      );
      const u = b.map((each, k) => each - a[k]);
      const v = c.map((each, k) => each - a[k]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const above = n[0] * (x - a[0]) + n[1] * (y - a[1]) + n[2] * (z - a[2]);
      depth = Math.min(depth, -above / Math.hypot(...n));
    }
    return depth;
  };
}

/** The empty blocks beside full ones whose middles the hull of some triangles has inside. */
function filled(rows: readonly string[], solid: Triangles, triangles: Uint32Array): string[] {
  const depth = depthUnder(solid, triangles);
  return rows.flatMap((row, y) =>
    Array.from(row).flatMap((word, x) =>
      word !== '#' && depth(0.1 * x + 0.05, 0.1 * y + 0.05, 0.05) > 0.02 ? [`${x} ${y}`] : [],
    ),
  );
}

function expectPartition(groups: readonly Uint32Array[], count: number): void {
  const all = groups.flatMap((group) => [...group]).sort((a, b) => a - b);
  expect(all).toEqual(Array.from({ length: count }, (_, t) => t));
  for (const group of groups) expect(group.length).toBeGreaterThan(0);
}

const SOUPS = (() => {
  const random = new Random(11);
  return {
    plates: join(plate(PLATES.door), moved(plate(PLATES.comb), 5, 0, 0)),
    book: book(4, 2, 3),
    shuffled: shuffled(join(book(3, 2, 2), moved(tube(9, 4), 4, 0, 0)), random),
    moebius: moebius(12),
    soup: randomSoup(random, 60),
    degenerate: degenerateSoup(random),
    cube: cube(1),
    far: moved(plate(PLATES.U), 1e6, -1e6, 1e6),
  };
})();

describe('pieces', () => {
  it.each(Object.entries(SOUPS))(
    '%s: every triangle is in one shell, one piece of it, and one convex piece',
    (_, given) => {
      const welded = buildMesh(given, { solid: false });
      const count = welded.indices.length / 3;
      const { shells, tolerance } = surveyShells(welded);
      expectPartition(
        shells.map(({ triangles }) => triangles),
        count,
      );
      for (const { triangles, pieces } of shells) {
        expect(pieces.flatMap((piece) => [...piece]).toSorted()).toEqual([...triangles].toSorted());
      }
      const found = convexPieces(welded);
      expectPartition(found.pieces, count);
      expect(found.tolerance).toBe(tolerance);
      // A convex piece is in one shell.
      const shellOf = new Map(
        shells.flatMap((shell, i) => [...shell.triangles].map((t) => [t, i])),
      );
      for (const piece of found.pieces) {
        expect(new Set([...piece].map((t) => shellOf.get(t))).size).toBe(1);
      }
    },
  );

  it.each([
    ['C', ['#####', '#....', '#....', '#####'], 3],
    ['L', ['#..', '#..', '###'], 2],
    ['cross', ['..#..', '..#..', '#####', '..#..', '..#..'], 3],
  ] as const)('of a solid %s have hulls that fill nothing of what is empty', (_, rows, least) => {
    const solid = blocks(rows);
    const tolerance = 0.02;
    const all = Uint32Array.from({ length: solid.indices.length / 3 }, (__, t) => t);
    expect(filled(rows, solid, all).length).toBeGreaterThan(0);
    const { pieces } = convexPieces(solid, tolerance);
    for (const piece of pieces) expect(filled(rows, solid, piece)).toEqual([]);
    expect(pieces.length).toBeGreaterThanOrEqual(least);
    // Dividing shells alone leaves it as it is: it is closed.
    expect(surveyShells(solid, tolerance).shells.map((shell) => shell.pieces.length)).toEqual([1]);
  });

  it('meet at edges between two triangles of different pieces, each once', () => {
    const given = join(plate(PLATES.U), moved(book(3, 2, 2), 4, 0, 0));
    const { positions, indices } = buildMesh(given, { solid: false });
    const { pieces } = convexPieces({ positions, indices });
    const borders = pieceBorders({ positions, indices }, pieces);
    const owner = new Map(pieces.flatMap((piece, i) => [...piece].map((t) => [t, i])));
    const name = (v: number, w: number) => `${Math.min(v, w)} ${Math.max(v, w)}`;
    const sides = new Map<string, number[]>();
    for (let t = 0; t < indices.length / 3; t++) {
      for (let k = 0; k < 3; k++) {
        const key = name(indices[3 * t + k], indices[3 * t + ((k + 1) % 3)]);
        sides.set(key, [...(sides.get(key) ?? []), owner.get(t)!]);
      }
    }
    const wanted = [...sides]
      .filter(([, list]) => list.length === 2 && list[0] !== list[1])
      .map(([key]) => key);
    const found = Array.from({ length: borders.length / 2 }, (_, i) =>
      name(borders[2 * i], borders[2 * i + 1]),
    );
    expect(found.toSorted()).toEqual(wanted.toSorted());
    expect(wanted.length).toBeGreaterThan(4);
  });
});

describe('surveys', () => {
  it('tell the concave vertices of plates, as looking at the letters does', () => {
    const concave = (rows: readonly string[]) => {
      const { shells } = surveyShells(buildMesh(plate(rows), { solid: false }), 0.01);
      return shells.map(({ concavities }) => concavities.map(({ distance }) => distance));
    };
    expect(concave(PLATES.square)).toEqual([[]]);
    // The corner of an L of ten by ten squares with arms of three: from the line between their ends.
    const [[corner, ...others]] = concave(PLATES.L);
    expect(others).toEqual([]);
    expect(corner).toBeCloseTo((0.7 * 0.7) / Math.hypot(0.7, 0.7), 9);
    // The opening of a window is a hole, no concave part.
    expect(concave(PLATES.window)).toEqual([[]]);
  });

  it('measure boundaries, the outer one first', () => {
    const { shells } = surveyShells(buildMesh(plate(PLATES.windows), { solid: false }));
    const lengths = shells[0].boundaries.map(({ length, hole }) => [hole, Math.round(10 * length)]);
    expect(lengths).toEqual([
      [false, 48],
      [true, 8],
      [true, 8],
      [true, 8],
    ]);
    expect(shells[0].size.map((x) => Number(x.toFixed(9)))).toEqual([1.6, 0.8, 0]);
  });

  it('take the tolerance by the size of the mesh, wherever it is', () => {
    const near = surveyShells(buildMesh(plate(PLATES.U), { solid: false }));
    const far = surveyShells(buildMesh(SOUPS.far, { solid: false }));
    expect(far.tolerance).toBeCloseTo(near.tolerance, 6);
    expect(far.shells[0].pieces.length).toBe(near.shells[0].pieces.length);
  });
});
