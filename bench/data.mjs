// @ts-check
// The pairs of meshes that the static suite measures, with placements and, where known, the truth.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bumpyBody, placements, torus } from './meshes.mjs';

/**
 * @typedef {object} Data
 * @property {string} name
 * @property {import('./meshes.mjs').Mesh} meshA
 * @property {import('./meshes.mjs').Mesh} meshB
 * @property {import('./meshes.mjs').Placement[]} placements
 * @property {Float64Array | undefined} truth exact distances, 0 where the meshes touch
 * @property {string} truthFrom
 * @property {Float64Array} mus thresholds of the tolerance query: half the true distance; where the
 *   meshes touch, a fifth of a unit
 * @property {number} size a length to which errors are compared
 */

const root = new URL('../', import.meta.url);
/** Where the data of tests and benchmarks is. */
export const dataRoot = process.env.SUREPATH_DATA ?? fileURLToPath(new URL('../shared/data', root));

/** Whether the reference pair is on this machine. */
export function hasReference() {
  return existsSync(`${dataRoot}/oracle/bunny_torus.json`);
}

/** Names of the pairs, with what they are. */
export const pairNames = {
  reference: 'bunny and torus with known answers, from SUREPATH_DATA',
  made: 'a bumpy body and a torus of the same size, made by the benchmark',
  fine: 'the same shapes with 35,000 triangles each',
};

/** @returns {Data} */
export function loadPair(/** @type {string} */ name) {
  if (name === 'reference') return reference();
  if (name === 'made') return complete(name, bumpyBody(), torus(), placements());
  if (name === 'fine') {
    return complete(name, bumpyBody(1, 188, 94), torus(0.45, 0.13, 187, 94), placements(3, 400));
  }
  throw new Error(`no pair is called ${name}; there are ${Object.keys(pairNames).join(', ')}`);
}

/** @returns {Data} */
function reference() {
  const file = `${dataRoot}/oracle/bunny_torus.json`;
  const { meshA, meshB, placements, source } = JSON.parse(readFileSync(file, 'utf8'));
  /** @param {{ file: string, positions: number[], indices: number[] }} mesh */
  const mesh = ({ file, positions, indices }) => ({
    name: `${file.replace(/^.*\/|\.\w+$/g, '')} of ${indices.length / 3}`,
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
  });
  const data = complete('reference', mesh(meshA), mesh(meshB), placements);
  const truth = placements.map((/** @type {any} */ p) => (p.collide ? 0 : p.distance));
  return setTruth(data, Float64Array.from(truth), `the oracle (${source.split(' (')[0]})`);
}

/**
 * @param {string} name
 * @param {import('./meshes.mjs').Mesh} meshA
 * @param {import('./meshes.mjs').Mesh} meshB
 * @param {import('./meshes.mjs').Placement[]} placements
 * @returns {Data}
 */
function complete(name, meshA, meshB, placements) {
  const mus = new Float64Array(placements.length);
  return { name, meshA, meshB, placements, truth: undefined, truthFrom: '', mus, size: 1 };
}

/** Sets the truth and the thresholds that follow from it. @returns {Data} */
export function setTruth(
  /** @type {Data} */ data,
  /** @type {Float64Array} */ truth,
  /** @type {string} */ truthFrom,
) {
  return { ...data, truth, truthFrom, mus: truth.map((d) => (d > 0 ? d / 2 : 0.2)) };
}
