// @ts-check
// What stands about in the workshop: pallets, drums, shelves, benches, gas bottles. Each stands on z = 0 at
// the origin.

import { roundedRectangle } from '../cells/outlines.mjs';
import { alongX, alongY, move, tilted, turned } from '../cells/placing.mjs';
import { block, cylinder, lathe, motor, stack, sweep } from '../cells/solids.mjs';
import { box, ringAbout } from './pieces.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */

/** A housing with a bore and feet. */
export function casting() {
  const flange = lathe(
    [
      [0.09, 0],
      [0.12, 0.003],
      [0.12, 0.02],
      [0.1, 0.025],
      [0.085, 0.1],
      [0.085, 0.16],
      [0.1, 0.165],
      [0.1, 0.18],
      [0.06, 0.182],
      [0.06, 0.14],
    ],
    24,
  );
  const bolt = cylinder(0.009, 0.015, 0.03, 0.002, 10);
  return [
    flange,
    ...Array.from({ length: 6 }, (_, k) => turned(move(bolt, 0.108, 0, 0), 60 * k)),
    ...[0, 120, 240].map((a) => turned(move(block(0.09, 0.02, 0.1, 0.004), 0.1, 0, 0.07), a + 30)),
  ];
}

/** A pallet of 1.2 by 0.8 m: boards, blocks, skids. */
export function pallet() {
  const deck = [-0.35, -0.175, 0, 0.175, 0.35].map((y) =>
    move(block(1.2, 0.12, 0.022, 0.003), 0, y, 0.133),
  );
  const stringer = [-0.55, 0, 0.55].map((x) => move(block(0.12, 0.8, 0.022, 0.003), x, 0, 0.111));
  const feet = [-0.55, 0, 0.55].flatMap((x) =>
    [-0.35, 0, 0.35].map((y) => move(block(0.12, 0.1, 0.078, 0.004), x, y, 0.061)),
  );
  const skids = [-0.35, 0, 0.35].map((y) => move(block(1.2, 0.1, 0.022, 0.003), 0, y, 0.011));
  return [...deck, ...stringer, ...feet, ...skids];
}

/** Boxes in layers on a pallet. @type {(layers: number) => Piece[]} */
export function loadedPallet(layers) {
  const list = [...pallet()];
  for (let k = 0; k < layers; k++) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 2; j++) {
        if (k === layers - 1 && i + j > 2) continue;
        const lid = 0.145 + 0.2 * (k + 1);
        const [x, y] = [-0.39 + 0.39 * i, -0.2 + 0.39 * j];
        list.push(move(block(0.37, 0.36, 0.195, 0.006), x, y, lid - 0.1));
        list.push(move(box(0.05, 0.362, 0.197), x, y, lid - 0.1));
      }
    }
  }
  return list;
}

/** Three drums, one on its side in a cradle. */
export function drums() {
  const drum = lathe(
    [
      [0.26, 0.006],
      [0.285, 0],
      [0.292, 0.01],
      [0.285, 0.02],
      [0.28, 0.28],
      [0.292, 0.29],
      [0.292, 0.31],
      [0.28, 0.32],
      [0.28, 0.56],
      [0.292, 0.57],
      [0.292, 0.59],
      [0.28, 0.6],
      [0.28, 0.86],
      [0.292, 0.87],
      [0.285, 0.88],
      [0.26, 0.87],
    ],
    28,
  );
  const bung = cylinder(0.03, 0.86, 0.89, 0.004, 20);
  const lying = move(tilted(drum, 90), -0.44, 1.45, 0.33);
  return [
    drum,
    move(bung, 0.15, 0.05, 0),
    move(drum, 0.62, 0.05, 0),
    move(bung, 0.7, -0.1, 0),
    move(drum, -0.62, -0.05, 0),
    move(lying, -1.1, -0.55, 0),
  ];
}

/** Shelves along y, facing +x: posts with braces, boards, boxes, cans and coils in turn.
 * @type {(seed: number) => Piece[]} */
export function shelf(seed) {
  const [length, depth, height] = [2.2, 0.5, 2.1];
  const post = block(0.05, 0.05, height, 0.004);
  const list = [];
  for (const y of [-length / 2, 0, length / 2]) {
    for (const x of [-depth / 2, depth / 2]) list.push(move(post, x, y, height / 2));
    for (let k = 0; k < 4; k++) {
      list.push(
        sweep(
          [
            [-depth / 2, y, 0.15 + 0.5 * k],
            [depth / 2, y, 0.15 + 0.5 * k + (k % 2 ? -0.3 : 0.3)],
          ],
          0.008,
          6,
        ),
      );
    }
  }
  for (const z of [0.2, 0.8, 1.4, 2.0])
    list.push(move(block(depth, length, 0.035, 0.005), 0, 0, z));
  let turn = seed;
  for (const z of [0.2175, 0.8175, 1.4175]) {
    for (let k = 0; k < 6; k++) {
      const y = -length / 2 + 0.2 + 0.36 * k;
      turn = (turn * 5 + 3) % 16;
      if (turn % 4 === 0) list.push(move(block(0.36, 0.28, 0.24, 0.008), 0, y, z + 0.12));
      else if (turn % 4 === 1) list.push(...can().map((piece) => move(piece, 0.05, y, z)));
      else if (turn % 4 === 2) list.push(...coil().map((piece) => move(piece, 0, y, z)));
      else list.push(...crate().map((piece) => move(piece, 0, y, z)));
    }
  }
  return list;
}

function can() {
  const tin = lathe(
    [
      [0.1, 0],
      [0.105, 0.005],
      [0.105, 0.25],
      [0.09, 0.27],
      [0.04, 0.275],
      [0.04, 0.29],
    ],
    20,
  );
  const bail = sweep(
    [
      [0, -0.105, 0.2],
      [0, -0.08, 0.3],
      [0, 0, 0.34],
      [0, 0.08, 0.3],
      [0, 0.105, 0.2],
    ],
    0.004,
    6,
    4,
  );
  return [tin, bail];
}

/** Wire on a coil. */
function coil() {
  const rings = [];
  for (let k = 0; k < 4; k++)
    rings.push(move(ringAbout(0.12, 0.02, 20, 6), 0, 0, 0.022 + 0.039 * k));
  return rings;
}

/** An open crate of slats with round bars in it. */
function crate() {
  const slat = (/** @type {number} */ z) => [
    move(box(0.4, 0.015, 0.05), 0, 0.14, z),
    move(box(0.4, 0.015, 0.05), 0, -0.14, z),
    move(box(0.015, 0.28, 0.05), 0.2, 0, z),
    move(box(0.015, 0.28, 0.05), -0.2, 0, z),
  ];
  const bar = alongX(cylinder(0.022, -0.19, 0.19, 0.003, 10));
  return [
    ...slat(0.03),
    ...slat(0.1),
    ...slat(0.17),
    ...[-0.1, -0.05, 0, 0.05, 0.1].map((y) => move(bar, 0, y, 0.03)),
  ];
}

/** A bench with drawers, a vice, and tools on it. @type {(kind: number) => Piece[]} */
export function bench(kind) {
  const list = [
    move(block(1.8, 0.7, 0.05, 0.008), 0, 0, 0.86),
    ...[-0.8, 0.8].flatMap((x) => [
      move(block(0.07, 0.07, 0.84, 0.006), x, 0.28, 0.42),
      move(block(0.07, 0.07, 0.84, 0.006), x, -0.28, 0.42),
    ]),
    move(block(1.6, 0.5, 0.03, 0.005), 0, 0, 0.2),
    move(block(0.5, 0.6, 0.5, 0.008), 0.5, 0.02, 0.58),
    ...[0.42, 0.58, 0.74].flatMap((z) => [
      move(block(0.46, 0.02, 0.14, 0.004), 0.5, -0.29, z),
      sweep(
        [
          [0.4, -0.3, z],
          [0.42, -0.33, z],
          [0.5, -0.34, z],
          [0.58, -0.33, z],
          [0.6, -0.3, z],
        ],
        0.006,
        8,
        3,
      ),
    ]),
    ...vice().map((piece) => move(piece, -0.6, -0.22, 0.885)),
    ...casting().map((piece) => move(piece, 0.1, 0.05, 0.886)),
  ];
  if (kind === 1) {
    // A drill stand.
    list.push(
      move(block(0.3, 0.22, 0.03, 0.006), 0.55, 0.1, 0.9),
      move(cylinder(0.03, 0.9, 1.6, 0.005, 24), 0.55, 0.18, 0),
      move(block(0.18, 0.34, 0.2, 0.02), 0.55, 0.05, 1.45),
      move(motor(0.06, 1.5, 1.75, 20), 0.55, 0.16, 0),
      move(
        lathe(
          [
            [0.004, 1.08],
            [0.004, 1.2],
            [0.018, 1.21],
            [0.022, 1.26],
            [0.022, 1.36],
          ],
          24,
        ),
        0.55,
        -0.06,
        0,
      ),
    );
  } else {
    list.push(...can().map((piece) => move(piece, 0.6, 0.1, 0.885)));
    for (let k = 0; k < 7; k++)
      list.push(
        ...spanner(0.12 + 0.015 * k).map((piece) => move(piece, -0.3 + 0.06 * k, 0.25, 0.888)),
      );
  }
  return list;
}

/** Lies along y. @type {(length: number) => Piece[]} */
function spanner(length) {
  return [
    move(block(0.012, length, 0.006, 0.0015), 0, 0, 0.003),
    move(ringAbout(0.012, 0.004, 12, 5), 0, length / 2 + 0.012, 0.004),
    move(ringAbout(0.01, 0.004, 12, 5), 0, -length / 2 - 0.01, 0.004),
  ];
}

function vice() {
  return [
    stack([
      [0, roundedRectangle(0.16, 0.14, 0.03, 4)],
      [0.02, roundedRectangle(0.16, 0.14, 0.03, 4)],
      [0.05, roundedRectangle(0.1, 0.1, 0.03, 4)],
      [0.09, roundedRectangle(0.1, 0.1, 0.03, 4)],
    ]),
    move(block(0.14, 0.06, 0.09, 0.006), 0, 0.06, 0.13),
    move(block(0.14, 0.04, 0.09, 0.006), 0, -0.06, 0.13),
    move(alongY(cylinder(0.014, -0.28, 0.02, 0.003, 20)), 0, 0, 0.1),
    move(alongX(cylinder(0.006, -0.09, 0.09, 0.002, 12)), 0, -0.26, 0.1),
  ];
}

export function gasBottles() {
  const bottle = lathe(
    [
      [0.1, 0],
      [0.115, 0.01],
      [0.115, 1.2],
      [0.105, 1.28],
      [0.07, 1.36],
      [0.035, 1.39],
      [0.035, 1.43],
      [0.05, 1.435],
      [0.05, 1.53],
      [0.03, 1.55],
    ],
    28,
  );
  const wheel = ringAbout(0.03, 0.006, 14, 6);
  return [0, 0.28, 0.56].flatMap((y) => [
    move(bottle, 0, y, 0),
    move(wheel, 0, y, 1.58),
    move(cylinder(0.006, 1.54, 1.59, 0.001, 8), 0, y, 0),
    move(ringAbout(0.122, 0.008, 24, 6), 0, y, 0.8),
  ]);
}
