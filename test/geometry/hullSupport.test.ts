import { describe, expect, it } from 'vitest';
import { convexHull } from '../../src/geometry/hull.ts';
import { buildSupportTable, supportOffset } from '../../src/geometry/supportTable.ts';
import { Random } from '../../src/math/random.ts';

function cloud(random: Random, count: number, round: boolean): Float64Array {
  const p = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const v = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const s = round ? 1 / Math.hypot(v[0], v[1], v[2]) : 1;
    for (let k = 0; k < 3; k++) p[3 * i + k] = s * v[k] * [1, 0.7, 0.4][k];
  }
  return p;
}

function checkDirections(points: Float64Array, resolution: number, directions: Float64Array): void {
  const hull = convexHull(points);
  // Made in haste, and with care: the lists differ in length only.
  for (const levels of [0, 2]) {
    const table = buildSupportTable(hull, resolution, levels);
    const p = hull.positions;
    for (let i = 0; i < directions.length; i += 3) {
      const [x, y, z] = directions.subarray(i, i + 3);
      let top = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < p.length; k += 3) {
        top = Math.max(top, x * p[k] + y * p[k + 1] + z * p[k + 2]);
      }
      const k = supportOffset(table, directions, i);
      // The same expression over a list that has the maximum: equal to the last bit.
      expect(x * p[k] + y * p[k + 1] + z * p[k + 2]).toBe(top);
    }
  }
}

/** Directions in the middle of nowhere, along axes and diagonals, and on borders of squares. */
function directions(random: Random, resolution: number): Float64Array {
  const list: number[] = [];
  for (let i = 0; i < 300; i++) {
    list.push(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
  }
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      for (let z = -1; z <= 1; z++) if (x || y || z) list.push(x, y, z, 1e-9 * x, 1e6 * y + x, z);
    }
  }
  for (let i = -resolution / 2; i <= resolution / 2; i++) {
    for (let j = -resolution / 2; j <= resolution / 2; j++) {
      const u = (2 * i) / resolution;
      const v = (2 * j) / resolution;
      const rest = 1 - Math.abs(u) - Math.abs(v);
      if (rest < 0) continue;
      list.push(u, v, rest, u, v, -rest, u * (1 + 1e-15), v, rest, u, v * (1 - 1e-15), -rest);
    }
  }
  const d = Float64Array.from(list);
  const usable: number[] = [];
  for (let i = 0; i < d.length; i += 3) {
    if (d[i] !== 0 || d[i + 1] !== 0 || d[i + 2] !== 0) usable.push(d[i], d[i + 1], d[i + 2]);
  }
  return Float64Array.from(usable);
}

describe('support table', () => {
  for (const resolution of [2, 8, 16, 32]) {
    it(`has the maximum for every direction, resolution ${resolution} (seed 11)`, () => {
      const random = new Random(11);
      const d = directions(random, resolution);
      checkDirections(cloud(random, 200, true), resolution, d);
      checkDirections(cloud(random, 60, false), resolution, d);
      const grid = new Float64Array(81);
      for (let i = 0; i < 27; i++)
        grid.set([i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)], 3 * i);
      checkDirections(grid, resolution, d);
      checkDirections(
        grid.map((x) => 1e6 + 1e-3 * x),
        resolution,
        d,
      );
    });
  }

  it('works for flat hulls, segments and points', () => {
    const random = new Random(12);
    const d = directions(random, 8);
    checkDirections(new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), 8, d);
    checkDirections(new Float64Array([0, 0, 0, 1, 2, 3]), 8, d);
    checkDirections(new Float64Array([5, 6, 7]), 8, d);
  });

  it('boxes share their lists, which are those that each would have, seed 14', () => {
    const random = new Random(14);
    const shared = new Set<Uint32Array>();
    for (let k = 0; k < 60; k++) {
      // Sides of up to 16 to 1, in all orders of corners that hulls have; and longer ones, with lists of their own.
      const side = () => 10 ** random.between(-6, -6 + (k % 6 === 5 ? 4 : 1.2));
      const half = [side(), side(), side()];
      const order = Array.from({ length: 8 }, (_, i) => i);
      if (k % 4 === 3) order.sort(() => random.unit() - 0.5);
      const corners = order.flatMap((i) => half.map((h, a) => (i & (1 << a) ? h : -h)));
      const hull = convexHull(Float64Array.from(corners));
      const table = buildSupportTable(hull);
      const own = buildSupportTable(hull, table.resolution);
      expect(table.starts).toEqual(own.starts);
      expect(table.candidates).toEqual(own.candidates);
      expect([table.radius, ...table.core]).toEqual([own.radius, ...own.core]);
      expect(table.positions).toBe(hull.positions);
      shared.add(table.candidates);
    }
    expect(shared.size).toBeLessThan(30);
    const [a, b] = [1, 0.5].map((x) => {
      const corners = Array.from({ length: 8 }, (_, i) => [
        i & 1 ? x : -x,
        i & 2 ? 1 : -1,
        i & 4 ? 2 : -2,
      ]);
      return buildSupportTable(convexHull(Float64Array.from(corners.flat())));
    });
    expect(a.candidates).toBe(b.candidates);
    // Eight points that are no box about the origin.
    const skew = Float64Array.from(a.positions, (x, i) => (i === 5 ? 1.5 * x : x));
    expect(buildSupportTable(convexHull(skew)).candidates).not.toBe(a.candidates);
  });

  it('keeps lists short', () => {
    const table = buildSupportTable(convexHull(cloud(new Random(13), 200, true)));
    let filled = 0;
    for (let c = 0; c + 1 < table.starts.length; c++) {
      if (table.starts[c + 1] > table.starts[c]) filled++;
    }
    expect(table.candidates.length / filled).toBeLessThan(4);
  });
});
