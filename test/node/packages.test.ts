/** Where packages are on a disk that changes while the program runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packagesBelow } from '../../src/node/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'surepath-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (place: string, name: string) => {
  mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, place, 'package.xml'), `<package><name>${name}</name></package>`);
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('packages are found where they are now, and looked for once in a turn', async () => {
  put('old', 'arm');
  const before = packagesBelow(folder);
  expect([...before]).toEqual([['arm', join(folder, 'old')]]);
  expect(packagesBelow(folder)).toBe(before);
  // One that comes first by its folder's name counts: it takes the place of the other.
  put('new', 'arm');
  await turn();
  expect(packagesBelow(folder).get('arm')).toBe(join(folder, 'new'));
  rmSync(join(folder, 'new'), { recursive: true });
  await turn();
  expect(packagesBelow(folder).get('arm')).toBe(join(folder, 'old'));
});
