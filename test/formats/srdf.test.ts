import { describe, expect, test } from 'vitest';
import { groupJoints, readSrdf, readUrdf } from '../../src/formats/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';

/** base - j1 - a - j2 - b, base - j3 - c (fixed), b - move - d (planar). */
const { robot } = readUrdf(
  utf8(
    '<robot name="r"><link name="base"/><link name="a"/><link name="b"/><link name="c"/><link name="d"/>' +
      '<joint name="j1" type="revolute"><parent link="base"/><child link="a"/><limit lower="-1" upper="1"/></joint>' +
      '<joint name="j2" type="continuous"><parent link="a"/><child link="b"/></joint>' +
      '<joint name="j3" type="fixed"><parent link="base"/><child link="c"/></joint>' +
      '<joint name="move" type="planar"><parent link="b"/><child link="d"/></joint></robot>',
  ),
  { file: 'r.urdf', resolver: { files: {} } },
);

const read = (body: string) =>
  readSrdf(utf8(`<robot name="r">\n${body}\n</robot>`), { file: 'r.srdf', robot });
const codes = (body: string) => read(body).notes.map((note) => note.code);

describe('what an SRDF says', () => {
  test('groups, end effectors, virtual and passive joints', () => {
    const { semantics, notes } = read(
      '<group name="arm"><chain base_link="base" tip_link="b"/></group>' +
        '<group name="rest"><link name="c"/><joint name="move"/><joint name="world"/></group>' +
        '<group name="all"><group name="arm"/><group name="rest"/></group>' +
        '<virtual_joint name="world" type="floating" parent_frame="map" child_link="base"/>' +
        '<passive_joint name="j2"/>' +
        '<end_effector name="hand" group="rest" parent_link="b" parent_group="arm"/>' +
        '<end_effector name="other" group="rest" parent_link="b"/>',
    );
    expect(notes).toEqual([]);
    expect(semantics).toMatchObject({
      robot: 'r',
      groups: [
        { name: 'arm', chains: [{ base: 'base', tip: 'b' }] },
        { name: 'rest', links: ['c'], joints: ['move', 'world'] },
        { name: 'all', subgroups: ['arm', 'rest'] },
      ],
      virtualJoints: [{ name: 'world', kind: 'floating', parentFrame: 'map', childLink: 'base' }],
      passiveJoints: ['j2'],
      endEffectors: [
        { name: 'hand', group: 'rest', parentLink: 'b', parentGroup: 'arm' },
        { name: 'other', group: 'rest', parentLink: 'b' },
      ],
    });
    expect(groupJoints(robot, semantics, 'arm')).toEqual({
      joints: ['j1', 'j2'],
      links: ['a', 'b'],
      virtualJoints: [],
    });
    const all = groupJoints(robot, semantics, 'all');
    expect([...all.joints].sort()).toEqual(['j1', 'j2', 'j3', 'move']);
    expect([...all.links].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(all.virtualJoints).toEqual(['world']);
  });

  test('a chain may run over a common ancestor; a root link has no joint', () => {
    const { semantics } = read(
      '<group name="x"><chain base_link="c" tip_link="a"/></group><group name="y"><link name="base"/></group>',
    );
    expect([...groupJoints(robot, semantics, 'x').joints].sort()).toEqual(['j1', 'j3']);
    expect(groupJoints(robot, semantics, 'y')).toMatchObject({ joints: [], links: ['base'] });
  });

  test('states, with several values for planar and floating joints', () => {
    const { semantics, notes } = read(
      '<virtual_joint name="world" type="floating" parent_frame="map" child_link="base"/><group name="g"><link name="a"/></group>' +
        '<group_state name="home" group="g"><joint name="j1" value="0.5"/><joint name="move" value="1 2 3"/>' +
        '<joint name="world" value="0 0 0 0 0 0 1"/></group_state>',
    );
    expect(notes).toEqual([]);
    expect([...semantics.states[0].values]).toEqual([
      ['j1', [0.5]],
      ['move', [1, 2, 3]],
      ['world', [0, 0, 0, 0, 0, 0, 1]],
    ]);
  });

  test('pairs, each once', () => {
    const { semantics } = read(
      '<disable_collisions link1="a" link2="b" reason="Adjacent"/><disable_collisions link1="b" link2="a" reason="Never"/>' +
        '<disable_collisions link1="a" link2="c"/>',
    );
    expect(semantics.disabledPairs).toEqual([
      { link1: 'a', link2: 'b', reason: 'Adjacent' },
      { link1: 'a', link2: 'c', reason: '' },
    ]);
  });

  test('a link that is disabled by default, but for one pair', () => {
    const { semantics, notes } = read(
      '<disable_default_collisions link="d"/><disable_default_collisions link="c"/>' +
        '<enable_collisions link1="base" link2="d"/><disable_collisions link1="a" link2="d" reason="User"/>',
    );
    expect(notes).toEqual([]);
    const pairs = semantics.disabledPairs.map((pair) => [pair.link1, pair.link2].sort().join(' '));
    expect(pairs.sort()).toEqual(['a c', 'a d', 'b c', 'b d', 'base c', 'c d']);
    expect(semantics.disabledPairs[0].reason).toBe('User');
  });
});

describe('notes', () => {
  const group = '<group name="g"><link name="a"/></group>';
  const state = (value: string) =>
    `${group}<group_state name="s" group="g"><joint ${value}/></group_state>`;

  test.each([
    ['<gripper/>', 'ignored-element'],
    ['<group name="g"/>', 'empty-group'],
    ['<group name="g"><link name="a"/><link name="x"/></group>', 'unknown-link'],
    ['<group name="g"><link name="a"/><joint name="x"/></group>', 'unknown-joint'],
    ['<group name="g"><link name="a"/><chain base_link="x" tip_link="a"/></group>', 'unknown-link'],
    [`${group}<end_effector name="e" group="g" parent_link="x"/>`, 'unknown-link'],
    ['<virtual_joint name="v" type="fixed" parent_frame="w" child_link="x"/>', 'unknown-link'],
    ['<passive_joint name="x"/>', 'unknown-joint'],
    ['<group_state name="s" group="g"/>', 'unknown-group'],
    [state('name="x" value="0"'), 'unknown-joint'],
    [state('name="j3" value="0"'), 'fixed-joint'],
    [state('name="j1" value="2"'), 'outside-limits'],
    ['<disable_collisions link1="a" link2="x"/>', 'unknown-link'],
    ['<disable_collisions link1="a" link2="a"/>', 'same-link'],
    [
      '<disable_collisions link1="a" link2="b"/><enable_collisions link1="b" link2="a"/>',
      'conflict',
    ],
  ])('%s: %s', (body, code) => {
    expect(codes(body)).toEqual([`srdf/${code}`]);
    expect(read(body).notes[0]).toMatchObject({ file: 'r.srdf', line: 2 });
  });

  test('another robot', () => {
    const { notes } = readSrdf(utf8('<robot name="s"/>'), { file: 'r.srdf', robot });
    expect(notes).toMatchObject([{ code: 'srdf/other-robot', line: 1, column: 8 }]);
  });
});

describe('what has nothing to do with collisions is noted and left out', () => {
  const group = '<group name="g"><link name="a"/></group>';
  const state = (rest: string) => `${group}<group_state name="s" group="g">\n${rest}</group_state>`;
  const pair = '<disable_collisions link1="a" link2="b" reason="Never"/>';

  test.each([
    [`${group}\n${group}`, 'duplicate-group', 3, 8],
    ['<group/>', 'missing-attribute', 2, 1],
    [`${group}<group_state name="s"/>`, 'missing-attribute', 2, 41],
    [`<group name="g"><link name="a"/>\n<group name="h"/></group>`, 'unknown-group', 3, 8],
    ['<group name="g"><link name="a"/><group name="g"/></group>', 'group-cycle', 2, 1],
    [
      `${group}<group_state name="s" group="g"/>\n<group_state name="s" group="g"/>`,
      'duplicate-state',
      3,
      14,
    ],
    [state('<joint name="j1" value="x"/>'), 'bad-number', 3, 18],
    [state('<joint name="j1" value="nan"/>'), 'non-finite', 3, 18],
    [state('<joint name="j1" value="1 2"/>'), 'value-count', 3, 18],
    [state('<joint name="move" value="1"/>'), 'value-count', 3, 20],
    [state('<joint name="j1" value="0"/>\n<joint name="j1" value="0"/>'), 'duplicate-joint', 4, 8],
    ['<end_effector name="e" group="g" parent_link="a"/>', 'unknown-group', 2, 24],
    ['<virtual_joint name="j1" type="fixed"/>', 'duplicate-joint', 2, 16],
    ['<virtual_joint name="v" type="hinge"/>', 'unknown-joint-type', 2, 25],
    ['<disable_collisions link1="a"/>', 'missing-attribute', 2, 1],
  ])('%s: %s', (body, code, line, column) => {
    const { notes, semantics } = read(`${body}\n${pair}`);
    expect(notes).toMatchObject([{ code: `srdf/${code}`, file: 'r.srdf', line, column }]);
    // The rest is read, and no pair more is harmless.
    expect(semantics.disabledPairs).toEqual([{ link1: 'a', link2: 'b', reason: 'Never' }]);
  });

  test('of groups in a circle one loses the other', () => {
    const round =
      '<group name="g"><group name="h"/></group><group name="h"><link name="a"/><group name="g"/></group>';
    const { notes, semantics } = read(round);
    expect(notes.map(({ code }) => code)).toEqual(['srdf/group-cycle']);
    expect(semantics.groups.map(({ subgroups }) => subgroups)).toEqual([[], ['g']]);
  });

  test('the first value of a joint counts', () => {
    const { semantics } = read(state('<joint name="j1" value="0.5"/><joint name="j1" value="0"/>'));
    expect(semantics.states[0].values.get('j1')).toEqual([0.5]);
  });
});

describe('faults', () => {
  const group = '<group name="g"><link name="a"/></group>';

  test.each([
    ['<link name="a"/>', 'not-srdf', 2, 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what xacro looks like
    ['<group name="${x}"/>', 'xacro', 2, 8],
    ['<enable_collisions link1="a"/>', 'missing-attribute', 2, 1],
    ['<enable_collisions link1="a" link2="x"/>', 'unknown-link', 2, 1],
  ])('%s: %s', (body, code, line, column) => {
    const fault = faultOf(() => read(body));
    expect(fault).toMatchObject({ code: `srdf/${code}`, file: 'r.srdf', line, column });
  });

  test('not an SRDF at all', () => {
    const fault = faultOf(() => readSrdf(utf8('<sdf/>'), { file: 'r.srdf', robot }));
    expect(fault.code).toBe('srdf/not-srdf');
  });

  test('groups that do not exist or contain each other, made by hand', () => {
    const { semantics } = read(group);
    const fault = faultOf(() => groupJoints(robot, semantics, 'gg'));
    expect(fault).toMatchObject({ code: 'srdf/unknown-group', hint: 'did you mean "g"?' });
    const round = { name: 'x', links: [], joints: [], chains: [], subgroups: ['x'] };
    const broken = { ...semantics, groups: [round] };
    expect(faultOf(() => groupJoints(robot, broken, 'x')).code).toBe('srdf/group-cycle');
  });
});
