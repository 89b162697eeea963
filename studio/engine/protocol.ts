/**
 * What the page and its workers say to each other: the jobs, what they are asked and what they answer.
 * All of it is plain data that survives a structured clone. Bodies and pairs are numbers into the opened
 * cell's lists. Metres, radians, seconds; poses are 12 numbers, a rotation by rows and a position.
 */
import type { CellDescription, PairReason } from '../../src/cell/index.ts';
import type { CheckStats, Method, Verdict } from '../../src/check/index.ts';
import type { FileInterpolation } from '../../src/formats/index.ts';
import type { Fault } from '../../src/math/index.ts';
import type { WrapRule } from '../../src/motion/index.ts';
import type { PlannerName, PlanStats, PlanVerdict } from '../../src/plan/index.ts';

export type { Fault };

/** Contents by path, with `/` between folders, relative to whatever was dropped. */
export type Files = ReadonlyMap<string, Uint8Array>;

// ---------------------------------------------------------------------------------------- opening

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
  /** With visual geometry; its `files` are left out, the page has them. */
  readonly description: CellDescription;
  readonly dofs: readonly DofInfo[];
  /** `DofInfo.value` of all. */
  readonly home: readonly number[];
  readonly states: readonly NamedConfiguration[];
  readonly bodies: readonly BodyInfo[];
  readonly pairs: readonly PairInfo[];
  readonly assumptions: readonly string[];
  /** SHA-256 of the model: what certificates name it by. */
  readonly digest: string;
  /** Of collision geometry. */
  readonly triangles: number;
  readonly notes: readonly Fault[];
  /** Path files among the files. */
  readonly paths: readonly { readonly file: string }[];
  /** What is only drawn and was not found. */
  readonly missing: readonly MissingFile[];
  /** Links at the ends of chains that move: what one may want to drag or trace. */
  readonly tools: readonly string[];
}

export type OpenAnswer =
  | { readonly opened: true; readonly cell: OpenedCell }
  | { readonly opened: false; readonly unopened: Unopened };

// ----------------------------------------------------------------------------------------- motions

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

// -------------------------------------------------------------------------------------------- pose

export interface PoseRequest {
  readonly configuration: ArrayLike<number>;
}

export interface Finding {
  /** Bodies. */
  readonly a: number;
  readonly b: number;
  /** 0 where they collide. */
  readonly distance: number;
  readonly colliding: boolean;
  /** One lies inside the other. */
  readonly contained: boolean;
  /** Nearest points in the world, on a and on b; null where there are none. */
  readonly points: readonly [Float64Array, Float64Array] | null;
  readonly clearance: number;
}

export interface CollidingPair extends Finding {
  /** Triangles that touch, 9 numbers each in the world; at most some hundreds. */
  readonly trianglesA: Float32Array;
  readonly trianglesB: Float32Array;
}

export interface PoseAnswer {
  /** The closest pair, or one that collides; null if no pair is tested. */
  readonly closest: Finding | null;
  readonly colliding: readonly CollidingPair[];
  /** Pairs nearer than their clearance, not colliding. */
  readonly tooClose: readonly Finding[];
  readonly limits: readonly {
    readonly dof: string;
    readonly value: number;
    readonly lower: number;
    readonly upper: number;
  }[];
}

export interface InverseRequest {
  /** Scoped name of a link. */
  readonly link: string;
  /** Where it shall be in the world. */
  readonly pose: Float64Array;
  readonly from: ArrayLike<number>;
  /** `false`: only the position counts. Default true. */
  readonly rotation?: boolean;
  /** Solutions must be free of collision. Default false: one may drag a tool through things. */
  readonly free?: boolean;
  /** Tries from random configurations. Default 0: stay near `from`. */
  readonly restarts?: number;
}

export interface InverseAnswer {
  /** The nearest configuration that was found, also where it does not reach. */
  readonly configuration: Float64Array;
  readonly reached: boolean;
  readonly positionError: number;
  readonly rotationError: number;
}

// ------------------------------------------------------------------------------------------- check

export interface CheckSettings {
  /** Metres; default as in the cell. Asks of the cell as adjusted, like --clearance. */
  readonly clearance?: number;
  /** Default 1e-4. */
  readonly delta?: number;
  /** Default ladder. */
  readonly method?: Exclude<Method, 'fixed'>;
  /** Default literal. */
  readonly wrap?: WrapRule;
  /** Every pair that is not free on every segment. Default false. */
  readonly all?: boolean;
  readonly budget?: number;
  /** Seconds. */
  readonly timeLimit?: number;
  /** Tolerance of all joints that have none of their own, in radians or metres. */
  readonly tracking?: number;
}

export interface PathRequest {
  readonly path: PathData;
  readonly settings?: CheckSettings;
}

export interface WitnessData extends Finding {
  readonly verdict: 'colliding' | 'too-close';
  /** The clearance asked for is not kept: shown, not feared. */
  readonly violated: boolean;
  readonly segment: number;
  readonly t: number;
  /** Seconds, if the path has times. */
  readonly time?: number;
  readonly configuration: Float64Array;
}

export interface OpenPiece {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly a: number;
  readonly b: number;
}

export interface CheckAnswer {
  readonly verdict: Verdict;
  readonly witness: WitnessData | null;
  readonly witnesses: readonly WitnessData[];
  /** For `undecided`. */
  readonly open: readonly OpenPiece[];
  readonly assumptions: readonly string[];
  readonly notes: readonly Fault[];
  readonly segments: number;
  readonly testedPairs: number;
  readonly digest: string;
  readonly clearance: number;
  readonly delta: number;
  readonly method: Method;
  readonly stats: CheckStats;
  readonly milliseconds: number;
}

/** Where a contact begins, and what is proven of the rest. */
export interface ContactAnswer {
  readonly verdict: Verdict;
  readonly contact: {
    readonly segment: number;
    readonly from: number;
    readonly to: number | null;
    readonly a: number;
    readonly b: number;
  } | null;
  readonly witness: WitnessData | null;
  readonly safe: readonly {
    readonly segment: number;
    readonly from: number;
    readonly to: number;
  }[];
  readonly unsafe: readonly OpenPiece[];
  readonly milliseconds: number;
}

/** Numbers of one slab in `PairCover.slabs`: the sample, the interval it proves, how short that is. */
export const COVER_SIZE = 4;

export interface PairCover {
  readonly a: number;
  readonly b: number;
  /**
   * Per slab t, from, to and depth = -log2(to - from): the sample at t proves from ... to on its segment.
   * In order of `from`. A pair of bodies in several parts has slabs beside each other.
   */
  readonly slabs: Float64Array;
  /** Where the slabs of each segment begin in `slabs`, in slabs; one more than segments. */
  readonly starts: Uint32Array;
}

export interface CoverAnswer {
  readonly segments: number;
  /** Pairs that are tested, the ones with most slabs first. */
  readonly pairs: readonly PairCover[];
  readonly slabs: number;
  readonly deepest: number;
}

export interface ProfileRequestData extends PathRequest {
  readonly accuracy?: number;
  readonly horizon?: number;
}

export interface PairProfileData {
  readonly a: number;
  readonly b: number;
  readonly lower: number;
  /** Infinite if none was seen within the horizon. */
  readonly upper: number;
  /** Segment, from, to, lower: four numbers each; they cover the path in order. */
  readonly pieces: Float64Array;
  /** Segment, t, distance: three numbers each, in order. */
  readonly samples: Float64Array;
}

export interface ProfileAnswer {
  readonly accuracy: number;
  readonly horizon: number;
  /** Closest first. */
  readonly pairs: readonly PairProfileData[];
  readonly far: readonly { readonly a: number; readonly b: number; readonly lower: number }[];
  /** The smallest proven distance of all pairs: segment, from, to, lower. */
  readonly overall: Float64Array;
  /** The smallest seen at each sample of any pair: segment, t, distance. */
  readonly seen: Float64Array;
  readonly lower: number;
  readonly complete: boolean;
  readonly milliseconds: number;
}

export type CertificateAnswer =
  | {
      readonly written: true;
      /** Byte for byte what `surepath check --certificate` writes for the same files. */
      readonly text: string;
      readonly slabs: number;
      /** SHA-256 of the text. */
      readonly digest: string;
    }
  | { readonly written: false; readonly reason: string };

export interface VerifyRequest {
  readonly text: string;
  /** If given, the certificate must be of this motion. */
  readonly path?: PathData;
  /** As the check had them: clearance and tracking are part of what is shown. */
  readonly settings?: CheckSettings;
}

export type VerifyAnswer =
  | {
      readonly verified: true;
      readonly pairs: number;
      readonly slabs: number;
      readonly segments: number;
      readonly assumptions: readonly string[];
      readonly milliseconds: number;
    }
  | { readonly verified: false; readonly reason: string; readonly milliseconds: number };

export interface SampledRequest extends PathRequest {
  /** The largest step between samples, in radians. */
  readonly resolution: number;
}

export interface SampledAnswer {
  /** `no collision found` is all that sampling can say. */
  readonly verdict: Verdict;
  readonly resolution: number;
  readonly samples: number;
  /** Where it looked: segment, t, in order. Two numbers each. */
  readonly at: Float64Array;
  /** The first hit along the path. */
  readonly witness: WitnessData | null;
  readonly milliseconds: number;
}

// ------------------------------------------------------------------------------------------- plans

export interface PlanRequestData {
  readonly from: ArrayLike<number>;
  /** Any of these will do. */
  readonly goals: readonly ArrayLike<number>[];
  /** Default rrt-connect. */
  readonly planner?: PlannerName;
  /** Default 1. */
  readonly seed?: number;
  /** Seconds; default 10. */
  readonly timeLimit?: number;
  readonly iterations?: number;
  /** Default true. */
  readonly smooth?: boolean;
  /** Give it times within the joints' limits. Default false. */
  readonly timed?: boolean | 'stops' | 'blends';
  /** Degrees of freedom that may move. Default: those of robots that a goal moves. */
  readonly moving?: readonly number[];
  /** For `sbl`. */
  readonly resolution?: number;
  readonly settings?: Pick<CheckSettings, 'clearance' | 'tracking'>;
  /** Link whose positions draw the trees. Default: a tool of a robot that moves. */
  readonly traced?: string;
}

/** Edges that were added since the last report. */
export interface TreeEdges {
  /** Per edge two positions of the traced link: six numbers. */
  readonly positions: Float32Array;
  /** Per edge 0: from the start, 1: from a goal, 2: neither. */
  readonly sides: Uint8Array;
}

export interface PlanAnswer {
  readonly verdict: PlanVerdict;
  readonly path: PathData | null;
  /** Which goal was reached; -1 if none. */
  readonly goal: number;
  /** Weighted length in joint space: as planned, and after smoothing. */
  readonly planned: number;
  readonly length: number;
  /** Seconds, if timed. */
  readonly duration?: number;
  readonly planner: PlannerName;
  readonly stats: PlanStats;
  readonly phases: {
    readonly planning: number;
    readonly smoothing: number;
    readonly timing: number;
  };
}

export interface SmoothRequest {
  readonly path: PathData;
  readonly seed?: number;
  readonly iterations?: number;
  readonly timeLimit?: number;
  readonly settings?: Pick<CheckSettings, 'clearance' | 'tracking'>;
}

export interface SmoothAnswer {
  readonly path: PathData;
  readonly before: number;
  readonly length: number;
  readonly tried: number;
  readonly taken: number;
}

export interface TimeRequest {
  readonly path: PathData;
  /** Default blends. */
  readonly mode?: 'stops' | 'blends';
  /** Radians or metres per second and per second squared, for all joints. */
  readonly velocity?: number;
  readonly acceleration?: number;
  /** Parts of the limits to use, up to 1. */
  readonly velocityScale?: number;
  readonly accelerationScale?: number;
}

export interface TimeAnswer {
  readonly path: PathData;
  readonly duration: number;
  readonly blends: number;
  readonly stops: number;
  /** Of the timed motion. */
  readonly verdict: Verdict;
}

// ------------------------------------------------------------------------------------------ editing

export type NewShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | {
      readonly kind: 'mesh';
      readonly file: string;
      readonly bytes: Uint8Array;
      /** Default 1. */
      readonly scale?: number;
    };

/** One change; an edit is a list of them, done in order, all or none. */
export type Change =
  | { readonly kind: 'move'; readonly obstacle: number; readonly pose: ArrayLike<number> }
  | {
      readonly kind: 'add';
      readonly name: string;
      readonly shape: NewShape;
      readonly pose: ArrayLike<number>;
    }
  | { readonly kind: 'remove'; readonly obstacle: number }
  | { readonly kind: 'rename'; readonly obstacle: number; readonly name: string }
  | { readonly kind: 'solid'; readonly obstacle: number; readonly solid: boolean }
  /** Numbers of bodies are those of the cell before the edit: names are safer here. */
  | { readonly kind: 'allow'; readonly a: string; readonly b: string; readonly reason: string }
  /** Test the pair though somebody declared that it need not be. */
  | { readonly kind: 'forbid'; readonly a: string; readonly b: string }
  | { readonly kind: 'clearance'; readonly distance: number }
  | {
      readonly kind: 'pair-clearance';
      readonly a: string;
      readonly b: string;
      /** Null: as the others. */
      readonly distance: number | null;
    }
  /** Of all joints that have none of their own. */
  | { readonly kind: 'tracking'; readonly tolerance: number }
  /** Back to an earlier cell of this session, for undo: its `id`. */
  | { readonly kind: 'restore'; readonly id: number };

export interface EditRequest {
  readonly changes: readonly Change[];
}

export interface SaveCellAnswer {
  /** The cell file's path among `files`. */
  readonly entry: string;
  /** Everything that `surepath check` needs to read the same model. */
  readonly files: Files;
  /** Of the model that a reader makes of these files. */
  readonly digest: string;
  /** It is the open cell's, bit by bit. Poses of a planning scene may differ by their last bits. */
  readonly exact: boolean;
}

export interface ReportRequest extends PathRequest {
  readonly title?: string;
  /** Text for the report, as the caller likes it. */
  readonly date?: string;
  /** The viewer's script, from report-viewer.js. */
  readonly viewer: string;
  readonly certificateDigest?: string;
}

// --------------------------------------------------------------------------------------------- jobs

/** Of everything that takes longer than a blink. */
export interface Progress {
  /** What is being done: `reading meshes`, `checking segments`. */
  readonly what: string;
  readonly done: number;
  /** 0 if nobody knows. */
  readonly of: number;
  /** While planning. */
  readonly tree?: TreeEdges;
  readonly milestones?: number;
  readonly iterations?: number;
}

/** What every job takes and gives. */
export interface Jobs {
  open: { request: OpenRequest; answer: OpenAnswer };
  edit: { request: EditRequest; answer: OpenedCell };
  pose: { request: PoseRequest; answer: PoseAnswer };
  inverse: { request: InverseRequest; answer: InverseAnswer };
  readPath: { request: ReadPathRequest; answer: ReadPathAnswer };
  savePath: { request: SavePathRequest; answer: string };
  check: { request: PathRequest; answer: CheckAnswer };
  contact: { request: PathRequest; answer: ContactAnswer };
  cover: { request: PathRequest; answer: CoverAnswer | null };
  profile: { request: ProfileRequestData; answer: ProfileAnswer };
  certificate: { request: PathRequest; answer: CertificateAnswer };
  verify: { request: VerifyRequest; answer: VerifyAnswer };
  sampled: { request: SampledRequest; answer: SampledAnswer };
  plan: { request: PlanRequestData; answer: PlanAnswer };
  smooth: { request: SmoothRequest; answer: SmoothAnswer };
  time: { request: TimeRequest; answer: TimeAnswer };
  saveCell: { request: Record<string, never>; answer: SaveCellAnswer };
  report: { request: ReportRequest; answer: string };
}

export type Job = keyof Jobs;
export type Request<K extends Job> = Jobs[K]['request'];
export type Answer<K extends Job> = Jobs[K]['answer'];

/** Jobs that the live worker does; the latest request of a kind wins. */
export const LIVE_JOBS: readonly Job[] = ['pose', 'inverse'];

// ---------------------------------------------------------------------------- between page and worker

export interface ToWorker {
  readonly call: number;
  /** `sync` brings a worker to a state that the page remembers: host.ts. */
  readonly kind: Job | 'sync';
  readonly request: unknown;
}

export type FromWorker =
  | { readonly call: number; readonly progress: Progress }
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly fault: Fault; readonly bug: boolean };
