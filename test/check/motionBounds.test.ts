/** Bounds of speed, acceleration and jerk against exact derivatives. */
import { describe, expect, it } from 'vitest';
import type { Patch } from '../../src/cell/patches.ts';
import { Random } from '../../src/math/index.ts';
import { movingCell, OPTIONS, pieceJet } from '../helpers/check/coverCells.ts';
import { localJet, pointDerivative, product } from '../helpers/check/jets.ts';
import { extentAlong, randomCell } from '../helpers/check/ladderCells.ts';
import { MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

/** Rounding of the oracles, per unit of what they compute. */
const ROUNDING = 1e-11;

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

describe.each(MOTION_KINDS)('bounds of speed, acceleration and jerk, %s segments', (kind) => {
  it('bound the derivatives of all points relative to all ancestors, seed 1', () => {
    const random = new Random(1);
    const ratios = [0, 1, 2].map(() => ({ most: 0, total: 0, count: 0 }));
    for (let round = 0; round < 48; round++) {
      const cell = randomCell(random, OPTIONS[round % OPTIONS.length]);
      const { tree } = cell;
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
        for (const at of [t - half, t, t + half, t + half * random.between(-1, 1)]) {
          let jet = pieceJet(cell, part, part.body.frame, segment, at);
          let joints = 0;
          for (let f = part.body.frame; f !== 0; f = tree.parent[f]) {
            jet = product(localJet(tree, f, segment, at), jet);
            while (part.chain.joint[joints] === f) joints++;
            const k = part.entry + joints;
            const { speed, acceleration, jerkAlong } = motion.around;
            const bounds = [speed[k], acceleration[k], jerkAlong[k]];
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
      for (let u = 0; u < units.count; u++) {
        const local = (sums: Float64Array) => sums[units.entryA[u]] + sums[units.entryB[u]];
        // Numbers of pieces that stand still are those of no joints.
        const { speed, acceleration, jerkAlong } = motion.around;
        const over = 1 + ROUNDING;
        expect(motion.speedOverBox(u) * over).toBeGreaterThanOrEqual(local(speed));
        expect(motion.accelerationOverBox(u) * over).toBeGreaterThanOrEqual(local(acceleration));
        expect(motion.jerkOverBox(u) * over).toBeGreaterThanOrEqual(local(jerkAlong));
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
      const moving = movingCell(cell, segment);
      moving.begin(segment);
      const half = [0.5, 0.1, 0.01][random.below(3)];
      const t = random.between(half, 1 - half);
      moving.enter(t, half);
      const { units, bounds: motion, kinematics } = moving;
      const out = new Float64Array(2);
      units.pieces.forEach((part, i) => {
        if (part.still) return;
        motion.boundAround(i);
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
          let jet = pieceJet(cell, part, part.body.frame, segment, at);
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
            const end = part.entry + joints;
            motion.addAlong(i, end, n, out);
            for (const order of [2, 3]) {
              const bound = out[order - 2];
              const { acceleration, jerkAlong } = motion.around;
              const plain = order === 2 ? acceleration[end] : jerkAlong[end];
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
      const moving = movingCell(cell, segment);
      moving.begin(segment);
      const { units, bounds: motion } = moving;
      const most = new Float64Array(3 * units.pieces.length);
      for (let u = 0; u < units.count; u += 1 + random.below(4)) {
        const top = units.ancestor[u];
        const sides = [units.pieces[units.pieceA[u]], units.pieces[units.pieceB[u]]];
        const at = random.unit();
        most.fill(0);
        sides.forEach((part, side) => {
          const jet = pieceJet(cell, part, top, segment, at);
          for (const p of pointsOf(part.patches.whole, random)) {
            for (let k = 0; k < 3; k++) {
              const size = Math.hypot(...pointDerivative(jet, p, k + 1));
              most[3 * side + k] = Math.max(most[3 * side + k], size);
            }
          }
        });
        const bounds = [
          motion.speedOverBox(u),
          motion.accelerationOverBox(u),
          motion.jerkOverBox(u),
        ];
        bounds.forEach((bound, k) => {
          // A piece that stands still is not among what the bound counts.
          const size = most[k] + most[3 + k];
          expect(size, `round ${round}`).toBeLessThanOrEqual(bound * (1 + ROUNDING) + 1e-12);
        });
      }
    }
  });
});
