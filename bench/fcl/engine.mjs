// @ts-check
// FCL 0.7 as an engine, twice: with the system's library as it is packaged, which is compiled for
// any processor, and with the same code compiled for this one. FCL is made of templates that its
// library holds ready-made; the second program is compiled against a copy of the headers that does
// not say so, and the compiler then makes its own.

import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const build = fileURLToPath(new URL('../build/', import.meta.url));
const source = `${here}staticQueries.cpp`;
const headerRoots = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];
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
  const program = `${build}staticQueries${native ? 'Native' : ''}`;
  return {
    name,
    precision: 1e-12,
    available: () => compile(program, native),
    prepare: async (data) => {
      const file = `${build}${data.name}.bin`;
      writeFileSync(file, encode(data));
      const ask = await start(program, file);
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

/** Compiles the program unless it is newer than its source. Says why if that is impossible. */
async function compile(/** @type {string} */ program, /** @type {boolean} */ native) {
  const root = headerRoots.find((path) => existsSync(`${path}/fcl/narrowphase/distance.h`));
  if (!root) return 'FCL is not installed (apt install libfcl-dev g++ pkg-config)';
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return undefined;
  mkdirSync(build, { recursive: true });
  if (native) copyHeaders(`${root}/fcl`);
  const flags = await libraryFlags(root);
  const args = ['-std=c++17', '-O3', '-DNDEBUG'];
  // Eigen's alignment follows the processor that it is compiled for, so a program that shares
  // objects with the packaged library has to be compiled for the same one as the library.
  if (native) args.push('-march=native', `-I${build}include`);
  console.log(
    `compiling ${native ? 'FCL for this processor (about two minutes)' : 'with FCL'} ...`,
  );
  try {
    await promisify(execFile)('g++', [...args, source, '-o', program, ...flags]);
    return undefined;
  } catch (error) {
    const { code, stderr } = /** @type {{ code?: string, stderr?: string }} */ (error);
    if (code === 'ENOENT') return 'there is no g++ (apt install g++)';
    return `compilation failed: ${stderr?.split('\n').find((line) => /error/.test(line)) ?? error}`;
  }
}

async function libraryFlags(/** @type {string} */ root) {
  try {
    const { stdout } = await promisify(execFile)('pkg-config', ['--cflags', '--libs', 'fcl']);
    return stdout.split(/\s+/).filter((flag) => flag && !flag.startsWith('-std='));
  } catch {
    return [`-I${root}/eigen3`, '-lfcl', '-lccd'];
  }
}

/** FCL's headers without their promises that the library has the templates. */
function copyHeaders(/** @type {string} */ from) {
  const to = `${build}include/fcl`;
  cpSync(from, to, { recursive: true });
  for (const entry of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.h')) continue;
    const text = readFileSync(`${to}/${entry}`, 'utf8');
    writeFileSync(`${to}/${entry}`, text.replace(/^extern template\b[^;]*;/gm, ''));
  }
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

/** Starts the program; the result sends it a line and resolves to the line it answers, parsed. */
async function start(/** @type {string} */ program, /** @type {string} */ file) {
  const child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the FCL program ended early');
    return JSON.parse(value);
  };
  await next();
  const ask = (/** @type {string} */ command) => {
    child.stdin.write(`${command}\n`);
    return next();
  };
  return Object.assign(ask, { close: () => child.stdin.end() });
}
