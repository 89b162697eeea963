/** What a clearance profile must be, confirmed by dense sampling of the path. */
import { expect } from 'vitest';
import { type Cell, type Pair, PairProbe } from '../../../src/cell/index.ts';
import type { PairProfile, ProfilePiece, ProfileResult } from '../../../src/check/index.ts';
import type { Path } from '../../../src/motion/index.ts';

const EPSILON = 1e-12;

/** The piece of a segment that holds t; of two that share it the one with the larger bound. */
export function lowerAt(pieces: readonly ProfilePiece[], segment: number, t: number): number {
  const holding = pieces.filter((p) => p.segment === segment && p.from <= t && t <= p.to);
  expect(holding.length).toBeGreaterThan(0);
  return Math.max(...holding.map(({ lower }) => lower));
}

/** Pieces follow each other from the beginning of the path to its end. */
export function confirmCover(pieces: readonly ProfilePiece[], segments: number): void {
  let segment = 0;
  let at = 0;
  for (const piece of pieces) {
    if (at === 1) {
      segment++;
      at = 0;
    }
    expect([piece.segment, piece.from]).toEqual([segment, at]);
    expect(piece.to).toBeGreaterThan(piece.from);
    expect(piece.lower).toBeGreaterThanOrEqual(0);
    at = piece.to;
  }
  expect([segment, at]).toEqual([segments - 1, 1]);
}

/** On each piece what is proven is as near to what was seen as was asked for. */
function confirmAccuracy(found: PairProfile, { accuracy, relative, horizon }: ProfileResult): void {
  const seen = new Map(found.samples.map((s) => [`${s.segment} ${s.t}`, s.distance]));
  const at = (segment: number, t: number) => seen.get(`${segment} ${t}`) ?? Infinity;
  for (const { segment, from, to, lower } of found.pieces) {
    const least = Math.min(at(segment, from), at(segment, to));
    expect(lower).toBeLessThanOrEqual(least);
    if (lower >= horizon) continue;
    expect(least - lower).toBeLessThanOrEqual(Math.max(accuracy, relative * lower) + EPSILON);
  }
}

/**
 * Everything that a profile promises, looked at `steps` + 1 times on each segment. Stopped ones are
 * not asked for their accuracy.
 */
export function confirmProfile(
  cell: Cell,
  path: Path,
  result: ProfileResult,
  steps: number,
  label: string,
): void {
  const { pairs, far, overall, horizon, accuracy, relative } = result;
  const count = path.segments.length;
  const moving = cell.pairs.filter((p) => p.reason === null || p.reason === 'swept');
  expect(pairs.length + far.length, label).toBe(moving.length);
  for (const found of pairs) {
    confirmCover(found.pieces, count);
    if (result.complete) confirmAccuracy(found, result);
    expect(found.lower).toBe(Math.min(...found.pieces.map(({ lower }) => lower)));
    expect(found.upper).toBe(Math.min(Infinity, ...found.samples.map((s) => s.distance)));
    expect(found.nearest?.distance ?? Infinity).toBe(found.upper);
  }
  if (moving.length > 0) confirmCover(overall, count);
  const beyond = far.map(({ lower }) => lower);
  for (const { segment, from, to, lower } of overall) {
    const within = pairs.map(({ pieces }) => lowerAt(pieces, segment, 0.5 * (from + to)));
    expect(lower).toBe(Math.min(...within, ...beyond));
  }
  const probe = new PairProbe(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  const distance = (pair: Pair, segment: number, t: number, cutoff: number) => {
    path.segments[segment].configurationInto(t, q, 0);
    probe.kinematics.setConfiguration(q);
    return probe.measure(pair, cutoff).distance;
  };
  for (let segment = 0; segment < count; segment++) {
    for (let i = 0; i <= steps; i++) {
      const t = i / steps;
      const where = `${label}, segment ${segment}, t ${t}`;
      for (const { pair, pieces } of pairs) {
        const lower = lowerAt(pieces, segment, t);
        const seen = distance(pair, segment, t, 1.5 * horizon);
        expect(seen, where).toBeGreaterThanOrEqual(lower);
        // The profile follows the motion.
        if (!result.complete || lower >= horizon || seen > 1.5 * horizon) continue;
        const close = 8 * Math.max(accuracy, relative * lower) + EPSILON;
        expect(seen - lower, where).toBeLessThanOrEqual(close);
      }
      for (const { pair, lower } of far) {
        expect(lower).toBeGreaterThanOrEqual(horizon);
        const seen = distance(pair, segment, t, lower);
        expect(seen, where).toBeGreaterThanOrEqual(lower);
      }
    }
  }
  // What was seen is there.
  for (const { pair, samples } of pairs) {
    for (let i = 0; i < samples.length; i += Math.ceil(samples.length / 16)) {
      const { segment, t, distance: seen } = samples[i];
      expect(distance(pair, segment, t, 4 * horizon), label).toBeCloseTo(seen, 12);
    }
  }
}
