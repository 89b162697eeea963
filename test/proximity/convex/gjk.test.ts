import { describe, expect, it } from 'vitest';
import { type HullShape, hullShape } from '../../../src/geometry/primitives.ts';
import { Random } from '../../../src/math/random.ts';
import { gjkInto } from '../../../src/proximity/convex/gjk.ts';
import { searchInto } from '../../../src/proximity/convex/search.ts';
import { surelyEncloses } from '../../../src/proximity/convex/simplex.ts';
import {
  APART,
  COLLIDING,
  convexWorkspace,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  MAX_ITERATIONS,
  NEEDED,
  POINT_A,
  POINT_B,
  ROUNDING,
  UNRESOLVED,
  WARM,
  WITNESS,
} from '../../../src/proximity/convex/workspace.ts';
import {
  axisGap,
  dot,
  featureDistance,
  features,
  randomPoints,
  randomPose,
  type V,
} from '../../helpers/proximity/convex/oracle.ts';

const workspace = convexWorkspace();
const w = workspace.numbers;

function sizeOf(a: HullShape, b: HullShape, pose: Float64Array): number {
  return (
    a.table.radius + b.table.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11])
  );
}

/** Both searches against brute force; returns the status of the fast one. */
function check(a: HullShape, b: HullShape, pose: Float64Array): number {
  const size = sizeOf(a, b, pose);
  const fa = features(a.hull);
  const fb = features(b.hull, pose);
  const solid = a.hull.dimension === 3 && b.hull.dimension === 3;
  const gap = solid ? axisGap(fa, fb) : Number.NaN;
  const distance = solid && gap <= 0 ? 0 : featureDistance(fa, fb);
  let first = -1;
  for (const search of [gjkInto, searchInto]) {
    const status =
      search === gjkInto
        ? gjkInto(a.table, b.table, pose, 0, workspace)
        : searchInto(a, b, pose, 0, workspace);
    if (first < 0) first = status;
    const lower = w[GAP_LOWER];
    const upper = w[DISTANCE_UPPER];
    // The oracle's own rounding is a few units in the last place of the size.
    expect(lower).toBeLessThanOrEqual(distance + 4e-15 * size);
    expect(upper).toBeGreaterThanOrEqual(distance - 4e-15 * size);
    if (status === APART) {
      expect(upper - lower).toBeLessThanOrEqual(Math.max(1e-10 * upper, 1e-14 * size));
      const n = [...w.subarray(DIRECTION, DIRECTION + 3)] as V;
      expect(Math.abs(Math.hypot(...n) - 1)).toBeLessThan(1e-15);
      const nearest = Math.min(...fb.points.map((p) => dot(n, p)));
      const farthest = Math.max(...fa.points.map((p) => dot(n, p)));
      expect(lower).toBeLessThanOrEqual(nearest - farthest);
    }
    const p = w.slice(POINT_A, POINT_A + 3);
    const q = w.slice(POINT_B, POINT_B + 3);
    if (status === COLLIDING) {
      expect(upper).toBe(0);
      if (solid) expect(gap).toBeLessThan(0);
    } else {
      expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeLessThanOrEqual(upper);
    }
    if (solid && gap < -1e-11 * size) expect(status).toBe(COLLIDING);
    if (distance > 2e-14 * size) expect(status).toBe(APART);
  }
  return first;
}

describe('GJK against brute force', () => {
  for (const scale of [1e-6, 1, 1e6]) {
    it(`random hulls at scale ${scale} (seed 21)`, () => {
      const random = new Random(21);
      const seen = [0, 0, 0];
      for (let run = 0; run < 60; run++) {
        const a = hullShape(randomPoints(random, 4 + random.below(14), scale));
        const b = hullShape(randomPoints(random, 4 + random.below(14), scale));
        seen[check(a, b, randomPose(random, scale * random.between(0, 3)))]++;
      }
      expect(seen[APART]).toBeGreaterThan(10);
      expect(seen[COLLIDING]).toBeGreaterThan(10);
      expect(seen[UNRESOLVED]).toBe(0);
    });
  }

  it('a tiny hull against a huge one, and hulls far from their frames (seed 22)', () => {
    const random = new Random(22);
    for (let run = 0; run < 40; run++) {
      const a = hullShape(randomPoints(random, 12));
      const b = hullShape(randomPoints(random, 12, 1e-4));
      check(a, b, randomPose(random, random.between(0.4, 1.1)));
      const far = hullShape(randomPoints(random, 12).map((x) => x + 1e4));
      const pose = randomPose(random, 0);
      pose.set(
        [0, 3, 6].map((r) => -1e4 * (pose[r] + pose[r + 1] + pose[r + 2]) + random.between(0, 2)),
        9,
      );
      check(a, far, pose);
    }
  });

  it('boxes: parallel faces, edges and corners, touching, overlapping, nested', () => {
    const corners = (x: number, y: number, z: number) =>
      hullShape(
        Float64Array.from({ length: 24 }, (_, i) => {
          const k = i % 3;
          return ((Math.floor(i / 3) >> k) & 1 ? 1 : -1) * [x, y, z][k];
        }),
      );
    const a = corners(1, 1, 1);
    for (const b of [corners(1, 1, 1), corners(0.5, 2, 0.25), corners(0.1, 0.1, 0.1)]) {
      for (let x = -3; x <= 3; x += 0.5) {
        for (const [y, z] of [
          [0, 0],
          [0.5, 0],
          [1.5, 0.5],
          [2, 2],
          [2.5, -3],
        ]) {
          const pose = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z]);
          check(a, b, pose);
          const quarter = new Float64Array([0, -1, 0, 1, 0, 0, 0, 0, 1, x, y, z]);
          check(a, b, quarter);
        }
      }
    }
    const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    expect(check(a, a, identity)).toBe(COLLIDING);
    identity[9] = 2;
    expect(check(a, a, identity)).toBe(UNRESOLVED);
    identity[9] = 2 - 1e-9;
    expect(check(a, a, identity)).toBe(COLLIDING);
    identity[9] = 2 + 1e-9;
    expect(check(a, a, identity)).toBe(APART);
  });

  it('small gaps and shallow overlaps down to rounding (seed 23)', () => {
    const random = new Random(23);
    for (let run = 0; run < 12; run++) {
      const a = hullShape(randomPoints(random, 16));
      const b = hullShape(randomPoints(random, 16));
      const pose = randomPose(random, 3);
      gjkInto(a.table, b.table, pose, 0, workspace);
      const n = [...w.subarray(DIRECTION, DIRECTION + 3)];
      const distance = w[DISTANCE_UPPER];
      for (let e = -15; e <= -1; e += 2) {
        for (const sign of [1, -1]) {
          const moved = pose.slice();
          for (let k = 0; k < 3; k++) moved[9 + k] -= n[k] * (distance - sign * 10 ** e);
          check(a, b, moved);
        }
      }
    }
  });

  it('points, segments, polygons and repeated points (seed 24)', () => {
    const random = new Random(24);
    const flat = [
      new Float64Array([0.1, 0.2, 0.3]),
      new Float64Array([0, 0, 0, 1, 0.5, 0.25]),
      new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.5, 0.5, 0]),
      new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      randomPoints(random, 9),
    ].map((p) => hullShape(p));
    for (const a of flat) {
      for (const b of flat) {
        for (let run = 0; run < 8; run++) {
          const pose = randomPose(random, random.between(1.5, 4));
          if (run === 0) pose.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2]);
          if (run === 1) pose.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0]);
          check(a, b, pose);
        }
      }
    }
  });
});

describe('GJK requests', () => {
  it('stops early, starts warm and leaves out the witness without harm (seed 25)', () => {
    const random = new Random(25);
    const ws = convexWorkspace();
    for (let run = 0; run < 200; run++) {
      const a = hullShape(randomPoints(random, 40));
      const b = hullShape(randomPoints(random, 40));
      const pose = randomPose(random, random.between(1, 3));
      const status = gjkInto(a.table, b.table, pose, 0, workspace);
      if (status !== APART) continue;
      const distance = w[DISTANCE_UPPER];
      const size = sizeOf(a, b, pose);
      for (const share of [0.1, 0.5, 0.99]) {
        ws.numbers[NEEDED] = share * distance;
        expect(gjkInto(a.table, b.table, pose, 0, ws)).toBe(APART);
        expect(ws.numbers[GAP_LOWER]).toBeGreaterThanOrEqual(share * distance * (1 - 1e-9));
        expect(ws.numbers[GAP_LOWER]).toBeLessThanOrEqual(distance);
        expect(ws.numbers[DISTANCE_UPPER]).toBeGreaterThanOrEqual(w[GAP_LOWER]);
      }
      ws.numbers[NEEDED] = Number.POSITIVE_INFINITY;
      ws.integers[WARM] = 1;
      ws.integers[WITNESS] = run % 2;
      expect(gjkInto(a.table, b.table, pose, 0, ws)).toBe(APART);
      expect(Math.abs(ws.numbers[GAP_LOWER] - w[GAP_LOWER])).toBeLessThan(
        1e-10 * distance + 1e-14 * size,
      );
      ws.integers[WARM] = 0;
      ws.integers[WITNESS] = 1;
      for (let limit = 1; limit < 6; limit++) {
        ws.integers[MAX_ITERATIONS] = limit;
        gjkInto(a.table, b.table, pose, 0, ws);
        expect(ws.numbers[GAP_LOWER]).toBeLessThanOrEqual(distance);
      }
      ws.integers[MAX_ITERATIONS] = 100;
    }
  });

  it('is never satisfied by less than a positive gap', () => {
    const ws = convexWorkspace();
    const point = hullShape(new Float64Array([0, 0, 0]));
    const cloud = hullShape(randomPoints(new Random(28), 20));
    for (const needed of [0, -1, Number.NEGATIVE_INFINITY, Number.NaN]) {
      ws.numbers[NEEDED] = needed;
      const pose = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
      expect(gjkInto(point.table, point.table, pose, 0, ws)).toBe(UNRESOLVED);
      expect(searchInto(point, point, pose, 0, ws)).toBe(UNRESOLVED);
      pose[9] = 0.3;
      expect(gjkInto(cloud.table, cloud.table, pose, 0, ws)).toBe(COLLIDING);
      expect(searchInto(cloud, cloud, pose, 0, ws)).toBe(COLLIDING);
    }
  });

  it('is symmetric and does not depend on the frame (seed 26)', () => {
    const random = new Random(26);
    for (let run = 0; run < 100; run++) {
      const a = hullShape(randomPoints(random, 30));
      const b = hullShape(randomPoints(random, 30));
      const pose = randomPose(random, random.between(1.5, 4));
      if (gjkInto(a.table, b.table, pose, 0, workspace) !== APART) continue;
      const distance = w[DISTANCE_UPPER];
      const inverse = new Float64Array(12);
      for (let i = 0; i < 3; i++) {
        for (let k = 0; k < 3; k++) {
          inverse[3 * i + k] = pose[3 * k + i];
          inverse[9 + i] -= pose[3 * k + i] * pose[9 + k];
        }
      }
      expect(gjkInto(b.table, a.table, inverse, 0, workspace)).toBe(APART);
      expect(Math.abs(w[DISTANCE_UPPER] - distance)).toBeLessThan(1e-10 * distance + 1e-13);
    }
  });

  it('takes off what a sloppy rotation may cost', () => {
    const a = hullShape(randomPoints(new Random(27), 30));
    const pose = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0]);
    gjkInto(a.table, a.table, pose, 0, workspace);
    const exact = w[GAP_LOWER];
    for (const k of [0, 1, 5]) {
      const sloppy = pose.slice();
      sloppy[k] += 1e-7;
      gjkInto(a.table, a.table, sloppy, 0, workspace);
      expect(w[GAP_LOWER]).toBeLessThan(exact);
      expect(w[GAP_LOWER]).toBeGreaterThan(exact - 2e-6);
    }
  });
});

describe('enclosure', () => {
  it('is claimed only beyond the rounding of the corners', () => {
    const corners = [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1];
    const slack = 1e-15;
    for (const [depth, sure] of [
      [0.2, true],
      [1e-3, true],
      [1e-12, true],
      [1e-15, false],
      [0, false],
      [-1e-3, false],
    ] as const) {
      // Moves the origin to this depth below the face x + y + z = 1.
      for (const sign of [1, -1]) {
        const { numbers } = convexWorkspace();
        numbers.set(corners.map((x) => sign * (x - (1 / 3 - depth))));
        numbers[ROUNDING] = slack;
        expect(surelyEncloses(numbers)).toBe(sure);
      }
    }
  });
});
