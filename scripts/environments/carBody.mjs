// @ts-check
// A car body in white of sheets without thickness: open surfaces, each on its own. x points to the
// front, the middle is at the origin, the floor of the shop at z = 0.

import { body } from '../cells/placing.mjs';
import { refined } from './meshes.mjs';
import { sheet } from './pieces.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */

export const NOSE = 2.05;
export const TAIL = -2.05;
export const WHEELS = { front: 1.3, rear: -1.3, radius: 0.36, hub: 0.34 };
export const SILL = 0.3;
export const HALF = 0.82;
/** Along the side: where doors begin and end, and the pillars' feet at the belt line. */
export const DOORS = { front: [-0.02, 0.86], rear: [-0.92, -0.14] };
export const DOOR_SILL = 0.42;
export const COWL = 0.98;
export const DECK = -1.45;
export const ROOF = { front: 0.28, rear: -1.0, z: 1.38, half: 0.56 };

/**
 * The body with so many triangles; `cell` is the length of the grids' cells in metres.
 * @type {(count: number, cell: number) => import('./meshes.mjs').Triangles}
 */
export function carBody(count, cell) {
  const n = (/** @type {number} */ length) => Math.max(1, Math.round(length / cell));
  const pieces = [
    ...both((s) => sidePanels(s, n)),
    ...both((s) => pillars(s, n)),
    ...both((s) => wheelHouses(s, n)),
    roof(n),
    bonnet(n),
    bootLid(n),
    floor(n),
    ...bulkheads(n),
    ...members(n),
    ...ends(n),
  ];
  return refined(body(...pieces), count);
}

/** @typedef {(length: number) => number} Cells */

/** Left and right. @type {(make: (side: 1 | -1) => Piece[]) => Piece[]} */
function both(make) {
  return [...make(1), ...make(-1)];
}

/** @type {(a: number, b: number, s: number) => number} */
export function mix(a, b, s) {
  return a + (b - a) * s;
}

/** A smooth step from 0 at a to 1 at b. @type {(a: number, b: number, x: number) => number} */
export function step(a, b, x) {
  const s = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return s * s * (3 - 2 * s);
}

/** Half the width of the body at x: narrower toward both ends. */
export function halfWidth(/** @type {number} */ x) {
  return HALF - 0.1 * step(1.2, NOSE, x) - 0.07 * step(-1.3, TAIL, x);
}

/** The line of bonnet, belt and boot along the side. */
export function beltLine(/** @type {number} */ x) {
  return 0.93 - 0.2 * step(0.9, NOSE, x) - 0.05 * step(-1.4, TAIL, x);
}

/** The lower edge of the side: sill, wheel arches, valances. */
function lowerEdge(/** @type {number} */ x) {
  let z = SILL + 0.05 * step(1.7, NOSE, x) + 0.06 * step(-1.7, TAIL, x);
  for (const hub of [WHEELS.front, WHEELS.rear]) {
    const d = (x - hub) / WHEELS.radius;
    if (Math.abs(d) < 1) z = Math.max(z, WHEELS.hub + WHEELS.radius * Math.sqrt(1 - d * d));
  }
  return z;
}

/** The outer skin's y: curved in z, with a crease below the belt line. */
export function skin(/** @type {number} */ x, /** @type {number} */ z) {
  const s = (z - SILL) / (beltLine(x) - SILL);
  const bulge = 0.05 * (1 - (2 * s - 0.9) ** 2);
  const crease = 0.008 * Math.max(0, 1 - Math.abs(s - 0.72) / 0.06);
  return halfWidth(x) - 0.045 + bulge + crease;
}

/** The skin between two stations in x, from a lower to an upper edge. */
function skinSheet(
  /** @type {1 | -1} */ side,
  /** @type {Cells} */ n,
  /** @type {[number, number]} */ [from, to],
  /** @type {(x: number) => number} */ low,
  /** @type {(x: number) => number} */ high,
  /** @type {number} */ rows = n(high((from + to) / 2) - low((from + to) / 2)),
) {
  // Above a wheel the columns are closer where the arch is steep.
  const arch = Math.abs(to - from - 2 * WHEELS.radius) < 1e-9;
  const columns = n(arch ? (Math.PI / 2) * (to - from) : to - from);
  return sheet(columns, rows, (u, v) => {
    const x = mix(from, to, arch ? (1 - Math.cos(Math.PI * u)) / 2 : u);
    const z = mix(low(x), high(x), v);
    return [x, side * skin(x, z), z];
  });
}

/** A panel around a wheel: before, above and behind it. */
function wing(
  /** @type {1 | -1} */ side,
  /** @type {Cells} */ n,
  /** @type {[number, number]} */ [from, to],
  /** @type {number} */ hub,
) {
  const stations = [from, hub - WHEELS.radius, hub + WHEELS.radius, to];
  return [0, 1, 2].map((k) => {
    const span = /** @type {[number, number]} */ ([stations[k], stations[k + 1]]);
    return skinSheet(side, n, span, lowerEdge, beltLine, n(0.5));
  });
}

/** Wing, quarter panel and what is left of the side around two door openings. */
function sidePanels(/** @type {1 | -1} */ side, /** @type {Cells} */ n) {
  const [f, r] = [DOORS.front, DOORS.rear];
  const sill = () => DOOR_SILL;
  const flange = (/** @type {number[]} */ [from, to]) =>
    // The sheet is folded inward around an opening.
    sheet(n(to - from), n(0.1), (u, v) => {
      const x = mix(from, to, u);
      return [x, side * (skin(x, DOOR_SILL) - 0.1 * v), DOOR_SILL];
    });
  const post = (/** @type {number} */ x) =>
    sheet(n(0.1), n(0.5), (u, v) => {
      const z = mix(DOOR_SILL, beltLine(x), v);
      return [x, side * (skin(x, z) - 0.1 * u), z];
    });
  const arch = (/** @type {number} */ hub) =>
    sheet(n(Math.PI * WHEELS.radius), n(0.04), (u, v) => {
      const a = Math.PI * mix(0.03, 0.97, u);
      const r1 = WHEELS.radius - 0.03 * v;
      const [x, z] = [hub + r1 * Math.cos(a), WHEELS.hub + r1 * Math.sin(a)];
      return [x, side * (skin(x, z) - 0.002), z];
    });
  return [
    ...wing(side, n, [f[1], NOSE - 0.02], WHEELS.front),
    ...wing(side, n, [TAIL + 0.02, r[0]], WHEELS.rear),
    // Sills below both doors, and the foot of the middle pillar.
    skinSheet(side, n, [r[0], f[1]], lowerEdge, sill),
    skinSheet(side, n, [r[1], f[0]], sill, beltLine),
    flange(f),
    flange(r),
    ...[...f, ...r].map(post),
    arch(WHEELS.front),
    arch(WHEELS.rear),
  ];
}

/** A bent strip of `width` between two points: an outer face and two flanges. */
function strip(
  /** @type {Cells} */ n,
  /** @type {Point3} */ a,
  /** @type {Point3} */ b,
  /** @type {number} */ width,
  /** @type {number} */ depth,
  /** @type {number} */ side,
  /** @type {number} */ bow = 0,
) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  // Across: flange, face, flange.
  const across = [
    [-width / 2, depth],
    [-width / 2, 0],
    [width / 2, 0],
    [width / 2, depth],
  ];
  return sheet(3, n(length), (u, v) => {
    const [dx, dy] = across[Math.round(3 * u)];
    const out = bow * 4 * v * (1 - v);
    return [
      mix(a[0], b[0], v) + dx,
      mix(a[1], b[1], v) - side * (dy - out),
      mix(a[2], b[2], v) + 0.6 * out,
    ];
  });
}

/** From the belt line to the roof rail: windscreen, middle and rear pillars, and the rail itself. */
function pillars(/** @type {1 | -1} */ side, /** @type {Cells} */ n) {
  const foot = (/** @type {number} */ x) =>
    /** @type {Point3} */ ([x, side * skin(x, beltLine(x)), beltLine(x)]);
  const head = (/** @type {number} */ x) =>
    /** @type {Point3} */ ([x, side * ROOF.half, ROOF.z - 0.03]);
  const rail = sheet(n(ROOF.front - ROOF.rear), n(0.12) + 1, (u, v) => {
    const x = mix(ROOF.rear, ROOF.front, u);
    const a = (Math.PI / 2) * v;
    return [
      x,
      side * (ROOF.half + 0.03 * Math.cos(a)),
      ROOF.z - 0.05 + 0.04 * Math.sin(a) + roofCrown(x, 0.95),
    ];
  });
  return [
    strip(n, foot(0.9), head(ROOF.front), 0.07, 0.05, side, 0.02),
    strip(n, foot(-0.08), head(-0.14), 0.12, 0.06, side, 0.03),
    strip(n, foot(-0.98), head(-0.9), 0.12, 0.06, side, 0.03),
    strip(n, foot(DECK), head(ROOF.rear + 0.02), 0.1, 0.05, side, 0.02),
    rail,
  ];
}

/** Half-round inner arches, closed by a wall toward the middle. */
function wheelHouses(/** @type {1 | -1} */ side, /** @type {Cells} */ n) {
  const inner = 0.46;
  const house = (/** @type {number} */ hub) => {
    const r = WHEELS.radius + 0.02;
    const at = (/** @type {number} */ u, /** @type {number} */ radius) => {
      const a = Math.PI * u;
      return [hub + radius * Math.cos(a), WHEELS.hub + radius * Math.sin(a)];
    };
    return [
      sheet(n(Math.PI * r), n(0.3), (u, v) => {
        const [x, z] = at(u, r);
        return [x, side * mix(inner, skin(x, Math.max(z, 0.4)) - 0.02, v), z];
      }),
      sheet(n(Math.PI * r), n(r - 0.1), (u, v) => {
        const [x, z] = at(u, mix(0.1, r, v));
        return [x, side * inner, z];
      }),
    ];
  };
  return [...house(WHEELS.front), ...house(WHEELS.rear)];
}

/** How much the roof rises above its rails; s from -1 to 1 across. */
export function roofCrown(/** @type {number} */ x, /** @type {number} */ s) {
  const u = (x - ROOF.rear) / (ROOF.front - ROOF.rear);
  return 0.06 * (1 - s * s) + 0.05 * (1 - (2 * u - 1) ** 2) - 0.05;
}

/** The outer roof, with the opening of a sun roof. */
function roof(/** @type {Cells} */ n) {
  const hole = (/** @type {number} */ u, /** @type {number} */ v) =>
    u > 0.45 && u < 0.8 && v > 0.2 && v < 0.8;
  return sheet(
    n(ROOF.front - ROOF.rear),
    n(2 * ROOF.half),
    (u, v) => {
      const x = mix(ROOF.rear, ROOF.front, u);
      const s = 2 * v - 1;
      return [x, ROOF.half * s, ROOF.z + 0.02 + roofCrown(x, s)];
    },
    hole,
  );
}

/** The bonnet, domed, with two creases. */
function bonnet(/** @type {Cells} */ n) {
  return sheet(n(NOSE - COWL), n(2 * HALF), (u, v) => {
    const x = mix(COWL, NOSE - 0.08, u);
    const s = 2 * v - 1;
    const crease = 0.012 * Math.max(0, 1 - Math.abs(Math.abs(s) - 0.55) / 0.12);
    return [x, s * (halfWidth(x) - 0.05), beltLine(x) + 0.07 * (1 - s * s) + crease];
  });
}

function bootLid(/** @type {Cells} */ n) {
  return sheet(n(DECK - TAIL), n(2 * HALF), (u, v) => {
    const x = mix(TAIL + 0.06, DECK - 0.02, u);
    const s = 2 * v - 1;
    return [x, s * (halfWidth(x) - 0.06), beltLine(x) + 0.05 * (1 - s * s)];
  });
}

/** The floor with its tunnel, a step below the rear seat and the well of the spare wheel. */
function floor(/** @type {Cells} */ n) {
  const narrow = (/** @type {number} */ x) =>
    mix(HALF - 0.06, 0.44, Math.max(step(0.85, 0.98, x), step(-0.85, -0.98, x)));
  return sheet(n(NOSE - TAIL - 0.6), n(2 * HALF), (u, v) => {
    const x = mix(TAIL + 0.1, NOSE - 0.5, u);
    const y = narrow(x) * (2 * v - 1);
    const tunnel = 0.16 * step(0.17, 0.1, Math.abs(y)) * step(-0.9, -0.7, x);
    const rear = 0.14 * step(-0.75, -0.95, x);
    const well = 0.16 * step(0.3, 0.22, Math.sqrt((x + 1.72) ** 2 + y * y));
    return [x, y, 0.3 + tunnel + rear - well];
  });
}

/** Firewall below the windscreen, cowl, the wall behind the rear seat, and the parcel shelf. */
function bulkheads(/** @type {Cells} */ n) {
  const wide = 2 * (HALF - 0.08);
  const wall = (
    /** @type {(s: number) => number} */ x,
    /** @type {number} */ low,
    /** @type {number} */ high,
    /** @type {((u: number, v: number) => boolean) | undefined} */ hole,
  ) => sheet(n(wide), n(high - low), (u, v) => [x(v), wide * (u - 0.5), mix(low, high, v)], hole);
  const shelf = sheet(n(wide), n(0.4), (u, v) => [
    mix(-1.0, DECK, v),
    wide * (u - 0.5),
    0.9 + 0.01 * v,
  ]);
  const cowl = sheet(n(wide), n(0.14), (u, v) => [
    mix(0.84, COWL + 0.02, v),
    wide * (u - 0.5),
    0.9 + 0.05 * v,
  ]);
  return [
    wall(
      (v) => 0.98 - 0.14 * v,
      0.32,
      0.9,
      (u, v) => u > 0.62 && u < 0.74 && v > 0.5 && v < 0.75,
    ),
    wall(
      (v) => -0.95 - 0.08 * v,
      0.46,
      0.9,
      (u, v) => u > 0.36 && u < 0.64 && v > 0.35 && v < 0.8,
    ),
    shelf,
    cowl,
  ];
}

/** Hat sections: two long members below the floor and ahead, cross members, roof bows, seat rails. */
function members(/** @type {Cells} */ n) {
  /** Open channel along x or y: flange, side, top, side, flange. */
  const hat = (
    /** @type {'x' | 'y'} */ along,
    /** @type {[number, number]} */ [from, to],
    /** @type {[number, number]} */ [across, z],
    /** @type {number} */ width,
    /** @type {number} */ height,
  ) => {
    const section = [
      [-0.8, 0],
      [-0.5, 0],
      [-0.42, 1],
      [0.42, 1],
      [0.5, 0],
      [0.8, 0],
    ];
    return sheet(n(Math.abs(to - from)), 5, (u, v) => {
      const [w, h] = section[Math.round(5 * v)];
      const [s, t] = [mix(from, to, u), across + width * w];
      return along === 'x' ? [s, t, z + height * h] : [t, s, z + height * h];
    });
  };
  const bow = (/** @type {number} */ x) =>
    sheet(n(2 * ROOF.half), 2, (u, v) => {
      const s = 2 * u - 1;
      const dip = v === 0.5 ? 0.03 : 0;
      return [x + 0.08 * (v - 0.5), ROOF.half * s, ROOF.z - 0.02 + roofCrown(x, s) - dip];
    });
  return [
    hat('x', [1.0, NOSE - 0.1], [0.42, 0.46], 0.08, 0.12),
    hat('x', [1.0, NOSE - 0.1], [-0.42, 0.46], 0.08, 0.12),
    hat('x', [-0.6, 0.9], [0.42, 0.27], 0.09, -0.07),
    hat('x', [-0.6, 0.9], [-0.42, 0.27], 0.09, -0.07),
    hat('y', [0.2, 0.72], [0.35, 0.32], 0.1, 0.06),
    hat('y', [-0.72, -0.2], [0.35, 0.32], 0.1, 0.06),
    hat('y', [0.2, 0.72], [-0.25, 0.32], 0.1, 0.06),
    hat('y', [-0.72, -0.2], [-0.25, 0.32], 0.1, 0.06),
    hat('y', [-0.6, 0.6], [NOSE - 0.16, 0.34], 0.1, 0.07),
    hat('y', [-0.5, 0.5], [ROOF.front + 0.02, ROOF.z - 0.06], 0.08, -0.03),
    hat('y', [-0.5, 0.5], [ROOF.rear - 0.02, ROOF.z - 0.06], 0.08, -0.03),
    bow(-0.7),
    bow(-0.3),
  ];
}

/** Front panel with the openings of radiator and lamps; rear panel with those of lamps and lid. */
function ends(/** @type {Cells} */ n) {
  const front = sheet(
    n(1.4),
    n(0.42),
    (u, v) => {
      const s = 2 * u - 1;
      const x = NOSE - 0.02 - 0.12 * s * s - 0.05 * v;
      return [x, s * (halfWidth(NOSE) - 0.02), mix(0.36, 0.74, v)];
    },
    (u, v) => {
      const s = Math.abs(2 * u - 1);
      return (s < 0.5 && v > 0.2 && v < 0.75) || (s > 0.62 && s < 0.92 && v > 0.5 && v < 0.9);
    },
  );
  const rear = sheet(
    n(1.4),
    n(0.5),
    (u, v) => {
      const s = 2 * u - 1;
      const x = TAIL + 0.02 + 0.08 * s * s + 0.03 * v;
      return [x, s * (halfWidth(TAIL) - 0.02), mix(0.38, 0.88, v)];
    },
    (u, v) => {
      const s = Math.abs(2 * u - 1);
      return (s < 0.55 && v > 0.62) || (s > 0.65 && s < 0.92 && v > 0.55 && v < 0.9);
    },
  );
  return [front, rear];
}
