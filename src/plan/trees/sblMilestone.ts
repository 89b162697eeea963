/** A configuration in one of the two trees of SBL. */
import type { PlanEdge } from '../work.ts';

export interface Milestone {
  readonly q: Float64Array;
  tree: 0 | 1;
  /** Among the milestones of its tree. */
  index: number;
  parent: Milestone | null;
  /** To the parent. */
  edge: PlanEdge | null;
  readonly children: Set<Milestone>;
}
