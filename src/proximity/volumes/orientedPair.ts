/**
 * Two oriented volumes brought into one frame: the rectangle or box of the child along its own
 * axes, the other one by its centre and axes relative to it. Shared by OBB and RSS.
 */
import { layout } from '../../arrays/index.ts';
import { ORIENTED } from '../../bvh/index.ts';

/** The scratch array `pair`. */
export const PAIR = layout(
  /** Centre of the fixed volume in the children's tree frame, and its axes there, as rows. */
  ['centre', 3],
  ['axes', 9],
  /** Its centre relative to the child, along the child's axes. */
  ['offset', 3],
  /** M, row by row: M[i][j] = child axis i . fixed axis j. */
  ['turn', 9],
  /** The extents of both (ORIENTED). */
  ['fixed', 3],
  ['child', 3],
  /** How far M may be from a rotation, set once per query. */
  'edgeSlack',
);

const { centre: CENTRE, axes: AXES, offset: OFFSET, turn: TURN, fixed: FIXED, child: CHILD } = PAIR;
const { axes: OWN_AXES, extents: EXTENTS } = ORIENTED;

/** Centre, axes and extents: once per fixed volume. */
export function placeFixedInto(
  fixed: Float64Array,
  o: number,
  frame: Float64Array,
  f: number,
  pair: Float64Array,
): void {
  const x = fixed[o];
  const y = fixed[o + 1];
  const z = fixed[o + 2];
  pair[CENTRE] = frame[f] * x + frame[f + 1] * y + frame[f + 2] * z + frame[f + 9];
  pair[CENTRE + 1] = frame[f + 3] * x + frame[f + 4] * y + frame[f + 5] * z + frame[f + 10];
  pair[CENTRE + 2] = frame[f + 6] * x + frame[f + 7] * y + frame[f + 8] * z + frame[f + 11];
  for (let k = 0; k < 3; k++) {
    pair[FIXED + k] = fixed[o + EXTENTS + k];
    const a = o + OWN_AXES + 3 * k;
    const u = fixed[a];
    const v = fixed[a + 1];
    const w = fixed[a + 2];
    pair[AXES + 3 * k] = frame[f] * u + frame[f + 1] * v + frame[f + 2] * w;
    pair[AXES + 1 + 3 * k] = frame[f + 3] * u + frame[f + 4] * v + frame[f + 5] * w;
    pair[AXES + 2 + 3 * k] = frame[f + 6] * u + frame[f + 7] * v + frame[f + 8] * w;
  }
}

/** Offset, turn and extents: once per child. */
export function placeChildInto(child: Float64Array, c: number, pair: Float64Array): void {
  const x = pair[CENTRE] - child[c];
  const y = pair[CENTRE + 1] - child[c + 1];
  const z = pair[CENTRE + 2] - child[c + 2];
  for (let i = 0; i < 3; i++) {
    pair[CHILD + i] = child[c + EXTENTS + i];
    const a = c + OWN_AXES + 3 * i;
    const u = child[a];
    const v = child[a + 1];
    const w = child[a + 2];
    pair[OFFSET + i] = u * x + v * y + w * z;
    const t = TURN + 3 * i;
    pair[t] = u * pair[AXES] + v * pair[AXES + 1] + w * pair[AXES + 2];
    pair[t + 1] = u * pair[AXES + 3] + v * pair[AXES + 4] + w * pair[AXES + 5];
    pair[t + 2] = u * pair[AXES + 6] + v * pair[AXES + 7] + w * pair[AXES + 8];
  }
}
