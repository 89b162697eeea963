/**
 * A look at two bodies at one time: how far they are apart, at least and at most, and until when they surely stay
 * farther apart than some distance. Both follow from gaps along directions that are held fixed in the world: while
 * neither body advances along the direction by more than the gap, they are apart (docs/proofs/schedule.md).
 *
 * One query of distance for each pair of pieces that are near each other; pieces far apart, compared with their sizes,
 * are compared by their balls. Nothing is allocated but room for more pieces.
 */
import { grown } from '../arrays/index.ts';
import {
  composePosesInto,
  POSE_SIZE,
  relativePosesInto,
  rotateVectorInto,
  transformPointInto,
  U,
} from '../math/index.ts';
import {
  COLLIDING,
  convexWorkspace,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  POINT_A,
  POINT_B,
  shapeDistanceInto,
} from '../proximity/index.ts';
import type { Piece, RigidBody } from './body.ts';
import { ADVANCE_SIZE, type AdvanceQuestion, lengthOf, type Motion } from './motion.ts';
import { PieceExtent } from './pieceExtent.ts';
import { spanLower } from './solve.ts';

const u = U;
const INFINITE = Number.POSITIVE_INFINITY;

/** A body and its motion. */
export interface Mover {
  readonly body: RigidBody;
  readonly motion: Motion;
}

/** Which bounds of the time of impact are used: `speed` leaves out accelerations, for comparison. */
export type BoundsUsed = 'all' | 'speed';

/**
 * Numbers of a gap: how much, the direction, how far from their origins the two pieces' points are, and the numbers of
 * the pieces where they were asked for their distance, else -1.
 */
const GAP_SIZE = 8;
/** Roundings of placing pieces against each other, per unit of the distances involved: see the proof. */
const PLACING = 128 * u;
/** Widths of a ball around two pieces beyond which balls are as good as a query. */
const FAR = 1;
/** Intervals that are tried in search of the longest that the bounds over it serve. */
const TRIALS = 8;

export class Look {
  /** Proven: apart by at least this; 0 or less if not. */
  lower = 0;
  /** Proven: two points are this near; infinite where only balls were compared. */
  upper = 0;
  /** From the first body to the second, in the world, where they are nearest. */
  readonly normal = new Float64Array(3);
  /** The two points there, in the world, of the first body and of the second. */
  readonly points = new Float64Array(6);
  /** Queries of distance so far. */
  queries = 0;

  private readonly convex = convexWorkspace();
  private readonly poses = new Float64Array(2 * POSE_SIZE);
  private readonly pieceA = new Float64Array(POSE_SIZE);
  private readonly pieceB = new Float64Array(POSE_SIZE);
  private readonly relative = new Float64Array(POSE_SIZE);
  private readonly errors = new Float64Array(4);
  private readonly origin = new Float64Array(3);
  private readonly between = new Float64Array(3);
  private readonly centres = new Float64Array(6);
  private gaps = new Float64Array(16 * GAP_SIZE);
  private gapCount = 0;
  private readonly question: AdvanceQuestion = {
    time: 0,
    span: 0,
    radius: 0,
    direction: new Float64Array(3),
    sign: 1,
    points: null,
  };
  private readonly extent = new PieceExtent();
  private readonly advances = new Float64Array(2 * ADVANCE_SIZE);
  private readonly sums = new Float64Array(2 * ADVANCE_SIZE);

  /** Looks at two bodies at a time: fills `lower`, `upper`, `normal` and `points`. */
  at(time: number, a: Mover, b: Mover): void {
    const { poses, between, errors } = this;
    a.motion.poseInto(time, poses, 0);
    b.motion.poseInto(time, poses, POSE_SIZE);
    a.motion.errorInto(time, errors, 0);
    b.motion.errorInto(time, errors, 2);
    const { origin } = this;
    for (let k = 0; k < 3; k++) {
      origin[k] = poses[9 + k];
      between[k] = poses[POSE_SIZE + 9 + k] - poses[9 + k];
      // From here on everything is seen from the first body's origin: far from the world's, nothing is lost.
      poses[9 + k] = 0;
      poses[POSE_SIZE + 9 + k] = between[k];
    }
    this.gapCount = 0;
    this.lower = INFINITE;
    this.upper = INFINITE;
    this.wholeBalls(a.body, b.body);
    const { pieces: ours } = a.body;
    const { pieces: theirs } = b.body;
    for (let i = 0; i < ours.length; i++) {
      for (let j = 0; j < theirs.length; j++) {
        const g = this.pieces(ours[i], theirs[j]);
        if (g < 0) continue;
        this.gaps[g + 6] = i;
        this.gaps[g + 7] = j;
      }
    }
    for (let k = 0; k < 3; k++) {
      this.points[k] += origin[k];
      this.points[3 + k] += origin[k];
    }
  }

  /**
   * Until when, from the time of the last look on, the bodies surely are farther apart than `target`; not later than
   * `until`. The same bodies and time as in that look.
   */
  apartUntil(time: number, a: Mover, b: Mover, options: ApartOptions): number {
    const { target, until, bounds } = options;
    // Over a shorter interval bounds may be better: what holds for all of one is what is looked for.
    let high = until - time;
    let best = Math.min(high, this.spanOf(time, high, a, b, target, bounds));
    for (let i = 0; i < TRIALS && 1.5 * best < high; i++) {
      const span = best > 0 ? Math.min(Math.sqrt(best * high), 64 * best) : high * 1e-4;
      const held = this.spanOf(time, span, a, b, target, bounds);
      best = Math.max(best, held);
      if (held < span) high = span;
    }
    if (time + best >= until) return until;
    const at = time + best;
    return Math.max(time, at - 2 * u * Math.abs(at));
  }

  private spanOf(
    time: number,
    span: number,
    a: Mover,
    b: Mover,
    target: number,
    bounds: BoundsUsed,
  ): number {
    const { question, gaps } = this;
    question.time = time;
    question.span = span;
    // The first gap is that of the balls around the whole bodies, whatever they turn by; any piece may do better.
    const whole = this.gapSpan(0, a, b, target, bounds);
    if (whole >= span) return span;
    let least = span;
    for (let g = GAP_SIZE; g < this.gapCount * GAP_SIZE && least > whole; g += GAP_SIZE) {
      if (!(gaps[g] > target)) return whole;
      least = Math.min(least, this.gapSpan(g, a, b, target, bounds));
    }
    return Math.max(whole, least);
  }

  /** How long a gap stays larger than the target. */
  private gapSpan(g: number, a: Mover, b: Mover, target: number, bounds: BoundsUsed): number {
    const { question, gaps, sums } = this;
    if (!(gaps[g] > target)) return 0;
    for (let k = 0; k < 3; k++) question.direction[k] = gaps[g + 1 + k];
    sums.fill(0);
    question.sign = 1;
    question.radius = gaps[g + 4];
    this.addAdvance(a, gaps[g + 6], 0);
    question.sign = -1;
    question.radius = gaps[g + 5];
    this.addAdvance(b, gaps[g + 7], 1);
    const margin = (gaps[g] - target) * (1 - 4 * u);
    const bySpeed = spanLower(margin, sums, 0, question.span);
    if (bounds === 'speed' || bySpeed >= question.span) return bySpeed;
    return Math.max(bySpeed, spanLower(margin, sums, ADVANCE_SIZE, question.span));
  }

  /** How far a body advances, by its piece of a number if that is known; `which` of the two bodies it is. */
  private addAdvance({ body, motion }: Mover, piece: number, which: number): void {
    const { advances, sums, question, extent } = this;
    if (motion.kind === 'rest') return;
    question.points = null;
    if (piece >= 0) {
      extent.about(
        body.pieces[piece],
        question,
        this.poses,
        POSE_SIZE * which,
        this.errors[2 * which + 1],
      );
      question.points = extent;
    }
    motion.advanceUpperInto(question, advances);
    for (let k = 0; k < 2 * ADVANCE_SIZE; k++) {
      // One rounding of the sum.
      sums[k] += advances[k] + 2 * u * (Math.abs(sums[k]) + Math.abs(advances[k]));
    }
  }

  /** The gap of the balls around the two bodies' origins. */
  private wholeBalls(a: RigidBody, b: RigidBody): void {
    this.centres.set(this.between, 3);
    this.centres.fill(0, 0, 3);
    const error = this.errors[0] + this.errors[2];
    this.addBalls(a.radius, b.radius, error, 0, 0);
  }

  /** Adds the gap of two balls around `centres`; says how large it is. */
  private addBalls(
    radiusA: number,
    radiusB: number,
    error: number,
    reachA: number,
    reachB: number,
  ): number {
    const c = this.centres;
    const x = c[3] - c[0];
    const y = c[4] - c[1];
    const z = c[5] - c[2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const radii = radiusA + radiusB;
    const gap = distance - radii - 16 * u * (distance + radii) - error;
    const g = this.addGap(distance > 0 ? gap : Number.NEGATIVE_INFINITY, reachA, reachB);
    const { gaps } = this;
    gaps[g + 1] = x / distance;
    gaps[g + 2] = y / distance;
    gaps[g + 3] = z / distance;
    return gap;
  }

  /** Adds the gap of two pieces; where it is if they were asked for their distance, else -1. */
  private pieces(a: Piece, b: Piece): number {
    const { poses, centres, errors, between } = this;
    const distance = Math.abs(between[0]) + Math.abs(between[1]) + Math.abs(between[2]);
    const bounded = a.reach < INFINITE && b.reach < INFINITE;
    const reachA = a.reach < INFINITE ? a.reach : 0;
    const reachB = b.reach < INFINITE ? b.reach : distance + reachA;
    // Poses off by their errors, and the roundings of placing one piece in the other's frame.
    const error =
      (errors[0] +
        errors[2] +
        errors[3] * reachB +
        errors[1] * (distance + reachB) +
        PLACING * (distance + reachA + reachB)) *
      (1 + 16 * u);
    if (bounded) {
      transformPointInto(poses, 0, a.centre, 0, centres, 0);
      transformPointInto(poses, POSE_SIZE, b.centre, 0, centres, 3);
      const gap = this.addBalls(a.ballRadius, b.ballRadius, error, a.coreReach, b.coreReach);
      if (gap > FAR * (a.ballRadius + b.ballRadius)) {
        this.lower = Math.min(this.lower, gap);
        return -1;
      }
      this.gapCount--;
    }
    return this.query(a, b, error, reachA);
  }

  /** The gap of two pieces from a query of their distance. */
  private query(a: Piece, b: Piece, error: number, reachA: number): number {
    const { poses, pieceA, pieceB, relative, convex } = this;
    composePosesInto(poses, 0, a.pose, 0, pieceA, 0);
    composePosesInto(poses, POSE_SIZE, b.pose, 0, pieceB, 0);
    relativePosesInto(pieceA, 0, pieceB, 0, relative, 0);
    const status = shapeDistanceInto(a.shape, b.shape, relative, 0, convex);
    this.queries++;
    const w = convex.numbers;
    const gap = (status === COLLIDING ? 0 : w[GAP_LOWER]) - error;
    const upper = status === COLLIDING ? 0 : w[DISTANCE_UPPER] + error;
    // Half-spaces do not move; what is near them is what counts.
    const g = this.addGap(
      gap,
      a.coreReach < INFINITE ? a.coreReach : reachA,
      b.coreReach < INFINITE ? b.coreReach : 0,
    );
    const { gaps } = this;
    for (let k = 0; k < 3; k++) gaps[g + 1 + k] = w[DIRECTION + k];
    rotateVectorInto(pieceA, 0, gaps, g + 1);
    this.lower = Math.min(this.lower, gap);
    if (upper >= this.upper) return g;
    this.upper = upper;
    this.keepNormal(g);
    transformPointInto(pieceA, 0, w, POINT_A, this.points, 0);
    transformPointInto(pieceA, 0, w, POINT_B, this.points, 3);
    return g;
  }

  /** The direction of a gap; between the origins where bodies that overlap have none. */
  private keepNormal(g: number): void {
    const { gaps, normal, between } = this;
    const length = lengthOf(gaps, g + 1);
    const some = Math.abs(length - 1) < 1e-6;
    const away = lengthOf(between) || 1;
    for (let k = 0; k < 3; k++) normal[k] = some ? gaps[g + 1 + k] : between[k] / away;
  }

  private addGap(gap: number, reachA: number, reachB: number): number {
    const g = GAP_SIZE * this.gapCount++;
    if (g + GAP_SIZE > this.gaps.length) this.gaps = grown(this.gaps, g + GAP_SIZE);
    this.gaps[g] = gap;
    this.gaps[g + 4] = reachA;
    this.gaps[g + 5] = reachB;
    this.gaps[g + 6] = -1;
    this.gaps[g + 7] = -1;
    return g;
  }
}

/** Of `apartUntil`. */
export interface ApartOptions {
  /** Metres. */
  readonly target: number;
  /** Seconds. */
  readonly until: number;
  readonly bounds: BoundsUsed;
}
