/**
 * Models that a certificate may be about: the verifier's own reading of the cell, with the numbers and choices that the certificate
 * states. They are guesses, tried one after the other: which of them the certificate is about is decided by the model's digest, and
 * whether that will do by dominance.ts.
 */
import { InputError } from '../math/fault.ts';
import { withClearances } from '../model/clearances.ts';
import type { CellDescription } from '../model/description.ts';
import { isNever, withoutNever } from '../model/never.ts';
import { bodyNamesOf, ownersOf } from '../model/owners.ts';
import { selfClearanceOf } from '../model/pairs.ts';
import { withTracking } from '../model/tracking.ts';
import { isSuggested } from '../words/assumptions.ts';
import type { Certificate } from './format.ts';

/** What of a certificate is looked at. */
export type Statement = Pick<Certificate, 'settings' | 'pairs' | 'bodies' | 'tolerances'> & {
  /** A part of a certificate of delays has tolerances of its own, which say nothing about the cell's. */
  readonly isPart?: boolean;
};

/** Numbers of a certificate that are tried as one thing, at most. */
const MOST_TRIED = 6;

/** The cell with all combinations of what the certificate states, the likeliest first. */
export function* statedModels(
  cells: Iterable<CellDescription>,
  stated: Statement,
): Generator<CellDescription> {
  const { clearance } = stated.settings;
  if (!isAmount(clearance)) return;
  for (const cell of cells) {
    if (!hasBodies(cell, stated)) continue;
    for (const asNever of neverChoices(cell, stated)) {
      const base = withListed(asNever ? withoutNever(cell) : cell, stated);
      for (const tracking of trackingChoices(base, stated)) {
        const moved = tracking === null ? base : withTracking(base, tracking);
        for (const selfClearance of selfChoices(moved, stated)) {
          const made = withAmounts(moved, clearance, selfClearance);
          if (made) yield made;
        }
      }
    }
  }
}

function withAmounts(
  cell: CellDescription,
  clearance: number,
  selfClearance: number,
): CellDescription | null {
  try {
    return withClearances(cell, { clearance, selfClearance });
  } catch (error) {
    // Names with a * in them have no clearance within a robot.
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** A length or an angle as files can say it: finite, at least 0, and not -0. */
function isAmount(x: unknown): x is number {
  return typeof x === 'number' && x >= 0 && x < Infinity && !Object.is(x, -0);
}

/** Whether the bodies of robots are those that the certificate begins with. */
function hasBodies({ robots }: CellDescription, { bodies }: Statement): boolean {
  const names = robots.flatMap(bodyNamesOf);
  return names.length <= bodies.length && names.every((name, i) => name === bodies[i]);
}

/** Whether pairs that an SRDF calls "Never" are tested: as the certificate lists them; both where it does not say. */
function neverChoices({ robots }: CellDescription, { pairs }: Statement): boolean[] {
  const declared = robots.some(({ semantics }) =>
    semantics?.disabledPairs.some(({ reason }) => isNever(reason)),
  );
  if (!declared) return [false];
  const listed = pairs.some(({ excluded, detail }) => excluded === 'disabled' && isNever(detail));
  return listed ? [false] : [true, false];
}

/** Without the pairs that may be assumed harmless though nobody declared them, and that the certificate does not list as such. */
function withListed(cell: CellDescription, { pairs, bodies }: Statement): CellDescription {
  if (!cell.allow.some(({ reason }) => isSuggested(reason))) return cell;
  const key = (a: string, b: string, reason: string) => JSON.stringify([a, b, reason]);
  const listed = new Set(
    pairs
      .filter(({ excluded }) => excluded === 'allowed')
      .flatMap(({ a, b, detail }) => [
        key(bodies[a], bodies[b], detail),
        key(bodies[b], bodies[a], detail),
      ]),
  );
  const allow = cell.allow.filter(
    ({ between: [a, b], reason }) => !isSuggested(reason) || listed.has(key(a, b, reason)),
  );
  return allow.length === cell.allow.length ? cell : { ...cell, allow };
}

/** The default tolerance: as the cell has it, or one that the certificate lists. */
function trackingChoices(
  { robots }: CellDescription,
  { tolerances, isPart = false }: Statement,
): (number | null)[] {
  if (isPart) return [null];
  const found = new Set([...tolerances].filter(isAmount));
  const strays = robots.some(({ tracking }) => tracking.size > 0);
  if (!strays && found.size === 1 && found.has(0)) return [null];
  return [null, ...[...found].slice(0, MOST_TRIED)];
}

/** What bodies of one robot keep apart: as the cell has it, or what a pair of them is listed with. */
function selfChoices(cell: CellDescription, { settings, pairs, bodies }: Statement): number[] {
  const owners = ownersOf(cell);
  const found = new Set([selfClearanceOf(cell), settings.clearance as number]);
  for (const { a, b, excluded, clearance } of pairs) {
    if (found.size >= MOST_TRIED) break;
    const owner = owners.get(bodies[a]);
    const isOwn = owner !== undefined && owner === owners.get(bodies[b]);
    if (excluded === null && isOwn && isAmount(clearance)) found.add(clearance);
  }
  return [...found];
}
