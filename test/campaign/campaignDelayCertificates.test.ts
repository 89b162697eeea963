/**
 * Certificates of delays for random tracks of random cells: what was found free is certified, written,
 * read and verified; and rejected when somebody has changed it.
 */
import { describe, expect, it } from 'vitest';
import {
  parseDelayCertificate,
  verifyDelays,
  writeDelayCertificate,
} from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';
import { DELAY_CHANGES, madeDelays } from '../helpers/certificate/delayChanges.ts';

const TIMEOUT_MS = 300_000;
const made = madeDelays(500, 520);

describe('tracks that a campaign found free for all starts', () => {
  it(
    'are certified and verified',
    () => {
      let parts = 0;
      let slabs = 0;
      for (const { what, of, question, certificate } of made) {
        const file = new TextEncoder().encode(writeDelayCertificate(certificate));
        const read = parseDelayCertificate(file);
        const { tracks, standing, delays } = question;
        const wanted = { tracks, standing, delays };
        const result = verifyDelays(read, of.cell.description, wanted);
        expect(result.reason, what).toBeUndefined();
        expect(result.verified).toBe(true);
        parts += certificate.parts.length;
        slabs += result.checked.slabs;
      }
      console.log(`${made.length} certificates of delays, ${parts} parts, ${slabs} slabs`);
      expect(made.length).toBeGreaterThan(25);
    },
    TIMEOUT_MS,
  );

  it.each(Object.keys(DELAY_CHANGES).map((name, i) => [name, i] as const))(
    'are rejected with %s (seed %i)',
    (name, seed) => {
      const random = new Random(600 + seed);
      let count = 0;
      for (const { what, of, certificate } of made) {
        const changed = DELAY_CHANGES[name](certificate, random);
        if (changed === null) continue;
        expect(verifyDelays(changed, of.cell.description).verified, what).toBe(false);
        count++;
      }
      expect(count).toBeGreaterThan(8);
    },
    TIMEOUT_MS,
  );
});
