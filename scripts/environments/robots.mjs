// @ts-check
// The robots of the environments. Those of one kind share their meshes.

import { armJoints } from '../cells/arm.mjs';
import { body } from '../cells/placing.mjs';
import { barredJoints, barredMeshes, barredTouching } from './bars.mjs';
import { coarseArmMeshes, coarseGun } from './coarseArm.mjs';
import { f200Joints, f200Meshes } from './f200.mjs';
import { refined, refinedTogether } from './meshes.mjs';
import { puma260, pumaMeshes } from './puma.mjs';
import { arcGun, gripper } from './tools.mjs';

/** @typedef {import('./describe.mjs').RobotFacts} RobotFacts */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */
/** @typedef {import('../cells/arm.mjs').JointFacts} JointFacts */

const ORANGE = '0.93 0.42 0.1 1';
const YELLOW = '0.95 0.75 0.1 1';
const GREY = '0.35 0.37 0.4 1';
const BLUE = '0.2 0.45 0.75 1';

const armLinks = ['base_link', ...armJoints.map(({ child }) => child)];
const barredLinks = ['base_link', ...barredJoints.map(({ child }) => child)];

/** @type {(child: string) => JointFacts} */
function tool(child) {
  return { name: 'tool', parent: 'link_6', child, xyz: [0, 0, 0] };
}

/** @type {(folder: string, links: string[]) => Record<string, string>} */
function below(folder, links) {
  return Object.fromEntries(links.map((link) => [link, `${folder}/${link}.ply`]));
}

const irb2400Note =
  'Kinematic dimensions and axis ranges as published for the ABB IRB 2400/16; shapes made by\n' +
  '     formula. Axis 3 is measured from the upper arm.';
const barsNote = `${irb2400Note} Its parallel bars follow it.`;

/** @type {RobotFacts} */
export const irb2400 = {
  name: 'irb2400',
  title: barsNote,
  joints: barredJoints,
  files: below('irb2400', barredLinks),
  colours: { default: ORANGE },
  touching: barredTouching,
};

/** @type {RobotFacts} */
export const irb2400Gun = {
  name: 'irb2400_gun',
  title: `${barsNote} With an arc-welding gun.`,
  joints: [...barredJoints, tool('gun')],
  files: { ...irb2400.files, gun: 'irb2400/gun.ply' },
  colours: { default: ORANGE, gun: GREY },
  touching: barredTouching,
};

/** @type {RobotFacts} */
export const irb2400Gripper = {
  name: 'irb2400_gripper',
  title: `${barsNote} Finer than irb2400, with a gripper.`,
  joints: [...barredJoints, tool('gripper')],
  files: below('irb2400_gripper', [...barredLinks, 'gripper']),
  colours: { default: ORANGE, gripper: GREY },
  touching: barredTouching,
};

/** @type {RobotFacts} */
export const irb2400Coarse = {
  name: 'irb2400_coarse',
  title: `${irb2400Note} Of few triangles, with an arc-welding gun\n     whose nozzle is open.`,
  joints: [...armJoints, tool('gun')],
  files: below('irb2400_coarse', [...armLinks, 'gun']),
  colours: { default: ORANGE, gun: GREY },
};

/** @type {RobotFacts} */
export const f200 = {
  name: 'f200',
  title: 'A six-axis arm with an arc-welding gun; dimensions and shapes are our own.',
  joints: [...f200Joints, tool('gun')],
  files: below('f200', [...armLinks, 'gun']),
  colours: { default: YELLOW, gun: GREY },
};

/** Links of the 20-DOF arm, in metres: paper A, table II has 0.5. */
export const LINK = 0.5;
const DEGREES_OF_FREEDOM = 20;

/** Twenty thin links in a row; its joints turn about x and y by turns. @type {RobotFacts} */
export const linkage = {
  name: 'linkage',
  title: 'Twenty thin links of 0.5 m in a row, with joints about x and y by turns.',
  joints: Array.from({ length: DEGREES_OF_FREEDOM }, (_, i) => ({
    name: `joint_${i + 1}`,
    parent: i === 0 ? 'root' : `link_${i}`,
    child: `link_${i + 1}`,
    xyz: [0, 0, i === 0 ? 0 : LINK],
    axis: i % 2 === 0 ? [1, 0, 0] : [0, 1, 0],
    range: [-120, 120],
    speed: 90,
  })),
  files: Object.fromEntries(
    Array.from({ length: DEGREES_OF_FREEDOM }, (_, i) => [`link_${i + 1}`, 'linkage/link.ply']),
  ),
  colours: { default: BLUE },
};

export const robots = [irb2400, irb2400Gun, irb2400Gripper, irb2400Coarse, f200, linkage, puma260];

/** Meshes of all robots, by file below `robots/meshes`. @returns {Map<string, Triangles>} */
export function robotMeshes() {
  /** @type {Map<string, Triangles>} */
  const all = new Map();
  const add = (/** @type {string} */ folder, /** @type {Record<string, Triangles>} */ meshes) => {
    for (const [link, mesh] of Object.entries(meshes)) all.set(`${folder}/${link}.ply`, mesh);
  };
  add('irb2400', refinedTogether(barredMeshes(0.3), 2990));
  add('irb2400', { gun: refined(arcGun(0.45), 604) });
  add('irb2400_gripper', refinedTogether({ ...barredMeshes(0.59), gripper: gripper() }, 5450));
  add('irb2400_coarse', refinedTogether(coarseArmMeshes(), 989 - 189));
  add('irb2400_coarse', { gun: refined(coarseGun(), 189) });
  add('f200', refinedTogether(f200Meshes(), 2502 - 1080));
  add('f200', { gun: refined(arcGun(0.9), 1080) });
  add('linkage', { link: refined(spindle(), 16) });
  for (const [name, mesh] of Object.entries(pumaMeshes())) {
    all.set(`puma260/${name}.ply`, refined(mesh, mesh.indices.length / 3));
  }
  return all;
}

/** A square bar along z, pointed at both ends: 16 triangles. */
function spindle() {
  const half = 0.015;
  const square = (/** @type {number} */ z) =>
    [
      [half, half, z],
      [-half, half, z],
      [-half, -half, z],
      [half, -half, z],
    ].map((p) => /** @type {import('../cells/solids.mjs').Point3} */ (p));
  const points = [
    /** @type {import('../cells/solids.mjs').Point3} */ ([0, 0, 0]),
    ...square(0.03),
    ...square(LINK - 0.03),
    /** @type {import('../cells/solids.mjs').Point3} */ ([0, 0, LINK]),
  ];
  /** @type {[number, number, number][]} */
  const triangles = [];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    triangles.push([0, 1 + j, 1 + i], [1 + i, 1 + j, 5 + j], [1 + i, 5 + j, 5 + i]);
    triangles.push([9, 5 + i, 5 + j]);
  }
  return body({ points, triangles });
}
