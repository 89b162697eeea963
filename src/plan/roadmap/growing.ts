/**
 * A roadmap that grows in batches: milestones are drawn and joined first, then the edges that this made are proven, in any
 * order and by anybody, and what was found is entered in the order in which they were made. Where milestones are does not
 * depend on which edges are free: so the roadmap is the same whoever proves them.
 */
import type { Cell } from '../../cell/index.ts';
import type { Checker, LadderRequest } from '../../check/index.ts';
import type { Random } from '../../math/index.ts';
import { StraightSegment } from '../../motion/index.ts';
import { EdgeChecker } from '../edgeChecker.ts';
import type { PlanProgress, PlanStats } from '../request.ts';
import { EDGE_BUDGET } from '../work.ts';

/** How a roadmap grows. */
export interface GrowOptions {
  readonly random: Random;
  /** Milestones to add. Default: as many as the limits allow; there must be one. */
  readonly milestones?: number;
  /** Samples after which to stop. Default: a thousand for each milestone that is asked for. */
  readonly maxIterations?: number;
  /** Milliseconds after which to stop; the roadmap then depends on the machine. Default: no limit. */
  readonly timeLimit_ms?: number;
  readonly signal?: { readonly aborted: boolean };
  /** Called now and then; milestones are those of the whole roadmap. */
  readonly onProgress?: (progress: PlanProgress) => void;
}

/** A roadmap that grew, and the work it took. */
export interface GrowResult {
  /** Milestones that were added; fewer than asked for if a limit came first. */
  readonly added: number;
  readonly stats: PlanStats;
}

/** Edges that are to be proven. */
export interface EdgeBatch {
  readonly count: number;
  /** Per edge two configurations: where its straight motion begins and ends. */
  readonly ends: Float64Array;
}

/** What was found out about the edges of a batch. */
export interface EdgeVerdicts {
  /** Per edge UNASKED, PROVEN or REFUSED. */
  readonly verdicts: Uint8Array;
  readonly configurations: number;
  readonly milliseconds: number;
}

/** Verdicts on edges: nobody asked, as the time was over; free; not free, or not to be proven so. */
export const UNASKED = 0;
export const PROVEN = 1;
export const REFUSED = 2;

/** A roadmap on its way: gives batches, takes verdicts, and in the end tells what it did. */
export type Growing = Generator<EdgeBatch, GrowResult, EdgeVerdicts>;

/** Milestones of a batch: enough edges to divide, and not so many that time limits are felt late. */
export const BATCH = 64;

/** A checker for edges of roadmaps: it proves, or samples this densely. */
export function roadmapChecker(cell: Cell, resolution: number | undefined): Checker {
  return new EdgeChecker(cell, resolution === undefined ? {} : { method: 'fixed', resolution });
}

/** Proves edges one after the other, until the time is over. */
export function proveEdges(
  { tree }: Cell,
  checker: Checker,
  { count, ends }: EdgeBatch,
  isOver: () => boolean,
): EdgeVerdicts {
  const size = tree.dofs.length;
  const wanted = checker.method === 'fixed' ? 'no collision found' : 'free';
  const verdicts = new Uint8Array(count);
  let configurations = 0;
  const begin = performance.now();
  for (let i = 0; i < count && !isOver(); i++) {
    const from = ends.slice(2 * i * size, (2 * i + 1) * size);
    const to = ends.slice((2 * i + 1) * size, 2 * (i + 1) * size);
    const segment = new StraightSegment(tree, from, to);
    const request: LadderRequest = { segment, budget: EDGE_BUDGET, hasty: true, brief: true };
    const { verdict, stats } = checker.check(request);
    configurations += stats.configurations;
    verdicts[i] = verdict === wanted ? PROVEN : REFUSED;
  }
  return { verdicts, configurations, milliseconds: performance.now() - begin };
}

/** A batch in parts of so many edges. */
export function partsOf({ count, ends }: EdgeBatch, each: number): EdgeBatch[] {
  const parts: EdgeBatch[] = [];
  const width = count === 0 ? 0 : ends.length / count;
  for (let i = 0; i < count; i += each) {
    const last = Math.min(count, i + each);
    parts.push({ count: last - i, ends: ends.slice(i * width, last * width) });
  }
  return parts;
}

/** What was found of parts, as of the whole. */
export function joinVerdicts(parts: readonly EdgeVerdicts[]): EdgeVerdicts {
  const verdicts = new Uint8Array(parts.reduce((sum, part) => sum + part.verdicts.length, 0));
  let at = 0;
  for (const part of parts) {
    verdicts.set(part.verdicts, at);
    at += part.verdicts.length;
  }
  const sum = (key: 'configurations' | 'milliseconds') =>
    parts.reduce((all, part) => all + part[key], 0);
  return { verdicts, configurations: sum('configurations'), milliseconds: sum('milliseconds') };
}
