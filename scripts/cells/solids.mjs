// @ts-check
// Closed solids from outlines: lofts, and turned, extruded and swept shapes as lofts. Metres.
// Every function returns a piece; a body is made of overlapping pieces, each closed and oriented
// outward, so no Boolean operation is needed.

import { inset, triangulateOutline } from './outlines.mjs';

/** @typedef {import('./outlines.mjs').Outline} Outline */
/** @typedef {[number, number, number]} Point3 */
/** @typedef {{ points: Point3[], triangles: [number, number, number][] }} Piece */

/**
 * Skins rings of equally many points, counter-clockwise seen from the end they run to. A first or
 * last ring of one point is a pole; other ends are closed with `cap`, the triangles of a ring.
 * @type {(rings: Point3[][], cap?: [number, number, number][]) => Piece}
 */
export function loft(rings, cap = []) {
  const points = rings.flat();
  /** @type {Piece['triangles']} */
  const triangles = [];
  let start = 0;
  for (let r = 0; r + 1 < rings.length; r++) {
    const [m, n] = [rings[r].length, rings[r + 1].length];
    const next = start + m;
    for (let i = 0; i < Math.max(m, n); i++) {
      const j = (i + 1) % Math.max(m, n);
      if (m === 1) triangles.push([start, next + j, next + i]);
      else if (n === 1) triangles.push([start + i, start + j, next]);
      else {
        triangles.push([start + i, start + j, next + j], [start + i, next + j, next + i]);
      }
    }
    start = next;
  }
  if (rings[0].length > 1) for (const [a, b, c] of cap) triangles.push([a, c, b]);
  if (rings[rings.length - 1].length > 1) {
    for (const [a, b, c] of cap) triangles.push([start + a, start + b, start + c]);
  }
  return { points, triangles };
}

/** Turns a profile of [radius, z], bottom to top, about z. The ends are closed to the axis.
 * @type {(profile: [number, number][], count?: number) => Piece} */
export function lathe(profile, count = 24) {
  /** @type {Point3[][]} */
  const rings = profile.map(([radius, z]) =>
    radius === 0
      ? [[0, 0, z]]
      : Array.from({ length: count }, (_, i) => {
          const angle = (2 * Math.PI * i) / count;
          return [radius * Math.cos(angle), radius * Math.sin(angle), z];
        }),
  );
  if (rings[0].length > 1) rings.unshift([[0, 0, profile[0][1]]]);
  if (rings[rings.length - 1].length > 1) rings.push([[0, 0, profile[profile.length - 1][1]]]);
  return loft(rings);
}

/** A cylinder along z with bevelled rims.
 * @type {(radius: number, from: number, to: number, bevel?: number, count?: number) => Piece} */
export function cylinder(radius, from, to, bevel = 0.008, count = 24) {
  return lathe(
    [
      [radius - bevel, from],
      [radius, from + bevel],
      [radius, to - bevel],
      [radius - bevel, to],
    ],
    count,
  );
}

/** A servo motor along z: gear flange, body, groove, end cap.
 * @type {(radius: number, from: number, to: number, count?: number) => Piece} */
export function motor(radius, from, to, count = 14) {
  const at = (/** @type {number} */ s) => from + (to - from) * s;
  const r = radius;
  return lathe(
    [
      [r * 1.25, at(0)],
      [r * 1.25, at(0.13)],
      [r, at(0.19)],
      [r, at(0.52)],
      [r * 0.9, at(0.54)],
      [r * 0.9, at(0.6)],
      [r, at(0.62)],
      [r, at(0.84)],
      [r * 0.72, at(1)],
    ],
    count,
  );
}

/** Extrudes an outline from z = -thickness/2 to thickness/2, its rims bevelled.
 * @type {(outline: Outline, thickness: number, bevel?: number) => Piece} */
export function extrude(outline, thickness, bevel = 0.006) {
  const small = inset(outline, bevel);
  const h = thickness / 2;
  const ring = (/** @type {Outline} */ o, /** @type {number} */ z) =>
    o.map(([x, y]) => /** @type {Point3} */ ([x, y, z]));
  return loft(
    [ring(small, -h), ring(outline, bevel - h), ring(outline, h - bevel), ring(small, h)],
    triangulateOutline(small),
  );
}

/** A block about the origin with chamfered edges.
 * @type {(x: number, y: number, z: number, bevel?: number) => Piece} */
export function block(x, y, z, bevel = 0.008) {
  /** @type {Outline} */
  const outline = [
    [x / 2, bevel - y / 2],
    [x / 2, y / 2 - bevel],
    [x / 2 - bevel, y / 2],
    [bevel - x / 2, y / 2],
    [-x / 2, y / 2 - bevel],
    [-x / 2, bevel - y / 2],
    [bevel - x / 2, -y / 2],
    [x / 2 - bevel, -y / 2],
  ];
  return extrude(outline, z, bevel);
}

/** Lofts outlines that stand at heights z; all have equally many points.
 * @type {(sections: [z: number, outline: Outline, shift?: [number, number]][]) => Piece} */
export function stack(sections) {
  const rings = sections.map(([z, outline, [u, v] = [0, 0]]) =>
    outline.map(([x, y]) => /** @type {Point3} */ ([x + u, y + v, z])),
  );
  return loft(rings, triangulateOutline(sections[0][1]));
}

/** A round tube along a smoothed path through the given points.
 * @type {(path: Point3[], radius: number, count?: number, steps?: number) => Piece} */
export function sweep(path, radius, count = 10, steps = 5) {
  const line = smooth(path, steps);
  const tangents = line.map((_, i) =>
    unit(minus(line[Math.min(i + 1, line.length - 1)], line[Math.max(i - 1, 0)])),
  );
  // A normal is carried along and made perpendicular again, so that the tube does not twist.
  let normal = Math.abs(tangents[0][2]) < 0.8 ? /** @type {Point3} */ ([0, 0, 1]) : [1, 0, 0];
  const rings = line.map((p, i) => {
    const t = tangents[i];
    const along = normal[0] * t[0] + normal[1] * t[1] + normal[2] * t[2];
    normal = unit([normal[0] - along * t[0], normal[1] - along * t[1], normal[2] - along * t[2]]);
    const side = cross(t, /** @type {Point3} */ (normal));
    return Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * k) / count;
      const [c, s] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      return /** @type {Point3} */ ([0, 1, 2].map((a) => p[a] + c * normal[a] + s * side[a]));
    });
  });
  return loft([[line[0]], ...rings, [line[line.length - 1]]]);
}

/** A Catmull-Rom curve through the points. @type {(path: Point3[], steps: number) => Point3[]} */
function smooth(path, steps) {
  if (path.length < 3) return path;
  const at = (/** @type {number} */ i) => path[Math.min(Math.max(i, 0), path.length - 1)];
  /** @type {Point3[]} */
  const line = [];
  for (let i = 0; i + 1 < path.length; i++) {
    for (let k = 0; k < steps; k++) {
      const s = k / steps;
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      line.push(
        /** @type {Point3} */ (
          [0, 1, 2].map(
            (x) =>
              b[x] +
              0.5 * s * (c[x] - a[x]) +
              s * s * (a[x] - 2.5 * b[x] + 2 * c[x] - 0.5 * d[x]) +
              s * s * s * (1.5 * (b[x] - c[x]) + 0.5 * (d[x] - a[x])),
          )
        ),
      );
    }
  }
  return [...line, path[path.length - 1]];
}

/** @type {(a: Point3, b: Point3) => Point3} */
function minus(a, b) {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** @type {(a: Point3, b: Point3) => Point3} */
function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** @type {(v: number[]) => Point3} */
function unit(v) {
  const l = Math.hypot(v[0], v[1], v[2]);
  return [v[0] / l, v[1] / l, v[2] / l];
}
