/** What the model takes for granted about its bodies, in words: for verdicts and certificates. */
import { surfaceSentence } from '../geometry/openings.ts';
import { type BodyModel, isModelled } from './bodies.ts';
import type { CellDescription } from './description.ts';
import { visualAssumptions } from './visualOnly.ts';

/** A sentence each. */
export function modelAssumptions(
  description: CellDescription,
  bodies: readonly BodyModel[],
): readonly string[] {
  return [...visualAssumptions(description), ...bodies.flatMap((body) => nearlyClosed(body))];
}

/** A body that looks like a solid and is not one: something inside it would not be noticed. */
function nearlyClosed(body: BodyModel): string[] {
  // What was not asked for yet is made of shapes alone.
  if (!isModelled(body)) return [];
  const { name, pieces } = body;
  const parts = pieces.flatMap((piece) => (piece.kind === 'mesh' ? piece.mesh.openParts : []));
  const sentence = surfaceSentence(name, parts);
  return sentence === null ? [] : [sentence];
}
