/** Distance between two triangles, with the two closest points: src/geometry/triangleDistance.ts, operation by operation. */
import { STEP } from './meshLayout';
import { trianglesMeet } from './triangleMeet';

const OBLIQUE: f64 = 1e-2;
const PARALLEL: f64 = 1e-29;
const MARGIN: f64 = 1e-13;
const NEAR: f64 = 1e-24;
const SPLITTER: f64 = 134217729;

const OPEN: i32 = 0;
const SETTLED: i32 = 1;
const CROSSES: i32 = 2;

/** Six vertices relative to the first of P, then a normal, a point, and projections. Addresses. */
const W = memory.data(18 * 8, 16);
const NORMAL = memory.data(3 * 8, 16);
const POINT = memory.data(3 * 8, 16);
const ALONG = memory.data(5 * 8, 16);
/** The closest points, relative to the first vertex of P. */
const ON_P = memory.data(3 * 8, 16);
const ON_Q = memory.data(3 * 8, 16);
const Q: usize = W + 72;

let extent2: f64 = 0;
let best: f64 = 0;

/** Where the points are: three numbers on P, three on Q, in the frame of both. */
export const DISTANCE_POINTS = memory.data(6 * 8, 16);

// @ts-ignore: decorator
@inline
function given(t: usize, k: usize): f64 {
  return load<f64>(t + STEP * k);
}

/** The squared distance; the points are at DISTANCE_POINTS. */
export function triangleDistance(p: usize, q: usize): f64 {
  prepare(p, q);
  search(p, q);
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(DISTANCE_POINTS + 8 * k, given(p, k) + load<f64>(ON_P + 8 * k));
    store<f64>(DISTANCE_POINTS + 24 + 8 * k, given(p, k) + load<f64>(ON_Q + 8 * k));
  }
  return best;
}

function prepare(p: usize, q: usize): void {
  const ox = given(p, 0);
  const oy = given(p, 1);
  const oz = given(p, 2);
  const p1x = given(p, 3) - ox;
  const p1y = given(p, 4) - oy;
  const p1z = given(p, 5) - oz;
  const p2x = given(p, 6) - ox;
  const p2y = given(p, 7) - oy;
  const p2z = given(p, 8) - oz;
  const q0x = given(q, 0) - ox;
  const q0y = given(q, 1) - oy;
  const q0z = given(q, 2) - oz;
  const q1x = given(q, 3) - ox;
  const q1y = given(q, 4) - oy;
  const q1z = given(q, 5) - oz;
  const q2x = given(q, 6) - ox;
  const q2y = given(q, 7) - oy;
  const q2z = given(q, 8) - oz;
  store<f64>(W, p1x, 24);
  store<f64>(W, p1y, 32);
  store<f64>(W, p1z, 40);
  store<f64>(W, p2x, 48);
  store<f64>(W, p2y, 56);
  store<f64>(W, p2z, 64);
  store<f64>(W, q0x, 72);
  store<f64>(W, q0y, 80);
  store<f64>(W, q0z, 88);
  store<f64>(W, q1x, 96);
  store<f64>(W, q1y, 104);
  store<f64>(W, q1z, 112);
  store<f64>(W, q2x, 120);
  store<f64>(W, q2y, 128);
  store<f64>(W, q2z, 136);
  best = Infinity;
  const cx = q0x + q1x + q2x - p1x - p2x;
  const cy = q0y + q1y + q2y - p1y - p2y;
  const cz = q0z + q1z + q2z - p1z - p2z;
  extent2 =
    p1x * p1x +
    p1y * p1y +
    p1z * p1z +
    (p2x * p2x + p2y * p2y + p2z * p2z) +
    (q0x * q0x + q0y * q0y + q0z * q0z) +
    (q1x * q1x + q1y * q1y + q1z * q1z) +
    (q2x * q2x + q2y * q2y + q2z * q2z);
  store<f64>(ALONG, cx * p1x + cy * p1y + cz * p1z);
  store<f64>(ALONG, cx * p2x + cy * p2y + cz * p2z, 8);
  store<f64>(ALONG, cx * q0x + cy * q0y + cz * q0z, 16);
  store<f64>(ALONG, cx * q1x + cy * q1y + cz * q1z, 24);
  store<f64>(ALONG, cx * q2x + cy * q2y + cz * q2z, 32);
}

function facingEdges(): i32 {
  const p1 = load<f64>(ALONG);
  const p2 = load<f64>(ALONG, 8);
  const q0 = load<f64>(ALONG, 16);
  const q1 = load<f64>(ALONG, 24);
  const q2 = load<f64>(ALONG, 32);
  const i = p1 < 0 ? (p1 < p2 ? 2 : 0) : p2 < 0 ? 0 : 1;
  const j = q0 > q1 ? (q0 > q2 ? 1 : 0) : q1 > q2 ? 2 : 0;
  return 3 * i + j;
}

function projectOnLine(): void {
  const dx = load<f64>(ON_Q) - load<f64>(ON_P);
  const dy = load<f64>(ON_Q, 8) - load<f64>(ON_P, 8);
  const dz = load<f64>(ON_Q, 16) - load<f64>(ON_P, 16);
  for (let k: usize = 0; k < 5; k++) {
    const v = W + 24 + 24 * k;
    store<f64>(ALONG + 8 * k, dx * load<f64>(v) + dy * load<f64>(v, 8) + dz * load<f64>(v, 16));
  }
}

/** Leaves the least squared distance and its points in the scratch. */
function search(p: usize, q: usize): void {
  const start = facingEdges();
  let settled = edgesSettle(start);
  let second = start;
  if (!settled) {
    projectOnLine();
    second = facingEdges();
    settled = second != start && edgesSettle(second);
  }
  if (!settled) {
    const side = faceSettles(W, Q);
    settled = side == SETTLED;
    if (!settled) {
      const other = faceSettles(Q, W);
      settled = other == SETTLED;
      if (side == CROSSES && other == CROSSES && trianglesMeet(p, q)) {
        meetAtPoint();
        return;
      }
    }
  }
  for (let k = 0; !settled && k < 9; k++) {
    settled = k != start && k != second && edgesSettle(k);
  }
  if (settled && best > NEAR * extent2) return;
  if (trianglesMeet(p, q)) {
    meetAtPoint();
    return;
  }
  everyVertexOverFace();
  if (best == 0) best = f64.MIN_VALUE; // apart, however little
}

function everyVertexOverFace(): void {
  everyVertexOver(W, Q);
  everyVertexOver(Q, W);
}

function everyVertexOver(face: usize, v: usize): void {
  if (!normalOf(face)) return;
  for (let k: usize = 0; k < 72; k += 24) vertexOverFace(v + k, face);
}

function meetAtPoint(): void {
  if (normalOf(W)) pierceFace(Q, W);
  if (normalOf(Q)) pierceFace(W, Q);
  if (best > NEAR * extent2) {
    for (let k = 0; k < 9; k++) edgesSettle(k);
    everyVertexOverFace();
  }
  best = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const middle = 0.5 * (load<f64>(ON_P + k) + load<f64>(ON_Q + k));
    store<f64>(ON_P + k, middle);
    store<f64>(ON_Q + k, middle);
  }
}

function pierceFace(v: usize, face: usize): void {
  for (let k: usize = 0; k < 72; k += 24) {
    const from = v + k;
    const to = v + (k == 48 ? 0 : k + 24);
    let h0: f64 = 0;
    let h1: f64 = 0;
    for (let c: usize = 0; c < 24; c += 8) {
      h0 += load<f64>(NORMAL + c) * (load<f64>(from + c) - load<f64>(face + c));
      h1 += load<f64>(NORMAL + c) * (load<f64>(to + c) - load<f64>(face + c));
    }
    if (!((h0 > 0 && h1 < 0) || (h0 < 0 && h1 > 0))) continue;
    const f = h0 / (h0 - h1);
    for (let c: usize = 0; c < 24; c += 8) {
      const x = load<f64>(from + c);
      store<f64>(POINT + c, x + f * (load<f64>(to + c) - x));
    }
    vertexOverFace(POINT, face);
  }
}

/** The closest points of edge i of P and edge j of Q, for pair = 3 i + j; whether their direction separates the triangles. */
function edgesSettle(pair: i32): bool {
  const i = pair < 3 ? 0 : pair < 6 ? 1 : 2;
  const j = pair - 3 * i;
  const e = W + 24 * (<usize>i);
  const f = Q + 24 * (<usize>j);
  const eNext = i == 2 ? W : e + 24;
  const fNext = j == 2 ? Q : f + 24;
  const px = load<f64>(e);
  const py = load<f64>(e, 8);
  const pz = load<f64>(e, 16);
  const qx = load<f64>(f);
  const qy = load<f64>(f, 8);
  const qz = load<f64>(f, 16);
  const rx = qx - px;
  const ry = qy - py;
  const rz = qz - pz;
  const ux = load<f64>(eNext) - px;
  const uy = load<f64>(eNext, 8) - py;
  const uz = load<f64>(eNext, 16) - pz;
  const vx = load<f64>(fNext) - qx;
  const vy = load<f64>(fNext, 8) - qy;
  const vz = load<f64>(fNext, 16) - qz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  let nn = nx * nx + ny * ny + nz * nz;
  let s: f64 = 0;
  const skew = nn > PARALLEL * uu * vv;
  if (skew) {
    if (nn < OBLIQUE * uu * vv) {
      crossInto(e, eNext, f, fNext);
      nx = load<f64>(NORMAL);
      ny = load<f64>(NORMAL, 8);
      nz = load<f64>(NORMAL, 16);
      nn = nx * nx + ny * ny + nz * nz;
    }
    s = ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn;
    s = s > 0 ? least(s, 1) : 0;
  }
  let t = vv > 0 ? (s * uv - (rx * vx + ry * vy + rz * vz)) / vv : 0;
  if (!(skew && t >= 0 && t <= 1)) {
    t = t > 0 ? least(t, 1) : 0;
    s = uu > 0 ? (t * uv + (rx * ux + ry * uy + rz * uz)) / uu : 0;
    s = s > 0 ? least(s, 1) : 0;
  }
  const xx = px + s * ux;
  const xy = py + s * uy;
  const xz = pz + s * uz;
  const yx = qx + t * vx;
  const yy = qy + t * vy;
  const yz = qz + t * vz;
  const dx = yx - xx;
  const dy = yy - xy;
  const dz = yz - xz;
  const dd = dx * dx + dy * dy + dz * dz;
  if (dd < best) {
    best = dd;
    store<f64>(ON_P, xx);
    store<f64>(ON_P, xy, 8);
    store<f64>(ON_P, xz, 16);
    store<f64>(ON_Q, yx);
    store<f64>(ON_Q, yy, 8);
    store<f64>(ON_Q, yz, 16);
  }
  if (!skew) return false;
  const m = i == 0 ? W + 48 : e - 24;
  const n = j == 0 ? Q + 48 : f - 24;
  const margin = MARGIN * extent2;
  return (
    dx * (load<f64>(m) - xx) + dy * (load<f64>(m, 8) - xy) + dz * (load<f64>(m, 16) - xz) < -margin &&
    dx * (load<f64>(n) - yx) + dy * (load<f64>(n, 8) - yy) + dz * (load<f64>(n, 16) - yz) > margin
  );
}

// @ts-ignore: decorator
@inline
function least(x: f64, y: f64): f64 {
  return x < y ? x : y;
}

function faceSettles(v: usize, face: usize): i32 {
  if (!normalOf(face)) return OPEN;
  const nx = load<f64>(NORMAL);
  const ny = load<f64>(NORMAL, 8);
  const nz = load<f64>(NORMAL, 16);
  const h = nx * load<f64>(face) + ny * load<f64>(face, 8) + nz * load<f64>(face, 16);
  const h0 = nx * load<f64>(v) + ny * load<f64>(v, 8) + nz * load<f64>(v, 16) - h;
  const h1 = nx * load<f64>(v, 24) + ny * load<f64>(v, 32) + nz * load<f64>(v, 40) - h;
  const h2 = nx * load<f64>(v, 48) + ny * load<f64>(v, 56) + nz * load<f64>(v, 64) - h;
  let nearest: usize = 0;
  if (h0 > 0 && h1 > 0 && h2 > 0) nearest = h0 < h1 ? (h0 < h2 ? 0 : 48) : h1 < h2 ? 24 : 48;
  else if (h0 < 0 && h1 < 0 && h2 < 0) nearest = h0 > h1 ? (h0 > h2 ? 0 : 48) : h1 > h2 ? 24 : 48;
  else return CROSSES;
  return vertexOverFace(v + nearest, face) ? SETTLED : OPEN;
}

/** Is the point at v over the face? If so, that is a candidate. */
function vertexOverFace(v: usize, face: usize): bool {
  const fx = load<f64>(face);
  const fy = load<f64>(face, 8);
  const fz = load<f64>(face, 16);
  const ux = load<f64>(face, 24) - fx;
  const uy = load<f64>(face, 32) - fy;
  const uz = load<f64>(face, 40) - fz;
  const vx = load<f64>(face, 48) - fx;
  const vy = load<f64>(face, 56) - fy;
  const vz = load<f64>(face, 64) - fz;
  const px = load<f64>(v);
  const py = load<f64>(v, 8);
  const pz = load<f64>(v, 16);
  const rx = px - fx;
  const ry = py - fy;
  const rz = pz - fz;
  const nx = load<f64>(NORMAL);
  const ny = load<f64>(NORMAL, 8);
  const nz = load<f64>(NORMAL, 16);
  const nn = nx * nx + ny * ny + nz * nz;
  const s = ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn;
  if (!(s >= 0)) return false;
  const t =
    ((rx - s * ux) * vx + (ry - s * uy) * vy + (rz - s * uz) * vz) / (vx * vx + vy * vy + vz * vz);
  if (!(t >= 0 && s + t <= 1)) return false;
  const yx = fx + s * ux + t * vx;
  const yy = fy + s * uy + t * vy;
  const yz = fz + s * uz + t * vz;
  const dx = yx - px;
  const dy = yy - py;
  const dz = yz - pz;
  const dd = dx * dx + dy * dy + dz * dz;
  if (dd < best) {
    const on = face == W ? ON_P : ON_Q;
    const other = face == W ? ON_Q : ON_P;
    best = dd;
    store<f64>(on, yx);
    store<f64>(on, yy, 8);
    store<f64>(on, yz, 16);
    store<f64>(other, px);
    store<f64>(other, py, 8);
    store<f64>(other, pz, 16);
  }
  return true;
}

function normalOf(face: usize): bool {
  const fx = load<f64>(face);
  const fy = load<f64>(face, 8);
  const fz = load<f64>(face, 16);
  const ux = load<f64>(face, 24) - fx;
  const uy = load<f64>(face, 32) - fy;
  const uz = load<f64>(face, 40) - fz;
  const vx = load<f64>(face, 48) - fx;
  const vy = load<f64>(face, 56) - fy;
  const vz = load<f64>(face, 64) - fz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  store<f64>(NORMAL, nx);
  store<f64>(NORMAL, ny, 8);
  store<f64>(NORMAL, nz, 16);
  const nn = nx * nx + ny * ny + nz * nz;
  const scale = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (!(nn > PARALLEL * scale)) return false;
  if (nn < OBLIQUE * scale) crossInto(face, face + 24, face, face + 48);
  return true;
}

/** NORMAL = (b - a) x (d - c), with a few roundings of the result. */
function crossInto(a: usize, b: usize, c: usize, d: usize): void {
  for (let k: usize = 0; k < 24; k += 8) {
    const i: usize = k == 16 ? 0 : k + 8;
    const j: usize = k == 0 ? 16 : k - 8;
    const ui = load<f64>(b + i) - load<f64>(a + i);
    const uj = load<f64>(b + j) - load<f64>(a + j);
    const vi = load<f64>(d + i) - load<f64>(c + i);
    const vj = load<f64>(d + j) - load<f64>(c + j);
    const left = ui * vj;
    const right = uj * vi;
    const tail = productTail(ui, vj, left) - productTail(uj, vi, right);
    store<f64>(NORMAL + k, left - right + tail);
  }
}

/** The rounding error of p = fl(a b): exact.ts. */
function productTail(a: f64, b: f64, p: f64): f64 {
  const ca = SPLITTER * a;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = SPLITTER * b;
  const bh = cb - (cb - b);
  const bl = b - bh;
  return al * bl - (p - ah * bh - al * bh - ah * bl);
}
