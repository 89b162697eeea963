/** Both verifiers on files that are changed byte by byte: certificates, models and paths. The same answer, thousands of times. */
import { describe, expect, it } from 'vitest';
import { PART } from '../helpers/campaign/size.ts';
import { askBoth, byteQuestions } from '../helpers/certificate/bytesToBoth.ts';
import { NO_PYTHON } from '../helpers/certificate/pythonVerifier.ts';

describe.skipIf(NO_PYTHON !== '')('both verifiers', () => {
  it(`give the same answer about ${8000 * PART} files changed byte by byte (seeds from 10300 on)`, () => {
    let [verified, rejected] = [0, 0];
    for (let seed = 10300; seed < 10300 + 8 * PART; seed++) {
      const found = askBoth(byteQuestions(1000, seed));
      expect(found.differing, `seed ${seed}`).toEqual([]);
      verified += found.verified;
      rejected += found.rejected;
    }
    console.log(`bytes: ${verified} verified, ${rejected} rejected`);
    expect(verified).toBeGreaterThan(1000 * PART);
    expect(rejected).toBeGreaterThan(4000 * PART);
  });
});
