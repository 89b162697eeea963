/** The ladder: verdicts on cells made by hand, and on random motions against dense sampling. */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { type CheckResult, Ladder, type LadderRequest } from '../../src/check/index.ts';
import { torus } from '../../src/geometry/index.ts';
import type { RobotDescription } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import {
  CELLS,
  confirmWitness,
  sampleDensely,
  segmentsOf,
  slider,
  sliderCell,
} from '../helpers/check/adaptiveCells.ts';
import { ALL_KINDS, describeCell, randomCell, randomPart } from '../helpers/check/ladderCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';
import { randomConfiguration } from '../helpers/oracles/robots.ts';

const at = (...q: number[]) => Float64Array.from(q);
const line = (cell: Cell, from: number[], to: number[]) =>
  new StraightSegment(cell.tree, at(...from), at(...to));
const ladder = (cell: Cell, request: LadderRequest) =>
  new Ladder(askAbout(cell, [request.segment]).cell).check(request);
const verdict = (cell: Cell, from: number[], to: number[], rest: Partial<LadderRequest> = {}) =>
  ladder(cell, { segment: line(cell, from, to), ...rest }).verdict;

const BOX = '<box size="0.2 0.2 0.2"/>';
const SMALL = '<mesh filename="small.stl"/>';
const BALL = '<sphere radius="0.1"/>';
const TABLE = 'obstacles: [{name: table, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}]';
const SHAPES = { box: BOX, mesh: SMALL, sphere: BALL };

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

describe('verdicts', () => {
  for (const [name, geometry] of Object.entries(SHAPES)) {
    it(`${name} above, in and near a table`, () => {
      const cell = sliderCell(geometry, TABLE);
      const checker = new StaticChecker(cell);
      const above = (z: number, rest: Partial<LadderRequest> = {}) => {
        const segment = line(cell, [-0.5, 0, 0.1 + z], [0.5, 0.2, 0.1 + z]);
        const result = ladder(cell, { segment, ...rest });
        if (result.witness) confirmWitness(checker, segment, result, rest.delta ?? 1e-4, name);
        return result;
      };
      expect(above(0.01).verdict).toBe('free');
      expect(above(1e-3).verdict).toBe('free');
      expect(above(-1e-3).verdict).toBe('colliding');
      expect(above(-1e-9).verdict).toBe('colliding');
      // Nearer than delta, but the proof is at hand.
      expect(above(1e-6).verdict).toBe('free');
      // Files of triangles have single precision: 0.1 is 1.5e-9 more.
      expect(above(1e-8, { delta: 0 }).verdict).toBe('free');
      const touching = above(0);
      expect(['colliding', 'too-close']).toContain(touching.verdict);
      expect(touching.stats.tests).toBeLessThan(20000);
    });
  }

  it('a free result has no witness and nothing open', () => {
    const cell = sliderCell(BOX, TABLE);
    const result = ladder(cell, { segment: line(cell, [0, 0, 0.5], [1, 1, 0.3]) });
    expect(result).toMatchObject({ verdict: 'free', witness: null, witnesses: [], open: [] });
    expect(result.kept).toBeNull();
  });

  it('a clearance is kept, or shown to be violated', () => {
    const cell = sliderCell(BOX, `${TABLE}\nclearance: {default: 0.05}`);
    const checker = new StaticChecker(cell);
    const above = (z: number) => {
      const segment = line(cell, [-0.5, 0, 0.1 + z], [0.5, 0.1, 0.1 + z]);
      const result = ladder(cell, { segment });
      if (result.witness) confirmWitness(checker, segment, result, 1e-4, `${z}`);
      return result;
    };
    expect(above(0.051).verdict).toBe('free');
    expect(above(0.04)).toMatchObject({ verdict: 'too-close', witness: { violated: true } });
    expect(above(-0.01).verdict).toBe('colliding');
    const barely = above(0.05);
    expect(barely.verdict).toBe('too-close');
    expect(barely.witness!.violated).toBe(false);
  });

  it('padding grows bodies, tracking grows what they need', () => {
    const padded = sliderCell(BOX, TABLE, ', padding: {l3: 0.02}');
    expect(verdict(padded, [-0.5, 0, 0.1201], [0.5, 0, 0.1201])).toBe('free');
    expect(verdict(padded, [-0.5, 0, 0.1199], [0.5, 0, 0.1199])).toBe('colliding');
    const tracked = sliderCell(BOX, TABLE, ', tracking: {z: 0.01}');
    expect(verdict(tracked, [-0.5, 0, 0.1101], [0.5, 0, 0.1101])).toBe('free');
    const near = ladder(tracked, { segment: line(tracked, [-0.5, 0, 0.105], [0.5, 0, 0.105]) });
    expect(near.verdict).toBe('too-close');
    expect(near.witness!.verdict).toBe('too-close');
  });

  it('a clearance between round bodies is proven close to it, without a threshold', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: s.urdf}]
clearance: {default: 0.1}
obstacles: [{name: o, shape: {cylinder: {radius: 0.1, length: 1}}, pose: {rpy: [0.3, 0.4, 0.5]}}]`,
      { 's.urdf': slider('<cylinder radius="0.1" length="0.3"/>') },
    );
    const checker = new StaticChecker(cell);
    for (const spare of [1e-5, 1e-7]) {
      let [low, high] = [0, 2];
      for (let k = 0; k < 50; k++) {
        const z = 0.5 * (low + high);
        const { colliding, closest } = checker.check(at(0.03, 0.02, z));
        if (colliding || closest!.distance < 0.1 + spare) low = z;
        else high = z;
      }
      const segment = line(cell, [0.03, 0.02, high], [0.03, 0.02, high + 0.001]);
      expect(ladder(cell, { segment, delta: 0, budget: 1000 }).verdict).toBe('free');
    }
  });

  it('a half-space may slide', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: s.urdf, attached: [{link: l3, name: wall, shape: {half_space: {normal: [1, 0, 0], offset: -0.8}}}]}]
obstacles: [{name: ball, shape: {sphere: {radius: 0.1}}, pose: {xyz: [1, 1, 0]}}]`,
      { 's.urdf': slider(BOX) },
    );
    const slide = (x: number) =>
      ladder(cell, { segment: line(cell, [0, 0, 0], [x, 0.3, 0.2]), budget: 1000 }).verdict;
    expect(slide(1.69)).toBe('free');
    expect(slide(1.71)).toBe('colliding');
  });

  it('a segment of another cell is refused', () => {
    const cell = sliderCell(BOX, TABLE);
    const other = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf}]', {
      'arm.urdf': armUrdf('arm', [0.3, 0.4]),
    });
    expect(() => ladder(cell, { segment: line(other, [0], [1]) })).toThrow(/degrees of freedom/);
  });

  it('standing still is judged where it stands', () => {
    for (const geometry of Object.values(SHAPES)) {
      const cell = sliderCell(geometry, TABLE);
      const still = (z: number) => ladder(cell, { segment: line(cell, [0, 0, z], [0, 0, z]) });
      expect(still(0.5).verdict).toBe('free');
      expect(still(0.05).verdict).toBe('colliding');
      expect(still(0.1 + 1e-6).verdict).toBe('free');
      expect(['too-close', 'colliding']).toContain(still(0.1).verdict);
    }
  });
});

describe('between samples', () => {
  const plate = moved(cube(1), 0, 0, 0);
  const flat = (thickness: number) => ({
    ...plate,
    positions: plate.positions.map((x, i) => (i % 3 === 0 ? thickness * x : 0.5 * x)),
  });

  for (const thickness of [1e-3, 1e-5, 1e-7]) {
    it(`a plate of ${thickness} m is not jumped over`, () => {
      const cell = cellFrom(
        'surepath: 1\nrobots: [{urdf: s.urdf}]\nobstacles: [{name: plate, shape: {mesh: plate.stl}}]',
        { 's.urdf': slider('<sphere radius="0.001"/>'), 'plate.stl': flat(thickness) },
      );
      const segment = line(cell, [-1.9, 0.1, 0.05], [1.37, 0.2, 0.1]);
      const result = ladder(cell, { segment });
      expect(result.verdict).toBe('colliding');
      confirmWitness(new StaticChecker(cell), segment, result, 1e-4, 'plate');
      expect(result.stats.tests).toBeLessThan(500);
    });
  }

  it('two needles that cross are found, and that pass are not', () => {
    const needle = mesh([-1, 0, 0, 1, 0, 1e-6, 1, 0, -1e-6], [0, 1, 2]);
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: s.urdf}]
obstacles: [{name: needle, shape: {mesh: needle.stl}, pose: {rpy: [0, 0, 1.5]}}]`,
      { 's.urdf': slider('<mesh filename="needle.stl"/>'), 'needle.stl': needle },
    );
    const down = (x: number) => ladder(cell, { segment: line(cell, [x, 0.1, 0.5], [x, 0, -0.7]) });
    const hit = down(0.01);
    expect(['colliding', 'too-close']).toContain(hit.verdict);
    expect(hit.witness!.t).toBeCloseTo(0.5 / 1.2, 4);
    expect(down(1.2).verdict).toBe('free');
  });

  it('a turning blade does not jump over a wire', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wire, shape: {cylinder: {radius: 0.0001, length: 1}}, pose: {xyz: [0.6, 0.3, 0]}}]
allow: [[link0, link1]]`,
      { 'arm.urdf': armUrdf('arm', [0.3, 0.8], '<box size="0.6 0.001 0.1"/>') },
    );
    const hit = ladder(cell, { segment: line(cell, [-1.5], [2.7]) });
    expect(hit.verdict).toBe('colliding');
    expect(verdict(cell, [-1.5], [0.5])).toBe('free');
  });
});

describe('containment', () => {
  for (const [name, geometry] of Object.entries({ ball: '<sphere radius="0.05"/>', mesh: SMALL })) {
    it(`a ${name} inside a closed mesh collides if that is solid`, () => {
      for (const solid of [true, false]) {
        const cell = sliderCell(
          geometry,
          `obstacles: [{name: crate, shape: {mesh: cube.stl, solid: ${solid}}}]`,
        );
        const result = ladder(cell, { segment: line(cell, [0, 0, 0], [0.3, 0.1, -0.2]) });
        expect(result.verdict).toBe(solid ? 'colliding' : 'free');
        if (solid) expect(result.witness!.finding.contained).toBe(true);
        // Whoever leaves goes through the wall.
        expect(verdict(cell, [0, 0, 0], [1.6, 0.2, 0.1])).toBe('colliding');
        const all = ladder(cell, { segment: line(cell, [0, 0, 0], [0.3, 0, 0]), all: true });
        expect(all.verdict).toBe(solid ? 'colliding' : 'free');
      }
    });
  }

  it('a mesh inside a box, and an obstacle inside a moving mesh', () => {
    const block = sliderCell(SMALL, 'obstacles: [{name: block, shape: {box: [2, 2, 2]}}]');
    expect(verdict(block, [0, 0, 0], [0.3, 0.1, 0])).toBe('colliding');
    for (const shape of ['mesh: small.stl', 'sphere: {radius: 0.1}']) {
      const shell = sliderCell(
        '<mesh filename="cube.stl"/>',
        `obstacles: [{name: grain, shape: {${shape}}}]`,
      );
      expect(verdict(shell, [0, 0, 0], [0.3, 0.1, 0]), shape).toBe('colliding');
    }
  });

  it('one component of a mesh inside a component of another, hulls never apart', () => {
    // A hollow robot of two shells, one of which has the grain inside; the grain is one of two.
    const shells = join(moved(cube(0.4), -1, 0, 0), moved(cube(0.4), 1, 0, 0));
    const files = (grains: ReturnType<typeof cube>) => ({
      's.urdf': slider('<mesh filename="shells.stl"/>'),
      'shells.stl': shells,
      'grains.stl': grains,
    });
    const yaml =
      'surepath: 1\nrobots: [{urdf: s.urdf}]\nobstacles: [{name: grains, shape: {mesh: grains.stl}}]';
    const between = cellFrom(yaml, files(join(cube(0.1), moved(cube(0.1), 0, 1.5, 0))));
    expect(verdict(between, [-0.2, 0, 0], [0.2, 0.1, 0])).toBe('free');
    const within = cellFrom(
      yaml,
      files(join(moved(cube(0.1), 0, 1.5, 0), moved(cube(0.1), 1, 0, 0))),
    );
    expect(verdict(within, [-0.1, 0, 0], [0.1, 0.1, 0])).toBe('colliding');
    // Only in a later part of the motion, and after a crossing.
    expect(verdict(within, [-1.9, 0, 0], [0.05, 0, 0])).toBe('colliding');
  });

  it('a ball through a ring is free, though hulls meet', () => {
    const cell = cellFrom(
      'surepath: 1\nrobots: [{urdf: s.urdf}]\nobstacles: [{name: ring, shape: {mesh: ring.stl}}]',
      { 's.urdf': slider(BALL), 'ring.stl': torus(0.5, 0.1, 32, 12) },
    );
    expect(verdict(cell, [0.05, 0, -1.2], [-0.05, 0.1, 1])).toBe('free');
    expect(verdict(cell, [0.25, 0, -1.2], [0.35, 0, 1])).toBe('colliding');
  });
});

describe('limits of effort', () => {
  const hard = () => {
    const cell = CELLS.gantry();
    const checker = new StaticChecker(cell);
    return { cell, checker, segments: segmentsOf(checker, 11, 24, [2, 4]) };
  };

  it('a budget ends undecided, with open intervals, and kept work leads to the same verdict', () => {
    const { cell, segments } = hard();
    let resumed = 0;
    for (const segment of segments) {
      const whole = ladder(cell, { segment });
      const checker = new Ladder(cell);
      const budget = Math.floor(whole.stats.tests / 2);
      let result = checker.check({ segment, budget });
      if (result.verdict !== 'undecided') {
        expect(result.verdict).toBe(whole.verdict);
        continue;
      }
      resumed++;
      expect(result.kept).not.toBeNull();
      expect(result.open.length).toBeGreaterThan(0);
      for (const { from, to } of result.open) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1);
        expect(from).toBeLessThan(to);
      }
      expect(result.witness).toBeNull();
      // Kept work can be used twice.
      const again = checker.check({ segment, kept: result.kept });
      expect(again.verdict).toBe(whole.verdict);
      if (whole.verdict === 'free') expect(again.stats.tests).toBeLessThan(whole.stats.tests);
      let steps = 0;
      while (result.verdict === 'undecided') {
        result = checker.check({ segment, kept: result.kept, budget: 40 });
        if (++steps > 10000) throw new Error('no end');
      }
      expect(result.verdict).toBe(whole.verdict);
    }
    expect(resumed).toBeGreaterThan(3);
  });

  it('work kept by another checker, or for another box, is done anew', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: r.urdf}]
obstacles:
  - {name: far, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [50, 0, 0]}}
  - {name: wall, shape: {box: [0.0001, 1, 1]}, pose: {xyz: [1, 0, 0]}}`,
      {
        'r.urdf': `<robot name="r"><link name="a"/><link name="b"><collision><geometry><box size="0.02 0.02 0.02"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint></robot>`,
      },
    );
    expect(cell.tested.length).toBe(1);
    const segment = line(cell, [-1.9], [1.9]);
    const checker = new Ladder(cell);
    const first = checker.check({ segment, budget: 0 });
    expect(first.verdict).toBe('undecided');
    const far = new Ladder(askAbout(cell, [segment, line(cell, [2], [60])]).cell);
    expect(far.cell.tested.length).toBe(2);
    expect(far.check({ segment, kept: first.kept }).verdict).toBe('colliding');
    expect(checker.check({ segment, kept: first.kept }).verdict).toBe('colliding');
    expect(new Ladder(cell).check({ segment, kept: first.kept }).verdict).toBe('colliding');
    const other = line(cell, [-1.9], [1.9]);
    expect(() => checker.check({ segment: other, kept: first.kept })).toThrow(/another segment/);
  });

  it('a signal and a time limit of nothing end undecided where there is work', () => {
    const cell = cellFrom(
      'surepath: 1\nrobots: [{urdf: s.urdf}]\nobstacles: [{name: ring, shape: {mesh: ring.stl}}]',
      { 's.urdf': slider(BALL), 'ring.stl': torus(0.5, 0.38, 48, 24) },
    );
    const segment = line(cell, [0.005, 0, -1.2], [-0.005, 0.01, 1]);
    const whole = ladder(cell, { segment });
    expect(whole.verdict).toBe('free');
    for (const stop of [{ signal: { aborted: true } }, { timeLimit_ms: 0 }]) {
      const checker = new Ladder(cell);
      const result = checker.check({ segment, ...stop });
      expect(result.verdict).toBe('undecided');
      expect(result.stats.tests).toBeLessThan(whole.stats.tests);
      expect(checker.check({ segment, kept: result.kept }).verdict).toBe('free');
    }
    console.log(`through the ring: ${JSON.stringify(whole.stats)}`);
  });

  it('what cannot be told apart stays so, however often it is resumed', () => {
    const cell = sliderCell(SMALL, TABLE);
    const z = Math.fround(0.1);
    const segment = line(cell, [-0.5, 0, z], [0.5, Math.SQRT1_2, z]);
    const checker = new Ladder(cell);
    let result = checker.check({ segment, delta: 0, budget: 3 });
    for (let k = 0; k < 1200 && result.kept !== null; k++) {
      result = checker.check({ segment, delta: 0, kept: result.kept, budget: 3 });
    }
    expect(result.verdict).not.toBe('free');
  });

  it('contact within rounding ends without a threshold, too', () => {
    const cell = sliderCell(SMALL, TABLE);
    for (const delta of [0, 1e-4]) {
      const segment = line(cell, [-0.5, 0, 0.1], [0.5, Math.SQRT1_2, 0.1]);
      const result = ladder(cell, { segment, delta });
      expect(['colliding', 'too-close', 'undecided']).toContain(result.verdict);
      expect(result.stats.tests).toBeLessThan(50000);
    }
  });
});

describe('parts of segments', () => {
  it('are what the same motion on its own is, and add up, seed 21', () => {
    const cell = CELLS.gantry();
    const checker = new StaticChecker(cell);
    const random = new Random(21);
    const one = new Ladder(cell);
    for (const segment of segmentsOf(checker, 22, 12, [1, 3])) {
      const cuts = [0, ...[0, 1, 2].map(() => random.unit()).sort((x, y) => x - y), 1];
      const pieces = cuts.slice(1).map((to, i) => {
        const range = [cuts[i], to] as const;
        const result = one.check({ segment, range });
        const ends = range.map((t) => {
          const q = new Float64Array(segment.from.length);
          segment.configurationInto(t, q, 0);
          return q;
        });
        const own = new StraightSegment(cell.tree, ends[0], ends[1]);
        expect(one.check({ segment: own }).verdict).toBe(result.verdict);
        if (result.witness) {
          expect(result.witness.t).toBeGreaterThanOrEqual(range[0]);
          expect(result.witness.t).toBeLessThanOrEqual(range[1]);
          confirmWitness(checker, segment, result, 1e-4, 'range');
        }
        return result.verdict;
      });
      const whole = one.check({ segment }).verdict;
      if (whole === 'free') expect(pieces.every((v) => v === 'free')).toBe(true);
      if (whole === 'colliding') expect(pieces).toContain('colliding');
      if (pieces.every((v) => v === 'free')) expect(whole).toBe('free');
    }
  });

  it('must be parts', () => {
    const cell = sliderCell(BOX, TABLE);
    const segment = line(cell, [0, 0, 1], [1, 0, 1]);
    for (const range of [
      [0.5, 0.5],
      [0.6, 0.5],
      [-0.1, 0.5],
      [0.5, 1.1],
      [Number.NaN, 1],
    ] as const) {
      expect(() => ladder(cell, { segment, range })).toThrow(RangeError);
    }
  });
});

describe('all', () => {
  it('lists every pair that collides, each with a witness, seed 31', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
${[0.2, 0.7, 1.2, 1.7, 2.2].map((a, i) => `  - {name: post${i}, shape: {cylinder: {radius: 0.03, length: 1}}, pose: {xyz: [${0.9 * Math.cos(a)}, ${0.9 * Math.sin(a)}, 0]}}`).join('\n')}
  - {name: grain, shape: {sphere: {radius: 0.02}}, pose: {xyz: [0.5, 0.1, 0]}}
allow: [[link0, link1], [link1, link2]]`,
      { 'arm.urdf': armUrdf('arm', [0.3, 0.4, 0.5]) },
    );
    const checker = new StaticChecker(cell);
    const random = new Random(31);
    for (let round = 0; round < 12; round++) {
      const draw = () => [random.between(-3, 3), random.between(-2, 2)];
      const segment = line(cell, draw(), draw());
      const result = ladder(cell, { segment, all: true });
      const listed = new Set(result.witnesses.map(({ pair }) => `${pair.a} ${pair.b}`));
      expect(listed.size).toBe(result.witnesses.length);
      result.witnesses.forEach(({ t, pair, verdict: v }, i) => {
        if (i > 0) expect(t).toBeGreaterThanOrEqual(result.witnesses[i - 1].t);
        const q = new Float64Array(2);
        segment.configurationInto(t, q, 0);
        const near = checker.within(v === 'colliding' ? 1e-9 : 1e-3, q);
        expect(near.some((f) => f.pair.a === pair.a && f.pair.b === pair.b)).toBe(true);
      });
      const seen = new Set<string>();
      const q = new Float64Array(2);
      for (let k = 0; k <= 400; k++) {
        segment.configurationInto(k / 400, q, 0);
        for (const { pair, colliding } of checker.within(1e-6, q)) {
          if (colliding) seen.add(`${pair.a} ${pair.b}`);
        }
      }
      for (const pair of seen) expect(listed.has(pair), `round ${round}, ${pair}`).toBe(true);
      expect(result.verdict).toBe(ladder(cell, { segment }).verdict);
      expect(result.verdict === 'free').toBe(result.witnesses.length === 0);
    }
  });
});

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

describe('motions of every kind', () => {
  const post = (x: number, y: number) =>
    `obstacles: [{name: post, shape: {cylinder: {radius: 0.02, length: 1}}, pose: {xyz: [${x}, ${y}, 0]}}]`;

  it('continuous joints turn as often as the numbers say', () => {
    const urdf = armUrdf('arm', [0.3, 0.6])
      .replace('type="revolute"', 'type="continuous"')
      .replace(/<limit[^>]*>/, '');
    const cell = cellFrom(
      `surepath: 1\nrobots: [{urdf: arm.urdf}]\n${post(0.7, -0.2)}\nallow: [[link0, link1]]`,
      { 'arm.urdf': urdf },
    );
    expect(verdict(cell, [0], [3])).toBe('free');
    expect(verdict(cell, [0], [3 - 2 * Math.PI])).toBe('colliding');
    expect(verdict(cell, [2], [2 + 6 * Math.PI])).toBe('colliding');
    expect(verdict(cell, [100 * Math.PI], [100 * Math.PI + 3])).toBe('free');
    const clear = cellFrom(
      `surepath: 1\nrobots: [{urdf: arm.urdf}]\n${post(1.2, -0.2)}\nallow: [[link0, link1]]`,
      { 'arm.urdf': urdf },
    );
    expect(verdict(clear, [-40], [60])).toBe('free');
  });

  it('a base on a plane may go anywhere', () => {
    const cell = cellFrom(
      `surepath: 1\nrobots: [{urdf: car.urdf, base_joint: planar}]\n${post(30, 2)}`,
      {
        'car.urdf': `<robot name="car"><link name="car"><collision><geometry>${BOX}</geometry></collision></link></robot>`,
      },
    );
    const one = new EdgeChecker(cell);
    const go = (from: number[], to: number[]) =>
      one.check({ segment: line(cell, from, to) }).verdict;
    for (let k = 0; k < 2; k++) {
      expect(go([0, 0, 0], [1, 0, 1])).toBe('free');
      expect(go([0, 0, 0], [60, 4, 3])).toBe('colliding');
      expect(go([0, 0, 0], [60, 5, 3])).toBe('free');
      expect(go([29.5, 2, 0], [30.5, 2, 0])).toBe('colliding');
    }
  });

  it('a prismatic joint beyond its limits, after the swept balls excluded the pair', () => {
    const cell = sliderCell(
      BOX,
      'obstacles: [{name: far, shape: {box: [1, 1, 1]}, pose: {xyz: [12, 0, 0]}}]',
    );
    expect(cell.tested.length).toBe(0);
    const one = new EdgeChecker(cell, (asked) => new Ladder(asked));
    expect(one.check({ segment: line(cell, [0, 0, 0], [2, 0, 0]) }).verdict).toBe('free');
    expect(one.check({ segment: line(cell, [0, 0, 0], [14, 0, 0]) }).verdict).toBe('colliding');
    expect(one.check({ segment: line(cell, [0, 0, 0], [2, 0, 0]) }).verdict).toBe('free');
  });

  it('a floating body turns the short way about one axis', () => {
    const cell = cellFrom(
      `surepath: 1\nrobots: [{urdf: rod.urdf, base_joint: floating}]\n${post(0.3, 0.3)}`,
      {
        'rod.urdf':
          '<robot name="rod"><link name="rod"><collision><geometry><box size="1 0.02 0.02"/></geometry></collision></link></robot>',
      },
    );
    const turned = (a: number) => [0, 0, 0, 0, 0, Math.sin(a / 2), Math.cos(a / 2)];
    expect(verdict(cell, turned(0), turned(0.7))).toBe('free');
    expect(verdict(cell, turned(0), turned(1.5))).toBe('colliding');
    expect(verdict(cell, turned(-1.5), turned(0.7))).toBe('free');
    expect(verdict(cell, turned(0), turned(-2.1))).toBe('free');
    // The sign of a quaternion means nothing.
    expect(verdict(cell, turned(0), turned(1.5 + 2 * Math.PI))).toBe('colliding');
    // The other end of the rod comes by.
    expect(verdict(cell, turned(0), turned(-2.5))).toBe('colliding');
  });

  it('far from the origin, verdicts are the same but for rounding', () => {
    for (const [x, y] of [
      [1000, -2000],
      [0, 0],
    ]) {
      const cell = cellFrom(
        `surepath: 1
robots: [{urdf: arm.urdf, base: {xyz: [${x}, ${y}, 0], rpy: [0, 0, 0.3]}}]
obstacles: [{name: post, shape: {cylinder: {radius: 0.02, length: 1}}, pose: {xyz: [${x + 0.7}, ${y + 0.4}, 0]}}]
allow: [[link0, link1], [link1, link2]]`,
        { 'arm.urdf': armUrdf('arm', [0.3, 0.4, 0.4]) },
      );
      expect(verdict(cell, [-2, 0.5], [-0.6, 0.9])).toBe('free');
      expect(verdict(cell, [-2, 0], [2, 0])).toBe('colliding');
    }
  });
});

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

it('a cell without pairs is free, at one configuration', () => {
  const cell = sliderCell(BOX, '');
  const { verdict: v, stats } = ladder(cell, { segment: line(cell, [0, 0, 0], [0.1, 0, 0]) });
  expect(v).toBe('free');
  expect(stats.tests).toBe(0);
});
