/** What is done about a pair of bodies, and why, in words. */

import { isSentence } from './assumptions.ts';
import { count } from './plain.ts';

/** What a reason is called. */
export type PairReasonWord = 'same-link' | 'rigid' | 'static' | 'swept' | 'disabled' | 'allowed';

/** Why a pair is not tested: the first four are facts, the others are assumed. */
export const REASONS: Readonly<Record<PairReasonWord, string>> = {
  'same-link': 'on the same link',
  rigid: 'rigidly connected',
  static: 'neither moves',
  disabled: 'disabled in the SRDF',
  allowed: 'allowed to touch',
  swept: 'proven apart for all joint values within limits',
};

/** Why a pair is not tested, with what somebody said about it. */
export function reasonText(reason: PairReasonWord, detail: string): string {
  const text = REASONS[reason];
  if (detail === '') return text;
  return isSentence(detail) ? detail : `${text}: ${detail}`;
}

/** In an SRDF that was suggested: a pair that is disabled because of samples. */
export function sampledRemark([a, b]: readonly [string, string], samples: number): string {
  return `"${a}" and "${b}": in contact in all of ${samples} samples, which is no proof`;
}

/** In the same: a pair that is tested, though it touches at rest. */
export function restingRemark([a, b]: readonly [string, string]): string {
  return `"${a}" and "${b}" touch in the home state, and are tested: they do not touch everywhere`;
}

/** How many pairs of bodies there are, and what is done about them; every pair is counted once. */
export interface PairTally {
  readonly tested: number;
  /** Proven apart for all joint values within limits: not tested, but part of every proof. */
  readonly swept: number;
  /** No joint moves one against the other. */
  readonly fixed: number;
  /** Somebody declared that they need no test. */
  readonly assumed: number;
}

/** What is done about pairs that are left out for a reason, null for none. */
export function tallyOf(counts: Iterable<readonly [string | null, number]>): PairTally {
  const tally = { tested: 0, swept: 0, fixed: 0, assumed: 0 };
  for (const [reason, n] of counts) {
    if (reason === null) tally.tested += n;
    else if (reason === 'swept') tally.swept += n;
    else if (reason === 'disabled' || reason === 'allowed') tally.assumed += n;
    else tally.fixed += n;
  }
  return tally;
}

/** How many of all pairs are tested. */
export function tallyText({ tested, swept, fixed, assumed }: PairTally): string {
  return `${tested} of ${count(tested + swept + fixed + assumed, 'pair')} tested`;
}

/** What becomes of the others, so that the numbers add up; empty where there are none. */
export function untestedText({ swept, fixed, assumed }: PairTally): string {
  const parts = [
    ...(assumed > 0 ? [`${assumed} declared to need no test (assumed)`] : []),
    ...(swept > 0 ? [`${swept} proven apart for all joint values within limits`] : []),
    ...(fixed > 0 ? [`${fixed} that no joint moves against each other`] : []),
  ];
  return parts.length > 0 ? `not tested: ${parts.join(', ')}` : '';
}

/** Why a proof is of more pairs than are tested; empty where it is not. */
export function coveredText({ tested, swept }: PairTally, pairs: number): string {
  if (swept === 0 || pairs !== tested + swept) return '';
  return `${tested} of these are tested; ${swept} cannot meet for any joint values within limits, and are proven as well`;
}
