/** The pairs that a certificate lists: is each treated as the cell demands, and none left out? */
import type { BodyModel } from '../model/bodies.ts';
import type { PairRules } from '../model/pairs.ts';
import type { Certificate, PairEntry } from './format.ts';
import { Rejected } from './rejected.ts';
import { type ConcernedPair, pairEntry } from './statement.ts';

/** What the list is compared with. */
export interface PairDemands {
  /** Of every two bodies before the crowd, in order: what the cell demands, and this certificate is about. */
  readonly demanded: readonly PairEntry[];
  readonly bodies: readonly Pick<BodyModel, 'name'>[];
  readonly rules: PairRules;
  /** Whether joints stray. */
  readonly strays: boolean;
  readonly concerns?: ((pair: ConcernedPair) => boolean) | undefined;
}

/**
 * Throws a Rejected unless the list has every two bodies before the crowd, in order, as the cell demands; and after
 * them, in order, pairs with members that are tested: those that have slabs. Costs what the list has.
 */
export function requirePairs(c: Certificate, demands: PairDemands): void {
  const { demanded, bodies, rules, concerns } = demands;
  const first = c.bodies.length;
  let k = 0;
  for (; k < demanded.length; k++) requirePair(demanded[k], c.pairs[k], demands);
  let last = -1;
  for (; k < c.pairs.length; k++) {
    const { a, b } = c.pairs[k];
    const place = a * bodies.length + b;
    const areBodies = Number.isInteger(a) && Number.isInteger(b) && a >= 0 && b < bodies.length;
    if (!(areBodies && a < first && b >= first && place > last)) {
      const message = 'the certificate lists pairs that the cell does not have, or not in order';
      throw new Rejected('pairs', message);
    }
    last = place;
    const pair = pairEntry(rules.of(a, b), concerns);
    if (pair.excluded !== null) {
      const names = [bodies[a].name, bodies[b].name] as const;
      const message = `"${names.join('" and "')}" need no slabs and must not be listed`;
      throw new Rejected('pairs', message, { pair: names });
    }
    requirePair(pair, c.pairs[k], demands);
  }
}

/** Every two of the first so many bodies, in order. */
export function demandedPairs(
  rules: PairRules,
  first: number,
  concerns: PairDemands['concerns'],
): PairEntry[] {
  const pairs: PairEntry[] = [];
  for (let a = 0; a < first; a++) {
    for (let b = a + 1; b < first; b++) pairs.push(pairEntry(rules.of(a, b), concerns));
  }
  return pairs;
}

function requirePair(
  mine: PairEntry,
  theirs: PairEntry | undefined,
  { bodies, strays }: PairDemands,
): void {
  if (theirs && samePair(mine, theirs, strays)) return;
  const names = [bodies[mine.a].name, bodies[mine.b].name] as const;
  const found = theirs ? inWords(theirs) : 'nothing';
  const message = `"${names.join('" and "')}" must be ${inWords(mine, strays)}; the certificate has ${found}`;
  throw new Rejected('pairs', message, { pair: names });
}

/**
 * Whether two entries are equal. Where joints stray, a certificate may demand any room for that: the prover
 * takes the larger of that and of its own account.
 */
function samePair(p: PairEntry, q: PairEntry, strays: boolean): boolean {
  if (p.a !== q.a || p.b !== q.b || p.excluded !== q.excluded || p.detail !== q.detail)
    return false;
  if (!Object.is(p.clearance, q.clearance)) return false;
  return strays && p.excluded === null ? q.tracking >= 0 : Object.is(p.tracking, q.tracking);
}

/** A list as it was accepted, in few arrays: the next certificate tends to have the same. */
export class KeptPairs {
  /** The entries: copies, which nobody else has. */
  readonly pairs: readonly PairEntry[];
  /** Per entry: a and b; clearance and tracking; why it is not tested. */
  private readonly bodies: Int32Array;
  private readonly metres: Float64Array;
  private readonly excluded: readonly PairEntry['excluded'][];
  private readonly detail: readonly string[];

  constructor(pairs: readonly PairEntry[]) {
    this.pairs = pairs.map((pair) => ({ ...pair }));
    this.bodies = Int32Array.from(pairs.flatMap(({ a, b }) => [a, b]));
    this.metres = Float64Array.from(
      pairs.flatMap(({ clearance, tracking }) => [clearance, tracking]),
    );
    this.excluded = pairs.map(({ excluded }) => excluded);
    this.detail = pairs.map(({ detail }) => detail);
  }

  /** Whether a list has the same entries, to the bit. */
  equals(pairs: readonly PairEntry[]): boolean {
    const { bodies, metres, excluded, detail } = this;
    if (pairs.length !== excluded.length) return false;
    for (let k = 0, o = 0; k < pairs.length; k++, o += 2) {
      const pair = pairs[k];
      if (pair.a !== bodies[o] || pair.b !== bodies[o + 1]) return false;
      // Text is compared with text: V8 does that faster than comparing what may be either.
      if (pair.excluded === null ? excluded[k] !== null : pair.excluded !== excluded[k])
        return false;
      if (pair.detail !== detail[k]) return false;
      if (!sameBits(pair.clearance, metres[o])) return false;
      if (!sameBits(pair.tracking, metres[o + 1])) return false;
    }
    return true;
  }
}

/** Whether two numbers have the same bits; not of -0 and NaN, which nobody asks for. Faster than Object.is of any two. */
function sameBits(x: number, y: number): boolean {
  return x === y && !Object.is(x, -0);
}

function inWords({ excluded, detail, clearance, tracking }: PairEntry, strays = false): string {
  if (excluded !== null) return detail === '' ? excluded : `${excluded} (${detail})`;
  const room = strays ? 'something of at least 0' : tracking;
  return `tested with clearance ${clearance} and ${room} for straying joints`;
}
