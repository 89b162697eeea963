import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTree, type Tree, VOLUME_KINDS } from '../../../src/bvh/index.ts';
import { bumpyBall, knot } from '../../../src/geometry/index.ts';
import {
  composePosesInto,
  InputError,
  invertPoseInto,
  Random,
  transformPointInto,
} from '../../../src/math/index.ts';
import {
  apartBy,
  collide,
  distance,
  greedyDistance,
  ProximityWorkspace,
  tolerance,
} from '../../../src/proximity/index.ts';
import { PUT_OFF } from '../../../src/proximity/mesh/workspace.ts';
import { randomPose } from '../../helpers/oracles/poses.ts';

const RUNS = { seed: 11, numRuns: 60 };
const knotMesh = knot(0.6, 0.1, 60, 6);
const ballMesh = bumpyBall(0.5, 0.25, 9, new Random(3));
const seeds = fc.integer({ min: 1, max: 1e9 });

describe.each(VOLUME_KINDS)('laws of the queries, %s', (volume) => {
  const a = buildTree(knotMesh, { volume });
  const b = buildTree(ballMesh, { volume });
  const ws = new ProximityWorkspace();
  const pose = (seed: number) => randomPose(new Random(seed), 1.3);

  it('symmetry: A against B is B against A', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const bInA = pose(seed);
        const aInB = new Float64Array(12);
        invertPoseInto(bInA, 0, aInB, 0);
        const there = distance(a, b, bInA, ws);
        const upper = there.upper;
        const verdict = there.verdict;
        const back = distance(b, a, aInB, ws);
        expect(back.verdict).toBe(verdict);
        expect(Math.abs(back.upper - upper)).toBeLessThan(1e-13);
      }),
      RUNS,
    );
  });

  it('rigid invariance: moving both bodies changes nothing', () => {
    fc.assert(
      fc.property(seeds, seeds, (s, t) => {
        // B in world and A in world, both moved by the same motion, give the same B in A.
        const bInA = pose(s);
        const motion = randomPose(new Random(t), 5);
        const back = new Float64Array(12);
        invertPoseInto(motion, 0, back, 0);
        const bInWorld = new Float64Array(12);
        composePosesInto(motion, 0, bInA, 0, bInWorld, 0);
        const again = new Float64Array(12);
        composePosesInto(back, 0, bInWorld, 0, again, 0);
        const upper = distance(a, b, bInA, ws).upper;
        expect(Math.abs(distance(a, b, again, ws).upper - upper)).toBeLessThan(1e-13);
      }),
      RUNS,
    );
  });

  it('monotone in mu: what is at least mu apart is at least any smaller mu apart', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 1, noNaN: true }), (seed, f) => {
        const bInA = pose(seed);
        const mu = tolerance(a, b, bInA, 0.3, ws).lower >= 0.3 ? 0.3 : 0;
        if (mu > 0) expect(tolerance(a, b, bInA, f * mu, ws).lower).toBeGreaterThanOrEqual(f * mu);
        const exact = distance(a, b, bInA, ws).upper;
        const asked = 2 * f * exact;
        const answer = tolerance(a, b, bInA, asked, ws);
        if (answer.lower >= asked) expect(asked).toBeLessThanOrEqual(exact);
        if (answer.upper <= asked) expect(asked).toBeGreaterThanOrEqual(exact);
      }),
      RUNS,
    );
  });

  it('a warm start changes the work and not the answer', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const bInA = pose(seed);
        const cold = distance(a, b, bInA, ws);
        const { upper, lower, triangleA, triangleB, nodePairs } = cold;
        const warm = distance(a, b, bInA, ws, { startA: triangleA, startB: triangleB });
        expect(warm.upper).toBe(upper);
        expect(warm.lower).toBe(lower);
        if (upper > 0) expect(warm.nodePairs).toBeLessThanOrEqual(nodePairs);
        const bad = distance(a, b, bInA, ws, { startA: 0, startB: 0 });
        expect(bad.upper).toBe(upper);
      }),
      RUNS,
    );
  });

  it('a cutoff changes the work, and the answer only beyond it', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const bInA = pose(seed);
        const { upper, lower, nodePairs } = distance(a, b, bInA, ws);
        if (upper === 0) return;
        const near = distance(a, b, bInA, ws, { cutoff: 1.5 * upper });
        expect([near.upper, near.lower]).toEqual([upper, lower]);
        expect(near.nodePairs).toBeLessThanOrEqual(nodePairs);
        const far = distance(a, b, bInA, ws, { cutoff: 0.5 * upper });
        expect([far.upper, far.triangleA]).toEqual([Number.POSITIVE_INFINITY, -1]);
        expect(far.lower).toBeGreaterThan(0.5 * upper * (1 - 1e-12));
        expect(far.lower).toBeLessThanOrEqual(upper);
      }),
      RUNS,
    );
  });

  it('points lie on the triangles named and are as far apart as said', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const bInA = pose(seed);
        const r = distance(a, b, bInA, ws);
        const [px, py, pz, qx, qy, qz] = r.points;
        expect(Math.hypot(px - qx, py - qy, pz - qz)).toBeCloseTo(r.upper, 12);
        expect(offTriangle(a, r.triangleA, [px, py, pz])).toBeLessThan(1e-12);
        const aInB = new Float64Array(12);
        invertPoseInto(bInA, 0, aInB, 0);
        const m = aInB;
        const local: Point = [
          m[0] * qx + m[1] * qy + m[2] * qz + m[9],
          m[3] * qx + m[4] * qy + m[5] * qz + m[10],
          m[6] * qx + m[7] * qy + m[8] * qz + m[11],
        ];
        expect(offTriangle(b, r.triangleB, local)).toBeLessThan(1e-12);
      }),
      RUNS,
    );
  });

  it('interleaved queries do not disturb each other, and the order does not matter', () => {
    const random = new Random(5);
    const poses = Array.from({ length: 20 }, () => randomPose(random, 1.2));
    const one = new ProximityWorkspace();
    const alone = poses.map((p) => distance(a, b, p, one).upper);
    const two = new ProximityWorkspace();
    poses.forEach((p, i) => {
      const kept = distance(a, b, p, one);
      greedyDistance(b, a, poses[(i + 7) % 20], 0, two);
      collide(a, a, poses[(i + 3) % 20], two);
      expect(kept.upper).toBe(alone[i]);
    });
    for (let i = 19; i >= 0; i--) expect(distance(a, b, poses[i], two).upper).toBe(alone[i]);
  });

  it('a rotation that is not quite one costs tightness, never soundness', () => {
    const random = new Random(9);
    for (let k = 0; k < 30; k++) {
      const exact = randomPose(random, 1.3);
      const sloppy = exact.map((x, i) => (i < 9 ? x * (1 + random.between(-1e-7, 1e-7)) : x));
      // The image of B under the sloppy map, which is what is asked about.
      const truth = distance(a, b, sloppy, ws).upper;
      expect(distance(a, b, sloppy, ws).lower).toBeLessThanOrEqual(truth);
      expect(greedyDistance(a, b, sloppy, 0, ws).lower).toBeLessThanOrEqual(truth);
      if (truth > 0.01) expect(distance(a, b, sloppy, ws).lower).toBeGreaterThan(truth - 1e-4);
    }
  });
});

describe('triangles that are not measured before nothing else is open', () => {
  const ws = new ProximityWorkspace();

  it('are measured in the end, also those for which there was no room', () => {
    // Two grids of needles that stand on edge, seen askew: no plane of theirs and hardly a box shows them apart.
    const tilt = randomPose(new Random(4), 0);
    const grid = (across: number, height: number) =>
      Array.from({ length: 40 }, (_, k) => {
        const at = 0.05 * k - 1;
        const corner = (x: number, z: number) => (across === 0 ? [x, at, z] : [at, x, z]);
        return [...corner(-1, 0), ...corner(1, 0), ...corner(0, height)];
      }).flat();
    const gap = 1e-3;
    const made = [grid(0, -0.01), grid(1, 0.01)].map((points, k) => {
      const positions = Float64Array.from(points, (x, i) => (i % 3 === 2 ? x + k * gap : x));
      for (let o = 0; o < positions.length; o += 3) {
        transformPointInto(tilt, 0, positions, o, positions, o);
      }
      return buildTree({ positions, indices: Uint32Array.from({ length: 120 }, (_, i) => i) });
    });
    const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    expect(apartBy(made[0], made[1], identity, 0.999 * gap, ws).lower).toBeGreaterThan(0.998 * gap);
    expect(ws.putOffCount).toBe(PUT_OFF);
    expect(ws.result.trianglePairs).toBeGreaterThan(2 * PUT_OFF);
    const near = apartBy(made[0], made[1], identity, 1.001 * gap, ws);
    expect([near.lower, near.verdict]).toEqual([0, 'unresolved']);
    expect(near.upper).toBeCloseTo(gap, 12);
  });

  it('where triangles intersect that is found at the cost of testing for it alone (seed 18)', () => {
    const [p, q] = [buildTree(knotMesh), buildTree(ballMesh)];
    let waiting = 0;
    for (let seed = 0; seed < 60; seed++) {
      const pose = randomPose(new Random(seed), 0.6);
      const alone = collide(p, q, pose, ws);
      if (alone.verdict !== 'colliding') continue;
      const { nodePairs, trianglePairs } = alone;
      const both = apartBy(p, q, pose, 1e-9, ws);
      expect(both.verdict).toBe('colliding');
      expect([both.nodePairs, both.trianglePairs]).toEqual([nodePairs, trianglePairs]);
      waiting += ws.putOffCount;
    }
    expect(waiting).toBeGreaterThan(100);
  });
});

describe('bad questions', () => {
  const tree = buildTree(knotMesh);
  const ws = new ProximityWorkspace();
  const pose = randomPose(new Random(1), 1);

  it('are refused with what was expected', () => {
    expect(() => tolerance(tree, tree, pose, -1, ws)).toThrow(/mu must be/);
    expect(() => tolerance(tree, tree, pose, Number.NaN, ws)).toThrow(InputError);
    expect(() => greedyDistance(tree, tree, pose, Number.POSITIVE_INFINITY, ws)).toThrow(/delta/);
    expect(() => collide(tree, tree, pose, ws, { maxContacts: 0 })).toThrow(/maxContacts/);
    expect(() => distance(tree, tree, pose, ws, { startA: 0 })).toThrow(/startA, startB/);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 1e200]) {
      for (const at of [0, 4, 9]) {
        const broken = pose.slice();
        broken[at] = bad;
        expect(() => distance(tree, tree, broken, ws), `${bad} at ${at}`).toThrow(/placement/);
      }
    }
    const rss = buildTree(knotMesh, { volume: 'rss' });
    expect(() => distance(tree, rss, pose, ws)).toThrow(/same volumes/);
  });
});

type Point = [number, number, number];

/** How far a point is from a triangle's plane and from its inside, roughly. */
function offTriangle(tree: Tree, triangle: number, p: Point): number {
  const v = tree.vertices.subarray(9 * triangle, 9 * triangle + 9);
  const at = (i: number): Point => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
  const sub = (x: Point, y: Point): Point => [x[0] - y[0], x[1] - y[1], x[2] - y[2]];
  const cross = (x: Point, y: Point): Point => [
    x[1] * y[2] - x[2] * y[1],
    x[2] * y[0] - x[0] * y[2],
    x[0] * y[1] - x[1] * y[0],
  ];
  const dot = (x: Point, y: Point) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  const n = cross(sub(at(1), at(0)), sub(at(2), at(0)));
  const length = Math.hypot(...n);
  let worst = Math.abs(dot(n, sub(p, at(0)))) / length;
  for (let i = 0; i < 3; i++) {
    const edge = sub(at((i + 1) % 3), at(i));
    const inward = dot(cross(edge, sub(p, at(i))), n) / length / Math.hypot(...edge);
    worst = Math.max(worst, -inward);
  }
  return worst;
}
