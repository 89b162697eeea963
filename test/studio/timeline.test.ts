/** What the studio's timeline computes before it draws: axis, cover, clearance, comparison, playing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mm, mmLower, mmUpper, provenSpan, tText } from '../../src/words/index.ts';
import type {
  CheckAnswer,
  CoverAnswer,
  PairProfileData,
  ProfileAnswer,
  SampledAnswer,
} from '../../studio/engine/protocol.ts';
import { TimeAxis } from '../../studio/timeline/axis.ts';
import { comparison, resolutionOf, stepOf } from '../../studio/timeline/compare.ts';
import {
  lowerAt,
  measuredNear,
  overallCurves,
  pairCurves,
  roundNumbers,
  ticks,
} from '../../studio/timeline/curves.ts';
import { bandOf, safeBand, samplesAround } from '../../studio/timeline/intervals.ts';
import {
  barAt,
  covered,
  filterLanes,
  laneSources,
  lanesOf,
  uncovered,
} from '../../studio/timeline/lanes.ts';
import { Playback } from '../../studio/timeline/playback.ts';
import { verdictWords } from '../../studio/timeline/words.ts';

const point = (...values: number[]) => Float64Array.from(values);

describe('the axis', () => {
  const units = ['angle', 'length'];

  it('runs over the seconds of a path that has times', () => {
    const axis = new TimeAxis({ waypoints: [point(0), point(1), point(3)], times: [1, 2, 5] });
    expect(axis.timed).toBe(true);
    expect([...axis.starts]).toEqual([0, 1, 4]);
    expect(axis.position({ segment: 1, t: 0.5 })).toBe(2.5);
    expect(axis.place(2.5)).toEqual({ segment: 1, t: 0.5 });
  });

  it('gives a path without times the time of its slowest joint', () => {
    const axis = new TimeAxis({ waypoints: [point(0, 0), point(1, 0), point(1, 1)] }, units);
    expect(axis.timed).toBe(false);
    expect([...axis.starts]).toEqual([0, 1, 3]);
  });

  it('has room for a path that stands still', () => {
    const axis = new TimeAxis({ waypoints: [point(1)] });
    expect(axis.segments).toBe(1);
    expect(axis.end).toBe(1);
    expect(axis.place(0.25)).toEqual({ segment: 0, t: 0.25 });
  });

  it('goes there and back (seed 7)', () => {
    const values = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), {
      minLength: 2,
      maxLength: 9,
    });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const axis = new TimeAxis({ waypoints: list.map((x) => point(x)) });
        expect(axis.segments).toBe(list.length - 1);
        const position = share * axis.end;
        const place = axis.place(position);
        expect(place.t).toBeGreaterThanOrEqual(0);
        expect(place.t).toBeLessThanOrEqual(1);
        expect(axis.position(place)).toBeCloseTo(position, 9);
        expect(axis.place(axis.end)).toEqual({ segment: axis.segments - 1, t: 1 });
      }),
      { seed: 7 },
    );
  });
});

describe('the verdict band', () => {
  const axis = new TimeAxis({ waypoints: [point(0), point(1), point(2)] });

  it('draws the whole path as proven only for free', () => {
    expect(bandOf(axis, 'free')).toEqual([{ kind: 'free', from: 0, to: 2 }]);
    for (const verdict of [null, 'colliding', 'too-close', 'no collision found', 'undecided']) {
      expect(bandOf(axis, verdict).map(({ kind }) => kind)).toEqual(['unknown']);
    }
  });

  it('leaves segments open as a whole of which a part is undecided', () => {
    const three = new TimeAxis({ waypoints: [point(0), point(1), point(2), point(3), point(4)] });
    const open = [
      { segment: 2, from: 0.25, to: 0.5 },
      { segment: 1, from: 0.5, to: 1 },
      { segment: 2, from: 0, to: 0.25 },
    ];
    expect(bandOf(three, 'undecided', open)).toEqual([
      { kind: 'free', from: 0, to: 1 },
      { kind: 'open', from: 1, to: 3 },
      { kind: 'free', from: 3, to: 4 },
    ]);
    expect(bandOf(axis, 'undecided', [{ segment: 1, from: 0.9, to: 1 }])).toEqual([
      { kind: 'free', from: 0, to: 1 },
      { kind: 'open', from: 1, to: 2 },
    ]);
  });

  it('draws nothing but safe pieces as proven around a contact', () => {
    const band = safeBand(axis, [
      { segment: 0, from: 0, to: 1 },
      { segment: 1, from: 0.5, to: 1 },
    ]);
    expect(band).toEqual([
      { kind: 'free', from: 0, to: 1 },
      { kind: 'open', from: 1, to: 1.5 },
      { kind: 'free', from: 1.5, to: 2 },
    ]);
    expect(safeBand(axis, [])).toEqual([{ kind: 'open', from: 0, to: 2 }]);
  });
});

describe('the cover', () => {
  const axis = new TimeAxis({ waypoints: [point(0), point(1), point(2)] });
  // Bodies 0 and 1: two slabs beside each other on segment 0, one for all of segment 1.
  const cover: CoverAnswer = {
    segments: 2,
    slabs: 4,
    sweeps: 0,
    deepest: 1,
    pairs: [
      { a: 0, b: 2, slabs: point(0.5, 0, 1, 0), starts: Uint32Array.of(0, 1, 1) },
      {
        a: 0,
        b: 1,
        slabs: point(0.25, 0, 0.5, 1, 0.5, 0, 1, 0, 0.5, 0, 1, 0),
        starts: Uint32Array.of(0, 2, 3),
      },
    ],
  };
  const lanes = lanesOf(
    laneSources(cover, (body) => ['arm', 'table', 'wall'][body]),
    axis,
  );

  it('puts the most demanding pair first, overlapping slabs into rows', () => {
    expect(lanes.map(({ name }) => name)).toEqual(['arm – table', 'arm – wall']);
    expect(lanes[0].rows).toBe(2);
    expect(lanes[0].bars.map(({ from, to, at, row }) => [from, to, at, row])).toEqual([
      [0, 1, 0.5, 0],
      [0, 0.5, 0.25, 1],
      [1, 2, 1.5, 0],
    ]);
    expect(lanes[0].deepest).toBe(1);
  });

  it('sees what no slab covers', () => {
    expect(uncovered(lanes[0], axis.end)).toBe(0);
    expect(uncovered(lanes[1], axis.end)).toBe(1);
    expect(covered(lanes[0])).toEqual([0, 2]);
    expect(covered(lanes[1])).toEqual([0, 1]);
  });

  it('finds bars and filters by words', () => {
    expect(barAt(lanes[0], 0.25)).toBe(1);
    expect(barAt(lanes[0], 0.75)).toBe(0);
    expect(barAt(lanes[0], 0.25, 0, 0)).toBe(0);
    expect(barAt(lanes[1], 1.5)).toBe(-1);
    expect(barAt(lanes[1], 1.05, 0.1)).toBe(0);
    expect(filterLanes(lanes, 'WALL arm')).toEqual([lanes[1]]);
    expect(filterLanes(lanes, '')).toHaveLength(2);
  });
});

describe('the clearance curves', () => {
  const axis = new TimeAxis({ waypoints: [point(0), point(1)] });
  const near: PairProfileData = {
    a: 0,
    b: 1,
    lower: 0.01,
    upper: 0.02,
    pieces: point(0, 0, 0.5, 0.01, 0, 0.5, 1, 0.25),
    samples: point(0, 0, 0.03, 0, 0.5, 0.02),
  };
  const other: PairProfileData = {
    a: 0,
    b: 2,
    lower: 0.02,
    upper: 0.05,
    pieces: point(0, 0, 1, 0.02),
    samples: point(0, 0, 0.05, 0, 1, 0.05),
  };
  const profile: ProfileAnswer = {
    parts: { surroundings: null, self: null },
    accuracy: 0.001,
    relative: 0.05,
    horizon: 0.2,
    pairs: [near, other],
    far: [],
    overall: point(0, 0, 0.5, 0.01, 0, 0.5, 1, 0.02),
    seen: point(),
    lower: 0.01,
    complete: true,
    milliseconds: 1,
  };

  it('never show more than is proven where two pieces meet', () => {
    const { lower } = pairCurves(near, axis);
    expect(lowerAt(lower, 0.25)).toBe(0.01);
    expect(lowerAt(lower, 0.5)).toBe(0.01);
    expect(lowerAt(lower, 0.75)).toBe(0.25);
    expect(lowerAt(lower, 1)).toBe(0.25);
    // The other way round as well.
    const down = pairCurves({ ...near, pieces: point(0, 0, 0.5, 0.25, 0, 0.5, 1, 0.01) }, axis);
    expect(lowerAt(down.lower, 0.5)).toBe(0.01);
  });

  it('take the smallest of all pairs, and invent nothing beyond the horizon', () => {
    const { lower, measured } = overallCurves(profile, axis);
    expect(lowerAt(lower, 0.75)).toBe(0.02);
    expect([...measured]).toEqual([0, 0.03, 0.5, 0.02, 1, 0.05]);
    expect(measuredNear(measured, 0.4)).toEqual({ x: 0.5, y: 0.02 });
    expect(measuredNear(point(), 0.4)).toBeNull();
  });

  it('have a scale at round numbers', () => {
    expect(ticks(10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks(0.9, 4)).toHaveLength(2);
    expect(ticks(Number.POSITIVE_INFINITY, 4)).toEqual([0]);
  });
});

it('labels very many segments at round numbers, whatever part of them is shown', () => {
  expect(roundNumbers(0, 299_998, 7)).toEqual([0, 1, 2, 3, 4, 5].map((k) => k * 50_000));
  expect(roundNumbers(123_456, 123_999, 6)).toEqual([123_500, 123_600, 123_700, 123_800, 123_900]);
  expect(roundNumbers(7, 9, 20)).toEqual([7, 8, 9]);
  expect(roundNumbers(4, 4, 5)).toEqual([4]);
});

describe('sampling beside proof', () => {
  const at = point(0, 0, 0, 0.5, 0, 1, 1, 0, 1, 1);
  const check = (verdict: string, t = 0.3) =>
    ({
      verdict,
      witness: verdict === 'free' ? null : { verdict, segment: 0, t },
    }) as unknown as CheckAnswer;
  const sampled = (verdict: string) => ({ verdict, at }) as unknown as SampledAnswer;

  it('says between which samples a collision was missed', () => {
    expect(samplesAround({ segment: 0, t: 0.3 }, at)).toEqual({ before: 0, after: 0.5 });
    expect(samplesAround({ segment: 2, t: 0.3 }, at)).toBeNull();
    const text = comparison(sampled('no collision found'), check('colliding'));
    expect(text).toContain('missed the collision');
    expect(text).toContain('t = 0 and t = 0.5');
    expect(comparison(sampled('too-close'), check('colliding'))).toContain('missed the collision');
  });

  it('never calls a sampled answer a proof', () => {
    expect(comparison(sampled('no collision found'), check('free'))).toContain('only the proof');
    expect(comparison(sampled('colliding'), check('colliding'))).toContain('hit it as well');
    expect(comparison(sampled('colliding'), check('free'))).toContain('do not agree');
    expect(comparison(sampled('no collision found'), null)).toBeNull();
    expect(verdictWords('no collision found').kind).toBe('warn');
    expect(verdictWords(null).title).toBe('not checked');
  });

  it('has a slider from 0.5 to 0.01 rad', () => {
    expect(resolutionOf(0)).toBe(0.5);
    expect(resolutionOf(100)).toBe(0.01);
    for (let step = 0; step <= 100; step += 5) expect(stepOf(resolutionOf(step))).toBe(step);
  });
});

describe('playing', () => {
  function player() {
    let next: ((now: number) => void) | null = null;
    const positions: number[] = [];
    const states: boolean[] = [];
    const playback = new Playback(
      {
        request: (callback) => {
          next = callback;
          return 1;
        },
        cancel: () => {
          next = null;
        },
      },
      (position) => positions.push(position),
      (playing) => states.push(playing),
    );
    const frame = (now: number) => {
      const callback = next;
      next = null;
      callback?.(now);
    };
    return { playback, positions, states, frame };
  }

  it('moves on with the clock at its speed and stops at the end', () => {
    const { playback, positions, states, frame } = player();
    playback.speed = 2;
    playback.play(0.5, 1);
    frame(1000);
    frame(1100);
    frame(1200);
    frame(1300);
    expect(positions.map((x) => Number(x.toFixed(6)))).toEqual([0.5, 0.7, 0.9, 1]);
    expect(states).toEqual([true, false]);
    expect(playback.playing).toBe(false);
  });

  it('goes on from the beginning if it is to, and shows the end', () => {
    const { playback, positions, states, frame } = player();
    playback.loop = true;
    playback.play(0.9, 1);
    for (const now of [0, 200, 400, 600]) frame(now);
    expect(positions.map((x) => Number(x.toFixed(6)))).toEqual([0.9, 1, 0.2, 0.4]);
    playback.loop = false;
    for (const now of [800, 1000, 1200, 1400]) frame(now);
    expect(positions.at(-1)).toBe(1);
    expect(states).toEqual([true, false]);
  });

  it('begins anew from the end, does not jump after a pause, and can be paused', () => {
    const { playback, positions, frame } = player();
    playback.play(1, 1);
    frame(0);
    frame(60_000);
    expect(positions).toEqual([0, 0.25]);
    playback.pause();
    frame(60_100);
    expect(positions).toHaveLength(2);
  });
});

describe('numbers in words', () => {
  it('have the digits that matter', () => {
    expect(mm(0.1234)).toBe('123.4 mm');
    expect(mm(0.00123456)).toBe('1.23456 mm');
    expect(mm(0.0000004)).toBe('0.0004 mm');
    expect(mmUpper(0.00123411)).toBe('1.235 mm');
    expect(mmLower(0.0099999)).toBe('9.999 mm');
    expect(mmLower(0)).toBe('0 mm');
    expect(tText(0.5)).toBe('0.5');
    expect(tText(1 / 3)).toBe('0.333334');
    expect(provenSpan(1 / 3, 2 / 3)).toEqual(['0.333334', '0.666666']);
    expect(provenSpan(0, 1)).toEqual(['0', '1']);
  });
});
