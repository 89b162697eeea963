/**
 * The gap of two polyhedra along the direction that the pair was left with: a proven lower bound of their distance for
 * the price of two support points. For who asks first whether anything has to be looked for at all.
 */
import { gapAlong } from './conclude.ts';
import { type FeatureWorkspace, SLOTS, type TrackedPair } from './tracked.ts';

const { LOOKING, GAP, GAP_SLACK } = SLOTS;

/** result.lower = that gap, less all rounding; minus infinity where no direction is known. The pair stays as it is. */
export function keptGapInto(
  pair: TrackedPair,
  pose: Float64Array,
  o: number,
  ws: FeatureWorkspace,
): void {
  const w = ws.numbers;
  ws.begin(pair, pose, o);
  for (let k = 0; k < 3; k++) w[LOOKING + k] = pair.direction[k];
  gapAlong(ws);
  ws.result.lower = w[GAP] - w[GAP_SLACK];
}
