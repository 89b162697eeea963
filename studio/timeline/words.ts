/** Verdicts as all panels of the motion show them: a colour, a sign, a title; what they mean is said by src/words. */
import { capital, endedText, freeText, noPathText, SAMPLES_FREE } from '../../src/words/index.ts';

export { count, plural, shortName } from '../model/format.ts';

/** Free, not free, or nothing proven: a colour class, a sign beside it, and what it means. */
export interface VerdictWords {
  readonly kind: 'good' | 'bad' | 'warn' | 'none';
  readonly sign: string;
  readonly title: string;
  readonly meaning: string;
}

export function sentence(text: string): string {
  return `${capital(text)}.`;
}

export function verdictWords(verdict: string | null): VerdictWords {
  switch (verdict) {
    case null:
      return {
        kind: 'none',
        sign: '○',
        title: 'not checked',
        meaning: 'Nothing is known about this path in this cell yet.',
      };
    case 'free':
      return {
        kind: 'good',
        sign: '✓',
        title: 'free',
        meaning: sentence(freeText({ clearance: 0 })),
      };
    case 'colliding':
      return {
        kind: 'bad',
        sign: '✕',
        title: 'colliding',
        meaning: 'There is a configuration on the path in which two bodies intersect.',
      };
    case 'too-close':
      return {
        kind: 'bad',
        sign: '!',
        title: 'too close',
        meaning:
          'Two bodies come too near: they keep less than they need, or are not proven to keep it.',
      };
    case 'undecided':
      return {
        kind: 'warn',
        sign: '?',
        title: 'undecided',
        meaning: sentence(endedText(true)),
      };
    case 'no path found':
      return {
        kind: 'warn',
        sign: '?',
        title: 'no path found',
        meaning: sentence(noPathText([])),
      };
    case 'no collision found':
      return {
        kind: 'warn',
        sign: '~',
        title: 'no collision found',
        meaning: sentence(SAMPLES_FREE),
      };
    default:
      return { kind: 'warn', sign: '?', title: verdict, meaning: '' };
  }
}

/** Why something about a path cannot be done. */
export const NO_PATH = 'there is no path: load, record or plan one';
