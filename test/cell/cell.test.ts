import { describe, expect, it } from 'vitest';
import {
  askAbout,
  auditPairs,
  type Cell,
  matches,
  matchesPair,
  type Pair,
  StaticChecker,
  sampleInto,
  suggestPairs,
} from '../../src/cell/index.ts';
import { triangulate } from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { bruteForce } from '../helpers/oracles/bruteForce.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { cube } from '../helpers/oracles/meshes.ts';

const ARM = { 'arm.urdf': armUrdf('arm', [1, 1, 1]) };
const at = (...q: number[]) => Float64Array.from(q);
const pairOf = (cell: Cell, a: string, b: string): Pair => {
  const [i, j] = [cell.bodyOf.get(a)!, cell.bodyOf.get(b)!].sort((x, y) => x - y);
  return cell.pairs.find((p) => p.a === i && p.b === j)!;
};

describe('patterns', () => {
  it('match names with wildcards', () => {
    expect(matches('left/*', 'left/link1')).toBe(true);
    expect(matches('*', 'anything')).toBe(true);
    expect(matches('*link*', 'left/link1')).toBe(true);
    expect(matches('a*a', 'a')).toBe(false);
    expect(matches('left/*', 'right/link1')).toBe(false);
    expect(matches('link1', 'link12')).toBe(false);
    expect(matchesPair(['left/*', 'car'], 'car', 'left/x')).toBe(true);
  });
});

describe('a body that cannot be compiled', () => {
  it('is named, with the file', () => {
    const huge = '{name: slab, shape: {box: [1, 1, 1.0e16]}}';
    const make = () =>
      cellFrom(`surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [${huge}]\n`, ARM);
    expect(make).toThrow(/body "slab": z of vertex 0 is -\d+; coordinates up to/);
  });
});

describe('pairs', () => {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf, attached: [{link: link2, name: tool, shape: {sphere: {radius: 0.05}}, pose: {xyz: [1, 0, 0]}, touches: [link1]}]}]
obstacles:
  - {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2, 0, 0]}}
  - {name: far, shape: {sphere: {radius: 0.5}}, pose: {xyz: [50, 0, 0]}}
  - {name: table, shape: {box: [1, 1, 0.1]}, pose: {xyz: [0, 0, -0.2]}}
clearance: {default: 0.01, pairs: [{between: ['link*', wall], distance: 0.05}, {between: [link2, wall], distance: 0.02}]}
allow: [[link0, table]]
`,
    {
      ...ARM,
      'arm.srdf': `<robot name="arm"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/>
      <disable_collisions link1="link1" link2="link2" reason="Never"/></robot>`,
    },
  );

  it.each([
    ['link0', 'link1', 'disabled', 'Adjacent', true],
    ['link1', 'link2', 'disabled', 'Never', true],
    ['link0', 'link2', null, '', false],
    ['link2', 'tool', 'same-link', '', false],
    ['link1', 'tool', 'allowed', 'tool may touch it', true],
    ['link0', 'tool', null, '', false],
    ['link0', 'wall', 'static', '', false],
    ['link0', 'table', 'static', '', false],
    ['wall', 'far', 'static', '', false],
    ['link2', 'far', 'swept', '', false],
    ['link2', 'wall', null, '', false],
  ])('%s and %s: %s %s', (a, b, reason, detail, assumed) => {
    expect(pairOf(cell, a, b)).toMatchObject({ reason, detail, assumed });
  });

  it('have their clearance, later patterns winning', () => {
    expect(pairOf(cell, 'link1', 'wall').clearance).toBe(0.05);
    expect(pairOf(cell, 'link2', 'wall').clearance).toBe(0.02);
    expect(pairOf(cell, 'link2', 'table').clearance).toBe(0.01);
  });

  it('cover every two bodies once', () => {
    const n = cell.bodies.length;
    expect(cell.pairs.length).toBe((n * (n - 1)) / 2);
    expect(cell.tested).toEqual(cell.pairs.filter((p) => p.reason === null));
  });

  it('keep scoped names apart for several robots', () => {
    const two = cellFrom(
      `surepath: 1
robots:
  - {name: left, urdf: arm.urdf, base: {xyz: [0, 0, 0]}}
  - {name: right, urdf: arm.urdf, base: {xyz: [4, 0, 0], rpy: [0, 0, 3.14159]}}
`,
      ARM,
    );
    expect(two.bodies.map((b) => b.name)).toContain('right/link2');
    expect(two.tree.dofs.map((d) => d.name)).toEqual([
      'left/joint1',
      'left/joint2',
      'right/joint1',
      'right/joint2',
    ]);
    expect(pairOf(two, 'left/link2', 'right/link2').reason).toBe(null);
    expect(pairOf(two, 'left/link0', 'right/link0').reason).toBe('static');
    const checker = new StaticChecker(two);
    expect(checker.check(at(0, 0, 0, 0)).colliding).toBe(true);
    expect(checker.check(at(1.5, 0, -1.5, 0)).colliding).toBe(false);
  });

  it('refuse names that nobody has', () => {
    const bad = `surepath: 1
robots: [{urdf: arm.urdf}]
allow: [[link0, tabel]]`;
    expect(() => cellFrom(bad, ARM)).toThrow(InputError);
  });
});

describe('a static check', () => {
  const obstacle = (shape: string, x: number, y: number) =>
    cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles: [{name: thing, shape: ${shape}, pose: {xyz: [${x}, ${y}, 0]}}]`,
      {
        ...ARM,
        'box.stl': cube(0.2),
        'arm.srdf': `<robot name="arm"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/>
        <disable_collisions link1="link1" link2="link2" reason="Adjacent"/></robot>`,
      },
    );

  it.each([
    ['{sphere: {radius: 0.2}}', 0.75],
    ['{box: [0.4, 0.4, 0.4]}', 0.75],
    ['{cylinder: {radius: 0.2, length: 1}}', 0.75],
    ['{mesh: box.stl}', 0.75],
  ])('%s: distance, points and pair', (shape, expected) => {
    const checker = new StaticChecker(obstacle(shape, 2.5, 1));
    const { colliding, closest } = checker.check(at(0, 0));
    expect(colliding).toBe(false);
    const { bodies } = checker.cell;
    const names = [bodies[closest!.pair.a].name, bodies[closest!.pair.b].name];
    expect(names).toEqual(['link2', 'thing']);
    expect(closest!.distance).toBeCloseTo(expected, 7);
    expect(closest!.lower).toBeLessThanOrEqual(closest!.distance);
    expect(closest!.lower).toBeGreaterThan(expected - 1e-7);
    const [p, q] = closest!.points!;
    expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeCloseTo(expected, 7);
    expect(p[1]).toBeCloseTo(0.05, 7);
    expect(q[1]).toBeCloseTo(0.8, 7);
    expect(checker.firstCollision(at(0, 0))).toBe(-1);
    expect(checker.within(0.8, at(0, 0)).map((f) => f.pair)).toEqual([closest!.pair]);
    expect(checker.within(0.7, at(0, 0))).toEqual([]);
  });

  it('finds collisions and names the pair', () => {
    const checker = new StaticChecker(obstacle('{box: [0.4, 0.4, 0.4]}', 2.5, 0));
    const { colliding, closest } = checker.check(at(0, 0));
    expect(colliding).toBe(true);
    expect(closest!.distance).toBe(0);
    const first = checker.firstCollision(at(0, 0));
    expect(checker.cell.tested[first]).toBe(closest!.pair);
  });

  it.each([
    ['a link inside a mesh', '{mesh: room.stl}', true],
    ['a link inside a mesh that is no solid', '{mesh: room.stl, solid: false}', false],
    ['a link inside a box', '{box: [20, 20, 20]}', true],
    ['a link inside a sphere', '{sphere: {radius: 20}}', true],
    ['a link under a half-space', '{half_space: {normal: [0, 0, 1], offset: 5}}', true],
    ['a link above a half-space', '{half_space: {normal: [0, 0, 1], offset: -5}}', false],
  ])('solids: %s', (_, shape, expected) => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: thing, shape: ${shape}}]
allow: [['link*', 'link*']]`,
      { ...ARM, 'room.stl': cube(10) },
    );
    const checker = new StaticChecker(cell);
    expect(checker.check(at(0.3, 0.2)).colliding).toBe(expected);
    expect(checker.firstCollision(at(0.3, 0.2)) >= 0).toBe(expected);
  });

  it('a mesh link inside a mesh obstacle, and the other way round', () => {
    const urdf = (size: number) =>
      armUrdf('arm', [1, 1], `<mesh filename="cube.stl" scale="${size} ${size} ${size}"/>`);
    const make = (link: number, thing: number) =>
      cellFrom(
        `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: thing, shape: {mesh: cube.stl, scale: ${thing}}, pose: {xyz: [1.5, 0, 0]}}]
allow: [[link0, link1], [link0, thing]]`,
        { 'arm.urdf': urdf(link), 'cube.stl': cube(1) },
      );
    for (const [link, thing] of [
      [0.1, 0.5],
      [0.5, 0.1],
    ]) {
      const { colliding, closest } = new StaticChecker(make(link, thing)).check(at(0));
      expect(colliding).toBe(true);
      expect(closest!.contained).toBe(true);
    }
  });

  it('padding, scale and tracking ask for more room', () => {
    const base = (extra: string) =>
      new StaticChecker(
        cellFrom(
          `surepath: 1
robots: [{urdf: arm.urdf${extra}}]
obstacles: [{name: wall, shape: {box: [10, 0.1, 1]}, pose: {xyz: [0, 0.2, 0]}}]
allow: [['link*', 'link*']]`,
          ARM,
        ),
      );
    const plain = base('').check(at(0, 0));
    expect(plain.closest!.distance).toBeCloseTo(0.1, 9);
    expect(plain.tooClose).toBe(null);
    const padded = base(', padding: {default: 0.03}').check(at(0, 0));
    expect(padded.closest!.distance).toBeCloseTo(0.07, 9);
    expect(base(', padding: {link2: 0.11}').check(at(0, 0)).colliding).toBe(true);
    expect(base(', padding: {link2: 0.11}').firstCollision(at(0, 0))).toBeGreaterThanOrEqual(0);
    const scaled = base(', scale: {default: 2}').check(at(0, 0));
    expect(scaled.closest!.distance).toBeCloseTo(0.05, 9);
    const tracking = base(', tracking: {default: 0.01}');
    // link2 reaches almost 2 m from joint1 and 1 m from joint2.
    const pair = tracking.cell.tested.find((p) => tracking.cell.bodies[p.a].name === 'link2')!;
    expect(pair.tracking).toBeGreaterThan(0.028);
    expect(pair.tracking).toBeLessThan(0.032);
    expect(tracking.check(at(0, 0)).tooClose).toBe(null);
    expect(base(', tracking: {default: 0.05}').check(at(0, 0)).tooClose).not.toBe(null);
  });

  it('a pair that is not the closest can be the one that is too close', () => {
    const make = (distance: number) =>
      new StaticChecker(
        cellFrom(
          `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: near, shape: {box: [10, 0.1, 1]}, pose: {xyz: [0, 0.2, 0]}}
  - {name: precious, shape: {box: [10, 0.1, 1]}, pose: {xyz: [0, -0.5, 0]}}
clearance: {pairs: [{between: ['link*', precious], distance: ${distance}}]}
allow: [['link*', 'link*']]`,
          ARM,
        ),
      ).check(at(0, 0));
    const fine = make(0.39);
    expect(fine.tooClose).toBe(null);
    expect(fine.closest!.distance).toBeCloseTo(0.1, 9);
    const close = make(0.41);
    expect(close.tooClose!.distance).toBeCloseTo(0.4, 9);
    expect(close.colliding).toBe(false);
    expect(close.closest!.distance).toBeCloseTo(0.1, 9);
  });

  it('joint limits are reported, and beyond them exclusions are looked at anew', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: slide.urdf}]
obstacles: [{name: thing, shape: {sphere: {radius: 0.5}}, pose: {xyz: [9, 0, 0]}}]`,
      {
        'slide.urdf': `<robot name="slide"><link name="base"/><link name="cart"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <joint name="s" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="0" upper="5" effort="1" velocity="1"/></joint></robot>`,
      },
    );
    expect(cell.tested).toEqual([]);
    const checker = new StaticChecker(cell);
    expect(checker.check(at(5)).closest).toBe(null);
    expect(checker.limitViolations(at(5))).toEqual([]);
    expect(checker.limitViolations(at(9))).toEqual([{ dof: 's', value: 9, lower: 0, upper: 5 }]);
    expect(() => checker.check(at(9))).toThrow(/has "s" at 9, outside of the box/);
    expect(checker.for(at(9)).check(at(9)).colliding).toBe(true);
    expect(checker.for(at(3))).toBe(checker);
    expect(askAbout(cell, [at(9)]).cell.tested.length).toBe(1);
    expect(askAbout(cell, [at(3)]).cell).toBe(cell);
  });

  it('refuses a configuration that is not finite or too short', () => {
    const checker = new StaticChecker(cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf}]', ARM));
    for (const q of [at(0, Number.NaN), at(Number.POSITIVE_INFINITY, 0), at(0)]) {
      expect(() => checker.check(q)).toThrow(/the value of "joint/);
      expect(() => checker.firstCollision(q)).toThrow(InputError);
    }
  });

  it('the box covers where joints may stray to', () => {
    const cell = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf, tracking: {joint1: 0.1}}]', ARM);
    expect([...cell.box.upper]).toEqual([3.1, 3]);
    expect(askAbout(cell, [at(3, 0)]).cell).toBe(cell);
    const { cell: grown } = askAbout(cell, [at(3.05, 0)]);
    expect(grown.box.upper[0]).toBeCloseTo(3.15, 12);
    expect(grown.box.lower[0]).toBe(-3.1);
  });

  it('agrees with brute force over triangulated bodies, seed 5', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: cone, shape: {cone: {radius: 0.2, length: 0.5}}, pose: {xyz: [1.6, 1.2, 0], rpy: [0.3, 0.4, 0]}}
  - {name: cube, shape: {mesh: cube.stl}, pose: {xyz: [-0.5, 1.8, 0.1], rpy: [0.5, 0, 1]}}
allow: [['link*', 'link*']]`,
      { ...ARM, 'cube.stl': cube(0.3) },
    );
    const checker = new StaticChecker(cell);
    const random = new Random(5);
    const q = new Float64Array(2);
    const meshOf = (name: string) => {
      const [piece] = cell.bodies[cell.bodyOf.get(name)!].pieces;
      return piece.kind === 'mesh' ? piece.mesh : triangulate(piece.shape, 12);
    };
    const poseOf = (name: string) => {
      const body = cell.bodies[cell.bodyOf.get(name)!];
      const [piece] = body.pieces;
      return { frame: body.frame, inner: piece.kind === 'convex' ? piece.pose : null };
    };
    let near = 0;
    for (let k = 0; k < 40; k++) {
      sampleInto(cell, random, q);
      let best = Number.POSITIVE_INFINITY;
      for (const { a, b } of cell.tested) {
        const [p, r] = [cell.bodies[a].name, cell.bodies[b].name];
        const pose = relative(checker, q, poseOf(p), poseOf(r));
        best = Math.min(best, bruteForce(meshOf(p), meshOf(r), pose).distance);
      }
      const { colliding, closest } = checker.check(q);
      if (best < 0.02) near++;
      else {
        expect(colliding).toBe(false);
        expect(closest!.lower).toBeLessThanOrEqual(best);
        expect(Math.abs(closest!.distance - best)).toBeLessThan(0.01);
      }
      if (colliding) expect(best).toBeLessThan(0.01);
    }
    expect(near).toBeLessThan(30);
  });
});

describe('suggestions and audits', () => {
  const folded = armUrdf('arm', [1, 1, 1, 1]);
  it('never says Never without a proof', () => {
    const cell = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf}]', { 'arm.urdf': folded });
    const found = suggestPairs(cell, { samples: 300, random: new Random(1) });
    expect(found.filter((s) => s.reason === 'Adjacent').length).toBe(3);
    expect(found.filter((s) => s.reason === 'Never')).toEqual([]);
    for (const s of found) expect(s.proven).toBe(s.reason !== 'Always');
  });

  it('says nothing about a base that may go anywhere', () => {
    const cell = cellFrom(
      `surepath: 1
robots:
  - {name: left, urdf: arm.urdf}
  - {name: cart, urdf: arm.urdf, base: {xyz: [30, 0, 0]}, base_joint: planar}
`,
      ARM,
    );
    expect(pairOf(cell, 'left/link2', 'cart/link2').reason).toBe(null);
    const found = suggestPairs(cell, { samples: 50, random: new Random(1) });
    expect(found.filter((s) => s.reason === 'Never')).toEqual([]);
    // Once it is known where the cart was, the box says so, and only for there.
    const q = Float64Array.from(cell.tree.dofs, () => 0);
    const checker = new StaticChecker(cell).for(q);
    expect(checker.check(q).colliding).toBe(false);
    expect(pairOf(checker.cell, 'left/link2', 'cart/link2').reason).toBe('swept');
    q[cell.tree.dofs.findIndex((dof) => dof.name === 'cart/base/x')] = -28;
    expect(checker.for(q).check(q).colliding).toBe(true);
  });

  it('finds the pair that was declared Never and collides', () => {
    const cell = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf, srdf: arm.srdf}]', {
      'arm.urdf': folded,
      'arm.srdf':
        '<robot name="arm"><disable_collisions link1="link0" link2="link2" reason="Never"/></robot>',
    });
    const [finding, ...others] = auditPairs(cell, { samples: 3000, random: new Random(2) });
    expect(others).toEqual([]);
    expect(finding.proven).toBe(false);
    expect(finding.configuration).not.toBe(null);
    const recheck = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf}]', { 'arm.urdf': folded });
    expect(new StaticChecker(recheck).check(finding.configuration!).colliding).toBe(true);
  });
});

/** The second body's piece in the first's, by matrices alone. */
function relative(
  checker: StaticChecker,
  q: Float64Array,
  a: { frame: number; inner: Float64Array | null },
  b: { frame: number; inner: Float64Array | null },
): Float64Array {
  checker.kinematics.setConfiguration(q);
  const world = ({ frame, inner }: typeof a) => {
    const o = checker.kinematics.poseOf(frame);
    const pose = checker.kinematics.poses.slice(o, o + 12);
    return inner ? multiply(pose, inner) : pose;
  };
  const p = world(a);
  const inverse = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) inverse[3 * i + j] = p[3 * j + i];
    inverse[9 + i] = -(p[i] * p[9] + p[3 + i] * p[10] + p[6 + i] * p[11]);
  }
  return multiply(inverse, world(b));
}

function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
    out[9 + i] = a[3 * i] * b[9] + a[3 * i + 1] * b[10] + a[3 * i + 2] * b[11] + a[9 + i];
  }
  return out;
}
