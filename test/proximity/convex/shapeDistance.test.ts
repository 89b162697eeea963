import { describe, expect, it } from 'vitest';
import {
  type BoundedShape,
  boundingRadius,
  hullShape,
  type Shape,
} from '../../../src/geometry/primitives.ts';
import { containsPoint } from '../../../src/geometry/shapePoint.ts';
import type { TriangleShape } from '../../../src/geometry/shapeSupport.ts';
import { triangulate } from '../../../src/geometry/shapeTriangulation.ts';
import { invertPoseInto } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { searchInto } from '../../../src/proximity/convex/search.ts';
import { shapeBallLower, shapeBoxLower } from '../../../src/proximity/convex/shapeBounds.ts';
import {
  shapeDistance,
  shapeTriangleDistanceInto,
} from '../../../src/proximity/convex/shapeDistance.ts';
import {
  APART,
  convexWorkspace,
  DISTANCE_UPPER,
  GAP_LOWER,
} from '../../../src/proximity/convex/workspace.ts';
import { randomPoints, randomPose } from '../../helpers/proximity/convex/oracle.ts';

const shapes: BoundedShape[] = [
  { kind: 'box', half: [0.5, 1, 0.3] },
  { kind: 'sphere', radius: 0.7 },
  { kind: 'cylinder', radius: 0.5, length: 1.5 },
  { kind: 'capsule', radius: 0.3, length: 1 },
  { kind: 'cone', radius: 0.6, length: 1.2 },
  { kind: 'ellipsoid', radii: [1, 0.5, 0.3] },
  hullShape(randomPoints(new Random(40), 30)),
];
const pairs = shapes.flatMap((a) => shapes.map((b) => [a.kind, b.kind, a, b] as const));
const FINE = 24;
const SAGITTA = 1 - Math.cos(Math.PI / (4 * FINE)) ** 2;

/** Whether a point of A's frame lies in a shape that the pose places there, up to rounding. */
function nearlyIn(shape: Shape, p: Float64Array, pose?: Float64Array): boolean {
  const q = p.slice();
  if (pose) {
    const inverse = new Float64Array(12);
    invertPoseInto(pose, 0, inverse, 0);
    for (let k = 0; k < 3; k++) {
      q[k] =
        inverse[3 * k] * p[0] +
        inverse[3 * k + 1] * p[1] +
        inverse[3 * k + 2] * p[2] +
        inverse[9 + k];
    }
  }
  return containsPoint(
    shape,
    q.map((x) => x * (1 - 1e-9)),
    0,
  );
}

describe.each(pairs)('%s against %s', (_a, _b, a, b) => {
  it('agrees with its fine triangulation and with itself mirrored (seed 41)', () => {
    const random = new Random(41);
    const inscribedA = hullShape(triangulate(a, FINE).positions);
    const inscribedB = hullShape(triangulate(b, FINE).positions);
    const workspace = convexWorkspace();
    const sag = 2 * SAGITTA * (boundingRadius(a) + boundingRadius(b));
    for (let run = 0; run < 30; run++) {
      const pose = randomPose(random, random.between(0, 4));
      const found = shapeDistance(a, b, pose);
      const inner = shapeDistance(inscribedA, inscribedB, pose);
      expect(found.lower).toBeLessThanOrEqual(inner.upper);
      if (inner.status === 'colliding') expect(found.status).toBe('colliding');
      if (inner.lower > sag) {
        expect(found.status).toBe('apart');
        expect(found.upper).toBeGreaterThanOrEqual(inner.lower - sag);
        expect(found.upper - found.lower).toBeLessThanOrEqual(1e-9 * found.upper + 1e-13);
      }
      const gap = Math.hypot(...found.pointA.map((x, k) => x - found.pointB[k]));
      if (found.status === 'apart') expect(gap).toBeLessThanOrEqual(found.upper + 1e-14);
      if (found.status === 'colliding') expect(gap).toBeLessThan(1e-12);
      expect(nearlyIn(a, found.pointA)).toBe(true);
      expect(nearlyIn(b, found.pointB, pose)).toBe(true);

      const inverse = new Float64Array(12);
      invertPoseInto(pose, 0, inverse, 0);
      const mirrored = shapeDistance(b, a, inverse);
      expect(mirrored.status).toBe(found.status);
      expect(Math.abs(mirrored.upper - found.upper)).toBeLessThan(1e-9 * found.upper + 1e-13);

      // Closed formulas against the general search.
      const status = searchInto(a, b, pose, 0, workspace);
      expect(status).toBe(['apart', 'colliding', 'unresolved'].indexOf(found.status));
      if (status === APART) {
        expect(workspace.numbers[GAP_LOWER]).toBeLessThanOrEqual(found.upper);
        expect(workspace.numbers[DISTANCE_UPPER]).toBeGreaterThanOrEqual(found.lower);
      }
    }
  });
});

describe.each(shapes.map((s) => [s.kind, s] as const))('%s', (_, shape) => {
  it('against a half-space on either side (seed 42)', () => {
    const random = new Random(42);
    const { positions } = triangulate(shape, FINE);
    for (let run = 0; run < 40; run++) {
      const pose = randomPose(random, random.between(0, 3));
      const half: Shape = {
        kind: 'half-space',
        normal: [0.36, 0.48, 0.8],
        offset: random.between(-2, 1),
      };
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < positions.length; i += 3) {
        let d = -half.offset;
        for (let k = 0; k < 3; k++) {
          const [x, y, z] = positions.subarray(i, i + 3);
          d +=
            half.normal[k] *
            (pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k]);
        }
        least = Math.min(least, d);
      }
      const found = shapeDistance(half, shape, pose);
      const sag = 2 * SAGITTA * boundingRadius(shape);
      if (least < 0) expect(found.status).toBe('colliding');
      if (least > sag) {
        expect(found.status).toBe('apart');
        expect(found.lower).toBeLessThanOrEqual(least);
        expect(found.upper).toBeGreaterThanOrEqual(least - sag);
        expect(found.upper - found.lower).toBeLessThan(1e-13);
      }
      const inverse = new Float64Array(12);
      invertPoseInto(pose, 0, inverse, 0);
      const mirrored = shapeDistance(shape, half, inverse);
      expect(mirrored.status).toBe(found.status);
      expect(Math.abs(mirrored.upper - found.upper)).toBeLessThan(1e-13);
    }
  });

  it('against triangles, and bounds against the boxes and balls around them (seed 43)', () => {
    const random = new Random(43);
    const workspace = convexWorkspace();
    const w = workspace.numbers;
    const triangle: TriangleShape = { kind: 'triangle', points: new Float64Array(12), offset: 3 };
    for (let run = 0; run < 150; run++) {
      const pose = randomPose(random, random.between(0, 3));
      for (let i = 3; i < 12; i++) triangle.points[i] = random.between(-0.5, 0.5);
      const status = shapeTriangleDistanceInto(shape, triangle, pose, 0, workspace);
      const lower = w[GAP_LOWER];
      const upper = w[DISTANCE_UPPER];
      if (status === APART) expect(upper - lower).toBeLessThanOrEqual(1e-9 * upper + 1e-13);
      const hull = shapeDistance(shape, hullShape(triangle.points.slice(3)), pose);
      expect(Math.abs(hull.upper - upper)).toBeLessThanOrEqual(1e-9 * upper + 1e-13);
      const box = new Float64Array(6);
      const ball = new Float64Array(4);
      for (let k = 0; k < 3; k++) {
        const values = [triangle.points[3 + k], triangle.points[6 + k], triangle.points[9 + k]];
        box[k] = (Math.max(...values) + Math.min(...values)) / 2;
        box[3 + k] = ((Math.max(...values) - Math.min(...values)) / 2) * (1 + 1e-15);
        ball[k] = box[k];
      }
      ball[3] = Math.hypot(box[3], box[4], box[5]);
      shapeBoxLower(shape, box, 0, pose, 0, workspace);
      const boxLower = w[GAP_LOWER];
      shapeBallLower(shape, ball, 0, pose, 0, workspace);
      expect(boxLower).toBeLessThanOrEqual(upper);
      expect(w[GAP_LOWER]).toBeLessThanOrEqual(boxLower + 1e-14);
    }
  });
});

describe('half-spaces', () => {
  it('share a point unless they are opposite', () => {
    const up: Shape = { kind: 'half-space', normal: [0, 0, 1], offset: 1 };
    const side: Shape = { kind: 'half-space', normal: [1, 0, 0], offset: -5 };
    const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    const crossing = shapeDistance(up, side, identity);
    expect(crossing.status).toBe('colliding');
    expect(crossing.pointA[2]).toBeLessThanOrEqual(1);
    expect(crossing.pointA[0]).toBeLessThanOrEqual(-5);
    const flipped = new Float64Array([1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 9]);
    expect(shapeDistance(up, up, flipped).status).toBe('unresolved');
    expect(shapeDistance(up, up, identity).status).toBe('colliding');
  });
});

describe('capsules', () => {
  it('also when parallel, nearly parallel and in line (seed 44)', () => {
    const random = new Random(44);
    const a: BoundedShape = { kind: 'capsule', radius: 0.1, length: 1 };
    const b: BoundedShape = { kind: 'capsule', radius: 0.2, length: 2 };
    const workspace = convexWorkspace();
    for (let run = 0; run < 200; run++) {
      const angle = [0, 1e-9, 1e-5, 1e-2][run % 4];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const x = random.below(3) - 1;
      const z = random.below(9) - 4;
      const pose = new Float64Array([c, 0, s, 0, 1, 0, -s, 0, c, x, 0, z]);
      const found = shapeDistance(a, b, pose);
      searchInto(a, b, pose, 0, workspace);
      expect(found.lower).toBeLessThanOrEqual(workspace.numbers[DISTANCE_UPPER]);
      expect(found.upper).toBeGreaterThanOrEqual(workspace.numbers[GAP_LOWER]);
      if (found.status === 'apart')
        expect(found.upper - found.lower).toBeLessThan(1e-9 * found.upper);
    }
  });
});
