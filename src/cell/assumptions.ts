/** What a verdict rests on and does not show, in words. */

import { scopedName } from '../kinematics/index.ts';
import { isNothingTested, modelAssumptions, NOTHING_TESTED } from '../model/index.ts';
import type { Cell } from './cell.ts';

/** Pairs that somebody declared, counted by reason, and joints that are held. */
export function assumptionsOf(cell: Cell): string[] {
  const counts = new Map<string, number>();
  for (const { assumed, reason, detail } of cell.pairs) {
    if (!assumed) continue;
    const allowed = detail.startsWith('allowed by') ? detail : `allowed: ${detail}`;
    const what = reason === 'disabled' ? `the SRDF disables as ${detail || 'given'}` : allowed;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const found = [...counts].map(([what, n]) => `${n} ${n === 1 ? 'pair' : 'pairs'} ${what}`);
  for (const { name, held } of cell.description.robots) {
    for (const [joint, values] of held) {
      found.push(`${scopedName(name, joint)} held at ${values.join(', ')}`);
    }
  }
  if (isNothingTested(cell.pairs)) found.push(NOTHING_TESTED);
  return [...found, ...modelAssumptions(cell.description, cell.bodies)];
}
