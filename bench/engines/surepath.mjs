// @ts-check
// Surepath as an engine. `connect` builds the trees and returns a batch for each query: a loop over
// every stride-th placement that writes one number per placement asked:
//
//   collide      1 where the meshes touch, else 0
//   distance     the exact distance, with nearest points; 0 where they touch
//   approximate  a distance at most 1.25 times the true one, with a witness
//   greedy       a proven lower bound of the distance
//   tolerance    1 where the distance is at least data.mus[i], else 0
//
// A batch per volume; the fastest counts.

import { existsSync } from 'node:fs';
import { inProcess } from '../harness.mjs';

/** @typedef {(answers: Float64Array, stride: number) => void} Batch */
/** @typedef {Partial<Record<import('../harness.mjs').Query, Batch | Record<string, Batch>>>} Batches */

const entry = new URL('../../dist/index.js', import.meta.url);

/** The same bound as in the peers' approximate query: at most 1.25 times the distance. */
const RELATIVE_ERROR = 0.2;

/**
 * @param {typeof import('../kernel.mjs')} kernel the built package
 * @param {import('../data.mjs').Data} data
 * @returns {Batches}
 */
function connect(kernel, data) {
  const poses = new Float64Array(data.placements.flatMap(({ R, T }) => [...R, ...T]));
  const [meshA, meshB] = [data.meshA, data.meshB].map((mesh) => kernel.buildMesh(mesh));
  /** @type {Record<string, Record<string, Batch>>} */
  const batches = { collide: {}, distance: {}, approximate: {}, greedy: {}, tolerance: {} };
  for (const volume of kernel.VOLUME_KINDS) {
    const a = kernel.buildTree(meshA, { volume });
    const b = kernel.buildTree(meshB, { volume });
    const workspace = new kernel.ProximityWorkspace();
    const options = { offset: 0 };
    /**
     * @param {(i: number) => number} ask
     * @returns {Batch}
     */
    const loop = (ask) => (answers, stride) => {
      for (let i = 0, k = 0; i < data.placements.length; i += stride, k++) {
        options.offset = 12 * i;
        answers[k] = ask(i);
      }
    };
    batches.collide[volume] = loop(
      () => kernel.collide(a, b, poses, workspace, options).contactCount,
    );
    batches.distance[volume] = loop(() => kernel.distance(a, b, poses, workspace, options).upper);
    batches.approximate[volume] = loop(
      () => kernel.approximateDistance(a, b, poses, RELATIVE_ERROR, workspace, options).upper,
    );
    batches.greedy[volume] = loop(
      () => kernel.greedyDistance(a, b, poses, 0, workspace, options).lower,
    );
    batches.tolerance[volume] = loop((i) => {
      const mu = data.mus[i];
      return kernel.tolerance(a, b, poses, mu, workspace, options).lower >= mu ? 1 : 0;
    });
  }
  return batches;
}

/** @type {import('../harness.mjs').Engine} */
export const surepath = {
  name: 'surepath',
  precision: 1e-12,
  available: async () => (existsSync(entry) ? undefined : 'not built (npm run build)'),
  prepare: async (data) => {
    const batches = connect(await import('../kernel.mjs'), data);
    /** @type {import('../harness.mjs').Prepared['queries']} */
    const queries = {};
    for (const [query, batch] of Object.entries(batches)) {
      const variants = typeof batch === 'function' ? { '': batch } : batch;
      queries[/** @type {import('../harness.mjs').Query} */ (query)] = Object.fromEntries(
        Object.entries(variants).map(([label, each]) => [label, inProcess(each)]),
      );
    }
    return { queries };
  },
};
