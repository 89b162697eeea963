// @ts-check
// A six-axis arm with the published kinematic dimensions and axis ranges of the ABB IRB 2400/16.
// The shapes are our own and only resemble it. At zero all frames are parallel: x forward, z up;
// the upper arm stands, the forearm lies forward. The real arm's parallel bars are left out: axis 3
// turns with the upper arm, as in any serial chain (scripts/environments/bars.mjs has them).

import { roundShapes } from './detail.mjs';
import { beamSection, hullOf } from './outlines.mjs';
import { alongX, alongY, body, copies, flipped, move, turned, upright } from './placing.mjs';
import { block, extrude, stack } from './solids.mjs';

/** @typedef {import('./detail.mjs').RoundShapes} RoundShapes */
/** @typedef {import('./solids.mjs').Point3} Point3 */

/**
 * @typedef {object} JointFacts
 * @property {string} name
 * @property {string} parent
 * @property {string} child
 * @property {Point3} xyz  metres, in the parent's frame
 * @property {Point3} [axis]  none for a fixed joint
 * @property {[number, number]} [range]  degrees
 * @property {number} [speed]  degrees per second
 * @property {boolean} [slides]  range and speed are in metres
 * @property {{ joint: string, multiplier: number }} [mimic]  which joint it follows
 */

/** @type {JointFacts[]} */
export const armJoints = [
  joint(1, 'base_link', [0, 0, 0], [0, 0, 1], [-180, 180], 150),
  joint(2, 'link_1', [0.1, 0, 0.615], [0, 1, 0], [-100, 110], 150),
  joint(3, 'link_2', [0, 0, 0.705], [0, 1, 0], [-60, 65], 150),
  joint(4, 'link_3', [0, 0, 0.135], [1, 0, 0], [-200, 200], 360),
  joint(5, 'link_4', [0.755, 0, 0], [0, 1, 0], [-120, 120], 360),
  joint(6, 'link_5', [0.085, 0, 0], [1, 0, 0], [-400, 400], 450),
];

/** @type {(n: number, parent: string, xyz: Point3, axis: Point3, range: [number, number], speed: number) => JointFacts} */
function joint(n, parent, xyz, axis, range, speed) {
  return { name: `joint_${n}`, parent, child: `link_${n}`, xyz, axis, range, speed };
}

/** Meshes by link, each in its link's frame; coarser where `detail` is below 1. */
export function armMeshes(detail = 1) {
  const shapes = roundShapes(detail);
  return {
    base_link: base(shapes),
    link_1: turret(shapes),
    link_2: upperArm(shapes),
    link_3: elbow(shapes),
    link_4: forearm(shapes),
    link_5: wrist(shapes),
    link_6: flange(shapes),
  };
}

function base(/** @type {RoundShapes} */ { cylinder, lathe, roundedRectangle, small }) {
  const plate = extrude(roundedRectangle(0.62, 0.56, 0.09, 4), 0.04, 0.008);
  const bolt = cylinder(0.02, 0.03, 0.062, 0.004, 6);
  const foot = stack([
    [0.03, roundedRectangle(0.5, 0.46, 0.1, 5)],
    [0.07, roundedRectangle(0.45, 0.42, 0.12, 5)],
    [0.17, roundedRectangle(0.4, 0.4, 0.16, 5)],
    [0.24, roundedRectangle(0.42, 0.42, 0.2, 5)],
  ]);
  const ring = lathe(
    [
      [0.19, 0.22],
      [0.232, 0.235],
      [0.24, 0.245],
      [0.24, 0.285],
      [0.232, 0.293],
      [0.2, 0.293],
    ],
    28,
  );
  const plug = alongX(cylinder(0.028, 0, 0.05, 0.005, 14));
  return body(
    move(plate, 0, 0, 0.02),
    ...small(
      copies(bolt, [
        [0.25, 0.22, 0],
        [0.25, -0.22, 0],
        [-0.25, 0.22, 0],
        [-0.25, -0.22, 0],
      ]),
    ),
    foot,
    ring,
    move(block(0.16, 0.26, 0.15, 0.014), -0.25, 0, 0.125),
    ...copies(plug, [
      [-0.37, 0.07, 0.13],
      [-0.37, -0.07, 0.13],
    ]),
  );
}

function turret(/** @type {RoundShapes} */ { arc, circle, lathe, motor, roundedRectangle }) {
  const table = lathe(
    [
      [0.2, 0.29],
      [0.243, 0.303],
      [0.25, 0.315],
      [0.25, 0.37],
      [0.238, 0.388],
      [0.2, 0.4],
    ],
    24,
  );
  // Cheeks that carry the shoulder, drawn from the side.
  const cheek = hullOf(
    circle(0.135, 22, [0.1, 0.615]),
    arc([0.15, 0.41], 0.05, -90, 0, 4),
    arc([-0.13, 0.41], 0.05, 180, 270, 4),
    [[-0.1, 0.52]],
  );
  const saddle = stack([
    [0.38, roundedRectangle(0.38, 0.26, 0.04, 1)],
    [0.45, roundedRectangle(0.34, 0.26, 0.04, 1)],
    [0.465, roundedRectangle(0.31, 0.24, 0.03, 1)],
  ]);
  const cover = lathe(
    [
      [0.118, 0.19],
      [0.106, 0.2],
    ],
    18,
  );
  const shoulder = /** @type {const} */ ([0.1, 0, 0.615]);
  return body(
    table,
    move(saddle, 0.01, 0, 0),
    ...copies(upright(extrude(cheek, 0.065, 0.012)), [
      [0, 0.148, 0],
      [0, -0.148, 0],
    ]),
    move(alongY(cover), ...shoulder),
    move(alongY(motor(0.078, 0.17, 0.43)), ...shoulder),
    move(flipped(alongY(motor(0.078, 0.17, 0.4))), ...shoulder),
    move(motor(0.075, 0.38, 0.68, 12), -0.16, 0, 0),
    move(block(0.05, 0.3, 0.1, 0.012), -0.13, 0, 0.46),
  );
}

function upperArm(/** @type {RoundShapes} */ { lathe, sweep }) {
  const beam = stack([
    [0.0, beamSection(0.2, 0.16, 0.045, 0.025, 0.014)],
    [0.1, beamSection(0.215, 0.165, 0.045, 0.035, 0.014)],
    [0.22, beamSection(0.2, 0.155, 0.038, 0.038, 0.012)],
    [0.42, beamSection(0.165, 0.14, 0.033, 0.036, 0.012)],
    [0.58, beamSection(0.145, 0.13, 0.032, 0.03, 0.012)],
    [0.7, beamSection(0.14, 0.13, 0.034, 0.02, 0.012)],
  ]);
  const hub = (/** @type {number} */ r, /** @type {number} */ half) =>
    alongY(
      lathe(
        [
          [r * 0.9, -half],
          [r, 0.012 - half],
          [r, half - 0.012],
          [r * 0.9, half],
        ],
        28,
      ),
    );
  // Hoses up the back of the arm, in two clips.
  const hose = (/** @type {number} */ y) =>
    sweep(
      [
        [-0.1, y, 0.02],
        [-0.125, y, 0.1],
        [-0.125, y, 0.25],
        [-0.112, y, 0.42],
        [-0.1, y, 0.56],
        [-0.06, y, 0.68],
      ],
      0.015,
      8,
      2,
    );
  return body(
    beam,
    hub(0.132, 0.11),
    move(hub(0.098, 0.092), 0, 0, 0.705),
    hose(0.022),
    hose(-0.022),
    move(block(0.06, 0.1, 0.03, 0.006), -0.117, 0, 0.2),
    move(block(0.06, 0.1, 0.03, 0.006), -0.1, 0, 0.48),
  );
}

function elbow(/** @type {RoundShapes} */ { arc, circle, lathe, motor, roundedRectangle }) {
  const cheek = hullOf(
    circle(0.1, 20),
    arc([0.13, 0.19], 0.03, 0, 90, 3),
    arc([-0.17, 0.19], 0.03, 90, 180, 3),
    [[-0.2, 0.09]],
    [[0.16, 0.08]],
  );
  const cover = lathe(
    [
      [0.082, 0.14],
      [0.082, 0.156],
      [0.074, 0.164],
    ],
    20,
  );
  // The gearbox housing along x, narrowing to the round bearing of axis 4.
  const housing = stack([
    [-0.27, roundedRectangle(0.17, 0.15, 0.05, 3)],
    [-0.255, roundedRectangle(0.2, 0.18, 0.06, 3)],
    [-0.14, roundedRectangle(0.25, 0.19, 0.05, 3)],
    [0.1, roundedRectangle(0.25, 0.19, 0.05, 3)],
    [0.19, roundedRectangle(0.2, 0.19, 0.085, 3)],
    [0.235, roundedRectangle(0.185, 0.185, 0.09, 3)],
  ]);
  const collar = lathe(
    [
      [0.1, 0.215],
      [0.104, 0.225],
      [0.104, 0.25],
      [0.098, 0.257],
    ],
    20,
  );
  const drive = turned(alongX(motor(0.047, 0.25, 0.46, 12)), 180);
  return body(
    ...copies(upright(extrude(cheek, 0.045, 0.009)), [
      [0, 0.12, 0],
      [0, -0.12, 0],
    ]),
    alongY(cover),
    flipped(alongY(cover)),
    move(alongX(housing), 0, 0, 0.14),
    move(alongX(collar), 0, 0, 0.135),
    ...copies(drive, [
      [0, 0.062, 0.115],
      [0, -0.062, 0.115],
      [0, 0, 0.185],
    ]),
  );
}

function forearm(/** @type {RoundShapes} */ { circle, lathe, roundedRectangle }) {
  const tube = lathe(
    [
      [0.08, 0.25],
      [0.092, 0.262],
      [0.092, 0.3],
      [0.084, 0.318],
      [0.078, 0.36],
      [0.068, 0.52],
      [0.068, 0.57],
      [0.074, 0.585],
      [0.074, 0.605],
      [0.066, 0.612],
    ],
    22,
  );
  const neck = stack([
    [0.59, roundedRectangle(0.12, 0.12, 0.055, 4)],
    [0.63, roundedRectangle(0.146, 0.112, 0.04, 4)],
    [0.66, roundedRectangle(0.15, 0.108, 0.03, 4)],
    [0.668, roundedRectangle(0.14, 0.098, 0.025, 4)],
  ]);
  const tine = hullOf(circle(0.053, 20, [0.755, 0]), [
    [0.62, 0.052],
    [0.62, -0.052],
  ]);
  const cap = lathe(
    [
      [0.043, 0.07],
      [0.043, 0.084],
      [0.038, 0.09],
    ],
    18,
  );
  const caps = move(alongY(cap), 0.755, 0, 0);
  return body(
    alongX(tube),
    alongX(neck),
    ...copies(upright(extrude(tine, 0.026, 0.005)), [
      [0, 0.062, 0],
      [0, -0.062, 0],
    ]),
    caps,
    flipped(caps),
  );
}

function wrist(/** @type {RoundShapes} */ { lathe }) {
  const barrel = lathe(
    [
      [0.03, -0.047],
      [0.044, -0.044],
      [0.05, -0.036],
      [0.05, 0.036],
      [0.044, 0.044],
      [0.03, 0.047],
    ],
    20,
  );
  const snout = lathe(
    [
      [0.03, 0],
      [0.042, 0.012],
      [0.042, 0.05],
      [0.046, 0.054],
      [0.046, 0.062],
      [0.042, 0.066],
    ],
    20,
  );
  return body(alongY(barrel), alongX(snout));
}

function flange(/** @type {RoundShapes} */ { cylinder, lathe, small }) {
  const disc = lathe(
    [
      [0.03, -0.02],
      [0.044, -0.018],
      [0.048, -0.014],
      [0.048, -0.003],
      [0.045, 0],
    ],
    24,
  );
  const bolt = cylinder(0.005, -0.004, 0.004, 0.001, 6);
  const bolts = Array.from({ length: 6 }, (_, i) =>
    alongX(turned(move(bolt, 0.036, 0, 0), 60 * i)),
  );
  return body(alongX(disc), ...small(bolts));
}
