// biome-ignore-all lint/suspicious/noTemplateCurlyInString: xacro writes expressions this way
/** Robots as people of ROS have them: packages, xacro files, MoveIt configurations, on a disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { findPackage, loadCell, loadPath } from '../../src/node/index.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { faultOf } from '../helpers/formats/helpers.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const root = mkdtempSync(join(tmpdir(), 'surepath-ros-'));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

function put(name: string, text: string): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const pack = (folder: string, name: string) =>
  put(`${folder}/package.xml`, `<package><!-- <name>x</name> --><name>${name}</name></package>`);
const robot = (body: string) =>
  `<robot xmlns:xacro="http://ros.org/wiki/xacro" name="arm">${body}</robot>`;

/** Two links, the second of which turns; the length of both is an argument, and a part is another package's. */
const ARM = robot(
  '<xacro:arg name="length" default="0.5"/><xacro:include filename="$(find parts_kit)/urdf/link.xacro"/>' +
    '<xacro:bar name="base" length="$(arg length)"/><xacro:bar name="tip" length="$(arg length)"/>' +
    '<joint name="j" type="revolute"><parent link="base"/><child link="tip"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/>' +
    '<limit lower="-2" upper="2" effort="1" velocity="3"/></joint>',
);
const BAR = robot(
  '<xacro:macro name="bar" params="name length"><link name="${name}"><collision><geometry><box size="0.1 0.1 ${length}"/></geometry></collision></link></xacro:macro>',
);
const SRDF = '<robot name="arm"><group name="g"><joint name="j"/></group></robot>';
const PATH = '{"joints": ["j"], "waypoints": [[-1], [1]]}';

pack('ws/src/arm_description', 'arm_description');
put('ws/src/arm_description/urdf/arm.urdf.xacro', ARM);
pack('ws/src/group/parts_kit', 'parts_kit');
put('ws/src/group/parts_kit/urdf/link.xacro', BAR);
pack('elsewhere/deep/down/odd_folder', 'other_kit');
pack('install/share/third_kit', 'third_kit');
put('path.json', PATH);
const arm = join(root, 'ws/src/arm_description/urdf/arm.urdf.xacro');

describe('packages are found', () => {
  const find = (name: string, roots: string[] = []) => findPackage(name, arm, roots);
  const at = (name: string) => join(root, name);

  test('upward, and in the workspace', () => {
    expect(find('arm_description').folder).toBe(at('ws/src/arm_description'));
    expect(find('parts_kit').folder).toBe(at('ws/src/group/parts_kit'));
  });

  test('in folders that are given or that the environment names', () => {
    expect(find('other_kit').folder).toBe(undefined);
    expect(find('other_kit', [at('elsewhere')]).folder).toBe(at('elsewhere/deep/down/odd_folder'));
    vi.stubEnv('ROS_PACKAGE_PATH', `${at('nowhere')}:${at('elsewhere')}`);
    expect(find('other_kit').folder).toBe(at('elsewhere/deep/down/odd_folder'));
    vi.stubEnv('AMENT_PREFIX_PATH', at('install'));
    expect(find('third_kit').folder).toBe(at('install/share/third_kit'));
    const { looked, folder } = find('fourth_kit');
    expect(folder).toBe(undefined);
    for (const word of ['above', 'ROS_PACKAGE_PATH', 'AMENT_PREFIX_PATH', 'workspace']) {
      expect(looked.join('; ')).toContain(word);
    }
  });

  test('and never taken for another: a file of the same name in the wrong package is not it', () => {
    put('pair/a/urdf/r.urdf', robotWith('package://b/meshes/m.stl'));
    put('pair/a/meshes/m.stl', 'solid x\nendsolid x\n');
    pack('pair/a', 'a');
    const fault = faultOf(() => loadCell(join(root, 'pair/a/urdf/r.urdf')));
    expect(fault.code).toBe('urdf/missing-mesh');
    expect(fault.hint).toContain('for the package in the folders above');
  });
});

function robotWith(mesh: string): string {
  return `<robot name="r"><link name="l"><collision><geometry><mesh filename="${mesh}"/></geometry></collision></link></robot>`;
}

describe('loadCell and loadPath', () => {
  test('of a xacro file with packages, arguments and a verdict', () => {
    const open = loadCell(arm, { allowNothing: true, xacro: { length: '0.25' } });
    const { cell, path } = loadPath(open, join(root, 'path.json'));
    expect(checkPath(createChecker(cell), path).verdict).toBe('free');
    const [{ robot: read }] = open.description.robots;
    const [{ geometry }] = read.links[1].collisions;
    expect(geometry).toMatchObject({ kind: 'box' });
    expect(JSON.stringify(geometry)).toContain('0.125');
    expect([...open.description.files.keys()].map((each) => each.slice(root.length + 1))).toEqual([
      'ws/src/arm_description/urdf/arm.urdf.xacro',
      'ws/src/group/parts_kit/urdf/link.xacro',
    ]);
  });

  test('an argument that no file has is refused, with what was meant', () => {
    const fault = faultOf(() => loadCell(arm, { xacro: { lenght: '1' } }));
    expect(fault).toMatchObject({ code: 'xacro/unknown-argument', file: arm });
    expect(fault.hint).toContain('length');
  });

  test.runIf(haveData('xacro/ur_description'))('of the UR description as it is published', () => {
    const file = join(DATA_FOLDER, 'xacro/ur_description/urdf/ur.urdf.xacro');
    const open = loadCell(file, { xacro: { ur_type: 'ur5e' } });
    const [{ robot: ur }] = open.description.robots;
    expect(ur.links.map(({ name }) => name)).toContain('tool0');
    const joints = ur.joints.filter(({ kind }) => kind !== 'fixed');
    expect(joints.map(({ name, limits }) => [name, limits!.lower, limits!.upper])).toEqual(
      [1, 1, 0.5, 1, 1, 1].map((turn, i) => [
        `${['shoulder_pan', 'shoulder_lift', 'elbow', 'wrist_1', 'wrist_2', 'wrist_3'][i]}_joint`,
        -turn * 2 * Math.PI,
        turn * 2 * Math.PI,
      ]),
    );
    // The lengths of the data sheet.
    const length = (child: string) =>
      Math.abs(joints.find((j) => j.child === child)!.origin.at(-3)!);
    expect(length('forearm_link')).toBeCloseTo(0.425, 12);
    expect(length('wrist_1_link')).toBeCloseTo(0.3922, 12);
    expect(open.description.files.size).toBe(14);
    // The description is made so that the type must be given.
    const fault = faultOf(() => loadCell(file));
    expect(fault.message).toContain('config/ur5x/');
    expect(fault.hint).toContain('ur_type=ur5x');
  });
});

describe('folders', () => {
  const limits = (lines: string) => `joint_limits:\n  j:\n${lines}`;
  const NARROW = limits(
    '    has_position_limits: true\n    min_position: -1.5\n    max_position: 9\n    has_velocity_limits: true\n    max_velocity: 1.25\n' +
      '    has_acceleration_limits: false\n    max_acceleration: 0\n',
  );
  const config = (folder: string, setup: string | null, extra: Record<string, string> = {}) => {
    pack(folder, 'arm_moveit_config');
    put(`${folder}/config/arm.srdf`, SRDF);
    put(`${folder}/config/joint_limits.yaml`, NARROW);
    put(`${folder}/config/kinematics.yaml`, 'g: {kinematics_solver: x}\n');
    if (setup !== null) put(`${folder}/.setup_assistant`, setup);
    for (const [name, text] of Object.entries(extra)) put(`${folder}/${name}`, text);
    return join(root, folder);
  };
  const ROS1 =
    'moveit_setup_assistant_config:\n  URDF:\n    package: arm_description\n    relative_path: urdf/arm.urdf.xacro\n    xacro_args: "length:=0.75 "\n' +
    '  SRDF:\n    relative_path: config/arm.srdf\n  CONFIG:\n    author_name: A\n';
  const ROS2 = ROS1.replace('URDF', 'urdf').replace('SRDF', 'srdf');

  test.each([
    ['ROS 1', ROS1],
    ['ROS 2', ROS2],
  ])('a MoveIt configuration of %s', (name, setup) => {
    const folder = config(`ws/src/moveit_${name.replace(' ', '')}`, setup);
    const open = loadCell(folder, { allowNothing: true });
    const { robots, files, notes } = open.description;
    const [{ robot: read, semantics, limits: rates }] = robots;
    expect(read.joints[0].limits).toMatchObject({ lower: -1.5, upper: 2 });
    expect([...rates!]).toEqual([['j', { velocity: 1.25 }]]);
    expect(semantics!.groups.map((group) => group.name)).toEqual(['g']);
    expect(JSON.stringify(read.links[0].collisions[0].geometry)).toContain('0.375');
    expect([...files.keys()].some((each) => each.endsWith('joint_limits.yaml'))).toBe(true);
    expect(notes.map((note) => note.message).join()).toContain('wider than that of the URDF');
  });

  test('with a URDF of its own, which comes first', () => {
    const own = ARM.replaceAll('0.5', '0.9');
    const folder = config('ws/src/moveit_own', ROS2, { 'config/arm.urdf.xacro': own });
    const [{ robot: read }] = loadCell(folder, { allowNothing: true }).description.robots;
    expect(JSON.stringify(read.links[0].collisions[0].geometry)).toContain('0.45');
  });

  test('whose description is not there: says where was looked', () => {
    const folder = config('lonely', ROS2.replace('arm_description', 'no_description'));
    const fault = faultOf(() => loadCell(folder));
    expect(fault.message).toContain('package://no_description/urdf/arm.urdf.xacro');
    expect(fault.hint).toContain('the folders above');
  });

  test('a description package with one robot, with several, with none', () => {
    expect(loadCell(join(root, 'ws/src/arm_description'), { allowNothing: true }).file).toBe(arm);
    pack('two', 'two_description');
    put('two/urdf/a.urdf', robotWith('m.stl'));
    put('two/urdf/b.urdf.xacro', ARM);
    const several = faultOf(() => loadCell(join(root, 'two')));
    expect(several.code).toBe('folder/several-robots');
    expect(several.message).toMatch(/two\/urdf\/a\.urdf, .*two\/urdf\/b\.urdf\.xacro/);
    put('none/readme.txt', '');
    expect(faultOf(() => loadCell(join(root, 'none'))).code).toBe('folder/no-robot');
  });

  test('with several SRDFs: the one that the assistant or the URDF names, else one that is given', () => {
    const other = SRDF.replace('"g"', '"other"');
    const folder = config('ws/src/moveit_several', ROS1, { 'config/arm_hand.srdf': other });
    const groups = (srdf?: string) =>
      loadCell(folder, {
        allowNothing: true,
        ...(srdf && { srdf: `${folder}/${srdf}` }),
      }).description.robots[0].semantics!.groups.map((group) => group.name);
    expect(groups()).toEqual(['g']);
    rmSync(join(folder, '.setup_assistant'));
    rmSync(join(folder, 'config/arm.srdf'));
    put('ws/src/moveit_several/config/arm.urdf.xacro', ARM);
    put('ws/src/moveit_several/config/b.srdf', SRDF);
    const fault = faultOf(() => groups());
    expect(fault.code).toBe('folder/several-srdfs');
    expect(fault.hint).toMatch(/--srdf .*arm_hand\.srdf, .*b\.srdf/);
    expect(groups('config/arm_hand.srdf')).toEqual(['other']);
    const info = (...more: string[]) => runInside(folder, 'info', '.', ...more);
    expect(info().stderr).toContain('2 SRDFs');
    expect(info('--srdf', 'config/b.srdf').status).toBe(0);
  });

  test('limits with nothing in common are an error', () => {
    const folder = config('ws/src/moveit_apart', ROS2);
    put('ws/src/moveit_apart/config/joint_limits.yaml', NARROW.replace('-1.5', '5'));
    expect(faultOf(() => loadCell(folder))).toMatchObject({ code: 'moveit/limits', line: 3 });
  });

  test.each([
    ['nothing', '', [-2, 2]],
    ['comments alone', '# joint_limits:\n#   j: {}\n', [-2, 2]],
    ['no joints', 'joint_limits:\n', [-2, 2]],
    ['words of YAML 1.1', NARROW.replace('true', 'Yes'), [-1.5, 2]],
    ['a range that does not count', NARROW.replace('true', 'off'), [-2, 2]],
  ])('limits with %s', (name, text, [lower, upper]) => {
    const folder = config(`ws/src/moveit_${name.replaceAll(' ', '_')}`, ROS2, {
      'config/joint_limits.yaml': text,
    });
    const [{ robot: read }] = loadCell(folder, { allowNothing: true }).description.robots;
    expect(read.joints[0].limits).toMatchObject({ lower, upper });
  });

  test('a limit of which nobody can say whether it counts is an error', () => {
    const folder = config('ws/src/moveit_maybe', ROS2, {
      'config/joint_limits.yaml': NARROW.replace('true', 'maybe'),
    });
    expect(faultOf(() => loadCell(folder))).toMatchObject({ code: 'moveit/limits', line: 3 });
  });

  test('on the command line, with the arguments of the file', () => {
    const run = (...args: string[]) => runInside(root, ...args);
    const { stdout, status } = run('info', 'ws/src/arm_description', '--allow-nothing');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    const info = run(
      'info',
      'ws/src/arm_description',
      '--xacro-arg',
      'length=2',
      '--packages',
      'ws',
    );
    expect(info.status).toBe(0);
    expect(info.stdout).toContain('length=0.5');
    put('m.xml', '<mujoco><worldbody><geom name="a" size="1"/></worldbody></mujoco>');
    const mjcf = run('info', 'm.xml', '--xacro-arg', 'length=2');
    expect([mjcf.status, mjcf.stderr]).toEqual([2, expect.stringContaining('this is none')]);
    config('ws/src/moveit_listed', ROS2);
    const listed = run('info', 'ws/src/moveit_listed', '--packages', 'ws');
    expect(listed.stdout).toMatch(/^files that were taken from the folder\n {2}robot/);
    expect(listed.stdout).toContain(
      'config/kinematics.yaml (poses are solved without its solvers)',
    );
    const { folder } = JSON.parse(run('info', 'ws/src/moveit_listed', '--json').stdout);
    expect(folder).toMatchObject({ kinematics: 'config/kinematics.yaml' });
    put(
      'cell.yaml',
      'surepath: 1\nrobots: [{urdf: ws/src/arm_description/urdf/arm.urdf.xacro, xacro: {length: 0.2}}]\nobstacles: [{name: box, shape: {box: [1, 1, 1]}, pose: {xyz: [5, 0, 0]}}]\n',
    );
    expect(run('check', 'cell.yaml', 'path.json').stdout).toMatch(/^free/m);
    const wrong = run('check', 'cell.yaml', 'path.json', '--xacro-arg', 'length=1');
    expect(wrong.stderr).toContain('--xacro-arg is for a xacro file');
  });
});
