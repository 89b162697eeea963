// @ts-check
// Cells in the numbers that the FCL programs read. Every piece of a body is a body of FCL.

import { composePosesInto } from '../../dist/math/index.js';

/** @typedef {import('../../dist/cell/index.js').Piece} Piece */
/** @typedef {import('../../dist/cell/index.js').Cell} Cell */

const kinds = { mesh: 0, box: 1, cylinder: 2 };

/** All pieces of a cell with the frames they ride on, and the pairs of pieces that are tested. */
export function piecesOf(/** @type {Cell} */ { bodies, tested }) {
  if (bodies.some(({ padding }) => padding !== 0)) throw new Error('FCL has no padding');
  const pieces = bodies.flatMap(({ frame, pieces }, b) =>
    pieces.map((piece) => ({ b, frame, piece })),
  );
  const ofBody = bodies.map((_, b) => pieces.flatMap((piece, i) => (piece.b === b ? [i] : [])));
  const pairs = tested.flatMap(({ a, b }) =>
    ofBody[a].flatMap((i) => ofBody[b].map((j) => [i, j])),
  );
  return { pieces, pairs };
}

/** What readShape of bodies.h reads. @returns {Buffer[]} */
export function encodeShape(/** @type {Piece} */ piece) {
  if (piece.kind === 'mesh') {
    const { positions, indices } = piece.mesh;
    return [
      ints(kinds.mesh, positions.length / 3, indices.length / 3),
      Buffer.from(Float64Array.from(positions).buffer),
      Buffer.from(Int32Array.from(indices).buffer),
    ];
  }
  const { shape } = piece;
  if (shape.kind === 'box') {
    return [ints(kinds.box, 0, 0), floats(...shape.half.map((x) => 2 * x))];
  }
  if (shape.kind === 'cylinder') {
    return [ints(kinds.cylinder, 0, 0), floats(shape.radius, shape.length, 0)];
  }
  throw new Error(`the FCL program has no ${shape.kind}`);
}

/** a after b. */
export function composed(/** @type {Float64Array} */ a, /** @type {Float64Array} */ b) {
  const out = new Float64Array(12);
  composePosesInto(a, 0, b, 0, out, 0);
  return out;
}

export function ints(/** @type {number[]} */ ...values) {
  return Buffer.from(Int32Array.from(values).buffer);
}

export function floats(/** @type {number[]} */ ...values) {
  return Buffer.from(Float64Array.from(values).buffer);
}
