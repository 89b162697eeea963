/**
 * Lengths of the curves that slots of bodies trace [A VI: "the curves traced out by the vertices of the
 * triangles" below a volume]: Lemma 2 with the local reach of a ball around the volume instead of one
 * around the whole body. A finger near the axis of the last joint moves far less than the hand.
 *
 * The computation is that of `localReachInto` and `localMotionUpper` (kinematics/reach.ts), term by term,
 * with the ball of a slot in place of the body's. The slot lies in the body, so that the reach over the
 * whole box holds for it too. Lengths of a slot are computed once per configuration, when asked for.
 */
import { BOX, ORIENTED, type Tree } from '../../bvh/index.ts';
import type { Body } from '../../cell/index.ts';
import { surfaceOf } from '../../cell/index.ts';
import { type Chain, FLOATING, type Kinematics, lawShareUpper } from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import type { MovingPair } from '../lemma/movingPairs.ts';

/** Numbers of a term: origin, axis, reach over the box, and what varies left, right and altogether. */
const TERM = 10;

/** How a term's reach is measured: not at all, from its axis, from its origin. */
const SLIDES = 0;
const AXIS = 1;
const ORIGIN = 2;

/**
 * A slot's box has corners outside of the body's ball: its centre is at most 3 radii farther out in sum
 * of coordinates, its own radius 1.8 times as large. The slack grows with these sizes.
 */
const LARGER = 8;

/** What is known about the slots of one piece at a configuration. */
export class SlotLengths {
  readonly tree: Tree | null;
  private readonly ball: Float64Array;
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly stamps: Float64Array;

  constructor(tree: Tree | null, ball: Float64Array) {
    this.tree = tree;
    this.ball = ball;
    const count = tree?.slotCount ?? 1;
    this.left = new Float64Array(count);
    this.right = new Float64Array(count);
    this.stamps = new Float64Array(count);
  }

  /** Centre and radius of a ball around a slot, in the body's frame. */
  ballInto(slot: number, out: Float64Array): void {
    const { tree } = this;
    if (tree === null) {
      out.set(this.ball);
      return;
    }
    const v = tree.volumes;
    const o = (v.length / tree.slotCount) * slot;
    out[0] = v[o];
    out[1] = v[o + 1];
    out[2] = v[o + 2];
    const e = o + (tree.kind === 'box' ? BOX.half : ORIENTED.extents);
    const flat = v[e] * v[e] + v[e + 1] * v[e + 1];
    // The third extent of a rectangle swept sphere is its radius.
    if (tree.kind === 'rss') out[3] = (Math.sqrt(flat) + v[e + 2]) * (1 + 64 * U);
    else out[3] = Math.sqrt(flat + v[e + 2] * v[e + 2]) * (1 + 64 * U);
  }
}

/** One side of a pair: the joints above its body, where they are, and how much they vary. */
class Side {
  private numbers = new Float64Array(TERM * 16);
  private kinds = new Uint8Array(16);
  private count = 0;
  private readonly place = new Float64Array(12);
  private slack = 0;
  private up = 1;
  private sumUp = 1;
  private readonly ball = new Float64Array(4);

  /** Reads poses, axes and variations of the joints between a body and the common ancestor. */
  begin(
    kin: Kinematics,
    chain: Chain,
    left: Float64Array,
    right: Float64Array,
    error: Float64Array,
  ): void {
    const { axis, kind, laws } = kin.tree;
    const { poses } = kin;
    const terms = chain.joint.length;
    if (terms > this.kinds.length) {
      this.numbers = new Float64Array(TERM * 2 * terms);
      this.kinds = new Uint8Array(2 * terms);
    }
    const { numbers, kinds, place } = this;
    this.slack = LARGER * chain.slack;
    this.up = 1 + (16 + 2 * terms) * U;
    this.sumUp = 1 + (2 * terms + 4) * U;
    this.count = 0;
    for (let t = 0; t < terms; t++) {
      const d = chain.dof[t];
      const away = Math.max(left[d], right[d]) + error[d];
      if (away === 0) continue;
      const o = TERM * this.count;
      const f = chain.joint[t];
      kinds[this.count] = SLIDES;
      if (chain.turns[t] === 1) {
        const p = kin.poseOf(f);
        const u = axis[3 * f];
        const v = axis[3 * f + 1];
        const w = axis[3 * f + 2];
        kinds[this.count] = kind[f] === FLOATING ? ORIGIN : AXIS;
        numbers[o] = poses[p + 9];
        numbers[o + 1] = poses[p + 10];
        numbers[o + 2] = poses[p + 11];
        numbers[o + 3] = poses[p] * u + poses[p + 1] * v + poses[p + 2] * w;
        numbers[o + 4] = poses[p + 3] * u + poses[p + 4] * v + poses[p + 5] * w;
        numbers[o + 5] = poses[p + 6] * u + poses[p + 7] * v + poses[p + 8] * w;
      }
      const factor = laws === null ? chain.factor[t] : shared(kin, chain, t, away);
      numbers[o + 6] = chain.reach[t];
      numbers[o + 7] = factor * left[d];
      numbers[o + 8] = factor * right[d];
      numbers[o + 9] = factor * away;
      this.count++;
    }
    if (this.count === 0) return;
    const o = kin.poseOf(chain.frame);
    for (let k = 0; k < 12; k++) place[k] = poses[o + k];
  }

  /** Computes the lengths of a slot. */
  measure(lengths: SlotLengths, slot: number): void {
    const { numbers: n, kinds, count, place: p, ball } = this;
    let left = 0;
    let right = 0;
    if (count > 0) {
      lengths.ballInto(slot, ball);
      const a = ball[0];
      const b = ball[1];
      const c = ball[2];
      const x = p[0] * a + p[1] * b + p[2] * c + p[9];
      const y = p[3] * a + p[4] * b + p[5] * c + p[10];
      const z = p[6] * a + p[7] * b + p[8] * c + p[11];
      const radius = ball[3] + this.slack;
      const { up } = this;
      let moved = 0;
      for (let t = 0, o = 0; t < count; t++, o += TERM) {
        let rho = n[o + 6];
        if (kinds[t] !== SLIDES) {
          const dx = x - n[o];
          const dy = y - n[o + 1];
          const dz = z - n[o + 2];
          let squared: number;
          if (kinds[t] === AXIS) {
            const cx = dy * n[o + 5] - dz * n[o + 4];
            const cy = dz * n[o + 3] - dx * n[o + 5];
            const cz = dx * n[o + 4] - dy * n[o + 3];
            squared = cx * cx + cy * cy + cz * cz;
          } else squared = dx * dx + dy * dy + dz * dz;
          const here = (Math.sqrt(squared) + radius + moved) * up;
          if (here < rho) rho = here;
        }
        moved += rho * n[o + 9];
        // What stands still does not move, even where the reach is infinite.
        if (n[o + 7] !== 0) left += rho * n[o + 7];
        if (n[o + 8] !== 0) right += rho * n[o + 8];
      }
    }
    lengths.left[slot] = left * this.sumUp;
    lengths.right[slot] = right * this.sumUp;
  }
}

/** The factor of a term around the configuration; of a joint that follows by a law it is less than over the box. */
function shared(kin: Kinematics, chain: Chain, t: number, away: number): number {
  return chain.factor[t] * lawShareUpper(kin, chain, t, away) * (1 + 4 * U);
}

/** Lengths for pairs of slots of two bodies around one configuration. */
export class PairLengths {
  private readonly sideA = new Side();
  private readonly sideB = new Side();
  private stamp = 0;
  /** For the two sides of the interval, of the last pair that was measured. */
  left = 0;
  right = 0;

  /** `kin` stands where the sides of the interval meet, on which joints vary by `left` and `right`. */
  begin(
    { motion }: MovingPair,
    kin: Kinematics,
    left: Float64Array,
    right: Float64Array,
    error: Float64Array,
  ): void {
    this.stamp++;
    this.sideA.begin(kin, motion.chainI, left, right, error);
    this.sideB.begin(kin, motion.chainJ, left, right, error);
  }

  /** Sets `left` and `right` for two slots. */
  measure(a: SlotLengths, slotA: number, b: SlotLengths, slotB: number): void {
    const { stamp } = this;
    if (a.stamps[slotA] !== stamp) {
      a.stamps[slotA] = stamp;
      this.sideA.measure(a, slotA);
    }
    if (b.stamps[slotB] !== stamp) {
      b.stamps[slotB] = stamp;
      this.sideB.measure(b, slotB);
    }
    const up = 1 + 2 * U;
    this.left = (a.left[slotA] + b.left[slotB]) * up;
    this.right = (a.right[slotA] + b.right[slotB]) * up;
  }
}

/** One per piece of a body. */
export function slotLengthsOf(body: Body): SlotLengths[] {
  return body.pieces.map((piece) => new SlotLengths(surfaceOf(piece)?.tree ?? null, piece.ball));
}
