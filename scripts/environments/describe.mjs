// @ts-check
// An environment's facts as text: URDF, SRDF, the cell file and paths.

import { radians } from '../cells/describe.mjs';

/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */

/**
 * @typedef {object} RobotFacts
 * @property {string} name  of the file `robots/NAME.urdf`
 * @property {string} title
 * @property {import('../cells/arm.mjs').JointFacts[]} joints
 * @property {Record<string, string>} files  meshes below `robots/meshes`, by link
 * @property {Record<string, string>} colours  by link; others have that of `default`
 * @property {[string, string][]} [touching]  links that overlap where they are joined, beside neighbours in the tree
 */

/**
 * @typedef {object} PartFacts  A mesh and where it stands.
 * @property {string} mesh  a file
 * @property {Point3} [xyz]
 * @property {Point3} [rpy]  degrees
 * @property {Point3} [scale]
 */

/**
 * @typedef {object} ObstacleFacts
 * @property {string} name
 * @property {PartFacts[]} [parts]
 * @property {Point3} [box]  edge lengths
 * @property {Point3} [xyz]  of a box
 */

/**
 * @typedef {object} EnvironmentFacts
 * @property {string} folder
 * @property {string} figure  of paper A, or of another that is named
 * @property {string} title
 * @property {RobotFacts} robot
 * @property {{ name?: string, xyz: Point3, yaw: number, hangs?: boolean }[]} robots  copies of it; yaw in degrees;
 *   one that hangs is turned upside down first
 * @property {string[]} [loops]  closed loops of each robot, as the cell file has them
 * @property {Record<string, number[]>} states  of one robot, in radians and metres
 * @property {ObstacleFacts[]} obstacles
 * @property {Record<string, () => Triangles>} meshes  those that the cell has of its own, by file
 * @property {Record<string, { verdict: string, waypoints: number[][] }>} paths  radians, one robot
 *   after the other
 */

/** Radians with six digits. @type {(...degrees: number[]) => number[]} */
export function degrees(...values) {
  return values.map(radians);
}

/** @type {(robot: RobotFacts) => string[]} */
export function linksOf(robot) {
  return [robot.joints[0].parent, ...robot.joints.map((joint) => joint.child)];
}

/** @type {(robot: RobotFacts) => string} */
export function urdf(robot) {
  const used = [...new Set(Object.values(robot.colours))];
  const materials = used.map(
    (rgba, i) => `  <material name="paint_${i}"><color rgba="${rgba}"/></material>\n`,
  );
  const links = linksOf(robot).map((name) => {
    const file = robot.files[name];
    if (!file) return `  <link name="${name}"/>\n`;
    const geometry = `<geometry><mesh filename="meshes/${file}"/></geometry>`;
    const paint = used.indexOf(robot.colours[name] ?? robot.colours.default);
    return `  <link name="${name}">
    <visual>${geometry}<material name="paint_${paint}"/></visual>
    <collision>${geometry}</collision>
  </link>
`;
  });
  const joints = robot.joints.map((joint) => {
    const { name, parent, child, xyz, axis, range, speed, slides, mimic } = joint;
    const ends = `<parent link="${parent}"/><child link="${child}"/>`;
    const origin = `<origin xyz="${xyz.join(' ')}" rpy="0 0 0"/>`;
    if (!axis || !range || !speed) {
      return `  <joint name="${name}" type="fixed">
    ${ends}
    ${origin}
  </joint>
`;
    }
    const number = slides ? (/** @type {number} */ metres) => metres : radians;
    const [lower, upper] = range.map(number);
    return `  <joint name="${name}" type="${slides ? 'prismatic' : 'revolute'}">
    ${ends}
    ${origin}
    <axis xyz="${axis.join(' ')}"/>
    <limit lower="${lower}" upper="${upper}" velocity="${number(speed)}" effort="0"/>${follows(mimic)}
  </joint>
`;
  });
  return `<?xml version="1.0"?>
<!-- ${robot.title} -->
<robot name="${robot.name}">
${materials.join('')}${links.join('')}${joints.join('')}</robot>
`;
}

/** @type {(mimic: import('../cells/arm.mjs').JointFacts['mimic']) => string} */
function follows(mimic) {
  return mimic ? `\n    <mimic joint="${mimic.joint}" multiplier="${mimic.multiplier}"/>` : '';
}

/** Joints that have values of their own. @type {(robot: RobotFacts) => import('../cells/arm.mjs').JointFacts[]} */
function movingJoints({ joints }) {
  return joints.filter(({ axis, mimic }) => axis && !mimic);
}

/** @type {(facts: EnvironmentFacts) => string} */
export function srdf({ robot, states }) {
  const moving = movingJoints(robot);
  const links = linksOf(robot);
  const stateLines = Object.entries(states).map(([name, values]) => {
    const lines = moving.map(
      (joint, i) => `    <joint name="${joint.name}" value="${values[i]}"/>\n`,
    );
    return `  <group_state name="${name}" group="arm">\n${lines.join('')}  </group_state>\n`;
  });
  const neighbours = [
    ...robot.joints.map(({ parent, child }) => [parent, child]),
    ...(robot.touching ?? []),
  ];
  const disabled = neighbours
    .filter(([a, b]) => robot.files[a] && robot.files[b])
    .map(([a, b]) => `  <disable_collisions link1="${a}" link2="${b}" reason="Adjacent"/>\n`);
  return `<?xml version="1.0"?>
<robot name="${robot.name}">
  <group name="arm">
    <chain base_link="${links[0]}" tip_link="${links[links.length - 1]}"/>
  </group>
${stateLines.join('')}${disabled.join('')}</robot>
`;
}

/** @type {(values: number[]) => string} */
function list(values) {
  return `[${values.join(', ')}]`;
}

/** @type {(xyz?: Point3, rpy?: Point3) => string} */
function pose(xyz, rpy) {
  if (!xyz && !rpy) return '';
  const turn = rpy ? `, rpy: ${list(rpy.map(radians))}` : '';
  return `, pose: {xyz: ${list(xyz ?? [0, 0, 0])}${turn}}`;
}

/** @type {(facts: EnvironmentFacts) => string} */
export function cellFile(facts) {
  const robots = facts.robots.map(({ name, xyz, yaw, hangs }) => {
    const lines = [
      ...(name ? [`name: ${name}`] : []),
      `urdf: ../robots/${facts.robot.name}.urdf`,
      'srdf: robot.srdf',
      `base: {xyz: ${list(xyz)}, rpy: [${hangs ? radians(180) : 0}, 0, ${radians(yaw)}]}`,
      ...(facts.loops ? ['loops:', ...facts.loops.map((loop) => `  - ${loop}`)] : []),
    ];
    return `  - ${lines.join('\n    ')}\n`;
  });
  const shape = (/** @type {PartFacts} */ { mesh, xyz, rpy, scale }) =>
    `shape: {mesh: ${mesh}${scale ? `, scale: ${list(scale)}` : ''}}${pose(xyz, rpy)}`;
  const obstacles = facts.obstacles.map(({ name, parts, box, xyz }) => {
    if (box) return `  - {name: ${name}, shape: {box: ${list(box)}}${pose(xyz)}}\n`;
    if (parts?.length === 1) return `  - {name: ${name}, ${shape(parts[0])}}\n`;
    const lines = (parts ?? []).map((part) => `      - {${shape(part)}}\n`);
    return `  - name: ${name}\n    parts:\n${lines.join('')}`;
  });
  return `# ${facts.title}
surepath: 1
robots:
${robots.join('')}obstacles:
${obstacles.join('')}`;
}

/** @type {(facts: EnvironmentFacts, waypoints: number[][]) => string} */
export function pathFile({ robot, robots }, waypoints) {
  const moving = movingJoints(robot).map((joint) => joint.name);
  const joints = robots.flatMap(({ name }) =>
    moving.map((joint) => (name ? `${name}/${joint}` : joint)),
  );
  const rows = waypoints.map((row) => `    ${list(row)}`);
  const names = joints.map((joint) => JSON.stringify(joint)).join(', ');
  return `{\n  "joints": [${names}],\n  "waypoints": [\n${rows.join(',\n')}\n  ]\n}\n`;
}
