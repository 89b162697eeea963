// @ts-check
// A side of the car of sheetCar.mjs: wing, quarter panel, sill with its inside, pillars, roof rail, wheel houses, rear door.

import {
  beltLine,
  DOOR_SILL,
  DOORS,
  mix,
  NOSE,
  ROOF,
  roofCrown,
  SILL,
  skin,
  TAIL,
  WHEELS,
} from './carBody.mjs';
import { between, grid, ruled, steps, zip } from './sheets.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./sheets.mjs').Line} Line */
/** @typedef {1 | -1} Side */

const [REAR, FRONT] = [DOORS.rear, DOORS.front];
/** x of the sill's and the floor's lines: behind, between and below the doors. */
export const SILL_STATIONS = [...steps(REAR[0], REAR[1], 4), ...steps(FRONT[0], FRONT[1], 5)];
/** x of the roof's lines, heads of pillars among them. */
export const ROOF_STATIONS = [-1, -0.8, -0.65, -0.5, -0.35, -0.2, -0.08, 0.06, 0.2, 0.28];
/** How deep flanges are around openings. */
const FLANGE = 0.1;

/** @type {(side: number, x: number, z: number, inward?: number) => Point3} */
function onSkin(side, x, z, inward = 0) {
  return [x, side * (skin(x, z) - inward), z];
}

/** Where sill and floor meet. @type {(side: number, x: number) => Point3} */
export function floorEdge(side, x) {
  return onSkin(side, x, SILL);
}

/** Lines of the roof rail: where it meets the roof, its lower edge, and that of its inside.
 * @type {(side: number, which: 'roof' | 'drip' | 'inside', x: number) => Point3} */
export function railLine(side, which, x) {
  if (which === 'roof') return [x, side * ROOF.half, ROOF.z + 0.02 + roofCrown(x, 1)];
  const z = ROOF.z - 0.05 + roofCrown(x, 0.95);
  return which === 'drip'
    ? [x, side * (ROOF.half + 0.03), z]
    : [x, side * (ROOF.half - 0.05), z - 0.01];
}

/** @type {(side: Side) => Piece[]} */
export function carSide(side) {
  return [
    ...wing(side, [FRONT[1]], WHEELS.front, steps(WHEELS.front + WHEELS.radius, NOSE - 0.02, 2)),
    ...wing(side, steps(TAIL + 0.02, WHEELS.rear - WHEELS.radius, 2), WHEELS.rear, [REAR[0]]),
    ...sill(side),
    ...rail(side),
    ...pillars(side),
    ...rearDoor(side),
  ];
}

/** Angles of the points around a wheel. */
const AROUND = steps(Math.PI, 0, 8);

/** A panel around a wheel with its lip and wheel house. @type {(side: Side, before: number[], hub: number, after: number[]) => Piece[]} */
function wing(side, before, hub, after) {
  const around = (/** @type {number} */ a, /** @type {number} */ radius) =>
    /** @type {[number, number]} */ ([
      hub + radius * Math.cos(a),
      WHEELS.hub + radius * Math.sin(a),
    ]);
  const r = WHEELS.radius;
  const arch = AROUND.map((a) => around(a, r));
  const ahead = (/** @type {number} */ x) => Math.abs(x - hub) > r + 1e-9;
  const low = [
    ...before.filter(ahead).map((x) => [x, SILL]),
    ...arch,
    ...after.filter(ahead).map((x) => [x, SILL]),
  ];
  const first = (DOOR_SILL - SILL) / (beltLine(0) - SILL);
  const lines = [0, first, (1 + first) / 2, 1].map((v) =>
    low.map(([x, z]) => onSkin(side, x, mix(z, beltLine(x), v))),
  );
  const edge = arch.map(([x, z]) => onSkin(side, x, z));
  const lip = AROUND.map((a, i) => {
    const [x, z] = around(a, r - 0.03);
    return /** @type {Point3} */ ([x, edge[i][1] - side * 0.004, z]);
  });
  const inner = edge.map(([x, , z]) => /** @type {Point3} */ ([x, side * 0.48, z]));
  const hole = AROUND.map((a) => {
    const [x, z] = around(a, 0.1);
    return /** @type {Point3} */ ([x, side * 0.48, z]);
  });
  return [grid(lines), ruled(edge, lip), grid([edge, inner, hole])];
}

/** Heights of the lines of a post between sill and belt line. */
const POST = steps(DOOR_SILL, beltLine(0), 2);

/** Outer sill, the flange above it, its inside, and the posts beside the doors. @type {(side: Side) => Piece[]} */
function sill(side) {
  const at = (/** @type {number} */ z, /** @type {number} */ inward) =>
    SILL_STATIONS.map((x) => onSkin(side, x, z, inward));
  const post = (/** @type {number} */ x, /** @type {number} */ inward) =>
    POST.map((z) => onSkin(side, x, z, inward));
  return [
    grid([at(SILL, 0), at(DOOR_SILL, 0), at(DOOR_SILL, FLANGE), at(SILL, 0)]),
    ...[...REAR, ...FRONT].map((x) => ruled(post(x, 0), post(x, FLANGE))),
    // The foot of the middle pillar, outside and inside.
    ruled(post(REAR[1], 0), post(FRONT[0], 0)),
    ruled(post(REAR[1], FLANGE), post(FRONT[0], FLANGE)),
  ];
}

/** A tube along the roof, which it meets at one edge. @type {(side: Side) => Piece[]} */
function rail(side) {
  const [top, drip, inside] = /** @type {const} */ (['roof', 'drip', 'inside']).map((which) =>
    ROOF_STATIONS.map((x) => railLine(side, which, x)),
  );
  return [grid([top, drip, inside, top])];
}

/** Channels from the belt line to the rail: beside the windscreen, between the doors, behind them. @type {(side: Side) => Piece[]} */
function pillars(side) {
  const foot = (/** @type {number} */ x, /** @type {number} */ inward) =>
    onSkin(side, x, beltLine(x), inward);
  /** Inside, outside, outside, inside, by x. */
  const channel = (/** @type {number[]} */ [a, b], /** @type {number[]} */ [c, d]) =>
    ruled(
      [foot(a, FLANGE), foot(a, 0), foot(b, 0), foot(b, FLANGE)],
      [
        railLine(side, 'inside', c),
        railLine(side, 'drip', c),
        railLine(side, 'drip', d),
        railLine(side, 'inside', d),
      ],
      4,
    );
  // The rearmost stands on the quarter panel as far as above the wheel.
  const xs = [...AROUND.slice(4).map((a) => WHEELS.rear + WHEELS.radius * Math.cos(a)), REAR[0]];
  const low = xs.map((x) => foot(x, 0));
  const [tail, nose] = [-1, -0.8];
  const head = [railLine(side, 'drip', tail), railLine(side, 'drip', nose)];
  const back = steps(0, 1, 3).map((s) => between(low[0], head[0], s));
  const ahead = steps(0, 1, 3).map((s) => between(low[low.length - 1], head[1], s));
  const middle = (/** @type {number} */ k, /** @type {number} */ count) =>
    steps(0, 1, count).map((s) => between(back[k], ahead[k], s));
  const rows = [low, middle(1, 3), middle(2, 2), head];
  const behind = steps(0, 1, 3).map((s) =>
    between(foot(REAR[0], FLANGE), railLine(side, 'inside', nose), s),
  );
  return [
    channel([FRONT[1], WHEELS.front - WHEELS.radius], [0.2, 0.28]),
    channel([REAR[1], FRONT[0]], [-0.2, -0.08]),
    ...[0, 1, 2].map((k) => zip(rows[k], rows[k + 1])),
    ruled(ahead, behind),
  ];
}

/** The rear door: skin below, frame around the window above, edges folded inward; 6 mm of air around it. @type {(side: Side) => Piece[]} */
function rearDoor(side) {
  const gap = 0.006;
  const ends = /** @type {const} */ ([REAR[0] + gap, REAR[1] - gap]);
  const columns = [0, 0.12, 0.37, 0.63, 0.88, 1];
  const heads = [-0.8 + gap, -0.2 - gap];
  const top = columns.map((u) => {
    const x = mix(heads[0], heads[1], u);
    const [, y, z] = railLine(side, 'drip', x);
    return /** @type {Point3} */ ([x, y, z - gap]);
  });
  const belt = beltLine(0);
  const panel = [DOOR_SILL + gap, 0.6, 0.78, 0.85, belt].map((z) =>
    columns.map((u) => onSkin(side, mix(ends[0], ends[1], u), z)),
  );
  const sash = (/** @type {number} */ s) => panel[4].map((p, i) => between(p, top[i], s));
  const lines = [...panel, sash(0.1), sash(0.45), sash(0.85), top];
  const window = (/** @type {number} */ j, /** @type {number} */ i) =>
    (j === 5 || j === 6) && i > 0 && i < columns.length - 2;
  const handle = (/** @type {number} */ j, /** @type {number} */ i) => j === 2 && i === 1;
  const folded = (/** @type {Line} */ line) =>
    line.map(([x, y, z]) => /** @type {Point3} */ ([x, y - side * 0.04, z]));
  const first = lines.map((line) => line[0]);
  const last = lines.map((line) => line[line.length - 1]);
  return [
    grid(lines, (j, i) => window(j, i) || handle(j, i)),
    ...[lines[0], first, last].map((line) => ruled(line, folded(line))),
  ];
}
