/** Squared lower bounds between oriented volumes, OBB or RSS: the two are brought into one frame. */
import { ORIENTED } from '../../bvh/index.ts';
import { obbBoundInto } from './obbBounds.ts';
import { placeChildInto, placeFixedInto } from './orientedPair.ts';
import { rssBoundInto } from './rssBounds.ts';

const { size: STRIDE } = ORIENTED;

/**
 * As boxBoundsInto, for trees of oriented volumes. `pair` is scratch (orientedPair.ts).
 * No record, as there.
 */
export function orientedBoundsInto(
  kind: 'obb' | 'rss',
  fixed: Float64Array,
  fixedSlot: number,
  children: Float64Array,
  firstSlot: number,
  count: number,
  frame: Float64Array,
  f: number,
  out: Float64Array,
  pair: Float64Array,
): void {
  const o = STRIDE * fixedSlot;
  placeFixedInto(fixed, o, frame, f, pair);
  for (let i = 0; i < count; i++) {
    const c = STRIDE * (firstSlot + i);
    placeChildInto(children, c, pair);
    if (kind === 'obb') obbBoundInto(pair, out, i);
    else rssBoundInto(pair, out, i);
  }
}
