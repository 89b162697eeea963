/** What `surepath plan` is asked: a start and goals, from its options. */
import {
  type OpenCell,
  type PlanTask,
  type PoseGoal,
  planTask,
  readTaskRequest,
  type TaskRequest,
} from '../../jobs/index.ts';
import { readBytes, usageFault } from '../command.ts';
import { readState } from '../states.ts';

export interface TaskArguments {
  readonly from?: string | undefined;
  readonly to?: string[] | undefined;
  readonly 'to-pose'?: string[] | undefined;
  readonly request?: string | undefined;
}

/** Start and goals, with what the start is called for people. */
export interface NamedTask extends PlanTask {
  readonly fromName: string;
  /** Of the request: part of the joints' limits that a timed motion is to use. */
  readonly scales: TaskRequest['scales'];
}

const WORDS = {
  from: '--from',
  to: '--to',
  toPose: '--to-pose',
  request: '--request',
  joints: '--joints',
};

/** Reads start and goals. Throws an InputError for what is missing or makes no sense. */
export function readTask(open: OpenCell, args: TaskArguments, seed: number): NamedTask {
  const { cell } = open;
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
  const request = file === undefined ? null : readTaskRequest(cell, file, readBytes(file));
  const from = args.from === undefined ? new Map() : readState('plan', 'from', args.from, cell);
  const goals = (args.to ?? []).map((text) => ({
    name: text,
    values: readState('plan', 'to', text, cell),
  }));
  const poses = (args['to-pose'] ?? []).map(parsePose);
  const task = planTask(open, { from, goals, poses, request, words: WORDS }, seed);
  const fromName =
    args.from ?? (request ? 'the start of the request' : 'where the cell has its joints');
  return { ...task, fromName, scales: request?.scales ?? {} };
}

function parsePose(text: string): PoseGoal {
  const at = text.lastIndexOf('=');
  const numbers = text
    .slice(at + 1)
    .split(',')
    .map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  const fine = at > 0 && [3, 6].includes(numbers.length) && numbers.every(Number.isFinite);
  if (!fine) {
    throw usageFault(
      'plan',
      `--to-pose takes LINK=x,y,z or LINK=x,y,z,roll,pitch,yaw; found "${text}"`,
    );
  }
  const rpy = numbers.length === 6 ? numbers.slice(3) : undefined;
  return { link: text.slice(0, at), xyz: numbers.slice(0, 3), rpy, name: text };
}
