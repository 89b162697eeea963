/** The refined checker against dense sampling and the adaptive one, and what it saves. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { type CheckRequest, createChecker, DEFAULT_DELTA } from '../../src/check/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import {
  CELLS,
  confirmKeptWork,
  confirmWitness,
  sampleDensely,
  segmentsOf,
  sliderCell,
} from '../helpers/check/adaptiveCells.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

const check = (cell: Cell, request: CheckRequest) =>
  createChecker(cell, { method: 'refined' }).check(request);
const line = (cell: Cell, from: number[], to: number[]) =>
  new StraightSegment(cell.tree, Float64Array.from(from), Float64Array.from(to));

for (const [name, build] of Object.entries(CELLS)) {
  describe(`${name}, seed 11`, () => {
    const cell = build();
    const static_ = new StaticChecker(cell);

    it('agrees with dense sampling and the adaptive checker, and every witness holds', () => {
      const checker = createChecker(cell, { method: 'refined' });
      const adaptive = createChecker(cell, { method: 'adaptive' });
      const seen: Record<string, number> = {};
      segmentsOf(static_, 11, 36).forEach((segment, i) => {
        const label = `segment ${i}`;
        const result = checker.check({ segment });
        const truth = sampleDensely(static_, segment);
        seen[result.verdict] = (seen[result.verdict] ?? 0) + 1;
        if (truth.colliding + truth.tooClose > 0) expect(result.verdict, label).not.toBe('free');
        if (truth.stretch > 0.011) expect(result.verdict, label).toBe('colliding');
        expect(result.verdict, label).not.toBe('undecided');
        const other = adaptive.check({ segment }).verdict;
        if (other !== 'too-close' && result.verdict !== 'too-close')
          expect(result.verdict, label).toBe(other);
        if (result.verdict !== 'free')
          confirmWitness(static_, segment, result, DEFAULT_DELTA, label);
      });
      expect(seen.free, JSON.stringify(seen)).toBeGreaterThan(4);
      expect(seen.colliding, JSON.stringify(seen)).toBeGreaterThan(4);
    });

    it('goes on from kept work: the same answer at the same cost', () => {
      const checker = createChecker(cell, { method: 'refined' });
      segmentsOf(static_, 12, 12).forEach((segment, i) => {
        confirmKeptWork(checker, segment, `segment ${i}`);
      });
    });

    it('two checkers, and one asked twice, do exactly the same', () => {
      const one = createChecker(cell, { method: 'refined' });
      const other = createChecker(cell, { method: 'refined' });
      for (const segment of segmentsOf(static_, 13, 6)) {
        const { stats, verdict, witness } = one.check({ segment });
        for (const again of [one.check({ segment }), other.check({ segment })]) {
          expect(again.stats.nodePairs).toBe(stats.nodePairs);
          expect(again.stats.tests).toBe(stats.tests);
          expect(again.verdict).toBe(verdict);
          expect(again.witness?.t).toBe(witness?.t);
        }
      }
    });
  });
}

describe('what random motions seldom meet', () => {
  const BOX = '<box size="0.2 0.2 0.2"/>';
  const CUBE = '<mesh filename="small.stl"/>';
  const TABLE = 'obstacles: [{name: table, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}]';
  const SOLID = (mesh: string) => `obstacles: [{name: big, shape: {mesh: ${mesh}}}]`;

  it('a body moving inside a solid mesh collides, inside a surface it is free', () => {
    for (const geometry of [CUBE, BOX, '<sphere radius="0.1"/>']) {
      const cell = sliderCell(geometry, SOLID('cube.stl'));
      const segment = line(cell, [-0.1, 0, 0], [0.2, 0.1, 0]);
      const inside = check(cell, { segment });
      expect(inside.verdict, geometry).toBe('colliding');
      expect(inside.witness!.finding.contained || inside.witness!.finding.distance === 0).toBe(
        true,
      );
    }
    const surface = `obstacles: [{name: big, shape: {mesh: cube.stl, solid: false}}]`;
    const cell = sliderCell(CUBE, surface);
    const segment = line(cell, [-0.1, 0, 0], [0.2, 0.1, 0]);
    expect(check(cell, { segment }).verdict).toBe('free');
    expect(check(cell, { segment: line(cell, [0, 0, 0], [1, 0, 0]) }).verdict).toBe('colliding');
  });

  it('sliding on a table in contact is not free, above it is', () => {
    for (const geometry of [
      BOX,
      '<mesh filename="small.stl"/>',
      '<cylinder radius="0.1" length="0.2"/>',
    ]) {
      const cell = sliderCell(geometry, TABLE);
      const at = (z: number, delta: number) =>
        check(cell, { delta, segment: line(cell, [-0.5, 0.1, z], [0.5, 0, z]) }).verdict;
      for (const delta of [0, 1e-6, 1e-4]) {
        expect(['colliding', 'too-close'], `${geometry} ${delta}`).toContain(at(0.1, delta));
      }
      expect(at(0.11, 1e-4), geometry).toBe('free');
      expect(at(0.1 + 1e-6, 1e-4), geometry).toBe('free');
      expect(at(0.1 - 1e-6, 1e-4), geometry).toBe('colliding');
    }
  });

  it('a contact at one end alone, or for an instant, is found', () => {
    const cell = sliderCell(CUBE, TABLE);
    expect(check(cell, { segment: line(cell, [0, 0, 1], [0, 0, 0.0999]) }).verdict).toBe(
      'colliding',
    );
    expect(check(cell, { segment: line(cell, [0, 0, 0.0999], [0, 0, 1]) }).verdict).toBe(
      'colliding',
    );
    const post = sliderCell(
      '<sphere radius="0.05"/>',
      'obstacles: [{name: post, shape: {cylinder: {radius: 0.05, length: 1}}}]',
    );
    const y = 0.1 - 1e-6;
    expect(check(post, { segment: line(post, [-1, y, 0], [0.87, y, 0]) }).verdict).toBe(
      'colliding',
    );
  });

  it('standing still is judged where it stands', () => {
    for (const geometry of [BOX, CUBE]) {
      const cell = sliderCell(geometry, TABLE);
      const still = (z: number) => check(cell, { segment: line(cell, [0, 0, z], [0, 0, z]) });
      expect(still(0.5).verdict).toBe('free');
      expect(still(0.05).verdict).toBe('colliding');
      expect(still(0.1 + 5e-5).verdict).toBe('free');
      expect(still(0.1 + 5e-5).stats.tests).toBeLessThan(100);
    }
  });

  it('half-spaces are obstacles like others', () => {
    const floor = 'obstacles: [{name: floor, shape: {half_space: {normal: [0, 0, 1], offset: 0}}}]';
    for (const geometry of [BOX, CUBE, '<sphere radius="0.1"/>']) {
      const cell = sliderCell(geometry, floor);
      const at = (z: number) =>
        check(cell, { segment: line(cell, [-1, 0, z], [1, 0.3, z]) }).verdict;
      expect(at(0.101), geometry).toBe('free');
      expect(at(0.099), geometry).toBe('colliding');
    }
  });

  it('clearance, padding and tracking are kept', () => {
    const above = (cell: Cell, z: number) =>
      check(cell, { segment: line(cell, [-0.5, 0, 0.1 + z], [0.5, 0.1, 0.1 + z]) });
    for (const geometry of [BOX, CUBE]) {
      const kept = sliderCell(geometry, `${TABLE}\nclearance: {default: 0.05}`);
      expect(above(kept, 0.051).verdict).toBe('free');
      expect(above(kept, 0.04).witness!.violated).toBe(true);
      expect(above(kept, -0.01).verdict).toBe('colliding');
      const padded = sliderCell(geometry, TABLE, ', padding: {l3: 0.03}');
      expect(above(padded, 0.031).verdict).toBe('free');
      expect(above(padded, 0.029).verdict).toBe('colliding');
      const straying = sliderCell(geometry, TABLE, ', tracking: {z: 0.03}');
      expect(above(straying, 0.031).verdict).toBe('free');
      expect(above(straying, 0.029).verdict).toBe('too-close');
    }
  });

  it('tiny, huge and far from the origin', () => {
    for (const [size, far] of [
      [1e-4, 0],
      [100, 0],
      [0.1, 1e4],
    ]) {
      const urdf = `<robot name="r"><link name="a"/><link name="b"><collision><geometry><box size="${size} ${size} ${size}"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/><limit lower="-1e6" upper="1e6" effort="1" velocity="1"/></joint></robot>`;
      const cell = cellFrom(
        `surepath: 1
robots: [{urdf: r.urdf, base: {xyz: [${far}, ${-far}, ${far}]}}]
obstacles: [{name: wall, shape: {box: [${size}, ${size}, ${size}]}, pose: {xyz: [${far + 3 * size}, ${-far}, ${far}]}}]`,
        { 'r.urdf': urdf },
      );
      const to = (x: number) =>
        check(cell, { delta: 1e-3 * size, segment: line(cell, [0], [x]) }).verdict;
      expect(to(1.9 * size), `${size} ${far}`).toBe('free');
      expect(to(2.1 * size), `${size} ${far}`).toBe('colliding');
      expect(to(6 * size), `${size} ${far}`).toBe('colliding');
    }
  });

  it('with `all`, each pair that is not free is shown once', () => {
    const cell = sliderCell(
      '<sphere radius="0.1"/>',
      `obstacles:
  - {name: first, shape: {mesh: small.stl}, pose: {xyz: [0.5, 0, 0]}}
  - {name: second, shape: {box: [0.1, 1, 1]}, pose: {xyz: [1.2, 0, 0]}}
  - {name: far, shape: {box: [4, 1, 0.1]}, pose: {xyz: [0, 0, 0.3]}}`,
    );
    const segment = line(cell, [-1, 0, 0], [1.9, 0, 0]);
    const { verdict, witnesses } = check(cell, { segment, all: true });
    expect(verdict).toBe('colliding');
    const names = witnesses.map((w) => cell.bodies[w.pair.b].name);
    expect(names.sort()).toEqual(['first', 'second']);
    expect(check(cell, { segment }).witnesses.length).toBe(1);
  });

  it('no budget, a signal or no time: everything is open, and can be gone on with', () => {
    const cell = CELLS['two arms']();
    const checker = createChecker(cell, { method: 'refined' });
    const free = segmentsOf(new StaticChecker(cell), 5, 20).find(
      (segment) => checker.check({ segment }).verdict === 'free',
    )!;
    for (const limit of [{ budget: 0 }, { signal: { aborted: true } }, { timeLimit_ms: 0 }]) {
      const { verdict, open, kept } = checker.check({ segment: free, ...limit });
      expect(verdict).toBe('undecided');
      expect(open).toEqual(cell.tested.map((pair) => ({ pair, from: 0, to: 1 })));
      expect(checker.check({ segment: free, kept }).verdict).toBe('free');
    }
  });
});

describe('pairs of volumes, random segments of seed 21', () => {
  it.each(['cage', 'two-arms'])('at least five times fewer than the paper in %s', (name) => {
    const folder = fileURLToPath(new URL(`../../cells/${name}`, import.meta.url));
    const file = `${folder}/cell.yaml`;
    const files = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
    const cell = buildCell(readCell(readFileSync(file), { file, resolver: { files } }));
    // Tables II and XI: GREEDY-DIST on trees alone, reach over all joint values.
    const paper = createChecker(cell, {
      method: 'adaptive',
      distance: 'greedy',
      bounds: 1,
      hulls: false,
    });
    const trees = createChecker(cell, { method: 'refined', hulls: false });
    const refined = createChecker(cell, { method: 'refined' });
    let [before, after, byHulls] = [0, 0, 0];
    for (const segment of segmentsOf(new StaticChecker(cell), 21, 24, [2, 4])) {
      before += paper.check({ segment }).stats.nodePairs;
      after += trees.check({ segment }).stats.nodePairs;
      byHulls += refined.check({ segment }).stats.nodePairs;
    }
    console.log(`${name}: ${before} pairs of volumes; refined ${after}, with hulls ${byHulls}`);
    expect(5 * after).toBeLessThanOrEqual(before);
    expect(5 * byHulls).toBeLessThanOrEqual(before);
  });
});
