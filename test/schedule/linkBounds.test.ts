/**
 * Bounds of links in the schedule, by rates and accelerations of joints, in cases in which they are attained; and
 * a link that accelerates toward a wall, which must meet it.
 */
import { describe, expect, it } from 'vitest';
import { limitsBox } from '../../src/kinematics/index.ts';
import { poseFromRpy } from '../../src/math/index.ts';
import {
  ADVANCE_SIZE,
  createSchedule,
  jointsWithin,
  LinkMotion,
  Rest,
} from '../../src/schedule/index.ts';
import { expectUpper } from '../helpers/bounds/nearly.ts';
import { chainOf } from '../helpers/bounds/robots.ts';

const ACCELERATION = 3;
/** The link's origin is so far from the first axis. */
const ARM = 0.8;

/** A joint that accelerates evenly from rest carries a link; only its limits are known. */
function accelerating(kind: 'revolute' | 'prismatic') {
  const tree = chainOf(
    { kind, axis: kind === 'revolute' ? [0, 0, 1] : [0, 1, 0], limits: { lower: -9, upper: 9 } },
    { kind: 'fixed', origin: poseFromRpy(0, 0, 0, ARM, 0, 0) },
  );
  const value = (time: number) => 0.5 * ACCELERATION * time * time;
  const joints = jointsWithin({
    configurationInto: (time, out) => out.fill(value(time)),
    rateInto: (time, out) => out.fill(ACCELERATION * time),
    rate: Float64Array.of(30),
    acceleration: Float64Array.of(ACCELERATION),
    error: Float64Array.of(0),
  });
  const motion = new LinkMotion({
    tree,
    frame: tree.frameCount - 1,
    radius: 0.1,
    box: limitsBox(tree),
    joints,
  });
  return { motion, value };
}

describe.each(['revolute', 'prismatic'] as const)(
  'a %s joint at its largest acceleration',
  (kind) => {
    it.each([0, 0.4])('from t = %f on, carries the origin as far as the bound says', (time) => {
      const { motion, value } = accelerating(kind);
      const out = new Float64Array(2 * ADVANCE_SIZE);
      const span = 0.3;
      const direction = Float64Array.of(0, 1, 0);
      const question = { time, span, radius: 0, direction, sign: 1, points: null };
      motion.advanceUpperInto(question, out);
      const arm = kind === 'revolute' ? ARM : 1;
      for (const s of [0.01, 0.1, 0.2, span]) {
        const way = arm * (value(time + s) - value(time));
        const bound = out.subarray(ADVANCE_SIZE);
        expectUpper(way, bound[0] + bound[1] * s + bound[2] * s * s, `after ${s} s`, 0.999);
      }
    });
  },
);

it.each(['revolute', 'prismatic'] as const)(
  'a link on a %s joint meets a wall on its way',
  (kind) => {
    const { motion } = accelerating(kind);
    const wall = { kind: 'box', half: [0.5, 0.0005, 0.5] } as const;
    const schedule = createSchedule({
      bodies: [
        { name: 'link', pieces: [{ shape: { kind: 'sphere', radius: 0.01 } }], start: motion },
        {
          name: 'wall',
          pieces: [{ shape: wall }],
          start: new Rest(poseFromRpy(0, 0, 0, ARM, 0.3, 0)),
        },
      ],
      broadPhase: null,
    });
    const { verdict, impacts } = schedule.run(1);
    expect(verdict).toBe('stopped');
    expect(impacts.length).toBe(1);
    const met = kind === 'revolute' ? Math.asin(0.2895 / ARM) : 0.2895;
    expect(impacts[0].hit).toBeCloseTo(Math.sqrt((2 * met) / ACCELERATION), 3);
  },
);
