/** Motion plan requests of MoveIt; and damaged files, scenes too. */
import { describe, expect, test } from 'vitest';
import { readRequest, readScene } from '../../src/formats/index.ts';
import { RESOLVER, ROBOT, SEMANTICS } from '../helpers/formats/cellFixture.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { expectRobust } from '../helpers/formats/mutate.ts';
import { box, FILE } from '../helpers/formats/sceneText.ts';

describe('requests', () => {
  const request = (text: string) => readRequest(utf8(text), { file: FILE });

  test('start, goals, group', () => {
    const read = request(
      'group_name: arm\nworkspace_parameters: {}\npath_constraints: {joint_constraints: []}\n' +
        'start_state:\n  joint_state: {name: [a, b], position: [1, 2]}\n' +
        'goal_constraints:\n- joint_constraints: [{joint_name: a, position: 3, tolerance_above: 0.1}]\n- {joint_constraints: [{joint_name: a, position: 4}], position_constraints: []}\n',
    );
    expect(read.group).toBe('arm');
    expect([...read.start]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(read.goals.map((goal) => goal.joints.get('a'))).toEqual([
      { position: 3, above: 0.1, below: 0 },
      { position: 4, above: 0, below: 0 },
    ]);
    expect(read.notes.map(({ code }) => code)).toEqual(['request/workspace']);
  });

  test('parts of the limits of joints; 0 leaves them open', () => {
    const scales = (text: string) => request(`goal_constraints: []\n${text}`).scales;
    expect(scales('')).toEqual({});
    expect(scales('max_velocity_scaling_factor: 0\nmax_acceleration_scaling_factor: 0.25')).toEqual(
      { acceleration: 0.25 },
    );
    expect(scales('max_velocity_scaling_factor: 1.0')).toEqual({ velocity: 1 });
    const { notes } = request('goal_constraints: []\nmax_cartesian_speed: 0.2');
    expect(notes.map(({ code }) => code)).toEqual(['request/cartesian-speed']);
    expect(request('goal_constraints: []\nmax_cartesian_speed: 0').notes).toEqual([]);
  });

  test.each<[string, string, number, number]>([
    ['max_velocity_scaling_factor: 1.5', 'request/scale', 1, 30],
    ['max_acceleration_scaling_factor: -0.1', 'request/scale', 1, 34],
    ['goals: []', 'document/unknown-key', 1, 1],
    ['path_constraints: {orientation_constraints: [{}]}', 'request/unsupported', 1, 45],
    ['path_constraints: {joint_constraints: [{}]}', 'request/unsupported', 1, 39],
    ['trajectory_constraints: {constraints: [{}]}', 'request/unsupported', 1, 39],
    ['goal_constraints: [{position_constraints: [{}]}]', 'document/missing-key', 1, 44],
    ['goal_constraints: [{visibility_constraints: [{}]}]', 'request/unsupported', 1, 45],
    ['goal_constraints: [{}]', 'request/no-goal', 1, 20],
    ['goal_constraints: [{joint_constraints: [{joint_name: a}]}]', 'document/missing-key', 1, 41],
    ['start_state: {attached_collision_objects: [{}]}', 'request/attached', 1, 44],
    [
      'goal_constraints: [{joint_constraints: [{joint_name: a, position: 0, tolerance_above: -1}]}]',
      'request/tolerance',
      1,
      87,
    ],
    [
      'goal_constraints: [{joint_constraints: [{joint_name: a, position: 0}, {joint_name: a, position: 1}]}]',
      'scene/duplicate-name',
      1,
      71,
    ],
  ])('%j is refused', (text, code, line, column) => {
    const fault = faultOf(() => request(text));
    expect([fault.code, fault.line, fault.column]).toEqual([code, line, column]);
  });
});

describe('damaged files give an InputError or a result', () => {
  const scene = `name: s\nrobot_model_name: panda\nrobot_state:\n  joint_state:\n    name: [panda_joint1, panda_joint7]\n    position: [0.1, 0.2]\n  multi_dof_joint_state: {joint_names: [world_joint], transforms: [{translation: [0, 0, 0], rotation: [0, 0, 0, 1]}]}\nallowed_collision_matrix:\n  entry_names: [panda_link0, b]\n  entry_values:\n    - [false, true]\n    - [true, false]\n${box(', pose: {position: [1, 2, 3]}')}`;
  const request = `group_name: arm\nstart_state:\n  joint_state:\n    name: [a, b]\n    position: [1, 2]\ngoal_constraints:\n  - joint_constraints:\n      - joint_name: a\n        position: 0.5\n`;

  test('1,500 scenes (seed 34)', () => {
    const options = { file: FILE, robot: ROBOT, semantics: SEMANTICS, resolver: RESOLVER };
    expectRobust([utf8(scene)], 1500, 34, (bytes) => {
      for (const { pose } of readScene(bytes, options).obstacles) {
        expect(pose.every(Number.isFinite)).toBe(true);
      }
    });
  });

  test('1,500 requests (seed 35)', () => {
    expectRobust([utf8(request)], 1500, 35, (bytes) => {
      readRequest(bytes, { file: FILE });
    });
  });
});
