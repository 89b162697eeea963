/** The path that the data of a motion mean, by how they are to be read. */
import type { KinematicTree } from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { blendedPath, buildPath, type Path, timedPath, type WrapRule } from '../motion/index.ts';
import type { FileInterpolation, PathFile } from './pathFile.ts';
import type { Rows } from './rows.ts';

/** A motion with whole configurations of a cell. */
export type MotionData = Pick<
  PathFile,
  'waypoints' | 'vias' | 'times' | 'velocities' | 'accelerations' | 'blend'
>;

/** The motion of a file, with whole configurations. */
export function wholeMotion(
  { times, blend, ...motion }: PathFile,
  rows: Pick<Rows, 'configuration' | 'rates'>,
): MotionData {
  const rates = (list: PathFile['velocities']) => list?.map((row) => row && rows.rates(row));
  const velocities = rates(motion.velocities);
  const accelerations = rates(motion.accelerations);
  const vias = motion.vias?.map((via) => via?.map((row) => rows.configuration(row)) ?? null);
  return {
    waypoints: motion.waypoints.map((row) => rows.configuration(row)),
    ...(vias && { vias }),
    ...(times && { times }),
    ...(velocities && { velocities }),
    ...(accelerations && { accelerations }),
    ...(blend === undefined ? {} : { blend }),
  };
}

export interface MotionPathOptions {
  readonly wrap: WrapRule;
  readonly interpolation: FileInterpolation;
  /** What to do about a motion without the times that it needs. */
  readonly hint: string;
}

/** Throws an InputError for a motion that makes no sense. */
export function motionPath(
  tree: KinematicTree,
  motion: MotionData,
  { wrap, interpolation, hint }: MotionPathOptions,
): Path {
  const { waypoints, vias, times, velocities, accelerations, blend } = motion;
  if (vias?.some((via) => via !== null) && interpolation !== 'arcs') {
    throw new InputError({
      code: 'path/arcs',
      message: `the path has circular segments: it cannot be taken as "${interpolation}"`,
      hint: 'without "via" they would be straight',
    });
  }
  if (interpolation === 'straight' || interpolation === 'arcs') {
    const path = buildPath(tree, waypoints, { wrap, vias, ...(times && { times }) });
    return velocities ? { ...path, notes: [...path.notes, IGNORED] } : path;
  }
  if (!times) {
    throw new InputError({
      code: 'path/no-times',
      message: 'what a controller makes of a path depends on its times, and it has none',
      hint,
    });
  }
  if (interpolation === 'blend' && blend !== undefined) {
    return blendedPath(tree, { waypoints, times, blend }, { wrap });
  }
  return timedPath(tree, { waypoints, times, velocities, accelerations }, { wrap });
}

const IGNORED: Fault = {
  code: 'path/velocities',
  message: 'the path has velocities, but is checked as straight segments between its waypoints',
  hint: 'a controller that blends otherwise strays from them: give its tracking tolerance in the cell file',
};
