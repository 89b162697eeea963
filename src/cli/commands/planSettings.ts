/** Settings of planners on the command line: one option for each, and a sentence for the help. */
import { PLANNER_OPTIONS, type PlannerName, type PlannerOptions } from '../../plan/index.ts';
import { numberIn, oneOf, usageFault } from '../command.ts';

type Key = keyof PlannerOptions;

interface Setting {
  readonly option: string;
  /** What the help calls its value. */
  readonly value: string;
  readonly text: string;
}

/** By the name that the library has for it. */
const SETTINGS: { readonly [K in Key]-?: Setting } = {
  mode: {
    option: 'mode',
    value: 'WORD',
    text: 'certified: edges proven, as long as can be (default); clearance: steps as long as distances at their ends prove; fixed: steps of one length whose ends alone are tested, which proves nothing',
  },
  step: {
    option: 'step',
    value: 'R',
    text: 'the longest step of all joints together, measured as paths are (default: a part of the space)',
  },
  halvings: {
    option: 'halvings',
    value: 'N',
    text: 'how often edges that are not free are halved at most (default 3, of clearance 6)',
  },
  dynamicDomain: {
    option: 'dynamic-domain',
    value: 'yes|no',
    text: 'where growing failed, only samples near by are grown toward (default: yes for certified)',
  },
  checker: {
    option: 'checker',
    value: 'WORD',
    text: 'what proves edges: ladder, adaptive or refined (default ladder; of a-sbl adaptive)',
  },
  edgeBudget: {
    option: 'edge-budget',
    value: 'N',
    text: 'tests after which an edge counts as not free (default 100,000)',
  },
  reach: {
    option: 'reach',
    value: 'R',
    text: 'how far a joint moves between neighbours at most, measured as paths are (default: a part of the space)',
  },
  delta: {
    option: 'delta',
    value: 'M',
    text: 'metres; what comes nearer counts as a collision (default 0.0001)',
  },
  order: {
    option: 'order',
    value: 'WORD',
    text: 'of the segments of a candidate path, which is next: uncovered, that of which most is not proven yet (default); length, the longest',
  },
  keep: {
    option: 'keep',
    value: 'yes|no',
    text: 'what is known of a segment stays for other candidate paths (default yes)',
  },
  lazy: {
    option: 'lazy',
    value: 'yes|no',
    text: 'what is unproven is tested where a path needs it, not as it is made (default yes)',
  },
  transfer: {
    option: 'transfer',
    value: 'yes|no',
    text: 'what hangs on a segment that is cut moves to the other tree (default yes)',
  },
  density: {
    option: 'density',
    value: 'yes|no',
    text: 'trees grow where they have few milestones (default yes)',
  },
  smallest: {
    option: 'smallest',
    value: 'R',
    text: 'the smallest step, taken unproven where there is no room (default 1/8 of the longest)',
  },
  patience: {
    option: 'patience',
    value: 'N',
    text: 'looks that bring an attack no nearer, after which it ends (default 2 for each joint)',
  },
  bounded: {
    option: 'bounded',
    value: 'yes|no',
    text: 'distances are computed only as far as steps need them (default yes)',
  },
  merged: {
    option: 'merged',
    value: 'yes|no',
    text: 'candidate paths are proven in pieces as long as can be (default yes)',
  },
  neighbours: {
    option: 'neighbours',
    value: 'N',
    text: 'how many of the nearest milestones a new one is joined to (default: more as the roadmap grows)',
  },
  resolution: {
    option: 'resolution',
    value: 'R',
    text: 'samples at most this far apart, in radians, in place of proofs (default of sbl 0.05)',
  },
};

const KEYS = Object.keys(SETTINGS) as readonly Key[];

/** For parseArgs. */
export const SETTING_OPTIONS: Readonly<Record<string, { readonly type: 'string' }>> =
  Object.fromEntries(KEYS.map((key) => [SETTINGS[key].option, { type: 'string' as const }]));

/** What is given of them, by option. */
export type SettingArguments = Readonly<Record<string, unknown>>;

const INDENT = 24;
const WIDTH = 102;

/** Each with the planners that it is for. */
export const SETTING_HELP = KEYS.map((key) => {
  const { option, value, text } = SETTINGS[key];
  const { planners } = PLANNER_OPTIONS[key];
  const lines = [''];
  for (const word of `(${planners.join(', ')}) ${text}`.split(' ')) {
    const last = lines.length - 1;
    if (INDENT + lines[last].length + 1 + word.length > WIDTH) lines.push(word);
    else lines[last] += lines[last] === '' ? word : ` ${word}`;
  }
  const head = `  --${option} ${value}`;
  const first = head.length < INDENT ? head.padEnd(INDENT) : `${head}\n${' '.repeat(INDENT)}`;
  return `${first}${lines.join(`\n${' '.repeat(INDENT)}`)}\n`;
}).join('');

/** Whether any is given. */
export function hasSettings(args: SettingArguments): boolean {
  return KEYS.some((key) => args[SETTINGS[key].option] !== undefined);
}

/** The settings that were given. One that is for none of the planners is refused. */
export function settingsFrom(
  names: readonly PlannerName[],
  args: SettingArguments,
): PlannerOptions {
  const found: Partial<Record<Key, unknown>> = {};
  for (const key of KEYS) {
    const { option } = SETTINGS[key];
    const text = args[option];
    if (typeof text !== 'string') continue;
    const { planners } = PLANNER_OPTIONS[key];
    if (!names.some((name) => planners.includes(name))) {
      throw usageFault(
        'plan',
        `--${option} is for --planner ${planners.join(', ')}; the planner is ${names.join(', ')}`,
      );
    }
    found[key] = settingOf(key, text);
  }
  const options = found as PlannerOptions;
  for (const key of ['halvings', 'edgeBudget', 'checker'] as const) {
    if (options.mode !== 'fixed' || options[key] === undefined) continue;
    throw usageFault(
      'plan',
      `--${SETTINGS[key].option} is for proven edges: --mode fixed has none`,
    );
  }
  return options;
}

function settingOf(key: Key, text: string): unknown {
  const rule = PLANNER_OPTIONS[key];
  const { option } = SETTINGS[key];
  if ('flag' in rule) return oneOf('plan', option, text, ['yes', 'no']) === 'yes';
  if ('words' in rule) return oneOf('plan', option, text, rule.words);
  const { above, least = 1e-6, whole } = rule.number;
  const x = numberIn('plan', option, text, above === undefined ? least : 1e-6, 1e9);
  if (whole && !Number.isInteger(x)) {
    throw usageFault('plan', `--${option} takes a whole number; found "${text}"`);
  }
  return x;
}
