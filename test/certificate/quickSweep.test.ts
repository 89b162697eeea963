/** What is quick has more room than the verifier's own box, at every end, and not much more along one. */
import { expect, it } from 'vitest';
import { askAbout } from '../../src/cell/index.ts';
import { CertificateBuilder } from '../../src/certificate/builder.ts';
import { QuickSweeper } from '../../src/certificate/quickSweep.ts';
import { trialBodies } from '../../src/certificate/trial.ts';
import { Random, U } from '../../src/math/index.ts';
import { pathOf, SlabProver, Sweeper } from '../../src/verifier/inside.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { madeOf } from '../helpers/certificate/made.ts';

it.each([
  ['straight', 31],
  ['polynomial', 32],
  ['circular', 33],
] as const)('on %s segments (seed %i)', (kind, seed) => {
  const random = new Random(seed);
  let looks = 0;
  let around = 0;
  let ends = 0;
  Object.keys(SORTS).forEach((sort, i) => {
    for (const { description, cell: given, path } of madeOf(sort, 1, seed + 10 * i, kind)) {
      const { cell } = askAbout(given, path);
      const bodies = trialBodies(cell.bodies);
      const builder = new CertificateBuilder(description, cell, path, { program: '', method: '' });
      const { errors } = pathOf(builder.pathRecord(), cell, path);
      const { tree, box, tolerances } = cell;
      const prover = new SlabProver({ tree, bodies: bodies.models, box, errors, tolerances });
      const quick = new QuickSweeper(prover, (body) => bodies.boxOf(body));
      const exact = new Sweeper(prover);
      const [own, rough, fine] = [0, 1, 2].map(() => new Float64Array(6));
      for (const segment of path.segments) {
        prover.begin(segment);
        for (let k = 0; k < 2; k++) {
          const t = random.unit();
          const [lo, hi] = [t * random.unit(), t + (1 - t) * random.unit()];
          const times = Float64Array.of((t - lo) * (1 + 4 * U), (hi - t) * (1 + 4 * U));
          prover.place(t);
          cell.bodies.forEach(({ planes }, body) => {
            if (planes) return;
            exact.boxInto(body, times, own, 0);
            quick.begin(body, times);
            quick.aroundInto(rough);
            for (let end = 0; end < 6; end++) {
              quick.endInto(end, fine);
              const sign = end < 3 ? -1 : 1;
              const [a, b] = [sign * (rough[end] - own[end]), sign * (fine[end] - own[end])];
              // Up to rounding.
              expect(a).toBeGreaterThanOrEqual(-1e-12);
              expect(b).toBeGreaterThanOrEqual(-1e-12);
              looks++;
              around += a;
              ends += b;
            }
          });
        }
      }
    }
  });
  expect(looks).toBeGreaterThan(1000);
  // Metres, on average: why an end is worth asking for where the box around is not enough.
  expect(ends).toBeLessThan(0.3 * around);
});
