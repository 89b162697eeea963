/**
 * What kernels read to compute poses of frames (assembly/poses.ts): records of joints and frames in their memory, with
 * addresses in bytes, fields in the order of the classes there. Poses and locals are those of a `Kinematics` whose
 * arrays lie in that memory; whoever ran a kernel declares them (`takeComputed`).
 */
import { layout } from '../arrays/index.ts';
import { addressOf, kernelFloats } from '../kernel/index.ts';
import type { Kinematics } from './forward.ts';
import { MOTION_SIZE, PLANAR, SLIDE, TURN } from './joint.ts';
import type { KinematicTree } from './tree.ts';

/** Kinds of joints that follow by laws, beside those of joint.ts. */
const LAW_TURN = 5;
const LAW_SLIDE = 6;

/** Numbers of a record. */
const JOINT = 3;
const FRAME = 4;

/** Frames that move and are above these or among them, parents first. */
export function movingFrames(tree: KinematicTree, carrying: Iterable<number>): Int32Array {
  const frames = new Set<number>();
  const moves = (f: number): boolean => f > 0 && (tree.kind[f] !== 0 || moves(tree.parent[f]));
  for (const frame of carrying) {
    for (let f = frame; moves(f); f = tree.parent[f]) frames.add(f);
  }
  // Parents have smaller numbers.
  return Int32Array.from(frames).sort();
}

/** Whether a frame follows by a law: TypeScript computes its pose in its parent's frame (`localOf`). */
export function followsLaw({ laws }: KinematicTree, frame: number): boolean {
  return laws !== null && laws[frame] !== null;
}

/** The kind of a frame's joint as kernels have it. */
export function kernelKind(tree: KinematicTree, frame: number): number {
  if (!followsLaw(tree, frame)) return tree.kind[frame];
  return tree.kind[frame] === TURN ? LAW_TURN : LAW_SLIDE;
}

/** Records of frames and of the joints among them. */
export interface PoseRecords {
  /** Where the joints are and how many, angles, sines, where the frames are and how many: how heads of kernels begin. */
  readonly head: readonly number[];
  /** Must stay where they are. */
  readonly holds: readonly Float64Array[];
}

/** Writes the records of frames, parents first; null where something is not in the kernels' memory. */
export function poseRecords(kinematics: Kinematics, frames: Int32Array): PoseRecords | null {
  const { tree, q, poses, locals } = kinematics;
  const valued = Array.from(frames).filter((f) => hasValue(tree, f));
  const pairs = 2 * Math.ceil(valued.length / 2);
  const section = layout(
    ['joints', JOINT * valued.length],
    ['angles', pairs],
    ['sines', 2 * pairs],
    ['frames', FRAME * frames.length],
  );
  const block = kernelFloats(section.size);
  const fixed = lodgeTree(tree);
  const holds = [block, fixed, q, poses, locals];
  if (holds.some((array) => addressOf(array) === 0)) return null;
  const words = new Int32Array(block.buffer, block.byteOffset, 2 * block.length);
  const at = (slot: number) => addressOf(block) + 8 * slot;
  const constants = constantsAt(tree, addressOf(fixed));
  const slotOf = new Map<number, number>();
  valued.forEach((f, k) => {
    const turns = tree.kind[f] !== SLIDE;
    const value = tree.dof[f] + (tree.kind[f] === PLANAR ? 2 : 0);
    const o = section.joints + JOINT * k;
    block[o] = tree.multiplier[f];
    block[o + 1] = tree.offset[f];
    words.set([addressOf(q) + 8 * value, turns ? 1 : 0], 2 * (o + 2));
    slotOf.set(f, k);
  });
  frames.forEach((f, k) => {
    const slot = slotOf.get(f) ?? 0;
    const sines = tree.kind[f] === SLIDE ? at(section.angles + slot) : at(section.sines + 2 * slot);
    const value = addressOf(q) + 8 * Math.max(0, tree.dof[f]);
    const above = tree.parent[f] === 0 ? 0 : addressOf(poses) + 96 * tree.parent[f];
    // Those that stand still are placed for good.
    if (above !== 0) kinematics.poseOf(tree.parent[f]);
    const record = [
      ...[kernelKind(tree, f), value, sines, constants.placement(f), constants.joint(f)],
      ...[addressOf(locals) + 96 * f, addressOf(poses) + 96 * f, above],
    ];
    words.set(record, 2 * (section.frames + FRAME * k));
  });
  const head = [
    ...[at(section.joints), valued.length, at(section.angles), at(section.sines)],
    ...[at(section.frames), frames.length],
  ];
  return { head, holds };
}

/** Whether a joint has a value of its own that the kernel computes. */
function hasValue(tree: KinematicTree, f: number): boolean {
  const kind = tree.kind[f];
  return (kind === TURN || kind === SLIDE || kind === PLANAR) && !followsLaw(tree, f);
}

/** Constants of a tree in the kernels' memory, one copy for all. */
const lodged = new WeakMap<KinematicTree, Float64Array>();

/** The constants of a tree, in the kernels' memory if that is possible. */
export function lodgeTree(tree: KinematicTree): Float64Array {
  const known = lodged.get(tree);
  if (known !== undefined && addressOf(known) !== 0) return known;
  const { frameCount, placement, motion, axis, multiplier } = tree;
  const numbers = kernelFloats((12 + MOTION_SIZE + 3 + 1) * frameCount);
  let o = 0;
  for (const part of [placement, motion, axis, multiplier]) {
    numbers.set(part, o);
    o += part.length;
  }
  lodged.set(tree, numbers);
  return numbers;
}

/** Where the constants of a frame are, those of the tree being at an address. */
export function constantsAt({ frameCount }: KinematicTree, address: number) {
  const joints = address + 8 * 12 * frameCount;
  const axes = joints + 8 * MOTION_SIZE * frameCount;
  const factors = axes + 8 * 3 * frameCount;
  return {
    placement: (f: number) => address + 96 * f,
    joint: (f: number) => joints + 8 * MOTION_SIZE * f,
    axis: (f: number) => axes + 24 * f,
    factor: (f: number) => factors + 8 * f,
  };
}
