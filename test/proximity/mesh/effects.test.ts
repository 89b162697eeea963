/**
 * What each question is for, in pairs of volumes and of triangles: how much less a bound costs than the distance, and
 * which order finds the distance soonest. Answers are compared with brute force in queries.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { buildTree, type SplitRule, type VolumeKind } from '../../../src/bvh/index.ts';
import { bumpyBall, knot } from '../../../src/geometry/index.ts';
import { withKernel } from '../../../src/kernel/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  approximateDistance,
  collide,
  distance,
  greedyDistance,
  type ProximityResult,
  ProximityWorkspace,
  tolerance,
} from '../../../src/proximity/index.ts';
import { randomPose } from '../../helpers/oracles/poses.ts';

const KNOT = knot(0.6, 0.1, 120, 10);
const BALL = bumpyBall(0.5, 0.25, 12, new Random(3));
const POSES = 15;

/** Sums over placements that are apart. */
interface Counts {
  nodePairs: number;
  trianglePairs: number;
  /** Of the proven bound to the distance. */
  quality: number;
}

/** With kernels, or by TypeScript alone: the counts are the same, and each must earn them. */
function measure(volume: VolumeKind, split: 'sah' | SplitRule = 'sah', fast = true) {
  let counts: (name: string) => Counts = () => ({ nodePairs: 0, trianglePairs: 0, quality: 0 });
  withKernel(fast, () => {
    counts = count(volume, split);
  });
  return counts;
}

function count(volume: VolumeKind, split: 'sah' | SplitRule) {
  const [a, b] = [KNOT, BALL].map((mesh) => buildTree(mesh, { volume, split }));
  const ws = new ProximityWorkspace();
  const random = new Random(7);
  const sums = new Map<string, Counts>();
  for (let found = 0; found < POSES; ) {
    const pose = randomPose(random, 1.6);
    const exact = distance(a, b, pose, ws);
    const { upper: d, triangleA: startA, triangleB: startB } = exact;
    if (!(d > 0.05)) continue;
    found++;
    const add = (name: string, result: ProximityResult) => {
      const sum = sums.get(name) ?? { nodePairs: 0, trianglePairs: 0, quality: 0 };
      sum.nodePairs += result.nodePairs;
      sum.trianglePairs += result.trianglePairs;
      sum.quality += result.lower / d / POSES;
      sums.set(name, sum);
    };
    add('exact', exact);
    add('priority', distance(a, b, pose, ws, { priority: true }));
    add('cached', distance(a, b, pose, ws, { startA, startB }));
    add('error 0.5', approximateDistance(a, b, pose, 0.5, ws));
    add('error 0.9', approximateDistance(a, b, pose, 0.9, ws));
    add('greedy', greedyDistance(a, b, pose, 0, ws));
    add('greedy delta', greedyDistance(a, b, pose, 0.5 * d, ws));
    add('collide', collide(a, b, pose, ws));
    add('at least half', tolerance(a, b, pose, 0.5 * d, ws));
    add('at least twice', tolerance(a, b, pose, 2 * d, ws));
  }
  return (name: string) => sums.get(name)!;
}

describe.each([
  ['box', true],
  ['box', false],
  ['obb', false],
  ['rss', false],
] as const)('pairs of volumes, %s, kernels %s, seed 7', (volume, fast) => {
  const of = measure(volume, 'sah', fast);

  it('[A III-B] GREEDY-DIST costs what COLL-CHECKER does, and its bound is a good part of the distance', () => {
    expect(of('greedy').nodePairs).toBeLessThanOrEqual(1.5 * of('collide').nodePairs);
    expect(5 * of('greedy').nodePairs).toBeLessThan(of('exact').nodePairs);
    // Not the distance, and not whatever bound came first.
    expect(of('greedy').quality).toBeLessThan(0.7);
    expect(of('greedy').quality).toBeGreaterThan(volume === 'rss' ? 0.35 : 0.15);
    // Boxes are bounded one by one only as far as they must be, unless the best bound is asked for.
    if (volume === 'box') expect(of('greedy').quality).toBeGreaterThan(of('collide').quality);
  });

  it('[A III-B] the variant for delta > 0 goes as far as delta needs, and no farther', () => {
    expect(of('greedy delta').nodePairs).toBeGreaterThan(of('greedy').nodePairs);
    expect(5 * of('greedy delta').nodePairs).toBeLessThan(of('exact').nodePairs);
    expect(of('greedy delta').quality).toBeGreaterThan(0.5);
    expect(of('greedy delta').quality).toBeLessThan(0.8);
  });

  it('[A III-A] EXACT-DIST: priority search opens what every search must, depth first not twice that', () => {
    const { nodePairs, trianglePairs } = of('priority');
    expect(of('exact').nodePairs).toBeGreaterThan(nodePairs);
    expect(of('exact').nodePairs).toBeLessThan(1.6 * nodePairs);
    expect(of('exact').trianglePairs).toBeLessThan(2.2 * trianglePairs);
    // Leaves are projected first: most of their pairs of triangles are never measured.
    expect(6 * of('exact').trianglePairs).toBeLessThan(of('exact').nodePairs);
  });

  it('[A III-A] triangle caching: from the nearest triangles on only what must be opened is', () => {
    expect(of('cached').nodePairs).toBe(of('priority').nodePairs);
    expect(of('cached').trianglePairs).toBeLessThan(of('priority').trianglePairs);
  });

  it('[A III-A] APPROX-DIST: a relative error of a half costs a quarter, of 0.9 less again', () => {
    expect(4 * of('error 0.5').nodePairs).toBeLessThan(of('exact').nodePairs);
    expect(1.4 * of('error 0.9').nodePairs).toBeLessThan(of('error 0.5').nodePairs);
    expect(of('error 0.5').quality).toBeGreaterThan(0.5);
    expect(of('error 0.5').quality).toBeLessThan(0.9);
  });

  it('[E] a query stops as soon as the threshold is shown to be kept, or not', () => {
    for (const name of ['at least half', 'at least twice']) {
      expect(5 * of(name).nodePairs, name).toBeLessThan(of('exact').nodePairs);
    }
    expect(of('at least half').quality).toBeLessThan(0.8);
    // The first triangles that are found within it end it.
    expect(of('at least twice').trianglePairs).toBeLessThan(2 * POSES);
  });
});

describe('split rules', () => {
  it('the surface-area heuristic saves a third against halves in the order of the file', () => {
    const halves = measure('box', (_, start, end) => (start + end) >> 1);
    const sah = measure('box');
    for (const name of ['exact', 'priority', 'collide']) {
      expect(1.3 * sah(name).nodePairs, name).toBeLessThan(halves(name).nodePairs);
    }
  });
});
