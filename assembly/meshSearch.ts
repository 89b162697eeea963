/**
 * The search between two trees of boxes, depth first: `descend` of src/proximity/mesh/search.ts with the bounds of
 * src/proximity/volumes/boxBounds.ts, two children at a time in the lanes of a vector.
 */
import {
  ANY_BOUND,
  COUNT,
  CX,
  CY,
  CZ,
  FRAMES,
  HX,
  HY,
  HZ,
  LINK,
  OUTCOME,
  SIZE,
  STACK,
  STATE,
  WITH_START,
} from './meshLayout';
import {
  beginLeaves,
  best,
  contacts,
  ignore,
  keep,
  leaveAside,
  lowest,
  putOff,
  testLeaves,
  testPutOff,
  testStart,
  triangleA,
  triangleB,
  trianglePairs,
} from './meshLeaves';

/**
 * For each of the two frames: the nine numbers of its rotation, each twice; their magnitudes, each twice; then columns of
 * both by which a centre and extents are placed, two coordinates at a time: (x, y) of the centre with the translation, z of
 * the centre beside that of the extents, (x, y) of the extents.
 */
const TURNED = memory.data(1024, 16);
const MAGNITUDES: usize = 144;
const CENTRE_XY: usize = 288;
const BOTH_Z: usize = 352;
const EXTENTS_XY: usize = 416;
const FRAME_BYTES: usize = 512;
/** Squared bounds of four children. */
const BOUNDS = memory.data(32, 16);

/**
 * Answers the query at an address about two trees, whose roots are the first slots at `a` and `b`. Says whether the search was
 * stopped by what it found; numbers and points are left in the query.
 */
export function searchMeshes(
  query: usize,
  a: usize,
  b: usize,
  flags: i32,
  startA: i32,
  startB: i32,
): i32 {
  beginLeaves(query, flags);
  let stopped = (flags & WITH_START) != 0 && testStart(startA, startB);
  let nodePairs = 0;
  if (!stopped) {
    turnInto(query + FRAMES, TURNED);
    turnInto(query + FRAMES + 96, TURNED + FRAME_BYTES);
    nodePairs = descend(query + STACK, a, b, flags);
    stopped = nodePairs < 0;
    if (stopped) nodePairs = -nodePairs;
    else if (putOff > 0) stopped = testPutOff();
  }
  store<f64>(query, best, STATE);
  store<f64>(query, lowest, STATE + 8);
  store<i32>(query, triangleA, OUTCOME);
  store<i32>(query, triangleB, OUTCOME + 4);
  store<i32>(query, contacts, OUTCOME + 8);
  store<i32>(query, nodePairs, OUTCOME + 12);
  store<i32>(query, trianglePairs, OUTCOME + 16);
  store<i32>(query, putOff, OUTCOME + 20);
  return stopped ? 1 : 0;
}

/** Writes what the bounds need of a frame. */
function turnInto(frame: usize, to: usize): void {
  for (let k: usize = 0; k < 9; k++) {
    const r = v128.load64_splat(frame + 8 * k);
    v128.store(to + 16 * k, r);
    v128.store(to + MAGNITUDES + 16 * k, f64x2.abs(r));
  }
  for (let k: usize = 0; k < 3; k++) {
    const x = v128.load(to + 16 * k);
    const y = v128.load(to + 16 * k, 48);
    const z = v128.load(to + 16 * k, 96);
    v128.store(to + CENTRE_XY + 16 * k, low(x, y));
    v128.store(to + BOTH_Z + 16 * k, low(z, f64x2.abs(z)));
    v128.store(to + EXTENTS_XY + 16 * k, f64x2.abs(low(x, y)));
  }
  v128.store(to + CENTRE_XY, v128.load(frame + 72), 48);
  v128.store(to + BOTH_Z, f64x2.replace_lane(f64x2.splat(0), 0, load<f64>(frame, 88)), 48);
}

// @ts-ignore: decorator
@inline
function low(x: v128, y: v128): v128 {
  return v128.shuffle<f64>(x, y, 0, 2);
}

// @ts-ignore: decorator
@inline
function high(x: v128, y: v128): v128 {
  return v128.shuffle<f64>(x, y, 1, 3);
}

// @ts-ignore: decorator
@inline
function limitNow(): f64 {
  const kept = keep * best;
  return ignore < kept ? ignore : kept;
}

/** The number of pairs of volumes looked at; minus that if the search was stopped. */
function descend(stack: usize, a: usize, b: usize, flags: i32): i32 {
  boundsInto(b, a, 1, TURNED, Infinity);
  store<f64>(stack, load<f64>(BOUNDS));
  store<i32>(stack, <i32>a, 8);
  store<i32>(stack, <i32>b, 12);
  let top = stack + 16;
  let nodePairs = 1;
  let limit = limitNow();
  while (top > stack) {
    top -= 16;
    const bound = load<f64>(top);
    if (bound > limit) {
      leaveAside(bound);
      continue;
    }
    const slotA = <usize>load<i32>(top, 8);
    const slotB = <usize>load<i32>(top, 12);
    const childrenA = -load<i32>(slotA, COUNT);
    const childrenB = -load<i32>(slotB, COUNT);
    if ((childrenA & childrenB) < 0) {
      if (testLeaves(slotA, slotB)) return -nodePairs;
      limit = limitNow();
      continue;
    }
    const openA =
      childrenB < 0 || (childrenA > 0 && load<f64>(slotA, SIZE) >= load<f64>(slotB, SIZE));
    const n = openA ? childrenA : childrenB;
    const node = <usize>load<i32>(openA ? slotA : slotB, LINK);
    const fixed = openA ? slotB : slotA;
    const enough = (flags & ANY_BOUND) != 0 || limit > lowest ? limit : lowest;
    boundsInto(fixed, node, n, openA ? TURNED : TURNED + FRAME_BYTES, enough);
    nodePairs += n;
    const first = top;
    for (let i = 0; i < n; i++) {
      const childBound = load<f64>(BOUNDS + 8 * (<usize>i));
      if (childBound > limit) {
        leaveAside(childBound);
        continue;
      }
      // By descending bound: the nearest child ends on top.
      let at = top;
      while (at > first && load<f64>(at - 16) < childBound) {
        v128.store(at, v128.load(at - 16));
        at -= 16;
      }
      const child = <i32>node + 8 * i;
      store<f64>(at, childBound);
      store<i32>(at, openA ? child : <i32>slotA, 8);
      store<i32>(at, openA ? <i32>slotB : child, 12);
      top += 16;
    }
  }
  return nodePairs;
}

/**
 * Squared bounds of the children of a node against a box of the other tree, into BOUNDS. One greater than `enough` will do,
 * lane by lane as boxBoundsInto says it.
 */
function boundsInto(fixed: usize, node: usize, count: i32, turned: usize, enough: f64): void {
  const fx = v128.load64_splat(fixed, CX);
  const fy = v128.load64_splat(fixed, CY);
  const fz = v128.load64_splat(fixed, CZ);
  const hu = v128.load64_splat(fixed, HX);
  const hv = v128.load64_splat(fixed, HY);
  const hw = v128.load64_splat(fixed, HZ);
  const centreXY = f64x2.add(
    rowSum(turned + CENTRE_XY, fx, fy, fz),
    v128.load(turned + CENTRE_XY, 48),
  );
  // The extents' z gets a 0 added, which changes nothing: it is not negative.
  const bothZ = f64x2.add(
    rowSum(turned + BOTH_Z, low(fx, hu), low(fy, hv), low(fz, hw)),
    v128.load(turned + BOTH_Z, 48),
  );
  const extentsXY = rowSum(turned + EXTENTS_XY, hu, hv, hw);
  const centreX = low(centreXY, centreXY);
  const centreY = high(centreXY, centreXY);
  const centreZ = low(bothZ, bothZ);
  const extentX = low(extentsXY, extentsXY);
  const extentY = high(extentsXY, extentsXY);
  const extentZ = high(bothZ, bothZ);
  const needed = f64x2.splat(enough);
  const none = f64x2.splat(0);
  for (let c: usize = 0; c < 8 * (<usize>count); c += 16) {
    const child = node + c;
    const tx = f64x2.sub(centreX, v128.load(child, CX));
    const ty = f64x2.sub(centreY, v128.load(child, CY));
    const tz = f64x2.sub(centreZ, v128.load(child, CZ));
    const hx = v128.load(child, HX);
    const hy = v128.load(child, HY);
    const hz = v128.load(child, HZ);
    const dx = f64x2.abs(tx);
    const dy = f64x2.abs(ty);
    const dz = f64x2.abs(tz);
    const bound = squares(
      f64x2.sub(f64x2.sub(dx, hx), extentX),
      f64x2.sub(f64x2.sub(dy, hy), extentY),
      f64x2.sub(f64x2.sub(dz, hz), extentZ),
    );
    const first = f64x2.gt(bound, needed);
    if (i64x2.bitmask(first) == 3) {
      v128.store(BOUNDS + c, bound);
      continue;
    }
    const du = f64x2.abs(columnSum(turned, tx, ty, tz));
    const dv = f64x2.abs(columnSum(turned + 16, tx, ty, tz));
    const dw = f64x2.abs(columnSum(turned + 32, tx, ty, tz));
    const tt = f64x2.add(
      f64x2.add(f64x2.mul(tx, tx), f64x2.mul(ty, ty)),
      f64x2.mul(tz, tz),
    );
    let along = f64x2.sub(tt, f64x2.mul(hx, dx));
    along = f64x2.sub(along, f64x2.mul(hy, dy));
    along = f64x2.sub(along, f64x2.mul(hz, dz));
    along = f64x2.sub(along, f64x2.mul(hu, du));
    along = f64x2.sub(along, f64x2.mul(hv, dv));
    along = f64x2.sub(along, f64x2.mul(hw, dw));
    const squared = f64x2.div(f64x2.mul(along, along), tt);
    const better = v128.andnot(
      v128.and(f64x2.gt(along, none), f64x2.gt(squared, bound)),
      first,
    );
    const second = v128.bitselect(squared, bound, better);
    const done = f64x2.gt(second, needed);
    if (i64x2.bitmask(done) == 3) {
      v128.store(BOUNDS + c, second);
      continue;
    }
    const other = squares(
      f64x2.sub(f64x2.sub(du, hu), columnSum(turned + MAGNITUDES, hx, hy, hz)),
      f64x2.sub(f64x2.sub(dv, hv), columnSum(turned + MAGNITUDES + 16, hx, hy, hz)),
      f64x2.sub(f64x2.sub(dw, hw), columnSum(turned + MAGNITUDES + 32, hx, hy, hz)),
    );
    const third = f64x2.pmax(second, other);
    const apart = v128.bitselect(third, f64x2.pmin(none, along), f64x2.gt(third, none));
    v128.store(BOUNDS + c, v128.bitselect(second, apart, done));
  }
}

/** The sum of the squares of those that are positive. */
// @ts-ignore: decorator
@inline
function squares(x: v128, y: v128, z: v128): v128 {
  const none = f64x2.splat(0);
  const a = f64x2.pmax(none, x);
  const b = f64x2.pmax(none, y);
  const c = f64x2.pmax(none, z);
  return f64x2.add(f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)), f64x2.mul(c, c));
}

/** m0 x + m1 y + m2 z for three vectors in a row. */
// @ts-ignore: decorator
@inline
function rowSum(m: usize, x: v128, y: v128, z: v128): v128 {
  const xy = f64x2.add(f64x2.mul(v128.load(m), x), f64x2.mul(v128.load(m, 16), y));
  return f64x2.add(xy, f64x2.mul(v128.load(m, 32), z));
}

/** The same for a column of a rotation, whose numbers are each there twice. */
// @ts-ignore: decorator
@inline
function columnSum(m: usize, x: v128, y: v128, z: v128): v128 {
  const xy = f64x2.add(f64x2.mul(v128.load(m), x), f64x2.mul(v128.load(m, 48), y));
  return f64x2.add(xy, f64x2.mul(v128.load(m, 96), z));
}
