/** Edits of what is declared about pairs of bodies: which may touch, and how far apart they must stay. */
import {
  adjustCell,
  type CellDescription,
  type ClearanceEntry,
  matchesPair,
  type RobotInstance,
} from '../../cell/index.ts';
import { scopedName } from '../../kinematics/index.ts';
import { bodyNames, requireAmount, requireBodies } from './bodies.ts';

/** Two bodies may touch. A clearance of theirs is kept, and holds again when they are forbidden. */
export function withAllowed(
  cell: CellDescription,
  { a, b, reason }: { readonly a: string; readonly b: string; readonly reason: string },
): CellDescription {
  requireBodies(cell, a, b);
  return { ...cell, allow: [...cell.allow, { between: [a, b], reason }] };
}

/** Without clearances of single pairs that are allowed: no test keeps them, and a cell file must not say them. */
export function withoutAllowedClearances(cell: CellDescription): CellDescription {
  const { allow, clearance } = cell;
  const pairs = clearance.pairs.filter(
    ({ between: [a, b], self }) => self || !allow.some(({ between }) => matchesPair(between, a, b)),
  );
  if (pairs.length === clearance.pairs.length) return cell;
  return { ...cell, clearance: { ...clearance, pairs } };
}

/** Takes back whatever was declared about a pair. What is a fact stays one. */
export function withForbidden(cell: CellDescription, a: string, b: string): CellDescription {
  requireBodies(cell, a, b);
  const names = [...bodyNames(cell)];
  const allow = cell.allow.flatMap((entry) => {
    if (!matchesPair(entry.between, a, b)) return [entry];
    if (!entry.between.some((name) => name.includes('*'))) return [];
    // All that the pattern allows but this pair.
    const others: (typeof entry)[] = [];
    names.forEach((p, i) => {
      for (const q of names.slice(i + 1)) {
        const isIt = (p === a && q === b) || (p === b && q === a);
        if (!isIt && matchesPair(entry.between, p, q)) others.push({ ...entry, between: [p, q] });
      }
    });
    return others;
  });
  const robots = cell.robots.map((robot) => withoutDeclaration(robot, a, b));
  return {
    ...cell,
    allow,
    robots: robots.every((robot, i) => robot === cell.robots[i]) ? cell.robots : robots,
  };
}

function withoutDeclaration(instance: RobotInstance, a: string, b: string): RobotInstance {
  const { name, semantics, attached } = instance;
  const isPair = (p: string, q: string) => {
    const [x, y] = [scopedName(name, p), scopedName(name, q)];
    return (x === a && y === b) || (x === b && y === a);
  };
  const kept = semantics?.disabledPairs.filter(({ link1, link2 }) => !isPair(link1, link2));
  const carried = attached.map((each) => {
    const touches = each.touches.filter((link) => !isPair(each.name, link));
    return touches.length === each.touches.length ? each : { ...each, touches };
  });
  const same = carried.every((each, i) => each === attached[i]);
  if (same && kept?.length === semantics?.disabledPairs.length) return instance;
  return {
    ...instance,
    attached: carried,
    ...(semantics && kept && { semantics: { ...semantics, disabledPairs: kept } }),
  };
}

/** Metres that all must keep apart that have no distance of their own. */
export function withClearance(cell: CellDescription, distance: number): CellDescription {
  requireAmount(distance, 'a clearance');
  const { pairs } = cell.clearance;
  // What bodies of one robot keep is said apart, or goes along.
  if (pairs.some(({ self }) => self)) return adjustCell(cell, { clearance: distance });
  return { ...cell, clearance: { default: distance, pairs } };
}

/** Metres that a pair must keep apart; null: as all others. */
export function withPairClearance(
  cell: CellDescription,
  a: string,
  b: string,
  distance: number | null,
): CellDescription {
  requireBodies(cell, a, b);
  const { clearance } = cell;
  const isOwn = ({ between: [p, q], self }: ClearanceEntry) =>
    !self && ((p === a && q === b) || (p === b && q === a));
  const others = clearance.pairs.filter((entry) => !isOwn(entry));
  if (distance === null) {
    if (others.length === clearance.pairs.length) return cell;
    return { ...cell, clearance: { ...clearance, pairs: others } };
  }
  requireAmount(distance, 'a clearance');
  // The last entry that fits holds: if that is one of this pair alone, it changes where it stands.
  const last = clearance.pairs.findLastIndex(({ between }) => matchesPair(between, a, b));
  const pairs =
    last >= 0 && isOwn(clearance.pairs[last])
      ? clearance.pairs.map((entry, i) => (i === last ? { ...entry, distance } : entry))
      : [...others, { between: [a, b] as const, distance }];
  return { ...cell, clearance: { ...clearance, pairs } };
}

/** What is declared about pairs, one name in place of another; null: without what names it. */
export function redeclared(
  cell: CellDescription,
  from: string,
  to: string | null,
): Pick<CellDescription, 'allow' | 'clearance'> {
  const list = <T extends { readonly between: readonly [string, string] }>(entries: readonly T[]) =>
    entries.flatMap((entry) => {
      if (!entry.between.includes(from)) return [entry];
      if (to === null) return [];
      const [a, b] = entry.between.map((name) => (name === from ? to : name));
      return [{ ...entry, between: [a, b] as const }];
    });
  return {
    allow: list(cell.allow),
    clearance: { ...cell.clearance, pairs: list(cell.clearance.pairs) },
  };
}

/** Patterns that fitted the obstacle alone fit nobody now, which a reader takes for a mistake. */
export function withoutIdle(cell: CellDescription): CellDescription {
  const names = [...bodyNames(cell)];
  const isIdle = ({ between }: { readonly between: readonly [string, string] }) =>
    between.some((pattern) => !names.some((name) => matchesPair([pattern, pattern], name, name)));
  if (!cell.allow.some(isIdle) && !cell.clearance.pairs.some(isIdle)) return cell;
  const pairs = cell.clearance.pairs.filter((each) => !isIdle(each));
  const allow = cell.allow.filter((each) => !isIdle(each));
  return { ...cell, allow, clearance: { ...cell.clearance, pairs } };
}
