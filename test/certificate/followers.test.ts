/** Joints that follow others by laws, as the verifier sees them: derivatives and bounds against Taylor series. */
import { describe, expect, it } from 'vitest';
import { buildKinematics } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { PolynomialSegment } from '../../src/motion/index.ts';
import { BACKWARD, BEND, FORWARD } from '../../src/verifier/side.ts';
import { boundsAround, look, riding, settingOf } from '../helpers/certificate/settings.ts';
import { twoCarriages } from '../helpers/check/followerCells.ts';
import { chainJet, pointDerivative } from '../helpers/check/jets.ts';
import { MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { byLaw, lawCouplings, sampledLaw } from '../helpers/oracles/laws.ts';
import { placed, randomDirection, randomRobot } from '../helpers/oracles/robots.ts';

describe.each(MOTION_KINDS)('what follows by laws on %s segments', (kind) => {
  it('moves as the verifier computes, and no more than it allows for, seed 1', () => {
    const random = new Random(1);
    const ratios = [0, 0, 0];
    let followed = 0;
    for (let round = 0; round < 60; round++) {
      const robot = randomRobot(random, {
        links: 3 + random.below(4),
        kinds: round % 2 ? ['revolute', 'continuous'] : ['revolute', 'continuous', 'prismatic'],
        chain: true,
        mimics: false,
      });
      const couplings = lawCouplings(robot, random);
      const tree = buildKinematics([placed(robot, { couplings })]);
      if (tree.laws === null) continue;
      followed++;
      const segment = randomMotion(tree, random, kind, [0.3, 2, 12][round % 3]);
      const frame = tree.frameCount - 1;
      const point = round % 3 === 0 ? [0, 0, 0] : [0, 1, 2].map(() => random.between(-1, 1));
      const setting = settingOf(tree, riding(frame, [point]), segment, 0);
      const h = [0.3, 0.05, 0.002][random.below(3)];
      const t = random.between(h, 1 - h);
      const e = randomDirection(random);
      const along = (s: number) => {
        const jet = chainJet(tree, frame, 0, segment, s);
        return [1, 2, 3].map((k) =>
          pointDerivative(jet, point, k).reduce((sum, x, i) => sum + x * e[i], 0),
        );
      };
      look(setting, t, e);
      const { side, mover } = setting;
      side.findSpeed();
      side.exactSpeed(true, true);
      side.findBend();
      const [first, second] = along(t);
      const label = `round ${round}`;
      expect(Math.abs(side.numbers[FORWARD] - first), label).toBeLessThanOrEqual(mover.first);
      expect(Math.abs(side.numbers[BACKWARD] + first), label).toBeLessThanOrEqual(mover.first);
      expect(Math.abs(side.numbers[BEND] - second), label).toBeLessThanOrEqual(mover.second);
      const bounds = boundsAround(setting, t, h, e);
      const sums = mover.sums.subarray(3 * side.from);
      for (let k = 0; k <= 16; k++) {
        along(t + h * (k / 8 - 1)).forEach((x, order) => {
          const most = Math.min(bounds[order], sums[order]) * (1 + 1e-9) + 1e-9;
          if (Math.abs(x) > most) {
            expect(Math.abs(x), `${label}, order ${order + 1}`).toBeLessThanOrEqual(most);
          }
          if (bounds[order] > 0.01)
            ratios[order] = Math.max(ratios[order], Math.abs(x) / bounds[order]);
        });
      }
    }
    expect(followed).toBeGreaterThan(40);
    for (const ratio of ratios) expect(ratio).toBeGreaterThan(0.4);
  });
});

describe('the chain rule', () => {
  it('has each of its terms: g of one degree, q of another, and no other joint', () => {
    // v = x^2 / 2 and x = t + t^2: v' = (t + t^2) (1 + 2 t), v'' = (1 + 2 t)^2 + 2 (t + t^2), v''' = 6 (1 + 2 t).
    const law = sampledLaw(
      (x) => x * x * 0.5,
      (x) => x,
      [-4, 4],
      33,
    );
    const couplings = new Map([['joint2', byLaw('joint1', law)]]);
    const tree = buildKinematics([placed(twoCarriages(), { couplings })]);
    const segment = new PolynomialSegment(tree, Float64Array.of(0, 1, 1, 0, 0, 0));
    const setting = settingOf(tree, riding(3, [[0, 0, 0]]), segment, 0);
    const [speed, bend, twist] = boundsAround(setting, 0.5, 0.5, [1, 0, 0]);
    const exact = [6, 13, 18];
    [speed, bend, twist].forEach((bound, k) => {
      expect(bound).toBeGreaterThanOrEqual(exact[k]);
      expect(bound).toBeLessThan(1.7 * exact[k]);
    });
  });
});
