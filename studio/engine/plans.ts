/** Planning, smoothing and timing, as the page asks for it: the jobs of `surepath plan` and `surepath smooth`. */
import { DEFAULT_PLAN_MS, type OpenCell, plan, smooth, time } from '../../src/jobs/index.ts';
import { type Report, reportingTo } from './progress.ts';
import type {
  PlanAnswer,
  PlanRequestData,
  SmoothAnswer,
  SmoothRequest,
  TimeAnswer,
  TimeRequest,
} from './protocol.ts';

export function planned(open: OpenCell, request: PlanRequestData, report: Report): PlanAnswer {
  const { timeLimit, smooth: smoothed = true, timed: timing, traced, settings } = request;
  const { clearance, tracking } = settings ?? {};
  const { from, goals, planner, plannerSettings, seed, iterations, moving, resolution } = request;
  const answer = plan(
    open,
    {
      ...{ from, goals, planner, seed, iterations, moving, resolution, clearance, tracking },
      settings: plannerSettings,
      timeLimit_ms: inMilliseconds(timeLimit),
      smooth: smoothed ? { timeAgain: true } : undefined,
      trees: { link: traced },
    },
    reportingTo(report),
  );
  const { verdict, motion } = answer;
  const mode = timing === true ? 'blends' : timing || undefined;
  const timed =
    motion && mode && verdict === 'free'
      ? time(open, { motion, moving: answer.moving, mode, clearance, tracking })
      : null;
  return {
    // What is proven of a timed motion is what a controller makes of it.
    verdict: timed && timed.verdict !== 'free' ? 'no collision found' : verdict,
    path: timed?.motion ?? motion,
    goal: answer.goal,
    planned: answer.planned,
    length: answer.length,
    ...(timed && { duration: timed.duration }),
    planner: answer.planner,
    notes: answer.notes.map(({ message }) => message),
    stats: answer.stats,
    phases: { ...answer.phases, timing: timed?.milliseconds ?? 0 },
  };
}

/** Of a path of straight segments; other motions would no longer be what they were. */
export function smoothed(open: OpenCell, request: SmoothRequest, report: Report): SmoothAnswer {
  const { path: motion, seed, iterations, timeLimit, settings } = request;
  const { clearance, tracking } = settings ?? {};
  const timeLimit_ms = inMilliseconds(timeLimit) ?? DEFAULT_PLAN_MS;
  const answer = smooth(
    open,
    { motion, seed, iterations, timeLimit_ms, clearance, tracking },
    reportingTo(report),
  );
  const { before, length, tried, taken, notes } = answer;
  const texts = notes.map(({ message }) => message);
  return { path: answer.motion ?? motion, before, length, tried, taken, notes: texts };
}

/** Times within the joints' limits, for a path of straight segments. */
export function timed(open: OpenCell, request: TimeRequest, report: Report): TimeAnswer {
  const { path: motion, mode, velocity, acceleration } = request;
  const { velocityScale, accelerationScale } = request;
  const answer = time(
    open,
    {
      ...{ motion, mode, velocityScale, accelerationScale },
      velocity: { all: velocity },
      acceleration: { all: acceleration },
    },
    reportingTo(report),
  );
  const { duration, blends, stops, verdict } = answer;
  return { path: answer.motion, duration, blends, stops, verdict };
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : 1000 * seconds;
}
