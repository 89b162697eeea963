/**
 * Where a point lies with respect to a closed component of a mesh: exact for the given doubles.
 *
 * A ray leaves the point along +x; every triangle of a shell that it crosses adds 1 or -1 to a count.
 * Rays through edges and vertices need no special case: the point is thought to be moved by
 * (0, e, e^2) with e infinitely small, which decides every tie in the same way for all triangles
 * (simulation of simplicity: Edelsbrunner and Mücke 1990). Of many triangles only those are looked at
 * whose boxes the ray meets.
 */
import { Growing } from '../arrays/grown.ts';
import { BoxIndex } from './boxIndex.ts';
import type { Component } from './components.ts';
import { orient2d, orient3d } from './orient.ts';
import type { Shell } from './shell.ts';
import type { Triangles } from './triangles.ts';

export type PointLocation = 'inside' | 'outside' | 'on';

/**
 * Locates the point at p[o..o+2], in the mesh's frame. For a component that is no solid
 * there is no inside: the answer is `on` or `outside`.
 */
export function pointInSolid(
  mesh: Triangles,
  component: Component,
  p: Float64Array,
  o: number,
): PointLocation {
  const { shells } = component;
  if (shells.length === 0) {
    return windingOf(mesh, wholeOf(component), p, o) === null ? 'on' : 'outside';
  }
  let inside = false;
  // By number: an iterator would be made for every point.
  for (let s = 0; s < shells.length; s++) {
    const winding = windingOf(mesh, shells[s], p, o);
    if (winding === null) return 'on';
    inside ||= encloses(shells[s], winding);
  }
  return inside ? 'inside' : 'outside';
}

/** Whether a point with this count is inside. */
export function encloses({ odd }: Shell, count: number): boolean {
  return odd ? count % 2 !== 0 : count !== 0;
}

const wholes = new WeakMap<Component, Shell>();

function wholeOf(component: Component): Shell {
  const known = wholes.get(component);
  if (known) return known;
  const whole = { triangles: component.triangles, turned: null, odd: false };
  wholes.set(component, whole);
  return whole;
}

/** How often the shell winds around the point; null if the point lies on it. */
export function windingOf(
  mesh: Triangles,
  shell: Shell,
  p: Float64Array,
  o: number,
): number | null {
  const { triangles, turned } = shell;
  let winding = 0;
  if (triangles.length < MANY) {
    for (let i = 0; i < triangles.length; i++) {
      const crossed = rayCrossing(mesh, triangles[i], p, o);
      if (crossed === ON) return null;
      winding += turned?.[i] === 1 ? -crossed : crossed;
    }
    return winding;
  }
  ray[0] = p[o];
  ray[1] = p[o + 1];
  ray[2] = p[o + 2];
  ray[4] = p[o + 1];
  ray[5] = p[o + 2];
  met.clear();
  shellIndex(mesh, shell).overlapsInto(ray, 0, met);
  for (let n = 0; n < met.length; n++) {
    const i = met.at(n);
    const crossed = rayCrossing(mesh, triangles[i], p, o);
    if (crossed === ON) return null;
    winding += turned?.[i] === 1 ? -crossed : crossed;
  }
  return winding;
}

/** From so many triangles on it is worth to know where they are. */
const MANY = 64;
/** Not a winding. */
export const ON = 2;
/** The box of the ray: one point across, without an end along x. */
const ray = new Float64Array([0, 0, 0, Number.POSITIVE_INFINITY, 0, 0]);
/** Triangles whose boxes it meets. */
const met = new Growing<Int32Array<ArrayBuffer>>(Int32Array);

const indices = new WeakMap<Shell, BoxIndex>();

/** Where the triangles of a shell are, by their places in its list. */
export function shellIndex(mesh: Triangles, shell: Shell): BoxIndex {
  return indices.get(shell) ?? makeIndex(mesh, shell);
}

function makeIndex({ positions, indices: corners }: Triangles, shell: Shell): BoxIndex {
  const { triangles } = shell;
  const boxes = new Float64Array(6 * triangles.length);
  triangles.forEach((t, i) => {
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [0, 1, 2].map((v) => positions[3 * corners[3 * t + v] + k]);
      boxes[6 * i + k] = Math.min(x, y, z);
      boxes[6 * i + 3 + k] = Math.max(x, y, z);
    }
  });
  const index = new BoxIndex(boxes);
  indices.set(shell, index);
  return index;
}

/** What a triangle adds to the winding number around the point: 0, 1 or -1; ON if the point is on it. */
export function rayCrossing(
  { positions, indices: corners }: Triangles,
  t: number,
  p: Float64Array,
  o: number,
): number {
  const y = p[o + 1];
  const z = p[o + 2];
  const a = 3 * corners[3 * t];
  const b = 3 * corners[3 * t + 1];
  const c = 3 * corners[3 * t + 2];
  const ya = positions[a + 1];
  const yb = positions[b + 1];
  const yc = positions[c + 1];
  if ((ya < y && yb < y && yc < y) || (ya > y && yb > y && yc > y)) return 0;
  const za = positions[a + 2];
  const zb = positions[b + 2];
  const zc = positions[c + 2];
  if ((za < z && zb < z && zc < z) || (za > z && zb > z && zc > z)) return 0;
  const above = orient3d(positions, a, positions, b, positions, c, p, o);
  if (above === 0 && onTriangle(positions, a, b, c, p, o)) return ON;
  const turn = side(positions, a, b, p, o);
  if (turn === 0) return 0;
  if (side(positions, b, c, p, o) !== turn || side(positions, c, a, p, o) !== turn) return 0;
  return above === turn ? turn : 0;
}

/**
 * On which side of the line through two vertices, seen along x, the moved point lies. 0 only
 * if the two coincide there, and then the triangle is seen edge-on and cannot be crossed.
 */
function side(v: Float64Array, a: number, b: number, p: Float64Array, o: number): number {
  const sign = orient2d(v, a, v, b, p, o, 0);
  if (sign !== 0) return sign;
  // d/dy and d/dz of (yb - ya)(z - za) - (zb - za)(y - ya).
  if (v[b + 2] !== v[a + 2]) return v[b + 2] > v[a + 2] ? -1 : 1;
  return Math.sign(v[b + 1] - v[a + 1]);
}

/** Whether a point in the plane of a (possibly degenerate) triangle lies on it. */
function onTriangle(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  p: Float64Array,
  o: number,
): boolean {
  // Within the projections on all three planes, boundary included, and within the bounds:
  // enough for a triangle with area, and for a segment or a point as well.
  for (let axis = 0; axis < 3; axis++) {
    const x = p[o + axis];
    const low = Math.min(v[a + axis], v[b + axis], v[c + axis]);
    const high = Math.max(v[a + axis], v[b + axis], v[c + axis]);
    if (x < low || x > high) return false;
    const s = orient2d(v, a, v, b, p, o, axis);
    const t = orient2d(v, b, v, c, p, o, axis);
    const u = orient2d(v, c, v, a, p, o, axis);
    if (Math.min(s, t, u) < 0 && Math.max(s, t, u) > 0) return false;
  }
  return true;
}
