/**
 * Degenerate placements against rational arithmetic: bodies that are moved without turning, by numbers that add
 * up exactly, so that the distance of the hulls is a rational number: the least over all pairs of triangles.
 */
import { describe, expect, it } from 'vitest';
import { poseFromQuaternion } from '../../../src/math/index.ts';
import { Random } from '../../../src/math/random.ts';
import { APART, COLLIDING } from '../../../src/proximity/convex/workspace.ts';
import {
  FEATURE_ALGORITHMS,
  type FeatureAlgorithmName,
} from '../../../src/proximity/features/algorithms.ts';
import { FeatureWorkspace } from '../../../src/proximity/features/tracked.ts';
import {
  compare,
  exactSquaredDistance,
  multiply,
  type Rational,
  rationalOf,
} from '../../helpers/oracles/rational.ts';
import {
  type Body,
  bodyOf,
  boxPoints,
  trackedPair,
} from '../../helpers/proximity/features/judge.ts';

const NAMES = Object.keys(FEATURE_ALGORITHMS) as FeatureAlgorithmName[];

/** The squared distance of the surfaces, exactly: `shift` must move B's corners without rounding. */
function exactDistance({ hull: a }: Body, { hull: b }: Body, shift: readonly number[]): Rational {
  const corners = (p: Float64Array, at: ArrayLike<number>, by: readonly number[]) =>
    Array.from(at).flatMap((v) => [0, 1, 2].map((k) => p[3 * v + k] + by[k]));
  let least: Rational | null = null;
  for (let i = 0; i < a.indices.length; i += 3) {
    const s = corners(a.positions, a.indices.subarray(i, i + 3), [0, 0, 0]);
    for (let j = 0; j < b.indices.length; j += 3) {
      const t = corners(b.positions, b.indices.subarray(j, j + 3), shift);
      const d = exactSquaredDistance(s, t);
      if (least === null || compare(d, least) < 0) least = d;
    }
  }
  return least as Rational;
}

/** Multiples of 2^-10 up to 2 in magnitude. */
const dyadic = (random: Random) => Math.round(random.between(-2048, 2048)) / 1024;

describe('all algorithms against rationals', () => {
  const ws = new FeatureWorkspace();
  ws.needed = Number.POSITIVE_INFINITY;
  const square = (x: number) => multiply(rationalOf(x), rationalOf(x));

  /** Checks the bounds of all, and that a pair with an exact distance of 0 is not called apart; the status of all. */
  function check(a: Body, b: Body, shift: readonly number[], closed = 1e-12): number {
    const exact = exactDistance(a, b, shift);
    const pose = poseFromQuaternion(0, 0, 0, 1, shift[0], shift[1], shift[2]);
    const statuses = NAMES.map((name) => {
      const status = FEATURE_ALGORITHMS[name](trackedPair(a, b), pose, 0, ws);
      const { lower, upper } = ws.result;
      if (status === COLLIDING) return status;
      if (lower > 0) expect(compare(square(lower), exact), name).toBeLessThanOrEqual(0);
      expect(compare(square(upper), exact), name).toBeGreaterThanOrEqual(0);
      if (exact.num === 0n) expect(status, name).not.toBe(APART);
      else expect(upper - lower, name).toBeLessThanOrEqual(1e-9 * upper + closed);
      return status;
    });
    expect(new Set(statuses).size).toBe(1);
    return statuses[0];
  }

  it('faces, edges and corners of boxes that are parallel', () => {
    const a = bodyOf(boxPoints(1, 0.5, 0.25));
    const b = bodyOf(boxPoints(0.5, 0.5, 0.5));
    for (const x of [-1.5, -1, 0, 1.5, 1.5 + 2 ** -40, 2]) {
      for (const y of [-1, 0.5, 1 + 2 ** -45]) {
        for (const z of [0, 0.75, 0.75 + 2 ** -30, -3]) check(a, b, [x, y, z]);
      }
    }
  });

  it('corners on a lattice: coplanar faces, parallel edges and shared corners abound (seed 61)', () => {
    const random = new Random(61);
    const lattice = () =>
      bodyOf(Array.from({ length: 30 }, () => Math.round(random.between(-2, 2)) / 2));
    const seen = [0, 0, 0];
    for (let run = 0; run < 40; run++) {
      const shift = [0, 1, 2].map(() => Math.round(random.between(-5, 5)) / 2);
      seen[check(lattice(), lattice(), shift)]++;
    }
    // Apart, overlapping, and in contact to the last bit.
    expect(Math.min(...seen)).toBeGreaterThan(2);
  });

  it('triangles, quadrilaterals and prisms that touch or are nearly coplanar (seed 62)', () => {
    const random = new Random(62);
    for (let run = 0; run < 25; run++) {
      const flat = (z: number) =>
        bodyOf(Array.from({ length: 5 }, () => [dyadic(random), dyadic(random), z]).flat());
      const tilted = bodyOf(Array.from({ length: 12 }, () => dyadic(random)));
      const shift = [dyadic(random), dyadic(random), 2 ** -20 * Math.round(4 * random.unit())];
      check(flat(0), flat(0), shift);
      check(
        flat(0),
        tilted,
        shift.map((x) => 4 * x),
      );
    }
  });

  it('at a million metres, within what rounding there allows', () => {
    const a = bodyOf(boxPoints(1, 1, 1, [2 ** 20, -(2 ** 20), 2 ** 20]));
    const b = bodyOf(boxPoints(0.5, 0.5, 0.5, [2 ** 20, -(2 ** 20), 2 ** 20]));
    for (const x of [0, 1.5, 1.5 + 2 ** -10, 2.5]) {
      for (const y of [0, 2]) {
        check(a, b, [x, y, 0], 1e-6);
      }
    }
  });
});
