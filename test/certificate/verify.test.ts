import { describe, expect, it } from 'vitest';
import { Verifier } from '../../src/certificate/index.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { madeOf } from '../helpers/certificate/made.ts';

describe.each(['straight', 'polynomial'] as const)(
  'certificates of random free %s paths',
  (kind) => {
    it.each(Object.keys(SORTS).map((sort, i) => [sort, i]))('%s (seed %i)', (sort, seed) => {
      const made = madeOf(sort as string, 4, seed as number, kind);
      expect(made.length).toBe(4);
      for (const { description, certificate, path } of made) {
        const result = new Verifier(description).verify(certificate, { path });
        expect(result.reason).toBeUndefined();
        expect(result.verified).toBe(true);
        expect(result.checked.segments).toBe(path.segments.length);
        expect(result.checked.slabs).toBeGreaterThanOrEqual(result.checked.pairs);
        expect(certificate.coefficients !== undefined).toBe(kind === 'polynomial');
      }
    });
  },
);
