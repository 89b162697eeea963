/** Verdicts and certificates: what was asked for is told as it was asked, delays and sizes never as less or more. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  certificateSize,
  certificateText,
  certifiedPath,
  certifiedTracks,
  checkedText,
  coverText,
  delaysFreeText,
  endedText,
  freeText,
  keptText,
  lateText,
  lateWitnessText,
  madeFreeText,
  noCertificateText,
  noPathText,
  noStepText,
  notFreeText,
  rejectedText,
  undecidedText,
  verifiedText,
} from '../../src/words/index.ts';
import { lengths, lengthsIn, places, RUNS, SEED } from '../helpers/words/numbers.ts';

describe(`free, seed ${SEED}`, () => {
  it('is said of the clearance that was asked for, to the digit, and of no other', () => {
    fc.assert(
      fc.property(lengths, (clearance) => {
        const texts = [
          freeText({ clearance }),
          freeText({ clearance, tracking: true }),
          madeFreeText('on the path', { clearance }),
          delaysFreeText({ clearance }),
          verifiedText('the path is', { clearance }),
        ];
        for (const text of texts) expect(lengthsIn(text)).toEqual([clearance]);
      }),
      RUNS,
    );
  });

  it('has these texts', () => {
    expect(freeText({ clearance: 0 })).toBe('proven for every configuration on the path');
    expect(freeText({ clearance: 0.005, tracking: true })).toBe(
      'proven for every configuration on the path, with a clearance of 5 mm, wherever tracking lets joints stray',
    );
    expect(madeFreeText('of the timed motion', { clearance: 0.005 })).toBe(
      'every configuration of the timed motion is proven free of collision, with a clearance of 5 mm',
    );
    expect(keptText({ clearance: 0 })).toBe('');
    expect(keptText({ clearance: 0.005, exceptions: true })).toBe(
      ', with a clearance of 5 mm but for pairs with a smaller one of their own',
    );
    expect(notFreeText('the result is')).toBe(
      'the result is not free to a check of all of it; nothing is written',
    );
  });
});

describe('what is not known', () => {
  it('names what may have ended a search, and what it left', () => {
    expect(undecidedText(false, 1, 2)).toBe('the budget ended first; 1 of 2 segments not settled');
    expect(undecidedText(true, 1, 1)).toBe(
      'the budget or the time ended first; 1 of 1 segment not settled',
    );
    expect(undecidedText(true, 0, 3)).toBe(endedText(true));
    expect(noPathText(['100 iterations', '10 s'])).toBe(
      'within 100 iterations and 10 s, which says nothing about whether there is one',
    );
  });
});

describe(`delays, seed ${SEED}`, () => {
  const seconds = (text: string) =>
    [...text.matchAll(/(\d[\d.]*(?:e[+-]?\d+)?) s\b/g)].map(([, x]) => Number(x));

  it('are told as asked for; a start that was found within one reads so', () => {
    fc.assert(
      fc.property(lengths, fc.double({ min: 0, max: 1, noNaN: true }), (delay, part) => {
        expect(seconds(lateText(['a', 'b'], [delay, 0]).join(', '))).toEqual([delay, 0]);
        expect(seconds(certifiedTracks(['a'], Float64Array.of(delay), 'c.json'))).toEqual([delay]);
        const [, start] = seconds(lateWitnessText(1, ['a'], [part * delay], [delay]));
        expect(start).toBeLessThanOrEqual(delay);
        expect(Math.abs(start - part * delay)).toBeLessThanOrEqual(1e-4);
      }),
      RUNS,
    );
    expect(lateWitnessText(1.5, ['a', 'b'], [0.25, 0], [0.5, 0.5])).toBe(
      'at 1.5 s with a 0.25 s late, b 0 s late',
    );
  });
});

describe(`certificates, seed ${SEED}`, () => {
  it('what the verifier allows for is never told as less, nor a file as smaller', () => {
    fc.assert(
      fc.property(places, lengths, fc.nat(), (t, rounding, bytes) => {
        const text = noStepText('a and b', t, 'taken', rounding);
        const [, at, allowed] = /at t = (\S+), where it allows for (\S+) m of rounding$/.exec(
          text,
        )!;
        expect(Number(at)).toBeGreaterThanOrEqual(t);
        expect(Number(at) - t).toBeLessThan(1.0001e-6);
        expect(Number(allowed)).toBeGreaterThanOrEqual(rounding);
        expect(
          1000 * Number.parseFloat(certificateSize(bytes, { slabs: 1 })),
        ).toBeGreaterThanOrEqual(bytes);
      }),
      RUNS,
    );
  });

  it('has these texts', () => {
    expect(certificateText('c.json', 12_001, { slabs: 1 })).toBe(
      'certificate c.json: 13 kB, 1 slab',
    );
    expect(noCertificateText('the path is colliding')).toBe(
      'no certificate is written: the path is colliding',
    );
    expect(verifiedText(certifiedPath(2, 'c.json'), { clearance: 0.005 })).toBe(
      'verified: the path of 2 waypoints in c.json is free in this cell, with a clearance of 5 mm',
    );
    expect(verifiedText(certifiedTracks(['a', 'b'], [2, 0.5], 'c.json'), { clearance: 0 })).toBe(
      'verified: the tracks in c.json, a up to 2 s late, b up to 0.5 s late, are free in this cell, with a clearance of 0 mm',
    );
    expect(rejectedText('a slab is missing')).toBe('rejected: a slab is missing');
    expect(checkedText({ segments: 1, pairs: 2, slabs: 30 }, 12.4)).toBe(
      '1 segment, 2 pairs, 30 slabs checked in 12 ms',
    );
    expect(certificateText('c.json', 12_001, { slabs: 2, sweeps: 1 })).toBe(
      'certificate c.json: 13 kB, 2 slabs, 1 sweep',
    );
    expect(checkedText({ segments: 1, pairs: 2, slabs: 30, sweeps: 4 }, 12.4)).toBe(
      '1 segment, 2 pairs, 30 slabs, 4 sweeps checked in 12 ms',
    );
    expect(certificateText('c.json', 12_001, { slabs: 2, glances: 8, sweeps: 1 })).toBe(
      'certificate c.json: 13 kB, 2 slabs, 8 glances, 1 sweep',
    );
    expect(checkedText({ segments: 1, pairs: 2, slabs: 30, glances: 1, sweeps: 0 }, 12.4)).toBe(
      '1 segment, 2 pairs, 30 slabs, 1 glance checked in 12 ms',
    );
    expect(coverText(2, 30, 0, false)).toBe('2 pairs of bodies, 30 steps of proof.');
    expect(coverText(2, 30, 4, true)).toBe(
      '2 pairs of bodies that stay free all along, 30 steps of proof. Where a body and an obstacle that stay free have none, one of 4 sweeps shows that they are far apart.',
    );
    expect(noStepText('a and b', 0.5, 'tests', 0)).toBe(
      'no proof was found for a and b at t = 0.5 within the budget of tests',
    );
    expect(noStepText('a and b', 0.5, 'apart', 0)).toBe(
      'no proof was found that separates a and b at t = 0.5',
    );
  });
});
