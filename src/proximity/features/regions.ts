/**
 * In which Voronoi region of a polyhedron a point lies: Lin and Canny's test of a point against the region of a
 * feature, and the walk to the one that has it. Each step goes across the plane that the point is farthest
 * beyond, to a feature that is nearer to it.
 */
import { EDGE, FACE, type Polyhedron, VERTEX } from './polyhedron.ts';
import { beyondInto, type FeatureWorkspace, heightInto, highestFace, SLOTS } from './tracked.ts';

const { POSES, POINT, SLOP, LEVEL, NEAR_A, NEAR_B } = SLOTS;
/** Where the pose begins that places A in B's frame. */
const BACK = POSES + 12;

/** The feature of side s that is nearest to the other body's closest point, from `start` on. */
export function nearestFeature(ws: FeatureWorkspace, s: number, start: number): number {
  const { returns } = ws;
  let feature = start;
  otherPointInto(ws.numbers, s);
  returns.begin(feature, 0);
  for (;;) {
    const next = neighbourToward(ws.numbers, ws.body(s), feature);
    if (next < 0) return feature;
    feature = next;
    // Within rounding of a border, or inside of the body: either feature will do.
    if (returns.isBack(feature, 0)) return feature;
  }
}

/** POINT = the other body's closest point in frame s. */
export function otherPointInto(w: Float64Array, s: number): void {
  const from = s === 0 ? NEAR_B : NEAR_A;
  const x = w[from];
  const y = w[from + 1];
  const z = w[from + 2];
  for (let k = 0; k < 3; k++) {
    const m = BACK + 3 * k;
    w[POINT + k] = s === 0 ? w[from + k] : w[m] * x + w[m + 1] * y + w[m + 2] * z + w[BACK + 9 + k];
  }
}

/**
 * The neighbour in the direction of POINT, across the plane that it is farthest beyond; -1 if POINT is in the
 * region; where it is under all faces, the highest.
 */
export function neighbourToward(w: Float64Array, p: Polyhedron, feature: number): number {
  const i = feature >> 2;
  let most = w[SLOP];
  let next = -1;
  switch (feature & 3) {
    case VERTEX:
      for (let at = p.fanStarts[i]; at < p.fanStarts[i + 1]; at++) {
        const end = p.fanEdges[at];
        beyondInto(w, p, i, p.directions, 3 * (end >> 1));
        const out = (end & 1) === 0 ? w[LEVEL] : -w[LEVEL];
        if (out > most) {
          most = out;
          next = 4 * (end >> 1) + EDGE;
        }
      }
      return next;
    case EDGE:
      for (let end = 2 * i; end < 2 * i + 2; end++) {
        beyondInto(w, p, p.ends[end], p.directions, 3 * i);
        const out = (end & 1) === 0 ? -w[LEVEL] : w[LEVEL];
        if (out > most) {
          most = out;
          next = 4 * p.ends[end] + VERTEX;
        }
      }
      for (let side = 2 * i; side < 2 * i + 2; side++) {
        if (p.sides[side] < 0) continue;
        beyondInto(w, p, p.ends[2 * i], p.inward, 3 * side);
        if (w[LEVEL] > most) {
          most = w[LEVEL];
          next = 4 * p.sides[side] + FACE;
        }
      }
      return next;
    default:
      for (let at = p.ringStarts[i]; at < p.ringStarts[i + 1]; at++) {
        const side = p.ringEdges[at];
        beyondInto(w, p, p.ends[side & ~1], p.inward, 3 * side);
        if (-w[LEVEL] > most) {
          most = -w[LEVEL];
          next = 4 * (side >> 1) + EDGE;
        }
      }
      if (next >= 0) return next;
      heightInto(w, p, i, POINT);
      return w[LEVEL] >= -w[SLOP] ? -1 : highestFace(w, p);
  }
}
