/** Planners: every path that one returns is proven again, by others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import {
  makeCertificate,
  parseCertificate,
  Verifier,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, type Path } from '../../src/motion/index.ts';
import {
  Bls,
  type Planner,
  PlanningSpace,
  Prm,
  RrtConnect,
  Sbl,
  smoothPath,
} from '../../src/plan/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const PLANNERS: Readonly<
  Record<string, (space: PlanningSpace, sampling?: { resolution: number }) => Planner>
> = {
  'rrt-connect': (space, sampling) => new RrtConnect(space, { ...sampling }),
  'rrt-connect, clearance': (space, sampling) =>
    new RrtConnect(space, { mode: sampling ? 'fixed' : 'clearance' }),
  'rrt-connect, dynamic domain': (space, sampling) =>
    new RrtConnect(space, { dynamicDomain: true, ...sampling }),
  'a-sbl': (space, sampling) => new Sbl(space, { ...sampling }),
  bls: (space, sampling) => new Bls(space, { ...sampling }),
  prm: (space, sampling) => new Prm(space, { ...sampling }),
  'lazy-prm': (space, sampling) => new Prm(space, { lazy: true, ...sampling }),
};
const NAMES = Object.keys(PLANNERS);

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));

function embedded(name: string): Cell {
  const file = join(CELLS, name, 'cell.yaml');
  const files = (path: string) => readFileSync(path);
  return buildCell(readCell(readFileSync(file), { file, resolver: { files }, visuals: false }));
}

/** Proven by a fresh checker, to a verifier if there is one, and free at many samples. */
function expectFree(cell: Cell, waypoints: readonly Float64Array[], verifier?: Verifier): void {
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

function freeSample(space: PlanningSpace, random: Random): Float64Array {
  const q = new Float64Array(space.size);
  do space.sampleInto(random, q);
  while (!space.isFree(q));
  return q;
}

describe.each(['two-arms', 'cage'])('%s', (name) => {
  it.each(['rrt-connect', 'rrt-connect, clearance', 'a-sbl'])(
    '%s: paths between random free configurations are free, also when smoothed',
    (kind) => {
      const cell = embedded(name);
      const space = new PlanningSpace(cell);
      const planner = PLANNERS[kind](space);
      const verifier = new Verifier(cell.description);
      let found = 0;
      for (let seed = 1; seed <= 3; seed++) {
        const random = new Random(seed);
        const [from, to] = [freeSample(space, random), freeSample(space, random)];
        const result = planner.plan({
          from,
          goals: [to],
          random,
          maxIterations: 400,
          timeLimit_ms: 1e9,
        });
        if (!result.waypoints) continue;
        found++;
        expect(result).toMatchObject({ verdict: 'free', goal: 0 });
        expect(result.waypoints[0]).toEqual(from);
        expect(result.waypoints.at(-1)).toEqual(to);
        expectFree(cell, result.waypoints);
        for (const variant of ['window', 'midpoints'] as const) {
          const smoothed = smoothPath(space, result.waypoints, { random, variant, iterations: 40 });
          expect(smoothed.length).toBeLessThanOrEqual(smoothed.before);
          expect(smoothed.waypoints[0]).toEqual(from);
          expect(smoothed.waypoints.at(-1)).toEqual(to);
          expectFree(cell, smoothed.waypoints, variant === 'window' ? verifier : undefined);
        }
      }
      console.log(`${name}, ${kind}: ${found} of 3 found`);
      expect(found).toBe(3);
    },
    120_000,
  );
});

describe.each(NAMES)('an arm and a wall, %s', (kind) => {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const space = new PlanningSpace(cell);
  const from = Float64Array.from([-1, 0.2]);
  const to = Float64Array.from([1, -0.2]);

  it('same seed, same path; other goals are as good', () => {
    const plan = (goals: Float64Array[]) =>
      PLANNERS[kind](space).plan({ from, goals, random: new Random(3), maxIterations: 2000 });
    const [a, b] = [plan([to]), plan([to])];
    expect(a.verdict).toBe('free');
    expect(a.waypoints).toEqual(b.waypoints);
    expectFree(cell, a.waypoints!);
    const near = from.map((x) => x + 0.01);
    expect(plan([to, near]).goal).toBeGreaterThanOrEqual(0);
  });

  it('tells of edges before they are checked, and finds the same path', () => {
    const plan = (watch: object) =>
      PLANNERS[kind](space).plan({
        from,
        goals: [to],
        random: new Random(3),
        maxIterations: 2000,
        ...watch,
      });
    const key = (p: Float64Array, q: Float64Array) => [p.join(), q.join()].sort().join(' ');
    const open = new Set<string>();
    let taken = 0;
    let checked = 0;
    const watched = plan({
      onEdge: () => checked++,
      onCandidate: (p: Float64Array, q: Float64Array, isTaken: boolean) => {
        if (isTaken) {
          taken++;
          open.add(key(p, q));
        } else expect(open.delete(key(p, q))).toBe(true);
      },
    });
    expect(watched.waypoints).toEqual(plan({}).waypoints);
    expect(checked).toBe(watched.stats.freeEdges);
    // RRT-Connect checks every edge as it grows.
    expect(taken > 0).toBe(!kind.startsWith('rrt'));
  });

  it('stays where it is if that is a goal', () => {
    const result = PLANNERS[kind](space).plan({
      from,
      goals: [to, from.slice()],
      random: new Random(1),
      maxIterations: 10,
    });
    expect(result).toMatchObject({ verdict: 'free', goal: 1, length: 0 });
    expect(result.waypoints).toEqual([from, from]);
  });

  it('refuses what is blocked, out of limits or no configuration, with reasons', () => {
    const plan = (goal: Float64Array) => () =>
      PLANNERS[kind](space).plan({ from, goals: [goal], random: new Random(1) });
    expect(plan(Float64Array.from([0, 0]))).toThrow(/at the goal "link\d" and "wall" collide/);
    expect(plan(Float64Array.from([9, 0]))).toThrow(/beyond its limits/);
    expect(plan(Float64Array.from([0]))).toThrow(/2 finite numbers/);
    expect(() => PLANNERS[kind](space).plan({ from, goals: [], random: new Random(1) })).toThrow(
      /at least one goal/,
    );
  });

  it('gives up at its limits, and when told', () => {
    const request = { from, goals: [to], random: new Random(1) };
    expect(PLANNERS[kind](space).plan({ ...request, maxIterations: 0 }).verdict).toBe(
      'no path found',
    );
    const signal = { aborted: true };
    expect(PLANNERS[kind](space).plan({ ...request, signal }).verdict).toBe('no path found');
  });

  it('that only samples proves nothing', () => {
    const planner = PLANNERS[kind](space, { resolution: 0.05 });
    const result = planner.plan({ from, goals: [to], random: new Random(2), maxIterations: 2000 });
    expect(result).toMatchObject({ verdict: 'no collision found' });
  });
});
