/** What a search for penetration found, put in order. */
import type { PairState } from './pairState.ts';
import type { PenetrationWitness } from './penetrationRequest.ts';

/** A pair on an interval of a segment, by their numbers. */
export interface OpenPlace {
  readonly s: number;
  readonly p: number;
  readonly from: number;
  readonly to: number;
}

/** The witnesses of all pairs in the order of the path, and the worst of them. */
export function worstOf(states: readonly PairState[]): {
  witness: PenetrationWitness | null;
  witnesses: PenetrationWitness[];
} {
  const witnesses = states
    .flatMap(({ witness }) => (witness ? [witness] : []))
    .sort((x, y) => x.segment - y.segment || x.t - y.t);
  let witness: PenetrationWitness | null = null;
  for (const w of witnesses) {
    const deeper = w.verdict === 'deeper' && witness?.verdict !== 'deeper';
    if (witness === null || deeper || (w.verdict === witness.verdict && w.lower > witness.lower))
      witness = w;
  }
  return { witness, witnesses };
}

/** By pair and in the order of the path; intervals that touch become one. */
export function joinedAlong(found: OpenPlace[]): OpenPlace[] {
  found.sort((x, y) => x.p - y.p || x.s - y.s || x.from - y.from);
  const open: { s: number; p: number; from: number; to: number }[] = [];
  for (const { s, p, from, to } of found) {
    const last = open.at(-1);
    if (last && last.p === p && last.s === s && last.to >= from) {
      last.to = Math.max(last.to, to);
    } else open.push({ s, p, from, to });
  }
  return open;
}
