/**
 * Edges and plans of a real robot in real scenes, with answers of another library that sampled every
 * 0.0005 rad: what collides must not be free, what keeps its distance must be, and a collision of
 * some length must be shown. Witnesses are confirmed by static checks.
 */
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import {
  type Checker,
  type CheckerOptions,
  checkPath,
  createChecker,
  type Verdict,
  type Witness,
} from '../../src/check/index.ts';
import { configurationFrom } from '../../src/kinematics/index.ts';
import { buildPath, type Segment, StraightSegment } from '../../src/motion/index.ts';
import { sceneCell } from '../helpers/oracles/benchmarkScenes.ts';
import { haveData, readData, readJson } from '../helpers/oracles/data.ts';

interface Edge {
  family: string;
  scene: number;
  i: number;
  kind: string;
  a: number[];
  b: number[];
  length: number;
  collide: boolean;
  minDistance?: number;
  /** First colliding sample; longest stretch, where it was measured. */
  t?: number;
  longest?: number;
}

interface Plan {
  family: string;
  scene: number;
  planner: string;
  seed: number;
  simplified: boolean;
  collide: boolean;
  waypoints: number[][];
  hits?: { segment: number; t: number; stretch: number }[];
}

const EDGES = 'oracle/edges_panda.json';
const PLANS = 'oracle/plans_panda.json';
/** Joint names; the files do not repeat them. */
const JOINTS = [1, 2, 3, 4, 5, 6, 7].map((k) => `panda_joint${k}`);
/** Radians: a colliding stretch of this length must be found. */
const STRETCH = 0.01;
const CLEARLY = 0.002;

class Bench {
  readonly counts = new Map<string, number>();
  private readonly scenes = new Map<string, { cell: Cell; statics: StaticChecker }>();
  private readonly checkers = new Map<string, Checker>();
  private readonly options: CheckerOptions;

  constructor(options: CheckerOptions) {
    this.options = options;
  }

  scene(family: string, scene: number) {
    const key = `${family} ${scene}`;
    let found = this.scenes.get(key);
    if (!found) {
      const cell = sceneCell('panda', family, scene, JOINTS);
      found = { cell, statics: new StaticChecker(cell) };
      this.scenes.set(key, found);
      this.checkers.set(key, createChecker(cell, this.options));
    }
    return { ...found, checker: this.checkers.get(key)! };
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  toString(): string {
    return [...this.counts]
      .sort()
      .map(([what, count]) => `${count} ${what}`)
      .join(', ');
  }
}

function configuration({ tree }: Cell, values: readonly number[]): Float64Array {
  const { q, missing } = configurationFrom(
    tree,
    new Map(JOINTS.map((name, k) => [name, values[k]])),
  );
  expect(missing).toEqual([]);
  return q;
}

/** The witness is on the segment, and the pair collides there, or is as near as it says. */
function confirm(
  where: string,
  cell: Cell,
  statics: StaticChecker,
  segment: Segment,
  verdict: Verdict,
  witness: Witness | null,
): void {
  if (verdict !== 'colliding' && verdict !== 'too-close') return;
  expect(witness, where).not.toBe(null);
  const { t, configuration: q, pair, finding } = witness!;
  const own = new Float64Array(q.length);
  segment.configurationInto(t, own, 0);
  for (let d = 0; d < q.length; d++) expect(q[d], where).toBeCloseTo(own[d], 12);
  expect(
    cell.tested.some((tested) => tested.a === pair.a && tested.b === pair.b),
    where,
  ).toBe(true);
  const near = statics
    .within(finding.distance + 1e-6, q)
    .find((found) => found.pair.a === pair.a && found.pair.b === pair.b);
  expect(near, where).toBeDefined();
  if (verdict !== 'colliding') return;
  expect(near!.colliding, where).toBe(true);
  expect(statics.check(q).colliding, where).toBe(true);
}

/** Longest stretch of colliding samples 0.001 rad apart, as far as it matters. */
function longestStretch(edge: Edge, segment: Segment, statics: StaticChecker): number {
  if (edge.longest !== undefined) return edge.longest;
  const samples = Math.ceil(edge.length / 0.001);
  const q = new Float64Array(segment.from.length);
  let longest = 0;
  let first = -1;
  for (let k = Math.floor(edge.t! * samples); k <= samples && longest <= STRETCH; k++) {
    segment.configurationInto(k / samples, q, 0);
    const hit = statics.firstCollision(q) >= 0 && statics.check(q).colliding;
    if (!hit) first = -1;
    else if (first < 0) first = k;
    else longest = Math.max(longest, ((k - first) * edge.length) / samples);
  }
  return longest;
}

function checkEdges(edges: readonly Edge[], options: CheckerOptions): Bench {
  const bench = new Bench(options);
  let clear = 0;
  let exceptions = 0;
  const wrong: string[] = [];
  for (const edge of edges) {
    const { cell, statics, checker } = bench.scene(edge.family, edge.scene);
    const where = `${edge.family} ${edge.scene}, edge ${edge.i} (${edge.kind})`;
    const segment = new StraightSegment(
      cell.tree,
      configuration(cell, edge.a),
      configuration(cell, edge.b),
    );
    const { verdict, witness } = checker.check({ segment });
    bench.count(`${edge.collide ? 'with' : 'without'} a collision: ${verdict}`);
    confirm(where, cell, statics, segment, verdict, witness);
    if (!edge.collide) {
      if (!(edge.minDistance! > CLEARLY)) continue;
      clear++;
      if (verdict !== 'free') exceptions++;
    } else if (verdict === 'free') {
      wrong.push(`${where}: free, but it collides at t = ${edge.t}`);
    } else if (verdict !== 'colliding' && longestStretch(edge, segment, statics) > STRETCH) {
      wrong.push(`${where}: ${verdict}, but it collides from t = ${edge.t} on`);
    }
  }
  expect(wrong).toEqual([]);
  expect(exceptions).toBeLessThanOrEqual(0.005 * clear);
  bench.counts.set(`of ${clear} that keep ${CLEARLY} m not free`, exceptions);
  return bench;
}

function checkPlans(plans: readonly Plan[], options: CheckerOptions): Bench {
  const bench = new Bench(options);
  const wrong: string[] = [];
  for (const plan of plans) {
    const { cell, statics, checker } = bench.scene(plan.family, plan.scene);
    const where = `${plan.family} ${plan.scene}, ${plan.planner} ${plan.seed}${plan.simplified ? ', simplified' : ''}`;
    const path = buildPath(
      cell.tree,
      plan.waypoints.map((values) => configuration(cell, values)),
    );
    const { verdict, witness } = checkPath(checker, path);
    bench.count(`${plan.collide ? 'with' : 'without'} a collision: ${verdict}`);
    const segment = path.segments[witness?.segment ?? 0];
    confirm(where, cell, statics, segment, verdict, witness);
    if (!plan.collide) continue;
    const longest = Math.max(...plan.hits!.map(({ stretch }) => stretch));
    if (verdict === 'free') wrong.push(`${where}: free, but it collides`);
    else if (verdict !== 'colliding' && longest > STRETCH) wrong.push(`${where}: ${verdict}`);
  }
  expect(wrong).toEqual([]);
  return bench;
}

const METHODS: readonly (readonly [string, CheckerOptions, number])[] = [
  ['the default method', {}, 1],
  ['the adaptive method, every fifth', { method: 'adaptive' }, 5],
];

describe.skipIf(!haveData(EDGES) || !haveData(PLANS))('the oracle of edges and plans', () => {
  it.each(METHODS)('edges: %s', (name, options, every) => {
    const { records } = readJson<{ records: Edge[] }>(EDGES);
    const edges = records.filter((_, i) => i % every === 0);
    const bench = checkEdges(edges, options);
    console.log(`${name}, ${edges.length} edges: ${bench}`);
    expect(edges.filter(({ collide }) => collide).length).toBeGreaterThan(100 / every);
  });

  it.each(METHODS)('plans: %s', (name, options, every) => {
    const { records } = readJson<{ records: Plan[] }>(PLANS);
    const plans = records.filter((_, i) => i % every === 0);
    const bench = checkPlans(plans, options);
    console.log(`${name}, ${plans.length} plans: ${bench}`);
    expect(plans.filter(({ collide }) => collide).length).toBeGreaterThan(20 / every);
  });

  it('names the joints that are assumed here', () => {
    const text = new TextDecoder().decode(readData('mbm/panda/panda.urdf'));
    for (const joint of JOINTS) expect(text).toContain(`name="${joint}"`);
  });
});
