/** What is done about a pair of bodies, and why, in words. */

import { isSentence } from './assumptions.ts';

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
