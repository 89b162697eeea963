/**
 * The collision vector at every step of smooth motions at 1 kHz: a Panda in scenes of MotionBenchMaker, two arms at a car
 * door. Ours against FCL's distance with its broad-phase manager, kinematics included on both sides; rounds alternate,
 * and the distances of all steps are compared.
 */
import { inFreshProcess } from '../../lab/process.ts';
import { missingRobots } from '../../lab/robots.ts';
import { takeTurns } from '../../lab/rounds.ts';
import { available, startMotions, writeMotions } from '../fcl/monitorEngine.ts';
import { FCL_BUILDS, type FclBuild, type Running } from '../fcl/program.ts';
import { isChosen, isWanted, type SpeedOptions, type Suite } from '../suite.ts';
import { measureChanges, measureTimed } from './changing.ts';
import { OURS, ownSteps, peerSteps, rowsOf, type StepContender } from './contenders.ts';
import { type MonitorData, pandaData, twoArmsData } from './data.ts';
import { KINDS, type MotionKind } from './motions.ts';
import { format } from './report.ts';
import type { DataResults, GarbageReport, MonitorResults, StepRows } from './results.ts';
import { monitorWatch } from './watch.ts';

export const suite: Suite<MonitorResults> = { run, format };

/** Metres. */
const THRESHOLDS = [Number.POSITIVE_INFINITY, 0.1];
/** Steps of a motion at most. */
const STEPS = { quick: 500, full: 2000 };
/** Steps in which garbage collections are counted. */
const WALK = { quick: 100_000, full: 1_000_000 };

async function run(options: SpeedOptions): Promise<MonitorResults> {
  const { quick, robots, families } = options;
  const leftOut: string[] = [];
  const builds: FclBuild[] = [];
  for (const build of FCL_BUILDS.filter(({ name }) => isWanted(options, name))) {
    const missing = await available(build.native);
    if (missing) leftOut.push(`${build.name}: ${missing}`);
    else builds.push(build);
  }
  const reason = missingRobots();
  if (reason) leftOut.push(`panda: ${reason}`);
  const most = quick ? STEPS.quick : STEPS.full;
  const data: DataResults[] = [];
  if (!reason && isChosen(robots, 'panda')) {
    data.push(await measure(pandaData(families, most), builds, options));
  }
  if (isChosen(robots, 'two-arms')) data.push(await measure(twoArmsData(most), builds, options));
  return { data, leftOut };
}

async function measure(
  { name, cells, scenes, motions }: MonitorData,
  builds: readonly FclBuild[],
  options: SpeedOptions,
): Promise<DataResults> {
  const watches = cells.map((cell) => monitorWatch(cell));
  const classPairs = watches[0].pairs.length;
  const file = builds.length > 0 ? writeMotions(name, watches, motions) : '';
  const programs: { name: string; running: Running }[] = [];
  for (const build of builds) {
    programs.push({ name: build.name, running: await startMotions(file, build.native) });
  }
  const asked: StepRows[] = [];
  const isOurs = isWanted(options, OURS);
  for (const kind of KINDS) {
    const numbers = motions.flatMap((motion, i) => (motion.kind === kind ? [i] : []));
    for (const { running } of programs) await running.ask(`select ${numbers.join(' ')}`);
    for (const threshold of THRESHOLDS) {
      const chosen = numbers.map((i) => motions[i]);
      const question = { motions: chosen, threshold, classPairs };
      const contenders: StepContender[] = [];
      if (isOurs) contenders.push(ownSteps(question, watches));
      for (const program of programs) {
        contenders.push(...peerSteps(question, program.name, program.running));
      }
      if (contenders.length === 0) continue;
      await takeTurns(contenders, options.rounds);
      asked.push(await stepRows(kind, threshold, contenders));
    }
  }
  for (const { running } of programs) running.close();
  const pairs = cells.map(({ tested }) => tested.length);
  const results = { name, scenes, classPairs, pairs, asked };
  if (!isOurs) return results;
  const garbage = await countGarbage(name, options.quick);
  if (name !== 'two-arms') return { ...results, garbage };
  const [planned] = motions.filter(({ kind }) => kind === 'planned');
  return {
    ...results,
    garbage,
    changes: measureChanges(cells[0], planned.steps[0], options.rounds),
    timed: measureTimed(cells[0], planned, options.rounds),
  };
}

function countGarbage(name: string, quick: boolean): Promise<GarbageReport> {
  const url = new URL('./garbage.js', import.meta.url);
  return inFreshProcess<GarbageReport>(url, name, String(quick ? WALK.quick : WALK.full));
}

async function stepRows(
  kind: MotionKind,
  threshold: number,
  contenders: readonly StepContender[],
): Promise<StepRows> {
  const rows = await rowsOf(contenders);
  const meeting = Array.from(await contenders[0].answers()).filter((d) => d <= 0).length;
  return { kind, threshold, steps: contenders[0].asked, meeting, rows };
}
