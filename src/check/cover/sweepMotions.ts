/**
 * Frame motions as the kernels read them (assembly/sweep/frameMotions.ts): records of addresses, in bytes, whose fields are in
 * the order of the class there.
 */
import { addressOf, kernelFloats } from '../../kernel/index.ts';
import { constantsAt, type Kinematics, kernelKind, lodgeTree } from '../../kinematics/index.ts';
import { FRAME_MOTION, type FrameMotions } from './frameMotions.ts';

/** Integers of a record. */
const MOTION = 11;

/** Arrays of all that the kernels read and write of frame motions. */
export interface MotionTables {
  readonly motions: Float64Array;
  readonly rates: Float64Array;
  readonly accelerations: Float64Array;
  /** Per frame that follows by a law: rate and second derivative. */
  readonly own: Float64Array;
  /** Where placed pieces are in their frames; constants of the tree. */
  readonly placements: Float64Array;
  readonly fixed: Float64Array;
}

/** Integers of an array, where records are written. */
export function wordsOf(array: Float64Array): Int32Array {
  return new Int32Array(array.buffer, array.byteOffset, 2 * array.length);
}

/** Writes the records of all frame motions; `lawful`: frames that follow by laws. */
export function motionTables(
  { tree, locals }: Kinematics,
  motions: FrameMotions,
  lawful: Int32Array,
): MotionTables {
  const tables = {
    motions: kernelFloats(Math.ceil((MOTION * motions.count) / 2)),
    rates: kernelFloats(tree.dofs.length),
    accelerations: kernelFloats(tree.dofs.length),
    own: kernelFloats(2 * lawful.length),
    placements: kernelFloats(12 * motions.count),
    fixed: lodgeTree(tree),
  };
  const at = constantsAt(tree, addressOf(tables.fixed));
  const words = wordsOf(tables.motions);
  for (let e = 0; e < motions.count; e++) {
    const placement = motions.placementOf(e);
    if (placement !== null) tables.placements.set(placement, 12 * e);
    const f = Math.max(0, motions.frameOf(e));
    const d = 8 * Math.max(0, tree.dof[f]);
    const law = lawful.indexOf(f);
    const above = motions.aboveOf(e);
    words.set(
      [
        placement === null ? kernelKind(tree, f) : 0,
        placement === null ? addressOf(locals) + 96 * f : addressOf(tables.placements) + 96 * e,
        ...[at.placement(f), at.joint(f), at.axis(f)],
        ...[addressOf(tables.rates) + d, addressOf(tables.accelerations) + d],
        law >= 0 ? addressOf(tables.own) + 16 * law : at.factor(f),
        ...[motionAt(motions, e), motionAt(motions, above), above],
      ],
      MOTION * e,
    );
  }
  return tables;
}

/** Where the numbers of a frame motion are; 0 for stillness. */
export function motionAt(motions: FrameMotions, number: number): number {
  return number < 0 ? 0 : addressOf(motions.numbers) + 8 * FRAME_MOTION.size * number;
}
