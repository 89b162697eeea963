/** Depth and direction: what they say parts the two pieces, and no direction is far from the best for boxes. */
import { describe, expect, test } from 'vitest';
import { askAbout, type Body, PairQuery, sampleInto } from '../../src/cell/index.ts';
import { invertPoseInto, Random, unrotateVectorInto } from '../../src/math/index.ts';
import { type CollisionVector, createMonitor, type Monitor } from '../../src/monitor/index.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

/** How far the two pieces are apart when the first is moved along the direction by `length`, padding taken off. */
function gapAfter({ world }: Monitor, vector: CollisionVector, length: number): number {
  const i = world.firstOf[vector.bodyA] + vector.pieceA;
  const k = world.firstOf[vector.bodyB] + vector.pieceB;
  const moved = world.poses.slice(12 * i, 12 * i + 12);
  for (let x = 0; x < 3; x++) moved[9 + x] += length * vector.direction[x];
  const inverse = new Float64Array(12);
  invertPoseInto(moved, 0, inverse, 0);
  const bInA = new Float64Array(12);
  const other = world.poses.slice(12 * k, 12 * k + 12);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      for (let x = 0; x < 3; x++)
        bInA[3 * row + column] += inverse[3 * row + x] * other[3 * x + column];
    }
    bInA[9 + row] = inverse[9 + row];
    for (let x = 0; x < 3; x++) bInA[9 + row] += inverse[3 * row + x] * other[9 + x];
  }
  const alone = (m: number) => ({ pieces: [world.pieces[m]] }) as unknown as Body;
  const query = new PairQuery();
  query.measure(alone(i), alone(k), bInA, 0, Number.POSITIVE_INFINITY);
  return query.upper - world.paddings[i] - world.paddings[k];
}

function check(
  monitor: Monitor,
  vector: CollisionVector,
  seen: { parted: number; unknown: number },
) {
  const length = Math.hypot(...vector.direction);
  if (vector.depth === Number.POSITIVE_INFINITY) {
    seen.unknown++;
    return;
  }
  seen.parted++;
  expect(Math.abs(length - 1)).toBeLessThan(1e-9);
  expect(vector.depth).toBeGreaterThanOrEqual(0);
  const size = 1e-8 * (1 + Math.abs(vector.r[0]) + Math.abs(vector.r[1]) + Math.abs(vector.r[2]));
  expect(gapAfter(monitor, vector, vector.depth + size)).toBeGreaterThanOrEqual(0);
  expect(gapAfter(monitor, vector, vector.depth + 0.1)).toBeGreaterThan(0.1 - 2 * size);
}

describe('moving the first piece along the direction by the depth', () => {
  test('parts the two: random cells of all kinds, seeds 1 to 60', () => {
    const seen = { parted: 0, unknown: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const made = anyCell(seed).cell;
      const random = new Random(seed);
      for (let n = 0; n < 3; n++) {
        const q = new Float64Array(made.tree.dofs.length);
        sampleInto(made, random, q);
        const { cell } = askAbout(made, [q]);
        const monitor = createMonitor(cell);
        for (const vector of monitor.step(q).vectors) {
          if (vector.status === 'colliding') check(monitor, vector, seen);
          else expect(vector.depth).toBe(0);
        }
      }
    }
    expect(seen.parted).toBeGreaterThan(10);
    expect(seen.unknown).toBeLessThan(0.1 * seen.parted);
  });

  test('cells/two-arms: meshes, by their hulls', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell);
    const random = new Random(1);
    const seen = { parted: 0, unknown: 0 };
    const q = new Float64Array(cell.tree.dofs.length);
    for (let n = 0; n < 30; n++) {
      sampleInto(cell, random, q);
      for (const vector of monitor.step(q).vectors) {
        if (vector.status !== 'colliding') continue;
        check(monitor, vector, seen);
        // Away from the other, in the world as well as in the frame of the body.
        const turned = vector.direction.slice();
        const i = monitor.world.firstOf[vector.bodyA];
        unrotateVectorInto(monitor.world.poses, 12 * i, turned, 0);
        expect(Math.hypot(...turned)).toBeCloseTo(1, 9);
      }
    }
    expect(seen.parted).toBeGreaterThan(3);
  });
});
