// @ts-check
// Environments for planning: paper E, figures 8 to 10. World frame: z up.

import { body, copies, move } from '../cells/placing.mjs';
import { lathe } from '../cells/solids.mjs';
import { degrees } from './describe.mjs';
import { refined } from './meshes.mjs';
import { box, boxBetween } from './pieces.mjs';
import { irb2400Coarse } from './robots.mjs';
import { sheetCar } from './sheetCar.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */
/** @typedef {import('./describe.mjs').RobotFacts} RobotFacts */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */

export const GREEN = '0.25 0.6 0.35 1';

/** @type {(name: string, parent: string, axis: Point3, range: [number, number], child?: string) => import('../cells/arm.mjs').JointFacts} */
export function slide(name, parent, axis, range, child = `after_${name}`) {
  return { name, parent, child, xyz: [0, 0, 0], axis, range, speed: 1, slides: true };
}

/** @type {(name: string, parent: string, axis: Point3, range: [number, number], child?: string) => import('../cells/arm.mjs').JointFacts} */
export function turn(name, parent, axis, range, child = `after_${name}`) {
  return { name, parent, child, xyz: [0, 0, 0], axis, range, speed: 90 };
}

/**
 * The maze of figure 8, which has another: a line is a row of walls (-) or of openings in between (|),
 * as seen from above.
 */
const MAZE = [
  '+-+-+-+-+-+-+-+',
  '|       |     |',
  '+ +-+-+ + +-+ +',
  '| |   |   | | |',
  '+ + + +-+-+ + +',
  '|   |     |   |',
  '+-+-+-+-+ + +-+',
  '|       | |   |',
  '+ +-+-+ + +-+ +',
  '| |   | |   | |',
  '+ + + + +-+ + +',
  '|   | |     | |',
  '+-+-+ +-+-+ + +',
  '|           | |',
  '+-+-+-+-+-+-+-+',
];
const PITCH = 0.5;
const WALL = 0.04;
const CELLS = (MAZE.length - 1) / 2;
/** From the middle to the axis of an outer wall. */
const EDGE = (CELLS * PITCH) / 2;

/** @type {RobotFacts} */
const mazeBody = {
  name: 'maze_body',
  title: 'An angle that moves in the plane: two slides and a turn.',
  joints: [
    slide('x', 'root', [1, 0, 0], [-EDGE, EDGE]),
    slide('y', 'after_x', [0, 1, 0], [-EDGE, EDGE]),
    turn('turn', 'after_y', [0, 0, 1], [-180, 180], 'body'),
  ],
  files: { body: 'maze_body/body.ply' },
  colours: { default: GREEN },
};

/** Two arms of 26 cm at a right angle, about the middle of their bounding box. */
function angle() {
  const [long, wide, high] = [0.26, 0.06, 0.06];
  const off = (long - wide) / 2;
  return body(move(box(long, wide, high), 0, -off, 0), move(box(wide, long, high), -off, 0, 0));
}

/** The same without a turn. @type {RobotFacts} */
const mazeDisc = {
  name: 'maze_disc',
  title: 'A small disc that moves in the plane: two slides.',
  joints: [
    slide('x', 'root', [1, 0, 0], [-EDGE, EDGE]),
    slide('y', 'after_x', [0, 1, 0], [-EDGE, EDGE], 'body'),
  ],
  files: { body: 'maze_disc/body.ply' },
  colours: { default: '0.8 0.15 0.1 1' },
};

/** A disc of 6 cm. */
function disc() {
  return body(
    lathe(
      [
        [0.03, -0.03],
        [0.03, 0.03],
      ],
      12,
    ),
  );
}

/** Walls that are in a line are one. */
function mazeWalls() {
  const pieces = [];
  const at = (/** @type {number} */ i) => (i / 2) * PITCH - EDGE;
  const add = (
    /** @type {number} */ row,
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {boolean} */ lies,
  ) => {
    const [a, b] = [at(from) - WALL / 2, at(to) + WALL / 2];
    const [c, d] = [at(row) - WALL / 2, at(row) + WALL / 2];
    // Rows of text run down, y runs up.
    const flat = /** @type {[Point3, Point3]} */ ([
      [a, -d, -0.1],
      [b, -c, 0.1],
    ]);
    const upright = /** @type {[Point3, Point3]} */ ([
      [c, -b, -0.1],
      [d, -a, 0.1],
    ]);
    pieces.push(boxBetween(...(lies ? flat : upright)));
  };
  for (const lies of [true, false]) {
    for (let row = 0; row < MAZE.length; row += 2) {
      let from = -1;
      for (let k = 1; k <= MAZE.length; k += 2) {
        const mark = lies ? MAZE[row][k] : MAZE[k]?.[row];
        if (mark && mark !== ' ') {
          if (from < 0) from = k - 1;
        } else if (from >= 0) {
          add(row, from, k - 1, lies);
          from = -1;
        }
      }
    }
  }
  return body(...pieces);
}

/** The middle of a cell of the maze, counted from the upper left. */
function inMaze(
  /** @type {number} */ column,
  /** @type {number} */ row,
  /** @type {number} */ turned,
) {
  const x = (column + 0.5) * PITCH - EDGE;
  const y = EDGE - (row + 0.5) * PITCH;
  return [x, y, ...degrees(turned)];
}

const mazeStart = inMaze(0, 6, 0);
const mazeGoal = inMaze(6, 6, 90);

/** @type {EnvironmentFacts} */
export const maze = {
  folder: 'maze',
  figure: 'E 8',
  title: 'An angle that moves in the plane, in a maze.',
  robot: mazeBody,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { start: mazeStart, goal: mazeGoal },
  obstacles: [{ name: 'maze', parts: [{ mesh: 'meshes/maze.ply' }] }],
  meshes: { 'maze.ply': mazeWalls },
  paths: {
    free: {
      verdict: 'free',
      waypoints: [
        mazeStart,
        [0.937, -1.391, 0.229],
        [0.968, -0.498, -0.906],
        [0.561, -0.368, -1.963],
        [0.381, 0.431, -1.415],
        [-0.348, 0.471, -1.104],
        [-0.545, 0.978, -0.758],
        [-0.884, 0.948, -0.678],
        [-1.178, 0.49, -0.001],
        [-1.343, 0.794, -0.675],
        [-1.386, 1.376, -1.551],
        [-1.119, 1.44, -1.307],
        [-0.25, 1.476, -0.182],
        [0.055, 1.213, -0.879],
        [0.172, 0.999, -0.715],
        [0.305, 0.987, -0.65],
        [0.505, 1.306, -0.079],
        [0.613, 1.412, 0.276],
        [1.179, 1.539, 1.127],
        [1.465, 1.41, 1.523],
        [1.387, 0.832, 1.812],
        [0.998, 0.351, 1.23],
        [1.074, 0.114, 1.195],
        [1.383, -0.084, 0.725],
        [1.457, -0.274, 0.607],
        mazeGoal,
      ],
    },
    colliding: { verdict: 'colliding', waypoints: [mazeStart, mazeGoal] },
  },
};

const [discStart, discGoal] = [mazeStart, mazeGoal].map(([x, y]) => [x, y]);

/** @type {EnvironmentFacts} */
export const mazeDiscCell = {
  folder: 'maze-disc',
  figure: 'E 8',
  title: 'A small disc that moves in the plane, in a maze.',
  robot: mazeDisc,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { start: discStart, goal: discGoal },
  obstacles: [{ name: 'maze', parts: [{ mesh: '../maze/meshes/maze.ply' }] }],
  meshes: {},
  paths: {
    free: {
      verdict: 'free',
      waypoints: [
        discStart,
        [0.783, -1.319],
        [0.931, -1.131],
        [0.781, -0.55],
        [0.246, 0.373],
        [-0.896, 0.882],
        [-1.196, 0.68],
        [-1.359, 0.721],
        [-1.436, 1.119],
        [-1.247, 1.5],
        [-0.452, 1.376],
        [0.257, 1.162],
        [1.306, 1.475],
        [1.345, 0.895],
        [1.193, 0.244],
        [1.504, -0.951],
        discGoal,
      ],
    },
    colliding: { verdict: 'colliding', waypoints: [discStart, discGoal] },
  },
};

const ROOM = 1.4;
/** The body of figure 9: three slides, then three turns. @type {RobotFacts} */
const cageBody = {
  name: 'cage_body',
  title: 'Three arms in a corner that move in space: three slides and three turns.',
  joints: [
    slide('x', 'root', [1, 0, 0], [-ROOM, ROOM]),
    slide('y', 'after_x', [0, 1, 0], [-ROOM, ROOM]),
    slide('z', 'after_y', [0, 0, 1], [-ROOM, ROOM]),
    turn('yaw', 'after_z', [0, 0, 1], [-180, 180]),
    turn('pitch', 'after_yaw', [0, 1, 0], [-90, 90]),
    turn('roll', 'after_pitch', [1, 0, 0], [-180, 180], 'body'),
  ],
  files: { body: 'cage_body/body.ply' },
  colours: { default: GREEN },
};

/** Three arms of 34 cm from one corner. */
function corner() {
  const [long, wide] = [0.34, 0.05];
  const off = (long - wide) / 2;
  return body(
    move(box(long, wide, wide), off, 0, 0),
    move(box(wide, long, wide), 0, off, 0),
    move(box(wide, wide, long), 0, 0, off),
  );
}

const CAGE = { half: 0.6, bar: 0.02, count: 4 };

/** A cube of bars, as many along each side. */
function cageBars() {
  const { half, bar, count } = CAGE;
  const length = 2 * half + bar;
  const places = Array.from({ length: count }, (_, i) => half * ((2 * i) / (count - 1) - 1));
  const pieces = [];
  const sides = [half, -half];
  for (const s of places) {
    for (const side of sides) {
      // Bars that cross lie on each other.
      const out = side + Math.sign(side) * bar;
      pieces.push(...copies(box(bar, bar, length), [[s, side, 0]]));
      pieces.push(...copies(box(length, bar, bar), [[0, out, s]]));
      if (Math.abs(s) < half) {
        pieces.push(...copies(box(bar, bar, length), [[side, s, 0]]));
        pieces.push(...copies(box(bar, length, bar), [[out, 0, s]]));
        pieces.push(...copies(box(length, bar, bar), [[0, s, side]]));
        pieces.push(...copies(box(bar, length, bar), [[s, 0, out]]));
      }
    }
  }
  return body(...pieces);
}

const cageStart = [0, 0, 0, ...degrees(0, 0, 0)];
const cageGoal = [1.1, 0, 0, ...degrees(90, 0, 0)];

/** @type {EnvironmentFacts} */
export const cageBodyCell = {
  folder: 'cage-body',
  figure: 'E 9',
  title: 'A body of three arms that leaves a cage of bars of 2 cm.',
  robot: cageBody,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { start: cageStart, goal: cageGoal },
  obstacles: [{ name: 'cage', parts: [{ mesh: 'meshes/cage.ply' }] }],
  meshes: { 'cage.ply': cageBars },
  paths: {
    free: {
      verdict: 'free',
      waypoints: [
        cageStart,
        [0.517, -0.107, -0.519, 0.833, 0.337, 0],
        [0.618, -0.128, -0.54, 0.801, 0.277, 0.165],
        [0.972, -0.077, -0.266, 1.19, 0.072, 0.226],
        cageGoal,
      ],
    },
    colliding: { verdict: 'colliding', waypoints: [cageStart, cageGoal] },
  },
};

/** Both cells have the same car. */
const CAR = '../car-entry/meshes/car.ply';
const entryStart = degrees(0, -40, 20, 0, 40, 0);
/** Through the front door's opening, under the roof, the gun low at the other seat. */
const entryGoal = degrees(-8, 59, -30, -23, -12, -10);

/** @type {EnvironmentFacts} */
export const carEntry = {
  folder: 'car-entry',
  figure: 'E 10 A',
  title: 'An arm of IRB 2400 proportions with a thin welding gun that goes into a car.',
  robot: irb2400Coarse,
  robots: [{ xyz: [0.42, 1.5, 0], yaw: -90 }],
  states: { start: entryStart, goal: entryGoal },
  obstacles: [{ name: 'car', parts: [{ mesh: 'meshes/car.ply' }] }],
  meshes: { 'car.ply': () => sheetCar(2069) },
  paths: {
    free: {
      verdict: 'free',
      waypoints: [
        entryStart,
        [-0.173, -0.13, 0.431, -0.815, 0.507, 0.376],
        [-0.189, -0.027, 0.38, -0.848, 0.45, 0.363],
        [-0.223, 0.837, -0.299, -0.661, -0.118, -0.004],
        entryGoal,
      ],
    },
    colliding: { verdict: 'colliding', waypoints: [entryStart, entryGoal] },
  },
};

/** The gun in the opening of a front door, on one side and on the other. */
const betweenStart = degrees(85, 30, 3, -161, -51, -23);
const betweenGoal = degrees(-85, 30, 3, 161, -51, 23);

/** @type {EnvironmentFacts} */
export const carBetween = {
  folder: 'car-between',
  figure: 'E 10 B',
  title: 'An arm of IRB 2400 proportions with a thin welding gun that turns between two cars.',
  robot: irb2400Coarse,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { start: betweenStart, goal: betweenGoal },
  obstacles: [
    { name: 'left_car', parts: [{ mesh: CAR, xyz: [-0.42, 1.75, 0] }] },
    { name: 'right_car', parts: [{ mesh: CAR, xyz: [-0.42, -1.75, 0] }] },
  ],
  meshes: {},
  paths: {
    free: {
      verdict: 'free',
      waypoints: [
        betweenStart,
        [1.677, -0.555, 0.535, -1.577, -0.64, -1.069],
        [-1.196, -0.071, 0.053, 1.941, -1.103, -2.292],
        [-1.632, 0.305, 0.04, 2.452, -1.204, -1.132],
        betweenGoal,
      ],
    },
    colliding: { verdict: 'colliding', waypoints: [betweenStart, betweenGoal] },
  },
};

export const planningCells = [maze, mazeDiscCell, cageBodyCell, carEntry, carBetween];

/** Bodies that move by slides and turns: robots, as far as files are concerned. */
export const movingBodies = [mazeBody, mazeDisc, cageBody];

/** @returns {Map<string, Triangles>} */
export function movingBodyMeshes() {
  return new Map([
    ['maze_body/body.ply', refined(angle(), 24)],
    ['maze_disc/body.ply', refined(disc(), 48)],
    ['cage_body/body.ply', refined(corner(), 36)],
  ]);
}
