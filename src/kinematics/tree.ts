/**
 * The kinematics of a whole cell, compiled: all robots, in flat arrays, evaluated by forward.ts.
 *
 * Frame 0 is the world, where obstacles stand; every link has one frame, `left/panda_hand` or the
 * plain name where the robot's name is empty. Parents come before children. Attached objects ride
 * on their link's frame. A configuration is one Float64Array with a number per degree of freedom;
 * a joint's value is multiplier * q[dof] + offset, so that mimic joints and couplings cost nothing, or
 * law(q[dof]) where it follows by a law (law.ts), multiplier and offset being 1 and 0;
 * held joints are compiled into fixed placements. Those of them that stray by themselves are `loose`.
 *
 * The compiled numbers are the model: bounds elsewhere speak of the robot that has exactly these
 * placements (each rotation standing for the nearest true one), axes, multipliers, offsets and laws.
 *
 *   const tree = buildKinematics(cell.robots)                    // compile.ts
 *   tree.frameOf.get('left/panda_hand'), tree.rigidRoot[f], tree.dofs[d].name
 */
import type { Fault } from '../math/fault.ts';
import type { Coupling, RobotDescription, SemanticDescription } from './description.ts';
import type { JointArrays } from './joint.ts';
import type { CompiledLaw } from './law.ts';

/** A robot placed in the cell; the cell's RobotInstance is one. */
export interface PlacedRobot {
  /** Unique in the cell; empty for a single robot whose links keep their plain names. */
  readonly name: string;
  readonly robot: RobotDescription;
  /** Names the joint of a moving base, if it has a virtual joint for the root link. */
  readonly semantics?: SemanticDescription;
  readonly base: Float64Array;
  readonly baseJoint: 'fixed' | 'planar' | 'floating';
  readonly held: ReadonlyMap<string, readonly number[]>;
  readonly couplings: ReadonlyMap<string, Coupling>;
  /** Radians or metres by which a joint strays by itself; `default` is for joints not named. */
  readonly tracking?: ReadonlyMap<string, number>;
}

/** One number of the configuration. */
export interface Dof {
  /** Scoped: `left/joint1`; `base/x`, `base/y`, `base/angle`; `base/x` to `base/qw`. */
  readonly name: string;
  /** The joint it belongs to, scoped, and that joint's frame. */
  readonly joint: string;
  readonly frame: number;
  readonly unit: 'angle' | 'length' | 'quaternion';
  /** Infinite where there is no limit. */
  readonly lower: number;
  readonly upper: number;
  /** An angle without limits. */
  readonly continuous: boolean;
  readonly velocityLimit: number;
  /** How far it may stray from where it should be; of a rotation the angle, with qx. */
  readonly tracking: number;
}

/** What became of a joint: a dof of its own, a follower, or constant. */
export interface JointState {
  readonly frame: number;
  readonly state: 'free' | 'coupled' | 'held' | 'fixed';
  /** Of a held joint with one value: where it stands. */
  readonly value?: number;
}

/** The kinematics of a whole cell, compiled: all robots, in flat arrays, evaluated by forward.ts. */
export interface KinematicTree extends JointArrays {
  readonly frameCount: number;
  readonly frameNames: readonly string[];
  readonly frameOf: ReadonlyMap<string, number>;
  /** Parent of each frame, -1 for the world; number of frames above it. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** FIXED, TURN, SLIDE, PLANAR or FLOATING of joint.ts: how the frame moves in its parent. */
  readonly kind: Uint8Array;
  /** 12 numbers per frame: its pose in its parent's frame at value 0. */
  readonly placement: Float64Array;
  /** 3 numbers per frame: unit vector, in the frame. */
  readonly axis: Float64Array;
  /** First number of the configuration that moves the frame in its parent's, or -1. */
  readonly dof: Int32Array;
  readonly multiplier: Float64Array;
  readonly offset: Float64Array;
  readonly laws: readonly (CompiledLaw | null)[] | null;
  /** The highest frame that this one never moves against; equal for frames rigidly connected. */
  readonly rigidRoot: Int32Array;
  /** 12 numbers per frame: its pose in the frame of its rigid root. */
  readonly rigidPlacement: Float64Array;
  readonly dofs: readonly Dof[];
  /** All joints by scoped name, fixed ones included; degrees of freedom by name. */
  readonly joints: ReadonlyMap<string, JointState>;
  readonly dofOf: ReadonlyMap<string, number>;
  /** What was ignored: values for fixed joints. */
  readonly notes: readonly Fault[];
  /** Followers and held joints that stray by themselves; null if none does. */
  readonly loose: LooseJoints | null;
}

/**
 * The same robots with every follower and held joint free that strays by itself: where such joints stray
 * to is a configuration of this tree. Bounds of straying are made of it (straying.ts); no pose ever is.
 */
export interface LooseJoints {
  /** The same frames. */
  readonly tree: KinematicTree;
  /** Per degree of freedom of that tree: the same one of the cell's tree, or -1 for a loose one. */
  readonly same: Int32Array;
  /**
   * A loose one should be at multiplier * (degree `leader` of that tree) + offset, or at the law of that degree;
   * -1: at offset.
   */
  readonly leader: Int32Array;
  readonly multiplier: Float64Array;
  readonly offset: Float64Array;
  readonly laws: readonly (CompiledLaw | null)[];
}
