/** Goals of motion plan requests by where a link shall be: what is found satisfies the constraints, by forward kinematics. */
import { expect, test } from 'vitest';
import { openCell, planTask, readTaskRequest } from '../../src/jobs/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';

/** Six joints, as many industrial arms have them. */
const AXES = ['0 0 1', '0 1 0', '0 1 0', '1 0 0', '0 1 0', '1 0 0'];
const PLACES = ['0 0 0.3', '0.1 0 0.3', '0 0 0.6', '0.2 0 0.1', '0.4 0 0', '0.1 0 0'];
const urdf = `<robot name="six"><link name="base"/>${AXES.map(
  (axis, i) =>
    `<link name="l${i}"><collision><geometry><sphere radius="0.02"/></geometry></collision></link><joint name="j${i}" type="revolute"><parent link="${i === 0 ? 'base' : `l${i - 1}`}"/><child link="l${i}"/><origin xyz="${PLACES[i]}"/><axis xyz="${axis}"/><limit lower="-2.8" upper="2.8" effort="1" velocity="1"/></joint>`,
).join('')}</robot>`;
const srdf =
  '<robot name="six"><group name="arm"><chain base_link="base" tip_link="l5"/></group><group name="wrist"><joint name="j5"/></group></robot>';
const cellText = `surepath: 1
robots: [{urdf: six.urdf, srdf: six.srdf, base: {xyz: [0.5, 0, 0]}}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 4]}, pose: {xyz: [-3, 0, 0]}}]
`;
const open = openCell({
  file: 'cell.yaml',
  files: new Map([
    ['cell.yaml', utf8(cellText)],
    ['six.urdf', utf8(urdf)],
    ['six.srdf', utf8(srdf)],
  ]),
});
const joints = AXES.map((_, i) => `j${i}`);
const START = `group_name: arm
start_state: {joint_state: {name: [${joints}], position: [0, 0.2, 0.3, 0, 0.4, 0]}}
`;
const words = { from: 'from', to: 'to', toPose: 'pose', request: 'request', joints: 'joints' };

function goalsOf(constraints: string, seed = 1, head = START) {
  const text = `${head}goal_constraints:\n${constraints}`;
  const request = readTaskRequest(open.cell, 'request.yaml', utf8(text));
  return planTask(open, { from: new Map(), goals: [], poses: [], request, words }, seed);
}

function linkAt(q: Float64Array): Float64Array {
  const kinematics = new Kinematics(open.cell.tree);
  kinematics.setConfiguration(q);
  const o = kinematics.poseOf(open.cell.tree.frameOf.get('l5')!);
  return kinematics.poses.slice(o, o + 12);
}

const point = (pose: Float64Array, [x, y, z]: number[]) =>
  [0, 1, 2].map((k) => pose[9 + k] + pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z);

const position = (region: string, rest = '') =>
  `{link_name: l5, constraint_region: ${region}${rest}}`;
const sphere =
  '{primitives: [{type: 2, dimensions: [0.01]}], primitive_poses: [{position: [0.8, 0.2, 0.7]}]}';
const turned = (tolerances: number[], rest = '') =>
  `{link_name: l5, orientation: [0, 0.7071067811865476, 0, 0.7071067811865476], absolute_x_axis_tolerance: ${tolerances[0]}, absolute_y_axis_tolerance: ${tolerances[1]}, absolute_z_axis_tolerance: ${tolerances[2]}${rest}}`;

test('a point of the link is in the region, in the frame of the model and with its offset', () => {
  const { goals, names, moving } = goalsOf(
    `- position_constraints: [${position(sphere, ', target_point_offset: [0.1, 0, 0.05]')}]\n`,
  );
  expect(goals.length).toBeGreaterThan(1);
  expect(names.every((name) => name === 'its goal')).toBe(true);
  expect([...moving].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  for (const q of goals) {
    const [x, y, z] = point(linkAt(q), [0.1, 0, 0.05]);
    // Without a virtual joint the model's frame is the robot's root, which stands at x = 0.5.
    expect(Math.hypot(x - 1.3, y - 0.2, z - 0.7)).toBeLessThanOrEqual(0.01);
  }
});

test('a box that is turned, in the world', () => {
  const box =
    '{primitives: [{type: box, dimensions: [0.4, 0.02, 0.02]}], primitive_poses: [{position: [1.2, 0.2, 0.7], orientation: [0, 0, 0.7071067811865476, 0.7071067811865476]}]}';
  const { goals } = goalsOf(
    `- position_constraints: [${position(box, ', header: {frame_id: world}')}]\n`,
  );
  const spread = goals.map((q) => {
    const [x, y, z] = point(linkAt(q), [0, 0, 0]);
    expect(Math.abs(x - 1.2)).toBeLessThanOrEqual(0.0101);
    expect(Math.abs(z - 0.7)).toBeLessThanOrEqual(0.0101);
    expect(Math.abs(y - 0.2)).toBeLessThanOrEqual(0.2001);
    return y;
  });
  expect(spread.length).toBeGreaterThan(1);
});

test('a pose: both, tightly and with an axis that is free', () => {
  for (const [tolerances, rest] of [
    [[0.01, 0.01, 0.01], ''],
    [[0.05, 0.05, 3.2], ''],
    [[0.1, 0.1, 0.1], ', parameterization: 1'],
  ] as const) {
    const { goals } = goalsOf(
      `- {position_constraints: [${position(sphere)}], orientation_constraints: [${turned([...tolerances], rest)}]}\n`,
    );
    expect(goals.length).toBeGreaterThan(0);
    for (const q of goals) {
      const pose = linkAt(q);
      const [x, y, z] = point(pose, [0, 0, 0]);
      expect(Math.hypot(x - 1.3, y - 0.2, z - 0.7)).toBeLessThanOrEqual(0.01);
      // A quarter turn about y: the link's z axis points along the model's x axis.
      const tilt = Math.acos(Math.min(1, pose[2]));
      expect(tilt).toBeLessThanOrEqual(Math.hypot(tolerances[0], tolerances[1]) + 1e-9);
      if (tolerances[2] > 1) continue;
      const turn = Math.acos(Math.min(1, pose[4]));
      expect(turn).toBeLessThanOrEqual(Math.hypot(tolerances[0], tolerances[2]) + 1e-9);
    }
  }
});

test('an orientation alone, several goals, and joints besides', () => {
  const { goals, names } = goalsOf(
    `- orientation_constraints: [${turned([0.02, 0.02, 0.02])}]
- joint_constraints: [{joint_name: j0, position: 1}]
- {joint_constraints: [{joint_name: j0, position: 0.3}], position_constraints: [${position(sphere.replace('0.01', '0.05'), ', header: {frame_id: base}')}]}
`,
  );
  expect(new Set(names)).toEqual(new Set(['its goal 0', 'its goal 1', 'its goal 2']));
  goals.forEach((q, i) => {
    if (names[i] === 'its goal 0') expect(linkAt(q)[2]).toBeGreaterThan(Math.cos(0.03));
    else expect(q[0]).toBe(names[i] === 'its goal 1' ? 1 : 0.3);
    if (names[i] !== 'its goal 2') return;
    const [x, y, z] = point(linkAt(q), [0, 0, 0]);
    expect(Math.hypot(x - 1.3, y - 0.2, z - 0.7)).toBeLessThanOrEqual(0.05);
  });
});

test('the same seed finds the same goals', () => {
  const text = `- position_constraints: [${position(sphere)}]\n`;
  expect(goalsOf(text, 3).goals).toEqual(goalsOf(text, 3).goals);
});

test.each<[string, string, RegExp]>([
  [`- position_constraints: [${position(sphere.replace('0.8', '8'))}]`, 'plan/pose', /off by/],
  [`- position_constraints: [${position('{primitives: []}')}]`, 'request/region', /box/],
  [`- position_constraints: [${position('{meshes: [{}]}')}]`, 'request/unsupported', /mesh/],
  [`- orientation_constraints: [${turned([0, 1, 1])}]`, 'request/tolerance', /0\.001/],
  [
    `- orientation_constraints: [${turned([1, 1, 1], ', parameterization: 2')}]`,
    'request/unsupported',
    /Euler/,
  ],
  [
    `- position_constraints: [${position(sphere).replace('l5', 'l6')}]`,
    'plan/link',
    /did you mean/,
  ],
  [
    `- position_constraints: [${position(sphere, ', header: {frame_id: l2}')}]`,
    'request/frame',
    /moves/,
  ],
  [
    `- position_constraints: [${position(sphere, ', header: {frame_id: map}')}]`,
    'request/frame',
    /not known/,
  ],
  [
    `- position_constraints: [${position(sphere)}, ${position(sphere).replace('l5', 'l3')}]`,
    'request/unsupported',
    /one link/,
  ],
  ['- visibility_constraints: [{}]', 'request/unsupported', /visibility/],
])('%j is refused, with its place', (text, code, message) => {
  const fault = faultOf(() => goalsOf(`${text}\n`));
  expect([fault.code, fault.file]).toEqual([code, 'request.yaml']);
  expect(`${fault.message} (${fault.hint})`).toMatch(message);
  expect(fault.line).toBe(4);
});

test('only the group moves', () => {
  const head = START.replace('group_name: arm', 'group_name: wrist');
  const offset = ', target_point_offset: [0, 0.1, 0]';
  const fault = faultOf(() =>
    goalsOf(`- position_constraints: [${position(sphere, offset)}]\n`, 1, head),
  );
  expect(fault.code).toBe('plan/pose');
});
