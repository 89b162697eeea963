/** Concave vertices and bridges: against convex hulls in planes, and where there is no plane. */
import { describe, expect, it } from 'vitest';
import { findOpenShells } from '../../src/geometry/index.ts';
import { traceBoundaries } from '../../src/geometry/openShells/boundaries.ts';
import { findConcaveParts, type Rim } from '../../src/geometry/openShells/bridges.ts';
import { rimOf } from '../../src/geometry/openShells/parts.ts';
import { Random } from '../../src/math/index.ts';
import { type Point, plainConcaveParts, turn, untangled } from '../helpers/oracles/plainBridges.ts';
import { corridors, curled, PLATES, plate, rowsOf, tube } from '../helpers/oracles/sheets.ts';

/** A polygon in a plane of space, and the rim of what it surrounds. */
function inSpace(polygon: readonly Point[], random: Random, shift = 0): [Float64Array, Rim] {
  const unit = () => {
    const v = [0, 1, 2].map(() => random.between(-1, 1));
    return v.map((x) => x / Math.hypot(...v));
  };
  const u = unit();
  const w = unit();
  const n = cross(u, w).map((x, _, all) => x / Math.hypot(...all));
  const v = cross(n, u);
  const positions = polygon.flatMap(([x, y]) => [0, 1, 2].map((k) => shift + x * u[k] + y * v[k]));
  const normals = polygon.flatMap(() => n);
  const vertices = Uint32Array.from(polygon, (_, i) => i);
  return [Float64Array.from(positions), { vertices, normals: Float64Array.from(normals) }];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return a[i] * b[j] - a[j] * b[i];
  });
}

function expectLikeHull(polygon: readonly Point[], random: Random, name: string): void {
  const [positions, rim] = inSpace(polygon, random);
  const found = findConcaveParts(positions, rim);
  const plain = plainConcaveParts(polygon);
  const byStart = [...found].sort((a, b) => a.from - b.from);
  expect(
    byStart.map(({ from, to, concave }) => ({ from, to, concave: [...concave] })),
    name,
  ).toEqual(plain.map(({ from, to, concave }) => ({ from, to, concave })));
  byStart.forEach(({ distances }, i) => {
    distances.forEach((d, k) => {
      expect(d, name).toBeCloseTo(plain[i].distances[k], 9);
    });
  });
}

/** The outline of a plate, as a polygon. */
function outline(rows: readonly string[]): Point[] {
  const sheet = plate(rows, undefined, 1);
  const [boundary] = findOpenShells(sheet).shells[0].boundaries.filter(({ hole }) => !hole);
  return [...boundary.vertices].map((v) => [sheet.positions[3 * v], sheet.positions[3 * v + 1]]);
}

describe('bridges in a plane', () => {
  it('are those of the convex hull: stars, seeds 1 to 60', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const n = 4 + (seed % 40);
      const star = Array.from({ length: n }, (_, i): Point => {
        const radius = random.between(0.2, 1);
        return [radius * Math.cos((2 * Math.PI * i) / n), radius * Math.sin((2 * Math.PI * i) / n)];
      });
      expectLikeHull(star, random, `seed ${seed}`);
    }
  });

  it('are those of the hull: wild polygons through random points, seeds 1 to 60', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      expectLikeHull(untangled(random, 5 + (seed % 30)), random, `seed ${seed}`);
    }
  });

  it('are those of the hull: letters, and trees of corridors with pockets in pockets, seeds 1 to 25', () => {
    const plates: Record<string, readonly string[]> = { ...PLATES };
    for (let seed = 1; seed <= 25; seed++) {
      plates[`seed ${seed}`] = corridors(3 + (seed % 4), new Random(seed));
    }
    for (const [name, rows] of Object.entries(plates)) {
      // Along straight lines rounding would decide who is on the hull, so that space is the plane here.
      const polygon = outline(rows);
      const positions = Float64Array.from(polygon.flatMap(([x, y]) => [x, y, 0]));
      const normals = Float64Array.from(polygon.flatMap(() => [0, 0, 1]));
      const vertices = Uint32Array.from(polygon, (_, i) => i);
      const found = findConcaveParts(positions, { vertices, normals });
      const plain = plainConcaveParts(polygon);
      expect(
        found.map(({ from, to, concave }) => ({ from, to, concave: [...concave] })),
        name,
      ).toEqual(plain.map(({ from, to, concave }) => ({ from, to, concave })));
    }
  });

  it('are those of the hull: combs with teeth of any length, a spiral', () => {
    const random = new Random(5);
    for (let k = 0; k < 20; k++) {
      const teeth: Point[] = [
        [0, -1],
        [20, -1],
      ];
      for (let x = 19; x > 0; x -= 2) {
        const height = random.between(1, 9);
        teeth.push([x + 0.4, 0], [x + 0.3, height], [x - 0.3, height], [x - 0.4, 0]);
      }
      expectLikeHull(teeth, random, `comb ${k}`);
    }
    const spiral: Point[] = [];
    for (let i = 0; i <= 60; i++) spiral.push(polar(0.3 * i, 1 + 0.1 * i));
    for (let i = 60; i >= 0; i--) spiral.push(polar(0.3 * i, 0.6 + 0.1 * i));
    expect(
      spiral.reduce((sum, p, i) => sum + turn([0, 0], p, spiral[(i + 1) % 122]), 0),
    ).toBeGreaterThan(0);
    expectLikeHull(spiral, random, 'spiral');
  });

  it('do not depend on where the plane is, far away included', () => {
    const random = new Random(8);
    const polygon: Point[] = [
      [0, 0],
      [3, 0],
      [3, 3],
      [2, 3.2],
      [2, 1],
      [1, 1.5],
      [1, 3.2],
      [0, 3],
    ];
    for (const shift of [0, 1e6]) {
      const [positions, rim] = inSpace(polygon, random, shift);
      const [part, ...others] = findConcaveParts(positions, rim);
      expect(others).toEqual([]);
      expect([part.from, part.to]).toEqual([3, 6]);
      expect([...part.concave]).toEqual([4, 5]);
      expect(part.distances[0]).toBeCloseTo(2.2, 6);
    }
  });
});

function polar(angle: number, radius: number): Point {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

describe('bridges in space', () => {
  const partsOf = (sheet: ReturnType<typeof plate>) => {
    const { faces } = findOpenShells(sheet);
    return traceBoundaries(faces).map((ends) => {
      const rim = rimOf(sheet.positions, faces, ends);
      return { rim, parts: findConcaveParts(sheet.positions, rim) };
    });
  };

  it('span the same vertices when a plate is curled: bends are not concave', () => {
    for (const name of ['L', 'U', 'T', 'comb', 'S', 'square']) {
      const [plane] = partsOf(plate(PLATES[name]));
      for (const radius of [1.2, 3]) {
        const [bent] = partsOf(plate(PLATES[name], curled(radius)));
        const concave = (all: typeof plane) => all.parts.flatMap((part) => [...part.concave]);
        expect(concave(bent), `${name}, ${radius}`).toEqual(concave(plane));
      }
    }
  });

  it('are none where a boundary runs round a tube or the rim of a box', () => {
    for (const { parts } of partsOf(tube(12, 3))) expect(parts).toEqual([]);
    for (const { parts } of partsOf(tube(4, 3))) expect(parts).toEqual([]);
  });

  it('find a notch whose bottom is on the convex hull of all points', () => {
    // A half pipe with a slot in its rim: bent so that every vertex is on the hull.
    const rows = rowsOf(12, 8, (x, y) => x >= 5 && x < 7 && y >= 4);
    const [{ rim, parts }] = partsOf(plate(rows, curled(1.2 / Math.PI)));
    expect(parts).toHaveLength(1);
    expect(Math.max(...parts[0].distances)).toBeCloseTo(0.4, 6);
    expect(rim.vertices.length).toBe(48);
  });

  it('leave slits out: who is on both sides of one is not concave', () => {
    // The boundary goes down a slit and back.
    const positions = Float64Array.from([
      0, 0, 0, 4, 0, 0, 4, 4, 0, 2, 4, 0, 2.1, 3, 0, 2, 2, 0, 0, 4, 0,
    ]);
    const vertices = Uint32Array.from([0, 1, 2, 3, 4, 5, 4, 3, 6]);
    const normals = Float64Array.from(Array.from(vertices, () => [0, 0, 1]).flat());
    const parts = findConcaveParts(positions, { vertices, normals });
    expect(parts).toHaveLength(1);
    expect([parts[0].from, parts[0].to]).toEqual([3, 7]);
    expect(parts[0].concave).toHaveLength(0);
  });
});
