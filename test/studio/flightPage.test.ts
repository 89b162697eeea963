/** What the page of bodies that fly computes for itself: times, lines, texts, what is shown, runs that are kept. */
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { poseFromRpy } from '../../src/math/index.ts';
import type { FlightAnswer } from '../../studio/engine/protocol.ts';
import { boundsOf, radiusOf } from '../../studio/flight/bounds.ts';
import { decimalsFor, spanText, speedFor } from '../../studio/flight/clock.ts';
import { legendOfFlight } from '../../studio/flight/legend.ts';
import { lastUpTo, poseAtInto, Recording } from '../../studio/flight/recording.ts';
import { type RunHost, Runs } from '../../studio/flight/runs.ts';
import { stepsTextOf } from '../../studio/flight/stepsText.ts';
import { soonLimits, soonOf, watchLines } from '../../studio/flight/watchLines.ts';
import { twoBodies } from '../helpers/studio/flights.ts';

describe('a recording at a time', () => {
  const recording = new Recording(twoBodies());
  const x = (time: number) => recording.goTo(time).poses[9];

  it('stands before its first knot and after its last', () => {
    expect([-1, 0, 1, 2, 9].map(x)).toEqual([0, 0, 2, 2, 2]);
    expect(x(0.5)).toBeCloseTo(1, 15);
  });

  it('shows the pairs of the latest instant', () => {
    const counts = [0, 0.99, 1, 5].map((time) => {
      const { first, end } = recording.goTo(time);
      return end - first;
    });
    expect(counts).toEqual([0, 0, 1, 1]);
    expect([...Array.from(recording.watchedCounts())]).toEqual([0, 1]);
  });

  it('knows the impacts before and after', () => {
    expect([0, 0.5, 1, 1.5, 2].map((t) => recording.impactAt(t))).toEqual([null, 0, 0, 1, 1]);
    expect([0, 0.5, 1, 1.5].map((t) => recording.hitBeside(t, 1))).toEqual([
      0.5,
      1.5,
      1.5,
      Infinity,
    ]);
    expect([0.5, 1, 1.5, 2].map((t) => recording.hitBeside(t, -1))).toEqual([
      -Infinity,
      0.5,
      0.5,
      1.5,
    ]);
    expect(recording.within(Infinity)).toBe(2);
    expect(new Recording(twoBodies({ impacts: [] })).hitBeside(1, -1)).toBe(-Infinity);
  });

  it('takes the state after an impact at its time, and turns the short way', () => {
    const half = poseFromRpy(0, 0, 1, 0, 0, 0);
    const knots = {
      times: Float64Array.of(0, 1, 1, 2),
      poses: Float64Array.from([
        ...poseFromRpy(0, 0, -1, 0, 0, 0),
        ...half,
        ...poseFromRpy(0, 0, 1, 7, 0, 0),
        ...half,
      ]),
      velocities: new Float64Array(12),
    };
    const out = new Float64Array(12);
    poseAtInto(knots, 0.25, out, 0);
    expect(Math.atan2(out[3], out[0])).toBeCloseTo(-0.5, 12);
    poseAtInto(knots, 1, out, 0);
    expect(out[9]).toBe(7);
  });

  it('finds the last number up to another', () => {
    expect([-1, 1, 1.5, 2, 9].map((t) => lastUpTo([1, 2, 2, 3], t))).toEqual([0, 0, 0, 2, 3]);
  });
});

describe('lines between watched pairs', () => {
  const answer = twoBodies();
  const recording = new Recording(answer);

  it('ride on their bodies, sorted by how soon the two may meet', () => {
    const limits = [0.1, 0.5] as const;
    const at = (time: number) => watchLines(answer.watch, recording.goTo(time), time, limits);
    expect(at(0.5)).toEqual([[], [], []]);
    // Looked at one second: apart for 0.6 s, and for less as time goes by.
    expect(at(1)).toEqual([[], [], [2.5, 0, 0, 9.5, 0, 0]]);
    expect(at(1.2).map((list) => list.length)).toEqual([0, 6, 0]);
    expect(at(1.7).map((list) => list.length)).toEqual([6, 0, 0]);
  });

  it('have limits that suit what is shown', () => {
    expect(soonLimits(1.5)[0]).toBeCloseTo(0.02, 12);
    for (const duration of [3e-4, 0.05, 0.4, 2, 1000]) {
      const [near, far] = soonLimits(duration);
      expect(near).toBeLessThanOrEqual(duration / 40);
      expect(near).toBeGreaterThan(duration / 110);
      expect(far).toBeCloseTo(10 * near, 12);
    }
    expect([0, 0.1, 0.3, 1, Infinity].map((s) => soonOf(s, [0.1, 1]))).toEqual([0, 1, 1, 2, 2]);
  });

  it('are explained', () => {
    const texts = (changes: Partial<FlightAnswer>) =>
      legendOfFlight(twoBodies(changes), { gridStep: 0.5, dots: false, steps: false }).map(
        ({ text }) => text,
      );
    expect(texts({})[0]).toBe('watched: may meet within 50 ms');
    expect(texts({ broadPhase: false })[0]).toBe('all pairs: may meet within 50 ms');
    expect(texts({}).at(-1)).toBe('grid 0.5 m');
    expect([0.5, 0.02, 5e-5].map(spanText)).toEqual(['0.5 s', '20 ms', '50 µs']);
  });
});

describe('time on the page', () => {
  it('passes as fast as one can follow', () => {
    expect([100, 4, 1.5, 0.05, 1e-9].map(speedFor)).toEqual([1, 1, 0.2, 0.01, 1e-5]);
  });

  it('has digits enough to tell moments apart', () => {
    expect([100, 1, 0.05, 1e-3].map(decimalsFor)).toEqual([1, 3, 5, 6]);
  });
});

describe('what is shown', () => {
  const box = (changes: Partial<FlightAnswer> = {}) => boundsOf(twoBodies(changes)).box;

  it('is what moves and what stands near it', () => {
    const { min, max } = box();
    expect(min.x).toBeCloseTo(-0.5, 6);
    // Impacts are marked as far as x = 9.5, but nothing of the flight gets there.
    expect(max.x).toBeCloseTo(2.5, 6);
    expect(boundsOf(twoBodies()).lowest).toBeCloseTo(-0.5, 6);
    expect(radiusOf(twoBodies().bodies[0])).toBeCloseTo(0.5 * Math.sqrt(3), 2);
  });

  it('is, of a flight longer than everything else, where things meet', () => {
    const [goer, stander] = twoBodies().bodies;
    const poses = goer.knots.poses.map((v, i) => (i === 12 + 9 ? 500 : v));
    const far = { ...goer, knots: { ...goer.knots, poses } };
    const { min, max } = box({ bodies: [far, stander] });
    expect(max.x - min.x).toBeLessThan(20);
    expect(min.x).toBeGreaterThan(0);
  });

  it('does without what has no end', () => {
    const [goer] = twoBodies().bodies;
    const geometry = { kind: 'half-space', normal: [0, 0, 1], offset: 0 } as const;
    const floor = {
      ...goer,
      moves: false,
      pieces: [{ geometry, pose: poseFromRpy(0, 0, 0, 0, 0, 0) }],
    };
    const shown = box({ bodies: [goer, floor] });
    expect(shown.getSize(new Vector3()).length()).toBeLessThan(5);
    expect(radiusOf(floor)).toBe(Infinity);
  });
});

it('fixed steps are told by the two that meet first', () => {
  const fixed = {
    ...{ step: 0.4, looks: 7, impacts: 0, a: 0, b: 1, mover: 0 },
    times: Float64Array.of(0, 0.4, 0.8),
    distances: Float64Array.of(9, 3, 0.05),
    poses: new Float64Array(36),
  };
  expect(stepsTextOf(twoBodies({ fixed }))).toBe(
    'Looking at every pair each 0.4 s takes 7 looks and sees no impact, where there are 2. ' +
      'The first two to meet, "goer" and "stander", are seen at least 3 m apart at 0.4 s and at least 50 mm apart at 0.8 s.',
  );
  expect(stepsTextOf(twoBodies())).toBe('');
});

describe('runs', () => {
  /** Answers when told to. */
  function host() {
    const asked: { example: string; broadPhase: boolean; signal: AbortSignal; label: string }[] =
      [];
    const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const run = ((
      _kind: 'flight',
      request: FlightAnswer,
      options: { signal: AbortSignal; label: string },
    ) => {
      asked.push({ ...request, ...options });
      return new Promise((resolve, reject) => {
        answers.push({ resolve: () => resolve(twoBodies(request)), reject });
        options.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    }) as unknown as RunHost['run'];
    return { asked, answers, runs: new Runs({ run }) };
  }

  it('are made once, and kept', async () => {
    const { asked, answers, runs } = host();
    const [first, second] = [runs.ask('coins', true), runs.ask('coins', true)];
    expect(runs.isAwaited('coins', true)).toBe(true);
    expect(runs.get('coins', true)).toBeNull();
    answers[0].resolve();
    expect(await first).toBe(await second);
    expect(await runs.ask('coins', true)).toBe(runs.get('coins', true));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ label: 'Eight coins tossed on a table, broad phase on' });
    expect(runs.isAwaited('coins', true)).toBe(false);
    expect(runs.get('coins', false)).toBeNull();
  });

  it('can be cancelled, and fail, and are made again when asked again', async () => {
    const { answers, runs } = host();
    const cancelled = runs.ask('coins', false);
    runs.cancel();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    const failed = runs.ask('coins', false);
    answers[1].reject(new Error('no'));
    await expect(failed).rejects.toThrow('no');
    expect(runs.isAwaited('coins', false)).toBe(false);
    const made = runs.ask('coins', false);
    answers[2].resolve();
    expect((await made).answer.broadPhase).toBe(false);
  });
});
