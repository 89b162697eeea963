/**
 * The proof of one slab, in the order of docs/certificate.md, "One slab". Bounds are recomputed, never
 * read. Everything is in the world's coordinates at the moment t; `n` is turned there from the frame of
 * the common ancestor, in which it is fixed.
 *
 *   const prover = new SlabProver({ tree, bodies, box, errors, tolerances })
 *   const pair = prover.pair({ a, b, clearance, tracking })
 *   prover.begin(segment); prover.place(t)
 *   prover.holds(pair, sectionA, sectionB, n, 0, times)
 *
 * Allocates nothing once pairs are made.
 */
import type { JointBox } from '../kinematics/box.ts';
import { commonAncestor } from '../kinematics/forward.ts';
import { poseErrorUpper } from '../kinematics/poseError.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { POSE_SIZE } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import type { Segment } from '../motion/segment.ts';
import type { BodyList, Section } from './bodies.ts';
import type { PairEntry } from './format.ts';
import { Motion } from './motion.ts';
import { Mover } from './mover.ts';
import {
  BACKWARD,
  BEND,
  BOUNDS,
  E,
  FORWARD,
  LENGTH,
  NEED,
  ROOM,
  Side,
  SLAB_NUMBERS,
  TIMES,
  TOP,
} from './side.ts';
import { Strays } from './stray.ts';
import { dotAt, lengthAt } from './vectors.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;

/** A pair of bodies, ready to be proven apart. */
export interface PairProof {
  readonly ancestor: number;
  readonly a: Mover;
  readonly b: Mover;
  readonly fromA: number;
  readonly fromB: number;
  /** No points of the two are farther apart. */
  readonly apart: number;
  /** Metres that must remain: what is asked for, and twice what positions may be off by. */
  readonly need: number;
}

export type AskedPair = Pick<PairEntry, 'a' | 'b' | 'clearance' | 'tracking'>;

export interface ProverSettings {
  readonly tree: KinematicTree;
  readonly bodies: BodyList;
  /** Holds for all configurations that will be asked about, wherever joints stray to. */
  readonly box: JointBox;
  /** The largest errors of computed configurations; by how much joints may stray. */
  readonly errors: Float64Array;
  readonly tolerances: Float64Array;
}

export class SlabProver {
  readonly motion: Motion;
  private readonly bodies: BodyList;
  private readonly made = new Map<number, Mover>();
  /** Those of them that joints move. */
  private readonly moving: Mover[] = [];
  private isMoving = false;
  private readonly tree: KinematicTree;
  private readonly box: JointBox;
  private readonly errors: Float64Array;
  private readonly strays: Strays;
  private readonly a: Side;
  private readonly b: Side;
  private readonly numbers = new Float64Array(SLAB_NUMBERS);
  /** The moment of the segment at which all is placed; -1 before that. */
  t = 0;
  /** What a half-space that turns about its normal is off by, per unit of time. */
  private spin = 0;

  constructor({ tree, bodies, box, errors, tolerances }: ProverSettings) {
    this.tree = tree;
    this.errors = errors;
    this.motion = new Motion(tree);
    this.box = {
      lower: box.lower.map((x, d) => x - errors[d]),
      upper: box.upper.map((x, d) => x + errors[d]),
    };
    this.strays = new Strays(this.motion, this.box, tolerances);
    this.bodies = bodies;
    this.a = new Side(this.motion);
    this.b = new Side(this.motion);
  }

  /** Body number i as a mover, made when first asked for. */
  mover(i: number): Mover {
    let mover = this.made.get(i);
    if (mover === undefined) {
      mover = new Mover(this.motion, this.bodies.at(i)!, this.box, this.errors);
      if (this.isMoving) {
        // Its rates are those of all of the segment, whatever part of it was looked at last.
        this.motion.during(0, 1);
        mover.takeRates(this.motion);
      }
      this.made.set(i, mover);
      if (mover.chain.length > 0) this.moving.push(mover);
    }
    return mover;
  }

  /** Metres by which joints that stray carry the points of body number i, in the world. */
  strayUpper(i: number): number {
    return this.strays.upper(this.mover(i), 0);
  }

  /**
   * Prepares the pair of bodies number a and b, which must be apart by `clearance` and by what straying
   * joints can bring them closer: at least `tracking`, and at least what the reach over the box says.
   */
  pair({ a, b, clearance, tracking }: AskedPair): PairProof {
    const { tree } = this;
    const [p, q] = [this.mover(a), this.mover(b)];
    const ancestor = commonAncestor(tree, p.body.frame, q.body.frame);
    const from = (mover: Mover) =>
      mover.chain.length - this.motion.chain(ancestor, mover.body.frame).length;
    // Points of the two are at most this far apart, wherever the ancestor is.
    const apart = [p, q].reduce((sum, { body }) => {
      return sum + poseErrorUpper(tree, body.frame, this.box, ancestor).length + body.size;
    }, 0);
    const off = p.place + q.place + this.vague(p, q, ancestor) * apart + 64 * U * (p.size + q.size);
    const [fromA, fromB] = [from(p), from(q)];
    const own = this.strays.upper(p, ancestor) + this.strays.upper(q, ancestor);
    const stray = Math.max(tracking, own);
    const needed = Math.max(0, clearance + stray + p.body.padding + q.body.padding);
    return { ancestor, a: p, b: q, fromA, fromB, apart, need: (needed + 2 * off) * UP };
  }

  /** By how much the direction of a slab may be off, in the world: by how much its frame is turned. */
  private vague(a: Mover, b: Mover, ancestor: number): number {
    // The normal of a half-space comes from the frame of its body.
    const flat = ({ body }: Mover) => body.pieces.some(({ shape }) => shape.kind === 'half-space');
    if (flat(a) || flat(b)) return a.turn + b.turn;
    const chain = this.motion.chain(0, ancestor);
    const above = chain.filter((k) => this.motion.turns[k] === 1);
    const turning = above.reduce(
      (sum, k) => sum + this.motion.errorOf(k, this.errors, this.box),
      0,
    );
    return 2 * (poseErrorUpper(this.tree, ancestor, this.box).turn + turning) + 32 * U;
  }

  /** Takes up a segment. */
  begin(segment: Segment): void {
    this.motion.begin(segment);
    this.isMoving = true;
    this.t = -1;
    for (let i = 0; i < this.moving.length; i++) this.moving[i].takeRates(this.motion);
  }

  /** Goes to a moment of the segment. Sides and glances bring what they look at there. */
  goTo(t: number): void {
    this.t = t;
    this.motion.goTo(t);
  }

  /** The same, with all frames there. */
  place(t: number): void {
    this.t = t;
    this.motion.place(t);
  }

  /**
   * Whether section A and section B, placed at t, are proven to stay apart along n, at n[o], from
   * t - times[0] to t + times[1]. False says only that this proof fails.
   */
  holds(
    pair: PairProof,
    sectionA: Section,
    sectionB: Section,
    n: Float64Array,
    o: number,
    times: Float64Array,
  ): boolean {
    const { a, b, numbers: s } = this;
    a.turnTo(pair.a, pair.fromA, pair.ancestor, sectionA);
    b.turnTo(pair.b, pair.fromB, pair.ancestor, sectionB);
    if (!this.setDirection(pair, n, o)) return false;
    s[NEED] = pair.need * s[LENGTH];
    s[TIMES] = times[0];
    s[TIMES + 1] = times[1];
    // Balls and boxes first, whose projections are cheap; then what is needed of the truth, step by step.
    let isExact = false;
    this.findRoom(true);
    if (!(s[ROOM] > 0)) {
      isExact = true;
      this.findRoom(false);
      if (!(s[ROOM] > 0)) return false;
    }
    a.findSpeed();
    b.findSpeed();
    this.takeSums();
    if (this.lasts(false)) return true;
    a.findTerms();
    b.findTerms();
    this.findBounds();
    if (this.lasts(false)) return true;
    a.roughBend();
    b.roughBend();
    if (this.lasts(true)) return true;
    if (!isExact) {
      this.findRoom(false);
      if (!(s[ROOM] > 0)) return false;
      if (this.lasts(true)) return true;
    }
    a.exactSpeed(s[TIMES] > 0, s[TIMES + 1] > 0);
    b.exactSpeed(s[TIMES] > 0, s[TIMES + 1] > 0);
    if (this.lasts(true)) return true;
    a.exactBend();
    b.exactBend();
    if (this.lasts(true)) return true;
    a.findArms();
    b.findArms();
    this.findBounds();
    return this.lasts(true);
  }

  /** Turns n into the world: e of A is n, that of B is -n. False if n is no direction to use. */
  private setDirection({ ancestor, apart }: PairProof, n: Float64Array, o: number): boolean {
    const { a, b, numbers: s } = this;
    const { poses } = this.motion;
    const p = POSE_SIZE * ancestor;
    for (let k = 0; k < 3; k++) a.numbers[E + k] = dotAt(poses, p + 3 * k, n, o);
    const length = lengthAt(a.numbers, E);
    if (!(length >= 0.5 && length <= 2)) return false;
    this.spin = 0;
    if (a.section.halfSpaces.length > 0 || b.section.halfSpaces.length > 0) {
      // Only the half-space's own normal bounds it; n must be that, up to rounding.
      const normal = this.halfSpaceNormal(apart);
      if (normal === null) return false;
      const along = dotAt(a.numbers, E, normal, 0);
      if (!(along >= (1 - 1e-9) * length)) return false;
      a.numbers.set(normal, E);
    }
    for (let k = E; k < E + 3; k++) b.numbers[k] = -a.numbers[k];
    s[LENGTH] = lengthAt(a.numbers, E) * UP;
    return true;
  }

  /**
   * The normal of the only half-space of the sections, from A to B in the world; else null: two of them,
   * on one side or on both, have no end in common.
   */
  private halfSpaceNormal(apart: number): Float64Array | null {
    const [a, b] = [this.a.section.halfSpaces, this.b.section.halfSpaces];
    if (a.length + b.length !== 1) return null;
    const side = a.length === 1 ? this.a : this.b;
    const { shape, pose } = side.section.halfSpaces[0];
    if (shape.kind !== 'half-space' || pose === null) return null;
    const own = turned(pose, 0, shape.normal);
    const world = turned(this.motion.poses, POSE_SIZE * side.mover.body.frame, own);
    // A half-space that turns, but about its normal, ends nowhere.
    this.spin = side.spin(world, apart);
    if (!(this.spin < Infinity)) return null;
    return side === this.a ? world : world.map((c) => -c);
  }

  private findRoom(byBall: boolean): void {
    const { a, b, numbers: s } = this;
    a.findTop(byBall);
    b.findTop(byBall);
    s[ROOM] = -(a.numbers[TOP] + b.numbers[TOP]) - s[NEED];
  }

  /** Bounds that hold in all of the box, for both times. */
  private takeSums(): void {
    const { a, b, numbers: s } = this;
    for (let k = 0; k < 3; k++) {
      const bound = a.mover.sums[3 * a.from + k] + b.mover.sums[3 * b.from + k];
      s[BOUNDS + k] = bound * s[LENGTH];
      s[BOUNDS + 3 + k] = s[BOUNDS + k];
    }
  }

  /** Bounds that hold around t, for each time. */
  private findBounds(): void {
    const { a, b, motion, t, numbers: s } = this;
    for (let k = BOUNDS; k < SLAB_NUMBERS; k++) s[k] = 0;
    // Rates are those of the time before t, or after it; 4 u for the rounding of its ends.
    motion.during(Math.max(0, t - s[TIMES] - 4 * U), t);
    a.addBounds(s, 0);
    b.addBounds(s, 0);
    if (motion.uniform && s[TIMES] === s[TIMES + 1]) {
      for (let k = 0; k < 3; k++) s[BOUNDS + 3 + k] = s[BOUNDS + k];
      return;
    }
    motion.during(t, Math.min(1, t + s[TIMES + 1] + 4 * U));
    a.addBounds(s, 1);
    b.addBounds(s, 1);
  }

  /** Whether the room outlasts both times. */
  private lasts(cubic: boolean): boolean {
    const { a, b, numbers: s } = this;
    const first = 2 * s[LENGTH] * (a.mover.first + b.mover.first + this.spin);
    const second = 2 * s[LENGTH] * (a.mover.second + b.mover.second);
    for (let k = 0; k < 2; k++) {
      const h = s[TIMES + k];
      const at = k === 0 ? BACKWARD : FORWARD;
      const v = a.numbers[at] + b.numbers[at];
      const o = BOUNDS + 3 * k;
      // A bound that is convex in time and begins with 0 is at most the larger of its ends.
      let most = Math.min(h * s[o], Math.max(0, h * (v + 0.5 * h * s[o + 1])));
      if (cubic) {
        const bend = a.numbers[BEND] + b.numbers[BEND];
        most = Math.min(most, cubicUpper(h, v, bend, s[o + 2]));
      }
      if (!(most * UP + h * (first + h * second) < s[ROOM])) return false;
    }
    return true;
  }
}

/**
 * The largest value, if it is positive, of tau v + tau^2/2 w + tau^3/6 m for tau from 0 to h. Where the
 * curve rises and falls again it is concave, so that its tangent, wherever it is drawn, lies above it.
 */
export function cubicUpper(h: number, v: number, w: number, m: number): number {
  const most = Math.max(0, h * (v + h * (0.5 * w + (h / 6) * m)));
  const root = w * w - 2 * v * m;
  if (!(v > 0 && w < 0 && root > 0)) return most;
  const peak = (2 * v) / (Math.sqrt(root) - w);
  if (!(peak < h)) return most;
  const slope = v + peak * (w + 0.5 * peak * m);
  return Math.max(most, peak * (v + peak * (0.5 * w + (peak / 6) * m)) + h * Math.abs(slope));
}

/** The rotation of a pose times a vector. */
function turned(pose: Float64Array, o: number, v: ArrayLike<number>): Float64Array {
  return Float64Array.from(
    [0, 3, 6],
    (r) => pose[o + r] * v[0] + pose[o + r + 1] * v[1] + pose[o + r + 2] * v[2],
  );
}
