/**
 * Planes through a notch: candidates for where to cut. All are given by their normals; they pass through the notch's vertex.
 *
 *   bisector   divides the angle between the two faces of the sharpest concave edge at the vertex
 *   face       lies in a face at the vertex: goes on where the wall of the notch ends
 *   across     contains the way out and is across a principal direction of the points, the longest first
 *   and planes across the principal directions and across the axes of the body's frame
 */
import { principalAxesInto } from '../../math/index.ts';
import type { Triangles } from '../triangles.ts';
import type { Notch } from './deepest.ts';
import type { VertexSets } from './vertexSets.ts';

/** Which plane through the notch divides: one kind, or the one that costs the least (cut.ts). */
export type CutName = 'bisector' | 'face' | 'across' | 'box' | 'hull';

/** Some triangles of a mesh, the largest first, and their notch, whose `point` is a vertex of the mesh. */
export interface NotchedSet {
  readonly mesh: Triangles;
  readonly triangles: Uint32Array;
  readonly notch: Notch;
}

/** So many planes are compared. */
const MOST_PLANES = 12;

/** So many faces at a vertex are looked at: apexes of fans have thousands. */
const MOST_FACES = 32;

/** Normals that are nearer to each other than this are one candidate. */
const ALIKE = 0.98;

/** Normals of planes through the notch that a cut chooses from; where it does not compare them, the first that divides is taken. */
export function cutNormals(set: NotchedSet, sets: VertexSets, cut: CutName): Float64Array[] {
  const rows = longestAxes(set, sets);
  const around = facesAt(set);
  const bisector = bisectorNormal(set, around);
  const faces = faceNormals(set, around);
  const across = rows.map((row) => acrossNormal(set, row));
  const body = [0, 1, 2].map((k) => Float64Array.from([0, 1, 2], (i) => (i === k ? 1 : 0)));
  const all = [bisector, ...faces.slice(0, 2), ...across, rows[0], rows[1], ...body];
  const order: Record<CutName, readonly (Float64Array | null)[]> = {
    bisector: [bisector, ...across, ...rows],
    face: [...faces, ...across, ...rows],
    across: [...across, ...rows],
    box: all,
    hull: all,
  };
  const kept: Float64Array[] = [];
  for (const n of order[cut]) {
    if (!n || kept.length === MOST_PLANES) continue;
    const alike = (m: Float64Array) => Math.abs(m[0] * n[0] + m[1] * n[1] + m[2] * n[2]) > ALIKE;
    if (!kept.some(alike)) kept.push(n);
  }
  return kept;
}

/** A face at the notch: its two other corners, in its order, and its unit normal. */
interface FaceAt {
  readonly from: number;
  readonly to: number;
  readonly normal: Float64Array;
}

function facesAt({ mesh, triangles, notch }: NotchedSet): FaceAt[] {
  const { indices } = mesh;
  const v = notch.point;
  const faces: FaceAt[] = [];
  for (let i = 0; i < triangles.length && faces.length < MOST_FACES; i++) {
    const t = 3 * triangles[i];
    const corner = indices[t] === v ? 0 : indices[t + 1] === v ? 1 : indices[t + 2] === v ? 2 : -1;
    if (corner < 0) continue;
    const from = indices[t + ((corner + 1) % 3)];
    const to = indices[t + ((corner + 2) % 3)];
    const normal = normalOf(mesh.positions, v, from, to);
    if (normal) faces.push({ from, to, normal });
  }
  return faces;
}

/** Normal of the plane that bisects the sharpest concave edge at the notch; null where the faces there make no angle. */
function bisectorNormal(
  { mesh, notch }: NotchedSet,
  faces: readonly FaceAt[],
): Float64Array | null {
  const { positions: p } = mesh;
  const v = 3 * notch.point;
  let best: Float64Array | null = null;
  let most = 1e-6;
  for (let i = 0; i < faces.length; i++) {
    for (let j = i + 1; j < faces.length; j++) {
      const a = faces[i];
      const b = faces[j];
      const along = a.from === b.to || a.to === b.from;
      const against = a.from === b.from || a.to === b.to;
      // No edge in common, or all of them: the same face again.
      const twice = (a.from === b.to && a.to === b.from) || (a.from === b.from && a.to === b.to);
      if (!(along || against) || twice) continue;
      const shared = a.from === b.to || a.from === b.from ? a.from : a.to;
      const other = 3 * (b.from === shared ? b.to : b.from);
      const difference = a.normal.map((x, k) => (along ? x - b.normal[k] : x + b.normal[k]));
      let sharpness = 0;
      let above = 0;
      for (let k = 0; k < 3; k++) {
        sharpness += difference[k] * difference[k];
        above += a.normal[k] * (p[other + k] - p[v + k]);
      }
      // A ridge counts only where there is no fold: faces may be turned, and sheets are both.
      if (!(above > 0)) sharpness *= 1e-3;
      if (!(sharpness > most)) continue;
      most = sharpness;
      best = difference;
    }
  }
  return best && unit(best);
}

/** Normals of the faces at the notch, by how much they look the way out. */
function faceNormals({ notch: { out } }: NotchedSet, faces: readonly FaceAt[]): Float64Array[] {
  const facing = (n: Float64Array) => Math.abs(n[0] * out[0] + n[1] * out[1] + n[2] * out[2]);
  return faces.map(({ normal }) => normal).sort((a, b) => facing(b) - facing(a));
}

/** Principal axes of the vertices as three rows, longest first. */
function longestAxes({ mesh, triangles }: NotchedSet, sets: VertexSets): Float64Array[] {
  const { positions: p } = mesh;
  const vertices = sets.verticesOf(triangles);
  const o = 3 * vertices[0];
  const m = new Float64Array(6);
  const mean = new Float64Array(3);
  for (let i = 0; i < vertices.length; i++) {
    const q = 3 * vertices[i];
    const [x, y, z] = [p[q] - p[o], p[q + 1] - p[o + 1], p[q + 2] - p[o + 2]];
    mean[0] += x;
    mean[1] += y;
    mean[2] += z;
    addSquare(m, x, y, z, 1);
  }
  addSquare(m, mean[0], mean[1], mean[2], -1 / vertices.length);
  const axes = new Float64Array(9);
  principalAxesInto(m, axes);
  return [0, 3, 6].map((k) => axes.slice(k, k + 3));
}

/** A direction made perpendicular to the way out, so that the plane contains that; null where it is parallel to it. */
function acrossNormal(
  { notch: { out } }: NotchedSet,
  direction: Float64Array,
): Float64Array | null {
  const along = direction[0] * out[0] + direction[1] * out[1] + direction[2] * out[2];
  const normal = direction.map((x, k) => x - along * out[k]);
  return Math.hypot(normal[0], normal[1], normal[2]) > 1e-3 ? unit(normal) : null;
}

function normalOf(p: Float64Array, i: number, j: number, k: number): Float64Array | null {
  const [a, b, c] = [3 * i, 3 * j, 3 * k];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const normal = Float64Array.of(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  return Math.hypot(normal[0], normal[1], normal[2]) > 0 ? unit(normal) : null;
}

function unit(v: Float64Array): Float64Array {
  const length = Math.hypot(v[0], v[1], v[2]);
  return v.map((x) => x / length);
}

function addSquare(m: Float64Array, x: number, y: number, z: number, w: number): void {
  m[0] += w * x * x;
  m[1] += w * x * y;
  m[2] += w * x * z;
  m[3] += w * y * y;
  m[4] += w * y * z;
  m[5] += w * z * z;
}
