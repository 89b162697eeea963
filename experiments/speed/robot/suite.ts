/**
 * Static checks of a robot among obstacles, one configuration at a time, on configurations whose
 * answers are known: ours with forward kinematics, FCL's with poses given. Rounds alternate between
 * the engines and the minimum counts. Also how long a scene takes from the bytes of its files to
 * the first answer.
 */
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

/** Fresh processes: the first time in each is cold, the best of the later ones warm. */
async function measureLoading(robot: string, processes: number): Promise<Loading> {
  const script = new URL('loadScene.js', import.meta.url);
  const load = (...more: string[]) =>
    inFreshProcess<LoadReport>(script, robot, String(LOADS), ...more);
  const reports: LoadReport[] = [];
  for (let i = 0; i < processes; i++) reports.push(await load());
  const profile = await load('profile');
  const best = (runs: readonly LoadRun[]) => leastBy(runs, ({ milliseconds }) => milliseconds);
  const partsOf = (run: number) => profile.runs[run].parts ?? {};
  return {
    robot,
    importing: Math.min(...reports.map(({ importing }) => importing)),
    cold: { ...best(reports.map(({ runs }) => runs[0])), parts: partsOf(0) },
    warm: { ...best(reports.flatMap(({ runs }) => runs.slice(1))), parts: partsOf(LOADS - 1) },
  };
}
