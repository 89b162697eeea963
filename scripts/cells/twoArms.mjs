// @ts-check
// Two arms with spot-welding guns face each other across a table; between them a car-door-like
// panel, an open shell, lies on locators in four clamps. World frame: z up, the table's centre at
// the origin, left arm at -x, right arm at +x and turned by half a turn.

import { armJoints, armMeshes } from './arm.mjs';
import { spotGun } from './guns.mjs';
import { alongY, body, copies, move, turned } from './placing.mjs';
import { block, cylinder, lathe, sweep } from './solids.mjs';

/** @typedef {import('./solids.mjs').Point3} Point3 */

const TABLE_TOP = 0.56;
const PANEL_EDGE = 0.95;
const HALF_LENGTH = 0.55;
const CREASE = -0.165;
const CREASE_WIDTH = 0.033;

/** @type {import('./describe.mjs').CellFacts} */
export const twoArms = {
  folder: 'two-arms',
  title: 'Two six-axis arms with spot-welding guns at a car door on a table.',
  robots: [
    { name: 'left', xyz: [-1.8, 0, 0], yaw: 0 },
    { name: 'right', xyz: [1.8, 0, 0], yaw: 180 },
  ],
  tool: 'spot_gun',
  joints: [...armJoints, { name: 'tool', parent: 'link_6', child: 'spot_gun', xyz: [0, 0, 0] }],
  meshes: () => ({ ...armMeshes(), spot_gun: spotGun() }),
  states: {
    home: [0, -30, 30, 0, 30, 0],
    // The gun in front of the door's edge; straight motions from here to both welds are free.
    ready: [-12, -3.8, 50, -14.7, -54.2, 10.2],
    // The edge between the electrodes, 3 cm from either.
    weld_1: [-20.8, 8.7, 35.1, -25.4, -55.2, 18.2],
    weld_2: [3.6, 4.6, 39.7, 4.5, -52.4, -3.3],
  },
  paths: {
    // Free at every place of a usual sampling, and not between them: what the studio opens on.
    sampled: [
      [0, -0.523599, 0.523599, 0, 0.523599, 0, 0, -0.523599, 0.523599, 0, 0.523599, 0],
      [
        -0.417774, -0.139173, 0.521171, -0.247884, -0.28531, -0.090289, -0.352126, -0.176721,
        0.565931, -0.327692, -0.104307, -0.03632,
      ],
      [
        -0.599288, 0.198548, 0.565677, -0.469541, -1.02882, 0.068536, -0.53364, 0.161, 0.610437,
        -0.549349, -0.847817, 0.122505,
      ],
      [
        -0.363028, 0.151844, 0.612611, -0.443314, -0.963422, 0.31765, -0.363028, 0.151844, 0.612611,
        -0.443314, -0.963422, 0.31765,
      ],
    ],
  },
  obstacles: [
    { name: 'floor', box: [5.2, 2.8, 0.04], xyz: [0, 0, -0.02] },
    { name: 'table', mesh: 'table.stl', triangles: table },
    { name: 'fixture', mesh: 'fixture.stl', triangles: fixture },
    { name: 'panel', mesh: 'panel.obj', triangles: panel },
  ],
  allow: [
    ['left/base_link', 'floor'],
    ['right/base_link', 'floor'],
  ],
};

function table() {
  const top = block(0.84, 1.4, 0.06, 0.01);
  const leg = block(0.09, 0.09, TABLE_TOP - 0.06, 0.008);
  const foot = cylinder(0.055, 0.002, 0.03, 0.006, 16);
  const corners = /** @type {[number, number][]} */ ([
    [0.34, 0.62],
    [-0.34, 0.62],
    [-0.34, -0.62],
    [0.34, -0.62],
  ]);
  return body(
    move(top, 0, 0, TABLE_TOP - 0.03),
    ...corners.flatMap(([x, y]) => [
      move(leg, x, y, (TABLE_TOP - 0.03) / 2 + 0.01),
      move(foot, x, y, 0),
    ]),
    ...copies(block(0.62, 0.06, 0.06), [
      [0, 0.62, 0.15],
      [0, -0.62, 0.15],
    ]),
    ...copies(block(0.06, 1.2, 0.06), [
      [0.34, 0, 0.15],
      [-0.34, 0, 0.15],
    ]),
  );
}

function fixture() {
  const locator = (/** @type {number} */ x, /** @type {number} */ y) => {
    const height = panelHeight(x, y);
    return move(
      lathe(
        [
          [0.06, TABLE_TOP - 0.005],
          [0.06, TABLE_TOP + 0.012],
          [0.022, TABLE_TOP + 0.02],
          [0.022, height - 0.05],
          [0.032, height - 0.045],
          [0.032, height - 0.02],
          [0.012, height - 0.002],
        ],
        16,
      ),
      x,
      y,
      0,
    );
  };
  // A toggle clamp at y > 0: column, arm over the rim, pad, and the lever thrown back.
  const clamp = (/** @type {number} */ x) => {
    const height = panelHeight(x, 0.5);
    return [
      move(block(0.13, 0.11, 0.02, 0.004), x, 0.625, TABLE_TOP + 0.005),
      move(block(0.05, 0.05, height - TABLE_TOP + 0.02, 0.006), x, 0.62, (height + TABLE_TOP) / 2),
      move(alongY(cylinder(0.016, -0.13, 0.035, 0.004, 12)), x, 0.62, height + 0.034),
      move(cylinder(0.02, 0.002, 0.05, 0.004, 14), x, 0.505, height),
      move(block(0.034, 0.06, 0.06, 0.006), x, 0.62, height + 0.035),
      sweep(
        [
          [x, 0.62, height + 0.05],
          [x, 0.65, height + 0.085],
          [x, 0.69, height + 0.16],
        ],
        0.009,
        8,
        3,
      ),
    ];
  };
  const clamps = [...clamp(0.27), ...clamp(-0.27)];
  return body(
    locator(0.3, -0.25),
    locator(-0.3, -0.25),
    locator(0.3, 0.05),
    locator(-0.3, 0.05),
    ...clamps,
    ...clamps.map((piece) => turned(piece, 180)),
  );
}

/** Height of the sheet over the floor: crowned both ways, lowest at the edges, with a crease. */
function panelHeight(/** @type {number} */ x, /** @type {number} */ y) {
  const crown = (1 - (x / HALF_LENGTH) ** 2) * (1 - 0.35 * (y / HALF_LENGTH) ** 2);
  const crease = Math.max(0, 1 - Math.abs(y - CREASE) / CREASE_WIDTH);
  return PANEL_EDGE + 0.05 * crown + 0.01 * crease;
}

/** The door: one sheet without thickness, a window cut out, the rim turned down. */
function panel() {
  const columns = samples([0, 0.02, 0.05, 0.1, 0.2, 0.8, 0.9, 0.95, 0.98, 1], 18);
  const rows = samples(
    [0, 0.012, 0.03, 0.06, 0.12, 0.32, 0.35, 0.38, 0.6, 0.9, 0.94, 0.97, 0.988, 1],
    20,
  );
  const hole = (/** @type {number} */ u, /** @type {number} */ v) =>
    u > 0.12 && u < 0.88 && v > 0.62 && v < 0.9;
  /** @type {Point3[]} */
  const points = [];
  const rim = 0.004;
  for (let j = -1; j <= rows.length; j++) {
    for (let i = -1; i <= columns.length; i++) {
      const v = rows[Math.min(Math.max(j, 0), rows.length - 1)];
      const u = columns[Math.min(Math.max(i, 0), columns.length - 1)];
      const [west, east] = sides(v);
      const x = west + (east - west) * u;
      const y = HALF_LENGTH * (2 * v - 1);
      const [di, dj] = [side(i, columns.length), side(j, rows.length)];
      const drop = di || dj ? 0.015 : 0;
      points.push([x + rim * di, y + rim * dj, panelHeight(x, y) - drop]);
    }
  }
  /** @type {[number, number, number][]} */
  const triangles = [];
  const width = columns.length + 2;
  for (let j = 0; j + 1 < rows.length + 2; j++) {
    for (let i = 0; i + 1 < width; i++) {
      const middle = (/** @type {number[]} */ list, /** @type {number} */ k) =>
        k < 1 ? 0 : k >= list.length ? 1 : (list[k - 1] + list[k]) / 2;
      if (hole(middle(columns, i), middle(rows, j))) continue;
      const a = j * width + i;
      const [b, c, d] = [a + 1, a + width + 1, a + width];
      triangles.push([a, b, c], [a, c, d]);
    }
  }
  return body({ points, triangles });
}

/** Where a row of the door begins and ends in x: rounded corners, a sloping pillar at the west. */
function sides(/** @type {number} */ v) {
  const y = HALF_LENGTH * (2 * v - 1);
  const radius = 0.07;
  const d = Math.min(radius, HALF_LENGTH - Math.abs(y));
  const round = radius - Math.sqrt(radius * radius - (radius - d) ** 2);
  const pillar = 0.55 * Math.max(0, y - 0.12);
  return [-HALF_LENGTH + round + pillar, HALF_LENGTH - round - 0.15 * Math.max(0, y - 0.12)];
}

/** -1 before a list, 1 behind it, else 0. */
function side(/** @type {number} */ i, /** @type {number} */ length) {
  return i < 0 ? -1 : i >= length ? 1 : 0;
}

/** The given stops, long steps between them divided. */
function samples(/** @type {number[]} */ stops, /** @type {number} */ count) {
  const list = [stops[0]];
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1], stops[i]];
    const steps = Math.max(1, Math.round((b - a) * count));
    for (let k = 1; k <= steps; k++) list.push(a + ((b - a) * k) / steps);
  }
  return list;
}
