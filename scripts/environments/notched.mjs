// @ts-check
// Solids of boxes in the shape of a C and of an S, after paper E's figure 3. Faces are divided into cells, so that there are
// vertices along the notches between front and back: a notch whose vertices all lie in these two faces would not be under
// the hull.
//
// Dimensions were searched so that trees of oriented boxes have the volumes of the paper's table 1, as near as that goes: sums
// over the boxes of a level, split at the mean along the principal direction (PDC) and at the deepest notch by the plane that
// bisects its angle (ACD). About 3,000 shapes of a C and 1,500 of an S were tried, half of them random (widths, heights,
// depths, bars and posts in steps of 0.02, cells from 0.4 to 1.3), half steps from the six best so far. Measured was how
// far the four volumes of levels 1 and 2 are from the printed ones, all as parts of the root's. The best were scaled to the
// root's volume and rounded to millimetres:
//
//            level  PDC, paper  ours  ACD, paper  ours
//   C        0      35.9        35.9  35.9        35.9
//            1      47.5        47.3  47.0        45.8
//            2      37.8        37.8  32.7        32.9
//   S        0      40.0        40.0  40.0        40.0
//            1      35.2        35.5  35.0        34.9
//            2      32.2        32.0  28.3        28.5
//
// Bars and posts of one width, as in most letters, do not come as near, and cells matter as much as dimensions: whole triangles
// go to one side of a cut, so that boxes reach beyond it by as much as these are wide. Table 1 alone does not tell more.

import { body } from '../cells/placing.mjs';
import { steps } from './sheets.mjs';

/** @typedef {import('../cells/solids.mjs').Piece} Piece */
/** @typedef {import('./meshes.mjs').Triangles} Triangles */

/**
 * Metres: `bar` is the height of the lying bars, `middle` that of the one between, `post` the width of the standing ones,
 * `cell` about that of the cells of faces.
 */
export const C_SHAPE = {
  width: 3.337,
  height: 5.135,
  depth: 2.095,
  bar: 0.853,
  post: 1.038,
  cell: 0.853,
};
export const S_SHAPE = {
  width: 3.734,
  height: 4.053,
  depth: 1.518,
  bar: 0.349,
  middle: 0.213,
  post: 0.288,
  cell: 0.258,
};

/** Three bars; the mouth opens along x. The middle of its bounding box is at the origin. */
export function cSolid(shape = C_SHAPE) {
  const { width, height, depth, bar, post, cell } = shape;
  return ofCells(
    [0, post, width],
    [0, bar, height - bar, height],
    { depth, cell },
    (x, y) => x < post || y < bar || y > height - bar,
  );
}

/** Five bars; the upper mouth opens along x, the lower one against it. */
export function sSolid(shape = S_SHAPE) {
  const { width, height, depth, bar, middle, post, cell } = shape;
  const [low, high] = [(height - middle) / 2, (height + middle) / 2];
  return ofCells(
    [0, post, width - post, width],
    [0, bar, low, high, height - bar, height],
    { depth, cell },
    (x, y) =>
      y < bar ||
      y > height - bar ||
      (y > low && y < high) ||
      (y > high ? x < post : x > width - post),
  );
}

/**
 * The surface of the cells that are filled, between lines in x and y, with two layers in z.
 * @type {(xs: number[], ys: number[], size: { depth: number, cell: number }, filled: (x: number, y: number) => boolean) => Triangles}
 */
function ofCells(xs, ys, { depth, cell }, filled) {
  const lines = [divided(xs, cell), divided(ys, cell), steps(-depth / 2, depth / 2, 2)];
  const middle = [(xs[0] + xs[xs.length - 1]) / 2, (ys[0] + ys[ys.length - 1]) / 2, 0];
  const counts = lines.map((line) => line.length - 1);
  const isFilled = (/** @type {number[]} */ at) =>
    at.every((i, k) => i >= 0 && i < counts[k]) &&
    filled(
      .../** @type {[number, number]} */ (
        [0, 1].map((k) => (lines[k][at[k]] + lines[k][at[k] + 1]) / 2)
      ),
    );
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Piece} */
  const piece = { points: [], triangles: [] };
  const vertex = (/** @type {number[]} */ at) => {
    const key = at.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const [x, y, z] = at.map((i, k) => lines[k][i] - middle[k]);
    numbers.set(key, piece.points.length);
    return piece.points.push([x, y, z]) - 1;
  };
  const shifted = (/** @type {number[]} */ at, /** @type {number} */ axis, by = 1) =>
    at.map((i, k) => (k === axis ? i + by : i));
  for (let i = 0; i < counts[0]; i++) {
    for (let j = 0; j < counts[1]; j++) {
      for (let k = 0; k < counts[2]; k++) {
        const at = [i, j, k];
        if (!isFilled(at)) continue;
        for (const axis of [0, 1, 2]) {
          for (const side of [0, 1]) {
            if (isFilled(shifted(at, axis, side ? 1 : -1))) continue;
            // Counter-clockwise seen from outside.
            const [u, v] = side
              ? [(axis + 1) % 3, (axis + 2) % 3]
              : [(axis + 2) % 3, (axis + 1) % 3];
            const a = shifted(at, axis, side);
            const [b, d] = [shifted(a, u), shifted(a, v)];
            const [p, q, r, s] = [a, b, shifted(b, v), d].map(vertex);
            piece.triangles.push([p, q, r], [p, r, s]);
          }
        }
      }
    }
  }
  return body(piece);
}

/** Lines with others between them, about `cell` apart. @type {(lines: number[], cell: number) => number[]} */
function divided(lines, cell) {
  const all = [lines[0]];
  for (let i = 0; i + 1 < lines.length; i++) {
    const count = Math.max(1, Math.round((lines[i + 1] - lines[i]) / cell));
    all.push(...steps(lines[i], lines[i + 1], count).slice(1));
  }
  return all;
}
