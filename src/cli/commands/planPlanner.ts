/** Which planner, with which settings: the options of `surepath plan` for it. */
import { existsSync } from 'node:fs';
import type { HeldCell } from '../../cell/index.ts';
import { InputError, nameHint } from '../../math/index.ts';
import {
  createPlanner,
  DEFAULT_PLANNER,
  PLANNER_NAMES,
  type Planner,
  type PlannerName,
  PlanningSpace,
  Prm,
  Roadmap,
  readRoadmap,
  writeRoadmap,
} from '../../plan/index.ts';
import { numberIn, oneOf, readBytes, usageFault } from '../command.ts';
import { requireWritable, writeText } from './checkSettings.ts';

/** For parseArgs. */
export const PLANNER_OPTIONS = {
  planner: { type: 'string' },
  weights: { type: 'string', multiple: true },
  resolution: { type: 'string' },
  roadmap: { type: 'string' },
} as const;

export interface PlannerArguments {
  readonly planner?: string | undefined;
  readonly weights?: string[] | undefined;
  readonly resolution?: string | undefined;
  readonly roadmap?: string | undefined;
}

export interface PlannerQuestion {
  readonly name: PlannerName;
  readonly resolution: number | undefined;
  readonly weights: ReadonlyMap<string, number>;
  /** The file of the roadmap, for planners that have one. */
  readonly roadmap: string | undefined;
}

/** Planners that keep a roadmap. */
const WITH_ROADMAP: readonly PlannerName[] = ['prm', 'lazy-prm'];
/** Planners that sample edges, and prove nothing. */
const SAMPLING: readonly PlannerName[] = ['sbl'];

export function plannerQuestion(args: PlannerArguments): PlannerQuestion {
  const name = oneOf('plan', 'planner', args.planner ?? DEFAULT_PLANNER, PLANNER_NAMES);
  const { resolution } = args;
  if (resolution !== undefined && !SAMPLING.includes(name)) {
    throw usageFault(
      'plan',
      `--resolution is for --planner ${SAMPLING.join(', ')}: the others need none`,
    );
  }
  const { roadmap } = args;
  if (roadmap !== undefined) {
    if (!WITH_ROADMAP.includes(name)) {
      throw usageFault('plan', `--roadmap is for --planner ${WITH_ROADMAP.join(', ')}`);
    }
    requireWritable(roadmap);
  }
  return {
    name,
    resolution:
      resolution === undefined ? undefined : numberIn('plan', 'resolution', resolution, 1e-6, 100),
    weights: weightsFrom('plan', args.weights ?? []),
    roadmap,
  };
}

/** Whether paths of a planner are proven. */
export function proves({ name }: PlannerQuestion): boolean {
  return !SAMPLING.includes(name);
}

/** What --weights says. */
export function weightsFrom(command: string, entries: readonly string[]): Map<string, number> {
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
  return weights;
}

/** The space to plan in. A weight for a joint that stands still does no harm; one for no joint does. */
export function spaceFor(
  { cell, full }: HeldCell,
  weights: ReadonlyMap<string, number>,
): PlanningSpace {
  const space = new PlanningSpace(cell);
  if (weights.size === 0) return space;
  const all = space.weights.slice();
  for (const [name, weight] of weights) {
    const matching = full.tree.dofs.filter(
      (dof) => dof.name === name || dof.name.endsWith(`/${name}`),
    );
    if (matching.length === 0) {
      throw new InputError({
        code: 'plan/weights',
        message: `--weights: there is no joint "${name}"`,
        hint: nameHint(
          name,
          full.tree.dofs.map((dof) => dof.name),
        ),
      });
    }
    for (const dof of matching) {
      const d = cell.tree.dofOf.get(dof.name);
      if (d !== undefined) all[d] = weight;
    }
  }
  return new PlanningSpace(cell, { weights: all });
}

export interface PreparedPlanner {
  readonly planner: Planner;
  /** What a roadmap held when it was read; null for none. */
  readonly before: number | null;
  /** Writes the roadmap, if there is one to write; how many milestones it holds. */
  save(): number | null;
}

/** A planner; one with a roadmap goes on with that of the file, if there is one. */
export function plannerFor(space: PlanningSpace, question: PlannerQuestion): PreparedPlanner {
  const { name, resolution, roadmap: file } = question;
  if (file === undefined) {
    const planner = createPlanner(space, name, resolution === undefined ? {} : { resolution });
    return { planner, before: null, save: () => null };
  }
  const roadmap = existsSync(file)
    ? readRoadmap(readBytes(file), space, { file })
    : new Roadmap(space);
  const before = roadmap.count;
  const save = () => {
    writeText(file, writeRoadmap(roadmap));
    return roadmap.count;
  };
  return { planner: new Prm(space, { lazy: name === 'lazy-prm', roadmap }), before, save };
}
