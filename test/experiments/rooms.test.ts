/** The experiments stand beside the product: they use it by its name, and one lab is below papers and speed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cyclesOf,
  FLOORS,
  floorOf,
  projectRoot,
  readImports,
  specifiersOf,
} from '../helpers/importGraph.ts';

const ROOT = projectRoot();
const ROOMS = ['lab', 'papers', 'speed'];
/** What is made there, and not kept. */
const MADE = ['build', 'results'];
const graph = readImports(
  ROOT,
  ROOMS.map((room) => `experiments/${room}`),
);

/** Those that the product is compared with, and the browser that its studio is opened in. */
const PACKAGES = [
  '@dimforge/rapier3d-compat',
  // Counts what a batch asks of its server.
  'ioredis',
  'pg',
  'playwright-core',
  'three',
  'three-mesh-bvh',
];

describe('the experiments', () => {
  it('have a lab, the papers and the measurements of speed', () => {
    const there = readdirSync(join(ROOT, 'experiments'), { withFileTypes: true });
    const folders = there.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.filter((name) => !MADE.includes(name)).sort()).toEqual(ROOMS);
    for (const room of ROOMS)
      expect([...graph.keys()].map(floorOf)).toContain(`experiments/${room}`);
  });

  it('share nothing but the lab', () => {
    for (const [file, targets] of graph) {
      for (const target of targets) {
        const where = `${file} imports ${target}`;
        expect([floorOf(file), 'experiments/lab'], where).toContain(floorOf(target));
      }
    }
  });

  it('have no cycle of files, types included', () => {
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('use the product by its name, and other packages only where it is compared with them', () => {
    const known = [
      ...FLOORS.filter((floor) => floor !== 'cli').map((floor) => `surepath/${floor}`),
    ];
    for (const file of graph.keys()) {
      for (const name of specifiersOf(readFileSync(join(ROOT, file), 'utf8'))) {
        if (name.startsWith('node:') || name === 'surepath' || known.includes(name)) continue;
        if (name.startsWith('.')) {
          expect(name, file).not.toMatch(/\/(src|dist|test)\//);
          continue;
        }
        expect(PACKAGES, `${file} imports ${name}`).toContain(name);
        expect(file).toMatch(/^experiments\/(speed|papers\/twoPhase\/peers)\//);
      }
    }
  });
});
