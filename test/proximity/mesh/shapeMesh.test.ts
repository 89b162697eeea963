/** Primitives against meshes: brute force over all triangles, and other primitives as meshes. */
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../../src/bvh/index.ts';
import { hullShape, knot, type Shape, torus, triangulate } from '../../../src/geometry/index.ts';
import { Random } from '../../../src/math/index.ts';
import { DISTANCE_UPPER, GAP_LOWER } from '../../../src/proximity/convex/workspace.ts';
import {
  convexWorkspace,
  distance,
  ProximityWorkspace,
  ShapeMeshWorkspace,
  searchShape,
  shapeTriangleDistanceInto,
} from '../../../src/proximity/index.ts';
import { randomPose } from '../../helpers/oracles/poses.ts';

const shapes: Record<string, Shape> = {
  box: { kind: 'box', half: [0.3, 0.2, 0.5] },
  sphere: { kind: 'sphere', radius: 0.35 },
  cylinder: { kind: 'cylinder', radius: 0.2, length: 0.8 },
  capsule: { kind: 'capsule', radius: 0.15, length: 0.6 },
  cone: { kind: 'cone', radius: 0.3, length: 0.7 },
  ellipsoid: { kind: 'ellipsoid', radii: [0.2, 0.3, 0.5] },
  'half-space': { kind: 'half-space', normal: [0, 0, 1], offset: -0.4 },
  hull: hullShape(torus(0.3, 0.1, 10, 6).positions),
};
const body = knot(0.5, 0.08, 40, 6);
const tree = buildTree(body);
const EXACT = {
  threshold: Number.POSITIVE_INFINITY,
  relativeError: 0,
  cutoff: Number.POSITIVE_INFINITY,
  wantBound: true,
  anyBound: true,
  meetFirst: false,
  maxContacts: 1,
  priority: false,
  startA: -1,
  startB: -1,
};

describe.each(Object.entries(shapes))('%s against a mesh', (_, shape) => {
  const ws = new ShapeMeshWorkspace();
  const random = new Random(8);
  const poses = Array.from({ length: 30 }, () => randomPose(random, 1.1));

  /** Every triangle by itself, no tree. */
  function bruteForce(pose: Float64Array): { lower: number; upper: number } {
    const convex = convexWorkspace();
    let lower = Number.POSITIVE_INFINITY;
    let upper = Number.POSITIVE_INFINITY;
    for (let t = 0; t < tree.triangleCount; t++) {
      const leaf = { kind: 'triangle' as const, points: tree.vertices, offset: 9 * t };
      shapeTriangleDistanceInto(shape, leaf, pose, 0, convex);
      lower = Math.min(lower, Math.max(0, convex.numbers[GAP_LOWER]));
      upper = Math.min(upper, convex.numbers[DISTANCE_UPPER]);
    }
    return { lower, upper };
  }

  it('finds what brute force finds', () => {
    let apart = 0;
    for (const pose of poses) {
      const truth = bruteForce(pose);
      searchShape(shape, tree, pose, 0, EXACT, ws);
      const { result } = ws;
      expect(result.verdict === 'colliding').toBe(truth.upper === 0);
      expect(result.lower).toBeLessThanOrEqual(truth.upper);
      expect(result.upper).toBeCloseTo(truth.upper, 9);
      expect(result.lower).toBeGreaterThanOrEqual(truth.lower * (1 - 1e-7) - 1e-12);
      if (truth.upper > 0) apart++;
    }
    expect(apart).toBeGreaterThan(3);
  });

  it('answers with a threshold and a relative error, and stops early', () => {
    for (const pose of poses) {
      const { lower, upper } = bruteForce(pose);
      searchShape(shape, tree, pose, 0, { ...EXACT, relativeError: 0.3 }, ws);
      expect(ws.result.lower).toBeLessThanOrEqual(upper);
      expect(ws.result.lower).toBeGreaterThanOrEqual(0.7 * lower * (1 - 1e-7));
      const exactNodes = ws.result.nodePairs;
      searchShape(shape, tree, pose, 0, { ...EXACT, threshold: 0.5 * lower }, ws);
      if (lower > 0) {
        expect(ws.result.lower).toBeGreaterThanOrEqual(0.5 * lower);
        expect(ws.result.nodePairs).toBeLessThanOrEqual(exactNodes);
      } else expect(ws.result.verdict).toBe('colliding');
      searchShape(shape, tree, pose, 0, { ...EXACT, threshold: 2 * upper + 0.01 }, ws);
      expect(ws.result.upper).toBeLessThanOrEqual(2 * upper + 0.01);
    }
  });

  it.skipIf(shape.kind === 'half-space')('is near its own fine triangulation', () => {
    const fine = buildTree(triangulate(shape, 16));
    const meshes = new ProximityWorkspace();
    for (const pose of poses) {
      searchShape(shape, tree, pose, 0, EXACT, ws);
      if (ws.result.verdict === 'colliding') continue;
      const tessellated = distance(fine, tree, pose, meshes);
      // The triangulation is inscribed, so it is farther away, by its sagitta at most.
      expect(tessellated.upper).toBeGreaterThanOrEqual(ws.result.lower);
      expect(tessellated.upper - ws.result.upper).toBeLessThan(0.01);
    }
  });
});
