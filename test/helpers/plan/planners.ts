/** All planners by name, and what is asked of a path of one, of others than the planner. */
import { expect } from 'vitest';
import { type Cell, StaticChecker } from '../../../src/cell/index.ts';
import {
  makeCertificate,
  parseCertificate,
  type Verifier,
  writeCertificate,
} from '../../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../../src/check/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { buildPath, type Path } from '../../../src/motion/index.ts';
import {
  Bls,
  type Planner,
  type PlanningSpace,
  Prm,
  RrtConnect,
  Sbl,
} from '../../../src/plan/index.ts';

export const PLANNERS: Readonly<
  Record<string, (space: PlanningSpace, sampling?: { resolution: number }) => Planner>
> = {
  'rrt-connect': (space, sampling) => new RrtConnect(space, { ...sampling }),
  'rrt-connect, clearance': (space, sampling) =>
    new RrtConnect(space, { mode: sampling ? 'fixed' : 'clearance' }),
  'rrt-connect, dynamic domain': (space, sampling) =>
    new RrtConnect(space, { dynamicDomain: true, ...sampling }),
  'a-sbl': (space, sampling) => new Sbl(space, { ...sampling }),
  'ladder-sbl': (space, sampling) => new Sbl(space, sampling ?? { checker: space.prover }),
  bls: (space, sampling) => new Bls(space, { ...sampling }),
  prm: (space, sampling) => new Prm(space, { ...sampling }),
  'lazy-prm': (space, sampling) => new Prm(space, { lazy: true, ...sampling }),
};
export const NAMES = Object.keys(PLANNERS);

/** Proven by a fresh checker, to a verifier if there is one, and free at many samples. */
export function expectFree(
  cell: Cell,
  waypoints: readonly Float64Array[],
  verifier?: Verifier,
): void {
  const path = buildPath(cell.tree, waypoints);
  expect(checkPath(createChecker(cell), path).verdict).toBe('free');
  if (verifier) expectVerified(cell, path, verifier);
  const statics = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  for (const segment of path.segments) {
    for (let k = 0; k <= 40; k++) {
      segment.configurationInto(k / 40, q, 0);
      expect(statics.check(q).colliding).toBe(false);
    }
  }
}

function expectVerified(cell: Cell, path: Path, verifier: Verifier): void {
  const written = writeCertificate(makeCertificate(cell.description, cell, path));
  const certificate = parseCertificate(new TextEncoder().encode(written));
  expect(verifier.verify(certificate, { path }).verified).toBe(true);
}

export function freeSample(space: PlanningSpace, random: Random): Float64Array {
  const q = new Float64Array(space.size);
  do space.sampleInto(random, q);
  while (!space.isFree(q));
  return q;
}
