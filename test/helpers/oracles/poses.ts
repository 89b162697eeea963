/** Random rigid placements, seeded. */
import { poseFromQuaternion, type Random } from '../../../src/math/index.ts';

/** Uniformly random rotation (Shoemake 1992) and a translation of up to `reach` along each axis. */
export function randomPose(random: Random, reach: number): Float64Array {
  const u = random.unit();
  const v = 2 * Math.PI * random.unit();
  const w = 2 * Math.PI * random.unit();
  const x = Math.sqrt(1 - u) * Math.sin(v);
  const y = Math.sqrt(1 - u) * Math.cos(v);
  const z = Math.sqrt(u) * Math.sin(w);
  const s = Math.sqrt(u) * Math.cos(w);
  const shift = () => random.between(-reach, reach);
  return poseFromQuaternion(x, y, z, s, shift(), shift(), shift());
}
