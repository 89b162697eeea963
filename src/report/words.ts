/** Names of a report, and what is done about pairs; sentences are in src/words. */
import type { Pair } from '../cell/index.ts';
import { reasonText } from '../words/index.ts';

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

export type PairState = 'tested' | 'assumed' | 'excluded';

/** What is done about a pair, and why. */
export function reasonOf({ reason, detail, assumed }: Pair): {
  readonly state: PairState;
  readonly reason: string;
} {
  const state = reason === null ? 'tested' : assumed ? 'assumed' : 'excluded';
  return { state, reason: reason === null ? '' : reasonText(reason, detail) };
}

/** What is done about pairs that are left out for a reason, null for none. */
export function stateOf(reason: string | null): PairState {
  if (reason === null) return 'tested';
  return reason === 'disabled' || reason === 'allowed' ? 'assumed' : 'excluded';
}
