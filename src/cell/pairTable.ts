/**
 * All pairs of a cell's bodies, in order, to be walked through and counted. Of a cell with a crowd no list of them is
 * made: those of members are made as one walks and forgotten again, and there are as many as bodies times bodies; so
 * whoever can asks for counts, or for those that are declared. What nobody tests has no errors there: they are 0.
 */
import type { PairCounts, PairModel, PairRules } from '../model/index.ts';
import type { CellCrowd } from './cellCrowd.ts';
import type { Pair } from './pairs.ts';

/** What a list of pairs and the pairs of a crowd have in common. */
export interface PairTable extends Iterable<Pair> {
  /** How many there are. */
  readonly length: number;
  some(test: (pair: Pair) => boolean): boolean;
  every(test: (pair: Pair) => boolean): boolean;
  find(test: (pair: Pair) => boolean): Pair | undefined;
  filter(test: (pair: Pair) => boolean): Pair[];
  map<T>(make: (pair: Pair, index: number) => T): T[];
  forEach(visit: (pair: Pair, index: number) => void): void;
}

/** Pairs that somebody declared harmless, in order. */
export function declaredPairs(pairs: PairTable): readonly PairModel[] {
  if (!(pairs instanceof CrowdPairs)) return pairs.filter(({ assumed }) => assumed) as PairModel[];
  const found: PairModel[] = [];
  pairs.rules.forEachDeclared((pair) => found.push(pair));
  return found;
}

/** The pair of bodies number a < b, one of which moves. */
export function pairOf(pairs: PairTable, a: number, b: number): Pair {
  const found =
    pairs instanceof CrowdPairs
      ? pairs.of(a, b)
      : pairs.find((pair) => pair.a === a && pair.b === b);
  if (!found) throw new Error(`bodies ${a} and ${b} are no pair`);
  return found;
}

/** Those that are made one by one: all but those of a crowd's members that have an end and stand where they stood. */
export function listedPairs(pairs: PairTable): Iterable<Pair> {
  return pairs instanceof CrowdPairs ? pairs.listed : pairs;
}

/**
 * Pairs that are tested or proven apart by swept balls; of a crowd one for each mover, which stands for all its pairs
 * with members: they stand still, so what moves the one against the other is the same for all of them.
 */
export function sortsOfPairs(pairs: PairTable): Pair[] {
  const isShown = ({ reason }: Pair) => reason === null || reason === 'swept';
  if (!(pairs instanceof CrowdPairs)) return pairs.filter(isShown);
  return [...pairs.listed.filter(isShown), ...pairs.examples()];
}

/** How many pairs there are of each kind: by the reason why they are not tested, null for those that are. */
export function countPairs(pairs: PairTable): PairCounts {
  if (pairs instanceof CrowdPairs) return pairs.counts();
  const counts = new Map<string | null, number>();
  for (const { reason } of pairs) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

export class CrowdPairs implements PairTable {
  /** Pairs of bodies that are no members, in order; then those of members whose pairs are listed. */
  readonly listed: readonly Pair[];
  readonly length: number;
  /** What the model says about them. */
  readonly rules: PairRules;
  private readonly crowd: CellCrowd;

  constructor(listed: readonly Pair[], crowd: CellCrowd) {
    this.listed = listed;
    this.crowd = crowd;
    this.rules = crowd.maker.ground.rules;
    this.length = (crowd.end * (crowd.end - 1)) / 2;
  }

  *[Symbol.iterator](): Iterator<Pair> {
    const { rules } = this;
    const { first, end } = this.crowd;
    const listed = this.listed.values();
    for (let a = 0; a < end; a++) {
      const moves = rules.isMover(a);
      for (let b = a + 1; b < first; b++) yield listed.next().value!;
      for (let b = Math.max(a + 1, first); b < end; b++) {
        yield moves ? this.crowd.lentPair(a, b) : { ...rules.of(a, b), tracking: 0, poseError: 0 };
      }
    }
  }

  /** The pair of bodies number a < b, one of which moves. */
  of(a: number, b: number): Pair | undefined {
    if (b >= this.crowd.first) return this.crowd.pair(a, b);
    return this.listed.find((pair) => pair.a === a && pair.b === b);
  }

  /** For each mover a pair with a member that is not declared harmless, if there is one. */
  examples(): Pair[] {
    const { crowd, rules } = this;
    const found: Pair[] = [];
    for (const mover of crowd.movers) {
      const row = rules.row(mover);
      for (let b = crowd.first; b < crowd.end; b++) {
        if (crowd.isListed(b) || row.reasonOf(b) !== null) continue;
        found.push(crowd.pair(mover, b));
        break;
      }
    }
    return found;
  }

  counts(): PairCounts {
    const counts = new Map(this.crowd.counts());
    const add = (reason: string | null, n: number) => {
      if (n > 0) counts.set(reason, (counts.get(reason) ?? 0) + n);
    };
    for (const { reason } of this.listed) add(reason, 1);
    // Members and all else that stands still; what is listed of them was counted.
    const { first, end, movers } = this.crowd;
    const still = end - movers.length;
    const others = first - movers.length;
    const counted = (others * (others - 1)) / 2;
    add('static', (still * (still - 1)) / 2 - counted);
    return counts;
  }

  some(test: (pair: Pair) => boolean): boolean {
    for (const pair of this) if (test(pair)) return true;
    return false;
  }

  every(test: (pair: Pair) => boolean): boolean {
    return !this.some((pair) => !test(pair));
  }

  find(test: (pair: Pair) => boolean): Pair | undefined {
    for (const pair of this) if (test(pair)) return pair;
    return undefined;
  }

  filter(test: (pair: Pair) => boolean): Pair[] {
    const found: Pair[] = [];
    for (const pair of this) if (test(pair)) found.push(pair);
    return found;
  }

  map<T>(make: (pair: Pair, index: number) => T): T[] {
    const made: T[] = [];
    for (const pair of this) made.push(make(pair, made.length));
    return made;
  }

  forEach(visit: (pair: Pair, index: number) => void): void {
    let index = 0;
    for (const pair of this) visit(pair, index++);
  }
}
