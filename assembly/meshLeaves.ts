/**
 * Pairs of leaves: src/proximity/mesh/leaves.ts, two triangles of a leaf at a time. What the search knows is in globals of
 * this file while it runs.
 */
import {
  ANY_BOUND,
  BLOCK,
  COUNT,
  CX,
  CY,
  CZ,
  FRAMES,
  LINK,
  MEET_FIRST,
  MOST_PUT_OFF,
  POINTS,
  PUT_OFF,
  SIZE,
  START_A,
  START_B,
  STATE,
  STEP,
  THRESHOLD,
  WANT_BOUND,
} from './meshLayout';
import { DISTANCE_POINTS, triangleDistance } from './triangleDistance';
import { MEET_GAP, triangleLower, trianglesMeet } from './triangleMeet';

const LOSS: f64 = 1e-9;
const INFINITE: f64 = 1e100;

/** Of the query that is asked: its address, and what it wants. */
let query: usize = 0;
let wants: i32 = 0;
let threshold: f64 = 0;
/** As in `state` of the workspace. */
export let best: f64 = 0;
export let lowest: f64 = 0;
export let ignore: f64 = 0;
export let keep: f64 = 0;
/** What was found. */
export let triangleA: i32 = -1;
export let triangleB: i32 = -1;
export let contacts: i32 = 0;
export let trianglePairs: i32 = 0;
export let putOff: i32 = 0;

/** Highest projections of the triangles of A's leaf, lowest of B's. */
const HIGH = memory.data(8 * 8, 16);
const LOW = memory.data(8 * 8, 16);
/** Triangles of B's leaf in A's frame, which leaf that is, and a bit for each block that is done. */
const PLACED = memory.data(4 * 144, 16);
let placedLeaf: usize = 0;
let placedBlocks: i32 = 0;
/** B's rotation and translation, each number twice. */
const SPREAD = memory.data(12 * 16, 16);

/** Takes the numbers of a query. */
export function beginLeaves(at: usize, flags: i32): void {
  query = at;
  wants = flags;
  threshold = load<f64>(at, THRESHOLD);
  best = load<f64>(at, STATE);
  lowest = load<f64>(at, STATE + 8);
  ignore = load<f64>(at, STATE + 16);
  keep = load<f64>(at, STATE + 24);
  triangleA = -1;
  triangleB = -1;
  contacts = 0;
  trianglePairs = 0;
  putOff = 0;
  placedLeaf = 0;
  for (let k: usize = 0; k < 12; k++) {
    v128.store(SPREAD + 16 * k, v128.load64_splat(at + FRAMES + 8 * k));
  }
}

/** A bound of volumes that were left aside. */
export function leaveAside(bound: f64): void {
  if (bound < lowest) lowest = bound;
}

// @ts-ignore: decorator
@inline
function farFrom(): f64 {
  const kept = keep * best;
  return (wants & ANY_BOUND) != 0 && ignore < kept ? ignore : kept;
}

/** Tests all pairs of triangles of two leaves. True if the search can stop. */
export function testLeaves(a: usize, b: usize): bool {
  const countA = load<i32>(a, COUNT);
  const countB = load<i32>(b, COUNT);
  const bx = load<f64>(b, CX);
  const by = load<f64>(b, CY);
  const bz = load<f64>(b, CZ);
  const ax = load<f64>(a, CX);
  const ay = load<f64>(a, CY);
  const az = load<f64>(a, CZ);
  const f = query + FRAMES;
  const r0 = load<f64>(f);
  const r1 = load<f64>(f, 8);
  const r2 = load<f64>(f, 16);
  const r3 = load<f64>(f, 24);
  const r4 = load<f64>(f, 32);
  const r5 = load<f64>(f, 40);
  const r6 = load<f64>(f, 48);
  const r7 = load<f64>(f, 56);
  const r8 = load<f64>(f, 64);
  const nx = r0 * bx + r1 * by + r2 * bz + load<f64>(f, 72) - ax;
  const ny = r3 * bx + r4 * by + r5 * bz + load<f64>(f, 80) - ay;
  const nz = r6 * bx + r7 * by + r8 * bz + load<f64>(f, 88) - az;
  const line2 = nx * nx + ny * ny + nz * nz;
  const trianglesA = <usize>load<i32>(a, LINK);
  const trianglesB = <usize>load<i32>(b, LINK);
  // Numbers beyond the last triangle repeat it: they change no extreme.
  const endA = trianglesA + BLOCK * (<usize>((countA + 1) >> 1));
  let high = f64x2.splat(-Infinity);
  let to = HIGH;
  for (let t = trianglesA; t < endA; t += BLOCK, to += 16) {
    const along = projected(t, nx, ny, nz, ax, ay, az, true);
    v128.store(to, along);
    high = f64x2.pmax(high, along);
  }
  const ux = r0 * nx + r3 * ny + r6 * nz;
  const uy = r1 * nx + r4 * ny + r7 * nz;
  const uz = r2 * nx + r5 * ny + r8 * nz;
  const endB = trianglesB + BLOCK * (<usize>((countB + 1) >> 1));
  const beyond = f64x2.splat(line2);
  let low = f64x2.splat(Infinity);
  to = LOW;
  for (let t = trianglesB; t < endB; t += BLOCK, to += 16) {
    const along = f64x2.add(beyond, projected(t, ux, uy, uz, bx, by, bz, false));
    v128.store(to, along);
    low = f64x2.pmin(low, along);
  }
  const high0 = f64x2.extract_lane(high, 0);
  const high1 = f64x2.extract_lane(high, 1);
  const low0 = f64x2.extract_lane(low, 0);
  const low1 = f64x2.extract_lane(low, 1);
  const proven = lowest * line2;
  const far = farFrom() * line2;
  const least = (low0 < low1 ? low0 : low1) - (high0 > high1 ? high0 : high1);
  if (least > 0) {
    const least2 = least * least;
    if ((wants & WANT_BOUND) != 0 && least2 >= proven) return false;
    if (least2 > far) {
      if (least2 < proven) lowest = least2 / line2;
      return false;
    }
  }
  if (placedLeaf != b) {
    placedLeaf = b;
    placedBlocks = 0;
  }
  return testPairs(a, b, line2);
}

/** Highest (or lowest) projections of two triangles, from a centre on, along n. */
// @ts-ignore: decorator
@inline
function projected(
  t: usize,
  nx: f64,
  ny: f64,
  nz: f64,
  cx: f64,
  cy: f64,
  cz: f64,
  highest: bool,
): v128 {
  const p = alongLine(t, nx, ny, nz, cx, cy, cz);
  const q = alongLine(t + 3 * STEP, nx, ny, nz, cx, cy, cz);
  const r = alongLine(t + 6 * STEP, nx, ny, nz, cx, cy, cz);
  return highest ? f64x2.pmax(f64x2.pmax(p, q), r) : f64x2.pmin(f64x2.pmin(p, q), r);
}

// @ts-ignore: decorator
@inline
function alongLine(v: usize, nx: f64, ny: f64, nz: f64, cx: f64, cy: f64, cz: f64): v128 {
  const x = f64x2.mul(f64x2.splat(nx), f64x2.sub(v128.load(v), f64x2.splat(cx)));
  const y = f64x2.mul(f64x2.splat(ny), f64x2.sub(v128.load(v, STEP), f64x2.splat(cy)));
  const z = f64x2.mul(f64x2.splat(nz), f64x2.sub(v128.load(v, 2 * STEP), f64x2.splat(cz)));
  return f64x2.add(f64x2.add(x, y), z);
}

/** The pairs of triangles of two leaves that are projected, one by one. */
function testPairs(a: usize, b: usize, line2: f64): bool {
  const countA = load<i32>(a, COUNT);
  const countB = load<i32>(b, COUNT);
  const trianglesA = <usize>load<i32>(a, LINK);
  const trianglesB = <usize>load<i32>(b, LINK);
  const firstA = load<i32>(a, SIZE);
  const firstB = load<i32>(b, SIZE);
  let proven = lowest * line2;
  let far = farFrom() * line2;
  let lowered = false;
  for (let i = 0; i < countA; i++) {
    const high = load<f64>(HIGH + 8 * (<usize>i));
    for (let j = 0; j < countB; j++) {
      const gap = load<f64>(LOW + 8 * (<usize>j)) - high;
      if (gap > 0) {
        const gap2 = gap * gap;
        if ((wants & WANT_BOUND) != 0 && gap2 >= proven) continue;
        if (gap2 > far) {
          if (gap2 < proven) {
            proven = gap2;
            lowered = true;
          }
          continue;
        }
      }
      const block = <usize>(j >> 1);
      if ((placedBlocks & (1 << (j >> 1))) == 0) {
        placeBlock(trianglesB + BLOCK * block, PLACED + BLOCK * block);
        placedBlocks |= 1 << (j >> 1);
      }
      if (lowered) lowest = proven / line2;
      lowered = false;
      const p = triangleAt(trianglesA, i);
      if (testTriangles(p, firstA + i, triangleAt(PLACED, j), triangleAt(trianglesB, j), firstB + j)) {
        return true;
      }
      proven = lowest * line2;
      far = farFrom() * line2;
    }
  }
  if (lowered) lowest = proven / line2;
  return false;
}

// @ts-ignore: decorator
@inline
function triangleAt(first: usize, i: i32): usize {
  return first + BLOCK * (<usize>(i >> 1)) + 8 * (<usize>(i & 1));
}

/** Brings two triangles of B into A's frame. */
function placeBlock(from: usize, to: usize): void {
  for (let k: usize = 0; k < BLOCK; k += 3 * STEP) {
    const x = v128.load(from + k);
    const y = v128.load(from + k, STEP);
    const z = v128.load(from + k, 2 * STEP);
    v128.store(to + k, placed(SPREAD, 9, x, y, z));
    v128.store(to + k, placed(SPREAD + 48, 10, x, y, z), STEP);
    v128.store(to + k, placed(SPREAD + 96, 11, x, y, z), 2 * STEP);
  }
}

// @ts-ignore: decorator
@inline
function placed(row: usize, shift: usize, x: v128, y: v128, z: v128): v128 {
  const xy = f64x2.add(f64x2.mul(v128.load(row), x), f64x2.mul(v128.load(row, 16), y));
  return f64x2.add(
    f64x2.add(xy, f64x2.mul(v128.load(row, 32), z)),
    v128.load(SPREAD + 16 * shift),
  );
}

/** The pair the caller expects to be near. True if it already settles the question. */
export function testStart(numberA: i32, numberB: i32): bool {
  placedLeaf = 0;
  placeBlock(query + START_B, PLACED);
  const p = query + START_A;
  const q = query + START_B;
  return (wants & WANT_BOUND) != 0
    ? measureTriangles(p, numberA, PLACED, numberB)
    : testTriangles(p, numberA, PLACED, q, numberB);
}

/** The pairs that were put off, once nothing else is open. True to stop. */
export function testPutOff(): bool {
  placedLeaf = 0;
  for (let n = 0; n < putOff; n++) {
    const at = query + PUT_OFF + 16 * (<usize>n);
    const q = <usize>load<i32>(at, 8);
    placeTriangle(q, PLACED);
    if (measureTriangles(<usize>load<i32>(at), load<i32>(at, 4), PLACED, load<i32>(at, 12))) {
      return true;
    }
  }
  return false;
}

/** Brings one triangle of B into A's frame. */
function placeTriangle(from: usize, to: usize): void {
  for (let k: usize = 0; k < BLOCK; k += 3 * STEP) {
    const x = v128.load64_splat(from + k);
    const y = v128.load64_splat(from + k, STEP);
    const z = v128.load64_splat(from + k, 2 * STEP);
    v128.store(to + k, placed(SPREAD, 9, x, y, z));
    v128.store(to + k, placed(SPREAD + 48, 10, x, y, z), STEP);
    v128.store(to + k, placed(SPREAD + 96, 11, x, y, z), 2 * STEP);
  }
}

/** One pair of triangles in full: p, and q in A's frame, which is at `own` in B's. True to stop. */
function testTriangles(p: usize, numberA: i32, q: usize, own: usize, numberB: i32): bool {
  trianglePairs++;
  if ((wants & WANT_BOUND) == 0) {
    if (!trianglesMeet(p, q)) {
      lowest = 0;
      return false;
    }
    triangleDistance(p, q);
    keepNearest(numberA, numberB);
    contacts = 1;
    return true;
  }
  if ((wants & MEET_FIRST) != 0 && !trianglesMeet(p, q)) {
    if (keepsGap()) return false;
    if (putOff < MOST_PUT_OFF) {
      const at = query + PUT_OFF + 16 * (<usize>putOff);
      putOff++;
      store<i32>(at, <i32>p);
      store<i32>(at, numberA, 4);
      store<i32>(at, <i32>own, 8);
      store<i32>(at, numberB, 12);
      return false;
    }
  }
  return measureTriangles(p, numberA, q, numberB);
}

/** The distance of two triangles, and what is proven of it. True to stop. */
function measureTriangles(p: usize, numberA: i32, q: usize, numberB: i32): bool {
  const d2 = triangleDistance(p, q);
  if (d2 < best) {
    best = d2;
    keepNearest(numberA, numberB);
  }
  if (d2 == 0) {
    contacts = 1;
    return true;
  }
  let lower2 = gapOfPoints(p, q);
  if (lower2 < (1 - LOSS) * d2) {
    const lower = triangleLower(p, q);
    if (lower * lower > lower2) lower2 = lower * lower;
  }
  if (lower2 < lowest) lowest = lower2;
  return d2 <= threshold * threshold && threshold < INFINITE;
}

/** Whether the gap at hand is beyond the threshold; it is then part of what the search proves. */
function keepsGap(): bool {
  const gap = load<f64>(MEET_GAP);
  const gap2 = gap * gap;
  const line2 = load<f64>(MEET_GAP, 8);
  if (!(gap > 0 && gap2 > ignore * line2)) return false;
  if (gap2 < lowest * line2) lowest = gap2 / line2;
  return true;
}

/** The squared gap of two triangles along the line of the points at hand; 0 if there is none. */
function gapOfPoints(p: usize, q: usize): f64 {
  const x = load<f64>(DISTANCE_POINTS);
  const y = load<f64>(DISTANCE_POINTS, 8);
  const z = load<f64>(DISTANCE_POINTS, 16);
  const nx = load<f64>(DISTANCE_POINTS, 24) - x;
  const ny = load<f64>(DISTANCE_POINTS, 32) - y;
  const nz = load<f64>(DISTANCE_POINTS, 40) - z;
  const high = max(
    max(alongPoint(p, nx, ny, nz, x, y, z), alongPoint(p + 3 * STEP, nx, ny, nz, x, y, z)),
    alongPoint(p + 6 * STEP, nx, ny, nz, x, y, z),
  );
  const low = min(
    min(alongPoint(q, nx, ny, nz, x, y, z), alongPoint(q + 3 * STEP, nx, ny, nz, x, y, z)),
    alongPoint(q + 6 * STEP, nx, ny, nz, x, y, z),
  );
  const gap = low - high;
  return gap > 0 ? (gap * gap) / (nx * nx + ny * ny + nz * nz) : 0;
}

// @ts-ignore: decorator
@inline
function alongPoint(v: usize, nx: f64, ny: f64, nz: f64, x: f64, y: f64, z: f64): f64 {
  return (
    nx * (load<f64>(v) - x) + ny * (load<f64>(v, STEP) - y) + nz * (load<f64>(v, 2 * STEP) - z)
  );
}

function keepNearest(numberA: i32, numberB: i32): void {
  for (let k: usize = 0; k < 48; k += 8) {
    store<f64>(query + POINTS + k, load<f64>(DISTANCE_POINTS + k));
  }
  triangleA = numberA;
  triangleB = numberB;
}
