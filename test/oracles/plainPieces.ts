/**
 * Geometry of the independent check: every shape as triangles, as a segment with a radius, or as a
 * half-space. Boxes and meshes are exactly their triangles, spheres and capsules exactly a segment
 * with a radius; cylinders, cones and ellipsoids are inscribed triangulations, so that what touches
 * them touches the true shape, and `deficit` says how far inside of it they stay at most.
 */
import type { PlainShape, Vec } from './plainCell.ts';
import { insideClosed } from './plainDistance.ts';

export interface TrianglePiece {
  readonly kind: 'triangles';
  /** Nine numbers per triangle, in the part's frame. */
  readonly triangles: Float64Array;
  /** The connected components: a cavity is no solid, and is among the holes of the one it is in. */
  readonly components: readonly PlainComponent[];
  readonly deficit: number;
  readonly box: LocalBox;
}

interface PlainComponent {
  /** Ends, as numbers of the array of triangles. */
  readonly from: number;
  readonly to: number;
  /** Closed, and no cavity. */
  readonly solid: boolean;
  readonly holes: readonly PlainComponent[];
}

export interface RoundPiece {
  readonly kind: 'round';
  /** From -half to half along z. */
  readonly half: number;
  readonly radius: number;
  readonly box: LocalBox;
}

export interface HalfSpacePiece {
  readonly kind: 'half-space';
  readonly normal: Vec;
  readonly offset: number;
}

export type PlainPiece = TrianglePiece | RoundPiece | HalfSpacePiece;

/** A box along the axes of the part's frame. */
export interface LocalBox {
  readonly centre: Vec;
  readonly half: Vec;
}

const AROUND = 12;

/** `solid: false` makes closed meshes surfaces; primitives are solid in any case. */
export function pieceOf(shape: PlainShape, solid: boolean): PlainPiece {
  switch (shape.kind) {
    case 'sphere':
      return round(0, shape.radius);
    case 'capsule':
      return round(shape.length / 2, shape.radius);
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
      const [x, y, z] = shape.size.map((s) => s / 2);
      const corners: Vec[] = [];
      for (let i = 0; i < 8; i++) corners.push([i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]);
      return hexahedron(corners);
    }
    case 'tetrahedron': {
      const [a, b, c, d] = shape.points;
      return triangles([a, b, c, a, b, d, a, c, d, b, c, d], true, 0);
    }
    case 'cylinder':
    case 'cone': {
      const h = shape.length / 2;
      const top = shape.kind === 'cone' ? 0 : shape.radius;
      const profile: [number, number][] = [
        [0, -h],
        [shape.radius, -h],
        [top, h],
        [0, h],
      ];
      return turned(profile, [1, 1, 1], shape.radius * sagitta(AROUND));
    }
    case 'ellipsoid': {
      const profile: [number, number][] = [];
      for (let i = 0; i <= AROUND / 2; i++) {
        const angle = Math.PI * (i / (AROUND / 2) - 0.5);
        profile.push([Math.cos(angle), Math.sin(angle)]);
      }
      // Both ways of bending count: a cell of the sphere spans an arc each way.
      return turned(profile, shape.radii, Math.max(...shape.radii) * 2 * sagitta(AROUND));
    }
    case 'mesh': {
      const corners: Vec[] = shape.indices.map((v) => [
        shape.positions[3 * v],
        shape.positions[3 * v + 1],
        shape.positions[3 * v + 2],
      ]);
      return triangles(corners, solid, 0);
    }
  }
}

function sagitta(around: number): number {
  return 1 - Math.cos(Math.PI / around);
}

function round(half: number, radius: number): RoundPiece {
  const box: LocalBox = { centre: [0, 0, 0], half: [radius, radius, radius + half] };
  return { kind: 'round', half, radius, box };
}

function hexahedron(c: readonly Vec[]): TrianglePiece {
  const faces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const corners: Vec[] = [];
  for (let f = 0; f < 24; f += 4) {
    const [i, j, k, l] = faces.slice(f, f + 4);
    corners.push(c[i], c[j], c[k], c[i], c[k], c[l]);
  }
  return triangles(corners, true, 0);
}

/** A profile of (radius, z) turned about z, then stretched. Triangles without area are left out. */
function turned(profile: readonly [number, number][], stretch: Vec, deficit: number) {
  const point = ([r, z]: readonly [number, number], k: number): Vec => {
    const angle = (2 * Math.PI * (k % AROUND)) / AROUND;
    const s = r < 1e-12 ? 0 : r;
    return [s * Math.cos(angle) * stretch[0], s * Math.sin(angle) * stretch[1], z * stretch[2]];
  };
  const corners: Vec[] = [];
  for (let i = 0; i + 1 < profile.length; i++) {
    const [low, high] = [profile[i], profile[i + 1]];
    for (let k = 0; k < AROUND; k++) {
      const [a, b, c, d] = [point(low, k), point(low, k + 1), point(high, k + 1), point(high, k)];
      if (low[0] > 1e-12) corners.push(a, b, c);
      if (high[0] > 1e-12) corners.push(a, c, d);
    }
  }
  return triangles(corners, true, deficit);
}

/** Three corners per triangle; corners that are equal connect. */
function triangles(corners: readonly Vec[], solids: boolean, deficit: number): TrianglePiece {
  const keys = corners.map((c) => c.map((x) => x + 0).join());
  const groups = connected(keys);
  const out: number[] = [];
  const components: PlainComponent[] = [];
  for (const group of groups) {
    const from = out.length;
    for (const t of group) for (let k = 0; k < 3; k++) out.push(...corners[3 * t + k]);
    components.push({ from, to: out.length, solid: solids && isClosed(keys, group), holes: [] });
  }
  const low = [0, 1, 2].map((k) => Math.min(...corners.map((c) => c[k])));
  const high = [0, 1, 2].map((k) => Math.max(...corners.map((c) => c[k])));
  const vec = (f: (k: number) => number): Vec => [f(0), f(1), f(2)];
  const box = {
    centre: vec((k) => (low[k] + high[k]) / 2),
    half: vec((k) => (high[k] - low[k]) / 2),
  };
  const all = Float64Array.from(out);
  return { kind: 'triangles', triangles: all, components: hollowed(all, components), deficit, box };
}

/** Closed components that run inward, with all corners inside of one solid, become its holes. */
function hollowed(t: Float64Array, components: readonly PlainComponent[]): PlainComponent[] {
  const volume = ({ from, to }: PlainComponent) => {
    let sum = 0;
    for (let i = from; i < to; i += 9) {
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = t.subarray(i, i + 9);
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
    return sum;
  };
  const isIn = (c: PlainComponent, other: PlainComponent) => {
    for (let i = c.from; i < c.to; i += 3) {
      if (!insideClosed(t, i, t, other.from, other.to)) return false;
    }
    return true;
  };
  const inward = components.filter((c) => c.solid && volume(c) < 0);
  const outward = components.filter((c) => c.solid && volume(c) > 0);
  const holesOf = new Map<PlainComponent, PlainComponent[]>();
  for (const c of inward) {
    const around = outward.filter((other) => isIn(c, other));
    if (around.length === 1) holesOf.set(around[0], [...(holesOf.get(around[0]) ?? []), c]);
  }
  const holes = new Set([...holesOf.values()].flat());
  return components.map((c) =>
    holes.has(c) ? { ...c, solid: false } : { ...c, holes: holesOf.get(c) ?? [] },
  );
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

/** Whether two triangles meet at every edge. Generators see to it that they run opposite ways. */
function isClosed(keys: readonly string[], group: readonly number[]): boolean {
  const uses = new Map<string, number>();
  for (const t of group) {
    for (let k = 0; k < 3; k++) {
      const edge = [keys[3 * t + k], keys[3 * t + ((k + 1) % 3)]].sort().join(' ');
      uses.set(edge, (uses.get(edge) ?? 0) + 1);
    }
  }
  return [...uses.values()].every((count) => count === 2);
}
