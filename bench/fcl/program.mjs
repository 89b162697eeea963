// @ts-check
// Programs on FCL 0.7, each of them twice: with the system's library as it is packaged, which is
// compiled for any processor, and with the same code compiled for this one. FCL is made of templates
// that its library holds ready-made; the second program is compiled against a copy of the headers
// that does not say so, and the compiler then makes its own.

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

/** Where programs and their data go. */
export const build = fileURLToPath(new URL('../build/', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const headerRoots = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

function programOf(/** @type {string} */ name, /** @type {boolean} */ native) {
  return `${build}${name}${native ? 'Native' : ''}`;
}

/**
 * Compiles a program unless it is newer than its sources. Says why if that is impossible.
 * @param {string} name
 * @param {boolean} native
 * @param {{ folder?: string, flags?: string[] }} [more] where its source is, if not here, and what else
 *   the compiler is to be told
 */
export async function compile(name, native, { folder = here, flags: others = [] } = {}) {
  const program = programOf(name, native);
  const source = `${folder}${name}.cpp`;
  const root = headerRoots.find((path) => existsSync(`${path}/fcl/narrowphase/distance.h`));
  if (!root) return 'FCL is not installed (apt install libfcl-dev g++ pkg-config)';
  const headers = readdirSync(here).filter((file) => file.endsWith('.h'));
  const sources = [source, ...headers.map((file) => here + file)];
  const changed = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if (existsSync(program) && statSync(program).mtimeMs > changed) return undefined;
  mkdirSync(build, { recursive: true });
  if (native) copyHeaders(`${root}/fcl`);
  const flags = [...others, ...(await libraryFlags(root))];
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

/**
 * Starts a program; the result sends it a line and resolves to the line it answers, parsed.
 * @param {string} name
 * @param {boolean} native
 * @param {string} file its data
 */
export async function start(name, native, file) {
  const child = spawn(programOf(name, native), [file], { stdio: ['pipe', 'pipe', 'inherit'] });
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
