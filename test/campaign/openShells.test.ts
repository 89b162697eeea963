/** Open shells of many soups, polygons and of all meshes of others and of ours. Fixed seeds; under a minute. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildTree, validateTree } from '../../src/bvh/index.ts';
import { readMesh } from '../../src/formats/index.ts';
import { buildMesh } from '../../src/geometry/index.ts';
import { findConcaveParts } from '../../src/geometry/openShells/bridges.ts';
import { Random } from '../../src/math/index.ts';
import { projectRoot } from '../helpers/importGraph.ts';
import { DATA_FOLDER } from '../helpers/oracles/data.ts';
import { plainConcaveParts, untangled } from '../helpers/oracles/plainBridges.ts';
import { tangledSoup } from '../helpers/oracles/sheets.ts';
import {
  expectPlainShells,
  expectSoundDivision,
  expectSoundShells,
} from '../helpers/oracles/shellChecks.ts';

describe('open shells, many', () => {
  it('soups of few vertices agree with the oracle and are divided, seeds 1001 to 1400', () => {
    for (let seed = 1001; seed <= 1400; seed++) {
      const random = new Random(seed);
      const soup = tangledSoup(random, 4 + (seed % 13), 3 + (seed % 41));
      expectPlainShells(soup, `seed ${seed}`);
      expectSoundDivision(soup, `seed ${seed}`, { tolerance: 0, most: 1000 });
    }
  });

  it('bridges of wild polygons are those of their hulls, seeds 1001 to 1600', () => {
    for (let seed = 1001; seed <= 1600; seed++) {
      const polygon = untangled(new Random(seed), 5 + (seed % 45));
      const found = findConcaveParts(Float64Array.from(polygon.flatMap(([x, y]) => [x, y, 0])), {
        vertices: Uint32Array.from(polygon, (_, i) => i),
        normals: Float64Array.from(polygon.flatMap(() => [0, 0, 1])),
      });
      expect(
        found
          .map(({ from, to, concave }) => ({ from, to, concave: [...concave] }))
          .sort((a, b) => a.from - b.from),
        `seed ${seed}`,
      ).toEqual(plainConcaveParts(polygon).map(({ from, to, concave }) => ({ from, to, concave })));
    }
  });

  it('every mesh of the data and of our cells has its shells, pieces and a valid tree', () => {
    const folders = [join(projectRoot(), 'cells'), DATA_FOLDER].filter((folder) =>
      existsSync(folder),
    );
    let count = 0;
    for (const folder of folders) {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
        if (!/\.(stl|obj|ply|dae|glb)$/i.test(name)) continue;
        const file = join(folder, name);
        const mesh = buildMesh(readMesh(readFileSync(file), { file }).triangles);
        const { model } = expectSoundDivision(mesh, name);
        expectSoundShells(mesh, model, name);
        expect(validateTree(buildTree(mesh, { split: 'shells' })), name).toEqual([]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(20);
  });
});
