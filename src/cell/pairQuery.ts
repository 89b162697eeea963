/**
 * Questions about two bodies at a relative pose. The cheap answers come first: balls around the
 * pieces, then their convex hulls, then hulls of their patches, then the meshes themselves. Solids count: a component of one body
 * wholly inside a solid of the other is a collision, looked for where the hulls overlap and the
 * surfaces do not meet.
 *
 * Bounds are proven for the pose as given; how far that is from the true pose is the caller's part.
 */
import { transformPointInto, U } from '../math/index.ts';
import {
  APART,
  COLLIDING,
  DISTANCE_UPPER,
  GAP_LOWER,
  NEEDED,
  POINT_A,
  UNRESOLVED,
} from '../proximity/index.ts';
import type { Body, Piece } from './body.ts';
import type { Nearness } from './nearness.ts';
import { PieceSurfaces } from './pieceSurfaces.ts';
import { PlacedPieces } from './placedPieces.ts';

/** How far `settle` goes: hulls alone; all that it takes; or the same with a look for a contact before any proof of the opposite. */
export const HULLS_ONLY = 0;
export const ALL = 1;
export const CONTACT_FIRST = 2;

/** Scratch and answer of pair queries; the next query overwrites the answer. */
export class PairQuery {
  /** Smallest distance found, 0 where the bodies collide. */
  upper = Number.POSITIVE_INFINITY;
  /** Proven lower bound of the distance. */
  lower = 0;
  /** The pieces that `upper` belongs to; -1 if nothing within the cutoff was found. */
  pieceA = -1;
  pieceB = -1;
  /** Whether one body lies inside a solid of the other, their surfaces apart. */
  contained = false;
  /** Whether `settle` looked for a contact first, and found none. */
  missed = false;
  /** The nearest points, in A's frame: 0..2 on A, 3..5 on B. */
  readonly points = new Float64Array(6);

  private readonly placed = new PlacedPieces();
  private readonly surfaces = new PieceSurfaces(this.placed);
  /** Of a question that need not be answered exactly. */
  private nearness: Nearness | null = null;

  /**
   * Is B farther than `margin` (>= 0) from A, or at margin 0 not in collision, even if its points are
   * misplaced by `error`? APART is proven, COLLIDING has a witness (nearer than the margin as
   * placed), UNRESOLVED is within rounding, or, if only hulls are looked at, not settled by them. Whether a contact is looked for
   * first changes what it costs, not what is proven.
   */
  settle(a: Body, b: Body, bInA: Float64Array, margin: number, error: number, how = ALL): number {
    this.begin();
    let status = APART;
    for (let i = 0; i < a.pieces.length; i++) {
      for (let j = 0; j < b.pieces.length; j++) {
        const answer = this.settlePieces(a.pieces[i], b.pieces[j], bInA, margin, error, how);
        if (answer === APART) continue;
        this.pieceA = i;
        this.pieceB = j;
        if (answer === COLLIDING) return COLLIDING;
        status = UNRESOLVED;
      }
    }
    return status;
  }

  /** A lower bound of the distance from balls and hulls alone; 0 where the hulls meet. */
  hullGap(a: Body, b: Body, bInA: Float64Array, o: number): number {
    let lowest = Number.POSITIVE_INFINITY;
    const { placed } = this;
    const w = placed.convex.numbers;
    for (let i = 0; i < a.pieces.length; i++) {
      for (let j = 0; j < b.pieces.length; j++) {
        const placing = placed.ballGap(a.pieces[i], b.pieces[j], bInA, o);
        if (placed.ballsApart >= lowest) continue;
        placed.place(a.pieces[i], b.pieces[j], bInA, o);
        w[NEEDED] = lowest;
        const status = placed.askConvex(a.pieces[i], b.pieces[j], false);
        const gap = status === APART ? w[GAP_LOWER] - placing : 0;
        lowest = Math.min(lowest, Math.max(gap, placed.ballsApart));
      }
    }
    return lowest;
  }

  /**
   * The distance, if it is below the cutoff: `upper`, `lower`, `points`, pieces. Beyond the cutoff
   * `upper` is infinite and `lower` at least the cutoff, up to rounding.
   */
  measure(a: Body, b: Body, bInA: Float64Array, o: number, cutoff: number): void {
    this.begin();
    let lowest = Number.POSITIVE_INFINITY;
    let nearest = cutoff;
    for (let i = 0; i < a.pieces.length; i++) {
      for (let j = 0; j < b.pieces.length; j++) {
        const before = this.upper;
        this.measurePieces(a.pieces[i], b.pieces[j], bInA, o, nearest);
        lowest = Math.min(lowest, this.lower);
        if (this.upper >= before) continue;
        nearest = Math.min(nearest, this.upper);
        this.pieceA = i;
        this.pieceB = j;
        if (this.upper === 0) {
          this.lower = 0;
          return;
        }
      }
    }
    this.lower = lowest;
  }

  /** The same up to what `nearness` allows, where pieces are made of triangles: `upper` may exceed `lower` by that. */
  measureAbout(
    a: Body,
    b: Body,
    bInA: Float64Array,
    o: number,
    cutoff: number,
    nearness: Nearness,
  ): void {
    this.nearness = nearness;
    this.measure(a, b, bInA, o, cutoff);
    this.nearness = null;
  }

  /**
   * Do two pieces share a point, as placed? By their surfaces alone where they are meshes. If so,
   * `points` has where.
   */
  meet(a: Piece, b: Piece, bInA: Float64Array, o: number): boolean {
    const { placed, surfaces } = this;
    placed.place(a, b, bInA, o);
    if (a.kind === 'convex' && b.kind === 'convex') {
      const w = placed.convex.numbers;
      w[NEEDED] = 0;
      if (placed.askConvex(a, b, true) !== COLLIDING) return false;
      this.takePoints(a, w, POINT_A);
      return true;
    }
    if (placed.boxHoldsVertex(a, b, placed.ballGap(a, b, bInA, o), this.points)) return true;
    const result = surfaces.meet(a, b, bInA, o);
    if (result.verdict !== 'colliding') return false;
    this.takePoints(surfaces.inBody ? null : a, result.points, 0);
    return true;
  }

  /** Does a component of one piece lie inside a solid of the other, their surfaces being apart? */
  contains(a: Piece, b: Piece, bInA: Float64Array, o: number): boolean {
    if (a.kind === 'convex' && b.kind === 'convex') return false;
    return this.isContained(a, b, bInA, o);
  }

  private begin(): void {
    this.upper = Number.POSITIVE_INFINITY;
    this.lower = 0;
    this.pieceA = -1;
    this.pieceB = -1;
    this.contained = false;
    this.missed = false;
  }

  private settlePieces(
    a: Piece,
    b: Piece,
    bInA: Float64Array,
    margin: number,
    error: number,
    how: number,
  ): number {
    const { placed, surfaces } = this;
    const placing = placed.ballGap(a, b, bInA, 0);
    const needed = margin + error + placing;
    this.lower = placed.ballsApart;
    if (this.lower > needed) return APART;
    placed.place(a, b, bInA, 0);
    const w = placed.convex.numbers;
    const exact = a.kind === 'convex' && b.kind === 'convex';
    w[NEEDED] = needed * (1 + 4 * U);
    const hulls = placed.askConvex(a, b, exact);
    if (hulls === APART && w[GAP_LOWER] > needed) return APART;
    if (exact) {
      if (hulls !== COLLIDING && !(w[DISTANCE_UPPER] <= margin)) return UNRESOLVED;
      this.takePoints(a, w, POINT_A);
      return COLLIDING;
    }
    if (hulls !== APART && placed.boxHoldsVertex(a, b, placing, this.points)) return COLLIDING;
    if (how === HULLS_ONLY) return UNRESOLVED;
    if (how === CONTACT_FIRST && hulls !== APART) {
      const met = surfaces.meet(a, b, bInA, 0);
      if (met.verdict === 'colliding') {
        this.takePoints(surfaces.inBody ? null : a, met.points, 0);
        return COLLIDING;
      }
      this.missed = true;
    }
    if (surfaces.patchesApart(a, b, needed)) {
      return hulls !== APART && this.isContained(a, b, bInA, 0) ? COLLIDING : APART;
    }
    const result = surfaces.settle(a, b, bInA, margin, needed);
    if (result.verdict === 'colliding' || result.upper <= margin) {
      this.takePoints(surfaces.inBody ? null : a, result.points, 0);
      return COLLIDING;
    }
    if (hulls !== APART && this.isContained(a, b, bInA, 0)) return COLLIDING;
    return result.lower > needed ? APART : UNRESOLVED;
  }

  private measurePieces(a: Piece, b: Piece, bInA: Float64Array, o: number, cutoff: number): void {
    const { placed, surfaces } = this;
    const placing = placed.ballGap(a, b, bInA, o);
    this.lower = placed.ballsApart;
    if (this.lower >= cutoff) return;
    placed.place(a, b, bInA, o);
    const w = placed.convex.numbers;
    const exact = a.kind === 'convex' && b.kind === 'convex';
    w[NEEDED] = exact ? Number.POSITIVE_INFINITY : cutoff + placing;
    const hulls = placed.askConvex(a, b, exact);
    const gap = hulls === APART ? Math.max(0, w[GAP_LOWER] - placing) : 0;
    if (exact) {
      this.lower = gap;
      const upper = hulls === COLLIDING ? 0 : w[DISTANCE_UPPER];
      if (upper < Math.min(cutoff, this.upper)) {
        this.upper = upper;
        this.takePoints(a, w, POINT_A);
      }
      return;
    }
    this.lower = gap;
    if (gap >= cutoff) return;
    const within = Math.max(cutoff, 1e-300);
    const result = surfaces.distance(a, b, bInA, o, within, this.nearness);
    this.lower = Math.max(this.lower, surfaces.patchesLower);
    const meet = result?.verdict === 'colliding';
    if (result !== null) {
      if (meet || result.upper < Math.min(cutoff, this.upper)) {
        this.upper = result.upper;
        this.takePoints(surfaces.inBody ? null : a, result.points, 0);
      }
      this.lower = Math.max(this.lower, result.lower - placing);
    }
    if (!meet && hulls !== APART && this.isContained(a, b, bInA, o)) {
      this.upper = 0;
      this.lower = 0;
    }
  }

  /** Six numbers at from[o], in the frame of the piece (null: the body), as points in A's frame. */
  private takePoints(piece: Piece | null, from: Float64Array, o: number): void {
    const { points } = this;
    for (let k = 0; k < 6; k++) points[k] = from[o + k];
    if (piece?.kind !== 'convex') return;
    transformPointInto(piece.pose, 0, points, 0, points, 0);
    transformPointInto(piece.pose, 0, points, 3, points, 3);
  }

  /** Surfaces apart: does a component of one piece lie inside a solid of the other? */
  private isContained(a: Piece, b: Piece, bInA: Float64Array, o: number): boolean {
    const found = this.surfaces.isContained(a, b, bInA, o);
    this.contained ||= found;
    return found;
  }
}
