/** How shells are divided: along edges, into connected pieces, until nothing concave is left beyond the tolerance. */
import { describe, expect, it } from 'vitest';
import {
  buildMesh,
  type Division,
  divideShells,
  divisionFault,
  divisionSets,
  findOpenShells,
  isUndivided,
  type ShellOptions,
  type Triangles,
  torus,
} from '../../src/geometry/index.ts';
import { traceBoundaries, vertexOf } from '../../src/geometry/openShells/boundaries.ts';
import { distanceToSegment } from '../../src/geometry/openShells/bridges.ts';
import { Chains, CLOSED, GOAL } from '../../src/geometry/openShells/chains.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { cube, join, mesh, moved, sampleMeshes } from '../helpers/oracles/meshes.ts';
import { type Point, plainConcaveParts, turn } from '../helpers/oracles/plainBridges.ts';
import { plainModel } from '../helpers/oracles/plainShells.ts';
import {
  book,
  corridors,
  curled,
  moebius,
  PLATES,
  plate,
  rowsOf,
  shuffled,
  tangledSoup,
  tube,
  wavy,
} from '../helpers/oracles/sheets.ts';
import { expectSoundDivision } from '../helpers/oracles/shellChecks.ts';

const divide = (soup: Triangles, options?: ShellOptions) =>
  divideShells(soup, findOpenShells(soup), options);

/** The triangles of a mesh as a mesh by themselves, vertices as they are. */
function only({ positions, indices }: Triangles, triangles: Uint32Array): Triangles {
  const own = [...triangles].flatMap((t) => [...indices.subarray(3 * t, 3 * t + 3)]);
  return { positions, indices: Uint32Array.from(own) };
}

describe('divideShells', () => {
  it('has every triangle in one piece, pieces connected, cuts along edges: sheets as they are and shuffled', () => {
    const random = new Random(11);
    const sheets: Record<string, Triangles> = {
      tube: tube(9, 4),
      moebius: moebius(12),
      T: book(3, 3, 3),
      cross: book(4, 2, 3),
      two: join(plate(PLATES.L), moved(cube(), 0, 0, 3)),
    };
    for (const [name, rows] of Object.entries(PLATES)) sheets[name] = plate(rows, wavy);
    for (const [name, sheet] of Object.entries(sheets)) {
      for (const soup of [sheet, shuffled(sheet, random)]) {
        const { pieces } = expectSoundDivision(soup, name);
        for (const { pieces: own } of pieces) {
          for (const piece of own) expect(findOpenShells(only(soup, piece)).shells).toHaveLength(1);
        }
      }
    }
  });

  it('takes soups of few vertices, branches and bow ties, with no tolerance and any budget, seeds 1 to 40', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const soup = tangledSoup(random, 5 + (seed % 9), 6 + (seed % 30));
      expectSoundDivision(soup, `seed ${seed}`, { tolerance: 0, most: seed % 3 === 0 ? 2 : 1000 });
    }
    for (const [name, sample] of Object.entries(sampleMeshes())) {
      expectSoundDivision(buildMesh(sample), name, { tolerance: 0 });
    }
  });

  it('leaves nothing concave beyond the tolerance: flat plates against convex hulls', () => {
    const plates: Record<string, readonly string[]> = { ...PLATES };
    for (let seed = 1; seed <= 12; seed++) {
      plates[`corridors ${seed}`] = corridors(2 + (seed % 4), new Random(seed));
    }
    for (const [name, rows] of Object.entries(plates)) {
      const sheet = plate(rows, undefined, 1);
      for (const depth of [0.8, 2.5]) {
        const { pieces } = divide(sheet, { tolerance: 0, depth, most: 1000 });
        const cut = new Map<number, number>();
        for (const chain of pieces[0].cuts) {
          for (const v of chain.subarray(1, -1)) cut.set(v, Math.SQRT2);
        }
        let most = Number.NEGATIVE_INFINITY;
        for (const piece of pieces[0].pieces) {
          const { shells } = findOpenShells(only(sheet, piece));
          const [outer] = shells[0].boundaries.filter(({ hole }) => !hole);
          const polygon = [...outer.vertices].map(
            (v): Point => [sheet.positions[3 * v], sheet.positions[3 * v + 1]],
          );
          for (const { concave, distances } of plainConcaveParts(polygon)) {
            concave.forEach((at, k) => {
              const crooked = cut.get(outer.vertices[at]) ?? 0;
              most = Math.max(most, distances[k] - depth - crooked);
            });
          }
        }
        expect(most, name).toBeLessThanOrEqual(1e-9);
      }
    }
  });

  it('divides letters as one would', () => {
    const count = (name: string, bend = curled(2)) =>
      divide(plate(PLATES[name], bend)).pieces[0].pieces.length;
    expect(count('square')).toBe(1);
    expect(count('L')).toBe(2);
    expect(count('U')).toBe(3);
    expect(count('S')).toBe(5);
    expect(count('window')).toBeGreaterThanOrEqual(4);
    // The corner of the L, to the edge that is nearest.
    const l = divide(plate(PLATES.L)).pieces[0];
    expect(l.cuts).toHaveLength(1);
    expect(l.cuts[0]).toHaveLength(4);
    expect(l.pieces.map((piece) => piece.length).sort((a, b) => a - b)).toEqual([42, 60]);
  });

  it('divides holes at their ends along the principal direction, once the boundary is convex', () => {
    // A slot of 6 by 2: from both of its short sides to the border.
    const rows = Array.from({ length: 12 }, (_, r) =>
      r === 5 || r === 6 ? '####......####' : '##############',
    );
    const sheet = plate(rows, undefined, 1);
    const { pieces } = divide(sheet, { tolerance: 0, depth: 1.5, most: 2 });
    const ends = pieces[0].cuts.map((cut) => cut[cut.length - 1]);
    expect(ends.map((v) => sheet.positions[3 * v]).sort()).toEqual([10, 4]);
    expect(pieces[0].pieces).toHaveLength(2);
    // Narrower than the tolerance it stays.
    expect(divide(sheet, { tolerance: 0, depth: 2 }).pieces[0].cuts).toHaveLength(0);
    // A tube is a sheet with a hole: two half pipes.
    const pipe = tube(12, 4);
    const halves = divide(pipe).pieces[0];
    expect(halves.pieces.map((piece) => piece.length)).toEqual([48, 48]);
  });

  it('cuts to the nearest vertex of the opposite boundary, found by looking at all of them', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(seed);
      const jitter = () => random.between(-0.02, 0.02);
      const sheet = plate(PLATES.L, (u, v) => [u + jitter(), v + jitter(), 0]);
      const [cut] = divide(sheet, { most: 1 }).pieces[0].cuts;
      const corner = cut[cut.length - 1];
      const [{ vertices: rim }] = findOpenShells(sheet).shells[0].boundaries;
      const [before, after] = [-1, 1].map((d) => rim.at((rim.indexOf(corner) + d) % rim.length)!);
      const at = (v: number): Point => [sheet.positions[3 * v], sheet.positions[3 * v + 1]];
      const opposite = [...rim].filter(
        (v) =>
          v !== corner &&
          turn(at(before), at(corner), at(v)) > 0 &&
          turn(at(v), at(corner), at(after)) > 0,
      );
      // Bellman and Ford: lengths of chains along edges inside.
      const inner = [...plainModel(sheet).edges].flatMap(([edge, faces]) =>
        faces.length === 2 ? [edge.split('-').map(Number)] : [],
      );
      const far = new Map([[corner, 0]]);
      for (let changed = true; changed; ) {
        changed = false;
        for (const [a, b] of [...inner, ...inner.map((edge) => edge.toReversed())]) {
          const reached = far.get(a);
          if (reached === undefined || (a !== corner && rim.includes(a))) continue;
          const [[x, y], [u, v]] = [at(a), at(b)];
          const length = reached + Math.hypot(u - x, v - y);
          if (!(length < (far.get(b) ?? Number.POSITIVE_INFINITY))) continue;
          far.set(b, length);
          changed = true;
        }
      }
      const nearest = Math.min(...opposite.map((v) => far.get(v) ?? Number.POSITIVE_INFINITY));
      expect(far.get(cut[0]), `seed ${seed}`).toBeCloseTo(nearest, 12);
    }
  });

  it('keeps chains to the straight line between their ends where many are as short', () => {
    const sheet = plate(
      rowsOf(16, 6, () => false),
      undefined,
      1,
    );
    const { faces } = findOpenShells(sheet);
    const partOf = new Int32Array(faces.triangles.length);
    const chains = new Chains(sheet.positions, { ...faces, partOf });
    const at = (x: number, y: number) => {
      for (let v = 0; ; v++) {
        if (sheet.positions[3 * v] === x && sheet.positions[3 * v + 1] === y) return v;
      }
    };
    const [ends] = traceBoundaries(faces);
    const roles = new Uint8Array(sheet.positions.length / 3);
    for (const end of ends) roles[vertexOf(faces.corners, end)] = CLOSED;
    for (const [from, to] of [
      [1, 5],
      [5, 1],
      [2, 5],
      [4, 1],
    ]) {
      const goal = at(16, to);
      roles[goal] = GOAL;
      const start = at(0, from);
      const chain = chains.find(
        ends.find((end) => vertexOf(faces.corners, end) === start)!,
        roles,
      )!;
      roles[goal] = CLOSED;
      const off = chain.map((half) =>
        distanceToSegment(sheet.positions, faces.corners[half], start, goal),
      );
      expect(Math.max(...off)).toBeLessThan(0.9);
    }
  });

  it('does not cut again and again because a cut is crooked', () => {
    const random = new Random(9);
    const inside = (u: number, v: number) =>
      u > 0.01 && v > 0.01 && (u < 0.29 || v < 0.29) && u < 0.99 && v < 0.99;
    let pieces = 0;
    for (let k = 0; k < 10; k++) {
      const sheet = plate(PLATES.L, (u, v) => {
        const size = inside(u, v) ? 0.04 : 0;
        return [u + random.between(-size, size), v + random.between(-size, size), 0];
      });
      pieces += divide(sheet, { tolerance: 0, depth: 0.005 }).pieces[0].pieces.length;
    }
    // Two each, and some at the corner itself; 82 if the vertices of cuts counted as any others.
    expect(pieces).toBeLessThan(30);
  });

  it('leaves what is nearly closed to whoever divides solids', () => {
    const ring = torus(1, 0.3, 24, 10);
    const open = only(
      ring,
      Uint32Array.from({ length: 480 - 9 }, (_, i) => i + 9),
    );
    const { shells } = findOpenShells(open);
    expect(shells.map(({ boundaries }) => boundaries.length)).toEqual([1]);
    expect(divide(open, { tolerance: 0 }).pieces[0].cuts).toHaveLength(0);
  });

  it('gives closed shells and bent pieces to whoever divides them further', () => {
    const soup = join(plate(PLATES.L), moved(cube(), 0, 0, 3));
    const asked: number[] = [];
    const { division, pieces } = divide(soup, {
      further: (triangles) => {
        asked.push(triangles.length);
        return [triangles.slice(0, 1), triangles.slice(1)];
      },
    });
    expect(asked.sort((a, b) => a - b)).toEqual([12, 42, 60]);
    expect(pieces.map((shell) => shell.pieces.length)).toEqual([2, 1]);
    expect(divisionSets(division)).toHaveLength(6);
  });

  it('keeps to its budget, the deepest first', () => {
    const soup = plate(PLATES.comb);
    for (let most = 0; most < 5; most++) {
      expect(divide(soup, { most }).pieces[0].cuts).toHaveLength(most);
    }
    // The deep pocket of the U comes before the shallow one of the T.
    const { pieces } = divide(join(plate(PLATES.T), moved(plate(PLATES.U), 9, 0, 0)), { most: 1 });
    expect(pieces.map(({ cuts }) => cuts.length)).toEqual([0, 1]);
    for (const bad of [{ tolerance: -1 }, { depth: Number.NaN }, { most: -1 }]) {
      expect(() => divide(soup, bad)).toThrow(InputError);
    }
  });

  it('gives the same again, and the same far away', () => {
    // No two distances are equal, so that rounding decides nothing.
    const random = new Random(4);
    const door = plate(PLATES.door, (u, v) => {
      const [x, y, z] = curled(2)(u + random.between(-0.01, 0.01), v + random.between(-0.01, 0.01));
      return [x, y, z];
    });
    const counts = (soup: Triangles) => divide(soup).pieces[0].pieces.map(({ length }) => length);
    expect(counts(door)).toEqual(counts(door));
    expect(counts(moved(door, 1e6, -1e6, 1e6))).toEqual(counts(door));
    expect(counts(moved(door, 0, 0, 0, 1e-6))).toEqual(counts(door));
  });
});

describe('the tree of shells', () => {
  it('keeps together what is beside each other, and is not deep', () => {
    const random = new Random(2);
    const at: number[][] = [];
    const parts = Array.from({ length: 200 }, () => {
      const place = [0, 1, 2].map(() => random.between(-9, 9));
      at.push(place);
      return moved(tube(5, 1, 0.05, 0.1), place[0], place[1], place[2]);
    });
    const soup = join(...parts);
    const { division } = divide(soup, { tolerance: 1 });
    expect(divisionFault(division, soup.indices.length / 3)).toBeNull();
    let deepest = 0;
    let spread = 0;
    let random2 = 0;
    const visit = (part: Division, level: number) => {
      deepest = Math.max(deepest, level);
      if (isUndivided(part)) return;
      const sets = divisionSets(part).map((set) => Math.floor(set[0] / 10));
      if (sets.length === 4) {
        spread += size(sets.map((i) => at[i]));
        random2 += size(sets.map(() => at[random.uint32() % 200]));
      }
      visit(part[0], level + 1);
      visit(part[1], level + 1);
    };
    visit(division, 0);
    expect(deepest).toBeLessThan(20);
    expect(spread).toBeLessThan(0.4 * random2);
  });

  it('takes a large shell apart that surrounds others: no half is as wide as all', () => {
    const frame = plate(rowsOf(40, 30, (x, y) => x >= 3 && x < 37 && y >= 3 && y < 27));
    const random = new Random(6);
    const inside = Array.from({ length: 12 }, () =>
      moved(tube(5, 1, 0.1, 0.1), random.between(0.5, 3.5), random.between(0.5, 2.5), 0),
    );
    const soup = join(frame, ...inside);
    const { division, pieces } = divide(soup);
    expect(pieces[0].pieces.length).toBe(4);
    if (isUndivided(division)) throw new Error('undivided');
    const places = (part: Division) =>
      divisionSets(part).flatMap((set) =>
        [...set].flatMap((t) =>
          [...soup.indices.subarray(3 * t, 3 * t + 3)].map((v) => [
            ...soup.positions.subarray(3 * v, 3 * v + 3),
          ]),
        ),
      );
    for (const half of [division[0], division[1]]) {
      expect(size(places(half))).toBeLessThan(0.98 * size(places(division)));
    }
  });

  it('is not deep where shells lie in a row, one larger than the other', () => {
    const parts = Array.from({ length: 60 }, (_, i) => moved(tube(4, 1), 2 ** (i / 2), 0, 0));
    const { division } = divide(join(...parts), { tolerance: 1 });
    const depth = (part: Division): number =>
      isUndivided(part) ? 0 : 1 + Math.max(depth(part[0]), depth(part[1]));
    expect(depth(division)).toBeLessThan(24);
  });

  it('takes a triangle alone, and a point', () => {
    expect(divisionSets(divide(mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])).division)).toEqual([
      Uint32Array.of(0),
    ]);
    expectSoundDivision(mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 0]), 'point and segment');
  });
});

function size(places: readonly number[][]): number {
  return Math.hypot(
    ...[0, 1, 2].map((k) => {
      const all = places.map((place) => place[k]);
      return Math.max(...all) - Math.min(...all);
    }),
  );
}
