/**
 * Which bodies of a cell are drawn one by one: all but the members of sets, which are drawn together (packedSets.ts), and of very many
 * obstacles those that are nearest to a robot's base; and whoever somebody asks for.
 */
import { type Cell, setMembers } from '../cell/index.ts';
import { nearestBoxes } from './nearestBoxes.ts';

/** Obstacles that a picture has room for, one by one. */
const MOST_DRAWN = 1500;

/** Numbers of the bodies that are drawn one by one, in order, and how many obstacles beside sets are not drawn. */
export function drawnBodies(
  cell: Cell,
  wanted: Iterable<number>,
): { readonly drawn: readonly number[]; readonly undrawn: number } {
  const { bodies, crowd, description } = cell;
  const end = bodies.length - setMembers(description.sets);
  const first = Math.min(end, crowd?.first ?? end);
  const drawn = new Set(wanted);
  for (let body = 0; body < first; body++) drawn.add(body);
  const isNear = crowd && end - first > MOST_DRAWN ? nearMembers(cell, end - first) : null;
  let undrawn = 0;
  for (let body = first; body < end; body++) {
    if (isNear === null || isNear[body - first] || crowd!.isListed(body)) drawn.add(body);
    else if (!drawn.has(body)) undrawn++;
  }
  return { drawn: [...drawn].sort((a, b) => a - b), undrawn };
}

/** 1 for those of the first members of a crowd that are nearest to a robot's base. */
function nearMembers({ crowd, description }: Cell, count: number): Uint8Array {
  const { boxes } = crowd!;
  const places = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 6 * i; k < 6 * i + 3; k++) {
      places[k] = 0.5 * (boxes[k] + boxes[k + 3]);
      places[k + 3] = 0.5 * (boxes[k + 3] - boxes[k]);
    }
  }
  return nearestBoxes(places, basesOf(description), MOST_DRAWN);
}

/** Where robots stand, in the world. */
export function basesOf({ robots }: Cell['description']): Float64Array[] {
  return robots.map(({ base }) => base.slice(9, 12));
}
