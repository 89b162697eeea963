/**
 * Robots whose links run a few hundredths of a millimetre apart: what a check proves free every planner finds,
 * straight or around something, and who plans is told about ends that nearly touch.
 */
import { describe, expect, it } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import { Verifier } from '../../src/certificate/index.ts';
import {
  type Checker,
  checkPath,
  createChecker,
  DEFAULT_DELTA,
  Ladder,
} from '../../src/check/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import {
  createPlanner,
  lookAtEnds,
  nearNotes,
  PLANNER_NAMES,
  type Planner,
  PlanningSpace,
  RrtConnect,
  randomWalk,
  Sbl,
  smoothPath,
  solve,
} from '../../src/plan/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { foldingArm, type NearCell, nearCell } from '../helpers/oracles/nearContacts.ts';

const SEEDS = [2, 3, 7, 11, 14, 16];
/** Of the way to a random configuration: shafts in tubes are proven for short motions only. */
const PARTS = [0.01, 0.2];

interface Motion {
  readonly near: NearCell;
  readonly space: PlanningSpace;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Motions between random configurations, long and short ones, that a check proves free. */
function provenMotions(): Motion[] {
  return SEEDS.flatMap((seed) => {
    const near = nearCell(seed);
    const space = new PlanningSpace(near.cell);
    const random = new Random(seed);
    const motions: Motion[] = [];
    for (const part of PARTS) {
      const [from, wish] = [new Float64Array(space.size), new Float64Array(space.size)];
      space.sampleInto(random, from);
      space.sampleInto(random, wish);
      const to = from.map((x, d) => x + part * (wish[d] - x));
      if (isProven(near, [from, to])) motions.push({ near, space, from, to });
    }
    return motions;
  });
}

function isProven({ cell }: Pick<NearCell, 'cell'>, way: readonly Float64Array[]): boolean {
  return checkPath(createChecker(cell), buildPath(cell.tree, way)).verdict === 'free';
}

/** As it was: nearer than delta, without a contact shown, counts as blocked. */
function hastyChecker({ cell }: NearCell): Checker {
  const ladder = new Ladder(cell);
  return {
    method: 'ladder',
    check: (request) => ladder.check({ ...request, closeTests: 0 }),
  };
}

describe(`straight motions of robots nearly in contact, seeds ${SEEDS.join(', ')}`, () => {
  const motions = provenMotions();

  it('are what a check proves: enough of them, most of them nearer than delta', () => {
    expect(motions.length).toBeGreaterThanOrEqual(10);
    const refused = motions.filter(({ near, from, to }) => {
      const path = buildPath(near.cell.tree, [from, to]);
      return checkPath(hastyChecker(near), path).verdict !== 'free';
    });
    console.log(`${motions.length} motions, ${refused.length} of them too close at first sight`);
    expect(refused.length).toBeGreaterThanOrEqual(5);
  });

  it.each([...PLANNER_NAMES, 'clearance'])('%s finds them', (name) => {
    for (const { near, space, from, to } of motions) {
      const planner: Planner =
        name === 'clearance'
          ? new RrtConnect(space, { mode: 'clearance' })
          : createPlanner(space, name as (typeof PLANNER_NAMES)[number]);
      const far = from.map((x, d) => (x + space.lower[d] > 0 ? space.lower[d] : space.upper[d]));
      const goals = space.isFree(far) ? [far, to] : [to];
      const { verdict, waypoints, planned } = solve(space, {
        planner,
        from,
        goals,
        random: new Random(1),
        maxIterations: 1,
        timeLimit_ms: Infinity,
      });
      const what = `cell ${near.seed}, ${near.seats.join(' and ')}`;
      expect(verdict, what).toBe(name === 'sbl' ? 'no collision found' : 'free');
      expect(waypoints?.length, what).toBe(2);
      const isNear = new StaticChecker(near.cell).within(DEFAULT_DELTA, from).length > 0;
      expect(
        planned.near.some(({ end }) => end === 'start'),
        what,
      ).toBe(isNear);
      if (name !== 'sbl') expect(isProven(near, waypoints!), what).toBe(true);
    }
  });

  it('are not found by a planner for which too close is blocked', () => {
    const found = motions.filter(({ near, space, from, to }) => {
      const planner = new Sbl(space, { checker: hastyChecker(near) });
      const request = { from, goals: [to], random: new Random(1), maxIterations: 5 };
      // The ladder that a planner falls back to, too.
      const { prover } = space;
      Object.assign(space, { prover: hastyChecker(near) });
      const { verdict } = planner.plan(request);
      Object.assign(space, { prover });
      return verdict === 'free';
    });
    expect(found.length).toBeLessThanOrEqual(motions.length - 5);
  });

  it('have certificates that pass the verifier', () => {
    for (const { near, space, from, to } of motions.slice(4, 6)) {
      const planner = createPlanner(space, 'rrt-connect');
      const { certificate, path } = solve(space, {
        ...{ planner, from, goals: [to], random: new Random(1) },
        certificate: true,
      });
      const verifier = new Verifier(near.cell.description);
      expect(verifier.verify(certificate!, { path: path! }).verified).toBe(true);
    }
  });
});

describe('around a post, with an arm that is nearly in contact wherever it stands', () => {
  const { cell, from, to } = foldingArm();

  it.each(PLANNER_NAMES.filter((name) => name !== 'sbl'))('%s finds a way, seed 1', (name) => {
    expect(isProven({ cell }, [from, to])).toBe(false);
    const space = new PlanningSpace(cell);
    const { verdict, waypoints, smoothed } = solve(space, {
      planner: createPlanner(space, name),
      from,
      goals: [to],
      random: new Random(1),
      maxIterations: 300,
      timeLimit_ms: Infinity,
      smooth: { iterations: 10 },
    });
    expect(verdict).toBe('free');
    expect(waypoints!.length).toBeGreaterThan(2);
    expect(smoothed!.length).toBeLessThanOrEqual(smoothed!.before);
    expect(isProven({ cell }, waypoints!)).toBe(true);
  });

  it('smoothing takes shortcuts there, and a random walk steps', () => {
    const space = new PlanningSpace(cell);
    const random = new Random(1);
    const way = [0.2, 0.4, 0.1, 0.35].map((turn, i) => Float64Array.from([0.02 * i, turn]));
    const smoothed = smoothPath(space, way, { random, iterations: 20 });
    expect(smoothed.taken).toBeGreaterThan(0);
    expect(isProven({ cell }, smoothed.waypoints)).toBe(true);
    const walk = randomWalk(space, { from: way[0], done: () => false, random, maxSegments: 30 });
    expect(walk.taken).toBeGreaterThan(10);
    expect(isProven({ cell }, walk.waypoints)).toBe(true);
  });
});

describe('ends of a plan', () => {
  it('that are nearly in contact are named, with the pair and its proven distance', () => {
    const { cell, plays } = nearCell(7);
    const space = new PlanningSpace(cell);
    const q = new Float64Array(space.size).fill(0.3);
    const near = lookAtEnds(space, q, [q]);
    expect(near.map(({ end }) => end)).toEqual(['start', 'goal']);
    const oracle = new StaticChecker(cell).within(1e-4, q);
    for (const { findings } of near) {
      expect(findings.map(({ pair }) => pair)).toEqual(oracle.map(({ pair }) => pair));
      findings.forEach(({ lower, distance }, i) => {
        expect(lower).toBeGreaterThan(0);
        expect(lower).toBeLessThanOrEqual(distance);
        expect(distance).toBe(oracle[i].distance);
      });
      // As it was built: the play of the tightest joint, to rounding.
      expect(Math.abs(findings[0].lower - Math.min(...plays))).toBeLessThan(1e-12);
    }
    const [note] = nearNotes(cell, near);
    expect(note.message).toMatch(
      /^at the start "link1" and "link2" are nearly in contact: proven to be 0\.0121\d* mm apart, and no more than 0\.0121\d* mm; so is 1 more pair$/,
    );
  });

  const cell = (clearance: number) =>
    cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
clearance: {default: ${clearance}}
`,
      { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
    );
  const messageOf = (clearance: number, goal: readonly number[]) => {
    const space = new PlanningSpace(cell(clearance));
    try {
      lookAtEnds(space, Float64Array.from([-1, 0.2]), [Float64Array.from(goal)]);
    } catch (error) {
      if (error instanceof InputError) return error.fault.message;
      throw error;
    }
    return 'free';
  };

  it('that collide or are too close are refused, with the pair and its distance', () => {
    expect(messageOf(0, [0, 0])).toBe(
      'at the goal "link2" and "wall" collide: the distance is 0 mm',
    );
    expect(messageOf(0.2, [0.6, 0])).toMatch(
      /^at the goal "link2" and "wall" are too close: \d+\.?\d* mm apart; needed are a clearance of 200 mm$/,
    );
    expect(messageOf(0, [0.6, 0])).toBe('free');
  });

  it('with nothing near are not mentioned', () => {
    const space = new PlanningSpace(cell(0));
    const q = Float64Array.from([-1, 0.2]);
    expect(lookAtEnds(space, q, [q])).toEqual([]);
  });
});
