/**
 * Dependencies point one way, and the core runs anywhere: docs/architecture.md has the drawing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sizeOf } from '../scripts/verifierSize.mjs';
import {
  closureOf,
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
const PACKAGES: Record<string, string[]> = {
  formats: ['saxes', 'yaml'],
  // Optional: loaded when used.
  bags: ['@foxglove/rosmsg', '@foxglove/rosmsg2-serialization', '@mcap/core', 'fzstd'],
  bridge: ['roslib'],
  client: ['ws'],
  serve: ['@hono/node-server', 'hono', 'ws'],
  batch: ['bullmq', 'ioredis', 'pg'],
};

/** Folders that may use Node's own modules; everything else also runs in browsers. */
const NODE_FOLDERS = ['node', 'cli', 'batch', 'serve'];

/** Globals that only browsers or only Node have. */
const FOREIGN =
  /\b(window|document|navigator|localStorage|HTMLElement|process|Buffer|require|__dirname|setImmediate)\b\s*[.([]/;

/** What the verifier may reach, through whomever: whole floors, and single files of others. */
const TRUSTED_FLOORS = ['verifier', 'model'];
const TRUSTED_FILES: Record<string, readonly string[]> = {
  arrays: ['grown', 'heap', 'layout', 'unions'],
  words: ['assumptions', 'plain', 'visible'],
  text: ['json', 'jsonReader', 'jsonText'],
  math: ['fault', 'names', 'pose', 'rounding', 'sincos', 'sincosLarge', 'utf8'],
  // Exact signs, and what is solid.
  geometry: [
    'boxIndex',
    'boxOrder',
    'cavities',
    'chain',
    'components',
    'dotSign',
    'edgeTable',
    'enclosingSphere',
    'exact',
    'loops',
    'mesh',
    'openings',
    'orient',
    'pointInSolid',
    'shapes',
    'shell',
    'shells',
    'triangleIntersect',
    'triangleIntersectFlat',
    'triangles',
    'weld',
  ],
  // Forward kinematics and its errors.
  kinematics: [
    'assemble',
    'box',
    'compile',
    'description',
    'forward',
    'joint',
    'law',
    'lawFit',
    'magnitude',
    'poseError',
    'tree',
  ],
  motion: [
    'angle',
    'arcPiece',
    'circle',
    'circular',
    'curve',
    'curved',
    'delayParts',
    'halfTurn',
    'joins',
    'jointCurve',
    'path',
    'polynomial',
    'restrict',
    'segment',
    'spline',
    'straight',
    'swing',
    'timed',
    'tracks',
    'turn',
  ],
};

/** Floors of which it may reach nothing. */
const BANNED = [
  'monitor',
  'bvh',
  'proximity',
  'cell',
  'check',
  'certificate',
  'plan',
  'formats',
  'report',
  'cli',
];

const verifier = files.filter((file) => floorOf(file) === 'verifier');

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The code without comments and strings. */
function codeOf(file: string): string {
  return textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
}

describe('the verifier of certificates', () => {
  const reached = closureOf(graph, verifier);

  it('reaches nothing but what is named here, types included', () => {
    expect(verifier.length).toBeGreaterThan(0);
    for (const file of reached) {
      const floor = floorOf(file);
      expect(BANNED, file).not.toContain(floor);
      if (TRUSTED_FLOORS.includes(floor)) continue;
      expect(
        TRUSTED_FILES[floor]?.map((name) => `src/${floor}/${name}.ts`),
        file,
      ).toContain(file);
    }
  });

  it('reaches all that is named here', () => {
    for (const [floor, names] of Object.entries(TRUSTED_FILES)) {
      for (const name of names) expect(reached).toContain(`src/${floor}/${name}.ts`);
    }
  });

  it('is as large as docs/certificate.md says (node scripts/verifierSize.mjs)', () => {
    const { text } = sizeOf(ROOT);
    expect(textOf('docs/certificate.md').replace(/ +/g, ' ')).toContain(text);
  });
});

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
    expect(cyclesOf(graph)).toEqual([]);
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

  it('reaches other floors through their index, but for what the verifier reaches', () => {
    const reached = new Set(closureOf(graph, verifier));
    for (const file of files) {
      if (floorOf(file) === '' || reached.has(file)) continue;
      for (const target of graph.get(file)!) {
        if (floorOf(target) === floorOf(file)) continue;
        if (floorOf(file) === 'certificate' && target === 'src/verifier/inside.ts') continue;
        expect(target, file).toMatch(/^src\/[a-z]+\/index\.ts$/);
      }
    }
  });

  it('makes the box of a cell larger in one place: the question', () => {
    const growing = [...graph.keys()].filter((file) =>
      /\b(growBox|growCell)\s*\(/.test(codeOf(file)),
    );
    expect(growing).toEqual(['src/cell/question.ts', 'src/kinematics/growBox.ts']);
  });
});
