/** Cases that the adaptive checker must get right: containment, touching, clearances, limits. */
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { type CheckRequest, createChecker } from '../../src/check/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { CELLS, segmentsOf, slider, sliderCell } from '../helpers/check/adaptiveCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { cube } from '../helpers/oracles/meshes.ts';

const at = (...q: number[]) => Float64Array.from(q);
const line = (cell: Cell, from: number[], to: number[]) =>
  new StraightSegment(cell.tree, at(...from), at(...to));
const check = (cell: Cell, request: CheckRequest) =>
  createChecker(cell, { method: 'adaptive' }).check(request);

describe('containment', () => {
  const BALL = '<sphere radius="0.05"/>';
  const SMALL = '<mesh filename="small.stl"/>';
  for (const [name, geometry] of [
    ['a primitive', BALL],
    ['a mesh', SMALL],
  ]) {
    it(`${name} moving inside a closed mesh collides`, () => {
      const cell = sliderCell(geometry, 'obstacles: [{name: crate, shape: {mesh: cube.stl}}]');
      const { verdict, witness } = check(cell, { segment: line(cell, [0, 0, 0], [0.2, 0.1, 0]) });
      expect(verdict).toBe('colliding');
      expect(witness!.finding.contained).toBe(true);
    });

    it(`${name} moving inside a surface is free`, () => {
      const cell = sliderCell(
        geometry,
        'obstacles: [{name: guard, shape: {mesh: cube.stl, solid: false}}]',
      );
      expect(check(cell, { segment: line(cell, [0, 0, 0], [0.2, 0.1, 0]) }).verdict).toBe('free');
      // But it cannot leave.
      const out = check(cell, { segment: line(cell, [0, 0, 0], [1.5, 0.1, 0]) });
      expect(out.verdict).toBe('colliding');
      expect(out.witness!.finding.contained).toBe(false);
    });
  }

  it('a mesh moving inside a box collides', () => {
    const cell = sliderCell(SMALL, 'obstacles: [{name: block, shape: {box: [2, 2, 2]}}]');
    const { verdict } = check(cell, { segment: line(cell, [0, 0, 0], [0.2, 0.1, 0]) });
    expect(verdict).toBe('colliding');
  });

  it('an obstacle inside a moving solid collides', () => {
    const cell = sliderCell(
      '<mesh filename="cube.stl"/>',
      'obstacles: [{name: grain, shape: {mesh: small.stl}}]',
    );
    const result = check(cell, { segment: line(cell, [0, 0, 0], [0.1, 0.2, 0.1]) });
    expect(result.verdict).toBe('colliding');
    expect(result.witness!.finding.contained).toBe(true);
  });

  it('hulls that overlap are no containment', () => {
    // A ball in the hole of a ring.
    const cell = cellFrom(
      'surepath: 1\nrobots: [{urdf: slider.urdf}]\nobstacles: [{name: ring, shape: {mesh: ring.stl}}]',
      { 'slider.urdf': slider(BALL), 'ring.stl': ringMesh() },
    );
    const result = check(cell, { segment: line(cell, [0, 0, -0.3], [0, 0, 0.3]) });
    expect(result.verdict).toBe('free');
  });
});

function ringMesh() {
  // Four bars around a square hole: one closed component each.
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [x, y, a, b] of [
    [0.5, 0, 0.1, 1.1],
    [-0.5, 0, 0.1, 1.1],
    [0, 0.5, 0.8, 0.1],
    [0, -0.5, 0.8, 0.1],
  ]) {
    const bar = cube(1);
    const base = positions.length / 3;
    for (let i = 0; i < bar.positions.length; i += 3) {
      positions.push(x + a * bar.positions[i], y + b * bar.positions[i + 1]);
      positions.push(0.1 * bar.positions[i + 2]);
    }
    for (const i of bar.indices) indices.push(base + i);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

describe('half-spaces', () => {
  const FLOOR =
    'obstacles: [{name: floor, shape: {half_space: {normal: [0, 0, 1], offset: -0.5}}}]';

  it('below a moving body are obstacles like others', () => {
    const cell = sliderCell('<mesh filename="small.stl"/>', FLOOR);
    const down = (z: number) =>
      check(cell, { segment: line(cell, [0, 0, 0], [1, 0.5, z]) }).verdict;
    expect(down(-0.39)).toBe('free');
    expect(down(-0.41)).toBe('colliding');
  });

  it('that turn are proven by how the other body is carried, seen from them', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf, attached: [{link: link1, name: wall, shape: {half_space: {normal: [1, 0, 0], offset: -0.8}}, touches: [link0]}]}]
obstacles: [{name: ball, shape: {sphere: {radius: 0.1}}, pose: {xyz: [0, 1, 0]}}]
allow: [[link0, link1]]`,
      { 'arm.urdf': armUrdf('arm', [0.5, 0.5]) },
    );
    const { verdict, stats } = check(cell, { segment: line(cell, [0], [0.5]) });
    expect(verdict).toBe('free');
    expect(stats.tests).toBeLessThan(100);
    // Turned the other way, the ball is behind it at the end.
    expect(check(cell, { segment: line(cell, [0], [-0.5]) }).verdict).toBe('colliding');
  });
});

describe('touching', () => {
  const BOX = '<box size="0.2 0.2 0.2"/>';
  const TABLE = 'obstacles: [{name: table, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}]';

  for (const delta of [0, 1e-4]) {
    it(`sliding on a table in contact is not free, delta ${delta}`, () => {
      const cell = sliderCell(BOX, TABLE);
      const segment = line(cell, [-0.5, 0, 0.1], [0.5, 0, 0.1]);
      const { verdict, stats } = check(cell, { segment, delta });
      expect(['colliding', 'too-close']).toContain(verdict);
      expect(stats.tests).toBeLessThan(5000);
    });

    it(`touching it once on the way is not free, delta ${delta}`, () => {
      const cell = sliderCell('<sphere radius="0.1"/>', TABLE);
      // Down to the table exactly, at an irrational place.
      const segment = line(cell, [0, 0, 0.5], [0.3, Math.SQRT1_2, 0.1]);
      const { verdict, witness, stats } = check(cell, { segment, delta });
      expect(['colliding', 'too-close']).toContain(verdict);
      expect(witness!.t).toBeGreaterThan(0.99);
      expect(stats.tests).toBeLessThan(500);
    });
  }

  it('a millimetre above it is free, and so is a micrometre, far below delta', () => {
    const cell = sliderCell(BOX, TABLE);
    const above = (z: number) =>
      check(cell, { segment: line(cell, [-0.5, 0.1, 0.1 + z], [0.5, 0, 0.1 + z]) }).verdict;
    expect(above(1e-3)).toBe('free');
    expect(above(1e-6)).toBe('free');
    expect(above(-1e-6)).toBe('colliding');
    // Nearer than rounding can tell nobody proves anything.
    expect(above(1e-16)).toBe('too-close');
  });

  it('a micrometre is enough where no threshold is set', () => {
    const cell = sliderCell(BOX, TABLE);
    const segment = line(cell, [-1e-4, 0, 0.1 + 1e-6], [1e-4, 0, 0.1 + 1e-6]);
    expect(check(cell, { segment, delta: 0 }).verdict).toBe('free');
  });

  it('contact shorter than any step is found by following the distance', () => {
    // A ball of 50 mm that dips 1 micrometre into a post, for less than a millimetre of motion.
    const cell = sliderCell(
      '<sphere radius="0.05"/>',
      'obstacles: [{name: post, shape: {cylinder: {radius: 0.05, length: 1}}}]',
    );
    const y = 0.1 - 1e-6;
    const { verdict } = check(cell, { segment: line(cell, [-1, y, 0], [0.87, y, 0]) });
    expect(verdict).toBe('colliding');
  });

  it('standing still is judged where it stands', () => {
    const cell = sliderCell(BOX, TABLE);
    const still = (z: number) => check(cell, { segment: line(cell, [0, 0, z], [0, 0, z]) });
    expect(still(0.5).verdict).toBe('free');
    expect(still(0.05).verdict).toBe('colliding');
    expect(still(0.1 + 5e-5).verdict).toBe('free');
    expect(still(0.1 + 5e-5).stats.tests).toBeLessThan(100);
  });
});

describe('clearances, padding and tracking', () => {
  const BOX = '<box size="0.2 0.2 0.2"/>';
  const TABLE = 'obstacles: [{name: table, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}]';
  const above = (cell: Cell, z: number) =>
    check(cell, { segment: line(cell, [-0.5, 0, 0.1 + z], [0.5, 0.1, 0.1 + z]) });

  it('a clearance is kept, or shown to be violated', () => {
    const cell = sliderCell(BOX, `${TABLE}\nclearance: {default: 0.05}`);
    expect(above(cell, 0.051).verdict).toBe('free');
    const near = above(cell, 0.04);
    expect(near.verdict).toBe('too-close');
    expect(near.witness!.violated).toBe(true);
    expect(above(cell, 0.05 + 5e-5).verdict).toBe('free');
    const barely = above(cell, 0.05 + 1e-15);
    expect(barely.verdict).toBe('too-close');
    expect(barely.witness!.violated).toBe(false);
    expect(above(cell, -0.01).verdict).toBe('colliding');
  });

  it('both ends of a motion may keep a clearance that its middle does not', () => {
    // Two specks that pass at 90 mm; 103 mm at both ends, 100 mm of motion between them.
    const cell = sliderCell(
      '<sphere radius="0.0005"/>',
      `obstacles: [{name: speck, shape: {sphere: {radius: 0.0005}}, pose: {xyz: [0, 0.091, 0]}}]
clearance: {default: 0.1}`,
    );
    const { verdict, witness } = check(cell, { segment: line(cell, [-0.05, 0, 0], [0.05, 0, 0]) });
    expect(verdict).toBe('too-close');
    expect(witness!.violated).toBe(true);
  });

  it('below the clearance, a collision elsewhere is still found', () => {
    const cell = sliderCell(
      BOX,
      `obstacles:
  - {name: table, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}
  - {name: pin, shape: {cylinder: {radius: 0.005, length: 1}}, pose: {xyz: [0.3, 0, 0]}}
clearance: {pairs: [{between: [l3, table], distance: 0.05}]}`,
    );
    const { verdict, witness } = above(cell, 0.04);
    expect(verdict).toBe('colliding');
    expect(cell.bodies[witness!.pair.b].name).toBe('pin');
    expect(witness!.bodies[1]).toBe('pin');
  });

  it('padding counts as part of the body', () => {
    const cell = sliderCell(BOX, TABLE, ', padding: {l3: 0.03}');
    expect(above(cell, 0.031).verdict).toBe('free');
    expect(above(cell, 0.029).verdict).toBe('colliding');
  });

  it('what joints may stray is kept away too', () => {
    const cell = sliderCell(BOX, TABLE, ', tracking: {z: 0.03}');
    expect(above(cell, 0.031).verdict).toBe('free');
    expect(above(cell, 0.029).verdict).toBe('too-close');
  });
});

describe('limits of a search', () => {
  const cell = CELLS['two arms']();
  const checker = createChecker(cell, { method: 'adaptive' });
  const segments = segmentsOf(new StaticChecker(cell), 5, 40);
  // The free one that costs most.
  const costs = segments.map((segment) => {
    const { verdict, stats } = checker.check({ segment });
    return verdict === 'free' ? stats.tests : 0;
  });
  const hard = segments[costs.indexOf(Math.max(...costs))];
  const part = Math.floor(Math.max(...costs) / 2);

  it('a budget ends undecided, with what is open, and going on is cheaper', () => {
    const fresh = checker.check({ segment: hard });
    expect(part).toBeGreaterThan(15);
    const first = checker.check({ segment: hard, budget: part });
    expect(first.verdict).toBe('undecided');
    expect(first.stats.tests).toBeLessThanOrEqual(part + 1);
    expect(first.open.length).toBeGreaterThan(0);
    for (const { pair, from, to } of first.open) {
      expect(cell.tested).toContain(pair);
      expect(from).toBeLessThan(to);
    }
    const second = checker.check({ segment: hard, kept: first.kept });
    expect(second.verdict).toBe('free');
    expect(second.open).toEqual([]);
    expect(second.kept).toBeNull();
    expect(second.stats.tests).toBe(fresh.stats.tests - first.stats.tests);
  });

  it('kept work of another segment or question is not used', () => {
    const { kept } = checker.check({ segment: hard, budget: part });
    const other = segments.find((segment) => checker.check({ segment }).verdict === 'colliding')!;
    const alone = checker.check({ segment: other });
    const given = checker.check({ segment: other, kept });
    expect(given.witness!.t).toBe(alone.witness!.t);
    expect(given.stats.tests).toBe(alone.stats.tests);
    const fresh = checker.check({ segment: hard, delta: 1e-3 });
    const { stats } = checker.check({ segment: hard, delta: 1e-3, kept });
    expect(stats.tests).toBe(fresh.stats.tests);
  });

  it('no budget, a signal or no time: everything is open', () => {
    for (const limit of [{ budget: 0 }, { signal: { aborted: true } }, { timeLimit_ms: 0 }]) {
      const { verdict, open, kept } = checker.check({ segment: hard, ...limit });
      expect(verdict).toBe('undecided');
      expect(open).toEqual(cell.tested.map((pair) => ({ pair, from: 0, to: 1 })));
      expect(checker.check({ segment: hard, kept }).verdict).toBe('free');
    }
  });

  it('one checker answers the same question twice alike', () => {
    for (const segment of segments.slice(0, 10)) {
      const [a, b] = [checker.check({ segment }), checker.check({ segment })];
      expect(a.verdict).toBe(b.verdict);
      expect(a.stats.tests).toBe(b.stats.tests);
      expect(a.witness?.t).toBe(b.witness?.t);
    }
  });
});

describe('all pairs', () => {
  it('each that is not free is shown once, at a place of its own', () => {
    const cell = sliderCell(
      '<sphere radius="0.1"/>',
      `obstacles:
  - {name: first, shape: {box: [0.1, 1, 1]}, pose: {xyz: [0.5, 0, 0]}}
  - {name: second, shape: {box: [0.1, 1, 1]}, pose: {xyz: [1.2, 0, 0]}}
  - {name: near, shape: {box: [4, 1, 0.1]}, pose: {xyz: [0, 0, -0.150000000000001]}}
  - {name: far, shape: {box: [4, 1, 0.1]}, pose: {xyz: [0, 0, 0.3]}}`,
    );
    const segment = line(cell, [-1, 0, 0], [1.9, 0, 0]);
    const { verdict, witnesses, witness } = check(cell, { segment, all: true });
    expect(verdict).toBe('colliding');
    expect(witness!.verdict).toBe('colliding');
    const found = witnesses.map((w) => [cell.bodies[w.pair.b].name, w.verdict]);
    expect(found).toContainEqual(['first', 'colliding']);
    expect(found).toContainEqual(['second', 'colliding']);
    expect(found).toContainEqual(['near', 'too-close']);
    expect(found.length).toBe(3);
    const times = witnesses.map((w) => w.t);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // Without it, one will do.
    expect(check(cell, { segment }).witnesses.length).toBe(1);
  });
});

describe('circles', () => {
  it('find the first contact first', () => {
    const cell = sliderCell(
      '<sphere radius="0.1"/>',
      `obstacles:
  - {name: late, shape: {box: [1.2, 1, 1]}, pose: {xyz: [1.2, 0, 0]}}
  - {name: early, shape: {cylinder: {radius: 0.002, length: 1}}, pose: {xyz: [-0.3, 0.05, 0]}}`,
    );
    const segment = line(cell, [-1, 0, 0], [1.5, 0, 0]);
    const circles = createChecker(cell, { method: 'adaptive', covering: 'circles' });
    // The end of the segment is looked at before anything: begin where it is free.
    const free = line(cell, [-1, 0, 0], [0.4, 0, 0]);
    const { witness } = circles.check({ segment: free });
    expect(cell.bodies[witness!.pair.b].name).toBe('early');
    expect(Math.abs(witness!.t * 1.4 - 1 + 0.3)).toBeLessThan(0.11);
    expect(circles.check({ segment }).verdict).toBe('colliding');
  });
});

describe('motions beyond the box of the cell', () => {
  it('are questions of their own: a planar base far away', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf, base_joint: planar}]
obstacles: [{name: post, shape: {cylinder: {radius: 0.1, length: 1}}, pose: {xyz: [30, 0, 0]}}]
allow: [[link0, link1]]`,
      { 'arm.urdf': armUrdf('arm', [0.5, 0.5]) },
    );
    const checker = new EdgeChecker(cell, { method: 'adaptive' });
    const go = (y: number) => line(cell, [0, y, 0, 0.3], [60, y, 2, -0.3]);
    expect(checker.check({ segment: line(cell, [0, 0, 0, 0], [1, 0, 0, 0.3]) }).verdict).toBe(
      'free',
    );
    expect(checker.check({ segment: go(0) }).verdict).toBe('colliding');
    expect(checker.check({ segment: go(1.3) }).verdict).toBe('free');
    // Beyond the limits of a joint, too.
    expect(checker.check({ segment: line(cell, [0, 0, 0, 0], [0, 0, 0, 5]) }).verdict).toBe('free');
  });
});
