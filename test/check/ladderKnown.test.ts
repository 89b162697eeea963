/** The ladder with what it knows before it looks: joint maps and bundles change its work, not its answers. */
import { describe, expect, it, vi } from 'vitest';
import { askAbout, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { JointMap } from '../../src/cell/jointMap/jointMap.ts';
import { addStats, emptyStats, Ladder } from '../../src/check/index.ts';
import { Timeline } from '../../src/check/ladder/timeline.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { CELLS, confirmWitness, sampleDensely } from '../helpers/check/adaptiveCells.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { randomConfiguration } from '../helpers/oracles/robots.ts';

const WAYS = [
  { maps: false, bundles: false },
  { maps: true, bundles: false },
  { maps: false, bundles: true },
  { maps: true, bundles: true },
];

function segmentIn(cell: Cell, random: Random, length: number): StraightSegment {
  const [a, b] = [0, 1].map(() => randomConfiguration(cell.tree, random));
  const to = a.map((x, d) => x + length * (b[d] - x));
  return new StraightSegment(cell.tree, a, to);
}

/** An arm of three joints with a hand of six parts that are fixed to each other, and three posts. */
function handCell(): Cell {
  const fingers = [0, 1, 2, 3, 4].map(
    (i) =>
      `<link name="finger${i}"><collision><geometry><box size="0.1 0.01 0.05"/></geometry></collision></link>` +
      `<joint name="fixed${i}" type="fixed"><parent link="link3"/><child link="finger${i}"/><origin xyz="0.35 ${0.03 * (i - 2)} 0"/></joint>`,
  );
  const arm = armUrdf('arm', [0.4, 0.4, 0.4, 0.3]).replace(
    '</robot>',
    `${fingers.join('')}</robot>`,
  );
  const posts = [0, 1, 2].map(
    (i) =>
      `  - {name: post${i}, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [${i - 0.5}, ${0.9 - (i % 2)}, 0]}}`,
  );
  const own = [0, 1, 2, 3, 4].flatMap((i) => [`[link3, finger${i}]`, `[link2, finger${i}]`]);
  return cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
${posts.join('\n')}
allow: [[link0, link1], [link1, link2], [link2, link3], ${own.join(', ')}]
`,
    { 'arm.urdf': arm },
  );
}

describe('joint maps and bundles', () => {
  it('every way says the same of random motions, and free is free, seed 91', () => {
    const random = new Random(91);
    const counts: Record<string, number> = {};
    for (let round = 0; round < 10; round++) {
      const cell = randomCell(random, {
        links: 3 + random.below(4),
        kinds: ['revolute', 'revolute', 'prismatic', 'fixed', 'fixed'],
        chain: round % 2 === 0,
        size: [0.12, 0.2][round % 2],
        padding: round % 4 === 0 ? 0.01 : 0,
        clearance: round % 4 === 1 ? 0.01 : 0,
        mimics: true,
        pieces: 1 + (round % 3 === 0 ? 1 : 0),
      });
      for (let k = 0; k < 4; k++) {
        const segment = segmentIn(cell, random, [0.3, 1][k % 2]);
        const { cell: asked } = askAbout(cell, [segment]);
        const label = `round ${round}.${k}`;
        const checker = new StaticChecker(asked);
        const results = WAYS.map((way) => new Ladder(asked, undefined, way).check({ segment }));
        const [{ verdict }] = results;
        counts[verdict] = (counts[verdict] ?? 0) + 1;
        for (const result of results) {
          expect(result.verdict, label).toBe(verdict);
          if (verdict === 'colliding') confirmWitness(checker, segment, result, 1e-4, label);
        }
        if (verdict === 'free') {
          const { colliding, tooClose } = sampleDensely(checker, segment);
          expect([colliding, tooClose], label).toEqual([0, 0]);
        }
      }
    }
    console.log(JSON.stringify(counts));
    expect(counts.free).toBeGreaterThan(8);
    expect(counts.colliding).toBeGreaterThan(8);
  });

  it('take most of the work of motions that come again and again, seed 12', () => {
    const random = new Random(12);
    const cell = CELLS['two arms']();
    const checker = new StaticChecker(cell);
    const sums = WAYS.map(() => emptyStats());
    const ladders = WAYS.map((way) => new Ladder(cell, undefined, way));
    for (let k = 0; k < 60; k++) {
      const segment = segmentIn(cell, random, 0.3);
      if (checker.firstCollision(segment.from) >= 0) continue;
      ladders.forEach((ladder, i) => {
        addStats(sums[i], ladder.check({ segment }).stats);
      });
    }
    const [plain, maps, , both] = sums;
    console.log(JSON.stringify(sums));
    expect(maps.gjkCalls).toBeLessThan(0.8 * plain.gjkCalls);
    expect(both.tests).toBeLessThan(plain.tests);
  });

  it('a hand of many parts is asked about once', () => {
    const cell = handCell();
    const [plain, bundled] = [false, true].map((bundles) => {
      const sum = emptyStats();
      const ladder = new Ladder(cell, undefined, { maps: false, bundles });
      const own = new Random(5);
      for (let k = 0; k < 30; k++) {
        const segment = segmentIn(cell, own, 0.4);
        const result = ladder.check({ segment });
        if (result.verdict === 'free') addStats(sum, result.stats);
      }
      return sum;
    });
    expect(bundled.tests).toBeLessThan(0.6 * plain.tests);
  });
});

describe('the order of first intervals', () => {
  it('has each of them once, the middle first and the ends late, the same from both ends but for which side goes first', () => {
    for (let count = 1; count < 200; count++) {
      const timeline = new Timeline([0, 1], count);
      const order = Array.from({ length: timeline.places }, (_, k) => timeline.firstAt(k));
      const own = order.filter((index) => index < count);
      expect(new Set(own).size).toBe(count);
      expect(own.length).toBe(count);
      expect(own[0]).toBe(count >> 1);
      if (count < 3) continue;
      expect(own.indexOf(0)).toBeGreaterThan((count - 1) / 4);
      expect(own.indexOf(count - 1)).toBeGreaterThan((count - 1) / 4);
      // Rows of the order are symmetric where there is one middle.
      if (count % 2 === 1) expect(own[1] + own[2]).toBe(count - 1);
    }
  });
});

describe('what is known of plots', () => {
  it('is looked up once for a segment, seed 93', () => {
    const random = new Random(93);
    const cell = handCell();
    const ladder = new Ladder(cell);
    const segments = Array.from({ length: 12 }, () => segmentIn(cell, random, 1));
    const run = () => segments.map((segment) => ladder.check({ segment }).stats);
    run();
    const covers = vi.spyOn(JointMap.prototype, 'covers');
    const known = run();
    const quick = covers.mock.calls.length;
    const none = vi.spyOn(JointMap.prototype, 'isKnown').mockReturnValue(false);
    const walked = run();
    const slow = covers.mock.calls.length - quick;
    none.mockRestore();
    covers.mockRestore();
    expect(known).toEqual(walked);
    expect(1.4 * quick).toBeLessThan(slow);
  });
});
