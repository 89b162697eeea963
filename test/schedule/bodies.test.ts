/** Bodies: mass properties against formulas, and boxes swept over a time against samples. */
import { describe, expect, it } from 'vitest';
import { hullShape } from '../../src/geometry/index.ts';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import { placeAt } from '../../src/schedule/examples/shapes.ts';
import {
  type BodyPiece,
  Flight,
  type Motion,
  principalBody,
  Rest,
  rigidBody,
  sweptBodyBoxInto,
} from '../../src/schedule/index.ts';

const corners = (x: number, y: number, z: number) =>
  Float64Array.from(
    [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].flatMap((k) => [i * x, j * y, k * z]))),
  );

describe('principalBody', () => {
  it('has the moments of a box, also of one that is a hull, is cut in two, or stands askew', () => {
    const half = [0.3, 0.2, 0.1] as const;
    const mass = 8 * 0.3 * 0.2 * 0.1 * 500;
    const moments = [
      (mass / 3) * (0.2 ** 2 + 0.1 ** 2),
      (mass / 3) * (0.3 ** 2 + 0.1 ** 2),
      (mass / 3) * (0.3 ** 2 + 0.2 ** 2),
    ];
    const box = { kind: 'box', half } as const;
    const part = { kind: 'box', half: [0.15, 0.2, 0.1] } as const;
    const askew = poseFromRpy(0.4, -0.7, 1.9, 3, -4, 5);
    const density = 500;
    for (const pieces of [
      [{ shape: box, density }],
      [{ shape: hullShape(corners(...half)), density }],
      [{ shape: hullShape(corners(...half)), pose: askew, density }],
      [{ shape: box, pose: askew, density }],
      [
        { shape: part, pose: placeAt(1.15, 2, 0), density },
        { shape: part, pose: placeAt(0.85, 2, 0), density },
      ],
    ]) {
      const made = principalBody(pieces);
      expect(made.mass).toBeCloseTo(mass, 9);
      made.inertia.forEach((x, k) => {
        expect(x).toBeCloseTo(moments[k], 9);
      });
    }
    expect([...principalBody([{ shape: box, pose: askew }]).frame.slice(9)]).toEqual([
      expect.closeTo(3, 9),
      expect.closeTo(-4, 9),
      expect.closeTo(5, 9),
    ]);
  });

  it('has the moments of balls, cylinders and ellipsoids', () => {
    const ball = principalBody([{ shape: { kind: 'sphere', radius: 0.5 }, density: 1 }]);
    for (const x of ball.inertia) expect(x).toBeCloseTo(0.4 * ball.mass * 0.25, 12);
    const rod = principalBody([
      { shape: { kind: 'cylinder', radius: 0.1, length: 2 }, density: 1 },
    ]);
    expect(rod.inertia[0]).toBeCloseTo(0.5 * rod.mass * 0.01, 12);
    expect(rod.inertia[1]).toBeCloseTo(rod.mass * (0.0025 + 4 / 12), 12);
    const egg = principalBody([{ shape: { kind: 'ellipsoid', radii: [3, 2, 1] }, density: 1 }]);
    expect(egg.inertia[0]).toBeCloseTo((egg.mass / 5) * 5, 9);
    expect(() => principalBody([{ shape: { kind: 'cone', radius: 1, length: 1 } }])).toThrow(
      'cone',
    );
  });
});

describe('sweptBodyBoxInto', () => {
  const shapes: readonly (readonly BodyPiece[])[] = [
    [{ shape: { kind: 'box', half: [2, 0.1, 0.02] } }],
    [{ shape: hullShape(corners(0.1, 0.4, 0.2)), pose: poseFromRpy(1, 2, 3, 0.1, 0.2, 0.3) }],
    [
      { shape: { kind: 'sphere', radius: 0.1 }, pose: placeAt(0.5, 0, 0) },
      { shape: { kind: 'box', half: [0.3, 0.05, 0.05] } },
    ],
  ];

  it.each([0, 1e6])('holds all points all the while, %d m away, seed 41', (far) => {
    const random = new Random(41);
    const box = new Float64Array(6);
    const pose = new Float64Array(12);
    let outside = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < 60; i++) {
      const pieces = shapes[i % 3];
      const body = rigidBody({ name: 'b', pieces });
      const any = (most: number) => random.between(-most, most);
      const motion: Motion = new Flight({
        state: {
          pose: poseFromRpy(any(3), any(1), any(3), far, -far, 1),
          velocity: [any(3), any(3), any(3)],
          angularVelocity: i % 2 ? [any(3), any(3), any(3)] : [0, 0, 0],
        },
        time: 0,
        gravity: [0, 0, -9.81],
        inertia: [1, 1.4, 1.8],
      });
      const from = random.between(0, 0.5);
      const to = from + 10 ** random.between(-3, 0);
      sweptBodyBoxInto({ body, motion }, [from, to], 0, box, 0);
      for (let k = 0; k <= 20; k++) {
        motion.poseInto(from + ((to - from) * k) / 20, pose, 0);
        for (const piece of body.pieces) {
          const local = piece.shape.kind === 'box' ? corners(...piece.shape.half) : null;
          const points =
            local ?? (piece.shape.kind === 'hull' ? piece.shape.table.positions : corners(0, 0, 0));
          const round = piece.shape.kind === 'sphere' ? piece.shape.radius : 0;
          for (let p = 0; p < points.length; p += 3) {
            for (let axis = 0; axis < 3; axis++) {
              let x = pose[9 + axis];
              for (let j = 0; j < 3; j++) {
                let y = piece.pose[9 + j];
                for (let m = 0; m < 3; m++) y += piece.pose[3 * j + m] * points[p + m];
                x += pose[3 * axis + j] * y;
              }
              outside = Math.max(outside, box[axis] - (x - round), x + round - box[3 + axis]);
            }
          }
        }
      }
    }
    // What the samples themselves are rounded by.
    expect(outside).toBeLessThan(1e-15 + 4e-16 * far);
  });

  it('is tight for what is long and hardly turns', () => {
    const body = rigidBody({ name: 'b', pieces: shapes[0] });
    const box = new Float64Array(6);
    sweptBodyBoxInto({ body, motion: new Rest(placeAt(0, 0, 0)) }, [0, 1], 0, box, 0);
    [-2, -0.1, -0.02, 2, 0.1, 0.02].forEach((x, k) => {
      expect(box[k]).toBeCloseTo(x, 12);
    });
    const state = { pose: placeAt(0, 0, 0), velocity: [0, 0, 1], angularVelocity: [0, 0, 0.01] };
    const motion = new Flight({ state: state as never, time: 0 });
    sweptBodyBoxInto({ body, motion }, [0, 0.1], 0.005, box, 0);
    expect(box[5]).toBeLessThan(0.02 + 0.1 + 0.005 + 0.01 * 0.1 * 2.1);
    expect(box[2]).toBeGreaterThan(-0.02 - 0.005 - 0.01 * 0.1 * 2.1);
  });
});
