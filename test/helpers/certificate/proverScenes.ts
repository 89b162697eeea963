/** A random cell on a random segment, and the verifier's prover for it. */
import { buildCell } from '../../../src/cell/index.ts';
import { type Random, U } from '../../../src/math/index.ts';
import { PolynomialSegment, type Segment, StraightSegment } from '../../../src/motion/index.ts';
import { ProofBodies } from '../../../src/verifier/bodies.ts';
import { SlabProver } from '../../../src/verifier/slab.ts';
import { anywhere, nearby, randomCell, SORTS } from './cells.ts';
import { randomCoefficients } from './curves.ts';

export const KINDS = ['straight', 'polynomial'] as const;

/** The prover has not begun. */
export function proverScene(sort: string, kind: (typeof KINDS)[number], random: Random) {
  const cell = buildCell(randomCell(random, SORTS[sort]));
  const { tree, tolerances, bodies } = cell;
  const from = anywhere(tree, random);
  const to = nearby(tree, from, random.between(0.2, 1.5), random);
  const segment: Segment =
    kind === 'straight'
      ? new StraightSegment(tree, from, to)
      : new PolynomialSegment(tree, randomCoefficients(tree, from, to, 0.5, random));
  const box = { lower: new Float64Array(from.length), upper: new Float64Array(from.length) };
  segment.rangeInto(box.lower, box.upper);
  for (let d = 0; d < from.length; d++) {
    box.lower[d] -= tolerances[d];
    box.upper[d] += tolerances[d];
  }
  const errors = new Float64Array(from.length).fill(2 ** 10 * U);
  const models = new ProofBodies(bodies.length, (i) => bodies[i].model);
  const prover = new SlabProver({ tree, bodies: models, box, errors, tolerances });
  return { cell, segment, prover };
}
