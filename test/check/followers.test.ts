/** Joints that follow others by laws: derivatives, bounds of motion and covers against Taylor series and samples. */
import { describe, expect, it } from 'vitest';
import type { Patch } from '../../src/cell/patches.ts';
import { coverQuestion } from '../../src/check/cover/coverQuestion.ts';
import { FRAME_MOTION, FrameMotions } from '../../src/check/cover/frameMotions.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { movingCell, pieceJet } from '../helpers/check/coverCells.ts';
import { FLAT_THEN_STEEP, followerCell } from '../helpers/check/followerCells.ts';
import {
  chainJet,
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
import { MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

const OPTIONS: readonly CellOptions[] = [
  { kinds: ['revolute'], laws: 0, mimics: false },
  { kinds: ['revolute', 'prismatic', 'continuous'], laws: 0, mimics: false },
  { kinds: ALL_KINDS, laws: 0, mimics: false, links: 8 },
  { kinds: ['revolute', 'fixed', 'prismatic'], laws: 0, mimics: false, chain: false, links: 8 },
];

/** Extreme points of a shape. */
function pointsOf({ shape }: Patch, random: Random): number[][] {
  return Array.from({ length: 6 }, () => {
    const n = randomDirection(random);
    return [0, 1, 2].map((k) => {
      const up = n.map((x, i) => x + (i === k ? 1e-6 : 0));
      const down = n.map((x, i) => x - (i === k ? 1e-6 : 0));
      return ((extentAlong(shape, up) - extentAlong(shape, down)) / 2e-6) * (1 - 1e-7);
    });
  });
}

const length = (v: readonly number[]) => Math.hypot(...v);
const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const plus = (...all: (readonly number[])[]) =>
  [0, 1, 2].map((k) => all.reduce((s, v) => s + v[k], 0));

it('bounds around a configuration are those of the law there, not of where the segment finds it steep', () => {
  const cell = followerCell(FLAT_THEN_STEEP, { kind: 'prismatic' });
  const segment = new StraightSegment(cell.tree, Float64Array.of(-3.9), Float64Array.of(3.9));
  const moving = movingCell(cell, segment);
  moving.begin(segment);
  const speedAt = (t: number) => {
    moving.enter(t, 0.01);
    const i = moving.units.pieces.findIndex((part) => part.body.name === 'link2');
    moving.bounds.boundAround(i);
    const { entry, chain } = moving.units.pieces[i];
    return moving.bounds.around.speed[entry + chain.joint.length];
  };
  expect(speedAt(0.5)).toBeLessThan(0.2 * speedAt(0.98));
});

describe.each(MOTION_KINDS)('followers by laws on %s segments', (kind) => {
  it('have the derivatives that are bounded around a configuration and over the box, seed 1', () => {
    const random = new Random(1);
    const ratios = [0, 0, 0];
    let followed = 0;
    for (let round = 0; round < 20; round++) {
      const cell = randomCell(random, OPTIONS[round % OPTIONS.length]);
      const { tree } = cell;
      if (tree.laws === null) continue;
      followed++;
      const segment = randomMotion(tree, random, kind, [0.3, 2, 12][round % 3]);
      const moving = movingCell(cell, segment);
      moving.begin(segment);
      const half = [0.5, 0.1, 0.01][random.below(3)];
      const t = random.between(half, 1 - half);
      moving.enter(t, half);
      const { units, bounds: motion } = moving;
      units.pieces.forEach((part, i) => {
        if (part.still) return;
        motion.boundAround(i);
        const points = pointsOf(part.patches.whole, random);
        for (let k = 0; k <= 6; k++) {
          const at = t - half + (k / 3) * half;
          let jet = pieceJet(cell, part, part.body.frame, segment, at);
          let joints = 0;
          for (let f = part.body.frame; f !== 0; f = tree.parent[f]) {
            jet = product(localJet(tree, f, segment, at), jet);
            while (part.chain.joint[joints] === f) joints++;
            const entry = part.entry + joints;
            const { speed, acceleration, jerkAlong } = motion.around;
            [speed, acceleration, jerkAlong].forEach((bounds, order) => {
              const most = Math.max(
                ...points.map((p) => length(pointDerivative(jet, p, order + 1))),
              );
              const bound = bounds[entry];
              if (most > bound * (1 + 1e-9) + 1e-9) {
                expect(most, `round ${round}, order ${order + 1}`).toBeLessThanOrEqual(bound);
              }
              if (bound > 0) ratios[order] = Math.max(ratios[order], most / bound);
            });
          }
        }
      });
    }
    expect(followed).toBeGreaterThan(14);
    for (const ratio of ratios) expect(ratio).toBeGreaterThan(0.5);
  });

  it('are computed with the velocities and accelerations that they have, seed 2', () => {
    const random = new Random(2);
    const { v: V, w: W, a: A, s: S } = FRAME_MOTION;
    let most = 0;
    for (let round = 0; round < 32; round++) {
      const { tree } = randomCell(random, OPTIONS[round % OPTIONS.length]);
      const segment = randomMotion(tree, random, kind, [0.3, 2, 12][round % 3]);
      const kinematics = new Kinematics(tree);
      const motions = new FrameMotions(kinematics);
      const t = random.unit();
      const [q, rates, changes] = [0, 1, 2].map(() => new Float64Array(tree.dofs.length));
      segment.configurationInto(t, q, 0);
      segment.rateInto(t, rates, 0);
      segment.accelerationInto(t, changes, 0);
      kinematics.setConfiguration(q);
      const entries = Array.from(tree.parent, (_, f) => motions.ofFrame(f, 0));
      motions.begin(rates, changes);
      for (let f = 1; f < tree.frameCount; f++) {
        const jet = chainJet(tree, f, 0, segment, t);
        const x = [0.3, -0.2, 0.5];
        const o = motions.at(entries[f]);
        const at = (k: number) => [...motions.numbers.subarray(o + k, o + k + 3)];
        const w = at(W);
        const velocity = plus(at(V), cross(w, x));
        const acceleration = plus(at(A), cross(at(S), x), cross(w, cross(w, x)));
        const [v, a] = [1, 2].map((k) => inward(jet, pointDerivative(jet, x, k)));
        const scale = 1 + length(v) + length(a);
        const off = Math.max(
          length(v.map((c, k) => c - velocity[k])),
          length(a.map((c, k) => c - acceleration[k])),
        );
        most = Math.max(most, off / scale);
      }
    }
    expect(most).toBeLessThan(1e-12);
  });

  it('stay apart where covers say so, seed 3', () => {
    const random = new Random(3);
    let claims = 0;
    for (let round = 0; round < 20; round++) {
      const cell = randomCell(random, {
        ...OPTIONS[round % OPTIONS.length],
        size: [0.1, 0.2][random.below(2)],
      });
      const segment = randomMotion(cell.tree, random, kind, [0.2, 2, 6][round % 3]);
      const moving = movingCell(cell, segment);
      moving.begin(segment);
      const half = [0.5, 0.2, 0.05][random.below(3)];
      const t = random.between(half, 1 - half);
      moving.enter(t, half);
      const { units, cover } = moving;
      for (let u = 0; u < units.count; u++) {
        const [a, b] = [units.pieces[units.pieceA[u]], units.pieces[units.pieceB[u]]];
        const { before, after, directions } = cover.ask({
          ...coverQuestion(),
          unit: u,
          patchA: a.patches.whole,
          patchB: b.patches.whole,
          before: half,
          after: half,
        });
        const top = units.ancestor[u];
        const here = pieceJet(cell, a, top, segment, t);
        for (const [side, span] of [
          [-1, before],
          [1, after],
        ]) {
          if (!(span > 0)) continue;
          claims++;
          const n = outward(here, directions.subarray(side < 0 ? 0 : 3, side < 0 ? 3 : 6));
          const far = (jet: Jet, patch: Patch, m: number[]) =>
            extentAlong(patch.shape, inward(jet, m)) +
            m.reduce((sum, x, k) => sum + x * originOf(jet)[k], 0);
          let least = Infinity;
          for (let k = 0; k <= 8; k++) {
            const at = t + (side * span * k) / 8;
            const [p, q] = [a, b].map((part) => pieceJet(cell, part, top, segment, at));
            const gap =
              -far(
                q,
                b.patches.whole,
                n.map((x) => -x),
              ) - far(p, a.patches.whole, n);
            least = Math.min(least, gap);
          }
          if (!(least >= units.base[u] - 1e-11)) {
            expect(least, `round ${round}, unit ${u}`).toBeGreaterThanOrEqual(units.base[u]);
          }
        }
      }
    }
    expect(claims).toBeGreaterThan(100);
  });
});
