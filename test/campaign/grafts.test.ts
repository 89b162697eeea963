/**
 * Grafts at length: certificates of whole cells with glances, honest but for the pairs that collide, whose evidence comes from elsewhere.
 * The verifier here and that in Python reject all of them, and verify what is true.
 */
import { describe, expect, it } from 'vitest';
import { writeCertificate } from '../../src/certificate/index.ts';
import { PART } from '../helpers/campaign/size.ts';
import { BothVerifiers } from '../helpers/certificate/bothVerifiers.ts';
import { NO_PYTHON } from '../helpers/certificate/pythonVerifier.ts';
import { Grafter } from '../helpers/forger/grafter.ts';
import { FILLINGS, GRAFTS } from '../helpers/forger/grafts.ts';

const PATHS = 4000;
/** Of these both verifiers are asked about all certificates. */
const BOTH = 800;
const PATHS_PER_CELL = 15;

if (NO_PYTHON) console.warn(`SKIPPED in part: ${NO_PYTHON}`);

describe('nothing grafted is accepted', () => {
  it(`of ${PATHS * PART} paths that collide (cells from 60000 on)`, () => {
    const grafter = new Grafter();
    for (let seed = 60_000; grafter.paths < PATHS * PART; seed++) {
      grafter.run(seed, 0, PATHS_PER_CELL);
    }
    console.log(grafter.summary());
    expect(grafter.acceptances).toEqual([]);
    expect(grafter.refused).toEqual([]);
    expect(grafter.remembered).toEqual([]);
    for (const name of [...Object.keys(FILLINGS), ...Object.keys(GRAFTS)]) {
      expect(grafter.tally.get(name), name).toBeGreaterThan(30);
    }
    for (const code of ['slab', 'coverage', 'glance', 'patch']) {
      expect(grafter.rejections.get(code), code).toBeGreaterThan(3);
    }
    expect(grafter.free).toBeGreaterThan(0.1 * grafter.paths);
  });

  it.skipIf(NO_PYTHON !== '')(
    `by the verifier in Python either, of ${BOTH * PART} paths (cells from 61000 on)`,
    () => {
      const both = new BothVerifiers();
      const grafter = new Grafter({
        grafts: 6,
        seen({ description, certificate, options, what }) {
          // Those of some pairs alone are parts of something: no file of their own.
          if (!options.concerns) both.add(description, writeCertificate(certificate), what);
        },
      });
      for (let seed = 61_000; grafter.paths < BOTH * PART; seed++) {
        grafter.run(seed, 0, PATHS_PER_CELL);
      }
      const found = both.compare();
      console.log(`grafted: ${found.summary}`);
      expect(grafter.acceptances).toEqual([]);
      expect(found.differing).toEqual([]);
      expect(found.verified).toBeGreaterThan(200 * PART);
      expect(found.rejected).toBeGreaterThan(1000 * PART);
    },
  );
});
