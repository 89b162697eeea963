import { describe, expect, test } from 'vitest';
import { readUrdf, writeStl } from '../../src/formats/index.ts';
import type { MeshGeometry } from '../../src/kinematics/index.ts';
import { poseFromRpy } from '../../src/math/index.ts';
import { corners, faultOf, utf8 } from '../helpers/formats/helpers.ts';

/** One triangle, so that orientation can be seen. */
const TRIANGLE = writeStl({
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0),
  indices: Uint32Array.of(0, 1, 2),
});
const files = { 'bot/meshes/a.stl': TRIANGLE, 'bot/bad.stl': utf8('solid x\nfacet') };

function read(text: string, visuals = true) {
  return readUrdf(utf8(text), { file: 'bot/urdf/r.urdf', resolver: { files }, visuals });
}

/** A robot with links a and b and what is given. */
const robot = (rest: string) =>
  `<robot name="r">\n<link name="a"/>\n<link name="b"/>\n${rest}\n</robot>`;
const joint = (type: string, rest = '', name = 'j', parent = 'a', child = 'b') =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${rest}</joint>`;
const collision = (geometry: string, rest = '') =>
  `<robot name="r">\n<link name="a"><collision>${rest}<geometry>\n${geometry}</geometry></collision></link></robot>`;
const LIMIT = '<limit lower="-1" upper="2" effort="3" velocity="4"/>';

describe('joints', () => {
  const only = (text: string) => read(robot(text)).robot.joints[0];

  test.each(['fixed', 'continuous', 'planar', 'floating'])('%s', (kind) => {
    const found = only(joint(kind));
    expect(found).toMatchObject({ name: 'j', kind, parent: 'a', child: 'b', axis: [1, 0, 0] });
    expect(found.limits).toBeUndefined();
    expect([...found.origin]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  });

  test.each(['revolute', 'prismatic'])('%s', (kind) => {
    expect(only(joint(kind, LIMIT))).toMatchObject({
      kind,
      limits: { lower: -1, upper: 2 },
      effortLimit: 3,
      velocityLimit: 4,
    });
  });

  test('a continuous joint has no range, but a speed', () => {
    const found = only(joint('continuous', LIMIT));
    expect(found.limits).toBeUndefined();
    expect(found.velocityLimit).toBe(4);
  });

  test('an infinite speed is none, a negative one is noted', () => {
    const limit = '<limit lower="0" upper="1" velocity="inf" effort="-1"/>';
    const { robot: found, notes } = read(robot(joint('revolute', limit)));
    expect(found.joints[0].velocityLimit).toBeUndefined();
    expect(found.joints[0].effortLimit).toBeUndefined();
    expect(notes.map((note) => note.code)).toContain('urdf/negative-limit');
  });

  test('origin and axis', () => {
    const found = only(
      joint(
        'continuous',
        '<origin xyz="1 2 3" rpy="1.5707963 0.1 -3"/><axis xyz="0 3e200 -4e200"/>',
      ),
    );
    expect(found.origin).toEqual(poseFromRpy(1.5707963, 0.1, -3, 1, 2, 3));
    expect(found.axis[0]).toBe(0);
    expect(found.axis[1]).toBeCloseTo(0.6, 15);
    expect(found.axis[2]).toBeCloseTo(-0.8, 15);
    expect(only(joint('continuous', '<axis xyz="0 0 -1"/>')).axis).toEqual([0, 0, -1]);
    expect(only(joint('fixed', '<axis xyz="0 0 0"/>')).axis).toEqual([1, 0, 0]);
  });

  test('a follower of a follower follows that one, as written', () => {
    const text =
      '<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>' +
      joint('continuous', '<mimic joint="k" multiplier="2" offset="1"/>') +
      joint('continuous', '<mimic joint="l" multiplier="-3" offset="0.5"/>', 'k', 'b', 'c') +
      `${joint('continuous', '', 'l', 'c', 'd')}</robot>`;
    const [j, k, l] = read(text).robot.joints;
    expect(j.mimic).toEqual({ joint: 'k', multiplier: 2, offset: 1 });
    expect(k.mimic).toEqual({ joint: 'l', multiplier: -3, offset: 0.5 });
    expect(l.mimic).toBeUndefined();
  });

  test('a fixed joint follows nobody', () => {
    const { robot: found, notes } = read(robot(joint('fixed', '<mimic joint="x"/>')));
    expect(found.joints[0].mimic).toBeUndefined();
    expect(notes.map((note) => note.code)).toContain('urdf/mimic-ignored');
  });
});

describe('geometry', () => {
  const only = (geometry: string) =>
    read(collision(geometry)).robot.links[0].collisions[0].geometry;

  test.each([
    ['<box size="2 4 6"/>', { kind: 'box', half: [1, 2, 3] }],
    ['<sphere radius="2"/>', { kind: 'sphere', radius: 2 }],
    ['<cylinder radius="2" length="3"/>', { kind: 'cylinder', radius: 2, length: 3 }],
    ['<capsule radius="2" length="3"/>', { kind: 'capsule', radius: 2, length: 3 }],
    ['<drake:capsule radius="2" length="3"/>', { kind: 'capsule', radius: 2, length: 3 }],
    ['<cone radius="2" length="3"/>', { kind: 'cone', radius: 2, length: 3 }],
    ['<ellipsoid radii="1 2 3"/>', { kind: 'ellipsoid', radii: [1, 2, 3] }],
    ['<ellipsoid a="1" b="2" c="3"/>', { kind: 'ellipsoid', radii: [1, 2, 3] }],
  ])('%s', (text, shape) => {
    expect(only(text)).toEqual(shape);
  });

  const meshOf = (attributes: string) => only(`<mesh ${attributes}/>`) as MeshGeometry;

  test.each(['package://bot/meshes/a.stl', '../meshes/a.stl', 'file://bot/meshes/a.stl'])(
    'the mesh %s',
    (reference) => {
      const mesh = meshOf(`filename="${reference}"`);
      expect(mesh.reference).toBe(reference);
      expect(corners(mesh.triangles)).toEqual([0, 0, 0, 1, 0, 0, 0, 2, 0]);
    },
  );

  test('scale, and a mirrored mesh keeps its outside', () => {
    const a = 'filename="../meshes/a.stl"';
    expect(corners(meshOf(`${a} scale="2 3 4"`).triangles)).toEqual([0, 0, 0, 2, 0, 0, 0, 6, 0]);
    expect(corners(meshOf(`${a} scale="2"`).triangles)).toEqual([0, 0, 0, 2, 0, 0, 0, 4, 0]);
    const mirrored = corners(meshOf(`${a} scale="-1 1 1"`).triangles).map((x) => x + 0);
    expect(mirrored).toEqual([0, 0, 0, 0, 2, 0, -1, 0, 0]);
    const turned = corners(meshOf(`${a} scale="-1 -1 1"`).triangles).map((x) => x + 0);
    expect(turned).toEqual([0, 0, 0, -1, 0, 0, 0, -2, 0]);
  });

  test('several parts, with names and places; one mesh is read once', () => {
    const mesh = '<geometry><mesh filename="../meshes/a.stl"/></geometry>';
    const resolver = { files: () => TRIANGLE };
    const text =
      `<robot name="r"><link name="a"><collision name="x"><origin xyz="1 2 3"/>${mesh}</collision>` +
      `<collision>${mesh}</collision><visual>${mesh}</visual></link></robot>`;
    const found = readUrdf(utf8(text), { file: 'r.urdf', resolver });
    const [first, second] = found.robot.links[0].collisions;
    expect(first.name).toBe('x');
    expect([...first.pose.slice(9)]).toEqual([1, 2, 3]);
    expect((first.geometry as MeshGeometry).triangles).toBe(
      (second.geometry as MeshGeometry).triangles,
    );
    expect(found.robot.links[0].visuals).toHaveLength(1);
    expect([...found.files.keys()]).toEqual(['r.urdf', '../meshes/a.stl']);
  });
});

describe('notes', () => {
  const codes = (text: string, visuals = true) =>
    read(text, visuals).notes.map((note) => note.code);

  test('a robot without collisions', () => {
    expect(codes('<robot name="r"><link name="a"/></robot>')).toEqual(['urdf/no-collisions']);
  });

  test('a visual that cannot be had', () => {
    const visual = (geometry: string) =>
      `<robot name="r"><link name="a"><visual><geometry>${geometry}</geometry></visual><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>`;
    expect(codes(visual('<mesh filename="no.stl"/>'))).toEqual(['urdf/missing-mesh']);
    expect(codes(visual('<blob/>'))).toEqual(['urdf/unknown-geometry']);
    const bad = visual('<mesh filename="../bad.stl"/>');
    expect(codes(bad)).toEqual(['stl/truncated']);
    // Servers give out the files of a robot: not whatever somebody calls a mesh.
    expect([...read(bad).files.keys()]).toEqual(['bot/urdf/r.urdf']);
    expect(codes(visual('<mesh filename="no.stl"/>'), false)).toEqual([]);
  });

  test('a mesh in millimetres', () => {
    const text = collision('<mesh filename="../meshes/a.stl" scale="1000 1000 1000"/>');
    expect(read(text).notes).toMatchObject([{ code: 'urdf/large-mesh', line: 3, column: 1 }]);
  });

  test('elements that are not read', () => {
    const text = collision('<sphere radius="1"/>').replace(
      '</robot>',
      '<gazebo><colision/></gazebo><transmission/><material name="m"/><ufo/><ufo/></robot>',
    );
    expect(codes(text)).toEqual(['urdf/ignored-element']);
  });

  test('a range that is not given', () => {
    expect(codes(robot(joint('revolute', '<limit effort="1" velocity="1"/>')))).toContain(
      'urdf/no-range',
    );
  });
});

describe('faults', () => {
  test.each([
    ['<sdf/>', 'not-urdf', 1, 1],
    ['<robot name="r"/>', 'no-links', 1, 1],
    ['<robot>\n<xacro:macro name="m"/></robot>', 'no-links', 1, 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what xacro looks like
    ['<robot>\n<link name="${p}a"/></robot>', 'xacro', 2, 7],
    ['<robot>\n<link/></robot>', 'missing-attribute', 2, 1],
    ['<robot>\n<link name=" "/></robot>', 'empty-name', 2, 7],
    ['<robot>\n<link name="a"/>\n<link name="a"/></robot>', 'duplicate-link', 3, 7],
    ['<robot>\n<link name="a">\n<colision/></link></robot>', 'misspelt-element', 3, 1],
    [robot(''), 'two-roots', 3, 1],
    [robot(joint('fixed').repeat(2)), 'duplicate-joint', 4, 80],
    [robot(`${joint('fixed')}\n${joint('fixed', '', 'k')}`), 'two-parents', 5, 1],
    [robot(joint('fixed', '', 'j', 'a', 'a')), 'loop', 4, 1],
    [robot(`${joint('fixed')}\n${joint('fixed', '', 'k', 'b', 'a')}`), 'loop', 5, 1],
    [robot(joint('fixed', '', 'j', 'a', 'bb')), 'unknown-link', 4, 55],
    [robot(joint('hinge')), 'unknown-joint-type', 4, 17],
    [robot('<joint name="j" type="fixed"><parent link="a"/></joint>'), 'missing-element', 4, 1],
    [robot(joint('revolute')), 'missing-limit', 4, 1],
    [robot(joint('prismatic')), 'missing-limit', 4, 1],
    [robot(joint('revolute', '\n<limit lower="1" upper="0"/>')), 'bad-limit', 5, 8],
    [robot(joint('revolute', '\n<limit lower="nan" upper="0"/>')), 'non-finite', 5, 8],
    [robot(joint('revolute', '\n<limit low="0" uper="0"/>')), 'misspelt-attribute', 5, 16],
    [robot(joint('revolute', `\n${LIMIT}\n${LIMIT}`)), 'duplicate-element', 6, 1],
    [robot(joint('continuous', '\n<axis xyz="0 0 0"/>')), 'zero-axis', 5, 7],
    [robot(joint('planar', '\n<axis xyz="0 0 0"/>')), 'zero-axis', 5, 7],
    [robot(joint('continuous', '\n<axis xyz="0 0"/>')), 'number-count', 5, 7],
    [robot(joint('fixed', '\n<origin xyz="0 0 1x"/>')), 'bad-number', 5, 9],
    [robot(joint('fixed', '\n<origin xzy="0 0 1"/>')), 'misspelt-attribute', 5, 9],
    [robot(joint('fixed', '\n<origin quat_xyzw="0 0 0 1"/>')), 'unsupported-attribute', 5, 9],
    [robot(joint('fixed', '\n<origin xyz="0 0 1e13"/>')), 'too-large', 5, 9],
    [robot(joint('continuous', '\n<mimic joint="k"/>')), 'unknown-joint', 5, 8],
    [robot(joint('continuous', '\n<mimic joint="j"/>')), 'mimic-cycle', 5, 1],
    [robot(joint('floating', '\n<mimic joint="j"/>')), 'bad-mimic', 5, 1],
    [collision(''), 'missing-element', 2, 27],
    [collision('<blob/>'), 'unknown-geometry', 3, 1],
    [collision('<sphere radius="1"/>\n<sphere radius="1"/>'), 'duplicate-element', 4, 1],
    [collision('<sphere radius="0"/>'), 'bad-size', 3, 1],
    [collision('<box size="1 -1 1"/>'), 'bad-size', 3, 1],
    [collision('<mesh filename="no.stl"/>'), 'missing-mesh', 3, 7],
    [collision('<mesh filename="../meshes/a.stl" scale="1 0 1"/>'), 'zero-scale', 3, 34],
    [collision('<mesh filename="../meshes/a.stl" scale="1 1"/>'), 'number-count', 3, 34],
    [collision('<mesh filename="../meshes/a.stl" scale="1e13"/>'), 'too-large', 3, 34],
    ['<robot><link name="a">\n<collision/></link></robot>', 'missing-element', 2, 1],
  ])('%s: %s', (text, code, line, column) => {
    const fault = faultOf(() => read(text));
    expect(fault).toMatchObject({ code: `urdf/${code}`, file: 'bot/urdf/r.urdf', line, column });
  });

  test('a mimic circle, and a leader without a value', () => {
    const links = '<link name="a"/><link name="b"/><link name="c"/>';
    const two = (first: string, second: string) =>
      `<robot name="r">${links}${first}${second}</robot>`;
    const follow = (name: string) => `<mimic joint="${name}"/>`;
    const circle = two(
      joint('continuous', follow('k')),
      joint('continuous', follow('j'), 'k', 'b', 'c'),
    );
    expect(faultOf(() => read(circle)).code).toBe('urdf/mimic-cycle');
    const still = two(joint('continuous', follow('k')), joint('fixed', '', 'k', 'b', 'c'));
    expect(faultOf(() => read(still)).code).toBe('urdf/bad-mimic');
  });

  test('hints name what exists, and who refers to a broken mesh', () => {
    expect(faultOf(() => read(robot(joint('fixed', '', 'j', 'a', 'B')))).hint).toMatch('"b"');
    expect(faultOf(() => read(robot(joint('revolut')))).hint).toMatch('"revolute"');
    const { file, hint } = faultOf(() => read(collision('<mesh filename="../bad.stl"/>')));
    expect(file).toBe('bot/bad.stl');
    expect(hint).toMatch('bot/urdf/r.urdf:3 refers to it');
  });
});
