/**
 * Paths of all planners in random cells of thin, tiny, touching and far-away things. Each one that is said
 * to be free must pass the verifier, and an independent implementation must find nothing wrong with it.
 */
import { describe, expect, it } from 'vitest';
import { parseCertificate, Verifier, writeCertificate } from '../../src/certificate/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import {
  createPlanner,
  PLANNER_NAMES,
  type PlannerName,
  PlanningSpace,
  solve,
} from '../../src/plan/index.ts';
import { type ThinCell, thinCell } from '../helpers/oracles/thinCells.ts';

const SEEDS = 72;
const ITERATIONS = 120;
const SAMPLES = 64;

/** Null where a cell has joints without any bounds, which planners refuse. */
function spaceOf({ cell }: ThinCell): PlanningSpace | null {
  try {
    return new PlanningSpace(cell);
  } catch (error) {
    if (error instanceof InputError && error.fault.code === 'plan/unbounded') return null;
    throw error;
  }
}

function freeConfiguration(space: PlanningSpace, random: Random): Float64Array | null {
  const q = new Float64Array(space.size);
  for (let k = 0; k < 200; k++) {
    space.sampleInto(random, q);
    if (space.obstacleAt(q) === null) return q;
  }
  return null;
}

/** The number of samples that an independent implementation objects to. */
function objections({ independent }: ThinCell, waypoints: readonly Float64Array[]): number {
  let count = 0;
  for (let i = 0; i + 1 < waypoints.length; i++) {
    for (let k = 0; k <= SAMPLES; k++) {
      const q = waypoints[i].map((x, d) => x + (k / SAMPLES) * (waypoints[i + 1][d] - x));
      if (independent.violations(q).length > 0) count++;
    }
  }
  return count;
}

describe('paths in thin cells', () => {
  const counts: Record<string, { found: number; asked: number }> = {};

  it('pass the verifier, and an independent look', () => {
    let refused = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const thin = thinCell(seed);
      const space = spaceOf(thin);
      if (!space) {
        refused++;
        continue;
      }
      const random = new Random(seed);
      const from = freeConfiguration(space, random);
      const to = freeConfiguration(space, random);
      if (!from || !to) continue;
      const verifier = new Verifier(thin.cell.description);
      for (const name of PLANNER_NAMES) check(thin, space, verifier, name, [from, to], seed);
    }
    console.log(
      `${SEEDS - refused} cells: ${Object.entries(counts)
        .map(([name, { found, asked }]) => `${name} ${found} of ${asked}`)
        .join(', ')}`,
    );
    for (const { found } of Object.values(counts)) expect(found).toBeGreaterThan(10);
  }, 300_000);

  function check(
    thin: ThinCell,
    space: PlanningSpace,
    verifier: Verifier,
    name: PlannerName,
    [from, to]: readonly Float64Array[],
    seed: number,
  ): void {
    const what = `${name}, cell ${seed}, ${thin.family}`;
    counts[name] ??= { found: 0, asked: 0 };
    counts[name].asked++;
    const { verdict, waypoints, certificate } = solve(space, {
      planner: createPlanner(space, name),
      from,
      goals: [to],
      random: new Random(seed),
      maxIterations: ITERATIONS,
      timeLimit_ms: Infinity,
      smooth: seed % 2 === 0,
      certificate: true,
    });
    expect(verdict === 'no path found', what).toBe(waypoints === null);
    if (!waypoints) return;
    counts[name].found++;
    expect(waypoints[0], what).toEqual(from);
    if (name === 'sbl') {
      expect(verdict, what).toBe('no collision found');
      expect(certificate, what).toBe(null);
      return;
    }
    expect(verdict, what).toBe('free');
    const parsed = parseCertificate(new TextEncoder().encode(writeCertificate(certificate!)));
    const path = buildPath(space.cell.tree, waypoints);
    const { verified, reason } = verifier.verify(parsed, { path });
    expect(reason, what).toBe(undefined);
    expect(verified, what).toBe(true);
    expect(objections(thin, waypoints), what).toBe(0);
  }
});
