/**
 * Do two triangles share a point? As src/geometry/triangleIntersect.ts, with the same filters; a pair for which some sign is
 * not certain, or that lies in one plane, is left to it: exact arithmetic is in TypeScript alone.
 */
import { STEP } from './meshLayout';

/** Both triangles one after the other, nine numbers each, and what is said about them: for TypeScript. */
const LENT = memory.data(160, 16);
/** The gap between two triangles that a plane separates, times the length of the normal, and that length squared. */
export const MEET_GAP = LENT + 144;

// @ts-ignore: decorator
@external("env", "trianglesMeet")
declare function exactTrianglesMeet(at: usize): i32;
// @ts-ignore: decorator
@external("env", "triangleLower")
declare function exactTriangleLower(at: usize): f64;

const ORIENT_ERROR: f64 = 10 * 1.1102230246251565e-16;
const SHORTEST2: f64 = 1e-200;
const SMALLEST: f64 = 1e-140;

const ALL_BELOW: i32 = 0;
const ALL_ON: i32 = 21;
const ALL_ABOVE: i32 = 42;
/** Some sign is not certain. */
const UNCERTAIN: i32 = 64;

/** Of a plane: its normal, and three vertices' heights times its length. */
const PLANE = memory.data(48, 16);

// @ts-ignore: decorator
@inline
function at(t: usize, k: usize): f64 {
  return load<f64>(t + STEP * k);
}

function lend(p: usize, q: usize): void {
  for (let k: usize = 0; k < 9; k++) {
    store<f64>(LENT + 8 * k, at(p, k));
    store<f64>(LENT + 72 + 8 * k, at(q, k));
  }
}

function askExactly(p: usize, q: usize): bool {
  lend(p, q);
  return exactTrianglesMeet(LENT) != 0;
}

/** A lower bound of the distance, by triangleDistanceLower.ts. */
export function triangleLower(p: usize, q: usize): f64 {
  lend(p, q);
  return exactTriangleLower(LENT);
}

/** Whether two triangles share a point. If not, MEET_GAP has the gap that a plane shows, or 0. */
export function trianglesMeet(p: usize, q: usize): bool {
  store<f64>(MEET_GAP, 0);
  const pSides = sidesOf(p, q);
  if (pSides >= UNCERTAIN) return askExactly(p, q);
  if (pSides == ALL_ABOVE || pSides == ALL_BELOW) {
    gapOver(q, pSides == ALL_ABOVE);
    return false;
  }
  const qSides = sidesOf(q, p);
  if (qSides >= UNCERTAIN) return askExactly(p, q);
  if (qSides == ALL_ABOVE || qSides == ALL_BELOW) {
    gapOver(p, qSides == ALL_ABOVE);
    return false;
  }
  if (pSides == ALL_ON || qSides == ALL_ON) return askExactly(p, q);
  const overlap = intervalsOverlap(p, pSides, q, qSides);
  return overlap < 0 ? askExactly(p, q) : overlap != 0;
}

/** The gap between the triangle q, whose plane is at hand, and the vertices above or below it. */
function gapOver(q: usize, above: bool): void {
  const nx = load<f64>(PLANE);
  const ny = load<f64>(PLANE, 8);
  const nz = load<f64>(PLANE, 16);
  const x = at(q, 0);
  const y = at(q, 1);
  const z = at(q, 2);
  const s = nx * (at(q, 3) - x) + ny * (at(q, 4) - y) + nz * (at(q, 5) - z);
  const t = nx * (at(q, 6) - x) + ny * (at(q, 7) - y) + nz * (at(q, 8) - z);
  const d0 = load<f64>(PLANE, 24);
  const d1 = load<f64>(PLANE, 32);
  const d2 = load<f64>(PLANE, 40);
  const gap = above
    ? min(min(d0, d1), d2) - max(max(0, s), t)
    : min(min(0, s), t) - max(max(d0, d1), d2);
  const squared = nx * nx + ny * ny + nz * nz;
  if (!(gap > SMALLEST && squared > SHORTEST2)) return;
  store<f64>(MEET_GAP, gap);
  store<f64>(MEET_GAP, squared, 8);
}

/** The sides of the plane of q that the vertices of p lie on, two bits each; UNCERTAIN if the filter leaves one open. */
function sidesOf(p: usize, q: usize): i32 {
  const ox = at(q, 0);
  const oy = at(q, 1);
  const oz = at(q, 2);
  const ux = at(q, 3) - ox;
  const uy = at(q, 4) - oy;
  const uz = at(q, 5) - oz;
  const vx = at(q, 6) - ox;
  const vy = at(q, 7) - oy;
  const vz = at(q, 8) - oz;
  const uyvz = uy * vz;
  const uzvy = uz * vy;
  const uzvx = uz * vx;
  const uxvz = ux * vz;
  const uxvy = ux * vy;
  const uyvx = uy * vx;
  const nx = uyvz - uzvy;
  const ny = uzvx - uxvz;
  const nz = uxvy - uyvx;
  const mx = abs(uyvz) + abs(uzvy);
  const my = abs(uzvx) + abs(uxvz);
  const mz = abs(uxvy) + abs(uyvx);
  const x0 = at(p, 0) - ox;
  const y0 = at(p, 1) - oy;
  const z0 = at(p, 2) - oz;
  const x1 = at(p, 3) - ox;
  const y1 = at(p, 4) - oy;
  const z1 = at(p, 5) - oz;
  const x2 = at(p, 6) - ox;
  const y2 = at(p, 7) - oy;
  const z2 = at(p, 8) - oz;
  const d0 = nx * x0 + ny * y0 + nz * z0;
  const d1 = nx * x1 + ny * y1 + nz * z1;
  const d2 = nx * x2 + ny * y2 + nz * z2;
  store<f64>(PLANE, nx);
  store<f64>(PLANE, ny, 8);
  store<f64>(PLANE, nz, 16);
  store<f64>(PLANE, d0, 24);
  store<f64>(PLANE, d1, 32);
  store<f64>(PLANE, d2, 40);
  const e0 = ORIENT_ERROR * (mx * abs(x0) + my * abs(y0) + mz * abs(z0));
  const e1 = ORIENT_ERROR * (mx * abs(x1) + my * abs(y1) + mz * abs(z1));
  const e2 = ORIENT_ERROR * (mx * abs(x2) + my * abs(y2) + mz * abs(z2));
  const s0 = d0 > e0 ? 2 : d0 < -e0 ? 0 : UNCERTAIN;
  const s1 = d1 > e1 ? 8 : d1 < -e1 ? 0 : UNCERTAIN;
  const s2 = d2 > e2 ? 32 : d2 < -e2 ? 0 : UNCERTAIN;
  return s0 | s1 | s2;
}

/**
 * The vertex that is alone on its side, plus 4 if that is the upper one. Signs are certain here: none lies on the
 * plane, so two are on one side and one on the other.
 */
function loneVertex(sides: i32): i32 {
  const s0 = sides & 3;
  const s1 = (sides >> 2) & 3;
  const s2 = sides >> 4;
  if (s1 != s0 && s2 != s0) return s0 == 2 ? 4 : 0;
  if (s0 != s1 && s2 != s1) return s1 == 2 ? 5 : 1;
  return s2 == 2 ? 6 : 2;
}

/** 1 if the intervals of the line of both planes overlap, 0 if not, -1 if a sign is not certain. */
function intervalsOverlap(p: usize, pSides: i32, q: usize, qSides: i32): i32 {
  const pLone = loneVertex(pSides);
  const qLone = loneVertex(qSides);
  const i = pLone & 3;
  const j = qLone & 3;
  const pNext = p + vertex(i == 2 ? 0 : i + 1);
  const pLast = p + vertex(i == 0 ? 2 : i - 1);
  const qNext = q + vertex(j == 2 ? 0 : j + 1);
  const qLast = q + vertex(j == 0 ? 2 : j - 1);
  const p0 = p + vertex(i);
  const q0 = q + vertex(j);
  const pAbove = pLone >= 4;
  const qAbove = qLone >= 4;
  const sign = pAbove == qAbove ? 1 : -1;
  const first = orient3d(p0, pAbove ? pNext : pLast, q0, qAbove ? qNext : qLast);
  if (first == 0) return -1;
  if (sign * first < 0) return 0;
  const second = orient3d(p0, pAbove ? pLast : pNext, q0, qAbove ? qLast : qNext);
  if (second == 0) return -1;
  return sign * second < 0 ? 1 : 0;
}

// @ts-ignore: decorator
@inline
function vertex(i: i32): usize {
  return 3 * STEP * (<usize>i);
}

/** The sign of the determinant of orient.ts, or 0 if the filter does not know it. */
function orient3d(p: usize, q: usize, r: usize, s: usize): i32 {
  const sx = at(s, 0);
  const sy = at(s, 1);
  const sz = at(s, 2);
  const ax = at(p, 0) - sx;
  const ay = at(p, 1) - sy;
  const az = at(p, 2) - sz;
  const bx = at(q, 0) - sx;
  const by = at(q, 1) - sy;
  const bz = at(q, 2) - sz;
  const cx = at(r, 0) - sx;
  const cy = at(r, 1) - sy;
  const cz = at(r, 2) - sz;
  const aybz = ay * bz;
  const azby = az * by;
  const azbx = az * bx;
  const axbz = ax * bz;
  const axby = ax * by;
  const aybx = ay * bx;
  const det = (aybz - azby) * cx + (azbx - axbz) * cy + (axby - aybx) * cz;
  const size =
    (abs(aybz) + abs(azby)) * abs(cx) +
    (abs(azbx) + abs(axbz)) * abs(cy) +
    (abs(axby) + abs(aybx)) * abs(cz);
  const error = ORIENT_ERROR * size;
  return det > error ? 1 : det < -error ? -1 : 0;
}
