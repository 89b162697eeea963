// @ts-check
// Tools of the environments, in the frame of the flange: x points out of it.

import { roundShapes } from '../cells/detail.mjs';
import { alongX, alongY, body, flipped, move, tilted, upright } from '../cells/placing.mjs';
import { block, extrude, stack } from '../cells/solids.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */

/** The middle of the nozzle's flat end in the flange's frame, and its tilt about y in degrees. */
export const arcGunTip = { x: 0.43, z: -0.09, tilt: 45 };

const NOZZLE = 0.075;

/** An arc-welding gun: a thin neck of 16 mm, bent by 45 degrees, nozzle and hose; closed meshes. */
export function arcGun(/** @type {number} */ detail) {
  const { lathe, cylinder, sweep, roundedRectangle, small } = roundShapes(detail);
  const adapter = lathe(
    [
      [0.034, 0.001],
      [0.04, 0.004],
      [0.04, 0.016],
      [0.028, 0.022],
    ],
    16,
  );
  const bracket = stack([
    [0.016, roundedRectangle(0.05, 0.04, 0.01, 2)],
    [0.05, roundedRectangle(0.04, 0.032, 0.01, 2)],
    [0.07, roundedRectangle(0.05, 0.046, 0.01, 2)],
    [0.11, roundedRectangle(0.05, 0.046, 0.01, 2)],
  ]);
  const handle = lathe(
    [
      [0.014, 0.06],
      [0.018, 0.066],
      [0.018, 0.175],
      [0.022, 0.18],
      [0.022, 0.2],
      [0.011, 0.212],
    ],
    12,
  );
  const [c, s] = [
    Math.cos((arcGunTip.tilt * Math.PI) / 180),
    Math.sin((arcGunTip.tilt * Math.PI) / 180),
  ];
  const root = { x: arcGunTip.x - NOZZLE * c, z: arcGunTip.z + NOZZLE * s };
  const neck = sweep(
    [
      [0.2, 0, 0],
      [0.29, 0, 0],
      [0.325, 0, -0.004],
      [0.352, 0, -0.02],
      [root.x + 0.01 * c, 0, root.z - 0.01 * s],
    ],
    0.008,
    10,
    4,
  );
  const nozzle = lathe(
    [
      [0.009, 0],
      [0.013, 0.006],
      [0.013, NOZZLE - 0.022],
      [0.009, NOZZLE],
    ],
    14,
  );
  const hose = sweep(
    [
      [0.085, 0, 0.01],
      [0.07, 0, 0.05],
      [0.03, 0, 0.085],
      [-0.03, 0, 0.1],
    ],
    0.012,
    8,
    3,
  );
  const screw = alongY(cylinder(0.006, -0.03, 0.03, 0.0015, 8));
  return body(
    alongX(adapter),
    alongX(bracket),
    alongX(handle),
    neck,
    move(tilted(alongX(nozzle), arcGunTip.tilt), root.x, 0, root.z),
    hose,
    ...small([move(screw, 0.08, 0, 0.014), move(screw, 0.1, 0, -0.014)]),
  );
}

/** A gripper with two straight fingers, 80 mm apart. */
export function gripper() {
  const { lathe, cylinder, roundedRectangle } = roundShapes(0.8);
  const adapter = lathe(
    [
      [0.036, 0.001],
      [0.05, 0.004],
      [0.05, 0.02],
      [0.04, 0.026],
    ],
    20,
  );
  const housing = stack([
    [0.02, roundedRectangle(0.09, 0.11, 0.02, 2)],
    [0.07, roundedRectangle(0.09, 0.13, 0.02, 2)],
    [0.085, roundedRectangle(0.08, 0.12, 0.02, 2)],
  ]);
  const finger = upright(
    extrude(
      [
        [0.08, -0.018],
        [0.15, -0.018],
        [0.21, -0.01],
        [0.21, 0.01],
        [0.15, 0.018],
        [0.08, 0.018],
      ],
      0.018,
      0.003,
    ),
  );
  const valve = alongY(cylinder(0.01, -0.075, 0.075, 0.002, 10));
  const cable = move(block(0.05, 0.05, 0.03, 0.006), 0.05, 0, 0.055);
  const pad = move(block(0.04, 0.006, 0.028, 0.002), 0.19, 0.036, 0);
  return body(
    alongX(adapter),
    alongX(housing),
    move(finger, 0, 0.048, 0),
    move(finger, 0, -0.048, 0),
    pad,
    flipped(pad),
    move(valve, 0.05, 0, 0.03),
    cable,
  );
}
