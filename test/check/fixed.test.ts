/** Sampling at a fixed resolution: what it finds holds, and it never claims more. */
import { describe, expect, it } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import { type CheckResult, createChecker } from '../../src/check/index.ts';
import { InputError } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import {
  CELLS,
  confirmWitness,
  sampleDensely,
  segmentsOf,
  sliderCell,
} from '../helpers/check/adaptiveCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const arm = (rest: string) =>
  cellFrom(`surepath: 1\nrobots: [{urdf: arm.urdf}]\n${rest}\nallow: [[link0, link1]]`, {
    'arm.urdf': armUrdf('arm', [0.5, 0.5]),
  });
const turn = (cell: ReturnType<typeof arm>, from: number, to: number) =>
  new StraightSegment(cell.tree, Float64Array.of(from), Float64Array.of(to));

for (const [name, build] of Object.entries(CELLS)) {
  describe(`fixed resolution, ${name}, seed 6`, () => {
    it('finds what is longer than its step, and shows it', () => {
      const cell = build();
      const static_ = new StaticChecker(cell);
      const checker = createChecker(cell, { method: 'fixed', resolution: 0.05 });
      segmentsOf(static_, 6, 12).forEach((segment, i) => {
        const result = checker.check({ segment });
        const truth = sampleDensely(static_, segment);
        const label = `segment ${i}`;
        expect(['colliding', 'too-close', 'no collision found'], label).toContain(result.verdict);
        if (truth.stretch > 0.06) expect(result.verdict, label).toBe('colliding');
        if (result.witness) confirmWitness(static_, segment, result, 0, label);
      });
    });
  });
}

describe('fixed resolution', () => {
  const PIN =
    'obstacles: [{name: pin, shape: {cylinder: {radius: 0.001, length: 1}}, pose: {xyz: [0.75, 0, 0]}}]';

  it('steps are at most the resolution, in powers of two', () => {
    expect(() => createChecker(arm(''))).toThrow(/nothing to prove/);
    const cell = arm('allow_nothing: true');
    const count = (resolution: number) =>
      createChecker(cell, { method: 'fixed', resolution }).check({ segment: turn(cell, -1, 1) })
        .stats.configurations;
    expect(count(2)).toBe(2);
    expect(count(1.9)).toBe(3);
    expect(count(0.5)).toBe(5);
    expect(count(0.05)).toBe(65);
  });

  it('misses a pin between samples, and does not call that free', () => {
    const cell = arm(PIN);
    // The link is 0.1 wide at 0.25 m: it sweeps over the pin in 0.4 rad.
    const segment = turn(cell, -0.9, 1.1);
    const at = (resolution: number) =>
      createChecker(cell, { method: 'fixed', resolution }).check({ segment });
    expect(at(2).verdict).toBe('no collision found');
    expect(at(0.1).verdict).toBe('colliding');
    expect(createChecker(cell, { method: 'adaptive' }).check({ segment }).verdict).toBe(
      'colliding',
    );
  });

  it('sees clearances', () => {
    const cell = arm(`${PIN}\nclearance: {default: 0.05}`);
    const result = createChecker(cell, { method: 'fixed' }).check({
      segment: turn(cell, -1.5, -0.3),
    });
    expect(result.verdict).toBe('too-close');
    expect(result.witness!.violated).toBe(true);
  });

  it('goes on from kept work', () => {
    const cell = arm(PIN);
    const checker = createChecker(cell, { method: 'fixed', resolution: 0.01 });
    const segment = turn(cell, 0.5, 2.9);
    const fresh = checker.check({ segment });
    let last: CheckResult | null = null;
    let tests = 0;
    let calls = 0;
    do {
      last = checker.check({ segment, budget: 20, kept: last?.kept ?? null });
      if (last.verdict === 'undecided') expect(last.open.length).toBeGreaterThan(0);
      tests += last.stats.tests;
      calls++;
    } while (last.verdict === 'undecided');
    expect(last.verdict).toBe(fresh.verdict);
    expect(last.verdict).toBe('no collision found');
    expect(tests).toBe(fresh.stats.tests);
    expect(calls).toBeGreaterThan(5);
  });

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

  it('refuses a resolution that is none', () => {
    for (const resolution of [-1, Number.NaN]) {
      expect(() => createChecker(arm(''), { method: 'fixed', resolution })).toThrow(InputError);
    }
    expect(() => createChecker(arm(''), { method: 'adaptive', relativeError: 1 })).toThrow(
      InputError,
    );
  });
});
