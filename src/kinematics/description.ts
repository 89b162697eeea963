/**
 * A robot as its files describe it: links and joints by name, geometry loaded. Plain data; the
 * readers of src/formats make it, tree.ts compiles it. Lengths in metres, angles in radians.
 */
import type { PlainShape } from '../geometry/shapes.ts';
import type { Triangles } from '../geometry/triangles.ts';

export type JointKind = 'fixed' | 'revolute' | 'continuous' | 'prismatic' | 'planar' | 'floating';

/** A joint follows another one: value = multiplier * (value of `joint`) + offset. */
export interface Mimic {
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

/**
 * How a follower moves that does not follow in proportion: as cubic pieces through points, twice continuously
 * differentiable. The mechanism itself, a loop or a cam, may do something else by at most `deviation`.
 */
export interface Law {
  /** Values of the leader, increasing, two at least, and of the follower there. */
  readonly at: readonly number[];
  readonly values: readonly number[];
  /** Rates of the follower per unit of the leader at the first and the last point. */
  readonly slopes: readonly [number, number];
  /**
   * The leader may turn on and on: after the last point the law begins anew, from where the follower is then. The
   * slopes are equal. Otherwise the leader stays between the first and the last point.
   */
  readonly periodic: boolean;
  /** The true follower is never farther than this from the pieces; radians or metres. */
  readonly deviation: number;
}

/**
 * A joint follows another one, as a cell says: value = multiplier * x + offset, or law(x), with x the value of
 * `joint`. With a law, multiplier is 1 and offset 0.
 */
export interface Coupling extends Mimic {
  readonly law?: Law;
}

/** A joint as a robot's file describes it. */
export interface JointDescription {
  readonly name: string;
  readonly kind: JointKind;
  /** Names of links. */
  readonly parent: string;
  readonly child: string;
  /** Places the joint's frame, which is the child's frame at value 0, in the parent's frame. */
  readonly origin: Float64Array;
  /**
   * Unit vector in the joint's frame: the axis to turn about or slide along, the normal of a
   * planar joint. Without meaning for fixed and floating joints.
   */
  readonly axis: readonly [number, number, number];
  /** Range of a revolute or prismatic joint. */
  readonly limits?: { readonly lower: number; readonly upper: number };
  /** Limits per second, where given. */
  readonly velocityLimit?: number;
  readonly effortLimit?: number;
  readonly mimic?: Mimic;
}

/** Red, green, blue as a screen shows them, and opacity; 0 to 1. For drawing only. */
export type Colour = readonly [number, number, number, number];

/** What colour each triangle of a mesh has. */
export interface MeshColours {
  /** At most 256; null where the file says nothing. */
  readonly palette: readonly (Colour | null)[];
  /** For each triangle, which of the palette. */
  readonly of: Uint8Array;
}

/** Triangles of a mesh file, scale applied, and where they came from. */
export interface MeshGeometry {
  readonly kind: 'mesh';
  readonly triangles: Triangles;
  /** As the referring file wrote it. */
  readonly reference: string;
  /** Of a visual whose file has several. */
  readonly colours?: MeshColours;
}

/** A piece of geometry, placed in the frame of the link or obstacle that it belongs to. */
export interface Part {
  readonly pose: Float64Array;
  readonly geometry: PlainShape | MeshGeometry;
  readonly name?: string;
  /** Of what has no colour of its own. For drawing only: never part of a model's digest. */
  readonly colour?: Colour;
}

/** A link as a robot's file describes it. */
export interface LinkDescription {
  readonly name: string;
  readonly collisions: readonly Part[];
  /** For drawing only; a visual mesh that could not be found is left out with a note. */
  readonly visuals: readonly Part[];
  /**
   * Of a link that its file gives visuals and no collision geometry, whether these were read or not:
   * `ignored`, it is not tested; `tested`, its visuals are its `collisions`. Undefined for all other links.
   */
  readonly visualOnly?: 'ignored' | 'tested';
}

/** A robot as a file describes it: links and joints, nothing compiled. */
export interface RobotDescription {
  readonly name: string;
  /** The root first, every parent before its children. */
  readonly links: readonly LinkDescription[];
  /** One for each link but the root, in the same order. */
  readonly joints: readonly JointDescription[];
}

/** Two links that somebody declared need no test, and why. */
export interface DisabledPair {
  readonly link1: string;
  readonly link2: string;
  /** As written: Adjacent, Never, Default, User, ... */
  readonly reason: string;
}

/** A named state: values by joint; one number, or several for planar and floating joints. */
export interface NamedState {
  readonly name: string;
  readonly group: string;
  readonly values: ReadonlyMap<string, readonly number[]>;
}

/** A group of an SRDF: links, joints, chains and other groups by their names. */
export interface Group {
  readonly name: string;
  readonly links: readonly string[];
  readonly joints: readonly string[];
  readonly chains: readonly { readonly base: string; readonly tip: string }[];
  readonly subgroups: readonly string[];
}

/** What an SRDF adds to a robot. */
export interface SemanticDescription {
  readonly robot: string;
  readonly groups: readonly Group[];
  readonly states: readonly NamedState[];
  readonly virtualJoints: readonly {
    readonly name: string;
    readonly kind: 'fixed' | 'planar' | 'floating';
    readonly parentFrame: string;
    readonly childLink: string;
  }[];
  readonly passiveJoints: readonly string[];
  readonly endEffectors: readonly {
    readonly name: string;
    readonly group: string;
    readonly parentLink: string;
    readonly parentGroup?: string;
  }[];
  readonly disabledPairs: readonly DisabledPair[];
}
