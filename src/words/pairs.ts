/** What is done about a pair of bodies, and why, in words. */

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
  return detail.startsWith('allowed by') ? detail : `${text}: ${detail}`;
}
