/**
 * Collects the steps of a proof and makes a certificate of them.
 *
 *   const builder = new CertificateBuilder(description, cell, path, { program, method })
 *   builder.order(body, piece, permutation)
 *   builder.slab({ pair, segment, t, before, after, a: ALL, b: { piece: 2, from: 0, to: 12 }, n })
 *   writeCertificate(builder.certificate())
 */
import { askAbout, type Cell, type CellDescription, type Pair, type Piece } from '../cell/index.ts';
import { type Path, PolynomialSegment } from '../motion/index.ts';
import type { Certificate, Order, PairEntry, Setting } from '../verifier/index.ts';
import {
  assumptionsOf,
  type CellDigests,
  cellDigests,
  pairEntries,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
  WHOLE,
} from '../verifier/inside.ts';

export interface BuilderSettings {
  /** Name and version of the program. */
  readonly program: string;
  readonly method: string;
  /** Whatever else should be on record: delta, margin, ... */
  readonly settings?: Readonly<Record<string, Setting>>;
  /** Which pairs it is about, if it is part of something larger. Default: all. */
  readonly concerns?: (pair: Pair) => boolean;
  /** Of the cell, if they are known. */
  readonly digests?: CellDigests;
}

/**
 * A section of a body: triangles [from, to) of a piece, in its order. Piece -1 is the whole body; an empty range,
 * or one of all triangles, is the whole piece.
 */
export interface SectionName {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** All of a body. */
export const ALL: SectionName = { piece: WHOLE, from: 0, to: 0 };

/** A slab of a pair of cell.pairs, on a segment: n points from the section of a to that of b. */
export interface SlabDraft {
  readonly pair: Pick<Pair, 'a' | 'b'>;
  readonly segment: number;
  readonly t: number;
  readonly before: number;
  readonly after: number;
  readonly a: SectionName;
  readonly b: SectionName;
  readonly n: ArrayLike<number>;
}

/**
 * By how much intervals are widened, so that those which touch up to rounding overlap. It must be part
 * of the proof, and is nothing: joints move by less than their own rounding in that time.
 */
const TOUCH = 2 ** -50;

/** Collects the steps of a proof and makes a certificate of them. */
export class CertificateBuilder {
  /** The cell of the question: its box covers the path. */
  readonly cell: Cell;
  /** All pairs as the certificate lists them; those without `excluded` need slabs. */
  readonly pairs: readonly PairEntry[];
  private readonly description: CellDescription;
  private readonly path: Path;
  private readonly settings: BuilderSettings;
  private readonly orders = new Map<string, Order>();
  private readonly divided = new Set<string>();
  /** Per a * bodies + b: number among the tested pairs, or -1. */
  private readonly testedOf: Int32Array;
  private readonly slabs: number[][][];
  private readonly scratch = new Float64Array(SLAB_SIZE);
  /** Whether to take a slab of tested pair number k; all, if nobody is asked. */
  accepts: (k: number, slab: Float64Array) => boolean = () => true;

  constructor(description: CellDescription, cell: Cell, path: Path, settings: BuilderSettings) {
    this.description = description;
    this.path = path;
    this.settings = settings;
    this.cell = askAbout(cell, path).cell;
    // What swept balls exclude is shown by slabs: a certificate shows what can be shown.
    const provable = this.cell.pairs.map((pair) => {
      return pair.reason === 'swept' ? { ...pair, reason: null } : { ...pair, reason: pair.reason };
    });
    this.pairs = pairEntries(provable, settings.concerns);
    const count = cell.bodies.length;
    this.testedOf = new Int32Array(count * count).fill(-1);
    const tested = this.pairs.filter((pair) => pair.excluded === null);
    tested.forEach(({ a, b }, k) => {
      this.testedOf[a * count + b] = k;
    });
    this.slabs = path.segments.map(() => tested.map(() => []));
  }

  /**
   * Gives the order of the triangles of a mesh piece, to which ranges refer; the first one counts. One
   * that no slab refers to is left out of the certificate.
   */
  order(body: number, piece: number, triangles: ArrayLike<number>): void {
    const key = `${body} ${piece}`;
    if (this.orders.has(key)) return;
    this.orders.set(key, { body, piece, triangles: Uint32Array.from(triangles) });
  }

  /** Adds a slab, if it is accepted; whether it was. */
  slab({ pair, segment, t, before, after, a, b, n }: SlabDraft): boolean {
    const k = this.testedOf[pair.a * this.cell.bodies.length + pair.b];
    if (k === undefined || k < 0) throw new Error('slabs are for pairs that are tested');
    const slab = this.scratch;
    slab[SLAB_T] = t;
    slab[SLAB_BEFORE] = before > 0 ? before + TOUCH : 0;
    slab[SLAB_AFTER] = after > 0 ? after + TOUCH : 0;
    this.sectionInto(slab, SLAB_A, pair.a, a);
    this.sectionInto(slab, SLAB_B, pair.b, b);
    for (let i = 0; i < 3; i++) slab[SLAB_N + i] = n[i];
    if (!this.accepts(k, slab)) return false;
    const list = this.slabs[segment][k];
    for (let i = 0; i < SLAB_SIZE; i++) list.push(slab[i]);
    if (slab[SLAB_A + 1] !== WHOLE) this.divided.add(`${pair.a} ${a.piece}`);
    if (slab[SLAB_B + 1] !== WHOLE) this.divided.add(`${pair.b} ${b.piece}`);
    return true;
  }

  private sectionInto(
    slab: Float64Array,
    o: number,
    body: number,
    { piece, from, to }: SectionName,
  ): void {
    slab.fill(WHOLE, o, o + 3);
    if (piece === WHOLE) return;
    slab[o] = piece;
    if (isWholePiece(this.cell.bodies[body].pieces[piece], from, to)) return;
    slab[o + 1] = from;
    slab[o + 2] = to;
  }

  /** The certificate of all that was added. Slabs of a pair are in the order of their times. */
  certificate(): Certificate {
    const { cell, description, path, settings } = this;
    const bodies = cell.bodies.map((body) => body.name);
    const coefficients = path.segments.map((segment) =>
      segment instanceof PolynomialSegment ? segment.coefficients.slice() : null,
    );
    const orders = [...this.orders].filter(([key]) => this.divided.has(key));
    return {
      program: settings.program,
      method: settings.method,
      settings: { ...settings.settings, clearance: description.clearance.default },
      ...(settings.digests ?? cellDigests(description)),
      dofs: cell.tree.dofs.map((dof) => dof.name),
      wrap: path.wrap,
      waypoints: path.waypoints.map((q) => q.slice()),
      ...(coefficients.some((segment) => segment !== null) ? { coefficients } : {}),
      lower: cell.box.lower.slice(),
      upper: cell.box.upper.slice(),
      tolerances: cell.tolerances.slice(),
      bodies,
      pairs: this.pairs,
      assumptions: assumptionsOf(
        description,
        cell.bodies.map(({ model }) => model),
        this.pairs,
      ),
      orders: orders.map(([, o]) => o).sort((p, q) => p.body - q.body || p.piece - q.piece),
      slabs: this.slabs.map((lists) => lists.map(sortedByTime)),
    };
  }
}

/** Whether a range of triangles is all of a piece: an empty one is, and the only one of a primitive. */
export function isWholePiece(piece: Piece, from: number, to: number): boolean {
  const count = piece.kind === 'mesh' ? piece.mesh.indices.length / 3 : 0;
  return from >= to || (from <= 0 && to >= count);
}

function sortedByTime(list: readonly number[]): Float64Array {
  const count = list.length / SLAB_SIZE;
  const begins = Float64Array.from({ length: count }, (_, k) => {
    const o = k * SLAB_SIZE;
    return list[o] - list[o + 1];
  });
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  order.sort((k, l) => begins[k] - begins[l] || list[k * SLAB_SIZE] - list[l * SLAB_SIZE] || k - l);
  const sorted = new Float64Array(list.length);
  for (let to = 0; to < count; to++) {
    const o = order[to] * SLAB_SIZE;
    for (let i = 0; i < SLAB_SIZE; i++) sorted[to * SLAB_SIZE + i] = list[o + i];
  }
  return sorted;
}
