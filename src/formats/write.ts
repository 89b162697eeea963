/** Writers of triangle meshes. What they write, the readers read back. */
import type { Triangles } from '../geometry/index.ts';
import { encodeUtf8, InputError } from '../math/index.ts';
import type { PlyEncoding } from './plyHeader.ts';
import { STL_HEADER_SIZE, STL_TRIANGLE_SIZE } from './stl.ts';

/**
 * Binary STL. Coordinates are rounded to float32, as the format wants it, so the triangles move a
 * little; vertices are no longer shared. Throws InputError if a coordinate is out of range.
 */
export function writeStl(triangles: Triangles): Uint8Array<ArrayBuffer> {
  checkTriangles(triangles);
  const { positions, indices } = triangles;
  const count = indices.length / 3;
  const bytes = new Uint8Array(STL_HEADER_SIZE + STL_TRIANGLE_SIZE * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  const corners = new Float64Array(9);
  const normal = new Float64Array(3);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 9; k++) {
      corners[k] = Math.fround(positions[3 * indices[3 * t + Math.floor(k / 3)] + (k % 3)]);
      if (!Number.isFinite(corners[k])) {
        throw new InputError({
          code: 'stl/float32-range',
          message: `a coordinate of triangle ${t} is too large for the 32-bit numbers of STL`,
        });
      }
    }
    normalInto(corners, normal);
    const start = STL_HEADER_SIZE + STL_TRIANGLE_SIZE * t;
    for (let k = 0; k < 3; k++) view.setFloat32(start + 4 * k, normal[k], true);
    for (let k = 0; k < 9; k++) view.setFloat32(start + 12 + 4 * k, corners[k], true);
  }
  return bytes;
}

/** Wavefront OBJ. Coordinates are written with as many digits as they need to be read back exactly. */
export function writeObj(triangles: Triangles): string {
  checkTriangles(triangles);
  const { positions, indices } = triangles;
  const lines = [];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${point(positions, i)}\n`);
  for (let i = 0; i < indices.length; i += 3) {
    lines.push(`f ${indices[i] + 1} ${indices[i + 1] + 1} ${indices[i + 2] + 1}\n`);
  }
  return lines.join('');
}

/** PLY with float64 coordinates, which are read back exactly. */
export function writePly(
  triangles: Triangles,
  format: PlyEncoding = 'binary_little_endian',
): Uint8Array<ArrayBuffer> {
  checkTriangles(triangles);
  const { positions, indices } = triangles;
  const header =
    `ply\nformat ${format} 1.0\nelement vertex ${positions.length / 3}\n` +
    'property double x\nproperty double y\nproperty double z\n' +
    `element face ${indices.length / 3}\nproperty list uchar uint vertex_indices\nend_header\n`;
  if (format === 'ascii') {
    const lines = [header];
    for (let i = 0; i < positions.length; i += 3) lines.push(`${point(positions, i)}\n`);
    for (let i = 0; i < indices.length; i += 3) {
      lines.push(`3 ${indices[i]} ${indices[i + 1]} ${indices[i + 2]}\n`);
    }
    return encodeUtf8(lines.join(''));
  }
  const littleEndian = format === 'binary_little_endian';
  const faceSize = 1 + 3 * 4;
  const size = header.length + 8 * positions.length + (faceSize * indices.length) / 3;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(encodeUtf8(header));
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += 8) {
    view.setFloat64(at, positions[i], littleEndian);
  }
  for (let i = 0; i < indices.length; i++, at += 4) {
    if (i % 3 === 0) view.setUint8(at++, 3);
    view.setUint32(at, indices[i], littleEndian);
  }
  return bytes;
}

/** A file with a hole in its numbers would be worse than none. */
function checkTriangles({ positions, indices }: Triangles): void {
  const fail = (code: string, message: string) => new InputError({ code: `mesh/${code}`, message });
  if (positions.length % 3 !== 0 || indices.length % 3 !== 0) {
    throw fail('bad-length', 'positions and indices must come in threes');
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    throw fail('non-finite', `a coordinate of vertex ${Math.floor(i / 3)} is ${positions[i]}`);
  }
  const vertexCount = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < vertexCount) continue;
    const triangle = Math.floor(i / 3);
    throw fail(
      'index-out-of-range',
      `triangle ${triangle} refers to vertex ${indices[i]}, but there are ${vertexCount}`,
    );
  }
}

/** The shortest digits that read back as the same number; JavaScript's own would lose -0. */
function digits(value: number): string {
  return Object.is(value, -0) ? '-0' : `${value}`;
}

function point(positions: Float64Array, i: number): string {
  return `${digits(positions[i])} ${digits(positions[i + 1])} ${digits(positions[i + 2])}`;
}

/** The unit normal, or zero if the triangle has none; readers are free to ignore it. */
function normalInto(corners: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    out[k] =
      (corners[3 + i] - corners[i]) * (corners[6 + j] - corners[j]) -
      (corners[3 + j] - corners[j]) * (corners[6 + i] - corners[i]);
  }
  const length = Math.hypot(out[0], out[1], out[2]);
  for (let k = 0; k < 3; k++) out[k] = length > 0 ? out[k] / length : 0;
}
