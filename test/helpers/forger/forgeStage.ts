/**
 * What a forger works with for one path and the pair that collides on it: the verifier's own prover,
 * bodies and patches, an otherwise complete certificate that lacks the pair's slabs, and an oracle for
 * parts of the two bodies. Of the verifier it takes what verify.ts keeps to itself, so that thousands of
 * slabs can be tried without a certificate around each.
 */
import { CertificateBuilder } from '../../../src/certificate/builder.ts';
import type { Certificate, Verifier, VerifyOptions } from '../../../src/certificate/index.ts';
import { type Random, U } from '../../../src/math/index.ts';
import { StraightSegment } from '../../../src/motion/index.ts';
import type { BodyList, ProofBody, Section } from '../../../src/verifier/bodies.ts';
import { type CellDigests, cellDigests } from '../../../src/verifier/digest.ts';
import { type Order, type PairEntry, WHOLE } from '../../../src/verifier/format.ts';
import { Sections } from '../../../src/verifier/sections.ts';
import { ROOM } from '../../../src/verifier/side.ts';
import type { PairProof, SlabProver } from '../../../src/verifier/slab.ts';
import type { IndependentBody, IndependentPair } from '../oracles/independentStatic.ts';
import { pieceOf } from '../oracles/plainPieces.ts';
import type { ForgeCell } from './forgeCells.ts';
import { collides, type ForgePath } from './forgePaths.ts';

/** A part of a body, as slabs name it: piece, and triangles from ... to - 1 in the order given. */
export interface Part {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

export const ALL: Part = { piece: WHOLE, from: WHOLE, to: WHOLE };

/** What of a verifier is its own. */
export interface Inside {
  readonly bodies: BodyList;
  ground: {
    readonly prover: SlabProver;
    readonly proofs: readonly PairProof[];
    readonly tested: readonly PairEntry[];
  } | null;
}

export const insideOf = (verifier: Verifier) => verifier as unknown as Inside;

interface Alone {
  readonly verifier: Verifier;
  readonly concerns: NonNullable<VerifyOptions['concerns']>;
}

/** A cell and a verifier of it: kept for many paths. */
export class ForgeBench {
  readonly forge: ForgeCell;
  readonly verifier: Verifier;
  readonly digests: CellDigests;
  private readonly alone = new Map<string, Alone>();

  constructor(forge: ForgeCell, verifier: Verifier) {
    this.forge = forge;
    this.verifier = verifier;
    this.digests = cellDigests(forge.of.cell.description);
  }

  /** What asks about this pair alone, and a verifier that remembers what it has derived for it. */
  only(a: number, b: number): Alone {
    const key = `${a} ${b}`;
    let known = this.alone.get(key);
    if (!known) {
      const verifier: Verifier = Object.create(Object.getPrototypeOf(this.verifier));
      Object.assign(verifier, this.verifier);
      known = { verifier, concerns: (pair) => pair.a === a && pair.b === b };
      this.alone.set(key, known);
    }
    return known;
  }
}

export class Stage {
  readonly bench: ForgeBench;
  readonly forged: ForgePath;
  readonly random: Random;
  /** Numbers of the two bodies, and the pair among those of the independent check. */
  readonly a: number;
  readonly b: number;
  readonly pair: IndependentPair;
  readonly verifier: Verifier;
  /** A certificate that is complete but for slabs, and what it is verified with. */
  readonly certificate: Certificate;
  readonly options: VerifyOptions;
  readonly orders: readonly Order[];
  readonly prover: SlabProver;
  readonly proof: PairProof;
  /** Slabs tried. */
  tried = 0;
  private readonly book: Sections;
  private readonly numbers = new Float64Array(3);
  private readonly times = new Float64Array(2);
  private t = Number.NaN;
  private current = 0;

  /** `refused`: no certificate can be about the path. `accepted`: without any slabs, even. */
  static open(
    bench: ForgeBench,
    forged: ForgePath,
    random: Random,
    given?: readonly Order[],
  ): Stage | 'refused' | 'accepted' {
    const { forge, digests } = bench;
    const { independent, cell } = forge.of;
    const { pair } = forged.contact;
    const number = (k: number) =>
      cell.bodies.findIndex(({ name }) => name === independent.bodies[k].name);
    const [a, b] = [number(pair.a), number(pair.b)].sort((x, y) => x - y);
    const { verifier, concerns } = bench.only(a, b);
    const settings = { program: 'forger', method: 'forgery', digests, concerns };
    const builder = new CertificateBuilder(cell.description, cell, forged.path, settings);
    const orders =
      given ??
      [a, b].flatMap((body) => ordersOf(insideOf(verifier).bodies.at(body)!, body, random));
    const certificate = { ...builder.certificate(), orders };
    const options = { path: forged.path, concerns };
    const { verified, reason } = verifier.verify(certificate, options);
    if (verified) return 'accepted';
    if (reason?.code !== 'coverage') return 'refused';
    return new Stage(bench, forged, random, { a, b, verifier, certificate, options, orders });
  }

  private constructor(
    bench: ForgeBench,
    forged: ForgePath,
    random: Random,
    known: Pick<Stage, 'a' | 'b' | 'verifier' | 'certificate' | 'options' | 'orders'>,
  ) {
    this.bench = bench;
    this.forged = forged;
    this.random = random;
    ({
      a: this.a,
      b: this.b,
      verifier: this.verifier,
      certificate: this.certificate,
      options: this.options,
      orders: this.orders,
    } = known);
    this.pair = forged.contact.pair;
    const { ground, bodies } = insideOf(this.verifier);
    const { prover, proofs, tested } = ground!;
    this.prover = prover;
    this.proof = proofs[tested.findIndex((p) => p.a === this.a && p.b === this.b)];
    this.book = new Sections(bodies, this.orders);
    this.turnTo(forged.contact.segment);
  }

  /** Takes up a segment of the path: after the one of the contact, another. */
  turnTo(segment: number): void {
    this.current = segment;
    this.t = Number.NaN;
    this.prover.begin(this.forged.path.segments[segment]);
  }

  /** A segment that is no part of the path: one that stands still. */
  standAt(q: Float64Array): void {
    this.t = Number.NaN;
    this.prover.begin(new StraightSegment(this.bench.forge.of.cell.tree, q, q));
  }

  get motion() {
    return this.forged.motions[this.current].plain;
  }

  body(side: 0 | 1): ProofBody {
    return insideOf(this.verifier).bodies.at(side === 0 ? this.a : this.b)!;
  }

  patch(side: 0 | 1, { piece, from, to }: Part): Section | null {
    return this.book.get(this.body(side), Float64Array.of(piece, from, to), 0);
  }

  /** Goes to a moment; poses are then those of prover.motion. */
  place(t: number): void {
    if (t === this.t) return;
    this.t = t;
    this.prover.place(t);
  }

  /** Whether the verifier would take a slab from t - before to t + after. */
  holds(
    t: number,
    before: number,
    after: number,
    p: Section,
    q: Section,
    n: ArrayLike<number>,
  ): boolean {
    this.place(t);
    this.tried++;
    this.numbers.set([n[0], n[1], n[2]]);
    this.times[0] = (t - Math.max(0, t - before)) * (1 + 4 * U);
    this.times[1] = (Math.min(1, t + after) - t) * (1 + 4 * U);
    return this.prover.holds(this.proof, p, q, this.numbers, 0, this.times);
  }

  /** What the last slab tried had left beyond what is needed, at its t. */
  room(): number {
    const { numbers } = this.prover as unknown as { readonly numbers: Float64Array };
    return numbers[ROOM];
  }

  /** Whether two parts surely collide at a configuration, by the independent check. */
  collide(parts: readonly [Part, Part], q: Float64Array): boolean {
    return this.withParts(parts, (pair) => collides(this.bench.forge.of.independent, pair, q));
  }

  /** Something about two parts as a pair of the independent check. */
  withParts<T>([p, q]: readonly [Part, Part], ask: (pair: IndependentPair) => T): T {
    if (p.piece === WHOLE && q.piece === WHOLE) return ask(this.pair);
    const { bodies } = this.bench.forge.of.independent;
    const names = [this.body(0).name, this.body(1).name];
    const own = [p, q].map((part, k) => {
      const body = bodies.find(({ name }) => name === names[k])!;
      return this.partOf(body, k as 0 | 1, part);
    });
    const first = bodies.length;
    bodies.push(...own);
    try {
      return ask({ ...this.pair, a: first, b: first + 1 });
    } finally {
      bodies.length = first;
    }
  }

  private partOf(body: IndependentBody, side: 0 | 1, part: Part): IndependentBody {
    if (part.piece === WHOLE) return body;
    if (part.from === WHOLE) return { ...body, pieces: [body.pieces[part.piece]] };
    const positions = Array.from(this.corners(side, part));
    const indices = Array.from({ length: positions.length / 3 }, (_, i) => i);
    const shape = { kind: 'mesh', file: '', positions, indices } as const;
    const size = 3 * indices.length;
    const at = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    const [centre, points] = [new Float64Array(3), new Float64Array(size)];
    const room = { world: new Float64Array(12), centre, points, fresh: -1, placed: -1 };
    const bounds = new Float64Array((6 * size) / 9);
    return { ...body, pieces: [{ piece: pieceOf(shape, false), at, bounds, ...room }] };
  }

  /** Corners of the triangles of a part, in the body's frame. */
  corners(side: 0 | 1, part: Part): Float64Array {
    const { triangles, from, to } = this.patch(side, part)!;
    return triangles!.at.subarray(from, to);
  }

  /** Triangles of a mesh piece; 0 for a primitive. */
  count(side: 0 | 1, piece: number): number {
    const { piece: of, count } = this.body(side).pieces[piece];
    return of.kind === 'mesh' ? count : 0;
  }

  /** A part in two; null if it cannot be divided. */
  halves(side: 0 | 1, part: Part): [Part, Part] | null {
    if (part.piece === WHOLE) return null;
    const [from, to] =
      part.from === WHOLE ? [0, this.count(side, part.piece)] : [part.from, part.to];
    if (to - from < 2) return null;
    const middle = (from + to) >> 1;
    return [
      { ...part, from, to: middle },
      { ...part, from: middle, to },
    ];
  }
}

/** Any order of the triangles of every mesh of a body: as they come, backwards, or shuffled. */
function ordersOf(body: ProofBody, number: number, random: Random): Order[] {
  return body.pieces.flatMap(({ piece, count }, k) => {
    if (piece.kind !== 'mesh') return [];
    const triangles = Uint32Array.from({ length: count }, (_, i) => i);
    const choice = random.below(3);
    if (choice === 1) triangles.reverse();
    for (let i = count - 1; choice === 2 && i > 0; i--) {
      const j = random.below(i + 1);
      [triangles[i], triangles[j]] = [triangles[j], triangles[i]];
    }
    return [{ body: number, piece: k, triangles }];
  });
}
