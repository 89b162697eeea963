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

  it('refuses a resolution that is none', () => {
    for (const resolution of [-1, Number.NaN]) {
      expect(() => createChecker(arm(''), { method: 'fixed', resolution })).toThrow(InputError);
    }
    expect(() => createChecker(arm(''), { method: 'adaptive', relativeError: 1 })).toThrow(
      InputError,
    );
  });
});
