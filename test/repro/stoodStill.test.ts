/**
 * The verifier decided which joints move by the bounds of the part of a segment that it had looked at last. A follower by a law that is
 * flat there stood still in that part, and was then taken to stand still during the next slab, whatever it does there.
 */
import { expect, it } from 'vitest';
import { buildKinematics } from '../../src/kinematics/index.ts';
import { PolynomialSegment } from '../../src/motion/index.ts';
import { BEND } from '../../src/verifier/side.ts';
import {
  bendAt,
  boundsAround,
  riding,
  type Setting,
  settingOf,
} from '../helpers/certificate/settings.ts';
import { placed, sevenJointArm } from '../helpers/oracles/robots.ts';

const tree = buildKinematics([placed(sevenJointArm())]);
const frame = tree.frameCount - 1;
const coefficients = new Float64Array(6 * tree.dofs.length);
for (let d = 0; d < tree.dofs.length; d++) coefficients.set([0.1 * d, 0.3, 0.7, -0.2, 0, 0], 6 * d);
const E = [0.6, 0, 0.8];

function fresh(): Setting {
  return settingOf(
    tree,
    riding(frame, [[0.1, 0.2, 0.3]]),
    new PolynomialSegment(tree, coefficients),
  );
}

it('what stood still in the part looked at last still moves', () => {
  const [known, late] = [fresh(), fresh()];
  // As after a part in which nothing moves.
  for (const bounds of [late.motion.rate, late.motion.acceleration, late.motion.jerk])
    bounds.fill(0);
  const { side, mover } = late;
  side.turnTo(mover, side.from, side.ancestor, mover.body.whole);
  expect(side.moving).toBe(true);
  expect(bendAt(late, 0.4, E)).toBe(bendAt(known, 0.4, E));
  expect(known.side.numbers[BEND]).not.toBe(0);
  late.motion.rate.fill(0);
  expect(boundsAround(late, 0.4, 0.1, E)).toEqual(boundsAround(known, 0.4, 0.1, E));
});
