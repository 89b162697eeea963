/**
 * Distance between two convex hulls: GJK (Gilbert, Johnson, Keerthi 1988) with support
 * tables and van den Bergen's bounds and termination (1999).
 *
 * Frames: everything in A's frame; the pose places B there, b -> R b + T. The search looks
 * for the point of B - A nearest to the origin. Every iteration yields a proven statement:
 * along the unit direction n all of B lies beyond all of A by the gap n.s, where s is the
 * extreme point of B - A toward the origin. That holds whether or not the search has
 * converged, because both extreme points are true maxima over all vertices up to the slack
 * counted in docs/proofs/convex.md.
 *
 * The closest point of the simplex is found from the newest corner inward: tetrahedron,
 * triangle, segment, corner, each by the signs of barycentric coordinates formed from edge
 * vectors. Directions are left unnormalised (e x (s x e) on an edge, the normal on a triangle),
 * so they are perpendicular to the simplex however small the distance. Should rounding lead
 * this path astray the distance does not shrink, and simplex.ts searches all faces.
 *
 * The loop keeps its state in locals: this is the hottest code of the product. Hulls of 50 to 200
 * vertices that are apart take 0.2 to 0.3 microseconds until a gap suffices (two iterations),
 * 0.7 to 0.9 until the bounds meet (six or seven). Nothing is allocated. Coordinates
 * must lie between 1e-30 and 1e30 in magnitude, or be 0.
 */
import { SHRINK, type SupportTable } from '../../geometry/index.ts';
import { ANEW, CAREFULLY, CORNERS, conclude } from './gjkEnd.ts';
import { lookInKernel } from './gjkKernel.ts';
import {
  APART,
  APPROACH,
  COLLIDING,
  type ConvexWorkspace,
  DEFECT_COST,
  DEFECT_ERROR,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  ITERATIONS,
  MAX_ITERATIONS,
  NEEDED,
  POINT_A,
  POINT_B,
  POINTS_A,
  POINTS_B,
  PROVE,
  ROUNDING,
  SLACK,
  SLACK_A,
  TOLERANCE,
  UNRESOLVED,
  WARM,
  WITNESS,
} from './workspace.ts';

/**
 * In the first iterations the search looks along v/|v| + MOMENTUM times the best direction so
 * far, because a simplex of one or two corners says little about where the others are.
 * Measured: 1.3 iterations fewer, of 7.5. (Momentum in GJK: Montaut et al., RSS 2022.)
 */
const MOMENTUM = 3;
const MOMENTUM_ITERATIONS = 2;

/**
 * Distance of the hulls of two support tables, B placed by the pose at `pose[o]`. Returns the
 * status and fills the result in the workspace. When it stops because the gap suffices,
 * POINT_A and POINT_B are one vertex of each hull and DISTANCE_UPPER their distance.
 */
export function gjkInto(
  a: SupportTable,
  b: SupportTable,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): number {
  let said = lookInKernel(a, b, pose, o, workspace);
  if (said === ANEW) said = look(a, b, pose, o, workspace);
  return said <= UNRESOLVED ? said : conclude(a, b, pose, o, workspace, said);
}

/** The search itself: a status, or what is left to do (gjkEnd.ts). assembly/hulls/gjk.ts does the same. */
function look(
  a: SupportTable,
  b: SupportTable,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): number {
  const w = workspace.numbers;
  const integers = workspace.integers;
  const startsA = a.starts;
  const startsB = b.starts;
  const candidatesA = a.candidates;
  const candidatesB = b.candidates;
  const pointsA = a.positions;
  const pointsB = b.positions;
  const nA = a.resolution;
  const nB = b.resolution;
  const halfA = 0.5 * nA;
  const halfB = 0.5 * nB;
  const r0 = pose[o];
  const r1 = pose[o + 1];
  const r2 = pose[o + 2];
  const r3 = pose[o + 3];
  const r4 = pose[o + 4];
  const r5 = pose[o + 5];
  const r6 = pose[o + 6];
  const r7 = pose[o + 7];
  const r8 = pose[o + 8];
  const tx = pose[o + 9];
  const ty = pose[o + 10];
  const tz = pose[o + 11];
  const reach = a.radius + (Math.abs(tx) + Math.abs(ty) + Math.abs(tz));
  // R'R - I, whose Frobenius norm bounds twice the distance of R from the nearest rotation.
  const xx = r0 * r0 + r3 * r3 + r6 * r6 - 1;
  const yy = r1 * r1 + r4 * r4 + r7 * r7 - 1;
  const zz = r2 * r2 + r5 * r5 + r8 * r8 - 1;
  const xy = r0 * r1 + r3 * r4 + r6 * r7;
  const xz = r0 * r2 + r3 * r5 + r6 * r8;
  const yz = r1 * r2 + r4 * r5 + r7 * r8;
  const frobenius = Math.sqrt(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
  const turned = SLACK + (DEFECT_COST / 3) * (frobenius + 3 * DEFECT_ERROR);
  const slack = SLACK_A * reach + turned * b.radius;
  w[ROUNDING] = slack;
  // Closing the bounds further than this is beyond the roundings of the search itself.
  const resolution = 0.5 * SLACK_A * (reach + b.radius);
  const needed = w[NEEDED] + slack;
  const tolerance = w[TOLERANCE];
  const moveX = w[APPROACH];
  const moveY = w[APPROACH + 1];
  const moveZ = w[APPROACH + 2];

  // The search direction, not normalised.
  let x = w[DIRECTION];
  let y = w[DIRECTION + 1];
  let z = w[DIRECTION + 2];
  if (integers[WARM] === 0) {
    const c = a.centre;
    const d = b.centre;
    x = r0 * d[0] + r1 * d[1] + r2 * d[2] + tx - c[0];
    y = r3 * d[0] + r4 * d[1] + r5 * d[2] + ty - c[1];
    z = r6 * d[0] + r7 * d[1] + r8 * d[2] + tz - c[2];
    // From the point of A's core nearest to B's centre, to the point of B's core nearest to that.
    const h = a.core;
    const g = b.core;
    const ex = x - Math.min(h[0], Math.max(-h[0], x));
    const ey = y - Math.min(h[1], Math.max(-h[1], y));
    const ez = z - Math.min(h[2], Math.max(-h[2], z));
    let u = r0 * ex + r3 * ey + r6 * ez;
    let v = r1 * ex + r4 * ey + r7 * ez;
    let t = r2 * ex + r5 * ey + r8 * ez;
    u -= Math.min(g[0], Math.max(-g[0], u));
    v -= Math.min(g[1], Math.max(-g[1], v));
    t -= Math.min(g[2], Math.max(-g[2], t));
    if (u !== 0 || v !== 0 || t !== 0) {
      x = r0 * u + r1 * v + r2 * t;
      y = r3 * u + r4 * v + r5 * t;
      z = r6 * u + r7 * v + r8 * t;
    }
  }
  let squared = x * x + y * y + z * z;
  if (!(squared > 1e-280)) {
    x = 1;
    y = 0;
    z = 0;
    squared = 1;
  }
  // The simplex: corners p, q, r, and which vertices of A and B they come from.
  let px = 0;
  let py = 0;
  let pz = 0;
  let pA = -1;
  let pB = -1;
  let qx = 0;
  let qy = 0;
  let qz = 0;
  let qA = -1;
  let qB = -1;
  let rx = 0;
  let ry = 0;
  let rz = 0;
  let rA = -1;
  let rB = -1;
  let lastA = -1;
  let lastB = -1;
  let count = 0;
  let upperSquared = Number.POSITIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;
  let gap = Number.NEGATIVE_INFINITY;
  let status = UNRESOLVED;
  let iteration = 0;
  // The closest point's direction while the search looks along a mixture.
  let mixed = false;
  let vx = 0;
  let vy = 0;
  let vz = 0;
  const limit = integers[MAX_ITERATIONS];
  while (iteration < limit) {
    iteration++;
    const inverse = 1 / Math.sqrt(squared);
    // Support of A along d and of B along -d: supportOffset of supportTable.ts, written out.
    const scaleA = (halfA * SHRINK) / (Math.abs(x) + Math.abs(y) + Math.abs(z));
    const cellA = ((z < 0 ? nA : 0) + ((y * scaleA + halfA) | 0)) * nA + ((x * scaleA + halfA) | 0);
    let atA = startsA[cellA];
    const endA = startsA[cellA + 1];
    let sA = candidatesA[atA];
    let topA = x * pointsA[sA] + y * pointsA[sA + 1] + z * pointsA[sA + 2];
    while (++atA < endA) {
      const k = candidatesA[atA];
      const value = x * pointsA[k] + y * pointsA[k + 1] + z * pointsA[k + 2];
      if (value > topA) {
        topA = value;
        sA = k;
      }
    }
    const ax = pointsA[sA];
    const ay = pointsA[sA + 1];
    const az = pointsA[sA + 2];
    const u = -(r0 * x + r3 * y + r6 * z);
    const v = -(r1 * x + r4 * y + r7 * z);
    const t = -(r2 * x + r5 * y + r8 * z);
    const scaleB = (halfB * SHRINK) / (Math.abs(u) + Math.abs(v) + Math.abs(t));
    const cellB = ((t < 0 ? nB : 0) + ((v * scaleB + halfB) | 0)) * nB + ((u * scaleB + halfB) | 0);
    let atB = startsB[cellB];
    const endB = startsB[cellB + 1];
    let sB = candidatesB[atB];
    let topB = u * pointsB[sB] + v * pointsB[sB + 1] + t * pointsB[sB + 2];
    while (++atB < endB) {
      const k = candidatesB[atB];
      const value = u * pointsB[k] + v * pointsB[k + 1] + t * pointsB[k + 2];
      if (value > topB) {
        topB = value;
        sB = k;
      }
    }
    const bx = pointsB[sB];
    const by = pointsB[sB + 1];
    const bz = pointsB[sB + 2];
    const sx = r0 * bx + r1 * by + r2 * bz + tx - ax;
    const sy = r3 * bx + r4 * by + r5 * bz + ty - ay;
    const sz = r6 * bx + r7 * by + r8 * bz + tz - az;

    const along = (x * sx + y * sy + z * sz) * inverse;
    if (along > gap) {
      gap = along;
      w[DIRECTION] = x * inverse;
      w[DIRECTION + 1] = y * inverse;
      w[DIRECTION + 2] = z * inverse;
    }
    const moved = Math.abs(x * moveX + y * moveY + z * moveZ) * inverse;
    if (along >= needed + moved && along > slack) {
      // In A's frame: the two vertices of this iteration are the witness.
      w[POINT_A] = ax;
      w[POINT_A + 1] = ay;
      w[POINT_A + 2] = az;
      w[POINT_B] = ax + sx;
      w[POINT_B + 1] = ay + sy;
      w[POINT_B + 2] = az + sz;
      w[DISTANCE_UPPER] = Math.sqrt(sx * sx + sy * sy + sz * sz) + slack;
      w[DIRECTION] = x * inverse;
      w[DIRECTION + 1] = y * inverse;
      w[DIRECTION + 2] = z * inverse;
      w[GAP_LOWER] = along - slack;
      integers[ITERATIONS] = iteration;
      return APART;
    }
    if (mixed) {
      mixed = false;
      // Only a corner beyond the plane through v is sure to be part of the next simplex.
      if (!(vx * sx + vy * sy + vz * sz < 0.999 * upper)) {
        x = vx;
        y = vy;
        z = vz;
        squared = 1;
        continue;
      }
    } else if (count > 0 && (upper - gap <= tolerance * upper || upper - gap <= resolution)) {
      status = APART;
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
    if (corners === 3) {
      const gx = rx - sx;
      const gy = ry - sy;
      const gz = rz - sz;
      const volume = nx * gx + ny * gy + nz * gz;
      const sign = volume < 0 ? 1 : -1;
      const ux = fy * gz - fz * gy;
      const uy = fz * gx - fx * gz;
      const uz = fx * gy - fy * gx;
      const vx = gy * ez - gz * ey;
      const vy = gz * ex - gx * ez;
      const vz = gx * ey - gy * ex;
      const wp = sign * (sx * ux + sy * uy + sz * uz);
      const wq = sign * (sx * vx + sy * vy + sz * vz);
      const wr = sign * (sx * nx + sy * ny + sz * nz);
      if (wp > 0 && wq > 0 && wr > 0) {
        status = COLLIDING;
        lastA = sA;
        lastB = sB;
        break;
      }
      // Of the faces that the origin lies beyond, the one whose plane is farthest from it.
      const hp = wp > 0 ? 0 : (wp * wp) / (ux * ux + uy * uy + uz * uz);
      const hq = wq > 0 ? 0 : (wq * wq) / (vx * vx + vy * vy + vz * vz);
      const hr = wr > 0 ? 0 : (wr * wr) / (nx * nx + ny * ny + nz * nz);
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
        nx = -vx;
        ny = -vy;
        nz = -vz;
      }
      corners = 2;
    }
    let nextSquared = 0;
    if (corners === 2) {
      const nn = nx * nx + ny * ny + nz * nz;
      const mx = ny * sz - nz * sy;
      const my = nz * sx - nx * sz;
      const mz = nx * sy - ny * sx;
      const wp = -(mx * fx + my * fy + mz * fz);
      const wq = mx * ex + my * ey + mz * ez;
      if (wp > 0 && wq > 0) {
        const h = nx * sx + ny * sy + nz * sz;
        const sign = h < 0 ? -1 : 1;
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
    if (corners === 1) {
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
    if (corners === 0) {
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
    upper = Math.sqrt(nextSquared);
    if (!(squared > 1e-280)) break;
    if (iteration <= MOMENTUM_ITERATIONS) {
      const unit = 1 / Math.sqrt(squared);
      vx = x * unit;
      vy = y * unit;
      vz = z * unit;
      x = vx + MOMENTUM * w[DIRECTION];
      y = vy + MOMENTUM * w[DIRECTION + 1];
      z = vz + MOMENTUM * w[DIRECTION + 2];
      squared = x * x + y * y + z * z;
      mixed = true;
    }
  }
  integers[ITERATIONS] = iteration;
  w[GAP_LOWER] = gap - slack;
  if (status === APART && gap > slack && integers[WITNESS] === 0) {
    w[DISTANCE_UPPER] = Number.POSITIVE_INFINITY;
    return APART;
  }
  if (integers[PROVE] === 0 && status !== APART) {
    w[DISTANCE_UPPER] = Number.POSITIVE_INFINITY;
    return UNRESOLVED;
  }
  if (status === UNRESOLVED) return CAREFULLY;
  if (count > 0) keepCorner(a, b, pose, o, w, 0, pA, pB);
  if (count > 1) keepCorner(a, b, pose, o, w, 1, qA, qB);
  if (count > 2) keepCorner(a, b, pose, o, w, 2, rA, rB);
  if (status === APART) return CORNERS + count;
  keepCorner(a, b, pose, o, w, 3, lastA, lastB);
  return CORNERS + 4;
}

/** Puts the vertices at i of A and j of B into corner k of the workspace's simplex. */
function keepCorner(
  a: SupportTable,
  b: SupportTable,
  pose: Float64Array,
  o: number,
  w: Float64Array,
  k: number,
  i: number,
  j: number,
): void {
  const x = b.positions[j];
  const y = b.positions[j + 1];
  const z = b.positions[j + 2];
  for (let axis = 0; axis < 3; axis++) {
    const r = o + 3 * axis;
    const p = a.positions[i + axis];
    const q = pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[o + 9 + axis];
    w[POINTS_A + 3 * k + axis] = p;
    w[POINTS_B + 3 * k + axis] = q;
    w[3 * k + axis] = q - p;
  }
}
