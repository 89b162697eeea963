/** Poses of frames as src/kinematics/forward.ts and joint.ts compute them. A pose is 12 numbers, R row by row, then T. */
import { LARGE, sincosTwo } from './sincos';

/** Kinds of joints, as in src/kinematics/joint.ts; those that follow laws are computed by TypeScript. */
export const FIXED = 0;
export const TURN = 1;
export const SLIDE = 2;
export const PLANAR = 3;
export const FLOATING = 4;
export const LAW_TURN = 5;
export const LAW_SLIDE = 6;

/** Where a frame's numbers are: addresses in bytes. */
@unmanaged
export class Frame {
  kind: i32;
  /** Its values in the configuration, and its place among sines and cosines. */
  values: usize;
  sines: usize;
  /** Its fixed placement, and the constants of its joint (MOTION_SIZE numbers). */
  placement: usize;
  joint: usize;
  /** Its pose in its parent's frame, in the world, and its parent's in the world; 0 if that is the world. */
  local: usize;
  pose: usize;
  above: usize;
}

/** Bytes of a Frame. */
export const FRAME: usize = 32;
/** Where slides are in the constants of a joint, in bytes. */
export const SLIDES: usize = 27 << 3;

// @ts-ignore: decorator
@inline
function turned(joint: usize, out: usize, c: v128, s: v128): void {
  const still = v128.load(joint);
  const cosine = f64x2.mul(c, v128.load(joint, 72));
  const sine = f64x2.mul(s, v128.load(joint, 144));
  v128.store(out, f64x2.add(f64x2.add(still, cosine), sine));
}

/** The rotation of a turn, its sine and cosine at `sines`. */
function turnInto(joint: usize, sines: usize, out: usize): void {
  const sine = load<f64>(sines);
  const cosine = load<f64>(sines, 8);
  const s = f64x2.splat(sine);
  const c = f64x2.splat(cosine);
  turned(joint, out, c, s);
  turned(joint + 16, out + 16, c, s);
  turned(joint + 32, out + 32, c, s);
  turned(joint + 48, out + 48, c, s);
  store<f64>(out, load<f64>(joint, 64) + cosine * load<f64>(joint, 136) + sine * load<f64>(joint, 208), 64);
}

/** The pose of a frame in its parent's; its placement is there already. */
export function localInto(frame: Frame): void {
  const kind = frame.kind;
  const out = frame.local;
  const joint = frame.joint;
  if (kind == TURN) {
    turnInto(joint, frame.sines, out);
  } else if (kind == SLIDE) {
    // The joint's value is where a turn has its angle.
    const value = load<f64>(frame.sines);
    for (let k: usize = 0; k < 24; k += 8) {
      const moved = value * load<f64>(joint + SLIDES + k);
      store<f64>(out + 72 + k, load<f64>(frame.placement + 72 + k) + moved);
    }
  } else if (kind == PLANAR) {
    turnInto(joint, frame.sines, out);
    const x = load<f64>(frame.values);
    const y = load<f64>(frame.values, 8);
    for (let k: usize = 0; k < 24; k += 8) {
      const at = joint + SLIDES + k;
      const moved = load<f64>(frame.placement + 72 + k) + x * load<f64>(at);
      store<f64>(out + 72 + k, moved + y * load<f64>(at, 24));
    }
  } else if (kind == FLOATING) floatingInto(frame.placement, frame.values, out);
}

function floatingInto(placement: usize, q: usize, out: usize): void {
  const x = load<f64>(q, 24);
  const y = load<f64>(q, 32);
  const z = load<f64>(q, 40);
  const w = load<f64>(q, 48);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const r0 = 1 - s * (y * y + z * z);
  const r1 = s * (x * y - w * z);
  const r2 = s * (x * z + w * y);
  const r3 = s * (x * y + w * z);
  const r4 = 1 - s * (x * x + z * z);
  const r5 = s * (y * z - w * x);
  const r6 = s * (x * z - w * y);
  const r7 = s * (y * z + w * x);
  const r8 = 1 - s * (x * x + y * y);
  for (let i: usize = 0; i < 3; i++) {
    const row = placement + 24 * i;
    const a = load<f64>(row);
    const b = load<f64>(row, 8);
    const c = load<f64>(row, 16);
    store<f64>(out + 24 * i, a * r0 + b * r3 + c * r6);
    store<f64>(out + 24 * i, a * r1 + b * r4 + c * r7, 8);
    store<f64>(out + 24 * i, a * r2 + b * r5 + c * r8, 16);
    const slid = a * load<f64>(q) + b * load<f64>(q, 8) + c * load<f64>(q, 16);
    store<f64>(out + 72 + 8 * i, slid + load<f64>(placement + 72 + 8 * i));
  }
}

/** The two numbers at `a` and `b`. */
// @ts-ignore: decorator
@inline
export function both(a: usize, b: usize): v128 {
  return f64x2.replace_lane(f64x2.splat(load<f64>(a)), 1, load<f64>(b));
}

// @ts-ignore: decorator
@inline
function times(x: v128, y: v128, z: v128, p: v128, q: v128, r: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, p), f64x2.mul(y, q)), f64x2.mul(z, r));
}

/** The pose of a frame in the world: its parent's after its own. What is below the world's frame is copied. */
export function poseInto(frame: Frame): void {
  const b = frame.local;
  const out = frame.pose;
  const a = frame.above;
  if (a == 0) {
    for (let k: usize = 0; k < 96; k += 16) v128.store(out + k, v128.load(b + k));
    return;
  }
  const left0 = v128.load(b);
  const left1 = v128.load(b, 24);
  const left2 = v128.load(b, 48);
  const right0 = both(b + 16, b + 72);
  const right1 = both(b + 40, b + 80);
  const right2 = both(b + 64, b + 88);
  for (let i: usize = 0; i < 3; i++) {
    const row = a + 24 * i;
    const x = f64x2.splat(load<f64>(row));
    const y = f64x2.splat(load<f64>(row, 8));
    const z = f64x2.splat(load<f64>(row, 16));
    v128.store(out + 24 * i, times(x, y, z, left0, left1, left2));
    // Adding -0 changes nothing, whatever the number.
    const more = f64x2.replace_lane(f64x2.splat(-0.0), 1, load<f64>(a + 72 + 8 * i));
    const right = f64x2.add(times(x, y, z, right0, right1, right2), more);
    store<f64>(out + 24 * i, f64x2.extract_lane(right, 0), 16);
    store<f64>(out + 72 + 8 * i, f64x2.extract_lane(right, 1));
  }
}

/** A joint: its factor, its offset, where its value is; and whether it turns. */
@unmanaged
class Joint {
  factor: f64;
  offset: f64;
  value: usize;
  turns: i32;
}

/**
 * How heads of kernels begin: joints with a value of their own, angles, and sines and cosines of them; frames, parents
 * first. Addresses in bytes, and how many there are. Written by src/kinematics/kernelPoses.ts.
 */
@unmanaged
export class Chains {
  joints: usize;
  jointCount: i32;
  angles: usize;
  sines: usize;
  frames: usize;
  frameCount: i32;
}

/** Poses of all frames; false where an angle is too large. */
export function placeFrames(chains: Chains): bool {
  const angles = chains.angles;
  const sines = chains.sines;
  for (let k = 0; k < chains.jointCount; k++) {
    const joint = changetype<Joint>(chains.joints + 24 * <usize>k);
    const value = joint.factor * load<f64>(joint.value) + joint.offset;
    if (joint.turns != 0 && !(value >= -LARGE && value <= LARGE)) return false;
    store<f64>(angles + (<usize>k << 3), value);
  }
  for (let k = 0; k < chains.jointCount; k += 2) {
    sincosTwo(angles + (<usize>k << 3), sines + (<usize>k << 4));
  }
  for (let k = 0; k < chains.frameCount; k++) {
    const frame = changetype<Frame>(chains.frames + FRAME * <usize>k);
    localInto(frame);
    poseInto(frame);
  }
  return true;
}

/** A ball that moves: its centre in its body's frame, the frame's pose, and where the centre goes among all. */
@unmanaged
class Ball {
  x: f64;
  y: f64;
  z: f64;
  pose: usize;
  out: usize;
}

/** Puts the centres of balls where their frames are. */
export function placeBalls(balls: usize, count: i32, centres: usize): void {
  for (let k = 0; k < count; k++) {
    const ball = changetype<Ball>(balls + 32 * <usize>k);
    const p = ball.pose;
    const x = ball.x;
    const y = ball.y;
    const z = ball.z;
    const out = centres + ball.out;
    store<f64>(out, load<f64>(p) * x + load<f64>(p, 8) * y + load<f64>(p, 16) * z + load<f64>(p, 72));
    store<f64>(out, load<f64>(p, 24) * x + load<f64>(p, 32) * y + load<f64>(p, 40) * z + load<f64>(p, 80), 8);
    store<f64>(out, load<f64>(p, 48) * x + load<f64>(p, 56) * y + load<f64>(p, 64) * z + load<f64>(p, 88), 16);
  }
}
