/** How fast a motion may run so that braking stays inside of its clearance: what is asked, and what is answered. */
import type { Pair } from '../../cell/index.ts';
import type { ProfilePiece, ProfileRequest } from '../clearance/profileResult.ts';
import type { PathPiece } from '../paths/pathRequest.ts';
import type { CheckStats } from '../request.ts';

export interface BrakingRequest extends Omit<ProfileRequest, 'relative'> {
  /** Per degree of freedom, rad/s^2 or m/s^2: braking is at least that strong. More than 0. */
  readonly deceleration: Float64Array;
  /** Seconds: within this after somebody asked for it, every joint begins to brake. Default 0. */
  readonly reaction_s?: number;
  /** The largest speed factor that is of interest. Default 1. */
  readonly limit?: number;
  /**
   * For a path without times, which it needs: how fast each degree of freedom moves at factor 1 at the most, in rad/s or m/s.
   */
  readonly velocity?: Float64Array;
}

/** How much joints may stray from where they were when somebody asked for a stop. */
export interface BrakingJoint {
  readonly dof: number;
  /** Rad/s or m/s at factor 1, at most. */
  readonly rate: number;
  /** Rad or m at the factor that was found, at most. */
  readonly stray: number;
}

/** A piece of the path that allows no larger factor, or none that is proven. */
export interface BrakingPlace extends PathPiece {
  /** Two bodies; null: a mover and members of a crowd that nobody looked at more closely. */
  readonly pair: Pair | null;
  /** The first body of the pair, or the mover. */
  readonly body: number;
  /** Metres: proven on the piece; what the two must keep, tracking included; what braking takes at the factor that was found. */
  readonly lower: number;
  readonly kept: number;
  readonly braking: number;
  /** Joints that move one of the two, those that take most first. */
  readonly joints: readonly BrakingJoint[];
}

/** What was found: a factor that is proven, and what limits it. */
export interface BrakingResult {
  /**
   * Proven: at this speed factor, whenever and however joints brake, all tested pairs keep their clearance. 0 where nothing is
   * proven: the path itself is not, or time or budget ended.
   */
  readonly factor: number;
  readonly limit: number;
  readonly reaction_s: number;
  /** What limits it; null where only `limit` does. */
  readonly limiting: BrakingPlace | null;
  /** Metres: proven for all tested pairs along the path. Infinite if there is none. */
  readonly clearance: number;
  /** For each t the smallest that is proven of all pairs. */
  readonly overall: readonly ProfilePiece[];
  /** Metres: clearance beyond this was not measured. */
  readonly horizon: number;
  /** Whether the clearance was measured as closely as was asked for. If not, what is said is still proven. */
  readonly complete: boolean;
  readonly stats: CheckStats;
}
