/** The ladder: random motions against dense sampling. */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { type CheckResult, Ladder } from '../../src/check/index.ts';
import { torus } from '../../src/geometry/index.ts';
import type { RobotDescription } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import {
  CELLS,
  confirmWitness,
  sampleDensely,
  segmentsOf,
} from '../helpers/check/adaptiveCells.ts';
import { ALL_KINDS, describeCell, randomCell, randomPart } from '../helpers/check/ladderCells.ts';
import { at, ladder, line } from '../helpers/check/ladderLines.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { randomConfiguration } from '../helpers/oracles/robots.ts';

/** Verdict and numbers of a result, without references to the cell. */
function summary(cell: Cell, { verdict, witness, witnesses, stats }: CheckResult) {
  const name = (i: number) => cell.bodies[i].name;
  return {
    verdict,
    t: witness?.t,
    pair: witness ? [name(witness.pair.a), name(witness.pair.b)] : null,
    witnesses: witnesses.length,
    stats,
  };
}

describe('against dense sampling', () => {
  for (const [name, make] of Object.entries(CELLS)) {
    it(`${name}: free is free, witnesses hold, order and repetition do not matter, seed 41`, () => {
      const cell = make();
      const checker = new StaticChecker(cell);
      const segments = segmentsOf(checker, 41, 16);
      const shared = new Ladder(cell);
      const counts: Record<string, number> = {};
      const first = segments.map((segment, i) => {
        const result = shared.check({ segment });
        counts[result.verdict] = (counts[result.verdict] ?? 0) + 1;
        const { colliding, tooClose, stretch } = sampleDensely(checker, segment);
        if (result.verdict === 'free')
          expect([colliding, tooClose], `${name} ${i}`).toEqual([0, 0]);
        else if (result.verdict !== 'undecided') {
          confirmWitness(checker, segment, result, 1e-4, `${name} ${i}`);
        }
        if (stretch > 0.02) expect(result.verdict, `${name} ${i}`).not.toBe('undecided');
        const { stats } = result;
        expect(stats.configurations).toBeGreaterThan(0);
        expect(stats.trianglePairs).toBeLessThanOrEqual(stats.nodePairs);
        expect(stats.gjkCalls).toBeLessThanOrEqual(stats.tests);
        expect(stats.nodePairs).toBeLessThanOrEqual(stats.tests);
        return result;
      });
      console.log(`${name}: ${JSON.stringify(counts)}`);
      expect(counts.undecided ?? 0).toBe(0);
      // Backwards, with the same checker; and each with its own.
      for (let i = segments.length - 1; i >= 0; i--) {
        const again = shared.check({ segment: segments[i] });
        expect(again.verdict).toBe(first[i].verdict);
        expect(ladder(cell, { segment: segments[i] }).verdict).toBe(first[i].verdict);
        const third = shared.check({ segment: segments[i] });
        expect(summary(shared.cell, third)).toEqual(summary(shared.cell, again));
      }
      // The other way round in time.
      segments.forEach((segment, i) => {
        const back = new StraightSegment(cell.tree, segment.to, segment.from);
        expect(shared.check({ segment: back }).verdict).toBe(first[i].verdict);
      });
    });
  }

  it('fresh checkers agree to the last test, seed 42', () => {
    for (const name of ['gantry', 'two arms']) {
      const cell = CELLS[name]();
      for (const segment of segmentsOf(new StaticChecker(cell), 42, 6)) {
        const [a, b] = [0, 1].map(() => summary(cell, ladder(cell, { segment })));
        expect(a).toEqual(b);
      }
    }
  });
});

describe('random cells', () => {
  it('whole, in steps of a small budget, and in parts: free is free, seed 71', () => {
    const random = new Random(71);
    const counts: Record<string, number> = {};
    let resumed = 0;
    for (let round = 0; round < 30; round++) {
      const cell = randomCell(random, {
        links: 2 + random.below(4),
        kinds: round % 3 === 0 ? ALL_KINDS : ['revolute', 'continuous', 'prismatic'],
        baseJoint: (['fixed', 'planar', 'floating'] as const)[round % 3],
        chain: round % 2 === 0,
        size: [0.1, 0.2][round % 2],
        pieces: 1 + (round % 2),
        padding: round % 4 === 0 ? 0.01 : 0,
        mimics: true,
      });
      for (let k = 0; k < 4; k++) {
        const segment = shortSegment(cell, random, [0.1, 0.5, 2][random.below(3)]);
        const { cell: asked } = askAbout(cell, [segment]);
        const checker = new Ladder(asked);
        const sampler = new StaticChecker(asked);
        const whole = checker.check({ segment, budget: 20_000 });
        counts[whole.verdict] = (counts[whole.verdict] ?? 0) + 1;
        const label = `round ${round}.${k}`;
        const { colliding } = sampleDensely(sampler, segment);
        if (whole.verdict === 'free') expect(colliding, label).toBe(0);
        if (whole.verdict === 'colliding') {
          expect(sampler.check(whole.witness!.configuration).colliding, label).toBe(true);
        }
        if (colliding > 0) expect(whole.verdict, label).not.toBe('free');
        // What is free is so by every way to get there, what is not is not.
        let steps = checker.check({ segment, budget: 5 });
        for (let i = 0; i < 500 && steps.verdict === 'undecided'; i++) {
          resumed++;
          steps = checker.check({ segment, kept: steps.kept, budget: 1 + random.below(8) });
        }
        if (whole.verdict === 'free') expect(steps.verdict, label).toBe('free');
        if (colliding > 0) expect(steps.verdict, label).not.toBe('free');
        const cut = random.between(0.2, 0.8);
        const parts = [
          [0, cut],
          [cut, 1],
        ].map(
          ([from, to]) => checker.check({ segment, range: [from, to], budget: 20_000 }).verdict,
        );
        if (whole.verdict === 'free') expect(parts, label).toEqual(['free', 'free']);
        if (colliding > 0) expect(parts, label).not.toEqual(['free', 'free']);
      }
    }
    console.log(`random cells: ${JSON.stringify(counts)}, resumed ${resumed} times`);
    expect(counts.free).toBeGreaterThan(20);
    expect(counts.colliding).toBeGreaterThan(10);
    expect(resumed).toBeGreaterThan(50);
  });
});

/** A segment of about the given length, from a configuration in the limits. */
function shortSegment(cell: Cell, random: Random, length: number): StraightSegment {
  const from = randomConfiguration(cell.tree, random);
  const other = randomConfiguration(cell.tree, random);
  const part = Math.min(1, length / Math.hypot(...from.map((x, d) => other[d] - x)));
  return new StraightSegment(
    cell.tree,
    from,
    from.map((x, d) => x + part * (other[d] - x)),
  );
}

describe('tubes', () => {
  it('free with tolerances means free wherever joints stray, seed 51', () => {
    const tolerance = 0.03;
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf, tracking: {default: ${tolerance}}}]
obstacles:
  - {name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0.7, 0.4, 0]}}
  - {name: ring, shape: {mesh: ring.stl}, pose: {xyz: [-0.6, 0.5, 0], rpy: [1.2, 0.3, 0]}}
allow: [[link0, link1], [link1, link2]]`,
      { 'arm.urdf': armUrdf('arm', [0.3, 0.4, 0.4]), 'ring.stl': torus(0.3, 0.03, 24, 8) },
    );
    const { cell: asked } = askAbout(cell, [at(-3.6, -3.6), at(3.6, 3.6)]);
    const plain = new StaticChecker(asked);
    const random = new Random(51);
    const one = new Ladder(asked);
    let free = 0;
    for (let round = 0; round < 60; round++) {
      const draw = () => [random.between(-2.9, 2.9), random.between(-2.9, 2.9)];
      const from = draw();
      const segment = line(
        cell,
        from,
        from.map((x) => x + random.between(-0.6, 0.6)),
      );
      if (one.check({ segment }).verdict !== 'free') continue;
      free++;
      const q = new Float64Array(2);
      for (let k = 0; k < 60; k++) {
        segment.configurationInto(random.unit(), q, 0);
        const strayed = q.map(
          (x) => x + tolerance * [-1, 1, random.between(-1, 1)][random.below(3)],
        );
        expect(plain.check(strayed).colliding, `round ${round}`).toBe(false);
      }
    }
    console.log(`tubes: ${free} of 60 free`);
    expect(free).toBeGreaterThan(10);
  });
});

describe('pieces', () => {
  /** Two links on two turning joints among three obstacles, two parts each. */
  const build = () => {
    const random = new Random(61);
    const parts = () => [randomPart(random, 0.12), randomPart(random, 0.12)];
    const place = (x: number, y: number) => Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, 0]);
    const robot: RobotDescription = {
      name: 'r',
      links: [0, 1, 2].map((i) => ({
        name: `link${i}`,
        collisions: i === 0 ? [] : parts(),
        visuals: [],
      })),
      joints: [0, 1].map((i) => ({
        name: `joint${i}`,
        kind: 'continuous' as const,
        parent: `link${i}`,
        child: `link${i + 1}`,
        origin: place(0.5 * i, 0),
        axis: [0, i, 1 - i] as const,
      })),
    };
    const obstacles = [0, 1, 2].map((i) => ({
      name: `o${i}`,
      parts: parts(),
      pose: place(0.7 * Math.cos(2 * i), 0.7 * Math.sin(2 * i)),
    }));
    return { robot, obstacles };
  };

  it('in one body or in several, verdicts are the same, seed 62', () => {
    const { robot, obstacles } = build();
    const together = buildCell(describeCell([{ robot }], obstacles));
    const apart = buildCell(
      describeCell(
        [{ robot }],
        obstacles.flatMap(({ name, pose, parts }) =>
          parts.map((part, k) => ({ name: `${name}.${k}`, pose, parts: [part] })),
        ),
      ),
    );
    expect(apart.bodies.length).toBeGreaterThan(together.bodies.length);
    const random = new Random(62);
    const [a, b] = [new Ladder(together), new Ladder(apart)];
    const counts: Record<string, number> = {};
    for (let round = 0; round < 40; round++) {
      const from = [random.between(-3, 3), random.between(-3, 3)];
      const to = from.map((x) => x + random.between(-0.5, 0.5));
      const verdicts = [a, b].map(
        (checker) => checker.check({ segment: line(together, from, to) }).verdict,
      );
      expect(verdicts[0], `round ${round}`).toBe(verdicts[1]);
      counts[verdicts[0]] = (counts[verdicts[0]] ?? 0) + 1;
    }
    console.log(`pieces: ${JSON.stringify(counts)}`);
    expect(Object.keys(counts).sort()).toEqual(expect.arrayContaining(['colliding', 'free']));
  });
});
