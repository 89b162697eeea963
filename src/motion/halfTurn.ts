/**
 * Half a turn of a floating joint: both ways round are equally short. Which one a segment takes is a rule
 * (docs/proofs/motion.md, 1: the one that the numbers name), the same for whoever computes it here; but a
 * controller that rounds differently may take the other. So a path says where it happens.
 */
import type { KinematicTree } from '../kinematics/tree.ts';
import type { Fault } from '../math/fault.ts';
import { nearest } from '../words/plain.ts';
import type { Segment } from './segment.ts';
import { floatingDofs } from './turn.ts';

/** Radians. A turn this near to half a turn might as well go the other way round. */
const NEAR = 1e-6;

/** Whether a turn by an angle from 0 on is half a turn, or so near to it that it might as well be. */
export function isHalfTurn(angle: number): boolean {
  return angle >= Math.PI - NEAR;
}

/** Notes on the segments in which a floating joint makes half a turn: the first of each joint. */
export function halfTurnNotes(tree: KinematicTree, segments: readonly Segment[]): Fault[] {
  const floating = floatingDofs(tree);
  if (floating.length === 0) return [];
  const rate = new Float64Array(tree.dofs.length);
  return floating.flatMap((d) => {
    for (const [i, segment] of segments.entries()) {
      segment.rateInto(0, rate, 0);
      const [x, y, z] = rate.subarray(d + 3, d + 6);
      const angle = Math.sqrt(x * x + y * y + z * z);
      if (!isHalfTurn(angle)) continue;
      const axis = [x, y, z].map((c) => nearest(c / angle, 4));
      const note: Fault = {
        code: 'path/half-turn',
        message: `"${tree.dofs[d].joint}" makes half a turn in segment ${i}: of the two ways it takes the one about (${axis.join(', ')}) in its own axes`,
        hint: 'a controller may take the other way: give a waypoint between',
      };
      return [note];
    }
    return [];
  });
}
