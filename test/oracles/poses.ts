/** Random rigid placements, seeded. */
import type { Random } from '../../src/math/index.ts';

/** Uniformly random rotation (Shoemake 1992) and a translation of up to `reach` along each axis. */
export function randomPose(random: Random, reach: number): Float64Array {
  const u = random.unit();
  const v = 2 * Math.PI * random.unit();
  const w = 2 * Math.PI * random.unit();
  const x = Math.sqrt(1 - u) * Math.sin(v);
  const y = Math.sqrt(1 - u) * Math.cos(v);
  const z = Math.sqrt(u) * Math.sin(w);
  const s = Math.sqrt(u) * Math.cos(w);
  return new Float64Array([
    1 - 2 * (y * y + z * z),
    2 * (x * y - s * z),
    2 * (x * z + s * y),
    2 * (x * y + s * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - s * x),
    2 * (x * z - s * y),
    2 * (y * z + s * x),
    1 - 2 * (x * x + y * y),
    random.between(-reach, reach),
    random.between(-reach, reach),
    random.between(-reach, reach),
  ]);
}
