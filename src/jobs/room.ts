/**
 * The room that planning and smoothing keep from the surroundings where nobody says how much: five millimetres, or what the
 * ends of a plan, or the path that is smoothed, leave of it. A path that is free may run along a panel at a hair's
 * breadth, and shortcuts like to; whoever wants that asks for a clearance of 0.
 */
import { askAbout, ownersOf, type Pair, type PairFinding, StaticChecker } from '../cell/index.ts';
import { certifiedClearance } from '../check/index.ts';
import type { Motion } from './motion.ts';
import type { OpenCell } from './openCell.ts';

/** Metres. */
export const USUAL_ROOM = 0.005;

/** What is kept of it, where something is nearer; and what is left of what is kept by rounding it down. */
const PART = 0.9;
const STEP = 1e4;
/** Metres: how well the clearance of a path is known. */
const ACCURACY = 1e-4;

export interface Room {
  /** Metres that are kept from the surroundings. */
  readonly clearance: number;
  /** Metres that were wanted. */
  readonly wanted: number;
  /** Who is nearer than that, and how near, proven: names of two bodies. Null where nobody is. */
  readonly near: { readonly pair: readonly [string, string]; readonly distance: number } | null;
}

/** The room that a plan between some configurations keeps; null where the cell asks for as much, or has nothing around. */
export function roomAtEnds(open: OpenCell, ends: readonly Float64Array[]): Room | null {
  const asked = roomy(open);
  if (asked === null) return null;
  const statics = new StaticChecker(askAbout(asked.cell, ends).cell);
  const most = statics.cell.tested.reduce((so, { tracking }) => Math.max(so, tracking), 0);
  const found = ends.flatMap((q) => statics.within(USUAL_ROOM + most + ACCURACY, q));
  return roomFor(
    open,
    asked,
    found.map(({ pair, lower, colliding }) => ({ pair, lower: colliding ? 0 : lower })),
  );
}

/** The room that a path keeps when it is smoothed; null likewise. */
export function roomOnPath(open: OpenCell, motion: Motion): Room | null {
  const asked = roomy(open);
  if (asked === null) return null;
  const { cell, path } = asked.question({ motion });
  const horizon_m = USUAL_ROOM + 10 * ACCURACY;
  const { pairs } = certifiedClearance(cell, path, { accuracy_m: ACCURACY, horizon_m });
  return roomFor(open, asked, pairs);
}

/** The cell with the usual room; null where that changes nothing. */
function roomy(open: OpenCell): OpenCell | null {
  if (open.description.clearance.default >= USUAL_ROOM) return null;
  const asked = open.with({ clearance: USUAL_ROOM });
  const { tested, crowd } = asked.cell;
  return crowd || tested.some(surrounding(asked)) ? asked : null;
}

/** Whether a pair is one that room is kept for: of a body and its surroundings, without a clearance of its own. */
function surrounding({ cell }: OpenCell): (pair: Pair) => boolean {
  const owners = ownersOf(cell.description);
  const ownerOf = (body: number) => owners.get(cell.bodies[body].name);
  return ({ a, b, clearance }) =>
    clearance === USUAL_ROOM && (ownerOf(a) === undefined || ownerOf(a) !== ownerOf(b));
}

function roomFor(
  { description: { clearance } }: OpenCell,
  asked: OpenCell,
  found: readonly Pick<PairFinding, 'pair' | 'lower'>[],
): Room {
  let least = USUAL_ROOM;
  let near: Room['near'] = null;
  const isAround = surrounding(asked);
  for (const { pair, lower } of found) {
    const { bodies } = asked.cell;
    const left = lower - pair.tracking;
    if (left > least || !isAround(pair)) continue;
    least = left;
    near = { pair: [bodies[pair.a].name, bodies[pair.b].name], distance: Math.max(0, lower) };
  }
  const kept = near ? Math.floor(PART * least * STEP) / STEP : USUAL_ROOM;
  return { clearance: Math.max(clearance.default, kept), wanted: USUAL_ROOM, near };
}
