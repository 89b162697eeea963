/**
 * Two pieces, one of which one or two joints move against the other: are they apart for all values of these joints
 * within `half` of some? The question is asked about convex patches along a direction, as covers ask it about times
 * (check/cover): the gap in the middle, less what the joints can close of it, each by as much as the points of the
 * patch move along the direction now, and what turning adds to that. docs/proofs/joint-maps.md.
 */
import { type HullShape, supportOffset } from '../../geometry/index.ts';
import { Kinematics } from '../../kinematics/index.ts';
import {
  composePosesInto,
  rotateVectorInto,
  transformPointInto,
  U,
  unrotateVectorInto,
} from '../../math/index.ts';
import {
  APART,
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
import { PairQuery } from '../pairQuery.ts';
import { dividesFirst, type Patch, type Patches, patchesOf } from '../patches.ts';
import type { PieceMotion } from './pieceMotion.ts';

/** Pairs of patches that one plot may ask about. */
const MOST_ASKED = 96;
/** A gap of less than this part of what is needed is not worth dividing patches for: the plot is too large. */
const TOO_FEW = 0.3;
/** Rounding of a few dozen products and sums, per unit. */
const UP = 1 + 256 * U;

export class PlotProof {
  /** Pairs of patches that were asked about until now. */
  asked = 0;
  private readonly motion: PieceMotion;
  private readonly kinematics: Kinematics;
  private readonly q: Float64Array;
  private readonly stillPatches: Patches;
  private readonly moverPatches: Patches;
  // The plot at hand: axes and points on them, in the still piece's frame, and how much joints turn or slide.
  private readonly pose = new Float64Array(12);
  private readonly bodyPose = new Float64Array(12);
  private readonly scratch = new Float64Array(12);
  private readonly axes: Float64Array;
  private readonly origins: Float64Array;
  private readonly moved: Float64Array;
  /** What velocities along a direction may be off by, all joints together. */
  private off = 0;
  /** How far all joints turn together. */
  private turning = 0;
  /** Of the patch at hand, per joint: twice what it adds to the second order of the way. */
  private readonly curve: Float64Array;
  private readonly point = new Float64Array(3);
  private readonly gradient = new Float64Array(3);
  private readonly workspace = convexWorkspace();
  private readonly query = new PairQuery();
  private readonly stack: number[] = [];

  constructor(motion: PieceMotion) {
    this.motion = motion;
    this.stillPatches = patchesOf(motion.still);
    this.moverPatches = patchesOf(motion.mover);
    this.kinematics = new Kinematics(motion.tree);
    this.q = motion.somewhere.slice();
    const count = motion.terms.frame.length;
    this.axes = new Float64Array(3 * count);
    this.origins = new Float64Array(3 * count);
    this.moved = new Float64Array(count);
    this.curve = new Float64Array(count);
    const { numbers, integers } = this.workspace;
    numbers[TOLERANCE] = 1e-3;
    integers[WITNESS] = 0;
    integers[PROVE] = 0;
    integers[MAX_ITERATIONS] = 60;
    integers[WARM] = 0;
  }

  /**
   * Whether the pieces are shown to be apart, by what is asked of their pair, for all values of the joints within
   * `half` of `centre`: a number for each of `dofs`.
   */
  isApart(centre: Float64Array, half: Float64Array): boolean {
    this.enter(centre, half);
    const { stack, stillPatches, moverPatches } = this;
    stack.length = 0;
    stack.push(0, 0);
    let left = MOST_ASKED;
    let met = false;
    while (stack.length > 0) {
      const m = stack.pop()!;
      const s = stack.pop()!;
      const a = stillPatches.get(s);
      const b = moverPatches.get(m);
      const share = this.ask(a, b);
      if (share >= 1) continue;
      if (share > 0 && share < TOO_FEW) return false;
      if (s === 0 && m === 0 && share === 0) met = true;
      if (left-- <= 0 || !this.split(s, m, a, b)) return false;
    }
    return !(met && this.isContained());
  }

  /** Goes to the middle of a plot. */
  private enter(centre: Float64Array, half: Float64Array): void {
    const { motion, kinematics, q, axes, origins, moved, scratch } = this;
    const { still, mover, stillFrame: frame, terms, dofs, tree } = motion;
    for (let k = 0; k < dofs.length; k++) q[dofs[k]] = centre[k];
    kinematics.setConfiguration(q);
    kinematics.relativePoseInto(frame, motion.moverFrame, this.bodyPose, 0);
    this.pose.set(this.bodyPose);
    if (mover.kind === 'convex') {
      composePosesInto(this.pose, 0, mover.pose, 0, scratch, 0);
      this.pose.set(scratch);
    }
    const placed = still.kind === 'convex' ? still.inverse : null;
    if (placed) {
      composePosesInto(placed, 0, this.pose, 0, scratch, 0);
      this.pose.set(scratch);
    }
    let turning = 0;
    let sliding = 0;
    for (let t = 0; t < terms.frame.length; t++) {
      const f = terms.frame[t];
      kinematics.relativePoseInto(frame, f, scratch, 0);
      for (let k = 0; k < 3; k++) {
        axes[3 * t + k] = tree.axis[3 * f + k];
        origins[3 * t + k] = scratch[9 + k];
      }
      rotateVectorInto(scratch, 0, axes, 3 * t);
      if (placed) {
        rotateVectorInto(placed, 0, axes, 3 * t);
        transformPointInto(placed, 0, origins, 3 * t, origins, 3 * t);
      }
      moved[t] = half[terms.joint[t]] * terms.factor[t] * (1 + 8 * U);
      if (terms.turns[t] === 1) turning += moved[t];
      else sliding += moved[t];
    }
    this.turning = turning * UP;
    this.off = motion.relative * (turning * motion.size + sliding);
  }

  /**
   * How much of the gap that two patches need there is: 1 if it is enough, 0 if they are not shown to be apart in
   * the middle.
   */
  private ask(a: Patch, b: Patch): number {
    const { workspace } = this;
    const { base } = this.motion;
    const w = workspace.numbers;
    this.asked++;
    const way = this.wayUpper(b);
    w[NEEDED] = base + way;
    const status = shapeDistanceInto(a.shape, b.shape, this.pose, 0, workspace);
    const gap = w[GAP_LOWER];
    if (status !== APART || !(gap > base)) return 0;
    if (gap >= base + way) return 1;
    const needed = (base + this.alongUpper(b)) * UP;
    return gap >= needed ? 1 : Math.min((gap - base) / (needed - base), 1 - U);
  }

  /** How far points of a patch can get from where they are, in any direction; fills `curve`. */
  private wayUpper({ ball }: Patch): number {
    const { axes, origins, moved, curve, point } = this;
    const { terms, slack } = this.motion;
    transformPointInto(this.pose, 0, ball, 0, point, 0);
    let way = 0;
    for (let t = 0; t < moved.length; t++) {
      const r = moved[t];
      if (terms.turns[t] === 0) {
        curve[t] = 0;
        way += r * UP;
        continue;
      }
      const o = 3 * t;
      const x = point[0] - origins[o];
      const y = point[1] - origins[o + 1];
      const z = point[2] - origins[o + 2];
      const cx = axes[o + 1] * z - axes[o + 2] * y;
      const cy = axes[o + 2] * x - axes[o] * z;
      const cz = axes[o] * y - axes[o + 1] * x;
      // The joints below carry points no farther than `way`.
      const reach = (Math.sqrt(cx * cx + cy * cy + cz * cz) + ball[3] + slack + way) * UP;
      curve[t] = r * (2 * way + r * reach) * UP;
      way += r * reach * UP;
    }
    return way;
  }

  /** How far they can get along the direction that was found, against it or with it. */
  private alongUpper({ shape, ball }: Patch): number {
    const { axes, origins, moved, curve, gradient: g } = this;
    const { terms, relative } = this.motion;
    // How much the joints above the one at hand turn its axis.
    let above = this.turning;
    const w = this.workspace.numbers;
    const x = w[DIRECTION];
    const y = w[DIRECTION + 1];
    const z = w[DIRECTION + 2];
    let first = 0;
    let second = 0;
    for (let t = 0; t < moved.length; t++) {
      const o = 3 * t;
      const ax = axes[o];
      const ay = axes[o + 1];
      const az = axes[o + 2];
      if (terms.turns[t] === 0) {
        first += moved[t] * Math.abs(x * ax + y * ay + z * az);
        continue;
      }
      above = Math.max(0, above - moved[t] * (1 - 8 * U));
      // n . (a x (p - o)) = (p - o) . (n x a)
      g[0] = y * az - z * ay;
      g[1] = z * ax - x * az;
      g[2] = x * ay - y * ax;
      const length = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      const { pose } = this;
      const shift =
        g[0] * (pose[9] - origins[o]) +
        g[1] * (pose[10] - origins[o + 1]) +
        g[2] * (pose[11] - origins[o + 2]);
      unrotateVectorInto(pose, 0, g, 0);
      let most = 0;
      if (shape.kind === 'hull') {
        const high = shift + extentAlong(shape, g);
        for (let k = 0; k < 3; k++) g[k] = -g[k];
        const low = shift - extentAlong(shape, g);
        most = Math.max(high, -low);
      } else {
        const middle = shift + g[0] * ball[0] + g[1] * ball[1] + g[2] * ball[2];
        most = Math.abs(middle) + ball[3] * length;
      }
      first += moved[t] * most;
      second += Math.min(1, length * (1 + 16 * U) + relative + above) * curve[t];
    }
    return first + this.off + 0.5 * second;
  }

  /** Puts the larger patch's children, each with the other patch, on the stack; whether it has any. */
  private split(s: number, m: number, a: Patch, b: Patch): boolean {
    const first = dividesFirst(a, b);
    const { children } = first ? a : b;
    for (let k = 0; k < children.length; k++) {
      this.stack.push(first ? children[k] : s, first ? m : children[k]);
    }
    return children.length > 0;
  }

  /** Whether one is inside of the other in the middle, surfaces being apart; then it is everywhere in the plot. */
  private isContained(): boolean {
    const { still, mover } = this.motion;
    return this.query.contains(still, mover, this.bodyPose, 0);
  }
}

/** The largest d.p over a hull; d may be 0. */
function extentAlong({ table }: HullShape, d: Float64Array): number {
  if (Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]) < 1e-200) return 0;
  const i = supportOffset(table, d, 0);
  const p = table.positions;
  return d[0] * p[i] + d[1] * p[i + 1] + d[2] * p[i + 2];
}
