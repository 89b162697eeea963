/** How far boxes, triangles, points and half-spaces are apart at least: what saves plain distances. */
import { supportInto } from './plainConvex.ts';
import type { Frame } from './plainKinematics.ts';
import type { PlainPiece } from './plainPieces.ts';

/** A piece in the world. */
export interface Placed {
  readonly piece: PlainPiece;
  readonly world: Frame;
  /** Middle of its box. */
  readonly centre: Float64Array;
}

export function point(
  m: Frame,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = m[0] * x + m[1] * y + m[2] * z + m[9];
  out[o + 1] = m[3] * x + m[4] * y + m[5] * z + m[10];
  out[o + 2] = m[6] * x + m[7] * y + m[8] * z + m[11];
}

/** Six numbers per triangle: low x, y, z, high x, y, z. */
export function boundsInto(triangles: Float64Array, out: Float64Array): void {
  for (let i = 0, j = 0; i < triangles.length; i += 9, j += 6) {
    for (let k = 0; k < 3; k++) {
      const x = triangles[i + k];
      const y = triangles[i + 3 + k];
      const z = triangles[i + 6 + k];
      out[j + k] = Math.min(x, y, z);
      out[j + 3 + k] = Math.max(x, y, z);
    }
  }
}

/** Squared distance of two such boxes. */
export function boundsApart2(p: Float64Array, i: number, q: Float64Array, j: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const d = Math.max(0, q[j + k] - p[i + 3 + k], p[i + k] - q[j + 3 + k]);
    sum += d * d;
  }
  return sum;
}

type Half = readonly [number, number, number];

/** Half the width of a box along (x, y, z). */
function width(m: Frame, half: Half, x: number, y: number, z: number): number {
  return (
    half[0] * Math.abs(m[0] * x + m[3] * y + m[6] * z) +
    half[1] * Math.abs(m[1] * x + m[4] * y + m[7] * z) +
    half[2] * Math.abs(m[2] * x + m[5] * y + m[8] * z)
  );
}

/** By how much two boxes are apart along the best of 16 directions; negative where along none. */
export function boxesApart(
  p: Frame,
  pc: Float64Array,
  ph: Half,
  q: Frame,
  qc: Float64Array,
  qh: Half,
): number {
  const cx = qc[0] - pc[0];
  const cy = qc[1] - pc[1];
  const cz = qc[2] - pc[2];
  let best = -1;
  const along = (x: number, y: number, z: number) => {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 1e-6) return;
    const d = Math.abs(cx * x + cy * y + cz * z) - width(p, ph, x, y, z) - width(q, qh, x, y, z);
    if (d > best * length) best = d / length;
  };
  along(cx, cy, cz);
  for (let i = 0; i < 3; i++) along(p[i], p[3 + i], p[6 + i]);
  for (let j = 0; j < 3; j++) along(q[j], q[3 + j], q[6 + j]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      along(
        p[3 + i] * q[6 + j] - p[6 + i] * q[3 + j],
        p[6 + i] * q[j] - p[i] * q[6 + j],
        p[i] * q[3 + j] - p[3 + i] * q[j],
      );
    }
  }
  return best - 1e-12;
}

/** By how much a triangle is apart from a box along the box's axes; negative where it is not. */
export function triangleBoxApart(
  t: Float64Array,
  i: number,
  m: Frame,
  c: Float64Array,
  half: Half,
): number {
  let best = -1;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let v = i; v < i + 9; v += 3) {
      const x = m[k] * (t[v] - c[0]) + m[3 + k] * (t[v + 1] - c[1]) + m[6 + k] * (t[v + 2] - c[2]);
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    best = Math.max(best, low - half[k], -half[k] - high);
  }
  return best - 1e-12;
}

export function pointBoxApart(
  p: Float64Array,
  i: number,
  m: Frame,
  c: Float64Array,
  half: Half,
): number {
  let best = -1;
  for (let k = 0; k < 3; k++) {
    const x = m[k] * (p[i] - c[0]) + m[3 + k] * (p[i + 1] - c[1]) + m[6 + k] * (p[i + 2] - c[2]);
    best = Math.max(best, Math.abs(x) - half[k]);
  }
  return best;
}

/** The half-space's normal and offset in the world. */
function worldPlane(space: Placed): [number, number, number, number] {
  const { piece, world: m } = space;
  if (piece.kind !== 'half-space') throw new Error('not a half-space');
  const [x, y, z] = piece.normal;
  const nx = m[0] * x + m[1] * y + m[2] * z;
  const ny = m[3] * x + m[4] * y + m[5] * z;
  const nz = m[6] * x + m[7] * y + m[8] * z;
  return [nx, ny, nz, piece.offset + nx * m[9] + ny * m[10] + nz * m[11]];
}

/** Of two half-spaces that are not turned exactly against each other: they meet, as deep as one likes. */
const DEEP = -1;

export function halfSpaceApart(space: Placed, other: Placed): number {
  if (other.piece.kind === 'half-space') return DEEP;
  const [x, y, z, offset] = worldPlane(space);
  const c = other.centre;
  const middle = x * c[0] + y * c[1] + z * c[2] - offset;
  return middle - width(other.world, other.piece.box.half, x, y, z) - 1e-12;
}

/** The distance of a half-space and a piece, of which `points` are the corners if it has any. */
export function halfSpaceGap(space: Placed, other: Placed, points: Float64Array): number {
  const [x, y, z, offset] = worldPlane(space);
  const { piece } = other;
  if (piece.kind === 'half-space') return DEEP;
  if (piece.kind === 'curved') {
    supportInto(piece.core, other.world, -x, -y, -z, lowestPoint);
    return x * lowestPoint[0] + y * lowestPoint[1] + z * lowestPoint[2] - offset;
  }
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i += 3) {
    lowest = Math.min(lowest, x * points[i] + y * points[i + 1] + z * points[i + 2] - offset);
  }
  return piece.kind === 'round' ? lowest - piece.radius : lowest;
}

const lowestPoint = new Float64Array(3);
