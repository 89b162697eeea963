/** The clearance profile as curves over the timeline's axis: what is proven, what was measured. */
import type { PairProfileData, ProfileAnswer } from '../engine/protocol.ts';
import type { TimeAxis } from './axis.ts';

/** Steps: from, to (on the axis) and the bound, three numbers each, in order. */
export type Steps = Float64Array;
/** Points: position and distance, two numbers each, in order. */
export type Points = Float64Array;

export interface ClearanceCurves {
  readonly lower: Steps;
  readonly measured: Points;
}

/** Points of a curve that is drawn: more would be finer than any screen. */
const MOST_POINTS = 4000;

/** Segment, from, to, lower; as the engine gives them. */
export function stepsOf(pieces: ArrayLike<number>, axis: TimeAxis): Steps {
  const steps = new Float64Array((pieces.length / 4) * 3);
  for (let i = 0, o = 0; i + 3 < pieces.length; i += 4, o += 3) {
    steps[o] = axis.position({ segment: pieces[i], t: pieces[i + 1] });
    steps[o + 1] = axis.position({ segment: pieces[i], t: pieces[i + 2] });
    steps[o + 2] = pieces[i + 3];
  }
  return steps;
}

/** Segment, t, distance; as the engine gives them. */
export function pointsOf(samples: ArrayLike<number>, axis: TimeAxis): Points {
  const points = new Float64Array((samples.length / 3) * 2);
  for (let i = 0, o = 0; i + 2 < samples.length; i += 3, o += 2) {
    points[o] = axis.position({ segment: samples[i], t: samples[i + 1] });
    points[o + 1] = samples[i + 2];
  }
  return points;
}

export function pairCurves({ pieces, samples }: PairProfileData, axis: TimeAxis): ClearanceCurves {
  return { lower: stepsOf(pieces, axis), measured: pointsOf(samples, axis) };
}

/**
 * Of all pairs the smallest. What was measured is joined by straight lines pair by pair, and at every
 * sample of any pair the lowest line counts: an impression, not a proof.
 */
export function overallCurves(
  profile: Pick<ProfileAnswer, 'pairs' | 'overall' | 'horizon'>,
  axis: TimeAxis,
): ClearanceCurves {
  const pairs = profile.pairs.map((pair) => pairCurves(pair, axis));
  const all = new Set<number>();
  for (const { measured } of pairs) {
    for (let i = 0; i < measured.length; i += 2) all.add(measured[i]);
  }
  let positions = Float64Array.from(all).sort();
  if (positions.length > MOST_POINTS) {
    const stride = positions.length / MOST_POINTS;
    positions = positions.filter((_, i) => Math.floor(i / stride) !== Math.floor((i - 1) / stride));
  }
  const least = new Float64Array(positions.length).fill(Number.POSITIVE_INFINITY);
  for (const { measured, lower } of pairs) {
    const line = new Walker(measured);
    const bound = new StepWalker(lower);
    for (let i = 0; i < positions.length; i++) {
      // Beyond the horizon nobody measured; a line across it would be invented.
      if (bound.at(positions[i]) >= profile.horizon) continue;
      least[i] = Math.min(least[i], line.at(positions[i]));
    }
  }
  const points: number[] = [];
  for (let i = 0; i < positions.length; i++) {
    if (least[i] < Number.POSITIVE_INFINITY) points.push(positions[i], least[i]);
  }
  return { lower: stepsOf(profile.overall, axis), measured: Float64Array.from(points) };
}

/** Values of a polyline at positions that go up. */
class Walker {
  private readonly points: Points;
  private next = 0;

  constructor(points: Points) {
    this.points = points;
  }

  at(x: number): number {
    const { points } = this;
    while (this.next + 2 < points.length && points[this.next + 2] <= x) this.next += 2;
    return between(points, this.next, x);
  }
}

class StepWalker {
  private readonly steps: Steps;
  private next = 0;

  constructor(steps: Steps) {
    this.steps = steps;
  }

  at(x: number): number {
    const { steps } = this;
    while (this.next + 3 < steps.length && steps[this.next + 1] < x) this.next += 3;
    return steps[this.next + 2] ?? Number.POSITIVE_INFINITY;
  }
}

function between(points: Points, i: number, x: number): number {
  if (points.length === 0 || x < points[0]) return Number.POSITIVE_INFINITY;
  const [x0, y0] = [points[i], points[i + 1]];
  if (x0 === x || i + 3 >= points.length) return x0 === x ? y0 : Number.POSITIVE_INFINITY;
  const share = (x - x0) / (points[i + 2] - x0);
  return y0 + share * (points[i + 3] - y0);
}

/** What is proven at a position: of two steps that meet there the lower. Infinite if nothing is. */
export function lowerAt(steps: Steps, x: number): number {
  let low = 0;
  let high = steps.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[3 * middle + 1] < x) low = middle + 1;
    else high = middle;
  }
  if (low >= steps.length / 3) return Number.POSITIVE_INFINITY;
  const own = steps[3 * low + 2];
  const isEdge = steps[3 * low + 1] === x && 3 * low + 5 < steps.length;
  return isEdge ? Math.min(own, steps[3 * low + 5]) : own;
}

/** What was measured nearest to a position; null if nothing was. */
export function measuredNear(points: Points, x: number): { x: number; y: number } | null {
  if (points.length === 0) return null;
  let low = 0;
  let high = points.length / 2 - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[2 * middle] < x) low = middle + 1;
    else high = middle;
  }
  const before = Math.max(0, low - 1);
  const i = x - points[2 * before] < points[2 * low] - x ? before : low;
  return { x: points[2 * i], y: points[2 * i + 1] };
}

/** Where an axis from 0 has its lines: about `wanted` of them, at round numbers. */
export function ticks(end: number, wanted: number): number[] {
  if (!(end > 0) || !Number.isFinite(end)) return [0];
  const rough = end / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.999) ?? 10 * power;
  const at: number[] = [];
  for (let k = 0; k * step <= end * (1 + 1e-9); k++) at.push(k * step);
  return at;
}

/** Whole round numbers from first to last, about so many at most. */
export function roundNumbers(first: number, last: number, most: number): number[] {
  const [, step = 1] = ticks(last - first, most);
  const whole = Math.max(1, Math.round(step));
  const all: number[] = [];
  for (let at = Math.ceil(first / whole) * whole; at <= last; at += whole) all.push(at);
  return all;
}
