/**
 * Collects the steps of a proof and makes a certificate of them.
 *
 *   const builder = new CertificateBuilder(description, cell, path, { program, method })
 *   builder.order(body, piece, permutation)
 *   builder.slab({ pair, segment, t, before, after, a: ALL, b: { piece: 2, from: 0, to: 12 }, n })
 *   writeCertificate(builder.certificate())
 */
import {
  askAbout,
  type Cell,
  type CellDescription,
  declaredPairs,
  isNothingTested,
  listedPairs,
  type Pair,
  type Piece,
} from '../cell/index.ts';
import type { Path } from '../motion/index.ts';
import type { Certificate, Order, PairEntry, Setting, SweepList } from '../verifier/index.ts';
import {
  assumptionsOf,
  type CellDigests,
  cellDigests,
  type PathRecord,
  pairEntry,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
  segmentRecords,
  WHOLE,
} from '../verifier/inside.ts';

export interface BuilderSettings {
  /** Name and version of the program. */
  readonly program: string;
  readonly method: string;
  /** Whatever else should be on record: delta, margin, ... */
  readonly settings?: Readonly<Record<string, Setting>>;
  /** Which pairs it is about, if it is part of something larger. Default: all. */
  readonly concerns?: (pair: Pick<Pair, 'a' | 'b'>) => boolean;
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
 * of the proof, and is nothing: joints move by less than their own rounding in that time. Times that are multiples of FINE
 * touch as they are: their sums and differences are exact.
 */
const TOUCH = 2 ** -50;
const FINE = 2 ** -48;

/** Collects the steps of a proof and makes a certificate of them. */
export class CertificateBuilder {
  /** The cell of the question: its box covers the path. */
  readonly cell: Cell;
  /** Pairs as the certificate lists them: all but those with members of a crowd; `takeCrowd` adds some of these. */
  pairs: readonly PairEntry[];
  /** Those that are tested: what needs slabs. */
  tested: readonly PairEntry[];
  private readonly description: CellDescription;
  private readonly path: Path;
  private readonly settings: BuilderSettings;
  private readonly orders = new Map<string, Order>();
  private readonly divided = new Set<string>();
  /** By a * bodies + b: number among the tested pairs. */
  private testedOf: ReadonlyMap<number, number>;
  private sweeps: readonly (readonly SweepList[])[] = [];
  private readonly glances: Float64Array[];
  private slabs: number[][][] = [];
  private readonly scratch = new Float64Array(SLAB_SIZE);
  /** Whether to take a slab of tested pair number k; all, if nobody is asked. */
  accepts: (k: number, slab: Float64Array) => boolean = () => true;

  constructor(description: CellDescription, cell: Cell, path: Path, settings: BuilderSettings) {
    this.description = description;
    this.path = path;
    this.settings = settings;
    this.cell = askAbout(cell, path).cell;
    const known = settings.concerns ? makeLists(this.cell, settings) : listsOf(this.cell);
    this.pairs = known.pairs;
    this.tested = known.tested;
    this.testedOf = known.testedOf;
    this.glances = path.segments.map(() => new Float64Array(0));
    this.slabs = path.segments.map(() => this.tested.map(() => []));
  }

  /** Takes the glances of a segment: GLANCE_SIZE numbers for each. */
  takeGlances(segment: number, glances: Float64Array): void {
    this.glances[segment] = glances;
  }

  /** Takes sweeps past a crowd, per segment, and the pairs with members that need slabs all the same. */
  takeCrowd(pairs: readonly Pair[], sweeps: readonly (readonly SweepList[])[]): void {
    const inOrder = [...pairs].sort((p, q) => p.a - q.a || p.b - q.b);
    this.pairs = [...this.pairs, ...inOrder.map((pair) => entry(pair, this.settings))];
    this.sweeps = sweeps;
    this.tested = this.pairs.filter((pair) => pair.excluded === null);
    this.testedOf = numbersOf(this.cell, this.tested);
    this.slabs = this.path.segments.map(() => this.tested.map(() => []));
  }

  /** The number of a pair among the tested ones. */
  numberOf({ a, b }: Pick<Pair, 'a' | 'b'>): number | undefined {
    return this.testedOf.get(a * this.cell.bodies.length + b);
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
    const k = this.numberOf(pair);
    if (k === undefined) throw new Error('slabs are for pairs that are tested');
    const slab = this.scratch;
    slab[SLAB_T] = t;
    slab[SLAB_BEFORE] = touching(t, before);
    slab[SLAB_AFTER] = touching(t, after);
    this.sectionInto(slab, SLAB_A, pair.a, a);
    this.sectionInto(slab, SLAB_B, pair.b, b);
    for (let i = 0; i < 3; i++) slab[SLAB_N + i] = n[i];
    return this.take(segment, k, slab);
  }

  /** Adds a slab of tested pair number k, SLAB_SIZE numbers as they are, if it is accepted; whether it was. */
  take(segment: number, k: number, slab: Float64Array): boolean {
    if (!this.accepts(k, slab)) return false;
    const { a, b } = this.tested[k];
    const list = this.slabs[segment][k];
    for (let i = 0; i < SLAB_SIZE; i++) list.push(slab[i]);
    if (slab[SLAB_A + 1] !== WHOLE) this.divided.add(`${a} ${slab[SLAB_A]}`);
    if (slab[SLAB_B + 1] !== WHOLE) this.divided.add(`${b} ${slab[SLAB_B]}`);
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

  /** The path and the box, as the certificate has them. */
  pathRecord(): PathRecord {
    const { cell, path } = this;
    const { coefficients, arcs } = segmentRecords(path);
    return {
      waypoints: path.waypoints.map((q) => q.slice()),
      ...(coefficients.some((segment) => segment !== null) ? { coefficients } : {}),
      ...(arcs ? { arcs } : {}),
      lower: cell.box.lower.slice(),
      upper: cell.box.upper.slice(),
    };
  }

  /** The certificate of all that was added. Slabs of a pair are in the order of their times. */
  certificate(): Certificate {
    const { cell, description, path, settings } = this;
    const { bodies, crowd } = cell;
    const first = crowd?.first ?? bodies.length;
    const orders = [...this.orders].filter(([key]) => this.divided.has(key));
    return {
      program: settings.program,
      method: settings.method,
      settings: { ...settings.settings, clearance: description.clearance.default },
      ...(settings.digests ?? cellDigests(description)),
      dofs: cell.tree.dofs.map((dof) => dof.name),
      wrap: path.wrap,
      ...this.pathRecord(),
      tolerances: cell.tolerances.slice(),
      bodies: bodies.slice(0, first).map((body) => body.name),
      ...(crowd ? { crowd: bodies.length - first } : {}),
      pairs: this.pairs,
      assumptions: assumptionsAbout(description, cell),
      orders: orders.map(([, o]) => o).sort((p, q) => p.body - q.body || p.piece - q.piece),
      slabs: this.slabs.map((lists) => lists.map(sortedByTime)),
      glances: this.glances,
      ...(crowd ? { sweeps: path.segments.map((_, i) => this.sweeps[i] ?? []) } : {}),
    };
  }
}

/** What a certificate lists of a cell, but for members of a crowd. */
interface Lists {
  readonly pairs: readonly PairEntry[];
  readonly tested: readonly PairEntry[];
  readonly testedOf: ReadonlyMap<number, number>;
}

/** Of cells, which do not change. */
const lists = new WeakMap<Cell, Lists>();
const assumptions = new WeakMap<Cell, readonly string[]>();

function listsOf(cell: Cell): Lists {
  let found = lists.get(cell);
  if (!found) {
    found = makeLists(cell, {});
    lists.set(cell, found);
  }
  return found;
}

function makeLists(cell: Cell, concerned: Pick<BuilderSettings, 'concerns'>): Lists {
  const first = cell.crowd?.first ?? cell.bodies.length;
  const listed = [...listedPairs(cell.pairs)].filter(({ b }) => b < first);
  const pairs = listed.map((pair) => entry(pair, concerned));
  const tested = pairs.filter((pair) => pair.excluded === null);
  return { pairs, tested, testedOf: numbersOf(cell, tested) };
}

function numbersOf({ bodies }: Cell, tested: readonly PairEntry[]): ReadonlyMap<number, number> {
  return new Map(tested.map(({ a, b }, k) => [a * bodies.length + b, k]));
}

function entry(pair: Pair, { concerns }: Pick<BuilderSettings, 'concerns'>): PairEntry {
  // What swept balls exclude is shown by glances and slabs: a certificate shows what can be shown.
  const reason = pair.reason === 'swept' ? null : pair.reason;
  return pairEntry({ ...pair, reason }, concerns);
}

function assumptionsAbout(description: CellDescription, cell: Cell): readonly string[] {
  let found = assumptions.get(cell);
  if (!found) {
    const assumed = { declared: declaredPairs(cell.pairs), nothing: isNothingTested(cell.pairs) };
    const models = cell.bodies.map(({ model }) => model);
    found = assumptionsOf(description, models, assumed);
    assumptions.set(cell, found);
  }
  return found;
}

/** A time before or after t, widened where what ends there might not touch it. */
function touching(t: number, time: number): number {
  if (!(time > 0)) return 0;
  return Number.isInteger(t / FINE) && Number.isInteger(time / FINE) ? time : time + TOUCH;
}

/** Whether a range of triangles is all of a piece: an empty one is, and the only one of a primitive. */
export function isWholePiece(piece: Piece, from: number, to: number): boolean {
  const count = piece.kind === 'mesh' ? piece.mesh.indices.length / 3 : 0;
  return from >= to || (from <= 0 && to >= count);
}

/** What most pairs have on a segment. */
const NONE = new Float64Array(0);

function sortedByTime(list: readonly number[]): Float64Array {
  if (list.length === 0) return NONE;
  if (list.length <= SLAB_SIZE) return new Float64Array(list);
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
