/**
 * Whether what a cell file declares about pairs means anything. A pattern that fits bodies may still be
 * about no pair that is tested; whoever wrote it believes that a distance is kept which nobody looks at.
 * For cells as they were read; one made of them (joints held, pairs allowed since) may well have such.
 */
import { type Fault, InputError } from '../math/index.ts';
import {
  type ModelReason,
  matches,
  matchesPair,
  type PairPattern,
  PairRules,
  visualOnlyLinks,
} from '../model/index.ts';
import type { Cell } from './cell.ts';

/** Throws an InputError, with its place, for a clearance that no test asks for or pairs that do not exist. */
export function refuseIdle({ description, bodies, tree, bodyOf }: Cell): void {
  const { allow, clearance } = description;
  if (![...allow, ...clearance.pairs].some(({ place }) => place !== undefined)) return;
  const rules = new PairRules(description, bodies, tree, bodyOf);
  // A link that is not tested but seen may be tested by its visual, and touch by permission then.
  const seen = visualOnlyLinks(description, 'ignored');
  const named = ({ between }: PairPattern) =>
    seen.find((name) => between.some((pattern) => matches(pattern, name)));
  for (const entry of allow) {
    if (entry.place === undefined || hasPair(entry, bodies) || named(entry) !== undefined) continue;
    throw idle(entry, 'cell/no-pair', 'there is no such pair to allow');
  }
  const wins = winning(rules, bodies.length, clearance.pairs);
  for (const [i, entry] of clearance.pairs.entries()) {
    if (entry.place === undefined || wins.has(i)) continue;
    if (!hasPair(entry, bodies)) {
      const link = named(entry);
      if (link === undefined) throw idle(entry, 'cell/no-pair', 'there is no such pair');
      const untested = `nobody keeps this clearance: ${JSON.stringify(link)} has no collision geometry, only a visual`;
      throw idle(
        entry,
        'cell/idle-clearance',
        untested,
        'test it by its visual: "visual: collide" or --visuals',
      );
    }
    const reasons = reasonsOf(entry, bodies, rules);
    const message = reasons.includes(null)
      ? 'later entries say otherwise for all of its pairs that are tested'
      : `none of its pairs is tested: ${reasons.map((reason) => WORDS[reason!]).join(', ')}`;
    throw idle(entry, 'cell/idle-clearance', `nobody keeps this clearance: ${message}`);
  }
}

type Bodies = Cell['bodies'];

/** Whether there are two bodies that an entry is about. */
function hasPair({ between: [p, q] }: PairPattern, bodies: Bodies): boolean {
  // One of each kind; of those that fit both, two at most are needed.
  let [first, second, both] = [0, 0, 0];
  for (const { name } of bodies) {
    const [isFirst, isSecond] = [matches(p, name), matches(q, name)];
    if (isFirst && isSecond) both++;
    else if (isFirst) first++;
    else if (isSecond) second++;
    if (both > 1 || (both > 0 && first + second > 0) || (first > 0 && second > 0)) return true;
  }
  return false;
}

/** Numbers of the clearance entries that hold for some pair that is tested, and proven apart or not. */
function winning(
  rules: PairRules,
  count: number,
  entries: readonly PairPattern[],
): ReadonlySet<number> {
  const wins = new Set<number>();
  const open = new Set(entries.flatMap(({ place }, i) => (place === undefined ? [] : i)));
  if (open.size === 0) return wins;
  forEachMoving(rules, count, (a, b) => {
    const entry = rules.clearanceEntry(a, b);
    if (!open.has(entry) || rules.reasonOf(a, b) !== null) return false;
    wins.add(entry);
    open.delete(entry);
    return open.size === 0;
  });
  return wins;
}

/** Visits all pairs one of which moves, until somebody has seen enough. */
function forEachMoving(
  { movers }: PairRules,
  count: number,
  visit: (a: number, b: number) => boolean,
): void {
  const isMover = new Set(movers);
  for (const mover of movers) {
    for (let other = 0; other < count; other++) {
      if (other === mover || (other < mover && isMover.has(other))) continue;
      if (visit(Math.min(mover, other), Math.max(mover, other))) return;
    }
  }
}

/** Why pairs of an entry are not tested, in the order of the first pairs; null for one that is. */
function reasonsOf(
  { between }: PairPattern,
  bodies: Bodies,
  rules: PairRules,
): (ModelReason | null)[] {
  const firsts = new Map<ModelReason | null, number>();
  const meet = (a: number, b: number) => {
    const reason = rules.reasonOf(a, b);
    const place = a * bodies.length + b;
    firsts.set(reason, Math.min(firsts.get(reason) ?? place, place));
  };
  forEachMoving(rules, bodies.length, (a, b) => {
    if (matchesPair(between, bodies[a].name, bodies[b].name)) meet(a, b);
    return false;
  });
  const still = firstPair(between, bodies, rules);
  if (still) meet(...still);
  return [...firsts].sort(([, x], [, y]) => x - y).map(([reason]) => reason);
}

/** The first two bodies that an entry is about and that both stand still. */
function firstPair(
  between: PairPattern['between'],
  bodies: Bodies,
  rules: PairRules,
): [number, number] | null {
  const fits = between.map((pattern) =>
    bodies.map(({ name }, i) => !rules.isMover(i) && matches(pattern, name)),
  );
  const last = fits.map((each) => each.lastIndexOf(true));
  for (let a = 0; a < bodies.length; a++) {
    if (!(fits[0][a] && last[1] > a) && !(fits[1][a] && last[0] > a)) continue;
    for (let b = a + 1; b < bodies.length; b++) {
      if ((fits[0][a] && fits[1][b]) || (fits[1][a] && fits[0][b])) return [a, b];
    }
  }
  return null;
}

const WORDS: Readonly<Record<ModelReason, string>> = {
  'same-link': 'both are on one link',
  rigid: 'no joint moves one against the other',
  static: 'neither moves',
  disabled: 'the SRDF disables it',
  allowed: 'it is allowed to touch',
};

function idle(
  { between, place }: PairPattern,
  code: string,
  message: string,
  hint = 'remove the entry',
): InputError {
  const names = between.map((name) => JSON.stringify(name)).join(' and ');
  const fault: Fault = {
    code,
    message: `${names}: ${message}`,
    ...place,
    hint,
  };
  return new InputError(fault);
}
