/** What a cell is opened from, and what the page gets to know of it. */
import type { CellDescription, PairReason } from '../../../src/cell/index.ts';
import type { PlainShape } from '../../../src/geometry/index.ts';
import type { WorldSource } from '../../../src/jobs/index.ts';
import type { Colour, Part } from '../../../src/kinematics/index.ts';
import type { Fault } from '../../../src/math/index.ts';
import type { Files } from './files.ts';

export interface OpenRequest {
  readonly files: Files;
  /** The cell file, URDF or planning scene. Default: found by what the files hold. */
  readonly entry?: string;
  /** For a planning scene: its robot's URDF. Default: the one URDF among the files. */
  readonly robot?: string;
  /** For a URDF or a planning scene. Default: the one SRDF among the files. */
  readonly srdf?: string;
  /** Folder of each package. What is not named is looked for by the end of its path. */
  readonly packages?: Readonly<Record<string, string>>;
  /** MoveIt's joint_limits.yaml. */
  readonly jointLimits?: string;
  /** Values of xacro arguments, by name. */
  readonly xacro?: Readonly<Record<string, string>>;
  /** Values of joints that a path gives none, by name. */
  readonly joints?: Readonly<Record<string, number>>;
  /** Links without collision geometry are tested by their visuals, like --visuals. Default false. */
  readonly testVisuals?: boolean;
  /** Octomaps, clouds and height maps among the files that join the cell, like --world. */
  readonly worlds?: readonly WorldSource[];
  /** Planning scenes among the files that join the cell one after the other, like --scene. */
  readonly scenes?: readonly string[];
}

/** The files do not make a cell yet. Add the missing ones, or choose, and open again. */
export interface Unopened {
  readonly kind: 'missing' | 'ambiguous' | 'broken';
  /** `missing`: references as the files write them, each once. */
  readonly missing: readonly MissingFile[];
  /** `ambiguous`: files that would do; ask which and pass it as `entry`, or as `robot`. */
  readonly candidates: readonly string[];
  readonly asks?: 'entry' | 'robot';
  /** What is wrong, if that is not simply a file that is not there. */
  readonly error?: Fault;
}

export interface MissingFile {
  /** As written: `package://arm/meshes/link.stl`. */
  readonly reference: string;
  /** The file that refers to it, with the line if known. */
  readonly from?: string;
  readonly line?: number;
  /** `false` for what is only drawn: the cell opens without it. */
  readonly needed: boolean;
}

export interface DofInfo {
  /** Scoped: `left/joint_1`. */
  readonly name: string;
  readonly unit: 'angle' | 'length' | 'quaternion';
  /** Infinite where there is no limit. */
  readonly lower: number;
  readonly upper: number;
  /** An angle without limits. */
  readonly continuous: boolean;
  /** Name of the robot it belongs to; empty for a single one without a name. */
  readonly robot: string;
  /** What the cell states, or 0, or the middle of its range where 0 is out of it. */
  readonly value: number;
}

export interface NamedConfiguration {
  /** `left: home`; plain where the cell has one robot. */
  readonly name: string;
  /** All degrees of freedom; those that the state leaves out as in `DofInfo.value`. */
  readonly values: readonly number[];
  /** Degrees of freedom that the state speaks of. */
  readonly dofs: readonly number[];
}

/** A planning group of an SRDF. */
export interface GroupInfo {
  /** `left: manipulator`; plain where the cell has one robot. */
  readonly name: string;
  readonly dofs: readonly number[];
  /** Links at its end, to be dragged; first where its end effector hangs. */
  readonly tips: readonly string[];
}

export interface BodyInfo {
  readonly name: string;
  readonly kind: 'link' | 'attached' | 'obstacle';
  /** Number of the frame it rides on; 0 is the world. */
  readonly frame: number;
  /** The robot it belongs to; empty for obstacles and for a robot without a name. */
  readonly owner: string;
  /** Whether all of its geometry is solid; `false` if any mesh of it is a surface. */
  readonly solid: boolean;
  /** Number among description.obstacles, or null. */
  readonly obstacle: number | null;
  readonly triangles: number;
}

export type PairStatus = 'tested' | 'assumed' | 'excluded';

export interface PairInfo {
  /** Numbers of bodies, a < b. */
  readonly a: number;
  readonly b: number;
  /** `assumed`: somebody declared it; `excluded`: a fact, or proven. */
  readonly status: PairStatus;
  /** Null if tested. */
  readonly why: PairReason | null;
  /** For people; empty if tested. */
  readonly reason: string;
  readonly clearance: number;
  /** By how much joints that stray may bring the two closer. */
  readonly tracking: number;
}

export interface OpenedCell {
  /** Counts up with every cell that was opened or edited. */
  readonly id: number;
  /** For people: the folder or file that it was opened from. */
  readonly name: string;
  readonly entry: string;
  /** Whoever opened it asked for links to be tested by their visuals. */
  readonly testVisuals?: true;
  /** Worlds that joined it from files of their own. */
  readonly worlds?: readonly WorldSource[];
  /** Planning scenes that joined it likewise. */
  readonly scenes?: readonly string[];
  /** Without visual geometry and without its `files`, which the page has. */
  readonly description: CellDescription;
  readonly dofs: readonly DofInfo[];
  /** `DofInfo.value` of all. */
  readonly home: readonly number[];
  readonly states: readonly NamedConfiguration[];
  readonly bodies: readonly BodyInfo[];
  /** Per obstacle and part: by what a mesh or hull was scaled since it was opened or added; else 1. */
  readonly scales: readonly (readonly number[])[];
  readonly pairs: readonly PairInfo[];
  /** Of a cell with many obstacles (members): how many pairs there are besides those of `pairs`. */
  readonly otherPairs?: Readonly<Record<PairStatus | 'members', number>>;
  readonly assumptions: readonly string[];
  /** SHA-256 of the model: what certificates name it by. */
  readonly digest: string;
  /** Of collision geometry. */
  readonly triangles: number;
  readonly notes: readonly Fault[];
  /** Path files among the files. */
  readonly paths: readonly { readonly file: string }[];
  /** Links at the ends of chains that move: what one may want to drag or trace. */
  readonly tools: readonly string[];
  /** Planning groups, if SRDFs name any. */
  readonly groups?: readonly GroupInfo[];
}

export type OpenAnswer =
  | { readonly opened: true; readonly cell: OpenedCell }
  | { readonly opened: false; readonly unopened: Unopened };

/** Triangles made ready for drawing: creased.ts. */
export interface DrawnMesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** Where the corners of each colour begin in `indices`, one more than colours, if it has several. */
  readonly starts?: Uint32Array;
}

export interface DrawnGeometry {
  readonly kind: 'drawn';
  readonly mesh: DrawnMesh;
  /** The colours, if it has several; null: that of the part. */
  readonly palette?: readonly (Colour | null)[];
}

export interface VisualPart extends Omit<Part, 'geometry'> {
  readonly geometry: PlainShape | DrawnGeometry;
}

export interface VisualsRequest {
  /** Files that have arrived since the cell was opened. */
  readonly files?: Files;
}

/** What is for the eye only. It is asked for once the cell is shown, and is no part of any verdict. */
export interface VisualsAnswer {
  /** Per robot, in the order of the description: per link what is drawn of it. */
  readonly robots: readonly (readonly (readonly VisualPart[])[])[];
  /** What was not found. */
  readonly missing: readonly MissingFile[];
  /** What was found and could not be drawn. */
  readonly notes: readonly Fault[];
}
