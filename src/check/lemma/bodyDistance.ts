/**
 * A lower bound of the distance of two bodies at a pose: how good a bound is the question. Balls
 * come first, then convex hulls, then meshes, each only where the one before does not settle it.
 *
 * Bounds are of the bodies as they are, without padding, and for the pose as given.
 */
import type { Body, ConvexPiece, MeshPiece, Piece } from '../../cell/index.ts';
import { composePosesInto, invertPoseInto, transformPointInto, U } from '../../math/index.ts';
import {
  APART,
  approximateDistance,
  convexWorkspace,
  distance,
  GAP_LOWER,
  greedyDistance,
  NEEDED,
  PROVE,
  type ProximityResult,
  ProximityWorkspace,
  ShapeMeshWorkspace,
  searchShape,
  shapeDistanceInto,
  TOLERANCE,
  tolerance,
  WITNESS,
} from '../../proximity/index.ts';
import type { CheckStats } from '../request.ts';
import { FAR } from './lemma1.ts';

/** Which distance is asked for at a configuration. */
export type DistanceQuestion = (typeof DISTANCES)[number];
/** All of them; CheckerOptions has what each is. */
export const DISTANCES = ['greedy', 'threshold', 'relative', 'exact'] as const;

/** Rounding of the poses that place pieces in each other's frames, per unit of all lengths. */
const PLACING = 64 * U;

/**
 * Hulls that are apart by this part of what is needed, or more, will cover smaller intervals; where
 * they nearly meet, it is worth asking the meshes.
 */
export const HULLS_WILL_DO = 1 / 32;

/** Hulls need not be measured better than this, where their distance is not the answer. */
const HULL_TOLERANCE = 1e-3;

export class BodyDistance {
  /** Proven lower bound. */
  lower = 0;
  /** Whether balls and hulls alone show the bodies apart: then neither contains the other. */
  hullsApart = true;

  private readonly question: DistanceQuestion;
  private readonly relativeError: number;
  private readonly stats: CheckStats;
  private readonly hulls: boolean;
  private readonly meshes = new ProximityWorkspace();
  private readonly mixed = new ShapeMeshWorkspace();
  private readonly convex = convexWorkspace();
  readonly pose = new Float64Array(12);
  private readonly scratch = new Float64Array(12);
  private readonly point = new Float64Array(3);
  private readonly options = { offset: 0 };

  /** What queries cost is added to `stats`. Without `hulls`, trees are asked at once, as in [A]. */
  constructor(question: DistanceQuestion, relativeError: number, stats: CheckStats, hulls = true) {
    this.question = question;
    this.relativeError = relativeError;
    this.stats = stats;
    this.hulls = hulls;
  }

  /**
   * Sets `lower`. A bound of `needed` would be enough. Distances below `near` need not be told from
   * 0; for larger ones the bound is positive, and at least `near` up to rounding.
   */
  ask(a: Body, b: Body, bInA: Float64Array, needed: number, near: number): void {
    let lowest = Number.POSITIVE_INFINITY;
    this.hullsApart = true;
    for (let i = 0; i < a.pieces.length; i++) {
      for (let j = 0; j < b.pieces.length; j++) {
        const bound = this.askPieces(a.pieces[i], b.pieces[j], bInA, needed, near, lowest);
        if (bound < lowest) lowest = bound;
      }
    }
    this.lower = lowest;
  }

  /** What balls and hulls alone say about two pieces; not positive if nothing. */
  hullLower(a: Piece, b: Piece, bInA: Float64Array, enough: number): number {
    const placing = this.placing(a, b, bInA);
    const balls = this.ballGap(a, b, bInA, placing);
    if (balls > 0 && balls >= enough) return balls;
    this.place(a, b, bInA);
    return Math.max(balls, this.hullGap(a, b, enough + placing) - placing);
  }

  /** A bound for two pieces; one of at least `lowest` is as good as any. */
  private askPieces(
    a: Piece,
    b: Piece,
    bInA: Float64Array,
    needed: number,
    near: number,
    lowest: number,
  ): number {
    const { question } = this;
    const placing = this.placing(a, b, bInA);
    const enough = question === 'threshold' ? Math.min(needed, lowest) : lowest;
    if (!this.hulls && (a.kind === 'mesh' || b.kind === 'mesh')) {
      this.place(a, b, bInA);
      this.hullsApart = false;
      return Math.max(0, this.askMeshes(a, b, bInA, enough + placing, near + placing) - placing);
    }
    const balls = this.ballGap(a, b, bInA, placing);
    if (balls > 0 && balls >= enough) return balls;
    this.place(a, b, bInA);
    const hulls = this.hullGap(a, b, enough + placing) - placing;
    if (a.kind === 'convex' && b.kind === 'convex') return Math.max(balls, hulls, 0);
    if (hulls > 0 && hulls >= enough) return hulls;
    const asked = question === 'greedy' || question === 'threshold';
    if (asked && hulls > near && hulls >= HULLS_WILL_DO * needed) return Math.max(balls, hulls);
    if (!(hulls > 0)) this.hullsApart = false;
    const meshes = this.askMeshes(a, b, bInA, enough + placing, near + placing) - placing;
    return Math.max(balls, hulls, meshes, 0);
  }

  private hullGap(a: Piece, b: Piece, enough: number): number {
    const { numbers: w, integers } = this.convex;
    const exact = a.kind === 'convex' && b.kind === 'convex';
    w[NEEDED] = enough;
    w[TOLERANCE] = exact ? 1e-10 : HULL_TOLERANCE;
    integers[WITNESS] = 0;
    integers[PROVE] = 0;
    this.stats.gjkCalls++;
    const status = shapeDistanceInto(a.convex, b.convex, this.pose, 0, this.convex);
    return status === APART ? w[GAP_LOWER] : 0;
  }

  private askMeshes(a: Piece, b: Piece, bInA: Float64Array, needed: number, near: number): number {
    switch (this.question) {
      case 'exact':
        return this.search(a, b, bInA, Number.POSITIVE_INFINITY, 0, true);
      case 'relative':
        return this.search(a, b, bInA, Number.POSITIVE_INFINITY, this.relativeError, true);
      case 'greedy':
        return this.search(a, b, bInA, near, 0, false);
      case 'threshold': {
        if (needed <= near || needed > FAR) return this.search(a, b, bInA, near, 0, false);
        const bound = this.search(a, b, bInA, needed, 0, true);
        // Not that far. How far then, or do they collide?
        return bound > 0 ? bound : this.search(a, b, bInA, near, 0, false);
      }
    }
  }

  /** One search on the meshes; 0 if it ended at triangles that are within the threshold. */
  private search(
    a: Piece,
    b: Piece,
    bInA: Float64Array,
    threshold: number,
    relativeError: number,
    anyBound: boolean,
  ): number {
    const p = a.kind === 'mesh' ? a : a.faces;
    const q = b.kind === 'mesh' ? b : b.faces;
    let result: ProximityResult;
    if (p === null || q === null) {
      result = this.searchMixed(a, b, threshold, relativeError);
    } else {
      this.options.offset = 0;
      const { meshes, options } = this;
      if (threshold === Number.POSITIVE_INFINITY) {
        result =
          relativeError === 0
            ? distance(p.tree, q.tree, bInA, meshes, options)
            : approximateDistance(p.tree, q.tree, bInA, relativeError, meshes, options);
      } else if (anyBound) result = tolerance(p.tree, q.tree, bInA, threshold, meshes, options);
      else result = greedyDistance(p.tree, q.tree, bInA, threshold, meshes, options);
    }
    this.stats.nodePairs += result.nodePairs;
    this.stats.trianglePairs += result.trianglePairs;
    return result.lower;
  }

  /** A primitive and a mesh. */
  private searchMixed(a: Piece, b: Piece, threshold: number, error: number): ProximityResult {
    const { mixed, pose, scratch } = this;
    const { request } = mixed;
    request.threshold = threshold;
    request.relativeError = error;
    request.cutoff = Number.POSITIVE_INFINITY;
    if (a.kind === 'convex') {
      searchShape(a.convex, (b as MeshPiece).tree, pose, 0, request, mixed);
    } else {
      invertPoseInto(pose, 0, scratch, 0);
      searchShape((b as ConvexPiece).convex, a.tree, scratch, 0, request, mixed);
    }
    return mixed.result;
  }

  /** What rounding can do to a piece's place in the other's frame. */
  placing(a: Piece, b: Piece, pose: Float64Array): number {
    const shift = Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
    return PLACING * (shift + extent(a.ball) + extent(b.ball));
  }

  private ballGap(a: Piece, b: Piece, pose: Float64Array, placing: number): number {
    const { point } = this;
    const p = a.ball;
    const q = b.ball;
    transformPointInto(pose, 0, q, 0, point, 0);
    const x = point[0] - p[0];
    const y = point[1] - p[1];
    const z = point[2] - p[2];
    return Math.sqrt(x * x + y * y + z * z) - p[3] - q[3] - placing;
  }

  /** this.pose = the second piece's frame in the first's. */
  place(a: Piece, b: Piece, bInA: Float64Array): void {
    const { pose, scratch } = this;
    if (b.kind === 'convex') composePosesInto(bInA, 0, b.pose, 0, pose, 0);
    else for (let k = 0; k < 12; k++) pose[k] = bInA[k];
    if (a.kind === 'convex') {
      composePosesInto(a.inverse, 0, pose, 0, scratch, 0);
      pose.set(scratch);
    }
  }
}

/** Half-spaces have no extent of their own; their places are rounded like a plant's. */
function extent(ball: Float64Array): number {
  const reach = Number.isFinite(ball[3]) ? ball[3] : 1e3;
  return Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + reach;
}
