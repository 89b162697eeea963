/** The options of `surepath check` that belong to the clearance profile. */
import type { ProfileSettings } from '../../jobs/index.ts';
import { numberIn, usageFault } from '../command.ts';

/** For parseArgs. */
export const PROFILE_OPTIONS = {
  profile: { type: 'boolean' },
  accuracy: { type: 'string' },
  horizon: { type: 'string' },
} as const;

export const PROFILE_HELP = `  --profile             how close every pair comes all along the path: proven at least, and seen
  --accuracy M          for --profile: metres between proven and seen (default 0.001), or 5 % where
                        that is more
  --horizon M           for --profile: metres beyond which nobody cares (default 0.25)
`;

export interface ProfileArguments {
  readonly profile?: boolean | undefined;
  readonly accuracy?: string | undefined;
  readonly horizon?: string | undefined;
}

/** What is asked of the profile; undefined if nobody asks for one. */
export function profileFrom(args: ProfileArguments): ProfileSettings | undefined {
  if (!args.profile) {
    const alone = (['accuracy', 'horizon'] as const).find((option) => args[option] !== undefined);
    if (alone) throw usageFault('check', `--${alone} is for --profile`);
    return undefined;
  }
  const { accuracy, horizon } = args;
  return {
    ...(accuracy === undefined
      ? {}
      : { accuracy: numberIn('check', 'accuracy', accuracy, 1e-6, 1e9) }),
    ...(horizon === undefined ? {} : { horizon: numberIn('check', 'horizon', horizon, 1e-3, 1e5) }),
  };
}
