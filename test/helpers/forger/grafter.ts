/**
 * Grafted certificates of whole cells: random paths that collide, with honest evidence of the maker's for all pairs that do not, glances
 * as well, and of a path that is free and begins like it. What is made of it (grafts.ts) is put to one verifier after what is true,
 * which remembers that. Nothing may be accepted. Everything follows from a seed and a number.
 */

import type { CellDescription } from '../../../src/cell/index.ts';
import { CertificateBuilder } from '../../../src/certificate/builder.ts';
import {
  type Certificate,
  CertificateMaker,
  Verifier,
  type VerifyOptions,
} from '../../../src/certificate/index.ts';
import { InputError, Random } from '../../../src/math/index.ts';
import {
  COEFFICIENTS,
  type Path,
  PolynomialSegment,
  type Segment,
  StraightSegment,
} from '../../../src/motion/index.ts';
import { cellDigests } from '../../../src/verifier/digest.ts';
import type { ConcernedPair } from '../../../src/verifier/statement.ts';
import { draftOf } from '../certificate/changes.ts';
import { pick } from '../oracles/thinShapes.ts';
import { type ForgeCell, forgeCell } from './forgeCells.ts';
import { edgeOf, type ForgePath, forgePath } from './forgePaths.ts';
import { FILLINGS, GRAFTS, type Stock } from './grafts.ts';

const BUDGET = 4000;
/** Where a path is looked at for pairs that collide. */
const SAMPLES = 48;
/** How much of the way to a contact a free path goes. */
const PART = 0.97;

/** A certificate that was put to the verifier. */
export interface Seen {
  readonly description: CellDescription;
  readonly certificate: Certificate;
  readonly options: VerifyOptions;
  readonly verified: boolean;
  readonly what: string;
}

export interface GrafterOptions {
  /** What is to be fooled. Default: the verifier as it is. */
  readonly verifier: (description: CellDescription) => Verifier;
  /** Certificates for each path. */
  readonly grafts: number;
  /** Sees every certificate that is put to the verifier, and whether that verified it. */
  readonly seen: (seen: Seen) => void;
  /** Of how many certificates one is put to a verifier that has seen no other, which must say the same. */
  readonly anew: number;
}

/** A path that collides on one of its segments, and what is honest about it. */
interface Grafting extends Stock {
  readonly path: Path;
  readonly freePath: Path | null;
  /** Complete but for the lists of pairs that collide; of the others alone. */
  readonly honest: Certificate;
  readonly rest: Certificate;
  readonly concerns: (pair: ConcernedPair) => boolean;
}

export const DEFAULTS: GrafterOptions = {
  verifier: (description) => new Verifier(description),
  grafts: 12,
  seen: () => undefined,
  anew: 4,
};

export class Grafter {
  paths = 0;
  /** Those whose free part has a certificate; certificates that are true. */
  free = 0;
  verified = 0;
  grafted = 0;
  readonly tally = new Map<string, number>();
  readonly rejections = new Map<string, number>();
  readonly acceptances: { readonly seed: number; readonly index: number; readonly how: string }[] =
    [];
  /** What another verifier, one that is new, says otherwise. */
  readonly remembered: string[] = [];
  private asked = 0;
  /** What is true and was rejected. */
  readonly refused: string[] = [];
  private readonly options: GrafterOptions;

  constructor(options: Partial<GrafterOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Paths number first ... first + count - 1 of the cell of a seed, as far as they collide. */
  run(seed: number, first: number, count: number): void {
    const forge = forgeCell(seed);
    const { cell } = forge.of;
    const verifier = this.options.verifier(cell.description);
    const maker = new CertificateMaker(cell.description, cell);
    for (let index = first; index < first + count; index++) {
      const random = new Random(Math.imul(seed, 0x2c1b3c6d) ^ index);
      const forged = forgePath(forge, index);
      const grafting =
        forged && !forged.contact.strayed && graftingOf(forge, forged, maker, random);
      if (grafting) this.one(cell.description, verifier, grafting, { seed, index });
    }
  }

  private one(
    description: CellDescription,
    verifier: Verifier,
    grafting: Grafting,
    place: { readonly seed: number; readonly index: number },
  ): void {
    const { random, honest, rest, free, freePath, path, concerns } = grafting;
    this.paths++;
    const ask = (certificate: Certificate, options: VerifyOptions, what: string) => {
      const { verified, reason } = verifier.verify(certificate, options);
      this.options.seen({ description, certificate, options, verified, what });
      if (this.asked++ % this.options.anew === 0) {
        const other = this.options.verifier(description).verify(certificate, options);
        const [own, anew] = [reason, other.reason].map((each) => JSON.stringify(each));
        if (own !== anew)
          this.remembered.push(`${place.seed}:${place.index} ${what}: ${own}, ${anew}`);
      }
      return { verified, code: reason?.code ?? '' };
    };
    const truth = (what: string, own: Certificate, options: VerifyOptions) => {
      const { verified, code } = ask(own, options, what);
      if (verified) this.verified++;
      else this.refused.push(`${place.seed}:${place.index} ${what}: ${code}`);
    };
    truth('all but what collides', rest, { path, concerns });
    if (free) this.free++;
    for (let g = 0; g < this.options.grafts; g++) {
      // What is remembered of a certificate that is true, with the same box if it does.
      if (free && random.unit() < 0.3) truth('the free path', free, { path: freePath! });
      if (free && random.unit() < 0.5)
        ask({ ...free, lower: honest.lower, upper: honest.upper }, {}, 'a wider box');
      const draft = draftOf(honest);
      const names = [pick(random, Object.keys(FILLINGS))];
      if (!FILLINGS[names[0]](grafting, draft)) continue;
      for (let k = random.below(4); k > 0; k--) {
        const name = pick(random, Object.keys(GRAFTS));
        if (GRAFTS[name](grafting, draft)) names.push(name);
      }
      for (const name of names) this.count(this.tally, name);
      this.grafted++;
      const how = names.join('; ');
      const { verified, code } = ask(draft, random.unit() < 0.5 ? { path } : {}, 'forged');
      if (verified) this.acceptances.push({ ...place, how });
      else this.count(this.rejections, code);
    }
  }

  private count(counts: Map<string, number>, name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  summary(): string {
    const inWords = (counts: Map<string, number>) =>
      [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
    return [
      `${this.paths} paths that collide, ${this.free} with a free part; ${this.verified} true certificates verified, ${this.grafted} grafted, ${this.acceptances.length} of these accepted`,
      `grafts: ${inWords(this.tally)}`,
      `rejections: ${inWords(this.rejections)}`,
    ].join('\n');
  }
}

/** Honest evidence about a path; null where it cannot be had. */
function graftingOf(
  { of }: ForgeCell,
  { path: given, motions, contact }: ForgePath,
  maker: CertificateMaker,
  random: Random,
): Grafting | null {
  const { independent, cell } = of;
  const { description } = cell;
  if (motions.length > 1 || cell.crowd) return null;
  const [{ plain }] = motions;
  const number = (k: number) =>
    cell.bodies.findIndex(({ name }) => name === independent.bodies[k].name);
  const key = ({ a, b }: ConcernedPair) => Math.min(a, b) * cell.bodies.length + Math.max(a, b);
  const own = (pair: ConcernedPair) => key({ a: number(pair.a), b: number(pair.b) });
  const bad = new Set([own(contact.pair)]);
  for (let k = 0; k <= SAMPLES; k++) {
    for (const pair of independent.violations(plain.at(k / SAMPLES))) bad.add(own(pair));
  }
  const concerns = (pair: ConcernedPair) => !bad.has(key(pair));
  // Until shortly before whatever collides first.
  const ends = [...bad].map((k) => {
    const pair = independent.pairs.find((each) => own(each) === k)!;
    const t = firstHit(independent, pair, plain, contact.t);
    return edgeOf(independent, pair, plain, t, 0)?.unsure ?? 0;
  });
  const part = PART * Math.min(...ends);
  const segment = given.segments[0];
  const before = part > 0.01 ? beginningOf(cell.tree, segment, plain.at(part), part) : null;
  // Alone, or after a segment on which everything stands, or after what is free of it.
  const still = new StraightSegment(cell.tree, segment.from, segment.from);
  const choice = random.below(3);
  const rest =
    choice === 2 && before instanceof StraightSegment
      ? new StraightSegment(cell.tree, before.to, segment.to)
      : null;
  const end = before && new StraightSegment(cell.tree, before.to, before.to);
  const segments = rest ? [before!, rest] : choice > 0 && part > 0 ? [still, segment] : [segment];
  const freeOnes =
    before && (rest ? [before, end!] : segments.length > 1 ? [still, before] : [before]);
  const path = pathThrough(segments);
  const digests = cellDigests(description);
  try {
    const all = new CertificateBuilder(description, cell, path, {
      ...{ program: 'grafter', method: 'grafts', digests },
    }).certificate();
    const honestRest = maker.make(path, { concerns, budget: BUDGET });
    const listed = honestRest.pairs.filter(({ excluded }) => excluded === null);
    const tested = all.pairs.filter(({ excluded }) => excluded === null);
    const placeOf = new Map(listed.map((pair, k) => [key(pair), k]));
    const pairs = all.pairs.map((pair, i) => (concerns(pair) ? honestRest.pairs[i] : pair));
    const slabs = honestRest.slabs.map((lists) =>
      tested.map((pair) => lists[placeOf.get(key(pair)) ?? -1] ?? new Float64Array(0)),
    );
    const honest = { ...honestRest, pairs, slabs };
    const colliding = tested.flatMap((pair, k) => (concerns(pair) ? [] : [k]));
    const freePath = freeOnes && pathThrough(freeOnes);
    const free = freePath && certified(maker, freePath);
    return {
      ...{ random, segment: segments.length - 1, colliding, part, path, freePath, free },
      ...{ honest, rest: honestRest, concerns },
    };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function firstHit(
  cell: Parameters<typeof edgeOf>[0],
  pair: Parameters<typeof edgeOf>[1],
  plain: Parameters<typeof edgeOf>[2],
  otherwise: number,
): number {
  for (let k = 0; k <= SAMPLES; k++) {
    if (cell.violations(plain.at(k / SAMPLES)).includes(pair)) return k / SAMPLES;
  }
  return otherwise;
}

function certified(maker: CertificateMaker, path: Path): Certificate | null {
  try {
    return maker.make(path, { budget: BUDGET });
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** A segment until t = part; null where its numbers do not say that. */
function beginningOf(
  tree: ForgeCell['of']['cell']['tree'],
  segment: Segment,
  until: Float64Array,
  part: number,
): Segment | null {
  if (segment instanceof StraightSegment) return new StraightSegment(tree, segment.from, until);
  if (!(segment instanceof PolynomialSegment)) return null;
  const coefficients = segment.coefficients.slice();
  tree.dofs.forEach(({ unit }, d) => {
    if (unit === 'quaternion') coefficients[COEFFICIENTS * d + 1] = until[d];
    else {
      for (let j = 1, s = part; j < COEFFICIENTS; j++, s *= part) {
        coefficients[COEFFICIENTS * d + j] *= s;
      }
    }
  });
  return new PolynomialSegment(tree, coefficients);
}

function pathThrough(segments: readonly Segment[]): Path {
  const waypoints = [segments[0].from, ...segments.map(({ to }) => to)];
  return { waypoints, segments, wrap: 'literal', notes: [] };
}
