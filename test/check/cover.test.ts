/** Bounds of motion and covers of time against exact derivatives and dense sampling. */
import { describe, expect, it } from 'vitest';
import { askAbout, type Cell } from '../../src/cell/index.ts';
import { COVERED, MEETING } from '../../src/check/cover/cover.ts';
import { type Patch, Patches } from '../../src/check/cover/patches.ts';
import type { Part } from '../../src/check/cover/scene.ts';
import { Stage } from '../../src/check/cover/stage.ts';
import { supportOffset } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';
import {
  chainJet,
  constantJet,
  inward,
  type Jet,
  localJet,
  originOf,
  outward,
  pointDerivative,
  product,
} from '../helpers/check/jets.ts';
import {
  ALL_KINDS,
  type CellOptions,
  extentAlong,
  randomCell,
} from '../helpers/check/ladderCells.ts';
import { type AnyMotion, MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

/** Rounding of the oracles, per unit of what they compute. */
const ROUNDING = 1e-11;

/** The frame of a part's shapes in an ancestor's frame. */
function partJet(
  { tree }: Cell,
  { body, piece }: Part,
  ancestor: number,
  segment: AnyMotion,
  t: number,
): Jet {
  const frame = chainJet(tree, body.frame, ancestor, segment, t);
  return piece.kind === 'convex' ? product(frame, constantJet(piece.pose)) : frame;
}

/** Points of a shape: corners, or extreme points along random directions. */
function pointsOf({ shape }: Patch, random: Random): number[][] {
  if (shape.kind === 'hull') {
    const p = shape.hull.positions;
    const count = p.length / 3;
    return Array.from({ length: Math.min(count, 12) }, () => {
      const i = 3 * random.below(count);
      return [p[i], p[i + 1], p[i + 2]];
    });
  }
  // Where the extent is taken: its gradient, by differences.
  return Array.from({ length: 8 }, () => {
    const n = randomDirection(random);
    return [0, 1, 2].map((k) => {
      const up = n.map((x, i) => x + (i === k ? 1e-6 : 0));
      const down = n.map((x, i) => x - (i === k ? 1e-6 : 0));
      return ((extentAlong(shape, up) - extentAlong(shape, down)) / 2e-6) * (1 - 1e-7);
    });
  });
}

const OPTIONS: readonly CellOptions[] = [
  { baseJoint: 'fixed', kinds: ['revolute'] },
  { baseJoint: 'fixed', kinds: ALL_KINDS },
  { baseJoint: 'planar', kinds: ['revolute', 'prismatic', 'continuous'], links: 4 },
  { baseJoint: 'floating', kinds: ALL_KINDS, links: 4 },
  { baseJoint: 'fixed', kinds: ALL_KINDS, chain: false, links: 9 },
  { baseJoint: 'fixed', kinds: ['revolute', 'fixed', 'prismatic'], pieces: 3, links: 4 },
];

describe.each(MOTION_KINDS)('sums of speed, bend and twist, %s segments', (kind) => {
  it('bound the derivatives of all points relative to all ancestors, seed 1', () => {
    const random = new Random(1);
    const ratios = [0, 1, 2].map(() => ({ most: 0, total: 0, count: 0 }));
    for (let round = 0; round < 48; round++) {
      const cell = randomCell(random, OPTIONS[round % OPTIONS.length]);
      const { tree } = cell;
      const segment = randomMotion(tree, random, kind, [0.3, 2, 12][round % 3]);
      const stage = new Stage(askAbout(cell, [segment]).cell, ({ tested }) => tested);
      stage.begin(segment);
      const half = [0.5, 0.1, 0.01][random.below(3)];
      const t = random.between(half, 1 - half);
      stage.enter(t, half);
      const { scene } = stage;
      scene.parts.forEach((part, i) => {
        if (part.still) return;
        scene.place(i);
        const points = pointsOf(part.patches.whole, random);
        for (const at of [t - half, t, t + half, t + half * random.between(-1, 1)]) {
          let jet = partJet(cell, part, part.body.frame, segment, at);
          let joints = 0;
          for (let f = part.body.frame; f !== 0; f = tree.parent[f]) {
            jet = product(localJet(tree, f, segment, at), jet);
            while (part.chain.joint[joints] === f) joints++;
            const k = part.sums + joints;
            const bounds = [scene.speed[k], scene.bend[k], scene.twist[k]];
            bounds.forEach((bound, order) => {
              let most = 0;
              for (const p of points) {
                most = Math.max(most, Math.hypot(...pointDerivative(jet, p, order + 1)));
              }
              expect(most, `round ${round}, order ${order + 1}`).toBeLessThanOrEqual(
                bound * (1 + ROUNDING) + 1e-9 * (bound === 0 ? 1 : 0),
              );
              if (bound > 0 && f === tree.rigidRoot[f]) {
                ratios[order].most = Math.max(ratios[order].most, most / bound);
                ratios[order].total += most / bound;
                ratios[order].count++;
              }
            });
          }
        }
      });
      for (let u = 0; u < scene.unitCount; u++) {
        const local = (sums: Float64Array) => sums[scene.sumA[u]] + sums[scene.sumB[u]];
        // Numbers of parts that stand still are those of no joints.
        expect(scene.boxSpeed[u] * (1 + ROUNDING)).toBeGreaterThanOrEqual(local(scene.speed));
        expect(scene.boxBend[u] * (1 + ROUNDING)).toBeGreaterThanOrEqual(local(scene.bend));
        expect(scene.boxTwist[u] * (1 + ROUNDING)).toBeGreaterThanOrEqual(local(scene.twist));
      }
    }
    ratios.forEach(({ most, total, count }, k) => {
      console.log(
        `derivative ${k + 1}: ${count} bounds, largest ratio ${most.toFixed(4)}, mean ${(total / count).toFixed(3)}`,
      );
    });
    for (const { most } of ratios) expect(most).toBeGreaterThan(0.5);
  });

  it('along a direction bound the derivatives along it, seed 7', () => {
    const random = new Random(7);
    const ratios = [0, 1].map(() => ({ most: 0, sharper: 0, count: 0 }));
    for (let round = 0; round < 48; round++) {
      const cell = randomCell(random, OPTIONS[round % OPTIONS.length]);
      const { tree } = cell;
      const segment = randomMotion(tree, random, kind, [0.3, 2, 12][round % 3]);
      const stage = new Stage(askAbout(cell, [segment]).cell, ({ tested }) => tested);
      stage.begin(segment);
      const half = [0.5, 0.1, 0.01][random.below(3)];
      const t = random.between(half, 1 - half);
      stage.enter(t, half);
      const { scene, kinematics } = stage;
      const out = new Float64Array(2);
      scene.parts.forEach((part, i) => {
        if (part.still) return;
        scene.place(i);
        const points = pointsOf(part.patches.whole, random);
        // A direction of the world: any, or the axis of one of the joints, about which things circle.
        const n = Float64Array.from([0, 1, 2], () => random.between(-1, 1));
        if (random.unit() < 0.6) {
          const f = part.chain.joint[random.below(part.chain.joint.length)];
          const o = kinematics.poseOf(f);
          for (let k = 0; k < 3; k++) {
            n[k] = 0;
            for (let j = 0; j < 3; j++)
              n[k] += kinematics.poses[o + 3 * k + j] * tree.axis[3 * f + j];
          }
        }
        const length = Math.hypot(...n);
        if (!(length > 0.01)) return;
        for (let k = 0; k < 3; k++) n[k] /= length;
        for (const at of [t - half, t, t + half, t + half * random.between(-1, 1)]) {
          let jet = partJet(cell, part, part.body.frame, segment, at);
          let joints = 0;
          for (let f = part.body.frame; f !== 0; f = tree.parent[f]) {
            jet = product(localJet(tree, f, segment, at), jet);
            while (part.chain.joint[joints] === f) joints++;
            const top = kinematics.poseOf(tree.parent[f]);
            const r = kinematics.poses;
            const m = [0, 1, 2].map(
              (k) => r[top + k] * n[0] + r[top + 3 + k] * n[1] + r[top + 6 + k] * n[2],
            );
            out.fill(0);
            const end = part.sums + joints;
            scene.sharpenInto(i, end, n, out);
            for (const order of [2, 3]) {
              const bound = out[order - 2];
              const plain = order === 2 ? scene.bend[end] : scene.twist[end];
              let most = 0;
              for (const point of points) {
                const d = pointDerivative(jet, point, order);
                most = Math.max(most, Math.abs(d[0] * m[0] + d[1] * m[1] + d[2] * m[2]));
              }
              expect(most, `round ${round}, order ${order}`).toBeLessThanOrEqual(
                bound * (1 + ROUNDING) + 1e-9 * plain + (plain === 0 ? 1e-9 : 0),
              );
              if (!(plain > 0)) continue;
              const ratio = ratios[order - 2];
              if (bound > 0.01 * plain) ratio.most = Math.max(ratio.most, most / bound);
              if (bound < 0.5 * plain) ratio.sharper++;
              ratio.count++;
            }
          }
        }
      });
    }
    ratios.forEach(({ most, sharper, count }, k) => {
      console.log(
        `derivative ${k + 2} along n: largest ratio ${most.toFixed(4)}, half the plain bound or less in ${sharper} of ${count}`,
      );
      expect(most).toBeGreaterThan(0.5);
      expect(sharper).toBeGreaterThan(0.02 * count);
    });
  });

  it('over the whole box bound relative motion wherever the segment is, seed 2', () => {
    const random = new Random(2);
    for (let round = 0; round < 36; round++) {
      const cell = randomCell(random, OPTIONS[round % OPTIONS.length]);
      const segment = randomMotion(cell.tree, random, kind, [0.5, 3, 9][round % 3]);
      const stage = new Stage(askAbout(cell, [segment]).cell, ({ tested }) => tested);
      stage.begin(segment);
      const { scene } = stage;
      const most = new Float64Array(3 * scene.parts.length);
      for (let u = 0; u < scene.unitCount; u += 1 + random.below(4)) {
        const top = scene.ancestor[u];
        const sides = [scene.parts[scene.partA[u]], scene.parts[scene.partB[u]]];
        const at = random.unit();
        most.fill(0);
        sides.forEach((part, side) => {
          const jet = partJet(cell, part, top, segment, at);
          for (const p of pointsOf(part.patches.whole, random)) {
            for (let k = 0; k < 3; k++) {
              const size = Math.hypot(...pointDerivative(jet, p, k + 1));
              most[3 * side + k] = Math.max(most[3 * side + k], size);
            }
          }
        });
        const bounds = [scene.boxSpeed[u], scene.boxBend[u], scene.boxTwist[u]];
        bounds.forEach((bound, k) => {
          // A part that stands still is not among what the bound counts.
          const size = most[k] + most[3 + k];
          expect(size, `round ${round}`).toBeLessThanOrEqual(bound * (1 + ROUNDING) + 1e-12);
        });
      }
    }
  });
});

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, k) => sum + x * b[k], 0);

interface Claim {
  readonly part: Part;
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
  const place = ({ part }: Claim) => partJet(cell, part, top, segment, at);
  const far = (jet: Jet, { patch }: Claim, m: number[]) =>
    extentAlong(patch.shape, inward(jet, m)) + dot(m, originOf(jet));
  const away = n.map((x) => -x);
  return -far(place(b), b, away) - far(place(a), a, n);
}

/** All that covers claim about one pair of patches, against samples. Number of claims looked at. */
function expectClaims(
  stage: Stage,
  segment: AnyMotion,
  u: number,
  a: Claim,
  b: Claim,
  t: number,
  label: string,
): number {
  const { scene, cover, cell } = stage;
  const top = scene.ancestor[u];
  const jet = partJet(cell, a.part, top, segment, t);
  let claims = 0;
  for (const [side, span] of [
    [-1, cover.before],
    [1, cover.after],
  ]) {
    if (!(span > 0)) continue;
    claims++;
    const d = cover.directions.subarray(side < 0 ? 0 : 3, side < 0 ? 3 : 6);
    const n = outward(jet, d);
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k <= 8; k++) {
      const gap = gapAlong(cell, a, b, top, segment, t + (side * span * k) / 8, n);
      least = Math.min(least, gap);
    }
    expect(least, `${label}, ${side}`).toBeGreaterThanOrEqual(scene.base[u] - 2e-13);
  }
  return claims;
}

const NONE = new Float64Array(3);

describe.each(MOTION_KINDS)('what is claimed to stay apart, %s segments', (kind) => {
  it('does, for whole parts and their patches, seed 3', () => {
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
      const stage = new Stage(
        askAbout(cell, [segment]).cell,
        ({ tested }) => tested,
        round % 4 === 0 ? 1e-3 : 0,
      );
      stage.begin(segment);
      const half = [0.5, 0.5, 0.2, 0.05][random.below(4)];
      const t = random.between(half, 1 - half);
      stage.enter(t, half);
      const { scene, cover } = stage;
      for (let u = 0; u < scene.unitCount; u++) {
        const parts = [scene.parts[scene.partA[u]], scene.parts[scene.partB[u]]];
        cover.open(u);
        for (let depth = 0; depth < 3; depth++) {
          const [a, b] = parts.map((part) => ({ part, patch: descend(part, random, depth) }));
          const before = half * (1 - random.unit() ** 2);
          const after = half * (1 - random.unit() ** 2);
          const status = cover.test(a.patch, b.patch, before, after, NONE, -1);
          const label = `round ${round}, unit ${u}`;
          expect(cover.before).toBeLessThanOrEqual(before);
          expect(cover.after).toBeLessThanOrEqual(after);
          // Most are covered, and easily; one in four of these is enough.
          if (status !== COVERED || random.unit() < 0.2) {
            claims += expectClaims(stage, segment, u, a, b, t, label);
          }
          if (status === COVERED) {
            covered++;
            expect([cover.before, cover.after]).toEqual([before, after]);
            continue;
          }
          if (status === MEETING) meeting++;
          else partly++;
          cover.tryNormals(a.patch, b.patch, before, after);
          claims += expectClaims(stage, segment, u, a, b, t, `${label}, normals`);
          for (let k = 0; k < 4; k++) {
            const n = Float64Array.from(randomDirection(random));
            cover.tryDirection(a.patch, b.patch, n, k & 1 ? 1 : -1, before, after);
          }
          claims += expectClaims(stage, segment, u, a, b, t, `${label}, random`);
          share += (cover.before + cover.after) / (before + after);
        }
      }
    }
    console.log(
      `covers: ${claims} claims; ${covered} covered, ${partly} partly, ${meeting} meeting; mean share of time where not covered ${(share / (partly + meeting)).toFixed(3)}`,
    );
    expect(Math.min(covered, partly, meeting)).toBeGreaterThan(50);
  });

  it('balls that are called apart belong to parts that stay apart, seed 4', () => {
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
      const stage = new Stage(askAbout(cell, [segment]).cell, ({ tested }) => tested);
      stage.begin(segment);
      const half = [0.5, 0.1][random.below(2)];
      const t = random.between(half, 1 - half);
      stage.enter(t, half);
      const { scene, cover } = stage;
      const list = new Int32Array(scene.unitCount);
      const open = new Set(list.subarray(0, cover.sift(list)));
      for (let u = 0; u < scene.unitCount; u++) {
        const [a, b] = [scene.parts[scene.partA[u]], scene.parts[scene.partB[u]]];
        const all = !open.has(u);
        cover.open(u);
        const span = all ? half : half * random.unit();
        const some = cover.ballsApart(span);
        if (!all && !some) {
          near++;
          continue;
        }
        far++;
        const top = scene.ancestor[u];
        for (let k = -2; k <= 2; k++) {
          const at = t + (span * k) / 2;
          const [p, q] = [a, b].map((part) => partJet(cell, part, top, segment, at));
          const centre = (part: Part, jet: Jet) => pointDerivative(jet, part.patches.whole.ball, 0);
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
    const stage = new Stage(cell, ({ tested }) => tested);
    const coverAt = (from: Float64Array, to: Float64Array, t: number) => {
      const segment = new StraightSegment(cell.tree, from, to);
      stage.begin(segment);
      stage.enter(t, Math.max(t, 1 - t));
      const { scene, cover } = stage;
      const [a, b] = [scene.partA[0], scene.partB[0]].map((i) => scene.parts[i].patches.whole);
      cover.open(0);
      const status = cover.test(a, b, t, 1 - t, NONE, -1);
      return { status, before: cover.before, after: cover.after };
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
      const stage = new Stage(cell, ({ tested }) => tested);
      for (let round = 0; round < 100; round++) {
        const [from, to] = [0, 1].map(() =>
          Float64Array.from({ length: 3 }, () => random.between(-0.4, 0.8)),
        );
        stage.begin(new StraightSegment(cell.tree, from, to));
        stage.enter(0.5, 0.5);
        const { scene, cover } = stage;
        const [a, b] = [scene.partA[0], scene.partB[0]].map((i) => scene.parts[i].patches.whole);
        cover.open(0);
        cover.test(a, b, 0.5, 0.5, NONE, -1);
        const height = (t: number) => {
          const [, y, z] = [0, 1, 2].map((k) => from[k] + t * (to[k] - from[k]));
          return 0.6 * y + 0.8 * z + 0.3 - extentAlong(a.shape, [0, -0.6, -0.8]);
        };
        if (cover.before > 0) expect(height(0.5 - cover.before)).toBeGreaterThan(-1e-13);
        if (cover.after > 0) expect(height(0.5 + cover.after)).toBeGreaterThan(-1e-13);
        if (Math.min(height(0), height(1)) > 1e-9) expect(cover.before + cover.after).toBe(1);
      }
    }
  });
});

/** Normals of a part that is a box, outward, in the outer frame. */
function boxNormals({ piece }: Part, jet: Jet): number[][] {
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

/** A patch of a part, so many levels down. */
function descend({ patches }: Part, random: Random, depth: number): Patch {
  let patch = patches.whole;
  for (let k = 0; k < depth && patch.children.length > 0; k++) {
    patch = patches.get(patch.children[random.below(patch.children.length)]);
  }
  return patch;
}

describe('patches', () => {
  it('contain their triangles, and children have all of their parents, seed 6', () => {
    const random = new Random(6);
    for (let round = 0; round < 8; round++) {
      const cell = randomCell(random, { links: 2, obstacles: 1, size: 0.2 });
      for (const body of cell.bodies) {
        for (const piece of body.pieces) {
          const patches = new Patches(piece);
          const stack = [0];
          while (stack.length > 0) {
            const index = stack.pop()!;
            const patch = patches.get(index);
            expect(patches.get(index)).toBe(patch);
            const { shape, ball, from, to, children } = patch;
            if (piece.kind !== 'mesh') {
              expect([from, to, children.length]).toEqual([0, 0, 0]);
              continue;
            }
            let at = from;
            for (const child of children) {
              const part = patches.get(child);
              expect(part.from).toBe(at);
              at = part.to;
              stack.push(child);
            }
            if (children.length > 0) expect(at).toBe(to);
            else expect(to - from).toBe(1);
            if (shape.kind !== 'hull') throw new Error('a mesh has hulls');
            const { vertices } = piece.tree;
            const n = Float64Array.from(randomDirection(random));
            const s = supportOffset(shape.table, n, 0);
            const p = shape.table.positions;
            const reach = n[0] * p[s] + n[1] * p[s + 1] + n[2] * p[s + 2];
            let [along, off] = [Number.NEGATIVE_INFINITY, 0];
            for (let v = 9 * from; v < 9 * to; v += 3) {
              const [x, y, z] = vertices.subarray(v, v + 3);
              along = Math.max(along, n[0] * x + n[1] * y + n[2] * z);
              off = Math.max(off, Math.hypot(x - ball[0], y - ball[1], z - ball[2]));
            }
            expect(along).toBeLessThanOrEqual(reach + 1e-15);
            expect(off).toBeLessThanOrEqual(ball[3] * (1 + 1e-14));
          }
        }
      }
    }
  });

  it('that have a normal are flat about it', () => {
    const random = new Random(7);
    const cell = randomCell(random, { links: 2, obstacles: 3, size: 0.2 });
    let seen = 0;
    for (const { pieces } of cell.bodies) {
      for (const piece of pieces) {
        if (piece.kind !== 'mesh') continue;
        const patches = new Patches(piece);
        for (let k = 0; k < piece.tree.triangleCount; k++) {
          const { normal, from, to } = patches.get(piece.tree.slotCount + k);
          expect([from, to]).toEqual([k, k + 1]);
          expect(Math.hypot(...normal)).toBeCloseTo(1, 14);
          const t = piece.tree.vertices.subarray(9 * k, 9 * k + 9);
          const along = [0, 3, 6].map((o) =>
            [0, 1, 2].reduce((sum, i) => sum + normal[i] * t[o + i], 0),
          );
          expect(Math.max(...along) - Math.min(...along)).toBeLessThan(1e-14);
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThan(50);
  });
});

it('the pose of a test is that of the second part in the first', () => {
  const random = new Random(8);
  const cell = randomCell(random, { pieces: 2, base: randomPose(random, 100) });
  const segment = randomMotion(cell.tree, random, 'polynomial', 2);
  const stage = new Stage(askAbout(cell, [segment]).cell, ({ tested }) => tested);
  stage.begin(segment);
  stage.enter(0.3, 0.01);
  const { scene, cover } = stage;
  for (let u = 0; u < scene.unitCount; u++) {
    const parts = [scene.parts[scene.partA[u]], scene.parts[scene.partB[u]]];
    cover.open(u);
    cover.test(parts[0].patches.whole, parts[1].patches.whole, 0.01, 0.01, NONE, -1);
    const [a, b] = parts.map((part) => partJet(cell, part, scene.ancestor[u], segment, 0.3));
    const shift = originOf(b).map((x, k) => x - originOf(a)[k]);
    inward(a, shift).forEach((x, k) => {
      expect(Math.abs(cover.pose[9 + k] - x)).toBeLessThan(scene.base[u] + 1e-13);
    });
  }
});
