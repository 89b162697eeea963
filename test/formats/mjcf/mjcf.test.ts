/** What an MJCF model says, and what is said of one that cannot be read. */
import { describe, expect, it } from 'vitest';
import { buildCell, type CellDescription } from '../../../src/cell/index.ts';
import { cellFromMjcf, looksLikeMjcf } from '../../../src/formats/index.ts';
import { type Fault, InputError } from '../../../src/math/index.ts';
import { PRIMITIVES } from '../../helpers/formats/mjcfModels.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function read(
  xml: string,
  files: Record<string, string> = {},
  testVisuals = false,
): CellDescription {
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, utf8(text)]));
  const options = { file: 'model.xml', resolver: { files: bytes }, testVisuals };
  return cellFromMjcf(utf8(xml), options);
}

function faultOf(xml: string, files: Record<string, string> = {}): Fault {
  try {
    read(xml, files);
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  throw new Error('nothing was wrong');
}

/** One arm of one joint with something inside. */
const arm = (inside: string, joint = '<joint name="j"/>') =>
  `<mujoco><compiler angle="radian"/><worldbody>
<body name="arm">${joint}<geom name="g" type="sphere" size="0.1"/>
${inside}</body></worldbody></mujoco>`;

describe('cellFromMjcf', () => {
  it('names states, followers and what is assumed', () => {
    const { robots, allow, obstacles, notes } = read(PRIMITIVES);
    const [{ semantics, couplings }] = robots;
    expect(notes).toEqual([]);
    // The follower's value is left out.
    expect([...semantics!.states[0].values]).toEqual([
      ['j1', [0.1]],
      ['j2', [0.05]],
      ['j3', [0.2]],
    ]);
    const ref = (20 * Math.PI) / 180;
    expect(couplings.get('j4')).toEqual({ joint: 'j1', multiplier: 0.5, offset: ref });
    expect(obstacles.map(({ name }) => name)).toEqual([
      'floor',
      'world.geom1',
      'table',
      'plate',
      'marker',
    ]);
    const reasons = new Map(allow.map(({ between, reason }) => [between.join(' '), reason]));
    expect(reasons.get('one two')).toBe('a body and its parent');
    expect(reasons.get('one three')).toBe('excluded in the MJCF file');
    expect(reasons.get('two floor')).toBe('excluded in the MJCF file');
    expect(reasons.get('one marker')).toBe('contype and conaffinity keep them apart');
    // A base that stands is no parent: MuJoCo tests it.
    expect(reasons.has('base one')).toBe(false);
    expect(reasons.has('three marker')).toBe(false);
  });

  it('includes files, also inside of bodies, and says what it read', () => {
    const { robots, files } = read(arm('<include file="tip.xml"/>'), {
      'tip.xml': '<mujoco><body name="tip" pos="0 0 1"><geom size="0.1"/></body></mujoco>',
    });
    expect(robots[0].robot.links.map(({ name }) => name)).toEqual(['world', 'arm', 'tip']);
    expect([...files.keys()]).toEqual(['model.xml', 'tip.xml']);
  });

  it('a ball joint turns about three axes, a body that flies floats, a loose one stands', () => {
    const ball = read(arm('', '<joint name="j" type="ball" range="0 1"/>'));
    expect(ball.robots[0].robot.joints.map(({ name, kind }) => [name, kind])).toEqual([
      ['j.x', 'continuous'],
      ['j.y', 'continuous'],
      ['j.z', 'continuous'],
    ]);
    expect(ball.notes.map(({ code }) => code)).toEqual(['mjcf/ball']);
    const drone =
      '<mujoco><worldbody><body name="d" pos="1 2 3"><freejoint name="f"/><geom size="1"/></body></worldbody></mujoco>';
    const flying = read(drone);
    expect(flying.robots[0].robot.joints[0].kind).toBe('floating');
    expect(flying.state.get('f')).toEqual([1, 2, 3, 0, 0, 0, 1]);
    const beside = arm('').replace(
      '</worldbody>',
      '<body name="cube"><freejoint/><geom size="1"/></body></worldbody>',
    );
    const { obstacles, notes } = read(beside);
    expect(obstacles.map(({ name }) => name)).toEqual(['cube']);
    expect(notes.map(({ code }) => code)).toEqual(['mjcf/loose-body']);
  });

  it('a joint follows by a polynomial, closely', () => {
    const two = arm(
      '<body name="b" pos="0 0 1"><joint name="k" range="-1 2" ref="0.5"/><geom size="0.1"/></body>',
    );
    const tied = two.replace(
      '</worldbody>',
      '</worldbody><equality><joint joint1="j" joint2="k" polycoef="0.1 0.2 0.3 -0.1 0.4"/></equality>',
    );
    const description = read(tied);
    const { law } = description.robots[0].couplings.get('j')!;
    const f = (x: number) => {
      const d = x - 0.5;
      return 0.1 + 0.2 * d + 0.3 * d * d - 0.1 * d ** 3 + 0.4 * d ** 4;
    };
    for (const [i, x] of law!.at.entries()) expect(law!.values[i]).toBeCloseTo(f(x), 14);
    expect(law!.deviation).toBeGreaterThan(0);
    expect(law!.deviation).toBeLessThan(1e-6);
    expect(() => buildCell({ ...description, allowNothing: true })).not.toThrow();
  });

  it('what is only seen is tested where somebody asks for it', () => {
    const seen = arm('').replace('size="0.1"', 'size="0.1" contype="0" conaffinity="0"');
    const link = (testVisuals: boolean) => read(seen, {}, testVisuals).robots[0].robot.links[1];
    expect(link(false)).toMatchObject({ visualOnly: 'ignored', collisions: [] });
    expect(link(true)).toMatchObject({ visualOnly: 'tested' });
    expect(link(true).collisions).toHaveLength(1);
  });

  it('geoms that a <pair> names are tested whatever their bits', () => {
    const seen = arm('').replace('size="0.1"', 'size="0.1" contype="0" conaffinity="0"');
    const paired = seen.replace(
      '</worldbody>',
      '<geom name="w" type="box" size="1 1 1"/></worldbody><contact><pair geom1="g" geom2="w"/></contact>',
    );
    const { robots, allow } = read(paired);
    expect(robots[0].robot.links[1].collisions).toHaveLength(1);
    expect(allow).toEqual([]);
  });
});

describe('faults', () => {
  it.each([
    ['unknown-class', arm('<geom class="nope"/>'), 3],
    ['unknown-mesh', arm('<geom type="mesh" mesh="nope"/>'), 3],
    ['bad-size', arm('<geom type="box" size="1 1"/>'), 3],
    ['bad-size', arm('<geom type="sphere" size="-1"/>'), 3],
    ['unsupported', arm('<geom type="hfield" hfield="x"/>'), 3],
    ['unsupported', arm('<composite type="cable"/>'), 3],
    ['unsupported', arm('<attach model="x" body="y" prefix="z"/>'), 3],
    ['unknown-element', arm('<goem size="1"/>'), 3],
    [
      'misspelt-attribute',
      arm('<geom sizes="1" type="sphere" size="2"/>'.replace('size="2"', '')),
      3,
    ],
    ['two-rotations', arm('<geom size="1" quat="1 0 0 0" euler="0 0 0"/>'), 3],
    ['zero-rotation', arm('<geom size="1" quat="0 0 0 0"/>'), 3],
    ['too-large', arm('<geom size="1" pos="1e300 0 0"/>'), 3],
    ['name', arm('<body name="*" pos="1 0 0"><joint/><geom size="0.1"/></body>'), 3],
    ['duplicate-geom', arm('<geom name="g" size="1"/>'), 3],
    ['duplicate-body', arm('<body name="arm"/>'), 3],
    ['bad-number', arm('<replicate count="1e9"><geom size="1"/></replicate>'), 3],
    [
      'too-large',
      arm(`<replicate count="400"><replicate count="400"><body/></replicate></replicate>`),
      3,
    ],
    ['missing-file', arm('<include file="nope.xml"/>'), 3],
    ['included-twice', arm('<include file="model.xml"/>'), 3],
    ['zero-axis', arm('', '<joint axis="0 0 0"/>'), 2],
    ['bad-limit', arm('', '<joint range="1 -1"/>'), 2],
    ['no-robot', '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>', 1],
    ['not-mjcf', '<robot/>', 1],
    ['unknown-element', '<mujoco><wordlbody/></mujoco>', 1],
    [
      'unknown-joint',
      arm('').replace('</mujoco>', '\n<equality><joint joint1="x"/></equality></mujoco>'),
      4,
    ],
    [
      'unknown-body',
      arm('').replace(
        '</mujoco>',
        '\n<contact><exclude body1="arm" body2="x"/></contact></mujoco>',
      ),
      4,
    ],
  ])('%s, case %#', (code, xml, line) => {
    expect(faultOf(xml, { 'model.xml': xml })).toMatchObject({
      code: `mjcf/${code}`,
      file: 'model.xml',
      line,
    });
  });

  it('joints that follow each other in a circle', () => {
    const two = arm('<body name="b"><joint name="k"/><geom size="0.1"/></body>');
    const tied = two.replace(
      '</mujoco>',
      '<equality><joint joint1="j" joint2="k"/><joint joint1="k" joint2="j"/></equality></mujoco>',
    );
    expect(faultOf(tied)).toMatchObject({ code: 'mjcf/equality-cycle' });
  });

  it('a fault in a default is reported where the default stands', () => {
    const xml = arm('<geom type="box"/>').replace(
      '<worldbody>',
      '<default>\n\n<geom size="1 1 -1"/></default><worldbody>',
    );
    expect(faultOf(xml)).toMatchObject({ code: 'mjcf/bad-size', line: 3 });
  });
});

describe('looksLikeMjcf', () => {
  it.each([
    ['<mujoco>', true],
    ['<?xml version="1.0"?>\n<!-- <robot> -->\n<mujoco model="x">', true],
    ['<robot><mujoco/></robot>', false],
    ['<!-- <mujoco> --><robot/>', false],
    ['mujoco: 1', false],
  ])('%s', (text, is) => expect(looksLikeMjcf(text)).toBe(is));

  it('looks once at what comes before, however much that is', () => {
    const comments = '<!-- of -->\n<!-- many -->\n'.repeat(20_000);
    expect(looksLikeMjcf(`${comments}<robot name="r"/><!-- at the end -->`)).toBe(false);
    expect(looksLikeMjcf(`<?xml version="1.0"?>${comments}<mujoco/>`)).toBe(true);
    expect(looksLikeMjcf(`${comments}<!-- not closed <mujoco>`)).toBe(false);
  });
});
