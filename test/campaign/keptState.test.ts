/**
 * What is kept between two questions, on long random sequences of questions and changes: every answer is the one that is made anew.
 * docs/kept-state.md lists what is kept. `node scripts/keptState.mjs --only SEED` repeats a seed.
 */
import { expect, it } from 'vitest';
import { runSeed } from '../helpers/kept/campaign.ts';
import { Tally } from '../helpers/kept/tally.ts';

const FIRST = 0;
const SEEDS = 60;
/** Answers of each kind at least: a campaign that no longer asks is none. */
const LEAST: Readonly<Record<string, number>> = {
  'check by the ladder': 240,
  'check by adaptive': 15,
  'check by refined': 40,
  'check by fixed': 60,
  configuration: 1100,
  vectors: 800,
  edge: 500,
  certificate: 120,
  proof: 40,
  'segments of a worker': 90,
  plan: 40,
  verifier: 600,
  recheck: 340,
  'monitor that changes': 900,
  'joint map': 16_000,
  'obstacle in the hand': 700,
  'compiled mesh': 570,
  'studio: pose': 300,
  'studio: vectors': 600,
  'studio: check': 120,
  'studio: saved': 20,
  'stream: resumed': 70,
  'stream: refused': 80,
};
/** Of all kinds. */
const ALL = 25_000;
const TIMEOUT_MS = 1_200_000;

it(`answers of ${SEEDS} seeds are those that are made anew (seeds ${FIRST} on)`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const tally = new Tally();
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) await runSeed(seed, tally);
  console.log(`${tally.total} answers: ${JSON.stringify(Object.fromEntries(tally.answers))}`);
  expect(tally.differences).toEqual([]);
  expect(tally.total).toBeGreaterThan(ALL);
  for (const [kind, least] of Object.entries(LEAST)) {
    expect(tally.answers.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(least);
  }
});
