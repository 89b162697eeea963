// @ts-check
// Motion planning: MotionBenchMaker problems solved by our planners, whose smoothed paths are proven free,
// and by OMPL's RRT-Connect, which samples with FCL. Problem by problem, in turn; the minimum of rounds
// with the same seed counts. In the end all paths are sampled every 0.0005 rad.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Verifier, writeCertificate } from '../dist/certificate/index.js';
import { cpuMicroseconds, machine } from './harness.mjs';
import { available, judgePaths, startPlanning } from './ompl/engine.mjs';
import { families, loadProblems, missingProblems, perFamily } from './planningData.mjs';
import { ownPlanners, planOurs, prepareOurs } from './planningEngine.mjs';
import { fromDisk, loadKernel, readRobot, robots } from './robotData.mjs';

export { format } from './planningReport.mjs';

/** @typedef {import('./robotData.mjs').Kernel} Kernel */
/** @typedef {import('./planningData.mjs').Problem} Problem */
/** @typedef {(command: string) => Promise<any>} Ask */
/**
 * One plan; milliseconds of CPU time.
 * @typedef {object} Attempt
 * @property {boolean} solved
 * @property {boolean} proven
 * @property {string} [refused] why the problem itself was
 * @property {number} cpu up to a smoothed path
 * @property {number} planning of that, the planner
 * @property {readonly ArrayLike<number>[] | null} waypoints
 * @property {number} [certificate] more for a certificate, written
 * @property {number} [bytes] of it
 * @property {boolean} [verified]
 * @property {object} [work] what it took, in numbers of the engine's own
 */
/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {boolean} own
 * @property {(problem: number, seed: number, round: number) => Promise<Attempt>} plan
 */
/**
 * What became of one problem and seed with one engine: the fastest attempt, and the path's fate.
 * @typedef {object} Outcome
 * @property {string} engine
 * @property {number} problem
 * @property {number} seed
 * @property {boolean} solved
 * @property {boolean} proven
 * @property {string} [refused]
 * @property {number} cpu
 * @property {number} first the same in the first round, when the problem is new
 * @property {number} planning
 * @property {number} [certificate]
 * @property {number} [bytes]
 * @property {boolean} [verified]
 * @property {object} [work]
 * @property {number} length
 * @property {number} waypoints
 * @property {boolean} varied rounds gave different paths
 * @property {'free' | 'collides' | 'disputed' | 'not judged'} judged
 */
/** @typedef {Awaited<ReturnType<typeof measureFamily>>} FamilyResults */

const limit_ms = 10_000;
/** Longest steps between samples of a motion, by OMPL; 0: its default. */
const omplSteps = { '': 0, ' 0.05 rad': 0.05 };
const judgedEvery = 0.0005;
/** CPU milliseconds after which a plan is not repeated. */
const slow = 2000;
/** CPU milliseconds for which a planner of ours is warmed up, on every family. */
const warmUp = 2000;
/** Of rounds, those in which certificates are made. */
const certified = 2;

/**
 * @param {{ rounds: number, roundsGiven?: boolean, quick: boolean, only: string[], robots?: string[],
 *   families?: string[], problems?: number, seeds?: number }} options
 */
export async function run(options) {
  const { quick, only, robots: chosen = [], families: some = [] } = options;
  const wanted = (/** @type {string} */ name) =>
    only.length === 0 || only.some((part) => name.toLowerCase().includes(part));
  const size = {
    count: options.problems ?? (quick ? 8 : perFamily),
    seeds: options.seeds ?? 1,
    rounds: options.roundsGiven ? options.rounds : quick ? 2 : 3,
  };
  const kernel = await loadKernel();
  const own = ownPlanners(only);
  /** @type {boolean[]} */
  const programs = [];
  const told = new Set();
  for (const native of [false, true]) {
    // The packaged one is there in any case, as a judge.
    const asked = Object.keys(omplSteps).some((step) => wanted(omplName(native, step)));
    if (native && !asked) continue;
    const missing = await available(native);
    if (!missing) programs.push(native);
    else if (!told.has(missing)) console.log(`OMPL: ${missing}`);
    told.add(missing);
  }
  /** @type {FamilyResults[]} */
  const results = [];
  for (const name of robots.filter((robot) => chosen.length === 0 || chosen.includes(robot))) {
    const reason = missingProblems(name);
    if (reason) {
      console.log(`planning: ${reason}`);
      continue;
    }
    const robot = readRobot(kernel, name, fromDisk);
    for (const family of families.filter((f) => some.length === 0 || some.includes(f))) {
      const cold = results.every((result) => result.robot !== name);
      const sizes = { ...size, cold };
      results.push(await measureFamily(kernel, robot, family, own, programs, wanted, sizes));
    }
  }
  const whole = [only, chosen, some].every((list) => list.length === 0);
  if (whole && !quick && options.problems === undefined && results.length > 0) save(results);
  return results;
}

function omplName(/** @type {boolean} */ native, /** @type {string} */ step) {
  return `OMPL${native ? ' native' : ''}${step}`;
}

function save(/** @type {FamilyResults[]} */ results) {
  const file = fileURLToPath(new URL('results/planning.json', import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine: machine(), results }, null, 1)}\n`);
}

const cpuMilliseconds = () => cpuMicroseconds() / 1000;

/**
 * @param {Kernel} kernel
 * @param {ReturnType<typeof readRobot>} robot
 * @param {string} family
 * @param {string[]} own names of our planners
 * @param {boolean[]} programs of OMPL: compiled for this processor or not
 * @param {(name: string) => boolean} wanted
 * @param {{ count: number, seeds: number, rounds: number, cold: boolean }} size cold: whether to measure
 *   first calls as well
 */
async function measureFamily(kernel, robot, family, own, programs, wanted, size) {
  const name = `${robot.name}-${family}`;
  const problems = loadProblems(kernel, robot, family, size.count, cpuMilliseconds);
  const spaces = problems.map(({ cell }) => prepareOurs(cell, own));
  const preparing = problems.map(({ cell }) => {
    const begin = cpuMilliseconds();
    prepareOurs(cell, own.slice(0, 1));
    return cpuMilliseconds() - begin;
  });
  const cold = [];
  for (const planner of size.cold ? own : []) {
    cold.push({ planner, ...(await coldCall(robot.name, family, planner)) });
  }
  /** @type {(Ask & { close: () => void })[]} */
  const asks = [];
  for (const native of programs) asks.push(await startPlanning(name, problems, native));
  const spaceOf = asks.length > 0 ? await asks[0]('space') : undefined;
  const engines = [
    ...own.map((planner) => ownEngine(kernel, planner, problems, spaces)),
    ...asks.flatMap((ask, i) =>
      Object.entries(omplSteps).flatMap(([step, length]) => {
        const engine = omplEngine(omplName(programs[i], step), ask, length);
        return wanted(engine.name) ? [engine] : [];
      }),
    ),
  ];
  await warm(engines, problems.length);
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {{ outcome: Outcome, problem: number, waypoints: readonly ArrayLike<number>[] }[]} */
  const paths = [];
  for (let problem = 0; problem < problems.length; problem++) {
    for (let seed = 1; seed <= size.seeds; seed++) {
      for (const { outcome, waypoints } of await race(engines, problem, seed, size.rounds)) {
        outcomes.push(outcome);
        if (waypoints) paths.push({ outcome, problem, waypoints });
      }
    }
    showProgress(`${name}: ${problem + 1} of ${problems.length} problems`);
  }
  showProgress('');
  const judge = asks.at(-1);
  if (judge) await judgeAll(kernel, judge, name, problems, paths);
  for (const ask of asks) ask.close();
  return {
    robot: robot.name,
    family,
    problems: problems.length,
    seeds: size.seeds,
    rounds: size.rounds,
    limit_ms,
    pairs: problems.map(({ cell }) => cell.tested.length),
    building: median(problems.map(({ building }) => building)),
    preparing: median(preparing),
    ompl: spaceOf && {
      step: spaceOf.step,
      extent: spaceOf.extent,
      shapes: spaceOf.shapes,
      scene: spaceOf.scenes / problems.length,
    },
    cold,
    engines: engines.map((engine) => engine.name),
    outcomes,
  };
}

/** On a terminal, in place of what was there. */
function showProgress(/** @type {string} */ text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** The first plan in a process. @returns {Promise<{ cpu: number, wall: number, solved: boolean }>} */
async function coldCall(
  /** @type {string} */ robot,
  /** @type {string} */ family,
  /** @type {string} */ planner,
) {
  const file = fileURLToPath(new URL('planningCold.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file, robot, family, planner]);
  return JSON.parse(stdout);
}

/**
 * @param {Kernel} kernel
 * @param {string} name
 * @param {Problem[]} problems
 * @param {import('../dist/plan/index.js').PlanningSpace[]} spaces
 * @returns {Engine}
 */
function ownEngine(kernel, name, problems, spaces) {
  /** @type {Map<number, Verifier>} */
  const verifiers = new Map();
  return {
    name,
    own: true,
    plan: async (problem, seed, round) => {
      const { from, to } = problems[problem];
      const begin = cpuMilliseconds();
      let result;
      try {
        const request = { from, to, seed, timeLimit_ms: limit_ms };
        result = planOurs(spaces[problem], name, request);
      } catch (error) {
        if (!(error instanceof kernel.InputError)) throw error;
        const refused = error.message;
        return { solved: false, proven: false, refused, cpu: 0, planning: 0, waypoints: null };
      }
      const cpu = cpuMilliseconds() - begin;
      const { path, waypoints, planning, verdict, stats: work } = result;
      const solved = waypoints !== null && cpu <= limit_ms;
      const proven = verdict === 'free';
      const attempt = { solved, proven, cpu, planning, waypoints, work };
      if (!path || !proven || round >= certified) return attempt;
      return { ...attempt, ...certify(kernel, spaces[problem], path, verifiers, problem, round) };
    },
  };
}

/**
 * @param {Kernel} kernel
 * @param {import('../dist/plan/index.js').PlanningSpace} space
 * @param {import('../dist/motion/index.js').Path} path
 * @param {Map<number, Verifier>} verifiers
 * @param {number} problem
 * @param {number} round
 */
function certify(kernel, space, path, verifiers, problem, round) {
  const begin = cpuMilliseconds();
  try {
    const made = space.certify(path);
    const text = writeCertificate(made);
    const certificate = cpuMilliseconds() - begin;
    if (round > 0) return { certificate };
    // By the code that does not know the checker, once.
    const verifier = verifiers.get(problem) ?? new Verifier(space.cell.description);
    verifiers.clear();
    verifiers.set(problem, verifier);
    const { verified } = verifier.verify(made);
    return { certificate, bytes: Buffer.byteLength(text), verified };
  } catch (error) {
    // Free, but not with the nanometre that a certificate wants.
    if (!(error instanceof kernel.InputError)) throw error;
    return {};
  }
}

/** @returns {Engine} */
function omplEngine(
  /** @type {string} */ name,
  /** @type {Ask} */ ask,
  /** @type {number} */ step,
) {
  return {
    name,
    own: false,
    plan: async (problem, seed) => {
      /** @type {import('./ompl/engine.mjs').Plan} */
      const plan = await ask(`plan ${problem} ${step} ${seed} ${limit_ms / 1000} primitive`);
      const { cpu, planning, tested, testedPlanning } = plan;
      const solved = plan.solved && cpu <= limit_ms;
      const waypoints = plan.solved ? plan.waypoints : null;
      return { solved, proven: false, cpu, planning, waypoints, work: { tested, testedPlanning } };
    },
  };
}

/** Other seeds than those that count. */
async function warm(/** @type {Engine[]} */ engines, /** @type {number} */ count) {
  for (const { own, plan } of engines) {
    let spent = 0;
    for (let i = 0; i < 10 * count && spent < warmUp; i++) {
      spent += (await plan(i % count, 1000 + i, i === 0 ? 0 : certified)).cpu;
      if (!own) break;
    }
  }
}

/** All engines on one problem with one seed, in turn. */
async function race(
  /** @type {Engine[]} */ engines,
  /** @type {number} */ problem,
  /** @type {number} */ seed,
  /** @type {number} */ rounds,
) {
  const entries = engines.map((engine) => ({
    engine,
    /** @type {Attempt[]} */
    attempts: [],
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { engine, attempts } of entries) {
      const first = attempts[0];
      if (first && (!first.solved || first.cpu > slow)) continue;
      attempts.push(await engine.plan(problem, seed, round));
    }
  }
  return entries.map(({ engine, attempts }) => {
    const best = attempts.reduce((a, b) => (b.cpu < a.cpu ? b : a));
    const { proven, refused, waypoints, bytes, verified, work } = attempts[0];
    const certificates = attempts.flatMap(({ certificate }) => certificate ?? []);
    /** @type {Outcome} */
    const outcome = {
      engine: engine.name,
      problem,
      seed,
      solved: best.solved,
      proven,
      ...(refused === undefined ? {} : { refused }),
      cpu: best.cpu,
      first: attempts[0].cpu,
      planning: best.planning,
      ...(certificates.length > 0 ? { certificate: Math.min(...certificates) } : {}),
      ...(bytes === undefined ? {} : { bytes, verified }),
      ...(work === undefined ? {} : { work }),
      length: lengthOf(waypoints ?? []),
      waypoints: waypoints?.length ?? 0,
      varied: attempts.some(
        (attempt) => lengthOf(attempt.waypoints ?? []) !== lengthOf(waypoints ?? []),
      ),
      judged: 'not judged',
    };
    return { outcome, waypoints };
  });
}

/** Samples every path with FCL; what FCL calls a collision is looked at by our own static check as well. */
async function judgeAll(
  /** @type {Kernel} */ kernel,
  /** @type {Ask} */ ask,
  /** @type {string} */ name,
  /** @type {Problem[]} */ problems,
  /** @type {{ outcome: Outcome, problem: number, waypoints: readonly ArrayLike<number>[] }[]} */ paths,
) {
  const places = await judgePaths(ask, name, paths, judgedEvery);
  paths.forEach(({ outcome, problem, waypoints }, i) => {
    const place = places[i];
    if (place < 0) {
      outcome.judged = 'free';
      return;
    }
    const k = Math.min(Math.floor(place), waypoints.length - 2);
    const [a, b] = [waypoints[k], waypoints[k + 1]];
    const q = Float64Array.from(a, (x, d) => x + (place - k) * (b[d] - x));
    const { colliding } = new kernel.StaticChecker(problems[problem].cell).check(q);
    outcome.judged = colliding ? 'collides' : 'disputed';
  });
}

/** In joint space, all joints alike. */
function lengthOf(/** @type {readonly ArrayLike<number>[]} */ waypoints) {
  let sum = 0;
  for (let i = 0; i + 1 < waypoints.length; i++) {
    let square = 0;
    for (let d = 0; d < waypoints[i].length; d++) {
      square += (waypoints[i + 1][d] - waypoints[i][d]) ** 2;
    }
    sum += Math.sqrt(square);
  }
  return sum;
}

function median(/** @type {number[]} */ values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
