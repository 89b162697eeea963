/**
 * Nearest directions between parts of bodies, by farthest points alone: the point of the difference of
 * two convex sets that is nearest to the origin, approached from one farthest point to the next
 * (E. G. Gilbert, 1966). Rough, cheap, and good for unions of pieces, whose hull it finds.
 */

import { POSE_SIZE } from '../../../src/math/index.ts';
import type { ProofPiece } from '../../../src/verifier/bodies.ts';
import { WHOLE } from '../../../src/verifier/format.ts';
import type { Part, Stage } from './forgeStage.ts';

const MOST_STEPS = 40;
const NEAR_ENOUGH = 1e-3;

/** From A's part to B's in the world, where the stage is placed; null where they meet, or nearly. */
export function nearestInWorld(stage: Stage, parts: readonly [Part, Part]): Float64Array | null {
  const [p, q] = [new Float64Array(3), new Float64Array(3)];
  const v = new Float64Array(3);
  const back = new Float64Array(3);
  // Of half-spaces the plane's direction counts, and nothing else.
  farthest(stage, 0, parts[0], [1, 0, 0], p);
  farthest(stage, 1, parts[1], [-1, 0, 0], q);
  for (let k = 0; k < 3; k++) v[k] = q[k] - p[k];
  for (let step = 0; step < MOST_STEPS; step++) {
    const squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(squared > 1e-24)) return null;
    for (let k = 0; k < 3; k++) back[k] = -v[k];
    farthest(stage, 0, parts[0], v, p);
    farthest(stage, 1, parts[1], back, q);
    // w is the point of B - A least far along v; toward it, as far as that comes nearer.
    let [vw, ww] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const w = q[k] - p[k];
      vw += v[k] * w;
      ww += w * w;
    }
    if (squared - vw <= NEAR_ENOUGH * squared) return v;
    const along = Math.min(1, (squared - vw) / (squared - 2 * vw + ww));
    for (let k = 0; k < 3; k++) v[k] += along * (q[k] - p[k] - v[k]);
  }
  return v;
}

/** out = the point of a part that is farthest along d, both in the world. Half-spaces are left out. */
function farthest(
  stage: Stage,
  side: 0 | 1,
  part: Part,
  d: ArrayLike<number>,
  out: Float64Array,
): void {
  const body = stage.body(side);
  const { poses } = stage.prover.motion;
  const o = POSE_SIZE * body.frame;
  const local = [0, 1, 2].map(
    (k) => poses[o + k] * d[0] + poses[o + 3 + k] * d[1] + poses[o + 6 + k] * d[2],
  );
  const best = [0, 0, 0];
  const only = part.piece === WHOLE ? null : body.pieces[part.piece];
  if (only && part.from !== WHOLE)
    farthestOf(stage.corners(side, part), local, best, Number.NEGATIVE_INFINITY);
  else {
    let most = Number.NEGATIVE_INFINITY;
    for (const piece of only ? [only] : body.pieces) most = farthestIn(piece, local, best, most);
  }
  for (let k = 0; k < 3; k++) {
    out[k] =
      poses[o + 9 + k] +
      poses[o + 3 * k] * best[0] +
      poses[o + 3 * k + 1] * best[1] +
      poses[o + 3 * k + 2] * best[2];
  }
}

/** The farthest point of a piece, if it is farther than `most`; how far the best one is. */
function farthestIn(model: ProofPiece, d: readonly number[], best: number[], most: number): number {
  const { piece, corners } = model;
  if (corners !== null) return farthestOf(corners.at, d, best, most);
  if (piece.kind !== 'convex') return most;
  const { pose, shape } = piece;
  const own = [0, 1, 2].map((k) => pose[k] * d[0] + pose[3 + k] * d[1] + pose[6 + k] * d[2]);
  const [x, y, z] = own;
  const length = Math.hypot(x, y, z) || 1;
  const flat = Math.hypot(x, y) || 1;
  let p: number[];
  switch (shape.kind) {
    case 'sphere':
      p = own.map((c) => (shape.radius * c) / length);
      break;
    case 'capsule':
      p = own.map((c) => (shape.radius * c) / length);
      p[2] += 0.5 * shape.length * Math.sign(z);
      break;
    case 'cylinder':
      p = [(shape.radius * x) / flat, (shape.radius * y) / flat, 0.5 * shape.length * Math.sign(z)];
      break;
    case 'cone': {
      const half = 0.5 * shape.length;
      const rim = shape.radius * flat - half * z > half * z;
      p = rim ? [(shape.radius * x) / flat, (shape.radius * y) / flat, -half] : [0, 0, half];
      break;
    }
    case 'ellipsoid': {
      const [a, b, c] = shape.radii;
      const across = Math.hypot(a * x, b * y, c * z) || 1;
      p = [(a * a * x) / across, (b * b * y) / across, (c * c * z) / across];
      break;
    }
    default:
      return most;
  }
  const placed = [0, 1, 2].map(
    (k) => pose[9 + k] + pose[3 * k] * p[0] + pose[3 * k + 1] * p[1] + pose[3 * k + 2] * p[2],
  );
  return farthestOf(placed, d, best, most);
}

function farthestOf(
  points: ArrayLike<number>,
  d: readonly number[],
  best: number[],
  most: number,
): number {
  let far = most;
  for (let i = 0; i < points.length; i += 3) {
    const along = d[0] * points[i] + d[1] * points[i + 1] + d[2] * points[i + 2];
    if (!(along > far)) continue;
    far = along;
    for (let k = 0; k < 3; k++) best[k] = points[i + k];
  }
  return far;
}
