/**
 * The joint maps of pieces, made when first asked for. Pieces that are alike and move alike have theirs in common,
 * whoever asks: the links of a robot in one cell and the next.
 */
import type { Piece } from '../body.ts';
import type { Cell } from '../cell.ts';
import type { Pair } from '../pairs.ts';
import { JointMap } from './jointMap.ts';
import { keyOf, pieceMotion } from './pieceMotion.ts';

/** Maps of two pieces that are kept, for motions that differ: other clearances, other ranges. */
const MOST_KEPT = 8;

type Maps = Map<string, JointMap | null>;

/** By what the piece that stands still is made of, and the one that moves. */
const known = new WeakMap<object, WeakMap<object, Maps>>();

/** A map, and the degrees of freedom it is over: the second is -1 where there is one. */
export interface PlacedMap {
  readonly map: JointMap;
  readonly x: number;
  readonly y: number;
}

/** The joint map of two pieces of a pair of the cell; null if they have none. */
export function jointMapOf(
  cell: Cell,
  pair: Pair,
  pieceA: number,
  pieceB: number,
): PlacedMap | null {
  const motion = pieceMotion(cell, pair, pieceA, pieceB);
  if (motion === null) return null;
  const maps = mapsOf(matterOf(motion.still), matterOf(motion.mover));
  const key = keyOf(motion);
  let map = maps.get(key);
  if (map === undefined) {
    map = JointMap.of(motion);
    // The oldest goes.
    if (maps.size >= MOST_KEPT) maps.delete(maps.keys().next().value!);
    maps.set(key, map);
  }
  return map && { map, x: motion.dofs[0], y: motion.dofs[1] ?? -1 };
}

/** Meshes with the same triangles differ in what is solid of them: their trees may be one, their meshes are not. */
function matterOf(piece: Piece): object {
  return piece.kind === 'mesh' ? piece.mesh : piece;
}

function mapsOf(still: object, mover: object): Maps {
  let byMover = known.get(still);
  if (!byMover) {
    byMover = new WeakMap();
    known.set(still, byMover);
  }
  let maps = byMover.get(mover);
  if (!maps) {
    maps = new Map();
    byMover.set(mover, maps);
  }
  return maps;
}
