/**
 * Distance of two convex hulls by their lodged support tables: what `look` of src/proximity/convex/gjk.ts does, step by
 * step, which says how it works. What it leaves to TypeScript: witness points, proofs of contact, the careful search; and
 * everything about poses that are no rotations and about sizes beyond all reason.
 */
import {
  ANEW,
  APART,
  APPROACH,
  CAREFULLY,
  CENTRE,
  CORE,
  CORNERS,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  ITERATIONS,
  MAX_ITERATIONS,
  NEEDED,
  NUMBERS,
  POINT_A,
  POINT_B,
  POINTS_A,
  POINTS_B,
  PROVE,
  RADIUS,
  ROUNDING,
  ROW,
  TOLERANCE,
  UNRESOLVED,
  WARM,
  WITNESS,
} from './layout';
import { extreme, squares } from './supports';
import { high, highOf, low, lowOf, lows, times } from '../vectors';

const U: f64 = 1.1102230246251565e-16;
const SLACK: f64 = 40 * U;
const SLACK_A: f64 = 20 * U;
const DEFECT_COST: f64 = 1.6;
const DEFECT_ERROR: f64 = 4 * U;
const MOMENTUM: f64 = 3;
const MOMENTUM_ITERATIONS: i32 = 2;
/** Beyond these no square of a table is sure to be found: R'R - I, and lengths. */
const MOST_DEFECT: f64 = 0.5;
const MOST_LENGTH: f64 = 1e30;

// @ts-ignore: decorator
@inline
function at(w: usize, k: i32): f64 {
  return load<f64>(w + (k << 3));
}

// @ts-ignore: decorator
@inline
function put(w: usize, k: i32, value: f64): void {
  store<f64>(w + (k << 3), value);
}

// @ts-ignore: decorator
@inline
function integer(w: usize, k: i32): i32 {
  return load<i32>(w + (NUMBERS << 3) + (k << 2));
}

/**
 * The hulls of the tables a and b, b placed by the pose, as the workspace asks. Says APART or UNRESOLVED; or CAREFULLY, that
 * the general search has to answer; or CORNERS and how many there are, in the workspace: 1 to 3 for the closest points, 4 that
 * seem to enclose the origin; or ANEW, that nothing was done.
 */
export function gjk(a: usize, b: usize, pose: usize, w: usize): i32 {
  const r0 = at(pose, 0);
  const r1 = at(pose, 1);
  const r2 = at(pose, 2);
  const r3 = at(pose, 3);
  const r4 = at(pose, 4);
  const r5 = at(pose, 5);
  const r6 = at(pose, 6);
  const r7 = at(pose, 7);
  const r8 = at(pose, 8);
  const tx = at(pose, 9);
  const ty = at(pose, 10);
  const tz = at(pose, 11);
  const radiusB = at(b, RADIUS);
  const reach = at(a, RADIUS) + (abs(tx) + abs(ty) + abs(tz));
  // Rows of two columns, and columns of two rows: lane by lane what the scalar code does.
  const r01 = f64x2(r0, r1);
  const r34 = f64x2(r3, r4);
  const r67 = f64x2(r6, r7);
  const c03 = f64x2(r0, r3);
  const c14 = f64x2(r1, r4);
  const c25 = f64x2(r2, r5);
  const txy = f64x2(tx, ty);
  const xxyy = f64x2.sub(
    f64x2.add(f64x2.add(f64x2.mul(r01, r01), f64x2.mul(r34, r34)), f64x2.mul(r67, r67)),
    f64x2.splat(1),
  );
  const zz = r2 * r2 + r5 * r5 + r8 * r8 - 1;
  const xy = r0 * r1 + r3 * r4 + r6 * r7;
  const xzyz = times(r01, r34, r67, f64x2.splat(r2), f64x2.splat(r5), f64x2.splat(r8));
  const ends = f64x2.mul(xxyy, xxyy);
  const mixes = f64x2.mul(xzyz, xzyz);
  const frobenius = sqrt(
    low(ends) + high(ends) + zz * zz + 2 * (xy * xy + low(mixes) + high(mixes)),
  );
  if (!(frobenius < MOST_DEFECT) || !(reach + radiusB < MOST_LENGTH)) return ANEW;
  const turned = SLACK + (DEFECT_COST / 3) * (frobenius + 3 * DEFECT_ERROR);
  const slack = SLACK_A * reach + turned * radiusB;
  const resolution = 0.5 * SLACK_A * (reach + radiusB);
  const needed = at(w, NEEDED) + slack;
  const tolerance = at(w, TOLERANCE);
  const moveX = at(w, APPROACH);
  const moveY = at(w, APPROACH + 1);
  const moveZ = at(w, APPROACH + 2);

  let x = at(w, DIRECTION);
  let y = at(w, DIRECTION + 1);
  let z = at(w, DIRECTION + 2);
  if (integer(w, WARM) == 0) {
    const d0 = at(b, CENTRE);
    const d1 = at(b, CENTRE + 1);
    const d2 = at(b, CENTRE + 2);
    const centreXY = f64x2.sub(
      f64x2.add(times(c03, c14, c25, f64x2.splat(d0), f64x2.splat(d1), f64x2.splat(d2)), txy),
      v128.load(a + CENTRE * 8),
    );
    z = r6 * d0 + r7 * d1 + r8 * d2 + tz - at(a, CENTRE + 2);
    x = low(centreXY);
    y = high(centreXY);
    const exy = f64x2.sub(centreXY, within(v128.load(a + CORE * 8), centreXY));
    const ez = z - low(within(v128.load64_zero(a + (CORE + 2) * 8), f64x2.splat(z)));
    let uv = times(r01, r34, r67, lowOf(exy), highOf(exy), f64x2.splat(ez));
    let t = r2 * low(exy) + r5 * high(exy) + r8 * ez;
    uv = f64x2.sub(uv, within(v128.load(b + CORE * 8), uv));
    t -= low(within(v128.load64_zero(b + (CORE + 2) * 8), f64x2.splat(t)));
    const u = low(uv);
    const v = high(uv);
    if (u != 0 || v != 0 || t != 0) {
      const turnedXY = times(c03, c14, c25, lowOf(uv), highOf(uv), f64x2.splat(t));
      x = low(turnedXY);
      y = high(turnedXY);
      z = r6 * u + r7 * v + r8 * t;
    }
  }
  let squared = x * x + y * y + z * z;
  if (!(squared < 1e280)) return ANEW;
  if (!(squared > 1e-280)) {
    x = 1;
    y = 0;
    z = 0;
    squared = 1;
  }
  put(w, ROUNDING, slack);
  // The simplex: corners p, q, r, and which vertices of A and B they come from.
  let px: f64 = 0;
  let py: f64 = 0;
  let pz: f64 = 0;
  let pA: usize = 0;
  let pB: usize = 0;
  let qx: f64 = 0;
  let qy: f64 = 0;
  let qz: f64 = 0;
  let qA: usize = 0;
  let qB: usize = 0;
  let rx: f64 = 0;
  let ry: f64 = 0;
  let rz: f64 = 0;
  let rA: usize = 0;
  let rB: usize = 0;
  let sA: usize = 0;
  let sB: usize = 0;
  let count = 0;
  let upperSquared: f64 = Infinity;
  let upper: f64 = Infinity;
  let gap: f64 = -Infinity;
  let closed = false;
  let enclosed = false;
  let iteration = 0;
  let mixed = false;
  let vx: f64 = 0;
  let vy: f64 = 0;
  let vz: f64 = 0;
  const limit = integer(w, MAX_ITERATIONS);
  while (iteration < limit) {
    iteration++;
    const inverse = 1 / sqrt(squared);
    const dx = f64x2.splat(x);
    const dy = f64x2.splat(y);
    const dz = f64x2.splat(z);
    const uv = f64x2.neg(times(r01, r34, r67, dx, dy, dz));
    const t = f64x2.splat(-(r2 * x + r5 * y + r8 * z));
    const u = lowOf(uv);
    const v = highOf(uv);
    const found = squares(a, b, lows(dx, u), lows(dy, v), lows(dz, t));
    sA = extreme(a, i32x4.extract_lane(found, 0), dx, dy, dz);
    sB = extreme(b, i32x4.extract_lane(found, 2), u, v, t);
    const ax = load<f64>(sA);
    const ay = load<f64>(sA, ROW);
    const az = load<f64>(sA, 2 * ROW);
    const bx = v128.load64_splat(sB);
    const by = v128.load64_splat(sB, ROW);
    const bz = v128.load64_splat(sB, 2 * ROW);
    const sxy = f64x2.sub(f64x2.add(times(c03, c14, c25, bx, by, bz), txy), f64x2(ax, ay));
    const sx = low(sxy);
    const sy = high(sxy);
    const sz = r6 * low(bx) + r7 * low(by) + r8 * low(bz) + tz - az;

    const along = (x * sx + y * sy + z * sz) * inverse;
    if (along > gap) {
      gap = along;
      put(w, DIRECTION, x * inverse);
      put(w, DIRECTION + 1, y * inverse);
      put(w, DIRECTION + 2, z * inverse);
    }
    const moved = abs(x * moveX + y * moveY + z * moveZ) * inverse;
    if (along >= needed + moved && along > slack) {
      put(w, POINT_A, ax);
      put(w, POINT_A + 1, ay);
      put(w, POINT_A + 2, az);
      put(w, POINT_B, ax + sx);
      put(w, POINT_B + 1, ay + sy);
      put(w, POINT_B + 2, az + sz);
      put(w, DISTANCE_UPPER, sqrt(sx * sx + sy * sy + sz * sz) + slack);
      put(w, DIRECTION, x * inverse);
      put(w, DIRECTION + 1, y * inverse);
      put(w, DIRECTION + 2, z * inverse);
      put(w, GAP_LOWER, along - slack);
      store<i32>(w + (NUMBERS << 3) + (ITERATIONS << 2), iteration);
      return APART;
    }
    if (mixed) {
      mixed = false;
      if (!(vx * sx + vy * sy + vz * sz < 0.999 * upper)) {
        x = vx;
        y = vy;
        z = vz;
        squared = 1;
        continue;
      }
    } else if (count > 0 && (upper - gap <= tolerance * upper || upper - gap <= resolution)) {
      closed = true;
      break;
    }

    // From the newest corner inward: drop corners until the origin projects into the simplex.
    let corners = count;
    let ex = px - sx;
    let ey = py - sy;
    let ez = pz - sz;
    let fx = qx - sx;
    let fy = qy - sy;
    let fz = qz - sz;
    let nx = ey * fz - ez * fy;
    let ny = ez * fx - ex * fz;
    let nz = ex * fy - ey * fx;
    if (corners == 3) {
      const gx = rx - sx;
      const gy = ry - sy;
      const gz = rz - sz;
      const volume = nx * gx + ny * gy + nz * gz;
      const sign: f64 = volume < 0 ? 1 : -1;
      const ux = fy * gz - fz * gy;
      const uy = fz * gx - fx * gz;
      const uz = fx * gy - fy * gx;
      const hx = gy * ez - gz * ey;
      const hy = gz * ex - gx * ez;
      const hz = gx * ey - gy * ex;
      const wp = sign * (sx * ux + sy * uy + sz * uz);
      const wq = sign * (sx * hx + sy * hy + sz * hz);
      const wr = sign * (sx * nx + sy * ny + sz * nz);
      if (wp > 0 && wq > 0 && wr > 0) {
        enclosed = true;
        break;
      }
      const hp: f64 = wp > 0 ? 0 : (wp * wp) / (ux * ux + uy * uy + uz * uz);
      const hq: f64 = wq > 0 ? 0 : (wq * wq) / (hx * hx + hy * hy + hz * hz);
      const hr: f64 = wr > 0 ? 0 : (wr * wr) / (nx * nx + ny * ny + nz * nz);
      if (hp >= hq && hp >= hr) {
        px = rx;
        py = ry;
        pz = rz;
        pA = rA;
        pB = rB;
        ex = gx;
        ey = gy;
        ez = gz;
        nx = -ux;
        ny = -uy;
        nz = -uz;
      } else if (hq >= hr) {
        qx = rx;
        qy = ry;
        qz = rz;
        qA = rA;
        qB = rB;
        fx = gx;
        fy = gy;
        fz = gz;
        nx = -hx;
        ny = -hy;
        nz = -hz;
      }
      corners = 2;
    }
    let nextSquared: f64 = 0;
    if (corners == 2) {
      const nn = nx * nx + ny * ny + nz * nz;
      const mx = ny * sz - nz * sy;
      const my = nz * sx - nx * sz;
      const mz = nx * sy - ny * sx;
      const wp = -(mx * fx + my * fy + mz * fz);
      const wq = mx * ex + my * ey + mz * ez;
      if (wp > 0 && wq > 0) {
        const h = nx * sx + ny * sy + nz * sz;
        const sign: f64 = h < 0 ? -1 : 1;
        x = sign * nx;
        y = sign * ny;
        z = sign * nz;
        squared = nn;
        nextSquared = (h * h) / nn;
        rx = sx;
        ry = sy;
        rz = sz;
        rA = sA;
        rB = sB;
        count = 3;
      } else {
        corners = 1;
        if (wq > 0 || (wp <= 0 && sx * ex + sy * ey + sz * ez >= 0)) {
          px = qx;
          py = qy;
          pz = qz;
          pA = qA;
          pB = qB;
          ex = fx;
          ey = fy;
          ez = fz;
        }
      }
    }
    if (corners == 1) {
      if (sx * ex + sy * ey + sz * ez < 0) {
        const cx = sy * ez - sz * ey;
        const cy = sz * ex - sx * ez;
        const cz = sx * ey - sy * ex;
        const cc = cx * cx + cy * cy + cz * cz;
        const ee = ex * ex + ey * ey + ez * ez;
        x = ey * cz - ez * cy;
        y = ez * cx - ex * cz;
        z = ex * cy - ey * cx;
        squared = x * x + y * y + z * z;
        nextSquared = cc / ee;
        qx = sx;
        qy = sy;
        qz = sz;
        qA = sA;
        qB = sB;
        count = 2;
      } else corners = 0;
    }
    if (corners == 0) {
      px = sx;
      py = sy;
      pz = sz;
      pA = sA;
      pB = sB;
      x = sx;
      y = sy;
      z = sz;
      squared = x * x + y * y + z * z;
      nextSquared = squared;
      count = 1;
    }
    if (!(nextSquared < upperSquared)) break;
    upperSquared = nextSquared;
    upper = sqrt(nextSquared);
    if (!(squared > 1e-280)) break;
    if (iteration <= MOMENTUM_ITERATIONS) {
      const unit = 1 / sqrt(squared);
      vx = x * unit;
      vy = y * unit;
      vz = z * unit;
      x = vx + MOMENTUM * at(w, DIRECTION);
      y = vy + MOMENTUM * at(w, DIRECTION + 1);
      z = vz + MOMENTUM * at(w, DIRECTION + 2);
      squared = x * x + y * y + z * z;
      mixed = true;
    }
  }
  store<i32>(w + (NUMBERS << 3) + (ITERATIONS << 2), iteration);
  put(w, GAP_LOWER, gap - slack);
  if (closed && gap > slack && integer(w, WITNESS) == 0) {
    put(w, DISTANCE_UPPER, Infinity);
    return APART;
  }
  if (integer(w, PROVE) == 0 && !closed) {
    put(w, DISTANCE_UPPER, Infinity);
    return UNRESOLVED;
  }
  if (!closed && !enclosed) return CAREFULLY;
  if (count > 0) keepCorner(pose, w, 0, pA, pB);
  if (count > 1) keepCorner(pose, w, 3, qA, qB);
  if (count > 2) keepCorner(pose, w, 6, rA, rB);
  if (closed) return CORNERS + count;
  keepCorner(pose, w, 9, sA, sB);
  return CORNERS + 4;
}

/** x, not beyond h either way; of equal values, x. */
// @ts-ignore: decorator
@inline
function within(h: v128, x: v128): v128 {
  return f64x2.pmin(f64x2.pmax(x, f64x2.neg(h)), h);
}

/** Puts the vertices p of A and q of B into the corner at k of the workspace's simplex. */
function keepCorner(pose: usize, w: usize, k: i32, p: usize, q: usize): void {
  const x = load<f64>(q);
  const y = load<f64>(q, ROW);
  const z = load<f64>(q, 2 * ROW);
  for (let axis = 0; axis < 3; axis++) {
    const r = 3 * axis;
    const i = load<f64>(p + axis * ROW);
    const j = at(pose, r) * x + at(pose, r + 1) * y + at(pose, r + 2) * z + at(pose, 9 + axis);
    put(w, POINTS_A + k + axis, i);
    put(w, POINTS_B + k + axis, j);
    put(w, k + axis, j - i);
  }
}
