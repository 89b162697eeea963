/** What the verdict band shows: which parts of the path are proven, refuted, or neither. */
import type { LeftTimes } from '../engine/protocol.ts';
import type { Place, TimeAxis } from './axis.ts';

export interface OpenPart {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

export interface BandInterval {
  readonly kind: 'free' | 'open' | 'unknown';
  /** On the axis. */
  readonly from: number;
  readonly to: number;
}

/**
 * The band of a checked path. Only a verdict of `free` proves the whole of it; undecided leaves every
 * segment open that has an open part, as a whole: who is inside whom is looked at once for a segment, and
 * that says nothing across a gap. For `colliding` and `too-close` the search ended at the witness and says
 * nothing about the rest.
 */
export function bandOf(
  axis: TimeAxis,
  verdict: string | null,
  open: readonly OpenPart[] = [],
): BandInterval[] {
  const whole = { from: 0, to: axis.end };
  if (verdict === 'free') return [{ kind: 'free', ...whole }];
  if (verdict !== 'undecided' || open.length === 0) return [{ kind: 'unknown', ...whole }];
  return without(axis, [...new Set(open.map(({ segment }) => segment))]);
}

/** The band once it is known where exactly a path is safe. Nothing but `safe` is drawn as proven. */
export function safeBand(axis: TimeAxis, safe: readonly OpenPart[]): BandInterval[] {
  const band: BandInterval[] = [];
  let reached = 0;
  for (const { segment, from, to } of safe) {
    const begin = axis.position({ segment, t: from });
    const end = axis.position({ segment, t: to });
    if (begin > reached) band.push({ kind: 'open', from: reached, to: begin });
    if (end > begin) band.push({ kind: 'free', from: begin, to: end });
    reached = Math.max(reached, end);
  }
  if (reached < axis.end) band.push({ kind: 'open', from: reached, to: axis.end });
  return band;
}

/** The band while a path is rechecked: what is still proven, and what is left open. */
export function keptBand(axis: TimeAxis, left: LeftTimes): BandInterval[] {
  const safe = left.flatMap((times, segment) => {
    const ends = [0, ...times, 1];
    return Array.from({ length: ends.length / 2 }, (_, i) => ({
      segment,
      from: ends[2 * i],
      to: ends[2 * i + 1],
    }));
  });
  return safeBand(
    axis,
    safe.filter(({ from, to }) => to > from),
  );
}

/** How much of the axis is still proven: from 0 to 1, and 1 only if nothing is left open. */
export function keptShare(axis: TimeAxis, left: LeftTimes): number {
  if (left.every((times) => times.length === 0)) return 1;
  const free = keptBand(axis, left).filter(({ kind }) => kind === 'free');
  const proven = free.reduce((sum, { from, to }) => sum + (to - from), 0);
  return axis.end > 0 ? Math.min(proven / axis.end, 1 - Number.EPSILON) : 0;
}

/** All but the open segments. */
function without(axis: TimeAxis, open: readonly number[]): BandInterval[] {
  const band: BandInterval[] = [];
  const add = (kind: BandInterval['kind'], from: number, to: number) => {
    const last = band.at(-1);
    if (last?.kind === kind) band[band.length - 1] = { kind, from: last.from, to };
    else if (to > from) band.push({ kind, from, to });
  };
  let reached = 0;
  for (const segment of [...open].sort((a, b) => a - b)) {
    const from = axis.position({ segment, t: 0 });
    const to = axis.position({ segment, t: 1 });
    if (from > reached) add('free', reached, from);
    add('open', from, to);
    reached = to;
  }
  if (reached < axis.end) add('free', reached, axis.end);
  return band;
}

/**
 * The two samples between which a place lies, of those that a sampling check took: segment and t, in
 * order. Null where it did not look at the segment on both sides.
 */
export function samplesAround(
  { segment, t }: Place,
  at: ArrayLike<number>,
): { before: number; after: number } | null {
  let before = Number.NEGATIVE_INFINITY;
  let after = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < at.length; i += 2) {
    if (at[i] !== segment) continue;
    if (at[i + 1] <= t) before = Math.max(before, at[i + 1]);
    if (at[i + 1] >= t) after = Math.min(after, at[i + 1]);
  }
  return Number.isFinite(before) && Number.isFinite(after) ? { before, after } : null;
}
