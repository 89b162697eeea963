/** Collision vectors of the monitor, asked while joints move and the live mode is on. */
import type { MovedObstacle } from './pose.ts';

/** Ways of finding vectors that can be chosen in the page; `own` is the fastest. */
export const APPROACH_NAMES = [
  'own',
  'plain',
  'initialization',
  'local-update',
  'static-hierarchies',
  'dynamic-hierarchies',
  'virtual-manipulator',
] as const;
export type ApproachName = (typeof APPROACH_NAMES)[number];

export interface VectorsRequest {
  readonly configuration: ArrayLike<number>;
  /** Obstacles in somebody's hand. */
  readonly moved?: readonly MovedObstacle[];
  /** Metres; vectors that are longer are not told from each other. Default: none. */
  readonly threshold?: number;
  /** Numbers of the class pairs that are asked about. Default: all. */
  readonly pairs?: readonly number[];
  /** Default `own`. */
  readonly approach?: ApproachName;
}

export interface VectorData {
  /** Names of the two classes. */
  readonly classes: readonly [string, string];
  /** `undecided`: a gate had no time for it. */
  readonly status:
    | 'apart'
    | 'colliding'
    | 'too-near-to-tell'
    | 'beyond'
    | 'undecided'
    | 'not-asked';
  /** Names of the bodies; null where there are none. */
  readonly bodies: readonly [string, string] | null;
  /** Proven, metres. */
  readonly lower: number;
  /** Seen; infinite beyond the threshold. */
  readonly distance: number;
  /** r on the first class, s on the second, in the world; null where there are none. */
  readonly points: readonly [Float64Array, Float64Array] | null;
  /** Where they overlap: moving the first by so much along `direction` parts the two bodies. Null if unknown. */
  readonly depth: number | null;
  readonly direction: Float64Array | null;
}

export interface VectorsAnswer {
  readonly vectors: readonly VectorData[];
  /** Number of the shortest; -1 for none. */
  readonly nearest: number;
  /** Microseconds of the last steps with these settings: how many, their median, the 99th percentile. Null of a gate's. */
  readonly steps: { readonly count: number; readonly median: number; readonly most: number } | null;
  /** Looked at in this step: distances of bodies' pieces, boxes. */
  readonly looked: { readonly distances: number; readonly boxes: number } | null;
  /** Tested pairs of bodies that no vector is about, and other things worth knowing. */
  readonly notes: readonly string[];
}
