/**
 * Lin-Canny's closest features [C 3.1, theorem 5]: the closest points of the current features are those of the
 * bodies if each lies in the Voronoi region of the other's feature. If one does not, its plane that is violated
 * most leads to the next feature. Lin and Canny, "A fast algorithm for incremental distance calculation", ICRA
 * 1991.
 *
 * Bodies that overlap have no closest features. Then the walk finds features that meet or a point under all
 * faces, or it goes round; either way GJK is asked for the verdict, as the paper has it: force termination, and
 * report it. No depth.
 */
import { closestPoints } from './closest.ts';
import { conclude, LOST, SETTLED } from './conclude.ts';
import { neighbourToward, otherPointInto } from './regions.ts';
import { type FeatureWorkspace, SLOTS, type TrackedPair } from './tracked.ts';

const { FOUND } = SLOTS;

/** Closest features, points and proven bounds of a pair, B placed by the pose at `pose[o]`; returns the status. */
export function linCannyInto(
  pair: TrackedPair,
  pose: Float64Array,
  o: number,
  ws: FeatureWorkspace,
): number {
  ws.begin(pair, pose, o);
  return conclude(pair, ws, walk(ws));
}

function walk(ws: FeatureWorkspace): number {
  const w = ws.numbers;
  const { features, result, returns } = ws;
  for (;;) {
    result.steps++;
    closestPoints(ws);
    // Features that meet: nothing can be nearer.
    if (w[FOUND] === 0) return SETTLED;
    let next = -1;
    let s = 0;
    for (; s < 2 && next < 0; s++) {
      otherPointInto(w, s);
      next = neighbourToward(w, ws.body(s), features[s]);
    }
    if (next < 0) return SETTLED;
    // Under all faces: no feature is the closest one.
    if (next === features[s - 1]) return LOST;
    features[s - 1] = next;
    if (returns.isBack(features[0], features[1])) return LOST;
  }
}
