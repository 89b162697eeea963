/**
 * The motion of one degree of freedom along an arc: p + u (cos x - 1) + v sin x, in real numbers, for the doubles p, u and
 * v, while the angle x runs evenly from `begin` to `begin + sweep`. On a circle all degrees of freedom have one angle.
 *
 * Everything is made of the sine and cosine of half the angle: cos x - 1 = -2 sin^2 (x/2) loses no digits where the angle
 * is small, so that an arc of a huge radius is known as well as a straight line. Let a = begin + sweep, g = min(1, a) and
 * h = min(2, a^2 / 2), which bound |sin x| and 1 - cos x, and
 *
 *   C_0 = |v| g + |u| h,   C_k = sweep^k (|v| + |u| g) for odd k,   sweep^k (|u| + |v| g) for even k > 0.
 *
 * A derivative of order k is computed within 32 u C_k, the value within 32 u C_0 + 2 u |p|. Its stationary points are known
 * in closed form, within 70 u a: docs/proofs/motion.md, "Arcs".
 */
import { U } from '../math/rounding.ts';
import { sincosAtInto } from '../math/sincos.ts';
import { angleOf } from './angle.ts';
import { JointCurve } from './jointCurve.ts';

/** More than what underflow takes. */
const TINY = 1e-300;

/** An angle that runs evenly, with what arcs need of it at one moment; kept for the next who asks about the same. */
export class SweptAngle {
  /** Radians, from 0 on; not more than a whole turn together. */
  readonly begin: number;
  readonly sweep: number;
  /** sin x, cos x, 1 - cos x at the moment of `at`. */
  readonly now = new Float64Array(3);
  private moment = Number.NaN;
  private readonly half = new Float64Array(1);
  private readonly trig = new Float64Array(2);

  constructor(begin: number, sweep: number) {
    this.begin = begin;
    this.sweep = sweep;
  }

  /** Sets `now`. */
  at(t: number): void {
    if (t === this.moment) return;
    const { now, half, trig } = this;
    this.moment = t;
    half[0] = 0.5 * (this.begin + this.sweep * t);
    sincosAtInto(half, 0, trig, 0);
    const s = trig[0];
    const versine = 2 * s * s;
    now[0] = 2 * s * trig[1];
    now[1] = 1 - versine;
    now[2] = versine;
  }
}

export class Swing extends JointCurve {
  readonly still = false;
  readonly error: number;
  private readonly angle: SweptAngle;
  private readonly p: number;
  private readonly u: number;
  private readonly v: number;

  /** What the values that stand for its ends are off by, from the computed ones. */
  readonly off: number;

  /** `ends`: what it begins and ends at, to the bit; as near to the curve as rounding lets them be. */
  constructor(
    angle: SweptAngle,
    p: number,
    [u, v]: readonly [number, number],
    ends: readonly [number, number],
  ) {
    super();
    this.angle = angle;
    this.p = p;
    this.u = u;
    this.v = v;
    const off = Math.max(Math.abs(this.at(0, 0) - ends[0]), Math.abs(this.at(0, 1) - ends[1]));
    this.off = off;
    const { begin, sweep } = angle;
    const { slack, stationary } = this;
    const a = begin + sweep;
    const [x, y] = [Math.abs(u), Math.abs(v)];
    const g = Math.min(1, a);
    const sizes = [y * g + x * Math.min(2, 0.5 * a * a), 0, 0, 0];
    for (let k = 1, power = sweep; k < 4; k++, power *= sweep) {
      sizes[k] = power * (k % 2 === 1 ? y + x * g : x + y * g);
    }
    const size = Math.abs(p);
    this.error = 64 * U * (sizes[0] + sizes[1] + sizes[2]) + 4 * U * size + 2 * off + TINY;
    let below = 0;
    for (let k = 3; k >= 0; k--) {
      below += sizes[k];
      slack[k] = 64 * U * below + TINY;
    }
    slack[0] += 4 * U * size + 2 * off;
    // Where the rate is 0: v cos x = u sin x; where its derivative is: -u cos x = v sin x.
    const turns = [this.momentsOf(v, u), this.momentsOf(-u, v)];
    for (let k = 0; k < 4; k++) stationary[k].push(...turns[k % 2]);
    this.settle();
  }

  /** Moments inside of (0, 1) at which s cos x = c sin x. */
  private momentsOf(s: number, c: number): number[] {
    const { begin, sweep } = this.angle;
    const first = angleOf(Math.abs(s), Math.abs(c));
    // In [0, pi): the same sign, or one of them 0.
    const base = s === 0 || c === 0 || s < 0 === c < 0 ? first : Math.PI - first;
    const found: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const t = (base + turn * Math.PI - begin) / sweep;
      if (t > 0 && t < 1) found.push(t);
    }
    return found;
  }

  at(k: number, t: number): number {
    const { angle, u, v } = this;
    const { now, sweep } = angle;
    angle.at(t);
    if (k === 0) return this.p + (v * now[0] - u * now[2]);
    if (k === 1) return sweep * (v * now[1] - u * now[0]);
    if (k === 2) return -(sweep * sweep) * (u * now[1] + v * now[0]);
    return -(sweep * sweep * sweep) * (v * now[1] - u * now[0]);
  }
}
