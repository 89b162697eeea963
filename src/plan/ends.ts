/**
 * The ends of a plan, looked at before anything is searched for: a start or goal that is no configuration,
 * beyond a limit, in collision or too close to be proven is refused, with the pair and its distance. One that
 * is free and yet nearly in contact is not: links of many robots run a few hundredths of a millimetre apart
 * wherever they stand. But whoever plans is told, at once: proofs cost more there.
 */
import { askAbout, type Cell, type Pair, type PairFinding, StaticChecker } from '../cell/index.ts';
import { DEFAULT_DELTA } from '../check/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { blockedText, nearText, quoted } from '../words/index.ts';
import type { PlanningSpace } from './space.ts';

/** Pairs that are nearly in contact at an end of a plan, or nearly nearer than they may be. */
export interface NearEnd {
  /** `start`, `goal`, or `goal 2` of several. */
  readonly end: string;
  /** Proven to be free; the nearest first. */
  readonly findings: readonly PairFinding[];
}

/** Looks at start and goals. Throws an InputError for one that is not free. */
export function lookAtEnds(
  space: PlanningSpace,
  from: Float64Array,
  goals: readonly Float64Array[],
): NearEnd[] {
  if (goals.length === 0) {
    throw new InputError({ code: 'plan/goals', message: 'a plan needs at least one goal' });
  }
  const near: NearEnd[] = [];
  const look = (q: Float64Array, end: string) => {
    refuseOutside(space, q, end);
    // One look is enough where nothing is near.
    if (space.isFree(q, DEFAULT_DELTA)) return;
    refuseBlocked(space, q, end);
    const findings = space.nearAt(q, DEFAULT_DELTA);
    if (findings.length > 0) near.push({ end, findings });
  };
  look(from, 'start');
  goals.forEach((goal, i) => {
    look(goal, goals.length === 1 ? 'goal' : `goal ${i}`);
  });
  return near;
}

/**
 * Of a cell some of whose joints are held for a plan: throws an InputError where bodies are in contact, or too close to be proven,
 * that none of the other joints moves. A path is proven in the whole cell, where such a pair is tested: none would be.
 */
export function requireStanding(whole: Cell, from: Float64Array): void {
  const statics = new StaticChecker(whole).for(from);
  if (!statics.keepsClearance(from)) refuse(whole, obstacleOf(statics, from), STANDING);
}

function obstacleOf(statics: StaticChecker, q: Float64Array): PairFinding | null {
  const { colliding, tooClose, closest } = statics.check(q);
  return colliding ? closest : tooClose;
}

const STANDING = 'where the joints stand that do not move';

/** The same of a path's two ends, which nobody refuses here. */
export function lookAtPath(cell: Cell, waypoints: readonly Float64Array[]): NearEnd[] {
  const ends = { start: waypoints[0], goal: waypoints[waypoints.length - 1] };
  const statics = new StaticChecker(askAbout(cell, [ends.start, ends.goal]).cell);
  return Object.entries(ends)
    .map(([end, q]) => ({ end, findings: statics.hardlyFree(DEFAULT_DELTA, q) }))
    .filter(({ findings }) => findings.length > 0);
}

/** For people: one note for each end, of its nearest pair. */
export function nearNotes(cell: Cell, ends: readonly NearEnd[]): Fault[] {
  return ends.map(({ end, findings }) => {
    const [first] = findings;
    return {
      code: 'plan/near-contact',
      message: nearText(end, factsOf(cell, first), findings.length - 1),
    };
  });
}

function refuseOutside(space: PlanningSpace, q: Float64Array, end: string): void {
  if (q.length !== space.size || !q.every(Number.isFinite)) {
    throw new InputError({
      code: 'plan/configuration',
      message: `the ${end} must be ${space.size} finite numbers`,
    });
  }
  if (space.isInside(q)) return;
  const { dofs } = space.cell.tree;
  const d = dofs.findIndex(
    ({ continuous }, i) => !continuous && !(q[i] >= space.lower[i] && q[i] <= space.upper[i]),
  );
  throw new InputError({
    code: 'plan/limits',
    message: `the ${end} has "${dofs[d].name}" at ${q[d]}, beyond its limits ${space.lower[d]} to ${space.upper[d]}`,
  });
}

function refuseBlocked(space: PlanningSpace, q: Float64Array, end: string): void {
  if (!space.isFree(q)) refuse(space.cell, space.obstacleAt(q), `at the ${end}`);
}

function refuse(cell: Cell, found: PairFinding | null, where: string): void {
  if (found === null) return;
  const names = quoted(namesOf(cell, found.pair));
  if (found.colliding) {
    const how = found.contained ? 'one inside the other' : 'the distance is 0 mm';
    throw new InputError({
      code: 'plan/blocked',
      message: `${where} ${names} collide: ${how}`,
    });
  }
  throw new InputError({
    code: 'plan/blocked',
    message: `${where} ${names} ${blockedText({ ...factsOf(cell, found), contained: false })}`,
    hint:
      where === STANDING
        ? 'move them apart, or declare that they may touch ("allow" in a cell file)'
        : 'they need their clearance, and more than rounding can tell',
  });
}

/** What words need to know of a finding. */
function factsOf(cell: Cell, { pair, lower, distance }: PairFinding) {
  const { clearance, tracking } = pair;
  return { pair: namesOf(cell, pair), lower, distance, clearance, tracking };
}

function namesOf({ bodies }: Cell, { a, b }: Pair): [string, string] {
  return [bodies[a].name, bodies[b].name];
}
