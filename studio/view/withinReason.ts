import { type Box3, Vector3 } from 'three';

/** All is shown of what is no more than so many times as large as what moves. */
const WHOLE = 2.5;

/**
 * What to show of a scene: what moves, and what stands around it, such as a shelf, but not all of a
 * floor or a hall that is far larger.
 */
export function withinReason(moving: Box3, standing: Box3): Box3 {
  if (moving.isEmpty()) return standing.clone();
  const size = moving.getSize(new Vector3()).length();
  const all = standing.clone().union(moving);
  if (all.getSize(new Vector3()).length() <= WHOLE * size) return all;
  const around = moving.clone().expandByScalar(0.6 * size);
  const near = standing.clone().intersect(around);
  return near.isEmpty() ? moving.clone() : near.union(moving);
}
