/** The ladder: limits of effort, kept work, parts of segments, all pairs that are not free. */
import { describe, expect, it } from 'vitest';
import { askAbout, StaticChecker } from '../../src/cell/index.ts';
import { Ladder } from '../../src/check/index.ts';
import { torus } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import {
  CELLS,
  confirmWitness,
  segmentsOf,
  slider,
  sliderCell,
} from '../helpers/check/adaptiveCells.ts';
import { BALL, BOX, ladder, line, SMALL, TABLE } from '../helpers/check/ladderLines.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

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
