/**
 * A crowd by brute force: a cell whose obstacles are all listed, turned into one with a crowd of them. Every question
 * goes through all members, in order; boxes are made from corners and extents alone.
 */
import type { Body, Cell, Crowd, MemberList, Pair } from '../../../src/cell/index.ts';
import { extentAlong } from './ladderCells.ts';

/** The same cell with all its obstacles in a crowd. */
export function crowded(cell: Cell): Cell {
  const first = cell.bodies.findIndex(({ kind }) => kind === 'obstacle');
  if (first < 0) return cell;
  const crowd = new PlainCrowd(cell, first);
  const isListed = ({ b }: Pair) => b < first || crowd.isListed(b);
  return {
    ...cell,
    pairs: cell.pairs.filter(isListed),
    tested: cell.tested.filter(isListed),
    crowd,
  };
}

export class PlainCrowd implements Crowd {
  readonly first: number;
  readonly end: number;
  readonly boxes: Float64Array;
  readonly movers: Int32Array;
  /** Questions asked, and members looked at to answer them. */
  asked = 0;
  looked = 0;
  private readonly pairs = new Map<string, Pair>();
  private readonly cell: Cell;

  constructor(cell: Cell, first: number) {
    this.cell = cell;
    this.first = first;
    this.end = cell.bodies.length;
    this.boxes = Float64Array.from(cell.bodies.slice(first).flatMap(boxOf));
    for (const pair of cell.pairs) if (pair.b >= first) this.pairs.set(`${pair.a} ${pair.b}`, pair);
    const moves = (i: number) =>
      cell.pairs.some(({ a, b, reason }) => a === i && b >= first && reason !== 'static');
    this.movers = Int32Array.from(Array.from({ length: first }, (_, i) => i).filter(moves));
  }

  isListed(member: number): boolean {
    return !Number.isFinite(this.boxes[6 * (member - this.first)]);
  }

  clearanceUpper(mover: number): number {
    let most = 0;
    for (let m = this.first; m < this.end; m++) {
      most = Math.max(most, this.pair(mover, m).clearance);
    }
    return most;
  }

  roomUpper(mover: number): number {
    let most = 0;
    for (let m = this.first; m < this.end; m++) {
      const { clearance, tracking } = this.pair(mover, m);
      if (!this.isListed(m)) most = Math.max(most, clearance + tracking);
    }
    return most * (1 + 1e-12);
  }

  nearPointInto(points: Float64Array, o: number, reach: number, out: MemberList): void {
    const p = points.subarray(o, o + 3);
    this.nearBoxInto(Float64Array.of(...p, ...p), 0, reach, out);
  }

  nearBoxInto(boxes: Float64Array, o: number, reach: number, out: MemberList): void {
    this.asked++;
    out.count = 0;
    for (let m = this.first; m < this.end; m++) {
      this.looked++;
      if (this.isListed(m)) continue;
      const at = 6 * (m - this.first);
      let squares = 0;
      for (let k = 0; k < 3; k++) {
        const below = this.boxes[at + k] - boxes[o + 3 + k];
        const above = boxes[o + k] - this.boxes[at + 3 + k];
        squares += Math.max(0, below, above) ** 2;
      }
      if (squares > reach * reach * (1 + 1e-14)) continue;
      if (out.count === out.ids.length) {
        const ids = new Int32Array(2 * out.count + 1);
        ids.set(out.ids);
        out.ids = ids;
      }
      out.ids[out.count++] = m;
    }
  }

  counts() {
    const counts = new Map<string | null, number>();
    for (const { reason } of this.pairs.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return counts;
  }

  get made() {
    return { pairs: this.pairs.size, bodies: this.end - this.first };
  }

  pair(mover: number, member: number): Pair {
    const pair = this.pairs.get(`${mover} ${member}`);
    if (!pair) throw new Error(`${mover} and ${member} are no pair of ${this.cell.pairs.length}`);
    return pair;
  }
}

/** Lower and upper corner, padding included, a little too large. */
function boxOf(body: Body): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const piece of body.pieces) {
    for (let k = 0; k < 3; k++) {
      let [from, to] = [Infinity, -Infinity];
      if (piece.kind === 'mesh') {
        const p = piece.convex.hull.positions;
        for (let i = k; i < p.length; i += 3) {
          from = Math.min(from, p[i]);
          to = Math.max(to, p[i]);
        }
      } else if (piece.shape.kind !== 'half-space') {
        const { pose, shape } = piece;
        const row = [pose[3 * k], pose[3 * k + 1], pose[3 * k + 2]];
        to = pose[9 + k] + extentAlong(shape, row);
        from =
          pose[9 + k] -
          extentAlong(
            shape,
            row.map((x) => -x),
          );
      } else [from, to] = [-Infinity, Infinity];
      const off = body.padding + 1e-12 * (1 + Math.abs(from) + Math.abs(to));
      low[k] = Math.min(low[k], from - off);
      high[k] = Math.max(high[k], to + off);
    }
  }
  return [...low, ...high].map((x) => (Number.isNaN(x) ? 0 : x));
}
