/** What a file says of a motion. */
import type { Fault } from '../math/index.ts';

export interface PathFile {
  readonly joints: readonly string[];
  /** At least one, each with a value per joint. */
  readonly waypoints: readonly Float64Array[];
  /** One per waypoint, if any way is an arc: the configuration on the way there, two for a whole circle, null for a straight one. */
  readonly vias?: readonly (readonly Float64Array[] | null)[];
  /** Where waypoint i stands in the file, if it is at the end of an arc. */
  readonly viaPlace?: (i: number) => Pick<Fault, 'file' | 'line' | 'column'>;
  /** Seconds, one per waypoint; they never decrease. */
  readonly times?: readonly number[];
  /** One per waypoint, per second; null where a waypoint has none. */
  readonly velocities?: readonly (Float64Array | null)[];
  /** One per waypoint, per second squared; null where a waypoint has none. */
  readonly accelerations?: readonly (Float64Array | null)[];
  /** Seconds that velocities take to change at a waypoint. */
  readonly blend?: number;
  /** What the file says of the motion between waypoints; `interpolationOf` has the default. */
  readonly interpolation?: FileInterpolation;
  /** What a verdict about it assumes of the motion: what joints did between recorded states. */
  readonly assumptions?: readonly string[];
  readonly mayBeLeftOut?: MayBeLeftOut;
  readonly notes: readonly Fault[];
}

/** Joints that are left out where the cell does not have them (ownJoints.ts): all of a recording, those that a start state adds. */
export interface MayBeLeftOut {
  readonly joints: ReadonlySet<string>;
  readonly of: 'the recording' | 'the start state';
}

export const INTERPOLATIONS = ['straight', 'arcs', 'controller', 'blend'] as const;
/** What a file says of the motion between waypoints. */
export type FileInterpolation = (typeof INTERPOLATIONS)[number];
