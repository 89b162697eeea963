// @ts-check
// Loads one scene again and again in a fresh process, from the bytes of its files to the first
// answer, and prints the times as JSON. Started by robot.mjs:
//
//   node robotLoad.mjs ROBOT TIMES [profile]
//
// With `profile` the first and the last time are sampled by V8's own profiler and divided among
// the functions below; a sample belongs to the outermost of them on its stack.

import { readdirSync, statSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { cpuMicroseconds } from './harness.mjs';
import {
  configurationFor,
  fromDisk,
  loadKernel,
  readAndBuild,
  readOracle,
  robotFolder,
  sceneFile,
} from './robotData.mjs';

/** Function and what it counts as. @type {Record<string, string>} */
const parts = {
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
  buildPairs: 'pairs',
  StaticChecker: 'error bounds',
  check: 'check',
  '(garbage collector)': 'garbage',
  '(idle)': 'profiler',
  '(program)': 'profiler',
  dispatch: 'profiler',
};

const [robot, times, mode] = process.argv.slice(2);
const begin = performance.now();
const kernel = await loadKernel();
const importing = performance.now() - begin;
const { meta, records } = readOracle(robot);
const record = records.find((/** @type {any} */ r) => !r.collide);
const scene = sceneFile(robot, record);

// From memory: the disk is not what is measured.
const bytes = new Map([[scene, fromDisk(scene)]]);
const folder = robotFolder(robot);
for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const file = `${folder}/${entry}`;
  if (!entry.startsWith('problems') && statSync(file).isFile()) bytes.set(file, fromDisk(file));
}

const runs = [];
for (let i = 0; i < Number(times); i++) {
  const profiled = mode === 'profile' && (i === 0 || i === Number(times) - 1);
  const session = profiled ? await startProfile() : undefined;
  const wall = performance.now();
  const cpu = cpuMicroseconds();
  const cell = readAndBuild(kernel, robot, scene, meta.joints, (file) => bytes.get(file));
  const checker = new kernel.StaticChecker(cell);
  const { colliding } = checker.check(configurationFor(cell, meta.joints, record.q));
  if (colliding) throw new Error('a free configuration is said to collide');
  runs.push({
    milliseconds: performance.now() - wall,
    cpuMilliseconds: (cpuMicroseconds() - cpu) / 1000,
    parts: session && (await divide(session)),
  });
}
console.log(JSON.stringify({ importing, runs }));

async function startProfile() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 250 });
  await session.post('Profiler.start');
  return session;
}

/** Percent of the samples per part. */
async function divide(/** @type {Session} */ session) {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  /** @type {Map<number, string>} */
  const partOf = new Map();
  /** @param {number} id @param {string} outer */
  const visit = (id, outer) => {
    const node = nodes.get(id);
    const name = node?.callFrame.functionName ?? '';
    const own = parts[name];
    const part = outer === 'hulls, tables' && own ? own : outer || own || '';
    partOf.set(id, part);
    for (const child of node?.children ?? []) visit(child, part);
  };
  visit(profile.nodes[0].id, '');
  /** @type {Record<string, number>} */
  const sums = {};
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
