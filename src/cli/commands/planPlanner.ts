/** Which planner, with which settings: the options of `surepath plan` for it. */
import { existsSync } from 'node:fs';
import type { PlanRequest } from '../../jobs/index.ts';
import { InputError } from '../../math/index.ts';
import {
  DEFAULT_PLANNER,
  PLANNER_NAMES,
  type PlannerName,
  type PlannerOptions,
  type Portfolio,
  type PortfolioEntry,
  portfolioProves,
  provesPaths,
  USUAL_PORTFOLIO,
} from '../../plan/index.ts';
import { numberIn, oneOf, readBytes, usageFault } from '../command.ts';
import { requireWritable } from './checkSettings.ts';
import {
  hasSettings,
  SETTING_OPTIONS,
  type SettingArguments,
  settingsFrom,
} from './planSettings.ts';

/** For parseArgs. */
export const PLANNER_OPTIONS = {
  planner: { type: 'string' },
  weights: { type: 'string', multiple: true },
  roadmap: { type: 'string' },
  grow: { type: 'string' },
  portfolio: { type: 'string' },
  'head-start': { type: 'string' },
  ...SETTING_OPTIONS,
} as const;

export interface PlannerArguments extends SettingArguments {
  readonly planner?: string | undefined;
  readonly weights?: string[] | undefined;
  readonly roadmap?: string | undefined;
  readonly grow?: string | undefined;
  readonly portfolio?: string | undefined;
  readonly 'head-start'?: string | undefined;
}

export interface PlannerQuestion {
  readonly name: PlannerName;
  /** Those that race, in place of one planner. */
  readonly portfolio: Portfolio | undefined;
  readonly settings: PlannerOptions;
  readonly weights: Readonly<Record<string, number>>;
  /** The file of the roadmap, for planners that have one. */
  readonly roadmap: string | undefined;
  /** Milestones that it grows by before the search. */
  readonly grow: number | undefined;
}

/** Planners that keep a roadmap. */
const WITH_ROADMAP: readonly PlannerName[] = ['prm', 'lazy-prm'];

export function plannerQuestion(args: PlannerArguments): PlannerQuestion {
  const name = oneOf('plan', 'planner', args.planner ?? DEFAULT_PLANNER, PLANNER_NAMES);
  const portfolio = portfolioFrom(args);
  const { roadmap } = args;
  if (roadmap !== undefined) {
    if (!WITH_ROADMAP.includes(name)) {
      throw usageFault('plan', `--roadmap is for --planner ${WITH_ROADMAP.join(', ')}`);
    }
    requireWritable(roadmap);
  } else if (args.grow !== undefined) throw usageFault('plan', '--grow is for --roadmap');
  if (args['head-start'] !== undefined && !portfolio) {
    throw usageFault('plan', '--head-start is for --portfolio');
  }
  const planners = portfolio?.planners.map(({ planner }) => planner) ?? [name];
  return {
    name,
    portfolio,
    settings: settingsFrom(planners, args),
    weights: weightsFrom('plan', args.weights ?? []),
    roadmap,
    grow: args.grow === undefined ? undefined : whole('grow', args.grow, 0, 1e6),
  };
}

/** What --portfolio says; where neither that nor anything about one planner is said, the usual one. */
function portfolioFrom(args: PlannerArguments): Portfolio | undefined {
  const { portfolio: text, planner, roadmap } = args;
  const start = args['head-start'];
  const headStart = start === undefined ? undefined : whole('head-start', start, 0, 1e9);
  if (text === undefined) {
    const isOne = planner !== undefined || roadmap !== undefined || hasSettings(args);
    return isOne ? undefined : { ...USUAL_PORTFOLIO, headStart };
  }
  if (planner !== undefined)
    throw usageFault('plan', '--portfolio names its planners: leave out --planner');
  if (roadmap !== undefined)
    throw usageFault('plan', '--roadmap is for one planner, not for --portfolio');
  return { planners: text.split(',').map(entryFrom), headStart };
}

/** PLANNER or PLANNER:SEEDS. */
function entryFrom(text: string): PortfolioEntry {
  const [name, seeds, ...more] = text.split(':');
  if (more.length > 0) {
    throw usageFault('plan', `--portfolio takes PLANNER:SEEDS,...; found "${text}"`);
  }
  const planner = oneOf('plan', 'portfolio', name.trim(), PLANNER_NAMES);
  return { planner, seeds: seeds === undefined ? 1 : whole('portfolio', seeds, 1, 256) };
}

function whole(option: string, text: string, low: number, high: number): number {
  const n = numberIn('plan', option, text, low, high);
  if (Number.isInteger(n)) return n;
  throw usageFault('plan', `--${option} takes a whole number; found "${text}"`);
}

/** Whether paths of a planner are proven. */
export function proves({ name, portfolio, settings }: PlannerQuestion): boolean {
  return portfolio ? portfolioProves(portfolio, settings) : provesPaths(name, settings);
}

/** What --weights says. */
export function weightsFrom(command: string, entries: readonly string[]): Record<string, number> {
  const weights = new Map<string, number>();
  for (const entry of entries.flatMap((each) => each.split(','))) {
    const at = entry.indexOf('=');
    const value = Number(entry.slice(at + 1));
    if (!(at > 0 && value > 0 && value < Infinity)) {
      throw usageFault(
        command,
        `--weights takes JOINT=WEIGHT with a number above 0; found "${entry}"`,
      );
    }
    weights.set(entry.slice(0, at).trim(), value);
  }
  return Object.fromEntries(weights);
}

/** Runs a job; what is wrong with its weights is said of the option. It is found before anything is promised. */
export function withWeights<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== 'plan/weights') throw error;
    throw new InputError({ ...error.fault, message: `--weights: ${error.fault.message}` });
  }
}

/** A roadmap to go on with, if its file is there. */
export function roadmapOf({ roadmap: file, grow }: PlannerQuestion): PlanRequest['roadmap'] {
  if (file === undefined) return undefined;
  return { file, bytes: existsSync(file) ? readBytes(file) : null, grow };
}
