/**
 * What joint maps know of the units of a cell: on which part of an interval a unit is open at all. Only for straight
 * motions, on which every joint goes one way. docs/proofs/joint-maps.md.
 */
import { type Cell, jointMapOf, type PlacedMap } from '../../cell/index.ts';
import type { Segment } from '../../motion/index.ts';
import type { Units } from '../cover/units.ts';
import type { Item } from './itemList.ts';

/** Parts of an interval that are looked up, at most. */
const MOST_PARTS = 32;

export class KnownApart {
  private readonly cell: Cell;
  private readonly units: Units;
  /** Per listed unit; undefined until it is asked for. */
  private readonly maps: (PlacedMap | null | undefined)[];
  private segment: Segment | null = null;
  /** Per listed unit: the last segment, by number, that it was looked up for; and that is known to be apart all the way. */
  private readonly looked: Int32Array;
  private readonly apart: Int32Array;
  private number = 0;

  constructor(cell: Cell, units: Units) {
    this.cell = cell;
    this.units = units;
    this.maps = new Array(units.listedCount).fill(undefined);
    this.looked = new Int32Array(units.listedCount);
    this.apart = new Int32Array(units.listedCount);
  }

  begin(segment: Segment): void {
    this.segment = segment.kind === 'straight' ? segment : null;
    this.number = (this.number + 1) | 0;
  }

  /** Takes from both ends of an item of whole pieces what is known to be apart; whether that is all of it. */
  trim(item: Item): boolean {
    const { segment } = this;
    const { unit } = item;
    if (segment === null) return false;
    if (this.apart[unit] === this.number) return true;
    const placed = this.mapOf(unit);
    if (placed === null) return false;
    const { from, to } = segment;
    const { map, x, y } = placed;
    const { lo, hi } = item;
    const ax = from[x];
    const bx = to[x] - ax;
    const ay = y < 0 ? 0 : from[y];
    const by = y < 0 ? 0 : to[y] - ay;
    if (this.looked[unit] !== this.number) {
      this.looked[unit] = this.number;
      if (map.isKnown(ax, ay, ax + bx, ay + by)) {
        this.apart[unit] = this.number;
        return true;
      }
    }
    if (map.isKnown(ax + lo * bx, ay + lo * by, ax + hi * bx, ay + hi * by)) return true;
    const span = hi - lo;
    const across = map.squaresAcross(span * bx, span * by);
    const parts = Math.min(Math.max(1, Math.ceil(across)), MOST_PARTS);
    let first = 0;
    let t = lo;
    for (; first < parts; first++) {
      const next = first + 1 === parts ? hi : lo + (span * (first + 1)) / parts;
      if (!map.covers(ax + t * bx, ay + t * by, ax + next * bx, ay + next * by)) break;
      t = next;
    }
    item.lo = t;
    if (first < parts) {
      t = hi;
      for (let k = parts - 1; k > first; k--) {
        const next = lo + (span * k) / parts;
        if (!map.covers(ax + t * bx, ay + t * by, ax + next * bx, ay + next * by)) break;
        t = next;
      }
      item.hi = t;
    }
    return first === parts;
  }

  /** Whether items of a listed unit may be trimmed, now or ever; false only after a straight motion. */
  mayTrim(unit: number): boolean {
    return this.segment === null || this.mapOf(unit) !== null;
  }

  private mapOf(unit: number): PlacedMap | null {
    let map = this.maps[unit];
    if (map === undefined) {
      const { pieces, pieceA, pieceB, pairOf } = this.units;
      const [a, b] = [pieces[pieceA[unit]], pieces[pieceB[unit]]];
      map = jointMapOf(this.cell, pairOf[unit], a.pieceIndex, b.pieceIndex);
      this.maps[unit] = map;
    }
    return map;
  }
}
