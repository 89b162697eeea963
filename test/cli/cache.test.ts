/** Compiled meshes in a folder: what one process decided serves the next; and no folder is a fault. */
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeStl } from '../../src/formats/index.ts';
import { torus } from '../../src/geometry/index.ts';
import { CompiledFolder, cacheFolder } from '../../src/serve/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const { start, file, folder } = cliFolder();

const KEYS = [...'abcdef'].map((letter) => letter.repeat(32));
const bytes = (n: number) => new Uint8Array(n).fill(n % 251);

describe('cacheFolder', () => {
  it('is what SUREPATH_CACHE says, else in the folder of the user', () => {
    expect(cacheFolder({ SUREPATH_CACHE: '/a/b', HOME: '/home/u' })).toBe('/a/b');
    expect(cacheFolder({ SUREPATH_CACHE: 'off', HOME: '/home/u' })).toBeNull();
    expect(cacheFolder({ SUREPATH_CACHE: '', HOME: '/home/u' })).toBe('/home/u/.cache/surepath');
    expect(cacheFolder({ XDG_CACHE_HOME: '/var/c', HOME: '/home/u' })).toBe('/var/c/surepath');
    expect(cacheFolder({ XDG_CACHE_HOME: 'c', HOME: '/home/u' })).toBe('/home/u/.cache/surepath');
  });
});

describe('CompiledFolder', () => {
  it('gives what it got, to others, too, and null for all else', () => {
    const home = join(folder, 'kept', 'deep');
    const store = new CompiledFolder(home);
    expect(store.get(KEYS[0])).toBeNull();
    store.put(KEYS[0], bytes(1000));
    store.put(KEYS[0], bytes(1001));
    mkdirSync(join(home, `${KEYS[1]}.compiled`));
    const other = new CompiledFolder(home);
    expect(new Uint8Array(other.get(KEYS[0])!)).toEqual(bytes(1001));
    expect(other.get(KEYS[1])).toBeNull();
    expect(other.get(KEYS[2])).toBeNull();
    other.put(KEYS[1], bytes(5));
    // Nothing is left half done.
    expect(readdirSync(home).sort()).toEqual([`${KEYS[0]}.compiled`, `${KEYS[1]}.compiled`]);
  });

  it('has room for so much: the oldest go first, and nothing but its own files', () => {
    const home = join(folder, 'full');
    mkdirSync(home);
    writeFileSync(join(home, 'notes.txt'), bytes(100_000));
    writeFileSync(join(home, `${KEYS[5]}.0123456789ab.unfinished`), bytes(10));
    writeFileSync(join(home, `${KEYS[4]}.0123456789ab.unfinished`), bytes(10));
    utimesSync(join(home, `${KEYS[5]}.0123456789ab.unfinished`), 1e9, 1e9);
    const first = new CompiledFolder(home, 1_000_000);
    KEYS.slice(0, 5).forEach((key, i) => {
      first.put(key, bytes(1900));
      utimesSync(join(home, `${key}.compiled`), 1e9 + i, 1e9 + i);
    });
    // Who asks for one makes it the newest.
    expect(first.get(KEYS[0])).not.toBeNull();
    new CompiledFolder(home, 10_000).put(KEYS[5], bytes(1900));
    const left = readdirSync(home).filter((name) => name.endsWith('.compiled'));
    expect(left.sort()).toEqual(
      [KEYS[0], KEYS[3], KEYS[4], KEYS[5]].map((key) => `${key}.compiled`),
    );
    expect(statSync(join(home, 'notes.txt')).size).toBe(100_000);
    expect(readdirSync(home).filter((name) => name.endsWith('.unfinished'))).toEqual([
      `${KEYS[4]}.0123456789ab.unfinished`,
    ]);
    // What would fill it alone is not kept.
    new CompiledFolder(home, 10_000).put(KEYS[1], bytes(9000));
    expect(readdirSync(home)).not.toContain(`${KEYS[1]}.compiled`);
  });

  it('is no fault where it cannot be: a file, a place nobody may write to, a name too long', () => {
    writeFileSync(join(folder, 'a-file'), '');
    for (const home of [
      join(folder, 'a-file'),
      join(folder, 'a-file', 'below'),
      '/proc/nowhere',
      join(folder, 'x'.repeat(300)),
      'nul\0l',
    ]) {
      const store = new CompiledFolder(home);
      store.put(KEYS[0], bytes(10));
      store.put(KEYS[1], bytes(10));
      expect(store.get(KEYS[0])).toBeNull();
    }
  });
});

describe('surepath check', () => {
  for (const [name, text] of planarArm()) file(name, text);
  const { positions, indices } = torus(0.2, 0.05, 24, 12);
  file('ring.stl', writeStl({ positions, indices }));
  file(
    'ring.yaml',
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: ring, shape: {mesh: ring.stl}, pose: {xyz: [0.5, 0.9, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
  );
  file(
    'q.json',
    JSON.stringify({
      joints: ['joint1', 'joint2'],
      configurations: [
        [0.5, 0],
        [-1, 0],
        [1.2, 0],
      ],
    }),
  );
  const home = join(folder, 'cache');
  const check = (...more: string[]) => {
    const args = ['check', 'ring.yaml', '--configurations', 'q.json', '--json', ...more];
    const before = process.env.SUREPATH_CACHE;
    process.env.SUREPATH_CACHE = home;
    try {
      const { status, stdout, stderr } = start(...args);
      expect(stderr).toBe('');
      return { status, results: JSON.parse(stdout).results };
    } finally {
      process.env.SUREPATH_CACHE = before;
    }
  };

  it('keeps compiled meshes, answers the same with them, and compiles anew what is spoilt', () => {
    const first = check('--no-cache');
    expect(first.results).toHaveLength(3);
    expect(() => readdirSync(home)).toThrow();
    expect(check()).toEqual(first);
    const names = readdirSync(home);
    expect(names).toHaveLength(1);
    const entry = join(home, names[0]);
    const good = readFileSync(entry);
    expect(check()).toEqual(first);
    writeFileSync(entry, good.subarray(0, 500));
    expect(check()).toEqual(first);
    expect(readFileSync(entry)).toEqual(good);
  });
});
