// @ts-check
// Nine linkages in a lattice as in figure 11c, each in its own holes: paper A, section V-E.

import { lattice, latticeBars, sway } from './thin.mjs';

/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */

/** Between the middles of holes, in metres; more than in the lattice for one. */
const PITCH = 1.2;
const ROWS = ['left', 'middle', 'right'];

/** One after the other, each as the one of the lattice. @type {(waypoints: number[][]) => number[][]} */
function nineTimes(waypoints) {
  return waypoints.map((row) => Array.from({ length: 9 }, () => row).flat());
}

/** @type {EnvironmentFacts} */
export const latticeNine = {
  ...lattice,
  folder: 'lattice-nine',
  title: 'Nine 20-DOF arms of 10 m that stand in a lattice, each in its own holes of 1.2 m.',
  robots: ROWS.flatMap((name, i) =>
    [1, 2, 3].map((k) => ({
      name: `${name}_${k}`,
      xyz: [(k - 2) * PITCH, (1 - i) * PITCH, 0],
      yaw: 0,
    })),
  ),
  meshes: { 'lattice.ply': () => latticeBars(PITCH) },
  paths: {
    free: { verdict: 'free', waypoints: nineTimes(lattice.paths.free.waypoints) },
    // Holes are wider: it takes more of a lean than in the lattice for one.
    colliding: {
      verdict: 'colliding',
      waypoints: nineTimes([lattice.paths.colliding.waypoints[0], sway(5, 20)]),
    },
  },
};
