// @ts-check
// The scenes of paper D, figure 4: a Puma 260 among 16 obstacles, and two that hang from a gallows on a vehicle, as in its
// introduction. World frame: z up. All obstacles are convex; what they are is our own.

import { circle } from '../cells/outlines.mjs';
import { body } from '../cells/placing.mjs';
import { degrees } from './describe.mjs';
import { prism, puma260 } from './puma.mjs';

/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */
/** @typedef {import('./describe.mjs').ObstacleFacts} ObstacleFacts */

/** Straight up, or down where it hangs. */
const home = degrees(0, 90, -90, 0, 0, 0);

/** @type {(name: string, box: Point3, xyz: Point3) => ObstacleFacts} */
function block(name, box, xyz) {
  return { name, box, xyz };
}

/** @type {(name: string, mesh: string, xyz: Point3, rpy?: Point3) => ObstacleFacts} */
function solid(name, mesh, xyz, rpy) {
  return { name, parts: [{ mesh: `meshes/${mesh}.ply`, xyz, ...(rpy ? { rpy } : {}) }] };
}

/** @type {EnvironmentFacts} */
export const pumaAmongSixteen = {
  folder: 'puma-260',
  figure: 'D 4a',
  title: 'A Puma 260 of ten convex parts among sixteen convex obstacles.',
  robot: puma260,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { home, ready: degrees(0, 40, -70, 0, -60, 0) },
  obstacles: [
    block('table', [1.3, 1.3, 0.04], [0, 0, -0.02]),
    solid('post_1', 'post', [0.45, 0.45, 0]),
    solid('post_2', 'post', [-0.45, 0.45, 0]),
    solid('post_3', 'post', [-0.45, -0.45, 0]),
    solid('post_4', 'post', [0.45, -0.45, 0]),
    block('shelf', [0.9, 0.16, 0.02], [0, 0.47, 0.45]),
    block('board', [0.9, 0.16, 0.02], [0, 0.47, 0.22]),
    block('lamp', [0.12, 0.5, 0.06], [-0.05, -0.05, 0.98]),
    solid('stand', 'hexagon', [0.36, 0, 0]),
    solid('jig', 'hexagon', [0.22, -0.33, 0], [0, 0, 20]),
    solid('drum', 'hexagon', [-0.38, 0.05, 0], [0, 0, 10]),
    solid('ramp', 'wedge', [0.08, -0.46, 0], [0, 0, 30]),
    solid('roof', 'wedge', [-0.3, -0.25, 0], [0, 0, -60]),
    solid('bar', 'bar', [0.4, 0.12, 0.5], [10, 35, 60]),
    solid('beam', 'bar', [-0.36, -0.3, 0.62], [25, 0, -40]),
    block('crate', [0.16, 0.2, 0.18], [0.42, -0.2, 0.09]),
  ],
  meshes: {
    'post.ply': () => body(prism(circle(0.025, 12), 0, 0.7)),
    'hexagon.ply': () => body(prism(circle(0.07, 6), 0, 0.15)),
    'bar.ply': () => body(prism(circle(0.02, 8), -0.2, 0.2)),
    'wedge.ply': wedge,
  },
  paths: {
    // Reaches down beside the stand, turns over the drum, and back up.
    free: {
      verdict: 'free',
      waypoints: [
        home,
        degrees(-20, 40, -70, 0, -60, 0),
        degrees(-60, 55, -100, -40, -30, 60),
        degrees(-60, 110, -120, -40, 30, 60),
        home,
      ],
    },
    colliding: {
      verdict: 'colliding',
      waypoints: [home, degrees(0, -20, -60, 0, -60, 0)],
    },
  },
};

/** A triangle along y: 8 triangles. */
function wedge() {
  /** @type {[number, number][]} */
  const outline = [
    [-0.08, 0],
    [0.08, 0],
    [-0.08, 0.12],
  ];
  const { points, triangles } = prism(outline, -0.1, 0.1);
  return body({
    points: points.map(([x, y, z]) => /** @type {Point3} */ ([x, -z, y])),
    triangles,
  });
}

/** Between the bases of the hanging arms, and how high they hang, in metres. */
const APART = 0.56;
const HEIGHT = 1.2;

/** @type {(waypoint: number[][]) => number[]} */
function both([left, right]) {
  return [...degrees(...left), ...degrees(...right)];
}

/** @type {EnvironmentFacts} */
export const hangingArms = {
  folder: 'hanging-arms',
  figure: 'D 4b',
  title: 'Two Puma 260 that hang from a gallows on a vehicle, with a common working space.',
  robot: puma260,
  robots: [
    { name: 'left', xyz: [-APART / 2, 0, HEIGHT], yaw: 0, hangs: true },
    { name: 'right', xyz: [APART / 2, 0, HEIGHT], yaw: 180, hangs: true },
  ],
  states: { home },
  obstacles: [
    block('beam', [APART + 0.2, 0.16, 0.06], [0, 0, HEIGHT + 0.03]),
    block('boom', [0.1, 0.62, 0.06], [0, -0.31, HEIGHT + 0.09]),
    block('mast', [0.1, 0.1, HEIGHT - 0.14], [0, -0.67, (HEIGHT + 0.38) / 2]),
    block('vehicle', [0.9, 1.5, 0.2], [0, -0.1, 0.14]),
  ],
  meshes: {},
  paths: {
    // Both reach for the middle, one above the other; then both for the same place.
    free: {
      verdict: 'free',
      waypoints: [
        [...home, ...home],
        both([
          [0, 60, -60, 0, 0, 0],
          [30, 100, -140, 0, 20, 0],
        ]),
        [...home, ...home],
      ],
    },
    colliding: {
      verdict: 'colliding',
      waypoints: [
        [...home, ...home],
        both([
          [-25, 20, -70, 0, 0, 0],
          [-25, 20, -70, 0, 0, 0],
        ]),
      ],
    },
  },
};
