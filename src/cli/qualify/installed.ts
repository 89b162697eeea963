/** What is installed: the files of the program and of its conformance suite, with digests, and the machine that they run on. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernel } from '../../kernel/index.ts';
import { InputError } from '../../math/index.ts';
import type { Identity, Platform, Suite } from '../../qualify/index.ts';
import { version } from '../command.ts';

/** Folder of the program, and what of it is the suite. */
const PROGRAM = fileURLToPath(new URL('../..', import.meta.url));
const SUITE = 'conformance';
export const CELLS = fileURLToPath(new URL('../../../cells', import.meta.url));

/** Loads the suite that belongs to this program. */
export async function loadSuite(): Promise<Suite> {
  const file = join(PROGRAM, SUITE, 'suite.js');
  if (!existsSync(file)) {
    throw new InputError({
      code: 'qualify/no-suite',
      message: 'this build has no conformance suite',
      file,
      hint: 'npm run build makes it; the published package has it',
    });
  }
  const { suite } = await import(new URL(`../../${SUITE}/suite.js`, import.meta.url).href);
  return suite;
}

export function identity(): Identity {
  const files = filesOf(PROGRAM);
  const isSuite = (file: string) => file.startsWith(`${SUITE}/`);
  const cells = filesOf(CELLS).map((file) => [`cells/${file}`, join(CELLS, file)] as const);
  const own = (list: readonly string[]) => list.map((file) => [file, join(PROGRAM, file)] as const);
  return {
    version: version(),
    program: digestOf(own(files.filter((file) => !isSuite(file)))),
    suite: digestOf([...own(files.filter(isSuite)), ...cells]),
  };
}

export function machine(): Platform {
  const [first] = cpus();
  return {
    node: process.versions.node,
    system: `${platform()} ${release()} ${arch()}`,
    processor: first?.model.trim() ?? 'unknown',
    threads: availableParallelism(),
    kernels: kernel() === null ? 'javascript' : 'webassembly',
  };
}

/** Paths below a folder, with slashes, sorted by their code units. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** SHA-256 over lines of digest and name, as sha256sum writes them. */
function digestOf(files: readonly (readonly [name: string, path: string])[]): string {
  const sum = createHash('sha256');
  for (const [name, path] of files) {
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    sum.update(`${digest}  ${name}\n`);
  }
  return sum.digest('hex');
}
