/** Sweeps of articulated links and floating bases: all sampled points are inside, and not much else is. */
import { describe, expect, it } from 'vitest';
import { askAbout, type Cell } from '../../src/cell/index.ts';
import type { CarriedPiece } from '../../src/check/cover/carriedPiece.ts';
import { MovingCell } from '../../src/check/cover/movingCell.ts';
import { supportInto } from '../../src/geometry/index.ts';
import { Kinematics, motionUpper, pairMotion } from '../../src/kinematics/index.ts';
import { Random, transformPointInto } from '../../src/math/index.ts';
import type { Segment } from '../../src/motion/index.ts';
import { OPTIONS } from '../helpers/check/coverCells.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { crowded } from '../helpers/check/plainCrowd.ts';

const AXES = [0, 1, 2];

/** Points of a piece in its body's frame: those farthest in random directions, and toward the box's sides. */
function pointsOf({ piece, patches }: CarriedPiece, random: Random): Float64Array[] {
  const { shape } = patches.whole;
  if (shape.kind === 'half-space') return [];
  return Array.from({ length: 40 }, () => {
    const d = Float64Array.from(AXES, () => random.between(-1, 1));
    const point = new Float64Array(3);
    supportInto(shape, d, 0, point, 0);
    if (piece.kind === 'convex') transformPointInto(piece.pose, 0, point, 0, point, 0);
    return point;
  });
}

/** Low x, y, z, high x, y, z of points at many times within `half` of t. */
function sampledBox(
  cell: Cell,
  segment: Segment,
  [from, to]: readonly [number, number],
  carried: CarriedPiece,
  points: readonly Float64Array[],
): Float64Array {
  const kinematics = new Kinematics(cell.tree);
  const q = new Float64Array(cell.tree.dofs.length);
  const place = new Float64Array(3);
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k <= 32; k++) {
    segment.configurationInto(from + (k / 32) * (to - from), q, 0);
    kinematics.setConfiguration(q);
    const pose = kinematics.poseOf(carried.body.frame);
    for (const point of points) {
      transformPointInto(kinematics.poses, pose, point, 0, place, 0);
      for (const i of AXES) {
        box[i] = Math.min(box[i], place[i]);
        box[3 + i] = Math.max(box[3 + i], place[i]);
      }
    }
  }
  return box;
}

describe('sweeps', () => {
  it('contain all sampled points, with what is asked for, and are smaller than reach allows, seed 71', () => {
    const random = new Random(71);
    // Sums of widths: of the sweeps, of what was sampled, and of boxes grown by reach [A IV-A, Lemma 2].
    const sums = { swept: 0, sampled: 0, reach: 0 };
    for (const options of OPTIONS) {
      for (const kind of MOTION_KINDS) {
        for (let k = 0; k < 3; k++) {
          const clearance = k === 1 ? 0.02 : 0;
          const padding = k === 2 ? 0.005 : 0;
          const listed = randomCell(random, { ...options, clearance, padding, obstacles: 3 });
          const segment = randomMotion(listed.tree, random, kind, 1);
          const cell = crowded(askAbout(listed, [segment]).cell);
          const moving = new MovingCell(cell, [], { near: { crowd: cell.crowd! } });
          moving.begin(segment);
          const half = 0.5 ** (1 + random.below(5));
          const t = random.between(half, 1 - half);
          moving.enter(t, half);
          moving.sweep();
          const sweeps = moving.sweeps!;
          const box = new Float64Array(6);
          const centre = new Float64Array(3);
          const variation = new Float64Array(cell.tree.dofs.length);
          segment.variationUpperInto(t - half, t + half, variation, 0);
          for (let i = 0; i < sweeps.count; i++) {
            const carried = moving.units.pieces[sweeps.pieces[i]];
            const points = pointsOf(carried, random);
            if (points.length === 0) continue;
            const asked = clearance + padding;
            sweeps.boxInto(i, 0, box, 0);
            const radius = sweeps.radius(i, 0);
            const { poses } = moving.kinematics;
            const pose = moving.kinematics.poseOf(carried.body.frame);
            transformPointInto(poses, pose, carried.piece.ball, 0, centre, 0);
            const sampled = sampledBox(cell, segment, [t - half, t + half], carried, points);
            const still = sampledBox(cell, segment, [t, t], carried, points);
            const { dofs } = cell.tree;
            expect(dofs.length).toBeGreaterThan(0);
            const motion = motionUpper(
              pairMotion(
                cell.tree,
                carried.body,
                { frame: 0, ball: new Float64Array(4) },
                cell.box,
              ),
              variation,
              0,
            );
            for (const a of AXES) {
              expect(box[a]).toBeLessThanOrEqual(sampled[a] - asked);
              expect(box[3 + a]).toBeGreaterThanOrEqual(sampled[3 + a] + asked);
              expect(centre[a] - radius).toBeLessThanOrEqual(sampled[a] - asked);
              expect(centre[a] + radius).toBeGreaterThanOrEqual(sampled[3 + a] + asked);
              if (!Number.isFinite(motion)) continue;
              sums.swept += box[3 + a] - box[a] - 2 * asked;
              sums.sampled += sampled[3 + a] - sampled[a];
              sums.reach += still[3 + a] - still[a] + motion;
            }
          }
        }
      }
    }
    // About as large as what was sampled needs; a box by reach over all joint values is far larger.
    expect(sums.swept).toBeLessThan(1.5 * sums.sampled);
    expect(sums.swept).toBeLessThan(0.75 * sums.reach);
  });

  it('shrink with the time to the box around the piece where it is', () => {
    const random = new Random(72);
    const listed = randomCell(random, { links: 4, obstacles: 2, kinds: ['revolute'] });
    const segment = randomMotion(listed.tree, random, 'straight', 1);
    const cell = crowded(askAbout(listed, [segment]).cell);
    const moving = new MovingCell(cell, [], { near: { crowd: cell.crowd! } });
    moving.begin(segment);
    const box = new Float64Array(6);
    for (let i = 0; i < moving.sweeps!.count; i++) {
      const widths = [0.25, 0.01, 1e-6].map((half) => {
        moving.enter(0.5, half);
        moving.sweep();
        moving.sweeps!.boxInto(i, 0, box, 0);
        return box[3] - box[0];
      });
      expect(widths[1]).toBeLessThan(widths[0]);
      const carried = moving.units.pieces[moving.sweeps!.pieces[i]];
      const sampled = sampledBox(cell, segment, [0.5, 0.5], carried, pointsOf(carried, random));
      expect(widths[2] - (sampled[3] - sampled[0])).toBeGreaterThan(0);
      expect(widths[2]).toBeLessThan(widths[1]);
    }
  });
});
