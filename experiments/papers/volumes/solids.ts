/** [E figures 3 and 4] The two solids: cells in which one of a kind moves past another. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell, Piece } from 'surepath/cell';
import { readPath } from 'surepath/formats';
import { CELLS } from '../../lab/places.ts';

/** By figure of the cell: what the paper's tables call it, in the order of table 2. */
export const SOLIDS: Readonly<Record<string, string>> = { E4s: 'S-type', E4c: 'C-type' };

/** The body that moves. */
export function solidOf({ bodies }: Cell): Piece {
  const moving = bodies.find(({ kind, pieces }) => kind !== 'obstacle' && pieces.length > 0);
  if (!moving) throw new Error('nothing moves in this cell');
  return moving.pieces[0];
}

/** The way it takes. */
export function movementOf(folder: string): Float64Array[] {
  const file = join(CELLS, folder, 'paths/free.json');
  return readPath(readFileSync(file), { file }).waypoints.map((row) => Float64Array.from(row));
}
