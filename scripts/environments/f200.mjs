// @ts-check
// A six-axis arm for arc welding as paper A's "F 200" may have looked: upper arm beside the shoulder,
// forearm above the elbow, slim wrist. Dimensions and shapes are our own. At zero all frames are
// parallel: x forward, z up; the upper arm stands, the forearm lies forward.

import { roundShapes } from '../cells/detail.mjs';
import { hullOf } from '../cells/outlines.mjs';
import { alongX, alongY, body, flipped, move, turned, upright } from '../cells/placing.mjs';
import { block, extrude, stack } from '../cells/solids.mjs';

/** @typedef {import('../cells/detail.mjs').RoundShapes} RoundShapes */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */

/** Heights and lengths that the grazing postures are computed from, in metres. */
export const f200Lengths = {
  shoulder: /** @type {Point3} */ ([0.25, 0, 0.65]),
  upperArm: 0.62,
  elbow: 0.2,
  forearm: 0.7,
  flange: 0.09,
};

const { shoulder, upperArm: upper, elbow: rise, forearm: reach, flange: out } = f200Lengths;

/** @type {import('../cells/arm.mjs').JointFacts[]} */
export const f200Joints = [
  joint(1, 'base_link', [0, 0, 0], [0, 0, 1], [-180, 180], 120),
  joint(2, 'link_1', shoulder, [0, 1, 0], [-75, 120], 120),
  joint(3, 'link_2', [0, 0, upper], [0, 1, 0], [-65, 85], 120),
  joint(4, 'link_3', [0, 0, rise], [1, 0, 0], [-190, 190], 300),
  joint(5, 'link_4', [reach, 0, 0], [0, 1, 0], [-125, 125], 300),
  joint(6, 'link_5', [out, 0, 0], [1, 0, 0], [-360, 360], 400),
];

/** @type {(n: number, parent: string, xyz: Point3, axis: Point3, range: [number, number], speed: number) => import('../cells/arm.mjs').JointFacts} */
function joint(n, parent, xyz, axis, range, speed) {
  return { name: `joint_${n}`, parent, child: `link_${n}`, xyz, axis, range, speed };
}

/** Meshes by link, each in its link's frame: less than 1,422 triangles in all. */
export function f200Meshes() {
  const shapes = roundShapes(0.47);
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

function base(/** @type {RoundShapes} */ { lathe, roundedRectangle }) {
  const foot = stack([
    [0, roundedRectangle(0.6, 0.6, 0.07, 2)],
    [0.035, roundedRectangle(0.6, 0.6, 0.07, 2)],
    [0.05, roundedRectangle(0.52, 0.5, 0.1, 2)],
    [0.12, roundedRectangle(0.44, 0.42, 0.16, 2)],
  ]);
  const drum = lathe(
    [
      [0.19, 0.1],
      [0.215, 0.13],
      [0.215, 0.245],
    ],
    20,
  );
  return body(foot, drum, move(block(0.14, 0.24, 0.13, 0.015), -0.24, 0, 0.11));
}

function turret(/** @type {RoundShapes} */ { lathe, circle, cylinder, roundedRectangle }) {
  const table = lathe(
    [
      [0.225, 0.255],
      [0.24, 0.27],
      [0.24, 0.33],
      [0.2, 0.36],
    ],
    20,
  );
  const saddle = stack([
    [0.34, roundedRectangle(0.4, 0.34, 0.06, 1)],
    [0.44, roundedRectangle(0.34, 0.3, 0.05, 1), [0.03, -0.02]],
    [0.47, roundedRectangle(0.28, 0.24, 0.04, 1), [0.04, -0.03]],
  ]);
  // The shoulder is carried on one side only, drawn from that side.
  const cheek = hullOf(circle(0.15, 18, [shoulder[0], shoulder[2]]), [
    [-0.14, 0.36],
    [0.2, 0.36],
    [-0.12, 0.47],
    [0.02, 0.62],
  ]);
  const drive = move(
    flipped(alongY(cylinder(0.075, 0.2, 0.4, 0.012, 16))),
    shoulder[0],
    0,
    shoulder[2],
  );
  return body(
    table,
    saddle,
    move(upright(extrude(cheek, 0.12, 0.014)), 0, -0.15, 0),
    drive,
    move(cylinder(0.075, 0.34, 0.62, 0.012, 16), -0.1, 0.08, 0),
  );
}

function upperArm(/** @type {RoundShapes} */ { circle, lathe, sweep }) {
  const plate = hullOf(circle(0.13, 20), circle(0.095, 16, [0, upper]));
  const hub = (/** @type {number} */ r, /** @type {number} */ z) =>
    move(
      alongY(
        lathe(
          [
            [r, -0.085],
            [r, 0.07],
            [r * 0.85, 0.085],
          ],
          16,
        ),
      ),
      0,
      0,
      z,
    );
  const hose = sweep(
    [
      [0.02, 0.075, 0.05],
      [-0.03, 0.1, 0.2],
      [-0.02, 0.1, 0.45],
      [0.02, 0.07, 0.56],
    ],
    0.016,
    8,
    2,
  );
  return body(upright(extrude(plate, 0.12, 0.016)), hub(0.11, 0), hub(0.075, upper), hose);
}

function elbow(/** @type {RoundShapes} */ { circle, cylinder, lathe, roundedRectangle }) {
  const cheek = hullOf(circle(0.095, 18), [
    [-0.15, 0.15],
    [0.12, 0.15],
    [-0.15, 0.25],
    [0.12, 0.25],
  ]);
  const housing = stack([
    [-0.2, roundedRectangle(0.14, 0.12, 0.03, 2)],
    [-0.17, roundedRectangle(0.19, 0.155, 0.04, 2)],
    [0.1, roundedRectangle(0.19, 0.155, 0.05, 2)],
    [0.22, roundedRectangle(0.15, 0.15, 0.07, 2)],
  ]);
  const collar = lathe(
    [
      [0.072, 0.21],
      [0.072, 0.245],
    ],
    16,
  );
  const drive = turned(alongX(cylinder(0.042, 0.17, 0.34, 0.012, 16)), 180);
  return body(
    move(upright(extrude(cheek, 0.09, 0.012)), 0, -0.14, 0),
    move(flipped(alongY(cylinder(0.062, 0.17, 0.31, 0.012, 16))), 0, 0, 0),
    move(block(0.2, 0.14, 0.09, 0.015), -0.01, -0.1, rise),
    move(alongX(housing), 0, 0, rise),
    move(alongX(collar), 0, 0, rise),
    move(drive, 0, 0, rise),
  );
}

function forearm(/** @type {RoundShapes} */ { circle, lathe, roundedRectangle }) {
  const tube = lathe(
    [
      [0.066, 0.25],
      [0.07, 0.29],
      [0.056, 0.34],
      [0.046, 0.57],
    ],
    18,
  );
  const neck = stack([
    [0.55, roundedRectangle(0.09, 0.09, 0.04, 2)],
    [0.6, roundedRectangle(0.11, 0.09, 0.03, 2)],
    [0.63, roundedRectangle(0.12, 0.085, 0.02, 2)],
  ]);
  const tine = hullOf(circle(0.042, 14, [reach, 0]), [
    [0.6, 0.036],
    [0.6, -0.036],
  ]);
  const plate = upright(extrude(tine, 0.022, 0.004));
  return body(alongX(tube), alongX(neck), move(plate, 0, 0.05, 0), move(plate, 0, -0.05, 0));
}

function wrist(/** @type {RoundShapes} */ { lathe }) {
  const barrel = lathe(
    [
      [0.03, -0.037],
      [0.038, -0.03],
      [0.038, 0.03],
      [0.03, 0.037],
    ],
    14,
  );
  const snout = lathe(
    [
      [0.03, 0],
      [0.035, 0.02],
      [0.035, 0.07],
    ],
    12,
  );
  return body(alongY(barrel), alongX(snout));
}

function flange(/** @type {RoundShapes} */ { lathe }) {
  return body(
    alongX(
      lathe(
        [
          [0.03, -0.018],
          [0.036, -0.014],
          [0.036, 0],
        ],
        14,
      ),
    ),
  );
}
