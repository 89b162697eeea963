/**
 * Two clearances: to the surroundings (obstacles, other robots), and within one robot (its links and what it carries).
 * The model has a default, and entries for pairs of which the last that fits counts. So what holds within a robot is
 * entries before all others, one for each robot or for each two of its bodies; they are part of the model like any other.
 */
import { InputError } from '../math/fault.ts';
import type { CellDescription } from './description.ts';
import { bodyNamesOf } from './owners.ts';
import { selfClearanceOf } from './pairs.ts';

type Clearance = CellDescription['clearance'];
type Robots = Pick<CellDescription, 'robots' | 'obstacles' | 'sets'>;

export interface Clearances {
  /** Metres to the surroundings. Default: as it is. */
  readonly clearance?: number | undefined;
  /** Metres between bodies of one robot. Default: as it is. */
  readonly selfClearance?: number | undefined;
}

/** The description with other clearances; pairs that have one of their own keep it. Throws an InputError for one that is none. */
export function withClearances(
  description: CellDescription,
  { clearance, selfClearance }: Clearances,
): CellDescription {
  if (clearance === undefined && selfClearance === undefined) return description;
  const usual = clearance ?? description.clearance.default;
  const own = selfClearance ?? selfClearanceOf(description);
  for (const amount of [usual, own]) {
    if (amount >= 0 && Number.isFinite(amount)) continue;
    throw new InputError({
      code: 'cell/clearance',
      message: `a clearance is a length of at least 0; found ${amount}`,
    });
  }
  const pairs = description.clearance.pairs.filter(({ self }) => !self);
  return { ...description, clearance: clearanceWith(description, { usual, own, pairs }) };
}

/** The same, but what the description asks for is the least: larger amounts count, smaller ones are passed over. */
export function withClearancesAtLeast(
  description: CellDescription,
  { clearance, selfClearance }: Clearances,
): CellDescription {
  const raised = (amount: number | undefined, least: number) =>
    amount !== undefined && amount >= 0 && amount <= least ? undefined : amount;
  return withClearances(description, {
    clearance: raised(clearance, description.clearance.default),
    selfClearance: raised(selfClearance, selfClearanceOf(description)),
  });
}

/** Clearances as a file says them: the entries for bodies of one robot come first. */
export function clearanceWith(
  robots: Robots,
  { usual, own, pairs }: { usual: number; own: number; pairs: Clearance['pairs'] },
): Clearance {
  if (own === usual) return { default: usual, pairs };
  return { default: usual, pairs: [...selfEntries(robots, own), ...pairs] };
}

/** Of a model that was read from its own format, which does not say what entries are for. */
export function withSelfKnown(description: CellDescription): CellDescription {
  const { clearance } = description;
  const [first] = clearance.pairs;
  if (!first) return description;
  const own = isNameable(description) ? selfEntries(description, first.distance) : [];
  const isThere = own.every(({ between: [p, q], distance }, i) => {
    const entry = clearance.pairs[i];
    return entry?.between[0] === p && entry.between[1] === q && entry.distance === distance;
  });
  if (own.length === 0 || !isThere) return description;
  const pairs = [...own, ...clearance.pairs.slice(own.length)];
  return { ...description, clearance: { ...clearance, pairs } };
}

/** All bodies of a robot by its name, where it has one that nobody shares; else every two of them. */
function selfEntries(
  { robots, obstacles, sets = [] }: Robots,
  distance: number,
): Clearance['pairs'] {
  return robots.flatMap((robot) => {
    const names = bodyNamesOf(robot);
    if (names.length < 2) return [];
    const scope = `${robot.name}/`;
    const others = [...obstacles, ...sets];
    const isShared = others.some(({ name }) => `${name}/`.startsWith(scope));
    if (robot.name !== '' && !isShared) {
      return [{ between: [`${scope}*`, `${scope}*`] as const, distance, self: true as const }];
    }
    const starred = names.find((name) => name.includes('*'));
    if (starred !== undefined) {
      throw new InputError({
        code: 'cell/starred-name',
        message: `"${starred}" has a * in its name, which stands for any characters where clearances are given`,
        hint: 'one clearance for all bodies needs no names',
      });
    }
    return names.flatMap((a, i) =>
      names.slice(i + 1).map((b) => ({ between: [a, b] as const, distance, self: true as const })),
    );
  });
}

function isNameable({ robots }: Robots): boolean {
  return robots.every((robot) => bodyNamesOf(robot).every((name) => !name.includes('*')));
}
