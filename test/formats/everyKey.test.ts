/**
 * Nothing in a cell file is accepted and ignored: for every key that the schema knows, another value makes
 * another cell, or is refused with its place. What is compared is the compiled cell: joints, bodies, pairs.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, jointBounds, refuseIdle } from '../../src/cell/index.ts';
import { readCell, writeStl } from '../../src/formats/index.ts';
import { InputError } from '../../src/math/index.ts';
import { utf8 } from '../helpers/formats/helpers.ts';
import { type At, type Json, LOOP_CELL, LOOP_CHANGES, LOOPS } from '../helpers/formats/loopKeys.ts';
import { SHAPES } from '../helpers/formats/shapeKeys.ts';
import { WORLD_CHANGES, WORLD_FILES, WORLDS } from '../helpers/formats/worldKeys.ts';
import { cube } from '../helpers/oracles/meshes.ts';

const SCHEMA = JSON.parse(
  readFileSync(new URL('../../schema/cell.schema.json', import.meta.url), 'utf8'),
);

/** All keys of the format, as paths: `robots[].base.xyz`; `robots[].padding.*` for names. */
function keysOf(schema: Json, path: string, found: Set<string>, open: readonly string[]): void {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  const { $ref: reference, properties, items, additionalProperties: rest } = schema;
  if (typeof reference === 'string') {
    if (open.includes(reference)) return;
    keysOf(SCHEMA.$defs[reference.replace('#/$defs/', '')], path, found, [...open, reference]);
  }
  for (const [key, value] of Object.entries(properties ?? {})) {
    const own = path === '' ? key : `${path}.${key}`;
    found.add(own);
    keysOf(value as Json, own, found, open);
  }
  if (items) keysOf(items, `${path}[]`, found, open);
  if (typeof rest === 'object' && rest !== null) {
    found.add(`${path}.*`);
    keysOf(rest, `${path}.*`, found, open);
  }
  for (const one of (schema.anyOf as Json[]) ?? []) keysOf(one, path, found, open);
}

const link = (name: string, geometry: string) =>
  `<link name="${name}"><collision><origin xyz="0.1 0 0"/><geometry>${geometry}</geometry></collision></link>`;
const joint = (name: string, type: string, parent: string, child: string, rest = '') =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="0.3 0 0.1"/>` +
  `<axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/>${rest}</joint>`;

const URDF = `<robot name="arm">
${link('base_link', '<mesh filename="package://kit/cube.stl"/>')}
${link('upper', '<sphere radius="0.1"/>')}${link('lower', '<box size="0.3 0.1 0.1"/>')}
${link('hand', '<sphere radius="0.05"/>')}${link('finger', '<sphere radius="0.02"/>')}<link name="bare"/>
<link name="cover"><visual><geometry><sphere radius="0.06"/></geometry></visual></link>
${joint('one', 'revolute', 'base_link', 'upper')}${joint('two', 'revolute', 'upper', 'lower')}
${joint('three', 'revolute', 'lower', 'hand')}${joint('grip', 'prismatic', 'hand', 'finger')}
${joint('stiff', 'fixed', 'hand', 'bare')}${joint('lid', 'fixed', 'hand', 'cover')}</robot>`;

const MJCF = (size: number) =>
  `<mujoco><worldbody><geom name="wall" type="box" size="${size} 1 1" pos="0 2 0"/>` +
  '<body name="bob"><joint name="turn"/><geom type="sphere" size="0.1"/></body></worldbody></mujoco>';

const SRDF = (reason: string) =>
  `<robot name="arm"><disable_collisions link1="base_link" link2="upper" reason="${reason}"/></robot>`;

const FILES: Readonly<Record<string, Uint8Array>> = {
  'arm.urdf': utf8(URDF),
  'loops.urdf': utf8(LOOPS),
  ...WORLD_FILES,
  'boxes.csv': utf8('x,y,z,size\n0,0.6,0,0.1\n0,0.7,0,0.1\n'),
  'other.urdf': utf8(URDF.replace('0.3 0.1 0.1', '0.4 0.1 0.1')),
  'stand.xacro': utf8(
    '<robot xmlns:xacro="x" name="stand"><xacro:arg name="height" default="1"/><link name="post"><collision><geometry>' +
      '<box size="0.1 0.1 $(arg height)"/></geometry></collision></link></robot>',
  ),
  'swing.xml': utf8(MJCF(0.1)),
  'other.xml': utf8(MJCF(0.2)),
  'arm.srdf': utf8(SRDF('Adjacent')),
  'other.srdf': utf8(SRDF('Never')),
  'kit/cube.stl': writeStl(cube(0.1)),
  'kat/cube.stl': writeStl(cube(0.12)),
  'thing.stl': writeStl(cube(0.05)),
  'stuff.stl': writeStl(cube(0.06)),
};

/** A cell that uses every key, with one shape of each kind. */
const CELL = {
  surepath: 1,
  robots: [
    {
      name: 'left',
      urdf: 'arm.urdf',
      srdf: 'arm.srdf',
      packages: { kit: './kit' },
      base: { xyz: [0, 0, 0], rpy: [0, 0, 0] },
      base_joint: 'fixed',
      joints: { grip: 0.1 },
      couplings: { three: { joint: 'two', multiplier: 0.5, offset: 0.1 } },
      padding: { default: 0.001, hand: 0.002 },
      scale: { default: 1.1, hand: 1.2 },
      tracking: { default: 0.001, one: 0.002, grip: 0 },
      attached: [
        {
          name: 'tool',
          link: 'hand',
          shape: { cylinder: { radius: 0.01, length: 0.2 } },
          pose: { xyz: [0, 0, 0.1], quaternion: [0, 0, 0, 1] },
          touches: ['lower'],
        },
        {
          name: 'kit',
          link: 'hand',
          parts: [
            { shape: { capsule: { radius: 0.01, length: 0.2 } }, pose: { xyz: [0, 0.1, 0] } },
            { shape: { mesh: 'thing.stl', scale: 0.5, solid: true } },
          ],
        },
      ],
      surfaces: ['base_link'],
      limits: { default: { velocity: 2 }, one: { velocity: 1, acceleration: 3 } },
      visual: { default: 'ignore' },
    },
    { name: 'right', urdf: 'arm.urdf', base: { xyz: [1, 0, 0] }, base_joint: 'planar' },
    { name: 'stand', urdf: 'stand.xacro', xacro: { height: 0.5 }, base: { xyz: [2, 0, 0] } },
    { name: 'swing', mjcf: 'swing.xml', base: { xyz: [0, 3, 0] } },
  ],
  worlds: WORLDS,
  obstacles: [
    { name: 'box', shape: { box: [0.1, 0.1, 0.1] }, pose: { xyz: [0.5, 0.5, 0], rpy: [0, 0, 1] } },
    { name: 'ball', shape: { sphere: { radius: 0.1 } }, pose: { xyz: [0.5, -0.5, 0] } },
    { name: 'spike', shape: { cone: { radius: 0.1, length: 0.2 } }, pose: { xyz: [0, 0.6, 0] } },
    { name: 'egg', shape: { ellipsoid: { radii: [0.1, 0.1, 0.2] } }, pose: { xyz: [0, -0.6, 0] } },
    { name: 'floor', shape: { half_space: { normal: [0, 0, 1], offset: -0.5 } } },
    { name: 'ceiling', shape: { plane: { normal: [0, 0, -1], offset: -2 } } },
    {
      name: 'wedge',
      shape: {
        hull: [
          [0, 0, 1],
          [0.1, 0, 1],
          [0, 0.1, 1],
          [0, 0, 1.1],
        ],
      },
    },
    { name: 'guard', shape: { mesh: 'thing.stl', scale: [1, 2, 1], solid: false } },
    {
      name: 'lamp',
      pose: { xyz: [0.4, 0.4, 0.4] },
      parts: [{ shape: { sphere: { radius: 0.03 } }, pose: { xyz: [0, 0, 0.1] } }],
    },
  ],
  clearance: {
    default: 0.001,
    pairs: [{ between: ['left/hand', 'box'], distance: 0.01 }],
  },
  allow: [['left/upper', 'ball'], { between: ['left/lower', 'ball'], reason: 'soft' }],
  state: { 'left/one': 0.1, 'right/base': [0, 0, 0] },
} satisfies Json;

/** By key of the schema: where in the cell to put what instead. */
const CHANGES: Readonly<Record<string, readonly (readonly [At, Json])[]>> = {
  surepath: [[['surepath'], 2]],
  robots: [[['robots'], [CELL.robots[0]]]],
  'robots[].name': [[['robots', 0, 'name'], 'links']],
  'robots[].urdf': [[['robots', 0, 'urdf'], 'other.urdf']],
  'robots[].mjcf': [
    [['robots', 0, 'mjcf'], 'swing.xml'],
    [['robots', 3, 'mjcf'], 'other.xml'],
  ],
  'robots[].srdf': [[['robots', 0, 'srdf'], 'other.srdf']],
  'robots[].packages': [[['robots', 0, 'packages'], { kat: './kat' }]],
  'robots[].packages.*': [[['robots', 0, 'packages', 'kit'], './kat']],
  'robots[].xacro': [[['robots', 2, 'xacro'], {}]],
  'robots[].xacro.*': [
    [['robots', 2, 'xacro', 'height'], 0.6],
    [['robots', 2, 'xacro', 'hight'], 0.6],
    [['robots', 0, 'xacro'], { height: 0.5 }],
  ],
  'robots[].base': [[['robots', 0, 'base'], { xyz: [0, 0, 0.1] }]],
  'robots[].base.xyz': [
    [
      ['robots', 0, 'base', 'xyz'],
      [0, 0.1, 0],
    ],
  ],
  'robots[].base.rpy': [
    [
      ['robots', 0, 'base', 'rpy'],
      [0.1, 0, 0],
    ],
  ],
  'robots[].base.quaternion': [
    [['robots', 0, 'base'], { quaternion: [0, 0, 1, 0] }],
    [
      ['robots', 0, 'base', 'quaternion'],
      [0, 0, 0, 1],
    ],
  ],
  'robots[].base_joint': [[['robots', 0, 'base_joint'], 'planar']],
  'robots[].joints': [[['robots', 0, 'joints'], {}]],
  'robots[].joints.*': [
    [['robots', 0, 'joints', 'grip'], 0.2],
    [['robots', 0, 'joints', 'stiff'], 0],
    [['robots', 0, 'joints', 'three'], 0],
    [['robots', 0, 'joints', 'four'], 0],
  ],
  'robots[].couplings': [[['robots', 0, 'couplings'], {}]],
  'robots[].couplings.*': [
    [['robots', 0, 'couplings', 'two'], { joint: 'one' }],
    [['robots', 0, 'couplings', 'grip'], { joint: 'one' }],
    [['robots', 0, 'couplings', 'stiff'], { joint: 'one' }],
  ],
  'robots[].couplings.*.joint': [[['robots', 0, 'couplings', 'three', 'joint'], 'one']],
  'robots[].couplings.*.multiplier': [[['robots', 0, 'couplings', 'three', 'multiplier'], 0.6]],
  'robots[].couplings.*.offset': [[['robots', 0, 'couplings', 'three', 'offset'], 0.2]],
  ...LOOP_CHANGES,
  'robots[].padding': [[['robots', 0, 'padding'], {}]],
  'robots[].padding.*': [
    [['robots', 0, 'padding', 'default'], 0.003],
    [['robots', 0, 'padding', 'hand'], 0],
    [['robots', 0, 'padding', 'bare'], 0.01],
    [['robots', 0, 'padding', 'foot'], 0.01],
  ],
  'robots[].scale': [[['robots', 0, 'scale'], {}]],
  'robots[].scale.*': [
    [['robots', 0, 'scale', 'default'], 1.3],
    [['robots', 0, 'scale', 'hand'], 1],
    [['robots', 0, 'scale', 'bare'], 2],
    [['robots', 0, 'scale', 'hand'], 0],
  ],
  'robots[].tracking': [[['robots', 0, 'tracking'], {}]],
  'robots[].tracking.*': [
    [['robots', 0, 'tracking', 'default'], 0.003],
    [['robots', 0, 'tracking', 'one'], 0],
    [['robots', 0, 'tracking', 'two'], 0.01],
    // A follower, a held joint, a fixed one.
    [['robots', 0, 'tracking', 'three'], 0.01],
    [['robots', 0, 'tracking', 'grip'], 0.01],
    [['robots', 0, 'tracking', 'stiff'], 0.01],
    [['robots', 0, 'tracking', 'one'], -1],
  ],
  'robots[].attached': [[['robots', 0, 'attached'], []]],
  'robots[].attached[].name': [[['robots', 0, 'attached', 0, 'name'], 'rod']],
  'robots[].attached[].link': [[['robots', 0, 'attached', 0, 'link'], 'finger']],
  'robots[].attached[].shape': [[['robots', 0, 'attached', 0, 'shape'], { box: [1, 1, 1] }]],
  'robots[].attached[].parts': [
    [['robots', 0, 'attached', 1, 'parts', 1], { shape: { box: [1, 1, 1] } }],
  ],
  'robots[].attached[].pose': [[['robots', 0, 'attached', 0, 'pose'], {}]],
  'robots[].attached[].touches': [
    [['robots', 0, 'attached', 0, 'touches'], []],
    [['robots', 0, 'attached', 0, 'touches'], ['upper']],
    [['robots', 0, 'attached', 0, 'touches'], ['bare']],
    [
      ['robots', 0, 'attached', 0, 'touches'],
      ['lower', 'lower'],
    ],
  ],
  'robots[].surfaces': [
    [['robots', 0, 'surfaces'], []],
    [['robots', 0, 'surfaces'], ['hand']],
    [['robots', 0, 'surfaces'], ['bare']],
  ],
  'robots[].solids': [
    [['robots', 0, 'solids'], ['base_link']],
    [['robots', 0, 'solids'], ['hand']],
    [['robots', 0, 'solids'], ['foot']],
  ],
  'robots[].limits': [[['robots', 0, 'limits'], {}]],
  'robots[].limits.*': [
    [['robots', 0, 'limits', 'default'], {}],
    [['robots', 0, 'limits', 'two'], { velocity: 3 }],
    [['robots', 0, 'limits', 'stiff'], { velocity: 3 }],
    [['robots', 0, 'limits', 'four'], { velocity: 3 }],
  ],
  'robots[].limits.*.velocity': [
    [['robots', 0, 'limits', 'one', 'velocity'], 1.5],
    [['robots', 0, 'limits', 'one', 'velocity'], 0],
  ],
  'robots[].limits.*.acceleration': [[['robots', 0, 'limits', 'one', 'acceleration'], 4]],
  'robots[].visual': [
    [['robots', 0, 'visual'], 'collide'],
    [['robots', 0, 'visual'], 'touch'],
  ],
  'robots[].visual.*': [
    [['robots', 0, 'visual', 'default'], 'collide'],
    [['robots', 0, 'visual', 'cover'], 'collide'],
    [['robots', 0, 'visual', 'hand'], 'collide'],
    [['robots', 0, 'visual', 'bare'], 'collide'],
  ],
  allow_nothing: [[['allow_nothing'], true]],
  ...WORLD_CHANGES,
  obstacles: [[['obstacles'], [CELL.obstacles[0], CELL.obstacles[1]]]],
  'obstacles[].name': [[['obstacles', 2, 'name'], 'thorn']],
  'obstacles[].shape': [[['obstacles', 2, 'shape'], { box: [1, 1, 1] }]],
  'obstacles[].parts': [[['obstacles', 8, 'parts', 0, 'shape'], { box: [1, 1, 1] }]],
  'obstacles[].boxes': [[['obstacles', 2], { name: 'scan', boxes: 'boxes.csv' }]],
  'obstacles[].pose': [[['obstacles', 0, 'pose'], {}]],
  clearance: [[['clearance'], {}]],
  'clearance.default': [[['clearance', 'default'], 0.002]],
  'clearance.self': [[['clearance', 'self'], 0.003]],
  'clearance.pairs': [
    [['clearance', 'pairs'], []],
    // The pair stands still, touches by permission, has no geometry, is overruled, is no pair.
    [['clearance', 'pairs'], [{ between: ['left/base_link', 'box'], distance: 0.1 }]],
    [['clearance', 'pairs'], [{ between: ['left/upper', 'ball'], distance: 0.1 }]],
    [['clearance', 'pairs'], [{ between: ['left/bare', 'box'], distance: 0.1 }]],
    [
      ['clearance', 'pairs'],
      [CELL.clearance.pairs[0], { between: ['left/*', 'box'], distance: 0 }],
    ],
    [['clearance', 'pairs'], [{ between: ['box', 'box'], distance: 0.1 }]],
  ],
  'clearance.pairs[].between': [
    [
      ['clearance', 'pairs', 0, 'between'],
      ['left/hand', 'egg'],
    ],
  ],
  'clearance.pairs[].distance': [[['clearance', 'pairs', 0, 'distance'], 0.02]],
  allow: [
    [['allow'], []],
    [
      ['allow', 0],
      ['left/upper', 'egg'],
    ],
    [
      ['allow', 0],
      ['left/bare', 'ball'],
    ],
    [
      ['allow', 0],
      ['ball', 'ball'],
    ],
  ],
  'allow[].between': [
    [
      ['allow', 1, 'between'],
      ['left/hand', 'ball'],
    ],
  ],
  'allow[].reason': [[['allow', 1, 'reason'], 'very soft']],
  state: [[['state'], {}]],
  'state.*': [
    [['state', 'left/one'], 0.2],
    // Follows, is held, is fixed, does not exist.
    [['state', 'left/three'], 0.2],
    [['state', 'left/grip'], 0.2],
    [['state', 'left/stiff'], 0.2],
    [['state', 'left/four'], 0.2],
  ],
};

/** The value at a place of the schema that is a shape or a pose, as a key of the tables. */
function changesFor(key: string): readonly (readonly [At, Json])[] | undefined {
  const shape = /(?:^|\.)shape\.(.+)$/.exec(key);
  if (shape) return SHAPES[shape[1]]?.map(([at, value]) => [['obstacles', ...at], value]);
  const pose =
    /^(obstacles|robots\[\]\.attached)\[\](\.parts\[\])?\.pose(?:\.(xyz|rpy|quaternion))?$/.exec(
      key,
    );
  if (pose && (pose[2] || pose[3])) {
    const object =
      pose[1] === 'obstacles'
        ? ['obstacles', pose[2] ? 8 : 0]
        : ['robots', 0, 'attached', pose[2] ? 1 : 0];
    const at = [...object, ...(pose[2] ? ['parts', 0] : []), 'pose'];
    const others: Json = { xyz: [0, 0, 0.3], rpy: [0.1, 0.2, 0], quaternion: [1, 0, 0, 0] };
    return [[at, pose[3] ? { [pose[3]]: others[pose[3]] } : { xyz: [0, 0, 0.3] }]];
  }
  if (/parts\[\]\.shape$/.test(key)) return CHANGES['obstacles[].parts'];
  return CHANGES[key];
}

function changed(place: At, value: Json): Json {
  const [base, at] = place[0] === 'loops' ? [LOOP_CELL, place.slice(1)] : [CELL, place];
  const copy = structuredClone(base) as Json;
  let holder = copy as { [key: string | number]: Json };
  for (const step of at.slice(0, -1)) holder = holder[step] as typeof holder;
  holder[at[at.length - 1]] = value;
  return copy;
}

function compiled(document: Json): Cell {
  const text = JSON.stringify(document, null, 1);
  const description = readCell(utf8(text), { file: 'cell.json', resolver: { files: FILES } });
  const cell = buildCell(description);
  refuseIdle(cell);
  return cell;
}

/** All numbers and names that verdicts rest on. */
function printOf(cell: Cell): string {
  const { tree, bodies, pairs, tolerances, box, description } = cell;
  const { frameNames, parent, kind, placement, axis, dof, multiplier, offset, dofs, laws } = tree;
  return JSON.stringify(
    [
      [
        frameNames,
        parent,
        kind,
        placement,
        axis,
        dof,
        multiplier,
        offset,
        dofs,
        tolerances,
        box,
        laws,
      ],
      bodies.map(({ name, frame, padding, pieces }) => [
        ...[name, frame, padding],
        pieces.map((piece) =>
          piece.kind === 'mesh'
            ? [piece.mesh.positions, piece.mesh.components.map(({ solid }) => solid)]
            : [piece.shape, piece.pose],
        ),
      ]),
      [pairs, [...description.state], jointBounds(cell), description.allowNothing],
    ],
    (_, value) => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value),
  );
}

const before = printOf(compiled(CELL));
const loops = printOf(compiled(LOOP_CELL));

/** Shapes and poses are the same thing in several places of the schema. */
const outcomes = new Map<string, string>();

function outcomeOf(at: At, value: Json): string {
  const key = JSON.stringify([at, value]);
  let outcome = outcomes.get(key);
  if (outcome !== undefined) return outcome;
  try {
    const same = printOf(compiled(changed(at, value))) === (at[0] === 'loops' ? loops : before);
    outcome = same ? 'ignored' : 'another cell';
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { file, line, column } = error.fault;
    outcome = file === 'cell.json' && line! > 0 && column! > 0 ? 'refused' : 'refused nowhere';
  }
  outcomes.set(key, outcome);
  return outcome;
}

describe('every key of a cell file', () => {
  const keys = new Set<string>();
  keysOf(SCHEMA, '', keys, []);
  it('is in the table', () => {
    expect([...keys].filter((key) => changesFor(key) === undefined)).toEqual([]);
    expect(Object.keys(CHANGES).filter((key) => !keys.has(key))).toEqual([]);
    expect(keys.size).toBeGreaterThan(120);
  });

  it.each([...keys])('%s makes another cell, or is refused', (key) => {
    for (const [at, value] of changesFor(key)!) {
      expect(['another cell', 'refused'], at.join('.')).toContain(outcomeOf(at, value));
    }
  });

  it('refuses what would be of no account', () => {
    const refused = [
      [['robots', 0, 'tracking', 'stiff'], 0.01, 'cell/fixed-joint'],
      [['clearance', 'pairs'], CHANGES['clearance.pairs'][1][1], 'cell/idle-clearance'],
      [['clearance', 'pairs'], CHANGES['clearance.pairs'][2][1], 'cell/idle-clearance'],
      [['clearance', 'pairs'], CHANGES['clearance.pairs'][3][1], 'cell/no-geometry'],
      [['clearance', 'pairs'], CHANGES['clearance.pairs'][4][1], 'cell/idle-clearance'],
      [['clearance', 'pairs'], CHANGES['clearance.pairs'][5][1], 'cell/no-pair'],
      [['allow', 0], ['ball', 'ball'], 'cell/no-pair'],
      [['allow', 0], ['left/bare', 'ball'], 'cell/no-geometry'],
      [['state', 'left/grip'], 0.2, 'cell/idle-state'],
    ] as const;
    for (const [at, value, code] of refused) {
      const run = () => compiled(changed(at, value as Json));
      expect(run, code).toThrowError(
        expect.objectContaining({ fault: expect.objectContaining({ code }) }),
      );
    }
  });
});
