/** `--timed`: when the robot is where, within limits of velocity and acceleration. */
import {
  type Motion,
  type Moving,
  type OpenCell,
  type TimeAnswer,
  type TimeRequest,
  time,
} from '../../jobs/index.ts';
import { InputError } from '../../math/index.ts';
import type { TimingMode } from '../../plan/index.ts';
import { asGiven, count, secondsText } from '../../words/index.ts';
import { numberIn, oneOf, usageFault } from '../command.ts';

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
                        part of these limits to use, up to 1 (default 1, or what --request asks for)
`;

export interface TimingArguments {
  readonly timed?: boolean | undefined;
  readonly timing?: string | undefined;
  readonly velocity?: string[] | undefined;
  readonly acceleration?: string[] | undefined;
  readonly 'velocity-scale'?: string | undefined;
  readonly 'acceleration-scale'?: string | undefined;
}

/** What the times are asked to keep to. */
export type TimingQuestion = Pick<
  TimeRequest,
  'mode' | 'velocity' | 'acceleration' | 'velocityScale' | 'accelerationScale'
>;

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
  const scale = (option: 'velocity-scale' | 'acceleration-scale') => {
    const text = args[option];
    return text === undefined ? undefined : numberIn(command, option, text, 1e-6, 1);
  };
  return {
    mode: oneOf(command, 'timing', args.timing ?? 'blends', MODES),
    velocity: limitFrom(command, 'velocity', args.velocity ?? []),
    acceleration: limitFrom(command, 'acceleration', args.acceleration ?? []),
    velocityScale: scale('velocity-scale'),
    accelerationScale: scale('acceleration-scale'),
  };
}

function limitFrom(
  command: string,
  option: string,
  entries: readonly string[],
): NonNullable<TimeRequest['velocity']> {
  let all: number | undefined;
  const joints = new Map<string, number>();
  for (const entry of entries.flatMap((each) => each.split(','))) {
    const at = entry.indexOf('=');
    const value = numberIn(command, option, entry.slice(at + 1), 1e-9, 1e9);
    if (at < 0) all = value;
    else joints.set(entry.slice(0, at).trim(), value);
  }
  return { all, joints: Object.fromEntries(joints) };
}

/** Times for a path of which these joints move. */
export function timeMotion(
  open: OpenCell,
  motion: Motion,
  moving: Moving,
  question: TimingQuestion,
): TimeAnswer {
  try {
    return time(open, { motion, moving, ...question });
  } catch (error) {
    throw error instanceof InputError ? inOptions(error) : error;
  }
}

/** Faults of limits in the words of the command line. */
function inOptions({ fault }: InputError): InputError {
  const option = /^(velocity|acceleration): /.exec(fault.message)?.[1];
  if (option !== undefined) {
    const hint = `${fault.hint}: --${option} A`;
    return new InputError({ ...fault, message: `--${fault.message}`, hint });
  }
  const hint = fault.code === 'plan/limits' ? 'see --velocity and --acceleration' : fault.hint;
  return new InputError({ ...fault, message: `--timed: ${fault.message}`, hint });
}

/** `timed: 4.2 s; on the way 5 blends and 1 stop, at 0.1 of the limits of velocity`. */
export function timedText(
  { duration, blends, stops }: TimeAnswer,
  { velocityScale = 1, accelerationScale = 1 }: TimingQuestion = {},
): string {
  const parts = [
    ...(velocityScale === 1 ? [] : [`${asGiven(velocityScale)} of the limits of velocity`]),
    ...(accelerationScale === 1
      ? []
      : [`${asGiven(accelerationScale)} of the limits of acceleration`]),
  ];
  const at = parts.length > 0 ? `, at ${parts.join(' and ')}` : '';
  return `timed: ${secondsText(duration)}; on the way ${count(blends, 'blend')} and ${count(stops, 'stop')}${at}`;
}

export function timedJson({ mode, motion, duration, blends, stops }: TimeAnswer) {
  return {
    mode,
    duration,
    blends,
    stops,
    times: motion.times,
    waypoints: motion.waypoints.map((q) => [...q]),
    velocities: motion.velocities?.map((v) => v && [...v]),
  };
}
