/**
 * How long two convex patches stay apart: the directional cover [beyond A; grade 3].
 *
 * At time t the patches are separated along a unit direction n, from A toward B, by a gap. n is fixed
 * in the frame of the bodies' lowest common ancestor. Within tau of t a point p of A moves along n by
 * at most
 *   second order   tau V + tau^2/2 bend
 *   third order    tau V + tau^2/2 W + tau^3/6 twist
 * with V and W the largest n.p' and n.p'' over the patch at t (affine in p: one support point each),
 * bend and twist bounds of |p''| and |p'''| around t. The same for B, the other way. As long as what
 * both move is less than the gap, less what must remain, the patches stay apart. Forward and backward
 * in time are asked separately. docs/proofs/motion.md.
 */
import { type Shape, supportOffset } from '../../geometry/index.ts';
import { composePosesInto, relativePosesInto, rotateVectorInto, U } from '../../math/index.ts';
import {
  APART,
  APPROACH,
  type ConvexWorkspace,
  convexWorkspace,
  DIRECTION,
  GAP_LOWER,
  MAX_ITERATIONS,
  NEEDED,
  PROVE,
  shapeDistanceInto,
  TOLERANCE,
  WARM,
  WITNESS,
} from '../../proximity/index.ts';
import { type ClosingBounds, lasting } from './closing.ts';
import type { Patch } from './patches.ts';
import { BOX_SIZE, type LadderScene } from './scene.ts';
import type { Twists } from './twists.ts';

/** The patches are shown to stay apart all the time that was asked about. */
export const COVERED = 0;
/** Apart at t, but not for all the time. */
export const PARTLY = 1;
/** Not shown to be far enough apart at t. */
export const MEETING = 2;

/** Distances are asked for up to this part of them. */
const TOLERATED = 1e-3;

/** Rounding of a handful of products and sums, per unit. */
const UP = 1 + 64 * U;

export class Cover {
  /** Time that is covered before and after t by the best directions found. */
  before = 0;
  after = 0;
  /** Gap beyond what is needed, along the last direction tried; only its sign is certain. */
  room = 0;
  /** The directions of `before` (0..2) and `after` (3..5), in A's frame. */
  readonly directions = new Float64Array(6);
  gjkCalls = 0;
  /** Places the second part in the first. */
  readonly pose = new Float64Array(12);

  private readonly scene: LadderScene;
  private readonly twists: Twists;
  private readonly workspace: ConvexWorkspace = convexWorkspace();
  private readonly scratch = new Float64Array(12);
  private readonly normal = new Float64Array(3);
  /** A direction in the world, and bounds along it. */
  private readonly along = new Float64Array(3);
  private readonly sharp = { speed: 0, bend: 0, twist: 0 };
  private readonly sharpened = new Float64Array(2);
  private unit = -1;
  /** Whether `pose` is that of the unit at hand. */
  private posed = false;
  /** Whether the bounds are those around this configuration. */
  private local = false;
  /** What `bound` was last asked about. */
  private boundA: Patch | null = null;
  private boundB: Patch | null = null;
  private boundSpan = 0;
  /** Velocities of the balls' centres, each in its part's frame, times the span. */
  private readonly moves = new Float64Array(6);
  /** Per side: the length of the move, what turning adds at the rim, and what bending does. */
  private readonly sides = new Float64Array(6);
  private sideA: Patch | null = null;
  /** Per part: how far its points move within `half`, where that was asked for. */
  private readonly needs: Float64Array;
  private sideTwist = -1;
  private sideSpan = 0;
  /** The lengths of the moves together; what turning and bending add. */
  private moveLength = 0;
  private extra = 0;
  /** Offsets of the twists of A and B, -1 where they are still. */
  private tA = -1;
  private tB = -1;
  /** Bounds of the first three derivatives of the patches' points, both sides together. */
  bend = 0;
  twist = 0;
  speed = 0;

  constructor(scene: LadderScene, twists: Twists) {
    this.scene = scene;
    this.twists = twists;
    this.needs = new Float64Array(scene.parts.length);
    const { numbers, integers } = this.workspace;
    numbers[TOLERANCE] = TOLERATED;
    integers[WITNESS] = 0;
    integers[PROVE] = 0;
    integers[MAX_ITERATIONS] = 60;
  }

  /** Declares a new configuration; poses, twists and sums are asked for again. */
  begin(): void {
    this.unit = -1;
    this.sideA = null;
  }

  /** Turns to a unit: twists and bounds of its motion. */
  open(unit: number): void {
    if (this.unit === unit) return;
    this.unit = unit;
    this.posed = false;
    this.boundA = null;
    this.local = false;
    const { scene, twists } = this;
    const entryA = scene.twistA[unit];
    const entryB = scene.twistB[unit];
    this.tA = entryA < 0 ? -1 : twists.at(entryA);
    this.tB = entryB < 0 ? -1 : twists.at(entryB);
    this.speed = scene.boxSpeed[unit];
    this.bend = scene.boxBend[unit];
    this.twist = scene.boxTwist[unit];
  }

  /** Replaces the bounds that hold anywhere by those that hold around this configuration. */
  private localise(): void {
    this.local = true;
    this.boundA = null;
    const { scene, unit } = this;
    scene.place(scene.partA[unit]);
    scene.place(scene.partB[unit]);
    const i = scene.sumA[unit];
    const j = scene.sumB[unit];
    this.speed = (scene.speed[i] + scene.speed[j]) * UP;
    this.bend = (scene.bend[i] + scene.bend[j]) * UP;
    this.twist = (scene.twist[i] + scene.twist[j]) * UP;
  }

  /**
   * Of all units those whose balls are not shown to stay apart within the scene's `half` before and
   * after t: their numbers to list[0 ...], returns how many. Those whose balls meet at t come first: if
   * anything collides here, it is among them. Units against what stands still are compared with how
   * their one moving part moves, which is computed once for all of them.
   */
  sift(list: Int32Array): number {
    const { scene, twists, sides, needs } = this;
    const { half, easyUnits, easyCount, unitCount, partA, partB, radii, twistA } = scene;
    scene.centreAll();
    const c = scene.centres;
    const up = half * UP;
    this.sideA = null;
    for (let k = 0; k < easyUnits.length; k++) {
      const u = easyUnits[k];
      const part = partA[u];
      this.boundSide(scene.parts[part].patches.whole.ball, twists.at(twistA[u]), 0, up);
      const third = sides[2] + scene.accelerationSlack + (half / 3) * scene.boxTwist[u];
      const curve = 0.5 * half * Math.min(scene.boxBend[u], third);
      needs[part] = sides[0] + (sides[1] + scene.velocitySlack + curve) * up;
    }
    const { boxes, boxNumbers: n, boxSpeed } = scene;
    let count = 0;
    let last = list.length;
    for (let u = 0; u < easyCount; u++) {
      const a = 3 * partA[u];
      const b = 3 * partB[u];
      const cx = c[a];
      const cy = c[a + 1];
      const cz = c[a + 2];
      const x = cx - c[b];
      const y = cy - c[b + 1];
      const z = cz - c[b + 2];
      const near = radii[u] + needs[partA[u]];
      const squared = x * x + y * y + z * z;
      if (squared > near * near * UP) continue;
      let meeting = squared <= radii[u] * radii[u];
      if (boxes[u] >= 0) {
        const o = BOX_SIZE * boxes[u];
        const reach = near - n[o + 15];
        const apart = fromBox(n, o, cx, cy, cz);
        if (apart > reach * reach * UP) continue;
        const touch = radii[u] - n[o + 15];
        meeting = apart <= touch * touch;
      }
      if (meeting) list[count++] = u;
      else list[--last] = u;
    }
    for (let u = easyCount; u < unitCount; u++) {
      const a = 3 * partA[u];
      const b = 3 * partB[u];
      const x = c[a] - c[b];
      const y = c[a + 1] - c[b + 1];
      const z = c[a + 2] - c[b + 2];
      const near = radii[u] + half * boxSpeed[u];
      const squared = x * x + y * y + z * z;
      if (squared > near * near * UP) continue;
      if (squared <= radii[u] * radii[u]) list[count++] = u;
      else list[--last] = u;
    }
    while (last < list.length) list[count++] = list[last++];
    return count;
  }

  /**
   * Balls around the whole parts, moving as they do: whether they stay apart for `span` before and
   * after t. A box counts as what it is.
   */
  ballsApart(span: number): boolean {
    const { scene, unit } = this;
    const a = scene.partA[unit];
    const b = scene.partB[unit];
    // Beyond the first level nobody has asked for them yet.
    scene.centre(a);
    scene.centre(b);
    const c = scene.centres;
    const x = c[3 * a] - c[3 * b];
    const y = c[3 * a + 1] - c[3 * b + 1];
    const z = c[3 * a + 2] - c[3 * b + 2];
    const squared = x * x + y * y + z * z;
    const radii = scene.radii[unit];
    const wholeA = scene.parts[a].patches.whole;
    const wholeB = scene.parts[b].patches.whole;
    this.bound(wholeA, wholeB, span);
    const near = radii + this.extra + this.moveLength;
    if (squared > near * near * UP) return true;
    const box = scene.boxes[unit];
    if (box < 0) return false;
    const o = BOX_SIZE * box;
    const n = scene.boxNumbers;
    const reach = near - n[o + 15];
    return fromBox(n, o, c[3 * a], c[3 * a + 1], c[3 * a + 2]) > reach * reach * UP;
  }

  /** this.pose = the second part's own frame in the first's, by their poses in the world. */
  private placeUnit(): void {
    this.posed = true;
    const { kinematics, parts, partA, partB } = this.scene;
    const p = parts[partA[this.unit]];
    const q = parts[partB[this.unit]];
    const i = kinematics.poseOf(p.body.frame);
    const j = kinematics.poseOf(q.body.frame);
    const { poses } = kinematics;
    const { pose, scratch } = this;
    relativePosesInto(poses, i, poses, j, pose, 0);
    if (q.piece.kind === 'convex') {
      composePosesInto(pose, 0, q.piece.pose, 0, scratch, 0);
      pose.set(scratch);
    }
    if (p.piece.kind === 'convex') {
      relativePosesInto(p.piece.pose, 0, pose, 0, scratch, 0);
      pose.set(scratch);
    }
  }

  /**
   * Do two patches of the unit stay apart from t - before to t + after? Sets `before` and `after` to
   * what is shown, at most what was asked. `warm`: a direction to start from, in A's frame, or -1.
   */
  test(
    patchA: Patch,
    patchB: Patch,
    before: number,
    after: number,
    warm: Float64Array,
    at: number,
  ): number {
    const { scene, unit, moves, pose } = this;
    const w = this.workspace.numbers;
    const { integers } = this.workspace;
    const base = scene.base[unit];
    if (!this.posed) this.placeUnit();
    this.bound(patchA, patchB, Math.max(before, after));
    // A gap along n of at least NEEDED + |n . APPROACH| lasts as long as asked, both ways.
    w[NEEDED] = base + this.extra;
    for (let k = 0; k < 3; k++) {
      const r = 3 * k;
      w[APPROACH + k] =
        moves[k] - (pose[r] * moves[3] + pose[r + 1] * moves[4] + pose[r + 2] * moves[5]);
    }
    integers[WARM] = 0;
    if (at >= 0 && (warm[at] !== 0 || warm[at + 1] !== 0 || warm[at + 2] !== 0)) {
      integers[WARM] = 1;
      w[DIRECTION] = warm[at];
      w[DIRECTION + 1] = warm[at + 1];
      w[DIRECTION + 2] = warm[at + 2];
    }
    this.gjkCalls++;
    const needed = w[NEEDED];
    let status = shapeDistanceInto(patchA.shape, patchB.shape, this.pose, 0, this.workspace);
    if (status === APART && w[GAP_LOWER] < 1.01 * base) {
      // Close to what must remain: what was left of the distance matters now.
      w[TOLERANCE] = 1e-10;
      integers[WARM] = 1;
      status = shapeDistanceInto(patchA.shape, patchB.shape, this.pose, 0, this.workspace);
      w[TOLERANCE] = TOLERATED;
    }
    const gap = w[GAP_LOWER];
    const x = w[DIRECTION];
    const y = w[DIRECTION + 1];
    const z = w[DIRECTION + 2];
    const d = this.directions;
    d[0] = x;
    d[1] = y;
    d[2] = z;
    d[3] = x;
    d[4] = y;
    d[5] = z;
    this.room = gap - base;
    this.before = 0;
    this.after = 0;
    if (status !== APART || !(gap > base)) return MEETING;
    const moved = Math.abs(x * w[APPROACH] + y * w[APPROACH + 1] + z * w[APPROACH + 2]);
    if (gap >= needed + moved) {
      this.before = before;
      this.after = after;
      return COVERED;
    }
    if (!this.local) this.localise();
    this.measure(patchA, patchB, before, after, gap - base);
    return this.before >= before && this.after >= after ? COVERED : PARTLY;
  }

  /**
   * How far points of two patches can move within `span`: their balls' centres (`moves`), and, on top
   * of that, in any direction (`extra`).
   */
  private bound(patchA: Patch, patchB: Patch, span: number): void {
    if (this.boundA === patchA && this.boundB === patchB && this.boundSpan === span) return;
    this.boundA = patchA;
    this.boundB = patchB;
    this.boundSpan = span;
    const { scene, sides } = this;
    const up = span * UP;
    // Units that follow each other have the first part in common.
    if (this.sideA !== patchA || this.sideTwist !== this.tA || this.sideSpan !== up) {
      this.sideA = patchA;
      this.sideTwist = this.tA;
      this.sideSpan = up;
      this.boundSide(patchA.ball, this.tA, 0, up);
    }
    this.boundSide(patchB.ball, this.tB, 3, up);
    this.moveLength = sides[0] + sides[3];
    const third = sides[2] + sides[5] + scene.accelerationSlack + (span / 3) * this.twist;
    const curve = 0.5 * span * Math.min(this.bend, third);
    this.extra = (sides[1] + sides[4] + scene.velocitySlack + curve) * up;
  }

  /** One side: centre's velocity and acceleration, and what the turning adds at the ball's rim. */
  private boundSide(c: Float64Array, o: number, at: number, up: number): void {
    const t = this.twists.numbers;
    const { moves, sides } = this;
    if (o < 0) {
      for (let k = at; k < at + 3; k++) {
        moves[k] = 0;
        sides[k] = 0;
      }
      return;
    }
    const wx = t[o + 3];
    const wy = t[o + 4];
    const wz = t[o + 5];
    const cx = wy * c[2] - wz * c[1];
    const cy = wz * c[0] - wx * c[2];
    const cz = wx * c[1] - wy * c[0];
    const ux = t[o] + cx;
    const uy = t[o + 1] + cy;
    const uz = t[o + 2] + cz;
    moves[at] = up * ux;
    moves[at + 1] = up * uy;
    moves[at + 2] = up * uz;
    sides[at] = Math.sqrt(ux * ux + uy * uy + uz * uz) * up * UP;
    const ww = wx * wx + wy * wy + wz * wz;
    // A half-space has no radius; it may slide.
    sides[at + 1] = ww === 0 ? 0 : c[3] * Math.sqrt(ww);
    const sx = t[o + 9];
    const sy = t[o + 10];
    const sz = t[o + 11];
    const ax = t[o + 6] + sy * c[2] - sz * c[1] + wy * cz - wz * cy;
    const ay = t[o + 7] + sz * c[0] - sx * c[2] + wz * cx - wx * cz;
    const az = t[o + 8] + sx * c[1] - sy * c[0] + wx * cy - wy * cx;
    const spin = Math.sqrt(sx * sx + sy * sy + sz * sz) + ww;
    sides[at + 2] = Math.sqrt(ax * ax + ay * ay + az * az) + (spin === 0 ? 0 : c[3] * spin);
  }

  /** Tries the normals of flat patches: the right directions where bodies graze. */
  tryNormals(patchA: Patch, patchB: Patch, before: number, after: number): void {
    const n = patchA.normal;
    if (n[0] !== 0 || n[1] !== 0 || n[2] !== 0) {
      this.tryDirection(patchA, patchB, n, 1, before, after);
      this.tryDirection(patchA, patchB, n, -1, before, after);
    }
    const m = patchB.normal;
    if (m[0] !== 0 || m[1] !== 0 || m[2] !== 0) {
      const { pose, normal } = this;
      normal[0] = pose[0] * m[0] + pose[1] * m[1] + pose[2] * m[2];
      normal[1] = pose[3] * m[0] + pose[4] * m[1] + pose[5] * m[2];
      normal[2] = pose[6] * m[0] + pose[7] * m[1] + pose[8] * m[2];
      const length = Math.sqrt(
        normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2],
      );
      for (let k = 0; k < 3; k++) normal[k] /= length;
      this.tryDirection(patchA, patchB, normal, 1, before, after);
      this.tryDirection(patchA, patchB, normal, -1, before, after);
    }
  }

  /** Tries a direction of A's frame on top of what is covered already; `sign` turns it around. */
  tryDirection(
    patchA: Patch,
    patchB: Patch,
    n: Float64Array,
    sign: number,
    before: number,
    after: number,
  ): void {
    const x = sign * n[0];
    const y = sign * n[1];
    const z = sign * n[2];
    if (patchA.shape.kind !== 'hull' || patchB.shape.kind !== 'hull') return;
    const { pose, scratch, scene } = this;
    scratch[0] = x;
    scratch[1] = y;
    scratch[2] = z;
    const p = patchA.shape.table;
    const q = patchB.shape.table;
    const i = supportOffset(p, scratch, 0);
    scratch[3] = -(pose[0] * x + pose[3] * y + pose[6] * z);
    scratch[4] = -(pose[1] * x + pose[4] * y + pose[7] * z);
    scratch[5] = -(pose[2] * x + pose[5] * y + pose[8] * z);
    const j = supportOffset(q, scratch, 3);
    const a = p.positions;
    const b = q.positions;
    const gap =
      x * pose[9] +
      y * pose[10] +
      z * pose[11] -
      (scratch[3] * b[j] + scratch[4] * b[j + 1] + scratch[5] * b[j + 2]) -
      (x * a[i] + y * a[i + 1] + z * a[i + 2]);
    const size = p.radius + q.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
    // n is a unit vector but for a few u; supports, products and sums: fewer than 64 roundings.
    const room = gap - 128 * U * size - scene.base[this.unit];
    if (!(room > 0)) return;
    const w = this.workspace.numbers;
    w[DIRECTION] = x;
    w[DIRECTION + 1] = y;
    w[DIRECTION + 2] = z;
    if (room > this.room) this.room = room;
    if (!this.local) this.localise();
    this.measure(patchA, patchB, before, after, room);
  }

  /** Improves `before` and `after` by the direction in the workspace, along which there is `room`. */
  private measure(patchA: Patch, patchB: Patch, before: number, after: number, room: number): void {
    const { scene, tA, tB, pose, scratch, workspace } = this;
    const w = workspace.numbers;
    const x = w[DIRECTION];
    const y = w[DIRECTION + 1];
    const z = w[DIRECTION + 2];
    let forward = 0;
    let backward = 0;
    let curve = 0;
    const s = scratch;
    if (tA >= 0) {
      s[0] = x;
      s[1] = y;
      s[2] = z;
      this.rangesInto(patchA, tA);
      forward += s[7];
      backward -= s[6];
      curve += s[9];
    }
    if (tB >= 0) {
      s[0] = -(pose[0] * x + pose[3] * y + pose[6] * z);
      s[1] = -(pose[1] * x + pose[4] * y + pose[7] * z);
      s[2] = -(pose[2] * x + pose[5] * y + pose[8] * z);
      this.rangesInto(patchB, tB);
      forward += s[7];
      backward -= s[6];
      curve += s[9];
    }
    forward += scene.velocitySlack;
    backward += scene.velocitySlack;
    curve += scene.accelerationSlack;
    this.extend(room, forward, backward, curve, this, before, after);
    if (this.after >= after && this.before >= before) return;
    this.sharpen();
    this.extend(room, forward, backward, curve, this.sharp, before, after);
  }

  /** Bounds along the direction in the workspace, which may be far smaller than in any. */
  private sharpen(): void {
    const { scene, unit, workspace, sharp, sharpened, along } = this;
    const w = workspace.numbers;
    const p = scene.parts[scene.partA[unit]];
    along[0] = w[DIRECTION];
    along[1] = w[DIRECTION + 1];
    along[2] = w[DIRECTION + 2];
    if (p.piece.kind === 'convex') rotateVectorInto(p.piece.pose, 0, along, 0);
    rotateVectorInto(scene.kinematics.poses, scene.kinematics.poseOf(p.body.frame), along, 0);
    sharpened[0] = 0;
    sharpened[1] = 0;
    scene.sharpenInto(scene.partA[unit], scene.sumA[unit], along, sharpened);
    scene.sharpenInto(scene.partB[unit], scene.sumB[unit], along, sharpened);
    sharp.speed = this.speed;
    sharp.bend = Math.min(this.bend, sharpened[0]);
    sharp.twist = Math.min(this.twist, sharpened[1]);
  }

  /** Improves `before` and `after` by what room, speeds and bounds allow. */
  private extend(
    room: number,
    forward: number,
    backward: number,
    curve: number,
    bounds: ClosingBounds,
    before: number,
    after: number,
  ): void {
    const w = this.workspace.numbers;
    const x = w[DIRECTION];
    const y = w[DIRECTION + 1];
    const z = w[DIRECTION + 2];
    const d = this.directions;
    if (this.after < after) {
      const h = lasting(room, forward, curve, bounds, after);
      if (h > this.after) {
        this.after = h;
        d[3] = x;
        d[4] = y;
        d[5] = z;
      }
    }
    if (this.before < before) {
      const h = lasting(room, backward, curve, bounds, before);
      if (h > this.before) {
        this.before = h;
        d[0] = x;
        d[1] = y;
        d[2] = z;
      }
    }
  }

  /**
   * For the unit direction m at scratch[0..2], in the patch's frame: scratch[6], [7] = smallest and
   * largest m.p' over the patch, scratch[9] = largest m.p''. Of primitives by their balls.
   */
  private rangesInto(patch: Patch, o: number): void {
    const s = this.scratch;
    const t = this.twists.numbers;
    const x = s[0];
    const y = s[1];
    const z = s[2];
    const wx = t[o + 3];
    const wy = t[o + 4];
    const wz = t[o + 5];
    const sx = t[o + 9];
    const sy = t[o + 10];
    const sz = t[o + 11];
    const still = x * t[o] + y * t[o + 1] + z * t[o + 2];
    const bent = x * t[o + 6] + y * t[o + 7] + z * t[o + 8];
    // m.(w x p) = p.(m x w)
    const gx = y * wz - z * wy;
    const gy = z * wx - x * wz;
    const gz = x * wy - y * wx;
    const along = x * wx + y * wy + z * wz;
    const ww = wx * wx + wy * wy + wz * wz;
    const hx = y * sz - z * sy + along * wx - ww * x;
    const hy = z * sx - x * sz + along * wy - ww * y;
    const hz = x * sy - y * sx + along * wz - ww * z;
    if (patch.shape.kind === 'hull') {
      const { table } = patch.shape;
      s[3] = gx;
      s[4] = gy;
      s[5] = gz;
      s[7] = still + reachAlong(table, s, 3);
      s[3] = -gx;
      s[4] = -gy;
      s[5] = -gz;
      s[6] = still - reachAlong(table, s, 3);
      s[3] = hx;
      s[4] = hy;
      s[5] = hz;
      s[9] = bent + reachAlong(table, s, 3);
      return;
    }
    const c = patch.ball;
    const radius = c[3];
    const middle = still + gx * c[0] + gy * c[1] + gz * c[2];
    const turn = Math.sqrt(gx * gx + gy * gy + gz * gz);
    const spread = turn === 0 ? 0 : radius * turn;
    s[6] = middle - spread;
    s[7] = middle + spread;
    const bend = Math.sqrt(hx * hx + hy * hy + hz * hz);
    s[9] = bent + hx * c[0] + hy * c[1] + hz * c[2] + (bend === 0 ? 0 : radius * bend);
  }
}

/** The squared distance of a point in the world from the box at n[o ...]. */
function fromBox(n: Float64Array, o: number, x: number, y: number, z: number): number {
  const dx = x - n[o + 9];
  const dy = y - n[o + 10];
  const dz = z - n[o + 11];
  const px = Math.max(0, Math.abs(n[o] * dx + n[o + 3] * dy + n[o + 6] * dz) - n[o + 12]);
  const py = Math.max(0, Math.abs(n[o + 1] * dx + n[o + 4] * dy + n[o + 7] * dz) - n[o + 13]);
  const pz = Math.max(0, Math.abs(n[o + 2] * dx + n[o + 5] * dy + n[o + 8] * dz) - n[o + 14]);
  return px * px + py * py + pz * pz;
}

/** The largest d.p over a hull, for d at d[o], which may be 0. */
function reachAlong(
  table: Extract<Shape, { kind: 'hull' }>['table'],
  d: Float64Array,
  o: number,
): number {
  const x = d[o];
  const y = d[o + 1];
  const z = d[o + 2];
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e-200) return 0;
  const i = supportOffset(table, d, o);
  const p = table.positions;
  return x * p[i] + y * p[i + 1] + z * p[i + 2];
}
