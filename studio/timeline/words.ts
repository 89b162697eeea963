/** Numbers and verdicts in words, as all panels of the motion show them. */
export { count, plural } from '../model/format.ts';

/** Metres as millimetres: enough digits to tell near from touching, and no more. */
export function millimetres(metres: number): string {
  return inMillimetres(metres, Math.round);
}

/** Of what is proven: never more than is. */
export function millimetresLower(metres: number): string {
  return inMillimetres(metres, Math.floor);
}

function inMillimetres(metres: number, round: (x: number) => number): string {
  if (metres === Number.POSITIVE_INFINITY) return 'far';
  if (!Number.isFinite(metres)) return 'unknown';
  const mm = 1000 * metres;
  const size = Math.abs(mm);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  const scale = 10 ** digits;
  return `${trim((round(mm * scale) / scale).toFixed(digits))} mm`;
}

/** Seconds, or parts of one. */
export function seconds(ms: number): string {
  return ms < 1000
    ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
    : `${(ms / 1000).toFixed(2)} s`;
}

/** A value of t: five digits, without zeros that say nothing. */
export function atT(t: number): string {
  return trim(t.toFixed(5));
}

/** The same, not before t or not after it: an interval that is proven never looks longer than it is. */
export function notBefore(t: number): string {
  return atT(Math.ceil(1e5 * t) / 1e5);
}

export function notAfter(t: number): string {
  return atT(Math.floor(1e5 * t) / 1e5);
}

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
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
