/** Base64 against Node's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from '../../src/text/index.ts';

describe('base64', () => {
  it('is as others write it, and is read with and without padding, seed 3', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 100 }),
        fc.string({ maxLength: 5 }),
        (bytes, before) => {
          const text = toBase64(bytes);
          expect(text).toBe(Buffer.from(bytes).toString('base64'));
          expect(fromBase64(before + text, before.length)).toEqual(bytes);
          expect(fromBase64(text.replaceAll('=', ''))).toEqual(bytes);
        },
      ),
      { seed: 3 },
    );
    const long = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) % 251);
    expect(fromBase64(toBase64(long))).toEqual(long);
  });

  it.each(['A', 'AAAAA', 'AA=', 'AAA==', 'A===', 'AA==AA==', 'AA A', 'AA-_', 'é'.repeat(4)])(
    'does not take %j',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );
});
