/** The answer of a check: its verdict, witnesses, what is open and what is kept. */
import type { Pair } from '../../cell/index.ts';
import type { Units } from '../cover/units.ts';
import { MOST_LISTED } from '../limits.ts';
import type { CheckResult, OpenInterval, Verdict, Witness } from '../request.ts';
import { hasUnbegun, type KeptCheck, type LadderCheck } from './ladderCheck.ts';
import type { OpenWork } from './openWork.ts';
import { merged, type Stretch, spanOf } from './timeline.ts';

/** Where more first intervals were not begun, they are listed as one. */
const MOST_STRETCHES = 1024;

/** Whose work it is, and for which numbers of units. */
export interface WorkOwner {
  readonly owner: object;
  readonly generation: number;
}

/** How the work ended. */
export interface WorkEnd {
  /** For lack of budget, time or room, and not because all was done. */
  readonly exhausted: boolean;
  /** Pairs of members of a crowd that may come near on stretches of time. */
  readonly members: (stretches: Stretch[]) => readonly Pair[];
}

export function resultOf(
  check: LadderCheck,
  units: Units,
  { exhausted, members }: WorkEnd,
  owner: WorkOwner,
): CheckResult {
  const { stats, best, all, planes, work } = check;
  const openLeft = work.left().length > 0 || hasUnbegun(check) || planes.open.length > 0;
  const decided = best !== null && (best.violated || !exhausted);
  let verdict: Verdict = 'free';
  if (best?.verdict === 'colliding') verdict = 'colliding';
  else if (decided && (openLeft || check.stop)) verdict = 'too-close';
  // A budget that ends with the last proof has not ended too early.
  else if (openLeft) verdict = 'undecided';
  const witness = verdict === 'colliding' || verdict === 'too-close' ? best : null;
  // Of all pairs that are not free there may be more than were found until now.
  const ended = verdict !== 'undecided' && !(all && exhausted && openLeft);
  if (ended && !all) {
    const witnesses = witness ? [witness] : [];
    return { verdict, witness, witnesses, open: [], kept: null, stats };
  }
  const rest = work.copy();
  const listed = [...listOpen(check, units, rest, members), ...planes.open];
  const witnesses = all ? witnessesOf(check, listed) : witness ? [witness] : [];
  if (ended) return { verdict, witness, witnesses, open: [], kept: null, stats };
  const kept = isStuck(check) ? null : keep(check, rest, owner);
  return { verdict, witness, witnesses, open: listed, kept, stats };
}

/** Whether going on would change nothing. */
function isStuck(check: LadderCheck): boolean {
  const { work, planes, mostOpen } = check;
  const full = work.items.count >= mostOpen;
  const planesDone = planes.kept === null && !planes.late;
  const nothingNew = work.queue.length + work.closeQueue.length === 0 && !hasUnbegun(check);
  return full || (nothingNew && planesDone);
}

function keep(check: LadderCheck, work: OpenWork, owner: WorkOwner): KeptCheck {
  const { segment } = check.request;
  const size = work.items.count;
  return { segment, method: 'ladder', size, check: { ...check, work }, ...owner };
}

/** Of the pairs that are not free; what was within delta, and then proven apart, is. */
function witnessesOf({ found }: LadderCheck, listed: readonly OpenInterval[]): Witness[] {
  const open = new Set(listed.map(({ pair }) => pair));
  return [...found.values()]
    .filter(({ violated, pair }) => violated || open.has(pair))
    .sort((x, y) => x.t - y.t);
}

/** Open intervals, one per pair and stretch. */
function listOpen(
  check: LadderCheck,
  units: Units,
  { items }: OpenWork,
  members: WorkEnd['members'],
): OpenInterval[] {
  const byPair = new Map<Pair, Stretch[]>();
  // Of very many only the first and the last time of each pair.
  const few = items.count <= 4 * MOST_LISTED;
  const unbegun = few ? unbegunOf(check, units) : spanOf(unbegunOf(check, units));
  if (unbegun.length > 0) {
    for (const pair of [...units.listedPairs(), ...members(unbegun)]) {
      const own = unbegun.map(([from, to]): Stretch => [from, to]);
      byPair.set(pair, own);
    }
  }
  for (let k = 0; k < items.count; k++) {
    const pair = units.pairOf[items.unit[k]];
    const from = items.lo[k];
    const to = items.hi[k];
    const list = byPair.get(pair);
    if (list === undefined) byPair.set(pair, [[from, to]]);
    else if (few) list.push([from, to]);
    else {
      list[0][0] = Math.min(list[0][0], from);
      list[0][1] = Math.max(list[0][1], to);
    }
  }
  const lists = [...byPair].map(([pair, list]) => [pair, merged(list)] as const);
  const many = lists.reduce((n, [, list]) => n + list.length, 0) > MOST_LISTED;
  return lists.flatMap(([pair, list]) =>
    (many ? spanOf(list) : list).map(([from, to]) => ({ pair, from, to })),
  );
}

/** First intervals that were not begun, neighbours together; or all of the time, if they are many. */
function unbegunOf(check: LadderCheck, units: Units): Stretch[] {
  const { timeline, nextFirst } = check;
  if (!hasUnbegun(check)) return [];
  const { firstCount, from, to } = timeline;
  const many = firstCount > MOST_STRETCHES || firstCount * units.count > MOST_LISTED;
  if (many || nextFirst === 0) return [[from, to]];
  return timeline.stretchesFrom(nextFirst);
}
