/** Sections by the three numbers that a slab has for them; made when first asked for, and kept. */

import type { Mesh } from '../geometry/mesh.ts';
import { type BodyList, type ProofBody, rangeSection, type Section } from './bodies.ts';
import { type Order, WHOLE } from './format.ts';
import { groupPoints, type Points } from './points.ts';
import { equalIntegers } from './rejected.ts';

/** Triangles of a piece in the order given: their corners, and the ranges of them that were asked for. */
interface Ordered {
  readonly order: Uint32Array;
  readonly triangles: Points;
  readonly ranges: Map<number, Section>;
}

/** Ranges that are kept of a piece: more are made anew when they are asked for again. */
const MOST_RANGES = 4096;

/** What certificates before had of each body and piece, by `body piece`: the next one tends to have the same order. */
export type KeptOrders = Map<string, Ordered>;

export class Sections {
  /** What is wrong with the orders, or null. */
  readonly fault: string | null;
  private readonly bodies: BodyList;
  private readonly kept: KeptOrders | null;
  /** Per body and piece that has an order: the corners of all triangles in it, and ranges of them. */
  private readonly ordered = new Map<ProofBody, (Ordered | undefined)[]>();

  /** `kept`: of others for the same bodies; what is made here is added to it. */
  constructor(bodies: BodyList, orders: readonly Order[], kept: KeptOrders | null = null) {
    this.bodies = bodies;
    this.kept = kept;
    this.fault = orders.reduce<string | null>((fault, order) => fault ?? this.add(order), null);
  }

  /** Takes an order; what is wrong with it, or null. */
  add({ body, piece, triangles }: Order): string | null {
    const of = body >= 0 ? this.bodies.at(body) : undefined;
    const model = of?.pieces[piece];
    if (of === undefined || model?.piece.kind !== 'mesh') {
      return `there is no mesh for the order of ${body}, ${piece}`;
    }
    const where = `the order of "${of.name}", piece ${piece},`;
    const known = this.ordered.get(of) ?? [];
    if (known[piece]) return `${where} is given twice`;
    const name = `${body} ${piece}`;
    let made = this.kept?.get(name);
    if (!made || !equalIntegers(made.order, triangles)) {
      if (!isPermutation(triangles, model.count)) {
        return `${where} is no permutation of its ${model.count} triangles`;
      }
      const order = Uint32Array.from(triangles);
      made = { order, triangles: cornersOf(model.piece.mesh, order), ranges: new Map() };
      this.kept?.set(name, made);
    }
    known[piece] = made;
    this.ordered.set(of, known);
    return null;
  }

  /** The section of a body that slab[o], slab[o + 1], slab[o + 2] stand for; null if there is none. */
  get(body: ProofBody, slab: Float64Array, o: number): Section | null {
    const { pieces, whole, wholePieces } = body;
    const number = slab[o];
    const from = slab[o + 1];
    const to = slab[o + 2];
    if (number === WHOLE) return whole;
    const piece = pieces[number];
    if (piece === undefined) return null;
    if (from === WHOLE) return wholePieces[number];
    const ordered = this.ordered.get(body)?.[number];
    if (ordered === undefined || !(from >= 0 && from < to && to <= piece.count)) return null;
    if (!Number.isInteger(from) || !Number.isInteger(to)) return null;
    const key = from * (piece.count + 1) + to;
    let section = ordered.ranges.get(key);
    if (section === undefined) {
      section = rangeSection(number, piece, ordered.triangles, from, to);
      if (ordered.ranges.size >= MOST_RANGES) ordered.ranges.clear();
      ordered.ranges.set(key, section);
    }
    return section;
  }
}

/** Whether every number below `count` is there once. */
function isPermutation(numbers: Uint32Array, count: number): boolean {
  const seen = new Uint8Array(count);
  for (let k = 0; k < numbers.length; k++) if (numbers[k] < count) seen[numbers[k]] = 1;
  return numbers.length === count && !seen.includes(0);
}

/** The corners of all triangles in their order: nine numbers for each. */
function cornersOf({ positions, indices }: Mesh, order: Uint32Array): Points {
  const corners = new Float64Array(9 * order.length);
  for (let k = 0, o = 0; k < order.length; k++) {
    for (let c = 3 * order[k]; c < 3 * order[k] + 3; c++, o += 3) {
      const v = 3 * indices[c];
      corners[o] = positions[v];
      corners[o + 1] = positions[v + 1];
      corners[o + 2] = positions[v + 2];
    }
  }
  return groupPoints(corners);
}
