/** The ladder: verdicts on cells made by hand. */
import { describe, expect, it } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import { Ladder, type LadderRequest } from '../../src/check/index.ts';
import { torus } from '../../src/geometry/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { confirmWitness, slider, sliderCell } from '../helpers/check/adaptiveCells.ts';
import {
  at,
  BALL,
  BOX,
  ladder,
  line,
  SHAPES,
  SMALL,
  TABLE,
  verdict,
} from '../helpers/check/ladderLines.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';

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

it('a cell without pairs is free, at one configuration', () => {
  const cell = sliderCell(BOX, '');
  const { verdict: v, stats } = ladder(cell, { segment: line(cell, [0, 0, 0], [0.1, 0, 0]) });
  expect(v).toBe('free');
  expect(stats.tests).toBe(0);
});
