/**
 * What a plan is asked: a start, goals, and which joints may move. Joints that no goal names stand still.
 */
import type { Cell } from '../../cell/index.ts';
import { configurationFrom, type JointValues } from '../../kinematics/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import { stillDofs } from '../held.ts';
import type { OpenCell } from '../openCell.ts';
import { constraintGoals } from './constraintGoals.ts';
import { type PoseGoal, poseGoals } from './poses.ts';
import type { GoalValues, TaskRequest } from './request.ts';

/** Start and goals, read. */
export interface TaskQuestion {
  readonly from: JointValues;
  readonly goals: readonly GoalValues[];
  readonly poses: readonly PoseGoal[];
  /** Instead of all of these. */
  readonly request: TaskRequest | null;
  /** What faults call them: `--from`, `--to`, `--to-pose`, `--request`, `--joints`. */
  readonly words: {
    readonly from: string;
    readonly to: string;
    readonly toPose: string;
    readonly request: string;
    readonly joints: string;
  };
}

type StartQuestion = Pick<TaskQuestion, 'from' | 'request'> & {
  readonly words: Pick<TaskQuestion['words'], 'from' | 'request' | 'joints'>;
};

/** Start and goals as full configurations. */
export interface PlanTask {
  readonly from: Float64Array;
  readonly goals: readonly Float64Array[];
  /** Degrees of freedom that goals name. */
  readonly moving: readonly number[];
  /** What goals are called, for people. */
  readonly names: readonly string[];
  readonly notes: readonly Fault[];
}

/** Completes start and goals. Throws an InputError for what is missing or makes no sense. */
export function planTask(open: OpenCell, question: TaskQuestion, seed: number): PlanTask {
  const { cell } = open;
  const { request, words, poses } = question;
  const begin = completeStart(open, question);
  const notes: Fault[] = [...begin.notes, ...(request?.notes ?? [])];
  const moving = new Set<number>(request?.moving ?? []);
  const goals: Float64Array[] = [];
  const names: string[] = [];
  for (const { name, values, places } of request?.goals ?? question.goals) {
    const goal = about(request ? words.request : words.to, () =>
      configurationFrom(cell.tree, values),
    );
    notes.push(...goal.notes);
    const q = begin.q.slice();
    goal.sources.forEach((source, d) => {
      if (source < 0) return;
      q[d] = goal.q[d];
      moving.add(d);
      requireLimits(cell, d, q[d], request ? name : `${words.to} ${name}`);
    });
    if (!places) {
      goals.push(q);
      names.push(name);
      continue;
    }
    const fixed = cell.tree.dofs.flatMap((_, d) => (goal.sources[d] >= 0 ? [d] : []));
    const asked = { ...places, name, fixed, moving: request?.moving ?? [] };
    const found = constraintGoals(open, q, asked, seed);
    for (const d of found.moving) moving.add(d);
    goals.push(...found.goals);
    names.push(...found.goals.map(() => name));
  }
  for (const pose of poses) {
    const called = { ...pose, name: `${words.toPose} ${pose.name}` };
    const found = poseGoals(open, begin.q, called, seed);
    for (const d of found.moving) moving.add(d);
    goals.push(...found.goals);
    names.push(...found.goals.map(() => pose.name));
  }
  const still = stillDofs(cell.tree, [...moving]);
  if (still.length === cell.tree.dofs.length) {
    const message = 'no goal names a joint that can move';
    throw new InputError({ code: 'plan/nothing-moves', message });
  }
  return {
    ...{ from: begin.q, goals, names },
    moving: [...moving],
    notes: [...notes, ...standing(cell, still, begin.q)],
  };
}

/** The start alone, for who is asked where to begin and finds the end itself. Throws an InputError for what is missing. */
export function startOf(
  open: OpenCell,
  from: JointValues,
  words: Pick<TaskQuestion['words'], 'from' | 'joints'>,
): { readonly q: Float64Array; readonly notes: readonly Fault[] } {
  return completeStart(open, { from, request: null, words: { ...words, request: '' } });
}

function completeStart(
  { cell: { tree, description }, joints: given }: OpenCell,
  { from, request, words }: StartQuestion,
): { q: Float64Array; notes: readonly Fault[] } {
  about(words.joints, () => configurationFrom(tree, given));
  const { q, missing, notes } = about(request ? words.request : words.from, () =>
    configurationFrom(tree, request?.start ?? from, given, description.state),
  );
  if (missing.length === 0) return { q, notes };
  const named = request ? '' : `name them in ${words.from}, `;
  throw new InputError({
    code: 'configuration/missing',
    message: `the start has no value for ${missing.join(', ')}`,
    hint: `${named}hold them in the cell file, or give ${words.joints} NAME=VALUE`,
  });
}

/** Found out before anything is planned, and said of the goal by its name. */
function requireLimits({ tree }: Cell, d: number, value: number, goal: string): void {
  const { lower, upper, continuous, name } = tree.dofs[d];
  if (continuous || (value >= lower && value <= upper)) return;
  throw new InputError({
    code: 'plan/limits',
    message: `${goal}: "${name}" is ${value}, beyond its limits ${lower} to ${upper}`,
  });
}

function standing({ tree }: Cell, still: readonly number[], q: Float64Array): Fault[] {
  if (still.length === 0) return [];
  const list = still.map((d) => `${tree.dofs[d].name}=${q[d]}`);
  const which = still.length === 1 ? 'one joint is' : `${still.length} joints are`;
  const stay = still.length === 1 ? 'stays' : 'stay';
  const message = `${which} not named by a goal and ${stay} put: ${list.join(', ')}`;
  return [{ code: 'configuration/standing', message }];
}

/** What is wrong with an option's values is said of the option. */
function about<T>(option: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.file !== undefined) throw error;
    throw new InputError({ ...error.fault, message: `${option}: ${error.fault.message}` });
  }
}
