/**
 * Motion planning: MotionBenchMaker problems solved by our planners, whose smoothed paths are proven free,
 * and by OMPL's RRT-Connect, which samples with FCL. Problem by problem, in turn; the minimum of rounds
 * with the same seed counts (race.ts). In the end all paths are sampled every 0.0005 rad.
 */
import { join } from 'node:path';
import { StaticChecker } from 'surepath/cell';
import { cpuMilliseconds } from '../../lab/clock.ts';
import { between } from '../../lab/configurations.ts';
import { writeJson } from '../../lab/files.ts';
import { machine } from '../../lab/machine.ts';
import { RESULTS } from '../../lab/places.ts';
import { inFreshProcess } from '../../lab/process.ts';
import { FAMILIES, ROBOTS, type RobotFiles, readRobot } from '../../lab/robots.ts';
import { median } from '../../lab/statistics.ts';
import type { Running } from '../fcl/program.ts';
import {
  available,
  judgePaths,
  type OmplSpace,
  type ProblemPath,
  startPlanning,
} from '../ompl/engine.ts';
import { isChosen, isWanted, type SpeedOptions, type Suite } from '../suite.ts';
import { LIMIT_MS, omplEngine, ownEngine } from './engines.ts';
import type { FirstPlan } from './firstPlan.ts';
import { ownPlanners, prepareOurs } from './ourPlanners.ts';
import { loadProblems, missingProblems, PER_FAMILY, type Problem } from './problems.ts';
import { race, warmUp } from './race.ts';
import { format } from './report.ts';
import type { FamilyResults, Outcome } from './results.ts';

export const suite: Suite<FamilyResults[]> = { run, format };

/** Longest steps between samples of a motion, by OMPL; 0: its default. */
const OMPL_STEPS = { '': 0, ' 0.05 rad': 0.05 };
const JUDGED_EVERY = 0.0005;

/** What takes part, and how much of it. */
interface Plan {
  readonly options: SpeedOptions;
  /** Names of our planners. */
  readonly own: readonly string[];
  /** Of OMPL: compiled for this processor or not. */
  readonly programs: readonly boolean[];
  readonly count: number;
  readonly seeds: number;
  readonly rounds: number;
}

async function run(options: SpeedOptions): Promise<FamilyResults[]> {
  const { quick, only, robots, families } = options;
  const plan = {
    options,
    own: ownPlanners(only),
    programs: await availablePrograms(options),
    count: options.problems ?? (quick ? 8 : PER_FAMILY),
    seeds: options.seeds ?? 1,
    rounds: options.roundsGiven ? options.rounds : quick ? 2 : 3,
  };
  const results: FamilyResults[] = [];
  for (const name of ROBOTS.filter((robot) => isChosen(robots, robot))) {
    const reason = missingProblems(name);
    if (reason) {
      console.log(`planning: ${reason}`);
      continue;
    }
    const robot = readRobot(name);
    for (const family of FAMILIES.filter((f) => isChosen(families, f))) {
      // First calls are measured once for each robot.
      const cold = results.every((result) => result.robot !== name);
      results.push(await measureFamily(robot, family, plan, cold));
    }
  }
  const whole = [only, robots, families].every((list) => list.length === 0);
  if (whole && !quick && options.problems === undefined && results.length > 0) {
    writeJson(join(RESULTS, 'planning.json'), { machine: machine(), results });
  }
  return results;
}

async function availablePrograms(options: SpeedOptions): Promise<boolean[]> {
  const programs: boolean[] = [];
  const told = new Set<string>();
  for (const native of [false, true]) {
    // The packaged one is there in any case, as a judge.
    const asked = Object.keys(OMPL_STEPS).some((step) => isAsked(options, omplName(native, step)));
    if (native && !asked) continue;
    const missing = await available(native);
    if (!missing) programs.push(native);
    else if (!told.has(missing)) console.log(`OMPL: ${missing}`);
    if (missing) told.add(missing);
  }
  return programs;
}

/** Whether an engine of OMPL takes part: one that is named, or of those whose name contains what no engine is named. */
function isAsked(options: SpeedOptions, name: string): boolean {
  const names = [false, true].flatMap((native) =>
    Object.keys(OMPL_STEPS).map((step) => omplName(native, step).toLowerCase()),
  );
  const own = name.toLowerCase();
  const parts = options.only.filter((part) => !names.includes(part) || part === own);
  return options.only.length === 0 || (parts.length > 0 && isWanted({ only: parts }, name));
}

function omplName(native: boolean, step: string): string {
  return `OMPL${native ? ' native' : ''}${step}`;
}

async function measureFamily(
  robot: RobotFiles,
  family: string,
  plan: Plan,
  withCold: boolean,
): Promise<FamilyResults> {
  const { own, programs, seeds, rounds } = plan;
  const name = `${robot.name}-${family}`;
  const problems = loadProblems(robot, family, plan.count);
  const prepared = problems.map(({ cell }) => prepareOurs(cell, own));
  const preparing = problems.map(({ cell }) => {
    const begin = cpuMilliseconds();
    prepareOurs(cell, own.slice(0, 1));
    return cpuMilliseconds() - begin;
  });
  const cold = [];
  for (const planner of withCold ? own : []) {
    const script = new URL('firstPlan.js', import.meta.url);
    const first = await inFreshProcess<FirstPlan>(script, robot.name, family, planner);
    cold.push({ planner, ...first });
  }
  const running: Running[] = [];
  for (const native of programs) running.push(await startPlanning(name, problems, native));
  const space = await running[0]?.ask<OmplSpace>('space');
  const engines = [
    ...own.map((planner) => ownEngine(planner, problems, prepared)),
    ...running.flatMap((program, i) =>
      Object.entries(OMPL_STEPS).flatMap(([step, length]) => {
        const engine = omplEngine(omplName(programs[i], step), program, length);
        return isAsked(plan.options, engine.name) ? [engine] : [];
      }),
    ),
  ];
  await warmUp(engines, problems.length);
  const outcomes: Outcome[] = [];
  const paths: JudgedPath[] = [];
  for (let problem = 0; problem < problems.length; problem++) {
    for (let seed = 1; seed <= seeds; seed++) {
      const asked = { problem, problems: problems.length, seed, rounds };
      for (const { outcome, waypoints } of await race(engines, asked)) {
        outcomes.push(outcome);
        if (waypoints) paths.push({ outcome, problem, waypoints });
      }
    }
    showProgress(`${name}: ${problem + 1} of ${problems.length} problems`);
  }
  showProgress('');
  const judge = running.at(-1);
  if (judge) await judgeAll(judge, name, problems, paths);
  for (const program of running) program.close();
  return {
    robot: robot.name,
    family,
    problems: problems.length,
    seeds,
    rounds,
    limit_ms: LIMIT_MS,
    pairs: problems.map(({ cell }) => cell.tested.length),
    building: median(problems.map(({ building }) => building)),
    preparing: median(preparing),
    ompl: space && {
      step: space.step,
      extent: space.extent,
      shapes: space.shapes,
      scene: space.scenes / problems.length,
    },
    cold,
    engines: engines.map((engine) => engine.name),
    outcomes,
  };
}

/** On a terminal, in place of what was there. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

interface JudgedPath extends ProblemPath {
  readonly outcome: Outcome;
}

/** Samples every path with FCL; what FCL calls a collision is looked at by our own static check as well. */
async function judgeAll(
  running: Running,
  name: string,
  problems: readonly Problem[],
  paths: readonly JudgedPath[],
): Promise<void> {
  const places = await judgePaths(running, name, paths, JUDGED_EVERY);
  paths.forEach(({ outcome, problem, waypoints }, i) => {
    const place = places[i];
    if (place < 0) {
      outcome.judged = 'free';
      return;
    }
    const k = Math.min(Math.floor(place), waypoints.length - 2);
    const q = between(waypoints[k], waypoints[k + 1], place - k);
    const { colliding } = new StaticChecker(problems[problem].cell).check(q);
    outcome.judged = colliding ? 'collides' : 'disputed';
  });
}
