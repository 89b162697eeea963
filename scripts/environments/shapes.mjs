// @ts-check
// Environments for tight volumes: paper E, figures 4 and 11 c. World frame: z up.

import { degrees } from './describe.mjs';
import { doorPanel } from './doorPanel.mjs';
import { irb2400Coarse } from './robots.mjs';

/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */

/** The nozzle before the skin, below the belt line. */
const doorStart = degrees(-2, 11, 15, 12, 46, -14);
/** The gun through the window opening, its nozzle low behind the skin. */
const doorGoal = degrees(-1, 34, -27, 7, 72, -23);

/** @type {EnvironmentFacts} */
export const doorPanelCell = {
  folder: 'door-panel',
  figure: 'E 11 c',
  title: 'An arm of IRB 2400 proportions that reaches through the window of a door panel.',
  robot: irb2400Coarse,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { start: doorStart, goal: doorGoal },
  obstacles: [
    {
      name: 'panel',
      parts: [{ mesh: 'meshes/panel.ply', xyz: [1.2, -0.5, 0.35], rpy: [0, 0, 90] }],
    },
    { name: 'stand', box: [0.1, 0.4, 0.3], xyz: [1.2, -0.2, 0.15] },
  ],
  meshes: { 'panel.ply': doorPanel },
  paths: {
    // Up, in through the window opening, and down behind the skin.
    free: {
      verdict: 'free',
      waypoints: [
        doorStart,
        [0.057, 0.128, -0.186, -0.143, 1.157, -1.159],
        [0.067, 0.156, -0.235, -0.146, 1.171, -1.2],
        [0.062, 0.234, -0.281, -0.099, 1.172, -1.1],
        doorGoal,
      ],
    },
    colliding: { verdict: 'colliding', waypoints: [doorStart, doorGoal] },
  },
};

export const shapeCells = [doorPanelCell];
