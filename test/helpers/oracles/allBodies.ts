/** The meshes of every body of every robot of the data and of every cell of ours, each once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentHash } from '../../../src/cell/contentHash.ts';
import type { Mesh } from '../../../src/geometry/index.ts';
import { describeSource } from '../../../src/jobs/index.ts';
import { buildModel } from '../../../src/model/index.ts';
import { projectRoot } from '../importGraph.ts';
import { DATA_FOLDER } from './data.ts';

export interface NamedMesh {
  readonly name: string;
  readonly mesh: Mesh;
}

function readFile(path: string): Uint8Array | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Files below a folder whose names end so. */
function filesBelow(folder: string, ending: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Links that have only visual geometry count by it. */
export function allBodies(): readonly NamedMesh[] {
  known ??= readBodies();
  return known;
}

let known: readonly NamedMesh[] | undefined;

function readBodies(): readonly NamedMesh[] {
  const found = new Map<string, NamedMesh>();
  const files = [
    ...filesBelow(DATA_FOLDER, /\.urdf$/),
    ...filesBelow(join(projectRoot(), 'cells'), /(^|\/)cell\.yaml$|\.urdf$/),
  ];
  for (const file of files) {
    const source = { file, files: new Map([[file, readFileSync(file)]]), testVisuals: true };
    const { bodies } = buildModel(describeSource(source, { readFile }));
    for (const { name, pieces } of bodies) {
      for (const piece of pieces) {
        if (piece.kind !== 'mesh') continue;
        const { positions, indices } = piece.mesh;
        const key = new ContentHash().add(positions).add(indices).hex();
        if (!found.has(key)) found.set(key, { name: `${name} of ${file}`, mesh: piece.mesh });
      }
    }
  }
  return [...found.values()];
}
