/**
 * Two oriented volumes brought into one frame: the rectangle or box of the child along its own
 * axes, the other one by its centre and axes relative to it. Shared by OBB and RSS.
 *
 * Layout of the scratch array `pair`:
 *   0..2    centre of the fixed volume in the children's tree frame
 *   3..11   its axes there, as rows
 *   12..14  its centre relative to the child, along the child's axes
 *   15..23  M, row by row: M[i][j] = child axis i . fixed axis j
 *   24      how far M may be from a rotation, set once per query
 */
export const ORIENTED_PAIR_SIZE = 25;
export const EDGE_SLACK = 24;

/** Entries 0 to 11: once per fixed volume. */
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
  pair[0] = frame[f] * x + frame[f + 1] * y + frame[f + 2] * z + frame[f + 9];
  pair[1] = frame[f + 3] * x + frame[f + 4] * y + frame[f + 5] * z + frame[f + 10];
  pair[2] = frame[f + 6] * x + frame[f + 7] * y + frame[f + 8] * z + frame[f + 11];
  for (let k = 0; k < 3; k++) {
    const u = fixed[o + 3 + 3 * k];
    const v = fixed[o + 4 + 3 * k];
    const w = fixed[o + 5 + 3 * k];
    pair[3 + 3 * k] = frame[f] * u + frame[f + 1] * v + frame[f + 2] * w;
    pair[4 + 3 * k] = frame[f + 3] * u + frame[f + 4] * v + frame[f + 5] * w;
    pair[5 + 3 * k] = frame[f + 6] * u + frame[f + 7] * v + frame[f + 8] * w;
  }
}

/** Entries 12 to 23: once per child. */
export function placeChildInto(child: Float64Array, c: number, pair: Float64Array): void {
  const x = pair[0] - child[c];
  const y = pair[1] - child[c + 1];
  const z = pair[2] - child[c + 2];
  for (let i = 0; i < 3; i++) {
    const u = child[c + 3 + 3 * i];
    const v = child[c + 4 + 3 * i];
    const w = child[c + 5 + 3 * i];
    pair[12 + i] = u * x + v * y + w * z;
    pair[15 + 3 * i] = u * pair[3] + v * pair[4] + w * pair[5];
    pair[16 + 3 * i] = u * pair[6] + v * pair[7] + w * pair[8];
    pair[17 + 3 * i] = u * pair[9] + v * pair[10] + w * pair[11];
  }
}
