/** Files are small enough to be read, and helpers of tests stand in one place. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST_LINES = 500;
const FOLDERS = ['src', 'assembly', 'studio', 'test', 'scripts', 'experiments', 'docs'];
/** Folders for what is made, not written. */
const MADE = /(^|\/)(build|results|compiled|node_modules)\//;
/** What is written by people to be read; not data: fixtures, cells, pictures, the lock file. */
const WRITTEN = /\.(ts|mts|mjs|js|css|html|md|sh|cpp|h|txt)$/;

const files = FOLDERS.filter((folder) => existsSync(join(ROOT, folder)))
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length)),
  )
  .filter((file) => !MADE.test(file));

describe('files', () => {
  it(`have fewer than ${MOST_LINES} lines`, () => {
    const written = files.filter((file) => WRITTEN.test(file));
    expect(written.length).toBeGreaterThan(500);
    const long = written
      .map((file) => ({
        file,
        lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1,
      }))
      .filter(({ lines }) => lines >= MOST_LINES);
    expect(long).toEqual([]);
  });

  it('in test are tests, or helpers in their folder, or the corpus', () => {
    const others = files.filter(
      (file) => /^test\/(?!helpers\/|corpus\/)/.test(file) && !file.endsWith('.test.ts'),
    );
    expect(others).toEqual([]);
    const hidden = files.filter(
      (file) => file.startsWith('test/helpers/') && file.endsWith('.test.ts'),
    );
    expect(hidden).toEqual([]);
  });

  it('leave nothing behind: no backups, no leftovers of merges', () => {
    expect(files.filter((file) => /(\.(orig|rej|bak|swp)|~)$/.test(file))).toEqual([]);
  });
});
