/** Planning scenes of MoveIt that are wrong: which fault, and where. */
import { expect, test } from 'vitest';
import { faultOf } from '../helpers/formats/helpers.ts';
import { BOX, box, FILE, read, world } from '../helpers/formats/sceneText.ts';

const state = (text: string) => `robot_state: {${text}}`;
const multi = (name: string, pose: string) =>
  state(`multi_dof_joint_state: {joint_names: [${name}], transforms: [{${pose}}]}`);

test.each<[string, string, number, number, RegExp]>([
  ['worlds: {}', 'document/unknown-key', 1, 1, /"world"/],
  [box(', dimension: 1'), 'document/unknown-key', 3, 88, /collision object/],
  [world('{id: a}'), 'scene/no-shapes', 3, 7, /"a" has no shapes/],
  [world(`{${BOX}}`), 'scene/name', 3, 7, /cannot name/],
  [world(`{id: "a*", ${BOX}}`), 'scene/name', 3, 12, /a\*/],
  [`${box('')}    - {id: b, ${BOX}}`, 'scene/duplicate-name', 4, 7, /"b"/],
  [world(`{id: camera, ${BOX}}`), 'scene/duplicate-name', 3, 7, /"camera"/],
  [box(', operation: 2'), 'scene/operation', 3, 99, /whole object/],
  [
    world('{id: a, primitives: [{type: box, dimensions: [1, 1, 1]}]}'),
    'document/length',
    3,
    7,
    /1 primitive_poses/,
  ],
  [
    world('{id: a, primitives: [{type: prism, dimensions: [1]}], primitive_poses: [{}]}'),
    'scene/primitive',
    3,
    35,
    /mesh/,
  ],
  [
    world('{id: a, primitives: [{type: 5, dimensions: [1]}], primitive_poses: [{}]}'),
    'scene/primitive',
    3,
    35,
    /type 5/,
  ],
  [
    world('{id: a, primitives: [{type: bx, dimensions: [1]}], primitive_poses: [{}]}'),
    'scene/primitive',
    3,
    35,
    /"box"/,
  ],
  [
    world('{id: a, primitives: [{type: box, dimensions: [1, 1]}], primitive_poses: [{}]}'),
    'document/length',
    3,
    52,
    /expected 3/,
  ],
  [
    world('{id: a, primitives: [{type: sphere, dimensions: [-1]}], primitive_poses: [{}]}'),
    'shape/size',
    3,
    55,
    /positive/,
  ],
  [
    world('{id: a, planes: [{coef: [0, 0, 0, 1]}], plane_poses: [{}]}'),
    'cell/normal',
    3,
    31,
    /no direction/,
  ],
  [
    world('{id: a, meshes: [{resource: no.stl}], mesh_poses: [{}]}'),
    'cell/missing-file',
    3,
    35,
    /no\.stl/,
  ],
  [
    world('{id: a, meshes: [{vertices: [], triangles: []}], mesh_poses: [{}]}'),
    'mesh/no-triangles',
    3,
    24,
    /./,
  ],
  [
    world('{id: a, meshes: [{vertices: [[0,0,0]], triangles: [[0,0,1]]}], mesh_poses: [{}]}'),
    'scene/mesh',
    3,
    58,
    /no vertex 1/,
  ],
  [box(', pose: {orientation: [0, 0, 0, 0]}'), 'document/quaternion', 3, 108, /no rotation is/],
  [box(', pose: {orientation: [0, 0, 0, 1.01]}'), 'document/quaternion', 3, 108, /length 1\.01/],
  [box(', pose: {position: {x: 0, y: 0}}'), 'document/missing-key', 3, 105, /"z"/],
  [box(', header: {frame_id: panda_hand}'), 'scene/frame', 3, 7, /attach the object/],
  [box(', header: {frame_id: mapp}'), 'scene/frame', 3, 7, /"map"/],
  [
    'fixed_frame_transforms:\n- {child_frame_id: map, transform: {translation: [1, 0, 0]}}',
    'scene/frame',
    2,
    3,
    /elsewhere/,
  ],
  [
    'fixed_frame_transforms:\n- {child_frame_id: panda_hand, transform: {}}',
    'scene/frame',
    2,
    3,
    /cannot be fixed/,
  ],
  [
    'world: {octomap: {octomap: {data: [1, 2]}}}',
    'scene/octomap',
    1,
    18,
    /without it nothing would be proven/,
  ],
  [state('joint_state: {name: [a, b], position: [1]}'), 'document/length', 1, 53, /expected 2/],
  [state('joint_state: {name: [float], position: [1]}'), 'scene/joint-value', 1, 55, /multi_dof/],
  [
    state('joint_state: {name: [panda_joint1], position: [.nan]}'),
    'document/non-finite',
    1,
    62,
    /NaN/,
  ],
  [multi('nobody', ''), 'scene/unknown-joint', 1, 75, /"nobody"/],
  [
    state(
      'multi_dof_joint_state: {header: {frame_id: odom}, joint_names: [world_joint], transforms: [{}]}',
    ),
    'scene/frame',
    1,
    106,
    /"odom"; the world is "map"/,
  ],
  [multi('panda_joint1', ''), 'scene/joint-value', 1, 81, /one value/],
  [multi('plane', 'translation: [0, 0, 1]'), 'scene/joint-value', 1, 74, /leaves the plane/],
  [state('attached_collision_objects: [{link_name: x, object: {}}]'), 'scene/name', 1, 67, /./],
  [
    state(`attached_collision_objects: [{link_name: x, object: {id: a, ${BOX}}}]`),
    'scene/unknown-link',
    1,
    56,
    /"x"/,
  ],
  [
    state(
      `attached_collision_objects: [{link_name: panda_hand, object: {id: a, header: {frame_id: map}, ${BOX}}}]`,
    ),
    'scene/attached-frame',
    1,
    76,
    /in frame "map"/,
  ],
  [
    state(`attached_collision_objects: [{link_name: panda_hand, object: {id: a, ${BOX}}}]`),
    'scene/attached-frame',
    1,
    76,
    /given in the world/,
  ],
  ['link_padding: [{link_name: x, padding: 1}]', 'scene/unknown-link', 1, 28, /"x"/],
  ['is_diff: true', 'scene/is-diff', 1, 10, /--scene/],
  ['link_padding: [{link_name: panda_hand, padding: -1}]', 'scene/amount', 1, 49, /0 or more/],
  ['link_scale: [{link_name: panda_hand, scale: 0}]', 'scene/amount', 1, 45, /more than 0/],
  [
    'allowed_collision_matrix: {entry_names: [a, b], entry_values: [[false, true]]}',
    'document/length',
    1,
    63,
    /2 rows/,
  ],
  [
    'allowed_collision_matrix: {entry_names: [a, a], entry_values: []}',
    'scene/duplicate-name',
    1,
    45,
    /"a"/,
  ],
  [
    'allowed_collision_matrix: {entry_names: [a, b], entry_values: [[0, 1], [0, 0]]}',
    'scene/asymmetric',
    1,
    72,
    /differ/,
  ],
  [
    'allowed_collision_matrix: {entry_names: [a], entry_values: [[2]]}',
    'document/type',
    1,
    62,
    /true or false/,
  ],
])('%j is refused', (text, code, line, column, message) => {
  const fault = faultOf(() => read(text));
  expect([fault.code, fault.file]).toEqual([code, FILE]);
  expect(`${fault.message} (${fault.hint})`).toMatch(message);
  expect([fault.line, fault.column]).toEqual([line, column]);
});
