import { describe, expect, test } from 'vitest';
import { PolygonSplitter, SPLIT_AS_FAN, SPLIT_BENT } from '../../src/formats/polygon.ts';
import { Random } from '../../src/math/index.ts';

type Point = [x: number, y: number, z: number];

function split(points: Point[]): { flags: number; triangles: number[][] } {
  const positions = Float64Array.from(points.flat());
  const corners = Uint32Array.from(points, (_, i) => i);
  const out = new Uint32Array(3 * (points.length - 2)).fill(999999);
  const flags = new PolygonSplitter().splitInto(positions, corners, 0, points.length, out, 0);
  const triangles = [];
  for (let i = 0; i < out.length; i += 3) triangles.push([...out.subarray(i, i + 3)]);
  return { flags, triangles };
}

function vectorArea(points: Point[]): Point {
  const sum: Point = [0, 0, 0];
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      sum[k] += (a[u] * b[v] - a[v] * b[u]) / 2;
    }
  }
  return sum;
}

/** Every edge inside occurs once in each direction, and every edge of the polygon once. */
function expectClosed(size: number, triangles: number[][]): void {
  const balance = new Map<string, number>();
  const add = (a: number, b: number, sign: number) => {
    if (a === b) return;
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    balance.set(key, (balance.get(key) ?? 0) + (a < b ? sign : -sign));
  };
  for (const [a, b, c] of triangles) {
    add(a, b, 1);
    add(b, c, 1);
    add(c, a, 1);
  }
  for (let i = 0; i < size; i++) add(i, (i + 1) % size, -1);
  expect([...balance.values()].every((sum) => sum === 0)).toBe(true);
}

/** No triangle is turned over, and together they are as large as the polygon: an exact cover. */
function expectExact(points: Point[]): void {
  const { flags, triangles } = split(points);
  expect(flags).toBe(0);
  expectClosed(points.length, triangles);
  const normal = vectorArea(points);
  const area = Math.hypot(...normal);
  let sum = 0;
  for (const corners of triangles) {
    const part = vectorArea(corners.map((i) => points[i]));
    const along = (part[0] * normal[0] + part[1] * normal[1] + part[2] * normal[2]) / area;
    expect(along).toBeGreaterThanOrEqual(-1e-12 * area);
    sum += Math.hypot(...part);
  }
  expect(Math.abs(sum - area)).toBeLessThanOrEqual(1e-9 * area);
}

/** The same polygon in planes that look along each axis, both ways, and in a slanted one. */
const PLANES: [name: string, place: (u: number, v: number) => Point][] = [
  ['xy', (u, v) => [u, v, 2]],
  ['yx', (u, v) => [v, u, 2]],
  ['yz', (u, v) => [3, u, v]],
  ['zy', (u, v) => [3, v, u]],
  ['zx', (u, v) => [v, 1, u]],
  ['xz', (u, v) => [u, 1, v]],
  [
    'rotated',
    (u, v) => [
      u * Math.cos(1) - v * Math.sin(1) * Math.cos(2),
      u * Math.sin(1) + v * Math.cos(1) * Math.cos(2),
      v * Math.sin(2),
    ],
  ],
  ['slanted', (u, v) => [u + 2 * v, 2 * u - v, 0.5 * u + 3 * v + 1]],
];

const SHAPES: Record<string, [number, number][]> = {
  square: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  dart: [
    [0, 0],
    [4, 1],
    [0, 2],
    [1, 1],
  ],
  'dart, reflex corner first': [
    [1, 1],
    [0, 0],
    [4, 1],
    [0, 2],
  ],
  L: [
    [0, 0],
    [3, 0],
    [3, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ],
  comb: [
    [0, 0],
    [7, 0],
    [7, 3],
    [6, 3],
    [6, 1],
    [5, 1],
    [5, 3],
    [4, 3],
    [4, 1],
    [3, 1],
    [3, 3],
    [0, 3],
  ],
  'corners on straight edges': [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [2, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ],
  'square with a hole, cut open': [
    [0, 0],
    [3, 0],
    [3, 3],
    [0, 3],
    [0, 0],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 1],
    [1, 1],
  ],
};

describe('splitting polygons', () => {
  describe.each(PLANES)('in the plane %s', (_, place) => {
    test.each(Object.entries(SHAPES))('%s', (_, shape) => {
      expectExact(shape.map(([u, v]) => place(u, v)));
    });
  });

  test.each(Object.entries(SHAPES))('%s, very small and very large', (_, shape) => {
    const scaled = (scale: number) => split(shape.map(([u, v]) => [u * scale, v * scale, 0]));
    expect(scaled(2 ** -700)).toEqual(scaled(1));
    expect(scaled(2 ** 700)).toEqual(scaled(1));
  });

  test('a convex polygon is the fan around its first corner', () => {
    const points = Array.from({ length: 9 }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / 9;
      return [Math.cos(angle), 5, Math.sin(angle)];
    });
    expect(split(points)).toEqual({
      flags: 0,
      triangles: [2, 3, 4, 5, 6, 7, 8].map((i) => [0, i - 1, i]),
    });
  });

  test('300 random star-shaped polygons (seed 1)', () => {
    const random = new Random(1);
    for (let run = 0; run < 300; run++) {
      const size = 4 + random.below(30);
      const [, place] = PLANES[random.below(PLANES.length)];
      const points = Array.from({ length: size }, (_, i) => {
        const angle = (2 * Math.PI * (i + 0.8 * random.unit())) / size;
        const radius = random.between(0.2, 1);
        return place(radius * Math.cos(angle), radius * Math.sin(angle));
      });
      expectExact(points);
    }
  });

  test('random corners in any order still make closed surfaces (seed 2)', () => {
    const random = new Random(2);
    for (let run = 0; run < 500; run++) {
      const size = 3 + random.below(12);
      // A coarse grid gives repeated corners, crossings and straight lines.
      const points = Array.from(
        { length: size },
        (): Point => [random.below(4), random.below(4), random.below(2)],
      );
      expectClosed(size, split(points).triangles);
    }
  });

  test('what has no area or crosses itself is a fan', () => {
    const line: Point[] = [
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ];
    const bow: Point[] = [
      [0, 0, 0],
      [1, 1, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const spot: Point[] = [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ];
    const far: Point[] = [
      [-1e308, 0, 0],
      [1e308, 0, 0],
      [1e308, 1e308, 0],
      [-1e308, 1e308, 0],
    ];
    for (const points of [line, bow, spot, far]) {
      expect(split(points)).toEqual({
        flags: SPLIT_AS_FAN,
        triangles: [
          [0, 1, 2],
          [0, 2, 3],
        ],
      });
    }
  });

  test('a polygon that leaves its plane is reported', () => {
    const quad = (z: number): Point[] => [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, z],
      [0, 1, 0],
    ];
    expect(split(quad(1e-5)).flags).toBe(0);
    expect(split(quad(0.1)).flags).toBe(SPLIT_BENT);
  });

  test('a polygon that would take too long is a fan', () => {
    const size = 40000;
    const points = Array.from({ length: size }, (_, i): Point => [i, i % 2, 0]);
    points.push([size, -9, 0], [0, -9, 0]);
    const { flags, triangles } = split(points);
    expect(flags).toBe(SPLIT_AS_FAN);
    expect(triangles.length).toBe(size);
  });
});
