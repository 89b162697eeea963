/**
 * A cell as its files describe it: robots, obstacles, and what is declared about pairs of them.
 * Plain data with all references resolved; the readers of src/formats make it, cell.ts compiles
 * it. Lengths in metres, angles in radians.
 */

import type {
  Coupling,
  Part,
  RobotDescription,
  SemanticDescription,
} from '../kinematics/description.ts';
import type { Fault } from '../math/fault.ts';

/** An object that moves with a link. */
export interface AttachedDescription {
  readonly name: string;
  /** The link that carries it. */
  readonly link: string;
  /** Placed in the link's frame. */
  readonly parts: readonly Part[];
  /** Links that it may touch. */
  readonly touches: readonly string[];
  /** `false` makes closed meshes surfaces. */
  readonly solid: boolean;
  /** Meshes that are nearly closed are closed by triangles, and open ones are a fault. */
  readonly mustBeSolid?: boolean;
}

/** A robot of a cell: its description, where it stands, and what was said about it. */
export interface RobotInstance {
  /** Unique in the cell; empty for a single robot whose links keep their plain names. */
  readonly name: string;
  readonly robot: RobotDescription;
  readonly semantics?: SemanticDescription;
  /** Places the robot's root link in the world. */
  readonly base: Float64Array;
  /** How the base moves, as degrees of freedom before the robot's own joints. */
  readonly baseJoint: 'fixed' | 'planar' | 'floating';
  /** Joints held at a value; they are no degrees of freedom. One value, or 3 or 7. */
  readonly held: ReadonlyMap<string, readonly number[]>;
  /** Joints coupled linearly to others beyond what the URDF says. */
  readonly couplings: ReadonlyMap<string, Coupling>;
  /** Metres by which a link's geometry is grown; `default` applies to links not named. */
  readonly padding: ReadonlyMap<string, number>;
  /** Factors by which a link's shapes are scaled, each about its own origin; `default` as above. */
  readonly scale: ReadonlyMap<string, number>;
  /** Radians or metres by which a joint may stray from where it should be; `default` as above. */
  readonly tracking: ReadonlyMap<string, number>;
  readonly attached: readonly AttachedDescription[];
  /** Links whose closed meshes are surfaces all the same. */
  readonly surfaces: readonly string[];
  /** Links whose meshes must be solid: nearly closed ones are closed, open ones are a fault. */
  readonly solids?: readonly string[];
  /** How fast joints may move, beyond what the URDF says; `default` as above. No proof rests on it. */
  readonly limits?: ReadonlyMap<string, RateLimits>;
}

/** Radians or metres per second, and per second squared. */
export interface RateLimits {
  readonly velocity?: number;
  readonly acceleration?: number;
}

/** An obstacle as a file describes it. */
export interface ObstacleDescription {
  readonly name: string;
  /** Places the obstacle in the world. */
  readonly pose: Float64Array;
  readonly parts: readonly Part[];
  /** `false` makes closed meshes surfaces, as for a guard around a robot. */
  readonly solid: boolean;
  /** Meshes that are nearly closed are closed by triangles, and open ones are a fault. */
  readonly mustBeSolid?: boolean;
  /** The robot whose MJCF model has it, by name. No part of what is compiled. */
  readonly ofRobot?: string;
}

/**
 * Many obstacles in flat arrays: cells of an octomap, points of a scan. Member i is the obstacle `name/i`, a box or a ball
 * along the axes of the set's frame. They come after all other obstacles, set by set.
 */
export interface ObstacleSet {
  readonly name: string;
  /** Places the set's frame in the world. */
  readonly pose: Float64Array;
  readonly shape: 'box' | 'sphere';
  /** Three numbers for each member, in the set's frame. */
  readonly centres: Float64Array;
  /** Sizes that occur: half lengths, three for each size; of balls one radius. */
  readonly sizes: Float64Array;
  /** Per member the number of its size; null: all have the first. */
  readonly sizeOf: Uint32Array | null;
  /** What the set takes for free though nobody knows. No part of the model. */
  readonly unknown?: UnknownSpace;
  /** What of it is drawn where not all of it should be: lower and upper corner in the set's frame. No part of the model. */
  readonly seen?: Float64Array;
}

/** Space that a set knows nothing about, and is taken for free: cells of an octomap, gaps in a height map. */
export type UnknownSpace = 'octomap' | 'heights';

/** A pair by name patterns: `*` stands for any characters. Names are scoped, `left/panda_hand`. */
export interface PairPattern {
  readonly between: readonly [string, string];
  /** Where a file says so. */
  readonly place?: Pick<Fault, 'file' | 'line' | 'column'>;
}

/** Bodies that may touch. */
export interface AllowedPair extends PairPattern {
  readonly reason: string;
  /** The robot whose MJCF model says so, by name. No part of what is compiled. */
  readonly ofRobot?: string;
}

/** A distance that pairs must keep. */
export interface ClearanceEntry extends PairPattern {
  readonly distance: number;
  /** Of bodies of one robot: not said pair by pair (clearances.ts). */
  readonly self?: true;
}

/** A cell as files describe it: what `buildCell()` compiles. */
export interface CellDescription {
  readonly robots: readonly RobotInstance[];
  readonly obstacles: readonly ObstacleDescription[];
  /** Obstacles beyond these, by the thousands. */
  readonly sets?: readonly ObstacleSet[];
  readonly clearance: {
    readonly default: number;
    /** Later entries win. */
    readonly pairs: readonly ClearanceEntry[];
  };
  /** Pairs that may touch: assumed, not tested. */
  readonly allow: readonly AllowedPair[];
  /** A verdict may be given though no pair is tested. Default: that is an error. */
  readonly allowNothing?: boolean;
  /** Joint values that a scene or cell file states, by scoped joint name. */
  readonly state: ReadonlyMap<string, readonly number[]>;
  /** Every file that was read, as it was referred to, for digests. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly notes: readonly Fault[];
}
