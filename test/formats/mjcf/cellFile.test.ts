/** MJCF models as robots of a cell file: against the model alone, and against one that was moved by hand. */
import { describe, expect, it } from 'vitest';
import { buildCell, type CellDescription, StaticChecker } from '../../../src/cell/index.ts';
import { cellFromMjcf, readCell } from '../../../src/formats/index.ts';
import { type InputError, Random } from '../../../src/math/index.ts';
import { PRIMITIVES, TWISTED } from '../../helpers/formats/mjcfModels.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** An arm of one turn; `pos` is where it stands in the model. */
const arm = (pos: string, names = '') =>
  `<body name="arm${names}" pos="${pos}"><joint name="turn${names}" axis="0 0 1"/><geom type="capsule" fromto="0 0 0 0.6 0 0" size="0.05"/></body>`;
const model = (inside: string) => `<mujoco><worldbody>${inside}</worldbody></mujoco>`;

const FILES = {
  'models/primitives.xml': utf8(PRIMITIVES),
  'models/twisted.xml': utf8(TWISTED),
  'models/arm.xml': utf8(model(arm('0 0 0'))),
  'models/held.xml': utf8(
    `<mujoco><worldbody>${arm('0 0 0')}</worldbody><equality><joint joint1="turn" polycoef="0.2 0 0 0 0"/></equality></mujoco>`,
  ),
  'models/parts.xml': utf8(
    '<mujoco><asset><mesh name="wedge" file="wedge.obj"/></asset><worldbody><include file="parts/body.xml"/></worldbody></mujoco>',
  ),
  'models/parts/body.xml': utf8(
    '<mujoco><body name="part"><joint name="turn"/><geom type="mesh" mesh="wedge"/></body></mujoco>',
  ),
  'models/wedge.obj': utf8(
    'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
  ),
  'models/seen.xml': utf8(
    model(
      ['a', 'b']
        .map(
          (name) =>
            `<body name="${name}"><joint name="turn_${name}"/><geom type="sphere" size="0.1" contype="0" conaffinity="0"/></body>`,
        )
        .join(''),
    ),
  ),
  'post.urdf': utf8(
    '<robot name="post"><link name="post"><collision><origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link></robot>',
  ),
};

const cellOf = (text: string): CellDescription =>
  readCell(utf8(`surepath: 1\n${text}`), { file: 'cell.yaml', resolver: { files: FILES } });

const alone = (text: string) =>
  cellFromMjcf(utf8(text), { file: 'model.xml', resolver: { files: {} } });

/** Whether random configurations collide, the same for both. */
function compare(a: CellDescription, b: CellDescription, count: number, random: Random) {
  const [one, other] = [a, b].map((each) => new StaticChecker(buildCell(each)));
  const { lower, upper } = one.cell.box;
  expect([...other.cell.box.lower]).toEqual([...lower]);
  let colliding = 0;
  for (let i = 0; i < count; i++) {
    const q = Float64Array.from(lower, (low, j) => {
      const [from, to] = Number.isFinite(low) ? [low, upper[j]] : [-3, 3];
      return random.between(from, to);
    });
    const [mine, theirs] = [one.check(q), other.check(q)];
    expect(mine.colliding).toBe(theirs.colliding);
    if (mine.colliding) colliding++;
  }
  return colliding;
}

describe('a model in a cell file', () => {
  it.each([
    ['primitives', PRIMITIVES],
    ['twisted', TWISTED],
  ])('%s collides where it does alone, wherever it stands, seed 5', (name, text) => {
    for (const base of ['', ', base: {xyz: [1, 2, 3], rpy: [0.1, 0.2, 0.3]}']) {
      const cell = cellOf(`robots: [{name: a, mjcf: models/${name}.xml${base}}]`);
      compare(cell, alone(text), 300, new Random(5));
    }
  });

  it('two of a kind collide as in a model that has both, seed 6', () => {
    const cell = cellOf(
      'robots: [{name: a, mjcf: models/arm.xml}, {name: b, mjcf: models/arm.xml, base: {xyz: [0.8, 0.2, 0.02]}}]',
    );
    const both = alone(model(arm('0 0 0', '1') + arm('0.8 0.2 0.02', '2')));
    const colliding = compare(cell, both, 1000, new Random(6));
    expect(colliding).toBeGreaterThan(50);
    expect(colliding).toBeLessThan(950);
  });

  it('keeps followers, states and assumptions, under the names of the cell', () => {
    const cell = cellOf('robots: [{name: a, mjcf: models/primitives.xml}]');
    const model = alone(PRIMITIVES);
    expect(cell.robots[0].couplings).toEqual(model.robots[0].couplings);
    expect(cell.robots[0].semantics).toEqual(model.robots[0].semantics);
    expect(cell.allow.map(({ between }) => between)).toEqual(
      model.allow.map(({ between }) => between.map((name) => `a/${name}`)),
    );
    expect(cell.obstacles.map(({ name }) => name)).toContain('a/floor');
    expect([...cell.files.keys()]).toEqual(['cell.yaml', 'models/primitives.xml']);
  });

  it('stands beside a robot with a URDF, and touches it where the geometry does', () => {
    const cell = cellOf('robots: [{name: a, mjcf: models/arm.xml}, {name: p, urdf: post.urdf}]');
    const checker = new StaticChecker(buildCell(cell));
    expect(checker.check(new Float64Array([0])).colliding).toBe(true);
    expect(checker.check(new Float64Array([1])).colliding).toBe(false);
  });

  it('finds what it includes and its meshes from its own folder', () => {
    const cell = cellOf('robots: [{name: a, mjcf: models/parts.xml}]');
    expect([...cell.files.keys()].sort()).toEqual([
      ...['cell.yaml', 'models/parts.xml', 'models/parts/body.xml', 'models/wedge.obj'],
    ]);
  });

  it('tests what is only seen of the links that are asked for', () => {
    const tested = (rule: string) => {
      const { robots } = cellOf(`robots: [{name: a, mjcf: models/seen.xml${rule}}]`);
      const { links } = robots[0].robot;
      return links.filter(({ collisions }) => collisions.length > 0).map(({ name }) => name);
    };
    expect(tested('')).toEqual([]);
    expect(tested(', visual: {b: collide}')).toEqual(['b']);
    expect(tested(', visual: {default: collide, b: ignore}')).toEqual(['a']);
  });

  it.each([
    ['{mjcf: models/held.xml, joints: {turn: 0}}', 'cell/held-by-model'],
    ['{mjcf: models/arm.xml, srdf: x.srdf}', 'cell/mjcf'],
    ['{mjcf: models/primitives.xml, base_joint: planar}', 'cell/moving-base'],
    ['{mjcf: models/primitives.xml, joints: {j4: 0}}', 'cell/held-mimic'],
    ['{mjcf: models/none.xml}', 'cell/missing-file'],
  ])('%s is refused with its place', (robot, code) => {
    try {
      cellOf(`robots: [${robot}]`);
    } catch (error) {
      expect((error as InputError).fault).toMatchObject({ code, file: 'cell.yaml', line: 2 });
      return;
    }
    throw new Error('nothing was wrong');
  });
});
