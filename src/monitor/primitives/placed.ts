/**
 * The primitives of a world's members where they stand, in the world's frame: placed when they are first asked for after
 * `begin`, and then no more. Rows of flat arrays; nothing is allocated after the first placing of a member.
 *
 * What the arrays hold is the image of each primitive under the computed pose, up to `slack`: a length by which its points
 * may be off through rounding. `loose` is how far the axes of a placed box may be from orthonormal, and what a ball's
 * radius is multiplied with: docs/proofs/monitor-primitives.md.
 */
import { grown } from '../../arrays/index.ts';
import { U } from '../../math/index.ts';
import { BOX_ROOM, POSE_ROOM, type World } from '../world.ts';
import {
  AXIS_BOX_KIND,
  BOX_KIND,
  CAPSULE,
  CAPSULE_KIND,
  ORIENTED_BOX,
  SIMPLE_KINDS,
  SPHERE,
  SPHERE_KIND,
} from './kinds.ts';
import { type MemberPrimitives, primitivesOf } from './memberPrimitives.ts';

/** What of a world is looked at. */
export type PrimitiveWorld = Pick<
  World,
  'count' | 'pieces' | 'poses' | 'boxes' | 'paddings' | 'errors'
>;

/** Rows of the placed arrays: as in kinds.ts; radii have padding and errors in them. */
export const BALL_ROW = SPHERE.size;
export const CAPSULE_ROW = CAPSULE.size;
/** A box has a radius, too: of its padding and errors. */
export const BOX_ROW = ORIENTED_BOX.size + 1;
export const BOX_RADIUS = ORIENTED_BOX.size;
/** A box along the axes: its middle and half widths. */
export const AXIS_ROW = 6;

const { half: CAPSULE_HALF, radius: CAPSULE_RADIUS } = CAPSULE;
const { axes: AXES, half: BOX_HALF } = ORIENTED_BOX;
const UNIT = U;

/** The primitives of all members, where a world stands. */
export class PlacedPrimitives {
  readonly world: PrimitiveWorld;
  balls = new Float64Array(0);
  capsules = new Float64Array(0);
  boxes = new Float64Array(0);
  axisBoxes = new Float64Array(0);
  /** By member and kind: a length, by which points of the primitive may be off. */
  slack = new Float64Array(0);
  /** By member. */
  loose = new Float64Array(0);
  private growth = new Float64Array(0);
  /** By member and kind: when it was placed; by member: the pose's looseness. */
  private stamps = new Int32Array(0);
  private looseStamps = new Int32Array(0);
  private now = 1;
  /** By member; the piece that they belong to. */
  private readonly made: (MemberPrimitives | null)[] = [];

  constructor(world: PrimitiveWorld) {
    this.world = world;
  }

  /** The world was placed anew, or a member was added. */
  begin(): void {
    const { count } = this.world;
    if (this.loose.length < count) {
      this.balls = grown(this.balls, BALL_ROW * count);
      this.capsules = grown(this.capsules, CAPSULE_ROW * count);
      this.boxes = grown(this.boxes, BOX_ROW * count);
      this.axisBoxes = grown(this.axisBoxes, AXIS_ROW * count);
      this.slack = grown(this.slack, SIMPLE_KINDS * count);
      this.stamps = grown(this.stamps, SIMPLE_KINDS * count);
      this.looseStamps = grown(this.looseStamps, count);
      this.loose = grown(this.loose, count);
      this.growth = grown(this.growth, count);
    }
    this.now++;
  }

  /** What a member is contained in, in its body's frame; null for a half-space. */
  of(i: number): MemberPrimitives | null {
    const known = this.made[i];
    if (known !== undefined) return known;
    this.made[i] = primitivesOf(this.world.pieces[i]);
    return this.made[i];
  }

  /** Forgets a member that became another. */
  forget(i: number): void {
    delete this.made[i];
    this.now++;
  }

  /** Places a primitive of a member, unless that was done; the member is none without end. */
  place(kind: number, i: number): void {
    const s = SIMPLE_KINDS * i + kind;
    if (this.stamps[s] === this.now) return;
    this.stamps[s] = this.now;
    if (kind === AXIS_BOX_KIND) this.placeAxisBox(i);
    else {
      const own = this.of(i)!;
      if (this.looseStamps[i] !== this.now) this.measurePose(i);
      if (kind === SPHERE_KIND) this.placeBall(i, own.sphere);
      else if (kind === CAPSULE_KIND) this.placeCapsule(i, own.capsule);
      else this.placeBox(i, own.box);
    }
  }

  /** How loose a pose is, and by how much its member is grown: by its padding, and by what the pose may be wrong. */
  private measurePose(i: number): void {
    const { poses, paddings, errors } = this.world;
    this.looseStamps[i] = this.now;
    this.growth[i] = (paddings[i] + errors[i]) * (1 + 4 * UNIT);
    // The defect of math/pose.ts, which would come back boxed.
    const p = POSE_ROOM * i;
    let defect = 0;
    for (let a = p; a < p + 3; a++) {
      for (let b = a; b < p + 3; b++) {
        const dot = poses[a] * poses[b] + poses[a + 3] * poses[b + 3] + poses[a + 6] * poses[b + 6];
        const off = Math.abs(a === b ? dot - 1 : dot);
        if (off > defect) defect = off;
      }
    }
    this.loose[i] = 1.6 * (defect + 64 * UNIT);
  }

  private placeBall(i: number, ball: Float64Array): void {
    const o = BALL_ROW * i;
    const { balls } = this;
    this.placeCentre(i, SPHERE_KIND, ball, balls, o);
    balls[o + 3] = ball[3] * (1 + this.loose[i]) + this.growth[i];
  }

  private placeCapsule(i: number, capsule: Float64Array): void {
    const o = CAPSULE_ROW * i;
    const { capsules } = this;
    this.placeCentre(i, CAPSULE_KIND, capsule, capsules, o);
    this.turn(i, capsule, CAPSULE_HALF, capsules, o + CAPSULE_HALF);
    capsules[o + CAPSULE_RADIUS] = capsule[CAPSULE_RADIUS] * (1 + this.loose[i]) + this.growth[i];
    const h = o + CAPSULE_HALF;
    this.slack[SIMPLE_KINDS * i + CAPSULE_KIND] +=
      16 * UNIT * (Math.abs(capsules[h]) + Math.abs(capsules[h + 1]) + Math.abs(capsules[h + 2]));
  }

  private placeBox(i: number, box: Float64Array): void {
    const o = BOX_ROW * i;
    const { boxes } = this;
    this.placeCentre(i, BOX_KIND, box, boxes, o);
    let extent = 0;
    for (let k = 0; k < 3; k++) {
      this.turn(i, box, AXES + 3 * k, boxes, o + AXES + 3 * k);
      boxes[o + BOX_HALF + k] = box[BOX_HALF + k];
      extent += box[BOX_HALF + k];
    }
    boxes[o + BOX_RADIUS] = this.growth[i];
    this.slack[SIMPLE_KINDS * i + BOX_KIND] += 16 * UNIT * extent;
  }

  /** The world's own box has all errors in it: nothing is lost but in halving it. */
  private placeAxisBox(i: number): void {
    const { axisBoxes } = this;
    const { boxes } = this.world;
    const o = AXIS_ROW * i;
    const b = BOX_ROOM * i;
    for (let k = 0; k < 3; k++) {
      const low = boxes[b + k];
      const high = boxes[b + 3 + k];
      const middle = low + (high - low) / 2;
      axisBoxes[o + k] = middle;
      axisBoxes[o + 3 + k] = Math.max(high - middle, middle - low) * (1 + 4 * UNIT);
    }
    this.slack[SIMPLE_KINDS * i + AXIS_BOX_KIND] = 0;
  }

  /** out[o ...] = the centre of a primitive, placed; begins its slack. */
  private placeCentre(
    i: number,
    kind: number,
    own: Float64Array,
    out: Float64Array,
    o: number,
  ): void {
    const { poses } = this.world;
    const p = POSE_ROOM * i;
    const x = own[0];
    const y = own[1];
    const z = own[2];
    const tx = poses[p + 9];
    const ty = poses[p + 10];
    const tz = poses[p + 11];
    out[o] = poses[p] * x + poses[p + 1] * y + poses[p + 2] * z + tx;
    out[o + 1] = poses[p + 3] * x + poses[p + 4] * y + poses[p + 5] * z + ty;
    out[o + 2] = poses[p + 6] * x + poses[p + 7] * y + poses[p + 8] * z + tz;
    const lengths =
      Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(tx) + Math.abs(ty) + Math.abs(tz);
    this.slack[SIMPLE_KINDS * i + kind] = 16 * UNIT * lengths;
  }

  /** out[o ...] = a direction of the body's frame, turned. */
  private turn(i: number, own: Float64Array, a: number, out: Float64Array, o: number): void {
    const { poses } = this.world;
    const p = POSE_ROOM * i;
    const x = own[a];
    const y = own[a + 1];
    const z = own[a + 2];
    out[o] = poses[p] * x + poses[p + 1] * y + poses[p + 2] * z;
    out[o + 1] = poses[p + 3] * x + poses[p + 4] * y + poses[p + 5] * z;
    out[o + 2] = poses[p + 6] * x + poses[p + 7] * y + poses[p + 8] * z;
  }
}
