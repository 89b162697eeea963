/** Surveys of shells and convex pieces, against plain oracles: every triangle once, no piece more concave than allowed. */
import { describe, expect, it } from 'vitest';
import { buildMesh } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { convexPieces, pieceBorders, surveyShells } from '../../src/report/index.ts';
import { cube, degenerateSoup, join, moved, randomSoup } from '../helpers/oracles/meshes.ts';
import { book, moebius, PLATES, plate, shuffled, tube } from '../helpers/oracles/sheets.ts';

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
