/** How far bodies stay apart: bounds never read as more than is proven, brackets enclose. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accuracyText,
  apartText,
  boundText,
  depthText,
  farText,
  mm,
  mmLower,
  nearText,
  notProvenText,
  othersText,
  overlapText,
  profileText,
  provenText,
  seenText,
  thinText,
  withinText,
} from '../../src/words/index.ts';
import {
  lengths,
  lengthsIn,
  lengthsOrNone,
  ordered,
  places,
  RUNS,
  SEED,
} from '../helpers/words/numbers.ts';

describe(`proven and seen, seed ${SEED}`, () => {
  it('is proven by no more than the bound, and called proven only where something is', () => {
    fc.assert(
      fc.property(lengthsOrNone, fc.boolean(), (lower, apart) => {
        for (const text of [boundText({ lower, apart }), provenText({ lower, apart })]) {
          const [said = 0] = lengthsIn(text);
          expect(said).toBeLessThanOrEqual(lower);
          if (lower > 0) expect(said).toBeGreaterThan(0);
        }
        const isProven = lower > 0 || apart;
        expect(provenText({ lower, apart }).endsWith(' (proven)')).toBe(isProven);
        expect(farText('3 pairs', { lower, apart }).endsWith(' (proven)')).toBe(isProven);
        if (isProven) expect(boundText({ lower, apart })).not.toBe('0 mm');
      }),
      RUNS,
    );
  });

  it('what was seen is no less than that', () => {
    fc.assert(
      fc.property(lengths, (upper) => {
        const text = apartText({ lower: 0, upper, apart: true });
        expect(lengthsIn(text)[0]).toBeGreaterThanOrEqual(upper);
      }),
      RUNS,
    );
  });

  it('of an accuracy no less, of a horizon the same', () => {
    fc.assert(
      fc.property(lengths, lengths, (accuracy, horizon) => {
        const text = profileText(accuracy, 0.05, horizon);
        const [to, upTo] = lengthsIn(text);
        expect(to).toBeGreaterThanOrEqual(accuracy);
        expect(upTo).toBe(horizon);
      }),
      RUNS,
    );
    expect(profileText(0.001, 0.05, 0.2)).toBe('clearance profile, to 1 mm or 5 %, up to 200 mm');
    expect(accuracyText(1e-5 * (1 - 2 ** -53), 0.05)).toBe('0.01 mm or 5 %');
  });

  it('places are where they were seen, or the next millionth', () => {
    fc.assert(
      fc.property(places, (t) => {
        const [, at] = /^segment 2 at t = (\S+)$/.exec(seenText(2, t))!;
        expect(Number(at) - t).toBeGreaterThanOrEqual(0);
        expect(Number(at) - t).toBeLessThan(1.0001e-6);
      }),
      RUNS,
    );
    expect(seenText(2, 0.5, 1.25)).toBe('segment 2 at t = 0.5, 1.25 s');
    expect(notProvenText(1, 2)).toBe('not proven: 1 pair on 2 intervals');
  });
});

describe(`pairs nearly in contact, seed ${SEED}`, () => {
  const near = fc
    .tuple(
      ordered,
      fc.constantFrom('nothing', 'clearance', 'both'),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([[kept, lower], what, part]) => {
      const clearance = what === 'nothing' ? 0 : what === 'clearance' ? kept : kept * part;
      const tracking = what === 'both' ? kept - clearance : 0;
      return { pair: ['a', 'b'] as const, lower, distance: lower * 1.01, clearance, tracking };
    })
    .filter(({ lower, clearance, tracking }) => clearance + tracking < lower);

  it('are proven to be apart by more than they must keep, and by no more than they are', () => {
    fc.assert(
      fc.property(near, (found) => {
        const kept = found.clearance + found.tracking;
        const said = lengthsIn(nearText('goal', found, 0));
        const [proven, most] = said.slice(-2);
        expect(proven).toBeLessThanOrEqual(found.lower);
        expect(most).toBeGreaterThanOrEqual(found.distance);
        if (kept === 0) return;
        expect(said[0]).toBeGreaterThanOrEqual(kept);
        expect(proven).toBeGreaterThan(said[0]);
      }),
      RUNS,
    );
  });

  it('has these texts', () => {
    const found = { pair: ['a', 'b'], lower: 1.99e-5, distance: 2.01e-5, tracking: 0 } as const;
    expect(nearText('start', { ...found, clearance: 0 }, 1)).toBe(
      'at the start "a" and "b" are nearly in contact: proven to be 0.0199 mm apart, and no more than 0.0201 mm; so is 1 more pair',
    );
    const kept = { ...found, clearance: 0.0012345, lower: 0.00123451, distance: 0.0012346 };
    expect(nearText('goal 2', kept, 3)).toBe(
      'at the goal 2 "a" and "b" are nearly at the 1.2345 mm they must keep: proven to be 1.23451 mm apart, and no more than 1.235 mm; so are 3 more pairs',
    );
  });
});

describe(`depths, seed ${SEED}`, () => {
  const pair = ['a', 'b'] as const;

  it('deeper than is allowed reads so, and no deeper than is proven', () => {
    fc.assert(
      fc.property(ordered, ([allowed, lower]) => {
        const found = { pair, verdict: 'deeper', lower, upper: 2 * lower, solid: true } as const;
        const [said, most] = lengthsIn(depthText(found, allowed));
        expect(said).toBeLessThanOrEqual(lower);
        expect(most).toBe(allowed);
        expect(said).toBeGreaterThan(most);
      }),
      RUNS,
    );
  });

  it('a depth that is not settled is enclosed, and so is a distance', () => {
    fc.assert(
      fc.property(ordered, lengths, ([lower, upper], allowed) => {
        const found = { pair, verdict: 'too-close', lower, upper, solid: true } as const;
        const [low, high] = lengthsIn(depthText(found, allowed));
        expect(low).toBeLessThanOrEqual(lower);
        expect(high).toBeGreaterThanOrEqual(upper);
        for (const solid of [true, false]) {
          const apart = { ...found, lower: -upper, upper: -lower, solid };
          expect(lengthsIn(depthText(apart, allowed))[0]).toBeGreaterThanOrEqual(upper);
        }
      }),
      RUNS,
    );
  });

  it('of whole paths: at most never less, at least never more, allowed as asked', () => {
    fc.assert(
      fc.property(ordered, lengths, ([lower, upper], allowed) => {
        const [most, least] = lengthsIn(overlapText('a and b', lower, upper, 'segment 0'));
        expect(most).toBeGreaterThanOrEqual(upper);
        expect(least).toBeLessThanOrEqual(lower);
        expect(lengthsIn(othersText('2 pairs', upper))[0]).toBeGreaterThanOrEqual(upper);
        expect(lengthsIn(othersText('2 pairs', -upper))[0]).toBeLessThanOrEqual(upper);
        expect(lengthsIn(withinText(allowed))).toEqual([allowed]);
        expect(lengthsIn(thinText(1, allowed))).toEqual([allowed]);
      }),
      RUNS,
    );
    expect(othersText('2 pairs', -0.001)).toBe('2 pairs: apart by at least 1 mm (proven)');
    expect(overlapText('a and b', 0.001, null, 'segment 0')).toBe(
      `a and b: ${mmLower(0.001)} on segment 0`,
    );
    expect(withinText(0.01)).toContain(`deeper than ${mm(0.01)} in another`);
  });
});
