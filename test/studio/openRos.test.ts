/** What people of ROS drop on the page: packages with xacro files, MoveIt configurations. */
import { describe, expect, test } from 'vitest';
import { readCellFiles } from '../../studio/engine/openCell.ts';
import { utf8 } from '../helpers/formats/helpers.ts';

const robot = (body: string) =>
  `<robot xmlns:xacro="http://ros.org/wiki/xacro" name="arm">${body}</robot>`;
const PACKAGE = (name: string) => `<package><name>${name}</name></package>`;
const ARM = robot(
  '<xacro:arg name="r" default="0.1"/><xacro:include filename="$(find arm_description)/urdf/parts/ball.xacro"/><xacro:ball/>' +
    '<link name="tip"/><joint name="j" type="revolute"><parent link="ball"/><child link="tip"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>',
);
const BALL = robot(
  '<xacro:macro name="ball"><link name="ball"><collision><geometry><sphere radius="$(arg r)"/></geometry></collision></link></xacro:macro>',
);
const DESCRIPTION = {
  'arm_description/package.xml': PACKAGE('arm_description'),
  'arm_description/urdf/arm.urdf.xacro': ARM,
  'arm_description/urdf/parts/ball.xacro': BALL,
};
const SETUP =
  'moveit_setup_assistant_config:\n  urdf:\n    package: arm_description\n    relative_path: urdf/arm.urdf.xacro\n    xacro_args: r:=0.2\n';
const CONFIGURATION = {
  'arm_moveit_config/package.xml': PACKAGE('arm_moveit_config'),
  'arm_moveit_config/.setup_assistant': SETUP,
  'arm_moveit_config/config/arm.srdf':
    '<robot name="arm"><group name="g"><joint name="j"/></group></robot>',
  'arm_moveit_config/config/joint_limits.yaml':
    'joint_limits: {j: {has_position_limits: true, min_position: -1, max_position: 1}}\n',
};

function open(files: Record<string, string>, rest = {}) {
  const map = new Map(Object.entries(files).map(([path, text]) => [path, utf8(text)]));
  return readCellFiles({ files: map, ...rest });
}

function opened(files: Record<string, string>, rest = {}) {
  const reading = open(files, rest);
  if ('unopened' in reading) throw new Error(JSON.stringify(reading.unopened));
  return reading.read;
}

describe('files that are dropped', () => {
  test('a description package: the robot, not its macros', () => {
    const { entry, description } = opened(DESCRIPTION);
    expect(entry.file).toBe('arm_description/urdf/arm.urdf.xacro');
    expect(description.robots[0].robot.links.map(({ name }) => name)).toEqual(['ball', 'tip']);
    const larger = opened(DESCRIPTION, { xacro: { r: '0.4' } }).description;
    expect(larger.robots[0].robot.links[0].collisions[0].geometry).toMatchObject({ radius: 0.4 });
  });

  test('a MoveIt configuration with its description', () => {
    const { description } = opened({ ...DESCRIPTION, ...CONFIGURATION });
    const [{ robot: read, semantics }] = description.robots;
    expect(read.joints[0].limits).toMatchObject({ lower: -1, upper: 1 });
    expect(read.links[0].collisions[0].geometry).toMatchObject({ radius: 0.2 });
    expect(semantics!.groups.map(({ name }) => name)).toEqual(['g']);
  });

  test('an included file that is missing is asked for', () => {
    const { 'arm_description/urdf/parts/ball.xacro': _, ...rest } = DESCRIPTION;
    const reading = open(rest);
    expect('unopened' in reading && reading.unopened).toMatchObject({
      kind: 'missing',
      missing: [{ reference: 'package://arm_description/urdf/parts/ball.xacro' }],
    });
  });
});
