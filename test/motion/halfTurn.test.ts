/**
 * Half a turn of a floating joint: one documented way, halfway between the two quaternions as they stand;
 * the same for motions, checks, certificates and their verifier, and noted.
 */
import { describe, expect, it } from 'vitest';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import { makeCertificate, Verifier } from '../../src/certificate/index.ts';
import type { Method } from '../../src/check/index.ts';
import { identityPose, poseFromRpy, Random } from '../../src/math/index.ts';
import { buildPath, StraightSegment, timedPath } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { BARE, describedCell } from '../helpers/oracles/describedCell.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

const at = (q: readonly number[]) => Float64Array.from([0, 0, 0, ...q]);
const unit = (q: readonly number[]) => q.map((x) => x / Math.hypot(...q));

function rotationAt(from: Float64Array, to: Float64Array, t: number): Float64Array {
  const out = new Float64Array(7);
  new StraightSegment(tree, from, to).configurationInto(t, out, 0);
  return out.subarray(3);
}

/** Sine of half the angle between two rotations. */
function sineBetween(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const dot = [0, 1, 2, 3].reduce((sum, k) => sum + p[k] * q[k], 0);
  return Math.hypot(...[0, 1, 2, 3].map((k) => p[k] - dot * q[k]));
}

describe('half a turn', () => {
  it('goes through the middle of both quaternions as they stand, there and back (seed 1)', () => {
    const random = new Random(1);
    for (let i = 0; i < 2000; i++) {
      const a = unit([0, 1, 2, 3].map(() => random.between(-1, 1)));
      const [x, y, z, w] = a;
      const sign = random.unit() < 0.5 ? -1 : 1;
      // The product of the two has the scalar part 0 to the bit.
      const b = [y, -x, w, -z].map((c) => sign * c);
      const [from, to] = [at(a), at(b)];
      const middle = unit(a.map((c, k) => c + b[k]));
      const quarter = unit(a.map((c, k) => c + middle[k]));
      expect(sineBetween(rotationAt(from, to, 0.5), middle)).toBeLessThan(64e-16);
      expect(sineBetween(rotationAt(from, to, 0.25), quarter)).toBeLessThan(64e-16);
      expect(sineBetween(rotationAt(to, from, 0.5), middle)).toBeLessThan(64e-16);
    }
  });

  it('up to rounding goes the same way there and back, and is steady (seed 2)', () => {
    const random = new Random(2);
    for (let i = 0; i < 2000; i++) {
      const a = unit([0, 1, 2, 3].map(() => random.between(-1, 1)));
      const [x, y, z, w] = a;
      const [p, q, r] = randomDirection(random);
      const b = [
        w * p + y * r - z * q,
        w * q + z * p - x * r,
        w * r + x * q - y * p,
        -x * p - y * q - z * r,
      ];
      const [from, to] = [at(a), at(b)];
      const there = rotationAt(from, to, 0.25);
      expect(sineBetween(there, rotationAt(to, from, 0.75))).toBeLessThan(64e-16);
      // A quarter of the way is an eighth of a turn from the beginning, and not more from the middle.
      expect(sineBetween(there, a)).toBeCloseTo(Math.sin(Math.PI / 8), 14);
      expect(sineBetween(there, rotationAt(from, to, 0.5))).toBeCloseTo(Math.sin(Math.PI / 8), 14);
    }
  });

  it('is noted', () => {
    const [from, to] = [at([0, 0, 0, 1]), at([0, 0, 1, 0])];
    const [note] = buildPath(tree, [from, to]).notes;
    expect(note.code).toBe('path/half-turn');
    expect(note.message).toContain('about (0, 0, 1) in its own axes');
    const other = buildPath(tree, [from, to.map((x) => -x)], { wrap: 'short' }).notes[0];
    expect(other.message).toContain('about (0, 0, -1) in its own axes');
    const velocities = [new Float64Array(7), new Float64Array(7)];
    const timed = timedPath(tree, { waypoints: [from, to], times: [0, 1], velocities });
    expect(timed.notes.map(({ code }) => code)).toContain('path/half-turn');
    const less = at([0, 0, Math.sin(1.5), Math.cos(1.5)]);
    expect(buildPath(tree, [from, less, to]).notes).toEqual([]);
  });
});

const { tree } = buildCell(cellWithPost());

/** An arm of a metre on a floating base, and a post in the way of one of its half turns. */
function cellWithPost(): CellDescription {
  const arm = {
    pose: poseFromRpy(0, 0, 0, 0.5, 0, 0),
    geometry: { kind: 'box', half: [0.5, 0.05, 0.05] } as const,
  };
  const post = { pose: identityPose(), geometry: { kind: 'sphere', radius: 0.1 } as const };
  return describedCell(
    [
      {
        ...BARE,
        robot: {
          name: 'arm',
          links: [{ name: 'arm', collisions: [arm], visuals: [] }],
          joints: [],
        },
        baseJoint: 'floating',
      },
    ],
    [{ name: 'post', pose: poseFromRpy(0, 0, 0, 0, 0.8, 0), parts: [post], solid: true }],
  );
}

it.each<Method>(['ladder', 'adaptive', 'refined'])(
  '%s and the verifier mean the same half turn',
  (method) => {
    const description = cellWithPost();
    const cell = buildCell(description);
    const verifier = new Verifier(description);
    const from = at([0, 0, 0, 1]);
    // By the left, where the post is, and by the right.
    const [left, right] = [at([0, 0, 1, 0]), at([0, 0, -1, 0])];
    const verdict = (to: Float64Array) =>
      new EdgeChecker(cell, { method }).check({ segment: new StraightSegment(cell.tree, from, to) })
        .verdict;
    expect(verdict(left)).toBe('colliding');
    expect(verdict(right)).toBe('free');
    const path = buildPath(cell.tree, [from, right]);
    const certificate = makeCertificate(description, cell, path);
    expect(verifier.verify(certificate, { path }).reason).toBeUndefined();
    // The other way is not what it shows.
    const other = { ...certificate, waypoints: [from, left] };
    expect(verifier.verify(other).reason?.code).toBe('slab');
    expect(() => makeCertificate(description, cell, buildPath(cell.tree, [from, left]))).toThrow(
      /"arm" and "post"/,
    );
  },
);
