// @ts-check
// Straight motions of robots among obstacles: which edges, and which of them collide. Everything
// follows from seeds; what FCL says of an edge when it is sampled densely is kept in bench/build.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Random } from '../dist/math/index.js';
import { startEdges, writeEdges } from './fcl/edgeEngine.mjs';
import { buildScene, fromDisk, readOracle, readRobot, sceneFile } from './robotData.mjs';

/** @typedef {import('../dist/cell/index.js').Cell} Cell */
/** @typedef {import('./robotData.mjs').Kernel} Kernel */
/**
 * @typedef {object} Edge
 * @property {number} scene which of the cells
 * @property {string} kind `5 rad`, `1 rad` or `any length`
 * @property {Float64Array} from
 * @property {Float64Array} to
 * @property {boolean} suspected whether sampling at 0.05 rad finds a collision
 */
/**
 * @typedef {object} EdgeData
 * @property {string} name of the robot, or of the embedded cell
 * @property {Cell[]} cells
 * @property {string[]} scenes their names
 * @property {Edge[]} edges
 */

const families = ['bookshelf_small', 'table_pick', 'table_under_pick', 'cage'];
/** Of the forty scenes of every family. */
const sceneNumbers = [2, 15, 28];
/** Random: as far apart as random configurations are. Local: a step of a planner. */
const lengths = { '5 rad': 5, '1 rad': 1 };
/** How edges are sampled to sort them, and how FCL samples them. */
export const resolution = 0.05;
const denseResolution = 0.0005;
/** Draws of two configurations before a scene is left with fewer edges than asked for. */
const draws = 20_000;

/**
 * Edges of one robot in scenes of every family, equally many of each sort where they are found.
 * @param {Kernel} kernel
 * @param {string} robot
 * @param {{ scenesPerFamily: number, perScene: number }} size perScene: of each length and class
 * @returns {EdgeData}
 */
export function benchmarkEdges(kernel, robot, { scenesPerFamily, perScene }) {
  const read = readRobot(kernel, robot, fromDisk);
  const { joints } = readOracle(robot).meta;
  const places = families.flatMap((family) =>
    sceneNumbers.slice(0, scenesPerFamily).map((scene) => ({ family, scene })),
  );
  const cells = places.map((place) => buildScene(kernel, read, sceneFile(robot, place), joints));
  const edges = cells.flatMap((cell, scene) =>
    Object.entries(lengths).flatMap(([kind, length], i) => {
      const drawn = drawEdges(kernel, cell, length, perScene, new Random(1000 * scene + i));
      return drawn.map((edge) => ({ scene, kind, ...edge }));
    }),
  );
  const scenes = places.map(({ family, scene }) => `${family} ${scene}`);
  return { name: robot, cells, scenes, edges };
}

/**
 * Segments between two random free configurations of an embedded cell, as in tables III and VI of
 * paper A, and short ones.
 * @param {Kernel} kernel
 * @param {string} name folder under cells/
 * @param {number} count of each class
 * @returns {EdgeData}
 */
export function cellEdges(kernel, name, count) {
  const file = fileURLToPath(new URL(`../cells/${name}/cell.yaml`, import.meta.url));
  const resolver = { files: fromDisk };
  const description = kernel.readCell(readFileSync(file), { file, resolver, visuals: false });
  const cell = kernel.buildCell(description);
  const kinds = { 'any length': undefined, '1 rad': 1 };
  const edges = Object.entries(kinds).flatMap(([kind, length], i) =>
    drawEdges(kernel, cell, length, count, new Random(7 + i)).map((edge) => ({
      scene: 0,
      kind,
      ...edge,
    })),
  );
  return { name, cells: [cell], scenes: [name], edges };
}

/**
 * Edges whose ends are free and within the limits: from one random configuration toward another,
 * as far as the length says, or all the way.
 * @param {Kernel} kernel
 * @param {Cell} cell
 * @param {number | undefined} length
 * @param {number} perClass
 * @param {Random} random
 */
function drawEdges(kernel, cell, length, perClass, random) {
  const checker = new kernel.StaticChecker(cell);
  const count = cell.tree.dofs.length;
  const free = (/** @type {Float64Array} */ q) => checker.firstCollision(q) < 0;
  const edges = [];
  const wanted = { free: perClass, colliding: perClass };
  for (let i = 0; i < draws && wanted.free + wanted.colliding > 0; i++) {
    const from = new Float64Array(count);
    const to = new Float64Array(count);
    kernel.sampleInto(cell, random, from);
    kernel.sampleInto(cell, random, to);
    if (!free(from)) continue;
    const scale = length === undefined ? 1 : length / distance(from, to);
    for (let d = 0; d < count; d++) to[d] = from[d] + scale * (to[d] - from[d]);
    if (checker.limitViolations(to).length > 0 || !free(to)) continue;
    const suspected = sampledCollision(checker, from, to);
    const sort = suspected ? 'colliding' : 'free';
    if (wanted[sort] === 0) continue;
    wanted[sort]--;
    edges.push({ from, to, suspected });
  }
  return edges;
}

function sampledCollision(
  /** @type {import('../dist/cell/index.js').StaticChecker} */ checker,
  /** @type {Float64Array} */ from,
  /** @type {Float64Array} */ to,
) {
  const parts = Math.ceil(distance(from, to) / resolution);
  for (let k = 1; k < parts; k++) {
    if (checker.firstCollision(between(from, to, k / parts)) >= 0) return true;
  }
  return false;
}

/** The configuration of an edge at t. */
export function between(
  /** @type {Float64Array} */ from,
  /** @type {Float64Array} */ to,
  /** @type {number} */ t,
) {
  return from.map((x, d) => x + t * (to[d] - x));
}

function distance(/** @type {Float64Array} */ a, /** @type {Float64Array} */ b) {
  return Math.sqrt(a.reduce((sum, x, d) => sum + (b[d] - x) ** 2, 0));
}

/**
 * What FCL finds when it samples every 0.0005 rad: per edge t of a collision, or -1. Takes minutes
 * for the UR5, once.
 * @param {EdgeData} data
 * @param {boolean} native which program to use
 * @returns {Promise<number[]>}
 */
export async function denseTruth(data, native) {
  const file = writeEdges(data.name, data.cells, data.edges);
  const known = file.replace(/\.bin$/, `-${data.edges.length}.json`);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (existsSync(known)) {
    const { digest: of, truth } = JSON.parse(readFileSync(known, 'utf8'));
    if (of === digest) return truth;
  }
  console.log(`${data.name}: FCL samples ${data.edges.length} edges every 0.0005 rad ...`);
  const ask = await startEdges(file, native);
  await ask(`select ${data.edges.map((_, i) => i).join(' ')}`);
  await ask(`check mesh tight ${denseResolution} 1`);
  const truth = await ask('answers');
  ask.close();
  writeFileSync(known, JSON.stringify({ digest, truth }));
  return truth;
}
