// @ts-check
// Nine linkages in the lattice of figure 11c, each in its own holes: paper A, section V-E.

import { lattice } from './thin.mjs';

/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */

/** Between the middles of holes, in metres. */
const PITCH = 0.8;
const ROWS = ['left', 'middle', 'right'];

/** One after the other, each as the one of the lattice. @type {(waypoints: number[][]) => number[][]} */
function nineTimes(waypoints) {
  return waypoints.map((row) => Array.from({ length: 9 }, () => row).flat());
}

/** @type {EnvironmentFacts} */
export const latticeNine = {
  ...lattice,
  folder: 'lattice-nine',
  title: 'Nine 20-DOF arms of 10 m that stand in a lattice, each in its own holes.',
  robots: ROWS.flatMap((name, i) =>
    [1, 2, 3].map((k) => ({
      name: `${name}_${k}`,
      xyz: [(k - 2) * PITCH, (1 - i) * PITCH, 0],
      yaw: 0,
    })),
  ),
  obstacles: [{ name: 'lattice', parts: [{ mesh: '../lattice/meshes/lattice.ply' }] }],
  meshes: {},
  paths: {
    free: { verdict: 'free', waypoints: nineTimes(lattice.paths.free.waypoints) },
    colliding: { verdict: 'colliding', waypoints: nineTimes(lattice.paths.colliding.waypoints) },
  },
};
