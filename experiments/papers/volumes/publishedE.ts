/** The figures of paper E, as printed in its tables and its text. */

/** `mean`: the paper's PDC, principal directions of covariance; `notch`: its ACD, approximate convex decomposition. */
export interface ByRule {
  readonly mean: number;
  readonly notch: number;
}

/** [E table 1] Volume of the OBBs by object and level of the hierarchy. */
export const TABLE_1: Readonly<Record<string, readonly ByRule[]>> = {
  'C-type': [
    { mean: 35.9, notch: 35.9 },
    { mean: 47.5, notch: 47.0 },
    { mean: 37.8, notch: 32.7 },
  ],
  'S-type': [
    { mean: 40.0, notch: 40.0 },
    { mean: 35.2, notch: 35.0 },
    { mean: 32.2, notch: 28.3 },
  ],
};

/** [E table 2] Collision calculations and milliseconds of the movement of figure 4; S stands first in the paper. */
export const TABLE_2: Readonly<Record<string, { readonly tests: ByRule; readonly ms: ByRule }>> = {
  'S-type': { tests: { mean: 30, notch: 28 }, ms: { mean: 0.58, notch: 0.37 } },
  'C-type': { tests: { mean: 52, notch: 46 }, ms: { mean: 1.24, notch: 0.74 } },
};

/** [E 4] By names of rules: time of case A as a part of that with principal directions. Of shells it says "less than one third". */
export const OUTCOME: Readonly<Record<string, { readonly part: number; readonly says: string }>> = {
  'principal directions': { part: 1, says: '1' },
  notches: { part: 0.9, says: '0.9' },
  shells: { part: 1 / 3, says: '< 1/3' },
};

/** CPU seconds by what edges are checked with; the counts are those of `bounded`. */
export interface PlanningFigures {
  readonly plain: number;
  readonly exact: number;
  readonly bounded: number;
  /** Configurations that were checked. */
  readonly checks: number;
  readonly nodes: number;
  readonly path: number;
}

function figures(
  plain: number,
  exact: number,
  bounded: number,
  checks: number,
  nodes: number,
  path: number,
): PlanningFigures {
  return { plain, exact, bounded, checks, nodes, path };
}

/** [E table 3] RRT for a moving object; by figure. */
export const TABLE_3: Readonly<Record<string, PlanningFigures>> = {
  E8: figures(28.94, 35.9, 27.32, 7023, 2022, 247),
  E9: figures(3.71, 22.05, 11.85, 26383, 470, 30),
};

/** [E table 4] For the articulated robot; by figure. */
export const TABLE_4: Readonly<
  Record<string, { readonly rrt: PlanningFigures; readonly bls: PlanningFigures }>
> = {
  E10a: {
    rrt: figures(369.74, 523.59, 422.6, 16878, 5869, 478),
    bls: figures(42.34, 145.32, 115.22, 90817, 4546, 2345),
  },
  E10b: {
    rrt: figures(55.87, 238.25, 69.84, 7548, 2267, 110),
    bls: figures(9.66, 21.44, 2.87, 1750, 467, 366),
  },
};
