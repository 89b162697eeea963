/** Motions that graze for long, nearer than delta: the ladder ends in a proof, or finds the overlap. */
import { describe, expect, it } from 'vitest';
import { createChecker } from '../../src/check/index.ts';
import { GRAZING_NAMES, grazingMotion } from '../helpers/oracles/grazingMotions.ts';

describe.each(GRAZING_NAMES)('%s', (name) => {
  it('is proven free down to a gap of 10 nm', () => {
    for (const gap of [1e-5, 1e-6, 1e-7, 1e-8]) {
      const { cell, segment } = grazingMotion(name, gap);
      const { verdict, stats } = createChecker(cell).check({ segment });
      expect(verdict, `${gap}`).toBe('free');
      expect(stats.tests).toBeLessThan(20_000);
    }
  });

  it('is not free where it overlaps by 1 um', () => {
    const { cell, segment } = grazingMotion(name, -1e-6);
    expect(createChecker(cell).check({ segment }).verdict).toBe('colliding');
  });
});
