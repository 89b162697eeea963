/**
 * What the verifier accepts is true: sampled with a forward kinematics of its own (plain.ts), and with
 * 256 bits where rounding is at stake.
 */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, type CellDescription } from '../../src/cell/index.ts';
import { commonAncestor, type KinematicTree } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, PolynomialSegment, type Segment } from '../../src/motion/index.ts';
import {
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  WHOLE,
} from '../../src/verifier/format.ts';
import { anywhere, nearby, randomCell, SORTS } from '../helpers/certificate/cells.ts';
import { randomCurvedPath } from '../helpers/certificate/curves.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import {
  applied,
  type PlainPose,
  plainPoses,
  plainValues,
  pointsOf,
  posesAt,
  seenFrom,
} from '../helpers/certificate/plain.ts';
import { Bench, type Part } from '../helpers/certificate/simpleMaker.ts';
import {
  exactForward,
  exactInverse,
  exactPoint,
  exactProduct,
} from '../helpers/oracles/exactKinematics.ts';
import { fixedOf, numberOf, times } from '../helpers/oracles/fixedPoint.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

/** The gap of two sets of points along n, in the frame of the common ancestor, per unit of n. */
function gapAlong(
  tree: KinematicTree,
  poses: readonly PlainPose[],
  frames: readonly [number, number],
  points: readonly [number[][], number[][]],
  n: ArrayLike<number>,
): number {
  const top = poses[commonAncestor(tree, frames[0], frames[1])];
  const [a, b] = [0, 1].map((side) => {
    const pose = seenFrom(top, poses[frames[side]]);
    return points[side].map((p) => {
      const [x, y, z] = applied(pose, p);
      return x * n[0] + y * n[1] + z * n[2];
    });
  });
  return (Math.min(...b) - Math.max(...a)) / Math.hypot(n[0], n[1], n[2]);
}

const wholePart = (piece: number): Part => ({ piece, from: WHOLE, to: WHOLE });

const KINDS = ['straight', 'polynomial'] as const;

describe.each(KINDS)('slabs of verified certificates, %s', (kind) => {
  it.each(Object.keys(SORTS).map((sort, i) => [sort, 100 + i]))('%s (seed %i)', (sort, seed) => {
    const random = new Random(seed as number);
    let samples = 0;
    for (const { cell, path, certificate } of madeOf(sort as string, 3, seed as number, kind)) {
      const { tree, bodies, tolerances } = cell;
      const tested = certificate.pairs.filter((pair) => pair.excluded === null);
      const orderOf = (body: number, piece: number) =>
        certificate.orders.find((o) => o.body === body && o.piece === piece)?.triangles;
      certificate.slabs.forEach((lists, s) => {
        const segment = path.segments[s];
        lists.forEach((list, k) => {
          const { a, b, clearance, tracking } = tested[k];
          const [p, q] = [bodies[a], bodies[b]];
          const needed = clearance + p.padding + q.padding;
          for (let o = 0; o < list.length; o += SLAB_SIZE) {
            if (list.length > 40 * SLAB_SIZE && random.unit() < 0.8) continue;
            const points = [[p, a, SLAB_A] as const, [q, b, SLAB_B] as const].map(
              ([body, index, at]) => {
                const [piece, first, end] = list.subarray(o + at, o + at + 3);
                return pointsOf(body, piece, first, end, orderOf(index, piece));
              },
            ) as [number[][], number[][]];
            const n = list.subarray(o + SLAB_N, o + SLAB_N + 3);
            const low = Math.max(0, list[o] - list[o + SLAB_BEFORE]);
            const high = Math.min(1, list[o] + list[o + SLAB_AFTER]);
            for (const t of [low, high, random.between(low, high)]) {
              const poses = posesAt(tree, segment, t);
              const gap = gapAlong(tree, poses, [p.frame, q.frame], points, n);
              expect(gap).toBeGreaterThan(needed + tracking - 1e-12);
              samples++;
              if (tracking === 0) continue;
              // Wherever joints stray to, what was asked for remains.
              const stray = plainValues(segment, t).map((x, d) => {
                return x + (random.below(3) - 1) * tolerances[d];
              });
              const strayed = plainPoses(tree, stray, stray, 0);
              const there = gapAlong(tree, strayed, [p.frame, q.frame], points, n);
              expect(there).toBeGreaterThan(needed - 1e-12);
            }
          }
        });
      });
    }
    expect(samples).toBeGreaterThan(100);
  });
});

/** The longest time that the verifier accepts, before or after t. */
function longest(holds: (h: number) => boolean, most: number): number {
  if (!holds(0)) return -1;
  if (holds(most)) return most;
  let low = 0;
  let high = most;
  for (let i = 0; i < 40; i++) {
    const middle = 0.5 * (low + high);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

describe.each(KINDS)('the longest slabs that are accepted are true, %s', (kind) => {
  it.each(Object.keys(SORTS).map((sort, i) => [sort, 200 + i]))('%s (seed %i)', (sort, seed) => {
    const random = new Random(seed as number);
    let slabs = 0;
    let cut = 0;
    let share = 0;
    for (let round = 0; round < 6; round++) {
      const description = randomCell(random, SORTS[sort as string]);
      const { tree } = buildCell(description);
      const from = anywhere(tree, random);
      const fast = round % 2 === 0 ? anywhere(tree, random) : nearby(tree, from, 0.8, random);
      const path =
        kind === 'straight'
          ? buildPath(tree, [from, fast])
          : randomCurvedPath(tree, [from, fast], random.between(0.1, 3), random);
      const bench = new Bench(description, path);
      const { cell, prover } = bench;
      const [segment] = path.segments;
      prover.begin(segment);
      const q = new Float64Array(tree.dofs.length);
      for (const { a, b, excluded, clearance, tracking } of bench.builder.pairs) {
        if (excluded !== null) continue;
        const proof = bench.proof(a, b);
        const [p, r] = [cell.bodies[a], cell.bodies[b]];
        const needed = clearance + tracking + p.padding + r.padding;
        for (let k = 0; k < 2; k++) {
          const t = random.unit();
          segment.configurationInto(t, q, 0);
          const partA = wholePart(random.below(p.pieces.length));
          const partB = wholePart(random.below(r.pieces.length));
          let n = bench.direction(a, partA, b, partB, q);
          if (n === null) continue;
          if (k === 1 && !cell.bodies[b].name.startsWith('floor')) {
            const side = randomDirection(random);
            n = n.map((x, c) => 1.3 * (x + 0.5 * side[c]));
          }
          const [patchA, patchB] = [bench.patch(a, partA), bench.patch(b, partB)];
          prover.place(t);
          const direction = n;
          const after = longest((h) => bench.holds(proof, patchA, patchB, direction, 0, h), 1 - t);
          const before = longest((h) => bench.holds(proof, patchA, patchB, direction, h, 0), t);
          if (after < 0) continue;
          slabs++;
          const points: [number[][], number[][]] = [
            pointsOf(p, partA.piece, WHOLE, WHOLE),
            pointsOf(r, partB.piece, WHOLE, WHOLE),
          ];
          const gapAt = (s: number) =>
            gapAlong(tree, posesAt(tree, segment, s), [p.frame, r.frame], points, direction);
          for (let i = 0; i <= 8; i++) {
            const s = t - before + ((before + after) * i) / 8;
            expect(gapAt(s)).toBeGreaterThan(needed - 1e-12);
          }
          // How much of the time until the gap really closes is made use of?
          if (after >= 1 - t) continue;
          let closes = after;
          while (closes < 1 - t && gapAt(t + closes) > needed) closes += 0.05;
          cut++;
          share += after / Math.min(closes, 1 - t);
        }
      }
    }
    expect(slabs).toBeGreaterThan(20);
    if (cut > 10) expect(share / cut).toBeGreaterThan(kind === 'straight' ? 0.2 : 0.1);
  });
});

describe('rounding', () => {
  /** Numbers with 20 bits after the point: a configuration between two of them is exact. */
  const coarse = (q: Float64Array) => q.map((x) => Math.round(x * 2 ** 20) / 2 ** 20);

  function exactGap(cell: Cell, q: Float64Array, a: number, b: number, n: Float64Array): number {
    const poses = exactForward(cell.tree, q);
    const [p, r] = [cell.bodies[a], cell.bodies[b]];
    const top = exactInverse(poses[commonAncestor(cell.tree, p.frame, r.frame)]);
    const along = [p, r].map((body) => {
      const pose = exactProduct(top, poses[body.frame]);
      return pointsOf(body, 0, WHOLE, WHOLE).map((point) => {
        const at = exactPoint(pose, point.map(fixedOf));
        return at.reduce((sum, x, k) => sum + times(x, fixedOf(n[k])), 0n);
      });
    });
    const [inA, inB] = along.map((list) => list.sort((x, y) => (x < y ? -1 : 1)));
    return numberOf(inB[0] - inA[inA.length - 1]);
  }

  /** The same cell a long way off, where every coordinate has fewer digits. */
  const farAway = (description: CellDescription, by: number): CellDescription => {
    const off = (pose: Float64Array) => pose.map((x, k) => (k < 9 ? x : x + by));
    return {
      ...description,
      robots: description.robots.map((robot) => ({ ...robot, base: off(robot.base) })),
      obstacles: description.obstacles.map((thing) => ({ ...thing, pose: off(thing.pose) })),
    };
  };

  /** The configuration at a moment, rounded once; rotations are not asked for. */
  function exactValues(segment: Segment, t: number): Float64Array {
    if (!(segment instanceof PolynomialSegment)) {
      return segment.from.map((x, d) => x + t * (segment.to[d] - x));
    }
    return segment.from.map((_, d) => {
      const own = segment.coefficients.subarray(6 * d, 6 * d + 6);
      return numberOf(own.reduceRight((sum, c) => times(sum, fixedOf(t)) + fixedOf(c), 0n));
    });
  }

  it.each([
    [0, 300, 'straight'],
    [1e6, 301, 'straight'],
    [0, 302, 'polynomial'],
    [1e6, 303, 'polynomial'],
  ])(
    'is allowed for: what is accepted at the most is below the truth, %d m off (seed %i), %s',
    (by, seed, kind) => {
      const random = new Random(seed);
      let compared = 0;
      let closest = Infinity;
      for (let round = 0; round < 12; round++) {
        const sort = ['fixed base, meshes', 'two arms', 'planar base'][round % 3];
        const options = { ...SORTS[sort], meshes: true, padding: 0.01 };
        const description = farAway(randomCell(random, options), by);
        const { tree } = buildCell(description);
        const waypoints = [anywhere(tree, random), anywhere(tree, random)].map(coarse);
        // Large coefficients, whose sums cancel.
        const path =
          kind === 'straight'
            ? buildPath(tree, waypoints)
            : randomCurvedPath(tree, waypoints, 300, random);
        const bench = new Bench(description, path);
        const { cell, prover } = bench;
        prover.begin(path.segments[0]);
        const t = kind === 'straight' ? random.below(1025) / 1024 : random.unit();
        const q = exactValues(path.segments[0], t);
        prover.place(t);
        for (const { a, b, excluded } of bench.builder.pairs) {
          if (excluded !== null || compared > 40) continue;
          // Meshes, whose vertices are what they are.
          if ([a, b].some((i) => cell.bodies[i].pieces[0].kind !== 'mesh')) continue;
          const n = bench.direction(a, wholePart(0), b, wholePart(0), q);
          if (n === null) continue;
          const [p, r] = [bench.patch(a, wholePart(0)), bench.patch(b, wholePart(0))];
          const accepted = longest(
            (asked) =>
              bench.holds(prover.pair({ a, b, clearance: asked, tracking: 0 }), p, r, n, 0, 0),
            10,
          );
          if (accepted < 0) continue;
          const padding = cell.bodies[a].padding + cell.bodies[b].padding;
          const truth = exactGap(cell, q, a, b, n) / Math.hypot(...n) - padding;
          expect(accepted).toBeLessThan(truth);
          closest = Math.min(closest, truth - accepted);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(20);
      // Little is given away, per metre of a robot and per metre to the origin.
      const given = kind === 'straight' ? 1e-11 : 1e-10;
      expect(closest).toBeLessThan(given + 1e-12 * by);
    },
  );
});
