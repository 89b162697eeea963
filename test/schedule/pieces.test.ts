/** Bodies of several pieces, of all shapes that there are, against dense sampling by another implementation. */
import { expect, it } from 'vitest';
import type { PlainShape } from '../../src/geometry/index.ts';
import { composePoses, poseFromRpy, Random } from '../../src/math/index.ts';
import {
  type BodyPiece,
  createSchedule,
  principalBody,
  type Schedule,
  type ScheduledBody,
} from '../../src/schedule/index.ts';
import { bracket, type Core, convexDistance } from '../helpers/oracles/plainConvex.ts';

function randomPiece(random: Random): BodyPiece {
  const size = () => random.between(0.03, 0.2);
  const kinds: (() => PlainShape)[] = [
    () => ({ kind: 'sphere', radius: size() }),
    () => ({ kind: 'box', half: [size(), size(), 0.1 * size()] }),
    () => ({ kind: 'capsule', radius: 0.5 * size(), length: 2 * size() }),
    () => ({ kind: 'cylinder', radius: size(), length: size() }),
    () => ({ kind: 'cone', radius: size(), length: 2 * size() }),
    () => ({ kind: 'ellipsoid', radii: [size(), size(), size()] }),
  ];
  const away = () => random.between(-0.3, 0.3);
  return {
    shape: kinds[random.below(kinds.length)](),
    pose: poseFromRpy(random.between(-3, 3), random.between(-1.5, 1.5), 0, away(), away(), away()),
  };
}

function coreOf(shape: PlainShape): { core: Core; round: number } {
  switch (shape.kind) {
    case 'sphere':
      return { core: { kind: 'point' }, round: shape.radius };
    case 'capsule':
      return { core: { kind: 'segment', half: 0.5 * shape.length }, round: shape.radius };
    case 'cylinder':
    case 'cone':
      return {
        core: { kind: shape.kind, radius: shape.radius, half: 0.5 * shape.length },
        round: 0,
      };
    case 'ellipsoid':
      return { core: { kind: 'ellipsoid', radii: shape.radii }, round: 0 };
    case 'box':
      return { core: { kind: 'box', half: shape.half }, round: 0 };
    default:
      throw new Error(shape.kind);
  }
}

function gapAt(schedule: Schedule, time: number): { lower: number; upper: number } {
  const [p, q] = [0, 1].map((body) => schedule.stateAt(body, time).pose);
  let lower = Number.POSITIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;
  for (const one of schedule.bodies[0].pieces) {
    for (const other of schedule.bodies[1].pieces) {
      const [a, b] = [coreOf(one.shape), coreOf(other.shape)];
      const at = composePoses(p, one.pose);
      convexDistance(a.core, at, b.core, composePoses(q, other.pose), Number.POSITIVE_INFINITY);
      lower = Math.min(lower, bracket.lower - a.round - b.round);
      upper = Math.min(upper, bracket.upper - a.round - b.round);
    }
  }
  return { lower, upper: Math.max(0, upper) };
}

it('no impact is missed, 120 pairs, seed 51', () => {
  const random = new Random(51);
  const TOLERANCE = 1e-4;
  let met = 0;
  let apart = 0;
  for (let i = 0; i < 120; i++) {
    const any = (most: number) => random.between(-most, most);
    const body = (name: string, x: number): ScheduledBody => ({
      name,
      pieces: Array.from({ length: 1 + random.below(3) }, () => randomPiece(random)),
      inertia: [1, 1 + 0.5 * random.below(2), 1.5],
      start: {
        pose: poseFromRpy(any(3), any(1), any(3), x, any(0.4), any(0.4)),
        velocity: [-4 * x + any(1), any(1), any(1)],
        angularVelocity: [any(9), any(9), any(9)],
      },
    });
    const schedule = createSchedule({
      bodies: [body('a', -1), body('b', 1)],
      tolerance: TOLERANCE,
      bounds: i % 3 === 0 ? 'speed' : 'all',
    });
    const { verdict, impacts } = schedule.run(0.6);
    const [impact] = impacts;
    expect(verdict).toBe(impact ? 'stopped' : 'done');
    const end = impact?.hit ?? 0.6;
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < end; time += 0.002) {
      least = Math.min(least, gapAt(schedule, time).upper);
    }
    expect(least).toBeGreaterThan(0.5 * TOLERANCE - 1e-8);
    if (!impact) {
      apart++;
      continue;
    }
    met++;
    expect(gapAt(schedule, impact.hit).lower).toBeLessThan(TOLERANCE + 1e-8);
    expect(gapAt(schedule, impact.free).upper).toBeGreaterThan(TOLERANCE - 1e-8);
  }
  expect(met).toBeGreaterThan(30);
  expect(apart).toBeGreaterThan(5);
});

it('a body of pieces is not its hull: a ball flies through a ring', () => {
  const pieces = Array.from({ length: 12 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 12;
    return {
      shape: { kind: 'box', half: [0.02, 0.15, 0.02] } as const,
      pose: poseFromRpy(0, 0, angle, 0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0),
    };
  });
  const ring = principalBody(pieces);
  const run = (x: number) =>
    createSchedule({
      bodies: [
        {
          name: 'ring',
          ...ring,
          start: { pose: ring.frame, velocity: [0, 0, 0], angularVelocity: [0, 0, 5] },
        },
        {
          name: 'ball',
          pieces: [{ shape: { kind: 'sphere', radius: 0.1 } }],
          start: {
            pose: poseFromRpy(0, 0, 0, x, 0, -1),
            velocity: [0, 0, 4],
            angularVelocity: [0, 0, 0],
          },
        },
      ],
    }).run(1);
  expect(run(0).verdict).toBe('done');
  expect(run(0.45).verdict).toBe('stopped');
  expect(run(0.45).impacts[0].hit).toBeCloseTo(0.25 - 0.03, 1);
});
