/** One suite for all algorithms on closest features: brute force judges every claim. */
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../../src/bvh/index.ts';
import { buildMesh } from '../../../src/geometry/index.ts';
import { poseFromQuaternion } from '../../../src/math/index.ts';
import { Random } from '../../../src/math/random.ts';
import { APART, COLLIDING, UNRESOLVED } from '../../../src/proximity/convex/workspace.ts';
import {
  FEATURE_ALGORITHMS,
  type FeatureAlgorithmName,
} from '../../../src/proximity/features/algorithms.ts';
import { FeatureWorkspace, type TrackedPair } from '../../../src/proximity/features/tracked.ts';
import { distance } from '../../../src/proximity/mesh/queries.ts';
import { ProximityWorkspace } from '../../../src/proximity/mesh/workspace.ts';
import { randomPoints, randomPose } from '../../helpers/proximity/convex/oracle.ts';
import {
  type Body,
  bodyOf,
  boxPoints,
  judged,
  trackedPair,
  truthOf,
} from '../../helpers/proximity/features/judge.ts';
import { spherePoints } from '../../helpers/proximity/features/spheres.ts';

const NAMES = Object.keys(FEATURE_ALGORITHMS) as FeatureAlgorithmName[];
/** The witness plane both as asked for the distance, and for whether bodies are disjoint. */
const ASKED = [
  ...NAMES.map((name) => ({ name, needed: Number.POSITIVE_INFINITY })),
  { name: 'plane' as const, needed: 0 },
];

/** One pair for each way to ask, all about the same two bodies. */
function trackedPairs(a: Body, b: Body): TrackedPair[] {
  return ASKED.map(() => trackedPair(a, b));
}

describe('all algorithms', () => {
  const ws = new FeatureWorkspace();

  /** Puts one question to all of them; they agree on the status, which is returned. */
  function ask(a: Body, b: Body, pose: Float64Array, pairs = trackedPairs(a, b)): number {
    const truth = truthOf(a, b, pose);
    const statuses = ASKED.map(({ name, needed }, i) => {
      ws.needed = needed;
      return judged(name, pairs[i], [a, b], pose, ws, truth);
    });
    // Closer than rounding, one may prove what another leaves open.
    if (truth.distance > 1e-12 * truth.size || truth.gap < -1e-10 * truth.size) {
      expect(new Set(statuses).size).toBe(1);
    }
    return statuses[0];
  }

  it.each([1e-6, 1, 1e6])(
    'random polytopes at scale %d, one pair over many placements (seed 31)',
    (scale) => {
      const random = new Random(31);
      const seen = [0, 0, 0];
      for (let run = 0; run < 12; run++) {
        const a = bodyOf(randomPoints(random, 4 + random.below(14), scale));
        const b = bodyOf(randomPoints(random, 4 + random.below(14), scale));
        const pairs = trackedPairs(a, b);
        for (let k = 0; k < 4; k++) {
          const pose = randomPose(random, scale * random.between(0, 3));
          seen[ask(a, b, pose, pairs)]++;
        }
      }
      expect(seen[APART]).toBeGreaterThan(10);
      expect(seen[COLLIDING]).toBeGreaterThan(10);
      expect(seen[UNRESOLVED]).toBe(0);
    },
  );

  it('boxes: faces, edges and corners opposite each other, touching, overlapping, nested', () => {
    const a = bodyOf(boxPoints(1, 1, 1));
    const b = bodyOf(boxPoints(0.5, 0.25, 0.75));
    const seen: Record<string, number> = {};
    for (const x of [0, 0.25, 1.5, 1.75, -1.5]) {
      for (const y of [0, 0.5, 1.25, 2]) {
        for (const z of [0, -1, 1.75, 3]) {
          const status = ask(a, b, poseFromQuaternion(0, 0, 0, 1, x, y, z));
          const apart = Math.max(Math.abs(x) - 1.5, Math.abs(y) - 1.25, Math.abs(z) - 1.75);
          expect(status).toBe(apart > 0 ? APART : apart < 0 ? COLLIDING : UNRESOLVED);
          seen[status] = (seen[status] ?? 0) + 1;
        }
      }
    }
    expect(Object.keys(seen).length).toBe(3);
  });

  it('boxes turned by 45 degrees: edge to edge, edge to face, corner to face, crossed edges', () => {
    const a = bodyOf(boxPoints(1, 1, 1));
    const h = Math.sin(Math.PI / 8);
    const c = Math.cos(Math.PI / 8);
    const turns = [
      [h, 0, 0, c],
      [0, h, 0, c],
      [0, 0, h, c],
      [0.5, 0.5, 0.5, 0.5],
      [h * c, h * c, h * h, c * c],
    ];
    for (const [x, y, z, w] of turns) {
      const length = Math.hypot(x, y, z, w);
      for (const shift of [2.2, Math.SQRT2 + 1 + 1e-6, 2.5, 3]) {
        for (const d of [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
          [1, 1, 0],
          [1, 1, 1],
          [1, 0.5, 0.25],
        ]) {
          const [i, j, k, l] = [x, y, z, w].map((q) => q / length);
          ask(a, a, poseFromQuaternion(i, j, k, l, shift * d[0], shift * d[1], shift * d[2]));
        }
      }
    }
  });

  it('needles and sheets (seed 32)', () => {
    const random = new Random(32);
    for (let run = 0; run < 16; run++) {
      const thin = (points: Float64Array, by: number, axis: number) =>
        bodyOf(points.map((x, i) => (i % 3 === axis ? by * x : x)));
      const sheet = thin(randomPoints(random, 12), 1e-7, 2);
      const needle = bodyOf(randomPoints(random, 12).map((x, i) => (i % 3 === 0 ? x : 1e-5 * x)));
      const round = bodyOf(randomPoints(random, 12));
      for (const [a, b] of [
        [sheet, needle],
        [needle, round],
        [sheet, round],
        [sheet, sheet],
        [needle, needle],
      ]) {
        ask(a, b, randomPose(random, random.between(0.3, 2)));
      }
    }
  });

  it('planar polygons, segments and points (seed 33)', () => {
    const random = new Random(33);
    const flat = bodyOf(randomPoints(random, 9).map((x, i) => (i % 3 === 2 ? 0 : x)));
    const segment = bodyOf([-1, 0.5, 0.25, 1, 0.5, 0.25]);
    const point = bodyOf([0.3, 0.2, 0.1]);
    const solid = bodyOf(randomPoints(random, 12));
    expect([flat, segment, point].map(({ polyhedron }) => polyhedron.dimension)).toEqual([2, 1, 0]);
    const all = [flat, segment, point, solid];
    for (const a of all) {
      for (const b of all) {
        for (let run = 0; run < 6; run++) {
          // Far enough to be apart: brute force does not see what pierces a polygon.
          ask(a, b, randomPose(random, random.between(2.2, 4)));
        }
      }
    }
    expect(ask(flat, flat, poseFromQuaternion(0, 0, 0, 1, 0, 0, 0.5))).toBe(APART);
    expect(ask(point, point, poseFromQuaternion(0, 0, 0, 1, 0, 0, 0))).toBe(UNRESOLVED);
    expect(ask(point, segment, poseFromQuaternion(0, 0, 0, 1, 0, 0, 0))).toBe(APART);
    // Two crossed polygons share points, and so do a segment and a solid around its middle.
    const crossed = poseFromQuaternion(Math.SQRT1_2, 0, 0, Math.SQRT1_2, 0, 0, 0);
    const through = poseFromQuaternion(0, 0, 0, 1, 0, -0.5, -0.25);
    for (const name of NAMES) {
      for (const [a, b, pose] of [
        [flat, flat, crossed],
        [solid, segment, through],
      ] as const) {
        expect(FEATURE_ALGORITHMS[name](trackedPair(a, b), pose, 0, ws)).not.toBe(APART);
        expect(ws.result.lower).toBeLessThanOrEqual(0);
      }
    }
  });

  it('tiny against huge, and far from the origin (seed 34)', () => {
    const random = new Random(34);
    for (let run = 0; run < 10; run++) {
      const points = randomPoints(random, 12);
      const tiny = bodyOf(randomPoints(random, 12, 1e-6));
      const huge = bodyOf(randomPoints(random, 12, 1e3));
      ask(bodyOf(points), tiny, randomPose(random, random.between(0.5, 1.2)));
      ask(huge, bodyOf(points), randomPose(random, random.between(400, 1100)));
      ask(tiny, huge, randomPose(random, random.between(400, 1100)));
      // Coordinates of 1e6 in the body, or in the pose, or in both.
      const far = bodyOf(randomPoints(random, 12).map((x) => x + 1e6));
      const pose = randomPose(random, 0);
      const shift = [0, 3, 6].map((r) => -1e6 * (pose[r] + pose[r + 1] + pose[r + 2]));
      pose.set(
        shift.map((x) => x + random.between(-1.5, 1.5)),
        9,
      );
      ask(bodyOf(points), far, pose);
      ask(far, far, poseFromQuaternion(0, 0, 0, 1, random.between(-3, 3), 0.1, 0.2));
      ask(bodyOf(points), bodyOf(points), randomPose(random, 1e6));
    }
  });

  it('touching: contact of every kind is never called apart by more than nothing (seed 35)', () => {
    const random = new Random(35);
    const a = bodyOf(boxPoints(1, 1, 1));
    for (let run = 0; run < 12; run++) {
      const b = bodyOf(randomPoints(random, 10));
      // Down along x until brute force says that the gap is none.
      const pose = randomPose(random, 0);
      let [low, high] = [0, 4];
      for (let k = 0; k < 60; k++) {
        pose[9] = 0.5 * (low + high);
        if (truthOf(a, b, pose).gap > 0) high = pose[9];
        else low = pose[9];
      }
      for (const off of [-1e-9, -1e-14, 0, 1e-14, 1e-9]) {
        pose[9] = high + off;
        ask(a, b, pose);
      }
    }
  });

  it('coherence: along motions (seed 36)', () => {
    const random = new Random(36);
    for (let run = 0; run < 6; run++) {
      const a = bodyOf(randomPoints(random, 24));
      const b = bodyOf(run % 2 === 0 ? boxPoints(0.4, 0.5, 0.3) : randomPoints(random, 30));
      const pairs = trackedPairs(a, b);
      const from = randomPose(random, 0);
      for (let k = 0; k < 30; k++) {
        const t = k / 30;
        const turn = poseFromQuaternion(Math.sin(t), 0, 0, Math.cos(t));
        const pose = from.slice();
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            pose[3 * i + j] = 0;
            for (let m = 0; m < 3; m++) pose[3 * i + j] += from[3 * i + m] * turn[3 * m + j];
          }
        }
        pose.set([2.4 * Math.cos(3 * t), 1.1 * Math.sin(2 * t), 0.3 - t], 9);
        ask(a, b, pose, pairs);
      }
    }
  });

  it('large polytopes, as the mesh kernel has them (seed 37)', () => {
    const random = new Random(37);
    const mesh = new ProximityWorkspace();
    const treeOf = ({ hull }: Body) => buildTree(buildMesh(hull), { volume: 'box' });
    const bodies = [
      bodyOf(spherePoints(4)),
      bodyOf(randomPoints(random, 300)),
      bodyOf(randomPoints(random, 60).map((x, i) => (i % 3 === 1 ? 4 * x : x))),
    ];
    const trees = bodies.map(treeOf);
    let apart = 0;
    for (let run = 0; run < 30; run++) {
      const [i, j] = [random.below(3), random.below(3)];
      const pose = randomPose(random, random.between(0.5, 5));
      const truth = distance(trees[i], trees[j], pose, mesh);
      ASKED.forEach(({ name, needed }) => {
        ws.needed = needed;
        const pair = trackedPair(bodies[i], bodies[j]);
        const status = FEATURE_ALGORITHMS[name](pair, pose, 0, ws);
        // The kernel has surfaces: what is inside of the other is not apart for it either way.
        if (truth.verdict === 'colliding') expect(status, name).toBe(COLLIDING);
        if (status !== APART) return;
        apart++;
        expect(ws.result.lower, name).toBeLessThanOrEqual(truth.upper + 1e-13);
        expect(ws.result.upper, name).toBeGreaterThanOrEqual(truth.lower);
        if (ws.result.steps > 0) expect(truth.upper - ws.result.lower, name).toBeLessThan(1e-9);
      });
    }
    expect(apart).toBeGreaterThan(50);
  });

  it('refuse placements that are not finite', () => {
    const a = bodyOf(boxPoints(1, 1, 1));
    for (const name of NAMES) {
      for (const [i, value] of [
        [0, Number.NaN],
        [9, Number.NaN],
        [11, Number.POSITIVE_INFINITY],
      ]) {
        const pose = poseFromQuaternion(0, 0, 0, 1, 3, 0, 0);
        pose[i] = value;
        expect(() => FEATURE_ALGORITHMS[name](trackedPair(a, a), pose, 0, ws)).toThrow(
          'the placement of the second body is not finite',
        );
      }
    }
  });
});
