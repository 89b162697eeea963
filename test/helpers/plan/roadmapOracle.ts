/** What is asked of every path of a roadmap planner, of others than the planner; cells for that. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { askAbout, buildCell, type Cell, StaticChecker } from '../../../src/cell/index.ts';
import { makeCertificate, NOT_FREE, verify } from '../../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../../src/check/index.ts';
import { readCell } from '../../../src/formats/index.ts';
import { InputError, type Random } from '../../../src/math/index.ts';
import { buildPath } from '../../../src/motion/index.ts';
import type { PlanningSpace, PlanResult } from '../../../src/plan/index.ts';

const CELLS = fileURLToPath(new URL('../../../cells', import.meta.url));

export function embedded(name: string): Cell {
  const file = join(CELLS, name, 'cell.yaml');
  const files = (path: string) => readFileSync(path);
  return buildCell(readCell(readFileSync(file), { file, resolver: { files }, visuals: false }));
}

export function freeSample(space: PlanningSpace, random: Random): Float64Array {
  const q = new Float64Array(space.size);
  do space.sampleInto(random, q);
  while (space.obstacleAt(q) !== null);
  return q;
}

/** Samples per segment. */
const SAMPLES = 60;

/**
 * Free by a fresh checker; free by a certificate and its verifier, but for paths that are free by less than
 * a certificate can show; free at many samples. It begins at the start and ends at the goal, but for turns.
 * Returns whether there was a certificate.
 */
export function expectProven(
  space: PlanningSpace,
  result: PlanResult,
  from: Float64Array,
  goals: readonly Float64Array[],
): boolean {
  const { cell } = space;
  expect(result.verdict).toBe('free');
  const waypoints = result.waypoints!;
  expect(waypoints[0]).toEqual(from);
  const last = waypoints[waypoints.length - 1];
  expect(space.distance(last, goals[result.goal])).toBeLessThan(1e-9);
  for (const q of waypoints) expect(space.isInside(q)).toBe(true);
  let length = 0;
  for (let i = 1; i < waypoints.length; i++) {
    const [a, b] = [waypoints[i - 1], waypoints[i]];
    const plain = Math.hypot(...a.map((x, d) => (b[d] - x) * space.weights[d]));
    // Values run on without jumps: the short way round is the way that the numbers go.
    expect(space.distance(a, b)).toBeCloseTo(plain, 9);
    length += plain;
  }
  expect(result.length).toBeCloseTo(length, 6);
  const path = buildPath(cell.tree, waypoints);
  const asked = askAbout(cell, path).cell;
  expect(checkPath(createChecker(asked), path).verdict).toBe('free');
  const statics = new StaticChecker(asked);
  const q = new Float64Array(space.size);
  for (const segment of path.segments) {
    for (let k = 0; k <= SAMPLES; k++) {
      segment.configurationInto(k / SAMPLES, q, 0);
      if (statics.firstCollision(q) >= 0) expect(statics.check(q).colliding).toBe(false);
    }
  }
  try {
    const certificate = makeCertificate(cell.description, cell, path);
    expect(verify(certificate, cell.description, { path })).toMatchObject({ verified: true });
    return true;
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
    return false;
  }
}
