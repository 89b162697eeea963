/** Names and reasons of a report in words; numbers are in math/printed.ts. */
import type { Pair } from '../cell/index.ts';

/** The last two parts of a file's path: what tells cells apart without telling where they are kept. */
export function shortPath(path: string): string {
  return (
    path
      .split(/[/\\]+/)
      .filter(Boolean)
      .slice(-2)
      .join('/') || path
  );
}

export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

export type PairState = 'tested' | 'assumed' | 'excluded';

/** What is done about a pair, and why. */
export function reasonOf({ reason, detail, assumed }: Pair): {
  readonly state: PairState;
  readonly reason: string;
} {
  const state = reason === null ? 'tested' : assumed ? 'assumed' : 'excluded';
  return { state, reason: reason === null ? '' : wordsFor(reason, detail) };
}

function wordsFor(reason: NonNullable<Pair['reason']>, detail: string): string {
  switch (reason) {
    case 'same-link':
      return 'both ride on one link';
    case 'rigid':
      return 'no joint moves one against the other';
    case 'static':
      return 'neither moves';
    case 'swept':
      return 'balls around both, swept over all joint values, are apart: proven';
    case 'disabled':
      return `the SRDF disables it as ${detail || 'given'}`;
    case 'allowed':
      return detail.startsWith('allowed by') ? detail : `allowed: ${detail || 'no reason given'}`;
  }
}
