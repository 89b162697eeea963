// @ts-check
// What is inside the machine tool: table with a chuck and a workpiece, column, spindle head, tool
// magazine. In the frame of the machine, like machineTool.mjs.

import { roundedRectangle } from '../cells/outlines.mjs';
import { alongY, copies, move, turned, upright } from '../cells/placing.mjs';
import { block, cylinder, extrude, lathe, motor, stack, sweep } from '../cells/solids.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */

/** The front, and how far the machine reaches behind it and to the sides. */
export const FRONT = 1.05;

export const BACK = FRONT + 1.75;

/** Middle of the table, and its top. */
const TABLE = { x: FRONT + 0.62, z: 0.92 };

const SPINDLE = { x: TABLE.x, nose: 1.48 };

/** Everything inside. */
export function machineInside() {
  return [...table(), ...chuck(), ...column(), ...spindleHead(), ...magazine()];
}

/** Bed, saddle and table with slots; bellows guard the ways. */
function table() {
  const bellows = (/** @type {number} */ from, /** @type {number} */ to) => {
    const folds = 14;
    const step = (to - from) / folds;
    const outer = roundedRectangle(0.5, 0.16, 0.02, 2);
    const inner = roundedRectangle(0.46, 0.12, 0.02, 2);
    /** @type {[number, import('../cells/outlines.mjs').Outline][]} */
    const sections = [];
    for (let k = 0; k <= folds; k++) {
      sections.push([from + step * k, k % 2 ? outer : inner]);
    }
    return move(alongY(stack(sections)), TABLE.x, 0, 0.7);
  };
  const slotted = (/** @type {number} */ x) =>
    move(block(0.085, 1, 0.07, 0.006), TABLE.x + x, 0, TABLE.z - 0.035);
  return [
    move(block(0.7, 1.5, 0.2, 0.012), TABLE.x, 0, 0.53),
    move(block(0.6, 0.5, 0.22, 0.012), TABLE.x, 0, 0.72),
    // The strips between the slots lie on a plate.
    move(block(0.56, 1, 0.05, 0.006), TABLE.x, 0, TABLE.z - 0.09),
    ...[-0.23, -0.115, 0, 0.115, 0.23].map(slotted),
    bellows(0.25, 0.78),
    bellows(-0.78, -0.25),
    ...copies(alongY(cylinder(0.02, -0.76, 0.76, 0.004, 20)), [
      [TABLE.x + 0.27, 0, 0.65],
      [TABLE.x - 0.27, 0, 0.65],
    ]),
  ];
}

/** A three-jaw chuck that lies on the table, and a flanged shaft in it. */
function chuck() {
  const plate = lathe(
    [
      [0.15, 0],
      [0.16, 0.008],
      [0.16, 0.05],
      [0.15, 0.06],
      [0.15, 0.1],
      [0.142, 0.108],
    ],
    48,
  );
  const jaw = extrude(
    [
      [0.045, 0],
      [0.13, 0],
      [0.13, 0.03],
      [0.09, 0.03],
      [0.09, 0.06],
      [0.045, 0.06],
    ],
    0.04,
    0.003,
  );
  const jaws = [0, 120, 240].map((angle) => turned(move(upright(jaw), 0, 0, 0.1), angle));
  const shaft = lathe(
    [
      [0.038, 0.09],
      [0.044, 0.1],
      [0.044, 0.18],
      [0.075, 0.185],
      [0.075, 0.205],
      [0.05, 0.21],
      [0.03, 0.24],
      [0.03, 0.3],
      [0.026, 0.305],
    ],
    40,
  );
  const bolt = cylinder(0.009, 0.045, 0.068, 0.002, 12);
  const bolts = Array.from({ length: 8 }, (_, k) => turned(move(bolt, 0.155, 0, 0), 45 * k + 20));
  return [plate, ...jaws, shaft, ...bolts].map((piece) => move(piece, TABLE.x, 0, TABLE.z));
}

function column() {
  const x = BACK - 0.45;
  return [
    move(
      stack([
        [0.4, roundedRectangle(0.7, 1, 0.05, 3)],
        [0.9, roundedRectangle(0.6, 0.8, 0.05, 3)],
        [2.15, roundedRectangle(0.5, 0.7, 0.05, 3)],
      ]),
      x,
      0,
      0,
    ),
    ...[-0.25, 0.25].map((y) => move(block(0.06, 0.09, 1.2, 0.006), x - 0.29, y, 1.5)),
    ...Array.from({ length: 11 }, (_, k) =>
      move(block(0.02, 0.4, 0.06, 0.004), x - 0.28 - 0.002 * k, 0, 0.9 + 0.055 * k),
    ),
    move(motor(0.08, 2.0, 2.23, 24), x - 0.2, 0, 0),
  ];
}

/** The head in front of the column, the spindle below it with a milling cutter, coolant hoses. */
function spindleHead() {
  const { x, nose } = SPINDLE;
  const shank = lathe(
    [
      [0.012, nose - 0.2],
      [0.012, nose - 0.1],
      [0.032, nose - 0.095],
      [0.032, nose - 0.07],
      [0.022, nose - 0.065],
      [0.022, nose - 0.05],
      [0.032, nose - 0.045],
      [0.036, nose - 0.01],
    ],
    32,
  );
  const quill = lathe(
    [
      [0.05, nose - 0.01],
      [0.07, nose],
      [0.07, nose + 0.05],
      [0.1, nose + 0.06],
      [0.1, nose + 0.16],
    ],
    40,
  );
  const hoses = Array.from({ length: 4 }, (_, k) => {
    const a = ((90 * k + 45) * Math.PI) / 180;
    const at = (/** @type {number} */ r, /** @type {number} */ z) =>
      /** @type {Point3} */ ([x + r * Math.cos(a), r * Math.sin(a), z]);
    return [
      sweep(
        [at(0.12, nose + 0.12), at(0.13, nose), at(0.11, nose - 0.08), at(0.07, nose - 0.13)],
        0.009,
        8,
        6,
      ),
      ...Array.from({ length: 6 }, (_, j) =>
        move(ballOf(0.013), ...at(0.126 - 0.0012 * j * j, nose + 0.04 - 0.024 * j)),
      ),
    ];
  });
  return [
    move(block(0.5, 0.36, 0.55, 0.02), x + 0.1, 0, nose + 0.4),
    move(
      stack([
        [nose + 0.1, roundedRectangle(0.26, 0.26, 0.1, 6)],
        [nose + 0.2, roundedRectangle(0.32, 0.32, 0.1, 6)],
        [nose + 0.55, roundedRectangle(0.34, 0.34, 0.08, 6)],
      ]),
      x,
      0,
      0,
    ),
    move(quill, x, 0, 0),
    move(shank, x, 0, 0),
    move(block(0.28, 0.42, 0.3, 0.015), x + 0.38, 0, nose + 0.4),
    ...hoses.flat(),
  ];
}

/** @type {(radius: number) => Piece} */
function ballOf(radius) {
  const rings = 6;
  return lathe(
    Array.from({ length: rings + 1 }, (_, k) => {
      const a = Math.PI * (k / rings - 0.5);
      return /** @type {[number, number]} */ ([
        k === 0 || k === rings ? 0 : radius * Math.cos(a),
        radius * Math.sin(a),
      ]);
    }),
    8,
  );
}

/** A disc of tools at the side of the head. */
function magazine() {
  const count = 16;
  const centre = /** @type {Point3} */ ([TABLE.x + 0.25, -0.72, 1.8]);
  const disc = lathe(
    [
      [0.28, -0.02],
      [0.29, -0.015],
      [0.29, 0.015],
      [0.28, 0.02],
    ],
    64,
  );
  const holder = (/** @type {number} */ k) =>
    lathe(
      [
        [0.008 + 0.001 * (k % 4), -0.16 - 0.008 * (k % 5)],
        [0.008 + 0.001 * (k % 4), -0.07],
        [0.024, -0.065],
        [0.024, -0.04],
        [0.017, -0.036],
        [0.017, -0.028],
        [0.024, -0.024],
        [0.027, 0.03],
        [0.018, 0.075],
      ],
      14,
    );
  const holders = Array.from({ length: count }, (_, k) =>
    turned(move(holder(k), 0.26, 0, 0), (360 * k) / count),
  );
  return [disc, ...holders, cylinder(0.06, -0.04, 0.2, 0.01, 32)].map((piece) =>
    move(piece, ...centre),
  );
}
