/**
 * Compiles files of test/ and what they use to JavaScript, for scripts that run them for as long as they
 * are told: to a directory of node_modules/.cache, one for each process, which goes when the process does.
 *
 *   const load = compileTests(['test/helpers/oracles/pathCampaign.ts'])
 *   const { Campaign } = await load('test/helpers/oracles/pathCampaign.js')
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Returns a function that imports what was compiled, by its path from the root; `build` is where it is. */
export function compileTests(files) {
  const build = join(ROOT, `node_modules/.cache/surepath-tests-${process.pid}`);
  process.on('exit', () => rmSync(build, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(3));
  mkdirSync(build, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(build, 'package.json'), JSON.stringify({ type: 'module', version }));
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { noEmit: false, outDir: build, rootDir: ROOT },
    files: files.map((file) => join(ROOT, file)),
    include: [],
  };
  writeFileSync(join(build, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, '-p', join(build, 'tsconfig.json')], { stdio: 'pipe' });
  } catch (error) {
    // Errors of types do not matter here.
    if (!existsSync(join(build, files[0].replace(/\.ts$/, '.js')))) throw error;
    console.error(`types: ${String(error.stdout).split('\n')[0]}`);
  }
  process.env.SUREPATH_DATA ??= join(ROOT, '../shared/data');
  const load = (path) => import(pathToFileURL(join(build, path)).href);
  load.build = build;
  return load;
}
