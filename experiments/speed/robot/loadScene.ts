/**
 * Loads one scene again and again in a fresh process, from the bytes of its files to the first
 * answer, and prints the times as JSON. Started by the robot suite:
 *
 *   node loadScene.js ROBOT TIMES plain|profile [FOLDER]
 *
 * With `profile` the first and the last time are sampled by V8's own profiler and divided among
 * the functions below; a sample belongs to the outermost of them on its stack. In FOLDER compiled
 * meshes are kept, as by the command line.
 */
import { readdirSync, statSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { startProfile } from '../../lab/profile.ts';

/** What one time took. */
export interface LoadRun {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  /** Percent of the samples, where they were taken. */
  readonly parts?: Readonly<Record<string, number>>;
}

export interface LoadReport {
  readonly importing: number;
  readonly runs: readonly LoadRun[];
}

/** Function and what it counts as. */
const PARTS: Readonly<Record<string, string>> = {
  readUrdf: 'robot and meshes',
  readSrdf: 'SRDF',
  readScene: 'scene',
  buildKinematics: 'kinematics',
  buildMesh: 'weld, solids',
  hullShape: 'hulls, tables',
  convexHull: 'hulls',
  buildSupportTable: 'support tables',
  enclosingSphereInto: 'balls',
  buildTree: 'trees',
  treeFromOutline: 'kept trees',
  hullFromHolders: 'kept hulls',
  buildPairs: 'pairs',
  StaticChecker: 'error bounds',
  check: 'check',
  '(garbage collector)': 'garbage',
  '(idle)': 'profiler',
  '(program)': 'profiler',
  dispatch: 'profiler',
};

const [robot, times, mode, folder] = process.argv.slice(2);
// The product before anything that uses it: its modules are what is timed.
const begin = performance.now();
const [{ buildCell, StaticChecker }] = await Promise.all([
  import('surepath/cell'),
  import('surepath/formats'),
]);
const importing = performance.now() - begin;
const { CompiledFolder } = await import('surepath/serve');
// A build from before there was such a folder compiles every time.
const store = folder && CompiledFolder ? new CompiledFolder(folder) : undefined;
const { fromDisk } = await import('../../lab/cells.ts');
const { configurationFor, describeScene, readOracle, readRobot, robotFolder, sceneFile } =
  await import('../../lab/robots.ts');

const { meta, records } = readOracle(robot);
const record = records.find(({ collide }) => !collide);
if (!record) throw new Error('no configuration is free');
const scene = sceneFile(robot, record);

// From memory: the disk is not what is measured.
const bytes = new Map([[scene, fromDisk(scene)]]);
const home = robotFolder(robot);
for (const entry of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
  const file = `${home}/${entry}`;
  if (!entry.startsWith('problems') && statSync(file).isFile()) bytes.set(file, fromDisk(file));
}

const runs: LoadRun[] = [];
for (let i = 0; i < Number(times); i++) {
  const profiled = mode === 'profile' && (i === 0 || i === Number(times) - 1);
  const stop = profiled ? await startProfile(250) : undefined;
  const wall = performance.now();
  const cpu = cpuMicroseconds();
  const read = readRobot(robot, (file) => bytes.get(file));
  const cell = buildCell(describeScene(read, scene, meta.joints), { store });
  const checker = new StaticChecker(cell);
  const { colliding } = checker.check(configurationFor(cell, meta.joints, record.q));
  if (colliding) throw new Error('a free configuration is said to collide');
  const took = {
    milliseconds: performance.now() - wall,
    cpuMilliseconds: (cpuMicroseconds() - cpu) / 1000,
  };
  runs.push(stop ? { ...took, parts: divide(await stop()) } : took);
}
const report: LoadReport = { importing, runs };
console.log(JSON.stringify(report));

/** Percent of the samples per part. */
function divide(profile: Profiler.Profile): Record<string, number> {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const partOf = new Map<number, string>();
  const visit = (id: number, outer: string) => {
    const node = nodes.get(id);
    const own = PARTS[node?.callFrame.functionName ?? ''];
    const part = outer === 'hulls, tables' && own ? own : outer || own || '';
    partOf.set(id, part);
    for (const child of node?.children ?? []) visit(child, part);
  };
  visit(profile.nodes[0].id, '');
  const sums: Record<string, number> = {};
  let total = 0;
  profile.samples?.forEach((id, i) => {
    const part = partOf.get(id) || 'other';
    // Outside of functions there is little but the profiler's own work, and waiting for it.
    if (part === 'profiler') return;
    const spent = profile.timeDeltas?.[i] ?? 0;
    sums[part] = (sums[part] ?? 0) + spent;
    total += spent;
  });
  for (const part of Object.keys(sums)) sums[part] *= 100 / total;
  return sums;
}
