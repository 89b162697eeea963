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

/** Length of a step unless told otherwise: 0.1 rad of one joint, or 5 cm of one slide. */
export const STEP = 0.1;
/** Tests for one step: it is bisected as long as it takes. */
const EDGE_BUDGET = 100_000;

export type Kind = 'RRT' | 'BLS';

export interface Variant {
  readonly name: string;
  /** Which of the published times it is compared with. */
  readonly published?: 'plain' | 'exact' | 'bounded';
  make(space: PlanningSpace): Planner;
}

/** Steps of one length. */
const even = { mode: 'clearance', halvings: 0, edgeBudget: EDGE_BUDGET } as const;
/** Paths keep all of their nodes. */
const local = { merged: false } as const;

/** ECC with clearance bounds, its steps proven by this checker. */
export function bounded(
  kind: Kind,
  space: PlanningSpace,
  checker: CheckerChoice,
  step = STEP,
): Planner {
  // The smallest step of BLS is that of the RRT.
  return kind === 'RRT'
    ? new RrtConnect(space, { ...even, step, checker })
    : new Bls(space, { ...local, smallest: step, checker });
}

/** The ways of a planner, with steps of this length. */
export function variantsOf(kind: Kind, step: number): readonly Variant[] {
  return kind === 'RRT' ? ofRrt(step) : ofBls(step);
}

function ofRrt(step: number): readonly Variant[] {
  return [
    {
      name: 'without ECC',
      published: 'plain',
      make: (space) => new RrtConnect(space, { mode: 'fixed', step }),
    },
    {
      name: 'ECC',
      published: 'exact',
      make: (space) => new RrtConnect(space, { ...even, step, checker: EXACT }),
    },
    {
      name: 'ECC with CB',
      published: 'bounded',
      make: (space) => bounded('RRT', space, BOUNDED, step),
    },
    { name: 'certified edges (ours)', make: (space) => new RrtConnect(space) },
  ];
}

function ofBls(step: number): readonly Variant[] {
  const plain = { ...local, smallest: step, bounded: false } as const;
  return [
    {
      name: 'without ECC',
      published: 'plain',
      make: (space) => new Bls(space, { ...plain, resolution: step }),
    },
    {
      name: 'ECC',
      published: 'exact',
      make: (space) => new Bls(space, { ...plain, checker: EXACT }),
    },
    {
      name: 'ECC with CB',
      published: 'bounded',
      make: (space) => bounded('BLS', space, BOUNDED, step),
    },
    { name: 'certified (ours)', make: (space) => new Bls(space) },
  ];
}
