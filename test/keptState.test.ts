/** docs/kept-state.md lists every place that can keep something between two questions, and nothing that is not there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { keptPlaces, listedPlaces, placesIn } from './helpers/keptPlaces.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/kept-state.md'), 'utf8');
const found = keptPlaces(ROOT);
const { files, folders } = listedPlaces(page);

describe('docs/kept-state.md', () => {
  it('lists all that can keep something', () => {
    const missing = [...found].flatMap(([file, { ofModule, ofObjects }]) => {
      const listed = files.get(file) ?? new Set();
      const isFolder = folders.some((folder) => file.startsWith(folder));
      // What a module holds outlives any question: it is listed by its name.
      const asked = [...ofModule, ...(isFolder ? [] : ofObjects)];
      return asked.filter((name) => !listed.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('lists nothing that is gone', () => {
    const gone = [...files].flatMap(([file, names]) => {
      const { ofModule = [], ofObjects = [] } = found.get(file) ?? {};
      const there = new Set([...ofModule, ...ofObjects]);
      return [...names].filter((name) => !there.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(gone).toEqual([]);
    for (const folder of folders) {
      expect(
        [...found.keys()].some((file) => file.startsWith(folder)),
        folder,
      ).toBe(true);
    }
  });

  it('names tests that are there', () => {
    const tests = [...page.matchAll(/`(test\/[\w/.]+)`/g)].map(([, name]) => name);
    expect(tests.length).toBeGreaterThan(30);
    expect(tests.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});

it('places are found by what they hold and by what they are called', () => {
  const { ofModule, ofObjects } = placesIn(`
const known = new WeakMap<object, number>();
export const byName = new Map<string, Map<string, number>>();
const texts = new Map([['a', 'b']]);
const store = new Remembered<number>();
const scratch = new Float64Array(3);
let count = 0;
export class Kept {
  private readonly pairs = new Map<number, number>();
  private asked: Question | null = null;
  private lastAnswer: number;
  readonly seen: Map<string, number>;
  readonly name: string;
  ask() {
    const local = new Map<string, number>();
  }
}
`);
  expect(ofModule).toEqual(['known', 'byName', 'store', 'count']);
  expect(ofObjects).toEqual(['pairs', 'asked', 'lastAnswer', 'seen']);
});
