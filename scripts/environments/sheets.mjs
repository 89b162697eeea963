// @ts-check
// Sheets without thickness between lines of points. Sheets that are given the same line are joined along it: where three
// meet, its edges are branch edges, as in the shell models that come out of CAD.

import { mix } from './carBody.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('../cells/solids.mjs').Point3} Point3 */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */
/** @typedef {Point3[]} Line */

/** @type {(a: Point3, b: Point3, s: number) => Point3} */
export function between(a, b, s) {
  return [mix(a[0], b[0], s), mix(a[1], b[1], s), mix(a[2], b[2], s)];
}

/** Numbers from a to b, both included, in so many steps. @type {(a: number, b: number, steps: number) => number[]} */
export function steps(a, b, count) {
  return Array.from({ length: count + 1 }, (_, i) => (i === count ? b : mix(a, b, i / count)));
}

/**
 * A sheet through lines of equally many points, in order; `hole` leaves out cells by line and place.
 * @type {(lines: Line[], hole?: (row: number, column: number) => boolean) => Piece}
 */
export function grid(lines, hole = () => false) {
  const width = lines[0].length;
  /** @type {Piece['triangles']} */
  const triangles = [];
  for (let j = 0; j + 1 < lines.length; j++) {
    if (lines[j + 1].length !== width) throw new Error('lines of a grid have equally many points');
    for (let i = 0; i + 1 < width; i++) {
      if (hole(j, i)) continue;
      const a = j * width + i;
      const [b, c, d] = [a + 1, a + width + 1, a + width];
      triangles.push([a, b, c], [a, c, d]);
    }
  }
  return { points: lines.flat(), triangles };
}

/** A sheet of so many rows from one line to another. @type {(a: Line, b: Line, rows?: number) => Piece} */
export function ruled(a, b, rows = 1) {
  return grid(
    steps(0, 1, rows).map((s) => a.map((p, i) => (s === 1 ? b[i] : between(p, b[i], s)))),
  );
}

/** One row of triangles between two lines of any numbers of points. @type {(a: Line, b: Line) => Piece} */
export function zip(a, b) {
  const points = [...a, ...b];
  /** @type {Piece['triangles']} */
  const triangles = [];
  let [i, j] = [0, 0];
  while (i + 1 < a.length || j + 1 < b.length) {
    // The shorter of the two diagonals, as far as both lines go on.
    const alongA =
      j + 1 === b.length || (i + 1 < a.length && apart(a[i + 1], b[j]) <= apart(a[i], b[j + 1]));
    const [p, q] = [i, a.length + j];
    if (alongA) triangles.push([p, p + 1, q]);
    else triangles.push([p, q + 1, q]);
    if (alongA) i++;
    else j++;
  }
  return { points, triangles };
}

/** @type {(a: Point3, b: Point3) => number} */
function apart(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/**
 * One mesh in which equal points are one vertex and unused ones are left out, so that sheets are joined where they meet.
 * @type {(mesh: Triangles) => Triangles}
 */
export function joined({ positions, indices }) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {number[]} */
  const kept = [];
  const renumbered = indices.map((v) => {
    const point = positions.subarray(3 * v, 3 * v + 3);
    const key = point.join();
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      kept.push(...point);
    }
    return number;
  });
  for (let t = 0; t < renumbered.length; t += 3) {
    const [a, b, c] = renumbered.subarray(t, t + 3);
    if (a === b || b === c || c === a) throw new Error(`triangle ${t / 3} has two equal corners`);
  }
  return { positions: Float64Array.from(kept), indices: renumbered };
}
