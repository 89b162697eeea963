/** What a verdict rests on and does not show, in words. */

import { surfaceSentence } from '../geometry/index.ts';
import { scopedName } from '../kinematics/index.ts';
import { declaredReason, declaredText, heldText, NOTHING_TESTED } from '../words/index.ts';
import type { Body } from './body.ts';
import type { Cell } from './cell.ts';
import type { CellDescription } from './description.ts';
import { isNothingTested } from './nothing.ts';
import { visualAssumptions } from './visualOnly.ts';

/** Pairs that somebody declared, counted by reason, and joints that are held. */
export function assumptionsOf(cell: Cell): string[] {
  const counts = new Map<string, number>();
  for (const { assumed, reason, detail } of cell.pairs) {
    if (!assumed) continue;
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
  return [...found, ...modelAssumptions(cell.description, cell.bodies)];
}

/** What the model takes for granted about its bodies, a sentence each: for verdicts and certificates. */
export function modelAssumptions(
  description: CellDescription,
  bodies: readonly Body[],
): readonly string[] {
  return [...visualAssumptions(description), ...bodies.flatMap((body) => nearlyClosed(body))];
}

/** A body that looks like a solid and is not one: something inside it would not be noticed. */
function nearlyClosed({ name, pieces }: Body): string[] {
  const parts = pieces.flatMap((piece) => (piece.kind === 'mesh' ? piece.mesh.openParts : []));
  const sentence = surfaceSentence(name, parts);
  return sentence === null ? [] : [sentence];
}
