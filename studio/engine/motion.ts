/** Motions as the page holds them, as paths: the same code draws a motion and proves it. */
import { interpolationOf, motionPath } from '../../src/formats/index.ts';
import type { KinematicTree } from '../../src/kinematics/index.ts';
import { InputError } from '../../src/math/index.ts';
import { combineTracks, type Path, type WrapRule } from '../../src/motion/index.ts';
import type { PathData } from './protocol.ts';

/** The path that a motion means. Throws an InputError for one that makes no sense. */
export function motionOf(tree: KinematicTree, data: PathData, wrap: WrapRule = 'literal'): Path {
  if (!data.tracks) return simpleMotion(tree, data, wrap);
  const tracks = data.tracks.map(({ dofs, motion, name }) => ({
    dofs,
    path: simpleMotion(tree, motion, wrap),
    name,
  }));
  const offsets = data.tracks.map(({ offset }) => offset);
  const standing = data.standing ?? data.waypoints[0];
  return combineTracks(tree, tracks, { standing, offsets });
}

function simpleMotion(tree: KinematicTree, data: PathData, wrap: WrapRule): Path {
  for (const q of data.waypoints) requireSize(tree, q);
  const interpolation = interpolationOf({ ...data, joints: [], notes: [] });
  return motionPath(tree, data, {
    wrap,
    interpolation,
    hint: 'give it times, or take it as straight',
  });
}

function requireSize({ dofs }: KinematicTree, q: Float64Array): void {
  if (q.length === dofs.length && q.every(Number.isFinite)) return;
  throw new InputError({
    code: 'path/configuration',
    message: `a waypoint must be ${dofs.length} finite numbers, one per joint of the cell`,
    hint: 'the path belongs to another cell',
  });
}
