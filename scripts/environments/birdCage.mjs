// @ts-check
// A bird cage of round bars, and an L of two boards that leaves it: paper E, figure 9. The paper says "cage data" and
// works with the Motion Strategy Library (S. M. LaValle and others), among whose problems one has this name: a flat L in a
// cage of eight bars, with rings of eight sides and a dome. So have these, with dimensions of our own. World frame: z up.

import { triangulateOutline } from '../cells/outlines.mjs';
import { body, move, turned } from '../cells/placing.mjs';
import { loft, sweep } from '../cells/solids.mjs';
import { degrees } from './describe.mjs';
import { refined } from './meshes.mjs';
import { ringAbout } from './pieces.mjs';
import { GREEN, slide, turn } from './planning.mjs';

/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */
/** @typedef {import('./describe.mjs').RobotFacts} RobotFacts */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */

const ROOM = 1.2;

/** @type {RobotFacts} */
export const boards = {
  name: 'boards',
  title: 'Two boards in the shape of an L that move in space: three slides and three turns.',
  joints: [
    slide('x', 'root', [1, 0, 0], [-ROOM, ROOM]),
    slide('y', 'after_x', [0, 1, 0], [-ROOM, ROOM]),
    slide('z', 'after_y', [0, 0, 1], [-ROOM, ROOM]),
    turn('yaw', 'after_z', [0, 0, 1], [-180, 180]),
    turn('pitch', 'after_yaw', [0, 1, 0], [-90, 90]),
    turn('roll', 'after_pitch', [1, 0, 0], [-180, 180], 'body'),
  ],
  files: { body: 'boards/body.ply' },
  colours: { default: GREEN },
};

const BOARD = { long: 0.5, wide: 0.14, thick: 0.04 };

/** About the middle of its bounding box: 20 triangles. @returns {Triangles} */
function boardsMesh() {
  const { long, wide, thick } = BOARD;
  const [low, high] = [-long / 2, long / 2];
  const inner = low + wide;
  /** @type {[number, number][]} */
  const outline = [
    [low, low],
    [high, low],
    [high, inner],
    [inner, inner],
    [inner, high],
    [low, high],
  ];
  const ring = (/** @type {number} */ z) =>
    outline.map(([x, y]) => /** @type {Point3} */ ([x, y, z]));
  const mesh = body(loft([ring(-thick / 2), ring(thick / 2)], triangulateOutline(outline)));
  return refined(mesh, mesh.indices.length / 3);
}

/** @returns {Map<string, Triangles>} */
export function boardsMeshes() {
  return new Map([['boards/body.ply', boardsMesh()]]);
}

const CAGE = { radius: 0.58, bar: 0.018, bars: 8, rings: [-0.55, -0.19, 0.17] };

/** Rings, bars that end in a dome, a grid below and an eye to hang it by. @returns {Triangles} */
function birdCage() {
  const { radius, bar, bars, rings } = CAGE;
  const [floor, , shoulder] = rings;
  const upright = sweep(
    [
      [radius, 0, floor - 0.01],
      [radius, 0, shoulder],
      [0.85 * radius, 0, 0.38],
      [0.5 * radius, 0, 0.54],
      [0.04, 0, 0.6],
    ],
    bar,
    6,
    1,
  );
  const across = sweep(
    [
      [-radius, 0, floor],
      [radius, 0, floor],
    ],
    bar,
    6,
    1,
  );
  const turns = Array.from({ length: bars }, (_, i) => (360 * i) / bars);
  const eye = ringAbout(0.06, 0.012, 8, 6);
  const standing = {
    ...eye,
    points: eye.points.map(([x, y, z]) => /** @type {Point3} */ ([x, -z, y])),
  };
  const mesh = body(
    ...rings.map((z) => move(ringAbout(radius, bar, bars, 6), 0, 0, z)),
    ...turns.map((angle) => turned(upright, angle)),
    ...turns.slice(0, bars / 2).map((angle) => turned(across, angle)),
    move(standing, 0, 0, 0.68),
  );
  return refined(mesh, mesh.indices.length / 3);
}

const start = [0, 0, 0, ...degrees(0, 0, 0)];
const goal = [-0.9, -0.4, -0.2, ...degrees(-55, 35, -45)];

/** @type {EnvironmentFacts} */
export const birdCageCell = {
  folder: 'bird-cage',
  figure: 'E 9',
  title: 'Two boards in the shape of an L that leave a bird cage.',
  robot: boards,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { start, goal },
  obstacles: [{ name: 'cage', parts: [{ mesh: 'meshes/cage.ply' }] }],
  meshes: { 'cage.ply': birdCage },
  paths: {
    free: {
      verdict: 'free',
      waypoints: [
        start,
        [0.37, 0.551, -0.111, -0.909, 0.149, -0.289],
        [0.253, 0.85, 0.098, -1.495, 0.097, 0.314],
        [0.218, 0.859, 0.123, -1.505, 0.139, 0.346],
        [0.095, 0.843, 0.185, -1.486, 0.268, 0.383],
        [-0.063, 0.811, 0.257, -1.452, 0.427, 0.413],
        [-0.377, 0.623, 0.299, -1.348, 0.665, 0.31],
        [-0.599, 0.289, 0.168, -1.214, 0.705, -0.024],
        goal,
      ],
    },
    colliding: { verdict: 'colliding', waypoints: [start, goal] },
  },
};
