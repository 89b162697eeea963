/** Sections by the three numbers that a slab has for them; made when first asked for, and kept. */

import { type BodyList, rangeSection, type Section } from './bodies.ts';
import { type Order, WHOLE } from './format.ts';
import { groupPoints, type Points } from './points.ts';

/** Triangles of a piece in the order given: their corners, and the ranges of them that were asked for. */
interface Ordered {
  readonly triangles: Points;
  readonly ranges: Map<number, Section>;
}

export class Sections {
  /** What is wrong with the orders, or null. */
  readonly fault: string | null;
  private readonly bodies: BodyList;
  /** Per body and piece that has an order: the corners of all triangles in it, and ranges of them. */
  private readonly ordered = new Map<number, (Ordered | undefined)[]>();

  constructor(bodies: BodyList, orders: readonly Order[]) {
    this.bodies = bodies;
    this.fault = orders.reduce<string | null>((fault, order) => fault ?? this.add(order), null);
  }

  /** Takes an order; what is wrong with it, or null. */
  add({ body, piece, triangles }: Order): string | null {
    const of = body >= 0 ? this.bodies.at(body) : undefined;
    const model = of?.pieces[piece];
    if (model?.piece.kind !== 'mesh') return `there is no mesh for the order of ${body}, ${piece}`;
    const where = `the order of "${of!.name}", piece ${piece},`;
    const known = this.ordered.get(body) ?? [];
    if (known[piece]) return `${where} is given twice`;
    const seen = new Uint8Array(model.count);
    for (let k = 0; k < triangles.length; k++) {
      if (triangles[k] < model.count) seen[triangles[k]] = 1;
    }
    if (triangles.length !== model.count || seen.includes(0)) {
      return `${where} is no permutation of its ${model.count} triangles`;
    }
    const { positions, indices } = model.piece.mesh;
    const corners = new Float64Array(9 * model.count);
    for (let k = 0, o = 0; k < model.count; k++) {
      for (let c = 3 * triangles[k]; c < 3 * triangles[k] + 3; c++, o += 3) {
        const v = 3 * indices[c];
        corners[o] = positions[v];
        corners[o + 1] = positions[v + 1];
        corners[o + 2] = positions[v + 2];
      }
    }
    known[piece] = { triangles: groupPoints(corners), ranges: new Map() };
    this.ordered.set(body, known);
    return null;
  }

  /** The section of a body that slab[o], slab[o + 1], slab[o + 2] stand for; null if there is none. */
  get(body: number, slab: Float64Array, o: number): Section | null {
    const { pieces, whole, wholePieces } = this.bodies.at(body)!;
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
      ordered.ranges.set(key, section);
    }
    return section;
  }
}
