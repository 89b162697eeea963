/**
 * The height that linkages are retracted below where nobody names one [A V-E: "entirely below the rings"]: the lowest
 * point of all that stands still, as long as all robots begin below it.
 */
import type { Body, Cell } from '../../cell/index.ts';
import { Kinematics } from '../../kinematics/index.ts';

/** Metres above the world's origin; null where that makes no sense: no obstacles, or one as low as a robot's base. */
export function usualHeight({ tree, bodies }: Cell): number | null {
  let lowest = Number.POSITIVE_INFINITY;
  for (const body of bodies) if (body.frame === 0) lowest = Math.min(lowest, lowestOf(body));
  if (!Number.isFinite(lowest)) return null;
  const kinematics = new Kinematics(tree);
  kinematics.setConfiguration(new Float64Array(tree.dofs.length));
  for (let frame = 1; frame < tree.parent.length; frame++) {
    if (tree.parent[frame] !== 0) continue;
    if (!(kinematics.poses[kinematics.poseOf(frame) + 11] < lowest)) return null;
  }
  return lowest;
}

/** Of a body that stands still: its frame is the world's. */
function lowestOf({ points, margin, ball }: Body): number {
  if (!points) return ball[2] - ball[3] - margin;
  let z = Number.POSITIVE_INFINITY;
  for (let k = 2; k < points.length; k += 3) z = Math.min(z, points[k]);
  return z - margin;
}
