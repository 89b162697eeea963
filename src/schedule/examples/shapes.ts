/** Shapes and places that the examples share. */
import type { PlainShape, Triple } from '../../geometry/index.ts';
import { poseFromRpy, type Random } from '../../math/index.ts';

/** A placement without a turn. */
export function placeAt(x: number, y: number, z: number): Float64Array {
  return poseFromRpy(0, 0, 0, x, y, z);
}

/** The convex hull of rings about z, each a height and a radius, of so many corners. */
export function rings(levels: readonly (readonly [number, number])[], corners: number): PlainShape {
  const points = levels.flatMap(([z, radius]) =>
    Array.from({ length: corners }, (_, k) => {
      const angle = (2 * Math.PI * k) / corners;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    }),
  );
  return { kind: 'hull', hull: { positions: Float64Array.from(points.flat()) } };
}

/** Three numbers of a cube about 0. */
export function anywhere(random: Random, most: number): Triple {
  return [random.between(-most, most), random.between(-most, most), random.between(-most, most)];
}
