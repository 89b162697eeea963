/** Which planner, with which settings: the options of `surepath plan` for it. */
import { existsSync } from 'node:fs';
import type { PlanRequest } from '../../jobs/index.ts';
import { InputError } from '../../math/index.ts';
import {
  DEFAULT_PLANNER,
  PLANNER_NAMES,
  type PlannerName,
  type PlannerOptions,
  provesPaths,
} from '../../plan/index.ts';
import { oneOf, readBytes, usageFault } from '../command.ts';
import { requireWritable } from './checkSettings.ts';
import { SETTING_OPTIONS, type SettingArguments, settingsFrom } from './planSettings.ts';

/** For parseArgs. */
export const PLANNER_OPTIONS = {
  planner: { type: 'string' },
  weights: { type: 'string', multiple: true },
  roadmap: { type: 'string' },
  ...SETTING_OPTIONS,
} as const;

export interface PlannerArguments extends SettingArguments {
  readonly planner?: string | undefined;
  readonly weights?: string[] | undefined;
  readonly roadmap?: string | undefined;
}

export interface PlannerQuestion {
  readonly name: PlannerName;
  readonly settings: PlannerOptions;
  readonly weights: Readonly<Record<string, number>>;
  /** The file of the roadmap, for planners that have one. */
  readonly roadmap: string | undefined;
}

/** Planners that keep a roadmap. */
const WITH_ROADMAP: readonly PlannerName[] = ['prm', 'lazy-prm'];

export function plannerQuestion(args: PlannerArguments): PlannerQuestion {
  const name = oneOf('plan', 'planner', args.planner ?? DEFAULT_PLANNER, PLANNER_NAMES);
  const { roadmap } = args;
  if (roadmap !== undefined) {
    if (!WITH_ROADMAP.includes(name)) {
      throw usageFault('plan', `--roadmap is for --planner ${WITH_ROADMAP.join(', ')}`);
    }
    requireWritable(roadmap);
  }
  return {
    name,
    settings: settingsFrom(name, args),
    weights: weightsFrom('plan', args.weights ?? []),
    roadmap,
  };
}

/** Whether paths of a planner are proven. */
export function proves({ name, settings }: PlannerQuestion): boolean {
  return provesPaths(name, settings);
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

/** Runs a job; what is wrong with its weights is said of the option. */
export function withWeights<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== 'plan/weights') throw error;
    throw new InputError({ ...error.fault, message: `--weights: ${error.fault.message}` });
  }
}

/** A roadmap to go on with, if its file is there. */
export function roadmapOf({ roadmap: file }: PlannerQuestion): PlanRequest['roadmap'] {
  if (file === undefined) return undefined;
  return { file, bytes: existsSync(file) ? readBytes(file) : null };
}
