/**
 * Motions for which Lemma 1 leaves nothing to spare: a body hardly larger than a point goes through a
 * plate that is hardly thicker than a plane. The distances at both ends add up to the length of the
 * curve, but for some thousandths; a length that is too short by more, or a distance that is too
 * long, would call the motion free. Random motions do not notice an error of a fifth.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, type Cell } from '../../src/cell/index.ts';
import { type CheckerOptions, certifiedClearance, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, StraightSegment } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

const METHODS: CheckerOptions[] = [];
for (const distance of ['greedy', 'threshold', 'relative', 'exact'] as const) {
  for (const bounds of [1, 2] as const) {
    for (const covering of ['midpoint', 'circles', 'middle'] as const) {
      METHODS.push({ method: 'adaptive', distance, bounds, covering, relativeError: 0.01 });
    }
  }
}

const SPECK = '<sphere radius="0.0005"/>';

/** A speck that slides along x through a plate. */
function sliding(random: Random): { cell: Cell; from: number[]; to: number[]; last: number[] } {
  const x = random.between(-0.3, 0.3);
  const cell = sliderCell(
    SPECK,
    `obstacles: [{name: plate, shape: {box: [0.00001, 1, 1]}, pose: {xyz: [${x}, 0, 0]}}]`,
  );
  const before = random.between(0.2, 0.5);
  return {
    cell,
    from: [x - before, 0, 0],
    to: [x + random.between(0.2, 0.5), 0, 0],
    last: [x - 0.03, 0, 0],
  };
}

/** A speck at the end of an arm of 1 m that turns through a plate on a ray. */
function turning(random: Random): { cell: Cell; from: number[]; to: number[]; last: number[] } {
  const angle = random.between(-1, 1);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: plate, shape: {box: [0.5, 0.00001, 1]}, pose: {xyz: [${c}, ${s}, 0], rpy: [0, 0, ${angle}]}}]`,
    {
      'arm.urdf': `<robot name="arm"><link name="base"/><link name="tip"><collision><origin xyz="1 0 0"/><geometry>${SPECK}</geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>`,
    },
  );
  return {
    cell,
    from: [angle - random.between(0.05, 0.12)],
    to: [angle + random.between(0.05, 0.12)],
    last: [angle - 0.03],
  };
}

for (const [name, make] of Object.entries({ sliding, turning })) {
  describe(`a speck ${name} through a plate, seed 11`, () => {
    const random = new Random(11);
    const cases = Array.from({ length: 6 }, () => make(random));
    const segmentOf = ({ cell, from }: (typeof cases)[0], to: number[]) =>
      new StraightSegment(cell.tree, Float64Array.from(from), Float64Array.from(to));

    it.each(METHODS)('is never free: $distance, bounds $bounds, $covering', (options) => {
      cases.forEach((one, i) => {
        const checker = createChecker(one.cell, options);
        for (const delta of [0, 1e-4]) {
          const { verdict } = checker.check({ segment: segmentOf(one, one.to), delta });
          expect(['colliding', 'too-close'], `case ${i}, delta ${delta}`).toContain(verdict);
        }
        // Before the plate it is free, so the answer does not come from caution alone.
        expect(checker.check({ segment: segmentOf(one, one.last) }).verdict, `case ${i}`).toBe(
          'free',
        );
      });
    });

    it('has no clearance, and 29.5 mm before it just that', () => {
      for (const { cell, from, to, last } of cases) {
        const clearance = (end: number[]) =>
          certifiedClearance(
            cell,
            buildPath(cell.tree, [Float64Array.from(from), Float64Array.from(end)]),
            { accuracy_m: 1e-4 },
          );
        expect(clearance(to).lower).toBe(0);
        const { lower, pairs } = clearance(last);
        const distance = (name === 'sliding' ? 0.03 : Math.sin(0.03)) - 0.0005 - 0.000005;
        expect(lower).toBeLessThanOrEqual(distance + 1e-12);
        expect(lower).toBeGreaterThan(distance - 1.1e-4);
        expect(pairs[0].upper).toBeCloseTo(distance, 9);
      }
    });
  });
}

describe('a speck carried beyond the limits of a joint', () => {
  // It turns about z at the end of a slide whose limit is 1 m, but which the motion puts at 3 m.
  const angle = 0.4;
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: plate, shape: {box: [0.5, 0.00001, 1]}, pose: {xyz: [${3 * Math.cos(angle)}, ${3 * Math.sin(angle)}, 0], rpy: [0, 0, ${angle}]}}]`,
    {
      'arm.urdf': `<robot name="arm"><link name="base"/><link name="beam"/><link name="tip"><collision><geometry>${SPECK}</geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="beam"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="slide" type="prismatic"><parent link="beam"/><child link="tip"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>`,
    },
  );
  const path = buildPath(cell.tree, [
    Float64Array.of(angle - 0.05, 3),
    Float64Array.of(angle + 0.07, 3),
  ]);

  it.each([1, 2] as const)('meets what is out there, bounds %i', (bounds) => {
    // Within the limits nothing is in reach, so at first no pair is tested at all.
    expect(cell.tested).toEqual([]);
    const { cell: asked } = askAbout(cell, path);
    const checker = createChecker(asked, { method: 'adaptive', bounds });
    const { verdict } = checker.check({ segment: path.segments[0] });
    expect(['colliding', 'too-close']).toContain(verdict);
    expect(certifiedClearance(asked, path).lower).toBe(0);
  });

  it.each([1, 2] as const)('also if its reach was known before, bounds %i', (bounds) => {
    // A first motion at 2.6 m makes the pair tested, with a reach that is too small for 3 m.
    const checker = new EdgeChecker(cell, { method: 'adaptive', bounds });
    const near = new StraightSegment(cell.tree, Float64Array.of(1, 2.6), Float64Array.of(1.1, 2.8));
    expect(checker.check({ segment: near }).verdict).toBe('free');
    const { verdict } = checker.check({ segment: path.segments[0] });
    expect(['colliding', 'too-close']).toContain(verdict);
  });
});
