// @ts-check
// Motion planning problems of MotionBenchMaker: a scene around a robot, a start and a goal.

import { existsSync } from 'node:fs';
import { buildScene, fromDisk, robotFolder, sceneFile } from './robotData.mjs';

/** @typedef {import('./robotData.mjs').Kernel} Kernel */
/** @typedef {import('../dist/cell/index.js').Cell} Cell */
/**
 * @typedef {object} Problem
 * @property {string} name
 * @property {Cell} cell
 * @property {Float64Array} from
 * @property {Float64Array} to
 * @property {number} building CPU milliseconds that the cell took, its robot being known
 */

export const families = ['bookshelf_small', 'table_pick', 'table_under_pick', 'cage'];
/** Problems of every family. */
export const perFamily = 40;

/** What is missing on this machine, or undefined. */
export function missingProblems(/** @type {string} */ robot) {
  const missing = families.filter((family) => !existsSync(requestFile(robot, family, 1)));
  if (missing.length === 0) return undefined;
  return `${robotFolder(robot)} has no problems of ${missing.join(', ')}; SUREPATH_DATA says where the data is`;
}

function requestFile(
  /** @type {string} */ robot,
  /** @type {string} */ family,
  /** @type {number} */ scene,
) {
  return sceneFile(robot, { family, scene }).replace(/scene(\d+\.yaml)$/, 'request$1');
}

/**
 * The first problems of a family.
 * @param {Kernel} kernel
 * @param {ReturnType<typeof import('./robotData.mjs').readRobot>} robot
 * @param {string} family
 * @param {number} count
 * @param {() => number} clock milliseconds
 * @returns {Problem[]}
 */
export function loadProblems(kernel, robot, family, count, clock) {
  const problems = [];
  for (let scene = 1; scene <= count; scene++) {
    const file = requestFile(robot.name, family, scene);
    const bytes = fromDisk(file);
    if (!bytes) break;
    const { start, goals } = kernel.readRequest(bytes, { file });
    // The joints of the group that is planned for; others are held.
    const joints = [...goals[0].keys()];
    const begin = clock();
    const cell = buildScene(kernel, robot, sceneFile(robot.name, { family, scene }), joints);
    const building = clock() - begin;
    const valuesOf = (/** @type {(joint: string) => number | undefined} */ value) =>
      Float64Array.from(cell.tree.dofs, ({ name }) => value(name) ?? Number.NaN);
    problems.push({
      name: `${family} ${scene}`,
      cell,
      from: valuesOf((joint) => start.get(joint)),
      to: valuesOf((joint) => goals[0].get(joint)?.position),
      building,
    });
  }
  return problems;
}
