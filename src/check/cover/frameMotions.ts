/**
 * How frames move at an instant: velocity and acceleration of every point of a frame, relative to
 * one of its ancestors, in the moving frame's own coordinates.
 *
 * A point at x in the frame has, relative to the ancestor and expressed in the frame's axes,
 *   velocity      v + w x x
 *   acceleration  a + s x x + w x (w x x)
 * v and w are the frame's twist, a and s its derivative: twelve numbers per frame motion. They are carried
 * outward from the ancestor, where all are 0, one joint at a time. A frame motion is computed once per
 * configuration, and only where asked for. docs/proofs/motion.md, section 3; rounding: section 5.
 */
import { layout } from '../../arrays/index.ts';
import {
  FLOATING,
  type Kinematics,
  type KinematicTree,
  lawInto,
  MOTION_SIZE,
  PLANAR,
  SLIDE,
  SLIDES,
  TURN,
} from '../../kinematics/index.ts';

/** The numbers of a frame motion. */
export const FRAME_MOTION = layout(['v', 3], ['w', 3], ['a', 3], ['s', 3]);
const { v: V, w: W, a: A, s: S, size: SIZE } = FRAME_MOTION;

export class FrameMotions {
  private readonly kinematics: Kinematics;
  private readonly tree: KinematicTree;
  /** Per motion: its frame, or -1 for a placed piece; the motion above it, or -1 for stillness. */
  private frames = new Int32Array(0);
  private above = new Int32Array(0);
  /** For placed pieces: their pose in the frame above. */
  private readonly placements: (Float64Array | null)[] = [];
  private readonly known = new Map<string, number>();
  private stamps: Int32Array = new Int32Array(0);
  private stampStore = new Float64Array(0) as Float64Array;
  private stamp = 0;
  private readonly path: Int32Array;
  /** Signed rates of the degrees of freedom, and their derivatives; null if they do not change. */
  private rates: Float64Array = new Float64Array(0);
  private accelerations: Float64Array | null = null;
  private store: Float64Array = new Float64Array(0);
  private readonly slide = new Float64Array(3);
  /** Rate of the joint at hand and its derivative; value, rate and bend of the law that it follows. */
  private readonly own = new Float64Array(2);
  private readonly followed = new Float64Array(3);

  constructor(kinematics: Kinematics) {
    this.kinematics = kinematics;
    this.tree = kinematics.tree;
    this.path = new Int32Array(kinematics.tree.frameCount + 1);
  }

  /** The number of a frame's motion relative to its ancestor; -1 if it is the ancestor. */
  ofFrame(frame: number, ancestor: number): number {
    if (frame === ancestor) return -1;
    const key = `${frame} ${ancestor}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const above = this.ofFrame(this.tree.parent[frame], ancestor);
    return this.add(key, frame, above, null);
  }

  /** Likewise of a piece placed in a frame. */
  ofPiece(frame: number, ancestor: number, placement: Float64Array, name: string): number {
    const above = this.ofFrame(frame, ancestor);
    if (above < 0) return -1;
    const key = `${frame} ${ancestor} ${name}`;
    return this.known.get(key) ?? this.add(key, -1, above, placement);
  }

  private add(key: string, frame: number, above: number, placement: Float64Array | null): number {
    const number = this.placements.push(placement) - 1;
    this.frames = Int32Array.of(...this.frames, frame);
    this.above = Int32Array.of(...this.above, above);
    this.known.set(key, number);
    this.stamps = new Int32Array(number + 1);
    this.store = new Float64Array(SIZE * (number + 1));
    return number;
  }

  /** Moves the numbers to arrays of somebody's, who computes some of them too; before the first configuration. */
  moveTo(floats: (length: number) => Float64Array): void {
    this.store = floats(this.store.length);
    this.stampStore = floats(Math.ceil(this.stamps.length / 2));
    const { buffer, byteOffset } = this.stampStore;
    this.stamps = new Int32Array(buffer, byteOffset, this.stamps.length);
  }

  /** The memory of the stamps: for which configuration each frame motion was computed. */
  get stampMemory(): Float64Array {
    return this.stampStore;
  }

  /** The stamp of the configuration at hand. */
  get stampAtHand(): number {
    return this.stamp;
  }

  /** How many there are; of each its frame, or -1, its placement, or null, and the motion above it, or -1. */
  get count(): number {
    return this.placements.length;
  }

  frameOf(number: number): number {
    return this.frames[number];
  }

  placementOf(number: number): Float64Array | null {
    return this.placements[number];
  }

  aboveOf(number: number): number {
    return this.above[number];
  }

  /** Rate and second derivative of the value of a joint that follows by a law, to out[o] and out[o + 1]. */
  followedInto(frame: number, out: Float64Array, o: number): void {
    this.takeOwn(frame, this.tree.dof[frame]);
    out[o] = this.own[0];
    out[o + 1] = this.own[1];
  }

  /** Rates at the configuration at hand, and how they change; null if they do not. */
  get ratesAtHand(): Float64Array {
    return this.rates;
  }

  get changesAtHand(): Float64Array | null {
    return this.accelerations;
  }

  /** The numbers of all frame motions. */
  get numbers(): Float64Array {
    return this.store;
  }

  /** Declares a new configuration, that of the kinematics, the rates there, and how they change. */
  begin(rates: Float64Array, accelerations: Float64Array | null): void {
    this.rates = rates;
    this.accelerations = accelerations;
    this.stamp++;
  }

  /** Computes a frame motion if need be; where it is in `numbers`. */
  at(number: number): number {
    const { stamps, stamp, path, above } = this;
    let count = 0;
    for (let e = number; e >= 0 && stamps[e] !== stamp; e = above[e]) path[count++] = e;
    while (count > 0) {
      const e = path[--count];
      this.carry(e);
      stamps[e] = stamp;
    }
    return SIZE * number;
  }

  private carry(e: number): void {
    const { tree, store: t, rates, accelerations } = this;
    const f = this.frames[e];
    const placement = this.placements[e];
    const up = SIZE * this.above[e];
    const o = SIZE * e;
    let poses: Float64Array = this.kinematics.locals;
    let p = 0;
    if (placement !== null) poses = placement;
    else p = this.kinematics.localOf(f);

    let vx = 0;
    let vy = 0;
    let vz = 0;
    let wx = 0;
    let wy = 0;
    let wz = 0;
    let ax = 0;
    let ay = 0;
    let az = 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    if (up >= 0) {
      wx = t[up + W];
      wy = t[up + W + 1];
      wz = t[up + W + 2];
      sx = t[up + S];
      sy = t[up + S + 1];
      sz = t[up + S + 2];
      const x = poses[p + 9];
      const y = poses[p + 10];
      const z = poses[p + 11];
      const cx = wy * z - wz * y;
      const cy = wz * x - wx * z;
      const cz = wx * y - wy * x;
      vx = t[up + V] + cx;
      vy = t[up + V + 1] + cy;
      vz = t[up + V + 2] + cz;
      ax = t[up + A] + (sy * z - sz * y) + (wy * cz - wz * cy);
      ay = t[up + A + 1] + (sz * x - sx * z) + (wz * cx - wx * cz);
      az = t[up + A + 2] + (sx * y - sy * x) + (wx * cy - wy * cx);
    }
    const kind = placement === null ? tree.kind[f] : 0;
    if (kind > TURN) {
      // A slide: its velocity in the frame above, and what turning that frame does to it.
      const slide = this.slide;
      this.slideInto(kind, f, 0);
      const dx = slide[0];
      const dy = slide[1];
      const dz = slide[2];
      if (accelerations !== null) {
        this.slideInto(kind, f, 1);
        ax += slide[0];
        ay += slide[1];
        az += slide[2];
      }
      vx += dx;
      vy += dy;
      vz += dz;
      ax += 2 * (wy * dz - wz * dy);
      ay += 2 * (wz * dx - wx * dz);
      az += 2 * (wx * dy - wy * dx);
    }
    // Into the frame's own axes.
    const r0 = poses[p];
    const r1 = poses[p + 1];
    const r2 = poses[p + 2];
    const r3 = poses[p + 3];
    const r4 = poses[p + 4];
    const r5 = poses[p + 5];
    const r6 = poses[p + 6];
    const r7 = poses[p + 7];
    const r8 = poses[p + 8];
    t[o + V] = r0 * vx + r3 * vy + r6 * vz;
    t[o + V + 1] = r1 * vx + r4 * vy + r7 * vz;
    t[o + V + 2] = r2 * vx + r5 * vy + r8 * vz;
    t[o + A] = r0 * ax + r3 * ay + r6 * az;
    t[o + A + 1] = r1 * ax + r4 * ay + r7 * az;
    t[o + A + 2] = r2 * ax + r5 * ay + r8 * az;
    const ux = r0 * wx + r3 * wy + r6 * wz;
    const uy = r1 * wx + r4 * wy + r7 * wz;
    const uz = r2 * wx + r5 * wy + r8 * wz;
    let qx = r0 * sx + r3 * sy + r6 * sz;
    let qy = r1 * sx + r4 * sy + r7 * sz;
    let qz = r2 * sx + r5 * sy + r8 * sz;
    let tx = 0;
    let ty = 0;
    let tz = 0;
    if (kind === FLOATING) {
      const d = tree.dof[f] + 3;
      tx = rates[d];
      ty = rates[d + 1];
      tz = rates[d + 2];
    } else if (kind === TURN || kind === PLANAR) {
      this.takeOwn(f, tree.dof[f] + (kind === PLANAR ? 2 : 0));
      const r = this.own[0];
      tx = r * tree.axis[3 * f];
      ty = r * tree.axis[3 * f + 1];
      tz = r * tree.axis[3 * f + 2];
    }
    if (accelerations !== null && (kind === TURN || kind === PLANAR)) {
      const c = this.own[1];
      qx += c * tree.axis[3 * f];
      qy += c * tree.axis[3 * f + 1];
      qz += c * tree.axis[3 * f + 2];
    }
    qx += uy * tz - uz * ty;
    qy += uz * tx - ux * tz;
    qz += ux * ty - uy * tx;
    t[o + W] = ux + tx;
    t[o + W + 1] = uy + ty;
    t[o + W + 2] = uz + tz;
    t[o + S] = qx;
    t[o + S + 1] = qy;
    t[o + S + 2] = qz;
  }

  /** this.own = rate and second derivative of the value of a joint that degree of freedom d moves. */
  private takeOwn(f: number, d: number): void {
    const { tree, rates, accelerations, own } = this;
    const law = tree.laws === null ? null : tree.laws[f];
    const a = accelerations === null ? 0 : accelerations[d];
    if (law === null) {
      own[0] = tree.multiplier[f] * rates[d];
      own[1] = tree.multiplier[f] * a;
      return;
    }
    const { followed } = this;
    lawInto(law, this.kinematics.q, d, followed, 0);
    own[0] = followed[1] * rates[d];
    own[1] = followed[2] * rates[d] * rates[d] + followed[1] * a;
  }

  /** this.slide = velocity of a sliding joint, or (1) its derivative, in the frame above. */
  private slideInto(kind: number, f: number, order: 0 | 1): void {
    const { tree, slide } = this;
    const d = tree.dof[f];
    const numbers = order === 0 ? this.rates : this.accelerations!;
    if (kind === SLIDE) {
      if (order === 0) this.takeOwn(f, d);
      const r = this.own[order];
      const k = SLIDES + MOTION_SIZE * f;
      for (let i = 0; i < 3; i++) slide[i] = r * tree.motion[k + i];
    } else if (kind === PLANAR) {
      const m = tree.motion;
      const k = SLIDES + MOTION_SIZE * f;
      for (let i = 0; i < 3; i++) slide[i] = numbers[d] * m[k + i] + numbers[d + 1] * m[k + 3 + i];
    } else {
      const m = tree.placement;
      for (let i = 0; i < 3; i++) {
        const k = 12 * f + 3 * i;
        slide[i] = m[k] * numbers[d] + m[k + 1] * numbers[d + 1] + m[k + 2] * numbers[d + 2];
      }
    }
  }
}
