/** Vertex cycles, boundaries and shells: the paper's figures 5 and 6, an oracle on soups and sheets, and what must hold of any soup. */
import { describe, expect, it } from 'vitest';
import { buildMesh, findOpenShells, type Triangles } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { cube, join, mesh, moved, sampleMeshes } from '../helpers/oracles/meshes.ts';
import {
  book,
  curled,
  moebius,
  PLATES,
  plate,
  shuffled,
  tangledSoup,
  tube,
} from '../helpers/oracles/sheets.ts';
import { cyclesOf, expectPlainShells, expectSoundShells } from '../helpers/oracles/shellChecks.ts';

/** Counted from 1, as the paper counts, and turned until the smallest face comes first, as a cycle has no beginning. */
function asPrinted(cycle: readonly (number | string)[]): string {
  const names = cycle.map((e) => (typeof e === 'number' ? `f${e + 1}` : e));
  return names.join(',');
}

function turns(text: string): string[] {
  const parts = text.split(',');
  return parts.map((_, i) => [...parts.slice(i), ...parts.slice(0, i)].join(','));
}

/** Nine triangles around two inner vertices, 8 and 9. The third row of the paper's table is face 4: its own cycle of 8 has f3 at 8. */
const FIGURE5 = [
  [1, 7, 8],
  [8, 7, 6],
  [8, 6, 9],
  [9, 6, 5],
  [9, 5, 4],
  [9, 4, 3],
  [8, 9, 3],
  [8, 3, 2],
  [8, 2, 1],
];
const PLACES = [
  [0, 2, 0],
  [-2, 2, 0],
  [-2, 0, 0],
  [-1, -2, 0],
  [1, -2, 0],
  [2, 0, 0],
  [2, 2, 0],
  [0, 1, 0],
  [0, -1, 0],
];
const paperMesh = (faces: number[][], places: number[][]): Triangles =>
  mesh(
    places.flat(),
    faces.flat().map((v) => v - 1),
  );

describe("the paper's figures", () => {
  it('5: vertex cycles and the boundary', () => {
    const model = findOpenShells(paperMesh(FIGURE5, PLACES));
    expect(cyclesOf(model, 0).map(asPrinted)).toEqual(['f1,f9,-']);
    expect(cyclesOf(model, 1).map(asPrinted)).toEqual(['f9,f8,-']);
    expect(cyclesOf(model, 7).map(asPrinted)).toEqual(['f1,f2,f3,f7,f8,f9']);
    expect(model.shells).toHaveLength(1);
    expect(model.shells[0].boundaries).toHaveLength(1);
    expect([...model.shells[0].boundaries[0].vertices].map((v) => v + 1)).toEqual([
      1, 7, 6, 5, 4, 3, 2,
    ]);
    expect(model.branchEdges).toHaveLength(0);
    expect(model.boundaryEdges).toHaveLength(14);
  });

  it('6: a branch edge, and the cycles on both sides of it', () => {
    // f10 and f11 stand on edge (3, 8).
    const faces = [...FIGURE5, [8, 3, 11], [8, 11, 12]];
    const places = [...PLACES, [5, 5, 5], [-1, 0, 1], [0, 1, 1]];
    const model = findOpenShells(paperMesh(faces, places));
    expect([...model.branchEdges]).toEqual([2, 7]);
    const [around, above] = cyclesOf(model, 7).map(asPrinted);
    expect(turns('f1,f2,f3,f7,#,f8,f9')).toContain(around);
    expect(above).toBe('#,f10,f11,-');
    expect(model.shells.map(({ triangles }) => triangles.length)).toEqual([9, 2]);
    const [sheet, flap] = model.shells.map(({ boundaries }) => boundaries);
    // The branch edge does not part the sheet: both of its sides are one after the other, at the dead end of the slit.
    expect(sheet.map(({ vertices }) => vertices.length)).toEqual([9]);
    expect([...sheet[0].branch].filter((b) => b === 1)).toHaveLength(2);
    expect(flap.map(({ vertices }) => [...vertices].map((v) => v + 1))).toEqual([[8, 3, 11, 12]]);
    expect([...flap[0].branch]).toEqual([1, 0, 0, 0]);
  });
});

describe('findOpenShells', () => {
  it('agrees with the oracle on soups of few vertices, seeds 1 to 60', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      expectPlainShells(tangledSoup(random, 4 + (seed % 9), 3 + (seed % 23)), `seed ${seed}`);
    }
  });

  it('agrees with it on sheets, as they are and with triangles turned, repeated and in any order', () => {
    const random = new Random(3);
    const sheets = {
      tube: tube(6, 2),
      moebius: moebius(7),
      T: book(3, 2, 2),
      cross: book(4, 1, 2),
    };
    const plates = Object.fromEntries(
      ['L', 'window'].map((name) => [name, plate(PLATES[name], curled(1))]),
    );
    for (const [name, sheet] of Object.entries({ ...sheets, ...plates, cube: cube() })) {
      expectPlainShells(sheet, name);
      expectPlainShells(shuffled(sheet, random), `${name}, shuffled`);
    }
  });

  it('finds what there is', () => {
    const count = (t: Triangles) => {
      const { shells, branchEdges } = findOpenShells(t);
      return {
        shells: shells.length,
        boundaries: shells.map(({ boundaries }) => boundaries.length),
        holes: shells.map(({ boundaries }) => boundaries.filter(({ hole }) => hole).length),
        branches: branchEdges.length / 2,
      };
    };
    expect(count(cube())).toEqual({ shells: 1, boundaries: [0], holes: [0], branches: 0 });
    expect(count(tube(8, 3))).toEqual({ shells: 1, boundaries: [2], holes: [1], branches: 0 });
    expect(count(moebius(9))).toEqual({ shells: 1, boundaries: [1], holes: [0], branches: 0 });
    expect(count(plate(PLATES.windows))).toMatchObject({ shells: 1, boundaries: [4], holes: [3] });
    expect(count(book(3, 2, 4))).toMatchObject({ shells: 3, branches: 4 });
    expect(count(book(4, 2, 4))).toMatchObject({ shells: 4, boundaries: [1, 1, 1, 1] });
    // Two squares that touch in a corner: a vertex with two cycles does not join them.
    const bowTie = plate(['#.', '.#']);
    expect(count(bowTie)).toMatchObject({ shells: 2, boundaries: [1, 1], branches: 0 });
  });

  it('is not misled by how triangles run or how often they are there', () => {
    const door = plate(PLATES.door, curled(2));
    const { shells } = findOpenShells(door);
    expect(shells).toHaveLength(1);
    for (let seed = 1; seed <= 5; seed++) {
      const other = findOpenShells(shuffled(door, new Random(seed)));
      expect(other.shells).toHaveLength(1);
      expect(other.shells[0].boundaries.map(({ vertices }) => vertices.length).sort()).toEqual(
        shells[0].boundaries.map(({ vertices }) => vertices.length).sort(),
      );
    }
  });

  it('puts triangles without three corners beside their edge, and else alone', () => {
    const square = plate(['#']);
    const first = square.positions.length / 3;
    const more = [0, 0, 1, first, first, first, first, first, first + 1];
    const soup = mesh([...square.positions, 9, 9, 9, 8, 8, 8], [...square.indices, ...more]);
    const { shells } = findOpenShells(soup);
    expect(shells.map(({ triangles }) => [...triangles])).toEqual([[0, 1, 2], [3], [4]]);
    expect(shells[0].boundaries[0].vertices).toHaveLength(4);
    expect([...shells[1].boundaries[0].vertices]).toEqual([first]);
    expect([...shells[2].boundaries[0].vertices]).toEqual([first, first + 1]);
  });

  it('takes every sample mesh, and meshes far away and tiny', () => {
    for (const [name, sample] of Object.entries(sampleMeshes())) {
      const built = buildMesh(sample);
      expectSoundShells(built, findOpenShells(built), name);
    }
    const far = buildMesh(moved(join(tube(12, 3), cube()), 1e6, -1e6, 1e6));
    expect(findOpenShells(far).shells.map(({ boundaries }) => boundaries.length)).toEqual([2, 0]);
    const tiny = buildMesh(moved(tube(12, 3), 0, 0, 0, 1e-9));
    expect(findOpenShells(tiny).shells[0].boundaries).toHaveLength(2);
  });
});
