/** Numbers and verdicts in words, as all panels of the motion show them; numbers as the command line has them. */
import { mm, mmLower, mmUpper } from '../../src/math/index.ts';

export {
  boundText,
  openSpan,
  provenSpan,
  secondsText,
  tProven,
  tText,
} from '../../src/math/index.ts';
export { count, plural } from '../model/format.ts';

/** Metres as millimetres, of what was asked for. */
export function millimetres(metres: number): string {
  return unlessFar(metres, mm);
}

/** Of what is proven: never more than is. */
export function millimetresLower(metres: number): string {
  return unlessFar(metres, mmLower);
}

/** Of what was measured: never less. */
export function millimetresUpper(metres: number): string {
  return unlessFar(metres, mmUpper);
}

function unlessFar(metres: number, text: (metres: number) => string): string {
  if (metres === Number.POSITIVE_INFINITY) return 'far';
  return Number.isFinite(metres) ? text(metres) : 'unknown';
}

/** Seconds, or parts of one. */
export function seconds(ms: number): string {
  return ms < 1000
    ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
    : `${(ms / 1000).toFixed(2)} s`;
}

/** Free, not free, or nothing proven: a colour class, a sign beside it, and what it means. */
export interface VerdictWords {
  readonly kind: 'good' | 'bad' | 'warn' | 'none';
  readonly sign: string;
  readonly title: string;
  readonly meaning: string;
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
        meaning: 'Every configuration on the path is proven free of collision.',
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
          'Two bodies come nearer than the clearance that is asked for, and contact is neither shown nor excluded.',
      };
    case 'undecided':
      return {
        kind: 'warn',
        sign: '?',
        title: 'undecided',
        meaning: 'The search ended before everything was settled; nothing is claimed.',
      };
    case 'no path found':
      return {
        kind: 'warn',
        sign: '?',
        title: 'no path found',
        meaning: 'Within the limits, which says nothing about whether there is one.',
      };
    case 'no collision found':
      return {
        kind: 'warn',
        sign: '~',
        title: 'no collision found',
        meaning: 'All that samples can say. It proves nothing.',
      };
    default:
      return { kind: 'warn', sign: '?', title: verdict, meaning: '' };
  }
}
