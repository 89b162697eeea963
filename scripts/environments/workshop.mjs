// @ts-check
// A workshop as one mesh: floor and two walls, a press, a roller conveyor, pallets, drums, shelves,
// benches with vices, pipes along the wall, a fence and a crane above. The robot stands at the
// origin, the floor is z = 0.

import { alongX, alongY, body, copies, move, turned, upright } from '../cells/placing.mjs';
import { block, cylinder, extrude, lathe, motor, sweep } from '../cells/solids.mjs';
import { refined } from './meshes.mjs';
import { boxBetween, ringAbout, sheet } from './pieces.mjs';
import {
  bench,
  casting,
  drums,
  gasBottles,
  loadedPallet,
  pallet,
  shelf,
} from './workshopItems.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */

const ROOM = { west: -3.2, east: 3.6, south: -2.8, north: 2.8, height: 3.6 };

/** @type {(count: number) => import('./meshes.mjs').Triangles} */
export function workshop(count) {
  return refined(
    body(
      ...building(),
      ...press().map((piece) => move(piece, 1.75, 0, 0)),
      ...conveyor().map((piece) => move(turned(piece, 90), 0, 1.35, 0)),
      ...loadedPallet(3).map((piece) => move(piece, 0.35, -1.4, 0)),
      ...pallet().map((piece) => move(turned(piece, 90), -2.4, -2.05, 0)),
      ...pallet().map((piece) => move(turned(piece, 84), -2.38, -2.04, 0.145)),
      ...drums().map((piece) => move(piece, -1.05, -2.1, 0)),
      ...shelf(5).map((piece) => move(piece, -2.9, 0.4, 0)),
      ...bench(0).map((piece) => move(piece, 2.4, 2.35, 0)),
      ...bench(1).map((piece) => move(piece, -0.2, 2.35, 0)),
      ...shelf(2).map((piece) => move(turned(piece, -90), 2.4, -2.5, 0)),
      ...pipes(),
      ...fence(),
      ...crane(),
      ...gasBottles().map((piece) => move(piece, 3.2, 1.2, 0)),
    ),
    count,
  );
}

/** Floor, walls to the north and west, columns, and a poster that is one sheet. */
function building() {
  const { west, east, south, north, height } = ROOM;
  const column = extrude(
    [
      [-0.1, -0.1],
      [0.1, -0.1],
      [0.1, -0.085],
      [0.01, -0.085],
      [0.01, 0.085],
      [0.1, 0.085],
      [0.1, 0.1],
      [-0.1, 0.1],
      [-0.1, 0.085],
      [-0.01, 0.085],
      [-0.01, -0.085],
      [-0.1, -0.085],
    ],
    height,
    0.003,
  );
  return [
    boxBetween([west - 0.15, south, -0.1], [east, north + 0.15, -0.002]),
    boxBetween([west - 0.15, north, 0], [east, north + 0.15, height]),
    boxBetween([west - 0.15, south, 0], [west, north, height]),
    ...[-1.6, 0.4, 2.4].map((x) => move(column, x, north - 0.12, height / 2)),
    sheet(4, 3, (u, v) => [1 + 0.8 * u, north - 0.003, 1.6 + 0.55 * v]),
  ];
}

/** A C-frame press, open toward -x: bed, ram, guide rods, flywheel, die set. */
function press() {
  const frame = upright(
    extrude(
      [
        [0.1, 0],
        [0.9, 0],
        [0.9, 2.4],
        [-0.3, 2.4],
        [-0.3, 1.75],
        [0.35, 1.75],
        [0.45, 1.65],
        [0.45, 1],
        [0.35, 0.9],
        [-0.3, 0.9],
        [-0.3, 0.5],
        [0.1, 0.35],
      ],
      0.09,
      0.012,
    ),
  );
  const wheel = lathe(
    [
      [0.06, -0.09],
      [0.1, -0.08],
      [0.1, -0.03],
      [0.38, -0.02],
      [0.4, -0.07],
      [0.46, -0.07],
      [0.46, 0.07],
      [0.4, 0.07],
      [0.38, 0.02],
      [0.1, 0.03],
      [0.1, 0.08],
      [0.06, 0.09],
    ],
    48,
  );
  const rod = cylinder(0.03, 0.95, 1.6, 0.005, 28);
  const spring = Array.from({ length: 5 }, (_, k) =>
    move(ringAbout(0.042, 0.009, 16, 6), 0, 0, 1 + 0.04 * k),
  );
  const corner = /** @type {[number, number][]} */ ([
    [-0.2, 0.24],
    [-0.2, -0.24],
    [0.25, 0.24],
    [0.25, -0.24],
  ]);
  const bolts = (/** @type {number} */ z, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, k) => {
      const y = -0.3 + (0.6 * k) / (count - 1);
      return [
        move(cylinder(0.02, 0, 0.03, 0.004, 6), -0.27, y, z),
        move(cylinder(0.02, 0, 0.03, 0.004, 6), 0.32, y, z),
      ];
    }).flat();
  return [
    move(frame, 0, 0.42, 0),
    move(frame, 0, -0.42, 0),
    boxBetween([0.8, -0.4, 0], [0.9, 0.4, 2.4]),
    move(block(0.75, 0.8, 0.12, 0.012), 0.05, 0, 0.87),
    move(block(0.6, 0.6, 0.08, 0.01), 0.03, 0, 0.97),
    move(block(0.5, 0.56, 0.3, 0.015), 0.03, 0, 1.72),
    move(block(0.54, 0.6, 0.08, 0.01), 0.03, 0, 1.56),
    move(cylinder(0.13, 1.85, 2.3, 0.015, 48), 0.03, 0, 0),
    ...corner.flatMap(([x, y]) => [rod, ...spring].map((piece) => move(piece, x, y, 0))),
    ...bolts(0.93, 6),
    ...bolts(1.6, 6),
    move(alongY(wheel), 0.5, 0.62, 1.95),
    move(alongY(cylinder(0.06, -0.6, 0.75, 0.008, 32)), 0.5, 0, 1.95),
    move(motor(0.14, 0, 0.4, 32), 0.55, 0, 2.42),
    // A die: two blocks with a groove between them.
    move(block(0.3, 0.12, 0.08, 0.006), 0.02, 0.1, 1.05),
    move(block(0.3, 0.12, 0.08, 0.006), 0.02, -0.1, 1.05),
  ];
}

/** Rollers between two rails on legs, along y before it is turned; the rails' top at 0.72. */
function conveyor() {
  const roller = lathe(
    [
      [0.008, -0.33],
      [0.008, -0.3],
      [0.026, -0.298],
      [0.03, -0.29],
      [0.03, 0.29],
      [0.026, 0.298],
      [0.008, 0.3],
      [0.008, 0.33],
    ],
    12,
  );
  const rail = block(0.04, 2.6, 0.12, 0.006);
  const leg = block(0.05, 0.05, 0.62, 0.005);
  const foot = cylinder(0.05, 0, 0.015, 0.004, 20);
  return [
    move(rail, 0.33, 0, 0.7),
    move(rail, -0.33, 0, 0.7),
    ...Array.from({ length: 26 }, (_, k) => move(alongX(roller), 0, -1.25 + 0.1 * k, 0.72)),
    ...[-1.1, 0, 1.1].flatMap((y) => [
      ...copies(leg, [
        [0.33, y, 0.33],
        [-0.33, y, 0.33],
      ]),
      ...copies(foot, [
        [0.33, y, 0],
        [-0.33, y, 0],
      ]),
      move(block(0.62, 0.04, 0.04, 0.005), 0, y, 0.25),
    ]),
    // Two castings on their way, and a stop.
    ...[-0.6, 0.3].flatMap((y) => casting().map((piece) => move(piece, 0, y, 0.752))),
    move(block(0.5, 0.03, 0.1, 0.005), 0, 1.28, 0.8),
  ];
}

/** Pipes along the north wall with bends, flanges and valves. */
function pipes() {
  const { west, east, north } = ROOM;
  const run = (/** @type {number} */ z, /** @type {number} */ r, /** @type {number} */ drop) => [
    sweep(
      [
        [west + 0.1, north - 0.1 - r, z],
        [drop - 0.3, north - 0.1 - r, z],
        [drop, north - 0.1 - r, z - 0.06],
        [drop + 0.05, north - 0.1 - r, z - 0.4],
        [drop + 0.05, north - 0.1 - r, z - 1],
      ],
      r,
      14,
      5,
    ),
    sweep(
      [
        [drop - 0.2, north - 0.1 - r, z],
        [drop + 0.6, north - 0.1 - r, z],
        [east - 0.2, north - 0.1 - r, z],
      ],
      0.8 * r,
      14,
      5,
    ),
    ...Array.from({ length: 6 }, (_, k) =>
      move(
        alongX(cylinder(1.7 * r, -0.02, 0.02, 0.004, 18)),
        west + 0.6 + 1.05 * k,
        north - 0.1 - r,
        z,
      ),
    ),
    // A valve with its hand wheel.
    move(block(0.14, 0.1, 0.1, 0.012), drop + 0.05, north - 0.1 - r, z - 0.7),
    move(alongY(cylinder(0.012, -0.2, 0, 0.002, 12)), drop + 0.05, north - 0.1 - r, z - 0.7),
    move(alongY(ringAbout(0.07, 0.01, 24, 6)), drop + 0.05, north - 0.3 - r, z - 0.7),
  ];
  return [...run(2.9, 0.05, 1.9), ...run(2.65, 0.035, -1.2), ...run(3.15, 0.03, 0.9)];
}

/** A fence of wires to the west of the robot, with posts and a yellow rail. */
function fence() {
  const x = -1.7;
  const [from, to] = [-1.5, 1.9];
  const post = block(0.05, 0.05, 1.9, 0.004);
  const wire = cylinder(0.003, 0.15, 1.85, 0.001, 6);
  const cross = alongY(cylinder(0.003, from, to, 0.001, 6));
  const count = 60;
  return [
    ...[from, from + (to - from) / 3, from + (2 * (to - from)) / 3, to].flatMap((y) => [
      move(post, x, y, 0.95),
      move(block(0.14, 0.14, 0.012, 0.003), x, y, 0.006),
    ]),
    ...Array.from({ length: count }, (_, k) =>
      move(wire, x, from + ((to - from) * (k + 0.5)) / count, 0),
    ),
    ...[0.2, 0.65, 1.1, 1.5, 1.8].map((z) => move(cross, x + 0.006, 0, z)),
    move(block(0.04, to - from, 0.04, 0.004), x, (from + to) / 2, 1.88),
    move(block(0.04, to - from, 0.04, 0.004), x, (from + to) / 2, 0.13),
  ];
}

/** A travelling crane above everything: two rails, a beam, trolley, ropes, hook. */
function crane() {
  const { west, east, south, north } = ROOM;
  const z = 3.25;
  const beam = (/** @type {number} */ length) =>
    extrude(
      [
        [-0.08, -0.14],
        [0.08, -0.14],
        [0.08, -0.12],
        [0.012, -0.12],
        [0.012, 0.12],
        [0.08, 0.12],
        [0.08, 0.14],
        [-0.08, 0.14],
        [-0.08, 0.12],
        [-0.012, 0.12],
        [-0.012, -0.12],
        [-0.08, -0.12],
      ],
      length,
      0.003,
    );
  const wheel = alongY(
    lathe(
      [
        [0.05, -0.03],
        [0.09, -0.028],
        [0.09, -0.018],
        [0.07, -0.015],
        [0.07, 0.03],
        [0.05, 0.032],
      ],
      24,
    ),
  );
  const [x, y] = [0.9, -0.5];
  const hook = sweep(
    [
      [x, y, 2.42],
      [x, y, 2.34],
      [x, y + 0.035, 2.29],
      [x, y + 0.04, 2.24],
      [x, y, 2.2],
      [x, y - 0.045, 2.23],
      [x, y - 0.045, 2.27],
    ],
    0.015,
    16,
    8,
  );
  const sheave = lathe(
    [
      [0.05, -0.02],
      [0.08, -0.018],
      [0.06, -0.006],
      [0.06, 0.006],
      [0.08, 0.018],
      [0.05, 0.02],
    ],
    24,
  );
  const rope = (/** @type {number} */ dy) => move(cylinder(0.005, 2.5, z, 0.001, 10), x, y + dy, 0);
  return [
    ...[south + 0.3, north - 0.35].map((at) =>
      move(alongX(beam(east - west - 0.1)), (east + west) / 2, at, z),
    ),
    move(alongY(turned(beam(north - south - 0.5), 90)), x, 0, z + 0.3),
    ...[south + 0.3, north - 0.35].flatMap((at) => [
      move(block(0.7, 0.16, 0.2, 0.012), x, at, z + 0.3),
      move(wheel, x - 0.25, at, z + 0.2),
      move(wheel, x + 0.25, at, z + 0.2),
    ]),
    move(block(0.34, 0.5, 0.24, 0.015), x, y, z + 0.05),
    move(alongX(motor(0.09, 0.16, 0.5, 28)), x, y, z + 0.05),
    ...[-0.03, 0.03].map(rope),
    move(alongX(sheave), x, y, 2.52),
    move(block(0.08, 0.12, 0.16, 0.01), x, y, 2.5),
    hook,
    // The control hangs down beside.
    move(cylinder(0.006, 1.5, z, 0.001, 10), x + 0.1, y - 0.9, 0),
    move(block(0.07, 0.06, 0.22, 0.01), x + 0.1, y - 0.9, 1.45),
    ...[0, 1, 2, 3].map((k) =>
      move(alongX(cylinder(0.012, 0, 0.01, 0.002, 16)), x + 0.135, y - 0.9, 1.39 + 0.04 * k),
    ),
  ];
}
