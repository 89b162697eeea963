// @ts-check
// OMPL's RRT-Connect on the problems of one robot, its states tested by FCL 0.7 over the pairs that our
// cells test.

import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeEdge, encodeScenes } from '../fcl/edgeEngine.mjs';
import { floats, ints } from '../fcl/encode.mjs';
import { build, compile, start } from '../fcl/program.mjs';

/** @typedef {import('../planningData.mjs').Problem} Problem */
/**
 * What the program answers; milliseconds.
 * @typedef {object} Plan
 * @property {boolean} solved
 * @property {number} cpu of solving and simplifying
 * @property {number} planning of that, solving
 * @property {number} wall
 * @property {number} tested configurations
 * @property {number} testedPlanning of these, while solving
 * @property {number} before length before simplifying
 * @property {number[][]} waypoints
 */

const folder = fileURLToPath(new URL('.', import.meta.url));
const headers = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].flatMap((root) =>
  ['ompl-1.5', 'ompl-1.6', 'ompl-1.7', ''].map((name) => `${root}/${name}`),
);

/** Why OMPL cannot be used here, or undefined. */
export async function available(/** @type {boolean} */ native) {
  const root = headers.find((path) => existsSync(`${path}/ompl/geometric/SimpleSetup.h`));
  if (!root) return 'OMPL is not installed (apt install libompl-dev)';
  return compile('planning', native, { folder, flags: [`-I${root}`, '-lompl'] });
}

/**
 * Starts the program on some problems of one robot, in scenes of their own.
 * @param {string} name
 * @param {Problem[]} problems
 * @param {boolean} native
 */
export async function startPlanning(name, problems, native) {
  const file = `${build}planning-${name}.bin`;
  const { shapes, scenes } = encodeScenes(problems.map(({ cell }) => cell));
  const { dofs } = problems[0].cell.tree;
  const limits = dofs.map(({ continuous, lower, upper }) =>
    Buffer.concat([ints(Number(continuous)), continuous ? floats(0, 0) : floats(lower, upper)]),
  );
  const moves = problems.map(({ from, to }, scene) => encodeEdge({ scene, from, to }));
  const head = ints(shapes.length, problems.length, problems.length, dofs.length);
  writeFileSync(file, Buffer.concat([head, ...shapes, ...scenes, ...limits, ...moves]));
  return start('planning', native, file);
}

/**
 * Samples paths and says where one collides: per path waypoint plus part of the segment, or -1.
 * @param {(command: string) => Promise<any>} ask
 * @param {string} name
 * @param {{ problem: number, waypoints: readonly ArrayLike<number>[] }[]} paths
 * @param {number} step
 * @returns {Promise<number[]>}
 */
export async function judgePaths(ask, name, paths, step) {
  const file = `${build}planning-${name}-paths.bin`;
  const data = paths.map(({ problem, waypoints }) =>
    Buffer.concat([
      ints(problem, waypoints.length),
      ...waypoints.map((q) => floats(...Array.from(q))),
    ]),
  );
  writeFileSync(file, Buffer.concat([ints(paths.length), ...data]));
  return ask(`judge ${step} mesh ${file}`);
}
