/** Motions on which bodies may overlap up to a bound: known depths, dense sampling, what is refused. */
import { describe, expect, it } from 'vitest';
import { BodyDepth } from '../../src/cell/bodyDepth.ts';
import { askAbout, type Cell } from '../../src/cell/index.ts';
import { checkPenetration, type PenetrationResult } from '../../src/check/index.ts';
import { bumpyBall, type Triangles, torus } from '../../src/geometry/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { buildPath, timedPath } from '../../src/motion/index.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';

const limit = '<limit lower="-2" upper="2" effort="1" velocity="1"/>';

/** A tool that slides along x, y and z and turns about z, among obstacles. */
function slider(
  tool: string,
  obstacles: string,
  meshes: Record<string, Triangles> = {},
  robot = '',
  rest = '',
): Cell {
  const joint = (name: string, type: string, parent: string, child: string, axis: string) =>
    `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><axis xyz="${axis}"/>${limit}</joint>`;
  const urdf = `<robot name="slider"><link name="base"/><link name="a"/><link name="b"/><link name="c"/>
<link name="tool"><collision><geometry>${tool}</geometry></collision></link>
${joint('x', 'prismatic', 'base', 'a', '1 0 0')}${joint('y', 'prismatic', 'a', 'b', '0 1 0')}
${joint('z', 'prismatic', 'b', 'c', '0 0 1')}${joint('turn', 'revolute', 'c', 'tool', '0 0 1')}</robot>`;
  return cellFrom(
    `surepath: 1\nrobots: [{urdf: slider.urdf${robot}}]\nobstacles:\n${obstacles}\n${rest}`,
    { 'slider.urdf': urdf, ...meshes },
  );
}

const PEG = '<box size="0.1 0.1 0.4"/>';
const WALL = '  - {name: wall, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}';

/** From waypoint to waypoint: x, y, z, turn. */
const run = (
  cell: Cell,
  waypoints: readonly (readonly number[])[],
  depth: number,
  more: object = {},
): PenetrationResult =>
  checkPenetration(
    cell,
    buildPath(
      cell.tree,
      waypoints.map((q) => Float64Array.from(q)),
    ),
    { depth, ...more },
  );

describe('a peg that slides into a wall', () => {
  // The peg's lower end is at z - 0.2: 3 mm deep at the lowest.
  const path = [
    [-0.5, 0, 0.4, 0],
    [0, 0, 0.197, 0],
    [0.5, 0, 0.3, 1],
  ];

  it('is within a bound that is larger, and the depth is bracketed', () => {
    const result = run(slider(PEG, WALL), path, 0.004);
    expect(result.verdict).toBe('within');
    expect(result.witness).toBeNull();
    const [{ lower, upper, seen, solid, thin }] = result.pairs;
    expect(solid).toBe(true);
    expect(thin).toBe(false);
    expect(lower).toBeLessThanOrEqual(0.003 + 1e-12);
    expect(lower).toBeGreaterThan(0.0025);
    expect(upper).toBeGreaterThanOrEqual(0.003);
    expect(upper).toBeLessThanOrEqual(Math.min(0.004, lower + 0.0005 + 1e-12));
    expect(seen!.point[2]).toBeCloseTo(-0.003, 4);
  });

  it('is deeper than a smaller bound, with a witness', () => {
    const result = run(slider(PEG, WALL), path, 0.0025);
    expect(result.verdict).toBe('deeper');
    const { lower, upper, point, t, segment, configuration, solid } = result.witness!;
    expect(solid).toBe(true);
    expect(lower).toBeGreaterThan(0.0025);
    expect(lower).toBeLessThanOrEqual(0.003 + 1e-12);
    expect(upper).toBeGreaterThanOrEqual(lower);
    expect(0.2 - configuration[2]).toBeGreaterThan(0.0025);
    expect(point![2]).toBeLessThan(-0.0025);
    expect([segment, t]).not.toEqual([0, 0]);
  });

  it('is too close to a bound that is the depth', () => {
    const result = run(slider(PEG, WALL), path, 0.003);
    expect(result.verdict).toBe('too-close');
    expect(result.witness!.lower).toBeGreaterThan(0.003 - 3e-4);
    expect(result.witness!.upper).toBeGreaterThanOrEqual(0.003);
  });

  it('needs no bound where it stays above', () => {
    const result = run(slider(PEG, WALL), [path[0], [0, 0, 0.21, 0]], 0.002);
    expect(result.verdict).toBe('within');
    expect(result.pairs[0].seen).toBeNull();
    expect(result.pairs[0].upper).toBeLessThanOrEqual(0.001);
    // Contact is allowed with a bound of 0, but cannot be told from overlap.
    expect(run(slider(PEG, WALL), [path[0], [0, 0, 0.21, 0]], 0).verdict).toBe('within');
    expect(run(slider(PEG, WALL), [path[0], [0, 0, 0.2, 0]], 0).verdict).toBe('too-close');
    expect(run(slider(PEG, WALL), path, 0).verdict).toBe('deeper');
    // So is a distance below delta.
    const barely = run(slider(PEG, WALL), [path[0], [0, 0, 0.20005, 0]], 0);
    expect(barely.verdict).toBe('too-close');
    expect(barely.witness!.lower).toBeLessThan(0);
    expect(barely.stats.tests).toBeLessThan(2000);
  });

  it('as meshes says the same', () => {
    const wall = '  - {name: wall, shape: {mesh: wall.stl}, pose: {xyz: [0, 0, -0.5]}}';
    const cell = slider('<mesh filename="peg.stl"/>', wall, {
      'wall.stl': cube(0.5),
      'peg.stl': cube(0.1),
    });
    const low = path.map(([x, y, z, turn]) => [x / 2, y, z - 0.1, turn]);
    expect(run(cell, low, 0.004).verdict).toBe('within');
    expect(run(cell, low, 0.0025).verdict).toBe('deeper');
  });

  it('counts padding as depth, and what joints may stray', () => {
    const padded = slider(PEG, WALL, {}, ', padding: {tool: 0.002}');
    expect(run(padded, path, 0.006).verdict).toBe('within');
    const { verdict, witness } = run(padded, path, 0.004);
    expect(verdict).toBe('deeper');
    expect(witness!.lower).toBeGreaterThan(0.004);
    // Apart by 1 mm, but grown by 2.
    const above = [path[0], [0, 0, 0.201, 0], [0.5, 0, 0.21, 1]];
    const grown = run(padded, above, 0.002);
    expect(grown.verdict).toBe('within');
    expect(grown.pairs[0].lower).toBeGreaterThan(0.0007);
    expect(grown.pairs[0].upper).toBeGreaterThanOrEqual(0.001);
    expect(run(padded, above, 0.0005).verdict).toBe('deeper');
    expect(run(padded, above, 0.001).verdict).toBe('too-close');
    const straying = slider(PEG, WALL, {}, ', tracking: {z: 0.002}');
    expect(run(straying, path, 0.006).verdict).toBe('within');
    expect(run(straying, path, 0.004).verdict).toBe('too-close');
  });

  it('follows curves: a motion that dips between its ends', () => {
    const cell = slider(PEG, WALL);
    const waypoints = [0.21, 0.21].map((z) => Float64Array.from([0, 0, z, 0]));
    // A cubic with slopes of -0.1 and 0.1 is lowest in the middle, by 0.025: 15 mm deep.
    const velocities = [-0.1, 0.1].map((v) => Float64Array.from([0, 0, v, 0]));
    const dip = timedPath(cell.tree, { waypoints, times: [0, 1], velocities });
    const within = checkPenetration(cell, dip, { depth: 0.02 });
    expect(within.verdict).toBe('within');
    expect(within.pairs[0].lower).toBeGreaterThan(0.0125);
    expect(within.pairs[0].lower).toBeLessThanOrEqual(0.015 + 1e-12);
    expect(within.pairs[0].upper).toBeGreaterThanOrEqual(0.015);
    const deeper = checkPenetration(cell, dip.segments, { depth: 0.012 });
    expect(deeper.verdict).toBe('deeper');
    expect(run(cell, [[...waypoints[0]], [...waypoints[1]]], 0).verdict).toBe('within');
  });

  it('gives the same answer each time, and to less than its budget', () => {
    const one = run(slider(PEG, WALL), path, 0.004);
    expect(run(slider(PEG, WALL), path, 0.004)).toEqual(one);
    const stopped = run(slider(PEG, WALL), path, 0.004, { budget: 3 });
    expect(stopped.verdict).toBe('undecided');
    expect(stopped.open.length).toBeGreaterThan(0);
    expect(stopped.pairs[0].upper).toBeGreaterThan(0.004);
    const aborted = run(slider(PEG, WALL), path, 0.004, { signal: { aborted: true } });
    expect(aborted.verdict).toBe('undecided');
    expect(aborted.open.map(({ segment }) => segment)).toEqual([0, 1]);
    expect(aborted.pairs[0].upper).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('other shapes', () => {
  it('a ball that dips into a ball: the closed form', () => {
    const cell = slider(
      '<sphere radius="0.2"/>',
      '  - {name: ball, shape: {sphere: {radius: 0.3}}, pose: {xyz: [0, 0, 0]}}',
    );
    // Passes at a distance of 0.48: 0.02 deep.
    const path = [
      [-1, 0.48, 0, 0],
      [1, 0.48, 0, 0],
    ];
    const result = run(cell, path, 0.03, { accuracy: 0.001 });
    expect(result.verdict).toBe('within');
    expect(result.pairs[0].lower).toBeGreaterThan(0.018);
    expect(result.pairs[0].lower).toBeLessThanOrEqual(0.02 + 1e-9);
    expect(result.pairs[0].upper).toBeGreaterThanOrEqual(0.02);
    expect(result.pairs[0].upper).toBeLessThanOrEqual(0.0212);
    expect(run(cell, path, 0.015).verdict).toBe('deeper');
  });

  it('a floor without end, a ring, and a body wholly inside another', () => {
    const floor = '  - {name: floor, shape: {half_space: {normal: [0, 0, 1], offset: 0}}}';
    const ring = { 'ring.stl': torus(0.3, 0.05, 24, 8) };
    const cell = slider('<mesh filename="ring.stl"/>', floor, ring);
    const down = [
      [0, 0, 0.5, 0],
      [0.3, 0, 0.04, 1],
    ];
    // The ring's lowest points are 1 cm below, if its corners lie on the lowest circle.
    expect(run(cell, down, 0.012).verdict).toBe('within');
    expect(run(cell, down, 0.005).verdict).toBe('deeper');
    // A cube of 10 cm inside a block of 1 m: deep in it wherever it is.
    const block = '  - {name: block, shape: {mesh: block.stl}}';
    const inside = slider('<box size="0.1 0.1 0.1"/>', block, { 'block.stl': cube(0.5) });
    const short = [
      [0, 0, 0, 0],
      [0.1, 0, 0, 0],
    ];
    expect(run(inside, short, 0.3).verdict).toBe('deeper');
    expect(run(inside, short, 0.51).verdict).toBe('within');
  });

  it('thin bodies that cross: the bound is kept, and said to mean nothing', () => {
    const sheet = '  - {name: sheet, shape: {box: [1, 1, 0.004]}}';
    const cell = slider('<box size="0.004 0.3 0.3"/>', sheet);
    const through = [
      [0, 0, 0.5, 0],
      [0, 0, -0.5, 0],
    ];
    const result = run(cell, through, 0.003);
    expect(result.verdict).toBe('within');
    expect(result.pairs[0].thin).toBe(true);
    expect(run(cell, through, 0.001).verdict).toBe('deeper');
  });

  it('bodies of several solids: the deepest pair of them', () => {
    const two = join(moved(cube(0.1), -0.3, 0, 0), moved(cube(0.1), 0.3, 0, -0.05));
    const cell = slider('<mesh filename="two.stl"/>', WALL, { 'two.stl': two });
    const down = [
      [0, 0, 0.3, 0],
      [0, 0, 0.14, 0],
    ];
    const result = run(cell, down, 0.02);
    expect(result.verdict).toBe('within');
    expect(result.pairs[0].lower).toBeGreaterThan(0.007);
    // Coordinates of the file have seven digits.
    expect(result.pairs[0].lower).toBeLessThanOrEqual(0.01 + 1e-7);
    const deeper = run(cell, down, 0.005);
    expect(deeper.verdict).toBe('deeper');
    expect(deeper.pairs[0].upper).toBeGreaterThanOrEqual(0.01 - 1e-7);
    // Both too deep: what is proven counts the deeper one, though the other was found first.
    const lower = [down[0], [0, 0, 0.09, 0]];
    const both = run(cell, lower, 0.005, { all: true });
    expect(both.verdict).toBe('deeper');
    expect(both.pairs[0].upper).toBeGreaterThanOrEqual(0.06 - 1e-7);
    expect(both.witness!.upper).toBeGreaterThanOrEqual(both.witness!.lower);
  });

  it('open surfaces must stay apart, whatever the bound', () => {
    const open = mesh([-0.1, -0.1, 0, 0.1, -0.1, 0, 0, 0.1, 0], [0, 1, 2]);
    const cell = slider('<mesh filename="open.stl"/>', WALL, { 'open.stl': open });
    const above = [
      [0, 0, 0.3, 0],
      [0.3, 0, 0.01, 1],
    ];
    const within = run(cell, above, 0.05);
    expect(within.verdict).toBe('within');
    expect(within.pairs[0].solid).toBe(false);
    expect(within.pairs[0].upper).toBeLessThan(0);
    const into = run(cell, [above[0], [0, 0, -0.01, 0]], 0.05);
    expect(into.verdict).toBe('deeper');
    expect(into.witness!.solid).toBe(false);
    expect(run(cell, [above[0], [0, 0, 5e-5, 0]], 0.05).verdict).toBe('too-close');
    // Wholly inside: no surfaces meet.
    const buried = [
      [0, 0, -0.1, 0],
      [0.1, 0, -0.1, 0],
    ];
    expect(run(cell, buried, 0.05).verdict).toBe('deeper');
  });

  it('declared pairs are not looked at; with `all` every pair has its witness', () => {
    const walls = `${WALL}\n  - {name: post, shape: {cylinder: {radius: 0.1, length: 1}}}`;
    const path = [
      [-0.5, 0, 0.3, 0],
      [0, 0, 0.15, 0],
    ];
    const both = run(slider(PEG, walls), path, 0.01, { all: true });
    expect(both.witnesses.map(({ verdict }) => verdict)).toEqual(['deeper', 'deeper']);
    const rest = 'allow: [[tool, wall], [tool, post]]';
    expect(() => run(slider(PEG, walls, {}, '', rest), path, 0.01)).toThrow(/nothing to prove/);
    const allowed = slider(PEG, walls, {}, '', `${rest}\nallow_nothing: true`);
    expect(run(allowed, path, 0.01).pairs).toEqual([]);
    expect(run(allowed, path, 0.01).verdict).toBe('within');
  });

  it('refuses bounds that make no sense', () => {
    const cell = slider(PEG, WALL);
    for (const depth of [-0.001, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => run(cell, [[0, 0, 1, 0]], depth)).toThrow(InputError);
    }
    expect(() => run(cell, [[0, 0, 1, 0]], 0.01, { delta: 0 })).toThrow(InputError);
    expect(() => run(cell, [[0, 0, 1, 0]], 0.01, { accuracy: -1 })).toThrow(InputError);
  });
});

describe('random cells, seed 21', () => {
  it('dense sampling never finds deeper than what was proven', () => {
    const random = new Random(21);
    const depths = new BodyDepth();
    const verdicts = new Map<string, number>();
    let overlapping = 0;
    for (let n = 0; n < 12; n++) {
      const pieces = 1 + (n % 2);
      const cell = randomCell(random, { links: 4, obstacles: 2, size: 0.15, pieces });
      const count = cell.tree.dofs.length;
      const start = cell.tree.dofs.map(({ lower, upper, unit }, d) => {
        if (unit === 'quaternion') return cell.tree.dofs[d].name.endsWith('/qw') ? 1 : 0;
        return random.between(Math.max(lower, -1), Math.min(upper, 1));
      });
      const end = start.map((x, d) =>
        cell.tree.dofs[d].unit === 'quaternion' ? x : x + random.between(-0.3, 0.3),
      );
      const path = buildPath(cell.tree, [Float64Array.from(start), Float64Array.from(end)]);
      const result = checkPenetration(askAbout(cell, path).cell, path, {
        depth: 0.08,
        delta: 1e-3,
        accuracy: 0.02,
        budget: 4000,
        all: true,
      });
      verdicts.set(result.verdict, (verdicts.get(result.verdict) ?? 0) + 1);
      const kin = new Kinematics(cell.tree);
      const q = new Float64Array(count);
      const pose = new Float64Array(12);
      for (let i = 0; i <= 40; i++) {
        path.segments[0].configurationInto(i / 40, q, 0);
        kin.setConfiguration(q);
        for (const { pair, upper, solid, lower } of result.pairs) {
          if (!solid || upper === Number.POSITIVE_INFINITY) continue;
          const [a, b] = [cell.bodies[pair.a], cell.bodies[pair.b]];
          kin.relativePoseInto(a.frame, b.frame, pose, 0);
          depths.ask(a, b, pose, 0, { accuracy: 5e-3, maxBoxes: 400 });
          const found = depths.lower + a.padding + b.padding;
          expect(found, `cell ${n}, ${a.name} and ${b.name}`).toBeLessThanOrEqual(upper + 1e-9);
          if (found > 0) overlapping++;
          expect(lower).toBeLessThanOrEqual(upper + 1e-9);
        }
      }
      if (result.verdict === 'within') {
        for (const { upper } of result.pairs) expect(upper).toBeLessThanOrEqual(0.08);
      }
      // What a witness shows is there.
      for (const w of result.witnesses) {
        if (w.verdict !== 'deeper' || !w.solid) continue;
        const [a, b] = [cell.bodies[w.pair.a], cell.bodies[w.pair.b]];
        kin.setConfiguration(w.configuration);
        kin.relativePoseInto(a.frame, b.frame, pose, 0);
        depths.ask(a, b, pose, 0, { accuracy: 1e-3, maxBoxes: 2000 });
        expect(depths.upper).toBeGreaterThanOrEqual(w.lower - 1e-9);
        expect(w.lower).toBeGreaterThan(0.08);
      }
    }
    expect(overlapping).toBeGreaterThan(50);
    expect(verdicts.get('deeper')).toBeGreaterThan(0);
  });

  it('bumpy balls that graze each other keep a bound that is proven', () => {
    const random = new Random(22);
    for (let n = 0; n < 6; n++) {
      const ball = bumpyBall(0.2, 0.03, 6, random);
      const other = bumpyBall(0.2, 0.03, 6, random);
      const obstacle = '  - {name: other, shape: {mesh: other.stl}}';
      const cell = slider('<mesh filename="ball.stl"/>', obstacle, {
        'ball.stl': ball,
        'other.stl': other,
      });
      const y = random.between(0.36, 0.42);
      const path = [
        [-0.5, y, 0, 0],
        [0.5, y, 0, random.between(-1, 1)],
      ];
      const result = run(cell, path, 0.06);
      expect(result.verdict).toBe('within');
      const depths = new BodyDepth();
      const kin = new Kinematics(cell.tree);
      const pose = new Float64Array(12);
      const [{ pair, upper }] = result.pairs;
      let most = 0;
      for (let i = 0; i <= 60; i++) {
        kin.setConfiguration(Float64Array.from([-0.5 + i / 60, y, 0, (path[1][3] * i) / 60]));
        const [a, b] = [cell.bodies[pair.a], cell.bodies[pair.b]];
        kin.relativePoseInto(a.frame, b.frame, pose, 0);
        depths.ask(a, b, pose, 0, { accuracy: 1e-3 });
        most = Math.max(most, depths.lower);
      }
      expect(most).toBeLessThanOrEqual(upper);
    }
  });
});
