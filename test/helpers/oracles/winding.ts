/**
 * How often triangles wind around a point, and whether an odd number of them is crossed on the way out: by
 * rational arithmetic along a ray of any direction, sharing nothing with the code under test. A ray that
 * meets an edge or lies in a triangle's plane is thrown away, and another one taken.
 */
import type { Triangles } from '../../../src/geometry/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { decompose } from './rational.ts';

type Vector = readonly [bigint, bigint, bigint];

export interface Crossings {
  /** Signed, or null if the point is on a triangle. */
  readonly winding: number | null;
  readonly odd: boolean;
}

/** All numbers as multiples of the smallest power of two among them. */
function integers(values: readonly number[]): bigint[] {
  const parts = values.map(decompose);
  const low = Math.min(...parts.map(({ mantissa, exp }) => (mantissa === 0n ? 9999 : exp)));
  return parts.map(({ mantissa, exp }) => (mantissa === 0n ? 0n : mantissa << BigInt(exp - low)));
}

function det(a: Vector, b: Vector, c: Vector): bigint {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

const sign = (x: bigint) => (x > 0n ? 1 : x < 0n ? -1 : 0);

export function crossingsAround(
  { positions, indices }: Triangles,
  point: readonly number[],
  random: Random,
): Crossings {
  const all = integers([...positions, ...point]);
  const at = all.slice(-3);
  const vertex = (v: number): Vector => [
    all[3 * v] - at[0],
    all[3 * v + 1] - at[1],
    all[3 * v + 2] - at[2],
  ];
  for (let tries = 0; tries < 100; tries++) {
    const ray = [0, 1, 2].map(() =>
      BigInt(random.below(2_000_001) - 1_000_000),
    ) as unknown as Vector;
    const found = along(ray, vertex, indices);
    if (found) return found;
  }
  return { winding: null, odd: false };
}

/** Null if the ray meets an edge, or the point is on a triangle. */
function along(ray: Vector, vertex: (v: number) => Vector, indices: Uint32Array): Crossings | null {
  let winding = 0;
  let count = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [vertex(indices[i]), vertex(indices[i + 1]), vertex(indices[i + 2])];
    // The ray runs through the triangle if it sees all three edges run round it the same way.
    const sides = [sign(det(ray, a, b)), sign(det(ray, b, c)), sign(det(ray, c, a))];
    if (sides.includes(1) && sides.includes(-1)) continue;
    const volume = sign(det(a, b, c));
    if (sides.every((s) => s === 0)) {
      // Seen from its edge: it may meet the ray.
      if (volume === 0 && !flatMisses(ray, a, b, c)) return null;
      continue;
    }
    if (volume === 0) {
      if (sides.includes(0)) return null;
      return null;
    }
    const turn = sides.find((s) => s !== 0)!;
    // In front of the point, not behind it.
    if (volume !== turn) continue;
    if (sides.includes(0)) return null;
    winding += turn;
    count++;
  }
  return { winding, odd: count % 2 === 1 };
}

/** A triangle in a plane with the ray, or without area: whether all of it is beside or behind. */
function flatMisses(ray: Vector, ...corners: Vector[]): boolean {
  const cross = (p: Vector): Vector => [
    ray[1] * p[2] - ray[2] * p[1],
    ray[2] * p[0] - ray[0] * p[2],
    ray[0] * p[1] - ray[1] * p[0],
  ];
  const dot = (p: Vector, q: Vector) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  if (corners.every((p) => dot(ray, p) < 0n)) return true;
  const [first] = corners.map(cross).filter((c) => c.some((x) => x !== 0n));
  if (!first) return false;
  return corners.every((p) => dot(cross(p), first) > 0n);
}
