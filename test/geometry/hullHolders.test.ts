/** Hulls that were made before: proven anew by exact signs, or refused. */
import { describe, expect, it } from 'vitest';
import {
  convexHull,
  type Hull,
  holdersOf,
  hullFromHolders,
  knot,
  orient3d,
  torus,
} from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';

const SEED = 5;

/** Points of many kinds: round, boxy with many on faces and edges, flat but for one, tiny, far away. */
function pointSets(random: Random): Record<string, Float64Array> {
  const cloud = (n: number, make: () => number[]) =>
    Float64Array.from(Array.from({ length: n }, make).flat());
  const grid = Float64Array.from(
    Array.from({ length: 125 }, (_, i) => [
      i % 5,
      Math.floor(i / 5) % 5,
      Math.floor(i / 25),
    ]).flat(),
  );
  const ball = cloud(300, () => {
    const [x, y, z] = [0, 1, 2].map(() => random.between(-1, 1));
    const r = Math.hypot(x, y, z) || 1;
    return [x / r, y / r, z / r];
  });
  return {
    grid,
    ball,
    cube: cloud(200, () => [0, 1, 2].map(() => random.between(-1, 1))),
    torus: torus(1, 0.3, 24, 10).positions,
    knot: knot(1, 0.1, 60, 6).positions,
    tent: Float64Array.from([...grid.map((x, i) => (i % 3 === 2 ? 0 : x)), 2, 2, 1e-9]),
    tiny: ball.map((x) => 1e-9 * x),
    far: grid.map((x) => 1e6 + 0.1 * x),
  };
}

/** Whether a point is in a hull or on it: exact. */
function isInside({ positions: p, indices }: Hull, points: Float64Array, v: number): boolean {
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    if (orient3d(p, a, p, b, p, c, points, 3 * v) < 0) return false;
  }
  return true;
}

describe('hullFromHolders', () => {
  const sets = pointSets(new Random(SEED));
  for (const [name, points] of Object.entries(sets)) {
    it(`gives back the hull of ${name}, and refuses it for a point outside`, () => {
      const hull = convexHull(points);
      const holders = holdersOf(points, hull)!;
      expect(hullFromHolders(points, hull, holders)).toEqual(hull);
      // Each of some points moves out by a little: no holder there can make up for it.
      let outside = 0;
      let wrong = 0;
      for (let v = 0; v < points.length / 3; v += 23) {
        if (hull.sources.includes(v)) continue;
        for (const by of [1e-9, 0.4, 3]) {
          const moved = points.slice();
          for (let k = 0; k < 3; k++) moved[3 * v + k] += by * (k + 1);
          if (isInside(hull, moved, v)) continue;
          outside++;
          for (const f of [holders[v], 0, hull.indices.length / 3 - 1]) {
            const other = holders.slice();
            other[v] = f;
            if (hullFromHolders(moved, hull, other) !== null) wrong++;
          }
        }
      }
      expect(wrong).toBe(0);
      if (name !== 'ball' && name !== 'tiny') expect(outside).toBeGreaterThan(0);
    });
  }

  it(`is never wrong, whatever numbers it is given, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const { cube: points } = sets;
    const hull = convexHull(points);
    const holders = holdersOf(points, hull)!;
    let refused = 0;
    let taken = 0;
    for (let round = 0; round < 400; round++) {
      const facts = { sources: hull.sources.slice(), indices: hull.indices.slice() };
      const given = { ...facts, holders: holders.slice() };
      const array = given[(['sources', 'indices', 'holders'] as const)[round % 3]];
      const at = Math.floor(random.between(0, array.length));
      const before = array[at];
      array[at] = Math.floor(random.between(0, round % 2 ? array.length : 2 * hull.sources.length));
      if (array[at] === before) continue;
      const made = hullFromHolders(points, given, given.holders);
      if (!made) {
        refused++;
        continue;
      }
      taken++;
      const all = Array.from({ length: points.length / 3 }, (_, v) => v);
      expect(all.every((v) => isInside(made, points, v))).toBe(true);
    }
    expect(refused).toBeGreaterThan(300);
    // A point between tetrahedra may have two, and a vertex of the hull needs none.
    expect(taken).toBeGreaterThan(0);
  });

  it('refuses a hull that lacks a vertex, however its facets are', () => {
    const { cube: points } = sets;
    const hull = convexHull(points);
    for (let lacking = 0; lacking < hull.sources.length; lacking += 3) {
      const rest = hull.sources.filter((_, i) => i !== lacking);
      const few = Float64Array.from([...rest].flatMap((v) => [...points.slice(3 * v, 3 * v + 3)]));
      const smaller = convexHull(few);
      const facts = { sources: smaller.sources.map((i) => rest[i]), indices: smaller.indices };
      for (const facet of [0, 1, 5]) {
        const holders = new Uint32Array(points.length / 3).fill(facet);
        expect(hullFromHolders(points, facts, holders)).toBeNull();
      }
    }
  });

  it('has no holders for what is flat', () => {
    const flat = sets.grid.map((x, i) => (i % 3 === 2 ? 0 : x));
    expect(holdersOf(flat, convexHull(flat))).toBeNull();
    expect(holdersOf(flat.slice(0, 3), convexHull(flat.slice(0, 3)))).toBeNull();
  });
});
