/** Shapes and places that the examples share. */
import type { PlainShape, Triple } from '../../geometry/index.ts';
import { poseFromRpy, type Random, sincosInto } from '../../math/index.ts';

/** A placement without a turn. */
export function placeAt(x: number, y: number, z: number): Float64Array {
  return poseFromRpy(0, 0, 0, x, y, z);
}

const both = new Float64Array(2);

/** Sine and cosine of an angle, to the bit the same in every engine: simulations drift apart over less. */
export function sincos(angle: number): { readonly sine: number; readonly cosine: number } {
  sincosInto(angle, both, 0);
  return { sine: both[0], cosine: both[1] };
}

/** The convex hull of rings about z, each a height and a radius, of so many corners. */
export function rings(levels: readonly (readonly [number, number])[], corners: number): PlainShape {
  const points = levels.flatMap(([z, radius]) =>
    Array.from({ length: corners }, (_, k) => {
      const { sine, cosine } = sincos((2 * Math.PI * k) / corners);
      return [radius * cosine, radius * sine, z];
    }),
  );
  return { kind: 'hull', hull: { positions: Float64Array.from(points.flat()) } };
}

/** Three numbers of a cube about 0. */
export function anywhere(random: Random, most: number): Triple {
  return [random.between(-most, most), random.between(-most, most), random.between(-most, most)];
}
