/** Volumes and surfaces of primitives, as computed: they decide which come first, and nothing is proven by them. */
import type { Hull } from '../../geometry/index.ts';

export interface Measures {
  readonly volume: number;
  readonly surface: number;
}

export function capsuleVolume(radius: number, length: number): number {
  return Math.PI * radius * radius * (length + (4 / 3) * radius);
}

/** A sphere is a capsule without length. */
export function capsuleMeasures(radius: number, length: number): Measures {
  return {
    volume: capsuleVolume(radius, length),
    surface: 2 * Math.PI * radius * (length + 2 * radius),
  };
}

/** By half extents. */
export function boxMeasures([x, y, z]: readonly number[]): Measures {
  return { volume: 8 * x * y * z, surface: 8 * (x * y + y * z + z * x) };
}

/** Of a flat one both sides count; of a segment or a point everything is 0. */
export function hullMeasures({ positions: p, indices }: Hull): Measures {
  let volume = 0;
  let surface = 0;
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[f + k]);
    const [u, v, w] = [a, b, c].map((i) => [0, 1, 2].map((k) => p[i + k] - p[k]));
    const e = v.map((x, k) => x - u[k]);
    const d = w.map((x, k) => x - u[k]);
    surface += 0.5 * Math.hypot(...cross(e, d));
    volume += dot(u, cross(v, w)) / 6;
  }
  return { volume: Math.max(0, volume), surface };
}

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
