/**
 * Geometry of the independent check: every shape as triangles, as a segment with a radius, as a shape
 * with a support function, or as a half-space. All of them are exact: boxes, hulls and meshes are their
 * triangles, spheres and capsules a segment with a radius.
 */
import type { PlainMesh, PlainShape, Vec } from './plainCell.ts';
import type { Core } from './plainConvex.ts';
import { RULES } from './rules.ts';

/** A connected component: where its triangles are, as numbers of the array. */
export interface PlainComponent {
  readonly from: number;
  readonly to: number;
  readonly solid: boolean;
  /** Signed: negative where triangles are turned inward. */
  readonly volume: number;
}

export interface TrianglePiece {
  readonly kind: 'triangles';
  /** Nine numbers per triangle, in the part's frame. */
  readonly triangles: Float64Array;
  readonly components: readonly PlainComponent[];
  /** Of boxes and hulls, which are convex; null for meshes. */
  readonly core: Core | null;
  readonly box: LocalBox;
}

/** A cylinder, cone or ellipsoid. */
export interface CurvedPiece {
  readonly kind: 'curved';
  readonly core: Core;
  readonly box: LocalBox;
}

export interface RoundPiece {
  readonly kind: 'round';
  /** From -half to half along z. */
  readonly half: number;
  readonly radius: number;
  readonly core: Core;
  readonly box: LocalBox;
}

export interface HalfSpacePiece {
  readonly kind: 'half-space';
  readonly normal: Vec;
  readonly offset: number;
}

export type PlainPiece = TrianglePiece | RoundPiece | CurvedPiece | HalfSpacePiece;

/** A box along the axes of the part's frame. */
export interface LocalBox {
  readonly centre: Vec;
  readonly half: Vec;
}

/**
 * `solid: false` makes closed meshes surfaces; primitives are solid in any case. `scale` is about the
 * part's own frame; half-spaces have none.
 */
export function pieceOf(shape: PlainShape, solid: boolean, scale = 1): PlainPiece {
  switch (shape.kind) {
    case 'sphere':
      return round(0, scale * shape.radius);
    case 'capsule':
      return round((scale * shape.length) / 2, scale * shape.radius);
    case 'half-space': {
      const length = Math.hypot(...shape.normal);
      const [x, y, z] = shape.normal;
      return {
        kind: 'half-space',
        normal: [x / length, y / length, z / length],
        offset: shape.offset / length,
      };
    }
    case 'box': {
      const half = times(shape.size, scale / 2);
      const [x, y, z] = half;
      const corners: Vec[] = [];
      for (let i = 0; i < 8; i++) corners.push([i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]);
      return { ...hexahedron(corners), core: { kind: 'box', half } };
    }
    case 'tetrahedron':
      return hull(shape.points, [0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3], scale);
    case 'hull':
      return hull(shape.points, shape.faces, scale);
    case 'cylinder':
    case 'cone': {
      const half = (scale * shape.length) / 2;
      const radius = scale * shape.radius;
      const box: LocalBox = { centre: [0, 0, 0], half: [radius, radius, half] };
      return { kind: 'curved', core: { kind: shape.kind, radius, half }, box };
    }
    case 'ellipsoid': {
      const radii = times(shape.radii, scale);
      return {
        kind: 'curved',
        core: { kind: 'ellipsoid', radii },
        box: { centre: [0, 0, 0], half: radii },
      };
    }
    case 'mesh':
      return meshPiece(shape, solid, scale);
  }
}

function times(v: Vec, s: number): Vec {
  return [s * v[0], s * v[1], s * v[2]];
}

function hull(points: readonly Vec[], faces: readonly number[], scale: number): TrianglePiece {
  const corners = points.map((p) => times(p, scale));
  const core: Core = { kind: 'corners', corners: Float64Array.from(corners.flat()) };
  return {
    ...triangles(
      faces.map((v) => corners[v]),
      true,
    ),
    core,
  };
}

/** Solid where it is closed; where it is nearly closed, only if that is stated and counts. */
function meshPiece(shape: PlainMesh, solid: boolean, scale: number): TrianglePiece {
  const [sx, sy, sz] = shape.scale ?? [1, 1, 1];
  const corners: Vec[] = shape.indices.map((v) => [
    scale * sx * shape.positions[3 * v],
    scale * sy * shape.positions[3 * v + 1],
    scale * sz * shape.positions[3 * v + 2],
  ]);
  // How triangles are turned matters for meshes at most.
  const piece = triangles(corners, solid, !RULES.cavities);
  if (!(solid && shape.nearly && shape.stated && RULES.statedSolids)) return piece;
  return { ...piece, components: piece.components.map((c) => ({ ...c, solid: true })) };
}

function round(half: number, radius: number): RoundPiece {
  const box: LocalBox = { centre: [0, 0, 0], half: [radius, radius, radius + half] };
  const core: Core = half === 0 ? { kind: 'point' } : { kind: 'segment', half };
  return { kind: 'round', half, radius, core, box };
}

function hexahedron(c: readonly Vec[]): TrianglePiece {
  const faces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const corners: Vec[] = [];
  for (let f = 0; f < 24; f += 4) {
    const [i, j, k, l] = faces.slice(f, f + 4);
    corners.push(c[i], c[j], c[k], c[i], c[k], c[l]);
  }
  return triangles(corners, true);
}

/** Three corners per triangle; corners that are equal connect. */
function triangles(corners: readonly Vec[], solids: boolean, turnedAlike = false): TrianglePiece {
  const keys = corners.map((c) => c.map((x) => x + 0).join());
  const groups = connected(keys);
  const out: number[] = [];
  const components: PlainComponent[] = [];
  for (const group of groups) {
    const from = out.length;
    for (const t of group) for (let k = 0; k < 3; k++) out.push(...corners[3 * t + k]);
    const closed = isClosed(keys, group, turnedAlike);
    const volume = volumeOf(out, from, out.length);
    components.push({ from, to: out.length, solid: solids && closed, volume });
  }
  const low = [0, 1, 2].map((k) => Math.min(...corners.map((c) => c[k])));
  const high = [0, 1, 2].map((k) => Math.max(...corners.map((c) => c[k])));
  const vec = (f: (k: number) => number): Vec => [f(0), f(1), f(2)];
  const box = {
    centre: vec((k) => (low[k] + high[k]) / 2),
    half: vec((k) => (high[k] - low[k]) / 2),
  };
  return { kind: 'triangles', triangles: Float64Array.from(out), components, core: null, box };
}

/** Numbers of triangles, grouped by corners that they share. */
function connected(keys: readonly string[]): number[][] {
  const groupOf = new Map<string, number[]>();
  for (let t = 0; 3 * t < keys.length; t++) {
    const own = keys.slice(3 * t, 3 * t + 3);
    const met = new Set(own.flatMap((key) => groupOf.get(key) ?? []));
    const group = [...met, t];
    for (const member of group) {
      for (const key of keys.slice(3 * member, 3 * member + 3)) groupOf.set(key, group);
    }
  }
  return [...new Set(groupOf.values())];
}

/** Whether two triangles meet at every edge; `turnedAlike`: and run through it opposite ways. */
function isClosed(keys: readonly string[], group: readonly number[], turnedAlike: boolean) {
  const uses = new Map<string, number>();
  const balance = new Map<string, number>();
  for (const t of group) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [keys[3 * t + k], keys[3 * t + ((k + 1) % 3)]];
      const edge = a < b ? `${a} ${b}` : `${b} ${a}`;
      uses.set(edge, (uses.get(edge) ?? 0) + 1);
      balance.set(edge, (balance.get(edge) ?? 0) + (a < b ? 1 : -1));
    }
  }
  if (![...uses.values()].every((count) => count === 2)) return false;
  return !turnedAlike || [...balance.values()].every((sum) => sum === 0);
}

/** Six times the signed volume. */
function volumeOf(t: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i += 9) {
    const [ax, ay, az] = [t[i] - t[from], t[i + 1] - t[from + 1], t[i + 2] - t[from + 2]];
    const [bx, by, bz] = [t[i + 3] - t[from], t[i + 4] - t[from + 1], t[i + 5] - t[from + 2]];
    const [cx, cy, cz] = [t[i + 6] - t[from], t[i + 7] - t[from + 1], t[i + 8] - t[from + 2]];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum;
}
