/** What an MJCF model says by what it leaves out, or says twice: as MuJoCo 3 has it, which was asked about each of these. */
import { describe, expect, it } from 'vitest';
import type { CellDescription } from '../../../src/cell/index.ts';
import { cellFromMjcf } from '../../../src/formats/index.ts';
import { type Fault, InputError, Random } from '../../../src/math/index.ts';
import { comparePairs, comparePlaces } from '../../helpers/oracles/mujocoCompare.ts';
import { mujocoModel } from '../../helpers/oracles/mujocoModel.ts';

function read(xml: string, testVisuals = false): CellDescription {
  const options = { file: 'model.xml', resolver: { files: {} }, testVisuals };
  return cellFromMjcf(new TextEncoder().encode(xml), options);
}

function faultOf(xml: string): Fault {
  try {
    read(xml);
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  throw new Error('nothing was wrong');
}

/** Two bodies side by side, each with a joint and a ball; what else the model has stands before and behind. */
const two = (behind: string, before = '') => `<mujoco>${before}<worldbody>
<body name="p"><joint name="a"/><geom name="g" size="0.1"/></body>
<body name="q" pos="1 0 0"><joint name="b" range="-1 1"/><geom name="h" size="0.1"/></body></worldbody>
${behind}</mujoco>`;
const tie = (attributes: string) =>
  `<equality><joint joint1="a" joint2="b" ${attributes}/></equality>`;
/** A box of one joint, with a class around it. */
const box = (geom: string, attributes: string) =>
  `<mujoco><default><geom ${geom}/></default><worldbody>
<body name="p"><joint name="a"/><geom type="box" size="0.1 0.2 0.3" ${attributes}/></body></worldbody></mujoco>`;

describe('followers', () => {
  it.each([
    ['all is left out', '', { multiplier: 1, offset: 0 }],
    ['a constant alone leaves the factor 1', 'polycoef="0.5"', { multiplier: 1, offset: 0.5 }],
    ['a constant and a factor', 'polycoef="0.5 2"', { multiplier: 2, offset: 0.5 }],
  ])('%s', (_, attributes, follows) => {
    expect(read(two(tie(attributes))).robots[0].couplings!.get('a')).toMatchObject(follows);
  });

  it('a class for equalities switches them off, one for joints does not', () => {
    const off = '<default><equality active="false"/><joint/></default>';
    expect(read(two(tie(''), off)).robots[0].couplings!.size).toBe(0);
    expect(read(two(tie('active="true"'), off)).robots[0].couplings!.size).toBe(1);
  });
});

describe('against MuJoCo', () => {
  it.each([
    ['a quaternion after the euler angles of the class', box('euler="90 0 20"', 'quat="1 0 0 0"')],
    ['an axis and angle before them', box('euler="90 0 20"', 'axisangle="0 1 1 40"')],
    ['euler angles before the quaternion of the class', box('quat="0 1 1 0"', 'euler="0 10 90"')],
    ['two ends before the rotation of the class', box('euler="9 0 0"', 'fromto="0 0 0 1 0 1"')],
  ])('%s, seed 4', async (_, xml) => {
    const { difference, geoms } = comparePlaces(read(xml), await mujocoModel(xml), new Random(4));
    expect(difference).toBeLessThan(1e-12);
    expect(geoms).toBeGreaterThan(0);
  });

  it('a <pair> is tested although its bodies are parent and child, and excluded', async () => {
    const chain = (contact: string) => `<mujoco><worldbody>
<body name="p"><joint/><geom name="g" size="0.1"/><body name="q" pos="0.5 0 0"><joint/><geom name="h" size="0.1"/>
<geom name="i" size="0.05"/></body></body></worldbody><contact>${contact}</contact></mujoco>`;
    const exclude = '<exclude body1="p" body2="q"/>';
    const paired = chain(`${exclude}<pair geom1="h" geom2="g"/>`);
    expect(read(paired).allow).toEqual([]);
    expect(read(chain(exclude)).allow).toHaveLength(1);
    expect(comparePairs(read(chain(exclude)), await mujocoModel(chain(exclude)))).toBe(0);
  });
});

describe('faults', () => {
  const free = '<freejoint name="f"/>';
  const ball = '<geom size="0.1"/>';
  it.each([
    [
      'a free joint in a body inside of another',
      `<body><joint/>${ball}<body>${free}${ball}</body></body>`,
      { code: 'mjcf/misplaced', message: expect.stringContaining('inside of another') },
    ],
    [
      'a free joint beside another',
      `<body>${free}<joint/>${ball}</body>`,
      { code: 'mjcf/misplaced', message: expect.stringContaining('beside') },
    ],
    [
      'copies that are turned by something that MuJoCo does not look at',
      `<replicate count="2" axisangle="0 0 1 30"><body><joint/>${ball}</body></replicate>`,
      { code: 'mjcf/unknown-attribute', hint: expect.stringContaining('"euler"') },
    ],
    [
      'two ends and a place',
      '<body><joint/><geom type="capsule" size="0.1" fromto="0 0 0 0 0 1" pos="1 0 0"/></body>',
      { code: 'mjcf/two-places' },
    ],
    [
      'two ends of a ball',
      '<body><joint/><geom size="0.1" fromto="0 0 0 0 0 1"/></body>',
      { code: 'mjcf/two-places' },
    ],
  ])('%s', (_, bodies, fault) => {
    const xml = `<mujoco><worldbody>\n${bodies}</worldbody></mujoco>`;
    expect(faultOf(xml)).toMatchObject({ ...fault, line: 2 });
  });
});

it('a body without a name keeps out of the way of one that is called by a number', () => {
  const body = (name: string) => `<body ${name}><joint/><geom size="0.1"/></body>`;
  const xml = `<mujoco><worldbody>${body('')}${body('name="body1"')}</worldbody></mujoco>`;
  expect(read(xml).robots[0].robot.links.map(({ name }) => name)).toEqual([
    ...['world', "body1'", 'body1'],
  ]);
});

describe('what stands to be seen only', () => {
  const xml = two('').replace(
    '</worldbody>',
    '<body name="table"><geom size="1" contype="0" conaffinity="0"/></body></worldbody>',
  );

  it('is no obstacle, which a note says', () => {
    const { obstacles, notes } = read(xml);
    expect(obstacles).toEqual([]);
    expect(notes).toMatchObject([
      { code: 'mjcf/only-seen', message: expect.stringContaining('"table"') },
    ]);
  });

  it('is one where visuals are tested', () => {
    const { obstacles, notes, allow } = read(xml, true);
    expect(obstacles.map(({ name }) => name)).toEqual(['table']);
    expect([notes, allow]).toEqual([[], []]);
  });

  it('is none where a program moves it about to show something', () => {
    const { obstacles, notes } = read(xml.replace('name="table"', '$& mocap="true"'), true);
    expect([obstacles, notes]).toMatchObject([[], [{ code: 'mjcf/only-seen' }]]);
  });
});
