/**
 * 100,000 steps of random motions against brute force: smooth ones, jumps, steps with and without a threshold, in a
 * hundred random cells of all kinds. Seeds are fixed.
 */
import { expect, test } from 'vitest';
import { askAbout, type Cell, sampleInto } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { createMonitor, type Monitor } from '../../src/monitor/index.ts';
import { HALF } from '../helpers/campaign/size.ts';
import { BruteForce } from '../helpers/monitor/bruteForce.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';

const CELLS = 100;
const STEPS = 1000 * HALF;

/** A walk through the box: slow or fast, with jumps, and at times standing still. */
function walk(cell: Cell, random: Random): Float64Array[] {
  const count = cell.tree.dofs.length;
  const [from, to] = [new Float64Array(count), new Float64Array(count)];
  const qs: Float64Array[] = [];
  sampleInto(cell, random, from);
  while (qs.length < STEPS) {
    sampleInto(cell, random, to);
    const parts = random.unit() < 0.2 ? 1 : 1 + random.below(200);
    for (let part = 0; part < parts && qs.length < STEPS; part++) {
      const t = part / parts;
      const u = t * t * (3 - 2 * t);
      qs.push(Float64Array.from(from, (x, d) => x + u * (to[d] - x)));
    }
    if (random.unit() < 0.1) qs.push(qs[qs.length - 1]);
    from.set(to);
  }
  return qs.slice(0, STEPS);
}

/** What is wrong with a step, or null. */
function faultOf(
  monitor: Monitor,
  oracle: BruteForce,
  q: Float64Array,
  threshold: number,
): string | null {
  const { vectors } = monitor.step(q, threshold);
  let size = 1;
  for (const x of monitor.world.balls) if (Number.isFinite(x)) size = Math.max(size, Math.abs(x));
  size *= 1e-9;
  for (const vector of vectors) {
    const brute = oracle.vector(q, vector.pair, monitor.classes);
    const { status, distance, lower } = vector;
    const say = (what: string) => `${what}: ${status}, ${distance}, ${lower}; ${brute.distance}`;
    if (!(lower <= brute.distance)) return say('a lower bound above what was seen');
    if (status === 'beyond') {
      if (brute.distance < threshold - size) return say('beyond, but near');
      if (lower < Math.min(brute.lower, threshold) - size) return say('a weak bound');
      continue;
    }
    if (Math.abs(distance - brute.distance) > size) return say('another distance');
    if (lower < brute.lower - size) return say('a weak bound');
    if (brute.distance > size && status === 'colliding') return say('no collision');
    if (status === 'apart' && brute.colliding) return say('a collision');
    const length = Math.hypot(...vector.vector);
    if (!(Math.abs(length - distance) <= size)) return say(`a vector of length ${length}`);
  }
  return null;
}

test(`${CELLS * STEPS} steps, seeds 1001 to ${1000 + CELLS}`, { timeout: 600_000 }, () => {
  const seen = { steps: 0, apart: 0, colliding: 0, beyond: 0, looks: 0, pairs: 0 };
  for (let seed = 1001; seed < 1001 + CELLS; seed++) {
    const random = new Random(seed);
    const made = anyCell(seed).cell;
    const qs = walk(made, random);
    const { cell } = askAbout(made, qs);
    const monitor = createMonitor(cell);
    const oracle = new BruteForce(cell);
    for (const [n, q] of qs.entries()) {
      const threshold = random.unit() < 0.3 ? random.between(0.001, 0.5) : Number.POSITIVE_INFINITY;
      const fault = faultOf(monitor, oracle, q, threshold);
      if (fault) expect.fail(`seed ${seed}, step ${n}: ${fault}`);
      seen.steps++;
      const { nearest } = monitor.step(q, threshold);
      if (nearest === null) seen.beyond++;
      else seen[nearest.status === 'colliding' ? 'colliding' : 'apart']++;
    }
    seen.looks += monitor.counts.distances;
    seen.pairs += 2 * STEPS * cell.tested.length;
  }
  expect(seen.steps).toBe(CELLS * STEPS);
  expect(seen.apart).toBeGreaterThan(10_000 * HALF);
  expect(seen.colliding).toBeGreaterThan(10_000 * HALF);
  expect(seen.beyond).toBeGreaterThan(1000 * HALF);
  expect(seen.looks).toBeLessThan(0.5 * seen.pairs);
});
