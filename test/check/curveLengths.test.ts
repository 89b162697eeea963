/**
 * Lengths of curves on the two parts of an interval against integrated ones: reach of each part is measured for that
 * part, also where the other one is shorter [A18].
 */
import { describe, expect, it } from 'vitest';
import { askAbout, StaticChecker } from '../../src/cell/index.ts';
import { CurveLengths } from '../../src/check/lemma/curveLengths.ts';
import { MovingPairs } from '../../src/check/lemma/movingPairs.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random, transformPointInto } from '../../src/math/index.ts';
import { carousel } from '../helpers/bounds/carried.ts';
import { expectUpper } from '../helpers/bounds/nearly.ts';
import { CELLS, segmentsOf } from '../helpers/check/adaptiveCells.ts';

describe('a ball that slides outward while it turns', () => {
  const { cell, segment } = carousel();
  const { cell: asked } = askAbout(cell, [segment]);
  const [pair] = MovingPairs.of(asked, asked.tested).pairs;
  const kin = new Kinematics(asked.tree);
  /** The length of the ball's curve from t = a to b, in closed form but for an integral over one number. */
  const length = (a: number, b: number) => {
    const steps = 1000;
    let sum = 0;
    for (let k = 0; k < steps; k++) {
      const t = a + ((b - a) * (k + 0.5)) / steps;
      sum += (Math.hypot(20 * (0.8 + 0.4 * t), 0.4) * (b - a)) / steps;
    }
    return sum;
  };

  it.each([
    [0.49, 0.5, 0.75],
    [0.25, 0.5, 0.51],
    [0.3, 0.5, 0.7],
  ])('from %f by %f to %f', (from, at, to) => {
    const lengths = new CurveLengths(asked, 2);
    const q = new Float64Array(2);
    segment.configurationInto(at, q, 0);
    kin.setConfiguration(q);
    lengths.begin(segment);
    lengths.measure(pair, kin, from, at, to);
    // Before that it was nearer to the axis than reach allows for.
    expectUpper(length(from, at), lengths.lambdaLeft, 'left', 0.8);
    expectUpper(length(at, to), lengths.lambdaRight, 'right');
  });
});

const STEPS = 64;

it.each(Object.entries(CELLS))('%s: no vertex traces a longer curve, seed 31', (_, build) => {
  const cell = build();
  const random = new Random(31);
  const lengths = new CurveLengths(cell, 2);
  const kin = new Kinematics(cell.tree);
  const moving = new Kinematics(cell.tree);
  const q = new Float64Array(cell.tree.dofs.length);
  const pose = new Float64Array(12);
  const [point, last] = [new Float64Array(3), new Float64Array(3)];
  let closest = 0;
  for (const segment of segmentsOf(new StaticChecker(cell), 31, 12)) {
    const { cell: asked } = askAbout(cell, [segment]);
    lengths.begin(segment);
    const traced = (ancestor: number, frame: number, p: Float64Array, a: number, b: number) => {
      let sum = 0;
      for (let k = 0; k <= STEPS; k++) {
        segment.configurationInto(a + ((b - a) * k) / STEPS, q, 0);
        moving.setConfiguration(q);
        moving.relativePoseInto(ancestor, frame, pose, 0);
        transformPointInto(pose, 0, p, 0, point, 0);
        if (k > 0) sum += Math.hypot(...point.map((x, d) => x - last[d]));
        last.set(point);
      }
      return sum;
    };
    for (const pair of MovingPairs.of(asked, asked.tested).pairs) {
      const at = random.unit();
      const [from, to] = [random.between(0, at), random.between(at, 1)];
      segment.configurationInto(at, q, 0);
      kin.setConfiguration(q);
      lengths.measure(pair, kin, from, at, to);
      const { ancestor } = pair.motion;
      const centres = [pair.a, pair.b].map(({ ball }) => Float64Array.from(ball.subarray(0, 3)));
      for (const [a, b, bound] of [
        [from, at, lengths.lambdaLeft],
        [at, to, lengths.lambdaRight],
      ]) {
        const both =
          traced(ancestor, pair.a.frame, centres[0], a, b) +
          traced(ancestor, pair.b.frame, centres[1], a, b);
        expect(both).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-12);
        if (bound > 0) closest = Math.max(closest, both / bound);
      }
    }
  }
  expect(closest).toBeGreaterThan(0.5);
});
