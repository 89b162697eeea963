/** Limits that are left read as left, and assumptions and places as what they are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assumingText,
  BY_VISUALS,
  clockText,
  declaredReason,
  declaredText,
  edgeLimitText,
  heldText,
  limitsKeptText,
  limitText,
  markText,
  openText,
  placeText,
  provenPlaceText,
  reasonText,
  segmentText,
  stepText,
  stretchText,
  surfaceText,
  visualsText,
} from '../../src/words/index.ts';
import { ordered, places, placesIn, RUNS, SEED, spans } from '../helpers/words/numbers.ts';

const left = {
  joint: 'arm/joint2',
  kind: 'position',
  unit: 'rad',
  segment: 0,
  segments: 1,
} as const;

describe(`limits, seed ${SEED}`, () => {
  it('that are left read as left, up or down, to six digits or more', () => {
    fc.assert(
      fc.property(ordered, places, fc.boolean(), ([low, high], t, isUp) => {
        const sign = isUp ? 1 : -1;
        const [value, limit] = [sign * high, sign * low];
        for (const kind of ['position', 'velocity', 'acceleration'] as const) {
          const text = limitText({ ...left, kind, value, limit, t });
          const [, said] = /(?:reaches|moves at|accelerates by) (\S+) rad/.exec(text)!;
          expect(sign * Number(said)).toBeGreaterThan(sign * limit);
          expect(Math.abs(Number(said) - value)).toBeLessThanOrEqual(0.50001e-5 * high);
          const [, bound] = /\(limit (\S+)\)/.exec(text)!;
          expect(Number(bound)).toBe(kind === 'position' ? limit : Math.abs(limit));
          expect(placesIn(text)[0]).toBeGreaterThanOrEqual(t);
        }
      }),
      RUNS,
    );
  });

  it('has these texts', () => {
    const reached = { ...left, value: 9, limit: 3.14, t: 1 };
    expect(limitText(reached)).toBe('arm/joint2 reaches 9 rad on segment 0 at t = 1 (limit 3.14)');
    expect(limitText({ ...reached, t: 1 / 3, time: 1.23456, segments: 3 })).toBe(
      'arm/joint2 reaches 9 rad on segment 0 at t = 0.333334, 1.2346 s (limit 3.14), and on 2 more segments',
    );
    expect(edgeLimitText({ ...reached, t: 1 / 3 }, 7)).toBe(
      'arm/joint2 reaches 9 rad on edge 7 at t = 0.333334 (limit 3.14)',
    );
    expect(limitText({ ...reached, held: true })).toBe('arm/joint2 is held at 9 rad (limit 3.14)');
    const jump = {
      ...reached,
      kind: 'acceleration',
      value: -Infinity,
      limit: -2,
      jump: -0.5,
    } as const;
    expect(limitText(jump)).toBe(
      'arm/joint2 changes its velocity by 0.5 rad/s at once, down, on segment 0 at t = 1 (limit of acceleration 2)',
    );
    expect(limitsKeptText({ position: 6, velocity: 0, acceleration: 2 })).toBe(
      'keeps limits: 6 of position, no velocity, 2 of acceleration',
    );
  });
});

describe(`places, seed ${SEED}`, () => {
  it('proven stretches look no longer, open ones no shorter', () => {
    fc.assert(
      fc.property(spans, places, ([from, to], t) => {
        const [low, high] = placesIn(stretchText({ segment: 1, from, to }, true));
        expect(low).toBeGreaterThanOrEqual(from);
        expect(high).toBeLessThanOrEqual(to);
        for (const text of [stretchText({ segment: 1, from, to }, false), openText(from, to)]) {
          const [begin, end] = placesIn(text);
          expect(begin).toBeLessThanOrEqual(from);
          expect(end).toBeGreaterThanOrEqual(to);
        }
        const step = stepText({ segment: 1, t, from, to });
        if (from === 0 && to === 1) expect(step).toContain('segment 1 proven whole by');
        else {
          const [first, last] = placesIn(step);
          expect(first).toBeGreaterThanOrEqual(from);
          expect(last).toBeLessThanOrEqual(to);
        }
        expect(placesIn(markText({ segment: 1, t }))[0]).toBeGreaterThanOrEqual(t);
        const path = { waypoints: 3 };
        expect(
          placesIn(placeText(path, { segment: 1, t }).split(') ')[1])[0],
        ).toBeGreaterThanOrEqual(t);
        expect(
          placesIn(provenPlaceText(path, { segment: 1, t }).split(') ')[1])[0],
        ).toBeLessThanOrEqual(t);
      }),
      RUNS,
    );
  });

  it('name their segments', () => {
    expect(segmentText({ waypoints: 3 }, 1)).toBe('segment 1 (waypoint 1 to 2)');
    expect(segmentText({ waypoints: 1 }, 0)).toBe('segment 0 (standing still)');
    expect(segmentText({ waypoints: 3, labels: ['a', 'b'] }, 1)).toBe('segment 1 (b)');
    expect(placeText({ waypoints: 3 }, { segment: 1, t: 0.5, time: 2 })).toBe(
      'segment 1 (waypoint 1 to 2) at t = 0.5, at 2 s',
    );
    expect(provenPlaceText({ waypoints: 3 }, { segment: 1, t: 2 / 3, time: 1.99999 })).toBe(
      'segment 1 (waypoint 1 to 2) at t = 0.666666, at 1.9999 s',
    );
    expect(clockText(undefined)).toBe('');
  });
});

describe('assumptions', () => {
  it('has these texts, which certificates carry too', () => {
    expect(declaredText(1, declaredReason('disabled', 'Never'))).toBe(
      '1 pair the SRDF disables as Never',
    );
    expect(declaredText(2, declaredReason('allowed', 'it may touch'))).toBe(
      '2 pairs allowed: it may touch',
    );
    expect(declaredReason('allowed', 'allowed by the scene')).toBe('allowed by the scene');
    expect(heldText('arm/j', [0.1 + 0.2])).toBe('arm/j held at 0.30000000000000004');
    expect(visualsText([], 'tested')).toEqual([]);
    expect(visualsText(['a'], 'ignored')).toEqual([
      'the link "a" has no collision geometry, only a visual: it is not tested',
    ]);
    expect(visualsText(['a', 'b', 'c'], 'tested')).toEqual([
      `the links "a", "b" and "c" have no collision geometry: they are ${BY_VISUALS} their visuals`,
    ]);
    expect(surfaceText('block', 4, 1, 1e-9)).toBe(
      '"block" is treated as a surface: 4 open edges, 1 nm wide',
    );
    expect(surfaceText('block', 1, 2, null)).toBe(
      '"block" is treated as a surface: 1 open edge of 2 parts, all between several triangles',
    );
    expect(assumingText(['a', 'b'])).toBe('assuming a; b');
  });

  it('and what is not tested, with its reason', () => {
    expect(reasonText('swept', '')).toBe('proven apart for all joint values within limits');
    expect(reasonText('disabled', 'Never')).toBe('disabled in the SRDF: Never');
    expect(reasonText('allowed', 'allowed by the scene')).toBe('allowed by the scene');
  });
});
