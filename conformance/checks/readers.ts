/** Files that are damaged: each is read, or refused with its place; nothing else. */

import { readCell, readMesh, readSrdf } from '../../src/formats/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import type { Bench, Check } from '../../src/qualify/index.ts';
import { Tally } from '../tally.ts';

const FILES = 1500;

/** A file with some of its bytes changed, left out or doubled. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const out = Array.from(bytes);
  const times = 1 + random.below(6);
  for (let k = 0; k < times && out.length > 0; k++) {
    const at = random.below(out.length);
    const kind = random.below(4);
    if (kind === 0) out[at] = random.below(256);
    else if (kind === 1) out.splice(at, 1 + random.below(20));
    else if (kind === 2) out.splice(at, 0, ...out.slice(at, at + 1 + random.below(20)));
    else out.length = at;
  }
  return Uint8Array.from(out);
}

interface Reader {
  readonly name: string;
  readonly bytes: Uint8Array;
  read(bytes: Uint8Array): unknown;
}

function readersOf(bench: Bench): Reader[] {
  const cell = (name: string): Reader => ({
    name: `the cell ${name}`,
    bytes: bench.read(name, 'cell.yaml'),
    read: (bytes) => readCell(bytes, { file: 'cell.yaml', resolver: { files: () => undefined } }),
  });
  const { robot } = bench.open('cage-irb2400').cell.description.robots[0];
  const srdf: Reader = {
    name: 'an SRDF',
    bytes: bench.read('cage-irb2400', 'robot.srdf'),
    read: (bytes) => readSrdf(bytes, { file: 'robot.srdf', robot }),
  };
  const obj: Reader = {
    name: 'an OBJ mesh',
    bytes: new TextEncoder().encode(
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n',
    ),
    read: (bytes) => readMesh(bytes, { file: 'body.obj' }),
  };
  return [cell('cage'), cell('two-arms'), srdf, obj];
}

export const damagedFiles: Check = {
  name: `${FILES} damaged files are read, or refused with their file (seed 5)`,
  run(bench) {
    const tally = new Tally();
    const random = new Random(5);
    const readers = readersOf(bench);
    let refused = 0;
    for (let k = 0; k < FILES; k++) {
      const { name, bytes, read } = readers[k % readers.length];
      let fault = '';
      try {
        read(damaged(bytes, random));
      } catch (error) {
        if (!(error instanceof InputError)) fault = `${error}`;
        else if (error.fault.file === undefined) fault = `no file: ${error.fault.message}`;
        else refused++;
      }
      tally.judge(fault === '', () => `${name}, number ${k}: ${fault}`);
    }
    return tally.finding(`${refused} refused`);
  },
};
