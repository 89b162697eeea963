/**
 * Reach: upper bounds rho of the distance from any point of a body to the axis of each joint above
 * it, and with them how far the body can move: Lemma 2 of [A IV-A].
 *
 * A variation is one number per degree of freedom: an upper bound of the integral of |dq/dt| over a
 * motion; for a straight one, |dq|. Of a floating joint the first number is the length of its
 * translation (or the first three those of x, y and z) and the fourth, at `qx`, the angle turned.
 *
 * Chains are built once per body and ancestor, for a box Q of configurations; the numbers hold while
 * the robot stays in it. Rounding: docs/proofs/kinematics.md.
 */
import { POSE_SIZE, U } from '../math/index.ts';
import { type JointBox, jointFactorUpper } from './box.ts';
import type { BodyExtent, Chain } from './chain.ts';
import { commonAncestor, type Kinematics } from './forward.ts';
import { FIXED, FLOATING, PLANAR, SLIDE } from './joint.ts';
import { LAW_BOUNDS, lawBoundsInto } from './law.ts';
import { planeReach } from './planeReach.ts';
import { poseErrorUpper } from './poseError.ts';
import { axisReachUpper, sweepUp } from './sweep.ts';
import type { KinematicTree } from './tree.ts';

/** Relative motion of two bodies: at most the sum of weight * variation. */
export interface PairMotion {
  /** Their lowest common ancestor. */
  readonly ancestor: number;
  readonly chainI: Chain;
  readonly chainJ: Chain;
  readonly dofs: Int32Array;
  readonly weights: Float64Array;
}

/** The joints between an ancestor and a body, with how far from each the body reaches in a box of joint values. */
export function buildChain(
  tree: KinematicTree,
  body: BodyExtent,
  ancestor: number,
  box: JointBox,
): Chain {
  const joint: number[] = [];
  const turns: number[] = [];
  const dof: number[] = [];
  const factor: number[] = [];
  const reach: number[] = [];
  const add = (f: number, turning: boolean, d: number, by: number, rho: number) => {
    joint.push(f);
    turns.push(turning ? 1 : 0);
    dof.push(d);
    factor.push(Math.abs(by));
    reach.push(rho);
  };
  const tight = Float64Array.from(body.ball);
  const plain = Float64Array.from(body.ball);
  for (let f = body.frame; f !== ancestor; f = tree.parent[f]) {
    const kind = tree.kind[f];
    const d = tree.dof[f];
    const by = jointFactorUpper(tree, f, box);
    let rho = Math.min(axisReachUpper(tree, f, tight), axisReachUpper(tree, f, plain));
    if (body.points && f === tree.rigidRoot[body.frame] && kind !== SLIDE) {
      rho = Math.min(rho, ownReachUpper(tree, body, f, box));
    }
    if (kind === SLIDE) add(f, false, d, by, 1);
    else if (kind === FLOATING) {
      add(f, true, d + 3, 1, rho);
      for (let k = 0; k < 3; k++) add(f, false, d + k, 1, 1);
    } else if (kind === PLANAR) {
      add(f, true, d + 2, by, rho);
      // The directions' lengths: 1 but for a few u.
      for (let k = 0; k < 2; k++) add(f, false, d + k, 1, 1 + 16 * U);
    } else if (kind !== FIXED) add(f, true, d, by, rho);
    sweepUp(tree, f, box, tight, true);
    sweepUp(tree, f, box, plain, false);
  }
  const error = poseErrorUpper(tree, body.frame, box);
  const [x, y, z, radius] = Array.from(body.ball, Math.abs);
  const size = error.length + x + y + z + radius;
  return {
    frame: body.frame,
    ancestor,
    ball: Float64Array.from(body.ball),
    joint: Int32Array.from(joint),
    turns: Uint8Array.from(turns),
    dof: Int32Array.from(dof),
    factor: Float64Array.from(factor),
    reach: Float64Array.from(reach),
    slack: 2 * error.shift + (2 * error.turn + 64 * U) * size,
  };
}

/** From the vertices: their largest distance from the axis of f, which they never move against. */
function ownReachUpper(tree: KinematicTree, body: BodyExtent, f: number, box: JointBox): number {
  const points = body.points!;
  const o = POSE_SIZE * body.frame;
  const p = tree.rigidPlacement;
  const error = poseErrorUpper(tree, body.frame, box, f);
  const at = new Float64Array(4);
  let most = 0;
  for (let i = 0; i + 2 < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    for (let k = 0; k < 3; k++) {
      at[k] = p[o + 3 * k] * x + p[o + 3 * k + 1] * y + p[o + 3 * k + 2] * z + p[o + 9 + k];
    }
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    const off = error.shift + (error.turn + 8 * U) * size + 8 * U * error.length;
    most = Math.max(most, axisReachUpper(tree, f, at) + off);
  }
  return (most + (body.margin ?? 0)) * (1 + 8 * U);
}

/** The chain of a body for its distance from another: half-spaces matter only near that. */
function chainAgainst(
  tree: KinematicTree,
  body: BodyExtent,
  other: BodyExtent,
  ancestor: number,
  box: JointBox,
): Chain {
  const chain = buildChain(tree, body, ancestor, box);
  const { planes, frame } = body;
  if (!planes || other.planes) return chain;
  const rest = planes.rest && buildChain(tree, { frame, ball: planes.rest }, ancestor, box);
  return { ...chain, reach: planeReach(tree, planes, chain, rest, other, box) };
}

/** Everything about the relative motion of two bodies that can be computed once. */
export function pairMotion(
  tree: KinematicTree,
  bodyI: BodyExtent,
  bodyJ: BodyExtent,
  box: JointBox,
): PairMotion {
  const ancestor = commonAncestor(tree, bodyI.frame, bodyJ.frame);
  const chainI = chainAgainst(tree, bodyI, bodyJ, ancestor, box);
  const chainJ = chainAgainst(tree, bodyJ, bodyI, ancestor, box);
  const byDof = new Map<number, number>();
  for (const chain of [chainI, chainJ]) {
    chain.dof.forEach((d, t) => {
      byDof.set(d, (byDof.get(d) ?? 0) + chain.reach[t] * chain.factor[t]);
    });
  }
  const dofs = Int32Array.from(byDof.keys()).sort();
  // Roundings of the products and sums here and in motionUpper: two per term and dof.
  const up = 1 + 4 * (chainI.dof.length + chainJ.dof.length + 2) * U;
  const weights = Float64Array.from(dofs, (d) => byDof.get(d)! * up);
  return { ancestor, chainI, chainJ, dofs, weights };
}

/**
 * Upper bound of the length of the curve that any point of one body traces relative to the other,
 * while the degrees of freedom vary by at most variation[o ...] [A, Lemma 2].
 */
export function motionUpper(pair: PairMotion, variation: Float64Array, o: number): number {
  let sum = 0;
  for (let k = 0; k < pair.dofs.length; k++) {
    const v = variation[o + pair.dofs[k]];
    // What stands still does not move, even where the box is unbounded and the weight infinite.
    if (v !== 0) sum += pair.weights[k] * v;
  }
  return sum;
}

/**
 * Local reach: out[oo + t] = rho of term t, valid for all configurations that are reached from the
 * workspace's by varying each degree of freedom by at most away[ao + dof]: the distance measured
 * here, plus how far the joints below can carry the body; never more than over the whole box. Both
 * configurations must lie in the box of the chain. Where a joint follows by a law it is less by the share that its
 * largest rate there has of that over the box, which is the chain's factor.
 */
export function localReachInto(
  kin: Kinematics,
  chain: Chain,
  away: Float64Array,
  ao: number,
  out: Float64Array,
  oo: number,
): void {
  const { axis, kind, laws } = kin.tree;
  const { poses } = kin;
  const o = kin.poseOf(chain.frame);
  const a = chain.ball[0];
  const b = chain.ball[1];
  const c = chain.ball[2];
  const x = poses[o] * a + poses[o + 1] * b + poses[o + 2] * c + poses[o + 9];
  const y = poses[o + 3] * a + poses[o + 4] * b + poses[o + 5] * c + poses[o + 10];
  const z = poses[o + 6] * a + poses[o + 7] * b + poses[o + 8] * c + poses[o + 11];
  const radius = chain.ball[3] + chain.slack;
  const count = chain.joint.length;
  // The root and two sums, and what was moved: two roundings and one more for each term.
  const up = 1 + (16 + 2 * count) * U;
  let moved = 0;
  for (let t = 0; t < count; t++) {
    let rho = chain.reach[t];
    if (chain.turns[t] === 1) {
      const f = chain.joint[t];
      const p = kin.poseOf(f);
      const dx = x - poses[p + 9];
      const dy = y - poses[p + 10];
      const dz = z - poses[p + 11];
      let squared = dx * dx + dy * dy + dz * dz;
      if (kind[f] !== FLOATING) {
        const u = axis[3 * f];
        const v = axis[3 * f + 1];
        const w = axis[3 * f + 2];
        const nx = poses[p] * u + poses[p + 1] * v + poses[p + 2] * w;
        const ny = poses[p + 3] * u + poses[p + 4] * v + poses[p + 5] * w;
        const nz = poses[p + 6] * u + poses[p + 7] * v + poses[p + 8] * w;
        const cx = dy * nz - dz * ny;
        const cy = dz * nx - dx * nz;
        const cz = dx * ny - dy * nx;
        squared = cx * cx + cy * cy + cz * cz;
      }
      const here = (Math.sqrt(squared) + radius + moved) * up;
      if (here < rho) rho = here;
    }
    const v = away[ao + chain.dof[t]];
    if (laws !== null) rho *= lawShareUpper(kin, chain, t, v);
    out[oo + t] = rho;
    if (v !== 0) moved += rho * chain.factor[t] * v;
  }
}

/** What part of a term's factor its joint needs around the configuration: 1, or less where it follows by a law. */
export function lawShareUpper(kin: Kinematics, chain: Chain, t: number, away: number): number {
  const { laws } = kin.tree;
  const law = laws === null ? null : laws[chain.joint[t]];
  if (law === null || away === 0 || !(chain.factor[t] < Infinity)) return 1;
  const x = kin.q[chain.dof[t]];
  const way = away * (1 + 8 * U) + 8 * U * Math.abs(x);
  lawBoundsInto(law, x - way, x + way, lawBounds, 0);
  const share = (lawBounds[0] / chain.factor[t]) * (1 + 8 * U);
  return Math.min(share, 1);
}

const lawBounds = new Float64Array(LAW_BOUNDS);

/** Lemma 2 with reaches from `localReachInto` for one chain, at reach[ro ...]. */
export function localMotionUpper(
  chain: Chain,
  reach: Float64Array,
  ro: number,
  variation: Float64Array,
  o: number,
): number {
  let sum = 0;
  const count = chain.joint.length;
  for (let t = 0; t < count; t++) {
    const v = variation[o + chain.dof[t]];
    if (v !== 0) sum += reach[ro + t] * chain.factor[t] * v;
  }
  return sum * (1 + (2 * count + 4) * U);
}
