/** A bound against the truth in a case in which it is nearly attained: sound, and not off by a factor of two. */
import { expect } from 'vitest';

/** Rounding of the oracles, as a share of what they compute. */
const ROUNDING = 1e-9;

/** The truth is no more than the bound, and at least this share of it. */
export function expectUpper(truth: number, bound: number, label = '', share = 0.9): void {
  expect(truth, `${label}: no truth to compare with`).toBeGreaterThan(0);
  expect(truth, `${label}: more than its upper bound`).toBeLessThanOrEqual(bound * (1 + ROUNDING));
  expect(truth / bound, `${label}: far below its upper bound`).toBeGreaterThan(share);
}

/** The truth is no less than the bound, and the bound at least this share of it. */
export function expectLower(truth: number, bound: number, label = '', share = 0.9): void {
  expect(truth, `${label}: no truth to compare with`).toBeGreaterThan(0);
  expect(truth * (1 + ROUNDING), `${label}: less than its lower bound`).toBeGreaterThanOrEqual(
    bound,
  );
  expect(bound / truth, `${label}: far above its lower bound`).toBeGreaterThan(share);
}

/** An object with its private members: some bounds are used by their class alone. */
// biome-ignore lint/suspicious/noExplicitAny: private members have no type outside of their class
export const opened = (object: object): any => object;
