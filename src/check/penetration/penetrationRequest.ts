/** What is asked about penetration, and what is answered. */
import type { Pair } from '../../cell/index.ts';
import type { CheckStats } from '../request.ts';

/**
 * `within`: proven for all configurations. `deeper`: shown at one. `too-close`: at one, the depth
 * is so near to the bound that the two cannot be told apart at the resolution.
 */
export type PenetrationVerdict = 'within' | 'deeper' | 'too-close' | 'undecided';

export interface PenetrationRequest {
  /** Metres. How deep bodies may be in each other; 0 or more. */
  readonly depth: number;
  /** Metres. Depths nearer to the bound than this need not be told from it. Default 1e-4. */
  readonly delta?: number;
  /**
   * Metres by which what is proven for a pair may exceed the depth that was seen, once the bound
   * itself is proven. Default: an eighth of the bound, at least delta.
   */
  readonly accuracy?: number;
  /** Number of tests after which to stop undecided. Default 200,000. A search for a depth counts
   * one test, and one more for every 64 boxes. */
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly timeLimit_ms?: number;
  /** Look at all pairs, also after one was found too deep. Default false. */
  readonly all?: boolean;
}

/** A configuration at which a pair is deeper than the bound, or perhaps is. */
export interface PenetrationWitness {
  readonly verdict: 'deeper' | 'too-close';
  readonly segment: number;
  readonly t: number;
  readonly configuration: Float64Array;
  readonly pair: Pair;
  /** Whether both bodies are solids. If not they must not touch, and depths mean nothing. */
  readonly solid: boolean;
  /** Depth here: at least, and at most. Negative: apart. */
  readonly lower: number;
  readonly upper: number;
  /** The deepest point found, in the world; where surfaces meet, if they are no solids. */
  readonly point: Float64Array | null;
}

/** What is known about a pair on the whole path. */
export interface PairPenetration {
  readonly pair: Pair;
  readonly solid: boolean;
  /** Proven: nowhere deeper. Negative: everywhere apart by so much. Infinite: nothing is proven. */
  readonly upper: number;
  /** The largest depth seen; not positive if the bodies were not seen to overlap. */
  readonly lower: number;
  /** Where that was; null if they were not seen to overlap. */
  readonly seen: {
    readonly segment: number;
    readonly t: number;
    readonly configuration: Float64Array;
    readonly point: Float64Array;
  } | null;
  /**
   * Not proven apart, and both bodies are so thin that no point can be deeper in either than the
   * bound: that it is kept says nothing about this pair, which may cross.
   */
  readonly thin: boolean;
}

/** What was found about penetration on a whole motion. */
export interface PenetrationResult {
  readonly verdict: PenetrationVerdict;
  /** For `deeper` and `too-close`. */
  readonly witness: PenetrationWitness | null;
  /** With `all`: one for each pair, in the order of the path. */
  readonly witnesses: readonly PenetrationWitness[];
  /** All tested pairs, the deepest first; of a crowd's members those that may come near. All others stay apart. */
  readonly pairs: readonly PairPenetration[];
  /** For `undecided`: what is not proven. */
  readonly open: readonly {
    readonly segment: number;
    readonly from: number;
    readonly to: number;
    readonly pair: Pair;
  }[];
  readonly stats: CheckStats;
}
