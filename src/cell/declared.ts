/**
 * Whether what a cell file declares about pairs means anything. A pattern that fits bodies may still be
 * about no pair that is tested; whoever wrote it believes that a distance is kept which nobody looks at.
 * For cells as they were read; one made of them (joints held, pairs allowed since) may well have such.
 */
import { type Fault, InputError } from '../math/index.ts';
import type { PairPattern } from '../model/index.ts';
import { matches, matchesPair, visualOnlyLinks } from '../model/index.ts';
import type { Cell } from './cell.ts';
import type { Pair } from './pairs.ts';

/** Throws an InputError, with its place, for a clearance that no test asks for or pairs that do not exist. */
export function refuseIdle({ description, bodies, pairs }: Cell): void {
  const fits = ({ between }: PairPattern, { a, b }: Pair) =>
    matchesPair(between, bodies[a].name, bodies[b].name);
  // A link that is not tested but seen may be tested by its visual, and touch by permission then.
  const seen = visualOnlyLinks(description, 'ignored');
  const named = ({ between }: PairPattern) =>
    seen.find((name) => between.some((pattern) => matches(pattern, name)));
  for (const entry of description.allow) {
    if (entry.place === undefined || pairs.some((pair) => fits(entry, pair))) continue;
    if (named(entry) !== undefined) continue;
    throw idle(entry, 'cell/no-pair', 'there is no such pair to allow');
  }
  const { pairs: entries } = description.clearance;
  const wins = new Set<number>();
  for (const pair of pairs) {
    if (pair.reason !== null && pair.reason !== 'swept') continue;
    wins.add(entries.findLastIndex((entry) => fits(entry, pair)));
  }
  for (const [i, entry] of entries.entries()) {
    if (entry.place === undefined || wins.has(i)) continue;
    const own = pairs.filter((pair) => fits(entry, pair));
    const why = [...new Set(own.flatMap(({ reason }) => reason ?? []))].map((r) => WORDS[r]);
    if (own.length === 0) {
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
    const tested = own.some(({ reason }) => reason === null || reason === 'swept');
    const message = tested
      ? 'later entries say otherwise for all of its pairs that are tested'
      : `none of its pairs is tested: ${why.join(', ')}`;
    throw idle(entry, 'cell/idle-clearance', `nobody keeps this clearance: ${message}`);
  }
}

const WORDS: Readonly<Record<NonNullable<Pair['reason']>, string>> = {
  'same-link': 'both are on one link',
  rigid: 'no joint moves one against the other',
  static: 'neither moves',
  disabled: 'the SRDF disables it',
  allowed: 'it is allowed to touch',
  swept: '',
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
