/** What a verdict rests on and does not show, in words. */

import { scopedName } from '../kinematics/index.ts';
import { isNothingTested, modelAssumptions, setMembers } from '../model/index.ts';
import {
  declaredReason,
  declaredText,
  heldText,
  isSuggested,
  NOTHING_TESTED,
  suggestedPairsText,
  unknownFreeText,
} from '../words/index.ts';
import type { Cell } from './cell.ts';
import { declaredPairs } from './pairTable.ts';

/** Pairs that somebody declared, counted by reason; those that nobody did, by name; joints that are held. */
export function assumptionsOf(cell: Cell): string[] {
  const counts = new Map<string, number>();
  // Nobody declared these: who reads the verdict sees all of them.
  const suggested = new Map<string, (readonly [string, string])[]>();
  for (const { a, b, reason, detail } of declaredPairs(cell.pairs)) {
    const what = declaredReason(reason === 'disabled' ? reason : 'allowed', detail);
    counts.set(what, (counts.get(what) ?? 0) + 1);
    if (!isSuggested(detail)) continue;
    const names = [cell.bodies[a].name, cell.bodies[b].name] as const;
    suggested.set(what, [...(suggested.get(what) ?? []), names]);
  }
  const found = [...counts].map(([what, n]) => {
    const pairs = suggested.get(what);
    return pairs ? suggestedPairsText(pairs, what) : declaredText(n, what);
  });
  for (const { name, held } of cell.description.robots) {
    for (const [joint, values] of held) {
      found.push(heldText(scopedName(name, joint), values));
    }
  }
  if (isNothingTested(cell.pairs)) found.push(NOTHING_TESTED);
  for (const { name, unknown } of cell.description.sets ?? []) {
    if (unknown) found.push(unknownFreeText(name, unknown));
  }
  // Members of sets are boxes and balls: there is nothing to say about them.
  const others = cell.bodies.length - setMembers(cell.description.sets);
  const models = cell.bodies.slice(0, others).map(({ model }) => model);
  return [...found, ...modelAssumptions(cell.description, models)];
}
