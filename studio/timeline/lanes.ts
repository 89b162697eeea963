/**
 * The cover of a path as lanes: one per pair, with a bar for every slab of the proof. The numbers are
 * positions on the timeline's axis, so that drawing and finding a bar need no further arithmetic.
 */
import { COVER_SIZE, type CoverAnswer } from '../engine/protocol.ts';
import type { TimeAxis } from './axis.ts';

/** A slab: what is proven from one t to another, by the sample at t. */
export interface Slab {
  readonly segment: number;
  readonly t: number;
  readonly from: number;
  readonly to: number;
  /** How often the segment would have to be halved for an interval this short. */
  readonly depth: number;
}

export interface LaneSource {
  /** Numbers of the bodies, and their names. */
  readonly a: number;
  readonly b: number;
  readonly names: readonly [string, string];
  readonly slabs: readonly Slab[];
}

/** The slabs of the engine's answer, one by one. */
export function laneSources(cover: CoverAnswer, nameOf: (body: number) => string): LaneSource[] {
  return cover.pairs.map(({ a, b, slabs, starts }) => {
    const own: Slab[] = [];
    for (let segment = 0; segment < cover.segments; segment++) {
      for (let i = starts[segment]; i < starts[segment + 1]; i++) {
        const [t, from, to, depth] = slabs.subarray(COVER_SIZE * i, COVER_SIZE * (i + 1));
        own.push({ segment, t, from, to, depth });
      }
    }
    return { a, b, names: [nameOf(a), nameOf(b)], slabs: own };
  });
}

export interface Bar {
  readonly slab: Slab;
  /** On the axis. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  /** Bars that overlap in time (other parts of the bodies) lie in different rows. */
  readonly row: number;
}

export interface Lane {
  readonly a: number;
  readonly b: number;
  readonly names: readonly [string, string];
  /** Both names. */
  readonly name: string;
  readonly rows: number;
  readonly deepest: number;
  /** In order of `from`. */
  readonly bars: readonly Bar[];
}

/** Lanes in order: what took most slabs first, then what went deepest, then by name. */
export function lanesOf(sources: readonly LaneSource[], axis: TimeAxis): Lane[] {
  const lanes = sources.map((source) => laneOf(source, axis));
  return lanes.sort(
    (x, y) =>
      y.bars.length - x.bars.length ||
      y.deepest - x.deepest ||
      (x.name < y.name ? -1 : x.name > y.name ? 1 : 0),
  );
}

function laneOf({ a, b, names, slabs }: LaneSource, axis: TimeAxis): Lane {
  const placed = slabs.map((slab) => ({
    slab,
    from: axis.position({ segment: slab.segment, t: slab.from }),
    to: axis.position({ segment: slab.segment, t: slab.to }),
    at: axis.position({ segment: slab.segment, t: slab.t }),
  }));
  placed.sort((x, y) => x.from - y.from || y.to - x.to);
  /** Where the last bar of each row ends. */
  const ends: number[] = [];
  let deepest = 0;
  const bars = placed.map((bar) => {
    let row = ends.findIndex((end) => end <= bar.from);
    if (row < 0) row = ends.length;
    ends[row] = bar.to;
    deepest = Math.max(deepest, bar.slab.depth);
    return { ...bar, row };
  });
  const name = `${names[0]} – ${names[1]}`;
  return { a, b, names, name, rows: Math.max(1, ends.length), deepest, bars };
}

/** Those whose two names contain all words of the filter. */
export function filterLanes(lanes: readonly Lane[], filter: string): Lane[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return lanes.filter(({ name }) => {
    const text = name.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The bar at a position: of several the shortest, which is the hardest to hit; -1 if there is none. */
export function barAt(lane: Lane, position: number, tolerance = 0, row = -1): number {
  let best = -1;
  let length = Number.POSITIVE_INFINITY;
  lane.bars.forEach((bar, i) => {
    if (row >= 0 && bar.row !== row) return;
    if (position < bar.from - tolerance || position > bar.to + tolerance) return;
    const own = bar.to - bar.from;
    if (own < length) {
      length = own;
      best = i;
    }
  });
  return best;
}

/** The parts of the axis that bars of the lane lie over, from and to in turn. */
export function covered(lane: Lane): number[] {
  const parts: number[] = [];
  for (const { from, to } of lane.bars) {
    const last = parts.length - 1;
    if (last > 0 && from <= parts[last]) parts[last] = Math.max(parts[last], to);
    else parts.push(from, to);
  }
  return parts;
}

/** How much of the axis has no bar of the lane over it: 0 for a proof that is whole. */
export function uncovered(lane: Lane, end: number): number {
  const parts = covered(lane);
  let open = end;
  for (let i = 0; i < parts.length; i += 2) open -= parts[i + 1] - parts[i];
  return open;
}
