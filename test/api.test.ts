/** What the package shows: few names at the root, all of them under subpaths, and pages that list them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { entries, pages, unexplained } from '../scripts/api.mjs';
import * as root from '../src/index.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('the package', () => {
  const [start, ...subpaths] = entries();

  it('has forty-one values at its root, and types that go with them', () => {
    expect(Object.keys(root)).toHaveLength(41);
    const types = start.names.filter(({ kind }) => kind === 'type');
    expect(start.names.length - types.length).toBe(41);
    expect(types.length).toBeLessThanOrEqual(20);
  });

  it('has every name of the root under a subpath too', () => {
    const below = new Set(subpaths.flatMap(({ names }) => names.map(({ name }) => name)));
    expect(start.names.filter(({ name }) => !below.has(name))).toEqual([]);
  });

  it.each(subpaths.map((entry) => [entry.subpath, entry] as const))(
    'lists all that %s exports',
    async (subpath, { names }) => {
      const found = await import(`../src/${subpath.split('/').slice(1).join('/')}/index.ts`);
      const values = names.filter(({ kind }) => kind !== 'type').map(({ name }) => name);
      expect(new Set(values)).toEqual(new Set(Object.keys(found)));
    },
  );

  it('says of every name what it is, in a comment', () => {
    expect(unexplained()).toEqual([]);
  });

  it('has pages that are up to date: node scripts/api.mjs', () => {
    const made = pages();
    for (const [path, text] of made) {
      expect(readFileSync(join(ROOT, 'docs', path), 'utf8'), path).toBe(text);
    }
    expect(
      readdirSync(join(ROOT, 'docs/api'))
        .map((name) => `api/${name}`)
        .sort(),
    ).toEqual([...made.keys()].filter((path) => path !== 'api.md').sort());
  });
});
