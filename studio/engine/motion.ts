/** Motions as the page holds them, as paths: the same code draws a motion and proves it. */
import { interpolationOf } from '../../src/formats/index.ts';
import type { KinematicTree } from '../../src/kinematics/index.ts';
import { InputError } from '../../src/math/index.ts';
import {
  blendedPath,
  buildPath,
  combineTracks,
  type Path,
  timedPath,
  type WrapRule,
} from '../../src/motion/index.ts';
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
  const { waypoints, times, velocities, accelerations, blend } = data;
  for (const q of waypoints) requireSize(tree, q);
  const kind = interpolationOf({
    joints: [],
    waypoints,
    notes: [],
    ...(times && { times }),
    ...(velocities && { velocities }),
    ...(blend === undefined ? {} : { blend }),
    ...(data.interpolation && { interpolation: data.interpolation }),
  });
  if (kind === 'straight') return buildPath(tree, waypoints, { wrap, ...(times && { times }) });
  if (!times) {
    throw new InputError({
      code: 'path/no-times',
      message: 'what a controller makes of a path depends on its times, and it has none',
      hint: 'give it times, or take it as straight',
    });
  }
  if (kind === 'blend' && blend !== undefined) {
    return blendedPath(tree, { waypoints, times, blend }, { wrap });
  }
  return timedPath(tree, { waypoints, times, velocities, accelerations }, { wrap });
}

function requireSize({ dofs }: KinematicTree, q: Float64Array): void {
  if (q.length === dofs.length && q.every(Number.isFinite)) return;
  throw new InputError({
    code: 'path/configuration',
    message: `a waypoint must be ${dofs.length} finite numbers, one per joint of the cell`,
    hint: 'the path belongs to another cell',
  });
}
