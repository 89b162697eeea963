/** Motions as data, and their files. */
import type { FileInterpolation } from '../../../src/formats/index.ts';
import type { Fault } from '../../../src/math/index.ts';

/** A motion of all degrees of freedom; motion.ts makes a Path of it, on the page and in a worker. */
export interface PathData {
  /** For people: a file, `planned`, `recorded`. */
  readonly name: string;
  /** Full configurations, in the order of `OpenedCell.dofs`. At least one. */
  readonly waypoints: readonly Float64Array[];
  /** Seconds, one per waypoint. */
  readonly times?: readonly number[];
  /** One per waypoint, null where a waypoint has none. */
  readonly velocities?: readonly (Float64Array | null)[];
  readonly accelerations?: readonly (Float64Array | null)[];
  /** Seconds of one blend. */
  readonly blend?: number;
  /** Default as the data suggests: blend, velocities with times, else straight. */
  readonly interpolation?: FileInterpolation;
  /** Robots with their own timing; `waypoints` and `times` are then the knots of all, for drawing. */
  readonly tracks?: readonly TrackData[];
  /** Where joints stand that are in no track. */
  readonly standing?: Float64Array;
  /** Names for waypoints, for people. */
  readonly labels?: readonly string[];
  /** The file that it came from, as long as nobody changed it. */
  readonly file?: string;
}

export interface TrackData {
  readonly name: string;
  /** Degrees of freedom that it moves. */
  readonly dofs: readonly number[];
  /** Seconds by which it begins later. */
  readonly offset: number;
  readonly motion: PathData;
}

export interface ReadPathRequest {
  /** One of the cell's files, or one with `bytes`. */
  readonly file: string;
  readonly bytes?: Uint8Array;
}

export interface ReadPathAnswer {
  readonly path: PathData;
  /** Standing joints, ignored values, joints beyond their limits. */
  readonly notes: readonly Fault[];
}

export interface SavePathRequest {
  readonly path: PathData;
  /** `json`: our own, every number to the bit. `trajectory`: a ROS joint trajectory. */
  readonly format: 'json' | 'trajectory';
}
