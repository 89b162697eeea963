/** Bounds of distances and depths in cases whose distances are known exactly. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../src/bvh/index.ts';
import { radiusUpper } from '../../src/bvh/refit.ts';
import {
  buildMesh,
  hullShape,
  type Shape,
  triangleDistanceInto,
  triangleDistanceLowerInto,
} from '../../src/geometry/index.ts';
import { identityPose, poseFromRpy, Random } from '../../src/math/index.ts';
import {
  approximateDistance,
  beginSlotPairs,
  convexSolid,
  convexWorkspace,
  distance,
  FeatureWorkspace,
  GAP_LOWER,
  leafLower,
  meshSolids,
  ProximityWorkspace,
  shapeBallLower,
  shapeBoxLower,
  shapeDistance,
  TrackedPair,
  vClipInto,
} from '../../src/proximity/index.ts';
import { expectLower, expectUpper } from '../helpers/bounds/nearly.ts';
import { cube } from '../helpers/oracles/meshes.ts';
import { bodyOf, boxPoints } from '../helpers/proximity/features/judge.ts';

const at = (x: number, y = 0, z = 0) => poseFromRpy(0, 0, 0, x, y, z);

it('radiusUpper: the vertex that is farthest', () => {
  const positions = Float64Array.of(1, 2, 2, 0, 0, 1, 0.5, 0, 0, 9, 9, 9);
  const indices = Uint32Array.of(0, 1, 2);
  expectUpper(3, radiusUpper(positions, indices), '', 0.999);
  const tree = buildTree(buildMesh({ positions, indices }));
  expectUpper(3, tree.radiusUpper, 'of a tree', 0.999);
});

it('triangleDistanceLowerInto: random triangles apart, seed 3', () => {
  const random = new Random(3);
  const [p, q, w] = [new Float64Array(9), new Float64Array(9), new Float64Array(16)];
  for (let i = 0; i < 500; i++) {
    for (let k = 0; k < 9; k++) {
      p[k] = random.between(-1, 1);
      q[k] = random.between(-1, 1) + (k % 3 === 0 ? 2.1 : 0);
    }
    triangleDistanceInto(p, 0, q, 0, w, 0);
    triangleDistanceLowerInto(p, 0, q, 0, w, 10);
    expectLower(Math.sqrt(w[0]), w[10], `pair ${i}`, 0.999);
  }
});

const SHAPES: readonly Shape[] = [
  { kind: 'sphere', radius: 0.5 },
  { kind: 'box', half: [0.5, 0.5, 0.5] },
  { kind: 'capsule', radius: 0.5, length: 1 },
  { kind: 'cylinder', radius: 0.5, length: 1 },
  { kind: 'half-space', normal: [1, 0, 0], offset: 0.5 },
  hullShape(cube(0.5).positions),
];

describe('a shape and a volume', () => {
  const ws = convexWorkspace();

  it.each(SHAPES)('shapeBoxLower: $kind', (shape) => {
    const box = Float64Array.of(0, 0, 0, 0.3, 0.2, 0.1);
    shapeBoxLower(shape, box, 0, at(2), 0, ws);
    expectLower(1.2, ws.numbers[GAP_LOWER], '', 0.999);
  });

  it.each(SHAPES)('shapeBallLower: $kind', (shape) => {
    shapeBallLower(shape, Float64Array.of(0, 0, 0, 0.3), 0, at(2), 0, ws);
    expectLower(1.2, ws.numbers[GAP_LOWER], '', 0.999);
  });

  it.each(SHAPES)('shapeDistance: $kind and a box', (shape) => {
    const { lower, upper } = shapeDistance(shape, { kind: 'box', half: [0.3, 0.2, 0.1] }, at(2));
    expectLower(1.2, lower, 'lower', 0.999);
    expectUpper(1.2, upper, 'upper', 0.999);
  });
});

const ELLIPSOID: Shape = { kind: 'ellipsoid', radii: [0.5, 0.3, 0.2] };

it.each<[string, Shape, Shape, number]>([
  ['balls', { kind: 'sphere', radius: 0.5 }, { kind: 'sphere', radius: 0.3 }, 1.2],
  [
    'capsules',
    { kind: 'capsule', radius: 0.5, length: 1 },
    { kind: 'capsule', radius: 0.3, length: 2 },
    1.2,
  ],
  ['a half-space and an ellipsoid', SHAPES[4], ELLIPSOID, 1],
  ['ellipsoids', ELLIPSOID, ELLIPSOID, 1],
  ['a cone and a cylinder', { kind: 'cone', radius: 0.5, length: 1 }, SHAPES[3], 1],
])('shapeDistance in its own way: %s', (_, a, b, gap) => {
  // The cone's widest circle is at its foot.
  const { lower, upper } = shapeDistance(a, b, at(2, 0, 0));
  expectLower(gap, lower, 'lower', 0.999);
  expectUpper(gap, upper, 'upper', 0.999);
});

it('leafLower: the leaves of two cubes', () => {
  const tree = buildTree(buildMesh(cube(0.5)));
  const ws = new ProximityWorkspace();
  beginSlotPairs(tree, tree, at(1.7), 0, ws);
  const leaves = Array.from(tree.counts.keys()).filter((slot) => tree.counts[slot] > 0);
  let least = Number.POSITIVE_INFINITY;
  for (const a of leaves) {
    for (const b of leaves) least = Math.min(least, leafLower(tree, tree, a, b, 0, 9, ws));
  }
  expectLower(0.7, least, '', 0.999);
});

describe('lowerAt: how deep a point is in a solid', () => {
  const mesh = () => meshSolids(buildMesh(cube(0.5)))![0];
  it.each([
    ['half-space', convexSolid({ kind: 'half-space', normal: [1, 0, 0], offset: 0.5 })!, 0.4],
    ['sphere', convexSolid({ kind: 'sphere', radius: 0.5 })!, 0.4],
    ['cylinder', convexSolid({ kind: 'cylinder', radius: 0.5, length: 2 })!, 0.4],
    ['ellipsoid', convexSolid({ kind: 'ellipsoid', radii: [0.5, 2, 2] })!, 0.4],
    ['hull', convexSolid(hullShape(cube(0.5).positions))!, 0.4],
    ['mesh', mesh(), 0.4],
  ])('%s', (_, solid, depth) => {
    expectLower(depth, solid.lowerAt(Float64Array.of(9, 0.1, 0, 0), 1), '', 0.99);
  });
});

it('depthLower and depthUpper: two boxes that overlap by 0.1 along x', () => {
  const box = bodyOf(boxPoints(0.5, 0.5, 0.5)).polyhedron;
  const small = bodyOf(boxPoints(0.3, 0.2, 0.1)).polyhedron;
  const ws = new FeatureWorkspace();
  vClipInto(new TrackedPair(box, small), at(0.7, 0.01, 0.02), 0, ws);
  const { depthLower, depthUpper, points } = ws.result;
  expectUpper(0.1, depthUpper, 'upper', 0.999);
  // How deep the point that was found is in both.
  expectLower(Math.min(0.5 - points[0], points[0] - 0.4), depthLower, 'lower', 0.999);
});

describe('distances of meshes and hulls that are turned, a corner of one over a face of the other', () => {
  const pose = poseFromRpy(0.7, 0.6, 0.3, 1.3, 0.05, 0.02);
  const [big, small] = [0.5, 0.3].map((half) => cube(half));
  /** The face is at x = 0.5; the corner that is nearest to it is over its inside. */
  let truth = Number.POSITIVE_INFINITY;
  for (let i = 0; i < small.positions.length; i += 3) {
    const [x, y, z] = small.positions.subarray(i, i + 3);
    truth = Math.min(truth, pose[0] * x + pose[1] * y + pose[2] * z + pose[9] - 0.5);
  }

  it('distance: trees of triangles', () => {
    const [a, b] = [big, small].map((triangles) => buildTree(buildMesh(triangles)));
    const ws = new ProximityWorkspace();
    const { lower, upper } = distance(a, b, pose, ws);
    expectUpper(truth, upper, 'upper', 0.999);
    expectLower(truth, lower, 'lower', 0.999);
    expectLower(truth, approximateDistance(a, b, pose, 0.05, ws).lower, 'approximate');
  });

  it('shapeDistance: hulls', () => {
    const [a, b] = [big, small].map(({ positions }) => hullShape(positions));
    const { lower, upper } = shapeDistance(a, b, pose);
    expectUpper(truth, upper, 'upper', 0.999);
    expectLower(truth, lower, 'lower', 0.999);
  });
});

describe('trees of one triangle each, hard pairs whose distances are known exactly', () => {
  const pairs: { p: string; q: string; distance: number; intersects: boolean }[] = JSON.parse(
    readFileSync(new URL('../helpers/fixtures/trianglePairs.json', import.meta.url), 'utf8'),
  );
  const treeOf = (text: string, volume: 'box' | 'rss') =>
    buildTree(
      buildMesh({
        positions: Float64Array.from(text.split(' '), Number),
        indices: Uint32Array.of(0, 1, 2),
      }),
      { volume },
    );
  const apart = pairs.filter(({ distance: d }) => d > 1e-7);

  // Boxes are searched by the kernel, spheres swept by rectangles are not.
  it.each(['box', 'rss'] as const)('lower bounds by trees of kind %s', (volume) => {
    const ws = new ProximityWorkspace();
    let compared = 0;
    for (const { p, q, distance: truth } of apart) {
      let trees: ReturnType<typeof treeOf>[];
      try {
        trees = [treeOf(p, volume), treeOf(q, volume)];
      } catch {
        continue;
      }
      const { lower } = distance(trees[0], trees[1], identityPose(), ws);
      expect(lower).toBeLessThanOrEqual(truth * (1 + 1e-12));
      if (truth > 1e-3 * trees[0].radiusUpper) expectLower(truth, lower, p, 0.99);
      compared++;
    }
    expect(compared).toBeGreaterThan(100);
  });
});
