import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sha256, sha256 } from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('SHA-256', () => {
  // FIPS 180-4, examples of NIST.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('of a known message', (text, digest) => {
    expect(sha256(bytes(text))).toBe(digest);
  });

  it('agrees with another implementation, for all lengths around blocks (seed 1)', () => {
    const random = new Random(1);
    for (let length = 0; length < 200; length++) {
      const message = Uint8Array.from({ length }, () => random.below(256));
      expect(sha256(message)).toBe(createHash('sha256').update(message).digest('hex'));
    }
  });

  it('does not depend on how a message is cut (seed 2)', () => {
    const random = new Random(2);
    for (let round = 0; round < 100; round++) {
      const length = random.below(3000);
      const message = Uint8Array.from({ length }, () => random.below(256));
      const hash = new Sha256();
      for (let at = 0; at < length; ) {
        const end = Math.min(length, at + random.below(200));
        hash.update(message.subarray(at, end));
        at = end === at ? at + 0 : end;
        if (random.unit() < 0.1) hash.update(new Uint8Array(0));
      }
      expect(hash.hex()).toBe(createHash('sha256').update(message).digest('hex'));
    }
  });
});
