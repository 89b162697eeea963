/** Bounds of motions in the schedule in cases in which they are attained, or nearly. */
import { describe, expect, it } from 'vitest';
import type { PlainShape } from '../../src/geometry/index.ts';
import { limitsBox } from '../../src/kinematics/index.ts';
import { poseFromRpy } from '../../src/math/index.ts';
import { timedPath } from '../../src/motion/index.ts';
import { freeRotation } from '../../src/schedule/freeRotation.ts';
import {
  ADVANCE_SIZE,
  createSchedule,
  Flight,
  type JointMotion,
  jointsOnPath,
  jointsWithin,
  KnownMotion,
  LinkMotion,
  type Motion,
  Rest,
} from '../../src/schedule/index.ts';
import { Look } from '../../src/schedule/look.ts';
import { PieceExtent } from '../../src/schedule/pieceExtent.ts';
import { spanLower } from '../../src/schedule/solve.ts';
import { expectLower, expectUpper } from '../helpers/bounds/nearly.ts';
import { chainOf } from '../helpers/bounds/robots.ts';

const HOME = poseFromRpy(0, 0, 0, 0, 0, 0);

/** The two bounds of the advance of a motion after `span` seconds: by speed, and by acceleration. */
function advances(motion: Motion, span: number, direction: readonly number[], radius = 0) {
  const out = new Float64Array(2 * ADVANCE_SIZE);
  const question = { time: 0, span, radius, direction: Float64Array.from(direction), sign: 1 };
  motion.advanceUpperInto({ ...question, points: null }, out);
  return [0, ADVANCE_SIZE].map((o) => out[o] + out[o + 1] * span + out[o + 2] * span * span);
}

describe('a flight', () => {
  const flight = (velocity: number, turning: number, gravity: number) =>
    new Flight({
      state: { pose: HOME, velocity: [velocity, 0, 0], angularVelocity: [0, 0, turning] },
      time: 0,
      gravity: [gravity, 0, 0],
    });

  it('advances evenly, as both bounds say', () => {
    for (const bound of advances(flight(3, 0, 0), 0.5, [1, 0, 0])) {
      expectUpper(1.5, bound, '', 0.999);
    }
  });

  it('falls, as the bound by acceleration says; by its last speed nearly', () => {
    const [bySpeed, byAcceleration] = advances(flight(3, 0, 2), 0.1, [1, 0, 0]);
    expectUpper(0.31, byAcceleration, 'acceleration', 0.999);
    expectUpper(0.31, bySpeed, 'speed', 0.95);
  });

  it('turns: points at the radius advance across the axis', () => {
    const span = 1e-3;
    for (const bound of advances(flight(0, 4, 0), span, [1, 0, 0], 0.5)) {
      expectUpper(0.5 * Math.sin(4 * span), bound, '', 0.99);
    }
    expectUpper(2, flight(1, 4, 0).turnUpper(0.25, 0.75), 'angle', 0.999);
  });
});

describe('a known motion', () => {
  /** Along x with growing speed, turning about z likewise. */
  const motion = new KnownMotion({
    poseInto: (time, out) => out.set(poseFromRpy(0, 0, time * time, time * time, 0, 0)),
    velocityInto: (time, out) => out.set([2 * time, 0, 0, 0, 0, 2 * time]),
    boundsBetween: (_, to) => ({
      speed: 2 * to,
      turning: 2 * to,
      acceleration: 2,
      turningAcceleration: 2,
    }),
    error: { shift: 0, turn: 0 },
  });

  it('advances from rest as its acceleration says', () => {
    expectUpper(0.25, advances(motion, 0.5, [1, 0, 0])[1], '', 0.999);
  });

  it('advances at a speed as that says', () => {
    const even = new KnownMotion({
      poseInto: (time, out) => out.set(poseFromRpy(0, 0, 3 * time, 2 * time, 0, 0)),
      velocityInto: (_, out) => out.set([2, 0, 0, 0, 0, 3]),
      boundsBetween: () => ({ speed: 2, turning: 3, acceleration: 0, turningAcceleration: 0 }),
      error: { shift: 0, turn: 0 },
    });
    for (const bound of advances(even, 0.5, [1, 0, 0])) expectUpper(1, bound, '', 0.999);
    expectUpper(1.5, even.turnUpper(0.25, 0.75), 'angle', 0.999);
    // A point at the radius, a short while: 2 m/s, and 3 rad/s at 0.4 m.
    const [bySpeed] = advances(even, 1e-3, [1, 0, 0], 0.4);
    expectUpper(2e-3 + 0.4 * Math.sin(3e-3), bySpeed, 'turning', 0.99);
  });
});

describe('a link', () => {
  const tree = chainOf(
    { kind: 'revolute', limits: { lower: -9, upper: 9 } },
    { kind: 'fixed', origin: poseFromRpy(0, 0, 0, 0.8, 0, 0) },
  );
  /** One joint from 0 to 1 rad and beyond: q = t + t^2 on each of two segments of a second, the second one back. */
  const path = timedPath(tree, {
    waypoints: [0, 2, 0].map((x) => Float64Array.of(x)),
    velocities: [1, 3, -7].map((x) => Float64Array.of(x)),
    times: [0, 1, 2],
  });
  const linkOf = (joints: JointMotion) =>
    new LinkMotion({ tree, frame: tree.frameCount - 1, radius: 0.1, box: limitsBox(tree), joints });

  it('PathJoints: rates and accelerations on parts of a path', () => {
    const joints = jointsOnPath(path);
    const out = new Float64Array(1);
    const q = (time: number) => {
      joints.configurationInto(time, out);
      return out[0];
    };
    for (const [from, to] of [
      [0, 0.9],
      [0.2, 0.5],
      [1.1, 1.9],
    ]) {
      let [rate, acceleration] = [0, 0];
      const h = 1e-4;
      for (let t = from + h; t < to - h; t += 1e-3) {
        rate = Math.max(rate, Math.abs(q(t + h) - q(t - h)) / (2 * h));
        acceleration = Math.max(acceleration, Math.abs(q(t + h) - 2 * q(t) + q(t - h)) / (h * h));
      }
      joints.rateUpperInto(from, to, out);
      expectUpper(rate * (1 - 1e-4), out[0], 'rate', 0.98);
      joints.accelerationUpperInto(from, to, out);
      expectUpper(acceleration * (1 - 1e-4), out[0], 'acceleration', 0.98);
    }
  });

  it('jointsWithin: limits are bounds as they stand', () => {
    const joints = jointsWithin({
      configurationInto: (_, out) => out.fill(0),
      rate: Float64Array.of(3),
      acceleration: Float64Array.of(5),
      error: Float64Array.of(1e-6),
    });
    const out = new Float64Array(1);
    joints.rateUpperInto(0, 1, out);
    expect(out[0]).toBe(3);
    joints.accelerationUpperInto(0, 1, out);
    expect(out[0]).toBe(5);
    joints.errorUpperInto(out);
    expect(out[0]).toBe(1e-6);
    joints.slipUpperInto(0, 1, out);
    expect(out[0]).toBe(0);
    expectUpper(0.8 * 3 * 0.1, advances(linkOf(joints), 0.1, [0, 1, 0])[0], 'speed', 0.999);
  });

  it('turns as its joint does', () => {
    expectUpper(0.2 * 3, linkOf(jointsWithin(even)).turnUpper(0.2, 0.4), '', 0.999);
  });

  const even = {
    configurationInto: (time: number, out: Float64Array) => out.fill(3 * time),
    rate: Float64Array.of(3),
    acceleration: Float64Array.of(0),
    error: Float64Array.of(0),
  };
});

it('a body at rest: nothing at all', () => {
  const rest = new Rest(HOME);
  expect(advances(rest, 1, [1, 0, 0], 1)).toEqual([0, 0]);
  expect(rest.turnUpper()).toBe(0);
});

describe('boxes that an origin does not leave', () => {
  it('of a flight: its apex', () => {
    const state = { pose: HOME, velocity: [1, 0, 10], angularVelocity: [0, 0, 0] } as const;
    const box = new Float64Array(6);
    new Flight({ state, time: 0, gravity: [0, 0, -10] }).originBoxInto(0, 2, box, 0);
    expectUpper(2, box[3], 'x', 0.999);
    expectUpper(5, box[5], 'z', 0.999);
  });

  it('of a known motion, and of a link: both ends of a straight way', () => {
    const known = new KnownMotion({
      poseInto: (time, out) => out.set(poseFromRpy(0, 0, 0, 2 * time, 0, 0)),
      velocityInto: (_, out) => out.set([2, 0, 0, 0, 0, 0]),
      boundsBetween: () => ({ speed: 2, turning: 0 }),
      error: { shift: 0, turn: 0 },
    });
    const tree = chainOf({ kind: 'prismatic', axis: [1, 0, 0], limits: { lower: -9, upper: 9 } });
    const joints = jointsWithin({
      configurationInto: (time, out) => out.fill(2 * time),
      rate: Float64Array.of(2),
      acceleration: Float64Array.of(0),
      error: Float64Array.of(0),
    });
    const frame = tree.frameCount - 1;
    const link = new LinkMotion({ tree, frame, radius: 1, box: limitsBox(tree), joints });
    for (const motion of [known, link]) {
      const box = new Float64Array(6);
      motion.originBoxInto(-1, 2, box, 0);
      expectUpper(4, box[3], 'the end', 0.999);
      expectUpper(2, -box[0], 'the beginning', 0.999);
    }
  });
});

describe('a look at two bodies', () => {
  const bodies = (shape: PlainShape, x: number) =>
    createSchedule({
      bodies: [0, x].map((at, i) => {
        const start = new Rest(poseFromRpy(0, 0, 0, at, 0, 0));
        return { name: `body ${i}`, pieces: [{ shape }], start };
      }),
    });

  it.each([
    ['balls, near', { kind: 'sphere', radius: 0.5 } as const, 1.3],
    ['balls, far', { kind: 'sphere', radius: 0.5 } as const, 9],
    ['boxes', { kind: 'box', half: [0.5, 0.4, 0.3] } as const, 1.3],
  ])('lower, and upper where it was asked for: %s', (_, shape, x) => {
    const schedule = bodies(shape, x);
    const [a, b] = schedule.bodies.map((body, i) => ({ body, motion: schedule.motionAt(i, 0) }));
    const look = new Look();
    look.at(0, a, b);
    expectLower(x - 1, look.lower, 'lower', 0.999);
    if (look.upper < Number.POSITIVE_INFINITY) expectUpper(x - 1, look.upper, 'upper', 0.999);
  });
});

it('riseUpper: the farthest of the corners of a box', () => {
  const half = [0.3, 0.2, 0.1] as const;
  const { bodies } = createSchedule({
    bodies: [{ name: 'box', pieces: [{ shape: { kind: 'box', half } }], start: new Rest(HOME) }],
  });
  const pose = poseFromRpy(0.3, -0.5, 0.8, 0, 0, 0);
  const extent = new PieceExtent();
  const d = Float64Array.of(0.6, 0, 0.8);
  const question = { time: 0, span: 1, radius: 1, direction: d, sign: 1, points: null };
  extent.about(bodies[0].pieces[0], question, pose, 0, 0);
  const m = Float64Array.of(0.5, -1, 2);
  const s = 0.7;
  const farthest = (n: readonly number[]) => {
    let most = Number.NEGATIVE_INFINITY;
    for (let corner = 0; corner < 8; corner++) {
      const p = half.map((h, k) => ((corner >> k) & 1 ? h : -h));
      const at = [0, 3, 6].map((r) => pose[r] * p[0] + pose[r + 1] * p[1] + pose[r + 2] * p[2]);
      most = Math.max(most, at[0] * n[0] + at[1] * n[1] + at[2] * n[2]);
    }
    return most;
  };
  const rise = farthest([0, 1, 2].map((k) => d[k] + s * m[k])) - farthest([...d]);
  expectUpper(rise, extent.riseUpper(m, s), '', 0.999);
});

describe('rotations without torque', () => {
  const rate = (w: Float64Array) => Math.hypot(w[0], w[1], w[2]);
  /** The largest angular velocity, and how fast it changes at the most. */
  function sampled(rotation: ReturnType<typeof freeRotation>) {
    const [a, b] = [new Float64Array(3), new Float64Array(3)];
    let [most, changes] = [0, 0];
    for (let s = 0; s < 3; s += 0.01) {
      rotation.angularVelocityInto(s, a, 0);
      rotation.angularVelocityInto(s + 1e-4, b, 0);
      most = Math.max(most, rate(a));
      changes = Math.max(changes, rate(b.map((x, k) => x - a[k])) / 1e-4);
    }
    return { most, changes };
  }

  it('even: the rate', () => {
    const rotation = freeRotation(HOME, [1, 2, 2], [1, 1, 1]);
    expectUpper(sampled(rotation).most, rotation.rateUpper, '', 0.999);
    const out = new Float64Array(2);
    rotation.changeUpperInto(0, 1, out);
    expect([...out]).toEqual([0, 0]);
    expect(rotation.slipUpper(0, 1)).toBe(0);
  });

  it('a top: the rate, and how fast it changes', () => {
    const rotation = freeRotation(HOME, [1, 0, 5], [2, 2, 1]);
    const out = new Float64Array(2);
    rotation.changeUpperInto(0, 1, out);
    const { most, changes } = sampled(rotation);
    expectUpper(most, rotation.rateUpper, 'rate', 0.999);
    // The precession is nearly along the axis: only what is across it changes.
    const p = [2 / 2, 0, 5 / 2];
    const sigma = 5 * (1 - 1 / 2);
    expect(changes).toBeCloseTo(Math.abs(p[0] * sigma), 3);
    expect(out[0]).toBeGreaterThanOrEqual(changes);
    expect(rotation.slipUpper(0, 1)).toBe(0);
  });

  it('a top whose axis is across its precession: how fast its rate changes', () => {
    const rotation = freeRotation(HOME, [10, 0, 0.5], [1, 1, 1.9]);
    const out = new Float64Array(2);
    rotation.changeUpperInto(0, 1, out);
    expectUpper(sampled(rotation).changes * (1 - 1e-6), out[0]);
  });

  it('three different moments: the rate about the axis of the least one', () => {
    const rotation = freeRotation(HOME, [4, 0.1, 0.1], [1, 1.6, 2.2]);
    expectUpper(sampled(rotation).most, rotation.rateUpper, 'sampled', 0.99);
    expectUpper(Math.hypot(4, 0.1, 0.1), rotation.rateUpper, 'as it was given', 0.99);
  });
});

describe('spanLower: until when an advance is within a margin', () => {
  it.each([
    [0.1, 2, 3],
    [0, 2, 0],
    [0, 0, 3],
    [0, -1, 3],
  ])('%f + %f s + %f s^2', (fixed, linear, square) => {
    const margin = 1.5;
    const s = spanLower(margin, Float64Array.of(fixed, linear, square), 0, 100);
    let truth = 0;
    while (fixed + linear * truth + square * truth * truth <= margin) truth += 1e-5;
    expectLower(truth, s, '', 0.999);
  });
});
