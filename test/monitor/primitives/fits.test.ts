import { describe, expect, it } from 'vitest';
import { buildBody, type Piece } from '../../../src/cell/index.ts';
import { convexHull, hullShape, type Shape, supportInto } from '../../../src/geometry/index.ts';
import { identityPose, Random } from '../../../src/math/index.ts';
import {
  BOX_KIND,
  CAPSULE,
  CAPSULE_KIND,
  fitPrimitives,
  memberPoints,
  ORIENTED_BOX,
  primitivesOf,
  SIMPLE_KINDS,
  SPHERE,
  SPHERE_KIND,
} from '../../../src/monitor/primitives/index.ts';
import { missing } from '../../helpers/monitor/containment.ts';
import {
  plainBoxVolume,
  plainCapsuleVolume,
  plainSphereRadius,
} from '../../helpers/monitor/plainFits.ts';
import { randomPose } from '../../helpers/oracles/poses.ts';

const fitted = (points: Float64Array, grow = 0) =>
  fitPrimitives({ points, grow, hull: convexHull(points) });

/** Points within a brick that is turned somehow. */
function brick(random: Random, count: number, half: readonly number[]): Float64Array {
  const pose = randomPose(random, 0.5);
  const points = new Float64Array(3 * count);
  for (let i = 0; i < points.length; i += 3) {
    const p = half.map((h) => random.between(-h, h));
    for (let k = 0; k < 3; k++) {
      points[i + k] =
        pose[3 * k] * p[0] + pose[3 * k + 1] * p[1] + pose[3 * k + 2] * p[2] + pose[9 + k];
    }
  }
  return points;
}

describe('primitives contain their member, in exact arithmetic', () => {
  it('random polytopes of all proportions, seed 1', () => {
    const random = new Random(1);
    for (let round = 0; round < 40; round++) {
      const half = [1, 10 ** random.between(-3, 0), 10 ** random.between(-3, 0)];
      const points = brick(random, 4 + random.below(60), half);
      expect(missing(fitted(points), points), `round ${round}`).toEqual([]);
    }
  });

  it.each<[string, (random: Random) => Float64Array]>([
    ['a point', (r) => brick(r, 1, [1, 1, 1])],
    ['the same point many times', () => new Float64Array(30).fill(0.1)],
    ['a segment', () => new Float64Array([0.1, 0.2, 0.3, 0.7, -0.4, 0.9])],
    ['a line along an axis', (r) => brick(r, 9, [1, 0, 0]).map((x, i) => (i % 3 === 0 ? x : 0.1))],
    ['flat', (r) => brick(r, 12, [1, 1, 0]).map((x, i) => (i % 3 === 2 ? 0.3 : x))],
    ['flat and turned', (r) => brick(r, 12, [1, 1, 0])],
    ['a needle', (r) => brick(r, 12, [1, 1e-9, 1e-9])],
    ['tiny', (r) => brick(r, 20, [1, 1, 1]).map((x) => 1e-12 * x)],
    ['huge', (r) => brick(r, 20, [1, 1, 1]).map((x) => 1e9 * x)],
    ['far away', (r) => brick(r, 20, [1, 0.5, 0.1]).map((x) => x + 1e6)],
    ['tiny and far away', (r) => brick(r, 20, [1e-6, 1e-6, 1e-7]).map((x) => x + 1e6)],
  ])('%s', (_, make) => {
    for (let seed = 1; seed <= 5; seed++) {
      const points = make(new Random(seed));
      const made = fitted(points);
      expect(missing(made, points)).toEqual([]);
      for (const { volume, surface } of made.measures) {
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(surface).toBeLessThan(Number.POSITIVE_INFINITY);
      }
    }
  });

  it('what is grown: every point of a ball around each corner, seed 2', () => {
    const random = new Random(2);
    for (let round = 0; round < 10; round++) {
      const grow = random.between(0.01, 0.5);
      const points = brick(random, 8, [1, 0.5, 0.2]);
      const made = fitted(points, grow);
      const around: number[] = [];
      for (let n = 0; n < 60; n++) {
        const i = 3 * random.below(8);
        const d = [0, 1, 2].map(() => random.between(-1, 1));
        const length = Math.hypot(...d) * (1 + 1e-14);
        for (let k = 0; k < 3; k++) around.push(points[i + k] + (grow * d[k]) / length);
      }
      expect(missing(made, around)).toEqual([]);
    }
  });

  const SHAPES: Shape[] = [
    { kind: 'box', half: [0.3, 0.1, 0.2] },
    { kind: 'sphere', radius: 0.2 },
    { kind: 'cylinder', radius: 0.1, length: 0.5 },
    { kind: 'capsule', radius: 0.1, length: 0.5 },
    { kind: 'cone', radius: 0.2, length: 0.4 },
    { kind: 'ellipsoid', radii: [0.3, 0.1, 0.05] },
    hullShape(brick(new Random(3), 30, [0.3, 0.2, 0.1])),
  ];
  it.each(SHAPES.map((shape) => [shape.kind, shape] as const))('a %s, placed', (_, shape) => {
    const random = new Random(4);
    for (let round = 0; round < 4; round++) {
      const pose = round === 0 ? identityPose() : randomPose(random, 1);
      const { pieces } = buildBody({
        name: 'a',
        kind: 'obstacle',
        frame: 0,
        parts: [{ name: 'p', geometry: shape, pose }],
      });
      const made = primitivesOf(pieces[0])!;
      const surface: number[] = [];
      const d = new Float64Array(3);
      const x = new Float64Array(3);
      for (let n = 0; n < 200; n++) {
        for (let k = 0; k < 3; k++) d[k] = random.between(-1, 1);
        supportInto(shape as Exclude<Shape, { kind: 'half-space' }>, d, 0, x, 0);
        // A rounded point may lie a little outside of the shape that it belongs to.
        for (let k = 0; k < 3; k++) {
          const at = pose[3 * k] * x[0] + pose[3 * k + 1] * x[1] + pose[3 * k + 2] * x[2];
          surface.push(at + pose[9 + k]);
        }
      }
      expect(missing(made, surface)).toEqual([]);
      // And hardly more than the shape: that of its own kind is the shape itself.
      const own = made.measures[SIMPLE_KINDS].volume;
      if (shape.kind === 'box') expect(made.measures[BOX_KIND].volume).toBeLessThan(1.0001 * own);
      if (shape.kind === 'capsule') {
        expect(made.measures[CAPSULE_KIND].volume).toBeLessThan((1 + 1e-12) * own);
        expect(made.capsule[CAPSULE.radius]).toBeCloseTo(0.1, 12);
      }
      if (shape.kind === 'sphere') {
        expect(made.sphere[SPHERE.radius]).toBeCloseTo(0.2, 12);
        expect(made.capsule[CAPSULE.radius]).toBeCloseTo(0.2, 12);
      }
    }
  });

  it('a half-space has none', () => {
    const shape = { kind: 'half-space', normal: [0, 0, 1], offset: 0 } as const;
    const { pieces } = buildBody({
      name: 'floor',
      kind: 'obstacle',
      frame: 0,
      parts: [{ name: 'p', geometry: shape, pose: identityPose() }],
    });
    expect(memberPoints(pieces[0] as Piece)).toBeNull();
    expect(primitivesOf(pieces[0])).toBeNull();
  });
});

describe('primitives are tight', () => {
  it('the sphere is the smallest up to 1e-6, seed 5', () => {
    const random = new Random(5);
    for (let round = 0; round < 30; round++) {
      const points = brick(random, 4 + random.below(6), [1, 0.6, 0.3]);
      const { sphere } = fitted(points);
      expect(sphere[SPHERE.radius]).toBeLessThanOrEqual(plainSphereRadius(points) * (1 + 1e-6));
    }
  });

  it('the box is within 3 percent of the best of 8,000 orientations, seed 6', () => {
    const random = new Random(6);
    for (let round = 0; round < 12; round++) {
      const half = [1, random.between(0.1, 1), random.between(0.1, 1)];
      const points = convexHull(brick(random, 8 + random.below(40), half)).positions;
      const { measures } = fitted(points);
      const best = plainBoxVolume(points, random, 8_000);
      expect(measures[BOX_KIND].volume / best).toBeLessThan(1.03);
    }
  });

  it('a box that is turned is found to its size', () => {
    const random = new Random(7);
    for (let round = 0; round < 10; round++) {
      const pose = randomPose(random, 1);
      const corners = new Float64Array(24);
      for (let i = 0; i < 8; i++) {
        const p = [i & 1 ? 1 : -1, i & 2 ? 0.5 : -0.5, i & 4 ? 0.2 : -0.2];
        for (let k = 0; k < 3; k++) {
          const at = pose[3 * k] * p[0] + pose[3 * k + 1] * p[1] + pose[3 * k + 2] * p[2];
          corners[3 * i + k] = at + pose[9 + k];
        }
      }
      const { box } = fitted(corners);
      const half = [...box.subarray(ORIENTED_BOX.half)].sort((a, b) => b - a);
      [1, 0.5, 0.2].forEach((h, k) => {
        expect(half[k]).toBeCloseTo(h, 8);
      });
    }
  });

  it('the capsule is within 5 percent of the best of 8,000 segments, seed 8', () => {
    const random = new Random(8);
    for (let round = 0; round < 10; round++) {
      const half = [1, random.between(0.1, 0.8), random.between(0.1, 0.8)];
      const points = convexHull(brick(random, 8 + random.below(40), half)).positions;
      const { measures } = fitted(points);
      const best = plainCapsuleVolume(points, random, 8_000);
      expect(measures[CAPSULE_KIND].volume / best).toBeLessThan(1.05);
      expect(measures[CAPSULE_KIND].volume).toBeLessThanOrEqual(
        measures[SPHERE_KIND].volume * (1 + 1e-12),
      );
    }
  });

  it('trades length for radius: for a brick better than the line with the least radius', () => {
    const corners = new Float64Array(24);
    for (let i = 0; i < 8; i++) {
      corners.set([i & 1 ? 1 : -1, i & 2 ? 0.3 : -0.3, i & 4 ? 0.3 : -0.3], 3 * i);
    }
    const { measures } = fitted(corners);
    const r = Math.hypot(0.3, 0.3);
    const lazy = Math.PI * r * r * (2 + (4 / 3) * r);
    expect(measures[CAPSULE_KIND].volume).toBeLessThan(0.98 * lazy);
  });

  it('volumes and surfaces of known ones', () => {
    const corners = new Float64Array(24);
    for (let i = 0; i < 8; i++) corners.set([i & 1, i & 2 ? 2 : 0, i & 4 ? 3 : 0], 3 * i);
    const { measures } = fitted(corners);
    expect(measures[SIMPLE_KINDS].volume).toBeCloseTo(6, 10);
    expect(measures[SIMPLE_KINDS].surface).toBeCloseTo(22, 10);
    expect(measures[BOX_KIND].volume).toBeCloseTo(6, 6);
    expect(measures[BOX_KIND].surface).toBeCloseTo(22, 6);
    const r = Math.sqrt(14) / 2;
    expect(measures[SPHERE_KIND].volume).toBeCloseTo((4 / 3) * Math.PI * r ** 3, 10);
    expect(measures[SPHERE_KIND].surface).toBeCloseTo(4 * Math.PI * r * r, 10);
  });
});
