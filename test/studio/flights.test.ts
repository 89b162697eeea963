/** Bodies that fly, as the engine records them: against the schedule itself, and against what is known of balls. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/math/index.ts';
import { createSchedule, EXAMPLE_SCENES, type Schedule } from '../../src/schedule/index.ts';
import { flown, recorded } from '../../studio/engine/flights.ts';
import type { FlightAnswer, Progress } from '../../studio/engine/protocol.ts';
import { poseAtInto, Recording } from '../../studio/flight/recording.ts';
import { FLIGHTS } from '../../studio/model/flights.ts';
import { droppedScene, RADIUS } from '../helpers/studio/flights.ts';

const SILENT = () => {};

/** The same run without a recording. */
function plainRun(broadPhase: boolean): Schedule {
  const { settings, until } = droppedScene();
  const schedule = createSchedule({ ...settings, ...(broadPhase ? {} : { broadPhase: null }) });
  schedule.run(until);
  return schedule;
}

/** Times that are neither knots nor watch. */
const between = ({ begin, end }: FlightAnswer) =>
  Array.from({ length: 173 }, (_, i) => begin + ((end - begin) * (i + 0.37)) / 173);

describe('a recording', () => {
  const on: FlightAnswer = { example: '', ...recorded(droppedScene(), true, SILENT) };
  const off: FlightAnswer = { example: '', ...recorded(droppedScene(), false, SILENT) };
  const schedule = plainRun(true);

  it('survives the way to the page', () => {
    expect(structuredClone(on)).toEqual(on);
  });

  it('has what the schedule found, and counts only what that did', () => {
    expect(on.impacts.length).toBeGreaterThan(3);
    expect(on.impacts.map(({ hit }) => hit)).toEqual(schedule.impacts.map(({ hit }) => hit));
    expect(on.impacts.every(({ free, hit }) => free < hit)).toBe(true);
    const { looks, queries, mostWatched } = schedule.stats;
    expect(on.work).toEqual({ looks, queries, mostWatched });
    expect(on.sentence).toContain(`${on.impacts.length} impacts`);
    expect(on.bodies.map(({ moves }) => moves)).toEqual([false, true, true, true, true]);
  });

  it('is where the schedule says at any time: places to the last digits, turns to a degree', () => {
    const pose = new Float64Array(12);
    for (const time of between(on)) {
      on.bodies.forEach(({ knots }, body) => {
        const { pose: true_ } = schedule.stateAt(body, time);
        poseAtInto(knots, time, pose, 0);
        for (let k = 9; k < 12; k++) expect(pose[k]).toBeCloseTo(true_[k], 11);
        for (let k = 0; k < 9; k++) expect(Math.abs(pose[k] - true_[k])).toBeLessThan(0.02);
      });
    }
  });

  it('has more knots where a body turns, and none for what a parabola says', () => {
    const [table, left, , apart, brick] = on.bodies.map(({ knots }) => knots.times.length);
    expect(table).toBe(2);
    expect(left).toBeLessThan(30);
    expect(apart).toBeLessThanOrEqual(left);
    expect(brick).toBeGreaterThan(apart);
  });

  it('watches with the broad phase what the schedule watches, and without it all pairs', () => {
    const watched = ({ watch }: FlightAnswer, f: number) =>
      Array.from({ length: watch.starts[f + 1] - watch.starts[f] }, (_, i) => {
        const p = 2 * (watch.starts[f] + i);
        return `${watch.pairs[p]}-${watch.pairs[p + 1]}`;
      }).sort();
    const { times } = on.watch;
    let least = Number.POSITIVE_INFINITY;
    for (let f = 0; f < times.length; f++) {
      const said = schedule.watchedAt(times[f]).map(({ a, b }) => `${a}-${b}`);
      expect(watched(on, f)).toEqual(said.sort());
      least = Math.min(least, said.length);
    }
    for (let f = 0; f < off.watch.times.length; f++) expect(watched(off, f)).toHaveLength(10);
    expect(least).toBeLessThan(3);
    expect(off.work.mostWatched).toBe(10);
    expect(on.work.mostWatched).toBeLessThan(10);
    expect(on.work.looks).toBeLessThan(off.work.looks);
  });

  it('has lines between the nearest points, and times for which balls surely stay apart', () => {
    const recording = new Recording(off);
    const { pairs, points, apartFor, times } = off.watch;
    const pose = new Float64Array(24);
    const apart = (a: number, b: number, time: number) => {
      poseAtInto(off.bodies[a].knots, time, pose, 0);
      poseAtInto(off.bodies[b].knots, time, pose, 12);
      return Math.hypot(pose[9] - pose[21], pose[10] - pose[22], pose[11] - pose[23]) - 2 * RADIUS;
    };
    let lines = 0;
    let nearLines = 0;
    let longest = 0;
    for (const time of times) {
      const { first, end, watchTime } = recording.goTo(time);
      expect(watchTime).toBe(time);
      for (let p = first; p < end; p++) {
        const [a, b] = [pairs[2 * p], pairs[2 * p + 1]];
        if (a < 1 || b > 3) continue;
        lines++;
        // Far apart, centres are as good.
        const reach = [0, 3].map((o) => Math.hypot(...points.subarray(6 * p + o, 6 * p + o + 3)));
        for (const each of reach) expect(each < 1e-6 || Math.abs(each - RADIUS) < 1e-6).toBe(true);
        if (reach[0] > 1e-6) nearLines++;
        longest = Math.max(longest, apartFor[p]);
        // As they fly now: until one of them meets somebody.
        const next = off.impacts.find(
          (i) => i.hit > time && [a, b].some((body) => body === i.a || body === i.b),
        );
        const until = Math.min(time + apartFor[p], next?.hit ?? off.end);
        for (let k = 0; k <= 10; k++) {
          expect(apart(a, b, time + ((until - time) * k) / 10)).toBeGreaterThan(0);
        }
      }
    }
    expect(lines).toBeGreaterThan(300);
    expect(nearLines).toBeGreaterThan(20);
    expect(longest).toBeGreaterThan(0.1);
  });

  it('tells how far it is, never backwards', () => {
    const told: Progress[] = [];
    recorded(droppedScene(), true, (progress) => told.push(progress));
    const parts = told.map(({ done, of }) => done / of);
    expect(parts[0]).toBe(0);
    expect(parts.at(-1)).toBe(1);
    expect(parts).toEqual([...parts].sort((x, y) => x - y));
    expect(new Set(parts).size).toBeGreaterThan(3);
  });

  it('goes on without impacts', () => {
    const { settings, until } = droppedScene();
    const { impacts, fixed, watch } = recorded(
      { settings: { ...settings, gravity: [0, 0, 9.81], bodies: settings.bodies.slice(3) }, until },
      true,
      SILENT,
    );
    expect(impacts).toEqual([]);
    expect(fixed).toBeNull();
    expect(watch.pairs).toHaveLength(0);
  });
});

describe('the examples', () => {
  it('are those of the schedule', () => {
    expect(FLIGHTS.map(({ name }) => name)).toEqual([...EXAMPLE_SCENES.keys()]);
  });

  it('are refused by name where there is none', () => {
    const ask = () => flown({ example: 'cannon', broadPhase: true }, SILENT);
    expect(ask).toThrow(InputError);
    expect(ask).toThrow(/no example "cannon"/);
  });

  it('a bullet meets the wall, with the broad phase and without; fixed steps see it nowhere near', () => {
    const [on, off] = [true, false].map((broadPhase) =>
      flown({ example: 'bullet', broadPhase }, SILENT),
    );
    for (const { impacts, bodies, tolerance, fixed } of [on, off]) {
      expect(impacts).toHaveLength(1);
      const [{ a, b, free, hit, points }] = impacts;
      expect([bodies[a].name, bodies[b].name]).toEqual(['bullet', 'wall']);
      expect(free).toBeLessThan(hit);
      expect(hit - free).toBeLessThan(1e-6);
      // From x = -5 to the wall at 5, both ends of the bullet and the wall's half millimetre taken off.
      expect(hit).toBeCloseTo((10 - 0.01 - 0.0005 - tolerance) / 1000, 6);
      expect(Math.abs(points[0][0] - points[1][0])).toBeLessThanOrEqual(tolerance);
      expect(fixed).toMatchObject({ impacts: 0, step: 1 / 30, mover: a });
      expect(Math.min(...fixed!.distances.slice(0, 2))).toBeGreaterThan(5);
      // It flies on, 33 m a step.
      expect(fixed!.poses[12 + 9] - fixed!.poses[9]).toBeCloseTo(1000 / 30, 6);
    }
    expect(on.work.looks).toBeLessThan(off.work.looks);
    expect(on.work.mostWatched).toBeLessThan(off.work.mostWatched);
  });
});
