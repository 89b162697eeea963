/** What the built command line loads before it knows what is asked: a table of names, and no code of commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';

const MOST_MODULES = 20;
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const { folder, file, start } = cliFolder([]);

// Hooks run in a thread of their own: what they see goes to a file.
const seen = join(folder, 'loaded.txt');
const hooks = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(${JSON.stringify(seen)}, url + '\\n');
  return next(url, context);
}`;
file('hooks.mjs', hooks);
file(
  'register.mjs',
  `import { register } from 'node:module';
register(${JSON.stringify(pathToFileURL(join(folder, 'hooks.mjs')).href)});`,
);

function modulesOf(...args: string[]): string[] {
  file('loaded.txt', '');
  const { status, stderr } = start('--import', './register.mjs', MAIN, ...args);
  expect([status, stderr]).toEqual([0, '']);
  const urls = readFileSync(seen, 'utf8').trim().split('\n');
  return urls.filter((url) => url.includes('/dist/'));
}

it.each(['--version', '--help'])('%s loads no command', (option) => {
  const modules = modulesOf(option);
  expect(modules.length).toBeLessThanOrEqual(MOST_MODULES);
  expect(modules.some((url) => url.endsWith('/cli/main.js'))).toBe(true);
  expect(modules.filter((url) => url.includes('/cli/commands/'))).toEqual([]);
});

it('a command loads its own code and not that of others', () => {
  const modules = modulesOf('help', 'distance');
  expect(modules.some((url) => url.endsWith('/commands/distance.js'))).toBe(true);
  expect(modules.filter((url) => /commands\/(serve|studio|plan)\.js$/.test(url))).toEqual([]);
});
