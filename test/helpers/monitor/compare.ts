/** Holds the vectors of a monitor against brute force. */
import { expect } from 'vitest';
import type { Monitor } from '../../../src/monitor/index.ts';
import { type BruteForce, pointDistance } from './bruteForce.ts';

export interface Seen {
  steps: number;
  apart: number;
  colliding: number;
  beyond: number;
  tooNear: number;
}

export const nothingSeen = (): Seen => ({
  steps: 0,
  apart: 0,
  colliding: 0,
  beyond: 0,
  tooNear: 0,
});

/** Sizes of numbers at hand: what roundings are relative to. */
function scaleOf({ world }: Monitor): number {
  let most = 1;
  for (let i = 0; i < world.count; i++) {
    for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(world.balls[4 * i + k]));
    if (Number.isFinite(world.balls[4 * i + 3])) most = Math.max(most, world.balls[4 * i + 3]);
  }
  return most;
}

/** One step. */
export function compareStep(
  monitor: Monitor,
  oracle: BruteForce,
  q: Float64Array,
  seen: Seen,
  threshold = Number.POSITIVE_INFINITY,
): void {
  const { vectors, nearest } = monitor.step(q, threshold);
  const size = 1e-9 * scaleOf(monitor);
  let shortest = Number.POSITIVE_INFINITY;
  seen.steps++;
  for (const vector of vectors) {
    const brute = oracle.vector(q, vector.pair, monitor.classes);
    const { status, distance, lower, r, s } = vector;
    shortest = Math.min(shortest, distance);
    // Proven bounds are never above what was seen.
    expect(lower).toBeLessThanOrEqual(brute.distance);
    if (status === 'beyond') {
      seen.beyond++;
      expect(brute.distance).toBeGreaterThanOrEqual(threshold - size);
      expect(lower).toBeGreaterThanOrEqual(Math.min(brute.lower, threshold) - size);
      expect(distance).toBe(Number.POSITIVE_INFINITY);
      continue;
    }
    if (brute.colliding) expect(status).toBe('colliding');
    else if (brute.lower > size) expect(status).toBe('apart');
    if (status === 'colliding') expect(brute.distance).toBeLessThanOrEqual(size);
    expect(Math.abs(distance - brute.distance)).toBeLessThanOrEqual(size);
    expect(lower).toBeGreaterThanOrEqual(brute.lower - size);
    seen[status === 'apart' ? 'apart' : status === 'colliding' ? 'colliding' : 'tooNear']++;
    const length = Math.hypot(...vector.vector);
    if (Number.isNaN(length)) {
      expect(status).toBe('colliding');
      expect(brute.all.some(({ contained }) => contained)).toBe(true);
      continue;
    }
    expect(Math.abs(length - distance)).toBeLessThanOrEqual(size);
    const bodies = monitor.world.bodies;
    const onA = pointDistance(monitor, vector.bodyA, vector.pieceA, r);
    const onB = pointDistance(monitor, vector.bodyB, vector.pieceB, s);
    expect(onA).toBeLessThanOrEqual(bodies[vector.bodyA].padding + size);
    expect(onB).toBeLessThanOrEqual(bodies[vector.bodyB].padding + size);
  }
  expect(nearest?.distance ?? Number.POSITIVE_INFINITY).toBe(shortest);
}
