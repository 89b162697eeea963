// @ts-check
// Straight motions of robots: proven free or shown to collide by our methods, sampled every 0.05 rad by
// FCL. Rounds alternate between a method and FCL, the minimum counts, and where a method is so slow
// that only some edges are asked about, FCL is measured on the same ones. Also random segments in
// embedded cells, as in tables III and VI of paper A, and steps of a planner there.
//
//   node bench/edges.mjs --profile panda-free-5 [--method ladder] [--seconds 10]
//
// checks the edges of one class again and again and says in which functions the time goes.

import { realpathSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureCertificates } from './edgeCertificates.mjs';
import { benchmarkEdges, cellEdges, denseTruth, resolution } from './edgeData.mjs';
import { classes, methods, prepare, sortEdges, study } from './edgeMethods.mjs';
import { available, startEdges, writeEdges } from './fcl/edgeEngine.mjs';
import { cpuMicroseconds, short } from './harness.mjs';
import { loadKernel, missingData, robots } from './robotData.mjs';

export { format } from './edgeReport.mjs';

/** @typedef {import('./edgeData.mjs').EdgeData} EdgeData */
/** @typedef {import('./edgeMethods.mjs').Class} Class */
/** @typedef {import('./edgeMethods.mjs').Check} Check */
/** @typedef {import('./robotData.mjs').Kernel} Kernel */
/** @typedef {Awaited<ReturnType<typeof measureData>>} DataResults what edgeReport.mjs tells */
/**
 * One engine on the edges of one class.
 * @typedef {object} Task
 * @property {string} engine a method, `FCL` or `FCL native`
 * @property {string} variant
 * @property {string} kind
 * @property {Class} sort
 * @property {number[]} chosen numbers of edges
 * @property {(repeats: number) => Promise<number>} run CPU microseconds per edge
 * @property {number} repeats
 * @property {number[]} samples
 * @property {boolean} behind another variant is much faster
 */

/** Left out where it has to be quick. */
const slow = ['adaptive relative', 'adaptive exact'];
const embedded = ['cage', 'two-arms', 'workshop', 'car-six-irb2400'];
/** How FCL may take boxes, and which bounds are compared first; see fcl/edgeSampling.cpp. */
const variants = ['primitive tight', 'primitive fcl', 'mesh tight', 'mesh fcl'];
/** CPU microseconds that a task should take in a round at most, on all edges it is asked about. */
const roundLimit = 5e5;
/** Fewer edges say nothing; a method that needs longer for these is measured once. */
const fewest = 6;

function sizeOf(/** @type {boolean} */ quick) {
  return quick ? { scenesPerFamily: 1, perScene: 8 } : { scenesPerFamily: 3, perScene: 12 };
}

/** @param {{ rounds: number, quick: boolean, only: string[], robots?: string[] }} options */
export async function run({ rounds, quick, only, robots: chosen = [] }) {
  const wanted = (/** @type {string} */ name) =>
    only.length === 0 || only.some((part) => name.toLowerCase().includes(part));
  const asked = (/** @type {string} */ name) => chosen.length === 0 || chosen.includes(name);
  const kernel = await loadKernel();
  const names = Object.keys(methods).filter(
    (name) => wanted(name) && !(quick && slow.includes(name)),
  );
  const reason = missingData();
  if (reason) console.log(`edges: no MotionBenchMaker scenes; ${reason}`);
  /** @type {{ name: string, native: boolean }[]} */
  const programs = [];
  for (const native of [false, true]) {
    const missing = await available(native);
    if (missing) console.log(`FCL: ${missing}`);
    else programs.push({ name: native ? 'FCL native' : 'FCL', native });
  }
  const used = programs.filter(({ name }) => wanted(name));
  /** @type {DataResults[]} */
  const results = [];
  for (const robot of reason ? [] : robots.filter(asked)) {
    const data = benchmarkEdges(kernel, robot, sizeOf(quick));
    const last = programs.at(-1);
    const truth = last && (await denseTruth(data, last.native));
    results.push(await measureData(kernel, data, truth, names, used, rounds));
  }
  for (const cell of embedded.filter(asked)) {
    const data = cellEdges(kernel, cell, quick ? 10 : 60);
    results.push(await measureData(kernel, data, undefined, names, used, rounds));
  }
  return results;
}

/**
 * @param {Kernel} kernel
 * @param {EdgeData} data
 * @param {number[] | undefined} truth
 * @param {string[]} names of methods
 * @param {{ name: string, native: boolean }[]} programs
 * @param {number} rounds
 */
async function measureData(kernel, data, truth, names, programs, rounds) {
  /** @type {Map<string, Check>} */
  const checks = new Map();
  for (const name of names) {
    const check = prepare(kernel, data, methods[name]);
    if (check) checks.set(name, check);
  }
  const certifying = [...checks.keys()].find((name) => methods[name].method !== 'fixed');
  const reference = certifying === undefined ? undefined : checks.get(certifying);
  const { sorted, counts } = sortEdges(kernel, data, reference, truth);
  const groups = [...new Set(data.edges.map(({ kind }) => kind))].flatMap((kind) =>
    classes.map((sort) => ({
      kind,
      sort,
      all: data.edges.flatMap((edge, i) => (edge.kind === kind && sorted[i] === sort ? [i] : [])),
    })),
  );
  const file = programs.length ? writeEdges(data.name, data.cells, data.edges) : '';
  const asks = [];
  for (const { name, native } of programs) {
    asks.push({ name, ask: await startEdges(file, native) });
  }
  const rows = [];
  // The default on its own, as it is used: what V8 learns from other methods would slow it down.
  const phases = [[...checks].slice(0, 1), [...checks].slice(1)];
  for (const phase of phases) {
    for (const { kind, sort, all } of groups) {
      if (all.length === 0) continue;
      const ours = phase.map(([name, check]) => ownTask(name, check, kind, sort, all));
      // FCL is asked once about each list of edges.
      /** @type {Map<string, number[]>} */
      const lists = new Map();
      for (const task of ours) {
        const same = lists.get(task.chosen.join()) ?? task.chosen;
        lists.set(same.join(), same);
        task.chosen = same;
      }
      if (phases[0].length === 0 && phase === phases[0]) lists.set(all.join(), all);
      const peers = asks.flatMap(({ name, ask }) =>
        [...lists.values()].flatMap((chosen) =>
          variants.map((variant) => peerTask(name, variant, ask, kind, sort, chosen)),
        ),
      );
      await measure([...ours, ...peers], rounds);
      rows.push(...ours.map((task) => rowOf(kernel, task, phase, peers)));
      if (ours.length === 0) rows.push(...peerRows(peers));
    }
  }
  const missed = await missedBySampling(asks, groups);
  const certificates = [];
  const ladder = checks.get('ladder');
  for (const { kind, sort, all } of groups) {
    if (!ladder || sort !== 'free' || all.length === 0) continue;
    const took = await measureCertificates(kernel, data, ladder, all, rounds);
    if (took) certificates.push({ kind, ...took });
  }
  for (const { ask } of asks) ask.close();
  return {
    name: data.name,
    scenes: data.scenes,
    pairs: data.cells.map(({ tested }) => tested.length),
    edges: groups.map(({ kind, sort, all }) => ({ kind, sort, count: all.length })),
    sortedBy: certifying ?? (truth ? 'sampling every 0.0005 rad' : 'sampling every 0.05 rad'),
    leftOut: counts,
    missed,
    rows,
    certificates,
  };
}

/** Only every n-th edge where all of them would take too long. @returns {Task} */
function ownTask(
  /** @type {string} */ engine,
  /** @type {Check} */ check,
  /** @type {string} */ kind,
  /** @type {Class} */ sort,
  /** @type {number[]} */ all,
) {
  const some = all.filter((_, i) => i % Math.ceil(all.length / 4) === 0);
  let each = Infinity;
  for (let round = 0; round < 3; round++) {
    const start = cpuMicroseconds();
    for (const edge of some) check(edge);
    each = Math.min(each, (cpuMicroseconds() - start) / some.length);
    // Slow enough to be sure.
    if (each > roundLimit / fewest) break;
  }
  const affordable = Math.max(fewest, Math.floor(roundLimit / each));
  const stride = Math.max(1, Math.floor(all.length / affordable));
  const chosen = all.filter((_, i) => i % stride === 0);
  const run = async (/** @type {number} */ repeats) => {
    const start = cpuMicroseconds();
    for (let r = 0; r < repeats; r++) for (let i = 0; i < chosen.length; i++) check(chosen[i]);
    return (cpuMicroseconds() - start) / (repeats * chosen.length);
  };
  const common = { kind, sort, chosen, run, repeats: 1, samples: [], behind: false };
  return Object.assign(common, { engine, variant: '', check });
}

/** @returns {Task} */
function peerTask(
  /** @type {string} */ engine,
  /** @type {string} */ variant,
  /** @type {(command: string) => Promise<any>} */ ask,
  /** @type {string} */ kind,
  /** @type {Class} */ sort,
  /** @type {number[]} */ chosen,
) {
  const run = async (/** @type {number} */ repeats) => {
    await ask(`select ${chosen.join(' ')}`);
    return (await ask(`check ${variant} ${resolution} ${repeats}`)).microseconds;
  };
  return { engine, variant, kind, sort, chosen, run, repeats: 1, samples: [], behind: false };
}

/** Two rounds to warm up and to see how long a task takes, then the rounds that count. */
async function measure(/** @type {Task[]} */ tasks, /** @type {number} */ rounds) {
  const cost = new Map();
  const tooLong = (/** @type {Task} */ task) =>
    cost.get(task) * task.chosen.length > 4 * roundLimit;
  for (const task of [...tasks, ...tasks]) {
    if (tooLong(task)) continue;
    const microseconds = await task.run(1);
    cost.set(task, microseconds);
    task.repeats = Math.max(1, Math.ceil(1e5 / (microseconds * task.chosen.length)));
  }
  for (const task of tasks) {
    const rivals = tasks.filter((t) => t.engine === task.engine && t.chosen === task.chosen);
    task.behind = cost.get(task) > 1.5 * Math.min(...rivals.map((rival) => cost.get(rival)));
  }
  for (let round = 0; round < rounds; round++) {
    for (const task of tasks) {
      if (round > 0 && (task.behind || tooLong(task))) continue;
      task.samples.push(await task.run(task.repeats));
    }
  }
}

const least = (/** @type {Task} */ { samples }) => Math.min(...samples);

/** The fastest variant of a peer on these edges. */
function fastest(
  /** @type {Task[]} */ peers,
  /** @type {string} */ engine,
  /** @type {number[]} */ chosen,
) {
  const own = peers.filter((task) => task.engine === engine && task.chosen === chosen);
  if (own.length === 0) return undefined;
  const best = own.reduce((a, b) => (least(b) < least(a) ? b : a));
  const times = Object.fromEntries(own.map((task) => [task.variant, least(task)]));
  return { microseconds: least(best), variant: best.variant, times };
}

/**
 * @param {Kernel} kernel
 * @param {Task} task
 * @param {[string, Check][]} phase
 * @param {Task[]} peers
 */
function rowOf(kernel, task, phase, peers) {
  const { engine, kind, sort, chosen } = task;
  const check = /** @type {Check} */ (phase.find(([name]) => name === engine)?.[1]);
  return {
    engine,
    kind,
    sort,
    edges: chosen.length,
    microseconds: /** @type {number | undefined} */ (least(task)),
    fcl: fastest(peers, 'FCL', chosen),
    native: fastest(peers, 'FCL native', chosen),
    ...study(kernel, check, chosen, sort),
  };
}

/** Rows for FCL alone, where there is no method to compare it with. @returns {ReturnType<typeof rowOf>[]} */
function peerRows(/** @type {Task[]} */ peers) {
  if (peers.length === 0) return [];
  const { kind, sort, chosen } = peers[0];
  const row = { engine: 'none', kind, sort, edges: chosen.length, microseconds: undefined };
  const [fcl, native] = ['FCL', 'FCL native'].map((name) => fastest(peers, name, chosen));
  return [{ ...row, fcl, native, stats: {}, odd: {} }];
}

/** How many colliding edges sampling at 0.05 rad takes for free, and how many samples it needs. */
async function missedBySampling(
  /** @type {{ ask: (command: string) => Promise<any> }[]} */ asks,
  /** @type {{ kind: string, sort: Class, all: number[] }[]} */ groups,
) {
  if (asks.length === 0) return [];
  const { ask } = asks[0];
  const missed = [];
  for (const { kind, sort, all } of groups) {
    await ask(`select ${all.join(' ')}`);
    await ask(`check ${variants[0]} ${resolution} 1`);
    const answers = await ask('answers');
    const counts = await ask('counts');
    missed.push({
      kind,
      sort,
      free: answers.filter((/** @type {number} */ t) => t < 0).length,
      samples:
        counts.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0) / all.length,
    });
  }
  return missed;
}

/** Checks one class of edges for some seconds and says how long an edge takes. */
async function profile(
  /** @type {string} */ what,
  /** @type {string} */ method,
  /** @type {number} */ seconds,
) {
  const [, name, sort, length] = /^(.+)-(free|colliding)(?:-(\d))?$/.exec(what) ?? [];
  const options = methods[method];
  if (!name || !options || ![...robots, ...embedded].includes(name)) {
    throw new Error(
      `--profile takes a robot (${robots.join(', ')}) or cell (${embedded.join(', ')}), a class and ` +
        `a length, like panda-free-5; --method one of ${Object.keys(methods).join('; ')}`,
    );
  }
  const kernel = await loadKernel();
  const isRobot = robots.includes(name);
  const data = isRobot ? benchmarkEdges(kernel, name, sizeOf(false)) : cellEdges(kernel, name, 100);
  const check = prepare(kernel, data, options);
  if (!check) return;
  const { sorted } = sortEdges(
    kernel,
    data,
    options.method === 'fixed' ? undefined : check,
    undefined,
  );
  const chosen = data.edges.flatMap(({ kind }, i) =>
    sorted[i] === sort && kind.startsWith(length ?? '') ? [i] : [],
  );
  const { stats, odd } = study(kernel, check, chosen, /** @type {Class} */ (sort));
  console.log(`${what}, ${method}: ${chosen.length} edges`, stats, odd);
  // The first second is warm-up.
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  for (let second = 0; second <= seconds; second++) {
    if (second === 1) await session.post('Profiler.start');
    const start = cpuMicroseconds();
    let passes = 0;
    for (; cpuMicroseconds() - start < 1e6; passes++) for (const edge of chosen) check(edge);
    const each = (cpuMicroseconds() - start) / (passes * chosen.length);
    console.log(`${short(each)} us per edge`);
  }
  const { profile: recorded } = await session.post('Profiler.stop');
  console.log(functionTimes(recorded, 30));
}

/** Where the samples of a profile fell, by function. */
function functionTimes(
  /** @type {import('node:inspector').Profiler.Profile} */ { nodes, samples = [] },
  /** @type {number} */ most,
) {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'}  ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`,
    ]),
  );
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const id of samples) {
    const name = names.get(id) ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([name, n]) => `${((100 * n) / samples.length).toFixed(1).padStart(5)} %  ${name}`)
    .join('\n');
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'panda-free-5' },
      method: { type: 'string', default: 'ladder' },
      seconds: { type: 'string', default: '10' },
    },
  });
  await profile(values.profile, values.method, Number(values.seconds));
}
