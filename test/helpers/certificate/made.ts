/** Certificates of random free paths in random cells: what several tests work on, made once each. */
import {
  askAbout,
  buildCell,
  type Cell,
  type CellDescription,
  StaticChecker,
} from '../../../src/cell/index.ts';
import type { Certificate } from '../../../src/certificate/index.ts';
import { Random } from '../../../src/math/index.ts';
import { buildPath, type Path } from '../../../src/motion/index.ts';
import { anywhere, nearby, randomCell, SORTS } from './cells.ts';
import { randomArcPath, randomCurvedPath } from './curves.ts';
import { simpleCertificate } from './simpleMaker.ts';

export interface Made {
  readonly sort: string;
  readonly description: CellDescription;
  readonly cell: Cell;
  readonly path: Path;
  readonly certificate: Certificate;
}

/** `count` certificates of a sort of cell, of paths that are straight or curved. */
export function madeOf(
  sort: string,
  count: number,
  seed: number,
  kind: 'straight' | 'polynomial' | 'circular' = 'straight',
): Made[] {
  const random = new Random(seed);
  const found: Made[] = [];
  for (let i = 0; i < 400 && found.length < count; i++) {
    const description = randomCell(random, SORTS[sort]);
    const cell = buildCell(description);
    // A circle needs two joints.
    if (kind === 'circular' && cell.tree.dofs.length < 2) continue;
    // A configuration that is free with room to spare, and one or two near it.
    let from: Float64Array | null = null;
    for (let k = 0; k < 12 && !from; k++) {
      const q = anywhere(cell.tree, random);
      const { colliding, tooClose, closest } = new StaticChecker(askAbout(cell, [q]).cell).check(q);
      if (!colliding && !tooClose && (closest?.distance ?? 1) > 0.02) from = q;
    }
    if (!from) continue;
    const waypoints = [from];
    const curved = kind !== 'straight';
    for (let k = 0; k <= random.below(curved ? 3 : 2); k++) {
      const next = nearby(cell.tree, waypoints[k], random.between(0.2, curved ? 0.7 : 1.2), random);
      // A joint may stand still, if there are others.
      const d = curved ? random.below(2 * next.length) : -1;
      if (next.length > 1 && ['angle', 'length'].includes(cell.tree.dofs[d]?.unit)) {
        next[d] = waypoints[k][d];
      }
      waypoints.push(next);
    }
    const path =
      kind === 'circular'
        ? randomArcPath(cell.tree, waypoints, random)
        : curved
          ? randomCurvedPath(cell.tree, waypoints, random.between(0.1, 1), random)
          : buildPath(cell.tree, waypoints);
    const certificate = simpleCertificate(description, path);
    if (certificate) found.push({ sort, description, cell, path, certificate });
  }
  return found;
}
