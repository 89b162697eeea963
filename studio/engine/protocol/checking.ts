/** Checks of a motion and what they show: verdicts, covers, clearances, certificates, samples. */

import type { CheckStats, Method, Verdict } from '../../../src/check/index.ts';
import type { Fault } from '../../../src/math/index.ts';
import type { LeftLimit, WrapRule } from '../../../src/motion/index.ts';
import type { PairTally } from '../../../src/words/index.ts';
import type { PathData } from './motion.ts';
import type { Finding } from './pose.ts';

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
  /** Metres that straying joints need besides the clearance. */
  readonly tracking: number;
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
  /** Where the motion leaves the limits of joints; no part of the verdict. */
  readonly limits: readonly LeftLimit[];
  readonly notes: readonly Fault[];
  readonly segments: number;
  readonly testedPairs: number;
  /** How many pairs there are, and what is done about them. */
  readonly tally: PairTally;
  readonly digest: string;
  readonly clearance: number;
  /** Whether some pairs have a smaller one of their own. */
  readonly exceptions?: boolean;
  /** Whether joints may stray from the path. */
  readonly tracking: boolean;
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

export interface CoverRequest extends PathRequest {
  /** Pairs of bodies that are not shown free, of a path that is not: the cover is of the others. */
  readonly except?: readonly (readonly [a: number, b: number])[];
}

export interface CoverAnswer {
  readonly segments: number;
  /** Pairs that slabs prove free all along, the ones with most of them first. */
  readonly pairs: readonly PairCover[];
  readonly slabs: number;
  /** Past a crowd of obstacles: what has no slabs is proven by them. 0 without one. */
  readonly sweeps: number;
  readonly deepest: number;
  /** All of it as the text of a certificate, where no pair is left out: what a recheck begins with. */
  readonly text?: string;
}

export interface ProfileRequestData extends PathRequest {
  /** What the check of the same path said: a free one keeps what is asked for. */
  readonly verdict?: Verdict;
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

/** Pairs of a robot with an obstacle or another robot, or pairs within one robot. */
export interface ProfilePartData {
  /** Numbers of its pairs among all, closest first. */
  readonly pairs: readonly number[];
  /** Segment, from, to, lower. */
  readonly overall: Float64Array;
  readonly lower: number;
  /** The pair that comes nearest; null where it is of no pair that is listed. */
  readonly nearest: {
    readonly a: number;
    readonly b: number;
    /** Infinite if none was seen within the horizon. */
    readonly upper: number;
    readonly place: { readonly segment: number; readonly t: number } | null;
  } | null;
}

export interface ProfileAnswer {
  /** In two; null where there is no pair of a kind. */
  readonly parts: {
    readonly surroundings: ProfilePartData | null;
    readonly self: ProfilePartData | null;
  };
  readonly accuracy: number;
  /** Likewise, as a share of the distance. */
  readonly relative: number;
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
      readonly glances: number;
      readonly sweeps: number;
      /** SHA-256 of the text. */
      readonly digest: string;
    }
  | { readonly written: false; readonly reason: string };

/** Per segment the times at which something is not proven: begin, end, ... */
export type LeftTimes = readonly (readonly number[])[];

export interface RecheckRequest extends PathRequest {
  /** The certificate of the path in a cell as it was, or of another path. */
  readonly text: string;
}

export interface RecheckAnswer {
  /** The ordinary check of the path in the cell as it is. */
  readonly check: CheckAnswer;
  /** The certificate of what is free: to begin with after the next edit. Null if there is none. */
  readonly text: string | null;
}

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
      readonly glances: number;
      readonly sweeps: number;
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
