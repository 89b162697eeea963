/**
 * The path of a certificate: is it one, is it the one that was asked about, does it stay inside the box?
 * Segments are made anew from the numbers of the file. Those of a path must join: a polynomial one begins
 * and ends at its waypoints up to its own rounding, and so does an arc, or it is refused. docs/certificate.md, "Joins".
 */
import type { KinematicTree } from '../kinematics/tree.ts';
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import type { CellModel } from '../model/model.ts';
import { ARC_NUMBERS, CircularSegment } from '../motion/circular.ts';
import { COEFFICIENTS } from '../motion/curve.ts';
import { CurvedSegment } from '../motion/curved.ts';
import { joinedErrorUpperInto } from '../motion/joins.ts';
import { PolynomialSegment } from '../motion/polynomial.ts';
import type { Segment } from '../motion/segment.ts';
import { StraightSegment } from '../motion/straight.ts';
import { floatingDofs } from '../motion/turn.ts';
import { type Certificate, segmentCount } from './format.ts';
import { equal, Rejected } from './rejected.ts';

/** What a certificate must be about, bit by bit. */
export interface WantedPath {
  readonly waypoints: readonly Float64Array[];
  readonly segments: readonly Segment[];
}

/** What of a certificate its path depends on. */
export type PathRecord = Pick<
  Certificate,
  'waypoints' | 'coefficients' | 'arcs' | 'lower' | 'upper'
>;

/** Whose degrees of freedom a path is about, and how far they stray. */
type Moved = Pick<CellModel, 'tree' | 'tolerances'>;

export interface VerifiedPath {
  readonly segments: readonly Segment[];
  /**
   * Per degree of freedom: errors of computed configurations, and of joins; rounded up to a few steps, so
   * that paths share what is made for them.
   */
  readonly errors: Float64Array;
}

/** Of a computed joint value: what angles up to a turn have. */
const LEAST_ERROR = 64 * U;

/** The segments of a certificate's path, or a Rejected. */
export function pathOf(c: PathRecord, cell: Moved, wanted: WantedPath | undefined): VerifiedPath {
  const { tree } = cell;
  const count = tree.dofs.length;
  if (c.lower.length !== count || c.upper.length !== count) {
    throw new Rejected('box', `the box has not one range for each of ${count} values`);
  }
  if (wanted && !isAbout(c, wanted)) {
    throw new Rejected('path', 'the certificate is about another path');
  }
  checkWaypoints(c, cell);
  const segments = segmentsOf(c, cell);
  const errors = new Float64Array(count);
  const error = new Float64Array(count);
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    if (segment instanceof CurvedSegment) {
      segment.errorUpperInto(error, 0);
      checkEnds(c, cell, segment, error, i);
      checkRange(c, cell, segment, i);
    }
    joinedErrorUpperInto(segment, error, 0);
    for (let d = 0; d < count; d++) {
      if (!Number.isFinite(error[d])) {
        const message = `the numbers of "${tree.dofs[d].name}" are too large`;
        throw new Rejected('path', message, { segment: i });
      }
      errors[d] = Math.max(errors[d], error[d]);
    }
  }
  const rounded = new Float64Array(count).fill(LEAST_ERROR);
  for (let d = 0; d < count; d++) while (rounded[d] < errors[d]) rounded[d] *= 2;
  return { segments, errors: rounded };
}

/** Whether a certificate's path is this one. */
function isAbout(c: PathRecord, { waypoints, segments }: WantedPath): boolean {
  const count = segmentCount(c.waypoints.length);
  if (segments.length !== count || (c.coefficients?.length ?? count) !== count) return false;
  if ((c.arcs?.length ?? count) !== count) return false;
  if (waypoints.length !== c.waypoints.length) return false;
  if (!waypoints.every((q, i) => equal(q, c.waypoints[i]))) return false;
  return segments.every((segment, i) => {
    const coefficients = c.coefficients?.[i] ?? null;
    const arcs = c.arcs?.[i] ?? null;
    const [from, to] = endsOf(c, i);
    if (segment instanceof CurvedSegment) {
      if (coefficients === null || !equal(coefficients, segment.coefficients)) return false;
      if (!(segment instanceof CircularSegment)) return arcs === null;
      if (arcs === null || !equal(arcs, segment.arcs)) return false;
      return onArcs(arcs).every((d) => segment.from[d] === from[d] && segment.to[d] === to[d]);
    }
    if (segment.kind !== 'straight' || coefficients !== null || arcs !== null) return false;
    return equal(segment.from, from) && equal(segment.to, to);
  });
}

/** Degrees of freedom on arcs. */
function onArcs(arcs: Float64Array): number[] {
  return Array.from({ length: arcs.length / ARC_NUMBERS }, (_, k) => arcs[ARC_NUMBERS * k]);
}

/** The waypoints of a segment: of a path of one waypoint the same twice. */
function endsOf({ waypoints }: PathRecord, i: number): readonly [Float64Array, Float64Array] {
  return [waypoints[i], waypoints[Math.min(i + 1, waypoints.length - 1)]];
}

function checkWaypoints(c: PathRecord, { tree, tolerances }: Moved): void {
  const count = tree.dofs.length;
  if (c.waypoints.length === 0) throw new Rejected('path', 'a path has waypoints');
  const { lower, upper } = c;
  for (let i = 0; i < c.waypoints.length; i++) {
    const q = c.waypoints[i];
    if (q.length !== count) {
      throw new Rejected('path', `waypoint ${i} has ${q.length} values, not ${count}`);
    }
    for (let d = 0; d < count; d++) {
      if (q[d] - tolerances[d] >= lower[d] && q[d] + tolerances[d] <= upper[d]) continue;
      throw new Rejected('box', `"${tree.dofs[d].name}" leaves the box at waypoint ${i}`);
    }
  }
}

function segmentsOf(c: PathRecord, { tree }: Moved): Segment[] {
  const count = segmentCount(c.waypoints.length);
  const given = c.coefficients?.length ?? count;
  if (given !== count) {
    throw new Rejected('path', `there are coefficients for ${given} segments of ${count}`);
  }
  if ((c.arcs?.length ?? count) !== count) {
    throw new Rejected('path', `there are arcs for ${c.arcs?.length} segments of ${count}`);
  }
  const segments: Segment[] = [];
  try {
    for (let i = 0; i < count; i++) {
      const [from, to] = endsOf(c, i);
      const arcs = c.arcs?.[i] ?? null;
      segments.push(recordedSegment(tree, c.coefficients?.[i] ?? null, arcs, from, to));
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new Rejected('path', error.message, { segment: segments.length });
  }
  return segments;
}

/** A segment of what a file has of it: numbers of polynomials and of arcs, or nothing, and its waypoints. */
export function recordedSegment(
  tree: KinematicTree,
  coefficients: Float64Array | null,
  arcs: Float64Array | null,
  from: Float64Array,
  to: Float64Array,
): Segment {
  if (arcs !== null) {
    if (coefficients === null) {
      throw new InputError({ code: 'path/arc', message: 'there are arcs without coefficients' });
    }
    return new CircularSegment(tree, { coefficients, arcs, from, to });
  }
  if (coefficients !== null) return new PolynomialSegment(tree, coefficients);
  return new StraightSegment(tree, from, to);
}

/** A curved segment must lead from one waypoint to the next, within its own errors. */
function checkEnds(
  c: PathRecord,
  { tree }: Moved,
  segment: CurvedSegment,
  error: Float64Array,
  i: number,
): void {
  if (c.waypoints.length === 1) {
    throw new Rejected('path', 'a path of one waypoint stands still', { segment: i });
  }
  const { coefficients } = segment;
  const floating = new Set(floatingDofs(tree));
  const ends = endsOf(c, i);
  [segment.from, segment.to].forEach((q, k) => {
    const off = (d: number) => Math.abs(q[d] - ends[k][d]);
    const far = (d: number) => {
      const where = `${k === 0 ? 'begin' : 'end'} at waypoint ${i + k}`;
      const message = `segment ${i} does not ${where}: "${tree.dofs[d].name}"`;
      return new Rejected('path', message, { segment: i });
    };
    for (let d = 0; d < q.length; d++) {
      if (!floating.has(d)) {
        if (!(off(d) <= error[d])) throw far(d);
        continue;
      }
      // The origin's error is one length; a rotation is given, and has no other coefficients.
      if (!(off(d) + off(d + 1) + off(d + 2) <= error[d])) throw far(d);
      for (let j = d + 3; j < d + 7; j++) {
        const others = coefficients.subarray(COEFFICIENTS * j + 2, COEFFICIENTS * (j + 1));
        if (off(j) !== 0 || others.some((x) => x !== 0)) throw far(j);
      }
      d += 6;
    }
  });
}

/** Between its ends a curve may go beyond both: it must not leave the box there. */
function checkRange(c: PathRecord, { tree, tolerances }: Moved, segment: Segment, i: number): void {
  const lower = new Float64Array(tree.dofs.length);
  const upper = new Float64Array(tree.dofs.length);
  segment.rangeInto(lower, upper);
  tree.dofs.forEach(({ name, unit }, d) => {
    if (unit === 'quaternion') return;
    if (lower[d] - tolerances[d] >= c.lower[d] && upper[d] + tolerances[d] <= c.upper[d]) return;
    throw new Rejected('box', `"${name}" leaves the box on segment ${i}`, { segment: i });
  });
}
