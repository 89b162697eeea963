/**
 * What `surepath plan` is asked: a start, goals, and which joints may move. Joints that no goal names
 * stand still.
 */
import type { Cell } from '../../cell/index.ts';
import { type OpenCell, stillDofs } from '../../jobs/index.ts';
import { configurationFrom, type JointValues } from '../../kinematics/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import { usageFault } from '../command.ts';
import { readState } from '../states.ts';
import { poseGoals } from './planPoses.ts';
import { readTaskRequest } from './planRequest.ts';

export interface TaskArguments {
  readonly from?: string | undefined;
  readonly to?: string[] | undefined;
  readonly 'to-pose'?: string[] | undefined;
  readonly request?: string | undefined;
}

/** Start and goals are full configurations. */
export interface PlanTask {
  readonly from: Float64Array;
  readonly goals: readonly Float64Array[];
  /** Degrees of freedom that goals name. */
  readonly moving: readonly number[];
  /** What start and goals are called, for people. */
  readonly fromName: string;
  readonly names: readonly string[];
  readonly notes: readonly Fault[];
}

/** Reads start and goals. Throws an InputError for what is missing or makes no sense. */
export function readTask(open: OpenCell, args: TaskArguments, seed: number): PlanTask {
  const { cell, joints: given } = open;
  const { request: file } = args;
  if (file !== undefined && (args.from !== undefined || args.to || args['to-pose'])) {
    throw usageFault('plan', '--request has start and goals: leave out --from, --to and --to-pose');
  }
  if (file === undefined && !args.to && !args['to-pose']) {
    throw usageFault(
      'plan',
      'plan needs a goal: --to STATE, --to-pose LINK=x,y,z or --request FILE',
    );
  }
  const request = file === undefined ? null : readTaskRequest(cell, file);
  const own = args.from === undefined ? new Map() : readState('plan', 'from', args.from, cell);
  const begin = completeStart(cell, request?.start ?? own, given, request !== null);
  const notes: Fault[] = [...begin.notes, ...(request?.notes ?? [])];
  const moving = new Set<number>(request?.moving ?? []);
  const goals: Float64Array[] = [];
  const names: string[] = [];
  const wanted =
    request?.goals ??
    (args.to ?? []).map((text) => ({ name: text, values: readState('plan', 'to', text, cell) }));
  for (const { name, values } of wanted) {
    const goal = about(request ? '--request' : '--to', () => configurationFrom(cell.tree, values));
    notes.push(...goal.notes);
    const q = begin.q.slice();
    goal.sources.forEach((source, d) => {
      if (source < 0) return;
      q[d] = goal.q[d];
      moving.add(d);
      requireLimits(cell, d, q[d], request ? name : `--to ${name}`);
    });
    goals.push(q);
    names.push(name);
  }
  for (const text of args['to-pose'] ?? []) {
    const found = poseGoals(open, begin.q, text, seed);
    for (const d of found.moving) moving.add(d);
    goals.push(...found.goals);
    names.push(...found.goals.map(() => text));
  }
  const still = stillDofs(cell.tree, [...moving]);
  if (still.length === cell.tree.dofs.length) {
    throw usageFault('plan', 'no goal names a joint that can move');
  }
  const fromName =
    args.from ?? (request ? 'the start of the request' : 'where the cell has its joints');
  return {
    ...{ from: begin.q, goals, fromName, names },
    moving: [...moving],
    notes: [...notes, ...standing(cell, still, begin.q)],
  };
}

function completeStart(
  { tree, description }: Cell,
  start: JointValues,
  given: ReadonlyMap<string, number>,
  isRequest: boolean,
): { q: Float64Array; notes: readonly Fault[] } {
  about('--joints', () => configurationFrom(tree, given));
  const { q, missing, notes } = about(isRequest ? '--request' : '--from', () =>
    configurationFrom(tree, start, given, description.state),
  );
  if (missing.length === 0) return { q, notes };
  throw new InputError({
    code: 'configuration/missing',
    message: `the start has no value for ${missing.join(', ')}`,
    hint: `${isRequest ? '' : 'name them in --from, '}hold them in the cell file, or give --joints NAME=VALUE`,
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
