/**
 * Cells like those of thinCells.ts, whose thin plates stand beside polynomial motions where these bend:
 * what joints do not bend by turning they bend by accelerating, sliding joints too. A bound that leaves
 * out an acceleration, or what it does to another joint's turn, says that a plate is not reached.
 */
import { Random } from '../../../src/math/index.ts';
import { cellFrom } from './cellText.ts';
import { IndependentCell } from './independentStatic.ts';
import { cellFiles, type PlainCell, type PlainObstacle } from './plainCell.ts';
import { polynomialMotion } from './plainMotion.ts';
import { plateBeside, prune, type ThinCell } from './thinCells.ts';
import { draw } from './thinPolynomials.ts';
import { type Family, makeRobots } from './thinRobots.ts';
import { Meshes, pick } from './thinShapes.ts';

const FAMILIES: readonly Family[] = ['gantry', 'orbit', 'inside', 'arm', 'drone', 'orbit', 'mixed'];
const KINDS = ['cubic', 'quintic', 'parabolic', 'stopping', 'reversing', 'partial'] as const;
const PLATES = 4;

/** The curved cell of a seed. */
export function curvedCell(seed: number): ThinCell {
  const random = new Random(seed ^ 0x2c1b3c6d);
  const family = FAMILIES[seed % FAMILIES.length];
  const meshes = new Meshes();
  const far = random.unit() < 0.1 ? 10 ** random.between(1, 3) : 0;
  const robots = makeRobots(family, random, meshes, [far, -far, far]);
  const bare: PlainCell = { robots, obstacles: [], clearance: 0, clearances: [], allow: [] };
  const free = new IndependentCell(bare);
  const curves: Float64Array[] = [];
  const obstacles: PlainObstacle[] = [];
  for (let tries = 0; tries < 3 * PLATES && obstacles.length < PLATES; tries++) {
    const coefficients = draw(pick(random, KINDS), free, random);
    const { at } = polynomialMotion(free.kinematics, coefficients);
    const t = random.unit() < 0.3 ? 0.5 : random.between(0.1, 0.9);
    const body = pick(random, free.bodies);
    const plate = plateBeside(free, body, random, (s) => at(t + s), 0.02);
    if (!plate) continue;
    obstacles.push({ name: `plate${obstacles.length}`, ...plate });
    curves.push(coefficients);
  }
  const clearance = random.unit() < 0.15 ? random.between(0.0005, 0.005) : 0;
  const plain = prune({ ...bare, obstacles, clearance }, random);
  const independent = new IndependentCell(plain);
  const { yaml, files } = cellFiles(plain);
  return { seed, family, plain, independent, aims: [], curves, cell: cellFrom(yaml, files) };
}
