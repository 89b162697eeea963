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
  const found = [...visualAssumptions(description)];
  // Bodies may be a million: nothing is made for those of which there is nothing to say.
  for (const body of bodies) if (isModelled(body)) found.push(...nearlyClosed(body));
  return found;
}

/** A body that looks like a solid and is not one: something inside it would not be noticed. What is not modelled yet is made of shapes alone. */
function nearlyClosed(body: BodyModel): string[] {
  const { name, pieces } = body;
  const parts = pieces.flatMap((piece) => (piece.kind === 'mesh' ? piece.mesh.openParts : []));
  const sentence = surfaceSentence(name, parts);
  return sentence === null ? [] : [sentence];
}
