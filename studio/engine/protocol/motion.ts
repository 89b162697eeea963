/** Motions as data, and their files. */
import type { Motion, TrackMotion } from '../../../src/jobs/index.ts';
import type { Fault } from '../../../src/math/index.ts';

/** A motion of all degrees of freedom, as jobs take it. */
export type PathData = Motion;
export type TrackData = TrackMotion;

export interface ReadPathRequest {
  /** One of the cell's files, or one with `bytes`. */
  readonly file: string;
  readonly bytes?: Uint8Array;
}

/** A MotionPlanRequest of MoveIt. */
export interface ReadRequestRequest {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Where joints stand of which it says nothing. */
  readonly configuration: Float64Array;
}

export interface ReadRequestAnswer {
  readonly start: Float64Array;
  /** Any of them will do. */
  readonly goals: readonly Float64Array[];
  readonly notes: readonly Fault[];
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
