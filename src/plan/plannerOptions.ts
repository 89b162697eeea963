/**
 * Settings of planners as plain data: what command lines, servers and forms can say. Each belongs to some planners and is
 * refused by the others; one table says which, and what it may be.
 */
import type { CheckerOptions } from '../check/index.ts';
import { InputError } from '../math/index.ts';
import { createPlanner, PLANNER_NAMES, type PlannerName } from './createPlanner.ts';
import type { PausingPlanner } from './request.ts';
import type { PlanningSpace } from './space.ts';
import type { RrtMode } from './trees/rrtConnect.ts';
import type { SegmentOrder } from './trees/sblSegments.ts';

/** What may be set of planners. The comments of RrtConnectSettings, SblSettings, BlsSettings and PrmSettings say more. */
export interface PlannerOptions {
  /** `rrt-connect`: what makes an edge. Default certified. */
  readonly mode?: RrtMode | undefined;
  /** `rrt-connect` and `bls`: the longest step, weighted. */
  readonly step?: number | undefined;
  /** `rrt-connect`: how often an edge that is not free is halved. */
  readonly halvings?: number | undefined;
  /** `rrt-connect`: milestones from which growing failed are chosen for samples near them alone. */
  readonly dynamicDomain?: boolean | undefined;
  /** `rrt-connect`, `a-sbl` and `bls`: the method by which edges are proven. */
  readonly checker?: ProvingMethod | undefined;
  /** `rrt-connect`, `a-sbl`, `ladder-sbl`: tests after which an edge counts as not free. */
  readonly edgeBudget?: number | undefined;
  /** SBL of all kinds: how much a joint's values differ between neighbours at most, weighted. */
  readonly reach?: number | undefined;
  /** `a-sbl` and `ladder-sbl`: metres; what comes nearer counts as a collision. */
  readonly delta?: number | undefined;
  /** SBL of all kinds: which segment of a candidate path is tested next. */
  readonly order?: SegmentOrder | undefined;
  /** SBL of all kinds: what is known of undecided segments is kept for other candidate paths. */
  readonly keep?: boolean | undefined;
  /**
   * SBL of all kinds and `bls`: what is unproven is tested on candidate paths, and not when it is made; `rrt-connect`: also
   * when much is to hang on it.
   */
  readonly lazy?: boolean | undefined;
  /** SBL of all kinds: what hangs on a segment that is cut moves to the other tree. */
  readonly transfer?: boolean | undefined;
  /** SBL of all kinds: milestones with few others around them are preferred. */
  readonly density?: boolean | undefined;
  /** `bls`: the smallest step, weighted. */
  readonly smallest?: number | undefined;
  /** `bls`: looks of an attack that bring it no nearer, after which it is given up. */
  readonly patience?: number | undefined;
  /** `bls`: distances are asked for only as far as steps need them. */
  readonly bounded?: boolean | undefined;
  /** `bls`: candidate paths are proven in pieces as long as possible. */
  readonly merged?: boolean | undefined;
  /** `prm` and `lazy-prm`: how many of the nearest milestones a new one is joined to. */
  readonly neighbours?: number | undefined;
  /** `sbl`, `bls`, `prm`, `lazy-prm`: samples this far apart, in radians, in place of proofs. */
  readonly resolution?: number | undefined;
}

/** Methods that prove. */
export type ProvingMethod = 'ladder' | 'adaptive' | 'refined';

interface NumberRange {
  /** More than this; or at least this. */
  readonly above?: number;
  readonly least?: number;
  readonly whole?: boolean;
}

/** A setting: who has it, and what it may be: a number, one of some words, or yes or no. */
export type OptionRule = { readonly planners: readonly PlannerName[] } & (
  | { readonly number: NumberRange }
  | { readonly words: readonly string[] }
  | { readonly flag: true }
);

const SBLS: readonly PlannerName[] = ['a-sbl', 'ladder-sbl', 'sbl'];
const PRMS: readonly PlannerName[] = ['prm', 'lazy-prm'];
const LENGTH = { number: { above: 0 } } as const;
const FLAG = { flag: true } as const;

/** All settings by name. */
export const PLANNER_OPTIONS: { readonly [Key in keyof PlannerOptions]-?: OptionRule } = {
  mode: { planners: ['rrt-connect'], words: ['certified', 'clearance', 'fixed'] },
  step: { planners: ['rrt-connect', 'bls'], ...LENGTH },
  halvings: { planners: ['rrt-connect'], number: { least: 0, whole: true } },
  dynamicDomain: { planners: ['rrt-connect'], ...FLAG },
  checker: { planners: ['rrt-connect', 'a-sbl', 'bls'], words: ['ladder', 'adaptive', 'refined'] },
  edgeBudget: {
    planners: ['rrt-connect', 'a-sbl', 'ladder-sbl'],
    number: { least: 1, whole: true },
  },
  reach: { planners: SBLS, ...LENGTH },
  delta: { planners: ['a-sbl', 'ladder-sbl'], number: { least: 0 } },
  order: { planners: SBLS, words: ['uncovered', 'length'] },
  keep: { planners: SBLS, ...FLAG },
  lazy: { planners: ['rrt-connect', ...SBLS, 'bls'], ...FLAG },
  transfer: { planners: SBLS, ...FLAG },
  density: { planners: SBLS, ...FLAG },
  smallest: { planners: ['bls'], ...LENGTH },
  patience: { planners: ['bls'], number: { least: 0, whole: true } },
  bounded: { planners: ['bls'], ...FLAG },
  merged: { planners: ['bls'], ...FLAG },
  neighbours: { planners: PRMS, number: { least: 1, whole: true } },
  resolution: { planners: ['sbl', 'bls', ...PRMS], ...LENGTH },
};

/** The names of all settings. */
export const PLANNER_OPTION_NAMES = Object.keys(
  PLANNER_OPTIONS,
) as readonly (keyof PlannerOptions)[];

/** Throws an InputError for a setting that is none of a planner's, or that makes no sense. */
export function requireOptions(name: PlannerName, options: PlannerOptions): void {
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const rule = PLANNER_OPTIONS[key as keyof PlannerOptions] as OptionRule | undefined;
    if (!rule) throw badOption(`there is no setting "${key}" of planners`);
    if (!rule.planners.includes(name)) {
      throw badOption(`"${key}" is for ${rule.planners.join(', ')}; the planner is ${name}`);
    }
    const expected = unlike(rule, value);
    if (expected) throw badOption(`"${key}" must be ${expected}; found ${JSON.stringify(value)}`);
  }
  // Steps of a length are not proven, however that would be done.
  if (options.mode === 'fixed') {
    for (const key of ['checker', 'halvings', 'edgeBudget'] as const) {
      if (options[key] === undefined) continue;
      throw badOption(`"${key}" is for edges that are proven; the mode is fixed`);
    }
  }
}

/** What a value should be, if it is not. */
function unlike(rule: OptionRule, value: unknown): string | null {
  if ('flag' in rule) return typeof value === 'boolean' ? null : 'true or false';
  if ('words' in rule) return rule.words.includes(value as string) ? null : rule.words.join(', ');
  const { above = Number.NEGATIVE_INFINITY, least = Number.NEGATIVE_INFINITY, whole } = rule.number;
  const x = typeof value === 'number' ? value : Number.NaN;
  if (x > above && x >= least && x < Infinity && (!whole || Number.isInteger(x))) return null;
  const range = above > Number.NEGATIVE_INFINITY ? `greater than ${above}` : `at least ${least}`;
  return `a ${whole ? 'whole ' : ''}number, ${range}`;
}

function badOption(message: string): InputError {
  return new InputError({ code: 'plan/setting', message });
}

/** Whether paths of a planner with these settings are proven. */
export function provesPaths(name: PlannerName, { mode, resolution }: PlannerOptions): boolean {
  return name !== 'sbl' && mode !== 'fixed' && resolution === undefined;
}

/** Prepares a planner for a space, with settings that are plain data. Throws an InputError for wrong ones. */
export function plannerWith(
  space: PlanningSpace,
  name: PlannerName,
  options: PlannerOptions,
): PausingPlanner {
  return createPlanner(space, name, settingsWith(name, options));
}

/** Settings as the planner takes them. Throws an InputError for wrong ones. */
export function settingsWith(name: PlannerName, options: PlannerOptions): object {
  if (!PLANNER_NAMES.includes(name)) throw badOption(`there is no planner "${name}"`);
  requireOptions(name, options);
  const { checker, ...rest } = options;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(checker === undefined ? {} : { checker: checkerOf(name, checker) }),
  };
}

/** A-SBL asks for greedy distances [A11]; the others take what checks do. */
function checkerOf(name: PlannerName, method: ProvingMethod): CheckerOptions {
  return name === 'a-sbl' && method === 'adaptive' ? { method, distance: 'greedy' } : { method };
}
