/** Planning, smoothing and timing in a cell, as `surepath plan` does it. */
import type { Cell } from '../../src/cell/index.ts';
import { HeldCell } from '../../src/cell/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import {
  createPlanner,
  DEFAULT_PLANNER,
  lookAtEnds,
  lookAtPath,
  nearNotes,
  PlanningSpace,
  smoothPath,
  solve,
  timePath,
} from '../../src/plan/index.ts';
import { Growth } from './growth.ts';
import type {
  PathData,
  PlanAnswer,
  PlanRequestData,
  Progress,
  SmoothAnswer,
  SmoothRequest,
  TimeAnswer,
  TimeRequest,
} from './protocol.ts';

type Report = (progress: Progress) => void;

const DEFAULT_SECONDS = 10;
/** Milliseconds between two reports of what has grown. */
const TELL_MS = 50;

export function plan(cell: Cell, request: PlanRequestData, report: Report): PlanAnswer {
  const from = configuration(cell, request.from, 'the start');
  const goals = request.goals.map((goal, i) =>
    configuration(cell, goal, request.goals.length === 1 ? 'the goal' : `goal ${i}`),
  );
  const moving = new Set(request.moving ?? movingDofs(cell, from, goals));
  if (moving.size === 0) {
    throw new InputError({
      code: 'plan/nothing-moves',
      message: 'start and goal are the same',
      hint: 'move a joint and take that as the goal',
    });
  }
  const held = new HeldCell(cell, from, moving);
  const space = new PlanningSpace(held.cell);
  const { planner: name = DEFAULT_PLANNER, seed = 1, timeLimit, iterations } = request;
  const seconds = timeLimit ?? (iterations === undefined ? DEFAULT_SECONDS : Infinity);
  const options = request.resolution === undefined ? {} : { resolution: request.resolution };
  const planner = createPlanner(space, name, name === 'sbl' ? options : {});
  const ends = { from: held.reduced(from), goals: goals.map((goal) => held.reduced(goal)) };
  const notes = nearNotes(held.cell, lookAtEnds(space, ends.from, ends.goals)).map(
    ({ message }) => message,
  );
  if (notes.length > 0) report({ what: 'planning', done: 0, of: 0, notes });
  const growth = new Growth(held, request.traced, from, goals);
  const told = { milestones: 0, iterations: 0 };
  let last = 0;
  const tell = () => {
    last = performance.now();
    const tree = growth.take();
    report({ what: 'planning', done: 0, of: 0, ...told, ...(tree && { tree }) });
  };
  /** Iterations may be long: what grows is told meanwhile. */
  const grown = () => {
    if (performance.now() - last > TELL_MS) tell();
  };
  const solution = solve(space, {
    planner,
    ...ends,
    random: new Random(seed),
    timeLimit_ms: 1000 * seconds,
    ...(iterations === undefined ? {} : { maxIterations: iterations }),
    smooth: (request.smooth ?? true) ? { timeLimit_ms: 1000 * seconds } : false,
    onProgress: (progress) => {
      Object.assign(told, progress);
      grown();
    },
    onEdge: (p, q) => {
      growth.add(p, q);
      grown();
    },
    onCandidate: (p, q, isTaken) => {
      if (isTaken) growth.addOpen(p, q);
      else growth.close(p, q);
      grown();
    },
  });
  tell();
  const { verdict, planned, goal, length, phases } = solution;
  const way = solution.waypoints && withoutRepeats(solution.waypoints);
  const begin = performance.now();
  const mode = request.timed === true ? 'blends' : request.timed || undefined;
  const timed = way && mode && verdict === 'free' ? timePath(held, way, { mode }) : null;
  const path: PathData | null = way && {
    name: 'planned',
    waypoints: (timed?.motion.waypoints ?? way).map((q) => held.completed(q)),
    ...(timed && {
      times: timed.motion.times,
      velocities: timed.motion.velocities.map((v) => held.completedRates(v)),
      interpolation: 'controller' as const,
    }),
  };
  return {
    // What is proven of a timed motion is what a controller makes of it.
    verdict: timed && timed.verdict !== 'free' ? 'no collision found' : verdict,
    path,
    goal,
    planned: planned.length,
    length,
    ...(timed && { duration: timed.duration }),
    planner: name,
    notes,
    stats: planned.stats,
    phases: {
      planning: phases.planning,
      smoothing: phases.smoothing,
      timing: performance.now() - begin,
    },
  };
}

/** Of a path of straight segments; other motions would no longer be what they were. */
export function smooth(cell: Cell, request: SmoothRequest, report: Report): SmoothAnswer {
  const { path, seed = 1, iterations, timeLimit = DEFAULT_SECONDS } = request;
  if (path.tracks) throw notSimple('smoothed');
  const given = path.waypoints.map((q) => configuration(cell, q, 'a waypoint'));
  const moving = new Set(movingDofs(cell, given[0], given));
  const held = new HeldCell(cell, given[0], moving);
  const space = new PlanningSpace(held.cell);
  report({ what: 'smoothing', done: 0, of: 0 });
  const { waypoints, before, length, tried, taken } = smoothPath(
    space,
    given.map((q) => held.reduced(q)),
    {
      random: new Random(seed),
      ...(iterations === undefined ? {} : { iterations }),
      timeLimit_ms: 1000 * timeLimit,
    },
  );
  const smoothed = withoutRepeats(waypoints).map((q) => held.completed(q));
  const made: PathData = { name: `${path.name}, smoothed`, waypoints: smoothed };
  const near = lookAtPath(cell, given);
  const notes = nearNotes(cell, near).map(({ message }) => message);
  return { path: made, before, length, tried, taken, notes };
}

/** Times within the joints' limits, for a path of straight segments. */
export function time(cell: Cell, request: TimeRequest, report: Report): TimeAnswer {
  const { path, mode = 'blends', velocity, acceleration } = request;
  if (path.tracks) throw notSimple('timed');
  const given = path.waypoints.map((q) => configuration(cell, q, 'a waypoint'));
  const held = new HeldCell(cell, given[0], new Set(movingDofs(cell, given[0], given)));
  report({ what: 'timing', done: 0, of: 0 });
  const result = timePath(
    held,
    given.map((q) => held.reduced(q)),
    {
      mode,
      ...(velocity === undefined ? {} : { velocity }),
      ...(acceleration === undefined ? {} : { acceleration }),
      velocityScale: request.velocityScale ?? 1,
      accelerationScale: request.accelerationScale ?? 1,
    },
  );
  const { motion, duration, blends, stops, verdict } = result;
  return {
    path: {
      name: path.name,
      waypoints: motion.waypoints.map((q) => held.completed(q)),
      times: motion.times,
      velocities: motion.velocities.map((v) => held.completedRates(v)),
      interpolation: 'controller',
    },
    duration,
    blends,
    stops,
    verdict,
  };
}

/** All degrees of freedom of robots that some goal moves. */
function movingDofs(cell: Cell, from: Float64Array, goals: readonly Float64Array[]): number[] {
  const { dofs } = cell.tree;
  const robots = cell.description.robots.map(({ name }) => name);
  const ownerOf = (joint: string) =>
    robots.find((name) => name !== '' && joint.startsWith(`${name}/`)) ?? '';
  const moved = new Set(
    dofs.filter((_, d) => goals.some((q) => q[d] !== from[d])).map(({ joint }) => ownerOf(joint)),
  );
  return [...dofs.keys()].filter((d) => moved.has(ownerOf(dofs[d].joint)));
}

function configuration(cell: Cell, given: ArrayLike<number>, what: string): Float64Array {
  const q = Float64Array.from(given);
  const { length } = cell.tree.dofs;
  if (q.length === length && q.every(Number.isFinite)) return q;
  throw new InputError({
    code: 'plan/configuration',
    message: `${what} must be ${length} finite numbers, one per joint of the cell`,
  });
}

function notSimple(done: string): InputError {
  return new InputError({
    code: 'path/tracks',
    message: `a motion of several robots with their own timing cannot be ${done} here`,
  });
}

/** Where ways meet, a configuration may come twice; a motion that stands still says nothing. */
function withoutRepeats(list: readonly Float64Array[]): Float64Array[] {
  return list.filter((q, i) => i === 0 || q.some((x, d) => x !== list[i - 1][d]));
}
