/** Velocities and accelerations of frames as src/check/cover/frameMotions.ts carries them outward; 12 numbers v, w, a, s. */
import { Sweep } from './head';
import { both, FLOATING, LAW_SLIDE, LAW_TURN, PLANAR, SLIDE, SLIDES, TURN } from '../poses';

/** Where the numbers of a frame motion are: addresses in bytes. */
@unmanaged
export class Motion {
  /** Of its frame's joint; 0 for a placed piece. */
  kind: i32;
  /** Its pose in the frame above; its fixed placement; the constants of its joint; its axis. */
  pose: usize;
  placement: usize;
  joint: usize;
  axis: usize;
  /** Rates of its degrees of freedom, and their derivatives. */
  rates: usize;
  accelerations: usize;
  /** Its joint's factor, or its own rate and second derivative where it follows by a law. */
  own: usize;
  /** Its twelve numbers, and those of the motion above; 0 if that is stillness. */
  out: usize;
  above: usize;
  /** The number of the motion above, -1 if that is stillness. */
  aboveNumber: i32;
}

/** Bytes of a Motion. */
export const MOTION: usize = 44;

// Numbers that slideInto leaves.
let slideX: f64 = 0;
let slideY: f64 = 0;
let slideZ: f64 = 0;

/** Velocity of a sliding joint, or its derivative, in the frame above; `own`: of a joint with one value. */
function slideInto(motion: Motion, numbers: usize, own: f64): void {
  const kind = motion.kind;
  const m = motion.joint + SLIDES;
  if (kind == SLIDE || kind == LAW_SLIDE) {
    slideX = own * load<f64>(m);
    slideY = own * load<f64>(m, 8);
    slideZ = own * load<f64>(m, 16);
    return;
  }
  const x = load<f64>(numbers);
  const y = load<f64>(numbers, 8);
  if (kind == PLANAR) {
    slideX = x * load<f64>(m) + y * load<f64>(m, 24);
    slideY = x * load<f64>(m, 8) + y * load<f64>(m, 32);
    slideZ = x * load<f64>(m, 16) + y * load<f64>(m, 40);
    return;
  }
  const z = load<f64>(numbers, 16);
  const p = motion.placement;
  slideX = load<f64>(p) * x + load<f64>(p, 8) * y + load<f64>(p, 16) * z;
  slideY = load<f64>(p, 24) * x + load<f64>(p, 32) * y + load<f64>(p, 40) * z;
  slideZ = load<f64>(p, 48) * x + load<f64>(p, 56) * y + load<f64>(p, 64) * z;
}

// @ts-ignore: decorator
@inline
function first(x: v128): f64 {
  return f64x2.extract_lane(x, 0);
}

// @ts-ignore: decorator
@inline
function second(x: v128): f64 {
  return f64x2.extract_lane(x, 1);
}

/** Adds to the second lane alone. */
// @ts-ignore: decorator
@inline
function toSecond(x: v128, more: f64): v128 {
  return f64x2.replace_lane(x, 1, second(x) + more);
}

// @ts-ignore: decorator
@inline
function turned(pose: usize, x: v128, y: v128, z: v128): v128 {
  const a = f64x2.mul(v128.load64_splat(pose), x);
  const b = f64x2.mul(v128.load64_splat(pose, 24), y);
  return f64x2.add(f64x2.add(a, b), f64x2.mul(v128.load64_splat(pose, 48), z));
}

/** All motions that a look computes, those above first. */
export function moveAll(sweep: Sweep): void {
  const changing = sweep.changing != 0;
  for (let k = 0; k < sweep.movedCount; k++) {
    const number = load<i32>(sweep.moved + (<usize>k << 2));
    carry(changetype<Motion>(sweep.motions + MOTION * <usize>number), changing);
    store<i32>(sweep.stamps + (<usize>number << 2), sweep.stamp);
  }
}

/** Computes a motion if need be, those above it first; where its numbers are. 0 for stillness. */
export function motionAt(sweep: Sweep, number: i32): usize {
  if (number < 0) return 0;
  const motion = changetype<Motion>(sweep.motions + MOTION * <usize>number);
  const stamp = sweep.stamps + (<usize>number << 2);
  if (load<i32>(stamp) != sweep.stamp) {
    motionAt(sweep, motion.aboveNumber);
    carry(motion, sweep.changing != 0);
    store<i32>(stamp, sweep.stamp);
  }
  return motion.out;
}

/** One joint outward. Lanes are velocity and acceleration; twist and its derivative. `changing`: rates do. */
export function carry(motion: Motion, changing: bool): void {
  const p = motion.pose;
  const up = motion.above;
  const kind = motion.kind;
  let vx = f64x2.splat(0);
  let vy = vx;
  let vz = vx;
  let wx = vx;
  let wy = vx;
  let wz = vx;
  if (up != 0) {
    wx = both(up + 24, up + 72);
    wy = both(up + 32, up + 80);
    wz = both(up + 40, up + 88);
    const x = v128.load64_splat(p, 72);
    const y = v128.load64_splat(p, 80);
    const z = v128.load64_splat(p, 88);
    const cx = f64x2.sub(f64x2.mul(wy, z), f64x2.mul(wz, y));
    const cy = f64x2.sub(f64x2.mul(wz, x), f64x2.mul(wx, z));
    const cz = f64x2.sub(f64x2.mul(wx, y), f64x2.mul(wy, x));
    const ux = first(wx);
    const uy = first(wy);
    const uz = first(wz);
    const dx = first(cx);
    const dy = first(cy);
    const dz = first(cz);
    vx = toSecond(f64x2.add(both(up, up + 48), cx), uy * dz - uz * dy);
    vy = toSecond(f64x2.add(both(up + 8, up + 56), cy), uz * dx - ux * dz);
    vz = toSecond(f64x2.add(both(up + 16, up + 64), cz), ux * dy - uy * dx);
  }
  let own: f64 = 0;
  let change: f64 = 0;
  if (kind == LAW_TURN || kind == LAW_SLIDE) {
    own = load<f64>(motion.own);
    change = load<f64>(motion.own, 8);
  } else if (kind == TURN || kind == SLIDE || kind == PLANAR) {
    const d: usize = kind == PLANAR ? 16 : 0;
    const factor = load<f64>(motion.own);
    own = factor * load<f64>(motion.rates + d);
    change = factor * (changing ? load<f64>(motion.accelerations + d) : 0);
  }
  if (kind > TURN && kind != LAW_TURN) {
    slideInto(motion, motion.rates, own);
    const dx = slideX;
    const dy = slideY;
    const dz = slideZ;
    if (changing) {
      slideInto(motion, motion.accelerations, change);
      vx = toSecond(vx, slideX);
      vy = toSecond(vy, slideY);
      vz = toSecond(vz, slideZ);
    }
    const ux = first(wx);
    const uy = first(wy);
    const uz = first(wz);
    vx = f64x2.add(vx, f64x2.replace_lane(f64x2.splat(dx), 1, 2 * (uy * dz - uz * dy)));
    vy = f64x2.add(vy, f64x2.replace_lane(f64x2.splat(dy), 1, 2 * (uz * dx - ux * dz)));
    vz = f64x2.add(vz, f64x2.replace_lane(f64x2.splat(dz), 1, 2 * (ux * dy - uy * dx)));
  }
  const out = motion.out;
  const v0 = turned(p, vx, vy, vz);
  const v1 = turned(p + 8, vx, vy, vz);
  const v2 = turned(p + 16, vx, vy, vz);
  const w0 = turned(p, wx, wy, wz);
  const w1 = turned(p + 8, wx, wy, wz);
  const w2 = turned(p + 16, wx, wy, wz);
  store<f64>(out, first(v0));
  store<f64>(out, first(v1), 8);
  store<f64>(out, first(v2), 16);
  store<f64>(out, second(v0), 48);
  store<f64>(out, second(v1), 56);
  store<f64>(out, second(v2), 64);
  const ux = first(w0);
  const uy = first(w1);
  const uz = first(w2);
  let qx = second(w0);
  let qy = second(w1);
  let qz = second(w2);
  let tx: f64 = 0;
  let ty: f64 = 0;
  let tz: f64 = 0;
  if (kind == FLOATING) {
    const d = motion.rates + 24;
    tx = load<f64>(d);
    ty = load<f64>(d, 8);
    tz = load<f64>(d, 16);
  } else if (kind == TURN || kind == PLANAR || kind == LAW_TURN) {
    const n = motion.axis;
    tx = own * load<f64>(n);
    ty = own * load<f64>(n, 8);
    tz = own * load<f64>(n, 16);
    if (changing) {
      qx += change * load<f64>(n);
      qy += change * load<f64>(n, 8);
      qz += change * load<f64>(n, 16);
    }
  }
  qx += uy * tz - uz * ty;
  qy += uz * tx - ux * tz;
  qz += ux * ty - uy * tx;
  store<f64>(out, ux + tx, 24);
  store<f64>(out, uy + ty, 32);
  store<f64>(out, uz + tz, 40);
  store<f64>(out, qx, 72);
  store<f64>(out, qy, 80);
  store<f64>(out, qz, 88);
}
