/** Certificates of random free paths in random cells: what several tests work on, made once each. */
import { buildCell, type Cell, type CellDescription, StaticChecker } from '../../src/cell/index.ts';
import type { Certificate } from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, type Path } from '../../src/motion/index.ts';
import { anywhere, nearby, randomCell, SORTS } from './cells.ts';
import { simpleCertificate } from './simpleMaker.ts';

export interface Made {
  readonly sort: string;
  readonly description: CellDescription;
  readonly cell: Cell;
  readonly path: Path;
  readonly certificate: Certificate;
}

/** `count` certificates of a sort of cell. */
export function madeOf(sort: string, count: number, seed: number): Made[] {
  const random = new Random(seed);
  const found: Made[] = [];
  for (let i = 0; i < 400 && found.length < count; i++) {
    const description = randomCell(random, SORTS[sort]);
    const cell = buildCell(description);
    const checker = new StaticChecker(cell);
    // A configuration that is free with room to spare, and one or two near it.
    let from: Float64Array | null = null;
    for (let k = 0; k < 12 && !from; k++) {
      const q = anywhere(cell.tree, random);
      const { colliding, tooClose, closest } = checker.check(q);
      if (!colliding && !tooClose && (closest?.distance ?? 1) > 0.02) from = q;
    }
    if (!from) continue;
    const waypoints = [from];
    for (let k = 0; k <= random.below(2); k++) {
      waypoints.push(nearby(cell.tree, waypoints[k], random.between(0.2, 1.2), random));
    }
    const path = buildPath(cell.tree, waypoints);
    const certificate = simpleCertificate(description, path);
    if (certificate) found.push({ sort, description, cell, path, certificate });
  }
  return found;
}
