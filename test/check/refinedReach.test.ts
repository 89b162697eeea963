/**
 * Lengths of parts of bodies are never less than the curves that their vertices trace, seen from the lowest
 * common ancestor of the pair, and often little more.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, StaticChecker } from '../../src/cell/index.ts';
import { CurveLengths } from '../../src/check/lemma/curveLengths.ts';
import { MovingPairs } from '../../src/check/lemma/movingPairs.ts';
import { PairLengths, slotLengthsOf } from '../../src/check/refined/refinedReach.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random, transformPointInto } from '../../src/math/index.ts';
import { CELLS, segmentsOf } from '../helpers/check/adaptiveCells.ts';

const STEPS = 64;

describe.each(Object.entries(CELLS))('%s, seed 31', (_, build) => {
  it('no vertex of a part traces a longer curve', () => {
    const cell = build();
    const random = new Random(31);
    const lengths = new CurveLengths(cell, 2);
    const parts = new PairLengths();
    const kin = new Kinematics(cell.tree);
    const moving = new Kinematics(cell.tree);
    const q = new Float64Array(cell.tree.dofs.length);
    const pose = new Float64Array(12);
    const point = new Float64Array(3);
    let closest = 0;
    let smaller = 0;
    let measured = 0;
    for (const segment of segmentsOf(new StaticChecker(cell), 31, 12)) {
      const { cell: asked } = askAbout(cell, [segment]);
      const plan = MovingPairs.of(asked, asked.tested);
      lengths.begin(segment);
      for (const pair of plan.pairs) {
        const [ofA, ofB] = [slotLengthsOf(pair.a), slotLengthsOf(pair.b)];
        const at = random.unit();
        const [from, to] = [random.between(0, at), random.between(at, 1)];
        segment.configurationInto(at, q, 0);
        kin.setConfiguration(q);
        lengths.measure(pair, kin, from, at, to);
        parts.begin(pair, kin, lengths.left, lengths.right, lengths.error);
        for (const [mine, body] of [
          [ofA, pair.a],
          [ofB, pair.b],
        ] as const) {
          const i = random.below(mine.length);
          const { tree } = mine[i];
          if (tree === null) continue;
          const slot = random.below(tree.slotCount);
          const theirs = body === pair.a ? ofB[0] : ofA[0];
          if (body === pair.a) parts.measure(mine[i], slot, theirs, 0);
          else parts.measure(theirs, 0, mine[i], slot);
          const left = mine[i].left[slot];
          const right = mine[i].right[slot];
          expect(left).toBeLessThanOrEqual(parts.left);
          expect(right).toBeLessThanOrEqual(parts.right);
          if (parts.left < 0.9 * lengths.lambdaLeft) smaller++;
          let first = slot;
          while (tree.counts[first] < 0) first = tree.links[first];
          const vertex = tree.vertices.subarray(9 * tree.links[first], 9 * tree.links[first] + 3);
          const traced = (a: number, b: number) => {
            let sum = 0;
            const last = new Float64Array(3);
            for (let k = 0; k <= STEPS; k++) {
              segment.configurationInto(a + ((b - a) * k) / STEPS, q, 0);
              moving.setConfiguration(q);
              moving.relativePoseInto(pair.motion.ancestor, body.frame, pose, 0);
              transformPointInto(pose, 0, vertex, 0, point, 0);
              if (k > 0) sum += Math.hypot(...point.map((x, d) => x - last[d]));
              last.set(point);
            }
            return sum;
          };
          measured++;
          for (const [curve, bound] of [
            [traced(from, at), left],
            [traced(at, to), right],
          ]) {
            expect(curve).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-12);
            if (bound > 0) closest = Math.max(closest, curve / bound);
          }
        }
      }
    }
    expect(measured).toBeGreaterThan(15);
    expect(smaller).toBeGreaterThan(0);
    expect(closest).toBeGreaterThan(0.7);
  });
});
