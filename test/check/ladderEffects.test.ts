/**
 * What the rungs of the ladder are for, in counts: each of them, left out, costs more tests, more looks at configurations or
 * more pairs of patches than are allowed here. Answers are in ladder.test.ts and ladderRandom.test.ts.
 */
import { describe, expect, it, vi } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { Cover } from '../../src/check/cover/cover.ts';
import {
  addStats,
  type Checker,
  type CheckStats,
  createChecker,
  emptyStats,
  Ladder,
} from '../../src/check/index.ts';
import { knot, torus } from '../../src/geometry/index.ts';
import type { Segment } from '../../src/motion/index.ts';
import { CELLS, segmentsOf, slider } from '../helpers/check/adaptiveCells.ts';
import { armAmongPosts } from '../helpers/check/armAmongPosts.ts';
import { line } from '../helpers/check/ladderLines.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { grazingMotion } from '../helpers/oracles/grazingMotions.ts';

interface Counted {
  readonly free: CheckStats;
  readonly hit: CheckStats;
  readonly verdicts: string;
}

function count(checker: Checker, segments: readonly Segment[]): Counted {
  const free = emptyStats();
  const hit = emptyStats();
  let verdicts = '';
  for (const segment of segments) {
    const { verdict, stats } = checker.check({ segment });
    addStats(verdict === 'free' ? free : hit, stats);
    verdicts += verdict[0];
  }
  return { free, hit, verdicts };
}

/** Counts are the same in every run; with a twentieth to spare, for changes that mean nothing. */
function atMost(found: CheckStats, expected: Partial<CheckStats>): void {
  for (const [name, most] of Object.entries(expected)) {
    expect(found[name as keyof CheckStats], name).toBeLessThanOrEqual(1.05 * most);
  }
}

const both = (cell: Cell, segments: readonly Segment[]) => ({
  ladder: count(new Ladder(cell), segments),
  adaptive: count(createChecker(cell, { method: 'adaptive' }), segments),
});

describe('a knot through a ring: hulls meet, bodies do not', () => {
  const cell = cellFrom(
    'surepath: 1\nrobots: [{urdf: s.urdf}]\nobstacles: [{name: ring, shape: {mesh: ring.stl}}]',
    {
      's.urdf': slider('<mesh filename="knot.stl"/>'),
      'ring.stl': torus(0.5, 0.3, 24, 12),
      'knot.stl': knot(0.1, 0.03, 32, 6),
    },
  );
  const { ladder, adaptive } = both(cell, [
    line(cell, [0.005, 0, -1.2], [-0.005, 0.01, 1]),
    line(cell, [0.02, 0, -1.2], [-0.02, 0.01, 1]),
    line(cell, [0, -0.02, -1], [0.01, 0.01, 1]),
  ]);

  it('is proven by few patches: a fiftieth of the pairs of volumes of bisection', () => {
    expect(ladder.verdicts).toBe('fff');
    expect(50 * ladder.free.nodePairs).toBeLessThan(adaptive.free.nodePairs);
    expect(ladder.free.configurations).toBeLessThan(adaptive.free.configurations);
    atMost(ladder.free, { configurations: 70, tests: 443, nodePairs: 422, trianglePairs: 0 });
  });
});

describe('a knot through a ring, into a wall behind it', () => {
  it('the wall is found before the way through the ring is proven', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: s.urdf}]
obstacles:
  - {name: ring, shape: {mesh: ring.stl}}
  - {name: wall, shape: {box: [1, 1, 0.1]}, pose: {xyz: [0, 0, 1.2]}}`,
      {
        's.urdf': slider('<mesh filename="knot.stl"/>'),
        'ring.stl': torus(0.5, 0.3, 24, 12),
        'knot.stl': knot(0.1, 0.03, 32, 6),
      },
    );
    const { verdict, stats } = new Ladder(cell).check({
      segment: line(cell, [0.005, 0, -1.2], [-0.005, 0.01, 1.6]),
    });
    expect(verdict).toBe('colliding');
    atMost(stats, { configurations: 10, tests: 23, nodePairs: 8 });
  });
});

describe('a ring around a post, which it leaves', () => {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: s.urdf}]
obstacles: [{name: post, shape: {cylinder: {radius: 0.1, length: 2}}}]`,
    { 's.urdf': slider('<mesh filename="ring.stl"/>'), 'ring.stl': torus(0.5, 0.3, 48, 24) },
  );

  it('patches that are apart are not divided before they are apart for long', () => {
    const { free, verdicts } = count(new Ladder(cell), [
      line(cell, [0.08, 0, 1], [0.4, 0.1, 1.9]),
      line(cell, [-0.4, -0.2, 1.9], [0, -0.08, 1]),
    ]);
    expect(verdicts).toBe('ff');
    atMost(free, { configurations: 140, tests: 384, nodePairs: 352, trianglePairs: 30 });
  });
});

describe('an arm that grazes', () => {
  // Its links are 0.1 thick, its tip 1.16 m away: a plate below all of it, and posts that the tip passes, 5 mm off.
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: plate, shape: {box: [3, 3, 0.1]}, pose: {xyz: [0, 0, -0.105]}}
  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [1.2301, 0, 0]}}
  - {name: other, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [0, 1.2301, 0], rpy: [0, 0, 0.3]}}
allow: [[link0, link1], [link1, link2], [link0, plate]]`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const segments = [
    line(cell, [-1, 0], [2.5, 0]),
    line(cell, [1, 0.3], [-1, -0.3]),
    line(cell, [2.2, -0.5], [0.8, 0.5]),
  ];
  const { ladder: mapped, adaptive } = both(cell, segments);
  const ladder = count(new Ladder(cell, undefined, { maps: false, bundles: false }), segments);

  it('is covered by directions for long: a tenth of the tests of bisection', () => {
    expect(ladder.verdicts).toBe('fff');
    expect(10 * ladder.free.tests).toBeLessThan(adaptive.free.tests);
    atMost(ladder.free, { configurations: 16, tests: 44, gjkCalls: 32 });
  });

  it('is known to joint maps: nothing is left to be asked', () => {
    expect(mapped.verdicts).toBe('fff');
    expect(mapped.free.gjkCalls).toBe(0);
    expect(ladder.free.gjkCalls).toBeGreaterThan(20);
  });
});

describe('a micrometre apart', () => {
  const statsOf = (name: Parameters<typeof grazingMotion>[0]) => {
    const { cell, segment } = grazingMotion(name, 1e-6);
    const { verdict, stats } = new Ladder(cell).check({ segment });
    expect(verdict).toBe('free');
    return stats;
  };

  it('normals of flat patches are the right directions', () => {
    atMost(statsOf('a face in a basin'), { configurations: 41, tests: 172, trianglePairs: 0 });
  });

  it('what turns away stays apart: third order', () => {
    atMost(statsOf('a tip that passes a wall'), { configurations: 29, tests: 70, nodePairs: 55 });
  });
});

describe('a gantry among obstacles, seed 11', () => {
  const cell = CELLS.gantry();
  const segments = segmentsOf(new StaticChecker(cell), 11, 16, [1, 3]);
  const { ladder, adaptive } = both(cell, segments);
  const plain = count(new Ladder(cell, undefined, { maps: false, bundles: false }), segments);

  it('takes a few looks: all pairs on one configuration, most of them by their balls', () => {
    expect(plain.verdicts).toBe(adaptive.verdicts);
    expect(4 * ladder.free.configurations).toBeLessThan(adaptive.free.configurations);
    expect(2 * ladder.free.gjkCalls).toBeLessThan(adaptive.free.gjkCalls);
    atMost(plain.free, { configurations: 26, tests: 350, gjkCalls: 134, nodePairs: 0 });
    atMost(ladder.free, { tests: 328, gjkCalls: 112 });
  });

  it('finds contacts before it proves anything: cheap tests first', () => {
    expect(3 * ladder.hit.nodePairs).toBeLessThan(adaptive.hit.nodePairs);
    atMost(plain.hit, { configurations: 23, tests: 495, nodePairs: 162, trianglePairs: 59 });
  });
});

describe('an arm of six joints among posts, seed 5', () => {
  const cell = armAmongPosts('{cylinder: {radius: 0.02, length: 0.3}}');
  const segments = segmentsOf(new StaticChecker(cell), 5, 60, [1, 3]);

  it('how long bodies stay apart is asked after a look at all, and where many are near at the halves', () => {
    const asked = vi.spyOn(Cover.prototype, 'lengthen');
    const { free, hit, verdicts } = count(new Ladder(cell), segments);
    const calls = asked.mock.calls.length;
    asked.mockRestore();
    expect([...verdicts].filter((verdict) => verdict === 'c').length).toBeGreaterThan(30);
    // 131 if nothing is left to the halves, 153 if nothing is put off.
    expect(calls).toBeLessThanOrEqual(1.05 * 69);
    atMost(free, { configurations: 74, tests: 2284, gjkCalls: 258 });
    atMost(hit, { configurations: 59, tests: 2815, gjkCalls: 291 });
  });
});
