/** Boxes of obstacles contain them: as shapes in exact arithmetic would be placed, as they are compiled, as the verifier has them. */
import { describe, expect, test } from 'vitest';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import type { PlainShape } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { bodyBoxInto, buildModel } from '../../src/model/index.ts';
import { proofBody } from '../../src/verifier/bodies.ts';
import { crowdedCell } from '../helpers/oracles/crowdedCells.ts';

/** A point of the shape's surface at random, in its own frame. */
function pointOf(shape: PlainShape, random: Random): number[] {
  const angle = random.between(-Math.PI, Math.PI);
  const [c, s, side] = [Math.cos(angle), Math.sin(angle), random.below(2) * 2 - 1];
  const z = random.between(-1, 1);
  const across = Math.sqrt(1 - z * z);
  switch (shape.kind) {
    case 'box':
      return shape.half.map((h) => h * (random.below(2) * 2 - 1));
    case 'sphere':
      return [across * c, across * s, z].map((x) => shape.radius * x);
    case 'ellipsoid':
      return [across * c, across * s, z].map((x, k) => shape.radii[k] * x);
    case 'cylinder':
      return [shape.radius * c, shape.radius * s, (side * shape.length) / 2];
    case 'cone':
      return random.below(2)
        ? [0, 0, shape.length / 2]
        : [shape.radius * c, shape.radius * s, -shape.length / 2];
    case 'capsule':
      return [
        shape.radius * across * c,
        shape.radius * across * s,
        shape.radius * z + (Math.sign(z) * shape.length) / 2,
      ];
    case 'hull': {
      const { positions } = shape.hull;
      const at = 3 * random.below(positions.length / 3);
      return [...positions.subarray(at, at + 3)];
    }
    case 'half-space':
      throw new Error('without end');
  }
}

function check(description: CellDescription, seed: number) {
  const { bodies, obstacles } = buildModel(description);
  const compiled = buildCell(description, { crowdFrom: Number.POSITIVE_INFINITY }).bodies;
  const random = new Random(seed);
  const box = new Float64Array(6);
  let [tightest, points] = [Infinity, 0];
  for (let i = obstacles; i < bodies.length; i++) {
    bodyBoxInto(bodies[i], box, 0);
    const expectInside = (p: ArrayLike<number>) => {
      points++;
      for (let k = 0; k < 3; k++) {
        expect(p[k] >= box[k] && p[k] <= box[3 + k]).toBe(true);
        tightest = Math.min(tightest, (box[3 + k] - p[k]) / (box[3 + k] - box[k]));
      }
    };
    for (const piece of bodies[i].pieces) {
      if (piece.kind === 'mesh') {
        for (let v = 0; v < piece.mesh.positions.length; v += 3) {
          expectInside(piece.mesh.positions.subarray(v, v + 3));
        }
        continue;
      }
      if (piece.shape.kind === 'half-space') {
        expect([...box]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
        continue;
      }
      const { pose, shape } = piece;
      for (let n = 0; n < 60; n++) {
        const [x, y, z] = pointOf(shape, random);
        expectInside(
          [0, 1, 2].map(
            (k) => pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k],
          ),
        );
      }
    }
    if (!Number.isFinite(box[0])) continue;
    const { points: corners } = compiled[i];
    for (let v = 0; corners && v < corners.length; v += 3) {
      expectInside(corners.subarray(v, v + 3));
    }
    for (const { corners: own } of proofBody(bodies[i]).pieces) {
      for (let v = 0; own && v < own.at.length; v += 3) expectInside(own.at.subarray(v, v + 3));
    }
  }
  return { tightest, points };
}

describe('contain what they are of, and not much more', () => {
  test.each<[string, Partial<Parameters<typeof crowdedCell>[0]>, number]>([
    ['near', {}, 1e-6],
    ['tiny', { sizes: [1e-9, 1e-6], spread: 0 }, 1e-6],
    ['of many sizes', { sizes: [1e-4, 1e3] }, 1e-6],
    ['a million metres away', { spread: 1e6 }, 1e-3],
  ])('%s', (_, options, slack) => {
    const { tightest, points } = check(crowdedCell({ seed: 41, count: 200, ...options }), 42);
    expect(points).toBeGreaterThan(10_000);
    expect(tightest).toBeLessThan(slack);
  });
});
