// @ts-check
// The parallel bars of the IRB 2400: the motor of axis 3 turns a crank about axis 2, and a rod parallel to the
// lower arm takes the turn to the rear of the upper arm. Crank, rod, lower and upper arm are a parallelogram: the
// crank turns in the lower arm's frame as the upper arm does, the rod stays parallel to the lower arm. So the bars
// follow joint 3. Shapes are our own; the bars run behind the lower arm, at its left side. Frames as in arm.mjs.

import { armJoints, armMeshes } from '../cells/arm.mjs';
import { circle, hullOf } from '../cells/outlines.mjs';
import { body, upright } from '../cells/placing.mjs';
import { stack } from '../cells/solids.mjs';

/** @typedef {import('../cells/arm.mjs').JointFacts} JointFacts */
/** @typedef {import('../cells/outlines.mjs').Outline} Outline */
/** @typedef {import('../cells/outlines.mjs').Point2} Point2 */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */

/** Metres from axis 2 to the rod, and from axis 3 to the pin at the upper arm. */
export const CRANK = 0.25;
const ELBOW = armJoints[2];
/** The lower arm, from axis to axis, and so the rod. */
export const ROD = ELBOW.xyz[2];
/** Between which y the bars are: beside the table that axis 1 turns, by 4 cm. Nearer, they graze it in every motion. */
const SIDE = /** @type {const} */ ([0.29, 0.32]);

/** Both follow joint 3, by its range. @type {JointFacts[]} */
const barJoints = [
  follower('crank', 'link_2', [0, 0, 0], 1),
  follower('rod', 'crank', [-CRANK, 0, 0], -1),
];

/** @type {(child: string, parent: string, xyz: [number, number, number], multiplier: 1 | -1) => JointFacts} */
function follower(child, parent, xyz, multiplier) {
  const [lower, upper] = /** @type {[number, number]} */ (ELBOW.range);
  return {
    ...ELBOW,
    name: `joint_${child}`,
    parent,
    child,
    xyz,
    range: multiplier === 1 ? [lower, upper] : [-upper, -lower],
    mimic: { joint: ELBOW.name, multiplier },
  };
}

/** The arm's joints and those of the bars. @type {JointFacts[]} */
export const barredJoints = [...armJoints.slice(0, 3), ...barJoints, ...armJoints.slice(3)];

/** What overlaps beside neighbours in the tree: the crank sits on the shoulder's bearing, the rod on the elbow's pin.
 * @type {[string, string][]} */
export const barredTouching = [
  ['link_1', 'crank'],
  ['link_3', 'rod'],
];

/** Meshes by link: the arm's, with a pin for the rod at its elbow, and the bars'.
 * @type {(detail: number) => Record<string, Triangles>} */
export function barredMeshes(detail) {
  const meshes = armMeshes(detail);
  /** @type {Point2} */
  const pin = [-CRANK, 0];
  const ear = plate(hullOf(circle(0.04, 6, pin), [[-0.18, 0.12]], [[-0.07, 0.06]]), 0.1, 0.14);
  const bolt = plate(circle(0.02, 4, pin), 0.13, SIDE[1] + 0.01);
  return {
    ...meshes,
    link_3: joined(meshes.link_3, body(ear, bolt)),
    crank: body(plate(hullOf(circle(0.1, 6), circle(0.04, 6, pin)), ...SIDE)),
    rod: body(plate(hullOf(circle(0.032, 8), circle(0.032, 8, [0, ROD])), ...SIDE)),
  };
}

/** An outline in x and z from one y to another. @type {(outline: Outline, from: number, to: number) => import('../cells/solids.mjs').Piece} */
function plate(outline, from, to) {
  return upright(
    stack([
      [-to, outline],
      [-from, outline],
    ]),
  );
}

/** @type {(a: Triangles, b: Triangles) => Triangles} */
function joined(a, b) {
  const first = a.positions.length / 3;
  return {
    positions: Float64Array.from([...a.positions, ...b.positions]),
    indices: Uint32Array.from([...a.indices, ...Array.from(b.indices, (v) => first + v)]),
  };
}
