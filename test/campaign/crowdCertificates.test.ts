/** Certificates with and without a crowd, in many cells: both or none, and both are verified. */
import { expect, it } from 'vitest';
import { Verifier } from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { bothWays, certificateOf, withShell } from '../helpers/certificate/crowds.ts';
import { madeOf } from '../helpers/certificate/made.ts';

const SHELLS = [
  [0.4, 1],
  [0.8, 2],
  [2, 4],
] as const;

it.each(['straight', 'polynomial'] as const)(
  '%s paths among obstacles near and far (seed 7)',
  (kind) => {
    const random = new Random(7);
    const counts = { free: 0, other: 0, slabs: 0, plainSlabs: 0, sweeps: 0 };
    Object.keys(SORTS).forEach((sort, i) => {
      for (const { description, path } of madeOf(sort, 3, 200 + i, kind)) {
        for (const shell of SHELLS) {
          const [plain, crowded] = bothWays(withShell(description, 25, shell, random));
          // Glances would spare far obstacles too.
          const [long, short] = [plain, crowded].map((cell) =>
            certificateOf(cell, path, { glances: false }),
          );
          expect(short === null).toBe(long === null);
          if (!long || !short) {
            counts.other++;
            continue;
          }
          counts.free++;
          const verifier = new Verifier(plain.description);
          const [a, b] = [long, short].map((c) => verifier.verify(c, { path }));
          expect(a.reason).toBeUndefined();
          expect(b.reason).toBeUndefined();
          expect(b.checked.pairs).toBe(a.checked.pairs);
          counts.slabs += b.checked.slabs;
          counts.plainSlabs += a.checked.slabs;
          counts.sweeps += b.checked.sweeps;
        }
      }
    });
    console.log(kind, JSON.stringify(counts));
    expect(counts.free).toBeGreaterThan(30);
    expect(counts.other).toBeGreaterThan(5);
    expect(counts.slabs + counts.sweeps).toBeLessThan(0.5 * counts.plainSlabs);
  },
  300_000,
);
