// @ts-check
// A car body of few sheets without thickness, after paper E, whose car has 2,069 triangles. Its shape is that of
// carBody.mjs, but sheets are joined along their edges: outer sill, inner sill and floor, roof, rail and its inside, skin,
// wheel house and lip meet in branch edges. Rear doors hang in their openings, front doors are off.

import { body } from '../cells/placing.mjs';
import {
  beltLine,
  COWL,
  DECK,
  halfWidth,
  mix,
  NOSE,
  ROOF,
  roofCrown,
  SILL,
  step,
  TAIL,
} from './carBody.mjs';
import { refined } from './meshes.mjs';
import { carSide, floorEdge, ROOF_STATIONS, SILL_STATIONS } from './sheetCarSide.mjs';
import { grid, joined, ruled, steps } from './sheets.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./sheets.mjs').Line} Line */

/** @type {(count: number) => import('./meshes.mjs').Triangles} */
export function sheetCar(count) {
  const pieces = [
    ...carSide(1),
    ...carSide(-1),
    ...roof(),
    ...lids(),
    ...floor(),
    ...frontRails(),
    ...ends(),
  ];
  return refined(joined(body(...pieces)), count);
}

const ACROSS = 6;

/** The roof between the rails, with the opening of a sun roof, a rib beside it and flanges for both screens. */
function roof() {
  const across = (/** @type {number} */ x, /** @type {number} */ dx, /** @type {number} */ dz) =>
    steps(-1, 1, ACROSS).map(
      (s) => /** @type {Point3} */ ([x + dx, ROOF.half * s, ROOF.z + 0.02 + roofCrown(x, s) + dz]),
    );
  const lines = ROOF_STATIONS.map((x) => across(x, 0, 0));
  const [from, to] = [ROOF_STATIONS.indexOf(-0.5), ROOF_STATIONS.indexOf(-0.08)];
  const inHole = (/** @type {number} */ j, /** @type {number} */ i) =>
    j >= from && j < to && i > 0 && i < ACROSS - 1;
  const rib = (/** @type {number} */ x) => ruled(across(x, 0, 0), across(x, 0, -0.05));
  return [
    grid(lines, inHole),
    rib(-0.65),
    rib(0.06),
    ruled(across(ROOF.front, 0, 0), across(ROOF.front, -0.06, -0.04)),
    ruled(across(ROOF.rear, 0, 0), across(ROOF.rear, 0.06, -0.04)),
  ];
}

/** Bonnet and boot lid, each with its edges folded down. */
function lids() {
  const lid = (
    /** @type {number[]} */ stations,
    /** @type {number} */ gap,
    /** @type {number} */ dome,
    /** @type {number} */ columns,
  ) => {
    const at = (/** @type {number} */ x, /** @type {number} */ s) =>
      /** @type {Point3} */ ([x, s * (halfWidth(x) - gap), beltLine(x) + dome * (1 - s * s)]);
    const lines = stations.map((x) => steps(-1, 1, columns).map((s) => at(x, s)));
    const down = (/** @type {Line} */ line) =>
      line.map(([x, y, z]) => /** @type {Point3} */ ([x, y, z - 0.03]));
    const sides = [-1, 1].map((s) => stations.map((x) => at(x, s)));
    return [
      grid(lines),
      ...[lines[0], lines[lines.length - 1], ...sides].map((line) => ruled(line, down(line))),
    ];
  };
  return [
    ...lid(steps(COWL, NOSE - 0.08, 6), 0.05, 0.07, 6),
    ...lid(steps(TAIL + 0.06, DECK - 0.02, 3), 0.06, 0.05, 6),
  ];
}

/** y of the floor's lines inside of its edges: members, tunnel's foot and tunnel's top. */
const INNER = [-0.45, -0.17, -0.1, 0.1, 0.17, 0.45];

/** Floor, cross members, toe board with firewall and cowl, heel board, rear floor, seat wall and shelf. */
function floor() {
  const front = Math.max(...SILL_STATIONS);
  const rear = Math.min(...SILL_STATIONS);
  const height = (/** @type {number} */ x, /** @type {number} */ y) =>
    SILL + 0.16 * step(0.17, 0.1, Math.abs(y)) * step(rear, rear + 0.19, x);
  const inner = (/** @type {number} */ x) =>
    INNER.map((y) => /** @type {Point3} */ ([x, y, height(x, y)]));
  const line = (/** @type {number} */ x) => [floorEdge(-1, x), ...inner(x), floorEdge(1, x)];
  /** The floor's front line moved ahead and up, and drawn together to a half width. */
  const toe = (/** @type {number} */ x, /** @type {number} */ z, /** @type {number} */ half) =>
    line(front).map(([, y]) => {
      const edge = floorEdge(1, front)[1];
      return /** @type {Point3} */ ([x, (y * half) / edge, z]);
    });
  const firewall = [
    line(front),
    toe(0.92, 0.42, 0.72),
    toe(0.88, 0.66, 0.72),
    toe(0.84, 0.9, 0.74),
  ];
  const cowl = toe(COWL + 0.02, 0.95, 0.74);
  /** A hole for the steering column. */
  const pierced = (/** @type {number} */ j, /** @type {number} */ i) => j === 1 && i === 5;
  const behind = (/** @type {number} */ x, /** @type {number} */ z) =>
    INNER.map((y) => {
      const well = 0.16 * step(0.36, 0.2, Math.hypot(x + 1.72, y));
      return /** @type {Point3} */ ([x, y, z - well]);
    });
  const heel = behind(rear, SILL + 0.14);
  const wall = (/** @type {number} */ s) =>
    heel.map(
      ([x, y, z]) => /** @type {Point3} */ ([x - 0.1 * s, y * (1 + 0.4 * s), mix(z, 0.9, s)]),
    );
  const top = wall(1);
  const shelf = top.map(([, y]) => /** @type {Point3} */ ([DECK, y, 0.91]));
  return [
    grid(SILL_STATIONS.map(line)),
    ...[1, -1].flatMap((side) => [6, 2].map((k) => crossMember(side, k, line))),
    grid([...firewall, cowl], pierced),
    ruled(inner(rear), heel),
    grid([
      heel,
      ...steps(rear, TAIL + 0.1, 7)
        .slice(1)
        .map((x) => behind(x, SILL + 0.14)),
    ]),
    grid(steps(0, 1, 3).map(wall), (j, i) => j === 1 && i === 2),
    ruled(top, shelf, 2),
  ];
}

/** A channel upside down across the floor, from tunnel to sill, between two of the floor's lines.
 * @type {(side: number, station: number, line: (x: number) => Line) => Piece} */
function crossMember(side, station, line) {
  const [a, b] = [SILL_STATIONS[station], SILL_STATIONS[station + 1]].map((x) => {
    const all = line(x);
    return side > 0 ? all.slice(5) : all.slice(0, 3);
  });
  const raised = (/** @type {Line} */ foot, /** @type {number} */ dx) =>
    foot.map(([x, y, z]) => /** @type {Point3} */ ([x + dx, y, z + 0.07]));
  return grid([a, raised(a, 0.02), raised(b, -0.02), b]);
}

/** Two channels ahead of the firewall. */
function frontRails() {
  const section = [
    [-0.05, 0],
    [-0.04, 0.12],
    [0.04, 0.12],
    [0.05, 0],
  ];
  return [1, -1].map((side) =>
    grid(
      steps(1.0, NOSE - 0.14, 5).map((x) =>
        section.map(([w, h]) => /** @type {Point3} */ ([x, side * (0.36 + w), 0.46 + h])),
      ),
    ),
  );
}

/** Front panel with the openings of radiator and lamps; rear panel with those of lamps and lid. */
function ends() {
  const panel = (
    /** @type {number} */ half,
    /** @type {[number, number]} */ [low, high],
    /** @type {(s: number, v: number) => number} */ x,
    /** @type {(s: number, v: number) => boolean} */ hole,
  ) => {
    const [columns, rows] = [12, 4];
    const lines = steps(0, 1, rows).map((v) =>
      steps(-1, 1, columns).map(
        (s) => /** @type {Point3} */ ([x(s, v), s * half, mix(low, high, v)]),
      ),
    );
    return grid(lines, (j, i) => hole(Math.abs((2 * (i + 0.5)) / columns - 1), (j + 0.5) / rows));
  };
  return [
    panel(
      halfWidth(NOSE) - 0.02,
      [0.36, 0.74],
      (s, v) => NOSE - 0.02 - 0.12 * s * s - 0.05 * v,
      (s, v) => (s < 0.5 && v > 0.25 && v < 0.75) || (s > 0.66 && s < 0.83 && v > 0.5 && v < 0.75),
    ),
    panel(
      halfWidth(TAIL) - 0.02,
      [0.38, 0.88],
      (s, v) => TAIL + 0.02 + 0.08 * s * s + 0.03 * v,
      (s, v) => (s < 0.5 && v > 0.75) || (s > 0.66 && s < 0.83 && v > 0.5 && v < 0.75),
    ),
  ];
}
