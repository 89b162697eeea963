import { describe, expect, it } from 'vitest';
import {
  buildMesh,
  bumpyBall,
  type CutName,
  convexHull,
  type Division,
  deepestFacing,
  deepestNotch,
  divideNotches,
  divisionFault,
  divisionSets,
  isUndivided,
  knot,
  outwardNormals,
  type Triangles,
  torus,
  undivided,
} from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { cube, degenerateSoup, join, moved, randomSoup } from '../helpers/oracles/meshes.ts';
import {
  blocks,
  depthsByFacets,
  depthsByTriples,
  doubled,
  facingDepth,
  letterC,
  letterL,
  letterS,
  star,
} from '../helpers/oracles/notched.ts';

const SEED = 31;
const CUTS: readonly CutName[] = ['bisector', 'face', 'across', 'box', 'hull'];

/** As they are; the others are looked at for what is solid. */
const SURFACES = ['ball', 'bowl', 'soup', 'degenerate', 'doubled', 'far'];

/** Solids, shells, soup and degenerate sets, near and far. */
function bodies(): Record<string, Triangles> {
  const random = new Random(SEED);
  const S = letterS(10);
  return {
    C: letterC(14),
    S,
    L: letterL(),
    star: star(random, 7),
    union: join(cube(1), moved(cube(0.5), 1.2, 0.8, 0.4), moved(letterL(), -2, 0, 1)),
    torus: torus(1, 0.3, 14, 6),
    knot: knot(0.8, 0.15, 26, 5),
    ball: bumpyBall(0.7, 0.3, 7, random),
    bowl: openBowl(),
    soup: randomSoup(random, 50),
    degenerate: degenerateSoup(random),
    doubled: doubled(knot(0.8, 0.15, 26, 5), random),
    tiny: moved(torus(1, 0.3, 14, 6), 0, 0, 0, 1e-6),
    huge: moved(knot(0.8, 0.15, 26, 5), 0, 0, 0, 1e6),
    far: moved(knot(0.8, 0.15, 26, 5), 1e6, -2e6, 5e5),
    thin: { ...S, positions: S.positions.map((x, i) => (i % 3 === 2 ? 1e-7 * x : x)) },
  };
}

/** Half a ball without a lid: an open shell. */
function openBowl(): Triangles {
  const { positions, indices } = bumpyBall(1, 0, 12, new Random(1));
  const low = indices.filter((_, i) => {
    const t = 3 * Math.floor(i / 3);
    return [0, 1, 2].every((k) => positions[3 * indices[t + k] + 2] < 0.05);
  });
  return { positions, indices: low };
}

function sizeOf(points: Float64Array): number {
  const extent = [0, 1, 2].map((k) => {
    const along = points.filter((_, i) => i % 3 === k);
    return Math.max(...along) - Math.min(...along);
  });
  return Math.hypot(...extent);
}

/** Points of some triangles. */
function pointsOf({ positions, indices }: Triangles, set: Uint32Array): Float64Array {
  const corners = [...set].flatMap((t) => [...indices.slice(3 * t, 3 * t + 3)]);
  const points = [...new Set(corners)].flatMap((v) => [...positions.slice(3 * v, 3 * v + 3)]);
  return Float64Array.from(points);
}

describe(`the deepest notch, seed ${SEED}`, () => {
  it('is the deepest of all points, by the distance to the hull as a surface', () => {
    let found = 0;
    for (const [name, { positions }] of Object.entries(bodies())) {
      const hull = convexHull(positions);
      const depths = depthsByFacets(positions, hull);
      const most = Math.max(...depths);
      const size = sizeOf(positions);
      const notch = deepestNotch(positions, hull);
      if (most > 1e-6 * size) {
        found++;
        expect(notch, name).not.toBeNull();
        expect(Math.abs(notch!.depth - most), name).toBeLessThan(1e-6 * size);
        expect(Math.abs(depths[notch!.point] - most), name).toBeLessThan(1e-6 * size);
        expect(Math.hypot(...notch!.out)).toBeCloseTo(1, 12);
      } else expect(notch?.depth ?? 0, name).toBeLessThan(1e-6 * size);
    }
    expect(found).toBeGreaterThan(8);
  });

  it('is what planes through three points with all others on one side say', () => {
    const random = new Random(SEED + 1);
    for (let trial = 0; trial < 60; trial++) {
      const n = 4 + Math.floor(random.between(0, 14));
      // On a grid, points are often coplanar, collinear and equal.
      const onGrid = trial % 2 === 0;
      const at = trial % 5 === 4 ? 1e6 : 0;
      const points = Float64Array.from({ length: 3 * n }, () => {
        return at + (onGrid ? Math.floor(random.between(0, 4)) : random.between(-1, 1));
      });
      const depths = depthsByTriples(points);
      const most = Math.max(...depths);
      const notch = deepestNotch(points, convexHull(points));
      expect(Math.abs((notch?.depth ?? 0) - most), `trial ${trial}`).toBeLessThan(1e-7);
      if (notch) expect(Math.abs(depths[notch.point] - most)).toBeLessThan(1e-7);
    }
  });

  it('is none of points in convex position, in a plane, on a line or in one place', () => {
    const points = (...numbers: number[]) => Float64Array.from(numbers);
    const none = [
      cube().positions,
      points(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.5, 0.5, 0),
      points(0, 0, 0, 1, 1, 1, 0.25, 0.25, 0.25),
      points(3, 3, 3, 3, 3, 3),
      points(1, 2, 3),
    ];
    for (const p of none) expect(deepestNotch(p, convexHull(p))).toBeNull();
    const p = torus(1, 0.3, 14, 6).positions;
    const { depth } = deepestNotch(p, convexHull(p))!;
    expect(deepestNotch(p, convexHull(p), depth)).toBeNull();
    expect(deepestNotch(p, convexHull(p), 0.999 * depth)?.depth).toBe(depth);
  });

  it('of solids is the deepest corner below the facets that its face looks at', () => {
    const random = new Random(SEED + 2);
    const solids: Record<string, Triangles> = {
      ...bodies(),
      stars: join(...[5, 6, 7].map((n) => moved(star(random, n), 3 * n, 0, 0))),
      inward: { ...letterC(), indices: letterC().indices.slice().reverse() },
      farL: moved(letterL(), 1e6, -2e6, 5e5),
    };
    let found = 0;
    for (const [name, body] of Object.entries(solids)) {
      const mesh = buildMesh(body);
      const triangles = undivided(mesh.indices.length / 3);
      const normals = outwardNormals(mesh);
      const hull = convexHull(mesh.positions);
      const { most, at } = facingDepth(mesh, normals, hull);
      const notch = deepestFacing({ mesh, triangles, normals }, hull);
      const size = sizeOf(mesh.positions);
      if (name !== 'thin') {
        expect(Math.abs((notch?.depth ?? 0) - most), name).toBeLessThan(1e-6 * size);
      }
      if (!notch) continue;
      found++;
      if (name !== 'thin') expect(at(notch.point), name).toBeGreaterThan(most - 1e-6 * size);
    }
    expect(found).toBeGreaterThan(9);
    const none = new Float64Array(cube().indices.length);
    const triangles = undivided(12);
    const box = buildMesh(cube());
    const hull = convexHull(box.positions);
    expect(deepestFacing({ mesh: box, triangles, normals: outwardNormals(box) }, hull)).toBeNull();
    expect(deepestFacing({ mesh: box, triangles, normals: none }, hull)).toBeNull();
  });

  it('finds the notch of a plate, whose corners are all on the hull', () => {
    for (const body of [letterC(), blocks(['####', '#', '####'])]) {
      const mesh = buildMesh(body);
      const hull = convexHull(mesh.positions);
      expect(deepestNotch(mesh.positions, hull)?.depth ?? 0).toBeLessThan(1e-12);
      const normals = outwardNormals(mesh);
      const triangles = undivided(mesh.indices.length / 3);
      expect(deepestFacing({ mesh, triangles, normals }, hull)!.depth).toBeGreaterThan(0.7);
    }
  });
});

describe('division at notches', () => {
  it.each(CUTS)('%s: every triangle is in one set, notches are above the tolerance', (cut) => {
    for (const [name, body] of Object.entries(bodies())) {
      const mesh = SURFACES.includes(name) ? body : buildMesh(body);
      const division = divideNotches(mesh, { cut, tolerance: 0.03, most: 8 });
      expect(divisionFault(division, mesh.indices.length / 3), name).toBeNull();
      expect(divisionSets(division).length, name).toBeLessThanOrEqual(8);
      const least = 0.03 * sizeOf(mesh.positions) * (1 - 1e-9);
      for (const depth of depthsOf(division)) expect(depth, name).toBeGreaterThan(least);
    }
  });

  it('goes on until no notch is deeper than the tolerance', () => {
    for (const name of ['knot', 'torus', 'ball', 'far']) {
      const body = bodies()[name];
      const limit = 0.02 * sizeOf(body.positions);
      const sets = divisionSets(divideNotches(body, { tolerance: 0.02, most: 1e6 }));
      expect(sets.length, name).toBeGreaterThan(3);
      for (const set of sets) {
        const points = pointsOf(body, set);
        const deepest = Math.max(...depthsByFacets(points, convexHull(points)));
        if (set.length > 1) expect(deepest, name).toBeLessThanOrEqual(limit * (1 + 1e-6));
      }
      const coarse = divideNotches(body, { tolerance: 0, depth: 2 * limit, most: 1e6 });
      expect(divisionSets(coarse).length, name).toBeLessThan(sets.length);
    }
  });

  it('divides the deepest first, so that what a budget leaves is shallower', () => {
    for (const name of ['knot', 'ball', 'soup', 'doubled']) {
      const body = bodies()[name];
      const division = divideNotches(body, { most: 9 });
      const shallowest = Math.min(...depthsOf(division));
      for (const set of divisionSets(division)) {
        const points = pointsOf(body, set);
        const left = deepestNotch(points, convexHull(points))?.depth ?? 0;
        expect(left, name).toBeLessThanOrEqual(shallowest * (1 + 1e-9));
      }
    }
  });

  it('makes two boxes of an L, in whatever size, place and order of triangles', () => {
    const L = letterL();
    const volume = (mesh: Triangles, set: Uint32Array) => {
      const points = pointsOf(mesh, set);
      return [0, 1, 2].reduce((product, k) => {
        const along = points.filter((_, i) => i % 3 === k);
        return product * (Math.max(...along) - Math.min(...along));
      }, 1);
    };
    const cases: [Triangles, number][] = [
      [L, 1],
      [moved(L, 0, 0, 0, 2 ** -20), 2 ** -60],
      [moved(L, 0, 0, 0, 2 ** 20), 2 ** 60],
      [moved(L, 2 ** 20, 0, -(2 ** 20)), 1],
      [{ ...L, indices: L.indices.slice().reverse() }, 1],
    ];
    for (const [body, unit] of cases) {
      const mesh = buildMesh(body);
      for (const cut of ['box', 'hull'] as const) {
        const sets = divisionSets(divideNotches(mesh, { cut, most: 2 }));
        const sum = sets.reduce((total, set) => total + volume(mesh, set), 0);
        expect(sum / unit, cut).toBeLessThan(14);
      }
    }
  });

  it('leaves what is convex, flat or a single triangle as it is', () => {
    const flat = { ...cube(), positions: cube().positions.map((x, i) => (i % 3 === 2 ? 0 : x)) };
    const single = { positions: cube().positions, indices: Uint32Array.of(0, 2, 1) };
    for (const body of [cube(), flat, single, bumpyBall(1, 0, 8, new Random(2))]) {
      for (const mesh of [body, buildMesh(body)]) {
        expect(isUndivided(divideNotches(mesh, { tolerance: 1e-9 }))).toBe(true);
      }
    }
    expect(isUndivided(divideNotches(buildMesh(letterS()), { most: 1 }))).toBe(true);
  });

  it('refuses numbers that mean nothing', () => {
    for (const options of [{ tolerance: -1 }, { depth: Number.NaN }, { most: -3 }]) {
      expect(() => divideNotches(cube(), options)).toThrow(InputError);
    }
  });
});

function depthsOf(division: Division): number[] {
  if (isUndivided(division)) return [];
  return [division[2]!, ...depthsOf(division[0]), ...depthsOf(division[1])];
}
