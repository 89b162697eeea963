/**
 * The algorithms on closest features, behind one interface: a pair that remembers, a pose that places B in A's
 * frame, a workspace that holds the answer. All give the same verdicts and prove the same bounds (conclude.ts);
 * they differ in what they remember, in cost, and in whether they tell how deep bodies are in each other
 * (V-Clip, and the plane through it).
 */
import { linCannyInto } from './linCanny.ts';
import type { FeatureWorkspace, TrackedPair } from './tracked.ts';
import { vClipInto } from './vClip.ts';
import { warmGjkInto } from './warmGjk.ts';
import { witnessPlaneInto } from './witnessPlane.ts';

/** Returns APART, COLLIDING or UNRESOLVED; the rest is in `ws.result`, and in the pair for the next call. */
export type FeatureAlgorithm = (
  pair: TrackedPair,
  pose: Float64Array,
  o: number,
  ws: FeatureWorkspace,
) => number;

export type FeatureAlgorithmName = 'gjk' | 'v-clip' | 'lin-canny' | 'plane';

export const FEATURE_ALGORITHMS: Readonly<Record<FeatureAlgorithmName, FeatureAlgorithm>> = {
  gjk: warmGjkInto,
  'v-clip': vClipInto,
  'lin-canny': linCannyInto,
  plane: witnessPlaneInto,
};
