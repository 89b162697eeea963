// @ts-check
// A machining centre as one mesh: housing with a door opening, table with a chuck and a workpiece,
// column, spindle head, tool magazine, chip conveyor, operator's panel. The opening looks at -x, the
// floor is z = 0, the middle of the opening at y = 0.

import { roundedRectangle } from '../cells/outlines.mjs';
import {
  alongX,
  alongY,
  body,
  copies,
  flipped,
  move,
  tilted,
  turned,
  upright,
} from '../cells/placing.mjs';
import { block, cylinder, extrude, lathe, sweep } from '../cells/solids.mjs';
import { BACK, FRONT, machineInside } from './machineInside.mjs';
import { refined } from './meshes.mjs';
import { box, boxBetween, ringAbout, sheet } from './pieces.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */

const SIDE = 1.1;
const TOP = 2.25;
const WALL = 0.03;

/** The door opening: half its width, sill and lintel. */
const OPENING = { half: 0.52, sill: 0.85, lintel: 1.85 };

/** @type {(count: number) => import('./meshes.mjs').Triangles} */
export function machineTool(count) {
  return refined(
    body(
      ...housing(),
      ...door(),
      ...vents(),
      ...feet(),
      ...machineInside(),
      ...panel(),
      ...conveyor(),
      ...services(),
    ),
    count,
  );
}

/** Panels around the working space, and a window at the side whose pane is one sheet. */
function housing() {
  const { half, sill, lintel } = OPENING;
  const wall = (/** @type {Point3} */ a, /** @type {Point3} */ b) => {
    const size = [0, 1, 2].map((k) => b[k] - a[k]);
    const middle = [0, 1, 2].map((k) => (a[k] + b[k]) / 2);
    return move(block(size[0], size[1], size[2], 0.006), middle[0], middle[1], middle[2]);
  };
  const glass = sheet(6, 4, (u, v) => [FRONT + 0.5 + 0.7 * u, -SIDE - 0.001, 1.25 + 0.5 * v]);
  const frame = [
    wall([FRONT + 0.45, -SIDE - 0.02, 1.2], [FRONT + 1.25, -SIDE + 0.01, 1.25]),
    wall([FRONT + 0.45, -SIDE - 0.02, 1.75], [FRONT + 1.25, -SIDE + 0.01, 1.8]),
    wall([FRONT + 0.45, -SIDE - 0.02, 1.25], [FRONT + 0.5, -SIDE + 0.01, 1.75]),
    wall([FRONT + 1.2, -SIDE - 0.02, 1.25], [FRONT + 1.25, -SIDE + 0.01, 1.75]),
  ];
  return [
    // Front: beside the opening, below and above it.
    wall([FRONT, -SIDE, 0.12], [FRONT + WALL, -half, TOP]),
    wall([FRONT, half, 0.12], [FRONT + WALL, SIDE, TOP]),
    wall([FRONT, -half, 0.12], [FRONT + WALL, half, sill]),
    wall([FRONT, -half, lintel], [FRONT + WALL, half, TOP]),
    // Sides; that with the window in four pieces.
    wall([FRONT + WALL, SIDE - WALL, 0.12], [BACK, SIDE, TOP]),
    wall([FRONT + WALL, -SIDE, 0.12], [BACK, -SIDE + WALL, 1.25]),
    wall([FRONT + WALL, -SIDE, 1.75], [BACK, -SIDE + WALL, TOP]),
    wall([FRONT + WALL, -SIDE, 1.25], [FRONT + 0.5, -SIDE + WALL, 1.75]),
    wall([FRONT + 1.2, -SIDE, 1.25], [BACK, -SIDE + WALL, 1.75]),
    wall([BACK - WALL, -SIDE, 0.12], [BACK, SIDE, TOP]),
    wall([FRONT, -SIDE, TOP], [BACK, SIDE, TOP + WALL]),
    // Base frame, and the slopes that lead chips down.
    wall([FRONT + 0.04, -SIDE + 0.04, 0.1], [BACK - 0.04, SIDE - 0.04, 0.45]),
    ...[-1, 1].map((s) => move(rolled(box(1.1, 0.02, 0.5), -30 * s), FRONT + 0.62, s * 0.86, 0.66)),
    ...frame,
    glass,
  ];
}

/** Turns about x by degrees. @type {(piece: Piece, degrees: number) => Piece} */
function rolled(piece, degrees) {
  return turned(tilted(turned(piece, 90), degrees), -90);
}

/** The sliding door, pushed open to +y, with its window, handle and rails. */
function door() {
  const { half, sill, lintel } = OPENING;
  const [x, y] = [FRONT - 0.035, half + 0.5];
  const height = lintel - sill + 0.06;
  const z = (sill + lintel) / 2;
  const frame = (/** @type {number} */ dy, /** @type {number} */ dz, /** @type {Point3} */ size) =>
    move(block(size[0], size[1], size[2], 0.006), x, y + dy, z + dz);
  const rail = alongY(cylinder(0.014, -half - 0.05, 2 * half, 0.003, 16));
  const grip = sweep(
    [
      [x - 0.01, y - 0.42, z - 0.18],
      [x - 0.06, y - 0.42, z - 0.17],
      [x - 0.07, y - 0.42, z],
      [x - 0.06, y - 0.42, z + 0.17],
      [x - 0.01, y - 0.42, z + 0.18],
    ],
    0.013,
    14,
    6,
  );
  const hanger = upright(extrude(roundedRectangle(0.05, 0.08, 0.012, 3), 0.05, 0.004));
  return [
    frame(0, height / 2 - 0.04, [0.035, 0.96, 0.08]),
    frame(0, -height / 2 + 0.04, [0.035, 0.96, 0.08]),
    frame(-0.44, 0, [0.035, 0.08, height - 0.16]),
    frame(0.44, 0, [0.035, 0.08, height - 0.16]),
    move(box(0.008, 0.82, height - 0.14), x, y, z),
    grip,
    move(rail, FRONT - 0.03, 0.3, lintel + 0.08),
    move(rail, FRONT - 0.03, 0.3, sill - 0.08),
    ...[0.2, -0.2].flatMap((dy) => [
      move(hanger, x + 0.005, y + dy, lintel + 0.06),
      move(hanger, x + 0.005, y + dy, sill - 0.06),
    ]),
  ];
}

/** Slats of two grilles and a fan behind a guard of rings. */
function vents() {
  const slat = tilted(block(0.03, 0.5, 0.012, 0.003), 35);
  const list = [];
  for (let k = 0; k < 12; k++) {
    list.push(move(slat, BACK + 0.004, -0.5, 0.6 + 0.06 * k));
    list.push(move(slat, BACK + 0.004, 0.5, 0.6 + 0.06 * k));
  }
  const ring = (/** @type {number} */ r) =>
    move(alongX(ringAbout(r, 0.006, 32, 6)), BACK + 0.02, 0, 1.75);
  const blade = move(block(0.14, 0.06, 0.008, 0.002), 0.09, 0, 0);
  const blades = Array.from({ length: 7 }, (_, k) =>
    move(alongX(turned(blade, (360 * k) / 7)), BACK + 0.005, 0, 1.75),
  );
  return [
    ...list,
    ...[0.05, 0.09, 0.13, 0.17].map(ring),
    ...blades,
    move(alongX(cylinder(0.03, 0, 0.03, 0.006, 20)), BACK - 0.01, 0, 1.75),
  ];
}

function feet() {
  const foot = lathe(
    [
      [0.05, 0],
      [0.055, 0.006],
      [0.055, 0.02],
      [0.02, 0.03],
      [0.02, 0.11],
    ],
    20,
  );
  const xs = [FRONT + 0.15, FRONT + 0.85, BACK - 0.15];
  return xs.flatMap((x) =>
    copies(
      foot,
      [-0.95, 0, 0.95].map((y) => /** @type {Point3} */ ([x, y, 0])),
    ),
  );
}

/** The operator's panel on an arm at the front: screen, keys, emergency stop. */
function panel() {
  const [x, y, z] = [FRONT - 0.18, -0.85, 1.4];
  const key = box(0.02, 0.026, 0.026);
  const keys = [];
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 6; j++)
      keys.push(move(key, x - 0.07, y - 0.16 + 0.04 * i, z - 0.28 + 0.04 * j));
  }
  const knob = alongX(
    lathe(
      [
        [0.02, 0],
        [0.028, 0.018],
        [0.026, 0.03],
      ],
      28,
    ),
  );
  return [
    move(block(0.12, 0.46, 0.72, 0.012), x, y, z),
    move(block(0.02, 0.36, 0.27, 0.006), x - 0.06, y, z + 0.18),
    ...keys,
    ...[-0.12, 0, 0.12].map((dy) => move(turned(knob, 180), x - 0.055, y + dy, z - 0.31 + 0.28)),
    sweep(
      [
        [x, y, z + 0.3],
        [x, y, z + 0.55],
        [x + 0.1, y, z + 0.68],
        [FRONT + 0.02, y, z + 0.7],
      ],
      0.03,
      20,
      8,
    ),
  ];
}

/** The chip conveyor leaves at +y and rises over a bin. */
function conveyor() {
  const [x, y] = [FRONT + 0.62, SIDE];
  const cleat = box(0.3, 0.012, 0.05);
  const rise = Array.from({ length: 14 }, (_, k) =>
    move(cleat, x, y + 0.22 + 0.022 * k, 0.36 + 0.05 * k),
  );
  const flat = Array.from({ length: 8 }, (_, k) => move(cleat, x, y - 0.05 + 0.035 * k, 0.33));
  const cheek = upright(
    extrude(
      [
        [0, 0.2],
        [0.28, 0.2],
        [0.62, 0.98],
        [0.86, 0.98],
        [0.86, 1.12],
        [0.55, 1.12],
        [0.2, 0.42],
        [0, 0.42],
      ],
      0.02,
      0.003,
    ),
  );
  const side = move(turned(cheek, 90), x, y, 0);
  const roller = alongX(cylinder(0.05, -0.17, 0.17, 0.006, 24));
  return [
    move(side, 0.18, 0, 0),
    move(side, -0.18, 0, 0),
    ...rise,
    ...flat,
    move(roller, x, y + 0.72, 1.05),
    move(roller, x, y + 0.08, 0.3),
    boxBetween([x - 0.3, y + 0.75, 0.1], [x + 0.3, y + 0.77, 0.7]),
    boxBetween([x - 0.3, y + 1.33, 0.1], [x + 0.3, y + 1.35, 0.7]),
    boxBetween([x - 0.3, y + 0.77, 0.1], [x - 0.28, y + 1.33, 0.7]),
    boxBetween([x + 0.28, y + 0.77, 0.1], [x + 0.3, y + 1.33, 0.7]),
    boxBetween([x - 0.3, y + 0.75, 0.08], [x + 0.3, y + 1.35, 0.1]),
  ];
}

/** What stands on the roof and at the back: oil mist filter, lamp, pipes, a cabinet with a grip. */
function services() {
  const lamp = [0, 1, 2].map((k) =>
    cylinder(0.028, TOP + 0.25 + 0.06 * k, TOP + 0.305 + 0.06 * k, 0.004, 24),
  );
  const filter = lathe(
    [
      [0.15, TOP + WALL],
      [0.16, TOP + 0.05],
      [0.16, TOP + 0.3],
      [0.1, TOP + 0.38],
      [0.07, TOP + 0.38],
      [0.07, TOP + 0.46],
    ],
    40,
  );
  const ribs = Array.from({ length: 9 }, (_, k) =>
    move(ringAbout(0.162, 0.006, 32, 5), 0, 0, TOP + 0.07 + 0.025 * k),
  );
  const pipe = (/** @type {number} */ y) =>
    sweep(
      [
        [BACK - 0.1, y, TOP + 0.02],
        [BACK - 0.1, y, TOP + 0.14],
        [BACK - 0.02, y, TOP + 0.2],
        [BACK + 0.08, y, TOP + 0.12],
        [BACK + 0.08, y, 1.2],
        [BACK + 0.08, y, 0.3],
        [BACK - 0.02, y, 0.2],
      ],
      0.022,
      12,
      4,
    );
  const fittings = (/** @type {number} */ y) =>
    [0.4, 1.1, 1.8].map((z) => move(cylinder(0.034, 0, 0.05, 0.005, 16), BACK + 0.08, y, z));
  return [
    ...lamp.map((piece) => move(piece, FRONT + 0.12, -SIDE + 0.12, 0)),
    move(cylinder(0.012, TOP, TOP + 0.26, 0.003, 16), FRONT + 0.12, -SIDE + 0.12, 0),
    ...[filter, ...ribs].map((piece) => move(piece, FRONT + 0.9, 0.5, 0)),
    ...[-0.85, -0.78, 0.8, 0.87].flatMap((y) => [pipe(y), ...fittings(y)]),
    move(block(0.25, 0.8, 1.5, 0.015), BACK + 0.13, 0, 0.95 - 0.1),
    move(flipped(alongX(cylinder(0.03, 0, 0.05, 0.006, 24))), BACK + 0.25, 0.3, 0.9),
  ];
}
