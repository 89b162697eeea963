/**
 * Which pairs of a cell are looked at in any case. In a cell with a crowd those with its members are looked at where
 * they come near (nearPairs.ts); but a mover without end, a half-space, is near all of them.
 */
import { type Cell, listedPairs, type Pair } from '../../cell/index.ts';

/** The tested pairs that are not left to sweeps. */
export function listedTested(cell: Cell): readonly Pair[] {
  const endless = endlessMovers(cell);
  if (endless.length === 0) return cell.tested;
  const more = endless.flatMap((mover) => pairsOf(cell, mover));
  return [...cell.tested, ...more.filter(({ reason }) => reason === null)];
}

/**
 * Likewise, and those that swept balls exclude: they show that a pair keeps its clearance, not how much more.
 */
export function listedOrSwept(cell: Cell): readonly Pair[] {
  const isKnown = ({ reason }: Pair) => reason === null || reason === 'swept';
  const listed = [...listedPairs(cell.pairs)].filter(isKnown);
  const endless = endlessMovers(cell).flatMap((mover) => pairsOf(cell, mover));
  return [...listed, ...endless.filter(isKnown)];
}

/** Bodies whose pairs with members are left to sweeps. */
export function sweptMovers(cell: Cell): number[] {
  return Array.from(cell.crowd?.movers ?? []).filter((i) => hasEnd(cell, i));
}

/** The pair of two bodies, as this cell has it, if it is tested. */
export function testedPair(cell: Cell, a: number, b: number): Pair | null {
  const { crowd, tested } = cell;
  const listed = tested.find((pair) => pair.a === a && pair.b === b);
  if (listed || crowd === null || b < crowd.first) return listed ?? null;
  const pair = crowd.pair(a, b);
  return pair.reason === null ? pair : null;
}

function endlessMovers(cell: Cell): number[] {
  return Array.from(cell.crowd?.movers ?? []).filter((i) => !hasEnd(cell, i));
}

function hasEnd({ bodies }: Cell, i: number): boolean {
  return Number.isFinite(bodies[i].ball[3]);
}

/** All pairs of a mover and members that are not listed. */
function pairsOf({ crowd }: Cell, mover: number): Pair[] {
  const found: Pair[] = [];
  if (crowd === null) return found;
  for (let member = crowd.first; member < crowd.end; member++) {
    if (!crowd.isListed(member)) found.push(crowd.pair(mover, member));
  }
  return found;
}
