import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import { cellFromUrdf, readCell } from '../../src/formats/index.ts';
import { InputError, identityPose } from '../../src/math/index.ts';
import { FILES, RESOLVER, SRDF, URDF } from '../helpers/formats/cellFixture.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { expectRobust } from '../helpers/formats/mutate.ts';

const FILE = 'cells/cell.yaml';
const DOCS = readFileSync(new URL('../../docs/cell-file.md', import.meta.url), 'utf8');
const EXAMPLE = /```yaml\n([\s\S]*?)```/.exec(DOCS)![1];
const SCHEMA = new URL('../../schema/cell.schema.json', import.meta.url);
const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(SCHEMA, 'utf8')),
);

/** Reads the cell; the schema must agree that it is one. */
function read(text: string): CellDescription {
  const cell = readCell(utf8(text), { file: FILE, resolver: RESOLVER });
  validate(parseYaml(text));
  expect(validate.errors ?? []).toEqual([]);
  return cell;
}

const robot = (rest: string) => `surepath: 1\nrobots:\n  - urdf: panda.urdf\n${rest}`;
const shape = (text: string) => `${robot('obstacles:\n')}  - name: o\n    shape: ${text}\n`;
const shapeOf = (text: string) => read(shape(text)).obstacles[0].parts[0].geometry;

describe('the example of the documentation', () => {
  const cell = read(EXAMPLE);
  const [left] = cell.robots;

  test('robots', () => {
    expect(left.name).toBe('left');
    expect(left.robot.name).toBe('panda');
    expect(left.semantics?.disabledPairs.length).toBe(2);
    expect(left.base.map((c) => c + 0)).toEqual(identityPose());
    expect(left.baseJoint).toBe('fixed');
    expect([...left.held]).toEqual([['panda_finger_joint1', [0.04]]]);
    expect([...left.couplings]).toEqual([
      ['panda_finger_joint2', { joint: 'panda_finger_joint1', multiplier: 1, offset: 0 }],
    ]);
    expect([...left.padding]).toEqual([['panda_hand', 0.005]]);
    expect([...left.scale]).toEqual([['default', 1.02]]);
    expect([...left.tracking]).toEqual([['default', 0.002]]);
    expect(left.surfaces).toEqual(['panda_link0']);
  });

  test('what robots carry', () => {
    const [rod] = left.attached;
    expect(rod).toMatchObject({ name: 'rod', link: 'panda_hand', solid: true });
    expect(rod.touches).toEqual(['panda_leftfinger', 'panda_rightfinger']);
    expect(rod.parts[0].geometry).toEqual({ kind: 'cylinder', radius: 0.005, length: 0.4 });
    expect([...rod.parts[0].pose.subarray(9)]).toEqual([0, 0, 0.2]);
  });

  test('obstacles', () => {
    expect(cell.obstacles.map(({ name, solid }) => [name, solid])).toEqual([
      ['table', true],
      ['car', false],
      ['floor', true],
      ['lamp', true],
      ['scan/0', true],
      ['scan/1', true],
    ]);
    const [table, car, floor, lamp, scan] = cell.obstacles;
    expect([...scan.pose.subarray(9)]).toEqual([1, 2, 3.4]);
    expect(table.parts[0].geometry).toEqual({ kind: 'box', half: [0.6, 0.4, 0.02] });
    expect([...table.pose.subarray(9)]).toEqual([0.5, 0, 0.2]);
    const mesh = car.parts[0].geometry;
    expect(mesh.kind === 'mesh' && Math.max(...mesh.triangles.positions)).toBe(0.001);
    expect(floor.parts[0].geometry).toEqual({
      kind: 'half-space',
      normal: [0, 0, 1],
      offset: -0.01,
    });
    expect(lamp.parts.length).toBe(2);
    expect([...lamp.parts[1].pose.subarray(9)]).toEqual([0, 0, 0.5]);
  });

  test('it compiles', () => {
    const built = buildCell(cell);
    expect(built.bodyOf.has('left/rod')).toBe(true);
    // The table and the base stand still. The fingers are held, but stray by default: that the rod
    // touches them is assumed.
    const allowed = built.pairs.filter(({ reason }) => reason === 'allowed');
    expect(allowed.map(({ detail }) => detail)).toEqual([
      'rod may touch it',
      'rod may touch it',
      'the rod switches it on',
    ]);
  });

  test('pairs, state, files', () => {
    expect(cell.clearance).toMatchObject({
      default: 0,
      pairs: [{ between: ['left/*', 'car'], distance: 0.01 }],
    });
    expect(cell.clearance.pairs[0].place).toMatchObject({ file: FILE, column: 7 });
    expect(cell.allow).toMatchObject([
      { between: ['left/panda_link0', 'table'], reason: 'allowed by the cell file' },
      { between: ['left/rod', 'lamp'], reason: 'the rod switches it on' },
    ]);
    expect([...cell.state]).toEqual([['left/panda_joint7', [0.785]]]);
    expect([...cell.files.keys()].sort()).toEqual([
      'cells/car.stl',
      FILE,
      'cells/franka/a.stl',
      'cells/panda.srdf',
      'cells/panda.urdf',
      'cells/scan.csv',
    ]);
    expect(cell.notes).toEqual([]);
  });
});

describe('shapes', () => {
  test('primitives', () => {
    expect(shapeOf('{sphere: {radius: 0.5}}')).toEqual({ kind: 'sphere', radius: 0.5 });
    for (const kind of ['cylinder', 'capsule', 'cone']) {
      const expected = { kind, radius: 1, length: 2 };
      expect(shapeOf(`{${kind}: {radius: 1, length: 2}}`)).toEqual(expected);
    }
    const ellipsoid = { kind: 'ellipsoid', radii: [1, 2, 3] };
    expect(shapeOf('{ellipsoid: {radii: [1, 2, 3]}}')).toEqual(ellipsoid);
    const plane = { kind: 'half-space', normal: [0, 0, 1], offset: 0.5 };
    expect(shapeOf('{plane: {normal: [0, 0, 2], offset: 1}}')).toEqual(plane);
    expect(shapeOf('{half_space: {normal: [0, 0, 1]}}')).toEqual({ ...plane, offset: 0 });
    const hull = shapeOf('{hull: [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0.1,0.1,0.1]]}');
    expect(hull.kind === 'hull' && hull.hull.positions.length).toBe(12);
  });

  test('a mirrored mesh is turned inside out again', () => {
    const mesh = shapeOf('{mesh: car.stl, scale: [-1, 1, 2]}');
    if (mesh.kind !== 'mesh') throw new Error('expected a mesh');
    const { positions: p, indices } = mesh.triangles;
    let volume = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [...indices.subarray(i, i + 3)].map((v) => p.subarray(3 * v, 3 * v + 3));
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeCloseTo(1 / 3, 12);
    expect(mesh.reference).toBe('car.stl');
  });

  test('sizes that look like millimetres, and angles like degrees, are noted', () => {
    const codes = (text: string) => read(text).notes.map(({ code }) => code);
    expect(codes(shape('{box: [1200, 800, 40]}'))).toEqual(['cell/millimetres']);
    expect(codes(shape('{mesh: car.stl, scale: 1000}'))).toEqual(['cell/millimetres']);
    expect(codes(robot('    base: {rpy: [0, 0, 90]}\n'))).toEqual(['document/degrees']);
    expect(codes(shape('{half_space: {normal: [0, 0, 1]}}'))).toEqual([]);
  });
});

describe('robots', () => {
  test('one without a name keeps plain link names', () => {
    const cell = read(robot('allow: [[panda_link0, "*finger"]]\nstate: {panda_joint1: 1}\n'));
    expect(cell.robots[0].name).toBe('');
    expect([...cell.state.keys()]).toEqual(['panda_joint1']);
  });

  test('the same one twice', () => {
    const cell = read(
      'surepath: 1\nrobots:\n- {name: a, urdf: panda.urdf}\n- {name: b, urdf: panda.urdf, base: {xyz: [2, 0, 0], quaternion: [0, 0, 1, 0]}}\nclearance: {pairs: [{between: ["a/*", "b/*"], distance: 0.1}]}',
    );
    const turned = new Float64Array([-1, 0, 0, 0, -1, 0, 0, 0, 1, 2, 0, 0]);
    expect(cell.robots[1].base).toEqual(turned);
    expect(cell.robots[1].robot).toBe(cell.robots[0].robot);
  });

  test('packages are found from the cell file', () => {
    const cell = read(
      'surepath: 1\nrobots:\n- {urdf: packaged.urdf, packages: {franka: ./meshes}}',
    );
    expect([...cell.files.keys()]).toContain('cells/meshes/a.stl');
  });

  test('planar and floating joints, and moving bases', () => {
    const cell = read(
      robot(
        '    srdf: panda.srdf\n    base_joint: floating\n    joints: {plane: [1, 2, 3]}\n' +
          'state: {float: [0, 0, 0, 0, 0, 0, 1], world_joint: [1, 0, 0, 0, 0, 0, 1]}\n',
      ),
    );
    expect([...cell.robots[0].held]).toEqual([['plane', [1, 2, 3]]]);
    expect([...cell.state.keys()]).toEqual(['float', 'world_joint']);
    const planar = read(robot('    base_joint: planar\nstate: {base: [0, 0, 1]}\n'));
    expect(planar.robots[0].baseJoint).toBe('planar');
  });

  test('values outside limits are noted', () => {
    const cell = read(robot('    joints: {panda_finger_joint1: 0.065}\n'));
    expect([...cell.robots[0].held.keys()]).toEqual(['panda_finger_joint1']);
    expect(cell.notes.map(({ code }) => code)).toEqual(['cell/outside-limits']);
  });

  test('a URDF alone', () => {
    const options = { file: 'cells/panda.urdf', resolver: RESOLVER };
    const cell = cellFromUrdf(utf8(URDF), options);
    expect(cell.robots[0]).toMatchObject({ name: '', baseJoint: 'fixed' });
    expect(cell.robots[0].semantics).toBeUndefined();
    const srdf = { bytes: utf8(SRDF), file: 'panda.srdf' };
    const both = cellFromUrdf(utf8(URDF), { ...options, srdf });
    expect(both.robots[0].semantics?.robot).toBe('panda');
    const files = ['cells/panda.urdf', 'cells/franka/a.stl', 'panda.srdf'];
    expect([...both.files.keys()]).toEqual(files);
  });
});

/** [text, code, line, column, message or hint]. The schema refuses those marked so. */
const FAULTS: [string, string, number, number, RegExp, 'schema'?][] = [
  ['robots: []', 'document/missing-key', 1, 1, /"surepath"/, 'schema'],
  ['surepath: 2\nrobots: []', 'cell/version', 1, 11, /version 1, found 2/, 'schema'],
  ['surepath: 1\nrobots: []', 'cell/no-robots', 2, 9, /at least one/, 'schema'],
  ['surepath: 1\nrobots:\n', 'document/type', 2, 8, /expected a list/, 'schema'],
  ['surepath: 1\nrobot: []', 'document/unknown-key', 2, 1, /did you mean "robots"/, 'schema'],
  ['surepath: 1\nrobots:\n- name: a', 'document/missing-key', 3, 3, /"urdf"/, 'schema'],
  ['surepath: 1\nrobots:\n- urdf: x.urdf', 'cell/missing-file', 3, 9, /looked for cells\/x\.urdf/],
  [robot('    srdf: x.srdf'), 'cell/missing-file', 4, 11, /x\.srdf/],
  [robot('  - urdf: panda.urdf'), 'cell/unnamed', 3, 5, /needs a name/],
  [
    'surepath: 1\nrobots:\n- {name: a, urdf: panda.urdf}\n- {name: a, urdf: panda.urdf}',
    'cell/duplicate-name',
    4,
    3,
    /two robots/,
  ],
  [robot('    mjcf: arm.xml'), 'cell/mjcf', 3, 5, /not both/, 'schema'],
  [robot('    name: a/b'), 'cell/name', 4, 11, /"\/"/, 'schema'],
  [robot('    base: {xyz: [0, 0]}'), 'document/length', 4, 17, /expected 3/, 'schema'],
  [robot('    base: {xyz: [0, 0, .inf]}'), 'document/non-finite', 4, 24, /Infinity/, 'schema'],
  [robot('    base: {xyz: [0, 0, 1e13]}'), 'document/too-large', 4, 17, /1000000000000 m/],
  [robot('    base: {xzy: [0, 0, 0]}'), 'document/unknown-key', 4, 12, /"xyz"/, 'schema'],
  [
    robot('    base: {rpy: [0, 0, 0], quaternion: [0, 0, 0, 1]}'),
    'document/two-rotations',
    4,
    28,
    /not both/,
    'schema',
  ],
  [robot('    base: {quaternion: [1, 0, 0, 1]}'), 'document/quaternion', 4, 24, /length 1\.41/],
  [robot('    base_joint: plannar'), 'cell/base-joint', 4, 17, /"planar"/, 'schema'],
  [robot('    joints: {panda_joint8: 1}'), 'cell/unknown-joint', 4, 14, /did you mean/],
  [robot('    joints: {panda_joint1: "1"}'), 'document/type', 4, 28, /remove the quotes/, 'schema'],
  [robot('    joints: {panda_joint1: [1, 2, 3]}'), 'document/type', 4, 28, /found a list/],
  [robot('    joints: {plane: 1}'), 'cell/joint-value', 4, 21, /x, y, angle/],
  [robot('    joints: {float: [0,0,0,0,0,0,2]}'), 'document/quaternion', 4, 21, /length 1/],
  [robot('    joints: {panda_hand_joint: 1}'), 'cell/fixed-joint', 4, 32, /is fixed/],
  [robot('    joints: {follower: 1}'), 'cell/held-mimic', 4, 24, /hold "panda_joint1"/],
  [robot('    couplings: {panda_joint1: {}}'), 'document/missing-key', 4, 31, /"joint"/, 'schema'],
  [robot('    couplings: {x: {joint: panda_joint1}}'), 'cell/unknown-joint', 4, 17, /"x"/],
  [robot('    couplings: {panda_joint1: {joint: y}}'), 'cell/unknown-joint', 4, 39, /"y"/],
  [robot('    couplings: {panda_joint1: {joint: plane}}'), 'cell/coupling', 4, 31, /one value/],
  [robot('    couplings: {panda_joint1: {joint: panda_joint1}}'), 'cell/coupling', 4, 31, /circle/],
  [robot('    couplings: {panda_joint1: {joint: follower}}'), 'cell/coupling', 4, 31, /circle/],
  [robot('    couplings: {follower: {joint: panda_joint7}}'), 'cell/coupling', 4, 27, /URDF/],
  [
    robot('    joints: {panda_joint1: 0}\n    couplings: {panda_joint1: {joint: panda_joint7}}'),
    'cell/coupling',
    5,
    31,
    /held/,
  ],
  [robot('    padding: {panda_hnd: 0.1}'), 'cell/unknown-link', 4, 15, /"panda_hand"/],
  [robot('    padding: {bare: 0.1}'), 'cell/no-geometry', 4, 15, /no collision geometry/],
  [robot('    scale: {bare: 1.1}'), 'cell/no-geometry', 4, 13, /no collision geometry/],
  [robot('    padding: {panda_hand: -0.1}'), 'cell/amount', 4, 27, /0 or more/, 'schema'],
  [robot('    scale: {default: 0}'), 'cell/amount', 4, 22, /more than 0/, 'schema'],
  [robot('    tracking: {panda_hand: 0.1}'), 'cell/unknown-joint', 4, 16, /no joint/],
  [robot('    tracking: {panda_hand_joint: 0.1}'), 'cell/fixed-joint', 4, 16, /is fixed/],
  [robot('    surfaces: [panda_hand]'), 'cell/no-mesh', 4, 16, /has no mesh/],
  [robot('    surfaces: [bare]'), 'cell/no-mesh', 4, 16, /has no mesh/],
  [robot('    surfaces: [panda_link0, panda_link0]'), 'cell/twice', 4, 29, /named twice/],
  [robot('    packages: {frnka: ./franka}'), 'cell/unused-package', 4, 16, /mean "franka"/],
  [robot('    limits: {panda_hand: {velocity: 1}}'), 'cell/unknown-joint', 4, 14, /no joint/],
  [robot('    limits: {default: {velocity: 0}}'), 'cell/amount', 4, 34, /more than 0/, 'schema'],
  [robot('    limits: {default: {jerk: 1}}'), 'document/unknown-key', 4, 24, /"jerk"/, 'schema'],
  [robot('    limits: {float: {velocity: 1}}'), 'cell/limits', 4, 14, /floating/],
  [robot('    visual: touch'), 'cell/visual', 4, 13, /collide or ignore/, 'schema'],
  [robot('    visual: {panda_hnd: collide}'), 'cell/unknown-link', 4, 14, /no link/],
  [robot('    visual: {default: 1}'), 'document/type', 4, 23, /visual/, 'schema'],
  [robot('allow_nothing: 1'), 'document/type', 4, 16, /allow_nothing/, 'schema'],
  [robot('    surfaces: [hand]'), 'cell/unknown-link', 4, 16, /no link "hand"/],
  [
    robot('    attached: [{name: a, link: x, shape: {box: [1, 1, 1]}}]'),
    'cell/unknown-link',
    4,
    32,
    /"x"/,
  ],
  [
    robot('    attached: [{name: panda_hand, link: panda_hand, shape: {box: [1, 1, 1]}}]'),
    'cell/duplicate-name',
    3,
    5,
    /"panda_hand"/,
  ],
  [
    robot('    attached: [{name: a, link: panda_hand, touch: [], shape: {box: [1, 1, 1]}}]'),
    'document/unknown-key',
    4,
    44,
    /"touches"/,
    'schema',
  ],
  [
    robot('    attached: [{name: a, link: panda_hand, touches: [bare], shape: {box: [1, 1, 1]}}]'),
    'cell/no-geometry',
    4,
    54,
    /"bare" has no collision geometry/,
  ],
  [shape('{}'), 'cell/shape', 6, 12, /found none/, 'schema'],
  [shape('{bok: [1, 1, 1]}'), 'document/unknown-key', 6, 13, /"box"/, 'schema'],
  [shape('{box: [1, 1, 1], sphere: {radius: 1}}'), 'cell/shape', 6, 12, /box and sphere/, 'schema'],
  [shape('{box: [1, 1, 0]}'), 'shape/size', 6, 18, /positive/, 'schema'],
  [shape('{box: [1, 1]}'), 'document/length', 6, 18, /expected 3/, 'schema'],
  [shape('{sphere: 1}'), 'document/type', 6, 21, /mapping/, 'schema'],
  [
    shape('{cylinder: {radius: 1, height: 2}}'),
    'document/unknown-key',
    6,
    35,
    /"length"/,
    'schema',
  ],
  [shape('{half_space: {normal: [0, 0, 0]}}'), 'cell/normal', 6, 34, /no direction/],
  [shape('{box: [1, 1, 1], solid: false}'), 'cell/mesh-only', 6, 29, /a box/, 'schema'],
  [shape('{mesh: a.stl}'), 'cell/missing-file', 6, 19, /a\.stl/],
  [shape('{mesh: car.stl, scale: 0}'), 'cell/scale', 6, 28, /nothing/, 'schema'],
  [`${robot('obstacles:\n- {name: o}')}`, 'document/missing-key', 5, 3, /"shape"/, 'schema'],
  [robot('obstacles:\n- {name: o, parts: []}'), 'cell/empty', 5, 20, /expected shapes/, 'schema'],
  [
    robot('obstacles:\n- {name: o, shape: {box: [1, 1, 1]}, parts: []}'),
    'cell/two-shapes',
    5,
    38,
    /not both/,
    'schema',
  ],
  [
    robot(
      'obstacles:\n- {name: o, parts: [{shape: {mesh: car.stl}}, {shape: {mesh: car.stl, solid: false}}]}',
    ),
    'cell/mixed-solid',
    5,
    20,
    /two objects/,
  ],
  [
    robot('obstacles:\n- {name: camera, shape: {box: [1, 1, 1]}}'),
    'cell/duplicate-name',
    5,
    3,
    /"camera"/,
  ],
  [robot('clearance: {default: -1}'), 'cell/amount', 4, 22, /0 or more/, 'schema'],
  [robot('clearance: 0.1'), 'document/type', 4, 12, /expected a mapping/, 'schema'],
  [
    robot('clearance: {pairs: [{between: [panda_hand, tble], distance: 1}]}'),
    'cell/no-such-body',
    4,
    44,
    /"tble"/,
  ],
  [
    robot('clearance: {pairs: [{between: [panda_hand, bare], distance: 1}]}'),
    'cell/no-geometry',
    4,
    44,
    /"bare" has no collision geometry/,
  ],
  [robot('allow: [[panda_hand, bare]]'), 'cell/no-geometry', 4, 22, /"bare"/],
  [robot('allow: [[panda_hand]]'), 'document/length', 4, 9, /2 names, found 1/, 'schema'],
  [robot('allow: [[panda_hand, "left/*"]]'), 'cell/no-such-body', 4, 22, /left/],
  [robot('allow: [{pair: [a, b]}]'), 'document/unknown-key', 4, 10, /"between"/, 'schema'],
  [robot('state: {panda_hand_joint: 1}'), 'cell/fixed-joint', 4, 27, /is fixed/],
  [
    robot('    joints: {panda_joint1: 1}\nstate: {panda_joint1: 1}'),
    'cell/idle-state',
    5,
    9,
    /held/,
  ],
  [robot('state: {follower: 1}'), 'cell/idle-state', 4, 9, /follows "panda_joint1"/],
  [
    robot('    couplings: {panda_joint7: {joint: panda_joint1}}\nstate: {panda_joint7: 1}'),
    'cell/idle-state',
    5,
    9,
    /follows "panda_joint1"/,
  ],
  [robot('state: {panda_joint2: 1}'), 'cell/unknown-joint', 4, 9, /did you mean/],
];

test.each(FAULTS)('%j is refused', (text, code, line, column, message, schema) => {
  const fault = faultOf(() => readCell(utf8(text), { file: FILE, resolver: RESOLVER }));
  expect([fault.code, fault.file, fault.line, fault.column]).toEqual([code, FILE, line, column]);
  expect(`${fault.message} (${fault.hint})`).toMatch(message);
  // The schema cannot know the robots' files; it must not refuse for other reasons.
  expect(validate(parseYaml(text)), JSON.stringify(validate.errors)).toBe(schema === undefined);
});

test('a key that is not known is refused by reader and schema alike, anywhere', () => {
  const spots = (value: unknown): Record<string, unknown>[] =>
    typeof value !== 'object' || value === null
      ? []
      : [
          ...(Array.isArray(value) ? [] : [value as Record<string, unknown>]),
          ...Object.values(value).flatMap(spots),
        ];
  const count = spots(parseYaml(EXAMPLE)).length;
  expect(count).toBeGreaterThan(30);
  for (let i = 0; i < count; i++) {
    const cell = parseYaml(EXAMPLE);
    spots(cell)[i].unheard_of = 1;
    const isRefused = (run: () => void) => {
      try {
        run();
        return false;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        return true;
      }
    };
    const text = JSON.stringify(cell);
    expect(
      isRefused(() => readCell(utf8(text), { file: FILE, resolver: RESOLVER })),
      text,
    ).toBe(true);
    // Of the names of joints and links the schema knows nothing.
    const { joints, padding, scale, tracking } = cell.robots[0];
    const isFree = [joints, padding, scale, tracking, cell.state].includes(spots(cell)[i]);
    expect(validate(cell), text).toBe(isFree);
  }
});

test('1,500 damaged cell files give an InputError or a cell (seed 33)', () => {
  const small = robot('    joints: {panda_joint1: 0.5}\n    padding: {default: 0.1}\n');
  const more = `${small}obstacles:\n  - {name: a, shape: {box: [1, 2, 3]}}\nallow: [[a, panda_hand]]\n`;
  expectRobust([utf8(EXAMPLE), utf8(small), utf8(more)], 1500, 33, (bytes) => {
    const cell = readCell(bytes, { file: FILE, resolver: { files: FILES } });
    expect(cell.robots.length).toBeGreaterThan(0);
  });
});
