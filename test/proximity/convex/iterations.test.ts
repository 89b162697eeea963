/** What a direction to begin with, and a gap that suffices, are for: iterations of GJK. Answers are in gjk.test.ts. */
import { expect, it } from 'vitest';
import { hullShape } from '../../../src/geometry/primitives.ts';
import { withKernel } from '../../../src/kernel/index.ts';
import { Random } from '../../../src/math/random.ts';
import { gjkInto } from '../../../src/proximity/convex/gjk.ts';
import {
  APART,
  convexWorkspace,
  DISTANCE_UPPER,
  ITERATIONS,
  NEEDED,
  WARM,
} from '../../../src/proximity/convex/workspace.ts';
import { randomPoints, randomPose } from '../../helpers/proximity/convex/oracle.ts';

it('takes half of the iterations for a gap that is asked for, and fewer from the last direction (seed 26)', () => {
  withKernel(true, countIterations);
  withKernel(false, countIterations);
});

function countIterations() {
  const random = new Random(26);
  const ws = convexWorkspace();
  const sum = { cold: 0, early: 0, warm: 0 };
  for (let run = 0; run < 25; run++) {
    const a = hullShape(randomPoints(random, 40));
    const b = hullShape(randomPoints(random, 40));
    const pose = randomPose(random, random.between(2, 3));
    ws.numbers[NEEDED] = Number.POSITIVE_INFINITY;
    ws.integers[WARM] = 0;
    if (gjkInto(a.table, b.table, pose, 0, ws) !== APART) continue;
    sum.cold += ws.integers[ITERATIONS];
    // Moved a little: the direction is still the one.
    pose[9] += 1e-3;
    ws.integers[WARM] = 1;
    gjkInto(a.table, b.table, pose, 0, ws);
    sum.warm += ws.integers[ITERATIONS];
    ws.integers[WARM] = 0;
    ws.numbers[NEEDED] = 0.5 * ws.numbers[DISTANCE_UPPER];
    gjkInto(a.table, b.table, pose, 0, ws);
    sum.early += ws.integers[ITERATIONS];
  }
  expect(sum.cold).toBeGreaterThan(80);
  expect(2 * sum.early).toBeLessThan(sum.cold);
  expect(sum.warm).toBeLessThan(0.92 * sum.cold);
}
