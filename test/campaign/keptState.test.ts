/**
 * What is kept between two questions, on long random sequences of questions and changes: every answer is the one that is made anew.
 * docs/kept-state.md lists what is kept. `node scripts/keptState.mjs --only SEED` repeats a seed.
 */
import { expect, it } from 'vitest';
import { runSeed } from '../helpers/kept/campaign.ts';
import { Tally } from '../helpers/kept/tally.ts';

const FIRST = 0;
const SEEDS = 160;
/** Answers of each kind at least: a campaign that no longer asks is none. */
const LEAST: Readonly<Record<string, number>> = {
  'check by the ladder': 300,
  'check by adaptive': 100,
  'check by refined': 100,
  'check by fixed': 200,
  configuration: 6000,
  vectors: 2000,
  edge: 1000,
  certificate: 300,
  proof: 50,
  'segments of a worker': 200,
  plan: 200,
  verifier: 1000,
  recheck: 500,
  'monitor that changes': 3000,
  'joint map': 10_000,
  'obstacle in the hand': 500,
  'compiled mesh': 2000,
  'studio: pose': 1000,
  'studio: vectors': 2000,
  'studio: check': 300,
  'studio: saved': 100,
  'stream: resumed': 100,
  'stream: refused': 100,
};

it(`answers of ${SEEDS} seeds are those that are made anew (seeds ${FIRST} on)`, async () => {
  const tally = new Tally();
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) await runSeed(seed, tally);
  console.log(`${tally.total} answers: ${JSON.stringify(Object.fromEntries(tally.answers))}`);
  expect(tally.differences).toEqual([]);
  for (const [kind, least] of Object.entries(LEAST)) {
    expect(tally.answers.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(least);
  }
});
