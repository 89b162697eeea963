/**
 * The box of a body over an interval of time, aligned to the world's axes: of two boxes that both hold the body all
 * the while, their intersection [C 2, figure 1].
 * - The origin's box grown by the body's radius: whatever the body turns by.
 * - The body's own box as it stands at the beginning, moved along with the origin, grown by how far its points can
 *   turn away from there: tight for what is long and turns little.
 */
import type { Shape } from '../geometry/index.ts';
import { supportInto } from '../geometry/index.ts';
import { composePosesInto, POSE_SIZE, U } from '../math/index.ts';
import type { Piece, RigidBody } from './body.ts';
import type { Motion } from './motion.ts';

const u = U;

/** What has no end gets a box of this half width. */
const WIDE = 1e299;

const scratch = new Float64Array(POSE_SIZE);
const pose = new Float64Array(POSE_SIZE);
const error = new Float64Array(2);
const path = new Float64Array(6);
const direction = new Float64Array(3);
const point = new Float64Array(3);

/** The box of a body from time `from` to `to`, grown by `grow` metres: six numbers to out[o]. */
export function sweptBodyBoxInto(
  { body, motion }: { readonly body: RigidBody; readonly motion: Motion },
  [from, to]: readonly [number, number],
  grow: number,
  out: Float64Array,
  o: number,
): void {
  if (body.radius === Number.POSITIVE_INFINITY) {
    for (let k = 0; k < 3; k++) {
      out[o + k] = -WIDE;
      out[o + 3 + k] = WIDE;
    }
    return;
  }
  motion.originBoxInto(from, to, path, 0);
  motion.poseInto(from, pose, 0);
  // Extents are measured from the origin, wherever that is.
  pose.fill(0, 9, 12);
  motion.errorInto(from, error, 0);
  const turned = Math.min(2, motion.turnUpper(from, to) + error[1]) * (1 + 4 * u);
  const { pieces, radius } = body;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < pieces.length; i++) {
      const away = turned * pieces[i].coreReach + 32 * u * pieces[i].reach;
      low = Math.min(low, -extent(pieces[i], k, -1) - away);
      high = Math.max(high, extent(pieces[i], k, 1) + away);
    }
    low = path[k] + Math.max(low, -radius) - grow;
    high = path[3 + k] + Math.min(high, radius) + grow;
    const slack = 8 * u * (Math.abs(low) + Math.abs(high) + radius + grow);
    out[o + k] = low - slack;
    out[o + 3 + k] = high + slack;
  }
}

/** How far a piece reaches from the body's origin along an axis of the world, one way or the other. */
function extent(piece: Piece, axis: number, sign: number): number {
  composePosesInto(pose, 0, piece.pose, 0, scratch, 0);
  for (let k = 0; k < 3; k++) direction[k] = sign * scratch[3 * axis + k];
  supportInto(piece.shape as Exclude<Shape, { kind: 'half-space' }>, direction, 0, point, 0);
  const along = direction[0] * point[0] + direction[1] * point[1] + direction[2] * point[2];
  return sign * scratch[9 + axis] + along;
}
