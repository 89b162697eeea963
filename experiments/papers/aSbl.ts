/** [A V-D] A-SBL with the paper's checker, and the ladder's variant of it. */
import { type Checker, createChecker } from 'surepath/check';
import { type Planner, Sbl } from 'surepath/plan';
import { AS_IN_PAPER } from './methods.ts';
import type { Problem } from './problems.ts';
import { withRss } from './trees.ts';

export type Variant = 'adaptive' | 'ladder';

export function checkerFor({ space }: Problem, variant: Variant): Checker {
  if (variant === 'ladder') return createChecker(space.cell);
  return createChecker(withRss(space.cell), { method: 'adaptive', ...AS_IN_PAPER });
}

/** A-SBL whose edges are checked by this checker. */
export function aSbl({ space, settings }: Problem, checker: Checker, delta: number): Planner {
  return new Sbl(space, { checker, delta, ...settings });
}
