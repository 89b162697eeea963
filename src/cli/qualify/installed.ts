/** What is installed: the files of the program and of its conformance suite, with digests, and the machine that they run on. */
import { existsSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernel } from '../../kernel/index.ts';
import { InputError } from '../../math/index.ts';
import type { Identity, Platform, Suite } from '../../qualify/index.ts';
import {
  digestOf,
  type NamedFile,
  namedFiles,
  PROGRAM,
  programDigest,
  SUITE,
} from '../programDigest.ts';
import { version } from '../version.ts';

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
  const own = namedFiles(join(PROGRAM, SUITE)).map(
    ([name, path]): NamedFile => [`${SUITE}/${name}`, path],
  );
  const cells = namedFiles(CELLS).map(([name, path]): NamedFile => [`cells/${name}`, path]);
  return { version: version(), program: programDigest(), suite: digestOf([...own, ...cells]) };
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
