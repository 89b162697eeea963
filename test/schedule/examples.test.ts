/**
 * The examples: no two bodies are ever in each other, looked at densely by another implementation of distances; the
 * bullet does not tunnel where fixed intervals let it; a rattleback turns round one way only.
 */
import { describe, expect, it } from 'vitest';
import { composePoses } from '../../src/math/index.ts';
import {
  bulletScene,
  createSchedule,
  EXAMPLE_SCENES,
  rattlebackScene,
  runFixedIntervals,
  type Schedule,
} from '../../src/schedule/index.ts';
import { bracket, type Core, convexDistance } from '../helpers/oracles/plainConvex.ts';

function coreOf(schedule: Schedule, body: number, piece: number): { core: Core; round: number } {
  const { shape } = schedule.bodies[body].pieces[piece];
  switch (shape.kind) {
    case 'box':
      return { core: { kind: 'box', half: shape.half }, round: 0 };
    case 'sphere':
      return { core: { kind: 'point' }, round: shape.radius };
    case 'capsule':
      return { core: { kind: 'segment', half: 0.5 * shape.length }, round: shape.radius };
    case 'hull':
      return { core: { kind: 'corners', corners: shape.hull.positions }, round: 0 };
    default:
      throw new Error(shape.kind);
  }
}

/** The nearest that two bodies are at a time. */
function gapAt(schedule: Schedule, time: number, a: number, b: number): number {
  let least = Number.POSITIVE_INFINITY;
  const [p, q] = [schedule.stateAt(a, time).pose, schedule.stateAt(b, time).pose];
  schedule.bodies[a].pieces.forEach((one, i) => {
    schedule.bodies[b].pieces.forEach((other, j) => {
      const [first, second] = [coreOf(schedule, a, i), coreOf(schedule, b, j)];
      const at = composePoses(p, one.pose);
      const to = composePoses(q, other.pose);
      convexDistance(first.core, at, second.core, to, Number.POSITIVE_INFINITY);
      least = Math.min(least, bracket.upper - first.round - second.round);
    });
  });
  return least;
}

describe.each([...EXAMPLE_SCENES])('%s', (name, make) => {
  const scene = make();
  const until = Math.min(scene.until, 0.7);
  const schedule = createSchedule(scene.settings);
  const { verdict, impacts, stats } = schedule.run(until);

  it('runs to its end, impacts in order', () => {
    expect(scene.name).toBe(name);
    expect(verdict).toBe('done');
    expect(impacts.length).toBeGreaterThan(0);
    impacts.forEach(({ free, hit, lower, upper, within }, i) => {
      expect(free).toBeLessThanOrEqual(hit);
      expect(lower).toBeGreaterThan(0.5 * within * (1 - 1e-9));
      expect(upper).toBeLessThanOrEqual(within);
      if (i > 0) expect(hit).toBeGreaterThanOrEqual(impacts[i - 1].hit);
    });
    // A few looks for each impact, not thousands.
    expect(stats.looks).toBeLessThan(12 * impacts.length + 300 * schedule.bodies.length);
  });

  it('no two bodies are in each other at 200 times', () => {
    for (let k = 0; k < 200; k++) {
      const time = (until * (k + 0.37)) / 200;
      for (const { a, b } of schedule.watchedAt(time)) {
        expect(gapAt(schedule, time, a, b)).toBeGreaterThan(0);
      }
    }
  });

  it('pairs that are not watched are apart', () => {
    const count = schedule.bodies.length;
    for (let k = 0; k < 6; k++) {
      const time = (until * (k + 0.61)) / 6;
      const watched = new Set(schedule.watchedAt(time).map(({ a, b }) => a * count + b));
      for (let a = 0; a < count; a++) {
        for (let b = a + 1; b < count; b++) {
          if (watched.has(a * count + b)) continue;
          const still = [a, b].every((body) => schedule.motionAt(body, time).kind === 'rest');
          if (!still) expect(gapAt(schedule, time, a, b)).toBeGreaterThan(0);
        }
      }
    }
  });
});

it.each(['coins', 'bowling'])(
  '%s by estimates: time goes back, nothing is in each other',
  (name) => {
    const { settings } = EXAMPLE_SCENES.get(name)!();
    const schedule = createSchedule({ ...settings, keys: 'estimates' });
    const { verdict, impacts, stats } = schedule.run(0.8);
    expect(verdict).toBe('done');
    expect(stats.rollbacks).toBeGreaterThan(0);
    impacts.forEach(({ hit, lower }, i) => {
      expect(lower).toBeGreaterThan(0);
      if (i > 0) expect(hit).toBeGreaterThanOrEqual(impacts[i - 1].hit);
    });
    for (let k = 0; k < 60; k++) {
      const time = (0.8 * (k + 0.37)) / 60;
      for (const { a, b } of schedule.watchedAt(time)) {
        expect(gapAt(schedule, time, a, b)).toBeGreaterThan(0);
      }
    }
  },
);

describe('the bullet [C 4]', () => {
  const crossed = (x: number) => x > 5;

  it('does not fly through the wall; every 1/30 s it is not seen at all', () => {
    const { settings, until } = bulletScene();
    const schedule = createSchedule(settings);
    const { impacts, stats } = schedule.run(until);
    expect(impacts.map(({ a, b }) => [a, b])).toEqual([[0, 1]]);
    expect(crossed(schedule.stateAt(0, until).pose[9])).toBe(false);
    expect(stats.looks).toBeLessThan(10);
    const fixed = runFixedIntervals(settings, { interval: 1 / 30, until });
    expect(fixed.impacts).toEqual([]);
    expect(crossed(fixed.history.stateAt(0, until).pose[9])).toBe(true);
  });

  it('fixed intervals that see it look a thousand times as often', () => {
    const { settings, until } = bulletScene();
    const { looks } = createSchedule(settings).run(until).stats;
    // The wall is 1 mm thick and the bullet 20 mm long.
    const fixed = runFixedIntervals(settings, { interval: 0.02 / 1000, until });
    expect(fixed.impacts.length).toBeGreaterThan(0);
    expect(fixed.looks).toBeGreaterThan(1000 * looks);
  });

  it.each([1e3, 1e5, 1e7])('at %d m/s', (speed) => {
    const { settings } = bulletScene(speed);
    const { impacts } = createSchedule(settings).run(20 / speed);
    expect(impacts.map(({ a, b }) => [a, b])).toEqual([[0, 1]]);
  });
});

it('a rattleback turns round one way, and not the other', () => {
  const turning = (start: number) => {
    const { settings } = rattlebackScene(start);
    const schedule = createSchedule(settings);
    schedule.run(1.1);
    return schedule.stateAt(1, 1.1).angularVelocity[2];
  };
  expect(turning(-6)).toBeGreaterThan(0.3);
  expect(turning(6)).toBeGreaterThan(0.3);
});

it('bounds from where the points are take a tenth of the looks that speeds alone take', () => {
  const looks = (bounds: 'all' | 'speed') => {
    const { settings } = rattlebackScene();
    const { stats, impacts } = createSchedule({ ...settings, bounds }).run(0.25);
    return stats.looks / impacts.length;
  };
  expect(looks('all')).toBeLessThan(0.1 * looks('speed'));
});
