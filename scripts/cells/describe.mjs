// @ts-check
// A cell's facts as text: URDF, SRDF and the cell file.

/** @typedef {import('./solids.mjs').Point3} Point3 */
/** @typedef {{ positions: Float64Array, indices: Uint32Array }} Triangles */

/**
 * @typedef {object} ObstacleFacts
 * @property {string} name
 * @property {Point3} [xyz]  where its frame lies; the origin if it is not given
 * @property {Point3} [box]  edge lengths
 * @property {[number, number]} [cylinder]  radius and length, along z
 * @property {string} [mesh]  a file, with the function that makes it
 * @property {() => Triangles} [triangles]
 */

/**
 * @typedef {object} CellFacts
 * @property {string} folder
 * @property {string} title
 * @property {{ name: string, xyz: Point3, yaw: number }[]} robots  copies of one arm; yaw in degrees
 * @property {string} tool  the tool's link
 * @property {import('./arm.mjs').JointFacts[]} joints
 * @property {() => Record<string, Triangles>} meshes  by link, each in its link's frame
 * @property {Record<string, number[]>} states  degrees
 * @property {Record<string, number[][]>} [paths]  waypoints of all robots, radians
 * @property {ObstacleFacts[]} obstacles
 * @property {[string, string][]} allow
 */

const ROBOT = 'six_axis_arm';
const ORANGE = '0.93 0.42 0.1 1';
const GREY = '0.35 0.37 0.4 1';

/** Degrees as the radians that the files state. @type {(degrees: number) => number} */
export function radians(degrees) {
  return Math.round((degrees * Math.PI * 1e6) / 180) / 1e6 + 0;
}

/** Links in order, the root first. @type {(cell: CellFacts) => string[]} */
export function linksOf(cell) {
  return [cell.joints[0].parent, ...cell.joints.map((joint) => joint.child)];
}

/** Pairs that a joint holds together: they touch by design. @type {(cell: CellFacts) => [string, string][]} */
export function adjacentPairs(cell) {
  return cell.joints.map((joint) => [joint.parent, joint.child]);
}

/** @type {(cell: CellFacts) => string} */
export function urdf(cell) {
  const links = linksOf(cell).map((name) => {
    const geometry = `<geometry><mesh filename="meshes/${name}.stl"/></geometry>`;
    const material = name === cell.tool ? 'grey' : 'orange';
    return `  <link name="${name}">
    <visual>${geometry}<material name="${material}"/></visual>
    <collision>${geometry}</collision>
  </link>
`;
  });
  const joints = cell.joints.map(({ name, parent, child, xyz, axis, range, speed }) => {
    const ends = `<parent link="${parent}"/><child link="${child}"/>`;
    const origin = `<origin xyz="${xyz.join(' ')}" rpy="0 0 0"/>`;
    if (!axis || !range || !speed) {
      return `  <joint name="${name}" type="fixed">
    ${ends}
    ${origin}
  </joint>
`;
    }
    const [lower, upper] = range.map(radians);
    return `  <joint name="${name}" type="revolute">
    ${ends}
    ${origin}
    <axis xyz="${axis.join(' ')}"/>
    <limit lower="${lower}" upper="${upper}" velocity="${radians(speed)}" effort="0"/>
  </joint>
`;
  });
  return `<?xml version="1.0"?>
<!-- Kinematic dimensions and axis ranges as published for the ABB IRB 2400/16; shapes made by
     formula. Axis 3 is measured from the upper arm. -->
<robot name="${ROBOT}">
  <material name="orange"><color rgba="${ORANGE}"/></material>
  <material name="grey"><color rgba="${GREY}"/></material>
${links.join('')}${joints.join('')}</robot>
`;
}

/** @type {(cell: CellFacts) => string} */
export function srdf(cell) {
  const moving = cell.joints.filter((joint) => joint.axis);
  const states = Object.entries(cell.states).map(([name, values]) => {
    const lines = moving.map(
      (joint, i) => `    <joint name="${joint.name}" value="${radians(values[i])}"/>\n`,
    );
    return `  <group_state name="${name}" group="arm">\n${lines.join('')}  </group_state>\n`;
  });
  const disabled = adjacentPairs(cell).map(
    ([a, b]) => `  <disable_collisions link1="${a}" link2="${b}" reason="Adjacent"/>\n`,
  );
  return `<?xml version="1.0"?>
<robot name="${ROBOT}">
  <group name="arm">
    <chain base_link="base_link" tip_link="${cell.tool}"/>
  </group>
${states.join('')}${disabled.join('')}</robot>
`;
}

/** @type {(cell: CellFacts) => string} */
export function cellFile(cell) {
  const list = (/** @type {number[]} */ values) => `[${values.join(', ')}]`;
  const robots = cell.robots.map(
    ({ name, xyz, yaw }) => `  - name: ${name}
    urdf: arm.urdf
    srdf: arm.srdf
    base: {xyz: ${list(xyz)}, rpy: [0, 0, ${radians(yaw)}]}
`,
  );
  const obstacles = cell.obstacles.map(({ name, xyz, box, cylinder, mesh }) => {
    const shape = box
      ? `box: ${list(box)}`
      : cylinder
        ? `cylinder: {radius: ${cylinder[0]}, length: ${cylinder[1]}}`
        : `mesh: meshes/${mesh}`;
    const pose = xyz ? `, pose: {xyz: ${list(xyz)}}` : '';
    return `  - {name: ${name}, shape: {${shape}}${pose}}\n`;
  });
  const allow = cell.allow.map(([a, b]) => `  - [${a}, ${b}]\n`);
  return `# ${cell.title}
surepath: 1
robots:
${robots.join('')}obstacles:
${obstacles.join('')}# The arms stand on the floor.
allow:
${allow.join('')}`;
}
