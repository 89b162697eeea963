/**
 * The glances, sweeps and slabs of an older certificate, as proposals for a new one: by segment and bodies of the new
 * cell. Numbers are as they were; of two bodies whose order has changed a slab is turned round.
 */
import type { Cell } from '../cell/index.ts';
import type { Path } from '../motion/index.ts';
import type { Certificate, Order, PairEntry } from '../verifier/index.ts';
import { SLAB_A, SLAB_B, SLAB_N, SLAB_SIZE, WHOLE } from '../verifier/inside.ts';
import { alignSegments, OldBodies } from './alignment.ts';

/** Slabs that an old certificate has of two bodies on a segment. */
export interface OldSlabs {
  /** Number of the old pair among those that were tested, and of its bodies, in the order of the new pair's. */
  readonly pair: number;
  readonly a: number;
  readonly b: number;
  /** SLAB_SIZE numbers for each. */
  readonly slabs: Float64Array;
}

export class OldEvidence {
  readonly certificate: Certificate;
  /** Per segment of the new path: the old segment whose evidence to try, or -1. */
  readonly segments: Int32Array;
  private readonly bodies: OldBodies;
  private readonly cell: Cell;
  /** By a * stride + b: number of an old pair among those that were tested. */
  private readonly pairs = new Map<number, number>();
  private readonly stride: number;
  private readonly orders: ReadonlyMap<string, Order>;
  private readonly same = new Map<string, boolean>();
  private readonly turned = new Float64Array(SLAB_SIZE);

  constructor(certificate: Certificate, cell: Cell, path: Path) {
    this.certificate = certificate;
    this.cell = cell;
    this.segments = alignSegments(certificate, cell, path);
    this.bodies = new OldBodies(certificate, cell);
    this.stride = certificate.bodies.length + (certificate.crowd ?? 0);
    const tested = certificate.pairs.filter(({ excluded }) => excluded === null);
    tested.forEach(({ a, b }, k) => {
      this.pairs.set(a * this.stride + b, k);
    });
    this.orders = new Map(certificate.orders.map((o) => [`${o.body} ${o.piece}`, o]));
  }

  /** Glances of an old segment; null if it has none. */
  glances(s: number): Float64Array | null {
    const found = this.certificate.glances?.[s];
    return found && found.length > 0 ? found : null;
  }

  /** Sweeps of a body on an old segment; null if it has none. */
  sweeps(s: number, body: number): Float64Array | null {
    const lists = this.certificate.sweeps?.[s] ?? [];
    const [old] = this.bodies.of(body);
    return lists.find((list) => list.body === old)?.sweeps ?? null;
  }

  /** Slabs of two bodies on an old segment. */
  slabs(s: number, { a, b }: Pick<PairEntry, 'a' | 'b'>): readonly OldSlabs[] {
    const lists = this.certificate.slabs[s];
    const found: OldSlabs[] = [];
    for (const p of this.bodies.of(a)) {
      for (const q of this.bodies.of(b)) {
        const pair = this.pairs.get(Math.min(p, q) * this.stride + Math.max(p, q));
        if (pair === undefined || lists?.[pair] === undefined) continue;
        if (lists[pair].length > 0) found.push({ pair, a: p, b: q, slabs: lists[pair] });
      }
    }
    return found;
  }

  /** Slab number i as one of two bodies of the cell; null if it names triangles in an order that is not theirs. */
  slab({ a, b, slabs }: OldSlabs, i: number, now: Pick<PairEntry, 'a' | 'b'>): Float64Array | null {
    const own = slabs.subarray(SLAB_SIZE * i, SLAB_SIZE * (i + 1));
    const slab = a < b ? own : this.turnedRound(own);
    if (!this.isInOrder(slab, SLAB_A, a, now.a) || !this.isInOrder(slab, SLAB_B, b, now.b)) {
      return null;
    }
    return slab;
  }

  private turnedRound(own: Float64Array): Float64Array {
    const { turned } = this;
    turned.set(own);
    for (let k = 0; k < 3; k++) {
      turned[SLAB_A + k] = own[SLAB_B + k];
      turned[SLAB_B + k] = own[SLAB_A + k];
      turned[SLAB_N + k] = -own[SLAB_N + k];
    }
    return turned;
  }

  /** Whether a section means the same triangles, as far as their numbers tell: all, or some in the order of the tree. */
  private isInOrder(slab: Float64Array, o: number, old: number, body: number): boolean {
    if (slab[o] === WHOLE || slab[o + 1] === WHOLE) return true;
    const key = `${old} ${slab[o]} ${body}`;
    let same = this.same.get(key);
    if (same === undefined) {
      const order = this.orders.get(`${old} ${slab[o]}`)?.triangles;
      const piece = this.cell.bodies[body].pieces[slab[o]];
      const ids = piece?.kind === 'mesh' ? piece.tree.ids : null;
      same =
        order !== undefined &&
        ids?.length === order.length &&
        order.every((id, i) => id === ids[i]);
      this.same.set(key, same);
    }
    return same;
  }
}
