/**
 * Dependencies point one way, and the core runs anywhere: docs/architecture.md has the drawing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cyclesOf,
  FLOORS,
  floorOf,
  projectRoot,
  readImports,
  STUDIO_ROOMS,
  specifiersOf,
  withPicture,
} from './helpers/importGraph.ts';

const ROOT = projectRoot();
const ORDER = [...FLOORS, ...STUDIO_ROOMS];
const graph = readImports(ROOT, ['src', 'studio']);
const files = [...graph.keys()].filter((file) => file.startsWith('src/'));

/** Packages that a folder may use. */
const PACKAGES: Record<string, string[]> = { formats: ['saxes', 'yaml'] };

/** Folders that may use Node's own modules; everything else also runs in browsers. */
const NODE_FOLDERS = ['cli'];

/** Globals that only browsers or only Node have. */
const FOREIGN =
  /\b(window|document|navigator|localStorage|HTMLElement|process|Buffer|require|__dirname|setImmediate)\b\s*[.([]/;

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The code without comments and strings. */
function codeOf(file: string): string {
  return textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
}

describe('the house', () => {
  it('has only the floors that are named', () => {
    expect(new Set([...graph.keys()].map(floorOf))).toEqual(new Set(['', ...ORDER]));
  });

  it('reaches only downward, studio included', () => {
    for (const [file, targets] of graph) {
      if (floorOf(file) === '') continue;
      for (const target of targets) {
        const floor = ORDER.indexOf(floorOf(target));
        const where = `${file} imports ${target}`;
        expect(floor, where).toBeGreaterThanOrEqual(0);
        expect(floor, where).toBeLessThanOrEqual(ORDER.indexOf(floorOf(file)));
        if (file.startsWith('studio/')) expect(floorOf(target), where).not.toBe('cli');
      }
    }
  });

  it('has no cycle of files, types included', () => {
    expect(cyclesOf(graph).length).toBeLessThanOrEqual(13);
  });

  it('is drawn in docs/architecture.md as it is (node scripts/drawGraph.mjs)', () => {
    const page = textOf('docs/architecture.md');
    expect(page).toBe(withPicture(ROOT, page));
  });

  it('uses packages only where they are named, and Node only in the command line', () => {
    for (const file of files) {
      for (const name of specifiersOf(textOf(file))) {
        if (name.startsWith('.') || PACKAGES[floorOf(file)]?.includes(name)) continue;
        expect(name, file).toMatch(/^node:/);
        expect(NODE_FOLDERS, `${file} imports ${name}`).toContain(floorOf(file));
      }
    }
  });

  it('uses nothing that only Node or only browsers have, but for the command line', () => {
    for (const file of files) {
      if (NODE_FOLDERS.includes(floorOf(file))) continue;
      expect(codeOf(file), file).not.toMatch(FOREIGN);
    }
  });

  it('reaches other floors through their index', () => {
    for (const file of files) {
      if (floorOf(file) === '') continue;
      for (const target of graph.get(file)!) {
        if (floorOf(target) === floorOf(file)) continue;
        expect(target, file).toMatch(/^src\/[a-z]+\/index\.ts$/);
      }
    }
  });

  it('makes the box of a cell larger in one place: the question', () => {
    const growing = [...graph.keys()].filter((file) =>
      /\b(growBox|growCell)\s*\(/.test(codeOf(file)),
    );
    expect(growing).toEqual(['src/cell/question.ts', 'src/kinematics/box.ts']);
  });

  it('does not let the verifier of certificates know how they are made', () => {
    const open = files.filter((file) => floorOf(file) === 'verifier');
    expect(open.length).toBeGreaterThan(0);
    for (const file of open) {
      for (const target of graph.get(file)!) {
        const where = `${file} imports ${target}`;
        expect(['check', 'bvh', 'proximity', 'certificate'], where).not.toContain(floorOf(target));
      }
    }
  });
});
