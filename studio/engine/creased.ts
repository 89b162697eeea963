/**
 * Triangles made ready for drawing: vertices at one place are joined, and get one normal for every
 * group of faces that meet there at a flat angle. Round things look round and edges stay sharp, in
 * whatever way the file had shared its vertices. Linear in the number of triangles.
 */
import type { MeshColours } from '../../src/kinematics/index.ts';
import type { DrawnMesh } from './protocol.ts';

/** Cosine of the angle between faces up to which they are shaded as one surface: 35 degrees. */
const SMOOTH = 0.82;

export function creased(points: ArrayLike<number>, corners: ArrayLike<number>): DrawnMesh {
  const source = Float32Array.from(points);
  const place = weld(source);
  const count = corners.length;
  const at = new Uint32Array(count);
  for (let i = 0; i < count; i++) at[i] = place[corners[i]];
  const faces = faceNormals(source, at);

  // Corners by vertex: those of vertex v stand in order[start[v]] .. order[start[v + 1] - 1].
  const start = new Uint32Array(source.length / 3 + 1);
  for (let i = 0; i < count; i++) start[at[i] + 1]++;
  for (let v = 1; v < start.length; v++) start[v] += start[v - 1];
  const next = start.slice();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[next[at[i]]++] = i;

  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  const indices = new Uint32Array(count);
  let made = 0;
  for (let v = 0; v + 1 < start.length; v++) {
    const first = made;
    for (let k = start[v]; k < start[v + 1]; k++) {
      const corner = order[k];
      const f = 4 * Math.floor(corner / 3);
      const vertex = groupOf(faces, f, normals, first, made);
      if (vertex === made) {
        for (let j = 0; j < 3; j++) positions[3 * made + j] = source[3 * v + j];
        made++;
      }
      // Larger faces count for more.
      for (let j = 0; j < 3; j++) normals[3 * vertex + j] += faces[f + 3] * faces[f + j];
      indices[corner] = vertex;
    }
  }
  for (let i = 0; i < 3 * made; i += 3) normalise(normals, i);
  return { positions: positions.slice(0, 3 * made), normals: normals.slice(0, 3 * made), indices };
}

/** Triangles of one colour after the other, so that as few pieces as possible are drawn. */
export function groupedByColour(mesh: DrawnMesh, { palette, of }: MeshColours): DrawnMesh {
  const starts = new Uint32Array(palette.length + 1);
  for (const colour of of) starts[colour + 1] += 3;
  for (let c = 0; c < palette.length; c++) starts[c + 1] += starts[c];
  const next = starts.slice();
  const indices = new Uint32Array(mesh.indices.length);
  for (let t = 0; t < of.length; t++) {
    for (let k = 0; k < 3; k++) indices[next[of[t]]++] = mesh.indices[3 * t + k];
  }
  return { ...mesh, indices, starts };
}

/** The vertex among first .. end - 1 whose normal so far is within the angle of the face's, or end. */
function groupOf(
  faces: Float32Array,
  f: number,
  normals: Float32Array,
  first: number,
  end: number,
): number {
  for (let g = first; g < end; g++) {
    const x = normals[3 * g];
    const y = normals[3 * g + 1];
    const z = normals[3 * g + 2];
    const dot = x * faces[f] + y * faces[f + 1] + z * faces[f + 2];
    const square = x * x + y * y + z * z;
    // A face or a group without area has no direction that could differ.
    if (square === 0 || faces[f + 3] === 0) return g;
    if (dot > 0 && dot * dot >= SMOOTH * SMOOTH * square) return g;
  }
  return end;
}

/** Per face its unit normal and its area, both twice. */
function faceNormals(p: Float32Array, at: Uint32Array): Float32Array {
  const out = new Float32Array((4 * at.length) / 3);
  for (let i = 0, o = 0; i < at.length; i += 3, o += 4) {
    const a = 3 * at[i];
    const b = 3 * at[i + 1];
    const c = 3 * at[i + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    out[o] = x / length;
    out[o + 1] = y / length;
    out[o + 2] = z / length;
    out[o + 3] = length;
  }
  return out;
}

/** For each vertex the first one at the same place. */
function weld(p: Float32Array): Uint32Array {
  const count = p.length / 3;
  // -0 and 0 are one place.
  for (let i = 0; i < p.length; i++) p[i] += 0;
  const bits = new Uint32Array(p.buffer);
  let size = 16;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const place = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    const i = 3 * v;
    let hash = Math.imul(bits[i], 0x9e3779b1) ^ Math.imul(bits[i + 1], 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(bits[i + 2], 0xc2b2ae35), 0x27d4eb2f);
    let slot = (hash ^ (hash >>> 13)) & (size - 1);
    while (table[slot] >= 0) {
      const j = 3 * table[slot];
      if (bits[i] === bits[j] && bits[i + 1] === bits[j + 1] && bits[i + 2] === bits[j + 2]) break;
      slot = (slot + 1) & (size - 1);
    }
    if (table[slot] < 0) table[slot] = v;
    place[v] = table[slot];
  }
  return place;
}

function normalise(v: Float32Array, i: number): void {
  const length = Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  if (length > 0) {
    v[i] /= length;
    v[i + 1] /= length;
    v[i + 2] /= length;
  } else v[i + 2] = 1;
}
