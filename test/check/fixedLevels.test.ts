/** FIXED-RES-BISECTION [A I-B, V]: the order of its samples, and epsilon 0. */
import { describe, expect, it } from 'vitest';
import { createChecker } from '../../src/check/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';

describe('sampling', () => {
  it('looks level by level: as many samples as lie before the first that collides', () => {
    // A ball slides from -2 to 2; it touches the pin from -0.5 - 0.02 to -0.5 + 0.02, and t = 0.375 is the second of level 3.
    const cell = sliderCell(
      '<sphere radius="0.01"/>',
      'obstacles: [{name: pin, shape: {sphere: {radius: 0.01}}, pose: {xyz: [-0.5, 0, 0]}}]',
    );
    const along = (y: number) =>
      new StraightSegment(cell.tree, Float64Array.of(-2, y, 0), Float64Array.of(2, y, 0));
    for (const resolution of [0, 0.01]) {
      const { verdict, witness, stats } = createChecker(cell, {
        method: 'fixed',
        resolution,
      }).check({
        segment: along(0),
      });
      expect(verdict).toBe('colliding');
      expect(witness!.t).toBe(0.375);
      expect(stats.configurations).toBe(2 + 1 + 2 + 2);
    }
  });

  it('with resolution 0 finds what every resolution would miss, and ends undecided where nothing is to be found', () => {
    const cell = sliderCell(
      '<sphere radius="1e-6"/>',
      'obstacles: [{name: pin, shape: {sphere: {radius: 1e-4}}, pose: {xyz: [0.123456, 0, 0]}}]',
    );
    const along = (y: number) =>
      new StraightSegment(cell.tree, Float64Array.of(-1, y, 0), Float64Array.of(1, y, 0));
    const fine = createChecker(cell, { method: 'fixed', resolution: 0.001 });
    expect(fine.check({ segment: along(0) }).verdict).toBe('no collision found');
    const endless = createChecker(cell, { method: 'fixed', resolution: 0 });
    const { verdict, stats } = endless.check({ segment: along(0) });
    expect(verdict).toBe('colliding');
    expect(stats.configurations).toBeLessThan(2 ** 15);
    const free = endless.check({ segment: along(0.5), budget: 5000 });
    expect(free.verdict).toBe('undecided');
    expect(free.stats.tests).toBe(5000);
    expect(free.open.length).toBeGreaterThan(0);
    const on = endless.check({ segment: along(0.5), budget: 1000, kept: free.kept });
    expect(on.stats.tests).toBe(1000);
    // Nothing moves: there is nothing to bisect.
    const still = new StraightSegment(
      cell.tree,
      Float64Array.of(0, 0.5, 0),
      Float64Array.of(0, 0.5, 0),
    );
    expect(endless.check({ segment: still }).verdict).toBe('no collision found');
  });
});
