/**
 * [E 4] The planners of tables 3 and 4: RRT and BLS with three ways of checking steps, their ends only, exactly by
 * distances, and exactly with clearance bounds; and as ours are. Steps have one length, so that only checking differs.
 */
import type { CheckerOptions } from 'surepath/check';
import {
  Bls,
  type CheckerChoice,
  type Planner,
  type PlanningSpace,
  RrtConnect,
} from 'surepath/plan';

/** [E 2.1] Distances in full at the ends of a step, then at its middle, and so on; trees of volumes alone. */
const EXACT: CheckerOptions = { method: 'adaptive', distance: 'exact', hulls: false };
/** [E 2.2] The same, but a distance is only asked for as far as it takes to cover the step. */
export const BOUNDED: CheckerOptions = { method: 'adaptive', distance: 'threshold', hulls: false };

/** Length of a step: 0.1 rad of one joint, or 5 cm of one slide. */
export const STEP = 0.1;
/** Other steps, by figure: with these, trees have about as many nodes as the paper's. */
const STEPS: Readonly<Record<string, number>> = { E8: 0.14, E9: 0.3 };

/** The step for the cell of a figure. */
export function stepFor(figure: string): number {
  return STEPS[figure] ?? STEP;
}

/** Tests for one step: it is bisected as long as it takes. */
const EDGE_BUDGET = 100_000;

export type Kind = 'RRT' | 'BLS';

export interface Variant {
  readonly name: string;
  /** Which of the published times it is compared with. */
  readonly published?: 'plain' | 'exact' | 'bounded';
  make(space: PlanningSpace, step?: number): Planner;
}

/** Steps of one length. */
function even(step: number) {
  return { mode: 'clearance', halvings: 0, edgeBudget: EDGE_BUDGET, step } as const;
}

/** The smallest step is that of the RRT; paths keep all of their nodes. */
function local(step: number) {
  return { smallest: step, merged: false } as const;
}

/** ECC with clearance bounds, its steps proven by this checker. */
export function bounded(
  kind: Kind,
  space: PlanningSpace,
  checker: CheckerChoice,
  step = STEP,
): Planner {
  return kind === 'RRT'
    ? new RrtConnect(space, { ...even(step), checker })
    : new Bls(space, { ...local(step), checker });
}

export const VARIANTS: Readonly<Record<Kind, readonly Variant[]>> = {
  RRT: [
    {
      name: 'without ECC',
      published: 'plain',
      make: (space, step = STEP) => new RrtConnect(space, { mode: 'fixed', step }),
    },
    {
      name: 'ECC',
      published: 'exact',
      make: (space, step = STEP) => new RrtConnect(space, { ...even(step), checker: EXACT }),
    },
    {
      name: 'ECC with CB',
      published: 'bounded',
      make: (space, step) => bounded('RRT', space, BOUNDED, step),
    },
    { name: 'certified edges (ours)', make: (space) => new RrtConnect(space) },
  ],
  BLS: [
    {
      name: 'without ECC',
      published: 'plain',
      make: (space, step = STEP) =>
        new Bls(space, { ...local(step), bounded: false, resolution: step }),
    },
    {
      name: 'ECC',
      published: 'exact',
      make: (space, step = STEP) =>
        new Bls(space, { ...local(step), bounded: false, checker: EXACT }),
    },
    {
      name: 'ECC with CB',
      published: 'bounded',
      make: (space, step) => bounded('BLS', space, BOUNDED, step),
    },
    { name: 'certified (ours)', make: (space) => new Bls(space) },
  ],
};
