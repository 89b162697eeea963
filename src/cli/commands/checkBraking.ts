/** `surepath check CELL PATH --braking A`: how fast may the motion run so that braking stays inside of its clearance? */
import type { BrakingAnswer, BrakingSettings, ByJoint } from '../../jobs/index.ts';
import { brakingLimitText, brakingText, strayText } from '../../words/index.ts';
import { numberIn, usageFault } from '../command.ts';

/** For parseArgs. */
export const BRAKING_OPTIONS = {
  braking: { type: 'string', multiple: true },
  reaction: { type: 'string' },
  'factor-limit': { type: 'string' },
  velocity: { type: 'string', multiple: true },
} as const;

export const BRAKING_HELP = `  --braking A           the largest speed factor for which braking, begun at any instant, stays inside of
                        the clearance: joints brake with A rad/s^2 or m/s^2 at least, for all joints,
                        or JOINT=A,... (docs/check.md)
  --reaction S          for --braking: seconds within which joints begin to brake (default 0)
  --factor-limit F      for --braking: the largest factor that is of interest (default 1)
  --velocity V          for --braking, of a path without times: radians or metres per second at factor 1,
                        or JOINT=V,...; default as in the cell file or URDF
`;

export interface BrakingArguments {
  readonly braking?: string[] | undefined;
  readonly reaction?: string | undefined;
  readonly 'factor-limit'?: string | undefined;
  readonly velocity?: string[] | undefined;
}

/** What is asked about braking; undefined if nobody asks. */
export function brakingFrom(args: BrakingArguments): BrakingSettings | undefined {
  const { braking, reaction, velocity } = args;
  const limit = args['factor-limit'];
  if (braking === undefined) {
    const others = ['reaction', 'factor-limit', 'velocity'] as const;
    const alone = others.find((option) => args[option] !== undefined);
    if (alone) throw usageFault('check', `--${alone} is for --braking`);
    return undefined;
  }
  return {
    deceleration: byJoint('braking', braking),
    ...(reaction === undefined
      ? {}
      : { reaction_s: numberIn('check', 'reaction', reaction, 0, 1e6) }),
    ...(limit === undefined ? {} : { limit: numberIn('check', 'factor-limit', limit, 1e-9, 1e6) }),
    ...(velocity === undefined ? {} : { velocity: byJoint('velocity', velocity) }),
  };
}

/** `2.5`, or `joint1=3,joint2=2`. */
function byJoint(option: string, entries: readonly string[]): ByJoint {
  const parts = entries.flatMap((entry) => entry.split(','));
  const value = (text: string) => numberIn('check', option, text, 1e-9, 1e9);
  if (parts.length === 1 && !parts[0].includes('=')) return value(parts[0]);
  const joints: [string, number][] = parts.map((part) => {
    const at = part.indexOf('=');
    if (at > 0) return [part.slice(0, at).trim(), value(part.slice(at + 1))];
    throw usageFault('check', `--${option} takes one number, or JOINT=NUMBER,...; found "${part}"`);
  });
  return Object.fromEntries(joints);
}

/** Joints that are told of; --json has them all. */
const LISTED = 3;

/** The answer for a person. `free`: the motion is proven free. */
export function brakingLines(answer: BrakingAnswer, free: boolean): string[] {
  const { factor, limit, complete, limiting } = answer;
  const lines = [`  ${brakingText({ factor, limit, complete, free })}`];
  if (limiting === null || !free) return lines;
  lines.push(`    ${brakingLimitText(limiting)}`);
  for (const { joint, unit, rate, stray } of limiting.joints.slice(0, LISTED)) {
    lines.push(`    ${strayText(joint, unit, rate, stray)}`);
  }
  return lines;
}
