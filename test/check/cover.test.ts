/** Covers of time against dense sampling. */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import type { Patch } from '../../src/cell/patches.ts';
import type { CarriedPiece } from '../../src/check/cover/carriedPiece.ts';
import {
  COVERED,
  type CoverAnswer,
  type CoverQuestion,
  coverQuestion,
  MEETING,
} from '../../src/check/cover/coverQuestion.ts';
import { MovingCell } from '../../src/check/cover/movingCell.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';
import { movingCell, OPTIONS, pieceJet } from '../helpers/check/coverCells.ts';
import { inward, type Jet, originOf, outward, pointDerivative } from '../helpers/check/jets.ts';
import { extentAlong, randomCell } from '../helpers/check/ladderCells.ts';
import { type AnyMotion, MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, k) => sum + x * b[k], 0);

interface Claim {
  readonly part: CarriedPiece;
  readonly patch: Patch;
}

/** The gap between two patches along n of the common ancestor's frame, at a time. */
function gapAlong(
  cell: Cell,
  a: Claim,
  b: Claim,
  top: number,
  segment: AnyMotion,
  at: number,
  n: number[],
): number {
  const place = ({ part }: Claim) => pieceJet(cell, part, top, segment, at);
  const far = (jet: Jet, { patch }: Claim, m: number[]) =>
    extentAlong(patch.shape, inward(jet, m)) + dot(m, originOf(jet));
  const away = n.map((x) => -x);
  return -far(place(b), b, away) - far(place(a), a, n);
}

/** All that covers claim about one pair of patches, against samples. Number of claims looked at. */
function expectClaims(
  moving: MovingCell,
  answer: CoverAnswer,
  segment: AnyMotion,
  u: number,
  a: Claim,
  b: Claim,
  t: number,
  label: string,
): number {
  const { units, cell } = moving;
  const top = units.ancestor[u];
  const jet = pieceJet(cell, a.part, top, segment, t);
  let claims = 0;
  for (const [side, span] of [
    [-1, answer.before],
    [1, answer.after],
  ]) {
    if (!(span > 0)) continue;
    claims++;
    const d = answer.directions.subarray(side < 0 ? 0 : 3, side < 0 ? 3 : 6);
    const n = outward(jet, d);
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k <= 8; k++) {
      const gap = gapAlong(cell, a, b, top, segment, t + (side * span * k) / 8, n);
      least = Math.min(least, gap);
    }
    expect(least, `${label}, ${side}`).toBeGreaterThanOrEqual(units.base[u] - 2e-13);
  }
  return claims;
}

/** A question without a direction to begin with. */
function questionOf(
  unit: number,
  [patchA, patchB]: readonly Patch[],
  before: number,
  after: number,
): CoverQuestion {
  return { ...coverQuestion(), unit, patchA, patchB, before, after };
}

describe.each(MOTION_KINDS)('what is claimed to stay apart, %s segments', (kind) => {
  it('does, for whole pieces and their patches, seed 3', () => {
    const random = new Random(3);
    let [claims, covered, partly, meeting, share] = [0, 0, 0, 0, 0];
    for (let round = 0; round < 54; round++) {
      const base = OPTIONS[round % OPTIONS.length];
      const cell = randomCell(random, {
        ...base,
        size: [0.1, 0.2, 0.4][random.below(3)],
        padding: round % 5 === 0 ? 0.01 : 0,
        clearance: round % 7 === 0 ? 0.02 : 0,
      });
      const segment = randomMotion(cell.tree, random, kind, [0.2, 2, 6, 15][round % 4]);
      const moving = movingCell(cell, segment, round % 4 === 0 ? 1e-3 : 0);
      moving.begin(segment);
      const half = [0.5, 0.5, 0.2, 0.05][random.below(4)];
      const t = random.between(half, 1 - half);
      moving.enter(t, half);
      const { units, cover } = moving;
      for (let u = 0; u < units.count; u++) {
        const carried = [units.pieces[units.pieceA[u]], units.pieces[units.pieceB[u]]];
        for (let depth = 0; depth < 3; depth++) {
          const [a, b] = carried.map((part) => ({ part, patch: descend(part, random, depth) }));
          const before = half * (1 - random.unit() ** 2);
          const after = half * (1 - random.unit() ** 2);
          const question = questionOf(u, [a.patch, b.patch], before, after);
          const answer = cover.ask(question);
          const { status } = answer;
          const label = `round ${round}, unit ${u}`;
          expect(answer.before).toBeLessThanOrEqual(before);
          expect(answer.after).toBeLessThanOrEqual(after);
          // Most are covered, and easily; one in four of these is enough.
          if (status !== COVERED || random.unit() < 0.2) {
            claims += expectClaims(moving, answer, segment, u, a, b, t, label);
          }
          if (status === COVERED) {
            covered++;
            expect([answer.before, answer.after]).toEqual([before, after]);
            continue;
          }
          if (status === MEETING) meeting++;
          else partly++;
          cover.tryNormals(question);
          claims += expectClaims(moving, answer, segment, u, a, b, t, `${label}, normals`);
          for (let k = 0; k < 4; k++) {
            const n = Float64Array.from(randomDirection(random));
            cover.tryDirection(question, n, k & 1 ? 1 : -1);
          }
          claims += expectClaims(moving, answer, segment, u, a, b, t, `${label}, random`);
          share += (answer.before + answer.after) / (before + after);
        }
      }
    }
    console.log(
      `covers: ${claims} claims; ${covered} covered, ${partly} partly, ${meeting} meeting; mean share of time where not covered ${(share / (partly + meeting)).toFixed(3)}`,
    );
    expect(Math.min(covered, partly, meeting)).toBeGreaterThan(50);
  });

  it('balls that are called apart belong to pieces that stay apart, seed 4', () => {
    const random = new Random(4);
    let [far, near] = [0, 0];
    for (let round = 0; round < 30; round++) {
      const cell = randomCell(random, {
        ...OPTIONS[round % OPTIONS.length],
        obstacles: 4,
        size: 0.12,
        padding: round % 5 === 0 ? 0.02 : 0,
      });
      const segment = randomMotion(cell.tree, random, kind, [0.2, 1, 4][round % 3]);
      const moving = movingCell(cell, segment);
      moving.begin(segment);
      const half = [0.5, 0.1][random.below(2)];
      const t = random.between(half, 1 - half);
      moving.enter(t, half);
      const { units, cover } = moving;
      const count = cover.sift();
      const open = new Set(cover.sifted.subarray(0, count));
      for (let u = 0; u < units.count; u++) {
        const [a, b] = [units.pieces[units.pieceA[u]], units.pieces[units.pieceB[u]]];
        const all = !open.has(u);
        const span = all ? half : half * random.unit();
        const some = cover.ballsApart(u, span);
        if (!all && !some) {
          near++;
          continue;
        }
        far++;
        const top = units.ancestor[u];
        for (let k = -2; k <= 2; k++) {
          const at = t + (span * k) / 2;
          const [p, q] = [a, b].map((part) => pieceJet(cell, part, top, segment, at));
          const centre = (part: CarriedPiece, jet: Jet) =>
            pointDerivative(jet, part.patches.whole.ball, 0);
          const [c, d] = [centre(a, p), centre(b, q)];
          const n = d.map((x, i) => (x - c[i]) / Math.hypot(...d.map((y, j) => y - c[j])));
          // Either the balls' own direction shows it, or one of a few others does.
          const directions = [n, ...boxNormals(b, q)];
          const gaps = directions.map((m) => {
            const claim = [a, b].map((part) => ({ part, patch: part.patches.whole }));
            return gapAlong(cell, claim[0], claim[1], top, segment, at, m);
          });
          expect(Math.max(...gaps), `round ${round}, unit ${u}`).toBeGreaterThan(0);
        }
      }
    }
    console.log(`balls: ${far} apart, ${near} not shown`);
    expect(Math.min(far, near)).toBeGreaterThan(30);
  });

  it('bodies that part are covered at once, bodies that graze for long', () => {
    const table =
      'obstacles: [{name: table, shape: {box: [9, 9, 0.2]}, pose: {xyz: [0, 0, -0.1]}}]';
    const cell = sliderCell('<mesh filename="small.stl"/>', table);
    const at = (...q: number[]) => Float64Array.from(q);
    const moving = new MovingCell(cell, cell.tested);
    const coverAt = (from: Float64Array, to: Float64Array, t: number) => {
      const segment = new StraightSegment(cell.tree, from, to);
      moving.begin(segment);
      moving.enter(t, Math.max(t, 1 - t));
      const { units, cover } = moving;
      const [a, b] = [units.pieceA[0], units.pieceB[0]].map((i) => units.pieces[i].patches.whole);
      const { status, before, after } = cover.ask(questionOf(0, [a, b], t, 1 - t));
      return { status, before, after };
    };
    const low = at(0, 0, 0.1 + 1e-6);
    const high = at(0.2, 0.1, 1.1);
    expect(coverAt(low, high, 0)).toEqual({ status: COVERED, before: 0, after: 1 });
    expect(coverAt(high, low, 1)).toEqual({ status: COVERED, before: 1, after: 0 });
    expect(coverAt(low, at(1, 1, 0.1 + 1e-6), 0.5).status).toBe(COVERED);
    // Toward it: as long as the gap lasts, less a little rounding.
    const { after, before } = coverAt(at(0, 0, 0.6), at(0, 0, 0), 0.5);
    expect(before).toBe(0.5);
    expect(after).toBeGreaterThan(0.9 * (0.2 / 0.6));
    expect(after).toBeLessThanOrEqual(0.2 / 0.6);
    expect(coverAt(at(0, 0, 0.6), at(0, 0, 0), 1).status).toBe(MEETING);
  });

  it('a half-space that stands still is an obstacle like others', () => {
    const floor =
      'obstacles: [{name: floor, shape: {half_space: {normal: [0, 0.6, 0.8], offset: -0.3}}}]';
    const random = new Random(9);
    for (const geometry of ['<mesh filename="small.stl"/>', '<sphere radius="0.1"/>']) {
      const cell = sliderCell(geometry, floor);
      const moving = new MovingCell(cell, cell.tested);
      for (let round = 0; round < 100; round++) {
        const [from, to] = [0, 1].map(() =>
          Float64Array.from({ length: 3 }, () => random.between(-0.4, 0.8)),
        );
        moving.begin(new StraightSegment(cell.tree, from, to));
        moving.enter(0.5, 0.5);
        const { units, cover } = moving;
        const [a, b] = [units.pieceA[0], units.pieceB[0]].map((i) => units.pieces[i].patches.whole);
        const { before, after } = cover.ask(questionOf(0, [a, b], 0.5, 0.5));
        const height = (t: number) => {
          const [, y, z] = [0, 1, 2].map((k) => from[k] + t * (to[k] - from[k]));
          return 0.6 * y + 0.8 * z + 0.3 - extentAlong(a.shape, [0, -0.6, -0.8]);
        };
        if (before > 0) expect(height(0.5 - before)).toBeGreaterThan(-1e-13);
        if (after > 0) expect(height(0.5 + after)).toBeGreaterThan(-1e-13);
        if (Math.min(height(0), height(1)) > 1e-9) expect(before + after).toBe(1);
      }
    }
  });
});

/** Normals of a piece that is a box, outward, in the outer frame. */
function boxNormals({ piece }: CarriedPiece, jet: Jet): number[][] {
  if (piece.kind !== 'convex' || piece.shape.kind !== 'box') return [];
  return [0, 1, 2].flatMap((k) =>
    [1, -1].map((sign) =>
      outward(
        jet,
        [0, 1, 2].map((i) => (i === k ? sign : 0)),
      ),
    ),
  );
}

/** A patch of a piece, so many levels down. */
function descend({ patches }: CarriedPiece, random: Random, depth: number): Patch {
  let patch = patches.whole;
  for (let k = 0; k < depth && patch.children.length > 0; k++) {
    patch = patches.get(patch.children[random.below(patch.children.length)]);
  }
  return patch;
}

it('the pose of a test is that of the second piece in the first', () => {
  const random = new Random(8);
  const cell = randomCell(random, { pieces: 2, base: randomPose(random, 100) });
  const segment = randomMotion(cell.tree, random, 'polynomial', 2);
  const moving = movingCell(cell, segment);
  moving.begin(segment);
  moving.enter(0.3, 0.01);
  const { units, cover } = moving;
  for (let u = 0; u < units.count; u++) {
    const carried = [units.pieces[units.pieceA[u]], units.pieces[units.pieceB[u]]];
    cover.ask(questionOf(u, [carried[0].patches.whole, carried[1].patches.whole], 0.01, 0.01));
    const [a, b] = carried.map((part) => pieceJet(cell, part, units.ancestor[u], segment, 0.3));
    const shift = originOf(b).map((x, k) => x - originOf(a)[k]);
    inward(a, shift).forEach((x, k) => {
      expect(Math.abs(cover.hand.pose[9 + k] - x)).toBeLessThan(units.base[u] + 1e-13);
    });
  }
});
