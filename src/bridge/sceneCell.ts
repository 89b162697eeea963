/** A cell together with the planning scene of its robot, as it was followed. */

import type { CellDescription } from '../cell/index.ts';
import { besideScene } from '../formats/index.ts';
import { encodeUtf8 } from '../math/index.ts';

/** The name under which faults of the scene are told. */
const FILE = 'the planning scene';

/**
 * A cell with a scene, JSON of a moveit_msgs/PlanningScene, and where the robot's base stands in the scene. The scene's
 * objects stand beside the cell's own obstacles, and its robot stands where the cell's does. Throws an InputError where
 * they do not fit.
 */
export function cellWithScene(
  cell: CellDescription,
  scene: string,
): { readonly description: CellDescription; readonly base: Float64Array } {
  const bytes = encodeUtf8(scene);
  const resolver = { files: () => undefined };
  const { description, base } = besideScene(cell, bytes, { file: FILE, resolver });
  return { description: { ...description, files: cell.files }, base };
}
