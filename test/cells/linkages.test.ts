/**
 * The cell with closed loops: its files are what the script makes, pins stay in their holes wherever the drivers are, and
 * its paths get the verdicts that they were made for. The IRB 2400's parallel bars are the loop that its cell declares.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linkageFiles, linkagesFolder } from '../../scripts/cells/linkages.mjs';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { readPath } from '../../src/formats/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { transformPointInto } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

const FOLDER = fileURLToPath(new URL('../../cells', import.meta.url));

/** How far two points of links are apart. */
function apart(cell: Cell, q: number[], ends: [string, number[]][]): number {
  const kinematics = new Kinematics(cell.tree);
  kinematics.setConfiguration(Float64Array.from(q));
  const [a, b] = ends.map(([link, point]) => {
    const frame = cell.tree.frameNames.indexOf(link);
    const out = new Float64Array(3);
    const offset = kinematics.poseOf(frame);
    transformPointInto(kinematics.poses, offset, Float64Array.from(point), 0, out, 0);
    return out;
  });
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe('cells/linkages', () => {
  const cell = embedded(linkagesFolder);

  it('is what the script makes, to the byte', () => {
    const made = linkageFiles();
    const committed = readdirSync(join(FOLDER, linkagesFolder), {
      recursive: true,
      encoding: 'utf8',
    })
      .map((path) => join(linkagesFolder, path))
      .filter((path) => statSync(join(FOLDER, path)).isFile());
    expect(committed.sort()).toEqual([...made.keys()].sort());
    for (const [path, bytes] of made) {
      expect(Buffer.compare(readFileSync(join(FOLDER, path)), bytes), path).toBe(0);
    }
  });

  it('keeps its pins in their holes, round and round', () => {
    expect(cell.tree.dofs.map(({ name }) => name)).toEqual(['crank', 'wheel']);
    for (let k = 0; k < 60; k++) {
      const q = [0.37 * k - 9, 7 - 0.29 * k];
      const four = apart(cell, q, [
        ['coupler', [0.4, 0, 0]],
        ['rocker', [0.28, 0, 0]],
      ]);
      const slider = apart(cell, q, [
        ['rod', [0.3, 0, 0]],
        ['piston', [0, 0, 0]],
      ]);
      expect(Math.max(four, slider)).toBeLessThan(3e-9);
    }
  });

  it.each(['free', 'colliding'])('paths/%s.json has the verdict it was made for', (name) => {
    const file = join(FOLDER, linkagesFolder, 'paths', `${name}.json`);
    const { joints, waypoints } = readPath(readFileSync(file), { file });
    expect(joints).toEqual(cell.tree.dofs.map((dof) => dof.name));
    const rows = waypoints.map((row) => Float64Array.from(row));
    const { verdict, witness } = checkPath(createChecker(cell), buildPath(cell.tree, rows));
    expect(verdict).toBe(name);
    const checker = new StaticChecker(cell);
    if (witness) expect(checker.check(witness.configuration).colliding).toBe(true);
    const ends = name === 'free' ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0, 1];
    for (const t of ends) {
      const q = rows[0].map((value, d) => value + t * (rows[1][d] - value));
      expect(checker.firstCollision(q)).toBe(-1);
    }
  });
});

describe('the parallel bars of the IRB 2400', () => {
  it('are joined wherever joints 2 and 3 are', () => {
    const cell = embedded('cage-irb2400');
    for (const q2 of [-1.7, 0.2, 1.9]) {
      for (const q3 of [-1.04, 0, 0.6, 1.13]) {
        const gap = apart(
          cell,
          [0.4, q2, q3, 1, -0.5, 2],
          [
            ['rod', [0, 0, 0.705]],
            ['link_3', [-0.25, 0, 0]],
          ],
        );
        expect(gap).toBeLessThan(1e-14);
      }
    }
  });
});
