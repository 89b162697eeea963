/**
 * One side of a slab: a section of a body, seen along a direction e that points from it to the other
 * side, at one moment. Where it ends, how fast it moves along e, and bounds of its derivatives around
 * that moment. docs/certificate-motion.md, "How a point moves".
 *
 * Numbers cross calls in arrays: as arguments they would be boxed. Nothing is allocated.
 */
import { POSE_SIZE } from '../math/pose.ts';
import type { Section } from './bodies.ts';
import type { Motion } from './motion.ts';
import type { Mover } from './mover.ts';
import { boxAgainst, boxAlong } from './points.ts';
import { axisDistanceInto, supportInto } from './supports.ts';
import { dotAt, lengthAt } from './vectors.ts';

/** Of a side: the direction e, in the world; what is found along it. */
export const E = 0;
export const TOP = 3;
export const FORWARD = 4;
export const BACKWARD = 5;
export const BEND = 6;
/** Scratch: a vector in the world, the same in the body's frame, an axis there, a result; of e.p'. */
const WORLD = 7;
const BODY = 10;
const AXIS = 13;
const RESULT = 19;
const GRADIENT = 20;
const STILL = 23;
/** Of e.p'': its gradient in the body's frame, and its value at the body's origin. */
const BENT = 24;
const BENT_STILL = 27;
const SIDE_NUMBERS = 28;

/** Of a slab: length of n, what is needed along it, the gap beyond that; times before and after t. */
export const LENGTH = 0;
export const NEED = 1;
export const ROOM = 2;
export const TIMES = 3;
/** Before t and after it: bounds of the first, second and third derivative, of both sides together. */
export const BOUNDS = 5;
export const SLAB_NUMBERS = 11;

export class Side {
  readonly numbers = new Float64Array(SIDE_NUMBERS);
  mover!: Mover;
  section!: Section;
  /** Terms from this entry of the body's chain on lie below the common ancestor. */
  from = 0;
  ancestor = 0;
  /** Whether any of them moves on the segment, at whatever time. */
  moving = false;
  private readonly motion: Motion;
  /** Per entry of the chain, for turns: distance of the section from the axis, at t. */
  private readonly arm: Float64Array;
  /** |e x axis|, at t. */
  private readonly tilt: Float64Array;
  /** Like `arm`, but at all moments around t; 1 for slides. */
  private readonly reached: Float64Array;

  constructor(motion: Motion) {
    const terms = motion.frame.length;
    this.motion = motion;
    this.arm = new Float64Array(terms);
    this.tilt = new Float64Array(terms);
    this.reached = new Float64Array(terms);
  }

  turnTo(mover: Mover, from: number, ancestor: number, section: Section): void {
    this.motion.bring(mover.body.frame);
    this.mover = mover;
    this.section = section;
    this.from = from;
    this.ancestor = ancestor;
    this.moving = from < mover.still;
  }

  /**
   * Of a half-space, whose normal in the world is given: it may turn about that, and then stays where it
   * is, up to what is returned, per unit of time: what rounding tilts axes by, for points within `apart`
   * of them. Infinite if it really turns.
   */
  spin(normal: Float64Array, apart: number): number {
    const { most: rate, turns, axis, vague } = this.motion;
    const { chain, turn } = this.mover;
    let sum = 0;
    let slides = 0;
    for (let i = chain.length - 1; i >= this.from; i--) {
      const k = chain[i];
      if (rate[k] === 0) continue;
      if (turns[k] === 0) {
        slides += rate[k];
        continue;
      }
      const [x, y, z] = [axis[3 * k], axis[3 * k + 1], axis[3 * k + 2]];
      const u = normal[1] * z - normal[2] * y;
      const v = normal[2] * x - normal[0] * z;
      const w = normal[0] * y - normal[1] * x;
      const across = Math.sqrt(u * u + v * v + w * w);
      // Parallel as far as can be told, at t; the turns below may tilt the normal a little more.
      if (vague[k] > 0 || !(across <= turn)) return Infinity;
      sum += rate[k] * (across + turn + sum);
    }
    return sum * (apart + slides);
  }

  /** TOP = the largest e.p over the section, or over what its ball and its box have in common. */
  findTop(byBall: boolean): void {
    const { numbers: s, section, mover } = this;
    const { poses } = this.motion;
    const { ball, box, simple } = section;
    const p = POSE_SIZE * mover.body.frame;
    intoBody(poses, p, s, E);
    const along = dotAt(s, E, poses, p + 9);
    if (byBall && !simple) {
      s[TOP] = along + dotAt(s, BODY, ball, 0) + ball[3] * lengthAt(s, E);
      if (box !== null) s[TOP] = Math.min(s[TOP], along + boxAlong(box, s, BODY));
    } else {
      supportInto(section, s, BODY, s, RESULT);
      s[TOP] = along + s[RESULT];
    }
  }

  /**
   * FORWARD and BACKWARD = the largest e.p' and -e.p' over the section's ball and box. Leaves what exactSpeed
   * needs: the gradient of e.p' in the body's frame, and its value at the body's origin.
   */
  findSpeed(): void {
    const { numbers: s, section, mover } = this;
    s[FORWARD] = 0;
    s[BACKWARD] = 0;
    if (!this.moving) return;
    const { poses, twist, carrier } = this.motion;
    const p = POSE_SIZE * mover.body.frame;
    // Relative to the common ancestor p' = w x p + v, so that e.p' = e.v + (e x w).p.
    const t = carrier[mover.body.frame];
    const u = carrier[this.ancestor];
    const x = s[E];
    const y = s[E + 1];
    const z = s[E + 2];
    const wx = twist[t] - twist[u];
    const wy = twist[t + 1] - twist[u + 1];
    const wz = twist[t + 2] - twist[u + 2];
    s[WORLD] = y * wz - z * wy;
    s[WORLD + 1] = z * wx - x * wz;
    s[WORLD + 2] = x * wy - y * wx;
    const still =
      x * (twist[t + 3] - twist[u + 3]) +
      y * (twist[t + 4] - twist[u + 4]) +
      z * (twist[t + 5] - twist[u + 5]) +
      dotAt(s, WORLD, poses, p + 9);
    let middle = still;
    let spread = 0;
    // A half-space only slides, or turns about e: all its points have one velocity along it.
    if (section.halfSpaces.length === 0) {
      intoBody(poses, p, s, WORLD);
      for (let k = 0; k < 3; k++) s[GRADIENT + k] = s[BODY + k];
      s[STILL] = still;
      middle += dotAt(s, BODY, section.ball, 0);
      spread = section.ball[3] * lengthAt(s, WORLD);
    }
    s[FORWARD] = spread + middle;
    s[BACKWARD] = spread - middle;
    const { box } = section;
    if (box === null) return;
    s[FORWARD] = Math.min(s[FORWARD], still + boxAlong(box, s, GRADIENT));
    s[BACKWARD] = Math.min(s[BACKWARD], -boxAgainst(box, s, GRADIENT) - still);
  }

  /** The same over the section itself, where asked for. */
  exactSpeed(backward: boolean, forward: boolean): void {
    const { numbers: s, section } = this;
    if (!this.moving || section.halfSpaces.length > 0) return;
    if (forward) {
      supportInto(section, s, GRADIENT, s, RESULT);
      s[FORWARD] = s[STILL] + s[RESULT];
    }
    if (backward) {
      for (let k = 0; k < 3; k++) s[BODY + k] = -s[GRADIENT + k];
      supportInto(section, s, BODY, s, RESULT);
      s[BACKWARD] = s[RESULT] - s[STILL];
    }
  }

  /** For every turn its tilt alone, where distances are known: along another e. */
  findTilts(): void {
    if (!this.moving) return;
    const { numbers: s, tilt } = this;
    const { axis, most, turns } = this.motion;
    const { chain } = this.mover;
    const x = s[E];
    const y = s[E + 1];
    const z = s[E + 2];
    for (let i = this.from; i < chain.length; i++) {
      const k = chain[i];
      if (turns[k] === 0 || most[k] === 0) continue;
      const ax = axis[3 * k];
      const ay = axis[3 * k + 1];
      const az = axis[3 * k + 2];
      const ex = y * az - z * ay;
      const ey = z * ax - x * az;
      const ez = x * ay - y * ax;
      tilt[i] = Math.sqrt(ex * ex + ey * ey + ez * ez);
    }
  }

  /** For every turn the distance of the section's ball from its axis, and its tilt. */
  findTerms(): void {
    if (!this.moving) return;
    this.findTilts();
    const { section, mover, arm } = this;
    const { poses, axis, most, turns, frame } = this.motion;
    const { chain } = mover;
    const { ball } = section;
    const p = POSE_SIZE * mover.body.frame;
    const cx = dotAt(poses, p, ball, 0) + poses[p + 9];
    const cy = dotAt(poses, p + 3, ball, 0) + poses[p + 10];
    const cz = dotAt(poses, p + 6, ball, 0) + poses[p + 11];
    for (let i = this.from; i < chain.length; i++) {
      const k = chain[i];
      if (turns[k] === 0 || most[k] === 0) continue;
      const ax = axis[3 * k];
      const ay = axis[3 * k + 1];
      const az = axis[3 * k + 2];
      const o = POSE_SIZE * frame[k] + 9;
      const dx = cx - poses[o];
      const dy = cy - poses[o + 1];
      const dz = cz - poses[o + 2];
      const mx = dy * az - dz * ay;
      const my = dz * ax - dx * az;
      const mz = dx * ay - dy * ax;
      arm[i] = Math.sqrt(mx * mx + my * my + mz * mz) + ball[3];
    }
  }

  /** The same from every vertex. */
  findArms(): void {
    if (!this.moving || this.section.halfSpaces.length > 0) return;
    const { numbers: s, section, mover, arm } = this;
    const { poses, axis, most, turns, frame } = this.motion;
    const { chain } = mover;
    const p = POSE_SIZE * mover.body.frame;
    for (let i = this.from; i < chain.length; i++) {
      const k = chain[i];
      if (turns[k] === 0 || most[k] === 0) continue;
      const o = POSE_SIZE * frame[k] + 9;
      for (let c = 0; c < 3; c++) s[WORLD + c] = poses[o + c] - poses[p + 9 + c];
      intoBody(poses, p, s, WORLD);
      for (let c = 0; c < 3; c++) s[AXIS + c] = s[BODY + c];
      for (let c = 0; c < 3; c++) s[WORLD + c] = axis[3 * k + c];
      intoBody(poses, p, s, WORLD);
      for (let c = 0; c < 3; c++) s[AXIS + 3 + c] = s[BODY + c];
      axisDistanceInto(section, s, AXIS, s, RESULT);
      arm[i] = Math.min(arm[i], s[RESULT]);
    }
  }

  /** BEND = the largest e.p'' over the section. */
  findBend(): void {
    this.roughBend();
    this.exactBend();
  }

  /** The same over the section itself, after `roughBend`. */
  exactBend(): void {
    const { numbers: s, section } = this;
    if (!this.moving || section.halfSpaces.length > 0) return;
    supportInto(section, s, BENT, s, RESULT);
    s[BEND] = s[BENT_STILL] + s[RESULT];
  }

  /** BEND = the largest e.p'' over the section's ball and box. */
  roughBend(): void {
    const { numbers: s, section, mover } = this;
    s[BEND] = 0;
    if (!this.moving) return;
    const { poses, vector, bent, most, turns, frame, uniform } = this.motion;
    const { chain } = mover;
    const p = POSE_SIZE * mover.body.frame;
    const x = s[E];
    const y = s[E + 1];
    const z = s[E + 2];
    // The sum o of the turns before a term; the gradient h of e.p'', and its value at the origin.
    let ox = 0;
    let oy = 0;
    let oz = 0;
    let hx = 0;
    let hy = 0;
    let hz = 0;
    let bend = 0;
    for (let i = this.from; i < chain.length; i++) {
      const k = chain[i];
      if (most[k] === 0) continue;
      const wx = vector[3 * k];
      const wy = vector[3 * k + 1];
      const wz = vector[3 * k + 2];
      // q = e x (w + 2 o), or e x 2 o for a slide
      const own = turns[k];
      const bx = own * wx + 2 * ox;
      const by = own * wy + 2 * oy;
      const bz = own * wz + 2 * oz;
      const qx = y * bz - z * by;
      const qy = z * bx - x * bz;
      const qz = x * by - y * bx;
      const mx = uniform ? 0 : bent[3 * k];
      const my = uniform ? 0 : bent[3 * k + 1];
      const mz = uniform ? 0 : bent[3 * k + 2];
      if (own === 0) {
        // e.(2 o x w + m) = q.w + e.m
        bend += qx * wx + qy * wy + qz * wz + (x * mx + y * my + z * mz);
        continue;
      }
      // e.((w + 2 o) x (w x (p - a)) + m x (p - a)) = (q x w + e x m).(p - a)
      const kx = qy * wz - qz * wy + (y * mz - z * my);
      const ky = qz * wx - qx * wz + (z * mx - x * mz);
      const kz = qx * wy - qy * wx + (x * my - y * mx);
      const a = POSE_SIZE * frame[k] + 9;
      bend -= kx * poses[a] + ky * poses[a + 1] + kz * poses[a + 2];
      hx += kx;
      hy += ky;
      hz += kz;
      ox += wx;
      oy += wy;
      oz += wz;
    }
    s[WORLD] = hx;
    s[WORLD + 1] = hy;
    s[WORLD + 2] = hz;
    s[BEND] = bend + dotAt(s, WORLD, poses, p + 9);
    // A half-space only slides, or turns about e: all its points have one acceleration along it.
    if (section.halfSpaces.length > 0) return;
    intoBody(poses, p, s, WORLD);
    for (let k = 0; k < 3; k++) s[BENT + k] = s[BODY + k];
    s[BENT_STILL] = s[BEND];
    const { ball, box } = section;
    s[BEND] += dotAt(s, BODY, ball, 0) + ball[3] * lengthAt(s, WORLD);
    if (box !== null) s[BEND] = Math.min(s[BEND], s[BENT_STILL] + boxAlong(box, s, BENT));
  }

  /** Adds the bounds of one section, for all moments within the time before or after t. */
  addBounds(s: Float64Array, direction: 0 | 1): void {
    const h = s[TIMES + direction];
    const length = s[LENGTH];
    if (!this.moving || h === 0) return;
    const { mover, section, arm, tilt, from, reached } = this;
    const { chain, span, turn } = mover;
    const { rate, acceleration, jerk, turns, vague, uniform } = this.motion;
    const reach = mover.reach[section.piece < 0 ? mover.reach.length - 1 : section.piece];
    const off = 2 * mover.place + turn * span;
    // A half-space turns about its normal alone: `spin`.
    const flat = section.halfSpaces.length > 0;
    // Distal to proximal: distance from each axis. The joints below move the section.
    let moved = 0;
    for (let i = chain.length - 1; i >= from; i--) {
      const k = chain[i];
      const r = rate[k];
      if (r === 0 || (flat && turns[k] === 1)) continue;
      const here = arm[i] + off + h * moved + vague[k] * span;
      reached[i] = turns[k] === 0 ? 1 : Math.min(here, reach[i]);
      moved += r * reached[i];
    }
    // Proximal to distal: all ordered pairs and triples of terms, by their most distal one.
    let turned = 0;
    let sum = 0;
    let more = 0;
    let pairs = 0;
    let bend = 0;
    let twist = 0;
    for (let i = from; i < chain.length; i++) {
      const k = chain[i];
      const r = rate[k];
      if (r === 0 || (flat && turns[k] === 1)) continue;
      const part = r * reached[i];
      const own = turns[k];
      const tilted =
        own === 0 ? length : Math.min(length, tilt[i] + length * (turn + h * turned + vague[k]));
      const across = own * r * tilted;
      bend += part * (2 * sum + across);
      twist += part * (3 * pairs + own * r * (3 * sum + across));
      if (!uniform) {
        // Rates that change: alone, and one in a pair.
        const a = acceleration[k];
        bend += a * reached[i] * tilted;
        twist += reached[i] * (3 * (r * more + a * (sum + across)) + jerk[k] * tilted);
        more += own * a * tilted;
      }
      if (own === 0) continue;
      pairs += r * (2 * sum + across);
      sum += across;
      turned += r;
    }
    const o = BOUNDS + 3 * direction;
    s[o] += length * moved;
    s[o + 1] += bend;
    s[o + 2] += twist;
  }
}

/** s[BODY ...] = the vector at s[o] of the world, in the coordinates of the frame at poses[p]. */
function intoBody(poses: Float64Array, p: number, s: Float64Array, o: number): void {
  const x = s[o];
  const y = s[o + 1];
  const z = s[o + 2];
  s[BODY] = poses[p] * x + poses[p + 3] * y + poses[p + 6] * z;
  s[BODY + 1] = poses[p + 1] * x + poses[p + 4] * y + poses[p + 7] * z;
  s[BODY + 2] = poses[p + 2] * x + poses[p + 5] * y + poses[p + 8] * z;
}
