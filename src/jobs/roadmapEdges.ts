/**
 * Edges of a roadmap that grows, for whoever proves a part of them: the checker of a question is kept as long as its cell is,
 * and changes no answer.
 */
import type { HeldCell } from '../cell/index.ts';
import type { Checker } from '../check/index.ts';
import { type EdgeBatch, type EdgeVerdicts, proveEdges, roadmapChecker } from '../plan/index.ts';
import { type JobContext, signalWith } from './context.ts';
import type { OpenCell } from './openCell.ts';
import { type PlanRequest, preparePlan } from './planning.ts';

/** Edges of the roadmap of a plan: plain data. */
export interface RoadmapEdgesRequest {
  readonly request: PlanRequest;
  readonly batch: EdgeBatch;
  /** Milliseconds; what is not asked by then stays open. Default: no limit. */
  readonly timeLimit_ms?: number | undefined;
}

const checkers = new WeakMap<HeldCell, { readonly key: string; readonly checker: Checker }>();

/** Proves edges of a roadmap. */
export function roadmapEdges(
  open: OpenCell,
  { request, batch, timeLimit_ms }: RoadmapEdgesRequest,
  context: JobContext = {},
): EdgeVerdicts {
  const { held } = preparePlan(open, request);
  const { signal } = signalWith(context, timeLimit_ms);
  const checker = checkerFor(held, request.settings?.resolution);
  return proveEdges(held.cell, checker, batch, () => signal?.aborted === true);
}

function checkerFor(held: HeldCell, resolution: number | undefined): Checker {
  const key = String(resolution);
  const known = checkers.get(held);
  if (known?.key === key) return known.checker;
  const checker = roadmapChecker(held.cell, resolution);
  checkers.set(held, { key, checker });
  return checker;
}
