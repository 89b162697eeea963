// @ts-check
// Nine linkages in the lattice of figure 11c, each in its own holes: paper A, section V-E.

import { HOLE, lattice } from './thin.mjs';

/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */

const ROWS = ['left', 'middle', 'right'];

/** One after the other, each as the one of the lattice. @type {(waypoints: number[][]) => number[][]} */
function nineTimes(waypoints) {
  return waypoints.map((row) => Array.from({ length: 9 }, () => row).flat());
}

/** @type {EnvironmentFacts} */
export const latticeNine = {
  ...lattice,
  folder: 'lattice-nine',
  title: 'Nine 20-DOF arms of 10 m whose tops stand in a lattice, each in its own holes of 0.8 m.',
  robots: ROWS.flatMap((name, i) =>
    [1, 2, 3].map((k) => ({
      name: `${name}_${k}`,
      xyz: [(k - 2) * HOLE, (1 - i) * HOLE, 0],
      yaw: 0,
    })),
  ),
  paths: {
    free: { verdict: 'free', waypoints: nineTimes(lattice.paths.free.waypoints) },
    colliding: { verdict: 'colliding', waypoints: nineTimes(lattice.paths.colliding.waypoints) },
  },
};
