// @ts-check
// The arm of scripts/cells/arm.mjs drawn with few triangles, after paper E, whose robot has 989. Prisms and cones of
// six to ten sides, each closed. The gun's nozzle is a tube that is open at its end: an odd number of triangles takes
// an open edge somewhere. At zero all frames are parallel: x forward, z up.

import { circle, hullOf, roundedRectangle, triangulateOutline } from '../cells/outlines.mjs';
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
import { lathe, loft, stack, sweep } from '../cells/solids.mjs';
import { boxBetween } from './pieces.mjs';
import { arcGunTip } from './tools.mjs';

/** @typedef {import('../cells/outlines.mjs').Outline} Outline */
/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */

/** A plain cylinder along z. @type {(radius: number, from: number, to: number, count: number) => Piece} */
function drum(radius, from, to, count) {
  return lathe(
    [
      [radius, from],
      [radius, to],
    ],
    count,
  );
}

/** An outline drawn from the side, so thick in y. @type {(outline: Outline, thickness: number) => Piece} */
function plate(outline, thickness) {
  const ring = (/** @type {number} */ z) =>
    outline.map(([x, y]) => /** @type {Point3} */ ([x, y, z]));
  return upright(loft([ring(-thickness / 2), ring(thickness / 2)], triangulateOutline(outline)));
}

/** A rectangle without its corners. @type {(width: number, height: number, corner: number) => Outline} */
function octagon(width, height, corner) {
  return roundedRectangle(width, height, corner, 1);
}

/** Meshes by link, each in its link's frame. */
export function coarseArmMeshes() {
  return {
    base_link: base(),
    link_1: turret(),
    link_2: upperArm(),
    link_3: elbow(),
    link_4: forearm(),
    link_5: body(alongY(drum(0.05, -0.047, 0.047, 8)), alongX(drum(0.045, 0, 0.066, 8))),
    link_6: body(alongX(drum(0.048, -0.02, 0, 8))),
  };
}

function base() {
  const foot = stack([
    [0, octagon(0.62, 0.56, 0.09)],
    [0.05, octagon(0.6, 0.54, 0.1)],
    [0.24, octagon(0.42, 0.42, 0.14)],
  ]);
  return body(
    foot,
    drum(0.235, 0.22, 0.293, 10),
    boxBetween([-0.33, -0.13, 0.06], [-0.1, 0.13, 0.2]),
  );
}

function turret() {
  const cheek = hullOf(circle(0.135, 8, [0.1, 0.615]), [
    [0.2, 0.36],
    [-0.18, 0.36],
    [-0.1, 0.52],
  ]);
  const drive = move(alongY(drum(0.085, 0.17, 0.42, 8)), 0.1, 0, 0.615);
  return body(
    drum(0.25, 0.3, 0.39, 10),
    ...copies(plate(cheek, 0.065), [
      [0, 0.148, 0],
      [0, -0.148, 0],
    ]),
    boxBetween([-0.18, -0.13, 0.38], [0.19, 0.13, 0.46]),
    drive,
    move(flipped(alongY(drum(0.085, 0.17, 0.4, 8))), 0.1, 0, 0.615),
    move(drum(0.08, 0.38, 0.68, 8), -0.16, 0, 0),
  );
}

function upperArm() {
  const beam = stack([
    [0, octagon(0.21, 0.16, 0.03)],
    [0.7, octagon(0.14, 0.13, 0.03)],
  ]);
  return body(
    beam,
    alongY(drum(0.132, -0.11, 0.11, 10)),
    move(alongY(drum(0.098, -0.092, 0.092, 10)), 0, 0, 0.705),
    boxBetween([-0.14, -0.04, 0.08], [-0.08, 0.04, 0.6]),
  );
}

function elbow() {
  const cheek = hullOf(circle(0.1, 8), [
    [0.16, 0.08],
    [0.16, 0.21],
    [-0.19, 0.21],
    [-0.2, 0.09],
  ]);
  const housing = stack([
    [-0.27, octagon(0.17, 0.15, 0.05)],
    [-0.14, octagon(0.25, 0.19, 0.05)],
    [0.1, octagon(0.25, 0.19, 0.05)],
    [0.25, octagon(0.2, 0.2, 0.06)],
  ]);
  const drive = turned(alongX(drum(0.07, 0.25, 0.46, 6)), 180);
  return body(
    ...copies(plate(cheek, 0.045), [
      [0, 0.12, 0],
      [0, -0.12, 0],
    ]),
    move(alongX(housing), 0, 0, 0.14),
    move(drive, 0, 0, 0.15),
  );
}

function forearm() {
  const tube = lathe(
    [
      [0.092, 0.25],
      [0.092, 0.31],
      [0.068, 0.5],
      [0.074, 0.612],
    ],
    8,
  );
  const neck = stack([
    [0.6, octagon(0.12, 0.12, 0.04)],
    [0.668, octagon(0.146, 0.104, 0.03)],
  ]);
  const tine = hullOf(circle(0.053, 8, [0.755, 0]), [
    [0.62, 0.052],
    [0.62, -0.052],
  ]);
  return body(
    alongX(tube),
    alongX(neck),
    ...copies(plate(tine, 0.026), [
      [0, 0.062, 0],
      [0, -0.062, 0],
    ]),
  );
}

const NOZZLE = 0.075;

/** The gun of tools.mjs with few triangles: its tip is at the same place. */
export function coarseGun() {
  const turn = (arcGunTip.tilt * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const root = { x: arcGunTip.x - NOZZLE * c, z: arcGunTip.z + NOZZLE * s };
  const neck = sweep(
    [
      [0.2, 0, 0],
      [0.31, 0, 0],
      [0.35, 0, -0.018],
      [root.x + 0.01 * c, 0, root.z - 0.01 * s],
    ],
    0.009,
    6,
    1,
  );
  const hose = sweep(
    [
      [0.085, 0, 0.01],
      [0.06, 0, 0.06],
      [-0.03, 0, 0.1],
    ],
    0.012,
    6,
    1,
  );
  return body(
    alongX(drum(0.04, 0.001, 0.02, 8)),
    boxBetween([0.016, -0.024, -0.02], [0.11, 0.024, 0.02]),
    alongX(drum(0.02, 0.06, 0.21, 8)),
    neck,
    hose,
    move(tilted(alongX(openTube(0.013, 0, NOZZLE, 8)), arcGunTip.tilt), root.x, 0, root.z),
  );
}

/** A sheet around z, closed below and open above. @type {(radius: number, from: number, to: number, count: number) => Piece} */
function openTube(radius, from, to, count) {
  const { points, triangles } = drum(radius, from, to, count);
  const pole = points.length - 1;
  return {
    points: points.slice(0, pole),
    triangles: triangles.filter((corners) => !corners.includes(pole)),
  };
}
