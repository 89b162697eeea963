// @ts-check
// The outer skin of a rear door, after paper E's figure 11 c: one open shell. The wheel arch makes its boundary concave;
// its edge is trimmed, and there are openings for window, handle, lock and speaker. x runs from the hinges to the rear, z up,
// y out of the car; metres.

import { body } from '../cells/placing.mjs';
import { mix } from './carBody.mjs';
import { refined } from './meshes.mjs';
import { grid, joined, ruled } from './sheets.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./sheets.mjs').Line} Line */

const BELT = 0.62;
const WHEEL = { x: 1.06, z: -0.05, radius: 0.36 };

const COLUMNS = [
  0, 0.05, 0.12, 0.18, 0.24, 0.3, 0.36, 0.44, 0.52, 0.6, 0.65, 0.7, 0.72, 0.76, 0.84, 0.92, 1,
];
/** Heights of the lines below the belt line; beside the wheel they are closer. */
const ROWS = [0, 0.06, 0.12, 0.18, 0.24, 0.3, 0.4, 0.46, 0.52, BELT];
/** Lines of the frame above it, from 0 at the belt line to 1 at the roof. */
const FRAME = [0.08, 0.35, 0.65, 0.9, 1];

/** The mesh of the panel. */
export function doorPanel() {
  const lines = [...ROWS.map(below), ...FRAME.map(above)];
  const speaker = block(lines, [1, 5], [2, 6]);
  const lock = block(lines, [6, 8], [9, 11]);
  const hole = (/** @type {number} */ j, /** @type {number} */ i) =>
    speaker.has(j, i) || lock.has(j, i) || isHandle(j, i) || isWindow(j, i);
  const pieces = [
    grid(lines, hole),
    speaker.around([0.24, 0.18], 0.09),
    lock.around([0.65, 0.46], 0.02),
    ruled(window(lines), window(lines).map(inward(0.02))),
  ];
  const mesh = joined(body(...pieces));
  return refined(mesh, mesh.indices.length / 3);
}

const isHandle = (/** @type {number} */ j, /** @type {number} */ i) => j === 7 && i >= 13 && i < 15;

const isWindow = (/** @type {number} */ j, /** @type {number} */ i) =>
  j >= ROWS.length && j < ROWS.length + 3 && i > 0 && i < COLUMNS.length - 2;

/** @type {(lines: Line[]) => Line} */
function window(lines) {
  return block(lines, [ROWS.length, ROWS.length + 3], [1, COLUMNS.length - 2]).loop;
}

/** Out of the car: the skin is bent about x and a little about z. @type {(x: number, z: number) => Point3} */
function onSkin(x, z) {
  const above = Math.max(0, z - BELT);
  const low = Math.min(z, BELT);
  const y = 0.05 - 0.16 * (low - 0.38) ** 2 - 0.077 * above - 0.35 * above ** 2;
  return [x, y - 0.03 * (x - 0.5) ** 2, z];
}

/** Where the skin ends below: straight, then around the wheel. @type {(x: number) => number} */
function lowerEnd(x) {
  const d2 = WHEEL.radius ** 2 - (x - WHEEL.x) ** 2;
  return x > 0.7 ? WHEEL.z + Math.sqrt(d2) : 0;
}

/** @type {(z: number) => Line} */
function below(z) {
  return COLUMNS.map((x) => onSkin(x, mix(lowerEnd(x), BELT, z / BELT)));
}

/** The frame leans inward at both ends. @type {(s: number) => Line} */
function above(s) {
  return COLUMNS.map((x) => {
    const top = mix(0.05, 0.93, x);
    return onSkin(mix(x, top, s), mix(BELT, 1.06 - 0.05 * (2 * x - 1) ** 2, s));
  });
}

/** Cells between lines and between columns, and the closed line around them. */
function block(
  /** @type {Line[]} */ lines,
  /** @type {[number, number]} */ [j0, j1],
  /** @type {[number, number]} */ [i0, i1],
) {
  const upward = lines.slice(j0, j1 + 1);
  const loop = [
    ...lines[j0].slice(i0, i1),
    ...upward.slice(0, -1).map((line) => line[i1]),
    ...lines[j1].slice(i0 + 1, i1 + 1).reverse(),
    ...upward
      .slice(1)
      .map((line) => line[i0])
      .reverse(),
    lines[j0][i0],
  ];
  return {
    loop,
    has: (/** @type {number} */ j, /** @type {number} */ i) =>
      j >= j0 && j < j1 && i >= i0 && i < i1,
    /** The block with a round hole. */
    around: (/** @type {[number, number]} */ [x, z], /** @type {number} */ radius) => {
      const circle = loop.map((p) => {
        const scale = radius / Math.hypot(p[0] - x, p[2] - z);
        return onSkin(x + scale * (p[0] - x), z + scale * (p[2] - z));
      });
      return ruled(loop, circle);
    },
  };
}

/** @type {(depth: number) => (p: Point3) => Point3} */
function inward(depth) {
  return ([x, y, z]) => [x, y - depth, z];
}

