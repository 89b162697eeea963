/**
 * The rules by which a motion became a path. They are part of every answer about a path that was requested: a certificate
 * may say something else about them, which counts for nothing.
 */
import { type FileInterpolation, interpolationOf, type StandingJoint } from '../formats/index.ts';
import type { WrapRule } from '../motion/index.ts';
import { trackNames } from './delays.ts';
import type { Motion } from './motion.ts';
import type { OpenCell } from './openCell.ts';

/** How the numbers between waypoints were derived. */
export interface Interpolated {
  readonly interpolation: FileInterpolation;
  /** Seconds of one blend. */
  readonly blend?: number;
}

/** How one track was read. */
export interface TrackReading extends Interpolated {
  readonly name: string;
  /** Seconds after which it begins. */
  readonly offset: number;
  /** Seconds by which it may begin later than that. */
  readonly delay: number;
}

/** How a motion was read. */
export interface MotionReading extends Partial<Interpolated> {
  readonly name: string;
  readonly wrap: WrapRule;
  /** Joints that the motion does not name, and where they stand. */
  readonly standing: readonly StandingJoint[];
  /** Of robots with their own timing, which have an interpolation each. */
  readonly tracks?: readonly TrackReading[];
}

/** The rules that a path was made by, all of them. */
export function readingOf(
  { cell }: Pick<OpenCell, 'cell'>,
  motion: Motion,
  wrap: WrapRule,
  delays: readonly number[] = [],
): MotionReading {
  const common = { name: motion.name, wrap, standing: motion.unnamed ?? [] };
  if (!motion.tracks) return { ...common, ...interpolated(motion) };
  const names = trackNames(cell, motion);
  const tracks = motion.tracks.map(({ offset, motion: own }, k) => ({
    ...{ name: names[k], offset, delay: delays[k] ?? 0 },
    ...interpolated(own),
  }));
  return { ...common, tracks };
}

function interpolated(motion: Motion): Interpolated {
  const interpolation = interpolationOf({ ...motion, joints: [], notes: [] });
  const { blend } = motion;
  return interpolation === 'blend' && blend !== undefined
    ? { interpolation, blend }
    : { interpolation };
}
