/**
 * Parts of arcs, as tracks of several robots need them: the same arc between two other angles. The angles are rounded, the circle
 * is not; a part begins where it is computed to be, and ends where the next one begins.
 */
import type { KinematicTree } from '../kinematics/tree.ts';
import { ARC_NUMBERS, CircularSegment } from './circular.ts';
import { COEFFICIENTS } from './curve.ts';
import { PolynomialSegment } from './polynomial.ts';
import type { Segment } from './segment.ts';
import { SweptAngle, Swing } from './swing.ts';

/** What all robots do between two knots: coefficients, and the degrees of freedom on arcs. */
export interface Piece {
  readonly c: Float64Array;
  readonly arcs: ArcPiece[];
}

export interface ArcPiece {
  readonly d: number;
  /** u, v, and the angles. */
  readonly numbers: readonly number[];
  /** Where it begins. */
  readonly from: number;
}

/** Whether a degree of freedom of a segment is on an arc. */
export function isOnArc(segment: Segment, d: number): boolean {
  if (!(segment instanceof CircularSegment)) return false;
  const { arcs } = segment;
  for (let o = 0; o < arcs.length; o += ARC_NUMBERS) if (arcs[o] === d) return true;
  return false;
}

/** Adds the arcs of some degrees of freedom of a segment, from one moment of it to another, to a piece. */
export function arcsInto(
  { arcs, coefficients, from }: CircularSegment,
  dofs: readonly number[],
  [begin, end]: readonly [number, number],
  piece: Piece,
): void {
  for (let o = 0; o < arcs.length; o += ARC_NUMBERS) {
    const [d, u, v, first, sweep] = arcs.subarray(o, o + ARC_NUMBERS);
    if (!dofs.includes(d)) continue;
    const a = first + sweep * begin;
    const width = begin === 0 && end === 1 ? sweep : first + sweep * end - a;
    const p = coefficients[COEFFICIENTS * d];
    const start =
      begin === 0 ? from[d] : new Swing(new SweptAngle(a, sweep), p, [u, v], [p, p]).at(0, 0);
    // In no time that can be told from none nothing moves.
    if (width === 0) piece.c[COEFFICIENTS * d] = start;
    else piece.arcs.push({ d, numbers: [u, v, a, width], from: start });
  }
}

/** The configuration at which a piece begins. */
export function beginOf({ c, arcs }: Piece): Float64Array {
  const q = Float64Array.from({ length: c.length / COEFFICIENTS }, (_, d) => c[COEFFICIENTS * d]);
  for (const { d, from } of arcs) q[d] = from;
  return q;
}

/** A piece as a segment between two configurations. */
export function segmentOfPiece(
  tree: KinematicTree,
  { c, arcs }: Piece,
  from: Float64Array,
  to: Float64Array,
): Segment {
  if (arcs.length === 0) return new PolynomialSegment(tree, c);
  const inOrder = [...arcs].sort((p, q) => p.d - q.d);
  const numbers = Float64Array.from(inOrder.flatMap(({ d, numbers: own }) => [d, ...own]));
  return new CircularSegment(tree, { coefficients: c, arcs: numbers, from, to });
}
