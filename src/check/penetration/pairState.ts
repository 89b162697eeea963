/** What is known of a pair so far, in a search for how deep bodies are in each other. */
import { isSolidBody } from '../../cell/index.ts';
import type { MovingPair } from '../lemma/movingPairs.ts';
import type { PairPenetration, PenetrationWitness } from './penetrationRequest.ts';

export interface PairState {
  readonly moving: MovingPair;
  readonly solid: boolean;
  /** What it may be deep at the most. */
  readonly allowed: number;
  readonly padding: number;
  /** Largest bound of intervals that are done. */
  proven: number;
  lower: number;
  seen: PairPenetration['seen'];
  witness: PenetrationWitness | null;
  /** Tests made after there was a witness. */
  extra: number;
}

/** Bodies that are not both solids must not touch. */
export function pairState(moving: MovingPair, depth: number): PairState {
  const { a, b } = moving;
  const solid = isSolidBody(a) && isSolidBody(b);
  return {
    moving,
    solid,
    allowed: solid ? depth : 0,
    padding: a.padding + b.padding,
    proven: Number.NEGATIVE_INFINITY,
    lower: Number.NEGATIVE_INFINITY,
    seen: null,
    witness: null,
    extra: 0,
  };
}

/** What is to be proven of a pair; a search that has shown the bound goes on to this. */
export function goalOf({ allowed, lower, solid }: PairState, accuracy: number): number {
  return solid ? Math.min(allowed, Math.max(0, lower) + accuracy) : allowed;
}

/** Keeps a witness if it is worse than the one that is known. */
export function record(state: PairState, witness: PenetrationWitness): void {
  const before = state.witness;
  if (before?.verdict === 'deeper') {
    if (witness.verdict !== 'deeper' || witness.lower <= before.lower) return;
  } else if (before && witness.verdict !== 'deeper' && witness.upper <= before.upper) return;
  state.witness = witness;
}
