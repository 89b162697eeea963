/** The forger fools verifiers that are weaker than they should be, so that finding nothing says something. */
import { describe, expect, it } from 'vitest';
import { DelayForger } from '../helpers/forger/delayForger.ts';
import { Forger } from '../helpers/forger/forger.ts';
import { WEAKENED, weakened } from '../helpers/forger/weakened.ts';

const TIMEOUT_MS = 300_000;

/** Cells in which a weakness shows soon. */
const CELLS_FOR: Readonly<Record<string, readonly number[]>> = {
  'takes nothing for solid': [6, 13, 20, 27],
};
const ENOUGH = 3;

describe('a verifier that is too weak is fooled, where it', () => {
  it.each(WEAKENED)(
    '%s',
    (name) => {
      const forger = new Forger({ verifier: weakened(name), complete: 4 });
      const cells = CELLS_FOR[name] ?? Array.from({ length: 28 }, (_, k) => k);
      const fooled = () => forger.acceptances.filter(({ level }) => level === 'certificate').length;
      for (const seed of cells) {
        if (fooled() >= ENOUGH) break;
        forger.run(seed, 0, 30);
      }
      console.log(`${forger.paths} paths, ${forger.acceptances.length} accepted`);
      expect(fooled()).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'does not ask which delays are meant (cells 4 to 9)',
    () => {
      const forger = new DelayForger({ compares: false });
      for (let seed = 4; seed < 10 && forger.acceptances.length < ENOUGH; seed++) {
        forger.run(seed, 12);
      }
      console.log(forger.summary());
      expect(forger.acceptances.length).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
