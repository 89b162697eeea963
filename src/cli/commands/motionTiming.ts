/** `--timed`: when the robot is where, within limits of velocity and acceleration. */

import type { HeldCell } from '../../cell/index.ts';
import { firstDof } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import { type TimingMode, type TimingResult, timePath, usualLimits } from '../../plan/index.ts';
import { count, secondsText } from '../../words/index.ts';
import { numberIn, oneOf, usageFault } from '../command.ts';
import type { Motion } from './motionOut.ts';

/** For parseArgs. */
export const TIMING_OPTIONS = {
  timed: { type: 'boolean' },
  timing: { type: 'string' },
  velocity: { type: 'string', multiple: true },
  acceleration: { type: 'string', multiple: true },
  'velocity-scale': { type: 'string' },
  'acceleration-scale': { type: 'string' },
} as const;

export const TIMING_HELP = `  --timed               give the path times and velocities; what is then checked and certified is the
                        motion that a ROS controller makes of them
  --timing WORD         blends (default): waypoints are passed by on parabolas, each proven free, or
                        the motion stops there; stops: it stops at every waypoint
  --velocity V          radians or metres per second for all joints, or JOINT=V,...; default as in the
                        cell file or URDF
  --acceleration A      the same per second squared; default as in the cell file, or what reaches the
                        velocity in 0.5 s
  --velocity-scale F, --acceleration-scale F
                        part of these limits to use, up to 1 (default 1)
`;

export interface TimingArguments {
  readonly timed?: boolean | undefined;
  readonly timing?: string | undefined;
  readonly velocity?: string[] | undefined;
  readonly acceleration?: string[] | undefined;
  readonly 'velocity-scale'?: string | undefined;
  readonly 'acceleration-scale'?: string | undefined;
}

/** A limit for all joints, and limits for some. */
interface Limit {
  readonly all: number | undefined;
  readonly single: ReadonlyMap<string, number>;
}

export interface TimingQuestion {
  readonly mode: TimingMode;
  readonly velocity: Limit;
  readonly acceleration: Limit;
  readonly velocityScale: number;
  readonly accelerationScale: number;
}

const MODES: readonly TimingMode[] = ['blends', 'stops'];

/** Undefined if the path is not to be timed. */
export function timingQuestion(command: string, args: TimingArguments): TimingQuestion | undefined {
  const { timed, ...rest } = args;
  if (!timed) {
    for (const option of Object.keys(TIMING_OPTIONS) as (keyof TimingArguments)[]) {
      if (option === 'timed' || rest[option as keyof typeof rest] === undefined) continue;
      throw usageFault(command, `--${option} is for --timed`);
    }
    return undefined;
  }
  const scale = (option: 'velocity-scale' | 'acceleration-scale') =>
    numberIn(command, option, args[option] ?? '1', 1e-6, 1);
  return {
    mode: oneOf(command, 'timing', args.timing ?? 'blends', MODES),
    velocity: limitFrom(command, 'velocity', args.velocity ?? []),
    acceleration: limitFrom(command, 'acceleration', args.acceleration ?? []),
    velocityScale: scale('velocity-scale'),
    accelerationScale: scale('acceleration-scale'),
  };
}

function limitFrom(command: string, option: string, entries: readonly string[]): Limit {
  let all: number | undefined;
  const single = new Map<string, number>();
  for (const entry of entries.flatMap((each) => each.split(','))) {
    const at = entry.indexOf('=');
    const value = numberIn(command, option, entry.slice(at + 1), 1e-9, 1e9);
    if (at < 0) all = value;
    else single.set(entry.slice(0, at).trim(), value);
  }
  return { all, single };
}

export interface TimedAnswer {
  readonly mode: TimingMode;
  readonly motion: Motion;
  readonly duration: number;
  readonly blends: number;
  readonly stops: number;
  readonly milliseconds: number;
}

/** Times for a path of the held cell; the motion is one of all joints. */
export function timeMotion(
  held: HeldCell,
  waypoints: readonly Float64Array[],
  question: TimingQuestion,
): TimedAnswer {
  const begin = performance.now();
  const { mode, velocityScale, accelerationScale } = question;
  const velocity = limitsOf(held, question.velocity, 'velocity');
  const acceleration = limitsOf(held, question.acceleration, 'acceleration');
  const timed = inOptions(() =>
    timePath(held, waypoints, {
      mode,
      velocityScale,
      accelerationScale,
      ...(velocity ? { velocity } : {}),
      ...(acceleration ? { acceleration } : {}),
    }),
  );
  const { duration, blends, stops } = timed;
  const milliseconds = performance.now() - begin;
  return { mode, motion: fullMotion(held, timed), duration, blends, stops, milliseconds };
}

function fullMotion(held: HeldCell, { motion }: TimingResult): Motion {
  return {
    waypoints: motion.waypoints.map((q) => held.completed(q)),
    times: motion.times,
    velocities: motion.velocities.map((v) => held.completedRates(v)),
  };
}

/** One number per joint that moves; undefined where the usual ones will do. */
function limitsOf(
  { cell, full }: HeldCell,
  { all, single }: Limit,
  what: 'velocity' | 'acceleration',
): Float64Array | number | undefined {
  if (single.size === 0) return all;
  const limits = usualLimits(cell)[what].map((x) => all ?? (x < Infinity ? x : Number.NaN));
  for (const [name, value] of single) {
    const place = inOptions(() => firstDof(full.tree, name));
    const d = place < 0 ? undefined : cell.tree.dofOf.get(full.tree.dofs[place].name);
    if (d !== undefined) limits[d] = value;
  }
  const missing = cell.tree.dofs.find((_, d) => Number.isNaN(limits[d]));
  if (!missing) return limits;
  throw new InputError({
    code: 'plan/limits',
    message: `--${what}: there is no limit for "${missing.name}"`,
    hint: `give one for all as well: --${what} A`,
  });
}

/** Faults of limits in the words of the command line. */
function inOptions<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { fault } = error;
    const hint = fault.code === 'plan/limits' ? 'see --velocity and --acceleration' : fault.hint;
    throw new InputError({ ...fault, message: `--timed: ${fault.message}`, hint });
  }
}

/** `timed: 4.2 s, 5 waypoints passed by on blends, 1 stop`. */
export function timedText({ duration, blends, stops }: TimedAnswer): string {
  return `timed: ${secondsText(duration)}; on the way ${count(blends, 'blend')} and ${count(stops, 'stop')}`;
}

export function timedJson({ mode, motion, duration, blends, stops }: TimedAnswer) {
  return {
    mode,
    duration,
    blends,
    stops,
    times: motion.times,
    waypoints: motion.waypoints.map((q) => [...q]),
    velocities: motion.velocities?.map((v) => [...v]),
  };
}
