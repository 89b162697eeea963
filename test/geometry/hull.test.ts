import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convexHull, type Hull } from '../../src/geometry/hull.ts';
import { InputError } from '../../src/math/fault.ts';
import { Random } from '../../src/math/random.ts';

/** x * 2^1074 as an integer: rationals with one denominator, independent of the predicates. */
function exact(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const digits = (bits & 0xfffffffffffffn) | (exponent > 0 ? 1n << 52n : 0n);
  const size = digits << BigInt(Math.max(exponent, 1) - 1);
  return bits >> 63n ? -size : size;
}

type Vector = [bigint, bigint, bigint];
const at = (p: Float64Array, i: number): Vector => [
  exact(p[3 * i]),
  exact(p[3 * i + 1]),
  exact(p[3 * i + 2]),
];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Everything a three-dimensional hull promises, in exact arithmetic. */
function checkSolid(points: Float64Array, hull: Hull, everyPoint = true): void {
  expect(hull.dimension).toBe(3);
  const count = hull.positions.length / 3;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      expect(hull.positions[3 * i + k]).toBe(points[3 * hull.sources[i] + k]);
    }
  }
  let outside = 0;
  const edges = new Set<string>();
  const used = new Set<number>();
  const all: Vector[] = [];
  const tested = everyPoint ? points : hull.positions;
  for (let i = 0; i < tested.length / 3; i++) all.push(at(tested, i));
  for (let f = 0; f < hull.indices.length; f += 3) {
    const ids = [hull.indices[f], hull.indices[f + 1], hull.indices[f + 2]];
    const a = at(hull.positions, ids[0]);
    const normal = cross(
      minus(at(hull.positions, ids[1]), a),
      minus(at(hull.positions, ids[2]), a),
    );
    if (normal.every((x) => x === 0n)) throw new Error('degenerate facet');
    for (const p of all) if (dot(normal, minus(p, a)) > 0n) outside++;
    for (let k = 0; k < 3; k++) {
      used.add(ids[k]);
      const edge = `${ids[k]} ${ids[(k + 1) % 3]}`;
      if (edges.has(edge)) throw new Error('an edge in the same direction twice');
      edges.add(edge);
    }
  }
  for (const edge of edges) {
    if (!edges.has(edge.split(' ').reverse().join(' '))) throw new Error('an edge without twin');
  }
  expect(outside).toBe(0);
  expect(used.size).toBe(count);
  expect(count - edges.size / 2 + hull.indices.length / 3).toBe(2);
}

function generate(count: number, point: (i: number) => number[]): Float64Array {
  const p = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) p.set(point(i), 3 * i);
  return p;
}

function onSphere(random: Random): number[] {
  for (;;) {
    const x = random.between(-1, 1);
    const y = random.between(-1, 1);
    const z = random.between(-1, 1);
    const s = Math.hypot(x, y, z);
    if (s <= 1 && s > 0.1) return [x / s, y / s, z / s];
  }
}

describe('convexHull, solid', () => {
  for (const scale of [1e-6, 1, 1e6]) {
    for (const far of [0, 1e6]) {
      it(`contains random points at scale ${scale}, shifted by ${far} (seed 1)`, () => {
        const random = new Random(1);
        for (let n = 4; n < 60; n += 5) {
          const inBox = generate(n, () =>
            onSphere(random).map((x) => far + scale * x * random.unit()),
          );
          checkSolid(inBox, convexHull(inBox));
          const round = generate(n, () => onSphere(random).map((x) => far + scale * x));
          checkSolid(round, convexHull(round));
        }
      });
    }
  }

  it('handles grids: every point coplanar with many others', () => {
    for (const [x, y, z] of [
      [2, 2, 2],
      [3, 3, 3],
      [5, 4, 3],
      [6, 6, 2],
    ]) {
      const grid = generate(x * y * z, (i) => [
        i % x,
        Math.floor(i / x) % y,
        Math.floor(i / (x * y)),
      ]);
      checkSolid(grid, convexHull(grid));
    }
  });

  it('handles a turned grid, coplanar up to rounding only', () => {
    const c = Math.cos(0.3);
    const s = Math.sin(0.3);
    const grid = generate(125, (i) => {
      const [x, y, z] = [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)];
      const u = c * x - s * y;
      const v = s * x + c * y;
      return [u, c * v - s * z, s * v + c * z];
    });
    checkSolid(grid, convexHull(grid));
  });

  it('handles duplicates and cospherical points', () => {
    const random = new Random(2);
    const round = generate(64, (i) => [(i & 3) - 1.5, ((i >> 2) & 3) - 1.5, (i >> 4) - 1.5]);
    const doubled = generate(200, () => {
      const i = random.below(64);
      return [...round.subarray(3 * i, 3 * i + 3)];
    });
    checkSolid(doubled, convexHull(doubled));
    const prism = generate(48, (i) => [
      Math.cos((Math.PI * (i % 24)) / 12),
      Math.sin((Math.PI * (i % 24)) / 12),
      i < 24 ? -1 : 1,
    ]);
    checkSolid(prism, convexHull(prism));
  });

  it('handles any small integers (seed 3)', () => {
    const coordinate = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 12, maxLength: 45 }), (numbers) => {
        const points = Float64Array.from(numbers.slice(0, numbers.length - (numbers.length % 3)));
        const hull = convexHull(points);
        if (hull.dimension === 3) checkSolid(points, hull);
        else checkFlat(points, hull);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('handles nearly flat points (seed 4)', () => {
    const random = new Random(4);
    for (let run = 0; run < 20; run++) {
      const flat = generate(30, () => {
        const x = random.between(-1, 1);
        const y = random.between(-1, 1);
        return [x, y, x / 3 + y / 7];
      });
      const hull = convexHull(flat);
      if (hull.dimension === 3) checkSolid(flat, hull);
    }
  });

  it('takes thousands of points (seed 5)', () => {
    const random = new Random(5);
    const ball = generate(4000, () => onSphere(random).map((x) => x * random.unit()));
    checkSolid(ball, convexHull(ball), false);
    const inside = convexHull(ball);
    expect(inside.positions.length).toBeLessThan(ball.length / 2);
  });
});

/** Of a hull of lower dimension: every point is a convex combination, by exact signs. */
function checkFlat(points: Float64Array, hull: Hull): void {
  const vertices: Vector[] = [];
  for (let i = 0; i < hull.positions.length / 3; i++) vertices.push(at(hull.positions, i));
  for (let i = 0; i < points.length / 3; i++) {
    const p = at(points, i);
    if (hull.dimension === 0) {
      expect(p).toEqual(vertices[0]);
    } else if (hull.dimension === 1) {
      const e = minus(vertices[1], vertices[0]);
      expect(cross(e, minus(p, vertices[0]))).toEqual([0n, 0n, 0n]);
      expect(dot(e, minus(p, vertices[0])) >= 0n).toBe(true);
      expect(dot(e, minus(p, vertices[1])) <= 0n).toBe(true);
    } else {
      const n = vertices.length;
      const normal = cross(minus(vertices[1], vertices[0]), minus(vertices[2], vertices[0]));
      expect(dot(normal, minus(p, vertices[0]))).toBe(0n);
      for (let k = 0; k < n; k++) {
        const inward = cross(normal, minus(vertices[(k + 1) % n], vertices[k]));
        expect(dot(inward, minus(p, vertices[k])) >= 0n).toBe(true);
      }
    }
  }
}

describe('convexHull, flat', () => {
  it('finds points, segments and polygons in any direction', () => {
    expect(convexHull(new Float64Array([1, 2, 3]))).toMatchObject({ dimension: 0 });
    const same = generate(5, () => [0.1, 0.2, 0.3]);
    checkFlat(same, convexHull(same));
    expect(convexHull(same).positions).toEqual(new Float64Array([0.1, 0.2, 0.3]));
    for (const d of [
      [1, 0, 0],
      [0, 0, 1],
      [1, -2, 3],
    ]) {
      const line = generate(9, (i) => d.map((x) => x * ((i * 4) % 9)));
      const hull = convexHull(line);
      expect(hull.dimension).toBe(1);
      checkFlat(line, hull);
    }
    for (const [u, v] of [
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
      [
        [0, 1, 0],
        [0, 0, 1],
      ],
      [
        [1, 2, 3],
        [-1, 1, 4],
      ],
    ]) {
      const plane = generate(49, (i) => u.map((x, k) => x * (i % 7) + v[k] * Math.floor(i / 7)));
      const hull = convexHull(plane);
      expect(hull.dimension).toBe(2);
      expect(hull.positions.length / 3).toBe(4);
      expect(hull.indices.length / 3).toBe(4);
      checkFlat(plane, hull);
    }
  });

  it('refuses what it cannot be exact about', () => {
    expect(() => convexHull(new Float64Array([]))).toThrow(InputError);
    expect(() => convexHull(new Float64Array([1, 2]))).toThrow(/three coordinates/);
    expect(() => convexHull(new Float64Array([0, Number.NaN, 0]))).toThrow(
      /coordinate 1 of point 0/,
    );
    expect(() => convexHull(new Float64Array([0, 0, 1e200]))).toThrow(/1e-90/);
  });
});
