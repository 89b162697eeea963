/** The figures of paper E on planning, as printed in its tables 3 and 4. */

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
export const TABLE_E3: Readonly<Record<string, PlanningFigures>> = {
  E8: figures(28.94, 35.9, 27.32, 7023, 2022, 247),
  E9: figures(3.71, 22.05, 11.85, 26383, 470, 30),
};

/** [E table 4] For the articulated robot; by figure. */
export const TABLE_E4: Readonly<
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
