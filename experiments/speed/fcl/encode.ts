/** Cells in the numbers that the FCL programs read. Every piece of a body is a body of FCL. */
import type { Cell, Piece } from 'surepath/cell';
import { composePosesInto } from 'surepath/math';

const KINDS = { mesh: 0, box: 1, cylinder: 2 };

/** All pieces of a cell with the frames they ride on, and the pairs of pieces that are tested. */
export function piecesOf({ bodies, tested }: Cell) {
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

/** What readShape of bodies.h reads. */
export function encodeShape(piece: Piece): Buffer[] {
  if (piece.kind === 'mesh') {
    const { positions, indices } = piece.mesh;
    return [
      ints(KINDS.mesh, positions.length / 3, indices.length / 3),
      ...meshBuffers({ positions, indices }),
    ];
  }
  const { shape } = piece;
  if (shape.kind === 'box') {
    return [ints(KINDS.box, 0, 0), floats(...shape.half.map((x) => 2 * x))];
  }
  if (shape.kind === 'cylinder') {
    return [ints(KINDS.cylinder, 0, 0), floats(shape.radius, shape.length, 0)];
  }
  throw new Error(`the FCL program has no ${shape.kind}`);
}

/** Vertices and corners of triangles, without how many there are. */
export function meshBuffers(mesh: {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}): Buffer[] {
  return [
    Buffer.from(Float64Array.from(mesh.positions).buffer),
    Buffer.from(Int32Array.from(mesh.indices).buffer),
  ];
}

/** a after b. */
export function composed(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(12);
  composePosesInto(a, 0, b, 0, out, 0);
  return out;
}

export function ints(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer);
}

export function floats(...values: number[]): Buffer {
  return Buffer.from(Float64Array.from(values).buffer);
}
