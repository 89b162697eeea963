/**
 * Runs an experiment on a build of the product:
 *
 *   node experiments/run.mjs papers|speed [--dist DIR] [options]
 *
 * The experiments import the product by its name (`surepath/check`). They are compiled to a folder of their own
 * for every build they are run on and every state of the sources; in that folder the name stands for DIR, the
 * `dist` of this checkout unless told otherwise. So what is measured is what is published, and one harness
 * measures two builds in one sitting. Types are checked by `npm run typecheck`, not here.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '..');
const BUILD = join(HERE, 'build');
/** What was compiled longer ago than this is removed when something else is compiled; in milliseconds. */
const KEPT = 24 * 3600 * 1000;

/** Exit code 2: it was asked for what is not there. */
function fail(message) {
  console.error(`experiments: ${message}`);
  process.exit(2);
}

/** The folder of the build, wherever the option stands, and the other arguments. */
function takeDist(args) {
  const at = args.findIndex((arg) => arg === '--dist' || arg.startsWith('--dist='));
  if (at < 0) return { dist: join(ROOT, 'dist'), rest: args };
  const apart = args[at] === '--dist';
  const value = apart ? args[at + 1] : args[at].slice('--dist='.length);
  if (!value) fail('--dist takes the folder of a build');
  return { dist: resolve(value), rest: args.toSpliced(at, apart ? 2 : 1) };
}

/** Names and times of the sources: they tell one state of them from another. */
function stateOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(build|results)$/.test(entry.name) ? [] : stateOf(path);
    return /\.(ts|mjs|json)$/.test(entry.name) ? [`${path} ${statSync(path).mtimeMs}`] : [];
  });
}

/** Compiles into a folder in which `surepath/NAME` is NAME of that build; all of it at once, or nothing. */
function compile(folder, dist) {
  const next = `${folder}.${process.pid}`;
  const home = join(next, 'node_modules/surepath');
  const exports = { '.': './dist/index.js', './*': './dist/*/index.js' };
  mkdirSync(home, { recursive: true });
  // A package of its own: inside of this one, its name would mean this checkout's build whatever is linked.
  writeFileSync(join(next, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module', exports }));
  symlinkSync(dist, join(home, 'dist'), 'junction');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', 'false', '--noCheck', '--noResolve', '--rootDir', HERE];
  try {
    execFileSync(process.execPath, [tsc, '-p', HERE, ...options, '--outDir', next]);
  } catch (error) {
    rmSync(next, { recursive: true });
    fail(`cannot be compiled: ${error.stdout || error.message}`);
  }
  try {
    renameSync(next, folder);
  } catch (error) {
    // Somebody else was faster.
    rmSync(next, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

function removeOld() {
  for (const name of readdirSync(BUILD)) {
    const folder = join(BUILD, name);
    if (name !== 'programs' && Date.now() - statSync(folder).mtimeMs > KEPT) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

const [program, ...args] = process.argv.slice(2);
if (!program || !existsSync(join(HERE, program, 'main.ts'))) {
  fail('usage: run.mjs papers|speed [--dist DIR] [options]');
}
const { dist, rest } = takeDist(args);
if (!existsSync(join(dist, 'index.js'))) fail(`there is no build in ${dist} (npm run build)`);
const real = realpathSync(dist);
const state = [real, ...stateOf(HERE)].join('\n');
const folder = join(BUILD, createHash('sha256').update(state).digest('hex').slice(0, 12));
if (!existsSync(folder)) {
  compile(folder, real);
  removeOld();
}
const file = join(folder, program, 'main.js');
process.argv.splice(1, process.argv.length, file, ...rest);
await import(pathToFileURL(file).href);
