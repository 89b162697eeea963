/**
 * Primitives as solids. In a convex solid with support h(n), f(p) <= h(n) - n . p for every unit
 * direction n: a plane that has the solid on one side is no nearer than the surface. So a bound on a
 * box is a support and a projection, and rests on no nearest point; n is chosen where the centre's
 * nearest point is.
 */
import {
  boundingBoxInto,
  boundingRadius,
  buildMesh,
  closestPointInto,
  type HalfSpace,
  type HullShape,
  POINT_SLACK,
  type Shape,
  supportInto,
} from '../../geometry/index.ts';
import { U } from '../../math/index.ts';
import { MeshSolid } from './meshSolid.ts';
import {
  AXES,
  type BoxMemory,
  CENTRE,
  GROWTH,
  HALF,
  MIDDLE,
  SLACK,
  type Solid,
  UPPER,
} from './solid.ts';

/** A primitive as a solid, in its own frame; null for a hull without volume. */
export function convexSolid(shape: Shape): Solid | null {
  let solid = known.get(shape);
  if (solid !== undefined) return solid;
  if (shape.kind === 'half-space') solid = new HalfSpaceSolid(shape);
  else if (shape.kind !== 'hull') solid = new RoundSolid(shape);
  else solid = shape.hull.dimension === 3 ? new PolytopeSolid(shape) : null;
  known.set(shape, solid);
  return solid;
}

const known = new WeakMap<Shape, Solid | null>();

/** UPPER and GROWTH from a direction n = (x, y, z) of length 1 and the support along it. */
function boundAlong(w: Float64Array, x: number, y: number, z: number, support: number): void {
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    const o = AXES + 3 * k;
    reach += w[HALF + k] * Math.abs(x * w[o] + y * w[o + 1] + z * w[o + 2]);
  }
  const off = x * w[CENTRE] + y * w[CENTRE + 1] + z * w[CENTRE + 2];
  const upper = support - off + reach + w[SLACK];
  if (upper >= w[UPPER]) return;
  w[UPPER] = upper;
  w[GROWTH] = -x;
  w[GROWTH + 1] = -y;
  w[GROWTH + 2] = -z;
}

/** Nothing of the solid is in a box on which f is negative. */
function dropEmpty(w: Float64Array): void {
  if (w[UPPER] < 0) w[UPPER] = Number.NEGATIVE_INFINITY;
}

class HalfSpaceSolid implements Solid {
  readonly bounded = false;
  readonly corners = new Float64Array(0);
  readonly radius: number;
  private readonly shape: HalfSpace;

  constructor(shape: HalfSpace) {
    this.shape = shape;
    this.radius = Math.abs(shape.offset);
  }

  extentInto(_n: Float64Array, _o: number, out: Float64Array, j: number): void {
    out[j] = Number.NEGATIVE_INFINITY;
    out[j + 1] = Number.POSITIVE_INFINITY;
  }

  boundInto(w: Float64Array, _memory: BoxMemory): void {
    const { normal, offset } = this.shape;
    const [x, y, z] = normal;
    w[UPPER] = Number.POSITIVE_INFINITY;
    boundAlong(w, x, y, z, offset);
    w[MIDDLE] = offset - x * w[CENTRE] - y * w[CENTRE + 1] - z * w[CENTRE + 2];
    dropEmpty(w);
  }

  lowerAt(p: Float64Array, i: number): number {
    const { normal, offset } = this.shape;
    const depth = offset - normal[0] * p[i] - normal[1] * p[i + 1] - normal[2] * p[i + 2];
    return inside(depth - POINT_SLACK * (Math.abs(offset) + norm1(p, i)));
  }
}

/** Spheres, capsules, cylinders, cones, ellipsoids, and boxes that are not hulls of their corners. */
class RoundSolid implements Solid {
  readonly bounded = true;
  readonly corners: Float64Array;
  readonly radius: number;
  private readonly shape: Exclude<Shape, HullShape | HalfSpace>;
  private readonly scratch = new Float64Array(16);

  constructor(shape: Exclude<Shape, HullShape | HalfSpace>) {
    this.shape = shape;
    this.radius = boundingRadius(shape);
    this.corners = extremes(shape);
  }

  extentInto(n: Float64Array, o: number, out: Float64Array, j: number): void {
    const { scratch } = this;
    for (let sign = -1; sign <= 1; sign += 2) {
      for (let k = 0; k < 3; k++) scratch[k] = sign * n[o + k];
      supportInto(this.shape, scratch, 0, scratch, 3);
      const reach = scratch[0] * scratch[3] + scratch[1] * scratch[4] + scratch[2] * scratch[5];
      out[sign < 0 ? j : j + 1] = sign * reach;
    }
  }

  boundInto(w: Float64Array, _memory: BoxMemory): void {
    const { scratch, shape } = this;
    w[UPPER] = Number.POSITIVE_INFINITY;
    w[MIDDLE] = this.directionInto(w);
    supportInto(shape, scratch, 0, scratch, 3);
    const reach = scratch[0] * scratch[3] + scratch[1] * scratch[4] + scratch[2] * scratch[5];
    boundAlong(w, scratch[0], scratch[1], scratch[2], reach);
    dropEmpty(w);
  }

  /** scratch[0..2] = outward where the centre's nearest point is; returns f there, approximately. */
  private directionInto(w: Float64Array): number {
    const { scratch, shape } = this;
    if (shape.kind === 'ellipsoid') return ellipsoidDirection(shape.radii, w, scratch);
    closestPointInto(shape, w, CENTRE, scratch, 3);
    const depth = -scratch[6];
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const d = scratch[3 + k] - w[CENTRE + k];
      scratch[k] = depth > 0 ? d : -d;
      length += d * d;
    }
    length = Math.sqrt(length);
    // On the surface any direction is sound; from the middle outward is a good one.
    if (length > 1e-9 * this.radius) for (let k = 0; k < 3; k++) scratch[k] /= length;
    else outwardInto(shape, w, scratch);
    return depth;
  }

  lowerAt(p: Float64Array, i: number): number {
    const { shape, scratch } = this;
    if (shape.kind === 'ellipsoid') {
      const room2 = ellipsoidRoom2(shape.radii, p, i, ellipsoidScale(shape.radii, p, i));
      return room2 >= 0 ? Math.sqrt(room2) * (1 - 4 * U) : Number.NEGATIVE_INFINITY;
    }
    closestPointInto(shape, p, i, scratch, 3);
    return inside(-scratch[6] - POINT_SLACK * (this.radius + norm1(p, i)));
  }
}

/** Points of the surface: a few, in all directions. */
function extremes(shape: Exclude<Shape, HullShape | HalfSpace>): Float64Array {
  const points: number[] = [];
  const d = new Float64Array(3);
  const p = new Float64Array(3);
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      for (let z = -1; z <= 1; z++) {
        if (x === 0 && y === 0 && z === 0) continue;
        d.set([x, y, z]);
        supportInto(shape, d, 0, p, 0);
        points.push(...p);
      }
    }
  }
  return Float64Array.from(points);
}

/** A direction out of the solid at its surface. */
function outwardInto(shape: Shape, w: Float64Array, out: Float64Array): void {
  const box = new Float64Array(6);
  boundingBoxInto(shape, box, 0);
  let most = -1;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    const part = Math.abs(w[CENTRE + k]) / box[3 + k];
    if (part > most) {
      most = part;
      axis = k;
    }
  }
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  out[axis] = w[CENTRE + axis] < 0 ? -1 : 1;
}

/**
 * The direction n that makes h(n) - n . c least, nearly; returns that value. Any direction is sound.
 */
function ellipsoidDirection(
  radii: readonly [number, number, number],
  w: Float64Array,
  out: Float64Array,
): number {
  let best = Number.POSITIVE_INFINITY;
  const offer = (x: number, y: number, z: number) => {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 1e-100)) return;
    const [a, b, c] = [radii[0] * x, radii[1] * y, radii[2] * z];
    const off = x * w[CENTRE] + y * w[CENTRE + 1] + z * w[CENTRE + 2];
    const value = (Math.sqrt(a * a + b * b + c * c) - off) / length;
    if (!(value < best)) return;
    best = value;
    out[0] = x / length;
    out[1] = y / length;
    out[2] = z / length;
  };
  for (let k = 0; k < 3; k++) {
    const sign = w[CENTRE + k] < 0 ? -1 : 1;
    offer(k === 0 ? sign : 0, k === 1 ? sign : 0, k === 2 ? sign : 0);
  }
  const [a2, b2, c2] = radii.map((r) => r * r);
  offer(w[CENTRE] / a2, w[CENTRE + 1] / b2, w[CENTRE + 2] / c2);
  const s = ellipsoidScale(radii, w, CENTRE);
  const outward = [w[CENTRE] / (a2 - s), w[CENTRE + 1] / (b2 - s), w[CENTRE + 2] / (c2 - s)];
  offer(outward[0], outward[1], outward[2]);
  // Near the middle plane of the shortest axis that one lacks its part along the axis: x . x = 1.
  const k = a2 <= b2 && a2 <= c2 ? 0 : b2 <= c2 ? 1 : 2;
  let rest = 1;
  for (let i = 0; i < 3; i++) {
    const part = radii[i] * outward[i];
    if (i !== k) rest -= part * part;
  }
  if (rest > 0) {
    outward[k] = ((w[CENTRE + k] < 0 ? -1 : 1) * Math.sqrt(rest)) / radii[k];
    offer(outward[0], outward[1], outward[2]);
  }
  return best;
}

/** A number s for ellipsoidRoom2 that makes it nearly as large as it can be. */
function ellipsoidScale(radii: readonly number[], p: Float64Array, i: number): number {
  let low = 0;
  const shortest = Math.min(radii[0], radii[1], radii[2]);
  let high = shortest * shortest * (1 - 1e-6);
  for (let step = 0; step < 48; step++) {
    const left = low + 0.382 * (high - low);
    const right = low + 0.618 * (high - low);
    if (ellipsoidRoom2(radii, p, i, left) < ellipsoidRoom2(radii, p, i, right)) low = left;
    else high = right;
  }
  return 0.5 * (low + high);
}

/**
 * A ball around p with this squared radius is inside the ellipsoid, for any s with 0 < s < a_k^2:
 * s (1 - sum p_k^2 / (a_k^2 - s)), by the S-procedure. Less what rounding may have added.
 */
function ellipsoidRoom2(radii: readonly number[], p: Float64Array, i: number, s: number): number {
  let room = 1;
  let rounding = 16 * U;
  for (let k = 0; k < 3; k++) {
    const square = radii[k] * radii[k];
    const part = (p[i + k] * p[i + k]) / (square - s);
    room -= part;
    rounding += 16 * U * part * (square / (square - s));
  }
  return s * (room - rounding);
}

/** A hull of points: the least over its facets, each with the support along its normal. */
class PolytopeSolid implements Solid {
  readonly bounded = true;
  readonly corners: Float64Array;
  readonly radius: number;
  /** Unit normal and support of each facet. */
  private readonly planes: Float64Array;
  private readonly mesh: MeshSolid;

  constructor({ hull }: HullShape) {
    this.corners = hull.positions;
    const mesh = buildMesh({ positions: hull.positions, indices: hull.indices });
    this.mesh = new MeshSolid(mesh, mesh.components[0]);
    this.radius = this.mesh.radius;
    this.planes = planesOf(hull.positions, hull.indices);
  }

  extentInto(n: Float64Array, o: number, out: Float64Array, j: number): void {
    this.mesh.extentInto(n, o, out, j);
  }

  boundInto(w: Float64Array, _memory: BoxMemory): void {
    const { planes } = this;
    w[UPPER] = Number.POSITIVE_INFINITY;
    let middle = Number.POSITIVE_INFINITY;
    for (let i = 0; i < planes.length; i += 4) {
      const x = planes[i];
      const y = planes[i + 1];
      const z = planes[i + 2];
      const depth = planes[i + 3] - x * w[CENTRE] - y * w[CENTRE + 1] - z * w[CENTRE + 2];
      if (depth < middle) middle = depth;
      boundAlong(w, x, y, z, planes[i + 3]);
    }
    w[MIDDLE] = middle;
    dropEmpty(w);
  }

  lowerAt(p: Float64Array, i: number): number {
    return this.mesh.lowerAt(p, i);
  }
}

/** Normals of facets, equal ones once, with the support of all vertices along them. */
function planesOf(q: Float64Array, indices: Uint32Array): Float64Array {
  const planes: number[] = [];
  const seen = new Set<string>();
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [3 * indices[f], 3 * indices[f + 1], 3 * indices[f + 2]];
    const u = [0, 1, 2].map((k) => q[b + k] - q[a + k]);
    const v = [0, 1, 2].map((k) => q[c + k] - q[a + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 1e-100)) continue;
    const [x, y, z] = n.map((d) => d / length);
    const key = [x, y, z].map((d) => Math.round(d * 1e12)).join();
    if (seen.has(key)) continue;
    seen.add(key);
    let support = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < q.length; i += 3) {
      support = Math.max(support, x * q[i] + y * q[i + 1] + z * q[i + 2]);
    }
    planes.push(x, y, z, support);
  }
  return Float64Array.from(planes);
}

function norm1(p: Float64Array, i: number): number {
  return Math.abs(p[i]) + Math.abs(p[i + 1]) + Math.abs(p[i + 2]);
}

/** A bound of f that shows a point inside, or nothing. */
function inside(bound: number): number {
  return bound >= 0 ? bound : Number.NEGATIVE_INFINITY;
}
