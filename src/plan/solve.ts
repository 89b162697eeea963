/**
 * The whole job: plan, smooth, certify. Each part may be left out but the first; the time each takes is
 * told apart.
 */
import type { Certificate } from '../certificate/index.ts';
import { buildPath, type Path } from '../motion/index.ts';
import type { Planner, PlanningRequest, PlanResult, PlanVerdict } from './request.ts';
import { type SmoothOptions, type SmoothResult, smoothPath } from './smoothing/smooth.ts';
import type { PlanningSpace } from './space.ts';

export interface SolveRequest extends PlanningRequest {
  readonly planner: Planner;
  /** Shortcuts, after a path is found. Default true. */
  readonly smooth?: boolean | Omit<SmoothOptions, 'random' | 'signal' | 'withParts'>;
  /** A certificate of the path, for who wants to verify it. Default false. */
  readonly certificate?: boolean;
}

export interface Solution {
  readonly verdict: PlanVerdict;
  /** What was planned, smoothed if that was asked for. Null if no path was found. */
  readonly path: Path | null;
  readonly waypoints: readonly Float64Array[] | null;
  readonly goal: number;
  /** Weighted length in joint space. */
  readonly length: number;
  readonly certificate: Certificate | null;
  readonly planned: PlanResult;
  readonly smoothed: SmoothResult | null;
  /** Milliseconds. */
  readonly phases: { planning: number; smoothing: number; certifying: number };
}

/** Plans in a space, and does with the path what is asked. A path that only was sampled stays that. */
export function solve(space: PlanningSpace, request: SolveRequest): Solution {
  const begin = performance.now();
  const planned = request.planner.plan(request);
  return solveFrom(space, planned, request, performance.now() - begin);
}

/** The same, for what was planned elsewhere in so many milliseconds, with random numbers as they stood then. */
export function solveFrom(
  space: PlanningSpace,
  planned: PlanResult,
  request: Pick<SolveRequest, 'smooth' | 'certificate' | 'random' | 'signal'>,
  planning: number,
): Solution {
  const phases = { planning, smoothing: 0, certifying: 0 };
  let begin = performance.now();
  const lap = () => {
    const now = performance.now();
    const spent = now - begin;
    begin = now;
    return spent;
  };
  const { verdict, goal } = planned;
  if (!planned.waypoints) {
    const nothing = { path: null, waypoints: null, certificate: null, smoothed: null };
    return { verdict, goal, length: 0, planned, phases, ...nothing };
  }
  const { smooth = true, random, signal } = request;
  let smoothed: SmoothResult | null = null;
  if (smooth !== false) {
    smoothed = smoothPath(space, planned.waypoints, {
      ...(smooth === true ? {} : smooth),
      random,
      withParts: planned.withParts === true,
      ...(signal ? { signal } : {}),
    });
    phases.smoothing = lap();
  }
  const waypoints = smoothed?.waypoints ?? planned.waypoints;
  const path = buildPath(space.cell.tree, waypoints);
  let certificate: Certificate | null = null;
  if (request.certificate && verdict === 'free') {
    certificate = space.certify(path, signal ? { signal } : {});
    phases.certifying = lap();
  }
  const length = smoothed?.length ?? planned.length;
  return { verdict, goal, length, path, waypoints, certificate, planned, smoothed, phases };
}
