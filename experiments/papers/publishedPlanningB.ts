/** The figures of paper B on planning, as printed in its table 4; by the figures of paper A that show the same. */

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
