// @ts-check
// All files of the example cells, by path below the folder `cells`.

import { cage } from './cage.mjs';
import { adjacentPairs, cellFile, linksOf, radians, srdf, urdf } from './describe.mjs';
import { twoArms } from './twoArms.mjs';

/** @typedef {import('./describe.mjs').Triangles} Triangles */

export { adjacentPairs, linksOf, radians };

export const cells = [twoArms, cage];

/**
 * @param {{ writeStl: (t: Triangles) => Uint8Array, writeObj: (t: Triangles) => string }} writers
 * @returns {Map<string, Uint8Array>}
 */
export function cellFiles({ writeStl, writeObj }) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const text = (/** @type {string} */ path, /** @type {string} */ content) =>
    files.set(path, new TextEncoder().encode(content));
  for (const cell of cells) {
    text(`${cell.folder}/cell.yaml`, cellFile(cell));
    text(`${cell.folder}/arm.urdf`, urdf(cell));
    text(`${cell.folder}/arm.srdf`, srdf(cell));
    for (const [link, triangles] of Object.entries(cell.meshes())) {
      files.set(`${cell.folder}/meshes/${link}.stl`, writeStl(triangles));
    }
    for (const [name, rows] of Object.entries(cell.paths ?? {})) {
      text(`${cell.folder}/paths/${name}.json`, pathText(cell, rows));
    }
    for (const { mesh, triangles } of cell.obstacles) {
      if (!mesh || !triangles) continue;
      const path = `${cell.folder}/meshes/${mesh}`;
      if (mesh.endsWith('.obj')) text(path, writeObj(triangles()));
      else files.set(path, writeStl(triangles()));
    }
  }
  return files;
}

/**
 * @param {import('./describe.mjs').CellFacts} cell
 * @param {readonly (readonly number[])[]} rows
 */
function pathText(cell, rows) {
  const joints = cell.robots.flatMap(({ name }) =>
    cell.joints.flatMap((joint) => (joint.axis ? `"${name}/${joint.name}"` : [])),
  );
  const lines = rows.map((row) => `    [${row.join(', ')}]`);
  return `{\n  "joints": [${joints.join(', ')}],\n  "waypoints": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
