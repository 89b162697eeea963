/**
 * What polynomial segments are off by is counted once for how they are evaluated and twice more for how
 * they join, by every method alike: docs/proofs/motion.md, "Joins". A tool swings toward a block, with
 * coefficients that are large and cancel, so that their rounding outweighs all other errors.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type Cell, type CellDescription } from '../../src/cell/index.ts';
import {
  type CheckerOptions,
  certifiedClearance,
  checkDelays,
  checkPenetration,
  clearanceProfile,
  createChecker,
} from '../../src/check/index.ts';
import { identityPose, poseFromRpy } from '../../src/math/index.ts';
import { joinedErrorUpperInto, type Path, PolynomialSegment } from '../../src/motion/index.ts';
import { BARE, describedCell } from '../helpers/oracles/describedCell.ts';

/** T5 of Chebyshev on [0, 1]: between -1 and 1, and 1 at the end. Times 64 it is exact in doubles. */
const SIZE = 64;
const SWING = [-1, 50, -400, 1120, -1280, 512].map((c) => SIZE * c);

function cellOf(gap: number): CellDescription {
  const parts = [
    { pose: identityPose(), geometry: { kind: 'box', half: [0.5, 0.5, 0.5] } as const },
  ];
  return describedCell(
    [
      {
        ...BARE,
        robot: {
          name: 'slide',
          links: [
            { name: 'rail', collisions: [], visuals: [] },
            { name: 'tool', collisions: parts, visuals: [] },
          ],
          joints: [
            {
              name: 'joint',
              kind: 'prismatic',
              parent: 'rail',
              child: 'tool',
              origin: identityPose(),
              axis: [1, 0, 0],
              limits: { lower: -SIZE, upper: SIZE },
            },
          ],
        },
      },
    ],
    [{ name: 'block', pose: poseFromRpy(0, 0, 0, SIZE + 1 + gap, 0, 0), parts, solid: true }],
  );
}

function swing(cell: Cell): { path: Path; segment: PolynomialSegment } {
  const segment = new PolynomialSegment(cell.tree, Float64Array.from(SWING));
  const waypoints = [segment.from, segment.to];
  return {
    path: { waypoints, segments: [segment], wrap: 'literal', times: [0, 1], notes: [] },
    segment,
  };
}

/** What the slide is off by in metres, evaluated once. */
function evaluated(): number {
  const { segment } = swing(buildCell(cellOf(1)));
  const error = new Float64Array(1);
  segment.errorUpperInto(error, 0);
  return error[0];
}

const METHODS: CheckerOptions[] = [
  { method: 'ladder' },
  { method: 'adaptive' },
  { method: 'adaptive', distance: 'greedy', bounds: 1 },
  { method: 'adaptive', distance: 'exact', covering: 'middle' },
  { method: 'refined' },
  { method: 'refined', bounds: 1 },
];

const delta = 1e-13;
const error = evaluated();
const at = (gap: number) => {
  const given = buildCell(cellOf(gap));
  const { segment, path } = swing(given);
  return { ...askAbout(given, path), segment, path };
};

describe('the error at joins of polynomial segments', () => {
  it('is three times that of one segment, and outweighs the other errors here', () => {
    const { cell, segment } = at(1e-6);
    const joined = new Float64Array(1);
    joinedErrorUpperInto(segment, joined, 0);
    expect(joined[0]).toBe(3 * error);
    expect(error).toBeGreaterThan(1000 * cell.tested[0].poseError);
  });

  it.each(METHODS)('is counted by $method $distance $bounds', (options) => {
    const verdictAt = (gap: number) => {
      const { cell, segment } = at(gap);
      return createChecker(cell, options).check({ segment, delta, budget: 20_000 }).verdict;
    };
    expect(verdictAt(2.9 * error)).not.toBe('free');
    expect(verdictAt(20 * error)).toBe('free');
  });

  it('is counted with delays', () => {
    const verdictAt = (gap: number) => {
      const { cell, path } = at(gap);
      const standing = path.waypoints[0];
      const tracks = [{ dofs: [0], path }];
      return checkDelays(cell, tracks, { standing, delays: [0], delta, budget: 20_000 }).verdict;
    };
    expect(verdictAt(2.9 * error)).not.toBe('free');
    expect(verdictAt(20 * error)).toBe('free');
  });

  const gap = 20 * error;
  const most = gap - 2.99 * error;
  it('is taken off the clearance of a path', () => {
    const { cell, path } = at(gap);
    const { lower } = certifiedClearance(cell, path, { accuracy_m: 1.5 * error, budget: 5000 });
    expect(lower).toBeGreaterThan(0);
    expect(lower).toBeLessThan(most);
  });

  it('is taken off its profile', () => {
    const { cell, path } = at(gap);
    const aim = { accuracy: 1.5 * error, relative: 0, horizon: 30 * error };
    const { lower } = clearanceProfile(cell, path, { ...aim, budget: 5000 });
    expect(lower).toBeGreaterThan(0);
    expect(lower).toBeLessThan(most);
  });

  it('is added to penetration', () => {
    const { cell, path } = at(gap);
    const aim = { depth: 0, delta, accuracy: error };
    const { verdict, pairs } = checkPenetration(cell, path, { ...aim, budget: 20_000 });
    expect(verdict).toBe('within');
    expect(pairs[0].upper).toBeGreaterThan(-most);
    expect(checkPenetration(at(2.9 * error).cell, path, aim).verdict).not.toBe('within');
  });
});
