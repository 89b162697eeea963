// @ts-check
// FCL 0.7 as an engine for two meshes, twice: as packaged and compiled for this processor.

import { writeFileSync } from 'node:fs';
import { build, compile, start } from './program.mjs';

const volumes = {
  collide: ['OBB', 'OBBRSS', 'kIOS'],
  distance: ['RSS', 'OBBRSS', 'kIOS'],
  distanceOnly: ['RSS', 'OBBRSS', 'kIOS'],
  approximate: ['RSS', 'OBBRSS'],
  tolerance: ['RSS', 'OBBRSS', 'kIOS'],
};

/** @returns {import('../harness.mjs').Engine} */
export function fclEngine(/** @type {boolean} */ native) {
  const name = native ? 'FCL native' : 'FCL';
  return {
    name,
    precision: 1e-12,
    available: () => compile('staticQueries', native),
    prepare: async (data) => {
      const file = `${build}${data.name}.bin`;
      writeFileSync(file, encode(data));
      const ask = await start('staticQueries', native, file);
      /** @type {import('../harness.mjs').Prepared['queries']} */
      const queries = {};
      for (const [query, list] of Object.entries(volumes)) {
        /** @type {Record<string, import('../harness.mjs').Run>} */
        const variants = {};
        for (const volume of list) {
          variants[volume] = async (answers, stride, repeats) => {
            const reply = await ask(`${query} ${volume} ${stride} ${repeats}`);
            if (reply.error) throw new Error(`${name}: ${reply.error}`);
            answers.set(await ask('answers'));
            return reply.microseconds;
          };
        }
        queries[/** @type {import('../harness.mjs').Query} */ (query)] = variants;
      }
      return { queries, close: () => ask.close() };
    },
  };
}

/** The data in the form that the program reads. */
function encode(/** @type {import('../data.mjs').Data} */ { meshA, meshB, placements, mus }) {
  const counts = [meshA, meshB].flatMap((m) => [m.positions.length / 3, m.indices.length / 3]);
  const numbers = placements.flatMap(({ R, T }, i) => [...R, ...T, mus[i]]);
  return Buffer.concat(
    [
      Int32Array.of(...counts, placements.length),
      ...[meshA, meshB].flatMap((m) => [
        Float64Array.from(m.positions),
        Int32Array.from(m.indices),
      ]),
      Float64Array.from(numbers),
    ].map((array) => Buffer.from(array.buffer)),
  );
}
