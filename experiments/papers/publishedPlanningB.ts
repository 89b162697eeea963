/** The figures of paper B on planning, as printed in its tables 4 and 5; by the figures of paper A that show the same. */

import type { WalkFigures } from './publishedPlanningA.ts';

/** [B table 4] Epsilon of SBL, and seconds of both planners. */
export interface PlannersFigures {
  readonly epsilon: number;
  readonly sbl: number;
  readonly aSbl: number;
}

/** B's 6(a), 6(b), 7(a), 7(b), 7(c). */
export const TABLE_B4: Readonly<Record<string, PlannersFigures>> = {
  '11a': { epsilon: 0.012, sbl: 83, aSbl: 44 },
  '11b': { epsilon: 0.006, sbl: 17, aSbl: 4.8 },
  '12a': { epsilon: 0.0012, sbl: 3.2, aSbl: 2.1 },
  '12b': { epsilon: 0.012, sbl: 1.2, aSbl: 0.81 },
  '12c': { epsilon: 0.012, sbl: 85, aSbl: 52 },
};

/** [B table 5] B's figures 1 and 8, and (*), "similar to figure 8 but has nine linkages". */
export const TABLE_B5: Readonly<Record<string, WalkFigures>> = {
  '1a': { segments: 85_784, seconds: 898, iterations: 10_000, smoothing: 735, ratio: 0.07 },
  '11c': { segments: 6795, seconds: 95, iterations: 2000, smoothing: 83, ratio: 0.17 },
  '11c x 9': {
    segments: 27_596,
    seconds: 8079,
    iterations: 20_000,
    smoothing: 8891,
    ratio: 0.22,
  },
};
