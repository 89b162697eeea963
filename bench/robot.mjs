// @ts-check
// Static checks of a robot among obstacles, one configuration at a time, on configurations whose
// answers are known: ours with forward kinematics, FCL's with poses given. Rounds alternate between
// the engines and the minimum counts. Also how long a scene takes from the bytes of its files to
// the first answer.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { available, startRobot } from './fcl/robotEngine.mjs';
import { cpuMicroseconds, short, table } from './harness.mjs';
import { loadKernel, loadScenes, missingData, robots } from './robotData.mjs';

/** @typedef {'free' | 'colliding' | 'all'} Set */
/** @typedef {'collide' | 'distance'} Query */
/**
 * One engine's way to answer one query on one set.
 * @typedef {object} Task
 * @property {string} engine
 * @property {Query} query
 * @property {Set} set
 * @property {string} variant
 * @property {(repeats: number) => Promise<{ microseconds: number, answers: number[] }>} run
 * @property {number} repeats
 * @property {number[]} samples CPU microseconds per configuration
 * @property {number[]} answers
 */

/** @type {Query[]} */
const queries = ['collide', 'distance'];
/** @type {Set[]} */
const sets = ['free', 'colliding', 'all'];
const ours = 'surepath';
/** How FCL may take boxes, and which bounds are compared before a pair is asked about. */
const variants = ['primitive fcl', 'primitive tight', 'mesh fcl', 'mesh tight'];

/** @param {{ rounds: number, quick: boolean, only: string[] }} options */
export async function run({ rounds, quick, only }) {
  const reason = missingData();
  if (reason) {
    console.log(`robot: skipped; ${reason}`);
    return { robots: [], loading: [] };
  }
  const wanted = (/** @type {string} */ name) =>
    only.length === 0 || only.some((part) => name.toLowerCase().includes(part));
  const fcl = [];
  for (const native of [false, true]) {
    const name = native ? 'FCL native' : 'FCL';
    if (!wanted(name)) continue;
    const missing = await available(native);
    if (missing) console.log(`${name}: ${missing}`);
    else fcl.push({ name, native });
  }
  const kernel = await loadKernel();
  const results = [];
  for (const robot of robots) {
    const scenes = loadScenes(kernel, robot, 2, quick ? 50 : 100);
    /** @type {Task[]} */
    const tasks = wanted(ours) ? ourTasks(scenes) : [];
    const programs = [];
    for (const { name, native } of fcl) {
      const ask = await startRobot(robot, scenes, native);
      programs.push(ask);
      tasks.push(...fclTasks(name, ask));
    }
    await measure(tasks, rounds);
    for (const ask of programs) ask.close();
    results.push({
      robot,
      scenes: scenes.map(({ name }) => name),
      bodies: scenes.map(({ checker }) => checker.cell.bodies.length),
      pairs: scenes.map(({ checker }) => checker.cell.tested.length),
      configurations: Object.fromEntries(sets.map((set) => [set, truthOf(scenes, set).length])),
      rows: summarize(tasks, scenes),
    });
  }
  const loading = [];
  for (const robot of wanted(ours) ? robots : []) {
    loading.push(await measureLoading(robot, Math.min(rounds, 3)));
  }
  return { robots: results, loading };
}

/** @typedef {import('./robotData.mjs').Scene} Scene */

/** @returns {Task[]} */
function ourTasks(/** @type {Scene[]} */ scenes) {
  return sets.flatMap((set) => {
    const batches = scenes.map(({ checker, configurations, colliding }) => ({
      checker,
      chosen: configurations.filter((_, i) => set === 'all' || colliding[i] === (set !== 'free')),
    }));
    return queries.map((query) => {
      const run = async (/** @type {number} */ repeats) => {
        /** @type {number[]} */
        const answers = [];
        const start = cpuMicroseconds();
        for (let r = 0; r < repeats; r++) {
          answers.length = 0;
          for (const { checker, chosen } of batches) {
            for (let i = 0; i < chosen.length; i++) {
              if (query === 'collide') answers.push(checker.firstCollision(chosen[i]) < 0 ? 0 : 1);
              else answers.push(checker.check(chosen[i]).closest?.distance ?? Number.NaN);
            }
          }
        }
        const spent = cpuMicroseconds() - start;
        return { microseconds: spent / (repeats * answers.length), answers };
      };
      return { engine: ours, query, set, variant: '', run, repeats: 1, samples: [], answers: [] };
    });
  });
}

/** @returns {Task[]} */
function fclTasks(
  /** @type {string} */ engine,
  /** @type {(command: string) => Promise<any>} */ ask,
) {
  return queries.flatMap((query) =>
    variants.flatMap((variant) =>
      sets.map((set) => {
        const run = async (/** @type {number} */ repeats) => {
          const { microseconds, error } = await ask(`${query} ${variant} ${set} ${repeats}`);
          if (error) throw new Error(`${engine}: ${error}`);
          return { microseconds, answers: await ask('answers') };
        };
        return { engine, query, set, variant, run, repeats: 1, samples: [], answers: [] };
      }),
    ),
  );
}

/** Two rounds to warm up and to see how long a task takes, then the rounds that count. */
async function measure(/** @type {Task[]} */ tasks, /** @type {number} */ rounds) {
  const cost = new Map();
  for (const task of [...tasks, ...tasks]) {
    const { microseconds, answers } = await task.run(1);
    task.answers = answers;
    cost.set(task, microseconds);
    task.repeats = Math.max(1, Math.ceil(1e5 / (microseconds * answers.length)));
  }
  const behind = (/** @type {Task} */ task) => {
    const rivals = tasks.filter(
      ({ engine, query, set }) =>
        engine === task.engine && query === task.query && set === task.set,
    );
    return cost.get(task) > 1.5 * Math.min(...rivals.map((rival) => cost.get(rival)));
  };
  for (let round = 0; round < rounds; round++) {
    for (const task of tasks) {
      if (round > 0 && behind(task)) continue;
      task.samples.push((await task.run(task.repeats)).microseconds);
    }
  }
}

function truthOf(/** @type {Scene[]} */ scenes, /** @type {Set} */ set) {
  return scenes
    .flatMap(({ distances }) => distances)
    .filter((distance) => set === 'all' || (distance === 0) === (set === 'colliding'));
}

/** One row per query, set and engine: the fastest of the variants with the fewest wrong verdicts. */
function summarize(/** @type {Task[]} */ tasks, /** @type {Scene[]} */ scenes) {
  const time = (/** @type {Task} */ task) => Math.min(...task.samples);
  const rows = [];
  for (const query of queries) {
    for (const set of sets) {
      const truth = truthOf(scenes, set);
      const own = tasks.filter((task) => task.query === query && task.set === set);
      for (const engine of new Set(own.map((task) => task.engine))) {
        const all = own.filter((task) => task.engine === engine);
        const fewest = Math.min(...all.map((task) => judge(task, truth).wrong));
        const sound = all.filter((task) => judge(task, truth).wrong === fewest);
        const best = sound.reduce((a, b) => (time(b) < time(a) ? b : a));
        rows.push({
          query,
          set,
          engine,
          variant: best.variant,
          microseconds: time(best),
          ...judge(best, truth),
          variants: all.map((task) => ({
            variant: task.variant,
            samples: task.samples,
            ...judge(task, truth),
          })),
        });
      }
    }
  }
  return rows;
}

/** Verdicts against what is known, and the largest error of a distance where both say free. */
function judge(/** @type {Task} */ { query, answers }, /** @type {number[]} */ truth) {
  const collides = (/** @type {number} */ answer) =>
    query === 'collide' ? answer === 1 : answer <= 0;
  const wrong = truth.filter((distance, i) => collides(answers[i]) !== (distance === 0)).length;
  if (query === 'collide') return { wrong };
  const errors = truth.map((d, i) => (d > 0 && answers[i] > 0 ? Math.abs(answers[i] - d) : 0));
  return { wrong, maxError: Math.max(...errors) };
}

/** Fresh processes: the first time in each is cold, the best of the later ones warm. */
async function measureLoading(/** @type {string} */ robot, /** @type {number} */ processes) {
  const script = fileURLToPath(new URL('robotLoad.mjs', import.meta.url));
  const start = async (/** @type {string[]} */ ...args) =>
    JSON.parse((await promisify(execFile)(process.execPath, [script, robot, ...args])).stdout);
  const reports = [];
  for (let i = 0; i < processes; i++) reports.push(await start('5'));
  const profile = await start('5', 'profile');
  const best = (/** @type {any[]} */ runs) =>
    runs.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
  return {
    robot,
    importing: Math.min(...reports.map(({ importing }) => importing)),
    cold: { ...best(reports.map(({ runs }) => runs[0])), parts: profile.runs[0].parts },
    warm: { ...best(reports.flatMap(({ runs }) => runs.slice(1))), parts: profile.runs[4].parts },
  };
}

/** The results as text. */
export function format(/** @type {Awaited<ReturnType<typeof run>>} */ { robots, loading }) {
  if (robots.length === 0) return 'skipped: no data';
  const lines = [];
  for (const { robot, rows } of robots) {
    for (const query of queries) {
      for (const set of sets) {
        const of = (/** @type {string} */ engine) =>
          rows.find((row) => row.query === query && row.set === set && row.engine === engine);
        const [us, fcl, native] = [ours, 'FCL', 'FCL native'].map(of);
        const ratio = (/** @type {typeof fcl} */ base) =>
          us && base ? us.microseconds / base.microseconds : undefined;
        const wrong = [us, fcl, native].map((row) => row?.wrong ?? '-').join(' / ');
        const errors = [us, fcl, native].map((row) => short(row?.maxError) || '-').join(' / ');
        lines.push([
          robot,
          query,
          set,
          short(us?.microseconds),
          short(fcl?.microseconds),
          short(native?.microseconds),
          short(ratio(fcl)),
          short(ratio(native)),
          fcl?.variant ?? '',
          query === 'collide' ? wrong : `${wrong}; ${errors}`,
        ]);
      }
    }
  }
  const head = ['robot', 'query', 'set', 'ours', 'FCL', 'native', '/FCL', '/native', 'FCL variant'];
  const loaded = loading.flatMap(({ robot, importing, cold, warm }) =>
    Object.entries({ cold, warm }).map(([when, { milliseconds, cpuMilliseconds, parts }]) => [
      robot,
      when,
      short(milliseconds),
      short(cpuMilliseconds),
      when === 'cold' ? short(importing) : '',
      Object.entries(/** @type {Record<string, number>} */ (parts))
        .sort((a, b) => b[1] - a[1])
        .filter(([, percent]) => percent >= 1)
        .map(([part, percent]) => `${part} ${Math.round(percent)}%`)
        .join('; '),
    ]),
  );
  const told = robots.map(({ robot, scenes, bodies, pairs, configurations }) => {
    const range = (/** @type {number[]} */ n) => `${Math.min(...n)} to ${Math.max(...n)}`;
    return (
      `${robot}: ${scenes.join(', ')}; ${range(bodies)} bodies, ${range(pairs)} tested pairs; ` +
      `${configurations.free} free and ${configurations.colliding} colliding configurations`
    );
  });
  return [
    ...told,
    '',
    table([...head, 'wrong, error: ours / FCL / native'], lines, [3, 4, 5, 6, 7]),
    '',
    'CPU microseconds per configuration, minimum over rounds. collide: a collision, or proof that',
    'there is none; distance: the closest pair. Ours includes forward kinematics; FCL is given the',
    'poses, both try the pair first that collided last. FCL takes a box as primitive or as a mesh',
    'of twelve triangles and compares the bounds of its collision objects (fcl) or tighter ones',
    'first (tight), whichever is fastest. wrong: verdicts unlike the oracle; error: of distances.',
    '',
    table(['robot', 'load', 'ms', 'CPU ms', 'import ms', 'where'], loaded, [2, 3, 4]),
    '',
    'From the bytes of URDF without visuals, SRDF, meshes and scene to the answer of one check; cold:',
    'the first in a process, warm: the best of later ones. Modules are imported before that. Shares',
    'are samples that the profiler took in a process of its own.',
  ].join('\n');
}
