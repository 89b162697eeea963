// @ts-check
// All files of the environments, by path below the folder `cells`.

import { carSixF200, carSixIrb2400, machineToolCell, workshop } from './big.mjs';
import { birdCageCell, boards, boardsMeshes } from './birdCage.mjs';
import { cellFile, pathFile, srdf, urdf } from './describe.mjs';
import { GRAZING_MARGIN, grazing } from './grazing.mjs';
import { smallPly } from './meshes.mjs';
import { latticeNine } from './nine.mjs';
import { hangingArms, pumaAmongSixteen } from './onLine.mjs';
import { movingBodies, movingBodyMeshes, planningCells } from './planning.mjs';
import { robotMeshes, robots } from './robots.mjs';
import { movingSolidMeshes, movingSolids, shapeCells } from './shapes.mjs';
import { cageF200, cageIrb2400, lattice, tori, weldingArm } from './thin.mjs';

export { GRAZING_MARGIN, grazing };

/** Metres between what grazes and what is grazed, in the files. */
export const GRAZING_CLEARANCE = 0.0001;

export const environments = [
  tori,
  weldingArm,
  cageIrb2400,
  cageF200,
  lattice,
  latticeNine,
  machineToolCell,
  workshop,
  carSixIrb2400,
  carSixF200,
  ...grazing(GRAZING_CLEARANCE),
  ...planningCells,
  birdCageCell,
  ...shapeCells,
  pumaAmongSixteen,
  hangingArms,
];

/** Folders that hold nothing but what is made here. */
export const environmentFolders = ['robots', ...environments.map(({ folder }) => folder)];

/**
 * Files of the given environments and of all robots: `environmentFiles(grazing(0.01))` has those of
 * figure 14 for another clearance.
 * @returns {Map<string, Uint8Array>}
 */
export function environmentFiles(list = environments) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const text = (/** @type {string} */ path, /** @type {string} */ content) =>
    files.set(path, new TextEncoder().encode(content));
  for (const robot of [...robots, ...movingBodies, boards, ...movingSolids]) {
    text(`robots/${robot.name}.urdf`, urdf(robot));
  }
  const meshes = [robotMeshes(), movingBodyMeshes(), boardsMeshes(), movingSolidMeshes()];
  for (const [file, mesh] of meshes.flatMap((some) => [...some])) {
    files.set(`robots/meshes/${file}`, smallPly(mesh));
  }
  for (const facts of list) {
    const { folder } = facts;
    text(`${folder}/cell.yaml`, cellFile(facts));
    text(`${folder}/robot.srdf`, srdf(facts));
    for (const [file, make] of Object.entries(facts.meshes)) {
      files.set(`${folder}/meshes/${file}`, smallPly(make()));
    }
    for (const [name, { waypoints }] of Object.entries(facts.paths)) {
      text(`${folder}/paths/${name}.json`, pathFile(facts, waypoints));
    }
  }
  return files;
}
