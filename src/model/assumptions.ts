/** What the model takes for granted about its bodies, in words: for verdicts and certificates. */
import { surfaceSentence } from '../geometry/openings.ts';
import type { MeshModel } from './bodies.ts';
import type { CellDescription } from './description.ts';
import { visualAssumptions } from './visualOnly.ts';

/** Of a body, as it is described or compiled. */
interface Pieces {
  readonly name: string;
  readonly pieces: readonly (Pick<MeshModel, 'kind' | 'mesh'> | { readonly kind: 'convex' })[];
}

/** A sentence each. */
export function modelAssumptions(
  description: CellDescription,
  bodies: readonly Pieces[],
): readonly string[] {
  return [...visualAssumptions(description), ...bodies.flatMap((body) => nearlyClosed(body))];
}

/** A body that looks like a solid and is not one: something inside it would not be noticed. */
function nearlyClosed({ name, pieces }: Pieces): string[] {
  const parts = pieces.flatMap((piece) => (piece.kind === 'mesh' ? piece.mesh.openParts : []));
  const sentence = surfaceSentence(name, parts);
  return sentence === null ? [] : [sentence];
}
