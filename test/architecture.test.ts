/**
 * Dependencies point one way, and the core runs anywhere: docs/architecture.md has the drawing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** Lowest floor first. A folder may use itself and what stands before it. */
const FLOORS = [
  'math',
  'geometry',
  'bvh',
  'proximity',
  'kinematics',
  'cell',
  'motion',
  'verifier',
  'check',
  'certificate',
  'plan',
  'formats',
  'report',
  'cli',
];

/** Packages that a folder may use. */
const PACKAGES: Record<string, string[]> = { formats: ['saxes', 'yaml'] };

/** Folders that may use Node's own modules; everything else also runs in browsers. */
const NODE_FOLDERS = ['cli'];

/** Globals that only browsers or only Node have. */
const FOREIGN =
  /\b(window|document|navigator|localStorage|HTMLElement|process|Buffer|require|__dirname|setImmediate)\b\s*[.([]/;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((f) => f.endsWith('.ts'))
  .map((f) => join(SRC, f));

function folderOf(file: string): string {
  const parts = relative(SRC, file).split('/');
  return parts.length > 1 ? parts[0] : '';
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map((m) => m[1]);
}

/** The code without comments and strings. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
}

describe('the house', () => {
  it('has only the floors that are named here', () => {
    expect(new Set(files.map(folderOf))).toEqual(new Set(['', ...FLOORS]));
  });

  it('reaches only downward, and only the command line uses Node', () => {
    for (const file of files) {
      const own = folderOf(file);
      for (const name of importsOf(file)) {
        const where = `${relative(SRC, file)} imports ${name}`;
        if (!name.startsWith('.')) {
          if (PACKAGES[own]?.includes(name)) continue;
          expect(name, where).toMatch(/^node:/);
          expect(NODE_FOLDERS, where).toContain(own);
          continue;
        }
        if (own === '') continue;
        const floor = FLOORS.indexOf(folderOf(resolve(dirname(file), name)));
        expect(floor, where).toBeGreaterThanOrEqual(0);
        expect(floor, where).toBeLessThanOrEqual(FLOORS.indexOf(own));
      }
    }
  });

  it('uses nothing that only Node or only browsers have, but for the command line', () => {
    for (const file of files) {
      if (NODE_FOLDERS.includes(folderOf(file))) continue;
      expect(codeOf(file), relative(SRC, file)).not.toMatch(FOREIGN);
    }
  });

  it('reaches other folders through their index', () => {
    for (const file of files) {
      for (const name of importsOf(file)) {
        if (!name.startsWith('.')) continue;
        const target = resolve(dirname(file), name);
        if (folderOf(target) === folderOf(file) || folderOf(file) === '') continue;
        expect(relative(SRC, target), relative(SRC, file)).toMatch(/^[a-z]+\/index\.ts$/);
      }
    }
  });

  it('makes the box of a cell larger in one place: the question', () => {
    const studio = fileURLToPath(new URL('../studio', import.meta.url));
    const pages = readdirSync(studio, { recursive: true, encoding: 'utf8' })
      .filter((f) => f.endsWith('.ts'))
      .map((f) => join(studio, f));
    const growing = [...files, ...pages].filter((file) =>
      /\b(growBox|growCell)\s*\(/.test(codeOf(file)),
    );
    expect(growing.map((file) => relative(SRC, file)).sort()).toEqual([
      'cell/question.ts',
      'kinematics/box.ts',
    ]);
  });

  it('does not let the verifier of certificates know how they are made', () => {
    const open = files.filter((file) => folderOf(file) === 'verifier');
    expect(open.length).toBeGreaterThan(0);
    for (const file of open) {
      for (const name of importsOf(file)) {
        const where = `${relative(SRC, file)} imports ${name}`;
        const target = resolve(dirname(file), name);
        expect(['check', 'bvh', 'proximity', 'certificate'], where).not.toContain(folderOf(target));
      }
    }
  });
});
