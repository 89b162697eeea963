// @ts-check
// Moves pieces, and makes bodies of them.

/** @typedef {import('./solids.mjs').Piece} Piece */
/** @typedef {import('./solids.mjs').Point3} Point3 */

/** @type {(piece: Piece, f: (p: Point3) => Point3) => Piece} */
function mapped({ points, triangles }, f) {
  return { points: points.map(f), triangles };
}

/** @type {(piece: Piece, x: number, y: number, z: number) => Piece} */
export function move(piece, x, y, z) {
  return mapped(piece, (p) => [p[0] + x, p[1] + y, p[2] + z]);
}

/** What was made along z points along x. @type {(piece: Piece) => Piece} */
export function alongX(piece) {
  return mapped(piece, ([x, y, z]) => [z, x, y]);
}

/** What was made along z points along y. @type {(piece: Piece) => Piece} */
export function alongY(piece) {
  return mapped(piece, ([x, y, z]) => [y, z, x]);
}

/** What was drawn in x and y stands in x and z; what was z runs along -y.
 * @type {(piece: Piece) => Piece} */
export function upright(piece) {
  return mapped(piece, ([x, y, z]) => [x, -z, y]);
}

/** Half a turn about x: what pointed along z or y points the other way.
 * @type {(piece: Piece) => Piece} */
export function flipped(piece) {
  return mapped(piece, ([x, y, z]) => [x, -y, -z]);
}

/** Turns about y by degrees, x toward -z. @type {(piece: Piece, degrees: number) => Piece} */
export function tilted(piece, degrees) {
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  return mapped(piece, ([x, y, z]) => [c * x + s * z, y, c * z - s * x]);
}

/** Turns about z by degrees. @type {(piece: Piece, degrees: number) => Piece} */
export function turned(piece, degrees) {
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  return mapped(piece, ([x, y, z]) => [c * x - s * y, s * x + c * y, z]);
}

/** The same piece at several places. @type {(piece: Piece, places: Point3[]) => Piece[]} */
export function copies(piece, places) {
  return places.map(([x, y, z]) => move(piece, x, y, z));
}

/**
 * One mesh of all pieces. Coordinates are rounded to 10 micrometres: engines differ in the last
 * digit of sines, and the files shall be the same everywhere.
 * @type {(...pieces: Piece[]) => { positions: Float64Array, indices: Uint32Array }}
 */
export function body(...pieces) {
  /** @type {number[]} */
  const positions = [];
  /** @type {number[]} */
  const indices = [];
  for (const { points, triangles } of pieces) {
    const first = positions.length / 3;
    for (const p of points) for (const x of p) positions.push(Math.round(x * 1e5) / 1e5 + 0);
    for (const t of triangles) for (const v of t) indices.push(first + v);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
