// @ts-check
// Pieces that the environments need beside those of scripts/cells: plain boxes, sheets, rings. Metres.

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */

/** A box without bevels about the origin: 12 triangles. @type {(x: number, y: number, z: number) => Piece} */
export function box(x, y, z) {
  /** @type {Point3[]} */
  const points = [];
  for (const w of [-z, z]) {
    points.push([-x / 2, -y / 2, w / 2], [x / 2, -y / 2, w / 2]);
    points.push([x / 2, y / 2, w / 2], [-x / 2, y / 2, w / 2]);
  }
  /** @type {Piece['triangles']} */
  const triangles = [
    [0, 2, 1],
    [0, 3, 2],
    [4, 5, 6],
    [4, 6, 7],
  ];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    triangles.push([i, j, 4 + j], [i, 4 + j, 4 + i]);
  }
  return { points, triangles };
}

/** A box that fills the space between two corners. @type {(a: Point3, b: Point3) => Piece} */
export function boxBetween(a, b) {
  const { points, triangles } = box(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const middle = [0, 1, 2].map((k) => (a[k] + b[k]) / 2);
  return {
    points: points.map(([x, y, z]) => [x + middle[0], y + middle[1], z + middle[2]]),
    triangles,
  };
}

/**
 * A sheet without thickness: a grid of `columns` by `rows` cells, two triangles each. `hole` leaves
 * out cells by their middle, u and v from 0 to 1.
 * @param {number} columns
 * @param {number} rows
 * @param {(u: number, v: number) => Point3} at
 * @param {(u: number, v: number) => boolean} [hole]
 * @returns {Piece}
 */
export function sheet(columns, rows, at, hole = () => false) {
  /** @type {Piece} */
  const all = { points: [], triangles: [] };
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) all.points.push(at(i / columns, j / rows));
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      if (hole((i + 0.5) / columns, (j + 0.5) / rows)) continue;
      const a = j * (columns + 1) + i;
      const [b, c, d] = [a + 1, a + columns + 2, a + columns + 1];
      all.triangles.push([a, b, c], [a, c, d]);
    }
  }
  return withoutUnused(all);
}

/** @type {(piece: Piece) => Piece} */
function withoutUnused({ points, triangles }) {
  const used = new Set(triangles.flat());
  /** @type {number[]} */
  const number = [];
  let next = 0;
  points.forEach((_, i) => {
    number.push(used.has(i) ? next++ : -1);
  });
  return {
    points: points.filter((_, i) => used.has(i)),
    triangles: triangles.map(([a, b, c]) => [number[a], number[b], number[c]]),
  };
}

/** A ring about z. @type {(radius: number, tube: number, around: number, sides: number) => Piece} */
export function ringAbout(radius, tube, around, sides) {
  /** @type {Piece} */
  const piece = { points: [], triangles: [] };
  for (let i = 0; i < around; i++) {
    const a = (2 * Math.PI * i) / around;
    for (let j = 0; j < sides; j++) {
      const b = (2 * Math.PI * j) / sides;
      const r = radius + tube * Math.cos(b);
      piece.points.push([r * Math.cos(a), r * Math.sin(a), tube * Math.sin(b)]);
      const [i1, j1] = [(i + 1) % around, (j + 1) % sides];
      const [p, q, s, t] = [i * sides + j, i1 * sides + j, i1 * sides + j1, i * sides + j1];
      piece.triangles.push([p, q, s], [p, s, t]);
    }
  }
  return piece;
}
