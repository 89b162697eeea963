/** Small files about robots and their cells, to be damaged, and what reading them takes. */
import { buildCell, type Cell } from '../../../src/cell/index.ts';
import {
  makeCertificate,
  makeDelayCertificate,
  writeCertificate,
  writeDelayCertificate,
} from '../../../src/certificate/index.ts';
import { checkDelays } from '../../../src/check/index.ts';
import { type Resolver, readCell, readSrdf, readUrdf } from '../../../src/formats/index.ts';
import { Random } from '../../../src/math/index.ts';
import { blendedPath, buildPath, type Track, timedPath } from '../../../src/motion/index.ts';
import { PlanningSpace, Prm, writeRoadmap } from '../../../src/plan/index.ts';
import { armUrdf } from '../oracles/cellText.ts';
import { BINARY_STL, COLLADA, utf8 } from './meshSeeds.ts';

export const URDF = utf8(
  '<?xml version="1.0" encoding="utf-8"?>\n<robot name="r">\n<!-- arm -->\n<material name="m"><color rgba="1 0 0 1"/></material>\n' +
    '<link name="a"><visual><geometry><mesh filename="a.stl"/></geometry><material name="m"/></visual>\n' +
    '<collision name="x"><origin xyz="1 2 3" rpy="0 0.5 0"/><geometry><box size="1 2 3"/></geometry></collision></link>\n' +
    '<link name="b"><collision><geometry><mesh filename="package://r/a.stl" scale="1 -1 1"/></geometry></collision></link>\n' +
    '<link name="c"><collision><geometry><cylinder radius="0.1" length="1"/></geometry></collision></link>\n<link name="d"><collision><geometry><sphere radius="1"/></geometry></collision></link><link name="e"/>\n' +
    '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 1"/><limit lower="-1" upper="2" effort="3" velocity="4"/></joint>\n' +
    '<joint name="k" type="continuous"><origin xyz="0 0 1"/><parent link="b"/><child link="c"/><mimic joint="j" multiplier="2" offset="1"/></joint>\n' +
    '<joint name="l" type="planar"><parent link="b"/><child link="d"/></joint>\n' +
    '<joint name="m" type="prismatic"><parent link="d"/><child link="e"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>\n<gazebo><x>1 &amp; 2</x></gazebo>\n</robot>\n',
);

export const SRDF = utf8(
  '<?xml version="1.0"?>\n<robot name="r">\n<group name="g"><chain base_link="a" tip_link="c"/></group>\n<group name="h"><link name="d"/><joint name="l"/></group>\n' +
    '<group name="all"><group name="g"/><group name="h"/></group>\n<group_state name="s" group="all"><joint name="j" value="1"/><joint name="l" value="1 2 3"/></group_state>\n' +
    '<virtual_joint name="w" type="floating" parent_frame="map" child_link="a"/>\n<passive_joint name="k"/>\n<end_effector name="e" group="h" parent_link="c"/>\n' +
    '<disable_collisions link1="a" link2="b" reason="Adjacent"/>\n<disable_default_collisions link="d"/>\n<enable_collisions link1="a" link2="d"/>\n</robot>\n',
);

/** The same files wherever something refers to them. */
export const RESOLVER: Resolver = {
  files: (path) => {
    if (/\.stl$/i.test(path)) return BINARY_STL;
    if (/\.dae$/i.test(path)) return COLLADA;
    if (path.endsWith('arm.urdf')) return ARM;
    if (path.endsWith('r.urdf')) return URDF;
    return path.endsWith('r.srdf') ? SRDF : undefined;
  },
};

const ARM = utf8(armUrdf('arm', [0.4, 0.4, 0.4]));
export const { robot: ROBOT } = readUrdf(URDF, { file: 'r.urdf', resolver: RESOLVER });
export const { semantics: SEMANTICS } = readSrdf(SRDF, { file: 'r.srdf', robot: ROBOT });

export const CELL = `surepath: 1
robots:
  - name: left
    urdf: arm.urdf
    base: {xyz: [-0.9, 0, 0]}
    padding: {link2: 0.01}
    tracking: {joint1: 0.001}
    attached: [{name: tool, link: link2, shape: {sphere: {radius: 0.05}}, pose: {xyz: [0.5, 0, 0]}}]
  - {name: right, urdf: r.urdf, srdf: r.srdf, base: {xyz: [5, 0, 0], quaternion: [0, 0, 0, 1]}, joints: {j: 0.1}}
obstacles:
  - {name: floor, shape: {box: [5.2, 2.8, 0.04]}, pose: {xyz: [0, 0, -1.02], rpy: [0, 0, 0.1]}}
  - {name: mesh, shape: {mesh: a.stl, scale: 0.5, solid: false}, pose: {xyz: [0, 0, 3]}}
  - {name: ground, shape: {half_space: {normal: [0, 0, 1], offset: -2}}}
  - name: rack
    parts:
      - {shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0, 1.4, 0]}}
      - {shape: {capsule: {radius: 0.05, length: 1}}}
clearance: {default: 0.001, pairs: [{between: [left/link2, floor], distance: 0.002}]}
allow:
  - [left/link0, left/link1]
  - [left/*, right/a]
state: {left/joint1: 0.5}
`;

export const ARM_CELL = `surepath: 1
robots:
  - {name: left, urdf: arm.urdf, base: {xyz: [-1.5, 0, 0]}}
  - {name: right, urdf: arm.urdf, base: {xyz: [1.5, 0, 0.02], rpy: [0, 0, 3.1]}}
obstacles: [{name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0, 1.4, 0]}}]
allow: [[left/link0, left/link1], [left/link1, left/link2], [right/link0, right/link1], [right/link1, right/link2]]
`;

/** Two arms of two joints each. */
export const CELL_OF_ARMS: Cell = buildCell(
  readCell(utf8(ARM_CELL), { file: 'cell.yaml', resolver: RESOLVER }),
);

export const SCENE = `name: s
robot_model_name: r
robot_state:
  joint_state: {name: [j, m], position: [0.1, 0.2]}
  multi_dof_joint_state: {joint_names: [w], transforms: [{translation: [0, 0, 0], rotation: [0, 0, 0, 1]}]}
  attached_collision_objects:
    - {link_name: c, touch_links: [b], object: {id: t, header: {frame_id: c}, primitives: [{type: sphere, dimensions: [0.1]}], primitive_poses: [{}]}}
fixed_frame_transforms: [{header: {frame_id: a}, child_frame_id: f, transform: {translation: [0, 0, 1], rotation: [0, 0, 0, 1]}}]
allowed_collision_matrix:
  entry_names: [a, o]
  entry_values: [[false, true], [true, false]]
link_padding: [{link_name: b, padding: 0.01}]
world:
  collision_objects:
    - id: o
      pose: {position: [1, 2, 3], orientation: {x: 0, y: 0, z: 0.7071, w: 0.7071}}
      primitives: [{type: box, dimensions: [2, 4, 6]}, {type: 3, dimensions: [5, 1]}]
      primitive_poses: [{}, {position: [1, 2, 3]}]
      meshes: [{vertices: [[0,0,0],[1,0,0],{x: 0, y: 1, z: 0}], triangles: [{vertex_indices: [0,1,2]}]}, {resource: a.stl, dimensions: [2,2,2]}]
      mesh_poses: [{}, {}]
`;

export const REQUEST = `group_name: g
workspace_parameters: {}
start_state:
  joint_state: {name: [j, m], position: [1, 2]}
goal_constraints:
  - joint_constraints:
      - {joint_name: j, position: 0.5, tolerance_above: 0.1, tolerance_below: 0.1, weight: 1}
`;

const NAMES = CELL_OF_ARMS.tree.dofs.map(({ name }) => name);
const FREE = [
  [-0.3, 0.4, 0.2, -0.1],
  [0.2, -0.4, -0.2, 0.3],
  [0.1, 0.3, 0, 0],
];

export const PATH = {
  joints: NAMES,
  waypoints: FREE,
  times: [0, 1, 2.5],
  velocities: [[0, 0, 0, 0], [0.1, 0, 0, 0], null],
  accelerations: [null, [0, 0, 1, 0], null],
  interpolation: 'controller',
};
export const BLENDED = { joints: NAMES, waypoints: FREE, times: [0, 1, 2.5], blend: 0.2 };
export const ARCS = {
  joints: NAMES,
  waypoints: [FREE[0], { via: FREE[1], to: FREE[2] }, { via: [FREE[0], FREE[1]], to: FREE[2] }],
  times: [0, 1, 2.5],
};
export const TRAJECTORY = {
  header: { frame_id: '' },
  joint_names: NAMES,
  points: FREE.map((positions, i) => ({
    positions,
    velocities: [0, 0, 0, 0],
    time_from_start: { sec: i, nanosec: 5 },
  })),
};
/** Joint states as `ros2 topic echo` prints them. */
export const ECHO = FREE.map(
  (q, i) => `header:
  stamp:
    sec: ${100 + i}
    nanosec: 5
  frame_id: ''
name:
${NAMES.map((name) => `- ${name}`).join('\n')}
position:
${q.map((x) => `- ${x}`).join('\n')}
velocity: []
effort: []
---
`,
).join('');
/** A goal of an action, and what surrounds it. */
export const GOAL = `goal:
  trajectory:
    joint_names: [${NAMES.map((name) => JSON.stringify(name)).join(', ')}]
    points:
${FREE.map((q, i) => `    - {positions: [${q.join(', ')}], time_from_start: {sec: ${i}, nanosec: 0}}`).join('\n')}
  path_tolerance: [{name: "${NAMES[0]}", position: 0.1, velocity: 0, acceleration: 0}]
---
`;
export const TRACKS = {
  tracks: [
    { joints: NAMES.slice(0, 2), waypoints: FREE.map((q) => q.slice(0, 2)), times: [0, 1, 2] },
    {
      robot: 'right',
      offset: 0.5,
      joints: NAMES.slice(2).map((name) => name.split('/')[1]),
      waypoints: FREE.map((q) => q.slice(2)),
      times: [0, 1, 2],
      blend: 0.1,
    },
  ],
};
export const CSV = utf8(
  `time,${NAMES.join(',')}\n${FREE.map((q, i) => `${i},${q.join(',')}`).join('\n')}\n`,
);
export const EDGES = {
  joints: NAMES,
  edges: [
    { from: FREE[0], to: FREE[1] },
    { from: FREE[1], via: FREE[0], to: FREE[2] },
  ],
};
export const CONFIGURATIONS = { joints: NAMES, configurations: FREE };

const waypoints = FREE.map((q) => Float64Array.from(q));
const { tree, description } = CELL_OF_ARMS;

/** Certificates of a straight path, of a polynomial one and of one with an arc. */
export function certificateTexts(): string[] {
  const straight = buildPath(tree, waypoints.slice(0, 2));
  const curved = timedPath(tree, {
    waypoints,
    times: [0, 1, 2],
    velocities: waypoints.map(() => new Float64Array(4)),
  });
  const round = buildPath(tree, waypoints.slice(0, 2), {
    vias: [null, [waypoints[0].map((x, d) => 0.5 * (x + waypoints[1][d]) + (d === 0 ? 0.05 : 0))]],
  });
  return [straight, curved, round].map((path) =>
    writeCertificate(makeCertificate(description, CELL_OF_ARMS, path)),
  );
}

export function delayCertificateText(): string {
  const standing = new Float64Array(4);
  const tracks = [0, 2].map((first, i): Track => {
    const own = waypoints.map((q) => q.map((x, d) => (d === first || d === first + 1 ? x : 0)));
    const path = blendedPath(tree, { waypoints: own, times: [0, 1, 2], blend: 0.1 });
    return { dofs: [first, first + 1], name: ['left', 'right'][i], path };
  });
  const delays = [0.02, 0.02];
  const { verdict, proven } = checkDelays(CELL_OF_ARMS, tracks, { delays, standing });
  if (verdict !== 'free') throw new Error(`the tracks of the fuzzer are ${verdict}`);
  return writeDelayCertificate(
    makeDelayCertificate(description, CELL_OF_ARMS, { tracks, delays, standing, proven }),
  );
}

export const SPACE = new PlanningSpace(CELL_OF_ARMS);

export function roadmapText(): string {
  const planner = new Prm(SPACE, { lazy: true });
  planner.grow({ random: new Random(1), milestones: 30 });
  return writeRoadmap(planner.roadmap);
}
