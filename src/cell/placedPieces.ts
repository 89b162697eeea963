/**
 * Two pieces, one placed in the other's frame: the gap of their balls, what their hulls or primitives say, and whether a vertex of
 * one shows a contact. What a pair query asks before it looks at meshes.
 */
import {
  composePosesInto,
  invertPoseInto,
  POSE_SIZE,
  transformPointInto,
  U,
} from '../math/index.ts';
import { convexWorkspace, POSE, PROVE, shapeDistanceInto, WITNESS } from '../proximity/index.ts';
import type { Piece } from './body.ts';
import { vertexInside } from './vertexInside.ts';

/** Rounding of the poses that place pieces in each other's frames, per unit of all lengths. */
const PLACING = 64 * U;

export class PlacedPieces {
  /** The gap of the balls that were asked about last, and the rounding of placing the pieces. */
  ballsApart = 0;
  placing = 0;
  /** Request and result of `askConvex`. */
  readonly convex = convexWorkspace();
  /** The second piece's frame in the first's: in the workspace, where kernels find it. */
  readonly pose = this.convex.numbers.subarray(POSE, POSE + POSE_SIZE);
  private readonly scratch = new Float64Array(POSE_SIZE);
  private readonly point = new Float64Array(3);

  /** Sets `ballsApart` and `placing`, which it returns. */
  ballGap(a: Piece, b: Piece, pose: Float64Array, o: number): number {
    const p = a.ball;
    const q = b.ball;
    transformPointInto(pose, o, q, 0, this.point, 0);
    const x = this.point[0] - p[0];
    const y = this.point[1] - p[1];
    const z = this.point[2] - p[2];
    const shift = Math.abs(pose[o + 9]) + Math.abs(pose[o + 10]) + Math.abs(pose[o + 11]);
    const size = extent(p) + extent(q) + shift;
    const placing =
      PLACING * (Number.isFinite(size) ? size : shift + extent0(p) + extent0(q) + 1e3);
    this.ballsApart = Math.max(0, Math.sqrt(x * x + y * y + z * z) - p[3] - q[3] - placing);
    this.placing = placing;
    return placing;
  }

  /** Sets `pose`. */
  place(a: Piece, b: Piece, bInA: Float64Array, o: number): void {
    const { pose, scratch } = this;
    for (let k = 0; k < 12; k++) pose[k] = bInA[o + k];
    if (b.kind === 'convex') {
      composePosesInto(bInA, o, b.pose, 0, pose, 0);
    }
    if (a.kind === 'convex') {
      composePosesInto(a.inverse, 0, pose, 0, scratch, 0);
      pose.set(scratch);
    }
  }

  /** Primitives or hulls; of hulls only whether they are apart, and by how much. */
  askConvex(a: Piece, b: Piece, exact: boolean): number {
    const { integers } = this.convex;
    integers[WITNESS] = exact ? 1 : 0;
    integers[PROVE] = exact ? 1 : 0;
    return shapeDistanceInto(a.convex, b.convex, this.convex.numbers, POSE, this.convex);
  }

  /** Whether one piece is a box, and a vertex of the other, a mesh, is found inside it: it is then at `points`. */
  boxHoldsVertex(a: Piece, b: Piece, slack: number, points: Float64Array): boolean {
    const { pose, scratch } = this;
    const first = a.kind === 'mesh';
    const mesh = first ? a : b;
    const box = first ? b : a;
    if (mesh.kind !== 'mesh' || box.kind !== 'convex' || box.shape.kind !== 'box') return false;
    if (first) invertPoseInto(pose, 0, scratch, 0);
    const v = vertexInside(mesh.tree, box.shape.half, first ? scratch : pose, slack);
    if (v < 0) return false;
    for (let k = 0; k < 6; k++) points[k] = mesh.tree.vertices[v + (k % 3)];
    if (!first) {
      transformPointInto(pose, 0, points, 0, points, 0);
      transformPointInto(box.pose, 0, points, 0, points, 0);
      for (let k = 0; k < 3; k++) points[3 + k] = points[k];
    }
    return true;
  }
}

function extent(ball: Float64Array): number {
  return extent0(ball) + ball[3];
}

function extent0(ball: Float64Array): number {
  return Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
}
