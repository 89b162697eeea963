// @ts-check
// A Puma 260 of ten convex parts, after paper D. Lengths and joint ranges are those of the handout "PUMA260: Link Lengths
// and Joint Angle Limits" of the course MEAM 520, University of Pennsylvania (K. J. Kuchenbecker), whose
// Denavit-Hartenberg rows (a, alpha, d) are, in inches: (0, 90, 13), (8, 0, -2.5), (0, -90, -2.5), (0, 90, 8),
// (0, -90, 0), (0, 0, 2.5). Its joint 5 counts from 90 degrees before straight; here 0 is straight. Shapes and speeds
// are our own.
//
// At zero all frames are parallel: x forward, z up; the upper arm lies forward, the forearm and the hand stand up. Every
// part is a prism, so that its faces are plane and it is convex to the last bit, also in 32-bit coordinates.

import { circle, hullOf, triangulateOutline } from '../cells/outlines.mjs';
import { alongY, body, upright } from '../cells/placing.mjs';
import { loft } from '../cells/solids.mjs';
import { boxBetween } from './pieces.mjs';

/** @typedef {import('../cells/outlines.mjs').Outline} Outline */
/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('../cells/arm.mjs').JointFacts} JointFacts */
/** @typedef {import('./describe.mjs').RobotFacts} RobotFacts */

const INCH = 0.0254;
/** Metres, by the handout's letters. */
const lengths = {
  shoulder: inches(13),
  side: inches(2.5),
  upperArm: inches(8),
  elbow: inches(2.5),
  forearm: inches(8),
  flange: inches(2.5),
};

function inches(/** @type {number} */ n) {
  return Math.round(n * INCH * 1e6) / 1e6;
}

const { shoulder, side, upperArm, elbow, forearm, flange } = lengths;
const ABOUT_Y = /** @type {Point3} */ ([0, -1, 0]);
const ABOUT_Z = /** @type {Point3} */ ([0, 0, 1]);

/** @type {(n: number, parent: string, xyz: Point3, axis: Point3, range: [number, number], speed: number) => JointFacts} */
function joint(n, parent, xyz, axis, range, speed) {
  return { name: `joint_${n}`, parent, child: `link_${n}`, xyz, axis, range, speed };
}

/** @type {JointFacts[]} */
const joints = [
  joint(1, 'base_link', [0, 0, shoulder], ABOUT_Z, [-180, 110], 120),
  joint(2, 'link_1', [0, 0, 0], ABOUT_Y, [-75, 240], 120),
  joint(3, 'link_2', [upperArm, side, 0], ABOUT_Y, [-235, 60], 120),
  joint(4, 'link_3', [0, elbow, 0], ABOUT_Z, [-580, 40], 240),
  joint(5, 'link_4', [0, 0, forearm], ABOUT_Y, [-120, 110], 240),
  joint(6, 'link_5', [0, 0, 0], ABOUT_Z, [-215, 295], 240),
  { name: 'hand', parent: 'link_6', child: 'palm', xyz: [0, 0, flange] },
  { name: 'left', parent: 'palm', child: 'left_finger', xyz: [0.018, 0, 0.034] },
  { name: 'right', parent: 'palm', child: 'right_finger', xyz: [-0.018, 0, 0.034] },
];

const links = ['base_link', ...joints.map(({ child }) => child)];
const file = (/** @type {string} */ link) => (link.endsWith('finger') ? 'finger' : link);

/** @type {RobotFacts} */
export const puma260 = {
  name: 'puma260',
  title:
    'Lengths and joint ranges as published for the Puma 260 (MEAM 520, University of Pennsylvania);\n' +
    '     ten convex parts and speeds of our own.',
  joints,
  files: Object.fromEntries(links.map((link) => [link, `puma260/${file(link)}.ply`])),
  colours: {
    default: '0.85 0.87 0.9 1',
    palm: '0.35 0.37 0.4 1',
    left_finger: '0.35 0.37 0.4 1',
    right_finger: '0.35 0.37 0.4 1',
  },
};

/** A prism along z over a convex outline. @type {(outline: Outline, from: number, to: number) => Piece} */
export function prism(outline, from, to) {
  const ring = (/** @type {number} */ z) =>
    outline.map(([x, y]) => /** @type {Point3} */ ([x, y, z]));
  return loft([ring(from), ring(to)], triangulateOutline(outline));
}

/** An outline in x and z, thick from y = `from` to `to`. @type {(outline: Outline, from: number, to: number) => Piece} */
function plate(outline, from, to) {
  return upright(prism(outline, -to, -from));
}

/** Meshes by file below `robots/meshes/puma260`, each in its link's frame. */
export function pumaMeshes() {
  return {
    base_link: body(prism(circle(0.04, 12), 0, 0.265)),
    link_1: body(alongY(prism(circle(0.06, 12), -0.11, 0.042))),
    link_2: body(plate(hullOf(circle(0.055, 12), circle(0.04, 10, [upperArm, 0])), 0.0465, 0.0825)),
    link_3: body(plate(hullOf(circle(0.04, 10), circle(0.026, 8, [0, 0.12])), 0.0235, 0.0935)),
    link_4: body(prism(circle(0.022, 8), 0.15, 0.168)),
    link_5: body(alongY(prism(circle(0.021, 8), -0.028, 0.028))),
    link_6: body(prism(circle(0.02, 12), 0.026, flange)),
    palm: body(boxBetween([-0.026, -0.015, 0.002], [0.026, 0.015, 0.032])),
    finger: body(boxBetween([-0.004, -0.01, 0], [0.004, 0.01, 0.05])),
  };
}
