import { it } from 'vitest';
import { askBoth, byteQuestions } from '../helpers/certificate/bytesToBoth.ts';

it('all', () => {
  for (let seed = 21; seed <= 44; seed++) {
    const f = askBoth(byteQuestions(1500, seed));
    console.log(seed, f.verified, f.rejected, f.allowed, f.differing);
  }
}, 1e9);
