/** Ends of plans that are nearly in contact, as JSON. */
import type { Cell } from '../../cell/index.ts';
import type { Fault } from '../../math/index.ts';
import { type NearEnd, nearNotes } from '../../plan/index.ts';
import { firstOfKind, pairNames } from './places.ts';

/** Ends that are nearly in contact, for programs, and as notes beside the others. */
export function nearJson(cell: Cell, near: readonly NearEnd[], others: readonly Fault[]) {
  const notes = [...others, ...nearNotes(cell, near)];
  return {
    ...(near.length > 0
      ? {
          near: near.map(({ end, findings }) => ({
            end,
            pairs: findings.map(({ pair, lower, distance }) => ({
              pair: pairNames(cell, pair),
              lower,
              distance,
            })),
          })),
        }
      : {}),
    ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
  };
}
