/**
 * Static checks of a robot among obstacles, one configuration at a time, on configurations whose
 * answers are known: ours with forward kinematics, FCL's with poses given. Rounds alternate between
 * the engines and the minimum counts. Also how long a scene takes from the bytes of its files to
 * the first answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { inFreshProcess } from '../../lab/process.ts';
import { type KnownScene, loadScenes, missingRobots, ROBOTS } from '../../lab/robots.ts';
import { takeTurns } from '../../lab/rounds.ts';
import { leastBy } from '../../lab/statistics.ts';
import { FCL_BUILDS, type FclBuild, type Running, timedBy } from '../fcl/program.ts';
import { available, startRobot } from '../fcl/robotEngine.ts';
import { isWanted, type SpeedOptions, type Suite } from '../suite.ts';
import type { LoadReport, LoadRun } from './loadScene.ts';
import { format, type Loading, type RobotResults } from './report.ts';
import { OURS, QUERIES, SETS, summarize, type Task, truthOf } from './tasks.ts';

export const suite: Suite<RobotResults> = { run, format };

/** How FCL may take boxes, and which bounds are compared before a pair is asked about. */
const VARIANTS = ['primitive fcl', 'primitive tight', 'mesh fcl', 'mesh tight'];
/** Scenes of every family. */
const SCENES = 2;
/** Times that a scene is loaded in a process. */
const LOADS = 5;

async function run(options: SpeedOptions): Promise<RobotResults> {
  const { rounds, quick } = options;
  const reason = missingRobots();
  if (reason) {
    console.log(`robot: skipped; ${reason}`);
    return { robots: [], loading: [] };
  }
  const fcl: FclBuild[] = [];
  for (const build of FCL_BUILDS) {
    if (!isWanted(options, build.name)) continue;
    const missing = await available(build.native);
    if (missing) console.log(`${build.name}: ${missing}`);
    else fcl.push(build);
  }
  const robots: RobotResults['robots'][number][] = [];
  for (const robot of ROBOTS) {
    const scenes = loadScenes(robot, SCENES, quick ? 50 : 100);
    const tasks = isWanted(options, OURS) ? ourTasks(scenes) : [];
    const programs: Running[] = [];
    for (const { name, native } of fcl) {
      const running = await startRobot(robot, scenes, native);
      programs.push(running);
      tasks.push(...fclTasks(name, running, scenes));
    }
    await takeTurns(tasks, rounds);
    for (const running of programs) running.close();
    robots.push({
      robot,
      scenes: scenes.map(({ name }) => name),
      bodies: scenes.map(({ checker }) => checker.cell.bodies.length),
      pairs: scenes.map(({ checker }) => checker.cell.tested.length),
      configurations: {
        free: truthOf(scenes, 'free').length,
        colliding: truthOf(scenes, 'colliding').length,
        all: truthOf(scenes, 'all').length,
      },
      rows: summarize(tasks, scenes),
    });
  }
  const loading: Loading[] = [];
  for (const robot of isWanted(options, OURS) ? ROBOTS : []) {
    loading.push(await measureLoading(robot, Math.min(rounds, 3)));
  }
  return { robots, loading };
}

function ourTasks(scenes: readonly KnownScene[]): Task[] {
  return SETS.flatMap((set) => {
    const batches = scenes.map(({ checker, configurations, colliding }) => ({
      checker,
      chosen: configurations.filter((_, i) => set === 'all' || colliding[i] === (set !== 'free')),
    }));
    const asked = batches.reduce((sum, { chosen }) => sum + chosen.length, 0);
    return QUERIES.map((query): Task => {
      const answers: number[] = [];
      const run = async (repeats: number) => {
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
        return (cpuMicroseconds() - start) / (repeats * answers.length);
      };
      const group = `${OURS}/${query}/${set}`;
      return { engine: OURS, query, set, variant: '', group, asked, run, samples: [], answers };
    });
  });
}

function fclTasks(engine: string, running: Running, scenes: readonly KnownScene[]): Task[] {
  return QUERIES.flatMap((query) =>
    VARIANTS.flatMap((variant) =>
      SETS.map((set): Task => {
        const answers: number[] = [];
        const run = async (repeats: number) => {
          const command = `${query} ${variant} ${set} ${repeats}`;
          const microseconds = await timedBy(engine, running, command);
          answers.splice(0, answers.length, ...(await running.ask<number[]>('answers')));
          return microseconds;
        };
        const asked = truthOf(scenes, set).length;
        const group = `${engine}/${query}/${set}`;
        return { engine, query, set, variant, group, asked, run, samples: [], answers };
      }),
    ),
  );
}

/**
 * Fresh processes: the first time in each, with nothing kept and with what an earlier process kept in a folder; and the best
 * of the later times, when the process remembers.
 */
async function measureLoading(robot: string, processes: number): Promise<Loading> {
  const script = new URL('loadScene.js', import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), 'surepath-compiled-'));
  const load = (mode: 'plain' | 'profile', ...more: string[]) =>
    inFreshProcess<LoadReport>(script, robot, String(LOADS), mode, ...more);
  try {
    await load('plain', folder);
    const alone: LoadReport[] = [];
    const after: LoadReport[] = [];
    for (let i = 0; i < processes; i++) {
      alone.push(await load('plain'));
      after.push(await load('plain', folder));
    }
    const parts = (await load('profile')).runs.map((each) => each.parts ?? {});
    const [partsAfter = {}] = (await load('profile', folder)).runs.map(({ parts: own }) => own);
    const best = (runs: readonly LoadRun[]) => leastBy(runs, ({ milliseconds }) => milliseconds);
    const first = (reports: readonly LoadReport[]) => best(reports.map(({ runs }) => runs[0]));
    return {
      robot,
      importing: Math.min(...alone.map(({ importing }) => importing)),
      first: { ...first(alone), parts: parts[0] },
      'second process': { ...first(after), parts: partsAfter },
      again: { ...best(alone.flatMap(({ runs }) => runs.slice(1))), parts: parts[LOADS - 1] },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
