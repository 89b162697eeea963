// @ts-check
// Robots among obstacles, with random configurations whose answers are known.

import { existsSync, readFileSync } from 'node:fs';
import { dataRoot } from './data.mjs';

/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {import('../dist/cell/index.js').StaticChecker} checker
 * @property {Float64Array[]} configurations
 * @property {boolean[]} colliding what is known of them
 * @property {number[]} distances the smallest over all pairs, 0 where they collide
 *
 * @typedef {(file: string) => Uint8Array | undefined} Files
 * @typedef {typeof import('./kernel.mjs')} Kernel
 */

/** Where the joints stand that the configurations leave out. @type {Record<string, number>} */
const heldAt = { panda: 0.065, ur5: 0 };

/** Names of the robots. */
export const robots = Object.keys(heldAt);

/** What is missing on this machine, or undefined. */
export function missingData() {
  const needed = robots.flatMap((robot) => [`mbm/${robot}`, `oracle/static_${robot}.json`]);
  const missing = needed.filter((path) => !existsSync(`${dataRoot}/${path}`));
  if (missing.length === 0) return undefined;
  return `${missing.join(', ')} not found in ${dataRoot}; SUREPATH_DATA says where the data is`;
}

/** The built package. @returns {Promise<Kernel>} */
export async function loadKernel() {
  return { ...(await import('./kernel.mjs')) };
}

/** A file's content, or undefined where there is no such file. @type {Files} */
export function fromDisk(file) {
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** The oracle's records for one robot. */
export function readOracle(/** @type {string} */ robot) {
  return JSON.parse(readFileSync(`${dataRoot}/oracle/static_${robot}.json`, 'utf8'));
}

/** Where a robot's files are. */
export function robotFolder(/** @type {string} */ robot) {
  return `${dataRoot}/mbm/${robot}`;
}

/** The file of one scene. */
export function sceneFile(
  /** @type {string} */ robot,
  /** @type {{ family: string, scene: number }} */ { family, scene },
) {
  const number = String(scene).padStart(4, '0');
  return `${robotFolder(robot)}/problems/${family}/scene${number}.yaml`;
}

/**
 * One cell from the bytes of its files, its robot read anew.
 * @param {Kernel} kernel
 * @param {string} name of the robot
 * @param {string} scene its file
 * @param {readonly string[]} free joints that are not held
 * @param {Files} files
 */
export function readAndBuild(kernel, name, scene, free, files) {
  return buildScene(kernel, readRobot(kernel, name, files), scene, free);
}

/**
 * A robot from the bytes of its files.
 * @param {Kernel} kernel
 * @param {string} name
 * @param {Files} files
 */
export function readRobot(kernel, name, files) {
  const folder = robotFolder(name);
  const bytes = (/** @type {string} */ file) => {
    const content = files(file);
    if (!content) throw new Error(`there is no ${file}`);
    return content;
  };
  const resolver = { files, packages: { meshes: `${folder}/meshes` } };
  const urdf = `${folder}/${name}.urdf`;
  const srdf = `${folder}/${name}.srdf`;
  const { robot } = kernel.readUrdf(bytes(urdf), { file: urdf, resolver, visuals: false });
  const { semantics } = kernel.readSrdf(bytes(srdf), { file: srdf, robot });
  return { name, robot, semantics, resolver, bytes };
}

/**
 * A scene around a robot; scenes around the same one share its compiled meshes.
 * @param {Kernel} kernel
 * @param {ReturnType<typeof readRobot>} read
 * @param {string} scene its file
 * @param {readonly string[]} free joints that are not held
 */
export function buildScene(kernel, { name, robot, semantics, resolver, bytes }, scene, free) {
  const description = kernel.readScene(bytes(scene), { file: scene, robot, semantics, resolver });
  const held = new Map(
    robot.joints
      .filter((joint) => joint.kind !== 'fixed' && !joint.mimic && !free.includes(joint.name))
      .map((joint) => [joint.name, [heldAt[name]]]),
  );
  return kernel.buildCell({ ...description, robots: [{ ...description.robots[0], held }] });
}

/** An oracle's configuration in the order of the cell's degrees of freedom. */
export function configurationFor(
  /** @type {import('../dist/cell/index.js').Cell} */ cell,
  /** @type {readonly string[]} */ joints,
  /** @type {readonly number[]} */ q,
) {
  return Float64Array.from(cell.tree.dofs, ({ name }) => q[joints.indexOf(name)]);
}

/**
 * A few scenes of every family, each with its first configurations.
 * @param {Kernel} kernel
 * @param {string} robot
 * @param {number} scenesPerFamily
 * @param {number} perScene
 * @returns {Scene[]}
 */
export function loadScenes(kernel, robot, scenesPerFamily, perScene) {
  const { meta, records } = readOracle(robot);
  /** @type {Map<string, Map<number, any[]>>} */
  const families = new Map();
  for (const record of records) {
    const scenes = families.get(record.family) ?? new Map();
    families.set(record.family, scenes);
    scenes.set(record.scene, [...(scenes.get(record.scene) ?? []), record]);
  }
  return [...families.values()].flatMap((scenes) =>
    [...scenes.values()].slice(0, scenesPerFamily).map((all) => {
      const some = all.slice(0, perScene);
      const file = sceneFile(robot, some[0]);
      const cell = readAndBuild(kernel, robot, file, meta.joints, fromDisk);
      return {
        name: `${some[0].family} ${some[0].scene}`,
        checker: new kernel.StaticChecker(cell),
        configurations: some.map(({ q }) => configurationFor(cell, meta.joints, q)),
        colliding: some.map(({ collide }) => collide),
        distances: some.map(({ collide, distance }) => (collide ? 0 : distance)),
      };
    }),
  );
}
