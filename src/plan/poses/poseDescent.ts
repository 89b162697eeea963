/**
 * One descent of inverse kinematics: from a configuration to one that puts a tool where it is wanted, by
 * damped least squares (Levenberg and Marquardt; Wampler 1986, Nakamura and Hanafusa 1986).
 *
 * The error is the missing shift and the missing turn as a rotation vector, both in world coordinates;
 * a radian counts like TURN_LENGTH metres. A step that does not lower it is taken back and damped
 * more. Joints stop at their limits; one that stands at a limit and is pushed against it is left out of
 * the step. Nothing here is proven, and nothing needs to be: the caller measures what comes out.
 */
import {
  Kinematics,
  type KinematicTree,
  lawInto,
  MOTION_SIZE,
  SLIDES,
  TURN,
} from '../../kinematics/index.ts';
import { composePosesInto, POSE_SIZE, rotateVectorInto } from '../../math/index.ts';
import type { PlanningSpace } from '../space.ts';
import { swingInto, turnInto } from './rotationVector.ts';

/** Metres that a radian counts like. */
const TURN_LENGTH = 0.3;
const MAX_STEPS = 200;
/** Damping at the beginning, and beyond which nothing moves any more. */
const FIRST_DAMPING = 1e-2;
const LEAST_DAMPING = 1e-12;
const MOST_DAMPING = 1e6;
/** Squared error that rounding leaves. */
const NOTHING = 1e-26;
/** A descent that gains less than this share in so many steps has ended. */
const GAIN = 1e-3;
const SLOW_STEPS = 5;

export interface PoseTarget {
  /** Number of the link's frame. */
  readonly frame: number;
  /** Where the tool shall be, in the world. */
  readonly pose: Float64Array;
  /** The tool in the link's frame; null for the link itself. */
  readonly tool: Float64Array | null;
  /** Whether the tool may be turned as it likes. */
  readonly anyRotation: boolean;
  /** A unit vector in the tool's frame about which it may be turned; null if about none. */
  readonly axis: Float64Array | null;
  /** Degrees of freedom that may move, of those that move the link. */
  readonly dofs: readonly number[];
}

/** Degrees of freedom that move a frame, from the base on. */
export function movingDofs(tree: KinematicTree, frame: number): number[] {
  const found = new Set<number>();
  for (let f = frame; f > 0; f = tree.parent[f]) if (tree.dof[f] >= 0) found.add(tree.dof[f]);
  return [...found].sort((a, b) => a - b);
}

export class PoseDescent {
  /** Metres and radians that the last configuration looked at is off by. */
  positionError = 0;
  rotationError = 0;
  private readonly space: PlanningSpace;
  private readonly target: PoseTarget;
  private readonly kinematics: Kinematics;
  /** Rows of the error: 3, or 6 with a rotation. */
  private readonly rows: number;
  /** Frames above the tool whose joints move, and their columns. */
  private readonly frames: readonly number[];
  private readonly columns: readonly number[];
  private readonly tool = new Float64Array(POSE_SIZE);
  private readonly error = new Float64Array(6);
  /** The error that a step is to make good. */
  private readonly missing = new Float64Array(6);
  private readonly jacobian: Float64Array;
  private readonly square = new Float64Array(36);
  private readonly solution = new Float64Array(6);
  private readonly pushed: Uint8Array;
  private readonly next: Float64Array;
  /** The axis about which the tool may be turned, in the world: as it is, and as it shall be. */
  private readonly axisNow = new Float64Array(3);
  private readonly axisThen = new Float64Array(3);
  /** Value, rate and bend of a law. */
  private readonly followed = new Float64Array(3);

  constructor(space: PlanningSpace, target: PoseTarget) {
    const { tree } = space.cell;
    this.space = space;
    this.target = target;
    this.kinematics = new Kinematics(tree);
    this.rows = target.anyRotation ? 3 : 6;
    const frames: number[] = [];
    for (let f = target.frame; f > 0; f = tree.parent[f]) {
      if (target.dofs.includes(tree.dof[f])) frames.push(f);
    }
    this.frames = frames;
    this.columns = frames.map((f) => target.dofs.indexOf(tree.dof[f]));
    this.jacobian = new Float64Array(6 * target.dofs.length);
    this.pushed = new Uint8Array(target.dofs.length);
    this.next = new Float64Array(space.size);
    if (target.axis) {
      this.axisThen.set(target.axis);
      rotateVectorInto(target.pose, 0, this.axisThen, 0);
    }
  }

  /** Goes down from q, in place; the errors are those of where it ends. */
  run(q: Float64Array): void {
    const { next, target } = this;
    let damping = FIRST_DAMPING;
    let squared = this.measure(q);
    let mark = squared;
    for (let step = 0, slow = 0; step < MAX_STEPS && squared > NOTHING; step++) {
      this.missing.set(this.error);
      this.jacobianInto();
      this.markPushed(q);
      let moved = false;
      let lower = squared;
      for (; damping <= MOST_DAMPING; damping *= 4) {
        this.stepInto(q, damping);
        lower = this.measure(next);
        moved = lower < squared;
        if (moved) break;
      }
      if (!moved) break;
      for (const d of target.dofs) q[d] = next[d];
      squared = lower;
      damping = Math.max(LEAST_DAMPING, 0.1 * damping);
      if (squared < (1 - GAIN) * mark) {
        mark = squared;
        slow = 0;
      } else if (++slow === SLOW_STEPS) break;
    }
    this.measure(q);
  }

  /** The error at q, squared. */
  measure(q: Float64Array): number {
    const { kinematics, target, tool, error } = this;
    kinematics.setConfiguration(q);
    const o = kinematics.poseOf(target.frame);
    if (target.tool) composePosesInto(kinematics.poses, o, target.tool, 0, tool, 0);
    else for (let k = 0; k < POSE_SIZE; k++) tool[k] = kinematics.poses[o + k];
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      error[k] = target.pose[9 + k] - tool[9 + k];
      sum += error[k] * error[k];
    }
    this.positionError = Math.sqrt(sum);
    this.rotationError = 0;
    if (target.anyRotation) return sum;
    if (target.axis) {
      this.axisNow.set(target.axis);
      rotateVectorInto(tool, 0, this.axisNow, 0);
      swingInto(this.axisNow, this.axisThen, error, 3);
    } else turnInto(tool, target.pose, error, 3);
    let turn = 0;
    for (let k = 3; k < 6; k++) turn += error[k] * error[k];
    this.rotationError = Math.sqrt(turn);
    for (let k = 3; k < 6; k++) error[k] *= TURN_LENGTH;
    return sum + TURN_LENGTH * TURN_LENGTH * turn;
  }

  /** How much the value of a frame's joint changes per unit of its degree of freedom, at the configuration at hand. */
  private rateOf(f: number): number {
    const { tree, q } = this.kinematics;
    const law = tree.laws === null ? null : tree.laws[f];
    if (law === null) return tree.multiplier[f];
    lawInto(law, q, tree.dof[f], this.followed, 0);
    return this.followed[1];
  }

  /** Derivatives of the tool's pose at the configuration measured last; one column per dof. */
  private jacobianInto(): void {
    const { jacobian: j, kinematics, frames, columns, tool, axisNow: n0 } = this;
    const { tree, poses } = kinematics;
    j.fill(0);
    for (let k = 0; k < frames.length; k++) {
      const f = frames[k];
      const c = 6 * columns[k];
      const m = this.rateOf(f);
      const o = POSE_SIZE * f;
      if (tree.kind[f] === TURN) {
        const a = tree.axis[3 * f];
        const b = tree.axis[3 * f + 1];
        const n = tree.axis[3 * f + 2];
        const x = m * (poses[o] * a + poses[o + 1] * b + poses[o + 2] * n);
        const y = m * (poses[o + 3] * a + poses[o + 4] * b + poses[o + 5] * n);
        const z = m * (poses[o + 6] * a + poses[o + 7] * b + poses[o + 8] * n);
        const dx = tool[9] - poses[o + 9];
        const dy = tool[10] - poses[o + 10];
        const dz = tool[11] - poses[o + 11];
        j[c] += y * dz - z * dy;
        j[c + 1] += z * dx - x * dz;
        j[c + 2] += x * dy - y * dx;
        // Turns about an axis that is free do not count.
        const spin = this.target.axis ? x * n0[0] + y * n0[1] + z * n0[2] : 0;
        j[c + 3] += TURN_LENGTH * (x - spin * n0[0]);
        j[c + 4] += TURN_LENGTH * (y - spin * n0[1]);
        j[c + 5] += TURN_LENGTH * (z - spin * n0[2]);
      } else {
        // A slide, along a direction in the parent's frame. Planar and floating joints have no limits:
        // planning spaces do not take them.
        const p = POSE_SIZE * tree.parent[f];
        const s = MOTION_SIZE * f + SLIDES;
        const a = tree.motion[s];
        const b = tree.motion[s + 1];
        const n = tree.motion[s + 2];
        for (let i = 0; i < 3; i++) {
          const r = p + 3 * i;
          j[c + i] += m * (poses[r] * a + poses[r + 1] * b + poses[r + 2] * n);
        }
      }
    }
  }

  /** Joints at a limit that the error pushes against it. */
  private markPushed(q: Float64Array): void {
    const { target, pushed, jacobian: j, missing, rows, space } = this;
    for (let i = 0; i < target.dofs.length; i++) {
      const d = target.dofs[i];
      let pull = 0;
      for (let r = 0; r < rows; r++) pull += j[6 * i + r] * missing[r];
      const limited = !space.cell.tree.dofs[d].continuous;
      const stuck = pull > 0 ? q[d] >= space.upper[d] : q[d] <= space.lower[d];
      pushed[i] = limited && stuck ? 1 : 0;
    }
  }

  /** next = q + J' (J J' + damping)^-1 times what is missing, within limits. */
  private stepInto(q: Float64Array, damping: number): void {
    const { target, pushed, jacobian: j, rows, square, solution, next, space } = this;
    const { dofs } = target;
    for (let r = 0; r < rows; r++) {
      for (let s = 0; s <= r; s++) {
        let sum = r === s ? damping : 0;
        for (let i = 0; i < dofs.length; i++) {
          if (pushed[i] === 0) sum += j[6 * i + r] * j[6 * i + s];
        }
        square[6 * r + s] = sum;
      }
    }
    this.solve();
    next.set(q);
    for (let i = 0; i < dofs.length; i++) {
      if (pushed[i] === 1) continue;
      const d = dofs[i];
      let x = q[d];
      for (let r = 0; r < rows; r++) x += j[6 * i + r] * solution[r];
      const limited = !space.cell.tree.dofs[d].continuous;
      next[d] = limited ? Math.min(space.upper[d], Math.max(space.lower[d], x)) : x;
    }
  }

  /** solution = square^-1 times what is missing, by Cholesky; the square is positive, being damped. */
  private solve(): void {
    const { rows, square: a, missing, solution: x } = this;
    for (let r = 0; r < rows; r++) {
      for (let s = 0; s <= r; s++) {
        let sum = a[6 * r + s];
        for (let k = 0; k < s; k++) sum -= a[6 * r + k] * a[6 * s + k];
        a[6 * r + s] = r === s ? Math.sqrt(Math.max(sum, LEAST_DAMPING)) : sum / a[6 * s + s];
      }
    }
    for (let r = 0; r < rows; r++) {
      let sum = missing[r];
      for (let k = 0; k < r; k++) sum -= a[6 * r + k] * x[k];
      x[r] = sum / a[6 * r + r];
    }
    for (let r = rows - 1; r >= 0; r--) {
      let sum = x[r];
      for (let k = r + 1; k < rows; k++) sum -= a[6 * k + r] * x[k];
      x[r] = sum / a[6 * r + r];
    }
  }
}
