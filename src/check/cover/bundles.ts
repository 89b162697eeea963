/**
 * Bundles: pieces of bodies that no joint moves against each other, like a hand and its fingers while these are held,
 * in one convex hull. Where two bundles stay apart so do all pieces in them, and one question stands for dozens.
 *
 * A bundle is compiled as a body of its own with one convex piece. docs/proofs/joint-maps.md, section 4.
 */
import type { Body, Cell, ConvexPiece, Piece } from '../../cell/index.ts';
import { enclosingSphereInto, hullShape } from '../../geometry/index.ts';
import { Kinematics, relativeErrorUpper } from '../../kinematics/index.ts';
import { identityPose, transformPointInto, U } from '../../math/index.ts';

export interface Bundle {
  readonly body: Body;
  /** How far points of the bodies may be beside where the bundle has them, in metres. */
  readonly error: number;
}

/** Bundles that were made, by the first of their bodies. */
const known = new WeakMap<Body, { bodies: readonly Body[]; tree: object; bundle: Bundle }>();

/** Whether a piece can be in a bundle: a mesh, or a primitive with corners. */
export function isBundled({ convex }: Piece): boolean {
  return convex.kind === 'hull';
}

/** The bundle of all pieces of some bodies that are rigidly connected, in the frame of the first. */
export function bundleOf(cell: Cell, bodies: readonly Body[]): Bundle {
  const { tree } = cell;
  const found = known.get(bodies[0]);
  if (found?.tree === tree && found.bodies.length === bodies.length) {
    if (found.bodies.every((body, i) => body === bodies[i])) return found.bundle;
  }
  const bundle = makeBundle(cell, bodies);
  known.set(bodies[0], { bodies, tree, bundle });
  return bundle;
}

function makeBundle({ tree, box }: Cell, bodies: readonly Body[]): Bundle {
  const [{ frame, name, model, kind }] = bodies;
  const kinematics = new Kinematics(tree);
  // Wherever joints stand: none of them is between these bodies.
  kinematics.setConfiguration(Float64Array.from(box.lower, (x) => (Number.isFinite(x) ? x : 0)));
  const points: number[] = [];
  const pose = new Float64Array(12);
  const point = new Float64Array(3);
  let error = 0;
  let padding = 0;
  for (const body of bodies) {
    kinematics.relativePoseInto(frame, body.frame, pose, 0);
    padding = Math.max(padding, body.padding);
    const { shift, turn } = relativeErrorUpper(tree, frame, body.frame, box);
    for (let i = 0; i < body.pieces.length; i++) {
      const piece = body.pieces[i];
      if (piece.convex.kind !== 'hull') continue;
      const { positions } = piece.convex.hull;
      for (let k = 0; k < positions.length; k += 3) {
        point.set(positions.subarray(k, k + 3));
        if (piece.kind === 'convex') transformPointInto(piece.pose, 0, point, 0, point, 0);
        const reach = Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]);
        transformPointInto(pose, 0, point, 0, point, 0);
        const size = reach + Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]);
        error = Math.max(error, shift + turn * reach + 64 * U * size);
        points.push(point[0], point[1], point[2]);
      }
    }
  }
  const shape = hullShape(Float64Array.from(points));
  const ball = new Float64Array(4);
  enclosingSphereInto(shape.hull.positions, ball);
  const [own, inverse] = [identityPose(), identityPose()];
  const piece: ConvexPiece = {
    kind: 'convex',
    name: `bundle of ${name}`,
    shape,
    convex: shape,
    pose: own,
    inverse,
    faces: null,
    ball,
  };
  const grown = ball.slice();
  grown[3] += padding;
  const size = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  const margin = padding + error + 64 * U * size;
  const corners = shape.hull.positions;
  const body: Body = {
    model,
    name: piece.name,
    kind,
    frame,
    pieces: [piece],
    padding,
    ball: grown,
    points: corners,
    margin,
  };
  return { body, error };
}
