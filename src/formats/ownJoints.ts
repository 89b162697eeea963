/**
 * The joints of a recording that a cell has: a robot's joint states also name those of grippers and carts that the cell leaves out.
 */
import { firstDof, type KinematicTree } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { leftOutText } from '../words/index.ts';
import type { MayBeLeftOut, PathFile } from './pathFile.ts';

/** Those of some joints that are in a cell. Throws an InputError for one that several robots have. */
export function knownJoints(tree: KinematicTree, joints: readonly string[]): string[] {
  return joints.filter((name) => placeOfJoint(tree, name) !== null);
}

/** Where a joint's values begin, less than 0 if it cannot move; null where it is none of the cell's. */
export function placeOfJoint(tree: KinematicTree, name: string): number | null {
  try {
    return firstDof(tree, name);
  } catch (error) {
    if (error instanceof InputError && error.fault.code === 'configuration/unknown-joint') {
      return null;
    }
    throw error;
  }
}

/**
 * A motion without the joints that the cell does not have, of those that may be left out: of a recording, which verdicts assume then, or
 * of a start state, which is a note. With none of its joints it is another robot's, and left as it is.
 */
export function ownJoints(
  tree: KinematicTree,
  path: PathFile,
  among: MayBeLeftOut | undefined = path.mayBeLeftOut,
): PathFile {
  if (!among) return path;
  const { joints, of } = among;
  const known = new Set(knownJoints(tree, path.joints));
  const unknown = path.joints.filter((name) => joints.has(name) && !known.has(name));
  if (known.size === 0 || unknown.length === 0) return path;
  const own = only(
    path,
    path.joints.filter((name) => !unknown.includes(name)),
  );
  const message = leftOutText(unknown, of);
  return of === 'the recording'
    ? { ...own, assumptions: [...(path.assumptions ?? []), message] }
    : { ...own, notes: [...path.notes, { code: 'path/unknown-joint', message }] };
}

/** Some of its joints. */
function only(path: PathFile, joints: readonly string[]): PathFile {
  const places = joints.map((name) => path.joints.indexOf(name));
  const row = (all: Float64Array) => Float64Array.from(places, (k) => all[k]);
  const rates = (rows: PathFile['velocities']) => rows?.map((all) => all && row(all));
  const velocities = rates(path.velocities);
  const accelerations = rates(path.accelerations);
  return {
    ...{ ...path, joints, waypoints: path.waypoints.map(row) },
    ...(velocities && { velocities }),
    ...(accelerations && { accelerations }),
  };
}
