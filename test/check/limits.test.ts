/** What is open is bounded, and what a check leaves open is all that it did not prove. */
import { describe, expect, it } from 'vitest';
import { askAbout, StaticChecker } from '../../src/cell/index.ts';
import { checkDelays, checkPath, createChecker, Ladder } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, StraightSegment, type Track } from '../../src/motion/index.ts';
import { sampleDensely } from '../helpers/check/adaptiveCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const ARM = armUrdf('arm', [0.4, 0.4, 0.4]).replaceAll('"revolute"', '"continuous"');
const cell = cellFrom(
  `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0.7, 0.65, 0]}}
  - {name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1.4, 0, 0]}}
allow: [[link0, link1], [link1, link2]]
`,
  { 'arm.urdf': ARM },
);
/** With nothing within reach but the arm itself. */
const empty = cellFrom(
  `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1.3, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
  { 'arm.urdf': ARM },
);
const at = (...q: number[]) => Float64Array.from(q);

describe('too much that is open', () => {
  it('ends undecided and never otherwise than without the bound (seed 5)', () => {
    const random = new Random(5);
    const sampler = new StaticChecker(cell);
    const ladder = new Ladder(cell);
    const counts: Record<string, number> = {};
    for (let k = 0; k < 60; k++) {
      const ends = [0, 1].map(() => at(random.between(-1.5, 1.5), random.between(-2.5, 2.5)));
      const segment = new StraightSegment(cell.tree, ends[0], ends[1]);
      const whole = ladder.check({ segment });
      for (const mostOpen of [1, 4, 16, 64]) {
        const bounded = ladder.check({ segment, mostOpen });
        const { verdict, open, kept } = bounded;
        counts[verdict] = (counts[verdict] ?? 0) + 1;
        if (verdict === 'undecided') {
          expect(open.length).toBeGreaterThan(0);
          expect(kept).toBeNull();
        } else expect(verdict).toBe(whole.verdict);
        // What is not listed as open is proven: a contact lies in what is listed.
        if (whole.verdict !== 'colliding' || verdict !== 'undecided') continue;
        const { t, pair } = whole.witness!;
        const listed = open.some((o) => o.pair === pair && o.from <= t && t <= o.to);
        expect(listed, `segment ${k}`).toBe(true);
      }
      if (whole.verdict === 'free') expect(sampleDensely(sampler, segment).colliding).toBe(0);
    }
    expect(counts.undecided).toBeGreaterThan(5);
    expect(counts.free).toBeGreaterThan(20);
    expect(counts.colliding).toBeGreaterThan(20);
  });
});

describe('a motion of a million first intervals', () => {
  const path = buildPath(cell.tree, [at(0, 2.5), at(1e9, 2.5)]);

  it.each(['ladder', 'adaptive', 'refined', 'fixed'] as const)(
    'ends within its budget: %s',
    (method) => {
      const asked = askAbout(cell, path);
      const result = checkPath(createChecker(asked.cell, { method }), path, { budget: 3000 });
      expect(['undecided', 'colliding', 'too-close']).toContain(result.verdict);
      expect(result.stats.tests).toBeLessThan(10_000);
      expect(result.open.length).toBeLessThan(20_000);
    },
  );

  it('is listed as open in all that was not begun', () => {
    const segment = new StraightSegment(cell.tree, at(-1e9, 0), at(-1e9 + 1e6, 0));
    const result = new Ladder(askAbout(cell, [segment]).cell).check({ segment, budget: 0 });
    expect(result.verdict).toBe('undecided');
    expect(result.open.map(({ from, to }) => [from, to])).toEqual(cell.tested.map(() => [0, 1]));
  });

  it('is gone on with where it was left', () => {
    const ladder = new Ladder(empty);
    const segment = new StraightSegment(empty.tree, at(0, 0.5), at(60, 0.5));
    const whole = ladder.check({ segment });
    let steps = ladder.check({ segment, budget: 3 });
    let rounds = 0;
    for (; steps.verdict === 'undecided' && rounds < 5000; rounds++) {
      steps = ladder.check({ segment, kept: steps.kept, budget: 3 });
    }
    expect([whole.verdict, steps.verdict]).toEqual(['free', 'free']);
    expect(rounds).toBeGreaterThan(10);
  });
});

it('delays that no search gets through end undecided', () => {
  const two = cellFrom(
    `surepath: 1
robots: [{name: a, urdf: arm.urdf}, {name: b, urdf: arm.urdf, base: {xyz: [2.3, 0, 0]}}]
allow: [[a/link0, a/link1], [a/link1, a/link2], [b/link0, b/link1], [b/link1, b/link2]]
`,
    { 'arm.urdf': ARM },
  );
  const tracks = [0, 2].map((first): Track => {
    const to = at(0, 0, 0, 0);
    to[first] = 1;
    const path = buildPath(two.tree, [at(0, 0, 0, 0), to], { times: [0, 1] });
    return { dofs: [first, first + 1], path };
  });
  const { verdict, open } = checkDelays(two, tracks, {
    delays: [1e9, 1e9],
    standing: at(0, 0, 0, 0),
    budget: 2000,
  });
  expect(verdict).toBe('undecided');
  expect(open.length).toBeGreaterThan(0);
});
