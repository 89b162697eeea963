/** Searches that keep what they have opened: the distances of searches that begin anew, and far fewer looks. */
import { describe, expect, test } from 'vitest';
import { buildTree } from '../../../src/bvh/index.ts';
import { buildMesh, bumpyBall, knot, type Shape, torus } from '../../../src/geometry/index.ts';
import { poseFromRpy, Random } from '../../../src/math/index.ts';
import {
  distance,
  KeptTree,
  ProximityWorkspace,
  ShapeMeshWorkspace,
  searchKept,
  searchShape,
  searchShapeKept,
} from '../../../src/proximity/index.ts';

/** |R' - R| and how far the origin went, both rounded up. */
function travel(tree: KeptTree, before: Float64Array | null, pose: Float64Array): void {
  if (before === null) return;
  let [turned, shifted] = [0, 0];
  for (let k = 0; k < 9; k++) turned += (pose[k] - before[k]) ** 2;
  for (let k = 9; k < 12; k++) shifted += (pose[k] - before[k]) ** 2;
  tree.turn += Math.sqrt(turned / 2) + 1e-12;
  tree.shift += Math.sqrt(shifted) + 1e-12;
}

function begun(): KeptTree {
  const tree = new KeptTree();
  tree.turn = 0;
  tree.shift = 0;
  tree.error = 1e-13;
  return tree;
}

/** Now and then a jump; else small steps about and along everything, near contact and far away. */
function* poses(random: Random, count: number): Generator<Float64Array> {
  let [at, angle, speed] = [1.3, 0, 1e-3];
  for (let n = 0; n < count; n++) {
    if (n % 150 === 149) at = random.between(0.8, 3);
    if (n % 50 === 0) speed = random.between(-2e-3, 2e-3);
    at += speed;
    angle += 2e-3;
    yield poseFromRpy(angle, 0.3 * angle, 1 + 0.1 * angle, at, 0.2 * Math.sin(angle), 0.1);
  }
}

const MESHES = {
  balls: [bumpyBall(0.5, 0.1, 10, new Random(1)), bumpyBall(0.5, 0.1, 10, new Random(2))],
  tori: [torus(0.5, 0.2, 24, 12), torus(0.4, 0.1, 24, 12)],
  knots: [knot(0.4, 0.08, 60, 6), torus(0.6, 0.1, 20, 10)],
} as const;

describe('two meshes', () => {
  test.each(Object.keys(MESHES) as (keyof typeof MESHES)[])('%s', (name) => {
    const [a, b] = MESHES[name].map((triangles) => buildTree(buildMesh(triangles)));
    const [ws, anew] = [new ProximityWorkspace(), new ProximityWorkspace()];
    const kept = begun();
    const random = new Random(7);
    const start = [-1, -1];
    const counts = { kept: 0, anew: 0, colliding: 0, apart: 0, beyond: 0 };
    let before: Float64Array | null = null;
    for (const pose of poses(random, 900)) {
      travel(kept, before, pose);
      before = pose;
      const cutoff = random.unit() < 0.2 ? random.between(0.01, 0.5) : Number.POSITIVE_INFINITY;
      ws.request.cutoff = cutoff;
      [ws.request.startA, ws.request.startB] = start;
      searchKept(a, b, pose, kept, ws);
      const mine = ws.result;
      if (mine.triangleA >= 0) [start[0], start[1]] = [mine.triangleA, mine.triangleB];
      const theirs = distance(a, b, pose, anew, { startA: start[0], startB: start[1] });
      counts.kept += mine.trianglePairs + kept.looks;
      counts.anew += theirs.trianglePairs + theirs.nodePairs;
      expect(mine.verdict === 'colliding').toBe(theirs.verdict === 'colliding');
      if (theirs.verdict === 'colliding') {
        counts.colliding++;
        continue;
      }
      expect(mine.lower).toBeLessThanOrEqual(theirs.upper);
      if (theirs.upper >= cutoff) {
        counts.beyond++;
        expect(mine.lower).toBeGreaterThan(cutoff - 1e-10);
        continue;
      }
      counts.apart++;
      expect(Math.abs(mine.upper - theirs.upper)).toBeLessThan(1e-12);
      expect(mine.lower).toBeGreaterThan(theirs.upper - 1e-10);
    }
    expect(counts.apart).toBeGreaterThan(100);
    expect(counts.beyond).toBeGreaterThan(20);
    expect(counts.kept).toBeLessThan(0.5 * counts.anew);
  });
});

describe('a shape and a mesh', () => {
  const shapes: Shape[] = [
    { kind: 'sphere', radius: 0.3 },
    { kind: 'cylinder', radius: 0.2, length: 0.6 },
    { kind: 'capsule', radius: 0.1, length: 0.8 },
    { kind: 'ellipsoid', radii: [0.3, 0.2, 0.1] },
  ];
  test.each(shapes)('$kind', (shape) => {
    const tree = buildTree(buildMesh(bumpyBall(0.5, 0.1, 8, new Random(3))));
    const [ws, anew] = [new ShapeMeshWorkspace(), new ShapeMeshWorkspace()];
    const kept = begun();
    const random = new Random(8);
    const counts = { kept: 0, anew: 0, colliding: 0, apart: 0 };
    let before: Float64Array | null = null;
    let start = -1;
    for (const pose of poses(random, 450)) {
      travel(kept, before, pose);
      // The mesh reaches no farther than this from its origin; of slots no more is known here.
      if (kept.turn > 0) kept.shift += kept.turn * 0.7;
      kept.turn = 0;
      before = pose;
      ws.request.cutoff = Number.POSITIVE_INFINITY;
      ws.request.startB = start;
      searchShapeKept(shape, tree, pose, kept, ws);
      if (ws.result.triangleB >= 0) start = ws.result.triangleB;
      anew.request.threshold = Number.POSITIVE_INFINITY;
      anew.request.relativeError = 0;
      anew.request.cutoff = Number.POSITIVE_INFINITY;
      searchShape(shape, tree, pose, 0, anew.request, anew);
      const [mine, theirs] = [ws.result, anew.result];
      counts.kept += mine.trianglePairs + kept.looks;
      counts.anew += theirs.trianglePairs + theirs.nodePairs;
      expect(mine.verdict === 'colliding').toBe(theirs.verdict === 'colliding');
      if (theirs.verdict === 'colliding') {
        counts.colliding++;
        continue;
      }
      counts.apart++;
      expect(Math.abs(mine.upper - theirs.upper)).toBeLessThan(1e-8);
      expect(mine.lower).toBeLessThanOrEqual(theirs.upper);
      expect(mine.lower).toBeGreaterThan(theirs.upper - 1e-8);
    }
    expect(counts.apart).toBeGreaterThan(50);
    expect(counts.kept).toBeLessThan(0.7 * counts.anew);
  });
});
