import { expect } from 'vitest';
import { InputError, Random } from '../../../src/math/index.ts';
import { utf8 } from './helpers.ts';

/** One to four cuts, copies, or changed, added or removed bytes; and swapped lines. */
export function mutate(original: Uint8Array, random: Random, spice: Uint8Array): Uint8Array {
  let bytes: number[] = [...original];
  for (let n = 1 + random.below(4); n > 0; n--) {
    const at = random.below(bytes.length + 1);
    const byte = random.below(8) ? spice[random.below(spice.length)] : random.below(256);
    const kind = random.below(12);
    if (kind < 5) bytes[Math.min(at, bytes.length)] = byte;
    else if (kind < 7) bytes.splice(at, 0, byte);
    else if (kind < 9) bytes.splice(at, 1 + random.below(3));
    else if (kind === 9) bytes = bytes.slice(0, at);
    else if (kind === 10) bytes.splice(at, 0, ...bytes.slice(at, at + random.below(60)));
    else bytes.splice(at, random.below(60));
  }
  return Uint8Array.from(bytes);
}

const SPICE = utf8('0123456789+-.eE[]{}:,"\'\n #&*!|>~%\tabnrtuflsexy');

/** Damaged copies of the samples give an InputError with a place, or pass `check`. */
export function expectRobust(
  samples: readonly Uint8Array[],
  runs: number,
  seed: number,
  check: (bytes: Uint8Array) => void,
): void {
  const random = new Random(seed);
  let refused = 0;
  for (let run = 0; run < runs; run++) {
    const bytes = mutate(samples[run % samples.length], random, SPICE);
    try {
      check(bytes);
    } catch (error) {
      if (!(error instanceof InputError)) {
        const text = new TextDecoder().decode(bytes);
        throw new Error(`run ${run} of seed ${seed}:\n${text}`, { cause: error });
      }
      expect(error.fault.code).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
      expect(error.fault.file).toBeDefined();
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(runs / 10);
  expect(refused).toBeLessThan(runs);
}
