/**
 * Forward kinematics, computed once per configuration and frame, and only where asked for [A IV,
 * caching]: a workspace that all pairs share.
 *
 *   const kin = new Kinematics(tree)
 *   kin.setConfiguration(q)                  // copies q; nothing is computed yet
 *   const o = kin.poseOf(frame)              // frame in world: kin.poses[o .. o + 11]
 *   kin.relativePoseInto(i, j, out, o)       // frame j in frame i, through their common ancestor
 *
 * Poses are 12 numbers, R row by row, then T (math/pose.ts). Nothing allocates. How far a computed
 * pose may be from the true one is in poseError.ts. About 50 ns per turning joint.
 */
import { composePosesInto, POSE_SIZE, relativePosesInto } from '../math/pose.ts';
import { localPoseInto } from './joint.ts';
import type { KinematicTree } from './tree.ts';

/** Poses of all frames at one configuration, computed when asked for, with proven bounds of their errors. */
export class Kinematics {
  readonly tree: KinematicTree;
  /** The configuration. Call `setConfiguration` to change it. */
  readonly q: Float64Array;
  /** Poses of frames in the world, 12 numbers each; valid once `poseOf` was called for the frame. */
  readonly poses: Float64Array;
  /** Poses of frames in their parents' frames, likewise after `poseOf` or `localOf`. */
  readonly locals: Float64Array;
  /** Configuration for which a frame's entry was computed. */
  private readonly poseStamp: Int32Array;
  private readonly localStamp: Int32Array;
  private stamp = 1;
  /** Frames still to be computed, lowest first. */
  private readonly path: Int32Array;
  private readonly scratch = new Float64Array(3);
  private readonly chains = new Float64Array(4 * POSE_SIZE);

  /** `floats` makes its arrays, where somebody else is to write them too (`takeComputed`). */
  constructor(
    tree: KinematicTree,
    floats: (length: number) => Float64Array = (length) => new Float64Array(length),
  ) {
    this.tree = tree;
    this.q = floats(tree.dofs.length).fill(Number.NaN);
    this.poses = floats(POSE_SIZE * tree.frameCount);
    this.poses.set(tree.placement.subarray(0, POSE_SIZE));
    this.locals = floats(POSE_SIZE * tree.frameCount);
    this.locals.set(tree.placement);
    this.poseStamp = new Int32Array(tree.frameCount);
    this.localStamp = new Int32Array(tree.frameCount);
    this.path = new Int32Array(tree.frameCount);
    this.poseStamp[0] = this.stamp;
  }

  /** Sets the configuration at q[o]. */
  setConfiguration(q: Float64Array, o = 0): void {
    for (let d = 0; d < this.q.length; d++) this.q[d] = q[o + d];
    this.stamp = (this.stamp + 1) | 0;
    if (this.stamp <= 0) {
      // After 2^31 configurations: no old stamp may look new.
      this.poseStamp.fill(0);
      this.localStamp.fill(0);
      this.stamp = 1;
    }
    // The world is where it is.
    this.poseStamp[0] = this.stamp;
  }

  /** Declares the poses of frames computed: somebody else wrote them, locals too, as this class would have. */
  takeComputed(frames: Int32Array): void {
    const { poseStamp, localStamp, stamp } = this;
    for (let k = 0; k < frames.length; k++) {
      poseStamp[frames[k]] = stamp;
      localStamp[frames[k]] = stamp;
    }
  }

  /** Computes the frame's pose in its parent's frame if need be; where it is in `locals`. */
  localOf(frame: number): number {
    if (this.localStamp[frame] !== this.stamp) {
      localPoseInto(this.tree, frame, this.q, this.locals, this.scratch);
      this.localStamp[frame] = this.stamp;
    }
    return POSE_SIZE * frame;
  }

  /** Computes the frame's pose in the world if need be, its ancestors first; where it is in `poses`. */
  poseOf(frame: number): number {
    const { path, poses, locals, poseStamp, stamp } = this;
    const { parent } = this.tree;
    let count = 0;
    for (let f = frame; poseStamp[f] !== stamp; f = parent[f]) path[count++] = f;
    while (count > 0) {
      const f = path[--count];
      const o = this.localOf(f);
      // Without a product no rounding: robots at their base are exact.
      if (parent[f] === 0) copyPoseInto(locals, o, poses, o);
      else composePosesInto(poses, POSE_SIZE * parent[f], locals, o, poses, o);
      poseStamp[f] = stamp;
    }
    return POSE_SIZE * frame;
  }

  /** Whether the frame's pose has been computed for this configuration. */
  isComputed(frame: number): boolean {
    return this.poseStamp[frame] === this.stamp;
  }

  /**
   * Pose of frame j in the frame of i. Only the joints between them and their lowest common ancestor
   * enter, so a robot far from the origin, or on a moving base, loses nothing among its own links.
   */
  relativePoseInto(i: number, j: number, out: Float64Array, o: number): void {
    const { parent, depth } = this.tree;
    const c = this.chains;
    let top = i;
    let other = j;
    while (top !== other) {
      if (depth[top] >= depth[other]) top = parent[top];
      else other = parent[other];
    }
    if (top === i) {
      copyPoseInto(c, this.chainInto(j, top, 0), out, o);
      return;
    }
    // `a` is one of the first two poses of the scratch, `b` one of the other two.
    const a = this.chainInto(i, top, 0);
    const b = this.chainInto(j, top, 2 * POSE_SIZE);
    relativePosesInto(c, a, c, b, out, o);
  }

  /** Pose of the frame in its ancestor's, into the scratch at `o` or at `o + 12`; returns where. */
  private chainInto(frame: number, ancestor: number, o: number): number {
    const { parent } = this.tree;
    const c = this.chains;
    if (ancestor === 0) {
      copyPoseInto(this.poses, this.poseOf(frame), c, o);
      return o;
    }
    if (frame === ancestor) {
      copyPoseInto(this.poses, 0, c, o);
      return o;
    }
    copyPoseInto(this.locals, this.localOf(frame), c, o);
    let from = o;
    let to = o + POSE_SIZE;
    for (let f = parent[frame]; f !== ancestor; f = parent[f]) {
      composePosesInto(this.locals, this.localOf(f), c, from, c, to);
      const swap = from;
      from = to;
      to = swap;
    }
    return from;
  }
}

/** The lowest frame that is an ancestor of both, or one of them. */
export function commonAncestor(tree: KinematicTree, i: number, j: number): number {
  const { parent, depth } = tree;
  let a = i;
  let b = j;
  while (a !== b) {
    if (depth[a] >= depth[b]) a = parent[a];
    else b = parent[b];
  }
  return a;
}

function copyPoseInto(from: Float64Array, i: number, to: Float64Array, o: number): void {
  for (let k = 0; k < POSE_SIZE; k++) to[o + k] = from[i + k];
}
