/**
 * Reach against a half-space. A half-space has points everywhere, so that no bound holds for all of them
 * when it turns; but only what is near the other body matters. Seen from the half-space it is the other
 * body that moves: a joint above the half-space that turns by dq carries a point x of the other body by
 * at most dq times its distance from that joint's axis, and along the normal n by at most |n x a| of it,
 * a being the axis. What turns about its own normal stays where it is. docs/proofs/kinematics.md.
 */
import { U } from '../math/index.ts';
import type { JointBox } from './box.ts';
import type { BodyExtent, Chain, Planes } from './chain.ts';
import { FIXED, FLOATING, SLIDE } from './joint.ts';
import { placementDefectUpper } from './poseError.ts';
import { sweepUp } from './sweep.ts';
import type { KinematicTree } from './tree.ts';

/**
 * The reach of each term of a chain for the distance between a body with half-spaces and another one
 * that has none: `own` is the chain of the pieces of the body that end, or null.
 */
export function planeReach(
  tree: KinematicTree,
  planes: Planes,
  chain: Chain,
  own: Chain | null,
  other: BodyExtent,
  box: JointBox,
): Float64Array {
  const ball = Float64Array.from(other.ball);
  for (let f = other.frame; f !== chain.ancestor; f = tree.parent[f])
    sweepUp(tree, f, box, ball, true);
  const tilts = planes.normals.map((n) => tiltsAbove(tree, n, planes.tilt, chain));
  return chain.reach.map((_, t) => {
    const still = own?.reach[t] ?? 0;
    if (chain.turns[t] === 0) return Math.max(1 + 16 * U, still);
    const across = tilts.reduce((most, of) => Math.max(most, of[t]), 0);
    return Math.max(across * awayUpper(tree, chain.joint[t], chain.ancestor, ball, box), still);
  });
}

/** How far the points of a ball of the ancestor's frame are from the origin of frame f at the most. */
function awayUpper(
  tree: KinematicTree,
  frame: number,
  ancestor: number,
  ball: Float64Array,
  box: JointBox,
): number {
  const origin = new Float64Array(4);
  for (let f = frame; f !== ancestor; f = tree.parent[f]) sweepUp(tree, f, box, origin, true);
  const [x, y, z] = [ball[0] - origin[0], ball[1] - origin[1], ball[2] - origin[2]];
  return (Math.sqrt(x * x + y * y + z * z) + ball[3] + origin[3]) * (1 + 16 * U);
}

/** Per term of a chain: the largest |n x a| of a normal, given in the chain's frame, over the box. */
function tiltsAbove(
  tree: KinematicTree,
  normal: Float64Array,
  tilt: number,
  chain: Chain,
): Float64Array {
  const out = new Float64Array(chain.joint.length).fill(1);
  let [x, y, z] = normal;
  // By how much the normal may be off, or turned by the joints below.
  let vary = tilt + 16 * U;
  for (let f = chain.frame; f !== chain.ancestor; f = tree.parent[f]) {
    const kind = tree.kind[f];
    if (kind === FLOATING) break;
    if (kind !== FIXED && kind !== SLIDE) {
      const [a, b, c] = [tree.axis[3 * f], tree.axis[3 * f + 1], tree.axis[3 * f + 2]];
      const [u, v, w] = [y * c - z * b, z * a - x * c, x * b - y * a];
      const across = Math.min(1, (Math.sqrt(u * u + v * v + w * w) + vary) * (1 + 16 * U));
      chain.joint.forEach((joint, t) => {
        if (joint === f && chain.turns[t] === 1) out[t] = across;
      });
      // Turned about the axis by any angle it moves by at most twice that.
      vary += 2 * across;
    }
    const p = tree.placement;
    const o = 12 * f;
    [x, y, z] = [0, 3, 6].map((r) => p[o + r] * x + p[o + r + 1] * y + p[o + r + 2] * z);
    vary += placementDefectUpper(tree, f) + 8 * U;
  }
  return out;
}
