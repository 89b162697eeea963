// @ts-check
// Environments with thin obstacles: paper A, figures 1 and 11. World frame: z up, robots at the
// origin or beside it.

import { alongX, alongY, body, copies, move } from '../cells/placing.mjs';
import { block, cylinder } from '../cells/solids.mjs';
import { barsLoop } from './bars.mjs';
import { degrees } from './describe.mjs';
import { box, ringAbout } from './pieces.mjs';
import { f200, irb2400, irb2400Gun, linkage } from './robots.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./describe.mjs').EnvironmentFacts} EnvironmentFacts */

/** A row of twenty angles, each the joint's place times a step. @type {(f: (i: number) => number) => number[]} */
function twenty(f) {
  return degrees(...Array.from({ length: 20 }, (_, i) => f(i)));
}

const straight = twenty(() => 0);

/** Joints about x bend the arm in y, those about y in x; the first few only lean. */
const sway = (/** @type {number} */ lean, /** @type {number} */ curl) =>
  twenty((i) => (i < 2 ? lean : i < 16 ? 0 : curl));

/** @type {EnvironmentFacts} */
export const tori = {
  folder: 'tori',
  figure: '1a',
  title: 'Two skinny 20-DOF arms of 10 m that stand in three thin rings.',
  robot: linkage,
  robots: [
    { name: 'left', xyz: [-0.15, 0, 0], yaw: 0 },
    { name: 'right', xyz: [0.15, 0, 0], yaw: 180 },
  ],
  states: { home: straight },
  obstacles: [
    {
      name: 'tori',
      parts: [
        { mesh: 'meshes/torus.ply', xyz: [0, 0, 3.3], rpy: [8, 0, 0] },
        { mesh: 'meshes/torus.ply', xyz: [0, 0, 6.2], rpy: [0, -8, 0] },
        { mesh: 'meshes/torus.ply', xyz: [0, 0, 9.2], rpy: [-6, 6, 0] },
      ],
    },
  ],
  meshes: { 'torus.ply': torus },
  paths: {
    // The tops curl over the highest ring; then both arms lean, and the rings are in the way.
    free: {
      verdict: 'free',
      waypoints: [
        [...straight, ...straight],
        [...sway(0.6, 9), ...sway(0.6, 9)],
        [...sway(-0.6, -9), ...sway(0.6, -9)],
      ],
    },
    colliding: {
      verdict: 'colliding',
      waypoints: [
        [...straight, ...straight],
        [...sway(-4, 3), ...sway(1, 3)],
      ],
    },
  },
};

/** A ring of 1.6 m with a tube of 4 cm about z: 6,000 triangles. */
function torus() {
  return body(ringAbout(0.8, 0.02, 100, 30));
}

/** Metres: middles of holes, the lowest layer of the lattice and from one to the next, thickness of a bar. */
export const HOLE = 0.8;
const LATTICE = { low: 7.75, rise: 0.6, bar: 0.03 };

/** The whole arm leans in both directions; the last link, above the lattice, nods. */
export const lean = (/** @type {number} */ angle, /** @type {number} */ nod) =>
  twenty((i) => (i < 2 ? angle : i < 19 ? 0 : nod));

/** @type {EnvironmentFacts} */
export const lattice = {
  folder: 'lattice',
  figure: '11c',
  title:
    'A 20-DOF arm of 10 m whose top stands in a lattice: four layers of 3 by 3 holes of 0.8 m.',
  robot: linkage,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { home: straight },
  obstacles: [{ name: 'lattice', parts: [{ mesh: 'meshes/lattice.ply' }] }],
  meshes: { 'lattice.ply': latticeBars },
  paths: {
    // Within the holes there is room to lean and to nod; leaning more, the arm swings through bars.
    free: {
      verdict: 'free',
      waypoints: [straight, lean(1.2, 30), lean(-1.2, -30), straight],
    },
    colliding: { verdict: 'colliding', waypoints: [straight, lean(6, 0)] },
  },
};

/** Four layers of four and four bars that lie on each other: 32 bars of 12 triangles. */
function latticeBars() {
  const { low, rise, bar } = LATTICE;
  const length = 3 * HOLE + 0.2;
  const pieces = [];
  for (let layer = 0; layer < 4; layer++) {
    const z = low + rise * layer;
    for (const k of [-1.5, -0.5, 0.5, 1.5]) {
      pieces.push(move(box(length, bar, bar), 0, k * HOLE, z));
      pieces.push(move(box(bar, length, bar), k * HOLE, 0, z + bar));
    }
  }
  return body(...pieces);
}

const BAR = 0.02;

/** Bars between walls at -half and half and a roof; each wall has so many. */
function cageWalls(/** @type {number} */ half, /** @type {number} */ height) {
  const upright = box(BAR, BAR, height);
  const along = (/** @type {number} */ y, /** @type {number} */ z) =>
    move(box(2 * half, BAR, BAR), 0, y, z);
  const across = (/** @type {number} */ x, /** @type {number} */ z) =>
    move(box(BAR, 2 * half, BAR), x, 0, z);
  const spread = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => half * ((2 * (i + 1)) / (count + 1) - 1));
  return { upright, along, across, spread, middle: height / 2 };
}

const RINGS = Array.from({ length: 9 }, (_, i) => `ring_${i + 1}`);
const cageIrb2400Home = degrees(0, -30, 30, 0, 30, 0);

/** @type {EnvironmentFacts} */
export const cageIrb2400 = {
  folder: 'cage-irb2400',
  figure: '11a',
  title: 'An arm of IRB 2400 proportions in a cage of nine rings of four bars of 2 cm.',
  robot: irb2400,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  loops: [barsLoop],
  states: {
    home: cageIrb2400Home,
    // The flange 4 mm from a bar.
    between_bars: degrees(-61, 29, -9, 32, -28, 36),
  },
  obstacles: RINGS.map((name) => ({ name, parts: [{ mesh: `meshes/${name}.ply` }] })),
  meshes: Object.fromEntries(RINGS.map((name, i) => [`${name}.ply`, () => body(...rings()[i])])),
  paths: {
    free: {
      verdict: 'free',
      waypoints: [cageIrb2400Home, degrees(-61, 29, -9, 32, -28, 36)],
    },
    // Both ends are free; on the way the forearm passes through a bar.
    colliding: {
      verdict: 'colliding',
      waypoints: [cageIrb2400Home, degrees(-3, 43, 8, 70, -99, 69)],
    },
  },
};

/**
 * The wires of figure 11a: five rings that lie, four that stand, each of four bars. A ring is around the
 * robot, so that a box around it holds the robot as well.
 */
function rings() {
  const [half, height] = [1.15, 2.3];
  const { upright, along, across, middle } = cageWalls(half, height);
  const lying = [0.3, 0.8, 1.3, 1.8, height + BAR].map((z) => [
    along(half, z),
    along(-half, z),
    across(half, z),
    across(-half, z),
  ]);
  const standing = [-0.6, 0.6].flatMap((c) => [
    [
      ...copies(upright, [
        [half, c, middle],
        [-half, c, middle],
      ]),
      along(c, BAR / 2),
      along(c, height),
    ],
    [
      ...copies(upright, [
        [c, half, middle],
        [c, -half, middle],
      ]),
      across(c, 1.5 * BAR),
      across(c, height - BAR),
    ],
  ]);
  return [...lying, ...standing];
}

const cageF200Home = degrees(0, -35, 35, 0, 45, 0);

/** @type {EnvironmentFacts} */
export const cageF200 = {
  folder: 'cage-f200',
  figure: '11b',
  title: 'An arc-welding arm of six axes in a cage of 36 bars of 2 cm.',
  robot: f200,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: {
    home: cageF200Home,
    // The gun between two bars of the front, 2 mm from one.
    between_bars: degrees(-29, 16, -29, -64, -36, 60),
  },
  obstacles: ['frame', 'roof', 'front', 'back', 'left', 'right'].map((name) => ({
    name,
    parts: [{ mesh: `meshes/${name}.ply` }],
  })),
  meshes: {
    'frame.ply': () => body(...six().frame),
    'roof.ply': () => body(...six().roof),
    'front.ply': () => body(...six().front),
    'back.ply': () => body(...six().back),
    'left.ply': () => body(...six().left),
    'right.ply': () => body(...six().right),
  },
  paths: {
    free: {
      verdict: 'free',
      waypoints: [cageF200Home, degrees(-29, 16, -29, -64, -36, 60)],
    },
    colliding: {
      verdict: 'colliding',
      waypoints: [cageF200Home, degrees(-24, 37, 50, 87, -68, -43)],
    },
  },
};

/** The bars of figure 11b in groups of six: four posts with two rails, and five sides. */
function six() {
  const [half, height] = [1.2, 2.2];
  const { upright, along, across, spread, middle } = cageWalls(half, height);
  const wall = (/** @type {(s: number) => Point3} */ at) => copies(upright, spread(6).map(at));
  return {
    frame: [
      ...copies(upright, [
        [half, half, middle],
        [-half, half, middle],
        [-half, -half, middle],
        [half, -half, middle],
      ]),
      along(half, height),
      along(-half, height),
    ],
    roof: [half, ...spread(4), -half].map((x) => across(x, height + BAR)),
    front: wall((y) => [half, y, middle]),
    back: wall((y) => [-half, y, middle]),
    left: wall((x) => [x, half, middle]),
    right: wall((x) => [x, -half, middle]),
  };
}

const weldingHome = degrees(0, -20, 20, 0, 30, 0);
/** The nozzle in the frame of rods, low between two of them. */
const betweenRods = degrees(6, 6, 20, 14, 13, 1);

/** @type {EnvironmentFacts} */
export const weldingArm = {
  folder: 'welding-arm',
  figure: '1b',
  title: 'An arm of IRB 2400 proportions with a thin arc-welding gun among rods and plates.',
  robot: irb2400Gun,
  robots: [{ xyz: [0, 0, 0], yaw: 0 }],
  states: { home: weldingHome, between_rods: betweenRods },
  obstacles: ['table', 'rods', 'plates'].map((name) => ({
    name,
    parts: [{ mesh: `meshes/${name}.ply` }],
  })),
  meshes: { 'table.ply': weldingTable, 'rods.ply': rods, 'plates.ply': plates },
  paths: {
    free: { verdict: 'free', waypoints: [weldingHome, betweenRods] },
    // A turn of the base by 5 degrees takes the gun from one side of a rod to the other.
    colliding: {
      verdict: 'colliding',
      waypoints: [betweenRods, degrees(11, 6, 20, 14, 13, 1)],
    },
  },
};

const TABLE = { x: 1.35, z: 0.62 };

function weldingTable() {
  const leg = block(0.08, 0.08, TABLE.z - 0.05, 0.008);
  const slot = box(0.7, 0.02, 0.012);
  return body(
    move(block(0.76, 1.3, 0.06, 0.01), TABLE.x, 0, TABLE.z - 0.03),
    ...copies(leg, [
      [TABLE.x - 0.3, 0.55, (TABLE.z - 0.05) / 2],
      [TABLE.x + 0.3, 0.55, (TABLE.z - 0.05) / 2],
      [TABLE.x - 0.3, -0.55, (TABLE.z - 0.05) / 2],
      [TABLE.x + 0.3, -0.55, (TABLE.z - 0.05) / 2],
    ]),
    ...copies(
      slot,
      [-0.5, -0.25, 0, 0.25, 0.5].map((y) => [TABLE.x, y, TABLE.z + 0.006]),
    ),
  );
}

/** A frame of rods of 6 mm, as for a cage of reinforcing steel. */
function rods() {
  const radius = 0.003;
  const stand = cylinder(radius, TABLE.z, TABLE.z + 0.5, 0.001, 8);
  const along = alongX(cylinder(radius, TABLE.x - 0.25, TABLE.x + 0.25, 0.001, 8));
  const across = alongY(cylinder(radius, 0.02, 0.52, 0.001, 8));
  const pieces = [];
  for (const x of [-0.2, -0.07, 0.07, 0.2]) {
    for (const y of [0.07, 0.2, 0.34, 0.47]) pieces.push(move(stand, TABLE.x + x, y, 0));
  }
  for (const z of [0.25, 0.48]) {
    for (const y of [0.07, 0.2, 0.34, 0.47]) {
      pieces.push(move(along, 0, y + 2 * radius, TABLE.z + z));
    }
    for (const x of [-0.2, -0.07, 0.07, 0.2]) {
      pieces.push(move(across, TABLE.x + x + 2 * radius, 0, TABLE.z + z + 2 * radius));
    }
  }
  return body(...pieces);
}

/** Sheets of 3 mm that stand on the table, with gaps for the gun. */
function plates() {
  const plate = block(0.4, 0.003, 0.28, 0.001);
  const rib = block(0.003, 0.46, 0.12, 0.001);
  return body(
    ...copies(
      plate,
      [-0.1, -0.22, -0.34, -0.46].map((y) => [TABLE.x, y, TABLE.z + 0.14]),
    ),
    ...copies(rib, [
      [TABLE.x - 0.15, -0.28, TABLE.z + 0.06],
      [TABLE.x + 0.15, -0.28, TABLE.z + 0.06],
    ]),
  );
}
