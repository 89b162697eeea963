/** What the terms above a frame are together: the verifier's sums of rates, once for a segment, for all bodies on the frame. */
import { layout } from '../arrays/layout.ts';
import type { KinematicTree } from '../kinematics/tree.ts';

/** Of the terms above a frame, together: rates of turns and of slides, how these change, and what is unsure of both. */
export const {
  TURNING,
  SLIDING,
  TURNING_MORE,
  SLIDING_MORE,
  DOUBTS,
  SLIDE_DOUBTS,
  DOUBTS_MORE,
  SLIDE_DOUBTS_MORE,
  size: ABOVE,
} = layout(
  'TURNING',
  'SLIDING',
  'TURNING_MORE',
  'SLIDING_MORE',
  'DOUBTS',
  'SLIDE_DOUBTS',
  'DOUBTS_MORE',
  'SLIDE_DOUBTS_MORE',
);

/** What is known of terms, by their numbers. */
interface Terms {
  readonly tree: KinematicTree;
  readonly turns: Uint8Array;
  readonly rate: Float64Array;
  readonly acceleration: Float64Array;
  readonly doubt: Float64Array;
  readonly doubtMore: Float64Array;
  /** Per frame: ABOVE numbers. */
  readonly above: Float64Array;
}

/** Sums up the terms of every frame, from the world down; those of frame f are from termsOf[f] on. */
export function sumAbove(terms: Terms, termsOf: Int32Array): void {
  const { tree, above, rate, acceleration, doubt, doubtMore, turns } = terms;
  const { parent, frameCount } = tree;
  for (let f = 1; f < frameCount; f++) {
    const o = ABOVE * f;
    const up = ABOVE * parent[f];
    for (let i = 0; i < ABOVE; i++) above[o + i] = above[up + i];
    for (let k = termsOf[f]; k < termsOf[f + 1]; k++) {
      // Of slides stands behind what is of turns.
      const slide = 1 - turns[k];
      above[o + TURNING + slide] += rate[k];
      above[o + TURNING_MORE + slide] += acceleration[k];
      above[o + DOUBTS + slide] += doubt[k];
      above[o + DOUBTS_MORE + slide] += doubtMore[k];
    }
  }
}
