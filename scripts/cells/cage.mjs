// @ts-check
// One arm with an arc-welding torch in a cage of thin bars, with a window through which it reaches
// a workpiece outside. World frame: z up, the arm's foot at the origin, the window at +x. The bars
// of the front are primitives, all others are one mesh.

import { armJoints, armMeshes } from './arm.mjs';
import { torch } from './guns.mjs';
import { alongX, alongY, body, copies, move, tilted, turned } from './placing.mjs';
import { block, cylinder, lathe } from './solids.mjs';

const FRONT = 1.15;
const BACK = -1.2;
const SIDE = 1.1;
const HEIGHT = 2.2;
const BAR = 0.004;
const FRONT_BAR = 0.005;
const POST = 0.05;
const SPACING = 0.12;

/** The window in the front: half its width, sill and lintel. */
const WINDOW = { half: 0.3, sill: 0.85, lintel: 1.55 };

/** @type {import('./describe.mjs').CellFacts} */
export const cage = {
  folder: 'cage',
  title: 'A six-axis arm with an arc-welding torch in a cage of bars of 8 and 10 mm.',
  robots: [{ name: 'arm', xyz: [0, 0, 0], yaw: 0 }],
  tool: 'torch',
  joints: [...armJoints, { name: 'tool', parent: 'link_6', child: 'torch', xyz: [0, 0, 0] }],
  meshes: () => ({ ...armMeshes(), torch: torch() }),
  states: {
    home: [0, -40, 45, 0, 40, 0],
    // The torch points down beside a wall.
    inside: [91.1, -28.7, 51.8, -77.7, 10.3, 82.2],
    // In front of two bars of the front, and put through between them.
    at_bars: [40.9, 0.4, 26.4, 62.5, -47.6, -52.3],
    between_bars: [30.5, 19.8, 3.8, 55.8, -37.8, -49.3],
    // Through the window, at the workpiece; the straight motion from home is free.
    outside: [0, 31.6, -7.9, 0, -23.7, 0],
  },
  obstacles: [
    { name: 'floor', box: [4.4, 2.8, 0.04], xyz: [0.5, 0, -0.02] },
    { name: 'frame', mesh: 'frame.stl', triangles: frame },
    { name: 'bars', mesh: 'bars.stl', triangles: bars },
    ...frontBars(),
    { name: 'stand', cylinder: [0.12, 0.8], xyz: [1.72, 0, 0.4] },
    { name: 'workpiece', mesh: 'workpiece.stl', triangles: workpiece },
  ],
  allow: [['arm/base_link', 'floor']],
};

/** Corner posts, rails around bottom and top, and the frame of the window. */
function frame() {
  const post = block(POST, POST, HEIGHT, 0.005);
  const length = FRONT - BACK + POST;
  const middle = (FRONT + BACK) / 2;
  const along = block(length, POST, POST, 0.005);
  const across = block(POST, 2 * SIDE + POST, POST, 0.005);
  const { half, sill, lintel } = WINDOW;
  const plate = block(0.16, 0.16, 0.012, 0.003);
  const corners = /** @type {[number, number][]} */ ([
    [FRONT, SIDE],
    [FRONT, -SIDE],
    [BACK, -SIDE],
    [BACK, SIDE],
  ]);
  const thin = 0.03;
  return body(
    ...corners.flatMap(([x, y]) => [
      move(post, x, y, HEIGHT / 2 + 0.004),
      move(plate, x, y, 0.008),
    ]),
    ...[0.1, HEIGHT - POST / 2].flatMap((z) => [
      move(along, middle, SIDE, z),
      move(along, middle, -SIDE, z),
      move(across, FRONT, 0, z),
      move(across, BACK, 0, z),
    ]),
    move(block(thin, 2 * half + thin, thin, 0.004), FRONT, 0, sill),
    move(block(thin, 2 * half + thin, thin, 0.004), FRONT, 0, lintel),
    move(block(thin, thin, lintel - sill, 0.004), FRONT, half, (sill + lintel) / 2),
    move(block(thin, thin, lintel - sill, 0.004), FRONT, -half, (sill + lintel) / 2),
  );
}

/** Sides, back and roof: bars every 12 cm, each tied by two horizontal ones. */
function bars() {
  const height = HEIGHT - 0.12;
  const upright = cylinder(BAR, 0.11, 0.11 + height, 0.001, 8);
  const along = alongX(cylinder(BAR, BACK, FRONT, 0.001, 8));
  const across = alongY(cylinder(BAR, -SIDE, SIDE, 0.001, 8));
  const pieces = [];
  for (const x of between(BACK, FRONT)) {
    pieces.push(move(upright, x, SIDE, 0), move(upright, x, -SIDE, 0));
    pieces.push(move(across, x, 0, HEIGHT - 0.02));
  }
  for (const y of between(-SIDE, SIDE)) pieces.push(move(upright, BACK, y, 0));
  for (const z of [0.8, 1.5]) {
    // Ties lie beside the bars, not in them: welded bars touch, they do not cross.
    for (const s of [1, -1]) pieces.push(move(along, 0, s * (SIDE + 2 * BAR), z));
    pieces.push(move(across, BACK - 2 * BAR, 0, z));
  }
  for (const y of [-0.55, 0, 0.55]) pieces.push(move(along, 0, y, HEIGHT - 0.02 + 2 * BAR));
  return body(...pieces);
}

/** Bars of the front as exact cylinders; where the window is they end at its frame. */
function frontBars() {
  const [low, high] = [0.12, HEIGHT - 0.05];
  /** @type {import('./describe.mjs').ObstacleFacts[]} */
  const list = [];
  const add = (/** @type {number} */ y, /** @type {number} */ from, /** @type {number} */ to) => {
    const name = `bar_${String(list.length + 1).padStart(2, '0')}`;
    const round = (/** @type {number} */ v) => Math.round(v * 1e4) / 1e4;
    list.push({
      name,
      cylinder: [FRONT_BAR, round(to - from)],
      xyz: [FRONT, round(y), round((from + to) / 2)],
    });
  };
  for (const y of between(-SIDE, SIDE)) {
    if (Math.abs(y) > WINDOW.half + 0.02) add(y, low, high);
    else {
      add(y, low, WINDOW.sill);
      add(y, WINDOW.lintel, high);
    }
  }
  return list;
}

/** Two pipes and a gusset on a plate. */
function workpiece() {
  const pipe = lathe(
    [
      [0.036, 0],
      [0.045, 0.002],
      [0.045, 0.2],
      [0.036, 0.202],
    ],
    24,
  );
  const flange = cylinder(0.075, 0, 0.016, 0.003, 24);
  const bolt = cylinder(0.008, 0.01, 0.024, 0.002, 6);
  const bolts = Array.from({ length: 6 }, (_, i) => turned(move(bolt, 0.06, 0, 0), 60 * i + 30));
  const branch = tilted(pipe, 90);
  return body(
    ...copies(block(0.3, 0.3, 0.02, 0.004), [[1.72, 0, 0.812]]),
    ...[flange, pipe, ...bolts].map((piece) => move(piece, 1.72, 0, 0.82)),
    move(turned(branch, 90), 1.72, 0, 0.93),
    move(flange, 1.72, 0, 1.015),
  );
}

/** Evenly spaced places strictly between two posts, about SPACING apart. */
function between(/** @type {number} */ a, /** @type {number} */ b) {
  const count = Math.round((b - a) / SPACING);
  return Array.from({ length: count - 1 }, (_, i) => a + ((b - a) * (i + 1)) / count);
}
