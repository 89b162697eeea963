/**
 * How long two convex patches stay apart: the directional cover [beyond A; grade 3].
 *
 * At time t the patches are separated along a unit direction n, from A toward B, by a gap. n is fixed
 * in the frame of the bodies' lowest common ancestor. Within tau of t a point p of A moves along n by
 * at most
 *   second order   tau V + tau^2/2 acceleration
 *   third order    tau V + tau^2/2 W + tau^3/6 jerk
 * with V and W the largest n.p' and n.p'' over the patch at t (affine in p: one support point each),
 * acceleration and jerk bounds of |p''| and |p'''| around t. The same for B, the other way. As long as what
 * both move is less than the gap, less what must remain, the patches stay apart. Forward and backward
 * in time are asked separately. docs/proofs/motion.md, section 4.
 */
import { supportOffset } from '../../geometry/index.ts';
import { U } from '../../math/index.ts';
import {
  APART,
  APPROACH,
  type ConvexWorkspace,
  convexWorkspace,
  DIRECTION,
  GAP_LOWER,
  MAX_ITERATIONS,
  NEEDED,
  PROVE,
  shapeDistanceInto,
  TOLERANCE,
  UNRESOLVED,
  WARM,
  WITNESS,
} from '../../proximity/index.ts';
import { AlongDirection } from './alongDirection.ts';
import { BallMotions } from './ballMotion.ts';
import { COVERED, type CoverAnswer, type CoverQuestion, MEETING, PARTLY } from './coverQuestion.ts';
import type { MovingUnits } from './movingUnits.ts';
import { BALL_MOTION } from './oneBall.ts';
import { Sift } from './sift.ts';
import { BY_BALLS, BY_HULLS, SAID } from './sweepKernel.ts';
import { UnitAtHand } from './unitAtHand.ts';

const { move: MOVE, size: SIDE } = BALL_MOTION;

/** Distances are asked for up to this part of them. */
const TOLERATED = 1e-3;

export class Cover {
  gjkCalls = 0;
  /** How many units the last `pass` found covered. */
  passed = 0;
  /** What is known of the last question's unit. */
  readonly hand: UnitAtHand;
  private readonly moving: MovingUnits;
  private readonly firstLook: Sift;
  private readonly balls: BallMotions;
  private readonly along: AlongDirection;
  private readonly answer: CoverAnswer = {
    status: MEETING,
    before: 0,
    after: 0,
    room: 0,
    directions: new Float64Array(6),
  };
  private readonly workspace: ConvexWorkspace = convexWorkspace();
  private readonly scratch = new Float64Array(6);
  private readonly normal = new Float64Array(3);

  constructor(moving: MovingUnits) {
    this.moving = moving;
    this.hand = new UnitAtHand(moving);
    this.firstLook = new Sift(moving);
    this.balls = new BallMotions(moving, this.hand);
    this.along = new AlongDirection(moving, this.hand);
    const { numbers, integers } = this.workspace;
    numbers[TOLERANCE] = TOLERATED;
    integers[WITNESS] = 0;
    integers[PROVE] = 0;
    integers[MAX_ITERATIONS] = 60;
  }

  /** Declares a new configuration; poses, frame motions and bounds are asked for again. */
  begin(): void {
    this.hand.begin();
    this.balls.begin();
  }

  /** How many units have balls that do not stay apart, at the first look at a configuration: see Sift. */
  sift(): number {
    return this.firstLook.look();
  }

  /** The units that the last `sift` left, and how many it was about. */
  get sifted(): Int32Array {
    return this.firstLook.list;
  }

  get siftedFrom(): number {
    return this.firstLook.asked();
  }

  /**
   * Of the sifted units, from place k on, the place of the first that is not shown to stay apart from t - before to t + after
   * without a closer look; how many came before it is in `passed`. Asks only about units that it was told of (`letPass`).
   */
  pass(k: number, count: number, before: number, after: number): number {
    const { kernel } = this.moving;
    this.passed = 0;
    if (kernel === null || this.sifted !== kernel.list) return k;
    const next = kernel.pass(k, count, before, after, this.workspace);
    this.passed = kernel.passed;
    this.gjkCalls += kernel.passedByHulls;
    if (next > k) this.hand.begin();
    return next;
  }

  /** Lets `pass` ask about a unit from now on; `balls` as `askWhole` has it. */
  letPass(unit: number, balls: boolean): void {
    this.moving.kernel?.letPass(unit, balls);
  }

  /** Whether the balls around a unit's whole pieces stay apart for `span` before and after t. */
  ballsApart(unit: number, span: number): boolean {
    this.hand.open(unit);
    return this.balls.apart(span);
  }

  /**
   * Likewise about whole pieces, which the question has as its patches; with `balls` these are compared first, and where they
   * stay apart that is the answer, COVERED.
   */
  askWhole(question: CoverQuestion, balls: boolean): CoverAnswer {
    const answer = this.glance(question, balls);
    return answer.status === PARTLY
      ? this.lengthen(question, answer.directions, answer.room)
      : answer;
  }

  /** The same without how long PARTLY is: `lengthen` says that, by the direction and the room of this answer. */
  glance(question: CoverQuestion, balls: boolean): CoverAnswer {
    const { unit, before, after } = question;
    const { hand, answer, workspace } = this;
    const { kernel } = this.moving;
    // Bounds around the configuration, where somebody made them, are better.
    if (kernel !== null && hand.unit !== unit) {
      const said = kernel.ask(question, workspace, balls);
      if (said <= BY_BALLS) {
        hand.begin();
        answer.before = before;
        answer.after = after;
        answer.status = COVERED;
        if (said === BY_HULLS) this.gjkCalls++;
        return answer;
      }
      if (said === SAID + APART || said === SAID + UNRESOLVED) {
        hand.begin();
        return this.take(question, said - SAID);
      }
    }
    if (balls && this.ballsApart(unit, Math.max(before, after))) {
      answer.before = before;
      answer.after = after;
      answer.status = COVERED;
      return answer;
    }
    return this.search(question);
  }

  ask(question: CoverQuestion): CoverAnswer {
    const answer = this.search(question);
    return answer.status === PARTLY
      ? this.lengthen(question, answer.directions, answer.room)
      : answer;
  }

  /** How long patches stay apart along a unit direction of A's frame, d[0 .. 2], along which there is room. */
  lengthen(question: CoverQuestion, d: Float64Array, room: number): CoverAnswer {
    const { hand, answer } = this;
    const { before, after } = question;
    answer.before = 0;
    answer.after = 0;
    answer.room = room;
    for (let k = 0; k < 3; k++) {
      answer.directions[k] = d[k];
      answer.directions[k + 3] = d[k];
    }
    hand.open(question.unit);
    hand.place();
    this.along.lengthen(question, answer, d, 0, room);
    answer.status = answer.before >= before && answer.after >= after ? COVERED : PARTLY;
    return answer;
  }

  private search(question: CoverQuestion): CoverAnswer {
    const { unit, patchA, patchB } = question;
    const { hand, workspace } = this;
    hand.open(unit);
    hand.place();
    this.askFor(question);
    const status = shapeDistanceInto(patchA.shape, patchB.shape, hand.pose, 0, workspace);
    return this.take(question, status);
  }

  /** What follows from the distance of the patches, which is asked for: PARTLY without how long. */
  private take(question: CoverQuestion, said: number): CoverAnswer {
    const { unit, patchA, patchB, before, after } = question;
    const { hand, answer, workspace } = this;
    const w = workspace.numbers;
    const base = this.moving.units.base[unit];
    const needed = w[NEEDED];
    let status = said;
    this.gjkCalls++;
    if (status === APART && w[GAP_LOWER] < 1.01 * base) {
      // Close to what must remain: what was left of the distance matters now.
      hand.open(unit);
      hand.place();
      w[TOLERANCE] = 1e-10;
      workspace.integers[WARM] = 1;
      status = shapeDistanceInto(patchA.shape, patchB.shape, hand.pose, 0, workspace);
      w[TOLERANCE] = TOLERATED;
    }
    const gap = w[GAP_LOWER];
    const x = w[DIRECTION];
    const y = w[DIRECTION + 1];
    const z = w[DIRECTION + 2];
    const d = answer.directions;
    d[0] = x;
    d[1] = y;
    d[2] = z;
    d[3] = x;
    d[4] = y;
    d[5] = z;
    answer.room = gap - base;
    answer.before = 0;
    answer.after = 0;
    answer.status = MEETING;
    if (status !== APART || !(gap > base)) return answer;
    const moved = Math.abs(x * w[APPROACH] + y * w[APPROACH + 1] + z * w[APPROACH + 2]);
    if (gap >= needed + moved) {
      answer.before = before;
      answer.after = after;
      answer.status = COVERED;
      return answer;
    }
    answer.status = PARTLY;
    return answer;
  }

  /** Tells GJK what would be enough, and where to begin. */
  private askFor({ unit, patchA, patchB, before, after, warm }: CoverQuestion): void {
    const { balls } = this;
    const { numbers: w, integers } = this.workspace;
    const { sides } = balls;
    const { pose } = this.hand;
    balls.bound(patchA, patchB, Math.max(before, after));
    // A gap along n of at least NEEDED + |n . APPROACH| lasts as long as asked, both ways.
    w[NEEDED] = this.moving.units.base[unit] + balls.extra;
    const m = SIDE + MOVE;
    for (let k = 0; k < 3; k++) {
      const r = 3 * k;
      w[APPROACH + k] =
        sides[MOVE + k] -
        (pose[r] * sides[m] + pose[r + 1] * sides[m + 1] + pose[r + 2] * sides[m + 2]);
    }
    integers[WARM] = 0;
    if (warm[0] !== 0 || warm[1] !== 0 || warm[2] !== 0) {
      integers[WARM] = 1;
      w[DIRECTION] = warm[0];
      w[DIRECTION + 1] = warm[1];
      w[DIRECTION + 2] = warm[2];
    }
  }

  /** Tries the normals of flat patches on top of the last answer: the right directions where bodies graze. */
  tryNormals(question: CoverQuestion): CoverAnswer {
    const { patchA, patchB } = question;
    const n = patchA.normal;
    if (n[0] !== 0 || n[1] !== 0 || n[2] !== 0) {
      this.tryDirection(question, n, 1);
      this.tryDirection(question, n, -1);
    }
    const m = patchB.normal;
    if (m[0] !== 0 || m[1] !== 0 || m[2] !== 0) {
      const { normal } = this;
      const { pose } = this.hand;
      normal[0] = pose[0] * m[0] + pose[1] * m[1] + pose[2] * m[2];
      normal[1] = pose[3] * m[0] + pose[4] * m[1] + pose[5] * m[2];
      normal[2] = pose[6] * m[0] + pose[7] * m[1] + pose[8] * m[2];
      const length = Math.sqrt(
        normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2],
      );
      for (let k = 0; k < 3; k++) normal[k] /= length;
      this.tryDirection(question, normal, 1);
      this.tryDirection(question, normal, -1);
    }
    return this.answer;
  }

  /**
   * Tries a unit direction of A's frame on top of the last answer, which must be to the same question; `sign`
   * turns it around. The status stays what it was.
   */
  tryDirection(question: CoverQuestion, n: Float64Array, sign: number): CoverAnswer {
    const { answer, scratch } = this;
    const a = question.patchA.shape;
    const b = question.patchB.shape;
    if (a.kind !== 'hull' || b.kind !== 'hull') return answer;
    const { pose } = this.hand;
    const x = sign * n[0];
    const y = sign * n[1];
    const z = sign * n[2];
    scratch[0] = x;
    scratch[1] = y;
    scratch[2] = z;
    const i = supportOffset(a.table, scratch, 0);
    scratch[3] = -(pose[0] * x + pose[3] * y + pose[6] * z);
    scratch[4] = -(pose[1] * x + pose[4] * y + pose[7] * z);
    scratch[5] = -(pose[2] * x + pose[5] * y + pose[8] * z);
    const j = supportOffset(b.table, scratch, 3);
    const p = a.table.positions;
    const q = b.table.positions;
    const gap =
      x * pose[9] +
      y * pose[10] +
      z * pose[11] -
      (scratch[3] * q[j] + scratch[4] * q[j + 1] + scratch[5] * q[j + 2]) -
      (x * p[i] + y * p[i + 1] + z * p[i + 2]);
    const radii = a.table.radius + b.table.radius;
    const size = radii + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
    // n is a unit vector but for a few u; supports, products and sums: fewer than 64 roundings.
    const room = gap - 128 * U * size - this.moving.units.base[question.unit];
    if (!(room > 0)) return answer;
    const w = this.workspace.numbers;
    w[DIRECTION] = x;
    w[DIRECTION + 1] = y;
    w[DIRECTION + 2] = z;
    if (room > answer.room) answer.room = room;
    this.along.lengthen(question, answer, w, DIRECTION, room);
    return answer;
  }
}
