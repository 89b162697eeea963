/**
 * Programs on FCL 0.7, each of them twice: with the system's library as it is packaged, which is
 * compiled for any processor, and with the same code compiled for this one. FCL is made of templates
 * that its library holds ready-made; the second program is compiled against a copy of the headers
 * that does not say so, and the compiler then makes its own.
 */
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
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PROGRAMS, SPEED } from '../../lab/places.ts';

const FCL = join(SPEED, 'fcl');
const HEADER_ROOTS = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

/** Both ways to have FCL. */
export const FCL_BUILDS = [
  { name: 'FCL', native: false },
  { name: 'FCL native', native: true },
] as const;
export type FclBuild = (typeof FCL_BUILDS)[number];

/** A program that answers one line of JSON for every line. */
export interface Running {
  /** Sends it a line and resolves to the line that it answers, parsed. */
  ask<Answer>(command: string): Promise<Answer>;
  close(): void;
}

/** Where its source is, if not here, and what else the compiler is to be told. */
export interface CompileOptions {
  readonly folder?: string;
  readonly flags?: readonly string[];
}

function programOf(name: string, native: boolean): string {
  return join(PROGRAMS, `${name}${native ? 'Native' : ''}`);
}

/** The file for a program's data, in a folder that is there. */
export function dataFile(name: string): string {
  mkdirSync(PROGRAMS, { recursive: true });
  return join(PROGRAMS, `${name}.bin`);
}

/** Compiles a program unless it is newer than its sources. Says why if that is impossible. */
export async function compile(
  name: string,
  native: boolean,
  { folder = FCL, flags: others = [] }: CompileOptions = {},
): Promise<string | undefined> {
  const program = programOf(name, native);
  const source = join(folder, `${name}.cpp`);
  const root = HEADER_ROOTS.find((path) => existsSync(`${path}/fcl/narrowphase/distance.h`));
  if (!root) return 'FCL is not installed (apt install libfcl-dev g++ pkg-config)';
  const headers = readdirSync(FCL).filter((file) => file.endsWith('.h'));
  const sources = [source, ...headers.map((file) => join(FCL, file))];
  const changed = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if (existsSync(program) && statSync(program).mtimeMs > changed) return undefined;
  mkdirSync(PROGRAMS, { recursive: true });
  if (native) copyHeaders(`${root}/fcl`);
  const flags = [...others, ...(await libraryFlags(root))];
  const args = ['-std=c++17', '-O3', '-DNDEBUG'];
  // Eigen's alignment follows the processor that it is compiled for, so a program that shares
  // objects with the packaged library has to be compiled for the same one as the library.
  if (native) args.push('-march=native', `-I${join(PROGRAMS, 'include')}`);
  console.log(
    `compiling ${native ? 'FCL for this processor (about two minutes)' : 'with FCL'} ...`,
  );
  try {
    await promisify(execFile)('g++', [...args, source, '-o', program, ...flags]);
    return undefined;
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string };
    if (code === 'ENOENT') return 'there is no g++ (apt install g++)';
    return `compilation failed: ${stderr?.split('\n').find((line) => /error/.test(line)) ?? error}`;
  }
}

async function libraryFlags(root: string): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('pkg-config', ['--cflags', '--libs', 'fcl']);
    return stdout.split(/\s+/).filter((flag) => flag && !flag.startsWith('-std='));
  } catch {
    return [`-I${root}/eigen3`, '-lfcl', '-lccd'];
  }
}

/** FCL's headers without their promises that the library has the templates. */
function copyHeaders(from: string): void {
  const to = join(PROGRAMS, 'include/fcl');
  cpSync(from, to, { recursive: true });
  for (const entry of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.h')) continue;
    const text = readFileSync(`${to}/${entry}`, 'utf8');
    writeFileSync(`${to}/${entry}`, text.replace(/^extern template\b[^;]*;/gm, ''));
  }
}

/** Starts a program on its data. */
export async function startProgram(name: string, native: boolean, file: string): Promise<Running> {
  const child = spawn(programOf(name, native), [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the FCL program ended early');
    return JSON.parse(value);
  };
  await next();
  return {
    ask: (command) => {
      child.stdin.write(`${command}\n`);
      return next();
    },
    close: () => child.stdin.end(),
  };
}

/** What a program says of the time it took, or why it does not. */
export interface Timed {
  readonly microseconds: number;
  readonly error?: string;
}

/** CPU microseconds of a command that asks many questions. */
export async function timedBy(name: string, running: Running, command: string): Promise<number> {
  const { microseconds, error } = await running.ask<Timed>(command);
  if (error) throw new Error(`${name}: ${error}`);
  return microseconds;
}
