/** FCL 0.7 as an engine for two meshes, twice: as packaged and compiled for this processor. */
import { writeFileSync } from 'node:fs';
import type { Engine, Query, Run, Runs } from '../static/engine.ts';
import type { MeshPair } from '../static/pairs.ts';
import { ints, meshBuffers } from './encode.ts';
import { compile, dataFile, FCL_BUILDS, type Running, startProgram, timedBy } from './program.ts';

const PROGRAM = 'staticQueries';

const VOLUMES: Partial<Record<Query, readonly string[]>> = {
  collide: ['OBB', 'OBBRSS', 'kIOS'],
  distance: ['RSS', 'OBBRSS', 'kIOS'],
  distanceOnly: ['RSS', 'OBBRSS', 'kIOS'],
  approximate: ['RSS', 'OBBRSS'],
  tolerance: ['RSS', 'OBBRSS', 'kIOS'],
};

export function fclEngine(native: boolean): Engine {
  const { name } = FCL_BUILDS[native ? 1 : 0];
  return {
    name,
    precision: 1e-12,
    available: () => compile(PROGRAM, native),
    prepare: async (data) => {
      const file = dataFile(data.name);
      writeFileSync(file, encode(data));
      const running = await startProgram(PROGRAM, native, file);
      return { queries: runsOf(name, running), close: () => running.close() };
    },
  };
}

function runsOf(name: string, running: Running): Runs {
  const run = (query: string, volume: string): Run => {
    return async (answers, stride, repeats) => {
      const command = `${query} ${volume} ${stride} ${repeats}`;
      const microseconds = await timedBy(name, running, command);
      answers.set(await running.ask<number[]>('answers'));
      return microseconds;
    };
  };
  return Object.fromEntries(
    Object.entries(VOLUMES).map(([query, list]) => [
      query,
      Object.fromEntries(list.map((volume) => [volume, run(query, volume)])),
    ]),
  );
}

/** The data in the form that the program reads. */
function encode({ meshA, meshB, placements, mus }: MeshPair): Buffer {
  const counts = [meshA, meshB].flatMap((m) => [m.positions.length / 3, m.indices.length / 3]);
  const numbers = placements.flatMap(({ R, T }, i) => [...R, ...T, mus[i]]);
  return Buffer.concat([
    ints(...counts, placements.length),
    ...[meshA, meshB].flatMap(meshBuffers),
    Buffer.from(Float64Array.from(numbers).buffer),
  ]);
}
