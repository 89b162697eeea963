/**
 * Rollback: an impact that turns out to come first undoes all impacts that were handled after its time. Pairs that they
 * ignored are watched again, and bodies have the motions that they had before.
 */
import { describe, expect, it } from 'vitest';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import {
  createSchedule,
  KnownMotion,
  type Response,
  Rest,
  type ScheduledBody,
} from '../../src/schedule/index.ts';

/** A ball that flies. */
function ball(
  name: string,
  [x, y, z]: readonly number[],
  velocity: readonly [number, number, number],
): ScheduledBody {
  return {
    name,
    pieces: [{ shape: { kind: 'sphere', radius: 0.1 } }],
    start: { pose: poseFromRpy(0, 0, 0, x, y, z), velocity, angularVelocity: [0, 0, 0] },
  };
}

/** The estimate takes the falling ball to meet the floor after 5 s; it does so after 0.6 s. The other two meet at 0.8 s. */
const falling = [
  ball('falling', [0, 0, 2.2], [0, 0, -0.4]),
  {
    name: 'floor',
    pieces: [{ shape: { kind: 'box', half: [1, 1, 0.1] } as const }],
    start: new Rest(poseFromRpy(0, 0, 0, 0, 0, 0)),
  },
  ball('left', [5, 0, 0], [0.1, 0, 4.9]),
  ball('right', [5.36, 0, 0], [-0.1, 0, 4.9]),
];

describe.each([null, undefined])('with the broad phase %s', (broadPhase) => {
  const schedule = (keys: 'bounds' | 'estimates') =>
    createSchedule({
      bodies: falling,
      gravity: [0, 0, -9.81],
      keys,
      window: 3,
      ...(broadPhase === null && { broadPhase }),
      response: () => 'ignore',
    });

  it('an impact that was ignored and undone is found again', () => {
    const guessed = schedule('estimates').run(2);
    expect(guessed.stats.rollbacks).toBe(1);
    expect(guessed.stats.undone).toBe(1);
    expect(guessed.impacts.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(guessed.impacts[1].hit).toBeCloseTo(0.8, 3);
    expect(guessed.impacts).toEqual(schedule('bounds').run(2).impacts);
  });

  it('its pair is watched until then, and not any more afterwards', () => {
    const guessed = schedule('estimates');
    guessed.run(2);
    const pairs = (time: number) => guessed.watchedAt(time).map(({ a, b }) => `${a} ${b}`);
    expect(pairs(0.7)).toContain('2 3');
    expect(pairs(0.9)).not.toContain('2 3');
    expect(pairs(0.5)).toContain('0 1');
    expect(pairs(0.7)).not.toContain('0 1');
  });
});

const still = (name: string, x: number, y: number, radius = 0.1): ScheduledBody => ({
  name,
  pieces: [{ shape: { kind: 'sphere', radius } }],
  start: new Rest(poseFromRpy(0, 0, 0, x, y, 0)),
});

/** A ball that falls on `stop` after 0.6 s; by its first speed it would do so after 4.6 s. */
const first: ScheduledBody = {
  ...still('first', 5, 1),
  start: new KnownMotion({
    poseInto: (time, out) => {
      out.set(poseFromRpy(0, 0, 0, 5, 1 + 0.1 * time + 1.111 * time * time, 0));
    },
    velocityInto: (time, out) => out.set([0, 0.1 + 2.222 * time, 0, 0, 0, 0]),
    boundsBetween: (_, to) => ({
      speed: 0.1 + 2.222 * to + 1e-9,
      turning: 0,
      acceleration: 2.222 + 1e-9,
      turningAcceleration: 0,
    }),
    error: { shift: 1e-12, turn: 1e-12 },
  }),
};

const flying = (x: number, y: number, z: number) => ({
  velocity: [x, y, z] as const,
  angularVelocity: [0, 0, 0] as const,
});

describe('what was undone', () => {
  it('a pair that was ignored is watched again when its bodies come back', () => {
    // `first` is sent from `stop` to `left`, which flies off to `bumper` and comes back to `right` after 2.6 s. When
    // nothing was known of `first`, `left` and `right` met after 0.75 s.
    const bodies: readonly ScheduledBody[] = [
      first,
      still('stop', 5, 1.66),
      ball('left', [5, 0, 0], [0.2, 0, 0]),
      still('right', 5.35, 0),
      still('bumper', 4, 0),
    ];
    const response: Response = ({ a, b }) => {
      if (b === 1) return { a: flying(0.3, -10, 0) };
      if (a === 0) return { a: flying(0, 10, 5), b: flying(-1, 0, 0) };
      return b === 4 ? { a: flying(1, 0, 0) } : 'ignore';
    };
    const run = (keys: 'bounds' | 'estimates') =>
      createSchedule({ bodies, keys, window: 0.9, response }).run(4);
    const guessed = run('estimates');
    expect(guessed.stats.undone).toBe(1);
    expect(guessed.impacts.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
      [2, 4],
      [2, 3],
    ]);
    expect(guessed.impacts).toEqual(run('bounds').impacts);
  });

  it('the broad phase knows the motions that were before', () => {
    // `first` is sent from `stop` through the way of `left`. When nothing was known of `first`, `left` had already met
    // `right` and left the scene.
    const bodies: readonly ScheduledBody[] = [
      first,
      still('stop', 5, 1.66),
      ball('left', [-1.95, 0, 0], [10, 0, 0]),
      still('right', 13.65, 0, 8),
    ];
    const response: Response = ({ a, b }) => {
      if (b === 1) return { a: flying(0, -14.6, 0) };
      return a === 0 ? 'ignore' : { a: flying(0, 0, 100) };
    };
    const run = (keys: 'bounds' | 'estimates') =>
      createSchedule({ bodies, keys, window: 0.9, response }).run(0.9);
    const guessed = run('estimates');
    expect(guessed.stats.undone).toBe(1);
    expect(guessed.impacts.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
      [2, 3],
    ]);
    guessed.impacts.forEach(({ hit }, i) => {
      expect(hit).toBeCloseTo(run('bounds').impacts[i].hit, 3);
    });
  });
});

it('of many balls that fall onto plates: all impacts as by bounds, seed 12', () => {
  const random = new Random(12);
  const bodies = Array.from({ length: 24 }, (_, i): ScheduledBody => {
    const place = [i % 5, Math.floor(i / 5), random.between(0.3, 1.5)].map((x) => 0.5 * x);
    if (i % 3 === 0) {
      const shape = { kind: 'box', half: [0.6, 0.6, 0.02] } as const;
      const start = new Rest(poseFromRpy(0, 0, 0, place[0], place[1], -place[2]));
      return { name: `plate ${i}`, pieces: [{ shape }], start };
    }
    const [x, y, z] = [0, 1, 2].map(() => random.between(-0.5, 0.5));
    return ball(`ball ${i}`, place, [x, y, z]);
  });
  const run = (keys: 'bounds' | 'estimates') =>
    createSchedule({
      bodies,
      gravity: [0, 0, -9.81],
      keys,
      window: 0.5,
      response: () => 'ignore',
    }).run(1);
  const proven = run('bounds');
  const guessed = run('estimates');
  expect(guessed.stats.undone).toBeGreaterThan(5);
  expect(guessed.impacts.map(({ a, b }) => [a, b])).toEqual(
    proven.impacts.map(({ a, b }) => [a, b]),
  );
  guessed.impacts.forEach(({ hit }, i) => {
    expect(hit).toBeCloseTo(proven.impacts[i].hit, 3);
  });
});
