// @ts-check
// Environments for tight volumes: paper E, figures 4 and 11 c. World frame: z up.

import { degrees } from './describe.mjs';
import { doorPanel } from './doorPanel.mjs';
import { refined } from './meshes.mjs';
import { C_SHAPE, cSolid, S_SHAPE, sSolid } from './notched.mjs';
import { GREEN, slide, turn } from './planning.mjs';
import { irb2400Coarse } from './robots.mjs';

/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */
/** @typedef {import('./describe.mjs').RobotFacts} RobotFacts */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */

const ROOM = 8;

/** A solid that moves in its plane. @type {(letter: string) => RobotFacts} */
function movingSolid(letter) {
  const name = `${letter}_body`;
  return {
    name,
    title: `A solid in the shape of a ${letter.toUpperCase()} that moves in the plane: two slides and a turn.`,
    joints: [
      slide('x', 'root', [1, 0, 0], [-ROOM, ROOM]),
      slide('y', 'after_x', [0, 1, 0], [-ROOM, ROOM]),
      turn('turn', 'after_y', [0, 0, 1], [-180, 180], 'body'),
    ],
    files: { body: `${name}/body.ply` },
    colours: { default: GREEN },
  };
}

const cBody = movingSolid('c');
const sBody = movingSolid('s');

const solid = (/** @type {Triangles} */ mesh) => refined(mesh, mesh.indices.length / 3);
const cMesh = () => solid(cSolid());
const sMesh = () => solid(sSolid());

/** Solids that move: robots, as far as files are concerned. */
export const movingSolids = [cBody, sBody];

/** @returns {Map<string, Triangles>} */
export function movingSolidMeshes() {
  return new Map([
    ['c_body/body.ply', cMesh()],
    ['s_body/body.ply', sMesh()],
  ]);
}

/**
 * From the left into a mouth of the other solid, out again, below it and to its right, where it stands turned.
 * @type {(inside: [number, number]) => Pick<EnvironmentFacts, 'states' | 'paths'>}
 */
function passing([x, middle]) {
  const y = Math.round(middle * 1000) / 1000;
  const turned = degrees(90)[0];
  const start = [-5, 1, 0];
  const goal = [5, -1, turned];
  return {
    states: { start, inside: [x, y, 0], goal },
    paths: {
      free: {
        verdict: 'free',
        waypoints: [
          start,
          [-4.5, y, 0],
          [x, y, 0],
          [-4.5, y, 0],
          [-4.5, -6, 0],
          [4.5, -6, turned],
          goal,
        ],
      },
      colliding: { verdict: 'colliding', waypoints: [start, goal] },
    },
  };
}

/** Two of them, mouth to mouth: an arm of each between the arms of the other. @type {EnvironmentFacts} */
export const cShape = {
  folder: 'c-shape',
  figure: 'E 4 C',
  title: 'A solid in the shape of a C that passes another one.',
  robot: cBody,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  obstacles: [{ name: 'c', parts: [{ mesh: 'meshes/c.ply', rpy: [0, 0, 180] }] }],
  meshes: { 'c.ply': cMesh },
  ...passing([-1.4, -(C_SHAPE.height - C_SHAPE.bar) / 2]),
};

/** The upper bar of one between middle and lower bar of the other. */
const lowerMouth = -(S_SHAPE.height / 2 - S_SHAPE.bar + S_SHAPE.middle / 2) / 2;

/** @type {EnvironmentFacts} */
export const sShape = {
  folder: 's-shape',
  figure: 'E 4 S',
  title: 'A solid in the shape of an S that passes another one.',
  robot: sBody,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  obstacles: [{ name: 's', parts: [{ mesh: 'meshes/s.ply' }] }],
  meshes: { 's.ply': sMesh },
  ...passing([-0.8, lowerMouth - (S_SHAPE.height - S_SHAPE.bar) / 2]),
};

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

export const shapeCells = [cShape, sShape, doorPanelCell];
