/** Two bodies that are not free of each other: what is printed of them is true of what was found. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockedText,
  closestText,
  contactText,
  type FoundPair,
  foundText,
  isShort,
  metres,
  mm,
  mmUpper,
  nearerText,
  neededText,
  pointsText,
  requiredText,
  valueText,
  witnessText,
} from '../../src/words/index.ts';
import {
  lengths,
  lengthsIn,
  lengthsOrNone,
  ordered,
  placesIn,
  RUNS,
  SEED,
  spans,
} from '../helpers/words/numbers.ts';

const A_B = ['arm/link 3', 'table'] as const;

/** A pair that is too near, as checkers find them: what is violated is nearer than its clearance. */
const tooNear = fc
  .oneof(
    fc.tuple(lengths, lengthsOrNone, lengthsOrNone),
    ordered.chain(([distance, clearance]) =>
      fc.tuple(fc.constant(distance), fc.constant(clearance), lengthsOrNone),
    ),
    ordered.map(([distance, tracking]) => [distance, 0, tracking] as const),
    ordered.map(([clearance, distance]) => [distance, clearance, 0] as const),
  )
  .map(
    ([distance, clearance, tracking]): FoundPair => ({
      pair: A_B,
      verdict: 'too-close',
      violated: distance < clearance,
      contained: false,
      ...{ distance, clearance, tracking },
    }),
  );

describe(`too close, seed ${SEED}`, () => {
  it('reads as near as it was seen or farther, and never as enough where it is not', () => {
    fc.assert(
      fc.property(tooNear, lengths, (found, delta) => {
        const { distance, clearance, tracking, violated } = found;
        const text = foundText(found, delta);
        const [seen, ...others] = lengthsIn(text);
        expect(text.startsWith('arm/link 3 and table, ')).toBe(true);
        expect(seen).toBeGreaterThanOrEqual(distance);
        const needed = [...(clearance > 0 ? [clearance] : []), ...(tracking > 0 ? [tracking] : [])];
        if (violated) {
          expect(text).toContain('; asked for a clearance of ');
          expect(others).toEqual([clearance]);
          expect(seen).toBeLessThan(clearance);
        } else if (isShort(found)) {
          expect(text).toContain('; needs ');
          expect(seen).toBeLessThan(clearance + tracking);
          expect(others).toHaveLength(needed.length);
          needed.forEach((x, i) => {
            expect(others[i]).toBeGreaterThanOrEqual(x);
          });
        } else {
          expect(text).toMatch(
            /; (not proven to keep a clearance|not proven to keep|contact is not)/,
          );
          expect(seen).toBeGreaterThanOrEqual(clearance + tracking);
          expect(others.at(-1)).toBe(delta);
        }
        expect(witnessText(found, delta)).toBe(`too-close: ${text}`);
      }),
      RUNS,
    );
  });

  it('says what two bodies need: the clearance as asked, what tracking takes never less', () => {
    fc.assert(
      fc.property(lengthsOrNone, lengthsOrNone, (clearance, tracking) => {
        const said = lengthsIn(neededText({ clearance, tracking }));
        const [required] = lengthsIn(requiredText({ clearance, tracking }));
        if (tracking > 0) expect(required).toBeGreaterThanOrEqual(clearance + tracking);
        else expect(required).toBe(clearance);
        if (clearance > 0) expect(said.shift()).toBe(clearance);
        if (tracking > 0) expect(said.shift()).toBeGreaterThanOrEqual(tracking);
        expect(said).toEqual([]);
      }),
      RUNS,
    );
  });

  it('refuses the end of a plan with a distance that is not enough', () => {
    fc.assert(
      fc.property(tooNear, (found) => {
        const text = blockedText(found);
        const [seen] = lengthsIn(text);
        expect(seen).toBeGreaterThanOrEqual(found.distance);
        if (isShort(found)) expect(seen).toBeLessThan(found.clearance + found.tracking);
        expect(text).toMatch(/^are too close: \S+ mm apart; (needed are|contact is not excluded)/);
      }),
      RUNS,
    );
  });

  it('at one configuration is told in metres, and reads as nearer than asked', () => {
    fc.assert(
      fc.property(ordered, ([distance, clearance]) => {
        const [, seen, asked] = /^too close: a and b, (\S+) m, asked for (\S+) m$/.exec(
          nearerText('a and b', distance, clearance),
        )!;
        expect(Number(seen)).toBeGreaterThanOrEqual(distance);
        expect(Number(seen)).toBeLessThan(clearance);
        expect(`${asked} m`).toBe(metres(clearance));
        const [, free] = /closest are a and b, (\S+) m$/.exec(closestText('a and b', distance))!;
        expect(Number(free)).toBeGreaterThanOrEqual(distance);
      }),
      RUNS,
    );
  });
});

describe('texts', () => {
  const found: FoundPair = {
    pair: A_B,
    verdict: 'too-close',
    violated: true,
    contained: false,
    distance: 0.0049999,
    clearance: 0.005,
    tracking: 0.001,
  };

  it('a clearance that is violated is what is read, whatever tracking would need', () => {
    expect(foundText(found, 1e-4)).toBe(
      'arm/link 3 and table, 4.9999 mm apart; asked for a clearance of 5 mm',
    );
  });

  it('contact, inside, and neither', () => {
    const colliding = { ...found, verdict: 'colliding', distance: 0 } as const;
    expect(witnessText(colliding, 1e-4)).toBe('colliding: arm/link 3 and table');
    expect(witnessText({ ...colliding, contained: true }, 1e-4)).toBe(
      'colliding: arm/link 3 and table, one inside the other',
    );
    const feared = { ...found, violated: false, distance: 2e-5, clearance: 0, tracking: 0 };
    expect(witnessText(feared, 1e-4)).toBe(
      `too-close: arm/link 3 and table, ${mmUpper(2e-5)} apart; contact is not excluded (delta ${mm(1e-4)})`,
    );
  });

  it('points and values', () => {
    expect(pointsText([[1, 2, 3.00004]], 0)).toBe('at the point (1.0000, 2.0000, 3.0000) m');
    expect(pointsText([[0, 0, 0], Float64Array.of(1, 0, -0.5)], 0.1)).toBe(
      'at the points (0.0000, 0.0000, 0.0000) and (1.0000, 0.0000, -0.5000) m',
    );
    expect([1 / 3, -1e-9, 2, 1.5].map(valueText)).toEqual(['0.333333', '0', '2', '1.5']);
  });
});

describe(`where contact begins, seed ${SEED}`, () => {
  it('is a bracket around it; what is free before ends no later than is proven', () => {
    fc.assert(
      fc.property(spans, ([from, to]) => {
        const [begin, end] = placesIn(contactText({ from, to }));
        expect(begin).toBeLessThanOrEqual(from);
        expect(end).toBeGreaterThanOrEqual(to);
        const [proven] = placesIn(contactText({ from, to: null }, ' on segment 3'));
        expect(proven).toBeLessThanOrEqual(from);
      }),
      RUNS,
    );
    expect(contactText({ from: 0.25, to: null }, ' on segment 3')).toBe(
      'proven free up to t = 0.25 on segment 3; from there on too close to tell',
    );
    expect(contactText({ from: 1 / 3, to: 1 / 3 + 1e-9 })).toBe(
      'contact begins between t = 0.333333 (proven free up to there) and t = 0.333334',
    );
  });
});
