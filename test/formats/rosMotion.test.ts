/** Motions as `ros2 topic echo` prints them: joint states, display trajectories, goals; and in a cell that lacks some of their joints. */
import { describe, expect, test } from 'vitest';
import { readPath } from '../../src/formats/index.ts';
import { openCell, openMotion } from '../../src/jobs/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const files = new Map(planarArm().map(([name, text]) => [name, utf8(text)]));
const open = openCell({ file: 'cell.yaml', files });
const inCell = (text: string) => openMotion(open, { file: 'echo.txt', bytes: utf8(text) });
const read = (text: string) => readPath(utf8(text), { file: 'echo.txt' });
const rows = (text: string) => read(text).waypoints.map((row) => [...row]);

/** A sensor_msgs/JointState, in either style of YAML that echo has. */
const state = (nanoseconds: number, joints: Record<string, number | string>) =>
  `header:\n  stamp:\n    sec: 1700000000\n    nanosec: ${nanoseconds}\n  frame_id: ''\nname:\n` +
  `${Object.keys(joints)
    .map((name) => `- ${name}\n`)
    .join('')}position: [${Object.values(joints).join(', ')}]\nvelocity: []\neffort: []\n---\n`;

describe('joint states, document by document', () => {
  test('in the order of their stamps, joints by name', () => {
    const text = state(2e8, { b: 2, a: 1 }) + state(0, { a: 0, b: 0 }) + state(1e8, { b: 1, a: 4 });
    const path = read(text);
    expect(path.joints).toEqual(['b', 'a']);
    expect(rows(text)).toEqual([
      [0, 0],
      [1, 4],
      [2, 1],
    ]);
    expect(path.times!.map((time) => Math.round(time * 10))).toEqual([0, 1, 2]);
    expect(path.interpolation).toBe('straight');
    expect(path.assumptions!.join()).toMatch(/ran straight between the 3 recorded states/);
    expect(path.notes.map(({ code }) => code)).toContain('path/disorder');
  });

  test('of two publishers: each joint runs straight between its own states', () => {
    const arm = state(0, { a: 0 }) + state(2e8, { a: 2 });
    const hand = state(1e8, { g: 5 }) + state(2e8, { g: 6 });
    expect(rows(arm + hand)).toEqual([
      [0, 5],
      [1, 5],
      [2, 6],
    ]);
    expect(read(arm + hand).assumptions!.join()).toMatch(/"g" stood before the first/);
  });

  test.each([
    ['no number', state(0, { a: '.nan' }), /NaN/],
    [
      'too few positions',
      state(0, { a: '1' }).replace('- a\n', '- a\n- b\n'),
      /expected 2 positions/,
    ],
    ['a joint twice', state(0, { a: '1, 2' }).replace('- a\n', '- a\n- a\n'), /"a" occurs twice/],
    ['cut off by echo', state(0, { a: "'...'" }), /full-length/],
  ])('%s is a fault with its line', (_, text, message) => {
    const fault = faultOf(() => read(text));
    expect(`${fault.message} ${fault.hint}`).toMatch(message);
    expect(fault.file).toBe('echo.txt');
    expect(fault.line).toBeGreaterThan(0);
  });
});

const POINTS = [
  [0, 0],
  [1, 0.5],
];
const trajectory = (joints: string[], points = POINTS) => ({
  header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' },
  joint_names: joints,
  points: points.map((positions, k) => ({
    ...{ positions, velocities: [], accelerations: [], effort: [] },
    time_from_start: { sec: k, nanosec: 500_000_000 },
  })),
});
const robot = (joints: string[], points = POINTS) => ({
  joint_trajectory: trajectory(joints, points),
  multi_dof_joint_trajectory: { joint_names: [], points: [] },
});
const start = (joints: Record<string, number>) => ({
  joint_state: { name: Object.keys(joints), position: Object.values(joints) },
  multi_dof_joint_state: { joint_names: [], transforms: [] },
  attached_collision_objects: [],
  is_diff: false,
});
const echo = (message: unknown) => `${JSON.stringify(message)}\n---\n`;

describe('messages with trajectories', () => {
  test.each([
    ['a JointTrajectory', trajectory(['a', 'b'])],
    ['a RobotTrajectory', robot(['a', 'b'])],
    ['a FollowJointTrajectory goal', { trajectory: trajectory(['a', 'b']), path_tolerance: [] }],
    [
      'one as an action wraps it',
      { goal_id: { id: '' }, goal: { trajectory: trajectory(['a', 'b']), goal_tolerance: [] } },
    ],
    ['an ExecuteTrajectory goal', { trajectory: robot(['a', 'b']), controller_names: [] }],
    ['a DisplayTrajectory', { model_id: 'm', trajectory: [robot(['a', 'b'])] }],
  ])('%s', (_, message) => {
    const path = read(echo(message));
    expect(path.joints).toEqual(['a', 'b']);
    expect(path.waypoints.map((row) => [...row])).toEqual(POINTS);
    expect(path.times).toEqual([0.5, 1.5]);
  });

  test('a DisplayTrajectory has others stand where its start state has them', () => {
    const message = { trajectory: [robot(['a', 'b'])], trajectory_start: start({ c: 3, a: 9 }) };
    const path = read(echo(message));
    expect(path.joints).toEqual(['a', 'b', 'c']);
    expect(path.waypoints.map((row) => [...row])).toEqual([
      [0, 0, 3],
      [1, 0.5, 3],
    ]);
  });

  test('what a start state carries, and where it places the base, a verdict assumes', () => {
    const object = (operation: number) => ({
      link_name: 'link2',
      object: { id: `box${operation}`, operation, primitives: [], primitive_poses: [] },
    });
    const transforms = [
      { translation: { x: 1, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } },
    ];
    const state = {
      ...start({ joint1: 0, joint2: 0 }),
      attached_collision_objects: [object(0), object(1)],
      multi_dof_joint_state: { joint_names: ['world_joint'], transforms },
    };
    const own = ['joint1', 'joint2'];
    for (const message of [
      { trajectory: [robot(own)], trajectory_start: state },
      { trajectory: robot(own), trajectory_start: state },
    ]) {
      const { motion, notes } = inCell(echo(message));
      expect(motion.assumptions).toEqual([
        expect.stringContaining('has "box0" on "link2", which'),
        expect.stringMatching(/"world_joint".* is where the cell has it/),
      ]);
      expect(notes.map(({ code }) => code)).not.toContain('path/start');
    }
  });

  test('a trajectory that does not begin in its start state is a note', () => {
    const message = (a: number) => ({
      ...{ trajectory: [robot(['a', 'b'])], trajectory_start: start({ a, b: 0 }) },
    });
    const texts = (a: number) => read(echo(message(a))).notes.map(({ message: text }) => text);
    expect(texts(POINTS[0][0] + 0.009)).toEqual([]);
    expect(texts(POINTS[0][0] - 0.2).join()).toContain('"a" by 0.2');
  });

  test.each([
    ['several trajectories', { trajectory: [robot(['a', 'b']), robot(['a', 'b'])] }, /2 traj/],
    ['none', { trajectory: [] }, /no trajectory/],
    ['a goal without one', { goal: { order: 3 } }, /no trajectory/],
    [
      'joints of several degrees of freedom',
      { ...robot(['a', 'b']), multi_dof_joint_trajectory: { joint_names: ['base'], points: [] } },
      /several degrees of freedom/,
    ],
    ['a point that is short', trajectory(['a', 'b'], [[1], [2, 3]]), /expected 2 values/],
  ])('%s: a fault', (_, message, expected) => {
    expect(faultOf(() => read(echo(message))).message).toMatch(expected);
  });

  test('two messages in a file are two motions', () => {
    const text = echo(trajectory(['a', 'b']));
    expect(faultOf(() => read(text + text)).message).toMatch(/2 messages, expected one/);
  });

  test('a tolerance along the path is a note', () => {
    const path_tolerance = [{ name: 'a', position: 0.1, velocity: 0, acceleration: 0 }];
    const { notes } = read(echo({ trajectory: trajectory(['a', 'b']), path_tolerance }));
    expect(notes.map(({ message }) => message).join()).toMatch(/stray .*\(a: 0.1\)/);
  });
});

describe('joints that the cell does not have', () => {
  const both = (g: number) => ({ joint2: 0.1, gripper: g, joint1: g });

  test('of a recording are left out, which verdicts assume', () => {
    const { motion } = inCell(state(0, both(0)) + state(1e8, both(0.5)));
    expect(motion.waypoints.map((row) => [...row])).toEqual([
      [0, 0.1],
      [0.5, 0.1],
    ]);
    expect(motion.assumptions!.join()).toContain('"gripper" of the recording is not in the cell');
  });

  test('of a start state are left out, with a note', () => {
    const trajectory = [robot(['joint1', 'joint2'])];
    const at = start({ gripper: 1, joint1: 0, finger: 2 });
    const { motion, notes } = inCell(echo({ trajectory, trajectory_start: at }));
    expect(motion.waypoints.map((row) => [...row])).toEqual(POINTS);
    expect(notes.map(({ message }) => message).join()).toMatch(/"gripper", "finger" of the start/);
  });

  test('that a trajectory moves are a fault, and so is a recording of another robot', () => {
    const sent = faultOf(() => inCell(echo(trajectory(['joint1', 'gripper']))));
    expect(sent.message).toMatch(/no joint "gripper"/);
    const moved = { trajectory: [robot(['joint1', 'gripper'])], trajectory_start: start({ x: 1 }) };
    expect(faultOf(() => inCell(echo(moved))).message).toMatch(/no joint "gripper"/);
    expect(faultOf(() => inCell(state(0, { gripper: 1 }))).message).toMatch(/no joint "gripper"/);
    // What it has of this robot does not say where the rest of it stands.
    const part = faultOf(() => inCell(state(0, { gripper: 1, joint1: 1 })));
    expect(part.message).toMatch(/joint2/);
  });
});
