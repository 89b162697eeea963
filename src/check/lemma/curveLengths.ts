/**
 * How far points of two bodies can be carried against each other: upper bounds of the lengths of the curves that they
 * trace on parts of a segment [A IV, Lemma 2]. What bounds the change of a distance, and of a depth.
 */
import type { Cell } from '../../cell/index.ts';
import {
  type Kinematics,
  localMotionUpper,
  localReachInto,
  motionUpper,
  type PairMotion,
} from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import { joinedErrorUpperInto, type Segment } from '../../motion/index.ts';
import type { MovingPair } from './movingPairs.ts';

/** Bounds of the lengths of curves that a segment traces; scratch for one checker. */
export class CurveLengths {
  private readonly grade: 1 | 2;
  /** Variations in the two parts of the last interval, and errors of q(t) and of joins. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly error: Float64Array;
  private readonly away: Float64Array;
  private reach = new Float64Array(64);
  private segment: Segment | null = null;
  /** Upper bounds for the two parts of the last interval. */
  lambdaLeft = 0;
  lambdaRight = 0;

  constructor(cell: Cell, grade: 1 | 2) {
    this.grade = grade;
    const count = cell.tree.dofs.length;
    this.left = new Float64Array(count);
    this.right = new Float64Array(count);
    this.away = new Float64Array(count);
    this.error = new Float64Array(count);
  }

  begin(segment: Segment): void {
    if (segment === this.segment) return;
    this.segment = segment;
    joinedErrorUpperInto(segment, this.error, 0);
  }

  /** How far the pair may be from where it should be because q(t) is rounded, and at joins. */
  evaluationError({ motion }: MovingPair): number {
    return motionUpper(motion, this.error, 0);
  }

  /** For all of the segment, by reach over all joint values of the cell: the cheapest bounds, one per pair. */
  wholeUpperInto(pairs: readonly MovingPair[], out: Float64Array): void {
    const { left } = this;
    this.segment!.variationUpperInto(0, 1, left, 0);
    for (let p = 0; p < pairs.length; p++) out[p] = motionUpper(pairs[p].motion, left, 0);
  }

  /** Euclidean length of the change of all joint values between two times. */
  jointLength(from: number, to: number): number {
    const { left } = this;
    this.segment!.variationUpperInto(from, to, left, 0);
    let squares = 0;
    for (let d = 0; d < left.length; d++) squares += left[d] * left[d];
    return Math.sqrt(squares);
  }

  /** Bounds for [from, at] and [at, to]; `kin` stands at `at`. */
  measure(moving: MovingPair, kin: Kinematics, from: number, at: number, to: number): void {
    const { motion } = moving;
    const { left, right, away, error } = this;
    const segment = this.segment!;
    segment.variationUpperInto(from, at, left, 0);
    segment.variationUpperInto(at, to, right, 0);
    if (this.grade === 1) {
      this.lambdaLeft = motionUpper(motion, left, 0);
      this.lambdaRight = motionUpper(motion, right, 0);
      return;
    }
    // Where the parts are as good as equal, reach is measured once, for the farther end of both.
    const even = Math.abs(at - from - (to - at)) < 0.01 * (to - from);
    for (let d = 0; d < away.length; d++) {
      away[d] = (even ? Math.max(left[d], right[d]) : left[d]) + error[d];
    }
    this.measureReach(motion, kin);
    this.lambdaLeft = this.curveLength(motion, left);
    if (!even) {
      for (let d = 0; d < away.length; d++) away[d] = right[d] + error[d];
      this.measureReach(motion, kin);
    }
    this.lambdaRight = this.curveLength(motion, right);
  }

  private measureReach({ chainI, chainJ }: PairMotion, kin: Kinematics): void {
    const terms = chainI.joint.length + chainJ.joint.length;
    if (terms > this.reach.length) this.reach = new Float64Array(2 * terms);
    localReachInto(kin, chainI, this.away, 0, this.reach, 0);
    localReachInto(kin, chainJ, this.away, 0, this.reach, chainI.joint.length);
  }

  private curveLength({ chainI, chainJ }: PairMotion, variation: Float64Array): number {
    const i = localMotionUpper(chainI, this.reach, 0, variation, 0);
    const j = localMotionUpper(chainJ, this.reach, chainI.joint.length, variation, 0);
    return (i + j) * (1 + 2 * U);
  }
}
