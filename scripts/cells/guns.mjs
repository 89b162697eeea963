// @ts-check
// Tools, in the frame of the flange: x points out of it.

import { arc, roundedRectangle } from './outlines.mjs';
import { alongX, alongY, body, copies, flipped, move, tilted, upright } from './placing.mjs';
import { block, cylinder, extrude, lathe, stack, sweep } from './solids.mjs';

/** Where the tools work, in the flange's frame: position, and tilt about y in degrees. */
export const spotGunTip = { xyz: [0.43, 0, 0], tilt: 0 };
export const torchTip = { xyz: [0.36, 0, -0.135], tilt: 45 };

/** A spot-welding gun: a C in x and z, open forward, its electrodes 60 mm apart. */
export function spotGun() {
  /** @type {import('./outlines.mjs').Outline} */
  const frame = [
    // Outer contour, counter-clockwise from the tip of the lower arm.
    ...arc([0.44, -0.165], 0.032, -60, 60, 3),
    [0.4, -0.132],
    [0.3, -0.142],
    ...arc([0.26, -0.092], 0.05, 270, 180, 3),
    ...arc([0.26, 0.092], 0.05, 180, 90, 3),
    [0.3, 0.142],
    [0.385, 0.132],
    ...arc([0.44, 0.165], 0.032, -60, 60, 3),
    [0.38, 0.212],
    [0.24, 0.226],
    ...arc([0.2, 0.146], 0.08, 90, 180, 3),
    ...arc([0.2, -0.146], 0.08, 180, 270, 3),
    [0.24, -0.226],
    [0.38, -0.212],
  ];
  const adapter = lathe(
    [
      [0.035, 0],
      [0.052, 0],
      [0.055, 0.008],
      [0.055, 0.022],
      [0.048, 0.03],
      [0.04, 0.045],
    ],
    16,
  );
  const electrode = lathe(
    [
      [0.016, -0.17],
      [0.016, -0.085],
      [0.0115, -0.08],
      [0.0115, -0.05],
      [0.009, -0.036],
      [0.004, -0.03],
    ],
    10,
  );
  const actuator = lathe(
    [
      [0.03, 0.13],
      [0.034, 0.135],
      [0.034, 0.205],
      [0.042, 0.21],
      [0.042, 0.235],
      [0.036, 0.24],
      [0.036, 0.36],
      [0.042, 0.365],
      [0.042, 0.385],
      [0.036, 0.391],
    ],
    12,
  );
  const x = spotGunTip.xyz[0];
  const cable = (/** @type {number} */ s) =>
    sweep(
      [
        [0.1, s * 0.055, -0.06],
        [0.14, s * 0.06, -0.12],
        [0.2, s * 0.045, -0.19],
        [0.3, s * 0.03, -0.19],
        [0.4, s * 0.022, -0.172],
      ],
      0.011,
      6,
      2,
    );
  return body(
    upright(extrude(frame, 0.044, 0.007)),
    alongX(adapter),
    move(block(0.1, 0.12, 0.17, 0.012), 0.085, 0, 0),
    move(block(0.07, 0.09, 0.06, 0.01), 0.17, 0, 0),
    move(electrode, x, 0, 0),
    move(flipped(electrode), x, 0, 0),
    move(actuator, x, 0, 0),
    cable(1),
    cable(-1),
  );
}

/** An arc-welding torch on a bracket: a thin, bent neck. */
export function torch() {
  const adapter = lathe(
    [
      [0.035, 0],
      [0.046, 0],
      [0.049, 0.007],
      [0.049, 0.016],
      [0.044, 0.022],
      [0.03, 0.024],
    ],
    16,
  );
  const bracket = stack([
    [0.018, roundedRectangle(0.06, 0.05, 0.012)],
    [0.05, roundedRectangle(0.05, 0.044, 0.012)],
    [0.075, roundedRectangle(0.06, 0.056, 0.012)],
    [0.105, roundedRectangle(0.06, 0.056, 0.012)],
  ]);
  const handle = lathe(
    [
      [0.016, 0.06],
      [0.02, 0.066],
      [0.022, 0.1],
      [0.022, 0.16],
      [0.026, 0.165],
      [0.026, 0.18],
      [0.019, 0.188],
      [0.014, 0.2],
    ],
    12,
  );
  // The neck bends down by 45 degrees; nozzle and wire follow its end.
  const neck = sweep(
    [
      [0.17, 0, 0],
      [0.205, 0, 0],
      [0.235, 0, -0.01],
      [0.27, 0, -0.045],
      [0.3, 0, -0.075],
    ],
    0.0105,
    10,
    3,
  );
  const nozzle = lathe(
    [
      [0.011, 0],
      [0.0145, 0.004],
      [0.0145, 0.045],
      [0.011, 0.06],
      [0.008, 0.06],
    ],
    12,
  );
  const wire = cylinder(0.0015, 0.05, 0.078, 0.0005, 6);
  const point = (/** @type {import('./solids.mjs').Piece} */ piece) =>
    move(tilted(alongX(piece), torchTip.tilt), 0.305, 0, -0.08);
  const hose = sweep(
    [
      [0.09, 0, 0.02],
      [0.08, 0, 0.06],
      [0.06, 0, 0.1],
      [0.025, 0, 0.135],
    ],
    0.014,
    8,
    3,
  );
  const clamp = alongY(cylinder(0.008, -0.036, 0.036, 0.002, 8));
  return body(
    alongX(adapter),
    alongX(bracket),
    alongX(handle),
    neck,
    point(nozzle),
    point(wire),
    hose,
    ...copies(clamp, [
      [0.09, 0, 0.02],
      [0.09, 0, -0.02],
    ]),
  );
}
