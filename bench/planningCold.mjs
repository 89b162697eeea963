// @ts-check
// The first plan in a fresh process, as JSON; what comes before it is not counted. Started by planning.mjs:
//
//   node planningCold.mjs ROBOT FAMILY PLANNER

import { cpuMicroseconds } from './harness.mjs';
import { loadProblems } from './planningData.mjs';
import { planOurs, prepareOurs } from './planningEngine.mjs';
import { fromDisk, loadKernel, readRobot } from './robotData.mjs';

const [name, family, planner] = process.argv.slice(2);
const kernel = await loadKernel();
const robot = readRobot(kernel, name, fromDisk);
const [{ cell, from, to }] = loadProblems(kernel, robot, family, 1, () => 0);
const space = prepareOurs(cell, [planner]);
const wall = performance.now();
const cpu = cpuMicroseconds();
const { waypoints } = planOurs(space, planner, { from, to, seed: 1, timeLimit_ms: 10_000 });
console.log(
  JSON.stringify({
    cpu: (cpuMicroseconds() - cpu) / 1000,
    wall: performance.now() - wall,
    solved: waypoints !== null,
  }),
);
