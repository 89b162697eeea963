/** Many random straight motions of a cell, as the doubles of a stream; and the cells they are of. */
import { buildCell, type Cell, sampleInto } from 'surepath/cell';
import { Random } from 'surepath/math';
import { readEmbedded } from '../../lab/cells.ts';
import {
  buildScene,
  FAMILIES,
  missingRobots,
  readOracle,
  readRobot,
  sceneFile,
} from '../../lab/robots.ts';

/** A cell by a name. */
export interface NamedCell {
  readonly name: string;
  readonly cell: Cell;
}

/** The Panda in one scene of each of so many families; without the data two arms. */
export function cellsFor(families: number): NamedCell[] {
  const missing = missingRobots();
  if (missing) {
    console.log(`${missing}: two-arms instead`);
    return [{ name: 'two-arms', cell: buildCell(readEmbedded('two-arms')) }];
  }
  const robot = readRobot('panda');
  const { joints } = readOracle('panda').meta;
  return FAMILIES.slice(0, families).map((family) => ({
    name: `panda, ${family} 2`,
    cell: buildScene(robot, sceneFile('panda', { family, scene: 2 }), joints),
  }));
}

/** Random edges: from anywhere to anywhere; or, every other one, no farther than 1 in the sum of squares. */
export function randomEdges(cell: Cell, count: number, seed: number, near = false): Float64Array {
  const random = new Random(seed);
  const dofs = cell.tree.dofs.length;
  const ends = new Float64Array(2 * count * dofs);
  for (let i = 0; i < count; i++) {
    const from = ends.subarray(2 * i * dofs, (2 * i + 1) * dofs);
    const to = ends.subarray((2 * i + 1) * dofs, (2 * i + 2) * dofs);
    sampleInto(cell, random, from);
    sampleInto(cell, random, to);
    if (!near || i % 2 === 0) continue;
    const length = Math.hypot(...to.map((x, d) => x - from[d]));
    for (let d = 0; d < dofs; d++) to[d] = from[d] + (to[d] - from[d]) / Math.max(1, length);
  }
  return ends;
}
