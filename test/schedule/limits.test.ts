/** What does not go well ends with a verdict that says so, never by flying through; wrong input is named. */
import { describe, expect, it } from 'vitest';
import { identityPose, poseFromRpy } from '../../src/math/index.ts';
import { placeAt } from '../../src/schedule/examples/shapes.ts';
import {
  createSchedule,
  Flight,
  impulseResponse,
  KnownMotion,
  type Response,
  Rest,
  type ScheduledBody,
  type ScheduleSettings,
} from '../../src/schedule/index.ts';

const still = [0, 0, 0] as const;

function ball(height: number, changes: Partial<ScheduledBody> = {}): ScheduledBody {
  return {
    name: 'ball',
    pieces: [{ shape: { kind: 'sphere', radius: 0.1 } }],
    start: { pose: placeAt(0, 0, height), velocity: still, angularVelocity: still },
    ...changes,
  };
}

const floor: ScheduledBody = {
  name: 'floor',
  pieces: [{ shape: { kind: 'half-space', normal: [0, 0, 1], offset: 0 } }],
  mass: 1e9,
  start: new Rest(identityPose()),
};

function drop(response: Response | undefined, settings: Partial<ScheduleSettings> = {}) {
  const schedule = createSchedule({
    bodies: [ball(1), floor],
    gravity: [0, 0, -9.81],
    ...(response && { response }),
    ...settings,
  });
  return { schedule, result: schedule.run(3) };
}

/** The lowest that the ball ever is, at many times until the end. */
function lowest({ schedule, result }: ReturnType<typeof drop>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= 5000; k++) {
    least = Math.min(least, schedule.stateAt(0, (result.time * k) / 5000).pose[11]);
  }
  return least;
}

describe('a ball that falls on a half-space', () => {
  it('stops there by default', () => {
    const { result } = drop(undefined);
    expect(result.verdict).toBe('stopped');
    expect(result.pair).toEqual([0, 1]);
    expect(result.sentence).toContain('"ball" and "floor"');
    const [{ free, hit }] = result.impacts;
    const touch = (gap: number) => Math.sqrt((2 * (0.9 - gap)) / 9.81);
    expect(free).toBeLessThanOrEqual(touch(1e-4));
    expect(hit).toBeGreaterThanOrEqual(touch(1e-4));
    expect(hit).toBeLessThanOrEqual(touch(5e-5));
  });

  it('ends with a verdict where it would bounce infinitely often', () => {
    const run = drop(impulseResponse({ restitution: 0.5, rebound: 0, sleep: 0 }), {
      mostImpacts: 500,
    });
    expect(['impact-limit', 'stuck']).toContain(run.result.verdict);
    expect(run.result.impacts.length).toBeGreaterThan(15);
    expect(run.result.time).toBeLessThan(3);
    expect(lowest(run)).toBeGreaterThan(0.1);
  });

  it('bounces on in small hops where it must part, and lies down where it may', () => {
    const hops = drop(impulseResponse({ restitution: 0.5, rebound: 0.02, sleep: 0 }));
    expect(hops.result.verdict).toBe('done');
    expect(lowest(hops)).toBeGreaterThan(0.1);
    const lies = drop(impulseResponse({ restitution: 0.5, rebound: 0.02, sleep: 0.03 }));
    expect(lies.result.verdict).toBe('done');
    expect(lies.result.impacts.length).toBeLessThan(hops.result.impacts.length);
    expect(lies.schedule.motionAt(0, 3).kind).toBe('rest');
    expect(lies.schedule.stateAt(0, 3).pose[11]).toBeLessThan(0.1 + 1e-4);
  });

  it('is stuck where the response changes nothing, before it is in the floor', () => {
    const run = drop(() => ({}));
    expect(run.result.verdict).toBe('stuck');
    expect(run.result.sentence).toContain('cannot be told whether "ball" and "floor" are apart');
    expect(lowest(run)).toBeGreaterThan(0.1);
  });

  it('flies through only where somebody says so', () => {
    const { result, schedule } = drop(() => 'ignore');
    expect(result.verdict).toBe('done');
    expect(result.impacts).toHaveLength(1);
    expect(schedule.stateAt(0, 3).pose[11]).toBeLessThan(-10);
  });

  it('ends after so many looks', () => {
    const { result } = drop(impulseResponse(), { mostLooks: 20 });
    expect(result.verdict).toBe('look-limit');
    expect(result.stats.looks).toBe(20);
  });

  it('can be run in parts', () => {
    const whole = drop(impulseResponse()).result;
    const { schedule } = drop(impulseResponse(), { mostLooks: 0 });
    expect(schedule.time).toBe(0);
    const parts = createSchedule({
      bodies: [ball(1), floor],
      gravity: [0, 0, -9.81],
      response: impulseResponse(),
    });
    for (const until of [0.1, 0.5, 0.5, 1.1]) expect(parts.run(until).time).toBe(until);
    const { impacts } = parts.run(3);
    expect(impacts[0].hit).toBeCloseTo(whole.impacts[0].hit, 4);
    expect(impacts[3].hit).toBeCloseTo(whole.impacts[3].hit, 3);
  });
});

it('bodies that begin in each other are told, and go no further', () => {
  const schedule = createSchedule({
    bodies: [ball(0.05), floor],
    response: impulseResponse({ sleep: 0 }),
  });
  const { verdict, impacts, time } = schedule.run(1);
  expect(verdict).toBe('stuck');
  expect(time).toBe(0);
  expect(impacts).toHaveLength(1);
  expect(impacts[0]).toMatchObject({ free: 0, hit: 0, lower: 0, upper: 0 });
});

it('a tolerance that rounding cannot resolve is a verdict, at 1e6 m', () => {
  const far = (x: number, vx: number, name: string) =>
    ball(0, {
      name,
      start: { pose: placeAt(1e6 + x, 1e6, 1e6), velocity: [vx, 0, 0], angularVelocity: still },
    });
  const bodies = [far(0, 1, 'a'), far(1, -1, 'b')];
  const coarse = createSchedule({ bodies, tolerance: 1e-6 }).run(1);
  expect(coarse.verdict).toBe('stopped');
  expect(coarse.impacts[0].hit).toBeCloseTo(0.4, 5);
  expect(createSchedule({ bodies, tolerance: 1e-12 }).run(1).verdict).toBe('stuck');
});

it('a response may put a body on a motion that begins where it is, and nowhere else', () => {
  const carry = (shift: number): Response => {
    return (_impact, a) => {
      const pose = a.state.pose.slice();
      pose[11] += shift;
      return { a: new Rest(pose) };
    };
  };
  const { result } = drop(carry(0));
  expect(result.verdict).toBe('done');
  expect(() => drop(carry(0.01))).toThrow('begins where the body is');
});

describe('wrong input', () => {
  const make = (bodies: readonly ScheduledBody[], settings: Partial<ScheduleSettings> = {}) =>
    createSchedule({ bodies, ...settings });
  it.each<[string, () => unknown]>([
    ['two bodies are called "ball"', () => make([ball(1), ball(2)])],
    ['body "ball" has no pieces', () => make([ball(1, { pieces: [] })])],
    ['body "ball" has the mass 0', () => make([ball(1, { mass: 0 })])],
    ['body "ball"', () => make([ball(1, { inertia: [1, 1, Number.NaN] })])],
    ['no body is called "moon"', () => make([ball(1)], { ignore: [['ball', 'moon']] })],
    ['tolerance', () => make([ball(1)], { tolerance: 0 })],
    ['window', () => make([ball(1)], { window: Number.NaN })],
    ['gravity', () => make([ball(1)], { gravity: [0, 0, Number.NaN] })],
    ['cannot run until NaN', () => make([ball(1)]).run(Number.NaN)],
    ['cannot run until -1', () => make([ball(1)]).run(-1)],
    [
      'radius of the sphere',
      () => make([ball(1, { pieces: [{ shape: { kind: 'sphere', radius: -1 } }] })]),
    ],
    [
      'the velocity of a flight',
      () =>
        make([
          ball(1, {
            start: {
              pose: identityPose(),
              velocity: [0, Number.POSITIVE_INFINITY, 0],
              angularVelocity: still,
            },
          }),
        ]),
    ],
    [
      'is not a rotation',
      () =>
        make([
          ball(1, {
            start: { pose: new Float64Array(12), velocity: still, angularVelocity: still },
          }),
        ]),
    ],
    [
      'must be at rest',
      () =>
        make([
          {
            ...floor,
            start: { pose: identityPose(), velocity: still, angularVelocity: still },
          },
        ]),
    ],
    [
      'is defined from 0 s to 1 s',
      () =>
        make([
          ball(1, {
            start: new KnownMotion({
              begin: 0,
              end: 1,
              poseInto: (_time, out) => out.set(poseFromRpy(0, 0, 0, 0, 0, 0)),
              velocityInto: (_time, out) => out.fill(0),
              boundsBetween: () => ({ speed: 0, turning: 0 }),
              error: { shift: 0, turn: 0 },
            }),
          }),
        ]).run(2),
    ],
    [
      'after the start',
      () =>
        make([
          ball(1, {
            start: new Flight({
              state: { pose: identityPose(), velocity: still, angularVelocity: still },
              time: 5,
            }),
          }),
        ]),
    ],
  ])('%s', (message, wrong) => {
    expect(wrong).toThrow(message);
  });
});
