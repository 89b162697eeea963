/**
 * The pose of one body of a world in the frame of another, through the joints between them alone, and by how much it
 * may misplace points: what distances are measured with. As static checks do it, so that the numbers are the same;
 * bodies that were moved within their frames are placed there first.
 */
import { grown, PairMap } from '../arrays/index.ts';
import { type PoseError, poseErrorUpper, relativeErrorUpper } from '../kinematics/index.ts';
import { composePosesInto, invertPoseInto, orthogonalityDefect, U } from '../math/index.ts';
import type { CellWorld } from './cellWorld.ts';
import { POSE_ROOM } from './world.ts';

/** Roundings of a product of poses with what it places, and more: per unit of all lengths. */
const PRODUCT = 64 * U;

export class PairPose {
  /** Places the second body in the frame of the first. */
  readonly pose: Float64Array;
  /** By how much that may misplace a point of the second body, or of a half-space one that is near the first. */
  error = 0.5;
  private readonly world: CellWorld;
  private readonly scratch = new Float64Array(2 * POSE_ROOM);
  /** By frames of first and second: bounds of the error. */
  private readonly known = new Map<number, PoseError>();
  private readonly lengths = new Map<number, number>();
  /** By bodies of first and second: the number of their error, and the errors. */
  private places = new PairMap();
  private errors = new Float64Array(64);
  /** For what mounts of bodies these hold. */
  private mounts = 0;

  /** The pose is left in `pose`. */
  constructor(world: CellWorld, pose = new Float64Array(POSE_ROOM)) {
    this.world = world;
    this.pose = pose;
  }

  /** pose = body b in body a, where the kinematics stand, and its error. */
  take(a: number, b: number): void {
    const { world, pose, scratch } = this;
    world.kinematics.relativePoseInto(world.bodyFrames[a], world.bodyFrames[b], pose, 0);
    const localA = world.locals[a];
    const localB = world.locals[b];
    if (world.mounts !== this.mounts) {
      this.mounts = world.mounts;
      this.places = new PairMap();
    }
    let place = this.places.get(a, b);
    if (place < 0) {
      place = this.places.count;
      this.places.set(a, b, place);
      this.errors = grown(this.errors, place + 1);
      this.errors[place] = this.errorUpper(a, b);
    }
    this.error = this.errors[place];
    if (localB !== undefined) {
      composePosesInto(pose, 0, localB, 0, scratch, 0);
      pose.set(scratch.subarray(0, POSE_ROOM));
    }
    if (localA !== undefined) {
      invertPoseInto(localA, 0, scratch, 0);
      composePosesInto(scratch, 0, pose, 0, scratch, POSE_ROOM);
      pose.set(scratch.subarray(POSE_ROOM));
    }
  }

  private errorUpper(a: number, b: number): number {
    const { world } = this;
    const { bodyFrames, bodies, locals, carried } = world;
    const [p, q] = [bodyFrames[a], bodyFrames[b]];
    const { shift, turn } = this.frameError(p, q);
    const across = this.lengthOf(p) + this.lengthOf(q);
    const [moreA, moreB] = [away(locals[a]), away(locals[b])];
    let reach = reachOf(bodies[b].ball);
    if (!Number.isFinite(reach)) {
      const other = reachOf(bodies[a].ball);
      reach = across + moreA + moreB + (Number.isFinite(other) ? other : 0);
    }
    let error = shift + turn * (reach + moreB);
    if (locals[a] !== undefined || locals[b] !== undefined) {
      const tilt = tiltOf(locals[a]) + tiltOf(locals[b]) + PRODUCT;
      error += 2 * tilt * (across + moreA + moreB + reach);
      error += ownError(carried[b], reach);
      // Of the first body it is what it sees of the second that is misplaced.
      error += ownError(carried[a], across + moreA + moreB + reach);
    }
    return error * (1 + 16 * U);
  }

  private frameError(i: number, j: number): PoseError {
    const { tree, box } = this.world.cell;
    const key = i * tree.frameCount + j;
    let found = this.known.get(key);
    if (found === undefined) {
      found = relativeErrorUpper(tree, i, j, box);
      this.known.set(key, found);
    }
    return found;
  }

  private lengthOf(frame: number): number {
    const { tree, box } = this.world.cell;
    let found = this.lengths.get(frame);
    if (found === undefined) {
      found = poseErrorUpper(tree, frame, box).length;
      this.lengths.set(frame, found);
    }
    return found;
  }
}

function reachOf([x, y, z, r]: Float64Array): number {
  return Math.sqrt(x * x + y * y + z * z) + r;
}

function away(local: Float64Array | undefined): number {
  if (local === undefined) return 0;
  return Math.abs(local[9]) + Math.abs(local[10]) + Math.abs(local[11]);
}

/** How far a change misplaced points that are so far from the origin. */
function ownError(carried: PoseError | undefined, reach: number): number {
  return carried === undefined ? 0 : carried.shift + carried.turn * reach;
}

/** How far a rotation is from the nearest true one, as in poseError.ts. */
function tiltOf(local: Float64Array | undefined): number {
  return local === undefined ? 0 : 1.6 * (orthogonalityDefect(local, 0) + 8 * U);
}
