/**
 * Where a body can be meanwhile, in less time than the verifier takes (verifier/sweep.ts), and in more space: what is
 * beyond these ends is beyond the verifier's own. So who looks at many sweeps, of which most clear everybody, asks here
 * first. Nothing here is trusted; what is cleared in error makes a certificate that is rejected.
 *
 *   quick.begin(body, times)          the prover is at t
 *   quick.aroundInto(box)             a box of the body, and how far its ball goes in any direction: a few dozen operations
 *   quick.endInto(end, box)           one end of the box, as the verifier has it but for distances from axes
 */
import { POSE_SIZE, U } from '../math/index.ts';
import {
  BACKWARD,
  BEND,
  BOUNDS,
  BOX_SIZE,
  cubicUpper,
  E,
  FORWARD,
  LENGTH,
  Side,
  SLAB_NUMBERS,
  type SlabProver,
  TIMES,
  TOP,
} from '../verifier/inside.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;

export class QuickSweeper {
  private readonly prover: SlabProver;
  /** A box around a body in its own frame. */
  private readonly boxOf: (body: number) => Float64Array;
  private readonly side: Side;
  private readonly numbers = new Float64Array(SLAB_NUMBERS);
  private readonly rooms = new Map<number, number>();
  private body = 0;
  /** Whether distances from axes are known. */
  private placed = false;

  constructor(prover: SlabProver, boxOf: (body: number) => Float64Array) {
    this.prover = prover;
    this.boxOf = boxOf;
    this.side = new Side(prover.motion);
    this.numbers[LENGTH] = UP;
  }

  /** Takes up a body, and the times before and after where the prover is. */
  begin(body: number, times: Float64Array): void {
    const mover = this.prover.mover(body);
    this.body = body;
    this.numbers[TIMES] = times[0];
    this.numbers[TIMES + 1] = times[1];
    this.side.turnTo(mover, 0, 0, mover.body.whole);
    this.placed = false;
  }

  /** out = a box that has the verifier's. Without end for a body that has none. */
  aroundInto(out: Float64Array): void {
    const { mover } = this.side;
    const { poses } = this.prover.motion;
    const p = POSE_SIZE * mover.body.frame;
    if (mover.body.whole.halfSpaces.length > 0) {
      out.fill(-Infinity, 0, 3);
      out.fill(Infinity, 3, BOX_SIZE);
      return;
    }
    const own = this.boxOf(this.body);
    const more = (this.wayUpper() + this.roomOf(this.body)) * UP;
    for (let k = 0; k < 3; k++) {
      let middle = poses[p + 9 + k];
      let half = more;
      for (let c = 0; c < 3; c++) {
        const r = poses[p + 3 * k + c];
        middle += 0.5 * r * (own[c] + own[3 + c]);
        half += 0.5 * Math.abs(r) * (own[3 + c] - own[c]);
      }
      out[k] = middle - half * UP;
      out[3 + k] = middle + half * UP;
    }
  }

  /** How far points of the body's ball go: docs/certificate.md, "What a glance shows", as seen from the world. */
  private wayUpper(): number {
    const { mover, moving } = this.side;
    if (!moving) return 0;
    const { poses, twist, bending, carrier } = this.prover.motion;
    const { ball } = mover.body.whole;
    const h = Math.max(this.numbers[TIMES], this.numbers[TIMES + 1]);
    const p = POSE_SIZE * mover.body.frame;
    const [x, y, z] = [0, 1, 2].map(
      (k) =>
        poses[p + 3 * k] * ball[0] +
        poses[p + 3 * k + 1] * ball[1] +
        poses[p + 3 * k + 2] * ball[2] +
        poses[p + 9 + k],
    );
    const t = carrier[mover.body.frame];
    const [wx, wy, wz] = [twist[t], twist[t + 1], twist[t + 2]];
    const [bx, by, bz] = [bending[t], bending[t + 1], bending[t + 2]];
    const vx = wy * z - wz * y + twist[t + 3];
    const vy = wz * x - wx * z + twist[t + 4];
    const vz = wx * y - wy * x + twist[t + 5];
    const ax = by * z - bz * y + bending[t + 3] + (wy * vz - wz * vy);
    const ay = bz * x - bx * z + bending[t + 4] + (wz * vx - wx * vz);
    const az = bx * y - by * x + bending[t + 5] + (wx * vy - wy * vx);
    const ww = wx * wx + wy * wy + wz * wz;
    const v = Math.sqrt(vx * vx + vy * vy + vz * vz) + ball[3] * Math.sqrt(ww);
    const spread = ball[3] * (Math.sqrt(bx * bx + by * by + bz * bz) + ww);
    const bend = Math.sqrt(ax * ax + ay * ay + az * az) + spread;
    const { sums } = mover;
    const quadratic = v + 0.5 * h * sums[1];
    const cubic = v + h * (0.5 * bend + (h / 6) * sums[2]);
    return h * (Math.min(sums[0], quadratic, cubic) + 2 * (mover.first + h * mover.second));
  }

  /** out[end] = an end of the box: against the axes x, y, z for ends 0, 1, 2, along them for 3, 4, 5. */
  endInto(end: number, out: Float64Array): void {
    const { side, numbers: s } = this;
    const { numbers: own, mover } = side;
    for (let k = 0; k < 3; k++) own[E + k] = 0;
    own[E + (end % 3)] = end < 3 ? -1 : 1;
    side.findTop(false);
    const top = own[TOP];
    let moved = 0;
    if (side.moving) {
      side.findSpeed();
      side.exactSpeed(s[TIMES] > 0, s[TIMES + 1] > 0);
      side.findBend();
      moved = Math.max(this.movedUpper(0), this.movedUpper(1));
    }
    const room = this.roomOf(this.body) + mover.body.padding;
    out[end] = end < 3 ? -(top + (moved + room) * UP) : top + (moved + room) * UP;
  }

  /** How far points go along the direction at hand, before t (0) or after it (1). */
  private movedUpper(direction: 0 | 1): number {
    const { side, numbers: s } = this;
    const { motion, t } = this.prover;
    const h = s[TIMES + direction];
    if (!(h > 0)) return 0;
    if (direction === 0) motion.during(Math.max(0, t - h - 4 * U), t);
    else motion.during(t, Math.min(1, t + h + 4 * U));
    const o = BOUNDS + 3 * direction;
    for (let k = 0; k < 3; k++) s[o + k] = 0;
    // Where rates differ from time to time, so do the joints that matter.
    if (this.placed && motion.uniform) side.findTilts();
    else side.findTerms();
    this.placed = true;
    side.addBounds(s, direction);
    const { numbers: own, mover } = side;
    const v = own[direction === 0 ? BACKWARD : FORWARD];
    const straight = Math.min(h * s[o], Math.max(0, h * (v + 0.5 * h * s[o + 1])));
    const most = Math.min(straight, cubicUpper(h, v, own[BEND], s[o + 2]));
    return most * UP + 2 * UP * h * (mover.first + h * mover.second);
  }

  /** What is around the points of a body: where joints stray to, twice what is computed in error. */
  private roomOf(body: number): number {
    let room = this.rooms.get(body);
    if (room === undefined) {
      const { place, size } = this.prover.mover(body);
      room = this.prover.strayUpper(body) + 2 * place + 64 * U * size;
      this.rooms.set(body, room);
    }
    return room;
  }
}

/** Along which of six ends the boxes p and q are farthest apart, and by how much: ends of q. */
export function farthestEnd(p: Float64Array, q: Float64Array): { end: number; gap: number } {
  let end = 0;
  let gap = -Infinity;
  for (let k = 0; k < 3; k++) {
    if (q[k] - p[3 + k] > gap) [end, gap] = [k, q[k] - p[3 + k]];
    if (p[k] - q[3 + k] > gap) [end, gap] = [3 + k, p[k] - q[3 + k]];
  }
  return { end, gap };
}
