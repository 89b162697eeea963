/** The cover of a path for its picture: per pair of bodies, which sample proves which interval. */
import type { Cell } from '../cell/index.ts';
import {
  type Certificate,
  SLAB_AFTER,
  SLAB_BEFORE,
  SLAB_SIZE,
  SLAB_T,
  sweepCount,
} from '../certificate/index.ts';
import { type Axis, placeOn } from './axis.ts';

/** An interval of the axis, the sample that proves it, and how often the segment was halved for it. */
export interface CoverBar {
  readonly segment: number;
  readonly t: number;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** The slabs of one pair along the path. */
export interface CoverLane {
  /** Names of two bodies. */
  readonly pair: readonly [string, string];
  readonly slabs: number;
  readonly deepest: number;
  /** All slabs, if there are few enough to be told apart. */
  readonly bars: readonly CoverBar[] | null;
  /** Else the deepest in each of BINS parts of the axis; -1 where there is none. */
  readonly depths: readonly number[] | null;
}

export interface CoverPicture {
  /** The most demanding pairs first. */
  readonly lanes: readonly CoverLane[];
  /** Pairs that are proven by slabs, and slabs of all of them. */
  readonly pairs: number;
  readonly slabs: number;
  /** Past a crowd of obstacles: pairs without slabs are proven by them. 0 without one. */
  readonly sweeps: number;
  readonly deepest: number;
  /** What pairs without a lane need at most. */
  readonly rest: { readonly pairs: number; readonly slabs: number };
}

export const BINS = 320;
const LANES = 24;
/** Bars of one lane that can be told apart, and of all lanes in a page. */
const BARS = 160;
const ALL_BARS = 1600;

export function coverOf(cell: Cell, certificate: Certificate, axis: Axis): CoverPicture {
  const tested = certificate.pairs.filter(({ excluded }) => excluded === null);
  const all = tested.map(({ a, b }, p) => {
    const bars: CoverBar[] = [];
    certificate.slabs.forEach((pairs, segment) => {
      const slabs = pairs[p];
      for (let o = 0; o < slabs.length; o += SLAB_SIZE) {
        const t = slabs[o + SLAB_T];
        const from = Math.max(0, t - slabs[o + SLAB_BEFORE]);
        const to = Math.min(1, t + slabs[o + SLAB_AFTER]);
        bars.push({ segment, t, from, to, depth: depthOf(to - from) });
      }
    });
    const deepest = bars.reduce((most, { depth }) => Math.max(most, depth), 0);
    return { names: [cell.bodies[a].name, cell.bodies[b].name] as const, bars, deepest };
  });
  const slabs = all.reduce((sum, { bars }) => sum + bars.length, 0);
  const deepest = all.reduce((most, lane) => Math.max(most, lane.deepest), 0);
  // Sorting keeps the order of pairs that need the same.
  const sorted = [...all].sort((x, y) => y.bars.length - x.bars.length || y.deepest - x.deepest);
  let left = ALL_BARS;
  const lanes = sorted.slice(0, LANES).map(({ names, bars, deepest: deep }): CoverLane => {
    const single = bars.length <= Math.min(BARS, left);
    if (single) left -= bars.length;
    const common = { pair: names, slabs: bars.length, deepest: deep };
    if (single) return { ...common, bars, depths: null };
    return { ...common, bars: null, depths: binned(bars, axis) };
  });
  const others = sorted.slice(LANES);
  const rest = { pairs: others.length, slabs: others[0]?.bars.length ?? 0 };
  return { lanes, pairs: tested.length, slabs, sweeps: sweepCount(certificate), deepest, rest };
}

/** How often 1 must be halved to be no longer than this. */
function depthOf(width: number): number {
  let depth = 0;
  for (let w = 1; w > width && depth < 60; w /= 2) depth++;
  return depth;
}

function binned(bars: readonly CoverBar[], axis: Axis): number[] {
  const { knots } = axis;
  const [begin, end] = [knots[0], knots[knots.length - 1]];
  const binOf = (segment: number, t: number) =>
    (BINS * (placeOn(axis, segment, t) - begin)) / (end - begin);
  const depths = new Array<number>(BINS).fill(-1);
  for (const { segment, from, to, depth } of bars) {
    const last = Math.min(BINS - 1, Math.ceil(binOf(segment, to)) - 1);
    const first = Math.min(Math.floor(binOf(segment, from)), Math.max(0, last));
    for (let i = first; i <= last; i++) depths[i] = Math.max(depths[i], depth);
  }
  return depths;
}
