/** What a verdict rests on and does not show, in words. */

import { scopedName } from '../kinematics/index.ts';
import { isNothingTested, modelAssumptions, setMembers } from '../model/index.ts';
import {
  declaredReason,
  declaredText,
  heldText,
  NOTHING_TESTED,
  unknownFreeText,
} from '../words/index.ts';
import type { Cell } from './cell.ts';
import { declaredPairs } from './pairTable.ts';

/** Pairs that somebody declared, counted by reason, and joints that are held. */
export function assumptionsOf(cell: Cell): string[] {
  const counts = new Map<string, number>();
  for (const { reason, detail } of declaredPairs(cell.pairs)) {
    const what = declaredReason(reason === 'disabled' ? reason : 'allowed', detail);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const found = [...counts].map(([what, n]) => declaredText(n, what));
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
