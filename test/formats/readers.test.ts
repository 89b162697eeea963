/** Damaged files of every format (test/helpers/fuzz): an InputError with its place, or a result; nothing else. */
import { describe, expect, test } from 'vitest';
import { allReaders } from '../helpers/fuzz/readers.ts';
import { attempt, inputOf } from '../helpers/fuzz/run.ts';

const RUNS = 60;

describe.each(allReaders().map((reader) => [reader.name, reader] as const))('%s', (_, reader) => {
  test('what is not damaged is read', async () => {
    for (const { bytes } of reader.samples) {
      expect(await attempt(reader, bytes)).toEqual({ kind: 'read' });
    }
  });

  test(`${RUNS} damaged files (seed 61)`, async () => {
    const kinds = new Set<string>();
    for (let i = 0; i < RUNS; i++) {
      const outcome = await attempt(reader, inputOf(reader, 61, i));
      if (outcome.kind === 'fault') throw new Error(`input ${i}: ${outcome.message}`);
      kinds.add(outcome.kind === 'refused' ? outcome.code : 'read');
    }
    // Materials are for drawing: what is wrong with them is left out.
    expect(kinds.size).toBeGreaterThan(reader.name === 'mtl' ? 0 : 1);
  });
});
